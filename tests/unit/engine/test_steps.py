"""A schedule step by step: whoever stops sees the state as the last phase met it."""

from __future__ import annotations

from collections.abc import Sequence

from turnproc.engine.phase import Outcome, Phase, Schedule
from turnproc.engine.resolve import steps


def doubling(state: list[int], sent: list[Sequence[int]]) -> Schedule[int]:
    """Each phase tells the sum of what was there, twice; in between the schedule hears what came about."""
    for name in ("a", "b", "c"):
        facts = yield Phase(name, lambda: Outcome([sum(state), sum(state)]))
        sent.append(facts)


def test_to_the_end() -> None:
    state, sent = [1], list[Sequence[int]]()
    names = [name for name, _ in steps(doubling(state, sent), state, list.append)]
    assert names == ["a", "b", "c"]
    assert state == [1, 1, 1, 3, 3, 9, 9]
    assert sent == [[1, 1], [3, 3], [9, 9]]


def test_who_stops_sees_what_the_phase_met() -> None:
    state, sent = [1], list[Sequence[int]]()
    for name, outcome in steps(doubling(state, sent), state, list.append):
        if name == "b":
            assert outcome.facts == [3, 3]
            break
    assert state == [1, 1, 1]
    assert sent == [[1, 1]]
