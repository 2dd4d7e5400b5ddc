"""How long the stages of a run take, and how far they have got: for `resolve --timings` and for a progress bar.

A clock is only ever looked at here, for the operator's eyes: nothing that a turn writes depends on it.
"""

from __future__ import annotations

import os
from collections.abc import Callable

Step = Callable[[str, int, int], None]


class Watch:
    """CPU seconds by stage, children included; and, where somebody watches, how many of how many are done."""

    def __init__(self, step: Step | None = None) -> None:
        """Start. `step` is told the stage, how much of it is done, and how much there is."""
        self.seconds: dict[str, float] = {"start": _cpu()}
        self._last = self.seconds["start"]
        self._step = step

    def lap(self, stage: str) -> None:
        """Count everything since the last lap towards a stage."""
        now = _cpu()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now

    def step(self, stage: str, done: int, total: int) -> None:
        """Tell how far a stage has got."""
        if self._step is not None:
            self._step(stage, done, total)

    def timings(self) -> dict[str, float]:
        """The stages in the order in which they began, in seconds, with their sum."""
        rounded = {stage: round(seconds, 4) for stage, seconds in self.seconds.items()}
        return {**rounded, "total": round(sum(self.seconds.values()), 4)}


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
