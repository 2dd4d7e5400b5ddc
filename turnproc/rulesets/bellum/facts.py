"""What can happen in bellum: the closed union of facts (docs/rules/bellum.md, section 7).

The first field is the verb under which a fact stands in the journal, `rule` the rule that produced it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from turnproc.engine.facts import flat
from turnproc.rulesets.bellum.world import PeopleId, PeopleKind, ProvinceId


@dataclass(frozen=True, slots=True)
class NoOrders:
    """A player's people sent nothing that counts (B-3.9)."""

    no_orders: PeopleId
    rule: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file with errors: its speaker counts as having sent nothing (B-3.9)."""

    rejected: str
    rule: str
    problems: int


@dataclass(frozen=True, slots=True)
class Struck:
    """The game master struck a file: its speaker counts as having sent nothing."""

    struck: PeopleId
    rule: str


@dataclass(frozen=True, slots=True)
class EventHappened:
    """An event of the game master; what it changes follows as facts of its own. `data` is the event, verb first."""

    event: str
    rule: str
    data: Mapping[str, Any] = flat()


@dataclass(frozen=True, slots=True)
class Baptised:
    """Provinces became Christian (B-5.1)."""

    baptised: tuple[ProvinceId, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class ModifierGranted:
    """A people got a final-strength bonus (B-5.6)."""

    modifier: PeopleId
    rule: str
    strength: int
    against: tuple[PeopleId, ...] | str | None = None
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class ModifiersEnded:
    """All modifiers of a people ended by the game master's word (B-5.6)."""

    modifiers_ended: PeopleId
    rule: str


@dataclass(frozen=True, slots=True)
class ModifiersAged:
    """Every modifier with a term lost a turn; `ended` lists whose ran out, once for each (B-4.8.3)."""

    modifiers_aged: int
    rule: str
    ended: tuple[PeopleId, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """The game master added persons (B-5.1)."""

    added: int
    rule: str
    of: PeopleId
    in_: ProvinceId


@dataclass(frozen=True, slots=True)
class Removed:
    """The game master took persons away (B-5.1)."""

    removed: int
    rule: str
    of: PeopleId
    in_: ProvinceId


@dataclass(frozen=True, slots=True)
class Placed:
    """The game master moved persons (B-5.1)."""

    placed: int
    rule: str
    of: PeopleId
    from_: ProvinceId
    to: ProvinceId


@dataclass(frozen=True, slots=True)
class Ceded:
    """A province changed its owner by the game master's word; `to` is None for nobody (B-5.2)."""

    ceded: ProvinceId
    rule: str
    to: PeopleId | None = None


@dataclass(frozen=True, slots=True)
class Assigned:
    """A people got a player, or lost him (None) (B-5.5)."""

    assigned: PeopleId
    rule: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Appeared:
    """A people came up: new, or out of the persons of `from_` (B-4.5.3, B-4.8.2, B-5.5)."""

    appeared: PeopleId
    rule: str
    in_: Mapping[ProvinceId, int]
    kind: PeopleKind = "tribe"
    from_: PeopleId | None = None
    master: PeopleId | None = None
    civilised: bool | None = None
    player: str | None = None
    names: Mapping[str, Any] | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Parted:
    """A people came up as a part of one that left the game with its division (B-4.5.3)."""

    parted: PeopleId
    rule: str
    in_: Mapping[ProvinceId, int]
    from_: PeopleId
    civilised: bool | None = None
    names: Mapping[str, Any] | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class OrderVoid:
    """An order lapsed: `<speaker>/o<its place in the file>` (B-3.10, B-4.3.3)."""

    order_void: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class OrderCut:
    """An order lost persons: `left` of them still carry it out (B-4.1.3)."""

    order_cut: str
    rule: str
    of: PeopleId
    lost: int
    left: int
    reason: str


@dataclass(frozen=True, slots=True)
class Assimilated:
    """A state turned one person of another people into one of its own (B-4.1.1)."""

    assimilated: PeopleId
    rule: str
    by: PeopleId
    in_: ProvinceId


@dataclass(frozen=True, slots=True)
class Crowned:
    """A tribe became a state, free of any master (B-4.2.2, B-5.4); `by` is None for the game master."""

    crowned: PeopleId
    rule: str
    by: PeopleId | None = None


@dataclass(frozen=True, slots=True)
class Freed:
    """A people lost its master or captor (B-4.1.4, B-4.2.2, B-4.8.1, B-5.3)."""

    freed: PeopleId
    rule: str
    from_: PeopleId | None = None


@dataclass(frozen=True, slots=True)
class Renounced:
    """A state gave up a province (B-4.2.3)."""

    renounced: ProvinceId
    rule: str
    by: PeopleId


@dataclass(frozen=True, slots=True)
class Annexed:
    """A state became the owner of a province (B-4.2.3)."""

    annexed: ProvinceId
    rule: str
    by: PeopleId


@dataclass(frozen=True, slots=True)
class Independent:
    """A captured state is free again and owns the province (B-4.2.4)."""

    independent: PeopleId
    rule: str
    in_: ProvinceId


@dataclass(frozen=True, slots=True)
class Moved:
    """Persons went to a linked province, in peace or attacking (B-4.3.1)."""

    moved: int
    rule: str
    of: PeopleId
    from_: ProvinceId
    to: ProvinceId
    attack: tuple[PeopleId, ...] | Literal["all"] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What one people brought to a battle: persons times factor, plus modifiers, never below 0 (B-4.4.3)."""

    persons: int
    factor: int
    modifiers: int
    force: int


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle: its peoples' forces add up (B-4.4.4)."""

    peoples: tuple[PeopleId, ...]
    force: int
    parts: Mapping[PeopleId, Part]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle (B-4.4.4): the victors stand first. `pairs` are the forces as if only two enemies fought."""

    battle: ProvinceId
    rule: str
    round: Literal[1, 2]
    sides: tuple[Side, ...]
    pairs: tuple[Mapping[PeopleId, int], ...]
    defeated: tuple[PeopleId, ...]


@dataclass(frozen=True, slots=True)
class Subjugated:
    """A tribe got a master (B-4.5.2, B-4.5.3, B-4.1.4, B-5.3)."""

    subjugated: PeopleId
    rule: str
    by: PeopleId


@dataclass(frozen=True, slots=True)
class SplitPart:
    """One part of a divided tribe."""

    id: PeopleId
    victor: PeopleId
    persons: int


@dataclass(frozen=True, slots=True)
class Split:
    """A tribe was divided among its victors (B-4.5.3); what comes of it follows as facts of their own."""

    split: PeopleId
    rule: str
    parts: tuple[SplitPart, ...]


@dataclass(frozen=True, slots=True)
class Captured:
    """A state lost its last province (B-4.5.5), or was captured by the game master's word (B-5.4).

    `in_` is where it was beaten; `lost` are the provinces that it owned and that nobody owns now.
    """

    captured: PeopleId
    rule: str
    by: PeopleId
    in_: ProvinceId | None
    lost: tuple[ProvinceId, ...]


@dataclass(frozen=True, slots=True)
class ThrownBack:
    """Arrivals went back to where they came from (B-4.5.4, B-4.5.6)."""

    thrown_back: int
    rule: str
    of: PeopleId
    from_: ProvinceId
    to: ProvinceId


@dataclass(frozen=True, slots=True)
class Withdrew:
    """Persons left for a linked province (B-4.5.7, B-4.5.8), or where the game master sent them (B-4.5.10)."""

    withdrew: int
    rule: str
    of: PeopleId
    from_: ProvinceId
    to: ProvinceId


@dataclass(frozen=True, slots=True)
class Stranded:
    """Persons should have left and had nowhere to go: they stay (B-4.5.10)."""

    stranded: int
    rule: str
    of: PeopleId
    in_: ProvinceId


@dataclass(frozen=True, slots=True)
class Streak:
    """For how many turns in a row a head has suffered defeats; 0: the count starts anew (B-4.8.1)."""

    streak: PeopleId
    rule: str
    turns: int


@dataclass(frozen=True, slots=True)
class CutOff:
    """For how many turns in a row a tribe's groups have been apart; 0: the count starts anew (B-4.8.2)."""

    cut_off: PeopleId
    rule: str
    turns: int


@dataclass(frozen=True, slots=True)
class Separated:
    """A tribe fell apart: `new` are its parts but the largest, which keeps its identity (B-4.8.2)."""

    separated: PeopleId
    rule: str
    new: tuple[PeopleId, ...]


@dataclass(frozen=True, slots=True)
class Vanished:
    """A people without persons left the game (B-4.1.4); `lost` are the provinces that nobody owns now."""

    vanished: PeopleId
    rule: str
    into: tuple[PeopleId, ...] | None = None
    lost: tuple[ProvinceId, ...] | None = None


@dataclass(frozen=True, slots=True)
class LeftEmpty:
    """A state kept a province in which nobody of its own is left (B-3.6)."""

    left_empty: ProvinceId
    rule: str
    owner: PeopleId


Fact: TypeAlias = (
    NoOrders
    | Rejected
    | Struck
    | EventHappened
    | Baptised
    | ModifierGranted
    | ModifiersEnded
    | ModifiersAged
    | Added
    | Removed
    | Placed
    | Ceded
    | Assigned
    | Appeared
    | Parted
    | OrderVoid
    | OrderCut
    | Assimilated
    | Crowned
    | Freed
    | Renounced
    | Annexed
    | Independent
    | Moved
    | Battle
    | Subjugated
    | Split
    | Captured
    | ThrownBack
    | Withdrew
    | Stranded
    | Streak
    | CutOff
    | Separated
    | Vanished
    | LeftEmpty
)
