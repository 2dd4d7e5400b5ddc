"""`turnproc status`: which turn is open, who has sent what kind of file, who is ready, what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.actions.play import play
from turnproc.actions.sealed_orders import game_masters_identity
from turnproc.diagnostics.model import Diagnostic
from turnproc.engine.dice import UnthrownError
from turnproc.engine.naming import Name
from turnproc.engine.rulings import Asked
from turnproc.store.layout import open_turn


class Sent(StrEnum):
    """What a speaker has sent: `orders: []` is a deliberate nothing, which is not the same as no file."""

    ORDERS = "sent"
    EMPTY = "empty"
    MISSING = "missing"
    REJECTED = "rejected"
    LATE = "late"
    STRUCK = "struck"
    SEALED = "sealed"
    NOTHING_TO_DECIDE = "nothing-to-decide"
    OPTIONAL = "optional"


@dataclass(frozen=True, slots=True)
class SpeakerStatus:
    """One speaker: orders that count are `sent` or `empty`; with `is_late` a later change of them came too late."""

    speaker: str
    name: Name
    player: str | None
    sent: Sent
    orders: int
    problems: int
    is_ready: bool
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """The open turn. `asked` are its questions as far as they can be known now; None: files do not allow to tell.

    Dice are never derived here, so the turn is looked at only as far as `unthrown`, the first roll that nobody threw.
    """

    turn: int
    documents: Documents
    game: Game | None
    diagnostics: list[Diagnostic]
    speakers: tuple[SpeakerStatus, ...]
    npc_orders: Mapping[str, int]
    asked: tuple[Asked, ...] | None
    unthrown: UnthrownError | None = None

    @property
    def is_closed(self) -> bool:
        """Do sealed orders, and nothing else, keep from telling which questions are open?"""
        return self.game is not None and bool(self.game.sealed.unopened) and not self.game.other_errors()

    @property
    def all_ready(self) -> bool:
        """Does every player from whom something is expected, or has come, agree that the turn ends now?"""
        return all_ready(self.speakers)


def status(root: Path) -> Status:
    """Look at the open turn. Nothing is written."""
    documents = Documents(root)
    game = open_game(documents, find=game_masters_identity)
    if game is None or game.before is None:
        return Status(open_turn(root), documents, game, documents.problems, (), {}, None)
    told = documents.problems
    resolution = None if game.other_errors() or game.sealed.unopened else play(game, render=False).resolution
    asked, unthrown = (None, None) if resolution is None else (resolution.asked, resolution.unthrown)
    speakers = speakers_of(game)
    npc_orders = {speaker: game.counts[speaker] for speaker in sorted(game.npc_orders)}
    return Status(game.turn, documents, game, told, speakers, npc_orders, asked, unthrown)


def speakers_of(game: Game) -> tuple[SpeakerStatus, ...]:
    """Everybody whom somebody plays or who has sent something, in order."""
    return tuple(
        _speaker_status(game, speaker)
        for speaker, entry in sorted(game.speakers.items())
        if entry.player is not None or speaker in game.sent or speaker in game.intake.late
    )


def all_ready(speakers: Sequence[SpeakerStatus]) -> bool:
    """Does every player from whom something is expected, or has come, agree that the turn ends now?"""
    unasked = (Sent.NOTHING_TO_DECIDE, Sent.OPTIONAL)
    played = [each for each in speakers if each.player is not None and each.sent not in unasked]
    return bool(played) and all(each.is_ready for each in played)


def _speaker_status(game: Game, speaker: str) -> SpeakerStatus:
    entry, count = game.speakers[speaker], game.counts.get(speaker, 0)
    is_late = speaker in game.intake.late
    problems = game.documents.errors_in(game.sent[speaker]) if speaker in game.sent else 0
    if speaker in game.struck():
        sent = Sent.STRUCK
    elif problems:
        sent = Sent.REJECTED
    elif speaker in game.sealed.unopened:
        sent = Sent.SEALED
    elif speaker in game.sent:
        sent = Sent.ORDERS if count else Sent.EMPTY
    elif is_late:
        sent = Sent.LATE
    else:
        expected = Sent.MISSING if entry.is_awaited else Sent.OPTIONAL
        sent = expected if entry.can_decide else Sent.NOTHING_TO_DECIDE
    is_ready = speaker in game.ready and sent in (Sent.ORDERS, Sent.EMPTY)
    return SpeakerStatus(speaker, entry.name, entry.player, sent, count, problems, is_ready, is_late)
