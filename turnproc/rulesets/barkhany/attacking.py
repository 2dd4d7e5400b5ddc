"""Attacks: the way to them, alone or in an operation (docs/rules/barkhany.md, B-3.6 to B-3.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from turnproc.rulesets.barkhany.action_orders import Attack
from turnproc.rulesets.barkhany.assault import Assault, Goer, carry_out
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.happenings import AttackVoid, Failure
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.judge import Judge
from turnproc.rulesets.barkhany.marching import end_march, touch
from turnproc.rulesets.barkhany.names import battle_id, operation_id
from turnproc.rulesets.barkhany.options import mobility_of, option
from turnproc.rulesets.barkhany.presence import are_friends
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.walking import (
    Walk,
    embarking_failure,
    fail,
    failure,
    has_time,
    instruct,
    reach_of,
    walk,
)
from turnproc.rulesets.barkhany.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Attacks that are made together: orders in sequence, with one tag, on one hex, of friends (B-3.10)."""

    tag: str
    hex: Hex
    orders: tuple[Attack, ...]

    def ends_with(self, order: Attack) -> bool:
        """Is the battle fought at the place of this order?"""
        return self.orders[-1] == order

    @property
    def against(self) -> tuple[str, ...] | None:
        """Whom it attacks: all that its orders name; None: everybody at war, if one of them names nobody."""
        if not all(order.against for order in self.orders):
            return None
        return tuple(sorted({faction for order in self.orders for faction in order.against}))


def gather(state: State, orders: Iterable[Attack]) -> Mapping[str, Operation]:
    """The operation of each attack that is part of one, by the name of the order; orders stand in sequence."""
    groups: list[tuple[str, list[Attack]]] = []
    for order in orders:
        if order.operation is None:
            continue
        same = [each for each in groups if (each[1][0].operation, each[1][0].hex) == (order.operation, order.hex)]
        own = next((group for _, group in same if _are_allied(state, order, group)), None)
        if own is not None:
            own.append(order)
        else:
            tag = order.operation if not same else f"{order.operation}-{len(same) + 1}"
            groups.append((tag, [order]))
    found = [Operation(tag=tag, hex=group[0].hex, orders=tuple(group)) for tag, group in groups]
    return {order.name: operation for operation in found for order in operation.orders}


def _are_allied(state: State, order: Attack, group: Sequence[Attack]) -> bool:
    own = state.faction_of(order.commander)
    return all(are_friends(state, own, state.faction_of(other.commander)) for other in group)


def attack(course: Course, judge: Judge, order: Attack) -> None:
    """An attack of its own: the way, then the battle (B-3.9)."""
    targets: dict[Hex, list[Goer]] = {}
    for name in set_out(course, order):
        made = _approach(course, order, name)
        goer = Goer(order=order, detachment=name, steps=made.steps, is_stopped=made.reason is not None)
        if made.reason is None:
            targets.setdefault(order.hex, []).append(goer)
        elif made.barred is not None and order.attack_if_stopped:
            targets.setdefault(made.barred, []).append(goer)
        else:
            course.add(AttackVoid(order=order.name, detachment=name, hex=order.hex, reason=made.reason))
            _halt_on_the_way(course, order, name, made)
    for hex_, goers in targets.items():
        assault = Assault(
            hex=hex_,
            goers=tuple(goers),
            # Whoever bars the way is attacked, whoever was meant.
            against=(order.against or None) if hex_ == order.hex else None,
            name=partial(_name_of_order, order),
        )
        carry_out(course, judge, assault)


def _name_of_order(order: Attack, place: str) -> str:
    return battle_id(place, order.commander, order.id)


def join_operation(course: Course, order: Attack) -> tuple[Goer, ...]:
    """The way to the battle of an operation, at the order's own place in the sequence (B-3.10)."""
    goers = []
    for name in set_out(course, order):
        made = _approach(course, order, name)
        _halt_on_the_way(course, order, name, made)
        is_stopped = made.reason is not None
        goers.append(Goer(order=order, detachment=name, steps=made.steps, is_stopped=is_stopped, has_halted=True))
    return tuple(goers)


def end_operation(course: Course, judge: Judge, operation: Operation, goers: tuple[Goer, ...]) -> None:
    """The battle of an operation, at the place of its last order; `goers` are those who set out for it."""
    assault = Assault(
        hex=operation.hex,
        goers=goers,
        against=operation.against,
        name=lambda place: operation_id(place, operation.tag),
    )
    carry_out(course, judge, assault)


def set_out(course: Course, order: Attack) -> list[str]:
    """Who carries out the order; the others fail."""
    found = []
    for name in order.detachments:
        reason = attack_failure(course.world, course.state, order, name)
        if reason is None:
            found.append(name)
            instruct(course, order, name)
        else:
            fail(course, order, name, reason)
    return found


def attack_failure(world: World, state: State, order: Attack, name: str) -> Failure | None:
    """Why a detachment does not set out for an attack; None: it does."""
    reason = failure(state, name)
    if reason is not None:
        return reason
    there = state.detachments[name]
    if there.is_blocked and (order.path or order.hex != there.hex):
        return "blocked"
    if not can_reach(world, there, order):
        return "reach"
    after = 0 if order.after is None else 1
    mobility = mobility_of(there.units)
    row = option(mobility, len(order.path), attacks=True, after=after, reach=reach_of(world, there, order))
    if row is None:
        return "option"
    if not has_time(there, len(order.path) + after, attacks=True):
        return "clock"
    return embarking_failure(world, there, order)


def can_reach(world: World, detachment: Detachment, order: Attack) -> bool:
    """Can the hex be attacked from the end of the path (else E-REACH, B-3.9)?"""
    end = order.path[-1] if order.path else detachment.hex
    if order.hex not in world.grounds:
        return False
    if world.settings.attack_reach == "same_hex" or mobility_of(detachment.units) == "immobile":
        return end == order.hex
    return end.distance(order.hex) <= 1


def _approach(course: Course, order: Attack, name: str) -> Walk:
    return walk(course, name, order.path, by_boat=order.by_boat, aim=order.hex)


def _halt_on_the_way(course: Course, order: Attack, name: str, made: Walk) -> None:
    end_march(course, order, name, made.steps)
    if made.steps:
        touch(course, name)
