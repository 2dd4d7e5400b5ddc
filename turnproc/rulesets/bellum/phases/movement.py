"""B-4.3: all moves happen at once, one link each; then groups stand in the provinces."""

from __future__ import annotations

from turnproc.engine.phase import Outcome
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.orders import Attack, Move, Plan, label
from turnproc.rulesets.bellum.start import TurnStart
from turnproc.rulesets.bellum.world import World, is_open


def movement(world: World, start: TurnStart, plan: Plan) -> Outcome[f.Fact]:
    """B-4.3.1 to B-4.3.3: links are judged with the kind at turn start; who swaps provinces passes each other."""
    facts: list[f.Fact] = []
    for speaker, order in plan.standing():
        if not isinstance(order, Move):
            continue
        persons = plan.persons(speaker, order)
        if not persons:
            continue
        if is_open(world.links[order.from_].get(order.to), start.peoples[order.of].kind):
            facts.append(f.Moved(persons, "B-4.3.1", order.of, order.from_, order.to, attacked(order)))
        else:
            facts.append(f.OrderVoid(label(speaker, order), "B-4.3.3", "no-link"))
    return Outcome(facts)


def attacked(order: Move) -> Attack:
    """Whom a move attacks; the order of names in its list means nothing."""
    return tuple(sorted(set(order.attack))) if isinstance(order.attack, tuple) else order.attack
