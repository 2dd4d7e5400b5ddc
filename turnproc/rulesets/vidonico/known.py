"""What readers and checks of vidonico know of a state: what everything is called, whose it is, where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, Literal, TypeAlias

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.state import State, called
from turnproc.rulesets.vidonico.world import World
from turnproc.source.names import NameIndex

NamedKind: TypeAlias = Literal["army", "character", "contingent", "faction", "group", "region", "stragglers"]
MOST_SHOWN: Final = 20


class Known:
    """A world and a state, with their names by kind. Made once for a turn; indices only when somebody needs them."""

    def __init__(self, world: World, state: State) -> None:
        """Take what is true when orders are checked."""
        self.world = world
        self.state = state
        self._indices: dict[str, NameIndex[str]] = {}

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, Name]]:
        """The names of everything, by kind and id."""
        state = self.state
        return {
            "army": {army: called(entry) for army, entry in state.armies.items()},
            "character": {character: called(entry) for character, entry in state.characters.items()},
            "contingent": {each.id: called(each) for army in state.armies.values() for each in army.contingents},
            "faction": {faction: called(entry) for faction, entry in state.factions.items()},
            "group": {each.id: Name(each.id) for army in state.armies.values() for each in army.prisoners},
            "region": {region: entry.name for region, entry in self.world.regions.items()},
            "stragglers": {
                each.id: Name(each.id) for faction in state.factions.values() for each in faction.stragglers
            },
        }

    @cached_property
    def army_of(self) -> Mapping[str, str]:
        """The army of every contingent."""
        return {each.id: army.id for army in self.state.armies.values() for each in army.contingents}

    def name(self, kind: NamedKind, thing: str) -> Name:
        """What a thing is called; a thing that does not exist yet by its id."""
        return self.names[kind].get(thing) or Name(thing)

    def find(self, kind: NamedKind, text: str) -> str | None:
        """The id of the thing of that kind that a text means."""
        return text if text in self.names[kind] else self._index(kind).find(text)

    def nearest(self, kind: NamedKind, text: str) -> list[Name]:
        """The things of that kind whose names are most like a text."""
        return [self.name(kind, each) for each in self._index(kind).nearest(text)]

    def unknown(self, kind: NamedKind, source: str, pointer: str, text: str, *, on_key: bool = False) -> Finding:
        """E-UNKNOWN, with the nearest names."""
        params: dict[str, Param] = {"id": text, "nearest": self.nearest(kind, text)}
        return Finding(source, pointer, f"E-UNKNOWN/{kind}", params, on_key=on_key)

    def armies_of(self, faction: str) -> list[Name]:
        """The armies of a faction; of very many only the first."""
        own = [army for army, entry in self.state.armies.items() if entry.faction == faction]
        return [self.name("army", army) for army in own[:MOST_SHOWN]]

    def regions(self, regions: Iterable[str]) -> list[Name]:
        """Their names, in the order of the map; of very many only the first."""
        wanted = set(regions)
        return [entry.name for region, entry in self.world.regions.items() if region in wanted][:MOST_SHOWN]

    def reachable(self, region: str | None) -> list[Name]:
        """Where an army can go from a region (A-2)."""
        return self.regions(each for each in self.world.regions if each != region and self.world.may_step(region, each))

    def are_together(self, one: str | None, other: str | None) -> bool:
        """Is it the same region? Without a map everybody is in one place; who is nowhere on a map is with nobody."""
        return one == other and (one is not None or not self.world.regions)

    def _index(self, kind: NamedKind) -> NameIndex[str]:
        if kind not in self._indices:
            self._indices[kind] = NameIndex((thing, name.everything()) for thing, name in self.names[kind].items())
        return self._indices[kind]
