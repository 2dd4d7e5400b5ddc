"""Moves, attacks and withdrawals in a general battle (docs/rules/barkhany.md, B-5.4, B-5.5, B-5.7, B-5.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from turnproc.rulesets.barkhany.gb_happenings import (
    Event,
    GbAttacked,
    GbDissolved,
    GbFailure,
    GbMoved,
    GbWithdrawn,
)
from turnproc.rulesets.barkhany.gb_round import Round
from turnproc.rulesets.barkhany.gb_state import Side
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.options import REACH, mobility_of
from turnproc.rulesets.barkhany.retreat import Rout, can_leave

# The codes of the checks (section 3.1) where a file can be known to be wrong before the round.
CODES: Final[Mapping[GbFailure, str]] = {
    "range": "E-GB-RANGE",
    "apart": "E-GB-ADJ",
    "friends": "E-GB-FRIEND",
    "fired": "E-GB-FIRED",
    "no_shooters": "E-GB-NOSHOOT",
    "outside": "E-GB-OUT",
    "not_ready": "E-READY",
}


def presence_refusal(there: Round, detachment: str) -> GbFailure | None:
    """Why a detachment cannot be given any order of the battle; None: it can (B-5.3, B-4.17, B-2.7)."""
    if detachment not in there.state.detachments:
        return "gone"
    if detachment not in there.battle.posts:
        return "outside"
    known = there.state.detachments[detachment]
    if known.is_broken:
        return "broken"
    return "not_ready" if known.ready_from > there.state.turn else None


def action_refusal(there: Round, detachment: str) -> GbFailure | None:
    """The same for what is done in the sequence of the round: reserves wait (B-5.9)."""
    return presence_refusal(there, detachment) or ("reserve" if there.reserve_of(detachment) is not None else None)


def _going_refusal(there: Round, detachment: str) -> GbFailure | None:
    """One move or one withdrawal a round, and none after shots (B-5.4, B-5.6)."""
    refusal = action_refusal(there, detachment)
    if refusal is not None:
        return refusal
    if detachment in there.done.entered:
        return "moved"
    return "fired" if detachment in there.done.fired else None


def move_refusal(there: Round, detachment: str, path: Sequence[str]) -> GbFailure | None:
    """Why a detachment cannot set out along sectors; None: it can."""
    refusal = _going_refusal(there, detachment)
    if refusal is not None:
        return refusal
    if len(path) > REACH[mobility_of(there.state.detachments[detachment].units)]:
        return "range"
    post = there.battle.posts[detachment]
    at = post.sector
    for to in path:
        if to not in there.battle.sectors:
            return "sector"
        if not there.adjoins(at, to):
            return "apart"
        at = to
    if there.is_engaged(detachment):
        return "engaged"
    return "blocked" if _is_held(there, detachment, path) else None


def _is_held(there: Round, detachment: str, path: Sequence[str]) -> bool:
    """Does an enemy who was there before the round hold it, and may it not go this way (B-3.7)?"""
    post = there.battle.posts[detachment]
    is_blocked = there.state.detachments[detachment].is_blocked
    if not is_blocked or not there.has_enemy(post.sector, there.side_of(detachment)):
        return False
    match there.world.settings.blocked_withdrawal:
        case "none":
            return True
        case "entry_hex":
            return tuple(path) != (post.came_from,)
        case "any":
            return len(path) > 1


def move(there: Round, detachment: str, path: Sequence[str]) -> tuple[Event, ...]:
    """What a move does that nothing refuses: an enemy in the middle sector ends it there (B-5.4)."""
    side = there.side_of(detachment)
    walked = [there.sector_of(detachment)]
    for to in path:
        walked.append(to)
        if there.has_enemy(to, side):
            break
    met = there.has_enemy(walked[-1], side)
    moved = GbMoved(detachment=detachment, side=side, path=tuple(walked), met=met)
    return (moved, *_dissolved(there, moved.to, side))


def _dissolved(there: Round, sector: str, side: Side) -> Iterator[Event]:
    for name, reserve in sorted(there.done.reserves.items()):
        if reserve.sector == sector and reserve.side != side and not reserve.is_dissolved:
            yield GbDissolved(reserve=name)


def attack(there: Round, detachment: str) -> GbAttacked:
    """A detachment is to fight where it stands (B-5.7)."""
    side, sector = there.side_of(detachment), there.sector_of(detachment)
    return GbAttacked(detachment=detachment, side=side, sector=sector, met=there.has_enemy(sector, side))


def withdrawal_refusal(there: Round, detachment: str, to: Hex) -> GbFailure | None:
    """Why a detachment cannot leave the battle for a hex; None: it can (B-5.13)."""
    refusal = _going_refusal(there, detachment)
    if refusal is not None:
        return refusal
    side, sector = there.side_of(detachment), there.sector_of(detachment)
    if there.battle.sectors[sector].rear_of != side:
        return "not_in_rear"
    if there.has_enemy(sector, side):
        return "engaged"
    leaver = there.state.detachments[detachment]
    if not can_leave(leaver):
        return "range"
    return None if Rout(there.world, there.state, there.battle.hex).is_legal(leaver, to) else "hex"


def withdraw(there: Round, detachment: str, to: Hex) -> GbWithdrawn:
    """A detachment leaves the battle; it is back on the map in the next turn."""
    leaver = there.state.detachments[detachment]
    rout = Rout(there.world, there.state, there.battle.hex)
    return GbWithdrawn(
        detachment=detachment,
        start=there.battle.hex,
        to=to,
        is_inside=rout.walls_at(leaver, to),
        by_boat=leaver.is_in_boats,
        aboard=None if leaver.is_in_boats else rout.fleet_at(leaver, to),
    )
