"""The steps of a turn: a phase is a pure function from what was true before it to facts.

A ruleset's schedule is a generator that reads like the table of contents of its rules: it yields phases one at a time
and is sent back the facts of each once they have been applied. Where later sees what earlier changed, each step is a
phase of its own (an event, a day, a battle); neighbours of one name stand together under it in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from turnproc.engine.finding import Finding

FactT = TypeVar("FactT")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[FactT]):
    """What a phase came to. Findings are events that turned out not to apply: then nothing is written."""

    facts: Sequence[FactT] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase(Generic[FactT]):
    """One step. `play` must not change the state that it reads; the engine applies its facts when it has returned."""

    name: str
    play: Callable[[], Outcome[FactT]]


Schedule: TypeAlias = Generator[Phase[FactT], Sequence[FactT], None]
