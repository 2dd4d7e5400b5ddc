"""How a battle ends: the outcome, whether the winner can pursue, and the row of who flees (C-1 to C-4).

The two sides are 0 and 1, in the order of the battle event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.vidonico import tables
from turnproc.rulesets.vidonico.facts import OutcomeCode, Row
from turnproc.rulesets.vidonico.strength import Mustered, soldiers_of, terrain_value
from turnproc.rulesets.vidonico.world import TERRAINS, Settings, Terrain

SideAt: TypeAlias = Literal[0, 1]
Refusal: TypeAlias = Literal["refused", "no_cavalry", "too_few", "terrain"]


@dataclass(frozen=True, slots=True)
class Ended:
    """An outcome (C-1). `holder` is None where nobody holds the field; `flees` is who is in flight."""

    code: OutcomeCode
    holder: SideAt | None
    flees: SideAt | None = None

    @property
    def in_disorder(self) -> SideAt | None:
        """Who holds the field in disorder, and cannot move before the next day."""
        return self.holder if self.code == "chaos" else None

    def row(self, side: int, flight: Row) -> Row:
        """The loss row of a side; `flight` is the row of who flees (C-3)."""
        if side == self.holder:
            return "holds_field"
        if side == self.flees:
            return flight
        return "retreat_good_order" if self.code == "orderly" else "retreat_disorder"


def outcome(successes: Sequence[bool], leading: SideAt | None) -> Ended:
    """The outcome of two Tactics results (C-1).

    `leading` is the stronger side or, where both are equally strong, who won the tie; None: a mutual withdrawal if
    both succeeded or both failed.
    """
    first, second = successes
    if first != second:
        return Ended("clear_victory", 0, 1) if first else Ended("clear_victory", 1, 0)
    return Ended("orderly" if first else "chaos", leading)


def break_tie(totals: Sequence[int], settings: Settings) -> SideAt | Literal["mutual", "ask"]:
    """Who takes the stronger side's part where strengths and successes are equal, by unmultiplied totals (C-1).

    `ask`: the question `strength_tie/<battle>`, which has a default but for the house rule `gm`.
    """
    if settings.equal_strength == "mutual":
        return "mutual"
    first, second = totals
    if settings.equal_strength == "gm" or first == second:
        return "ask"
    return 0 if first > second else 1


@dataclass(frozen=True, slots=True)
class Chase:
    """Whether a winner can pursue over a terrain, in heads (C-2); `reason` is why he does not, None if he does."""

    cavalry: int
    total: int
    eligible: bool
    happened: bool
    reason: Refusal | None


def is_cavalry(each: Mustered, pursuit_terrain: Terrain, settings: Settings) -> bool:
    """Does a contingent count as cavalry in a pursuit over a terrain (C-2)?"""
    contingent = each.contingent
    if each.taking_part == 0:
        return False
    if contingent.species == "centaur":
        return settings.centaurs_are_cavalry and terrain_value("centaur", pursuit_terrain, settings) is not None
    if contingent.mount == "none" or terrain_value(contingent.mount, pursuit_terrain, settings) is None:
        return False
    return each.line.formation == "mounted" or settings.dismounted_may_pursue


def cavalry_of(side: Iterable[Mustered], pursuit_terrain: Terrain, settings: Settings) -> frozenset[str]:
    """The ids of the contingents that count as cavalry (C-2, F-2)."""
    return frozenset(each.contingent.id for each in side if is_cavalry(each, pursuit_terrain, settings))


def can_pursue(side: Sequence[Mustered], pursuit_terrain: Terrain, settings: Settings) -> bool:
    """Has a side enough cavalry for a pursuit over a terrain, whatever its orders (C-2)?"""
    cavalry = _cavalry(side, pursuit_terrain, settings)
    return cavalry >= 1 and 100 * cavalry >= settings.pursuit_min_cavalry_percent * soldiers_of(side)


def could_pursue(side: Sequence[Mustered], settings: Settings) -> bool:
    """Is there any terrain over which a side could pursue? Else nobody is asked for one (C-3)."""
    return any(can_pursue(side, terrain, settings) for terrain in TERRAINS)


def chase(side: Sequence[Mustered], pursuit_terrain: Terrain, settings: Settings, *, ordered: bool) -> Chase:
    """Does the winner of a clear victory pursue (C-2)? `ordered`: his commander's army has `pursue: true`."""
    cavalry = _cavalry(side, pursuit_terrain, settings)
    eligible = can_pursue(side, pursuit_terrain, settings)
    reason: Refusal | None = None
    if not ordered:
        reason = "refused"
    elif not eligible:
        reason = _why_not(side, settings)
    return Chase(cavalry, soldiers_of(side), eligible, eligible and ordered, reason)


def _why_not(side: Sequence[Mustered], settings: Settings) -> Refusal:
    if could_pursue(side, settings):
        return "terrain"
    anywhere = any(_cavalry(side, terrain, settings) for terrain in TERRAINS)
    return "too_few" if anywhere else "no_cavalry"


def _cavalry(side: Iterable[Mustered], pursuit_terrain: Terrain, settings: Settings) -> int:
    return sum(each.taking_part for each in side if is_cavalry(each, pursuit_terrain, settings))


def flight_row(pursuit_terrain: Terrain, *, pursued: bool) -> Row:
    """The loss row of a side in flight (C-3)."""
    if not pursued:
        return "flight_unpursued"
    return "flight_pursued_rough" if pursuit_terrain in tables.ROUGH_PURSUIT else "flight_pursued"
