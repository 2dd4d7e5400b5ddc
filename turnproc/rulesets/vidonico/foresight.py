"""The state that orders meet: the published one, changed by the `start` events that are known (section 3.4)."""

from __future__ import annotations

from collections.abc import Iterable

from turnproc.engine.table import Event
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.phases.events import happen
from turnproc.rulesets.vidonico.state import State, copy_state
from turnproc.rulesets.vidonico.world import World


def after_start(state: State, events: Iterable[Event], world: World) -> State:
    """Let the events happen on a copy. One that cannot apply changes nothing here: playing the turn tells of it."""
    after = copy_state(state)
    for event in events:
        if event.when == "start":
            for fact in happen(event, after, world).facts:
                apply(after, fact)
    return after
