"""The tables of the rules as data (docs/rules/vidonico.md, section 4). Whatever reads them stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.vidonico.facts import FateRow, Row
from turnproc.rulesets.vidonico.state import Caste, Quality, Species
from turnproc.rulesets.vidonico.world import TERRAINS, Terrain, Weather

TerrainRow: TypeAlias = Literal["human", "horse", "diatrima", "centaur", "minotaur", "faun", "triton", "myrmica"]

# M-2.
QUALITY: Final[Mapping[Quality, int]] = {"militia": 1, "green": 2, "regular": 3, "veteran": 4, "elite": 5}
# Myrmicas go by their castes.
SPECIES: Final[Mapping[Species, int]] = {
    "human": 0,
    "minotaur": 1,
    "centaur": 1,
    "faun": -1,
    "triton": 0,
    "myrmica": 0,
}
CASTE: Final[Mapping[Caste, int]] = {"warrior": 2, "scout": 0, "other": -2}
METAL_ARMOUR: Final = 1
NO_FIREARMS: Final = -1
BARBARIAN: Final = -1
HUNGRY: Final = -1
EXHAUSTED: Final = -1

# M-2, in the order of TERRAINS; None: unusable.
_TERRAIN: Final[Mapping[TerrainRow, tuple[int | None, ...]]] = {
    # open, hills, forest, mountains, underground, steppe, swamp
    "human": (0, 0, 0, 0, -2, 0, -1),
    "horse": (1, 0, -2, -3, None, 3, None),
    "diatrima": (1, 0, -2, -2, None, 2, None),
    "centaur": (0, -1, -2, -2, -3, 2, -3),
    "minotaur": (0, 0, -1, 2, -2, -1, -2),
    "faun": (0, 1, 1, 1, -2, 0, -1),
    "triton": (-1, -2, -3, -4, -1, -4, 2),
    "myrmica": (0, 1, -1, 2, 2, -2, -3),
}
TERRAIN: Final[Mapping[TerrainRow, Mapping[Terrain, int | None]]] = {
    row: dict(zip(TERRAINS, values, strict=True)) for row, values in _TERRAIN.items()
}

# the difficulty on easy and on rough ground.
ROUGH_GROUND: Final[frozenset[Terrain]] = frozenset({"forest", "mountains", "underground", "swamp"})
DIFFICULTY: Final[Mapping[Weather, tuple[int, int]]] = {"fair": (12, 16), "bad": (16, 24), "extreme": (32, 32)}

# C-3: where pursuit is hard. F-2: where nobody rides.
ROUGH_PURSUIT: Final[frozenset[Terrain]] = frozenset({"forest", "mountains"})
NO_RIDING: Final[frozenset[Terrain]] = frozenset({"underground", "swamp"})


# L-1: dead, wounded, captured, missing, in per cent.
LOSSES: Final[Mapping[Row, tuple[int, int, int, int]]] = {
    "holds_field": (5, 10, 0, 0),
    "retreat_good_order": (5, 10, 5, 10),
    "retreat_disorder": (10, 15, 10, 15),
    "flight_unpursued": (15, 15, 15, 15),
    "flight_pursued": (25, 15, 20, 20),
    "flight_pursued_rough": (20, 15, 15, 20),
    "walkover": (0, 0, 0, 0),
}


@dataclass(frozen=True, slots=True)
class FateEntry:
    """A row of the fate table (F-4): reached with `least`, so many damage rolls, dice of each loot roll in order."""

    row: FateRow
    least: int | None
    injuries: int
    loot: tuple[int, ...] = ()
    killed: bool = False
    captive: bool = False


FATES: Final = (
    FateEntry("QX", None, 0, killed=True),
    FateEntry("Q4", 4, 2, captive=True),
    FateEntry("Q8", 8, 4),
    FateEntry("Q12", 12, 3, (1,)),
    FateEntry("Q16", 16, 2, (2,)),
    FateEntry("Q24", 24, 1, (3, 2)),
    FateEntry("Q32", 32, 0, (4, 3, 2)),
)


@dataclass(frozen=True, slots=True)
class LootEntry:
    """A row of the loot table (F-6), reached with `least`: `amount` is a number, or the dice that give it."""

    item: str
    least: int | None
    amount: int | str | None = None
    unit: str | None = None


LOOT: Final = (
    LootEntry("nothing", None),
    LootEntry("shield", 4),
    LootEntry("helmet", 5),
    LootEntry("enemy_weapons", 6),
    LootEntry("injured_mount", 7),
    LootEntry("enemy_weapons_armour", 8),
    LootEntry("ring_or_armband", 9, "3d6", "s"),
    LootEntry("pack_animal_supplies", 10, 12, "block"),
    LootEntry("enemy_weapons_armour_mount", 11),
    LootEntry("officer_prisoner", 12, "4d6", "s"),
    LootEntry("baggage_wagon", 13, 120, "block"),
    LootEntry("riding_animals", 14, "2d6", "animals"),
    LootEntry("enemy_document", 15),
    LootEntry("senior_officer_prisoner", 16, "4d6", "d"),
)

# F-7.
NEEDS_MOUNTS: Final = frozenset({"injured_mount", "enemy_weapons_armour_mount", "riding_animals"})
NEEDS_THE_FIELD: Final = frozenset({"baggage_wagon", "officer_prisoner", "senior_officer_prisoner", "riding_animals"})
NO_WAGONS: Final[frozenset[Terrain]] = frozenset({"underground", "swamp", "mountains"})
MOST_REROLLS: Final = 5

# F-2: the cases of a character's modifier, in dice.
FATE_CASES: Final[Mapping[str, int]] = {
    "flees_on_foot": -4,
    "flees_riding": -3,
    "pursuing": 3,
    "victory": 1,
    "defeat": -2,
    "both_succeed": 0,
    "both_fail": -1,
}
