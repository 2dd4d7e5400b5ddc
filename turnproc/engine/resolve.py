"""Play one turn: run the schedule, apply each phase's facts to one working copy, collect questions and findings.

Linear in what happens: the state is copied once, and every fact is applied once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from turnproc.engine.dice import Roll, UnthrownError
from turnproc.engine.finding import Finding
from turnproc.engine.journal import PlayedPhase
from turnproc.engine.phase import Outcome, Schedule
from turnproc.engine.ruleset import Ruleset
from turnproc.engine.rulings import Asked
from turnproc.engine.table import Table

WorldT = TypeVar("WorldT")
StateT = TypeVar("StateT")
OrdersT = TypeVar("OrdersT")
FactT = TypeVar("FactT")


@dataclass(frozen=True, slots=True)
class Resolution(Generic[StateT, FactT]):
    """A turn that was played. It counts only without findings and open questions (`stands`).

    `unthrown` is the roll at which it stopped, since nobody had thrown it and there was no seed.
    """

    after: StateT
    phases: tuple[PlayedPhase[FactT], ...]
    rolls: tuple[Roll, ...]
    asked: tuple[Asked, ...]
    open: tuple[Asked, ...]
    findings: tuple[Finding, ...]
    unthrown: UnthrownError | None = None

    @property
    def stands(self) -> bool:
        """May it be written?"""
        return not self.findings and not self.open and self.unthrown is None


def resolve(
    ruleset: Ruleset[WorldT, StateT, OrdersT, FactT], before: StateT, table: Table[WorldT, OrdersT]
) -> Resolution[StateT, FactT]:
    """Play the turn on the table. `before` is not changed."""
    state = ruleset.copy_state(before)
    phases: list[PlayedPhase[FactT]] = []
    findings: list[Finding] = []
    # An event that cannot apply is passed over, so that all that is wrong shows in one run; then nothing counts.
    unthrown: UnthrownError | None = None
    try:
        for name, outcome in steps(ruleset.schedule(state, table), state, ruleset.apply):
            findings.extend(outcome.findings)
            if phases and phases[-1].name == name:
                phases[-1].facts.extend(outcome.facts)
            else:
                phases.append(PlayedPhase(name, list(outcome.facts)))
    except UnthrownError as stop:
        # How it goes on nobody knows.
        unthrown = stop
    finished = not findings and not table.rulings.open and unthrown is None
    findings.extend(table.rulings.findings(finished=finished))
    findings.extend(table.dice.findings(finished=finished))
    return Resolution(
        after=state,
        phases=tuple(phase for phase in phases if phase.facts),
        rolls=table.dice.rolls,
        asked=table.rulings.asked,
        open=table.rulings.open,
        findings=tuple(findings),
        unthrown=unthrown,
    )


def steps(
    schedule: Schedule[FactT], state: StateT, apply: Callable[[StateT, FactT], None]
) -> Iterator[tuple[str, Outcome[FactT]]]:
    """Every phase by name with what it came to; its facts are applied when the next one is asked for.

    Whoever stops asking sees the state as the last phase met it: that is how facts are explained (`Accounts`).
    """
    facts: Sequence[FactT] | None = None
    while True:
        try:
            phase = next(schedule) if facts is None else schedule.send(facts)
        except StopIteration:
            return
        outcome = phase.play()
        yield phase.name, outcome
        facts = outcome.facts
        for fact in facts:
            apply(state, fact)


def fold(ruleset: Ruleset[Any, StateT, Any, FactT], before: StateT, phases: Iterable[PlayedPhase[FactT]]) -> StateT:
    """The state after a journal: what `resolve` left, for every turn ever played."""
    state = ruleset.copy_state(before)
    for phase in phases:
        for fact in phase.facts:
            ruleset.apply(state, fact)
    return state
