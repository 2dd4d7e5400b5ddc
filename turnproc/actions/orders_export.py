"""`turnproc orders export`: the orders files of a turn as a text in the players' own notation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from turnproc.actions.documents import Documents
from turnproc.actions.orders_file import ORDERS_SOURCE
from turnproc.actions.orders_turn import open_orders
from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.diagnostics.order import sort_key
from turnproc.store.errors import OperatorError


@dataclass(frozen=True, slots=True)
class Exported:
    """The text, one part a speaker in the ruleset's order; files with errors are left out of it and told."""

    documents: Documents
    turn: int | None
    text: str
    speakers: tuple[str, ...]
    diagnostics: list[Diagnostic]

    @property
    def has_errors(self) -> bool:
        """Is something missing from the text?"""
        return any(each.is_error for each in self.diagnostics)


def export_orders(root: Path, turn: int | None, wanted: str | None, language: str | None) -> Exported:
    """Export a turn (default: the open one), or what one speaker sent for it.

    Raises:
        OperatorError: The ruleset has no notation (O030), or the one who is wanted sent nothing (O032).
    """
    documents, there, errors = open_orders(root, turn)
    if there is None:
        return Exported(documents, None, "", (), [*errors])
    notation, game = there.notation(language), there.game
    chosen = None if wanted is None else there.find_speaker(wanted)
    if isinstance(chosen, Diagnostic):
        return Exported(documents, there.turn, "", (), [chosen])
    if chosen is not None and chosen not in game.sent:
        raise OperatorError("O032", speaker=chosen, turn=there.turn)
    files = {file for speaker, file in game.sent.items() if chosen in (None, speaker)}
    problems = [each for each in documents.problems if each.is_error and each.place.file in files]
    closed = (file for file in game.sealed.unopened.values() if file in files)
    problems += [Diagnostic("C068/closed", Severity.ERROR, Place(file)) for file in closed]
    known = len(documents.diagnostics)
    parts = {}
    for speaker in game.speakers:
        if game.sent.get(speaker) in files and speaker in game.orders and speaker not in game.rejected():
            written = notation.write(game.orders[speaker], ORDERS_SOURCE + speaker)
            documents.tell(written.findings)
            parts[speaker] = written.value or ""
    problems = sorted([*problems, *documents.diagnostics[known:]], key=sort_key)
    return Exported(documents, there.turn, "\n".join(parts.values()), tuple(parts), problems)
