"""A general battle between two rounds (docs/rules/barkhany.md, B-5.1, B-5.2).

The troops themselves stay in `state.State`: their units, morale and blocks, and the hex of the battle as their hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.world import Fortification

Side: TypeAlias = Literal["a", "b"]
SIDES: Final[tuple[Side, ...]] = get_args(Side)


def other_side(side: Side) -> Side:
    """The enemy."""
    return "b" if side == "a" else "a"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sector:
    """A part of the field: the sectors that it borders on, and whose rear it is."""

    adjacent: frozenset[str]
    name: str = ""
    rear_of: Side | None = None
    fortification: Fortification = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Where a detachment stands, the sector that it left last, and the one where it goes if it is beaten."""

    sector: str
    came_from: str | None = None
    retreat_to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralBattle:
    """All of it, by id: the factions of each side, the sectors, the post of each detachment that takes part.

    `rounds` have been fought so far; `last_clash` is the turn of the last clash, at first the one before the opening.
    """

    id: str
    hex: Hex
    sides: Mapping[Side, frozenset[str]]
    sectors: Mapping[str, Sector]
    arrival: Mapping[Side, str]
    posts: Mapping[str, Post]
    last_clash: int
    rounds: int = 0

    def side_of(self, faction: str) -> Side | None:
        """The side of a faction; None: it has none."""
        return next((side for side in SIDES if faction in self.sides[side]), None)

    def rear(self, side: Side) -> str:
        """The rear of a side. Raises ValueError where it has none: `sectors.problems` finds that first."""
        found = [name for name, sector in sorted(self.sectors.items()) if sector.rear_of == side]
        if not found:
            raise ValueError(f"the side {side} has no rear")
        return found[0]
