"""One line for each change of peoples and provinces, and what the end of the turn keeps count of.

Lines stand by what they tell (who vanished, who appeared, who was subjugated …), but what a game master's events did
before or after the turn stays before or after it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Course, Telling
from turnproc.rulesets.bellum.world import ProvinceId

OfLand: TypeAlias = f.Independent | f.Renounced | f.Annexed | f.Ceded | f.Assimilated | f.Baptised
Change: TypeAlias = f.Vanished | f.Appeared | f.Subjugated | f.Freed | f.Crowned | f.Captured | f.Assigned | OfLand
# The order of the lines (docs/rules/bellum.md, section 8).
KINDS: Final[tuple[type[Change], ...]] = (
    f.Vanished,
    f.Appeared,
    f.Subjugated,
    f.Freed,
    f.Crowned,
    f.Captured,
    f.Independent,
    f.Renounced,
    f.Annexed,
    f.Ceded,
    f.Assimilated,
    f.Baptised,
    f.Assigned,
)
_PARTS_OF_A_TURN: Final = {"start": 0, "end": 2}


@dataclass(slots=True)
class Changes:
    """The lines, gathered while the facts go by."""

    telling: Telling
    course: Course
    lines: list[tuple[int, int, str]] = field(default_factory=list)

    def note(self, phase: str, fact: Change) -> None:
        """Tell of a fact of a phase."""
        part = _PARTS_OF_A_TURN.get(phase, 1)
        self.lines += [(part, KINDS.index(type(fact)), line) for line in self.say(fact)]

    def in_order(self) -> list[str]:
        """All lines; within one kind as they came."""
        return [line for _, _, line in sorted(self.lines, key=lambda entry: entry[:2])]

    def say(self, fact: Change) -> list[str]:
        """The line on a change; where provinces lost their owner by it, a second."""
        tell = self.telling
        match fact:
            case f.Vanished():
                return [self._vanished(fact), *self._without_owner(fact.lost)]
            case f.Appeared():
                return [self._appeared(fact)]
            case f.Subjugated():
                return [self._subjugated(fact)]
            case f.Freed():
                return [self._freed(fact)]
            case f.Crowned():
                return [self._crowned(fact)]
            case f.Captured():
                message = N_("{by:Nom} captured {state:acc}.")
                line = tell.say(message, by=tell.people(fact.by), state=tell.people(fact.captured))
                return [line, *self._without_owner(fact.lost)]
            case f.Assigned():
                return [self._assigned(fact)]
            case _:
                return [self._of_land(fact)]

    def _vanished(self, fact: f.Vanished) -> str:
        tell = self.telling
        people = tell.people(fact.vanished)
        if fact.into:
            message = N_("{people:Nom} vanished from the game, divided into {parts:acc}.")
            return tell.say(message, people=people, parts=tell.peoples(fact.into))
        if fact.vanished in self.course.states:
            return tell.say(N_("{people:Nom} vanished from the game, and their state with them."), people=people)
        return tell.say(N_("{people:Nom} vanished from the game."), people=people)

    def _without_owner(self, lost: Collection[ProvinceId] | None) -> list[str]:
        if not lost:
            return []
        place = self.telling.world.place
        in_order = sorted(lost, key=lambda province: place.get(province, len(place)))
        message = N_("Without an owner from now on: {provinces}.")
        return [self.telling.say(message, provinces=self.telling.provinces(in_order))]

    def _appeared(self, fact: f.Appeared) -> str:
        tell = self.telling
        people = tell.people(fact.appeared)
        if fact.from_ is not None:
            both_tribes = fact.kind == "tribe" and fact.from_ not in self.course.states
            message = (
                N_("{people:Nom} came into the game out of {source:gen}.")
                if both_tribes
                else N_("{people:Nom}, until now part of {source:gen}, came into the game.")
            )
            return tell.say(message, people=people, source=tell.people(fact.from_))
        if fact.kind == "tribe":
            return tell.say(N_("{people:Nom} came into the game as a tribe."), people=people)
        return tell.say(N_("{people:Nom} came into the game as a state."), people=people)

    def _subjugated(self, fact: f.Subjugated) -> str:
        tell = self.telling
        lord = self.course.lords.get(fact.subjugated)
        people, by = tell.people(fact.subjugated), tell.people(fact.by)
        if lord is not None and lord != fact.by:
            message = N_("{people:Nom} passed from the rule of {lord:gen} to the rule of {by:gen}.")
            return tell.say(message, people=people, lord=tell.people(lord), by=by)
        return tell.say(N_("{by:Nom} subjugated {people:acc}."), people=people, by=by)

    def _freed(self, fact: f.Freed) -> str:
        tell = self.telling
        people = tell.people(fact.freed)
        if fact.from_ is None:
            return tell.say(N_("{people:Nom} regained freedom."), people=people)
        message = N_("{people:Nom} became free of {lord:gen}.")
        return tell.say(message, people=people, lord=tell.people(fact.from_))

    def _crowned(self, fact: f.Crowned) -> str:
        tell = self.telling
        people = tell.people(fact.crowned)
        if fact.by is None:
            return tell.say(N_("{people:Nom} became a kingdom."), people=people)
        if fact.by == fact.crowned:
            return tell.say(N_("{people:Nom} founded a kingdom."), people=people)
        message = N_("{by:Nom} made {people:acc} a kingdom.")
        return tell.say(message, people=people, by=tell.people(fact.by))

    def _assigned(self, fact: f.Assigned) -> str:
        tell = self.telling
        people = tell.people(fact.assigned)
        if fact.player is None:
            return tell.say(N_("Nobody plays {people:acc} any more."), people=people)
        return tell.say(N_("{player} plays {people:acc} from now on."), people=people, player=fact.player)

    def _of_land(self, fact: OfLand) -> str:
        tell = self.telling
        match fact:
            case f.Independent():
                message = N_("{people:Nom} regained independence {province:in}.")
                return tell.say(message, people=tell.people(fact.independent), province=tell.province(fact.in_))
            case f.Renounced():
                message = N_("{by:Nom} renounced {province:gen}.")
                return tell.say(message, by=tell.people(fact.by), province=tell.province(fact.renounced))
            case f.Annexed():
                message = N_("{by:Nom} annexed {province}.")
                return tell.say(message, by=tell.people(fact.by), province=tell.province(fact.annexed))
            case f.Ceded():
                province = tell.province(fact.ceded)
                if fact.to is None:
                    return tell.say(N_("{province} belongs to nobody any more."), province=province)
                return tell.say(N_("{province} belongs to {to} now."), to=tell.people(fact.to), province=province)
            case f.Assimilated():
                message = N_("{by:Nom} assimilated one person {province:in} ({people}).")
                people, by = tell.people(fact.assimilated), tell.people(fact.by)
                return tell.say(message, province=tell.province(fact.in_), by=by, people=people)
            case f.Baptised():
                return tell.say(N_("Baptised: {provinces}."), provinces=tell.provinces(fact.baptised))
            case _:
                assert_never(fact)
