"""The orders of vidonico as typed values (docs/rules/vidonico.md, section 3.1). `at` is an order's place, from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from turnproc.rulesets.vidonico.state import Formation as Riding
from turnproc.rulesets.vidonico.state import Role
from turnproc.rulesets.vidonico.state import Stance as StanceWord
from turnproc.rulesets.vidonico.world import PrisonerFate, Terrain


@dataclass(frozen=True, slots=True)
class Move:
    """`move: army, to: region` (A-2)."""

    at: int
    army: str
    to: str


@dataclass(frozen=True, slots=True)
class Stance:
    """`stance: attack, army` (A-4)."""

    at: int
    stance: StanceWord
    army: str


@dataclass(frozen=True, slots=True)
class Leader:
    """`leader: character, army` (X-0)."""

    at: int
    character: str
    army: str


@dataclass(frozen=True, slots=True)
class Formation:
    """`formation: dismounted, contingent, where: [forest]` (M-4); without `where` it stands from now on."""

    at: int
    formation: Riding
    contingent: str
    where: tuple[Terrain, ...] = ()


@dataclass(frozen=True, slots=True)
class Pursue:
    """`pursue: false, army` (C-2)."""

    at: int
    pursue: bool
    army: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """`retreat: army, to: region` (B-1)."""

    at: int
    army: str
    to: str


@dataclass(frozen=True, slots=True)
class Plan:
    """`plan: text, army` (X-2): for the game master."""

    at: int
    text: str
    army: str


@dataclass(frozen=True, slots=True)
class Prisoners:
    """`prisoners: group, fate, count` (P-3); None: all of them."""

    at: int
    group: str
    fate: PrisonerFate
    count: int | None = None


@dataclass(frozen=True, slots=True)
class PrisonerPolicy:
    """`prisoner_policy: hold, army` (P-2)."""

    at: int
    fate: PrisonerFate | None
    army: str


@dataclass(frozen=True, slots=True)
class Captive:
    """`captive: character, fate` (P-4): hold, release or kill."""

    at: int
    character: str
    fate: PrisonerFate


@dataclass(frozen=True, slots=True)
class Transfer:
    """`transfer: contingent, to: army, from: army, count` (A-1); None: all fit men."""

    at: int
    contingent: str
    to: str
    from_: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class CharacterOrder:
    """`character: id, role, mounted, contingent, army` (A-1); None: unchanged.

    `contingent` is None where nothing is said of it; `leaves_contingent` where the order says `contingent: null`.
    """

    at: int
    character: str
    role: Role | None = None
    mounted: bool | None = None
    contingent: str | None = None
    leaves_contingent: bool = False
    army: str | None = None


@dataclass(frozen=True, slots=True)
class Rejoin:
    """`rejoin: stragglers, army` (P-5)."""

    at: int
    stragglers: str
    army: str


Order: TypeAlias = (
    Move
    | Stance
    | Leader
    | Formation
    | Pursue
    | Retreat
    | Plan
    | Prisoners
    | PrisonerPolicy
    | Captive
    | Transfer
    | CharacterOrder
    | Rejoin
)


@dataclass(frozen=True, slots=True)
class Orders:
    """One speaker's orders that count: a later one for the same subject has taken the place of an earlier (W-TWICE)."""

    speaker: str
    orders: tuple[Order, ...] = ()
    ready: bool = False
    message: str = ""
