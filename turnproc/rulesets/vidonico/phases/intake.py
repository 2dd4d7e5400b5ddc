"""G-7: who sent nothing that counts."""

from __future__ import annotations

from turnproc.engine.phase import Outcome
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.world import World


def intake(state: State, table: Table[World, Orders]) -> Outcome[f.Fact]:
    """Which files were rejected or struck, and which factions sent nothing. A character need not send anything."""
    facts: list[f.Fact] = [f.Rejected(file, "G-7", problems) for file, problems in sorted(table.rejected.items())]
    facts += [f.Struck(speaker, "G-7") for speaker in table.struck]
    facts += [f.NoOrders(speaker, "G-7") for speaker in table.absent if speaker in state.factions]
    return Outcome(facts)
