"""B-4.5.1 to B-4.5.5: which tribes are subjugated and by whom, and which states are captured."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.engine.rulings import Rulings
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.field import Field, Group
from turnproc.rulesets.bellum.orders import Plan, Rule
from turnproc.rulesets.bellum.phases.division import Spoils, division, shares
from turnproc.rulesets.bellum.phases.results import Results
from turnproc.rulesets.bellum.start import TurnStart
from turnproc.rulesets.bellum.state import State, heads, ranks
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World

# Why a victory does not count: a state cannot rule, who is beaten everywhere takes nobody, and so on (B-4.5.2).
Discount: TypeAlias = Literal["state", "beaten", "spared", "not-ordered"]


@dataclass(frozen=True, slots=True)
class Conquest:
    """Who stays where it was beaten: tribes subjugated now, with where they live; states captured now, and where.

    `judge` and `spoils` are what subjugations were decided on: whose victories count, and who won what.
    """

    subjugated: Mapping[PeopleId, Collection[ProvinceId]]
    captured: Mapping[PeopleId, ProvinceId]
    facts: list[f.Fact]
    judge: Judge
    spoils: Mapping[PeopleId, Spoils]


def conquest(
    state: State, world: World, start: TurnStart, plan: Plan, field: Field, results: Results, rulings: Rulings
) -> Conquest:
    """Judge the first combat. Facts: returns of B-4.5.4, then subjugations and divisions, then captures."""
    losers = {people for _, people in results.lost}
    lives, failed = where_it_lives(state, field, results, losers)
    beaten = {
        tribe
        for tribe, provinces in lives.items()
        if provinces and all((province, tribe) in results.lost for province in provinces)
    }
    judge = Judge(state, start, plan, results, world, beaten)
    rank = ranks(state.peoples, world)
    returns: list[f.Fact] = []
    after: list[f.Fact] = []
    subjugated: dict[PeopleId, Collection[ProvinceId]] = {}
    spoils: dict[PeopleId, Spoils] = {}
    taken: set[str] = set(state.peoples)
    for tribe in sorted(beaten, key=rank.__getitem__):
        wins = judge.wins(tribe, lives[tribe])
        if not wins:
            continue
        subjugated[tribe] = lives[tribe]
        going_back, standing = _standing(tribe, state, failed.get(tribe, ()), lives[tribe])
        returns += going_back
        spoils[tribe] = Spoils(tribe, standing, wins)
        parts = shares(spoils[tribe])
        if len(parts) == 1:
            after.append(f.Subjugated(tribe, "B-4.5.2", next(iter(parts))))
        else:
            after += division(spoils[tribe], parts, state, world, rulings, taken)
    captures = _captures(state, results, losers, rank)
    captured = {fact.captured: fact.in_ for fact in captures if fact.in_ is not None}
    return Conquest(subjugated, captured, [*returns, *after, *captures], judge, spoils)


def where_it_lives(
    state: State, field: Field, results: Results, losers: Collection[PeopleId]
) -> tuple[dict[PeopleId, set[ProvinceId]], dict[PeopleId, list[tuple[ProvinceId, Group]]]]:
    """B-4.5.1, for the tribes among those who lost a battle; and their attacking arrivals that failed, with where."""
    lives: dict[PeopleId, set[ProvinceId]] = {
        people: set() for people in losers if state.peoples[people].kind == "tribe"
    }
    failed: dict[PeopleId, list[tuple[ProvinceId, Group]]] = {}
    for province, there in state.provinces.items():
        groups = field.get(province)
        for people in there.people:
            if people not in lives:
                continue
            if groups is None:
                lives[people].add(province)
                continue
            for group in groups[people]:
                if group.origin is not None and group.attack and (province, people) in results.not_won:
                    lives[people].add(group.origin)
                    failed.setdefault(people, []).append((province, group))
                else:
                    lives[people].add(province)
    return lives, failed


def _standing(
    tribe: PeopleId, state: State, failed: Iterable[tuple[ProvinceId, Group]], lives: Collection[ProvinceId]
) -> tuple[list[f.Fact], dict[ProvinceId, int]]:
    """B-4.5.4: persons stay where they fought; attacking arrivals where the tribe does not live go back."""
    standing = {province: state.provinces[province].people.get(tribe, 0) for province in lives}
    going_back: dict[tuple[ProvinceId, ProvinceId], int] = {}
    for province, group in failed:
        if province not in lives and group.origin is not None:
            key = (province, group.origin)
            going_back[key] = going_back.get(key, 0) + group.persons
            standing[group.origin] += group.persons
    facts: list[f.Fact] = [
        f.ThrownBack(persons, "B-4.5.4", tribe, source, target) for (source, target), persons in going_back.items()
    ]
    return facts, {province: persons for province, persons in standing.items() if persons}


class Judge:
    """Whose victories count (B-4.5.2)."""

    def __init__(
        self, state: State, start: TurnStart, plan: Plan, results: Results, world: World, beaten: Collection[PeopleId]
    ) -> None:
        """Take the first combat's results; `beaten` are the tribes that were defeated everywhere."""
        self.peoples = state.peoples
        self.heads = heads(state.peoples)
        self.speakers = start.heads
        self.results = results
        self.beaten = beaten
        self.only_ordered = world.settings.subjugation == "ordered"
        self.ordered: set[tuple[PeopleId, PeopleId]] = set()
        self.spared: set[tuple[PeopleId, PeopleId]] = set()
        for speaker, order in plan.standing():
            if isinstance(order, Rule):
                (self.ordered if order.verb == "subjugate" else self.spared).add((speaker, order.tribe))

    def wins(self, tribe: PeopleId, lives: Collection[ProvinceId]) -> dict[ProvinceId, dict[PeopleId, int]]:
        """By province and head: the highest forces with which the head's peoples beat the tribe, added up."""
        wins: dict[ProvinceId, dict[PeopleId, int]] = {}
        for province in sorted(lives):
            best: dict[PeopleId, int] = {}
            for victor, force in self.results.victors_over(tribe, province):
                if self.discount(victor, tribe) is None:
                    best[victor] = max(best.get(victor, 0), force)
            for victor, force in best.items():
                there = wins.setdefault(province, {})
                there[self.heads[victor]] = there.get(self.heads[victor], 0) + force
        return wins

    def discount(self, victor: PeopleId, tribe: PeopleId) -> Discount | None:
        """Why a victory over the tribe does not count; None: it counts for the victor's head."""
        if self.peoples[victor].kind == "state":
            return "state"
        if self.heads[victor] in self.beaten:
            return "beaten"
        speaker = self.speakers.get(victor, victor)
        if (speaker, tribe) in self.spared:
            return "spared"
        return "not-ordered" if self.only_ordered and (speaker, tribe) not in self.ordered else None


def _captures(
    state: State, results: Results, losers: Collection[PeopleId], rank: Mapping[PeopleId, int]
) -> list[f.Captured]:
    """B-4.5.5: free states that were defeated in the only province that they own."""
    states = {people for people in losers if state.peoples[people].is_free_state}
    owned: dict[PeopleId, list[ProvinceId]] = {people: [] for people in states}
    if states:
        for province, there in state.provinces.items():
            if there.owner in states and there.owner is not None:
                owned[there.owner].append(province)
    captures = []
    for people in sorted(states, key=rank.__getitem__):
        if len(owned[people]) == 1 and (owned[people][0], people) in results.lost:
            (province,) = owned[people]
            victor, _ = captors(people, province, results)[0]
            captures.append(f.Captured(people, "B-4.5.5", victor, province, (province,)))
    return captures


def captors(people: PeopleId, province: ProvinceId, results: Results) -> list[tuple[PeopleId, int]]:
    """B-4.5.5: who beat the state there, with what force; the first of them captures it."""
    return sorted(results.victors_over(people, province), key=lambda each: (-each[1], each[0]))
