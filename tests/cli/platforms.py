"""GitHub played on this computer: a bare repository, forks, pull requests with their refs, and the API that lists them.

Pull requests whose commits reach the branch count as merged, as they do there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.cli.hosts import Host, commit
from tests.git.helpers import git
from tests.post.fake_github import REPOSITORY, TOKEN, FakeGitHub, pull, run
from tests.post.fakes import Request, served


class LiveGitHub(FakeGitHub):
    """The fake, which looks at the repository before it answers."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host

    def taken(self, request: Request) -> Any:
        self.settle()
        return super().taken(request)

    def settle(self) -> None:
        """Close what is merged, and see which tags there are."""
        self.kept.tags = set(self.host.tags())
        commits = set(git(self.host.origin, "rev-list", "main").split())
        for each in self.kept.pulls:
            if each["head"]["sha"] in commits:
                each["state"] = "closed"


@dataclass
class Platform:
    """`host` has the repository, `github` answers for it."""

    host: Host
    github: LiveGitHub
    logins: dict[int, str] = field(default_factory=dict)

    def fork(self, login: str) -> Path:
        """A player's copy, with the branch `orders` checked out."""
        clone = self.host.clone(f"fork-of-{login}")
        git(clone, "switch", "--quiet", "--create", "orders")
        return clone

    def sync(self, fork: Path) -> None:
        """Begin anew from the campaign's branch, as the platform's page does for every file."""
        git(fork, "fetch", "--quiet", "origin")
        git(fork, "switch", "--quiet", "--force-create", "orders", "origin/main")

    def open(self, login: str, fork: Path, files: Mapping[str, str | None], at: str) -> int:
        """Propose files (None: without) as a new pull request, pushed at a time."""
        number = len(self.github.kept.pulls) + 1
        self.logins[number] = login
        self.github.kept.pulls.append(pull(number, user={"login": login, "type": "User"}))
        self.push(number, fork, files, at)
        return number

    def push(self, number: int, fork: Path, files: Mapping[str, str | None], at: str) -> str:
        """Push more to a pull request; gives the commit."""
        commit(fork, files)
        return self.bring(number, fork, at)

    def bring(self, number: int, fork: Path, at: str) -> str:
        """Make what is checked out in the fork the last commit of the pull request, whatever was there."""
        git(fork, "push", "--quiet", "--force", "origin", f"HEAD:refs/pull/{number}/head")
        sha, repository = git(fork, "rev-parse", "HEAD"), f"{self.logins[number]}/war"
        request = self.github.kept.pulls[number - 1]
        request["head"] = {"sha": sha, "ref": "orders", "repo": {"full_name": repository}}
        request["updated_at"] = at
        self.github.kept.runs.append(run(sha, at, repository))
        return sha

    def is_open(self, number: int) -> bool:
        self.github.settle()
        return bool(self.github.kept.pulls[number - 1]["state"] == "open")

    def comment(self, number: int) -> str:
        """The comment below a pull request; there is never a second one."""
        comments = self.github.kept.comments.get(number, [])
        assert len(comments) <= 1
        return "".join(str(each["body"]) for each in comments)


@contextmanager
def played(folder: Path, files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    """The platform with a campaign's repository on it, and its workflows' environment around us."""
    host = Host.make(folder, files)
    github = LiveGitHub(host)
    with served(github):
        for name, value in (
            ("GITHUB_TOKEN", TOKEN),
            ("GITHUB_REPOSITORY", REPOSITORY),
            ("GITHUB_API_URL", github.url),
        ):
            monkeypatch.setenv(name, value)
        yield Platform(host, github)
