"""The state file of vidonico: reading and writing (docs/rules/vidonico.md, section 2).

What must hold of a state (V-1 to V-6) is checked in `invariants`. In files lists may have any order but where it has a
meaning; in memory and in the files that turnproc writes they are in ascending id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from turnproc.engine.finding import Read
from turnproc.rulesets.vidonico.invariants import breaches
from turnproc.rulesets.vidonico.messages import is_error
from turnproc.rulesets.vidonico.parts import (
    army_data,
    character_data,
    faction_data,
    read_army,
    read_character,
    read_faction,
)
from turnproc.rulesets.vidonico.state import Army, Character, State
from turnproc.rulesets.vidonico.world import World
from turnproc.source.yaml_writer import Layout

FORMAT: Final = "turnproc.vidonico.state/1"
LAYOUT = Layout(
    frozenset(
        {
            ("factions",),
            ("factions", "*", "missing"),
            ("factions", "*", "stragglers"),
            ("armies",),
            ("armies", "*", "contingents"),
            ("armies", "*", "prisoners"),
            ("characters",),
        }
    )
)


def read_state(data: Mapping[str, Any], world: World) -> Read[State]:
    """Read a state file whose shape the schema has checked. None where it breaks a rule of section 2."""
    findings = tuple(breaches(data, world))
    if any(is_error(finding.message) for finding in findings):
        return Read(None, findings)
    factions = [read_faction(entry) for entry in data["factions"]]
    characters = {entry["id"]: read_character(entry) for entry in data["characters"]}
    armies = [_led(read_army(entry), characters) for entry in data["armies"]]
    state = State(
        turn=data["turn"],
        factions={each.id: each for each in sorted(factions, key=lambda each: each.id)},
        armies={each.id: each for each in sorted(armies, key=lambda each: each.id)},
        characters=dict(sorted(characters.items())),
        battles=tuple(data.get("battles") or ()),
    )
    return Read(state, findings)


def _led(army: Army, characters: Mapping[str, Character]) -> Army:
    """V-3: whoever is not active in the army does not lead it."""
    leader = characters.get(army.leader or "")
    if leader is None or (leader.status == "active" and leader.army == army.id):
        return army
    return replace(army, leader=None)


def write_state(state: State, world: World, turn: int) -> dict[str, Any]:
    """The canonical data of a state file: the same state gives the same data, with defaults left out."""
    data: dict[str, Any] = {"format": FORMAT, "turn": turn}
    if state.battles:
        data["battles"] = list(state.battles)
    return data | {
        "factions": [faction_data(state.factions[faction]) for faction in sorted(state.factions)],
        "armies": [army_data(each, state.factions[each.faction].tags) for _, each in sorted(state.armies.items())],
        "characters": [character_data(state.characters[character]) for character in sorted(state.characters)],
    }
