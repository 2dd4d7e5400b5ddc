"""What a battle does on the map (docs/rules/barkhany.md, B-4.15 to B-4.20, B-4.22, B-4.24)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from turnproc.rulesets.barkhany.aftermath import conquered, conquest, fates, given_up, loot_of
from turnproc.rulesets.barkhany.battle import Fought
from turnproc.rulesets.barkhany.both import ROLES, Both, Role, opponent
from turnproc.rulesets.barkhany.control import part_generals
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.flight import flee
from turnproc.rulesets.barkhany.generals import keeps_generals
from turnproc.rulesets.barkhany.happenings import (
    Blocked,
    DetachmentDestroyed,
    Fled,
    Looted,
    Losses,
    Retreated,
    Trapped,
    Unblocked,
)
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.judge import Judge
from turnproc.rulesets.barkhany.retreat import Refuge, Rout
from turnproc.rulesets.barkhany.state import Detachment
from turnproc.rulesets.barkhany.strength import first_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A battle that has been fought: `sides` are its detachments as they went in, before losses.

    `stay_outside` are attackers who do not go behind walls that they win.
    """

    battle: str
    hex: Hex
    sides: Both[tuple[Detachment, ...]]
    fought: Fought
    stay_outside: Collection[str] = ()

    def entry(self, role: Role) -> Hex | None:
        """Where the strongest detachment of a side came from (B-4.18)."""
        return first_of(self.sides.of(role)).entered_from

    def has_sallied(self, detachment: Detachment) -> bool:
        """Did it attack out of the walls of this hex?"""
        return any(each.id == detachment.id and each.is_inside for each in self.sides.attacker)


def take_consequences(course: Course, judge: Judge, field: Field) -> None:
    """Generals, losses, blocks, retreats or flights, the hex, loot: in this order."""
    _decide_fates(course, judge, field)
    _take_losses(course, field)
    for role in ROLES:
        _settle_side(course, judge, field, role)
    _conquer(course, field)
    found = loot_of(field.fought, course.world.settings)
    if found is not None:
        gear = judge.loot(field.battle, found[1])
        if gear:
            course.add(Looted(detachment=found[0], battle=field.battle, gear=gear))


def _decide_fates(course: Course, judge: Judge, field: Field) -> None:
    for role in ROLES:
        names = [each.id for each in field.sides.of(role)]
        course.add(*fates(course.state, field.fought.decision, role, field.battle, names, judge))


def _take_losses(course: Course, field: Field) -> None:
    for side in field.sides:
        for each in side:
            course.add(Losses(detachment=each.id, battle=field.battle, units=field.fought.left[each.id]))
    for side in field.sides:
        for each in side:
            if not course.detachment(each.id).units and not keeps_generals(course.state, each.id):
                course.add(DetachmentDestroyed(detachment=each.id, battle=field.battle))
    part_generals(course)


def _settle_side(course: Course, judge: Judge, field: Field, role: Role) -> None:
    """B-4.17; who leaves does so one by one, in order of id."""
    lot = field.fought.decision.lot(role)
    for name in course.living(sorted(each.id for each in field.sides.of(role))):
        match lot:
            case "blocked":
                course.add(Blocked(detachment=name, hex=field.hex, battle=field.battle))
            case "free":
                if course.detachment(name).is_blocked:
                    course.add(Unblocked(detachment=name, hex=field.hex))
            case "retreats" | "flees":
                _leave(course, judge, field, role, name)


def _leave(course: Course, judge: Judge, field: Field, role: Role, name: str) -> None:
    there = course.detachment(name)
    if role == "attacker" and field.has_sallied(there):
        hex_ = field.hex
        course.add(
            Retreated(detachment=name, battle=field.battle, start=hex_, to=hex_, reason="inside", is_inside=True)
        )
        return
    rout = Rout(course.world, course.state, field.hex, field.entry(opponent(role)))
    if field.fought.decision.lot(role) == "flees":
        parts = flee(rout, there, course.state.detachments)
        if parts is not None:
            course.add(Fled(detachment=name, battle=field.battle, start=field.hex, parts=parts))
            return
    else:
        refuge = rout.refuge(there)
        if refuge is not None:
            course.add(rout.retreated(field.battle, there, refuge))
            return
    _trap(course, judge, field, rout, there)


def _trap(course: Course, judge: Judge, field: Field, rout: Rout, there: Detachment) -> None:
    """No way out: the game master says what becomes of it (B-4.18 d)."""
    ruling = judge.trapped(field.battle, there.id)
    course.add(*given_up(course.state, field.battle, there.id, ruling))
    course.add(Trapped(detachment=there.id, battle=field.battle, hex=field.hex, ruling=ruling))
    if isinstance(ruling, Hex):
        course.add(rout.retreated(field.battle, there, Refuge(ruling, "ruled")))


def _conquer(course: Course, field: Field) -> None:
    """The hex goes to the attackers if no enemy is left in it, and they behind its walls (B-4.20)."""
    won = conquest(course.state, field.hex, field.sides.attacker, field.fought.decision)
    if won is not None:
        course.add(*conquered(course.state, field.hex, won, field.stay_outside))
