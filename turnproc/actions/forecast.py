"""`turnproc forecast FILE`: what one speaker's orders would do in the open turn while everybody else is idle.

Nothing of what others sent is used, nor anything that the game master prepared: a forecast says nothing that its
speaker could not know. What else is wrong in the turn's folder is no concern of it either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game
from turnproc.actions.validate import campaign_of_files
from turnproc.diagnostics.model import Diagnostic
from turnproc.engine.account import Forecast
from turnproc.engine.table import Table
from turnproc.report.language import Language
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout, open_turn


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What came of it. `forecast` is None where the file, or the campaign's own files, have errors."""

    turn: int
    speaker: str
    documents: Documents
    diagnostics: list[Diagnostic]
    forecast: Forecast | None = None


def forecast(file: Path, words: Callable[[Documents], Language]) -> Foreseen:
    """Foresee what an orders file of the open turn would do by itself.

    Raises:
        OperatorError: The file is none of the open turn (O058), or the rules make no forecasts (O057).
    """
    root, (name,), _ = campaign_of_files([file])
    turn, layout = open_turn(root), Layout(root)
    folder = layout.orders_folder(turn)
    if not (name.startswith(f"{folder}/") and name.endswith(".yaml") and layout.path(name).exists()):
        raise OperatorError("O058", file=name, turn=turn, folder=folder)
    speaker = name.removeprefix(f"{folder}/").removesuffix(".yaml")
    documents = Documents(root)
    game = open_game(documents, turn)
    problems = _problems(documents, name, layout.turn_folder(turn))
    orders = game.orders.get(speaker) if game is not None else None
    if game is None or orders is None or any(each.is_error for each in problems):
        return Foreseen(turn, speaker, documents, problems)
    ruleset = game.campaign.ruleset
    if ruleset.forecast is None:
        raise OperatorError("O057", ruleset=ruleset.name)
    table = Table(turn=turn, world=game.campaign.world, orders={speaker: orders})
    return Foreseen(turn, speaker, documents, problems, ruleset.forecast(game.before, table, speaker, words(documents)))


def _problems(documents: Documents, file: str, folder: str) -> list[Diagnostic]:
    """What is wrong with the file itself, and the errors of the campaign's files that stand in its way."""
    return [
        each
        for each in documents.problems
        if each.place.file == file or (each.is_error and not each.place.file.startswith(f"{folder}/"))
    ]
