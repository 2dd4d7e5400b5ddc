"""Where beaten troops go from a sector (docs/rules/barkhany.md, B-5.12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from turnproc.rulesets.barkhany.flight import rejoined, split_units
from turnproc.rulesets.barkhany.gb_happenings import SectorPart, SectorRefugeReason
from turnproc.rulesets.barkhany.gb_round import Round
from turnproc.rulesets.barkhany.ids import free_id
from turnproc.rulesets.barkhany.retreat import can_leave
from turnproc.rulesets.barkhany.state import Detachment


@dataclass(frozen=True, slots=True)
class SectorRefuge:
    """Where a beaten detachment goes, and by which of the rule's choices."""

    sector: str
    reason: SectorRefugeReason


def refuge(there: Round, detachment: str) -> SectorRefuge | None:
    """Where an organised retreat goes; None: it is trapped."""
    if not can_leave(there.state.detachments[detachment]):
        return None
    wanted = there.battle.posts[detachment].retreat_to
    if wanted is not None and _is_free(there, detachment)(wanted):
        return SectorRefuge(wanted, "designated")
    return flight_refuge(there, detachment)


def flight_refuge(there: Round, detachment: str) -> SectorRefuge | None:
    """The same where `gb_retreat_to` does not count: where the first part of a flight goes."""
    if not can_leave(there.state.detachments[detachment]):
        return None
    post, is_free = there.battle.posts[detachment], _is_free(there, detachment)
    if post.came_from is not None and is_free(post.came_from):
        return SectorRefuge(post.came_from, "entry")
    side = there.side_of(detachment)

    def rank(sector: str) -> tuple[bool, bool, str]:
        return (there.battle.sectors[sector].rear_of != side, not there.standing(sector, side), sector)

    free = [sector for sector in there.battle.sectors[post.sector].adjacent if is_free(sector)]
    return SectorRefuge(min(free, key=rank), "fallback") if free else None


def _is_free(there: Round, detachment: str) -> Callable[[str], bool]:
    """Which sectors are next door and free of the enemy?"""
    sector, side = there.sector_of(detachment), there.side_of(detachment)
    return lambda to: there.adjoins(sector, to) and not there.has_enemy(to, side)


def flee(there: Round, detachment: str) -> tuple[SectorPart, ...] | None:
    """The parts of a detachment in flight, after its losses; None: it is trapped."""
    to = flight_refuge(there, detachment)
    if to is None:
        return None
    whole: Detachment = there.state.detachments[detachment]
    first, *others = split_units(whole.units)
    parts: list[SectorPart] = []
    beside = _beside(there, detachment, to.sector)
    for at, units in enumerate(others):
        if units and at < len(beside) and can_leave(replace(whole, units=units)):
            name = free_id(f"{detachment}-t{there.state.turn}f{at + 2}", there.state.detachments)
            parts.append(SectorPart(id=name, sector=beside[at], units=units))
        else:
            first = rejoined(first, units)
    return (SectorPart(id=detachment, sector=to.sector, units=first), *parts)


def _beside(there: Round, detachment: str, to: str) -> list[str]:
    """The sectors without an enemy that border on the one that is lost and on the one where the first part goes."""
    sectors = there.battle.sectors
    both = sectors[there.sector_of(detachment)].adjacent & sectors[to].adjacent
    return sorted(each for each in both if not there.has_enemy(each, there.side_of(detachment)))
