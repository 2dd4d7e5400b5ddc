"""When a turn ends, for people and for programs: in the campaign's zone and in UTC, never in the machine's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from turnproc.actions.game import Game
    from turnproc.report.language import Language


def deadline_data(game: Game) -> dict[str, Any] | None:
    """The deadline with its grace and the last moment; None where the turn has none."""
    from turnproc.source.times import write_time

    timing = game.timing
    if timing.deadline is None or timing.limit is None:
        return None
    opens = None if timing.opens is None else write_time(timing.opens)
    local = timing.deadline.astimezone(_zone(game)).isoformat()
    return {
        "opens": opens,
        "at": write_time(timing.deadline),
        "local": local,
        "grace": timing.grace,
        "until": write_time(timing.limit),
    }


def deadline_line(game: Game, words: Language) -> str | None:
    """The deadline in one row; None where the turn has none."""
    from datetime import UTC

    from turnproc.actions.cadence import in_zone
    from turnproc.diagnostics.catalogue import N_

    timing, zone = game.timing, _zone(game)
    if timing.deadline is None:
        return None
    offset = timing.deadline.astimezone(zone).isoformat()[-6:]
    is_utc = offset == "+00:00"
    text = N_("Deadline: {local} ({zone}), that is {utc} UTC.")
    if timing.grace:
        text = N_("Deadline: {local} ({zone}), that is {utc} UTC; minutes of grace after it: {grace}.")
    if is_utc:
        text = N_("Deadline: {local} ({zone}).")
        if timing.grace:
            text = N_("Deadline: {local} ({zone}); minutes of grace after it: {grace}.")
    shown = "UTC" if is_utc else offset
    return words.text(text).format(
        local=in_zone(timing.deadline, zone),
        zone=shown if zone is timing.deadline.tzinfo else f"{zone}, {shown}",
        utc=in_zone(timing.deadline, UTC),
        grace=timing.grace,
    )


def early_lines(game: Game, now: datetime, words: Language) -> Iterator[str]:
    """That a turn was ended before its time, where somebody who could still have sent orders had sent none."""
    from turnproc.diagnostics.catalogue import N_, safe

    absent, limit = game.absent(), game.timing.limit
    if limit is None or now > limit or not absent:
        return
    names = ", ".join(safe(game.speakers[speaker].name.in_words(words.code)) for speaker in absent)
    text = N_("The deadline of turn {turn} has not passed yet, and nothing that counts had come from: {names}.")
    yield words.text(text).format(turn=game.turn, names=names)
    yield deadline_line(game, words) or ""
    yield words.text(N_("If that was a slip, turnproc undo takes the turn back."))


def _zone(game: Game) -> Any:
    from turnproc.actions.cadence import zone_of

    deadline = game.timing.deadline
    return zone_of(game.campaign.data) or (None if deadline is None else deadline.tzinfo)
