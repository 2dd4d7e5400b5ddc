"""A general battle during a round: who stands where, and what has been done so far (docs/rules/barkhany.md, B-5.3).

Nothing is changed in place; `gb_applying.after` says what a happening makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnproc.rulesets.barkhany.gb_state import SIDES, GeneralBattle, Side, other_side
from turnproc.rulesets.barkhany.reserve_state import Reserve
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.world import World


@dataclass(frozen=True, slots=True)
class Assault:
    """A move into a sector or a `gb_attack` there, in sequence; `met`: the enemy stood there (B-5.7)."""

    sector: str
    side: Side
    is_move: bool
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds:
    """What has been done in a round. `number` is its place in the turn, from 1.

    `began` has the sides that stood in each sector when it began. Detachments: `entered` in which sector this round,
    `attacking` in which, `fired` into which, `ordered` those that were ordered anything.
    """

    number: int
    began: Mapping[str, frozenset[Side]] = field(default_factory=dict)
    assaults: tuple[Assault, ...] = ()
    entered: Mapping[str, str] = field(default_factory=dict)
    attacking: Mapping[str, str] = field(default_factory=dict)
    fired: Mapping[str, str] = field(default_factory=dict)
    ordered: frozenset[str] = frozenset()
    reserves: Mapping[str, Reserve] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    """A general battle with all that it depends on."""

    world: World
    state: State
    battle: GeneralBattle
    done: Deeds

    def side_of(self, detachment: str) -> Side:
        """The side of a detachment of the battle. Raises ValueError for one of neither."""
        side = self.battle.side_of(self.state.faction_of(self.state.detachments[detachment].commander))
        if side is None:
            raise ValueError(f"{detachment} is on no side")
        return side

    def sector_of(self, detachment: str) -> str:
        """Where a detachment of the battle stands."""
        return self.battle.posts[detachment].sector

    def standing(self, sector: str, side: Side) -> list[Detachment]:
        """The detachments of a side in a sector, in ascending id."""
        return [
            self.state.detachments[name]
            for name, post in sorted(self.battle.posts.items())
            if post.sector == sector and self.side_of(name) == side
        ]

    def has_enemy(self, sector: str, side: Side) -> bool:
        """Does the enemy of a side stand in a sector?"""
        return bool(self.standing(sector, other_side(side)))

    def sides_in(self, sector: str) -> frozenset[Side]:
        """The sides that stand in a sector."""
        return frozenset(side for side in SIDES if self.standing(sector, side))

    def adjoins(self, one: str, other: str) -> bool:
        """Does a sector border on another one?"""
        return other in self.battle.sectors[one].adjacent

    def is_engaged(self, detachment: str) -> bool:
        """Has an enemy entered its sector in this round, and is he still there (B-5.5)?"""
        sector, side = self.sector_of(detachment), self.side_of(detachment)
        return any(self.done.entered.get(each.id) == sector for each in self.standing(sector, other_side(side)))

    def reserve_of(self, detachment: str) -> Reserve | None:
        """The reserve that a detachment waits in; None: it is in none, or in one that is dissolved."""
        return next(
            (
                each
                for _, each in sorted(self.done.reserves.items())
                if detachment in each.detachments and not each.is_dissolved
            ),
            None,
        )

    def beginning(self, number: int) -> Round:
        """The same at the beginning of a round."""
        began = {sector: self.sides_in(sector) for sector in sorted(self.battle.sectors)}
        return Round(self.world, self.state, self.battle, Deeds(number=number, began=began))
