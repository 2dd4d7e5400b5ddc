"""`turnproc orders new`: an orders file to fill in, with what the speaker has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from turnproc.actions.documents import Documents
from turnproc.actions.editors import schema_file
from turnproc.actions.orders_turn import open_orders
from turnproc.diagnostics.model import Diagnostic
from turnproc.report.language import Language
from turnproc.store.layout import Layout

# What editors look for in the first rows of a file.
MODELINE: Final = "# yaml-language-server: $schema="


@dataclass(frozen=True, slots=True)
class NewOrders:
    """The text of the file, and where it belongs; None with what is in the way."""

    documents: Documents
    text: str | None
    file: str
    diagnostics: Sequence[Diagnostic]


def new_orders(root: Path, wanted: str, language: str | None = None) -> NewOrders:
    """Make the file of one speaker for the open turn."""
    documents, there, errors = open_orders(root, None)
    if there is None:
        return NewOrders(documents, None, "", errors)
    speaker = there.find_speaker(wanted)
    if isinstance(speaker, Diagnostic):
        return NewOrders(documents, None, "", [speaker])
    campaign = there.game.campaign
    words = Language.load(language or campaign.languages[0], campaign.ruleset.name)
    file = campaign.layout.orders_file(there.turn, speaker)
    text = campaign.ruleset.blank_orders(campaign.world, there.game.before, speaker, there.turn, words)
    return NewOrders(documents, _modeline(campaign.layout, file) + text, file, ())


def _modeline(layout: Layout, file: str) -> str:
    """The row that tells editors the schema, if the campaign has it: as seen from where the file belongs.

    Wherever it is written at first, it is sent there; a path that is right only here would be wrong then.
    """
    schema = schema_file("orders")
    if not layout.path(schema).is_file():
        return ""
    return f"{MODELINE}{'../' * file.count('/')}{schema}\n"
