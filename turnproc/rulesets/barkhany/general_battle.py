"""A round of a general battle (docs/rules/barkhany.md, B-5.3): orders in sequence, clashes, reserves, what comes of it.

A pure function: the battle before, its orders, the answers of the judge; what happened and the battle afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.clashes import NOBODY, Clash, attackers, clash_in, strengthened, thrown
from turnproc.rulesets.barkhany.gb_acting import act
from turnproc.rulesets.barkhany.gb_applying import GbCourse
from turnproc.rulesets.barkhany.gb_end import end_round
from turnproc.rulesets.barkhany.gb_happenings import Event, GbReserveDecided, GbSetAside
from turnproc.rulesets.barkhany.gb_judge import GbJudge
from turnproc.rulesets.barkhany.gb_orders import GbDeploy, GbOrder, GbReserve, GbRetreatTo
from turnproc.rulesets.barkhany.gb_outcome import take_consequences
from turnproc.rulesets.barkhany.gb_preparing import place, prepare
from turnproc.rulesets.barkhany.gb_round import Deeds, Round
from turnproc.rulesets.barkhany.gb_state import GeneralBattle
from turnproc.rulesets.barkhany.names import reserve_add_id
from turnproc.rulesets.barkhany.reserve_state import Reserve
from turnproc.rulesets.barkhany.reserves import choice, directions, living, previews, troops_for
from turnproc.rulesets.barkhany.sectors import present
from turnproc.rulesets.barkhany.state import State
from turnproc.rulesets.barkhany.world import World


def fight_round(
    world: World, state: State, battle: GeneralBattle, number: int, orders: Sequence[GbOrder], judge: GbJudge
) -> tuple[Round, tuple[Event, ...]]:
    """Round `number` of the turn, by its orders in the sequence of B-0.3.

    What comes back has the state and the battle afterwards; the battle is over if `GbEnded` is among what happened.
    Raises what the judge raises, and UnruledError where the house rules leave superiority to him and he says nothing.
    """
    course = GbCourse(Round(world, state, present(state, battle), Deeds(number=number)))
    place(course, orders)
    course.there = course.there.beginning(number)
    prepare(course, orders)
    for order in orders:
        if not isinstance(order, GbDeploy | GbRetreatTo | GbReserve):
            act(course, judge, order)
    found = [clash_in(course.there, sector, side, judge) for sector, side in attackers(course.there).items()]
    clashes = {each.sector: each for each in _with_reserves(course, judge, found)}
    take_consequences(course, judge, clashes.values())
    end_round(course, judge, clashed=any(each.weighed.kind != "void" for each in clashes.values()))
    return course.there, tuple(course.happened)


def _with_reserves(course: GbCourse, judge: GbJudge, found: Iterable[Clash]) -> list[Clash]:
    """The clashes after the dice, with the reserves that have come: all of them decide on the same dice (B-5.10)."""
    clashes = {each.sector: each for each in found}
    if course.there.world.settings.two_step_battles:
        _strengthen_reserves(course, judge, clashes.values())
    clashes = {sector: thrown(each, course.there, judge) for sector, each in clashes.items()}
    before = course.there
    decided = [_decide(before, reserve, clashes, judge) for reserve in _waiting(before)]
    added = {sector: NOBODY for sector in clashes}
    for each in decided:
        if each.to is not None:
            clash = clashes[each.to]
            troops = troops_for(before, clash, each.reserve, judge)
            added[each.to] = Both(added[each.to].attacker + troops.attacker, added[each.to].defender + troops.defender)
    course.add(*decided)
    settings = before.world.settings
    return [
        each if added[sector] == NOBODY else strengthened(each, added[sector], settings, judge)
        for sector, each in clashes.items()
    ]


def _waiting(there: Round) -> list[Reserve]:
    reserves = (living(there, each) for _, each in sorted(there.done.reserves.items()))
    return [each for each in reserves if not each.is_dissolved]


def _decide(there: Round, reserve: Reserve, clashes: Mapping[str, Clash], judge: GbJudge) -> GbReserveDecided:
    settings = there.world.settings
    seen = previews(there, reserve, clashes.values(), judge)
    ways = directions(seen, clashes, reserve.side, settings)
    to = choice(there, reserve, ways, clashes, judge)
    return GbReserveDecided(reserve=reserve, directions=tuple(ways), to=to)


def _strengthen_reserves(course: GbCourse, judge: GbJudge, clashes: Iterable[Clash]) -> None:
    """Before the dice the player may add to a reserve whose effect is too small: those who stand idle beside it."""
    for reserve in _waiting(course.there):
        there = course.there
        idle = [each.id for each in there.standing(reserve.sector, reserve.side) if each.id not in there.done.ordered]
        if not idle or not previews(there, reserve, clashes, judge):
            continue
        question = reserve_add_id(there.battle.id, there.done.number, reserve.id)
        added = judge.added_to_reserve(question, idle)
        if not set(added) <= set(idle):
            raise ValueError(f"only {idle} can be added to the reserve {reserve.id}")
        more = tuple(each for each in idle if each in added and there.reserve_of(each) is None)
        if more:
            course.add(GbSetAside(reserve=replace(reserve, detachments=reserve.detachments + more)))
