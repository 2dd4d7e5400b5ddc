"""Who sent nothing that counts (B-3.9)."""

from __future__ import annotations

from turnproc.engine.phase import Outcome
from turnproc.engine.table import Table
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.orders import Orders
from turnproc.rulesets.bellum.world import PeopleId, World


def intake(table: Table[World, Orders]) -> Outcome[f.Fact]:
    """Tell which files were rejected or struck, and whose peoples idle for want of orders."""
    facts: list[f.Fact] = [f.Rejected(file, "B-3.9", problems) for file, problems in sorted(table.rejected.items())]
    facts += [f.Struck(PeopleId(speaker), "B-3.9") for speaker in table.struck]
    facts += [f.NoOrders(PeopleId(speaker), "B-3.9") for speaker in table.absent]
    return Outcome(facts)
