"""`turnproc orders new`: an orders file to fill in, with what the speaker has."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
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


def new_orders(root: Path, wanted: str, output: Path | None = None, language: str | None = None) -> NewOrders:
    """Make the file of one speaker for the open turn; `output` is where it will lie, if not where it belongs."""
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
    place = campaign.layout.path(file) if output is None else output.resolve()
    return NewOrders(documents, _modeline(campaign.layout, place) + text, file, ())


def _modeline(layout: Layout, place: Path) -> str:
    """The row that tells editors the schema, if the campaign has it."""
    schema = layout.path(schema_file("orders"))
    if not schema.is_file():
        return ""
    try:
        path = PurePath(os.path.relpath(schema, place.parent)).as_posix()
    except ValueError:  # on another drive of Windows
        path = schema.as_uri()
    return f"{MODELINE}{path}\n"
