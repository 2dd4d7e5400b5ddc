"""May a turn be resolved now: has its last moment passed, or do all agree? The time comes from whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from turnproc.actions.game import Game
from turnproc.actions.status import SpeakerStatus, all_ready, speakers_of


def is_due(game: Game, now: datetime) -> bool:
    """Has the deadline with its grace passed at `now`, or does everybody agree that the turn ends early?

    A turn that was taken back never ends by itself: something has to be mended first, and nobody else knows when it is.
    """
    if game.timing.revision > 1:
        return False
    limit = game.timing.limit
    speakers: Sequence[SpeakerStatus] = speakers_of(game)
    return (limit is not None and now > limit) or all_ready(speakers)
