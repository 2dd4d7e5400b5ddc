"""The odds of a battle that is about to be fought: both sides muster, and nobody rolls (O-3 to O-6)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Host, Memory, Plan, Scene
from turnproc.rulesets.vidonico.combination import ONE_DIE
from turnproc.rulesets.vidonico.odds_preview import preview
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.muster import Mustering, hold_muster
from turnproc.rulesets.vidonico.phases.tactics import dice_of
from turnproc.rulesets.vidonico.prospects import Ground, Party, Preview, Tie
from turnproc.rulesets.vidonico.state import Character, State, called
from turnproc.rulesets.vidonico.world import World


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a battle may come to. `preview` is None in a walk-over, and where nobody is there (M-7, O-6)."""

    mustering: Mustering
    preview: Preview | None = None


def foresee(plan: Plan, state: State, table: Table[World, Orders]) -> Foreseen:
    """The odds of a battle with the rulings on the table; questions that come up before the dice have been asked."""
    mustering = hold_muster(plan, state, table, Memory(table.turn))
    if mustering.scene is None:
        return Foreseen(mustering)
    scene = mustering.scene
    first, second = (_party(host, scene, state, table) for host in scene.hosts)
    return Foreseen(mustering, preview((first, second), _ground(scene, table), table.world.settings))


def _party(host: Host, scene: Scene, state: State, table: Table[World, Orders]) -> Party:
    return Party(
        id=host.id,
        soldiers=host.mustered,
        dice=dice_of(scene, host, state, table).rolled,
        pursues=host.commander_army is not None and state.armies[host.commander_army].pursue,
        characters=[
            _armed(each, table)
            for army in sorted(host.planned.armies)
            for each in state.characters_of(army)
            if each.pc or table.world.settings.npc_fates
        ],
    )


def _armed(character: Character, table: Table[World, Orders]) -> Character:
    """F-1: the game master may have said what somebody rolls who has no weapon skill."""
    if character.weapon_skills:
        return character
    question = q.weapon_skill(character.id, called(character))
    skill = table.rulings.override(question.id, question.read) or ONE_DIE
    return replace(character, weapon_skills={"": skill.tk})


def _ground(scene: Scene, table: Table[World, Orders]) -> Ground:
    plan, rulings = scene.plan, table.rulings
    name = q.pursuit_terrain_id(plan.id)
    pursuit = rulings.override(name, q.reads_terrain(name)) or plan.pursuit_terrain or scene.terrain
    ids = [host.id for host in scene.hosts]
    question = q.strength_tie(plan.id, ids, has_default=False)
    tie: Tie | None = None
    answer = rulings.override(question.id, question.read)
    if answer == q.MUTUAL:
        tie = "mutual"
    elif answer is not None:
        tie = 0 if answer == ids[0] else 1
    return Ground(terrain=scene.terrain, difficulty=scene.difficulty, pursuit=pursuit, tie=tie)
