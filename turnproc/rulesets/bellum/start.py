"""The turn's start: what was true after the events of B-4.0, and what then is left of the orders (B-3.10, B-4.1.3).

Later phases judge by it: majorities, kinds and heads "at turn start". It is a copy; the state goes on changing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.orders import Hold, Move, Order, Plan, label
from turnproc.rulesets.bellum.state import People, State, heads, majority
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


@dataclass(frozen=True, slots=True)
class TurnStart:
    """The state at turn start, as far as rules ask for it later."""

    peoples: Mapping[PeopleId, People]
    heads: Mapping[PeopleId, PeopleId]
    persons: Mapping[ProvinceId, Mapping[PeopleId, int]]
    owners: Mapping[ProvinceId, PeopleId]
    majorities: Mapping[PeopleId, list[ProvinceId]]

    @classmethod
    def of(cls, state: State) -> TurnStart:
        """Copy what is asked for."""
        majorities: dict[PeopleId, list[ProvinceId]] = {}
        for province, there in state.provinces.items():
            if (most := majority(there.people)) is not None:
                majorities.setdefault(most, []).append(province)
        return cls(
            peoples=dict(state.peoples),
            heads=heads(state.peoples),
            persons={province: dict(there.people) for province, there in state.provinces.items()},
            owners={province: there.owner for province, there in state.provinces.items() if there.owner is not None},
            majorities=majorities,
        )

    def has_majority(self, people: PeopleId, province: ProvinceId) -> bool:
        """Had the people the majority there?"""
        return province in self.majorities.get(people, ())


def lapsed_orders(plan: Plan, start: TurnStart) -> Iterator[f.OrderVoid]:
    """B-3.10: an order stands only while its speaker is still the head of the people that acts.

    What a people that vanished ordered for others stands (B-4.1.4).
    """
    for speaker, order in plan.standing():
        if order.of not in start.peoples:
            yield f.OrderVoid(label(speaker, order), "B-4.1.4", "vanished")
        elif start.heads[order.of] != speaker and speaker in start.peoples:
            yield f.OrderVoid(label(speaker, order), "B-3.10", "not-head")


def cut_orders(
    plan: Plan,
    persons: Mapping[ProvinceId, Mapping[PeopleId, int]],
    reason: str,
    only: Iterable[tuple[PeopleId, ProvinceId]] | None = None,
) -> Iterator[f.OrderCut]:
    """B-4.1.3: where a people has fewer persons than its orders use, the idle go first, then the last-listed order.

    `persons` are those now there; `only` names the peoples and provinces that lost somebody (None: look at all).
    """
    wanted = None if only is None else set(only)
    if wanted is not None and not wanted:
        return
    for (people, province), orders in orders_by_place(plan, wanted).items():
        missing = sum(plan.persons(speaker, order) for speaker, order in orders) - persons[province].get(people, 0)
        for speaker, order in reversed(orders):
            if missing <= 0:
                break
            there = plan.persons(speaker, order)
            lost = min(there, missing)
            if lost:
                missing -= lost
                yield f.OrderCut(label(speaker, order), "B-4.1.3", people, lost, there - lost, reason)


def orders_by_place(
    plan: Plan, wanted: Container[tuple[PeopleId, ProvinceId]] | None = None
) -> dict[tuple[PeopleId, ProvinceId], list[tuple[PeopleId, Move | Hold]]]:
    """The orders that use persons, by people and province, in their order (None: of all peoples and provinces)."""
    using: dict[tuple[PeopleId, ProvinceId], list[tuple[PeopleId, Move | Hold]]] = {}
    for speaker, order in plan.standing():
        # Who is ordered to stay idle idles like those without an order: it is from them that persons are taken first.
        if isinstance(order, Move) or (isinstance(order, Hold) and not order.is_idle):
            key = (order.of, _province(order))
            if wanted is None or key in wanted:
                using.setdefault(key, []).append((speaker, order))
    return using


def _province(order: Move | Hold) -> ProvinceId:
    return order.from_ if isinstance(order, Move) else order.in_


def after_facts(plan: Plan, facts: Iterable[f.Fact]) -> Plan:
    """The plan after the cuts and lapses that the journal tells of."""
    cut = [(fact.order_cut, fact.left) for fact in facts if isinstance(fact, f.OrderCut)]
    void = [fact.order_void for fact in facts if isinstance(fact, f.OrderVoid)]
    return plan.without(cut, void) if cut or void else plan


def orders_of(plan: Plan, kind: type[Order]) -> Iterator[tuple[PeopleId, Order]]:
    """The standing orders of one kind."""
    return ((speaker, order) for speaker, order in plan.standing() if isinstance(order, kind))
