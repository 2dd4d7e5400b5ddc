"""An attack at the moment of the battle, of one order or of an operation (docs/rules/barkhany.md, B-3.9 to B-3.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from turnproc.rulesets.barkhany.action_orders import Attack
from turnproc.rulesets.barkhany.battle import fight, weigh
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.consequences import Field, take_consequences
from turnproc.rulesets.barkhany.control import part_generals
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.happenings import AfterStep, Attacker, AttackVoid, Battle, Held, Void
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.judge import Judge
from turnproc.rulesets.barkhany.marching import end_march, touch
from turnproc.rulesets.barkhany.names import place_of
from turnproc.rulesets.barkhany.options import Option, mobility_of, option, penalised
from turnproc.rulesets.barkhany.presence import are_friends
from turnproc.rulesets.barkhany.sides import defenders, field_detachment
from turnproc.rulesets.barkhany.state import Detachment
from turnproc.rulesets.barkhany.steps import step_refusal
from turnproc.rulesets.barkhany.strength import Fielded, Scene
from turnproc.rulesets.barkhany.walking import halt, may_leave_block, reach_of, step, walk


@dataclass(frozen=True, slots=True, kw_only=True)
class Goer:
    """A detachment on its way to an attack: the steps that it has made of its path.

    `is_stopped`: it was barred on the way; if nothing comes of the attack, it goes no farther. `has_halted`: the time
    for its steps is used up already, for it has waited for others.
    """

    order: Attack
    detachment: str
    steps: int
    is_stopped: bool = False
    has_halted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault:
    """Who wants to attack a hex together, and whom; None: everybody at war. `name` names the battle by its place."""

    hex: Hex
    goers: tuple[Goer, ...]
    against: tuple[str, ...] | None
    name: Callable[[str], str]


def carry_out(course: Course, judge: Judge, assault: Assault) -> None:
    """Go in and fight, if there is somebody to fight with and against; else march on (B-3.9)."""
    part_generals(course)
    goers = _gathered(course, assault)
    foes = _foes(course, assault, goers)
    if not foes:
        _call_off(course, assault.hex, goers, "no_enemy")
        return
    scene = _scene(course, assault.hex)
    unruled = Both(_fielded(course, goers), _fielded(course, foes))
    if weigh(unruled, scene, course.world.settings).kind == "void":
        _call_off(course, assault.hex, goers, "no_strength")
        return
    battle = assault.name(place_of(assault.hex, course.world.grounds[assault.hex].settlement))
    _fight(course, judge, assault, battle, goers, foes)


def _gathered(course: Course, assault: Assault) -> list[Goer]:
    """Those who can take part; to all others nothing comes of it (B-3.10)."""
    gathered: list[Goer] = []
    for goer in assault.goers:
        reason = _absence(course, assault.hex, goer, gathered)
        if reason is None:
            gathered.append(goer)
        else:
            _void(course, goer, assault.hex, reason)
            if reason == "parted":
                _march_on(course, goer, assault.hex)
            elif reason not in ("gone", "broken", "aboard") and not goer.has_halted:
                end_march(course, goer.order, goer.detachment, goer.steps)
    return gathered


def _absence(course: Course, hex_: Hex, goer: Goer, others: Sequence[Goer]) -> Void | None:
    there = course.state.detachments.get(goer.detachment)
    if there is None:
        return "gone"
    if there.is_broken:
        return "broken"
    if there.aboard is not None:
        return "aboard"
    if others:
        first = course.state.faction_of(course.detachment(others[0].detachment).commander)
        if not are_friends(course.state, first, course.state.faction_of(there.commander)):
            return "parted"
    if there.hex == hex_:
        return None
    if there.is_blocked:
        return "blocked"
    return step_refusal(course.world, there, there.hex, hex_, by_boat=goer.order.by_boat)


def _foes(course: Course, assault: Assault, goers: Sequence[Goer]) -> tuple[str, ...]:
    factions = sorted({course.state.faction_of(course.detachment(goer.detachment).commander) for goer in goers})
    return tuple(each.id for each in defenders(course.state, assault.hex, factions, assault.against))


def _void(course: Course, goer: Goer, hex_: Hex, reason: Void) -> None:
    course.add(AttackVoid(order=goer.order.name, detachment=goer.detachment, hex=hex_, reason=reason))


def _call_off(course: Course, hex_: Hex, goers: Sequence[Goer], reason: Void) -> None:
    for goer in goers:
        _void(course, goer, hex_, reason)
        _march_on(course, goer, hex_)


def _march_on(course: Course, goer: Goer, hex_: Hex) -> None:
    """What is left of an attack without a fight is a plain march, as far as the turn reaches (B-3.9)."""
    name, order = goer.detachment, goer.order
    there = course.detachment(name)
    steps = goer.steps
    if not there.is_blocked and not goer.is_stopped:
        rest = [] if there.hex == hex_ else [hex_]
        if order.after is not None:
            rest.append(order.after)
        left = reach_of(course.world, there, order) - steps
        steps += walk(course, name, rest[: max(left, 0)], by_boat=order.by_boat).steps
    end_march(course, order, name, steps, paid=goer.steps if goer.has_halted else 0)
    if steps > (goer.steps if goer.has_halted else 0):
        touch(course, name)


def _scene(course: Course, hex_: Hex) -> Scene:
    there = course.state.hex_state(hex_)
    return Scene(fortification=there.fortification, terrain=course.world.grounds[hex_].terrain)


def _fielded(
    course: Course,
    side: Sequence[Goer | str],
    *,
    situation_pct: Fraction = Fraction(0),
    penalties: Sequence[Attacker] = (),
) -> tuple[Fielded, ...]:
    march_pct = {each.detachment: Fraction(each.penalty_pct) for each in penalties}
    names = [each if isinstance(each, str) else each.detachment for each in side]
    return tuple(
        field_detachment(
            course.state,
            course.detachment(name),
            course.world.settings,
            situation_pct=situation_pct,
            march_pct=march_pct.get(name, Fraction(0)),
        )
        for name in names
    )


def _row(course: Course, goer: Goer, hex_: Hex) -> Option:
    """The option, from the transitions really made (B-3.3)."""
    mobility = mobility_of(course.detachment(goer.detachment).units)
    row = option(mobility, goer.steps, attacks=True, after=1 if _after(goer, hex_) else 0)
    if row is None:
        raise ValueError(f"{goer.detachment} cannot attack after {goer.steps} transitions")
    return row


def _after(goer: Goer, hex_: Hex) -> Hex | None:
    """The step after the fight, as far as it leads out of the hex of the battle (B-3.6)."""
    after = goer.order.after
    return after if after is not None and hex_.distance(after) == 1 else None


def _fight(
    course: Course, judge: Judge, assault: Assault, battle: str, goers: Sequence[Goer], foes: tuple[str, ...]
) -> None:
    hex_, settings = assault.hex, course.world.settings
    attackers = tuple(_attacker(course, judge, goer, hex_) for goer in goers)
    morale = Both(judge.morale_pct(battle, "attacker"), judge.morale_pct(battle, "defender"))
    sides = Both(
        _fielded(course, goers, situation_pct=morale.attacker, penalties=attackers),
        _fielded(course, foes, situation_pct=morale.defender),
    )
    scene = _scene(course, hex_)
    weighed = weigh(sides, scene, settings)
    if weighed.kind == "void":
        _call_off(course, hex_, goers, "no_strength")
        return
    for goer, attacker in zip(goers, attackers, strict=True):
        _go_in(course, goer, attacker.row, hex_)
    part_generals(course)
    says = judge.says(battle, weighed)
    fought = fight(sides, None if weighed.kind == "walkover" else judge.rolls(battle), scene, settings, says)
    field = Field(
        battle=battle,
        hex=hex_,
        sides=Both(_as_they_are(course, [goer.detachment for goer in goers]), _as_they_are(course, foes)),
        fought=fought,
        stay_outside=frozenset(goer.detachment for goer in goers if goer.order.stay_outside),
    )
    course.add(Battle(battle=battle, hex=hex_, attackers=attackers, defenders=foes, fought=fought))
    take_consequences(course, judge, field)
    for goer, attacker in zip(goers, attackers, strict=True):
        _break_off(course, goer, attacker.row, hex_)


def _attacker(course: Course, judge: Judge, goer: Goer, hex_: Hex) -> Attacker:
    row = _row(course, goer, hex_)
    weakened = penalised(row)
    penalty = 0 if weakened is None else judge.penalty(goer.order, goer.detachment, weakened)
    return Attacker(detachment=goer.detachment, row=row, penalty_pct=penalty)


def _as_they_are(course: Course, names: Sequence[str]) -> tuple[Detachment, ...]:
    return tuple(course.detachment(name) for name in names)


def _go_in(course: Course, goer: Goer, row: Option, hex_: Hex) -> None:
    name = goer.detachment
    if course.detachment(name).hex != hex_:
        step(course, name, hex_, by_boat=goer.order.by_boat)
    halt(course, goer.order, name, row, goer.steps, attacks=True, goes_inside=False)


def _break_off(course: Course, goer: Goer, row: Option, hex_: Hex) -> None:
    """The step after the fight, if it can be made (B-3.11)."""
    to, name = goer.order.after, goer.detachment
    if to is None:
        return
    reason = _held(course, name, to) if _after(goer, hex_) else "apart"
    if reason is None:
        made = walk(course, name, [to], by_boat=goer.order.by_boat)
        reason = made.reason
    course.add(AfterStep(detachment=name, to=to, reason=reason))
    if reason is None:
        halt(course, goer.order, name, row, goer.steps + 1, attacks=True)
        touch(course, name)


def _held(course: Course, name: str, to: Hex) -> Held | None:
    there = course.state.detachments.get(name)
    if there is None:
        return "gone"
    if there.is_broken:
        return "retreated"
    return "blocked" if there.is_blocked and not may_leave_block(course.world, there, [to]) else None
