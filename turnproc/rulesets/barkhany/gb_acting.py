"""What is done in a round, in sequence: moves, attacks, shots, withdrawals (docs/rules/barkhany.md, B-5.4 to B-5.6)."""

from __future__ import annotations

from collections.abc import Iterator

from turnproc.rulesets.barkhany import fire
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.gb_applying import GbCourse, ordered
from turnproc.rulesets.barkhany.gb_happenings import GbFailed, GbFired
from turnproc.rulesets.barkhany.gb_judge import GbJudge
from turnproc.rulesets.barkhany.gb_moves import (
    action_refusal,
    attack,
    move,
    move_refusal,
    withdraw,
    withdrawal_refusal,
)
from turnproc.rulesets.barkhany.gb_orders import GbAction, GbAttack, GbMove, GbShoot, GbWithdraw
from turnproc.rulesets.barkhany.gb_outcome import take_losses
from turnproc.rulesets.barkhany.gb_preparing import able
from turnproc.rulesets.barkhany.names import fire_id, fire_label
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.strength import Sides, Strengths, strengths
from turnproc.rulesets.barkhany.volley import Volley, firepower, volley


def act(course: GbCourse, judge: GbJudge, order: GbAction) -> None:
    """One order, all of it, before the next."""
    course.there = ordered(course.there, order.detachments)
    match order:
        case GbMove(path=path):
            # One after the other: who comes first may meet the enemy, who comes second is told by what he did.
            for name in order.detachments:
                for each in able(course, order, [name], lambda there, one: move_refusal(there, one, path)):
                    course.add(*move(course.there, each, path))
        case GbAttack():
            for name in able(course, order, order.detachments, action_refusal):
                course.add(attack(course.there, name))
        case GbWithdraw(to=to):
            for name in order.detachments:
                for each in able(course, order, [name], lambda there, one: withdrawal_refusal(there, one, to)):
                    course.add(withdraw(course.there, each, to))
        case GbShoot():
            _shoot(course, judge, order)


def _shoot(course: GbCourse, judge: GbJudge, order: GbShoot) -> None:
    names = able(course, order, order.detachments, fire.shooter_refusal)
    if not names:
        return
    reason = fire.target_refusal(course.there, names, order.target)
    if reason is not None:
        course.add(GbFailed(order=order.name, reason=reason))
        return
    there, settings = course.there, course.there.world.settings
    battle = fire_id(there.battle.id, there.done.number, order.commander, order.id)
    morale = Both(judge.morale_pct(battle, "attacker"), judge.morale_pct(battle, "defender"))
    sides = fire.fire_sides(there, names, order.target, morale)
    found = strengths(sides, fire.scene_of(there), settings)
    power = firepower(found)
    if not power.fired:
        course.add(GbFailed(order=order.name, reason="no_shooters"))
        return
    plan_bonus, override = judge.says_of_fire(battle)
    modifiers = power.modifiers(plan_bonus, settings)
    rolls = Both(
        judge.roll(fire_label(there.battle.id, there.done.number, order.name, "attacker")),
        judge.roll(fire_label(there.battle.id, there.done.number, order.name, "defender")),
    )
    totals = Both(rolls.attacker + modifiers.attacker, rolls.defender + modifiers.defender)
    end = volley(power, totals, settings, override)
    course.add(
        GbFired(
            battle=battle,
            start=there.sector_of(names[0]),
            to=order.target,
            detachments=tuple(names),
            power=power,
            modifiers=modifiers,
            rolls=rolls,
            volley=end,
        )
    )
    lost = [(battle, name, units) for name, units in _left(course, sides, found, end)]
    take_losses(course, [each for each in lost if each[2] != there.state.detachments[each[1]].units])


def _left(
    course: GbCourse, sides: Sides, found: Both[Strengths], end: Volley
) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    settings = course.there.world.settings
    for each in sides.attacker:
        hit = fire.firing_units(found.attacker, each.detachment)
        yield each.detachment, fire.units_left(each, end.fraction.attacker, settings, hit)
    for each in sides.defender:
        yield each.detachment, fire.units_left(each, end.fraction.defender, settings)
