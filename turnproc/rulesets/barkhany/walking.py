"""Steps one after the other, and what stops them (docs/rules/barkhany.md, B-3.5 to B-3.7, B-3.14, B-3.16, B-3.18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turnproc.rulesets.barkhany.action_orders import Going, March
from turnproc.rulesets.barkhany.clock import fits, half_days, used_after
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.happenings import (
    BoatsLeft,
    BoatsTaken,
    Failure,
    Halted,
    Moved,
    OrderFailed,
    StandingSet,
    Stop,
    Stopped,
)
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.options import REACH, Option, boat_reach, mobility_of
from turnproc.rulesets.barkhany.presence import enemies_in, friends_in, has_friendly_walls
from turnproc.rulesets.barkhany.state import Detachment, Standing, State
from turnproc.rulesets.barkhany.steps import boarding_refusal, step_refusal
from turnproc.rulesets.barkhany.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """How far a detachment came: its steps, those not made, and why not.

    `barred` is the hex of the enemy who ended it: the next one, or its own after a relief (B-3.6).
    """

    steps: int
    left: tuple[Hex, ...] = ()
    reason: Stop | None = None
    barred: Hex | None = None


def walk(
    course: Course,
    name: str,
    path: Sequence[Hex],
    *,
    by_boat: bool = False,
    is_route: bool = False,
    aim: Hex | None = None,
) -> Walk:
    """Make one step after the other until the path or the way ends.

    `is_route`: an enemy bars the way even where own troops stand beside him (B-0.8). `aim` is the hex that is going to
    be attacked: where the enemy in it ends the walk, nobody was stopped.
    """
    for made, to in enumerate(path):
        reason = _refusal(course, name, to, by_boat=by_boat)
        meets = reason is None and _meets(course, name, to)
        if meets and not _goes_in(course, name, to, is_route=is_route):
            if to == aim:
                return Walk(steps=made)
            reason = "enemy"
        if reason is not None:
            left = tuple(path[made:])
            course.add(Stopped(detachment=name, hex=course.detachment(name).hex, before=to, reason=reason))
            return Walk(steps=made, left=left, reason=reason, barred=to if reason == "enemy" else None)
        step(course, name, to, by_boat=by_boat)
        left = tuple(path[made + 1 :])
        if meets and to == aim:
            return Walk(steps=made + 1)
        if meets and left:
            course.add(Stopped(detachment=name, hex=to, before=to, reason="enemy"))
            return Walk(steps=made + 1, left=left, reason="enemy", barred=to)
    return Walk(steps=len(path))


def step(course: Course, name: str, to: Hex, *, by_boat: bool = False) -> None:
    """Make a step that is possible."""
    there = course.detachment(name)
    if by_boat and not there.is_in_boats:
        course.add(BoatsTaken(detachment=name, hex=there.hex))
    if there.is_in_boats and not by_boat:
        course.add(BoatsLeft(detachment=name, hex=there.hex))
    course.add(Moved(detachment=name, start=there.hex, to=to, by_boat=by_boat))


def _refusal(course: Course, name: str, to: Hex, *, by_boat: bool) -> Stop | None:
    there = course.detachment(name)
    return step_refusal(course.world, there, there.hex, to, by_boat=by_boat)


def _meets(course: Course, name: str, to: Hex) -> bool:
    """Does an enemy in the next hex end the march?"""
    faction = course.state.faction_of(course.detachment(name).commander)
    return course.world.settings.enemy_hex_stops and bool(enemies_in(course.state, to, faction))


def _goes_in(course: Course, name: str, to: Hex, *, is_route: bool) -> bool:
    """Does a march end beside the enemy, and not before him?"""
    if is_route:
        return False
    faction = course.state.faction_of(course.detachment(name).commander)
    return course.world.settings.attack_reach == "same_hex" or bool(friends_in(course.state, to, faction))


def failure(state: State, name: str) -> Failure | None:
    """Why a detachment carries out no order at all (B-3.18, B-2.7); blocks are looked at by each order itself."""
    there = state.detachments.get(name)
    if there is None:
        return "gone"
    if there.is_broken:
        return "broken"
    if there.aboard is not None:
        return "aboard"
    return "not_ready" if there.ready_from > state.turn else None


def embarking_failure(world: World, detachment: Detachment, order: Going) -> Failure | None:
    """Why it cannot set out by boat, where the order says so (B-3.14)."""
    return boarding_refusal(world, detachment) if order.by_boat else None


def may_leave_block(world: World, detachment: Detachment, path: Sequence[Hex]) -> bool:
    """May a blocked detachment walk these hexes, and nothing else (B-3.7)?"""
    if len(path) != 1:
        return not path
    match world.settings.blocked_withdrawal:
        case "none":
            return False
        case "entry_hex":
            return path[0] == detachment.entered_from
        case "any":
            return True


def has_time(detachment: Detachment, transitions: int, *, attacks: bool = False) -> bool:
    """Is there time for it on a day on which it was at sea (B-3.16)? A day by land has always enough."""
    needed = half_days(mobility_of(detachment.units), transitions, attacks=attacks)
    return detachment.clock == 0 or fits(detachment.clock, needed)


def reach_of(world: World, detachment: Detachment, order: Going) -> int:
    """How many transitions its turn has."""
    mobility = mobility_of(detachment.units)
    return boat_reach(mobility, world.settings) if order.by_boat else REACH[mobility]


def fail(course: Course, order: Going, name: str, reason: Failure) -> None:
    """An order is not carried out by a detachment; what it was to go on with is replaced all the same (B-3.13)."""
    course.add(OrderFailed(order=order.name, detachment=name, reason=reason))
    if reason in ("gone", "broken") or (isinstance(order, March) and order.is_route):
        return
    instruct(course, order, name)


def instruct(course: Course, order: Going, name: str, route: tuple[Hex, ...] = ()) -> None:
    """What a new order leaves to go on with, instead of all that was left before (B-3.13)."""
    standing = Standing(route=route, repeat=order.repeats, plan=order.plan)
    course.add(StandingSet(detachment=name, standing=standing))


def halt(
    course: Course,
    order: Going,
    name: str,
    row: Option,
    transitions: int,
    *,
    attacks: bool = False,
    goes_inside: bool = True,
) -> None:
    """End a march or an attack: the retreat hex, walls, boats and the time that is used (B-3.5).

    `goes_inside` false: it stays outside walls even if they are friendly.
    """
    there = course.detachment(name)
    is_near = order.retreat_to is not None and there.hex.distance(order.retreat_to) == 1
    needed = half_days(mobility_of(there.units), transitions, attacks=attacks)
    course.add(
        Halted(
            detachment=name,
            hex=there.hex,
            row=row,
            retreat_to=order.retreat_to if is_near else None,
            is_inside=there.is_inside or (goes_inside and _finds_walls(course, order, there)),
            is_in_boats=there.is_in_boats and bool(course.world.grounds[there.hex].waters),
            clock=used_after(there.clock, needed),
        )
    )


def _finds_walls(course: Course, order: Going, there: Detachment) -> bool:
    if there.is_blocked or order.stay_outside:
        return False
    return has_friendly_walls(course.state, there.hex, course.state.faction_of(there.commander))
