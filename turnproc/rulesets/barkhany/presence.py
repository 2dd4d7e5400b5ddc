"""Who stands where, and how they stand to each other (docs/rules/barkhany.md, B-3.6, B-3.5, B-4.18).

Troops aboard a fleet stand nowhere: nobody meets them, and they hold nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, State


def at_war(state: State, one: str, other: str) -> bool:
    """Are two factions at war?"""
    return state.relation(one, other) == "war"


def are_friends(state: State, one: str, other: str | None) -> bool:
    """Is the other the own faction or an allied one? Nobody (None) is nobody's friend."""
    return other is not None and state.relation(one, other) == "allied"


def enemies_in(state: State, hex_: Hex, *factions: str, away: Collection[str] = ()) -> tuple[Detachment, ...]:
    """The enemy in a hex: the detachments at war with any of some factions, in ascending id (B-3.6).

    `away` are detachments that are there and out of reach: in a general battle.
    """
    return tuple(
        each
        for each in state.standing_in(hex_)
        if each.id not in away and any(at_war(state, one, state.faction_of(each.commander)) for one in factions)
    )


def friends_in(state: State, hex_: Hex, faction: str) -> list[Detachment]:
    """The detachments of the own and of allied factions in a hex, in ascending id."""
    return [each for each in state.standing_in(hex_) if are_friends(state, faction, state.faction_of(each.commander))]


def has_friendly_walls(state: State, hex_: Hex, faction: str) -> bool:
    """Is there a fortification that the own or an allied faction controls (B-3.5)?"""
    there = state.hex_state(hex_)
    return there.fortification != "none" and are_friends(state, faction, there.controller)


def has_hostile_walls(state: State, hex_: Hex, faction: str) -> bool:
    """Is there a fortification that a faction at war controls (B-4.18)?"""
    there = state.hex_state(hex_)
    return there.fortification != "none" and there.controller is not None and at_war(state, faction, there.controller)
