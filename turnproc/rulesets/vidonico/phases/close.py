"""Z-1: the week is over."""

from __future__ import annotations

from turnproc.engine.finding import Finding
from turnproc.engine.phase import Outcome
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.battle import Memory
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.unasked import REROLL
from turnproc.rulesets.vidonico.world import World
from turnproc.source.pointer import join


def close(table: Table[World, Orders], memory: Memory) -> Outcome[f.Fact]:
    """Z-1; a label under `reroll` that no loot was rolled for is an error, like every ruling that nothing asks for."""
    findings: list[Finding] = []
    if not table.rulings.open and not memory.aside:
        for at, label in enumerate(memory.rerolls):
            if label not in memory.looted:
                params = {"id": label, "asked": sorted(memory.looted)}
                findings.append(Finding("gm", join(["rulings", REROLL, at]), "C015", params))
    return Outcome([f.TurnClosed(table.turn, "Z-1")], tuple(findings))
