"""Every fact of a turn in one line; where the report has a line for it, the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Course, Telling
from turnproc.rulesets.bellum.view_battles import FORCES
from turnproc.rulesets.bellum.view_changes import Changes
from turnproc.rulesets.bellum.view_ending import count_lines
from turnproc.rulesets.bellum.view_events import Events
from turnproc.rulesets.bellum.view_orders import lapsed
from turnproc.rulesets.bellum.view_silence import Silence
from turnproc.rulesets.bellum.world import PeopleId

# Numbers and names alone: there is nothing to translate.
FORMULA: Final = "{people:Nom}: {formula} = {force}."
EVENT: Final = N_("An event of the game master: {text}")


class Lines:
    """The facts of a turn in words, by number from 1."""

    def __init__(self, telling: Telling) -> None:
        """Take the turn and the language."""
        self.telling = telling

    def line(self, number: int) -> str:
        """One fact."""
        return self._lines[number - 1]

    @cached_property
    def _lines(self) -> Sequence[str]:
        """All of them: what some say depends on what the facts before them changed."""
        course = Course(self.telling.record.before)
        lines: list[str] = []
        silent: int | None = None
        for fact in self.telling.facts:
            lines.append(" ".join(line_of(self.telling, course, fact).split()))
            course.follow(fact)
            if silent is not None:
                # An event without a text is told by the first thing that it changed.
                lines[silent] = self.telling.say(EVENT, text=lines[-1])
            silent = len(lines) - 1 if isinstance(fact, f.EventHappened) and not _text(fact) else None
        return lines


def line_of(telling: Telling, course: Course, fact: f.Fact) -> str:
    """A fact in one line; `course` knows what the peoples are when it comes about."""
    match fact:
        case f.Moved():
            return _moved(telling, fact)
        case f.Battle():
            return _battle(telling, fact)
        case f.ThrownBack() | f.Withdrew() | f.Stranded():
            return _left(telling, fact)
        case f.NoOrders() | f.Rejected() | f.Struck():
            silence = Silence(telling)
            silence.note(fact)
            return silence.lines()[0]
        case f.OrderVoid() | f.OrderCut():
            return lapsed(telling, fact)
        case f.EventHappened():
            return telling.say(EVENT, text=_text(fact) or fact.event)
        case f.Added() | f.Removed() | f.Placed() | f.ModifierGranted() | f.ModifiersEnded():
            return Events(telling).say(fact)
        case f.Streak() | f.CutOff() | f.Separated() | f.ModifiersAged() | f.LeftEmpty():
            said = count_lines(telling, fact)
            return (
                said[0] if said else telling.say(N_("What changes the force for some turns has one turn less to run."))
            )
        case f.Split():
            return _split(telling, fact)
        case f.Parted():
            message = N_("{people:Nom} came into the game out of {source:gen}.")
            return telling.say(message, people=telling.people(fact.parted), source=telling.people(fact.from_))
        case (
            f.Vanished()
            | f.Appeared()
            | f.Subjugated()
            | f.Freed()
            | f.Crowned()
            | f.Captured()
            | f.Independent()
            | f.Renounced()
            | f.Annexed()
            | f.Ceded()
            | f.Assimilated()
            | f.Baptised()
            | f.Assigned()
        ):
            return " ".join(Changes(telling, course).say(fact))
        case _:
            assert_never(fact)


def _text(fact: f.EventHappened) -> str:
    text: str = fact.data["note"] if fact.event == "note" else fact.data.get("text", "")
    return text


def _moved(telling: Telling, fact: f.Moved) -> str:
    people, source, target = telling.people(fact.of), telling.province(fact.from_), telling.province(fact.to)
    if fact.attack is None:
        message = NN_(
            "{people:Nom}: {n} person went from {source:gen} to {target:nom}.",
            "{people:Nom}: {n} persons went from {source:gen} to {target:nom}.",
        )
        return telling.count(message, fact.moved, people=people, source=source, target=target)
    if fact.attack == "all":
        message = NN_(
            "{people:Nom}: {n} person went from {source:gen} to {target:nom}, attacking everybody.",
            "{people:Nom}: {n} persons went from {source:gen} to {target:nom}, attacking everybody.",
        )
        return telling.count(message, fact.moved, people=people, source=source, target=target)
    message = NN_(
        "{people:Nom}: {n} person went from {source:gen} to {target:nom}, attacking {enemies:acc}.",
        "{people:Nom}: {n} persons went from {source:gen} to {target:nom}, attacking {enemies:acc}.",
    )
    enemies = telling.peoples(fact.attack)
    return telling.count(message, fact.moved, people=people, source=source, target=target, enemies=enemies)


def _left(telling: Telling, fact: f.ThrownBack | f.Withdrew | f.Stranded) -> str:
    people = telling.people(fact.of)
    match fact:
        case f.ThrownBack():
            message = NN_(
                "{people:Nom}: {n} person was thrown back from {source:gen} to {target:nom}.",
                "{people:Nom}: {n} persons were thrown back from {source:gen} to {target:nom}.",
            )
            source, target = telling.province(fact.from_), telling.province(fact.to)
            return telling.count(message, fact.thrown_back, people=people, source=source, target=target)
        case f.Withdrew():
            message = NN_(
                "{people:Nom}: {n} person withdrew from {source:gen} to {target:nom}.",
                "{people:Nom}: {n} persons withdrew from {source:gen} to {target:nom}.",
            )
            source, target = telling.province(fact.from_), telling.province(fact.to)
            return telling.count(message, fact.withdrew, people=people, source=source, target=target)
        case f.Stranded():
            message = NN_(
                "{people:Nom}: {n} person found no way out {province:in} and stayed.",
                "{people:Nom}: {n} persons found no way out {province:in} and stayed.",
            )
            return telling.count(message, fact.stranded, people=people, province=telling.province(fact.in_))


def _battle(telling: Telling, battle: f.Battle) -> str:
    heading = N_("Battle {province:in}") if battle.round == 1 else N_("Second battle {province:in}")
    where = telling.say(heading, province=telling.province(battle.battle))
    if battle.defeated:
        outcome = telling.say(N_("Defeat of {peoples:short.gen}"), peoples=telling.peoples(battle.defeated))
    else:
        outcome = telling.say(N_("A draw"))
    return f"{where}: {forces(telling, battle.sides[0], battle.sides[1])}. {outcome}."


def forces(telling: Telling, first: f.Side, second: f.Side) -> str:
    """Two sides with their forces, as the report has them."""
    return telling.say(
        FORCES,
        first="+".join(telling.capitals(first.peoples)),
        force=first.force,
        second="+".join(telling.capitals(second.peoples)),
        other_force=second.force,
    )


def _split(telling: Telling, fact: f.Split) -> str:
    part = NN_("{people:nom} under {victor:ins} ({n} person)", "{people:nom} under {victor:ins} ({n} persons)")
    parts = [
        telling.count(part, each.persons, people=telling.people(each.id), victor=telling.people(each.victor))
        for each in fact.parts
    ]
    message = N_("{people:Nom} broke up: {parts}.")
    return telling.say(message, people=telling.people(PeopleId(fact.split)), parts=", ".join(parts))
