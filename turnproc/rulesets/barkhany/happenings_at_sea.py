"""What fleets do (docs/rules/barkhany.md, B-3.15, B-3.16; section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.barkhany.action_orders import PlanStep
from turnproc.rulesets.barkhany.hexes import Hex

# Why a step of a fleet's plan is not begun, or not finished.
Delay: TypeAlias = Literal[
    "clock", "port", "place", "blocked", "broken", "capacity", "enemy", "terrain", "hostile_fleet"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """Detachments go aboard; `clock` is what they and the fleet have used of the day then."""

    fleet: str
    detachments: tuple[str, ...]
    hex: Hex
    in_port: bool
    clock: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """A detachment goes ashore."""

    fleet: str
    detachment: str
    hex: Hex
    in_port: bool
    clock: int
    is_inside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sailed:
    """A fleet sails along a path."""

    fleet: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetsMet:
    """A fleet meets hostile ones: `sea-battle/<q_r>/<fleetA>+<fleetB>` (B-3.15)."""

    fleet: str
    hex: Hex
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLeft:
    """What is left of a fleet's plan, and why it is not done; None: all is done. `clock`: the half days used."""

    fleet: str
    clock: int
    left: tuple[PlanStep, ...]
    reason: Delay | None = None
