"""B-4.1.4: a people left without a person anywhere vanishes. Judged after start events, assimilation and at the end."""

from __future__ import annotations

from turnproc.engine.phase import Outcome
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.orders import Plan, label
from turnproc.rulesets.bellum.state import State, totals
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


def vanishing(state: State) -> Outcome[f.Fact]:
    """Peoples without persons leave; whom they ruled falls to their own master, or is free."""
    alive = totals(state.provinces)
    gone = sorted(people for people in state.peoples if people not in alive)
    if not gone:
        return Outcome()
    ruled: dict[PeopleId, list[PeopleId]] = {}
    for people, there in state.peoples.items():
        if there.master is not None and people in alive:
            ruled.setdefault(there.master, []).append(people)
    owned: dict[PeopleId, list[ProvinceId]] = {}
    for province, land in state.provinces.items():
        if land.owner is not None:
            owned.setdefault(land.owner, []).append(province)
    facts: list[f.Fact] = []
    for people in gone:
        master = state.peoples[people].master
        while master is not None and master not in alive:
            master = state.peoples[master].master
        for below in sorted(ruled.get(people, ())):
            facts.append(
                f.Freed(below, "B-4.1.4", people) if master is None else f.Subjugated(below, "B-4.1.4", master)
            )
        facts.append(f.Vanished(people, "B-4.1.4", lost=tuple(owned.get(people, ())) or None))
    return Outcome(facts)


def orders_of_the_vanished(state: State, plan: Plan) -> Outcome[f.Fact]:
    """Orders to a people that vanished lapse; what it ordered for others stands."""
    return Outcome(
        [
            f.OrderVoid(label(speaker, order), "B-4.1.4", "vanished")
            for speaker, order in plan.standing()
            if order.of not in state.peoples
        ]
    )
