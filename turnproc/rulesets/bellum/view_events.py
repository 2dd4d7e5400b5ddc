"""The report's part on what the game master did: events with what they changed, rulings, questions left to the rules.

What an event changes is told in one line each, after its own text: a text alone would leave a player guessing at
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Telling, paragraphs
from turnproc.rulesets.bellum.view_battles import signed
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

Effect: TypeAlias = f.Added | f.Removed | f.Placed | f.ModifierGranted | f.ModifiersEnded


@dataclass(slots=True)
class Events:
    """The events, gathered while the facts go by."""

    telling: Telling
    told: list[dict[str, Any]] = field(default_factory=list)

    def happened(self, fact: f.EventHappened) -> None:
        """An event; its effects follow as facts of their own."""
        concerns = [PeopleId(people) for people in fact.data.get("concerns", ())]
        self.told.append(
            {
                "concerns": ", ".join(self.telling.capitals(self.telling.ranked(concerns))),
                "text": paragraphs(fact.data["note"] if fact.event == "note" else fact.data.get("text", "")),
                "effects": [],
            }
        )

    def effect(self, *lines: str) -> None:
        """What the event that happened last changed."""
        self.told[-1]["effects"].extend(lines)

    def say(self, fact: Effect) -> str:
        """The line on an effect that is no change of a people's or province's lot."""
        tell = self.telling
        match fact:
            case f.Added():
                message = NN_(
                    "{people:Nom}: {n} person more {province:in}.",
                    "{people:Nom}: {n} persons more {province:in}.",
                )
                people, province = tell.people(fact.of), tell.province(fact.in_)
                return tell.count(message, fact.added, people=people, province=province)
            case f.Removed():
                message = NN_(
                    "{people:Nom}: {n} person fewer {province:in}.",
                    "{people:Nom}: {n} persons fewer {province:in}.",
                )
                people, province = tell.people(fact.of), tell.province(fact.in_)
                return tell.count(message, fact.removed, people=people, province=province)
            case f.Placed():
                message = NN_(
                    "{people:Nom}: {n} person went from {source:gen} to {target:nom}.",
                    "{people:Nom}: {n} persons went from {source:gen} to {target:nom}.",
                )
                source, target = tell.province(fact.from_), tell.province(fact.to)
                return tell.count(message, fact.placed, people=tell.people(fact.of), source=source, target=target)
            case f.ModifierGranted():
                return self._modifier(fact)
            case f.ModifiersEnded():
                people = tell.people(fact.modifiers_ended)
                return tell.say(N_("{people:Nom}: all that changed the force has ended."), people=people)
            case _:
                assert_never(fact)

    def _modifier(self, fact: f.ModifierGranted) -> str:
        tell = self.telling
        if fact.against == "states":
            bonus = tell.say(N_("force {bonus} against states"), bonus=signed(fact.strength))
        elif fact.against == "tribes":
            bonus = tell.say(N_("force {bonus} against tribes"), bonus=signed(fact.strength))
        elif isinstance(fact.against, tuple):
            message = N_("force {bonus} against {peoples:gen}")
            bonus = tell.say(message, bonus=signed(fact.strength), peoples=tell.peoples(fact.against))
        else:
            bonus = tell.say(N_("force {bonus}"), bonus=signed(fact.strength))
        people = tell.people(fact.modifier)
        if fact.turns is None:
            return tell.say(N_("{people:Nom}: {bonus}, until it is ended."), people=people, bonus=bonus)
        lasting = NN_("{people:Nom}: {bonus}, for {n} turn.", "{people:Nom}: {bonus}, for {n} turns.")
        return tell.count(lasting, fact.turns, people=people, bonus=bonus)


def rulings(telling: Telling, answers: Mapping[str, Any]) -> Iterator[str]:
    """Rulings, or defaults, in words. A division is told with all of its parts, as the journal has them."""
    for question, answer in answers.items():
        kind, _, rest = question.partition("/")
        match kind:
            case "split":
                yield from _division(telling, PeopleId(rest))
            case "stranded":
                yield _way_out(telling, rest, answer)
            case "apart":
                yield from _new_tribes(telling, PeopleId(rest))
            case "strike":
                # Told with those who sent nothing.
                pass
            case "received":
                speaker = telling.people(PeopleId(rest))
                yield telling.say(N_("The orders of {people:gen} count as received in time."), people=speaker)
            case _:
                yield question


def _division(telling: Telling, tribe: PeopleId) -> Iterator[str]:
    for fact in telling.divisions.get(tribe, ()):
        if isinstance(fact, f.Split):
            parts = [
                telling.count(
                    NN_(
                        "{people:nom} under {victor:ins} ({n} person)", "{people:nom} under {victor:ins} ({n} persons)"
                    ),
                    part.persons,
                    people=telling.people(part.id),
                    victor=telling.people(part.victor),
                )
                for part in fact.parts
            ]
            message = N_("{people:Nom} broke up: {parts}.")
            yield telling.say(message, people=telling.people(tribe), parts=", ".join(parts))


def _way_out(telling: Telling, rest: str, answer: Any) -> str:
    province, _, people = rest.partition("/")
    name, place = telling.people(PeopleId(people)), telling.province(ProvinceId(province))
    named = answer.get("to") if isinstance(answer, dict) else None
    target = telling.world.province_names.find(named) if isinstance(named, str) else None
    if target is None or target == province:
        message = N_("{people:Nom}, driven out {province:in}, had no way to go and stayed.")
        return telling.say(message, people=name, province=place)
    message = N_("{people:Nom}, driven out {province:in}, went to {target:nom}.")
    return telling.say(message, people=name, province=place, target=telling.province(target))


def _new_tribes(telling: Telling, tribe: PeopleId) -> Iterator[str]:
    for fact in telling.divisions.get(tribe, ()):
        if isinstance(fact, f.Separated):
            message = N_("Those who parted from {people:gen} are called: {parts:nom}.")
            yield telling.say(message, people=telling.people(tribe), parts=telling.peoples(fact.new))
