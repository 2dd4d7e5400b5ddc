"""What a battle does to those who fought it (docs/rules/barkhany.md, B-4.15 to B-4.22; section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.barkhany.battle import Fought
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.options import Option
from turnproc.rulesets.barkhany.state import GeneralStatus, Unit
from turnproc.rulesets.barkhany.troops import Gear

RefugeReason: TypeAlias = Literal["designated", "entry", "fallback", "inside", "ruled"]
Trap: TypeAlias = Literal["surrender", "destroyed", "stay"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacker:
    """An attacker in a battle: its option and its penalty in percent (B-3.4)."""

    detachment: str
    row: Option
    penalty_pct: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """A battle, or a walkover; what it does follows as happenings of their own."""

    battle: str
    hex: Hex
    attackers: tuple[Attacker, ...]
    defenders: tuple[str, ...]
    fought: Fought


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """What is left of a detachment after a battle."""

    detachment: str
    battle: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DetachmentDestroyed:
    """Nothing is left of a detachment."""

    detachment: str
    battle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """A detachment is pinned in its hex (B-4.17)."""

    detachment: str
    hex: Hex
    battle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreated:
    """An organised retreat; after `inside` it stands where it was, behind its walls, blocked (B-4.18)."""

    detachment: str
    battle: str
    start: Hex
    to: Hex
    reason: RefugeReason
    is_inside: bool
    # The fleet that takes it aboard, at sea.
    aboard: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a detachment in flight. The first keeps the id of the whole."""

    id: str
    hex: Hex
    units: tuple[Unit, ...]
    is_inside: bool
    aboard: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fled:
    """A flight in up to three parts (B-4.19)."""

    detachment: str
    battle: str
    start: Hex
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trapped:
    """A beaten detachment without a way out (B-4.18 d)."""

    detachment: str
    battle: str
    hex: Hex
    ruling: Trap | Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralFate:
    """What becomes of a general: in a battle, or with those who are trapped."""

    general: str
    battle: str
    fate: GeneralStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Looted:
    """What the winner's strongest detachment finds on the field (B-4.24)."""

    detachment: str
    battle: str
    gear: Mapping[Gear, int]
