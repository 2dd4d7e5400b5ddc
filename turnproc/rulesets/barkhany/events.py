"""What the game master's events change (docs/rules/barkhany.md, section 3.2 and B-1.1), whenever they happen.

Each answers with the state afterwards, or with a reason why it failed: `gone`, `points`, `aboard`, `taken`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from turnproc.rulesets.barkhany.gear import Items, added
from turnproc.rulesets.barkhany.generals import all_followed
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, Fleet, General, Relation, Standing, State
from turnproc.rulesets.barkhany.troubles import Trouble

Thing: TypeAlias = Detachment | General | Fleet
# New values by the names that the state's parts have for them.
Changes: TypeAlias = Mapping[str, Any]


def grant_points(state: State, commander: str, amount: Fraction) -> State | Trouble:
    """Points come, or (below 0) go; nobody has fewer than none."""
    who = state.commanders[commander]
    if who.points + amount < 0:
        return Trouble("points", {"commander": commander})
    changed = replace(who, points=who.points + amount)
    return replace(state, commanders={**state.commanders, commander: changed})


def grant_gear(state: State, detachment: str, items: Items) -> State | Trouble:
    """Gear comes into a detachment's baggage."""
    found = state.detachments.get(detachment)
    if found is None:
        return _gone(detachment)
    changed = replace(found, baggage=added(found.baggage, items))
    return replace(state, detachments={**state.detachments, detachment: changed})


def grant_hire(state: State, hex_: Hex, faction: str) -> State:
    """A faction may hire in a hex from now on, whoever owns it."""
    place = state.hex_state(hex_)
    return set_hex(state, hex_, {"muster": place.muster | {faction}})


def spawn(state: State, thing: Thing) -> State | Trouble:
    """A detachment, a general or a fleet is there; no check of hiring is made."""
    if any(thing.id in those for those in (state.detachments, state.generals, state.fleets)):
        return Trouble("taken", {"id": thing.id})
    match thing:
        case Detachment():
            return replace(state, detachments={**state.detachments, thing.id: thing})
        case General():
            return replace(state, generals={**state.generals, thing.id: thing})
        case Fleet():
            return replace(state, fleets={**state.fleets, thing.id: thing})


def remove(state: State, thing: str) -> State | Trouble:
    """It is no more. A fleet with troops aboard stays; of a detachment that goes the generals stay (B-2.3)."""
    if thing in state.detachments:
        return all_followed(replace(state, detachments=_without(state.detachments, thing)))
    if thing in state.generals:
        return replace(state, generals=_without(state.generals, thing))
    if thing in state.fleets:
        if any(each.aboard == thing for each in state.detachments.values()):
            return Trouble("aboard", {"fleet": thing})
        return replace(state, fleets=_without(state.fleets, thing))
    return _gone(thing)


def move(state: State, detachment: str, to: Hex) -> State | Trouble:
    """A detachment is elsewhere, as if it had always been; its generals by B-2.3. It has no way to go on with."""
    found = state.detachments.get(detachment)
    if found is None:
        return _gone(detachment)
    changed = replace(
        found,
        hex=to,
        is_blocked=False,
        entered_from=None,
        retreat_to=None,
        is_inside=False,
        aboard=None,
        is_in_boats=False,
        standing=Standing(plan=found.standing.plan),
    )
    return all_followed(replace(state, detachments={**state.detachments, detachment: changed}))


def adjust(state: State, thing: str, changes: Changes, unit: str | None = None) -> State | Trouble:
    """Set fields of a detachment, of one of its units, or of a general."""
    if thing in state.generals and unit is None:
        changed = replace(state.generals[thing], **changes)
        return replace(state, generals={**state.generals, thing: changed})
    found = state.detachments.get(thing)
    if found is None or (unit is not None and all(each.id != unit for each in found.units)):
        return _gone(thing if unit is None else f"{thing}/{unit}")
    if unit is None:
        found = replace(found, **changes)
    else:
        found = replace(found, units=tuple(replace(u, **changes) if u.id == unit else u for u in found.units))
    return replace(state, detachments={**state.detachments, thing: found})


def set_relation(state: State, one: str, other: str, relation: Relation) -> State:
    """How two factions stand to each other from now on."""
    return replace(state, relations={**state.relations, (min(one, other), max(one, other)): relation})


def set_hex(state: State, hex_: Hex, changes: Changes) -> State:
    """Set what can change of a hex."""
    return replace(state, hexes={**state.hexes, hex_: replace(state.hex_state(hex_), **changes)})


def set_fleet(state: State, fleet: str, changes: Changes) -> State | Trouble:
    """Set fields of a fleet; who is aboard goes where it goes, and generals with them."""
    found = state.fleets.get(fleet)
    if found is None:
        return _gone(fleet)
    found = replace(found, **changes)
    detachments = {
        id_: replace(each, hex=found.hex) if each.aboard == fleet else each for id_, each in state.detachments.items()
    }
    return all_followed(replace(state, fleets={**state.fleets, fleet: found}, detachments=detachments))


def _gone(thing: str) -> Trouble:
    return Trouble("gone", {"id": thing})


def _without(things: Mapping[str, Any], thing: str) -> dict[str, Any]:
    return {id_: each for id_, each in things.items() if id_ != thing}
