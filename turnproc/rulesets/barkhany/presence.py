"""Who stands where, and how they stand to each other (docs/rules/barkhany.md, B-3.6, B-3.5, B-4.18).

Troops aboard a fleet stand nowhere: nobody meets them, and they hold nothing.
"""

from __future__ import annotations

from turnproc.rulesets.barkhany import sides
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, General, State


def faction_of(state: State, detachment: Detachment) -> str:
    """The faction of its commander."""
    return state.faction_of(detachment.commander)


def at_war(state: State, one: str, other: str) -> bool:
    """Are two factions at war?"""
    return state.relation(one, other) == "war"


def are_friends(state: State, one: str, other: str | None) -> bool:
    """Is the other the own faction or an allied one? Nobody (None) is nobody's friend."""
    return other is not None and state.relation(one, other) == "allied"


def enemies_in(state: State, hex_: Hex, faction: str) -> tuple[Detachment, ...]:
    """The enemy of one faction in a hex (B-3.6), in ascending id."""
    return sides.enemies_in(state, hex_, (faction,))


def friends_in(state: State, hex_: Hex, faction: str) -> list[Detachment]:
    """The detachments of the own and of allied factions in a hex, in ascending id."""
    return [each for each in state.standing_in(hex_) if are_friends(state, faction, faction_of(state, each))]


def has_friendly_walls(state: State, hex_: Hex, faction: str) -> bool:
    """Is there a fortification that the own or an allied faction controls (B-3.5)?"""
    there = state.hex_state(hex_)
    return there.fortification != "none" and are_friends(state, faction, there.controller)


def has_hostile_walls(state: State, hex_: Hex, faction: str) -> bool:
    """Is there a fortification that a faction at war controls (B-4.18)?"""
    there = state.hex_state(hex_)
    return there.fortification != "none" and there.controller is not None and at_war(state, faction, there.controller)


def generals_of(state: State, detachment: str) -> list[General]:
    """The generals who are with a detachment, in ascending id: of a list they are with those in their hex (B-2.3)."""
    there = state.detachments[detachment]
    return [
        each for _, each in sorted(state.generals.items()) if detachment in each.attached_to and each.hex == there.hex
    ]


def keeps_generals(state: State, detachment: str) -> list[General]:
    """The generals with whom a detachment is there even without units: they have no other one with units (B-2.3)."""
    return [each for each in generals_of(state, detachment) if _stays_with(state, each) == detachment]


def _stays_with(state: State, general: General) -> str:
    here = [name for name in general.attached_to if name in state.detachments]
    here = [name for name in here if state.detachments[name].hex == general.hex]
    return next((name for name in here if state.detachments[name].units), here[0])
