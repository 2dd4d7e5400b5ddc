"""What the parts of the report share: one turn's record, how everything is called, and who had which rank and lord.

Names of peoples that came up or vanished during the turn are known too. `Course` follows what peoples are while the
facts go by, for sentences that depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from turnproc.engine.naming import Name, read_name
from turnproc.engine.ruleset import Record, Words
from turnproc.engine.wording import Wording
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.notation import Notation
from turnproc.rulesets.bellum.orders import Orders
from turnproc.rulesets.bellum.state import State, name_of, ranks
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World

Turn: TypeAlias = Record[World, State, Orders, f.Fact]


class Telling:
    """One turn, told in one language."""

    def __init__(self, record: Turn, words: Words) -> None:
        """Take what happened and the language."""
        self.record = record
        self.world = record.table.world
        self.wording = Wording(words)
        self.say = self.wording.say
        self.count = self.wording.count
        self.facts = record.journal.facts()
        self.notation = Notation(self.wording, self.people, self.province)
        self._names: dict[PeopleId, Name] = {}

    def people(self, people: PeopleId) -> Name:
        """What a people is called: now, before the turn, or when it came up in it."""
        name = self._names.get(people)
        if name is None:
            name = self._names[people] = self._name(people)
        return name

    def _name(self, people: PeopleId) -> Name:
        before, after = self.record.before, self.record.after
        if people in after.peoples:
            return name_of(people, after, self.world)
        if people in before.peoples:
            return name_of(people, before, self.world)
        # It came and went within the turn, or it is a captor of the past.
        return self._born.get(people) or name_of(people, after, self.world)

    @cached_property
    def _born(self) -> dict[PeopleId, Name]:
        """The peoples that came up in this turn, in their order."""
        found = {}
        for fact in self.facts:
            if isinstance(fact, f.Appeared | f.Parted):
                people = fact.appeared if isinstance(fact, f.Appeared) else fact.parted
                listed = self.world.peoples.get(people)
                found[people] = read_name(people, fact.names) if fact.names or listed is None else listed.name
        return found

    @cached_property
    def divisions(self) -> dict[PeopleId, list[f.Split | f.Separated]]:
        """How tribes were divided or broke apart, by tribe."""
        found: dict[PeopleId, list[f.Split | f.Separated]] = {}
        for fact in self.facts:
            if isinstance(fact, f.Split | f.Separated):
                found.setdefault(fact.split if isinstance(fact, f.Split) else fact.separated, []).append(fact)
        return found

    def peoples(self, peoples: Iterable[PeopleId]) -> list[Name]:
        """The names of several peoples, in their order."""
        return [self.people(people) for people in peoples]

    def province(self, province: ProvinceId) -> Name:
        """What a province is called."""
        return self.world.provinces.get(province) or Name(province)

    def provinces(self, provinces: Iterable[ProvinceId]) -> list[Name]:
        """The names of several provinces, in their order."""
        return [self.province(province) for province in provinces]

    @cached_property
    def rank(self) -> dict[PeopleId, int]:
        """The order of peoples in the report: that of peoples.yaml, then as they came up."""
        return ranks([*self.record.before.peoples, *self._born, *self.record.after.peoples], self.world)

    def ranked(self, peoples: Iterable[PeopleId]) -> list[PeopleId]:
        """Peoples in the order of the report."""
        rank = self.rank
        return sorted(peoples, key=lambda people: rank.get(people, len(rank)))

    def capitals(self, peoples: Sequence[PeopleId]) -> list[str]:
        """Short names in the nominative, each with a capital, as battles and headings have them."""
        return [self.wording.name(self.people(people), "Short.nom") for people in peoples]


class Course:
    """What every people is at the point of the turn that the story has reached."""

    def __init__(self, before: State) -> None:
        """Begin with the state before the turn."""
        self.states = {people for people, there in before.peoples.items() if there.kind == "state"}
        self.lords: dict[PeopleId, PeopleId] = {
            people: lord for people, there in before.peoples.items() if (lord := there.master or there.captor)
        }

    def follow(self, fact: f.Fact) -> None:
        """Go past a fact."""
        match fact:
            case f.Appeared():
                if fact.kind == "state":
                    self.states.add(fact.appeared)
                if fact.master is not None:
                    self.lords[fact.appeared] = fact.master
            case f.Crowned():
                self.states.add(fact.crowned)
                self.lords.pop(fact.crowned, None)
            case f.Subjugated():
                self.lords[fact.subjugated] = fact.by
            case f.Captured():
                self.lords[fact.captured] = fact.by
            case f.Freed():
                self.lords.pop(fact.freed, None)
            case f.Independent():
                self.lords.pop(fact.independent, None)
            case _:
                pass


def paragraphs(text: str) -> list[list[str]]:
    """A text that somebody wrote, as paragraphs of lines."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            found[-1].append(line.strip())
        elif found[-1]:
            found.append([])
    return [paragraph for paragraph in found if paragraph]
