"""H: the wounded recover."""

from __future__ import annotations

from turnproc.engine.phase import Outcome
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.recovery import recover
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.unasked import reads_rate, recovery_id
from turnproc.rulesets.vidonico.world import World


def convalescence(state: State, table: Table[World, Orders]) -> Outcome[f.Fact]:
    """H-1 to H-4, army by army; a ruling replaces the rate of an army for the week."""
    settings = table.world.settings
    facts: list[f.Fact] = []
    for army in state.armies.values():
        name = recovery_id(army.id)
        ruling = table.rulings.override(name, reads_rate(name))
        rate = settings.recovery_rate if ruling is None else ruling
        for each in recover(army.contingents, table.turn, rate, settings.recovery_mode):
            rule = "H-1" if ruling is None else "H-4"
            facts.append(f.Recovered(each.contingent, rule, army.id, each.battle, each.count, each.still_wounded))
    return Outcome(facts)
