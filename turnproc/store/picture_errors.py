"""What can keep a picture of the map from being drawn: part of the messages of `turnproc.store.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

PICTURE_MESSAGES: Final[Mapping[str, Message]] = {
    "O170": Message(
        text=N_("to draw a PNG, turnproc needs the package resvg-py, which is not installed"),
        hint=N_('install it: pip install "turnproc[png]"; or ask for an SVG, which needs nothing'),
    ),
    "O171": Message(
        text=N_("the ruleset {ruleset} draws no map"),
        hint=N_("pictures are made by the ruleset, and this one has none"),
    ),
    "O172": Message(
        text=N_("{path} is to be neither an SVG nor a PNG"),
        hint=N_("give the picture a name that ends in .svg or .png: -o map.svg"),
    ),
    "O173": Message(
        text=N_("pictures cannot be drawn: {words}"),
        hint=N_("install turnproc again; letters would be missing from the picture"),
    ),
    "O174": Message(
        text=N_("there are no moves at the start of the game"),
        hint=N_("leave out --moves, or name a turn that was resolved: --turn 1"),
    ),
    "O175": Message(
        text=N_("turn {turn} has no state yet"),
        hint=N_("the last turn that can be drawn is {last}"),
    ),
}
