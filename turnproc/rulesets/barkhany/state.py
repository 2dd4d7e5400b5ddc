"""What is true between two turns of barkhany (docs/rules/barkhany.md, sections 2.3 and 2.5).

All parts are frozen: a change puts another one in the place of what changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.troops import TROOPS, Gear, TroopType
from turnproc.rulesets.barkhany.world import Fortification

Relation: TypeAlias = Literal["war", "neutral", "allied"]
GeneralStatus: TypeAlias = Literal["active", "wounded", "captured", "killed"]

FULL: Fraction = Fraction(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction:
    """A party of the war."""

    id: str
    name: str
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Commander:
    """Somebody who gives orders."""

    id: str
    faction: str
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Troops of one type. Engines have a condition in percent and no men, all others men and full condition."""

    id: str
    type: str
    men: int = 0
    condition_pct: Fraction = FULL
    penalty_pct: Fraction = Fraction(0)
    # The last turn in which the penalty counts; None: until it is lifted.
    penalty_until: int | None = None

    @property
    def troop(self) -> TroopType:
        """The row of its type."""
        return TROOPS[self.type]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a detachment goes on with where it has no order (B-0.8, B-3.13)."""

    route: tuple[Hex, ...] = ()
    # The order that is repeated, as its file has it.
    repeat: Mapping[str, Any] | None = None
    plan: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Detachment:
    """What moves on the map as one. `clock`, `is_done` and `is_broken` are false between turns."""

    id: str
    commander: str
    hex: Hex
    units: tuple[Unit, ...] = ()
    name: str = ""
    army: str = ""
    morale_pct: Fraction = Fraction(0)
    entered_from: Hex | None = None
    is_inside: bool = False
    is_blocked: bool = False
    # The fleet that it is aboard.
    aboard: str | None = None
    is_in_boats: bool = False
    retreat_to: Hex | None = None
    standing: Standing = field(default_factory=Standing)
    baggage: Mapping[Gear, int] = field(default_factory=dict)
    ready_from: int = 0
    # Half days that are used up: 0 to 2.
    clock: int = 0
    # Has it marched or attacked this turn; has it retreated or fled?
    is_done: bool = False
    is_broken: bool = False

    @property
    def men(self) -> int:
        """All men; engines have none."""
        return sum(unit.men for unit in self.units)


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    """A general; where he is attached to nobody he stands in his hex."""

    id: str
    name: str
    commander: str
    morale_pct: Fraction
    hex: Hex
    attached_to: tuple[str, ...] = ()
    status: GeneralStatus = "active"
    story: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet:
    """A fleet; `plan_left` are the steps not made yet, as orders have them. `capacity` None: no limit."""

    id: str
    name: str
    faction: str
    commander: str
    hex: Hex
    capacity: int | None = None
    plan_left: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HexState:
    """What can change of a hex."""

    controller: str | None = None
    fortification: Fortification = "none"
    # Factions that may hire here without owning it.
    muster: frozenset[str] = frozenset()
    stock: Mapping[Gear, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything, by id. `relations` has a pair of factions with the smaller id first; a missing pair is neutral."""

    turn: int
    day: int
    factions: Mapping[str, Faction]
    commanders: Mapping[str, Commander]
    relations: Mapping[tuple[str, str], Relation] = field(default_factory=dict)
    hexes: Mapping[Hex, HexState] = field(default_factory=dict)
    detachments: Mapping[str, Detachment] = field(default_factory=dict)
    generals: Mapping[str, General] = field(default_factory=dict)
    fleets: Mapping[str, Fleet] = field(default_factory=dict)

    def faction_of(self, commander: str) -> str:
        """The faction of a commander."""
        return self.commanders[commander].faction

    def relation(self, one: str, other: str) -> Relation:
        """How two factions stand to each other; with itself a faction is allied."""
        if one == other:
            return "allied"
        return self.relations.get((min(one, other), max(one, other)), "neutral")

    def hex_state(self, hex_: Hex) -> HexState:
        """What can change of a hex, as it is."""
        return self.hexes.get(hex_, HexState())

    def standing_in(self, hex_: Hex) -> Sequence[Detachment]:
        """The detachments in a hex that are not aboard, in ascending id."""
        return [each for _, each in sorted(self.detachments.items()) if each.hex == hex_ and each.aboard is None]
