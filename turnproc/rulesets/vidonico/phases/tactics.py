"""X-2 to X-5: both commanders roll."""

from __future__ import annotations

from dataclasses import dataclass

from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.battle import Host, Rolled, Scene, sides
from turnproc.rulesets.vidonico.combination import Combination, Tk
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.tactics import commanders_dice, is_success, shown, tactics_result
from turnproc.rulesets.vidonico.unasked import reads_tactics, tactics_id
from turnproc.rulesets.vidonico.world import World


def roll_tactics(scene: Scene, state: State, table: Table[World, Orders]) -> tuple[list[f.Fact], Rolled]:
    """The two rolls, and who succeeded."""
    first, second = (_roll(scene, at, host, state, table) for at, host in sides(scene.hosts))
    return [first, second], Rolled((first.total, second.total), (first.success, second.success))


@dataclass(frozen=True, slots=True)
class CommandersDice:
    """What a commander rolls: his skill (None: he has none), the game master's ruling, and what both come to (X-2)."""

    tk: Tk | None
    ruling: f.TacticsRuling | None
    rolled: Combination


def dice_of(scene: Scene, host: Host, state: State, table: Table[World, Orders]) -> CommandersDice:
    """The dice of a side's commander (X-0, X-2)."""
    label = tactics_id(scene.plan.id, host.id)
    tk = None if host.commander is None else state.characters[host.commander].tactics
    fallback = table.world.settings.leaderless_tactics
    if host.commander is None and host.planned.fallback is not None:
        fallback = host.planned.fallback
    ruling = table.rulings.override(label, reads_tactics(label))
    dice, pips = (0, 0) if ruling is None else (ruling.dice, ruling.pips)
    rolled = commanders_dice(None if tk is None else Combination.of(tk), fallback, dice, pips)
    return CommandersDice(tk, ruling, rolled)


def _roll(scene: Scene, at: int, host: Host, state: State, table: Table[World, Orders]) -> f.TacticsRoll:
    settings = table.world.settings
    theirs = dice_of(scene, host, state, table)
    roll = table.dice.roll(tactics_id(scene.plan.id, host.id), theirs.rolled.expression)
    multiplier = scene.proportion.multiplier(at)
    result = tactics_result(roll.total, multiplier, settings)
    return f.TacticsRoll(
        tactics_roll=host.id,
        rule="X-4",
        battle=scene.plan.id,
        rolled=theirs.rolled.tk,
        dice=roll.dice,
        total=roll.total,
        result=shown(result),
        difficulty=scene.difficulty,
        success=is_success(result, scene.difficulty, settings),
        commander=host.commander,
        tk=theirs.tk,
        ruling=theirs.ruling,
        multiplied_by=None if multiplier is None else str(scene.proportion),
    )
