"""Where a turn stood when a fact came about: the schedule is run again up to the fact's phase."""

from __future__ import annotations

from dataclasses import dataclass

from turnproc.engine.resolve import steps
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.field import Field
from turnproc.rulesets.bellum.folding import apply
from turnproc.rulesets.bellum.phases.results import Results
from turnproc.rulesets.bellum.schedule import Stages, schedule
from turnproc.rulesets.bellum.state import State, copy_state
from turnproc.rulesets.bellum.telling import Turn


@dataclass(frozen=True, slots=True)
class Moment:
    """A fact with all that it was decided on.

    `state` is what its phase met, `earlier` the facts of the phases before, `together` those of its own.
    """

    number: int
    fact: f.Fact
    phase: str
    state: State
    stages: Stages
    earlier: tuple[f.Fact, ...]
    together: tuple[f.Fact, ...]

    @property
    def facts(self) -> tuple[f.Fact, ...]:
        """All facts of the turn up to the end of this phase; the first has number 1."""
        return self.earlier + self.together

    @property
    def combat(self) -> tuple[Field, Results]:
        """Who stood where in the combat that a retreat follows, and what came of it."""
        if self.phase == "second_retreat":
            return self.stages.second_field, self.stages.second_results
        return self.stages.field, self.stages.results


def moment_of(turn: Turn, number: int) -> Moment:
    """Run the turn again up to a fact; raises IndexError where it has fewer."""
    state, stages = copy_state(turn.before), Stages()
    earlier: list[f.Fact] = []
    for phase, outcome in steps(schedule(state, turn.table, stages), state, apply):
        if 0 < number <= len(earlier) + len(outcome.facts):
            fact = outcome.facts[number - len(earlier) - 1]
            return Moment(number, fact, phase, state, stages, tuple(earlier), tuple(outcome.facts))
        earlier += outcome.facts
    raise IndexError(f"turn {turn.table.turn} has no fact {number}")
