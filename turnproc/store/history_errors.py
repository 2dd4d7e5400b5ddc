"""What can be wrong with the commits that a command was given: part of the messages of `turnproc.store.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

HISTORY_MESSAGES: Final[Mapping[str, Message]] = {
    "O100": Message(
        text=N_("the repository has no commit {rev}"),
        hint=N_("name a commit by its id, a branch or a tag; it has to be fetched before (git fetch)"),
    ),
    "O101": Message(
        text=N_("{folder} is not in a git repository, and a pull request is read from one"),
        hint=N_("run it in a clone of the campaign's repository"),
    ),
    "O102": Message(
        text=N_("only a part of the repository's history is here, so nobody can tell what the pull request changes"),
        hint=N_("fetch all of it: git fetch --unshallow; for actions/checkout: fetch-depth: 0"),
    ),
    "O103": Message(
        text=N_("the campaign {folder} is not in the commit {commit}, to which the pull request is to go"),
        hint=N_("name the branch that the campaign is played on with --base, and the campaign's folder"),
    ),
}
