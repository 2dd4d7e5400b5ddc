"""What is wrong with the file of a battle by itself (docs/rules/vidonico.md, section 9.2), beside the usual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

BATTLES: Final[Mapping[str, Message]] = {
    "E-TERRAIN/missing": Message(
        N_("it is not said on what kind of ground the battle is fought"),
        N_("add terrain: and one of {allowed}, below battle:"),
    ),
    "E-UNKNOWN/template-here": Message(
        N_("there is no template called “{id}” in this file"), N_("did you mean: {nearest}?\nadd it under templates:")
    ),
    "E-UNKNOWN/contingent-here": Message(
        N_("the side {side} has no contingent called “{id}”"), N_("did you mean: {nearest}?")
    ),
}
