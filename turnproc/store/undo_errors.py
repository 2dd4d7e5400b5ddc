"""What can keep a turn from being taken back: part of the messages of `turnproc.store.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

UNDO_MESSAGES: Final[Mapping[str, Message]] = {
    "O150": Message(
        text=N_("turn {turn} cannot be taken back: turn {last} was resolved after it"),
        hint=N_("take back turn {last} first, or correct the state by events in the open turn's gm.yaml"),
    ),
    "O151": Message(
        text=N_("turn {turn} is not resolved, so there is nothing to take back"),
        hint=N_("only the last turn that was resolved can be taken back: {last}"),
    ),
    "O152": Message(
        text=N_("turn {turn} is taken back already"),
        hint=N_("it is open again; turnproc resolve makes revision {revision} of it"),
    ),
    "O153": Message(
        text=N_("{file} is not the one that was committed with the tag {tag}"),
        hint=N_("put it back first: git checkout {tag} -- {file}"),
    ),
    "O154": Message(
        text=N_("a reason has 1 to {most} characters; this one has {count}"),
        hint=N_('say in a sentence why the turn is taken back, players will read it: --reason "…"'),
    ),
    "O155": Message(
        text=N_("these files were published with turn {turn} and have been changed since: {files}"),
        hint=N_("put them back as they were, or delete them; what was sealed stands in the .age files beside them"),
    ),
    "O156": Message(
        text=N_("turn {turn} cannot be taken back, since a file of it cannot be read: {files}"),
        hint=N_("put it back as it is in git; turnproc verify says what is wrong with it"),
    ),
    "O157": Message(
        text=N_("these files were changed while turn {turn} was being taken back: {files}"),
        hint=N_("nothing was written; run turnproc again when nobody changes them any more"),
    ),
    "O163": Message(
        text=N_("turn {turn} is not resolved, so there is nothing to take back"),
        hint=N_("no turn of this campaign is resolved yet; turnproc status shows how it stands"),
    ),
}
