"""Folders as git keeps them: a new one made of an old one and some files, without a look at any other file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from turnproc.store.running_git import Answer

# Runs a git command that reads names from its input; raises an OperatorError where git cannot do it.
RunGit: TypeAlias = Callable[[Sequence[str], Sequence[str]], Answer]


def with_files(git: RunGit, tree: str, files: Mapping[str, str | None]) -> str:
    """A folder ("": none yet) with these files in it (None: without), by their path.

    A file is given as "100644 blob <id>". Gives the new folder's id, "" if nothing is left in it.
    """
    rows = git(["ls-tree", "-z", "--full-tree", tree], ()).fields if tree else []
    entries = {name: entry for entry, _, name in (row.partition("\t") for row in rows)}
    below: dict[str, dict[str, str | None]] = {}
    for path, entry in files.items():
        first, _, rest = path.partition("/")
        if rest:
            below.setdefault(first, {})[rest] = entry
        elif entry is None:
            entries.pop(first, None)
        else:
            entries[first] = entry
    for name, inner in below.items():
        _, kind, content = entries.get(name, "040000 tree ").split(" ")
        folder = with_files(git, content if kind == "tree" else "", inner)
        if folder:
            entries[name] = f"040000 tree {folder}"
        elif kind == "tree":
            entries.pop(name, None)
    if not entries:
        return ""
    return git(["mktree", "-z", "--missing"], [f"{entry}\t{name}" for name, entry in entries.items()]).text
