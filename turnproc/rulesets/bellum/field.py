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


Field: TypeAlias = Mapping[ProvinceId, list[Group]]


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
        if isinstance(order, Hold) and (order.meet or order.attack) and (persons := plan.persons(speaker, order)):
            group = Group(order.of, persons, None, order.attack, order.meet)
            holding.setdefault(order.in_, []).append(group)
    field: dict[ProvinceId, list[Group]] = {}
    for province, counts in state.provinces.items():
        arrived, held = arrivals.get(province), holding.get(province)
        if arrived is None and held is None:
            continue
        groups = held or []
        idle = dict(counts.people)
        for group in groups:
            idle[group.people] -= group.persons
        for (people, origin, attack), persons in (arrived or {}).items():
            idle[people] -= persons
            groups.append(Group(people, persons, origin, attack))
        groups += [Group(people, persons) for people, persons in idle.items() if persons]
        field[province] = groups
    return field
