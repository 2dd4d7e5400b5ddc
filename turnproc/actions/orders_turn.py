"""What the commands about orders begin with: one turn of a campaign, as far as it can be known.

`import`, `export`, `new` and `receipt` need the published state and who may speak; what is wrong with other speakers'
files is no concern of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.diagnostics.model import Diagnostic, Param, Place
from turnproc.engine.finding import Finding
from turnproc.engine.notation import Notation
from turnproc.engine.ruleset import Reader, Words
from turnproc.report.language import LANGUAGES, Language
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout, open_turn

# Where a name stood that was no part of any file.
FOR_OPTION = "--for"


@dataclass(frozen=True, slots=True)
class OrdersTurn:
    """A turn that is about to get orders. `reader` reads them; `game` has those that are there."""

    documents: Documents
    turn: int
    game: Game
    reader: Reader[Any]

    def notation(self, language: str | None) -> Notation[Any]:
        """The ruleset's notation, writing in a language (default: the campaign's first) and reading all.

        Raises:
            OperatorError: The ruleset has none (O030).
        """
        campaign = self.game.campaign
        ruleset = campaign.ruleset
        if ruleset.notation is None:
            raise OperatorError("O030", ruleset=ruleset.name)
        wanted = [code for code in (language, *campaign.languages) if code is not None]
        codes = dict.fromkeys([*wanted, *LANGUAGES])
        words: list[Words] = [Language.load(code, ruleset.name) for code in codes]
        return ruleset.notation(campaign.world, self.game.before, words)

    def find_speaker(self, text: str) -> str | Diagnostic:
        """Who is meant by the option `--for`, or why nobody is who could give orders."""
        speaker = self.reader.find_speaker(text)
        if speaker is not None and speaker in self.game.speakers:
            return speaker
        if speaker is not None:
            silent = self.documents.placed(self.reader.why_silent(speaker, FOR_OPTION))
        else:
            params: dict[str, Param] = {"speaker": text, "nearest": self.reader.nearest_speakers(text)}
            silent = self.documents.placed(Finding(FOR_OPTION, "", "C003", params))
        return Diagnostic(silent.message, silent.severity, Place(FOR_OPTION), silent.params)


def open_orders(root: Path, turn: int | None) -> tuple[Documents, OrdersTurn | None, Sequence[Diagnostic]]:
    """Open a turn (default: the open one). None, with the errors that are in the way, if nothing can be known of it."""
    documents = Documents(root)
    turn = open_turn(root) if turn is None else turn
    game = open_game(documents, turn)
    folder = f"{Layout(root).turn_folder(turn)}/"
    errors = [each for each in documents.problems if each.is_error and not each.place.file.startswith(folder)]
    if errors or game is None or game.reader is None:
        return documents, None, errors
    return documents, OrdersTurn(documents, turn, game, game.reader), ()
