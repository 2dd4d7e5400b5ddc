"""A turn of vidonico, phase by phase: section 4 of docs/rules/vidonico.md on one page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from turnproc.engine.phase import Outcome, Phase, Schedule
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import orders as o
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Memory, Plan
from turnproc.rulesets.vidonico.fight import fight
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.close import close
from turnproc.rulesets.vidonico.phases.encounters import meet
from turnproc.rulesets.vidonico.phases.events import happen
from turnproc.rulesets.vidonico.phases.intake import intake
from turnproc.rulesets.vidonico.phases.movement import (
    Given,
    commands,
    given_orders,
    instruct,
    instructions,
    is_overruled,
    marches,
    speak_for_themselves,
    words_for_later,
)
from turnproc.rulesets.vidonico.phases.prisoners import (
    ask_about_captives,
    dispose,
    dispose_by_custom,
    escapes,
    ordered_disposals,
    taken_this_turn,
)
from turnproc.rulesets.vidonico.phases.recovery import convalescence
from turnproc.rulesets.vidonico.state import Formation, State
from turnproc.rulesets.vidonico.unasked import REROLL, reads_rerolls
from turnproc.rulesets.vidonico.world import Terrain, World


def schedule(state: State, table: Table[World, Orders]) -> Schedule[f.Fact]:
    """Hand out the phases. `state` is the engine's working copy: between two phases it has changed by their facts."""
    # 1 Who sent nothing; the game master's events before the turn.
    yield Phase("events", partial(intake, state, table))
    yield from _events("events", "start", state, table)

    # 2 Orders and movement (A).
    given = given_orders(table.orders)
    themselves = speak_for_themselves(given)
    for each in instructions(given):
        yield Phase("movement", partial(instruct, each, state, overruled=is_overruled(each, themselves)))
    yield Phase("movement", partial(marches, given, state, table.world))
    yield Phase("movement", partial(words_for_later, given, state))
    plans = [Plan.of(event.data, event.pointer) for event in table.events if event.verb == "battle"]
    met = meet(plans, state, table)
    yield Phase("movement", lambda: Outcome([each.fact for each in met if not each.is_open]))

    # 3 Battles (M, X, C, L, F, B). What can be asked before the dice is asked first (section 5).
    plans += [each.plan for each in met if not each.is_open and each.fact.answer == "battle"]
    _ask_for_terrains(plans, table)
    ask_about_captives(given, state, table)
    memory = _memory(given, state, table)
    undecided = {each.plan.id for each in met if each.is_open}
    plans += [each.plan for each in met if each.is_open]
    for plan in sorted(plans, key=lambda each: each.day):
        stands = plan.id not in undecided and memory.aside.isdisjoint(plan.armies)
        if not (stands and (yield from fight(plan, state, table, memory))):
            memory.aside.update(plan.armies)

    # 4 Prisoners (P).
    yield Phase("prisoners", partial(escapes, state))
    for each in ordered_disposals(given):
        yield Phase("prisoners", partial(dispose, each, state, table))
    for group, army in taken_this_turn(state, table.turn):
        yield Phase("prisoners", partial(dispose_by_custom, group, army, state, table.world))

    # 5 Recovery (H).
    yield Phase("recovery", partial(convalescence, state, table))

    # 6 The game master's events after the turn; close (Z).
    yield from _events("close", "end", state, table)
    yield Phase("close", partial(escapes, state))
    yield Phase("close", partial(close, table, memory))


def _events(phase: str, when: str, state: State, table: Table[World, Orders]) -> Schedule[f.Fact]:
    for event in table.events:
        if event.when == when and event.verb != "battle":
            yield Phase(phase, partial(happen, event, state, table.world))


def _ask_for_terrains(plans: Sequence[Plan], table: Table[World, Orders]) -> None:
    for plan in plans:
        region = None if plan.region is None else table.world.regions[plan.region]
        if plan.terrain is None and (region is None or region.terrain is None):
            table.rulings.decide(q.terrain(plan.id))


def _memory(given: Sequence[Given], state: State, table: Table[World, Orders]) -> Memory:
    formations: dict[str, dict[Terrain, Formation]] = {}
    retreats: dict[str, tuple[str, str]] = {}
    for each in given:
        if isinstance(each.order, o.Formation):
            where = formations.setdefault(each.order.contingent, {})
            where |= dict.fromkeys(each.order.where, each.order.formation)
        elif isinstance(each.order, o.Retreat) and commands(each, state):
            retreats[each.order.army] = (each.order.to, each.name)
    rerolls = table.rulings.override(REROLL, reads_rerolls)
    return Memory(table.turn, formations, retreats, () if rerolls is None else rerolls.labels)
