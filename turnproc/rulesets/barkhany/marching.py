"""Marches, standing still and declarations of war (docs/rules/barkhany.md, B-3.5 to B-3.7, B-3.13, B-3.17, B-3.19)."""

from __future__ import annotations

from dataclasses import replace

from turnproc.rulesets.barkhany.action_orders import DeclareWar, Going, March, Stand
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.happenings import Contact, Failure, OrderFailed, RelationChanged, StandingSet, Stood
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.options import mobility_of, option
from turnproc.rulesets.barkhany.presence import at_war, enemies_in, has_friendly_walls
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.walking import (
    Walk,
    embarking_failure,
    fail,
    failure,
    halt,
    has_time,
    instruct,
    may_leave_block,
    reach_of,
    walk,
)
from turnproc.rulesets.barkhany.world import World


def march(course: Course, order: March) -> None:
    """The detachments of the order, one after the other; one that is stopped does not stop the others."""
    for name in order.detachments:
        reason = march_failure(course.world, course.state, order, name)
        if reason is not None:
            fail(course, order, name, reason)
            continue
        made = walk(course, name, order.path, by_boat=order.by_boat, is_route=order.is_route)
        end_march(course, order, name, made.steps)
        if made.steps:
            touch(course, name)
        _keep_route(course, order, name, made)


def march_failure(world: World, state: State, order: March, name: str) -> Failure | None:
    """Why a detachment does not set out; None: it does."""
    reason = failure(state, name)
    if reason is not None:
        return reason
    there = state.detachments[name]
    if there.is_blocked and not may_leave_block(world, there, order.path):
        return "blocked"
    if option(mobility_of(there.units), len(order.path), reach=reach_of(world, there, order)) is None:
        return "option"
    if not has_time(there, len(order.path)):
        return "clock"
    return embarking_failure(world, there, order)


def end_march(course: Course, order: Going, name: str, steps: int, *, paid: int = 0) -> None:
    """What is set at the end of a march; the option is that of the steps that were really made.

    `paid` are those whose time is used up already.
    """
    there = course.detachment(name)
    row = option(mobility_of(there.units), steps, reach=reach_of(course.world, there, order))
    if row is None:
        raise ValueError(f"{name} has gone farther than it can")
    halt(course, order, name, row, steps - paid)


def touch(course: Course, name: str) -> None:
    """Tell of a march that has led beside an enemy."""
    there = course.detachment(name)
    if enemies_in(course.state, there.hex, course.state.faction_of(there.commander)):
        course.add(Contact(hex=there.hex, detachment=name))


def _keep_route(course: Course, order: March, name: str, made: Walk) -> None:
    """What is left of the route. A standing route that is walked keeps what it came with."""
    route = (*made.left, *order.then)
    if order.is_route:
        standing = replace(course.detachment(name).standing, route=route)
        course.add(StandingSet(detachment=name, standing=standing))
    else:
        instruct(course, order, name, route)


def stand(course: Course, order: Stand) -> None:
    """Retreat hex, walls and plan; it gives up routes and repetitions (B-3.19)."""
    for name in order.detachments:
        reason = failure(course.state, name)
        if reason is not None and reason != "not_ready":
            course.add(OrderFailed(order=order.name, detachment=name, reason=reason))
            continue
        there = course.detachment(name)
        retreat_to = there.retreat_to
        if order.retreat_to is not None:
            retreat_to = order.retreat_to if is_near(there.hex, order.retreat_to) else None
        course.add(
            Stood(
                detachment=name,
                retreat_to=retreat_to,
                is_inside=inside_wanted(course.state, there, order.inside),
                plan=order.plan,
            )
        )


def is_near(hex_: Hex, other: Hex) -> bool:
    """Are two hexes adjacent?"""
    return hex_.distance(other) == 1


def inside_wanted(state: State, detachment: Detachment, wanted: bool | None) -> bool:
    """Is a detachment inside that wants so? Nobody gets in while blocked, or behind walls that are not friendly."""
    if wanted is None or detachment.is_inside:
        return detachment.is_inside and wanted is not False
    has_walls = has_friendly_walls(state, detachment.hex, state.faction_of(detachment.commander))
    return wanted and has_walls and not detachment.is_blocked


def declare_war(course: Course, order: DeclareWar) -> None:
    """War from now on, also against an ally (B-3.17)."""
    own = course.state.faction_of(order.commander)
    reason = war_failure(course.state, own, order.against)
    if reason is not None:
        course.add(OrderFailed(order=order.name, reason=reason))
        return
    first, second = sorted((own, order.against))
    course.add(RelationChanged(factions=(first, second), relation="war"))


def war_failure(state: State, own: str, other: str) -> Failure | None:
    """Why a declaration of war comes to nothing."""
    if own == other:
        return "own_faction"
    if at_war(state, own, other):
        return "at_war"
    aboard = (each for each in state.detachments.values() if each.aboard is not None)
    hosts = ({state.faction_of(each.commander), state.fleets[each.aboard or ""].faction} for each in aboard)
    return "aboard" if {own, other} in hosts else None
