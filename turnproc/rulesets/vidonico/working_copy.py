"""The working copy's parts: each is frozen, so that another one is put in its place. For `folding` alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from turnproc.rulesets.vidonico.state import Army, Character, Contingent, Faction, PrisonerGroup, State, Stragglers

V = TypeVar("V")
Listed = TypeVar("Listed", PrisonerGroup, Stragglers)


def by_id(*things: Listed) -> tuple[Listed, ...]:
    """In ascending id, as everything that a rule goes through (section 2)."""
    return tuple(sorted(things, key=lambda each: each.id))


def leave_group(state: State, army: str, group: str, count: int) -> None:
    """So many leave a group of prisoners; with nobody left it is gone."""
    holder = state.armies[army]
    prisoners = tuple(
        replace(each, count=each.count - count) if each.id == group else each for each in holder.prisoners
    )
    put_army(state, replace(holder, prisoners=tuple(each for each in prisoners if each.count)))


def without_army(character: Character, **changes: Any) -> Character:
    """A character who is in no army, and nobody's captive, but for what is changed."""
    return replace(character, **({"army": None, "contingent": None, "captor": None, "region": None} | changes))


def contingent_of(state: State, army: str, wanted: str) -> Contingent:
    """A contingent of an army."""
    found = state.armies[army].contingent(wanted)
    if found is None:
        raise ValueError(f"{army} has no contingent {wanted!r}")
    return found


def add_men(state: State, army: str, contingent: str, more: int) -> None:
    """More or fewer fit soldiers."""
    there = contingent_of(state, army, contingent)
    if there.count + more < 0:
        raise ValueError(f"{contingent} has not {-more} fit soldiers")
    put_contingent(state, army, replace(there, count=there.count + more))


def put_contingent(state: State, army: str, contingent: Contingent) -> None:
    """Put a contingent in the place of itself."""
    there = state.armies[army]
    contingents = tuple(contingent if each.id == contingent.id else each for each in there.contingents)
    put_army(state, replace(there, contingents=contingents))


def put_army(state: State, army: Army) -> None:
    """Put an army in its place."""
    state.armies = _with(state.armies, army.id, army)


def put_character(state: State, character: Character) -> None:
    """Put a character in their place."""
    state.characters = _with(state.characters, character.id, character)


def put_faction(state: State, faction: Faction) -> None:
    """Put a faction in its place."""
    state.factions = _with(state.factions, faction.id, faction)


def _with(mapping: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    """The working copy's dict with an entry in it; only a new key can disturb the order of ids (section 2)."""
    there = cast(dict[str, V], mapping)
    is_new = key not in there
    there[key] = value
    return dict(sorted(there.items())) if is_new else there
