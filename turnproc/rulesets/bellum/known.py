"""What readers and checks of bellum know of the published state: names, heads, who stands and owns where.

Made once a turn; what only some files need is worked out when the first of them asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.rulesets.bellum.state import State, heads, majority, name_of, people_names
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World
from turnproc.source.names import NameIndex


class Known:
    """The world and the published state, with what can be read off them."""

    def __init__(self, world: World, state: State) -> None:
        """Work out what every file needs."""
        self.world = world
        self.state = state
        self.heads = heads(state.peoples)
        self.at_hand: dict[ProvinceId, Mapping[PeopleId, int]] = {
            province: there.people for province, there in state.provinces.items()
        }

    @cached_property
    def people_names(self) -> NameIndex[PeopleId]:
        """Everything that peoples are called; not needed where files name them by their ids."""
        return people_names(self.state, self.world)

    @cached_property
    def provinces_of(self) -> dict[PeopleId, list[ProvinceId]]:
        """Where every people stands, in the map's order."""
        found: dict[PeopleId, list[ProvinceId]] = {}
        for province, people in self.at_hand.items():
            for each in people:
                found.setdefault(each, []).append(province)
        return found

    @cached_property
    def owned_by(self) -> dict[PeopleId, list[ProvinceId]]:
        """What every state owns, in the map's order."""
        found: dict[PeopleId, list[ProvinceId]] = {}
        for province, there in self.state.provinces.items():
            if there.owner is not None:
                found.setdefault(there.owner, []).append(province)
        return found

    @cached_property
    def led_by(self) -> dict[PeopleId, list[PeopleId]]:
        """The peoples under every head, itself too, in the state's order."""
        found: dict[PeopleId, list[PeopleId]] = {}
        for people in self.state.peoples:
            found.setdefault(self.heads[people], []).append(people)
        return found

    @cached_property
    def majority_provinces(self) -> dict[PeopleId, list[ProvinceId]]:
        """Where every people has the majority, in the map's order."""
        found: dict[PeopleId, list[ProvinceId]] = {}
        for province, people in self.at_hand.items():
            if (most := majority(people)) is not None:
                found.setdefault(most, []).append(province)
        return found

    def name(self, people: PeopleId) -> Name:
        """What a people is called."""
        return name_of(people, self.state, self.world)

    def find_people(self, text: str) -> PeopleId | None:
        """The living people of that name."""
        if text in self.state.peoples:
            return PeopleId(text)
        people = self.people_names.find(text)
        return people if people in self.state.peoples else None

    def nearest_peoples(self, text: str) -> list[Name]:
        """The living peoples whose names are most like a text."""
        return [self.name(people) for people in self.people_names.nearest(text) if people in self.state.peoples]

    def unknown_people(self, source: str, pointer: str, text: str) -> Finding:
        """A finding that names the nearest living peoples."""
        return Finding(source, pointer, "N001/people", {"text": text, "nearest": self.nearest_peoples(text)})

    def find_province(self, text: str) -> ProvinceId | None:
        """The province of that name."""
        return ProvinceId(text) if text in self.world.provinces else self.world.province_names.find(text)

    def unknown_province(self, source: str, pointer: str, text: str) -> Finding:
        """A finding that names the nearest provinces."""
        nearest = [self.world.provinces[province] for province in self.world.province_names.nearest(text)]
        return Finding(source, pointer, "N001/province", {"text": text, "nearest": nearest})
