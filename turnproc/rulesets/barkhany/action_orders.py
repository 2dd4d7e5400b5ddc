"""The orders that take part in the sequence of a day (docs/rules/barkhany.md, section 3, B-0.7), as they are executed.

Hexes are coordinates and detachments are ids here, whatever the file wrote; what it left out has its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from turnproc.rulesets.barkhany.hexes import Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What all have. `id` is unique among the orders of a commander; of a default action it is `default-…`."""

    commander: str
    id: str

    @property
    def name(self) -> str:
        """As questions and dice call it: `nestor/o1`."""
        return f"{self.commander}/{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Going(Order):
    """What marches and attacks have. `repeats` is the order as its file has it, where it is to be repeated (B-0.8)."""

    detachments: tuple[str, ...]
    path: tuple[Hex, ...] = ()
    by_boat: bool = False
    stay_outside: bool = False
    retreat_to: Hex | None = None
    plan: str = ""
    repeats: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class March(Going):
    """`then` are the hexes of later turns.

    `is_route`: a default action along a standing route, which stops before every enemy, own troops or not (B-0.8).
    """

    then: tuple[Hex, ...] = ()
    is_route: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Going):
    """An attack on a hex; `after` is where cavalry breaks off to, `against` the only factions that are attacked."""

    hex: Hex
    after: Hex | None = None
    against: tuple[str, ...] = ()
    attack_if_stopped: bool = False
    operation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand(Order):
    """`retreat_to` and `inside` None: as it is."""

    detachments: tuple[str, ...]
    retreat_to: Hex | None = None
    inside: bool | None = None
    plan: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareWar(Order):
    """War against a faction."""

    against: str


@dataclass(frozen=True, slots=True)
class Load:
    """A step of a fleet's plan: take these aboard."""

    detachments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Go:
    """A step of a fleet's plan: sail along these hexes."""

    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Unload:
    """A step of a fleet's plan: put these ashore in a hex; None: in the fleet's own."""

    detachments: tuple[str, ...]
    at: Hex | None = None


PlanStep: TypeAlias = Load | Go | Unload


@dataclass(frozen=True, slots=True, kw_only=True)
class Sail(Order):
    """What a fleet does."""

    fleet: str
    plan: tuple[PlanStep, ...]


ActionOrder: TypeAlias = March | Attack | Stand | DeclareWar | Sail
