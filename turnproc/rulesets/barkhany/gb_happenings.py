"""What happens in a general battle (docs/rules/barkhany.md, B-5, section 7), in the order in which it happens.

Losses, blocks, destroyed detachments and the fates of generals happen as in any battle: `happenings`.
`gb_applying.after` says what each makes of a battle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.barkhany.battle import Fought
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.gb_state import Side
from turnproc.rulesets.barkhany.happenings import Happening, Trap
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.reserve_state import Direction, Reserve
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.volley import Firepower, Volley

# Why an order, or its part for one detachment, is not carried out (B-5.1 to B-5.9, B-5.13).
GbFailure: TypeAlias = Literal[
    "gone",
    "outside",
    "broken",
    "not_ready",
    "late",
    "sector",
    "reserve",
    "scattered",
    "moved",
    "fired",
    "range",
    "apart",
    "engaged",
    "blocked",
    "friends",
    "no_target",
    "no_shooters",
    "not_in_rear",
    "hex",
]
SectorRefugeReason: TypeAlias = Literal["designated", "entry", "fallback", "ruled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GbFailed:
    """An order is not carried out by a detachment; None: by nobody."""

    order: str
    reason: GbFailure
    detachment: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GbPlaced:
    """A detachment stands in a sector before the first round, or arrives in one later (B-5.1)."""

    detachment: str
    sector: str
    is_arrival: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GbRetreatSet:
    """A detachment goes to this sector if it is beaten."""

    detachment: str
    sector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GbSetAside:
    """A reserve is set aside."""

    reserve: Reserve


@dataclass(frozen=True, slots=True, kw_only=True)
class GbDissolved:
    """The enemy has come upon a reserve: it fights where it stands."""

    reserve: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GbMoved:
    """A detachment goes along sectors, the first of which it leaves; `met`: the enemy stood in the last."""

    detachment: str
    side: Side
    path: tuple[str, ...]
    met: bool

    @property
    def to(self) -> str:
        """Where it stands now."""
        return self.path[-1]

    @property
    def came_from(self) -> str:
        """The sector that it left last."""
        return self.path[-2]


@dataclass(frozen=True, slots=True, kw_only=True)
class GbAttacked:
    """A detachment is to fight where it stands; `met`: the enemy stood there."""

    detachment: str
    side: Side
    sector: str
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GbFired:
    """An exchange of fire: the firers, who are its attacker, and the sector that they shot into."""

    battle: str
    start: str
    to: str
    detachments: tuple[str, ...]
    power: Firepower
    modifiers: Both[int]
    rolls: Both[int]
    volley: Volley


@dataclass(frozen=True, slots=True, kw_only=True)
class GbWithdrawn:
    """A detachment leaves the battle for a hex (B-5.13)."""

    detachment: str
    start: Hex
    to: Hex
    is_inside: bool
    by_boat: bool = False
    # The fleet that takes it aboard, at sea.
    aboard: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GbReserveDecided:
    """What becomes of a reserve: the sector that it goes to, None: it is held back; and what it could have done."""

    reserve: Reserve
    directions: tuple[Direction, ...]
    to: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GbClash:
    """A clash, or a walkover; what it does follows as happenings of their own."""

    battle: str
    sector: str
    attacker: Side
    fought: Fought


@dataclass(frozen=True, slots=True, kw_only=True)
class GbRetreated:
    """An organised retreat from a sector (B-5.12)."""

    detachment: str
    battle: str
    start: str
    to: str
    reason: SectorRefugeReason


@dataclass(frozen=True, slots=True, kw_only=True)
class SectorPart:
    """A part of a detachment in flight. The first keeps the id of the whole."""

    id: str
    sector: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GbFled:
    """A flight in up to three parts (B-5.12)."""

    detachment: str
    battle: str
    start: str
    parts: tuple[SectorPart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GbTrapped:
    """A beaten detachment without a sector to go to, and what becomes of it."""

    detachment: str
    battle: str
    sector: str
    ruling: Trap | str


@dataclass(frozen=True, slots=True, kw_only=True)
class GbRoundEnded:
    """A round is over; `clashed`: there was a clash in it."""

    turn: int
    clashed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GbEnded:
    """The battle is over; `winner` is the side that keeps the field, None: nobody."""

    winner: Side | None


GbHappening: TypeAlias = (
    GbFailed
    | GbPlaced
    | GbRetreatSet
    | GbSetAside
    | GbDissolved
    | GbMoved
    | GbAttacked
    | GbFired
    | GbWithdrawn
    | GbReserveDecided
    | GbClash
    | GbRetreated
    | GbFled
    | GbTrapped
    | GbRoundEnded
    | GbEnded
)
Event: TypeAlias = GbHappening | Happening
