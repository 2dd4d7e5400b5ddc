"""What editors offer in files of bellum: the peoples that live now, and the provinces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnproc.engine.naming import Name
from turnproc.rulesets.bellum.state import State, name_of
from turnproc.rulesets.bellum.world import World


def vocabulary(world: World, state: State) -> Mapping[str, Sequence[Name]]:
    """The names by the kinds that the schemas of bellum ask for, in the order of reports and of the map."""
    return {
        "people": [name_of(people, state, world) for people in state.peoples],
        "province": list(world.provinces.values()),
    }
