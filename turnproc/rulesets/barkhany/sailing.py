"""Fleets: loading, sailing, unloading (docs/rules/barkhany.md, B-3.15, B-3.16)."""

from __future__ import annotations

from dataclasses import dataclass

from turnproc.rulesets.barkhany.action_orders import Go, Load, PlanStep, Sail, Unload
from turnproc.rulesets.barkhany.cargo import has_room, hostile_fleets, load_of
from turnproc.rulesets.barkhany.clock import ELSEWHERE, IN_PORT, fits
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.fleet_plans import joined, range_left, sailing_time
from turnproc.rulesets.barkhany.happenings import Delay, FleetsMet, Landed, Loaded, OrderFailed, PlanLeft, Sailed
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.presence import are_friends, enemies_in, friends_in, has_friendly_walls
from turnproc.rulesets.barkhany.state import Detachment, Fleet, State
from turnproc.rulesets.barkhany.steps import is_open
from turnproc.rulesets.barkhany.world import World


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a step: the half days used by now, what is left of it, and why; None: nothing is left."""

    clock: int
    left: PlanStep | None = None
    reason: Delay | None = None


def sail(course: Course, order: Sail) -> None:
    """The steps of the plan, as far as the day reaches; the rest stays with the fleet."""
    if order.fleet not in course.state.fleets:
        course.add(OrderFailed(order=order.name, reason="gone"))
        return
    plan = joined(order.plan)
    done = Done(0)
    for at, step in enumerate(plan):
        done = _do(course, order.fleet, step, done.clock)
        if done.left is not None:
            course.add(
                PlanLeft(fleet=order.fleet, clock=done.clock, left=(done.left, *plan[at + 1 :]), reason=done.reason)
            )
            return
        others = hostile_fleets(course.state, course.state.fleets[order.fleet])
        if others:
            hex_ = course.state.fleets[order.fleet].hex
            course.add(FleetsMet(fleet=order.fleet, hex=hex_, others=others))
            course.add(PlanLeft(fleet=order.fleet, clock=done.clock, left=plan[at + 1 :], reason="hostile_fleet"))
            return
    course.add(PlanLeft(fleet=order.fleet, clock=done.clock, left=()))


def _do(course: Course, fleet: str, step: PlanStep, clock: int) -> Done:
    match step:
        case Load():
            return _load(course, fleet, step, clock)
        case Go():
            return _go(course, fleet, step, clock)
        case Unload():
            return _unload(course, fleet, step, clock)


def is_usable_port(world: World, state: State, hex_: Hex, faction: str) -> bool:
    """Is there a port that the own or an allied faction controls?"""
    ground = world.grounds.get(hex_)
    has_port = ground is not None and ground.port is not None
    return has_port and are_friends(state, faction, state.hex_state(hex_).controller)


def can_hold_fleet(world: World, state: State, hex_: Hex, faction: str) -> bool:
    """May a fleet sail into a hex (else E-FLEET-PORT): the sea, and usable ports?"""
    is_sea = hex_ in world.grounds and world.grounds[hex_].terrain == "sea"
    return is_sea or is_usable_port(world, state, hex_, faction)


def _go(course: Course, name: str, step: Go, clock: int) -> Done:
    """As far as the day reaches, hex by hex."""
    settings = course.world.settings
    most = range_left(clock, settings.fleet_hexes_per_half_day)
    made: list[Hex] = []
    reason: Delay | None = None
    for to in step.hexes:
        if len(made) == most:
            reason = "clock"
            break
        fleet = course.state.fleets[name]
        if not _may_sail(course.world, course.state, fleet, to):
            reason = "port"
            break
        made.append(to)
        course.add(Sailed(fleet=name, path=(to,)))
        if len(made) < len(step.hexes) and hostile_fleets(course.state, course.state.fleets[name]):
            reason = "hostile_fleet"
            break
    clock += sailing_time(len(made), settings.fleet_hexes_per_half_day)
    left = step.hexes[len(made) :]
    if reason == "hostile_fleet":
        fleet = course.state.fleets[name]
        course.add(FleetsMet(fleet=name, hex=fleet.hex, others=hostile_fleets(course.state, fleet)))
    return Done(clock, Go(left), reason) if left else Done(clock)


def _may_sail(world: World, state: State, fleet: Fleet, to: Hex) -> bool:
    is_near = fleet.hex.distance(to) == 1 and not world.has_barrier(fleet.hex, to)
    return is_near and can_hold_fleet(world, state, to, fleet.faction)


def _load(course: Course, name: str, step: Load, clock: int) -> Done:
    """All at once, or nobody: everybody has to be there, with time left."""
    fleet = course.state.fleets[name]
    there = [course.state.detachments[each] for each in step.detachments if each in course.state.detachments]
    if len(there) < len(step.detachments):
        return Done(clock, step, "place")
    reason = next((found for found in (_not_loaded(course, fleet, each) for each in there) if found), None)
    if reason is not None:
        return Done(clock, step, reason)
    in_port = is_usable_port(course.world, course.state, fleet.hex, fleet.faction)
    start, needed = max(clock, *(each.clock for each in there)), IN_PORT if in_port else ELSEWHERE
    if not fits(start, needed):
        return Done(clock, step, "clock")
    if not has_room(course.state, fleet, sum(load_of(each) for each in there)):
        return Done(clock, step, "capacity")
    course.add(Loaded(fleet=name, detachments=step.detachments, hex=fleet.hex, in_port=in_port, clock=start + needed))
    return Done(start + needed)


def _not_loaded(course: Course, fleet: Fleet, detachment: Detachment) -> Delay | None:
    if detachment.is_blocked:
        return "blocked"
    if detachment.is_broken:
        return "broken"
    is_friend = are_friends(course.state, fleet.faction, course.state.faction_of(detachment.commander))
    is_ready = detachment.ready_from <= course.state.turn
    if not is_friend or not is_ready or detachment.aboard is not None:
        return "place"
    return None if _is_beside(course.world, fleet, detachment.hex) else "place"


def _is_beside(world: World, fleet: Fleet, land: Hex) -> bool:
    """Can a fleet take troops from a hex: from its own where it lies in a port, else from a neighbour of the sea?"""
    if world.grounds[fleet.hex].terrain != "sea":
        return land == fleet.hex
    return fleet.hex.distance(land) == 1 and not world.has_barrier(fleet.hex, land)


def _unload(course: Course, name: str, step: Unload, clock: int) -> Done:
    fleet = course.state.fleets[name]
    to = fleet.hex if step.at is None else step.at
    there = [course.state.detachments.get(each) for each in step.detachments]
    aboard = [each for each in there if each is not None and each.aboard == name]
    if len(aboard) < len(there):
        return Done(clock, step, "place")
    if to not in course.world.grounds or not _is_beside(course.world, fleet, to):
        return Done(clock, step, "place")
    if any(not is_open(course.world, each, to) for each in aboard):
        return Done(clock, step, "terrain")
    if any(_is_beset(course.state, each, to) for each in aboard):
        return Done(clock, step, "enemy")
    in_port = is_usable_port(course.world, course.state, fleet.hex, fleet.faction)
    start, needed = max(clock, *(each.clock for each in aboard)), IN_PORT if in_port else ELSEWHERE
    if not fits(start, needed):
        return Done(clock, step, "clock")
    for each in aboard:
        course.add(
            Landed(
                fleet=name,
                detachment=each.id,
                hex=to,
                in_port=to == fleet.hex,
                clock=start + needed,
                is_inside=has_friendly_walls(course.state, to, course.state.faction_of(each.commander)),
            )
        )
    return Done(start + needed)


def _is_beset(state: State, detachment: Detachment, to: Hex) -> bool:
    """Does an enemy stand there, and nobody of the own side (B-3.6)?"""
    faction = state.faction_of(detachment.commander)
    return bool(enemies_in(state, to, faction)) and not friends_in(state, to, faction)
