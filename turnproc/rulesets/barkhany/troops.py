"""The types of troops as data (docs/rules/barkhany.md, sections 2.4 and 10, B-6.1); others do something with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias, get_args

Mobility: TypeAlias = Literal["immobile", "infantry", "cavalry"]
Gear: TypeAlias = Literal[
    "light_armour", "heavy_armour", "melee_weapon", "bow", "culverin", "horse_and_tack", "heavy_barding_and_tack"
]
Kit: TypeAlias = Mapping[Gear, Fraction]

GEAR: Final[tuple[Gear, ...]] = get_args(Gear)
_ONE: Final = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TroopType:
    """A row of the table. `strength` and `cost` are for a hundred men, with `is_engine` for one piece.

    `kit` is the gear of one man; None for what is neither source nor target of a re-equipment.
    """

    strength: Fraction
    movement: int
    cost: Fraction
    is_cavalry: bool = False
    is_shooter: bool = False
    is_engine: bool = False
    is_joke: bool = False
    # Only factions with this tag may hire them.
    hire_tag: str | None = None
    kit: Kit | None = None

    @property
    def mobility(self) -> Mobility:
        """What the movement makes of them (B-3.2)."""
        if self.movement == 0:
            return "immobile"
        return "infantry" if self.movement == 1 else "cavalry"


def _foot(strength: int, cost: int, kit: Kit | None, *, shoots: bool = False, tag: str | None = None) -> TroopType:
    return TroopType(
        strength=Fraction(strength), movement=1, cost=Fraction(cost), is_shooter=shoots, kit=kit, hire_tag=tag
    )


def _horse(strength: int, cost: int, kit: Kit, *, shoots: bool = False, tag: str | None = None) -> TroopType:
    return TroopType(
        strength=Fraction(strength),
        movement=2,
        cost=Fraction(cost),
        is_cavalry=True,
        is_shooter=shoots,
        kit=kit,
        hire_tag=tag,
    )


def _joke(strength: str, movement: int, cost: int, *, engine: bool = False) -> TroopType:
    return TroopType(
        strength=Fraction(strength),
        movement=movement,
        cost=Fraction(cost),
        is_cavalry=movement > 1,
        is_engine=engine,
        is_joke=True,
    )


# In the order of the rules' table, which is that of reports.
TROOPS: Final[Mapping[str, TroopType]] = {
    "militia": _foot(1, 1, {}, tag="rebels"),
    "light_infantry": _foot(3, 3, {"light_armour": _ONE, "melee_weapon": _ONE}),
    "archers": _foot(5, 8, {"bow": _ONE}, shoots=True),
    "heavy_infantry": _foot(5, 5, {"heavy_armour": _ONE}),
    "horse_militia": _horse(3, 6, {"horse_and_tack": _ONE}, tag="nomads"),
    "light_cavalry": _horse(4, 8, {"horse_and_tack": _ONE, "light_armour": _ONE}),
    "horse_archers": _horse(5, 13, {"horse_and_tack": _ONE, "light_armour": _ONE, "bow": _ONE}, shoots=True),
    # The horse is printed nowhere: `heavy_cavalry_needs_horse` (B-6.2).
    "heavy_cavalry": _horse(8, 16, {"heavy_barding_and_tack": _ONE, "heavy_armour": _ONE, "horse_and_tack": _ONE}),
    "siege_engines": TroopType(strength=Fraction(25), movement=1, cost=Fraction(25), is_engine=True),
    "culveriners": _foot(5, 6, {"culverin": Fraction(1, 2)}, shoots=True),
    "club_men": _joke("0.1", 1, 1),
    "rangers": _joke("5", 1, 2),
    "poachers": _joke("5", 1, 2),
    "mega_heavy_infantry": _joke("20", 0, 6),
    "flick_riders": _joke("3", 2, 6),
    "heavy_horse_artillery": _joke("50", 2, 60, engine=True),
}
# Of each at most `siege_limit` for a player (B-2.6).
LIMITED: Final = frozenset({"siege_engines", "heavy_horse_artillery"})
GENERAL_COST: Final = Fraction(2)
