"""B: a beaten army gives up those whom it held, and leaves the region."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from turnproc.engine.phase import Outcome
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Held, Host, Memory, Plan, captor_army
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.outcome import was_ruled
from turnproc.rulesets.vidonico.phases.prisoners import NewStragglers
from turnproc.rulesets.vidonico.state import Army, State, called
from turnproc.rulesets.vidonico.world import World


def give_up_held(
    plan: Plan, army: Army, row: f.Row, held: Held, enemy: Host, state: State, table: Table[World, Orders]
) -> Outcome[f.Fact]:
    """B-2: what becomes of those whom a beaten army held before the battle."""
    groups = [each for each in held.groups if army.group(each) is not None]
    captives = [each for each in held.captives if state.characters[each].captor == army.id]
    if not groups and not captives:
        return Outcome()
    default: Literal["keep", "freed"] = q.FREED if row != "retreat_good_order" else q.KEEP
    answer = table.rulings.decide(q.held_prisoners(plan.id, army.id, called(army), default))
    captor = captor_army(enemy, state) if answer == "taken" else None
    facts: list[f.Fact] = [f.HeldPrisoners(army.id, "B-2", plan.id, answer, tuple(groups), tuple(captives), captor)]
    if answer == "keep":
        return Outcome(facts)
    factions = [state.armies[each].faction for each in enemy.planned.armies]
    placed = NewStragglers(state)
    for each in groups:
        group = army.group(each)
        if group is None:
            continue
        if captor is None or _is_friend(group.from_faction, factions, table.world):
            facts.append(placed.of_group(group, army, "B-2", "freed", plan.region, plan.id))
        else:
            facts.append(f.PrisonersPassed(each, "B-2", plan.id, army.id, captor))
    for each in captives:
        if captor is None or _is_friend(state.characters[each].faction, factions, table.world):
            facts.append(f.CaptiveDisposed(each, "B-2", "release", "freed", army.id, plan.region, plan.id))
        else:
            facts.append(f.Captured(each, "B-2", plan.id, captor, "taken"))
    return Outcome(facts)


def _is_friend(faction: str, others: Sequence[str], world: World) -> bool:
    return any(world.are_allied(faction, other) for other in others)


def withdraw(plan: Plan, army: Army, state: State, table: Table[World, Orders], memory: Memory) -> Outcome[f.Fact]:
    """B-1: where a beaten army goes. Without regions nothing moves."""
    region, world = plan.region, table.world
    if region is None:
        return Outcome()
    facts: list[f.Fact] = []
    if army.id in memory.retreats:
        to, order = memory.retreats[army.id]
        if to != region and world.may_step(region, to):
            return Outcome([f.Withdrew(army.id, "B-1", plan.id, region, "order", to)])
        facts.append(f.Warned("W-RETREAT-VOID", "B-1", army.id, army.id, to, order))
    back = army.previous_region
    if (
        back is not None
        and back != region
        and world.may_step(region, back)
        and not _is_barred(back, army, state, world)
    ):
        return Outcome([*facts, f.Withdrew(army.id, "B-1", plan.id, region, "way_back", back)])
    question = q.retreat(plan.id, army.id, called(army), _ways(region, world))
    answer = table.rulings.decide(question)
    why = was_ruled(table, question.id)
    to_ = None if answer == q.STAY else answer
    return Outcome([*facts, f.Withdrew(army.id, "B-1", plan.id, region, "ruling" if why else "default", to_)])


def _is_barred(region: str, army: Army, state: State, world: World) -> bool:
    """Does a hostile army with a fit soldier stand there?"""
    return any(
        other.region == region and other.fit and not world.are_allied(army.faction, other.faction)
        for other in state.armies.values()
    )


def _ways(region: str, world: World) -> list[str]:
    if world.knows_adjacency:
        return sorted(world.regions[region].adjacent)
    return sorted(other for other in world.regions if other != region)


def beaten_armies(hosts: Sequence[Host], rows: Sequence[f.Row]) -> Iterator[tuple[str, f.Row, Host]]:
    """B-1: every army of a side that does not hold the field, with its row and the other side."""
    for at, row in enumerate(rows):
        if row != "holds_field":
            for army in hosts[at].planned.armies:
                yield army, row, hosts[1 - at]
