"""What a battle does on the map (docs/rules/barkhany.md, B-4.15 to B-4.20, B-4.22, B-4.24)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from turnproc.rulesets.barkhany.aftermath import conquest, generals_of, has_generals_in_danger, loot_of
from turnproc.rulesets.barkhany.battle import Fought
from turnproc.rulesets.barkhany.both import ROLES, Both, Role
from turnproc.rulesets.barkhany.control import first_of, part_generals
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.flight import flee
from turnproc.rulesets.barkhany.happenings import (
    Blocked,
    ControlChanged,
    DetachmentDestroyed,
    Fled,
    GeneralFate,
    Looted,
    Losses,
    Retreated,
    Trapped,
    Unblocked,
    Walls,
)
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.judge import Judge
from turnproc.rulesets.barkhany.presence import keeps_generals
from turnproc.rulesets.barkhany.retreat import Refuge, Rout
from turnproc.rulesets.barkhany.state import Detachment, GeneralStatus


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
        if has_generals_in_danger(field.fought.decision, role):
            for general in generals_of(course.state, [each.id for each in field.sides.of(role)]):
                fate = judge.general_fate(field.battle, general.id)
                # Whoever survives is what he was.
                if fate != "active":
                    course.add(GeneralFate(general=general.id, battle=field.battle, fate=fate))


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
        course.add(_retreated(field, name, Refuge(field.hex, "inside"), is_inside=True))
        return
    winner: Role = "defender" if role == "attacker" else "attacker"
    rout = Rout(course.world, course.state, field.hex, field.entry(winner))
    if field.fought.decision.lot(role) == "flees":
        parts = flee(rout, there, course.state.detachments)
        if parts is not None:
            course.add(Fled(detachment=name, battle=field.battle, start=field.hex, parts=parts))
            return
    else:
        refuge = rout.refuge(there)
        if refuge is not None:
            _retreat(course, field, rout, there, refuge)
            return
    _trap(course, judge, field, rout, there)


def _retreat(course: Course, field: Field, rout: Rout, there: Detachment, refuge: Refuge) -> None:
    inside = rout.walls_at(there, refuge.hex)
    aboard = None if there.is_in_boats else rout.fleet_at(there, refuge.hex)
    course.add(_retreated(field, there.id, refuge, is_inside=inside, aboard=aboard))


def _retreated(field: Field, name: str, refuge: Refuge, *, is_inside: bool, aboard: str | None = None) -> Retreated:
    return Retreated(
        detachment=name,
        battle=field.battle,
        start=field.hex,
        to=refuge.hex,
        reason=refuge.reason,
        is_inside=is_inside,
        aboard=aboard,
    )


def _trap(course: Course, judge: Judge, field: Field, rout: Rout, there: Detachment) -> None:
    """No way out: the game master says what becomes of it (B-4.18 d)."""
    ruling = judge.trapped(field.battle, there.id)
    if ruling in ("surrender", "destroyed"):
        fate: GeneralStatus = "captured" if ruling == "surrender" else "killed"
        for name, general in sorted(course.state.generals.items()):
            if general.attached_to[:1] == (there.id,):
                course.add(GeneralFate(general=name, battle=field.battle, fate=fate))
    course.add(Trapped(detachment=there.id, battle=field.battle, hex=field.hex, ruling=ruling))
    if isinstance(ruling, Hex):
        _retreat(course, field, rout, there, Refuge(ruling, "ruled"))


def _conquer(course: Course, field: Field) -> None:
    """The hex goes to the attackers if no enemy is left in it, and they behind its walls (B-4.20)."""
    won = conquest(course.state, field.hex, field.sides.attacker, field.fought.decision)
    if won is None:
        return
    before = course.state.hex_state(field.hex).controller
    if before != won.controller:
        course.add(ControlChanged(hex=field.hex, start=before, to=won.controller))
    for name in won.inside:
        if not course.detachment(name).is_inside and name not in field.stay_outside:
            course.add(Walls(detachment=name, hex=field.hex, is_inside=True))
