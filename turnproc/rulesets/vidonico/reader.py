"""What comes in for a turn of vidonico: who may speak, their orders files, the game master's events (section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import OrdersFile, Speaker
from turnproc.engine.table import Event
from turnproc.rulesets.vidonico.foresight import after_start
from turnproc.rulesets.vidonico.known import Known
from turnproc.rulesets.vidonico.messages import is_error
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.reading import read_orders
from turnproc.rulesets.vidonico.reading_events import read_events
from turnproc.rulesets.vidonico.state import Character, Faction, State
from turnproc.rulesets.vidonico.world import World
from turnproc.source.names import NameIndex


class VidonicoReader:
    """Reads one turn's input. Orders are checked against the state after the `start` events that were read before."""

    def __init__(self, world: World, state: State) -> None:
        """Take the world and the published state."""
        self._published = Known(world, state)
        self._known = self._published

    @cached_property
    def speakers(self) -> Mapping[str, Speaker]:
        """All factions, and the player characters who are free to speak; nobody waits for characters."""
        state = self._published.state
        found = {
            faction: Speaker(
                id=faction,
                name=self._published.name("faction", faction),
                player=self._player(entry),
                can_decide=self._has_something(faction),
            )
            for faction, entry in state.factions.items()
        }
        for character, person in state.characters.items():
            if person.pc and person.status == "active":
                name = self._published.name("character", character)
                found[character] = Speaker(id=character, name=name, player=self._player(person), is_awaited=False)
        return dict(sorted(found.items()))

    def _player(self, speaker: Faction | Character) -> str | None:
        """The state says who plays whom; without a word there, campaign.yaml does."""
        return speaker.player or self._published.world.players.get(speaker.id)

    def _has_something(self, faction: str) -> bool:
        """Has the faction an army, which everything that it can order is about?"""
        state = self._published.state
        return any(army.faction == faction for army in state.armies.values())

    def find_speaker(self, text: str) -> str | None:
        """The faction or the character that is called so, free to speak or not."""
        return self._names.find(text)

    def nearest_speakers(self, text: str) -> Sequence[Name]:
        """The factions and characters whose names are most like a text."""
        return [self._name(speaker) for speaker in self._names.nearest(text)]

    @cached_property
    def _names(self) -> NameIndex[str]:
        names = self._published.names
        everybody = {**names["faction"], **names["character"]}
        return NameIndex((speaker, name.everything()) for speaker, name in everybody.items())

    def _name(self, speaker: str) -> Name:
        names = self._published.names
        return names["faction"].get(speaker) or names["character"][speaker]

    def why_silent(self, speaker: str, source: str) -> Finding:
        """A character of the game master, a captive or the dead give no orders; nor does somebody who is not there."""
        character = self._published.state.characters.get(speaker)
        if character is None:
            return Finding(source, "/for", "C003", {"speaker": speaker, "nearest": self.nearest_speakers(speaker)})
        names = {
            "character": self._published.name("character", speaker),
            "faction": self._published.name("faction", character.faction),
        }
        why = "npc" if not character.pc else character.status
        return Finding(source, "/for", f"E-NOT-YOURS/{why}", names)

    def read_orders(self, file: OrdersFile) -> Read[Orders]:
        """Read one speaker's orders."""
        return read_orders(self._known, file)

    def read_events(self, given: Sequence[Mapping[str, Any]]) -> Read[tuple[Event, ...]]:
        """Read the game master's events; from now on orders are checked against what those at the start make."""
        read = read_events(self._published, given)
        wrong = {finding.pointer.split("/")[2] for finding in read.findings if is_error(finding.message)}
        sound = [event for event in read.value or () if str(event.at) not in wrong]
        if any(event.when == "start" for event in sound):
            state = after_start(self._published.state, sound, self._published.world)
            self._known = Known(self._published.world, state)
        return read
