"""Does what stands at the head of an orders file fit the place where it lies?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from turnproc.engine.finding import Finding
from turnproc.engine.ruleset import Reader

if TYPE_CHECKING:
    from turnproc.actions.game import Game


def envelope(game: Game, reader: Reader[Any], speaker: str, source: str) -> Iterator[Finding]:
    """The file's place fits its content: turn, file name and speaker. Its shape may be wrong otherwise."""
    data = game.documents.data(source)
    data = data if isinstance(data, dict) else {}
    turn, given = data.get("turn"), data.get("for")
    if isinstance(turn, int) and not isinstance(turn, bool) and turn != game.turn:
        yield Finding(source, "/turn", "C001", {"turn": turn, "open": game.turn})
    if isinstance(given, str):
        named = reader.find_speaker(given)
        if named is None:
            nearest = reader.nearest_speakers(given)
            yield Finding(source, "/for", "C003", {"speaker": given, "nearest": nearest})
            return
        if named != speaker:
            yield Finding(source, "/for", "C002", {"speaker": named, "file": speaker, "wanted": f"{named}.yaml"})
            return
    if speaker not in game.speakers:
        yield reader.why_silent(speaker, source)
