"""The branch that is checked out, moved as a whole: forward to a commit, or back to where it was.

Files and branch move together. What a person has changed and not committed stays, or the move is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from turnproc.store.layout import Layout
from turnproc.store.repository import Repository
from turnproc.store.running_git import Answer, failure, run_git
from turnproc.store.trees import with_files

# What a turn of this campaign has when it is resolved, and when it is posted.
_JOURNAL: Final = re.compile(r"turns/([0-9]{3,7})/journal\.yaml\Z", re.ASCII)
_POSTED: Final = re.compile(r"turns/[0-9]{3,7}/posted\.yaml\Z", re.ASCII)
# The last row of messages of commits that turnproc makes; and what those say that can be looked up at the host.
_MADE_BY_US: Final = re.compile(r"^turnproc: \S+\s*\Z", re.MULTILINE)
_AT_THE_HOST: Final = re.compile(r"^Pull request: [0-9]+$", re.MULTILINE)


class Made(StrEnum):
    """What turnproc commits, and can make again from what the host has.

    A turn, a pull request that was accepted, and marks that claim what is to be posted once they are pushed.
    """

    TURN = "turn"
    ACCEPTED = "accepted"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Branch:
    """The branch of a repository. Every method may raise an `OperatorError`: git cannot do it (O007)."""

    repository: Repository

    def head(self) -> str | None:
        """Its last commit; None where nothing is committed yet."""
        answer = self._try(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
        if answer.status not in (0, 1):
            raise failure("rev-parse", answer)
        return answer.text or None

    def has(self, commit: str, other: str) -> bool:
        """Is `commit` among those that lead to `other`?"""
        answer = self._try(["merge-base", "--is-ancestor", commit, other])
        if answer.status not in (0, 1):
            raise failure("merge-base", answer)
        return answer.status == 0

    def common(self, one: str, other: str) -> str | None:
        """The last commit that leads to both; None where they have nothing to do with each other."""
        answer = self._try(["merge-base", one, other])
        if answer.status not in (0, 1):
            raise failure("merge-base", answer)
        return answer.text or None

    def between(self, start: str | None, end: str) -> Sequence[str]:
        """The commits of `end` that `start` does not have, on its own line (first parents), the newest first."""
        return self._git(["rev-list", "--first-parent", end, *([f"^{start}"] if start else [])]).text.split()

    def tags_of(self, commits: Sequence[str]) -> Mapping[str, str]:
        """The turns' tags at these commits, each with its commit."""
        pattern = f"refs/tags/{self.repository.tag_name(0).removesuffix('000')}*"
        rows = self._git(["for-each-ref", "--format=%(refname:lstrip=2) %(objectname) %(*objectname)", pattern]).text
        found = {}
        for row in rows.splitlines():
            tag, own, *pointed = row.split(" ")
            commit = pointed[0] if pointed and pointed[0] else own
            if commit in commits:
                found[tag] = commit
        return found

    def build(self, files: Mapping[str, str | None], message: str, parents: Sequence[str]) -> str:
        """Make a commit that differs from its first parent in some files; no branch and no file moves.

        `files` are "100644 blob <id>" (None: it goes) by their path from the top of the repository.
        """
        first = self._git(["rev-parse", f"{parents[0]}^{{tree}}"]).text
        tree = with_files(self._git, first, files)
        follows = [part for parent in parents for part in ("-p", parent)]
        command = ["commit-tree", tree, *follows, "-m", message]
        return self._git(command, env=self.repository.identity()).text

    def blob(self, text: str) -> str:
        """Keep a text in git as it is; gives git's id of it."""
        return self._git(["hash-object", "-w", "--no-filters", "--stdin"], [text]).text

    def made(self, commit: str) -> Made | None:
        """What turnproc would make again, if this commit is something of that kind.

        None for all else: also for what was accepted by hand, since the host knows nothing of it, for marks of what was
        posted, without which it would be posted twice, and for whatever a person decided (a turn taken back).
        """
        message = self.repository.message_of(commit)
        if _MADE_BY_US.search(message) is None:
            return None
        parents = self._git(["rev-parse", f"{commit}^@"]).text.split()
        if len(parents) > 1:
            return Made.ACCEPTED if _AT_THE_HOST.search(message) is not None else None
        command = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", "--no-commit-id", "--root", commit]
        fields = self._git(command).fields
        prefix = self.repository.prefix
        changed = {name.removeprefix(prefix): kind for kind, name in zip(fields[::2], fields[1::2], strict=True)}
        turns = [int(match[1]) for name, kind in changed.items() if kind == "A" and (match := _JOURNAL.match(name))]
        layout = Layout(self.repository.root)
        if len(turns) == 1 and all(layout.is_result(name, turns[0]) for name in changed):
            return Made.TURN
        return Made.CLAIM if changed and all(_POSTED.match(name) for name in changed) else None

    def forward(self, commit: str) -> None:
        """Move the branch to a commit that comes after it, with its files."""
        # Whatever options the person has for merging this branch.
        self._git(["merge", "--quiet", "--ff-only", "--no-squash", "--no-stat", "--no-autostash", commit])

    def back(self, commit: str, dropped: Sequence[str]) -> None:
        """Move the branch to where it was, with its files; the tags of dropped commits go first."""
        for tag in self.tags_of(dropped):
            self._git(["tag", "--delete", tag])
        self._git(["reset", "--quiet", "--keep", commit])

    def _git(self, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Answer:
        answer = self._try(command, names, env)
        if answer.status != 0:
            raise failure(command[0], answer)
        return answer

    def _try(self, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Answer:
        return run_git(self.repository.root, command, names, env)
