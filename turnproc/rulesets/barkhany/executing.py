"""One entry of the sequence after the other (docs/rules/barkhany.md, B-3.1, B-3.22)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from turnproc.rulesets.barkhany.action_orders import ActionOrder, Attack, DeclareWar, March, Sail, Stand
from turnproc.rulesets.barkhany.assault import Goer
from turnproc.rulesets.barkhany.attacking import Operation, attack, end_operation, gather, join_operation
from turnproc.rulesets.barkhany.control import settle
from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.happenings import Happening
from turnproc.rulesets.barkhany.judge import Judge
from turnproc.rulesets.barkhany.marching import declare_war, march, stand
from turnproc.rulesets.barkhany.sailing import sail
from turnproc.rulesets.barkhany.state import State
from turnproc.rulesets.barkhany.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Executed:
    """What came of an entry. `under_way` are those who have set out for operations, for the entries to come."""

    state: State
    happened: tuple[Happening, ...] = ()
    under_way: tuple[Goer, ...] = ()


def execute(
    world: World, before: Executed, order: ActionOrder, judge: Judge, operations: Mapping[str, Operation]
) -> Executed:
    """Carry out one order completely, from what the entry before it has left, and look at what has changed hands."""
    course = Course(world, before.state)
    under_way = before.under_way
    match order:
        case March():
            march(course, order)
        case Attack(operation=None):
            attack(course, judge, order)
        case Attack():
            under_way = _operate(course, judge, order, operations[order.name], under_way)
        case Stand():
            stand(course, order)
        case DeclareWar():
            declare_war(course, order)
        case Sail():
            sail(course, order)
        case _:
            assert_never(order)
    settle(course)
    return Executed(state=course.state, happened=tuple(course.happened), under_way=under_way)


def _operate(
    course: Course, judge: Judge, order: Attack, operation: Operation, under_way: tuple[Goer, ...]
) -> tuple[Goer, ...]:
    under_way += join_operation(course, order)
    if operation.ends_with(order):
        end_operation(course, judge, operation, tuple(each for each in under_way if each.order in operation.orders))
    return under_way


def execute_all(world: World, state: State, orders: Iterable[ActionOrder], judge: Judge) -> Executed:
    """All orders of a day in their sequence."""
    sequence = list(orders)
    operations = gather(state, (order for order in sequence if isinstance(order, Attack)))
    done = Executed(state=state)
    happened: list[Happening] = []
    for order in sequence:
        done = execute(world, done, order, judge, operations)
        happened += done.happened
    return Executed(state=done.state, happened=tuple(happened), under_way=done.under_way)
