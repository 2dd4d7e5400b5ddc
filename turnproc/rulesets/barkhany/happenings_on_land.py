"""What happens in marches, and in what becomes of them (docs/rules/barkhany.md, B-3; section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.options import Option
from turnproc.rulesets.barkhany.state import Relation, Standing
from turnproc.rulesets.barkhany.steps import Refusal

# Why an order, or its part for one detachment, is not carried out (B-3.7, B-3.14 to B-3.19).
Failure: TypeAlias = Literal[
    "gone",
    "broken",
    "aboard",
    "blocked",
    "not_ready",
    "option",
    "reach",
    "clock",
    "at_war",
    "own_faction",
    "no_boats",
    "men",
    "horses",
]
Stop: TypeAlias = Literal["enemy"] | Refusal
# Why nobody is attacked: nobody hostile is there, the attackers have no strength, or they do not get there.
Void: TypeAlias = Literal["no_enemy", "no_strength", "blocked", "broken", "aboard", "gone", "parted"] | Stop
# Why an after-step is not made.
Held: TypeAlias = Literal["blocked", "retreated", "gone"] | Stop


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFailed:
    """An order is not carried out by a detachment; None: by nobody."""

    order: str
    reason: Failure
    detachment: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One step."""

    detachment: str
    start: Hex
    to: Hex
    by_boat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """A march ends before its time, in `hex`; `before` is what could not be entered, or the hex of a contact."""

    detachment: str
    hex: Hex
    before: Hex
    reason: Stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """A march ends in a hex with an enemy; nobody is blocked by it (B-3.6)."""

    hex: Hex
    detachment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Halted:
    """A march or attack has ended: what is set then (B-3.5, B-3.14, B-3.16). `row` is its option."""

    detachment: str
    hex: Hex
    row: Option
    retreat_to: Hex | None
    is_inside: bool
    is_in_boats: bool
    clock: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingSet:
    """What a detachment goes on with (B-3.13)."""

    detachment: str
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    """A detachment stands (B-3.19)."""

    detachment: str
    retreat_to: Hex | None
    is_inside: bool
    plan: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackVoid:
    """No attack comes of an order, for one detachment."""

    order: str
    detachment: str
    hex: Hex
    reason: Void


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationChanged:
    """Two factions, the smaller id first, stand to each other in another way."""

    factions: tuple[str, str]
    relation: Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralParted:
    """A general is with these from now on: those of his list that are in one hex with its first (B-2.3)."""

    general: str
    detachments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlChanged:
    """A hex changes hands."""

    hex: Hex
    start: str | None
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Walls:
    """A detachment goes behind walls, or is put outside (B-4.20, B-3.21)."""

    detachment: str
    hex: Hex
    is_inside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterStep:
    """The step after the fight (B-3.11); `reason` is why it is not made."""

    detachment: str
    to: Hex
    reason: Held | None = None

    @property
    def is_executed(self) -> bool:
        """Was it made?"""
        return self.reason is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unblocked:
    """A detachment is free: it won, or no enemy is left (B-4.17, B-3.8)."""

    detachment: str
    hex: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class BoatsTaken:
    """A detachment takes boats where it stands (B-3.14)."""

    detachment: str
    hex: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class BoatsLeft:
    """A detachment leaves its boats behind."""

    detachment: str
    hex: Hex
