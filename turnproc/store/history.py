"""What commits hold, read from git's own store: nothing is checked out, so nothing that somebody sent is ever run.

For pull requests. All names are paths from the top of the repository, whatever folder of it the campaign is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turnproc.source.limits import Limits
from turnproc.store.errors import OperatorError
from turnproc.store.repository import Repository
from turnproc.store.running_git import Answer, failure, run_git

# What git keeps of a file: an ordinary one, and those that are no mere content.
PLAIN, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"
NOTHING = "000000"

LONGEST_REV = 250

# Names of branches and tags, and ids of commits. Nothing of git's own language of revisions: no option, no range.
_REV = re.compile(r"(?![-/.])[^\x00-\x20\x7f~^:?*\[\\]+(?<![/.])\Z")
# As git would show the files: whatever the repository's or the person's configuration says.
_PLAINLY = ("-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-relative")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in a commit: git's mode for it, and the id of its content."""

    mode: str
    content: str


@dataclass(frozen=True, slots=True)
class Change:
    """A file that two commits have differently; `before` or `after` is None where the file is not there."""

    path: str
    before: Entry | None
    after: Entry | None


def is_rev(text: str) -> bool:
    """May this stand for a commit: an id, or the name of a branch or tag? Options and ranges may not."""
    return len(text) <= LONGEST_REV and _REV.match(text) is not None and ".." not in text and "@{" not in text


class History:
    """The commits of a repository. Every method may raise an `OperatorError`: git cannot do it (O007)."""

    def __init__(self, repository: Repository) -> None:
        """Read in this repository."""
        self._repository = repository

    def commit(self, rev: str) -> str:
        """The id of the commit that a name stands for.

        Raises:
            OperatorError: There is no such commit (O100).
        """
        if is_rev(rev):
            answer = self._try(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}"])
            if answer.status == 0:
                return answer.text
        raise OperatorError("O100", rev=rev)

    def is_cut_off(self) -> bool:
        """Was only a part of the history fetched?"""
        return self._git(["rev-parse", "--is-shallow-repository"]).text == "true"

    def common(self, one: str, other: str) -> Sequence[str]:
        """The last commits that two have in common: mostly one, none where they have nothing to do with each other."""
        answer = self._try(["merge-base", "--all", one, other])
        if answer.status not in (0, 1):
            raise failure("merge-base", answer)
        return answer.text.split()

    def since(self, base: str, head: str) -> Mapping[str, Sequence[str]]:
        """The commits of `head` that `base` does not have, the newest first, each with its parents."""
        rows = self._git(["rev-list", "--topo-order", "--parents", head, f"^{base}"]).text.splitlines()
        return {commit: parents for commit, *parents in (row.split() for row in rows)}

    def weight(self, base: str, head: str) -> int:
        """How many bytes come in with the commits of `head` that `base` does not have: contents, folders, messages."""
        objects = self._git(["rev-list", "--objects", "--no-object-names", head, f"^{base}"]).text
        sizes = self._git(["cat-file", "--batch-check=%(objectsize)", "--buffer"], [objects + "\n"]).text
        return sum(int(row) for row in sizes.splitlines() if row.isdigit())

    def files(self, commit: str) -> Mapping[str, Entry]:
        """Every file of a commit."""
        rows = self._git(["ls-tree", "-r", "-z", "--full-tree", commit]).fields
        # "mode kind id<tab>path"
        parts = [(*row.partition("\t")[0].split(" "), row.partition("\t")[2]) for row in rows]
        return {path: Entry(mode, content) for mode, _, content, path in parts}

    def changes(self, base: str, head: str) -> Sequence[Change]:
        """How the files of two commits differ, as they stand in git: a file that was moved is one less and one more."""
        return _changes(self._git(["diff-tree", *_PLAINLY, "--ignore-submodules=none", base, head]))

    def changed_by(self, commit: str) -> Sequence[Change]:
        """What a commit with one parent or none did."""
        command = ["diff-tree", *_PLAINLY, "--ignore-submodules=none", "--root", "--no-commit-id", commit]
        return _changes(self._git(command))

    def size(self, content: str) -> int:
        """How many bytes a content has."""
        return int(self._git(["cat-file", "-s", content]).text)

    def content(self, content: str, limits: Limits) -> bytes | None:
        """A content, None where it is larger than it may be."""
        return self._git(["cat-file", "blob", content]).raw if self.size(content) <= limits.size else None

    def _git(self, command: Sequence[str], given: Sequence[str] = ()) -> Answer:
        answer = self._try(command, given)
        if answer.status != 0:
            raise failure(command[0], answer)
        return answer

    def _try(self, command: Sequence[str], given: Sequence[str] = ()) -> Answer:
        # A commit is what its id says: nothing that somebody put in its place in this clone.
        return run_git(self._repository.root, ["--no-replace-objects", *command], given)


def _changes(answer: Answer) -> Sequence[Change]:
    """Read rows of the form ":mode mode id id letter<zero>path<zero>"."""
    fields = answer.fields
    found = []
    for head, path in zip(fields[::2], fields[1::2], strict=True):
        before, after, old, new, _ = head.removeprefix(":").split(" ")
        found.append(Change(path, _entry(before, old), _entry(after, new)))
    return found


def _entry(mode: str, content: str) -> Entry | None:
    return None if mode == NOTHING else Entry(mode, content)
