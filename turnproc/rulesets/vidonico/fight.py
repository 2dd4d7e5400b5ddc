"""One battle from muster to withdrawal, each step a phase of its own (docs/rules/vidonico.md, section 4)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import TypeAlias

from turnproc.engine.phase import Outcome, Phase
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.battle import Held, Host, Memory, Plan, held_by
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.fates import Aftermath, decide_fates
from turnproc.rulesets.vidonico.phases.losses import count_losses, take_prisoners
from turnproc.rulesets.vidonico.phases.muster import arrive, hold_muster, is_broken_off
from turnproc.rulesets.vidonico.phases.outcome import decide_outcome
from turnproc.rulesets.vidonico.phases.tactics import roll_tactics
from turnproc.rulesets.vidonico.phases.withdrawal import beaten_armies, give_up_held, withdraw
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.world import World

Battle: TypeAlias = Generator[Phase[f.Fact], Sequence[f.Fact], bool]
Facts: TypeAlias = "list[f.Fact]"


def fight(plan: Plan, state: State, table: Table[World, Orders], memory: Memory) -> Battle:
    """Hand out the phases of a battle; False in the end: it is set aside, for something in it is open or wrong."""
    step = f"battle/{plan.id}"
    if plan.pointer is None and is_broken_off(plan, state):
        yield Phase(f"{step}/muster", lambda: Outcome([f.NoBattle(plan.id, "A-4", "withdrawn")]))
        return True
    held = {army: held_by(state.armies[army], state) for army in plan.armies if army in state.armies}
    arrival = arrive(plan, state, table.world, memory)
    yield Phase(f"{step}/muster", lambda: arrival)
    if arrival.findings:
        return False
    muster = hold_muster(plan, state, table, memory)
    yield Phase(f"{step}/muster", lambda: Outcome(muster.facts, muster.findings))
    if muster.findings or muster.is_open:
        return False
    if muster.walkover is not None and muster.hosts is not None:
        rows: list[f.Row] = ["walkover", "walkover"]
        rows[muster.walkover] = "holds_field"
        yield from _give_way(plan, muster.hosts, rows, held, state, table, memory)
    scene = muster.scene
    if scene is None:
        return True
    tactics, rolled = roll_tactics(scene, state, table)
    yield Phase(f"{step}/tactics", lambda: Outcome(tactics))
    decided = decide_outcome(scene, rolled, state, table)
    if decided is None:
        return False
    outcome, decision = decided
    yield Phase(f"{step}/outcome", lambda: Outcome(outcome))
    losses, shared = count_losses(scene, decision, table.world.settings)
    yield Phase(f"{step}/losses", lambda: Outcome(losses))
    yield Phase(f"{step}/losses", partial(take_prisoners, scene, shared, state, memory.turn))
    after = Aftermath(scene, rolled, decision, shared, state, table, memory)
    yield Phase(f"{step}/fates", lambda: Outcome(decide_fates(after)))
    yield from _give_way(plan, scene.hosts, decision.rows, held, state, table, memory)
    return True


def _give_way(
    plan: Plan,
    hosts: tuple[Host, Host],
    rows: Sequence[f.Row],
    held: dict[str, Held],
    state: State,
    table: Table[World, Orders],
    memory: Memory,
) -> Generator[Phase[f.Fact], Sequence[f.Fact], None]:
    """B: army by army, for where one goes can bar the way of the next."""
    name = f"battle/{plan.id}/withdrawal"
    for army, row, enemy in beaten_armies(hosts, rows):
        given_up = give_up_held(plan, state.armies[army], row, held[army], enemy, state, table)
        yield Phase(name, partial(_same, given_up))
        gone = yield Phase(name, partial(withdraw, plan, state.armies[army], state, table, memory))
        for fact in gone:
            if isinstance(fact, f.Withdrew):
                memory.beaten[fact.withdrew, fact.from_] = plan.id


def _same(outcome: Outcome[f.Fact]) -> Outcome[f.Fact]:
    return outcome
