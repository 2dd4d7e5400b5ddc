"""The repository that all others push to: bringing its branch here, and one's own commits there.

A push only ever moves the branch forward from where it was: the host compares and swaps, so that of two who push at the
same time one is refused, and nothing of anybody's is lost. Whether a push has arrived is asked of the host afterwards
and not read from git's words. Where the host is GitHub, its token is taken from the environment and given to git by the
environment: it stands on no command line and in no file.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from turnproc.store.errors import OperatorError
from turnproc.store.repository import Repository
from turnproc.store.running_git import Answer, failure, run_git

TOKEN_VARIABLE: Final = "GITHUB_TOKEN"
SERVER_VARIABLE: Final = "GITHUB_SERVER_URL"
_GITHUB: Final = "https://github.com"
_CREDENTIALS: Final = re.compile(r"(?<=://)[^/\s@]+@")
_MISSING: Final = "couldn't find remote ref"


@dataclass(frozen=True, slots=True)
class Remote:
    """What the branch that is checked out is pushed to: `name` of the repository, `branch` there."""

    repository: Repository
    name: str
    branch: str
    # Settings of git by environment, with the host's token if there is one.
    _env: Mapping[str, str] = field(repr=False)

    @classmethod
    def of(cls, repository: Repository) -> Remote:
        """The upstream of the branch; where git knows none, the only other repository that it knows.

        Raises:
            OperatorError: No branch is checked out (O009), or git knows no other repository, or several (O120).
        """
        here = run_git(repository.root, ["symbolic-ref", "--quiet", "--short", "HEAD"])
        if here.status != 0:
            raise OperatorError("O009")
        settings = [
            run_git(repository.root, ["config", "--get", f"branch.{here.text}.{key}"]) for key in ("remote", "merge")
        ]
        name, merged = (answer.text if answer.status == 0 else "" for answer in settings)
        if not name or name == ".":
            known = run_git(repository.root, ["remote"]).text.split()
            if len(known) != 1:
                raise OperatorError("O120", branch=here.text)
            name, merged = known[0], ""
        return cls(repository, name, merged.removeprefix("refs/heads/") or here.text, _token(repository, name))

    def fetch(self) -> str | None:
        """Bring the branch here, and the tags of its commits; its last commit, None if there is no such branch yet.

        Raises:
            OperatorError: It cannot be had (O121).
        """
        there = f"refs/remotes/{self.name}/{self.branch}"
        answer = self._run(
            ["fetch", "--quiet", "--no-write-fetch-head", self.name, f"+refs/heads/{self.branch}:{there}"]
        )
        if answer.status != 0 and _MISSING in answer.words:
            return None
        if answer.status != 0:
            raise OperatorError("O121", remote=self.name, branch=self.branch, words=_words(answer))
        return self._id(there)

    def fetch_commit(self, ref: str) -> str:
        """Bring what a ref of the host stands for here, as data: nothing is checked out, and no ref here is moved.

        Raises:
            OperatorError: It cannot be had (O121).
        """
        kept = f"refs/turnproc/{ref.removeprefix('refs/')}"
        answer = self._run(["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", self.name, f"+{ref}:{kept}"])
        if answer.status != 0:
            raise OperatorError("O121", remote=self.name, branch=self.branch, words=_words(answer))
        return self._id(kept)

    def push(self, commit: str, tags: Sequence[str]) -> Answer:
        """Ask the host to move the branch forward to a commit, and to take these tags: all of it or nothing."""
        refs = [f"{commit}:refs/heads/{self.branch}", *(f"refs/tags/{tag}" for tag in tags)]
        return self._run(["push", "--porcelain", "--atomic", "--no-verify", self.name, *refs])

    def refused(self, answer: Answer) -> OperatorError:
        """What to tell about a push that the host did not want."""
        return OperatorError("O123", remote=self.name, branch=self.branch, words=_words(answer))

    def _run(self, command: Sequence[str]) -> Answer:
        return run_git(self.repository.root, command, env=self._env)

    def _id(self, ref: str) -> str:
        answer = run_git(self.repository.root, ["rev-parse", "--verify", f"{ref}^{{commit}}"])
        if answer.status != 0:
            raise failure("rev-parse", answer)
        return answer.text


def _words(answer: Answer) -> str:
    """What git said, without a password that the address has."""
    return _CREDENTIALS.sub("…@", str(failure("push", answer).params["words"]))


def _token(repository: Repository, name: str) -> Mapping[str, str]:
    """How git tells the host who we are: only the host's own token, and only to that host."""
    token, server = os.environ.get(TOKEN_VARIABLE), os.environ.get(SERVER_VARIABLE) or _GITHUB
    url = run_git(repository.root, ["remote", "get-url", name]).text
    if not token or not server.startswith("https://") or not url.startswith(f"{server}/"):
        return {}
    given = os.environ.get("GIT_CONFIG_COUNT") or "0"
    number = int(given) if given.isascii() and given.isdigit() else 0
    secret = base64.b64encode(f"x-access-token:{token}".encode()).decode()
    return {
        "GIT_CONFIG_COUNT": str(number + 1),
        f"GIT_CONFIG_KEY_{number}": f"http.{server}/.extraheader",
        f"GIT_CONFIG_VALUE_{number}": f"AUTHORIZATION: basic {secret}",
        "GIT_TERMINAL_PROMPT": "0",
    }
