"""The orders of bellum as typed values, and what is left of them during a turn (docs/rules/bellum.md, section 3).

`reading` makes them from a file. An order keeps its place in the file, from 0: it names the order in the journal
(`huns/o3`) and decides which order shrinks first (B-4.1.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

Attack: TypeAlias = tuple[PeopleId, ...] | Literal["all"] | None
Meet: TypeAlias = tuple[PeopleId, ...] | Literal["newcomers"] | None


@dataclass(frozen=True, slots=True)
class Move:
    """`move: n, from, to` with or without `attack`."""

    at: int
    of: PeopleId
    persons: int
    from_: ProvinceId
    to: ProvinceId
    attack: Attack = None


@dataclass(frozen=True, slots=True)
class Hold:
    """`hold: n, in`, idle, or with `meet`, or with `attack: all`."""

    at: int
    of: PeopleId
    persons: int
    in_: ProvinceId
    meet: Meet = None
    attack: Literal["all"] | None = None

    @property
    def is_idle(self) -> bool:
        """Does it say no more than what happens without an order?"""
        return self.meet is None and self.attack is None


@dataclass(frozen=True, slots=True)
class Assimilate:
    """`assimilate: X, in: P`."""

    at: int
    of: PeopleId
    people: PeopleId
    in_: ProvinceId


@dataclass(frozen=True, slots=True)
class Crown:
    """`crown: T`; `of` has the majority in the kingmaker province."""

    at: int
    of: PeopleId
    tribe: PeopleId


@dataclass(frozen=True, slots=True)
class Claim:
    """`annex: P`, `renounce: P` or `independence: P`."""

    at: int
    of: PeopleId
    verb: Literal["annex", "renounce", "independence"]
    province: ProvinceId


@dataclass(frozen=True, slots=True)
class Rule:
    """`subjugate: X` or `spare: X`; it holds for the speaker."""

    at: int
    of: PeopleId
    verb: Literal["subjugate", "spare"]
    tribe: PeopleId


@dataclass(frozen=True, slots=True)
class Retreat:
    """`retreat: P, to: [Q, …]`, best first."""

    at: int
    of: PeopleId
    province: ProvinceId
    to: tuple[ProvinceId, ...]


Order: TypeAlias = Move | Hold | Assimilate | Crown | Claim | Rule | Retreat


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """One speaker's orders, in the order of the file."""

    speaker: PeopleId
    given: tuple[Order, ...]
    ready: bool = False
    message: str = ""


def label(speaker: PeopleId, order: Order) -> str:
    """How the journal names an order: `huns/o3`, counted from 1."""
    return f"{speaker}/o{order.at + 1}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is left of the turn's orders: `left` has the orders that lost persons, `void` those that lapsed."""

    orders: Mapping[PeopleId, Orders]
    left: Mapping[str, int] = field(default_factory=dict)
    void: frozenset[str] = frozenset()

    def standing(self) -> Iterator[tuple[PeopleId, Order]]:
        """The orders that have not lapsed, by speaker, in the order of the files."""
        void = self.void
        for speaker, orders in self.orders.items():
            for order in orders.given:
                if not void or label(speaker, order) not in void:
                    yield speaker, order

    def persons(self, speaker: PeopleId, order: Move | Hold) -> int:
        """How many persons carry an order out."""
        return self.left.get(label(speaker, order), order.persons) if self.left else order.persons

    def without(self, cut: Iterable[tuple[str, int]], void: Iterable[str]) -> Plan:
        """The plan after some orders were cut (label, persons left) and others lapsed."""
        return Plan(self.orders, {**self.left, **dict(cut)}, self.void | frozenset(void))


def order_data(speaker: PeopleId, order: Order) -> dict[str, Any]:
    """An order as its file has it, with ids for names: what `reading` makes the same order of."""
    of: dict[str, Any] = {} if order.of == speaker else {"of": order.of}
    match order:
        case Move():
            return {"move": order.persons, **of, "from": order.from_, "to": order.to, **_stance("attack", order.attack)}
        case Hold():
            stance = _stance("attack", order.attack) or _stance("meet", order.meet)
            return {"hold": order.persons, **of, "in": order.in_, **stance}
        case Assimilate():
            return {"assimilate": order.people, **of, "in": order.in_}
        case Crown():
            return {"crown": order.tribe, **of}
        case Claim():
            return {order.verb: order.province, **of}
        case Rule():
            return {order.verb: order.tribe, **of}
        case Retreat():
            return {"retreat": order.province, **of, "to": list(order.to)}


def _stance(key: str, whom: Attack | Meet) -> dict[str, Any]:
    if whom is None:
        return {}
    return {key: whom if isinstance(whom, str) else list(whom)}
