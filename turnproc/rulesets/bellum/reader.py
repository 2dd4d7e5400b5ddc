"""What comes in for a turn of bellum: who may speak, their orders files, the game master's events (B-3.2, B-2.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import OrdersFile, Speaker
from turnproc.engine.table import Event
from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.orders import Orders
from turnproc.rulesets.bellum.reading import read_orders
from turnproc.rulesets.bellum.reading_events import read_events
from turnproc.rulesets.bellum.state import State
from turnproc.rulesets.bellum.world import PeopleId, World


class BellumReader:
    """Reads one turn's input. What it needs of the published state is worked out once for all files."""

    def __init__(self, world: World, state: State) -> None:
        """Take the world and the published state, against which files are checked (B-3.10)."""
        self._known = Known(world, state)

    @cached_property
    def speakers(self) -> Mapping[str, Speaker]:
        """The free peoples, captured states too; the state says who plays each. A ruled people's player rests."""
        return {
            people: Speaker(id=people, name=self._known.name(people), player=there.player)
            for people, there in self._known.state.peoples.items()
            if there.is_free
        }

    def find_speaker(self, text: str) -> str | None:
        """The living people that is called so, free or not."""
        return self._known.find_people(text)

    def nearest_speakers(self, text: str) -> Sequence[Name]:
        """The living peoples whose names are most like a text."""
        return self._known.nearest_peoples(text)

    def why_silent(self, speaker: str, source: str) -> Finding:
        """B-3.2: a people that is no speaker is ruled by another, or there is none of that name."""
        people = PeopleId(speaker)
        if people not in self._known.state.peoples:
            return Finding(source, "/for", "C003", {"speaker": speaker, "nearest": self.nearest_speakers(speaker)})
        head = self._known.heads[people]
        names = {"people": self._known.name(people), "head": self._known.name(head)}
        return Finding(source, "/for", "B-3.2/ruled", names)

    def read_orders(self, file: OrdersFile) -> Read[Orders]:
        """Read one speaker's orders."""
        return read_orders(self._known, file)

    def read_events(self, given: Sequence[Mapping[str, Any]]) -> Read[tuple[Event, ...]]:
        """Read the game master's events."""
        return read_events(self._known, given)
