"""B-4.8: streaks of defeats, tribes that fall apart, modifiers that run out, provinces left empty."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from turnproc.engine.phase import Outcome
from turnproc.engine.rulings import Rulings
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.questions import Christening, apart_question, free_id, name_with
from turnproc.rulesets.bellum.start import TurnStart
from turnproc.rulesets.bellum.state import State, heads, name_of
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World, is_open

# Why a head has no turn with a defeat more: the count is left at 0, or begins anew (B-4.8.1).
NoDefeat: TypeAlias = Literal["never", "no-head", "ruled", "undefeated"]


def streaks(state: State, world: World, start: TurnStart, fought: Iterable[f.Fact]) -> Outcome[f.Fact]:
    """B-4.8.1: heads of turn start that were defeated, they or who obeyed them then; the third time frees all.

    With `freedom_after: 0` nobody is ever freed and no streak is kept.
    """
    defeated = defeats_by_head(start, fought)
    facts: list[f.Fact] = []
    limit = world.settings.freedom_after
    ruled: dict[PeopleId, list[PeopleId]] = {}
    for people, head in heads(state.peoples).items():
        if people != head:
            ruled.setdefault(head, []).append(people)
    for people in state.peoples:
        before = state.defeats.get(people, 0)
        turns = before + 1 if why_no_defeat(people, state, start, defeated, limit) is None else 0
        if limit and turns >= limit:
            facts += [f.Freed(below, "B-4.8.1", people) for below in sorted(ruled.get(people, ()))]
            turns = 0
        if turns != before:
            facts.append(f.Streak(people, "B-4.8.1", turns))
    return Outcome(facts)


def defeats_by_head(start: TurnStart, fought: Iterable[f.Fact]) -> dict[PeopleId, list[tuple[f.Battle, PeopleId]]]:
    """B-4.8.1: the lost battles of every head of turn start, with who lost: it, or whose head it was then."""
    found: dict[PeopleId, list[tuple[f.Battle, PeopleId]]] = {}
    for battle in fought:
        if isinstance(battle, f.Battle):
            for people in battle.defeated:
                if people in start.heads:
                    found.setdefault(start.heads[people], []).append((battle, people))
    return found


def why_no_defeat(
    people: PeopleId, state: State, start: TurnStart, defeated: Container[PeopleId], limit: int
) -> NoDefeat | None:
    """Why this turn does not make a people's count grow; None: it does."""
    if not limit:
        return "never"
    if start.heads.get(people) != people:
        return "no-head"
    if not state.peoples[people].is_free:
        return "ruled"
    return None if people in defeated else "undefeated"


def separations(state: State, world: World, rulings: Rulings) -> Outcome[f.Fact]:
    """B-4.8.2: tribes whose provinces have no link between them; after the third turn each group is a tribe."""
    limit = world.settings.split_after
    if not limit:
        return Outcome([f.CutOff(people, "B-4.8.2", 0) for people in sorted(state.separated)])
    homes = homes_of(state)
    facts: list[f.Fact] = []
    taken: set[str] = set(state.peoples)
    for people in sorted(state.peoples):
        before = state.separated.get(people, 0)
        if state.peoples[people].kind != "tribe":
            continue
        groups = groups_apart(homes.get(people, ()), world)
        turns = before + 1 if len(groups) > 1 else 0
        if turns >= limit:
            facts += _fall_apart(people, groups, state, world, rulings, taken)
            turns = 0
        if turns != before:
            facts.append(f.CutOff(people, "B-4.8.2", turns))
    return Outcome(facts)


def homes_of(state: State) -> dict[PeopleId, list[ProvinceId]]:
    """Where every people stands, in the map's order."""
    homes: dict[PeopleId, list[ProvinceId]] = {}
    for province, there in state.provinces.items():
        for people in there.people:
            homes.setdefault(people, []).append(province)
    return homes


def groups_apart(provinces: Iterable[ProvinceId], world: World) -> list[list[ProvinceId]]:
    """The provinces in groups that hang together by links open to tribes; each group in order of ids."""
    left = dict.fromkeys(provinces)
    groups = []
    while left:
        first = next(iter(left))
        del left[first]
        group, edge = [first], [first]
        while edge:
            for target, link in world.links[edge.pop()].items():
                if target in left and is_open(link, "tribe"):
                    del left[target]
                    group.append(target)
                    edge.append(target)
        groups.append(sorted(group))
    return groups


def _fall_apart(
    tribe: PeopleId, groups: list[list[ProvinceId]], state: State, world: World, rulings: Rulings, taken: set[str]
) -> Iterator[f.Fact]:
    def persons(group: list[ProvinceId]) -> int:
        return sum(state.provinces[province].people[tribe] for province in group)

    staying = min(groups, key=lambda group: (-persons(group), group[0]))
    leaving = sorted(group for group in groups if group is not staying)
    default: dict[ProvinceId, Christening] = {}
    ids = set(taken)
    for group in leaving:
        new = free_id(f"{tribe}-{group[0]}", ids)
        ids.add(new)
        names = name_with(name_of(tribe, state, world), world.provinces[group[0]])
        default[group[0]] = Christening(new, names)
    christened: Mapping[ProvinceId, Christening] = rulings.decide(
        apart_question(tribe, default, state, world, frozenset(taken))
    )
    taken |= {christening.id for christening in christened.values()}
    people = state.peoples[tribe]
    yield f.Separated(tribe, "B-4.8.2", tuple(christened[group[0]].id for group in leaving))
    for group in leaving:
        christening = christened[group[0]]
        yield f.Appeared(
            christening.id,
            "B-4.8.2",
            {province: state.provinces[province].people[tribe] for province in group},
            from_=tribe,
            master=people.master,
            civilised=people.civilised or None,
            names=christening.names,
            colour=christening.colour,
        )


def modifiers_age(state: State) -> Outcome[f.Fact]:
    """B-4.8.3: modifiers with a term lose a turn; those at 0 end."""
    running = [modifier for modifier in state.modifiers if modifier.turns is not None]
    if not running:
        return Outcome()
    ended = tuple(modifier.people for modifier in running if modifier.turns == 1)
    return Outcome([f.ModifiersAged(len(running), "B-4.8.3", ended)])


def left_empty(state: State, start: TurnStart) -> Outcome[f.Fact]:
    """B-3.6: provinces that kept their owner though none of its persons is left there."""
    facts: list[f.Fact] = []
    for province, there in state.provinces.items():
        owner = there.owner
        if owner is not None and owner not in there.people and start.persons[province].get(owner):
            facts.append(f.LeftEmpty(province, "B-3.6", owner))
    return Outcome(facts)
