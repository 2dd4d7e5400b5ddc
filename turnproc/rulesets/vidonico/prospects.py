"""What a preview of a battle is made from, and what it says (O-3 to O-6). `odds_preview` makes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.facts import FateRow, Row
from turnproc.rulesets.vidonico.losses import Toll
from turnproc.rulesets.vidonico.outcome import Ended
from turnproc.rulesets.vidonico.state import Character
from turnproc.rulesets.vidonico.strength import Mustered, Proportion
from turnproc.rulesets.vidonico.world import Terrain

# The outcomes of O-3, and those of O-4 between equally strong sides.
Case: TypeAlias = Literal[
    "both",
    "stronger_only",
    "weaker_only",
    "neither",
    "a_only",
    "b_only",
    "both_a",
    "both_b",
    "both_tie",
    "neither_a",
    "neither_b",
    "neither_tie",
]
# What somebody wins or loses the tie of strengths by, where both succeed or both fail (C-1).
Tie: TypeAlias = Literal[0, 1, "mutual"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """One side before a battle: its soldiers in the battle's terrain, its commander's dice after any ruling (X-2).

    `pursues`: his army has `pursue: true`. `characters` are all in its armies; who has no weapon skill rolls 1T.
    """

    id: str
    soldiers: Sequence[Mustered]
    dice: Combination
    pursues: bool = True
    characters: Sequence[Character] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where and how hard: `pursuit` is the pursuit's terrain, `tie` the ruling on a tie of strengths (C-1)."""

    terrain: Terrain
    difficulty: int
    pursuit: Terrain
    tie: Tie | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Possible:
    """One outcome: how likely it is, how it ends, and what it costs each side.

    `assumed`: it is left to the game master, and the preview takes the mutual withdrawal (`equal_strength: gm`).
    """

    case: Case
    probability: Fraction
    successes: tuple[bool, bool]
    ended: Ended
    pursued: bool
    rows: tuple[Row, Row]
    tolls: tuple[Toll, Toll]
    assumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What a side can expect: soldiers are expected values, `holds_field` is a probability.

    `least` is the smallest total with which its commander succeeds, `success` how likely that is.
    """

    id: str
    dice: Combination
    least: int
    success: Fraction
    holds_field: Fraction
    soldiers: int
    dead: Fraction
    wounded: Fraction
    captured: Fraction
    missing: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterProspect:
    """What a character can expect (O-5): probabilities, expected points of damage, expected number of each item.

    `rolls` is the probability that he rolls at all, `rows` those of the fate table's rows.
    """

    id: str
    side: str
    skill: Combination
    rolls: Fraction
    killed: Fraction
    captive: Fraction
    damage: Fraction
    rows: dict[FateRow, Fraction] = field(default_factory=dict)
    loot: dict[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The odds of a battle. Without outcomes it is none: `walkover` holds the field, or nobody is there (M-7, O-6)."""

    strengths: tuple[int, int]
    proportion: Proportion
    difficulty: int
    walkover: str | None = None
    outcomes: tuple[Possible, ...] = ()
    sides: tuple[Prospect, ...] = ()
    characters: tuple[CharacterProspect, ...] = ()

    @property
    def is_battle(self) -> bool:
        """Do both sides have soldiers?"""
        return bool(self.outcomes)
