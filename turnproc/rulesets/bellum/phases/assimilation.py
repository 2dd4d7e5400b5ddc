"""B-4.1: states turn persons of other peoples into their own."""

from __future__ import annotations

from turnproc.engine.phase import Outcome
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.orders import Assimilate, Plan, label
from turnproc.rulesets.bellum.start import TurnStart, cut_orders
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


def assimilation(start: TurnStart, plan: Plan) -> Outcome[f.Fact]:
    """B-4.1.1 to B-4.1.3: all at once on the counts of turn start; the orders of who lost a person are cut."""
    facts: list[f.Fact] = []
    lost: dict[tuple[PeopleId, ProvinceId], int] = {}
    for speaker, order in plan.standing():
        if not isinstance(order, Assimilate):
            continue
        if (reason := _why_not(order, start)) is not None:
            facts.append(f.OrderVoid(label(speaker, order), "B-4.1.1", reason))
            continue
        facts.append(f.Assimilated(order.people, "B-4.1.1", order.of, order.in_))
        # One person a province and people: only the owner with the majority may take, and only once (B-4.1.2).
        lost[(order.people, order.in_)] = 1
    # The person gained idles this turn, so orders are measured by who was there and is left.
    left = {
        province: {people: count - lost.get((people, province), 0) for people, count in start.persons[province].items()}
        for _, province in lost
    }
    facts += cut_orders(plan, left, "assimilated", only=lost)
    return Outcome(facts)


def _why_not(order: Assimilate, start: TurnStart) -> str | None:
    if not start.peoples[order.of].is_free_state:
        return "not-a-free-state"
    if start.owners.get(order.in_) != order.of:
        return "not-owner"
    if not start.has_majority(order.of, order.in_):
        return "no-majority"
    return None if start.persons[order.in_].get(order.people) else "nobody-there"
