"""An entry of the sequence as it goes on: what is true by now, what has happened (docs/rules/barkhany.md, B-3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from turnproc.rulesets.barkhany.applying import after
from turnproc.rulesets.barkhany.happenings import Happening
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.world import World


@dataclass(slots=True)
class Course:
    """The scratch paper of one entry: never leaves `executing`, which gives back what is on it."""

    world: World
    state: State
    happened: list[Happening] = field(default_factory=list)

    def add(self, *happenings: Happening) -> None:
        """Let these happen, one after the other."""
        for happening in happenings:
            self.state = after(self.state, happening)
            self.happened.append(happening)

    def detachment(self, name: str) -> Detachment:
        """A detachment as it is by now."""
        return self.state.detachments[name]

    def living(self, names: Iterable[str]) -> list[str]:
        """Those of these detachments that are still there."""
        return [name for name in names if name in self.state.detachments]
