"""What a happening makes of a state (docs/rules/barkhany.md, section 7): the only door to it in the sequence of a day.

Nothing is changed in place: each answer is a state of its own. Happenings that only tell give back what was given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, assert_never

from turnproc.rulesets.barkhany import happenings as h
from turnproc.rulesets.barkhany.fleet_plans import write_step
from turnproc.rulesets.barkhany.gear import added
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, General, Standing, State


def after(state: State, happening: h.Happening) -> State:
    """The state once it has happened."""
    match happening:
        case h.Moved() | h.Halted() | h.StandingSet() | h.Stood() | h.Walls():
            return _marched(state, happening)
        case h.Blocked(detachment=name):
            return changed(state, name, is_blocked=True)
        case h.BoatsTaken(detachment=name):
            return changed(state, name, is_in_boats=True)
        case h.BoatsLeft(detachment=name):
            return changed(state, name, is_in_boats=False)
        case h.Unblocked(detachment=name):
            return changed(state, name, is_blocked=False)
        case h.Losses(detachment=name, units=units):
            return changed(state, name, units=units)
        case h.Looted(detachment=name, gear=gear):
            return changed(state, name, baggage=added(state.detachments[name].baggage, gear))
        case h.DetachmentDestroyed() | h.Retreated() | h.Fled() | h.Trapped():
            return _beaten(state, happening)
        case h.GeneralFate(general=name, fate=fate):
            there = state.generals[name]
            with_ = there.attached_to if fate in ("active", "wounded") else ()
            return _put_general(state, replace(there, status=fate, attached_to=with_))
        case h.GeneralParted(general=name, detachments=with_):
            return _put_general(state, replace(state.generals[name], attached_to=with_))
        case h.RelationChanged(factions=pair, relation=relation):
            return replace(state, relations={**state.relations, pair: relation})
        case h.ControlChanged(hex=hex_, to=to):
            return replace(state, hexes={**state.hexes, hex_: replace(state.hex_state(hex_), controller=to)})
        case h.Loaded() | h.Landed() | h.Sailed() | h.PlanLeft():
            return _at_sea(state, happening)
        case h.OrderFailed() | h.Stopped() | h.Contact() | h.AttackVoid() | h.Battle() | h.AfterStep() | h.FleetsMet():
            return state
        case _:
            assert_never(happening)


def changed(state: State, detachment: str, **changes: Any) -> State:
    """The same with something else in a detachment."""
    there = replace(state.detachments[detachment], **changes)
    return replace(state, detachments={**state.detachments, detachment: there})


def _put_general(state: State, general: General) -> State:
    return replace(state, generals={**state.generals, general.id: general})


def _marched(state: State, happening: h.Moved | h.Halted | h.StandingSet | h.Stood | h.Walls) -> State:
    name = happening.detachment
    match happening:
        case h.Moved(start=start, to=to, by_boat=by_boat):
            there = changed(
                state, name, hex=to, entered_from=start, is_inside=False, is_blocked=False, is_in_boats=by_boat
            )
            return _led(there, name, to)
        case h.Halted():
            return changed(
                state,
                name,
                retreat_to=happening.retreat_to,
                is_inside=happening.is_inside,
                is_in_boats=happening.is_in_boats,
                clock=happening.clock,
                is_done=True,
            )
        case h.StandingSet(standing=standing):
            return changed(state, name, standing=standing)
        case h.Stood():
            return changed(
                state,
                name,
                retreat_to=happening.retreat_to,
                is_inside=happening.is_inside,
                standing=Standing(plan=happening.plan),
                is_done=True,
            )
        case h.Walls(is_inside=is_inside):
            return changed(state, name, is_inside=is_inside)


def _beaten(state: State, happening: h.DetachmentDestroyed | h.Retreated | h.Fled | h.Trapped) -> State:
    name = happening.detachment
    match happening:
        case h.DetachmentDestroyed():
            return _without(state, name)
        case h.Retreated(reason="inside"):
            return changed(
                state, name, is_inside=True, is_blocked=True, is_broken=True, standing=Standing(), retreat_to=None
            )
        case h.Retreated():
            gone = _away(state.detachments[name], happening.start, happening.to)
            there = replace(
                gone,
                is_inside=happening.is_inside,
                aboard=happening.aboard,
                is_in_boats=gone.is_in_boats and happening.aboard is None and happening.reason != "ruled",
            )
            return _led(_with(state, [there]), name, happening.to)
        case h.Fled(parts=parts):
            whole = state.detachments[name]
            fled = [
                replace(
                    _away(whole, happening.start, part.hex),
                    id=part.id,
                    units=part.units,
                    is_inside=part.is_inside,
                    aboard=part.aboard,
                    is_in_boats=whole.is_in_boats and part.aboard is None,
                    # What cannot be divided stays with the first.
                    baggage=whole.baggage if part.id == name else {},
                )
                for part in parts
            ]
            return _led(_with(state, fled), name, parts[0].hex)
        case h.Trapped(ruling="stay"):
            return changed(state, name, is_blocked=True)
        case h.Trapped(ruling="surrender" | "destroyed"):
            return _without(state, name)
        case h.Trapped():
            # Whoever is sent to a hex retreats there: a happening of its own.
            return state


def _away(detachment: Detachment, start: Hex, to: Hex) -> Detachment:
    """Beaten and gone: no orders more this turn, no block, no instructions (B-4.17, B-4.18)."""
    return replace(
        detachment,
        hex=to,
        entered_from=start,
        retreat_to=None,
        is_blocked=False,
        is_broken=True,
        standing=Standing(),
    )


def _with(state: State, detachments: Iterable[Detachment]) -> State:
    return replace(state, detachments={**state.detachments, **{each.id: each for each in detachments}})


def _without(state: State, detachment: str) -> State:
    """A detachment is gone; generals stay with the next of their list (B-2.3)."""
    left = {name: each for name, each in state.detachments.items() if name != detachment}
    generals = {
        name: replace(each, attached_to=tuple(other for other in each.attached_to if other != detachment))
        for name, each in state.generals.items()
    }
    return replace(state, detachments=left, generals=generals)


def _led(state: State, detachment: str, to: Hex) -> State:
    """Generals go where the first of their list goes (B-2.3)."""
    generals = {
        name: replace(each, hex=to) if each.attached_to[:1] == (detachment,) else each
        for name, each in state.generals.items()
    }
    return replace(state, generals=generals)


def _at_sea(state: State, happening: h.Loaded | h.Landed | h.Sailed | h.PlanLeft) -> State:
    fleet = happening.fleet
    match happening:
        case h.Loaded(detachments=names, hex=hex_, clock=clock):
            for name in names:
                state = changed(
                    state,
                    name,
                    aboard=fleet,
                    hex=hex_,
                    clock=clock,
                    is_inside=False,
                    is_in_boats=False,
                    retreat_to=None,
                    standing=Standing(),
                )
                state = _led(state, name, hex_)
            return state
        case h.Landed(detachment=name, hex=hex_):
            state = changed(
                state,
                name,
                aboard=None,
                hex=hex_,
                entered_from=None if happening.in_port else state.fleets[fleet].hex,
                is_inside=happening.is_inside,
                clock=happening.clock,
            )
            return _led(state, name, hex_)
        case h.Sailed(path=path):
            return _sailed(state, fleet, path[-1])
        case h.PlanLeft(left=left):
            there = replace(state.fleets[fleet], plan_left=tuple(write_step(each) for each in left))
            return replace(state, fleets={**state.fleets, fleet: there})


def _sailed(state: State, fleet: str, to: Hex) -> State:
    """All who are aboard go with the fleet."""
    state = replace(state, fleets={**state.fleets, fleet: replace(state.fleets[fleet], hex=to)})
    for name in [name for name, each in state.detachments.items() if each.aboard == fleet]:
        state = _led(changed(state, name, hex=to), name, to)
    return state
