"""F-1 to F-5 and F-8: what happens to the characters in a battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Decision, Memory, Rolled, Scene, captor_army, sides
from turnproc.rulesets.vidonico.fates import (
    Situation,
    best_weapon,
    captivity,
    fate,
    fate_label,
    has_a_fate,
    injury_label,
    modifier,
    rides,
)
from turnproc.rulesets.vidonico.losses import Shared
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.loot import Plunder, plunder
from turnproc.rulesets.vidonico.state import Character, State, called
from turnproc.rulesets.vidonico.world import World


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A battle whose losses have been applied: all that the characters' fates hang on."""

    scene: Scene
    rolled: Rolled
    decision: Decision
    shared: tuple[Shared, Shared]
    state: State
    table: Table[World, Orders]
    memory: Memory


def decide_fates(after: Aftermath) -> list[f.Fact]:
    """F-1: every character who rolls, in ascending id."""
    settings = after.table.world.settings
    found: list[tuple[str, int]] = []
    for at, host in sides(after.scene.hosts):
        for army in host.planned.armies:
            for character in after.state.characters_of(army):
                if has_a_fate(character, settings, own_pursued=after.decision.is_chased(at)):
                    found.append((character.id, at))
    return [fact for character, at in sorted(found) for fact in _fate(after, after.state.characters[character], at)]


def _fate(after: Aftermath, character: Character, at: int) -> Iterator[f.Fact]:
    scene, table = after.scene, after.table
    battle, name = scene.plan.id, called(character)
    best = best_weapon(character.weapon_skills)
    skill, before = best if best is not None else (None, table.rulings.decide(q.weapon_skill(character.id, name)))
    change = modifier(_situation(after, character, at), table.world.settings)
    rolled = before.plus(change.dice)
    roll = table.dice.roll(fate_label(battle, character.id), rolled.expression)
    entry = fate(roll.total)
    yield f.Fate(
        fate=character.id,
        rule="F-4",
        battle=battle,
        side=scene.hosts[at].id,
        role=character.role,
        tk_before=before.tk,
        modifier=change.dice,
        case=change.case,
        tk=rolled.tk,
        dice=roll.dice,
        total=roll.total,
        row=entry.row,
        skill=skill,
    )
    if entry.injuries:
        by = table.rulings.decide(q.damage_type(battle, character.id, name))
        for n in range(1, entry.injuries + 1):
            points = table.dice.roll(injury_label(battle, character.id, n), "1d6").total
            yield f.Injury(character.id, "F-4", battle, n, points, by)
    if entry.killed:
        yield f.Killed(character.id, "F-4", "battle", battle)
        yield from _leader_lost(after.state, character, battle)
    if entry.captive:
        yield from _captive(after, character, at)
    if entry.loot:
        yield from plunder(_plunder(after, at), character, entry.loot, table, after.memory)


def _situation(after: Aftermath, character: Character, at: int) -> Situation:
    decision = after.decision
    pursuit = (decision.pursuit_terrain,) if decision.pursuit_terrain is not None else ()
    return Situation(
        own_success=after.rolled.successes[at],
        enemy_success=after.rolled.successes[1 - at],
        fled=decision.is_chased(at),
        rides=rides(character.mounted, after.scene.terrain, *pursuit),
        pursues=decision.is_chased(1 - at) and character.contingent in decision.cavalry,
    )


def _captive(after: Aftermath, character: Character, at: int) -> Iterator[f.Fact]:
    """F-5: captured, unless his comrades come or nobody is left who could hold him."""
    battle, enemy = after.scene.plan.id, after.scene.hosts[1 - at]
    captors_left = after.shared[1 - at].total.has_captors
    holds_field = after.decision.ended.holder == at
    answer = captivity(after.table.world.settings, holds_field=holds_field, captors_left=captors_left)
    is_rescued = answer == "rescued"
    captor = captor_army(enemy, after.state, character.faction)
    if answer == "ask" and captor is not None:
        is_rescued = after.table.rulings.decide(q.captive(battle, character.id, called(character))) == "rescued"
    if is_rescued or captor is None:
        yield f.Rescued(character.id, "F-5", battle, "ruling" if captors_left and captor is not None else "no_captor")
        return
    yield f.Captured(character.id, "F-5", battle, captor, "battle")
    yield from _leader_lost(after.state, character, battle)


def _leader_lost(state: State, character: Character, battle: str) -> Iterator[f.Fact]:
    """F-8: his army has no leader any more."""
    if character.army is not None and state.armies[character.army].leader == character.id:
        yield f.LeaderLost(character.army, "F-8", character.id, battle)


def _plunder(after: Aftermath, at: int) -> Plunder:
    scene = after.scene
    return Plunder(
        battle=scene.plan.id,
        terrain=scene.terrain,
        enemy_has_mounts=scene.hosts[1 - at].has_mounts,
        holds_field=after.decision.ended.holder == at,
    )
