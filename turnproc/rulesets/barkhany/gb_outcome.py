"""What clashes do: losses of all, then what becomes of each sector (docs/rules/barkhany.md, B-5.11, B-5.12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from turnproc.rulesets.barkhany.aftermath import fates, given_up
from turnproc.rulesets.barkhany.battle import Fought, fight
from turnproc.rulesets.barkhany.both import ROLES, Role
from turnproc.rulesets.barkhany.clashes import Clash
from turnproc.rulesets.barkhany.control import parted_generals
from turnproc.rulesets.barkhany.gb_applying import GbCourse
from turnproc.rulesets.barkhany.gb_happenings import GbClash, GbFled, GbRetreated, GbTrapped
from turnproc.rulesets.barkhany.gb_judge import GbJudge
from turnproc.rulesets.barkhany.generals import keeps_generals
from turnproc.rulesets.barkhany.happenings import Blocked, DetachmentDestroyed, Losses, Unblocked
from turnproc.rulesets.barkhany.sector_refuge import SectorRefuge, flee, refuge
from turnproc.rulesets.barkhany.state import Unit


@dataclass(frozen=True, slots=True)
class Ended:
    """A clash with its end."""

    clash: Clash
    fought: Fought

    def names(self, role: Role) -> list[str]:
        """The detachments of a side, in ascending id."""
        return sorted(each.detachment for each in self.clash.sides.of(role))


def take_consequences(course: GbCourse, judge: GbJudge, clashes: Iterable[Clash]) -> None:
    """All clashes of a round at once, with the reserves that have come; attackers without strength do not fight."""
    settings = course.there.world.settings
    ended = [
        Ended(each, fight(each.sides, each.rolls, each.scene, settings, each.says))
        for each in sorted(clashes, key=lambda each: each.sector)
        if each.weighed.kind != "void"
    ]
    for each in ended:
        clash = each.clash
        course.add(GbClash(battle=clash.battle, sector=clash.sector, attacker=clash.attacker, fought=each.fought))
    for each in ended:
        _decide_fates(course, judge, each)
    left = [
        (each.clash.battle, name, each.fought.left[name])
        for each in ended
        for role in ROLES
        for name in each.names(role)
    ]
    take_losses(course, left)
    for each in ended:
        for role in ROLES:
            _settle_side(course, judge, each, role)


def _decide_fates(course: GbCourse, judge: GbJudge, ended: Ended) -> None:
    for role in ROLES:
        names, battle = ended.names(role), ended.clash.battle
        course.add(*fates(course.there.state, ended.fought.decision, role, battle, names, judge))


def take_losses(course: GbCourse, left: Sequence[tuple[str, str, tuple[Unit, ...]]]) -> None:
    """What battles leave of detachments: battle, detachment, units. Those without units and generals are gone."""
    for battle, name, units in left:
        course.add(Losses(detachment=name, battle=battle, units=units))
    for battle, name, units in left:
        if not units and not keeps_generals(course.there.state, name):
            course.add(DetachmentDestroyed(detachment=name, battle=battle))
    course.add(*parted_generals(course.there.state))


def _settle_side(course: GbCourse, judge: GbJudge, ended: Ended, role: Role) -> None:
    """B-4.17; who leaves does so one by one, in order of id."""
    lot, battle, hex_ = ended.fought.decision.lot(role), ended.clash.battle, course.there.battle.hex
    for name in ended.names(role):
        if name not in course.there.battle.posts:
            continue
        match lot:
            case "blocked":
                course.add(Blocked(detachment=name, hex=hex_, battle=battle))
            case "free":
                if course.there.state.detachments[name].is_blocked:
                    course.add(Unblocked(detachment=name, hex=hex_))
            case "retreats":
                _retreat(course, judge, battle, name)
            case "flees":
                _flee(course, judge, battle, name)


def _retreat(course: GbCourse, judge: GbJudge, battle: str, name: str) -> None:
    to = refuge(course.there, name)
    if to is None:
        _trap(course, judge, battle, name)
    else:
        course.add(_retreated(course, battle, name, to))


def _flee(course: GbCourse, judge: GbJudge, battle: str, name: str) -> None:
    parts = flee(course.there, name)
    if parts is None:
        _trap(course, judge, battle, name)
    else:
        course.add(GbFled(detachment=name, battle=battle, start=course.there.sector_of(name), parts=parts))


def _retreated(course: GbCourse, battle: str, name: str, to: SectorRefuge) -> GbRetreated:
    start = course.there.sector_of(name)
    return GbRetreated(detachment=name, battle=battle, start=start, to=to.sector, reason=to.reason)


def _trap(course: GbCourse, judge: GbJudge, battle: str, name: str) -> None:
    """No sector to go to: the game master says what becomes of it. Raises ValueError if he names one that is none."""
    ruling = judge.trapped(battle, name)
    sector = course.there.sector_of(name)
    if ruling not in ("surrender", "destroyed", "stay") and ruling not in course.there.battle.sectors:
        raise ValueError(f"{ruling} is no sector")
    course.add(*given_up(course.there.state, battle, name, ruling))
    course.add(GbTrapped(detachment=name, battle=battle, sector=sector, ruling=ruling))
    if ruling in ("surrender", "destroyed"):
        course.add(DetachmentDestroyed(detachment=name, battle=battle))
    elif ruling != "stay":
        course.add(_retreated(course, battle, name, SectorRefuge(ruling, "ruled")))
