"""What never changes during a campaign of barkhany: map and house rules (docs/rules/barkhany.md, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, TypeAlias, get_args

from turnproc.engine.naming import Name
from turnproc.rulesets.barkhany.hexes import Hex

Terrain: TypeAlias = Literal[
    "plain", "dunes", "hills", "forest", "mountains", "town", "swamp", "quicksand", "lake", "sea", "impassable"
]
Fortification: TypeAlias = Literal["none", "minor", "major"]
# What a march penalty is for: one step and an attack on foot, breaking off on horseback, two steps and an attack there.
Penalised: TypeAlias = Literal["I2", "C3", "C4"]
Row: TypeAlias = Literal[1, 2, 3, 4, 5]
Outcome: TypeAlias = Literal[
    "contested_both_blocked", "contested_winner_free", "field_won_loser_retreats", "field_won_loser_flees"
]

TERRAINS: Final[tuple[Terrain, ...]] = get_args(Terrain)
# Open on foot and on horseback; joke artillery alone may enter `BOGS`, too.
LAND: Final[frozenset[Terrain]] = frozenset({"plain", "dunes", "hills", "forest", "mountains", "town"})
BOGS: Final[frozenset[Terrain]] = frozenset({"swamp", "quicksand"})


@dataclass(frozen=True, slots=True)
class Step:
    """A row of a modifier table: up to this ratio (or from it on, for the arms) the modifier is this."""

    ratio: Fraction
    modifier: int


@dataclass(frozen=True, slots=True)
class LossRow:
    """A row of T-LOSS (B-4.14): `most` is the largest difference of the row, None for the last."""

    most: int | None
    winner_pct: Fraction
    loser_pct: Fraction
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Walls:
    """What a fortification adds, in percent: against an enemy without siege engines, and with them (B-4.5)."""

    plain: Fraction
    besieged: Fraction


def _steps(*rows: tuple[str, int]) -> tuple[Step, ...]:
    return tuple(Step(Fraction(ratio), modifier) for ratio, modifier in rows)


STRENGTH_TABLE: Final = _steps(("1.2", 0), ("1.4", 1), ("1.7", 2), ("2", 3), ("3", 4), ("5", 5))
CAVALRY_TABLE: Final = _steps(("1.5", 1), ("3", 4))
SHOOTER_TABLE: Final = _steps(("2", 2), ("3", 4))
LOSS_TABLE: Final = (
    LossRow(1, Fraction(20), Fraction(20), "contested_both_blocked"),
    LossRow(4, Fraction(10), Fraction(25), "contested_winner_free"),
    LossRow(7, Fraction(5), Fraction(40), "field_won_loser_retreats"),
    LossRow(12, Fraction(5), Fraction(55), "field_won_loser_retreats"),
    LossRow(None, Fraction(2), Fraction(80), "field_won_loser_flees"),
)
FORTIFICATIONS: Final[Mapping[Fortification, Walls]] = {
    "none": Walls(Fraction(0), Fraction(0)),
    "minor": Walls(Fraction(20), Fraction(5)),
    "major": Walls(Fraction(40), Fraction(10)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """House rules (section 2.2), by the names that campaign.yaml has for them."""

    cadence_days: int = 7
    attack_reach: Literal["adjacent", "same_hex"] = "adjacent"
    attack_penalty: Literal["midpoint", "low", "high", "roll", "ask"] = "midpoint"
    enemy_hex_stops: bool = True
    blocked_withdrawal: Literal["none", "entry_hex", "any"] = "entry_hex"
    control_by_entry: bool = True
    # The first row counts below its ratio only, the others up to it (B-4.7).
    strength_table: tuple[Step, ...] = STRENGTH_TABLE
    over_five: int | None = 6
    over_five_cap: bool = True
    cavalry_table: tuple[Step, ...] = CAVALRY_TABLE
    shooter_table: tuple[Step, ...] = SHOOTER_TABLE
    zero_arm_rule: Literal["top_bonus", "no_bonus"] = "top_bonus"
    arm_min_share_pct: Fraction = Fraction(10)
    fortifications: Mapping[Fortification, Walls] = field(default_factory=lambda: FORTIFICATIONS)
    loss_table: tuple[LossRow, ...] = LOSS_TABLE
    survivor_rounding: Literal["half_up", "ceil", "floor"] = "half_up"
    general_morale_pct: Fraction = Fraction(8)
    general_stacking: Literal["max", "sum"] = "max"
    hire_window: Literal["any", "setup"] = "any"
    hire_ready: Literal["next_turn", "at_once"] = "next_turn"
    siege_limit: int = 2
    allow_joke_units: bool = False
    reequip_penalty_pct: Fraction = Fraction(25)
    reequip_penalty_turns: int | None = None
    heavy_cavalry_needs_horse: bool = True
    loot_rate_pct: Fraction = Fraction(0)
    fleet_hexes_per_half_day: int = 2
    boat_max_men: int = 50
    boat_moves: int | None = None
    boat_cavalry: bool = False
    battle_class_default: Literal["small", "ordinary"] = "ordinary"
    player_rolls: Literal["engine", "required"] = "engine"
    two_step_battles: bool = False
    general_rounds_per_turn: int = 1
    field_artillery: bool = False
    unmentioned_detachments: Literal["default", "stand"] = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What map.yaml says of a hex; `state.HexState` has what can change in play."""

    terrain: Terrain
    name: Name | None = None
    settlement: str | None = None
    port: str | None = None
    # The rivers and lakes that it touches.
    waters: frozenset[str] = frozenset()
    has_boats: bool = False


@dataclass(frozen=True, slots=True)
class World:
    """Map and house rules. A hex that is not in `grounds` is off the map."""

    grounds: Mapping[Hex, Ground]
    settings: Settings = field(default_factory=Settings)
    # Pairs of hexes, the smaller one first, that nobody may cross.
    barriers: frozenset[tuple[Hex, Hex]] = frozenset()
    # For the picture of the map alone.
    rivers: frozenset[tuple[Hex, Hex]] = frozenset()
    # Who speaks for which commander: commander to player.
    players: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ("en",)

    def has_barrier(self, one: Hex, other: Hex) -> bool:
        """Can the edge between two neighbours not be crossed?"""
        return (min(one, other), max(one, other)) in self.barriers
