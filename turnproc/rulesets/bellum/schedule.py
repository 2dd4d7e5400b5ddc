"""A turn of bellum, phase by phase: section 4 of docs/rules/bellum.md on one page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from turnproc.engine.phase import Outcome, Phase, Schedule
from turnproc.engine.table import Table
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.events import happen
from turnproc.rulesets.bellum.field import Field, after_movement
from turnproc.rulesets.bellum.orders import Orders, Plan
from turnproc.rulesets.bellum.phases.assimilation import assimilation
from turnproc.rulesets.bellum.phases.combat import SECOND, combat
from turnproc.rulesets.bellum.phases.conquest import Conquest, conquest
from turnproc.rulesets.bellum.phases.ending import left_empty, modifiers_age, separations, streaks
from turnproc.rulesets.bellum.phases.intake import intake
from turnproc.rulesets.bellum.phases.kingship import kingship
from turnproc.rulesets.bellum.phases.movement import movement
from turnproc.rulesets.bellum.phases.results import Results
from turnproc.rulesets.bellum.phases.retreat import Retreats, after_retreat, driven_out, retreat
from turnproc.rulesets.bellum.phases.vanishing import orders_of_the_vanished, vanishing
from turnproc.rulesets.bellum.start import TurnStart, after_facts, cut_orders, lapsed_orders
from turnproc.rulesets.bellum.state import State
from turnproc.rulesets.bellum.world import PeopleId, World


class Stages:
    """What the turn has come to so far: every stage is there as soon as the schedule has reached it.

    Later phases are decided on it. `accounts` runs the schedule again up to a fact and looks here for its reasons.
    """

    start: TurnStart
    plan: Plan
    field: Field
    results: Results
    taken: Conquest
    scene: Retreats
    second_field: Field
    second_results: Results


def schedule(state: State, table: Table[World, Orders], stages: Stages | None = None) -> Schedule[f.Fact]:
    """Hand out the phases. `state` is the engine's working copy: between two phases it has changed by their facts."""
    world, rulings = table.world, table.rulings
    turn = stages or Stages()

    # 4.0 Who sent nothing; the game master's events before the turn.
    yield Phase("start", partial(intake, table))
    for event in table.events:
        if event.when == "start":
            yield Phase("start", partial(happen, event, state, world))
    yield Phase("start", partial(vanishing, state))
    start = turn.start = TurnStart.of(state)
    turn.plan = Plan({PeopleId(speaker): orders for speaker, orders in table.orders.items()})
    lapsed = yield Phase("start", lambda: Outcome(list(lapsed_orders(turn.plan, start))))
    turn.plan = after_facts(turn.plan, lapsed)
    cut = yield Phase("start", lambda: Outcome(list(cut_orders(turn.plan, start.persons, "fewer"))))
    turn.plan = after_facts(turn.plan, cut)

    # 4.1 and 4.2
    turn.plan = after_facts(turn.plan, (yield Phase("assimilation", partial(assimilation, start, turn.plan))))
    if (yield Phase("assimilation", partial(vanishing, state))):
        gone = yield Phase("assimilation", partial(orders_of_the_vanished, state, turn.plan))
        turn.plan = after_facts(turn.plan, gone)
    plan = turn.plan
    yield Phase("kingship", partial(kingship, state, world, start, plan))

    # 4.3 to 4.5
    moves = yield Phase("movement", partial(movement, world, start, plan))
    field = turn.field = after_movement(state, plan, moves)
    first = yield Phase("combat", partial(combat, state, world, start, field))
    results = turn.results = Results.of(first)
    taken = turn.taken = conquest(state, world, start, plan, field, results, rulings)
    scene = turn.scene = Retreats(state, world, plan, rulings, taken)
    retreats = yield Phase("retreat", lambda: Outcome([*taken.facts, *retreat(scene, field, results)]))

    # 4.6 and 4.7: only who was thrown back causes battles now.
    second_field = turn.second_field = after_retreat(field, results, retreats, taken)
    second = yield Phase("second_combat", partial(combat, state, world, start, second_field, SECOND))
    if second:
        again = turn.scene = replace(scene, barred=driven_out(field, results, taken))
        second_results = turn.second_results = Results.of(second)
        yield Phase("second_retreat", lambda: Outcome(retreat(again, second_field, second_results)))

    # 4.8
    yield Phase("end", partial(streaks, state, world, start, [*first, *second]))
    yield Phase("end", partial(separations, state, world, rulings))
    yield Phase("end", partial(modifiers_age, state))
    for event in table.events:
        if event.when == "end":
            yield Phase("end", partial(happen, event, state, world))
    yield Phase("end", partial(vanishing, state))
    yield Phase("end", partial(left_empty, state, start))
