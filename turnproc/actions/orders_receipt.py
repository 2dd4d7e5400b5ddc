"""`turnproc orders receipt`: what one orders file says, told back to whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from turnproc.actions.arrivals import Received
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game
from turnproc.actions.orders_file import ORDERS_SOURCE
from turnproc.actions.orders_turn import OrdersTurn, open_orders
from turnproc.actions.received import arrival, recorded
from turnproc.actions.validate import campaign_of_files
from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.engine.naming import Name
from turnproc.engine.notation import InWords
from turnproc.engine.ruleset import Words
from turnproc.store.layout import Layout


@dataclass(frozen=True, slots=True)
class Receipt:
    """One file. `speaker` is None where it is no orders file, or where nothing can be known of its turn."""

    documents: Documents
    file: str
    turn: int | None
    game: Game | None
    speaker: str | None
    diagnostics: Sequence[Diagnostic]

    @property
    def has_errors(self) -> bool:
        """Does the file count as nothing?"""
        return any(each.is_error for each in self.diagnostics)

    @property
    def sha256(self) -> str | None:
        """The fingerprint of the file's content, as journals write it."""
        return self.documents.hashes.get(self.file)

    @property
    def received(self) -> Received | None:
        """When the content came in and how that is known, as far as anything says so."""
        game, speaker = self.game, self.speaker
        if game is None or speaker is None:
            return None
        there = game.intake.received.get(speaker) or recorded(game, speaker)
        there = there or arrival(game, speaker, self.file)
        return there if there.at is not None else None

    @property
    def name(self) -> Name | None:
        """What the speaker is called."""
        known = None if self.game is None or self.speaker is None else self.game.speakers.get(self.speaker)
        return None if known is None else known.name

    @property
    def is_ready(self) -> bool:
        """Does the speaker agree that the turn may end early?"""
        return self.game is not None and self.speaker in self.game.ready

    @property
    def message(self) -> str:
        """The words for the report."""
        data = None if self.speaker is None else self.documents.data(ORDERS_SOURCE + self.speaker)
        message = data.get("message") if isinstance(data, dict) else None
        return message if isinstance(message, str) else ""

    @property
    def is_closed(self) -> bool:
        """Is the file sealed, so that it is told only that it came?"""
        return self.game is not None and self.speaker in self.game.sealed.unopened

    def in_words(self, words: Words) -> InWords | None:
        """The orders in sentences; None for a file with errors."""
        if self.has_errors or self.game is None or self.speaker not in self.game.orders:
            return None
        campaign = self.game.campaign
        return campaign.ruleset.in_words(campaign.world, self.game.before, self.game.orders[self.speaker], words)


def receipt(file: Path) -> Receipt:
    """Read one orders file with all that it is checked against.

    Raises:
        OperatorError: The file lies in no campaign (O001).
    """
    root, (name,), turn = campaign_of_files([file])
    documents, there, errors = open_orders(root, turn)
    if there is None:
        return Receipt(documents, name, None, None, None, errors)
    speaker = _speaker_of(name, there)
    if speaker is None:
        late = [each for each in documents.problems if each.place.file == name and each.code == "C072"]
        if late:
            return Receipt(documents, name, there.turn, there.game, None, late)
        wanted = Layout(root).orders_file(there.turn, "<id>")
        stranger = Diagnostic("C037", Severity.ERROR, Place(name), {"file": name, "wanted": wanted})
        return Receipt(documents, name, there.turn, there.game, None, [stranger])
    problems = [each for each in documents.problems if each.place.file == name]
    return Receipt(documents, name, there.turn, there.game, speaker, problems)


def _speaker_of(file: str, there: OrdersTurn) -> str | None:
    return next((speaker for speaker, sent in there.game.sent.items() if sent == file), None)
