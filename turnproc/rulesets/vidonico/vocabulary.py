"""What editors offer in files of vidonico: everything that has a name or an id, by the kinds that schemas ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.known import Known
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.world import World


def vocabulary(world: World, state: State) -> Mapping[str, Sequence[Name]]:
    """The names by kind, in the order of the map and of ids."""
    names = {kind: list(things.values()) for kind, things in Known(world, state).names.items()}
    return {**names, "template": [Name(template) for template in sorted(world.templates)]}
