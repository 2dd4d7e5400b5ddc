"""Plans of fleets: how a state keeps them, and what time their steps take (docs/rules/barkhany.md, B-3.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnproc.rulesets.barkhany.action_orders import Go, Load, PlanStep, Unload
from turnproc.rulesets.barkhany.clock import DAY
from turnproc.rulesets.barkhany.hexes import Hex


def read_step(written: Mapping[str, Any]) -> PlanStep:
    """A step as `write_step` writes it. Raises ValueError for a mapping that is none."""
    match written:
        case {"load": [*detachments]}:
            return Load(tuple(detachments))
        case {"go": [*hexes]}:
            return Go(tuple(Hex(*each) for each in hexes))
        case {"unload": [*detachments], "at": [q, r]}:
            return Unload(tuple(detachments), Hex(q, r))
        case {"unload": [*detachments]}:
            return Unload(tuple(detachments))
    raise ValueError(f"not a step of a fleet's plan: {written!r}")


def write_step(step: PlanStep) -> Mapping[str, Any]:
    """A step as orders have it, with hexes as coordinates."""
    match step:
        case Load(detachments):
            return {"load": list(detachments)}
        case Go(hexes):
            return {"go": [list(each) for each in hexes]}
        case Unload(detachments, at):
            return {"unload": list(detachments)} | ({} if at is None else {"at": list(at)})


def joined(plan: Sequence[PlanStep]) -> tuple[PlanStep, ...]:
    """The same plan with sailing and sailing on made one step: they share a half day (B-3.15)."""
    steps: list[PlanStep] = []
    for step in plan:
        before = steps[-1] if steps else None
        if isinstance(step, Go) and isinstance(before, Go):
            steps[-1] = Go(before.hexes + step.hexes)
        else:
            steps.append(step)
    return tuple(steps)


def sailing_time(hexes: int, per_half_day: int) -> int:
    """How many half days so many hexes take: one that is begun is spent."""
    return -(-hexes // per_half_day)


def range_left(clock: int, per_half_day: int) -> int:
    """How many hexes a fleet still makes on a day of which so many half days are used."""
    return (DAY - clock) * per_half_day
