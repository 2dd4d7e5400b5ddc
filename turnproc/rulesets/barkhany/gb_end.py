"""The end of rounds and of the whole battle (docs/rules/barkhany.md, B-5.14, B-4.20)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from turnproc.rulesets.barkhany.aftermath import conquered, given_up, taken
from turnproc.rulesets.barkhany.gb_applying import GbCourse
from turnproc.rulesets.barkhany.gb_happenings import Event, GbEnded, GbRoundEnded
from turnproc.rulesets.barkhany.gb_judge import GbJudge
from turnproc.rulesets.barkhany.gb_round import Round
from turnproc.rulesets.barkhany.gb_state import SIDES, GeneralBattle, Side, other_side
from turnproc.rulesets.barkhany.happenings import Trapped, Unblocked
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.retreat import Refuge, Rout
from turnproc.rulesets.barkhany.state import Detachment
from turnproc.rulesets.barkhany.strength import first_of

# After so many turns without a clash the game master is asked whether it goes on.
QUIET_TURNS: Final = 2


def is_stalled(battle: GeneralBattle, turn: int) -> bool:
    """Is `gb-end/<battle>` asked at the end of a turn, with "goes on" as its default?"""
    return turn - battle.last_clash >= QUIET_TURNS


def end_round(course: GbCourse, judge: GbJudge, *, clashed: bool) -> None:
    """Blocks without an enemy are lifted; where a side has no troops left, the battle is over."""
    there = course.there
    for name in sorted(there.battle.posts):
        is_blocked = there.state.detachments[name].is_blocked
        if is_blocked and not there.has_enemy(there.sector_of(name), there.side_of(name)):
            course.add(Unblocked(detachment=name, hex=there.battle.hex))
    course.add(GbRoundEnded(turn=there.state.turn, clashed=clashed))
    standing = sides_left(course.there)
    if len(standing) < len(SIDES):
        end(course, judge, standing[0] if standing else None)


def sides_left(there: Round) -> list[Side]:
    """The sides that have troops left; generals alone are none."""
    posts = sorted(there.battle.posts)
    return [
        side
        for side in SIDES
        if any(there.side_of(name) == side and there.state.detachments[name].units for name in posts)
    ]


def ended_by_ruling(there: Round, judge: GbJudge, winner: Side | None) -> tuple[Round, tuple[Event, ...]]:
    """The end that the game master has ordered: who keeps the field; None: nobody, and both sides stay in the hex."""
    course = GbCourse(there)
    end(course, judge, winner)
    return course.there, tuple(course.happened)


def end(course: GbCourse, judge: GbJudge, winner: Side | None) -> None:
    """The other side makes an organised retreat out of the hex, and the hex is the winner's."""
    there = course.there
    names: dict[Side, list[str]] = {
        side: [name for name in sorted(there.battle.posts) if there.side_of(name) == side] for side in SIDES
    }
    course.add(GbEnded(winner=winner))
    if winner is None:
        return
    victors = _those(course, names[winner])
    entry = first_of(victors).entered_from if victors else None
    for name in names[other_side(winner)]:
        _leave(course, judge, name, entry)
    if victors:
        _take_hex(course, names[winner], course.there.state.faction_of(first_of(victors).commander))


def _those(course: GbCourse, names: Iterable[str]) -> list[Detachment]:
    return [course.there.state.detachments[name] for name in names]


def _leave(course: GbCourse, judge: GbJudge, name: str, entry: Hex | None) -> None:
    there, battle = course.there, course.there.battle
    detachment = there.state.detachments[name]
    rout = Rout(there.world, there.state, battle.hex, entry)
    to = rout.refuge(detachment)
    if to is not None:
        course.add(rout.retreated(battle.id, detachment, to))
        return
    ruling = judge.trapped_on_map(battle.id, name)
    course.add(*given_up(there.state, battle.id, name, ruling))
    course.add(Trapped(detachment=name, battle=battle.id, hex=battle.hex, ruling=ruling))
    if isinstance(ruling, Hex):
        course.add(rout.retreated(battle.id, detachment, Refuge(ruling, "ruled")))


def _take_hex(course: GbCourse, victors: Collection[str], faction: str) -> None:
    """The hex is the strongest victor's faction's unless an enemy is left or an ally holds it (B-4.20)."""
    state, hex_ = course.there.state, course.there.battle.hex
    won = taken(state, hex_, victors, faction)
    if won is not None:
        course.add(*conquered(state, hex_, won))
