"""C-1 to C-4: the outcome, pursuit, disorder."""

from __future__ import annotations

from typing import Literal, TypeAlias

from turnproc.engine.rulings import How
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Decision, Rolled, Scene
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.outcome import (
    Ended,
    SideAt,
    break_tie,
    cavalry_of,
    chase,
    could_pursue,
    flight_row,
    outcome,
)
from turnproc.rulesets.vidonico.phases.muster import given_or_asked, is_open
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.world import Terrain, World

TieBreak: TypeAlias = Literal["total", "ruling", "default", "mutual"]


def decide_outcome(
    scene: Scene, rolled: Rolled, state: State, table: Table[World, Orders]
) -> tuple[list[f.Fact], Decision] | None:
    """What came of the two rolls; None: that hangs on an open question."""
    leading: SideAt | None = scene.proportion.stronger
    tie: TieBreak | None = None
    if leading is None and rolled.successes[0] == rolled.successes[1]:
        broken = _broken_tie(scene, rolled, table)
        if broken is None:
            return None
        leading, tie = broken
    ended = outcome(rolled.successes, leading)
    facts: list[f.Fact] = []
    flight: f.Row = "flight_unpursued"
    pursuit_terrain: Terrain | None = None
    cavalry: frozenset[str] = frozenset()
    if ended.code == "clear_victory" and ended.holder is not None:
        pursuit, terrain = _pursuit(scene, ended.holder, state, table)
        facts.append(pursuit)
        flight = flight_row(terrain, pursued=pursuit.happened)
        if pursuit.happened:
            pursuit_terrain = terrain
            cavalry = cavalry_of(scene.hosts[ended.holder].mustered, terrain, table.world.settings)
    rows = (ended.row(0, flight), ended.row(1, flight))
    reached = f.OutcomeReached(
        ended.code,
        "C-1",
        scene.plan.id,
        {host.id: row for host, row in zip(scene.hosts, rows, strict=True)},
        None if ended.holder is None else scene.hosts[ended.holder].id,
        tie,
    )
    return [reached, *facts, *_disorder(scene, ended)], Decision(ended, rows, pursuit_terrain, cavalry)


def _broken_tie(scene: Scene, rolled: Rolled, table: Table[World, Orders]) -> tuple[SideAt | None, TieBreak] | None:
    """C-1: who takes the stronger side's part on equal strength, and why; None: an open question."""
    settings = table.world.settings
    broken = break_tie(rolled.totals, settings)
    if broken == "mutual":
        return None, "mutual"
    if broken != "ask":
        return broken, "total"
    ids = [host.id for host in scene.hosts]
    question = q.strength_tie(scene.plan.id, ids, has_default=settings.equal_strength != "gm")
    answer = table.rulings.decide(question)
    if is_open(table, question.id):
        return None
    how: TieBreak = "ruling" if was_ruled(table, question.id) else "default"
    if answer == q.MUTUAL:
        return None, how
    return (0 if answer == ids[0] else 1), how


def was_ruled(table: Table[World, Orders], question: str) -> bool:
    """Has the game master answered a question himself?"""
    return any(asked.question.id == question and asked.how is How.RULED for asked in table.rulings.asked)


def _pursuit(scene: Scene, winner: SideAt, state: State, table: Table[World, Orders]) -> tuple[f.Pursuit, Terrain]:
    """C-2 and C-3: does the winner pursue, and over what."""
    settings, plan, host = table.world.settings, scene.plan, scene.hosts[winner]
    ordered = host.commander_army is not None and state.armies[host.commander_army].pursue
    terrain, asked = plan.pursuit_terrain or scene.terrain, None
    if ordered and could_pursue(host.mustered, settings):
        question = q.pursuit_terrain(plan.id, host.id, scene.terrain)
        terrain = given_or_asked(table, question, plan.pursuit_terrain)
        asked = terrain
    found = chase(host.mustered, terrain, settings, ordered=ordered)
    fact = f.Pursuit(
        pursuit=host.id,
        rule="C-2",
        battle=plan.id,
        cavalry=found.cavalry,
        total=found.total,
        ordered=ordered,
        eligible=found.eligible,
        happened=found.happened,
        terrain=asked,
        reason=found.reason,
    )
    return fact, terrain


def _disorder(scene: Scene, ended: Ended) -> list[f.Fact]:
    """C-1: in `chaos` the armies that hold the field cannot move before the next day."""
    if ended.in_disorder is None:
        return []
    armies = scene.hosts[ended.in_disorder].planned.armies
    return [f.DisorderedBy(army, "C-1", scene.plan.id, scene.plan.day + 1) for army in armies]
