"""What fleets carry (docs/rules/barkhany.md, B-3.15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.presence import are_friends, at_war
from turnproc.rulesets.barkhany.state import Detachment, Fleet, State, Unit

FOOT: Final = 1
HORSE: Final = 2
ENGINE: Final = 100


def load_of_units(units: Iterable[Unit]) -> int:
    """The room that units take aboard."""
    return sum(
        ENGINE if unit.troop.is_engine else unit.men * (HORSE if unit.troop.is_cavalry else FOOT) for unit in units
    )


def load_of(detachment: Detachment) -> int:
    """The room that a detachment takes aboard."""
    return load_of_units(detachment.units)


def carried(state: State, fleet: str) -> int:
    """The room that is taken aboard a fleet."""
    return sum(load_of(each) for each in state.detachments.values() if each.aboard == fleet)


def has_room(state: State, fleet: Fleet, load: int) -> bool:
    """Is there room aboard (else E-FLEET-CAP)?"""
    return fleet.capacity is None or carried(state, fleet.id) + load <= fleet.capacity


def fleet_with_room(state: State, hex_: Hex, faction: str, load: int) -> str | None:
    """The first own or allied fleet in a hex, by id, that has room."""
    for _, fleet in sorted(state.fleets.items()):
        if fleet.hex == hex_ and are_friends(state, faction, fleet.faction) and has_room(state, fleet, load):
            return fleet.id
    return None


def hostile_fleets(state: State, fleet: Fleet) -> tuple[str, ...]:
    """The fleets at war in the hex of a fleet, in ascending id."""
    return tuple(
        name
        for name, other in sorted(state.fleets.items())
        if other.hex == fleet.hex and at_war(state, fleet.faction, other.faction)
    )
