"""Who stands where during a turn, and with what intent: the groups of section 4.3 of docs/rules/bellum.md.

A field is made after movement and again after the first retreat; it is never changed. It leaves out provinces where
nobody has a stance: nothing can happen there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.orders import Attack, Hold, Meet, Plan
from turnproc.rulesets.bellum.state import State
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


@dataclass(frozen=True, slots=True)
class Group:
    """Persons of one people in one province. `origin` is None for residents; `returned` came home beaten (B-4.6.1)."""

    people: PeopleId
    persons: int
    origin: ProvinceId | None = None
    attack: Attack = None
    meet: Meet = None
    returned: bool = False

    @property
    def is_resident(self) -> bool:
        """Was it there before movement?"""
        return self.origin is None


# By province and people: in combat all groups of a people are one.
Field: TypeAlias = Mapping[ProvinceId, Mapping[PeopleId, list[Group]]]


def after_movement(state: State, plan: Plan, moves: Iterable[f.Fact]) -> Field:
    """The groups after movement, in the provinces where somebody has a stance or has arrived."""
    arrivals: dict[ProvinceId, dict[tuple[PeopleId, ProvinceId, Attack], int]] = {}
    for fact in moves:
        if isinstance(fact, f.Moved):
            there = arrivals.setdefault(fact.to, {})
            key = (fact.of, fact.from_, fact.attack)
            there[key] = there.get(key, 0) + fact.moved
    holding: dict[ProvinceId, list[Group]] = {}
    for speaker, order in plan.standing():
        if isinstance(order, Hold) and not order.is_idle and (persons := plan.persons(speaker, order)):
            group = Group(order.of, persons, None, order.attack, order.meet)
            holding.setdefault(order.in_, []).append(group)
    field: dict[ProvinceId, Mapping[PeopleId, list[Group]]] = {}
    for province, counts in state.provinces.items():
        arrived, held = arrivals.get(province), holding.get(province)
        if arrived is not None or held is not None:
            field[province] = _groups(counts.people, held or (), arrived or {})
    return field


def _groups(
    counts: Mapping[PeopleId, int], held: Iterable[Group], arrived: Mapping[tuple[PeopleId, ProvinceId, Attack], int]
) -> dict[PeopleId, list[Group]]:
    """Who is in no order with a stance and has not arrived stands idle."""
    groups: dict[PeopleId, list[Group]] = {people: [] for people in counts}
    idle = dict(counts)
    for group in held:
        groups[group.people].append(group)
        idle[group.people] -= group.persons
    for (people, origin, attack), persons in arrived.items():
        groups[people].append(Group(people, persons, origin, attack))
        idle[people] -= persons
    for people, persons in idle.items():
        if persons:
            groups[people].append(Group(people, persons))
    return groups
