"""The end of a turn (docs/rules/barkhany.md, B-7 and B-6.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from turnproc.engine.table import Event
from turnproc.rulesets.barkhany.generals import all_followed, keeps_generals
from turnproc.rulesets.barkhany.intake import rested
from turnproc.rulesets.barkhany.refit import lapsed
from turnproc.rulesets.barkhany.sequence import Period
from turnproc.rulesets.barkhany.state import Detachment, State, Unit
from turnproc.rulesets.barkhany.world import World


def closing_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """What happens at the end: the events of the end in their order, then what is told to close affairs (B-7.1)."""
    at_end = [event for event in events if event.when == "end" or event.verb == "close"]
    return tuple(sorted(at_end, key=lambda event: (event.verb == "close", event.at)))


def is_gone(unit: Unit) -> bool:
    """Is nothing left of a unit?"""
    return unit.condition_pct <= 0 if unit.troop.is_engine else unit.men <= 0


def without_the_fallen(state: State) -> State:
    """B-7.2: units without men go, then detachments without units and generals; generals are where theirs are."""
    left = replace(state, detachments={id_: _living(each) for id_, each in state.detachments.items()})
    kept = {id_: each for id_, each in left.detachments.items() if each.units or keeps_generals(left, id_)}
    return all_followed(replace(left, detachments=kept))


def closed(state: State, turn: int) -> State:
    """The state after turn `turn`: B-6.6, B-7.2, B-7.3 but for the checks of B-3.22."""
    state = rested(without_the_fallen(state))
    detachments = {
        id_: replace(each, units=tuple(lapsed(unit, turn) for unit in each.units))
        for id_, each in state.detachments.items()
    }
    return replace(state, turn=turn, day=state.day + 1, detachments=detachments)


def next_period(period: Period, cadence_days: int) -> Period:
    """When the next turn opens and ends; without a deadline nobody knows (B-7.3)."""
    if period.deadline is None:
        return Period(grace=period.grace)
    return Period(period.deadline, period.deadline + timedelta(days=cadence_days), period.grace)


def eliminated(state: State, world: World) -> tuple[str, ...]:
    """The factions that have neither detachments nor settlements (B-7.4)."""
    alive = {state.faction_of(each.commander) for each in state.detachments.values()}
    alive |= {
        place.controller
        for hex_, place in state.hexes.items()
        if place.controller is not None and (ground := world.grounds.get(hex_)) and ground.settlement is not None
    }
    return tuple(sorted(set(state.factions) - alive))


def _living(detachment: Detachment) -> Detachment:
    return replace(detachment, units=tuple(unit for unit in detachment.units if not is_gone(unit)))
