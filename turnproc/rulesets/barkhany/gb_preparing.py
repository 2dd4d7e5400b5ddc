"""The beginning of a round: places, retreats named beforehand, reserves (docs/rules/barkhany.md, B-5.1, B-5.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turnproc.rulesets.barkhany.gb_applying import GbCourse, ordered
from turnproc.rulesets.barkhany.gb_happenings import GbFailed, GbFailure, GbPlaced, GbRetreatSet, GbSetAside
from turnproc.rulesets.barkhany.gb_moves import presence_refusal
from turnproc.rulesets.barkhany.gb_orders import GbDeploy, GbOrder, GbReserve, GbRetreatTo
from turnproc.rulesets.barkhany.gb_round import Round
from turnproc.rulesets.barkhany.gb_state import other_side
from turnproc.rulesets.barkhany.reserves import reserve_refusal, set_aside, waiting_refusal
from turnproc.rulesets.barkhany.sectors import newcomers


def able(
    course: GbCourse, order: GbOrder, names: Sequence[str], refusal: Callable[[Round, str], GbFailure | None]
) -> list[str]:
    """Those of some detachments that nothing keeps from an order; for the others it fails."""
    found: list[str] = []
    for name in dict.fromkeys(names):
        reason = refusal(course.there, name)
        if reason is None:
            found.append(name)
        else:
            course.add(GbFailed(order=order.name, reason=reason, detachment=name))
    return found


def place(course: GbCourse, orders: Sequence[GbOrder]) -> None:
    """Deployments before the first round of all, then those who have marched into the hex since."""
    for order in orders:
        if isinstance(order, GbDeploy):
            _deploy(course, order)
    there = course.there
    for each in newcomers(there.state, there.battle):
        side = there.battle.side_of(there.state.faction_of(each.commander))
        if side is not None:
            course.add(GbPlaced(detachment=each.id, sector=there.battle.arrival[side], is_arrival=True))


def _deploy(course: GbCourse, order: GbDeploy) -> None:
    for name in able(course, order, order.detachments, lambda there, each: deploy_refusal(there, each, order.sector)):
        course.add(GbPlaced(detachment=name, sector=order.sector))


def deploy_refusal(there: Round, detachment: str, sector: str) -> GbFailure | None:
    """Why a detachment cannot be placed in a sector: only before the first round, never in the enemy's rear."""
    refusal = presence_refusal(there, detachment)
    if refusal is not None:
        return refusal
    if there.battle.rounds:
        return "late"
    ground = there.battle.sectors.get(sector)
    return "sector" if ground is None or ground.rear_of == other_side(there.side_of(detachment)) else None


def prepare(course: GbCourse, orders: Sequence[GbOrder]) -> None:
    """Where beaten troops go, and reserves, in sequence."""
    for order in orders:
        if isinstance(order, GbRetreatTo):
            _set_retreat(course, order)
        elif isinstance(order, GbReserve):
            _set_aside(course, order)


def _set_retreat(course: GbCourse, order: GbRetreatTo) -> None:
    if order.sector not in course.there.battle.sectors:
        course.add(GbFailed(order=order.name, reason="sector"))
        return
    for name in able(course, order, order.detachments, presence_refusal):
        course.add(GbRetreatSet(detachment=name, sector=order.sector))


def _set_aside(course: GbCourse, order: GbReserve) -> None:
    names = able(course, order, order.detachments, waiting_refusal)
    if not names:
        return
    reason = reserve_refusal(course.there, order, names)
    if reason is not None:
        course.add(GbFailed(order=order.name, reason=reason))
        return
    course.add(GbSetAside(reserve=set_aside(course.there, order, names)))
    course.there = ordered(course.there, names)
