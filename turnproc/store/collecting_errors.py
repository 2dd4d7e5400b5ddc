"""What can be wrong with where orders are to be collected from: part of the messages of `turnproc.store.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

COLLECTING_MESSAGES: Final[Mapping[str, Message]] = {
    "O160": Message(
        text=N_("there is nothing called {path}"),
        hint=N_("give the folder into which you saved what the players sent, or one zip or mail (.eml)"),
    ),
    "O161": Message(
        text=N_("{path} is neither a folder nor a zip nor a saved mail (.eml)"),
        hint=N_("save what the players sent into a folder, and give that"),
    ),
    "O162": Message(
        text=N_("{path} has too many files: {count}, where {most} are allowed"),
        hint=N_("put what the players sent for this turn into a folder of its own"),
    ),
}
