"""What a fact changes in the state: the only door to it (docs/rules/bellum.md, section 7).

`apply` works in place on the engine's working copy. Facts that only tell (a battle, a lapsed order) change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never, cast

from turnproc.engine.naming import read_name
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.state import Modifier, People, State
from turnproc.rulesets.bellum.world import PeopleId, PeopleKind, ProvinceId

K = TypeVar("K")
V = TypeVar("V")


def apply(state: State, fact: f.Fact) -> None:
    """Change the state as the fact says."""
    match fact:  # the frequent facts first: a case is tried after those before it
        case f.Moved():
            _move(state, fact.of, fact.moved, fact.from_, fact.to)
        case f.Battle():
            pass
        case f.ThrownBack():
            _move(state, fact.of, fact.thrown_back, fact.from_, fact.to)
        case f.Withdrew():
            _move(state, fact.of, fact.withdrew, fact.from_, fact.to)
        case f.Placed():
            _move(state, fact.of, fact.placed, fact.from_, fact.to)
        case f.Added():
            _put(state, fact.of, fact.added, fact.in_)
        case f.Removed():
            _take(state, fact.of, fact.removed, fact.in_)
        case f.Assimilated():
            _take(state, fact.assimilated, 1, fact.in_)
            _put(state, fact.by, 1, fact.in_)
        case f.Annexed():
            state.provinces[fact.annexed].owner = fact.by
        case f.Renounced():
            state.provinces[fact.renounced].owner = None
        case f.Ceded():
            state.provinces[fact.ceded].owner = fact.to
        case f.Baptised():
            for province in fact.baptised:
                state.provinces[province].christian = True
        case f.Crowned() | f.Freed() | f.Subjugated() | f.Captured() | f.Independent() | f.Assigned() | f.Vanished():
            _change_people(state, fact)
        case f.Appeared():
            people = _people(fact, fact.appeared, fact.kind, fact.master, fact.player)
            _bring_up(state, fact.appeared, people, fact.in_, fact.from_)
        case f.Parted():
            _bring_up(state, fact.parted, _people(fact, fact.parted), fact.in_, fact.from_)
        case f.ModifierGranted() | f.ModifiersEnded() | f.ModifiersAged() | f.Streak() | f.CutOff():
            _count(state, fact)
        case (
            f.NoOrders()
            | f.Rejected()
            | f.Struck()
            | f.EventHappened()
            | f.OrderVoid()
            | f.OrderCut()
            | f.Split()
            | f.Separated()
            | f.Stranded()
            | f.LeftEmpty()
        ):
            pass
        case _:
            assert_never(fact)


def _change_people(
    state: State,
    fact: f.Crowned | f.Freed | f.Subjugated | f.Captured | f.Independent | f.Assigned | f.Vanished,
) -> None:
    peoples = _writable(state.peoples)
    match fact:
        case f.Crowned():
            peoples[fact.crowned] = replace(peoples[fact.crowned], kind="state", civilised=True, master=None)
            _writable(state.separated).pop(fact.crowned, None)
        case f.Freed():
            peoples[fact.freed] = replace(peoples[fact.freed], master=None, captor=None)
        case f.Subjugated():
            peoples[fact.subjugated] = replace(peoples[fact.subjugated], master=fact.by)
            _writable(state.defeats).pop(fact.subjugated, None)
        case f.Captured():
            peoples[fact.captured] = replace(peoples[fact.captured], captor=fact.by)
            _release(state, fact.lost)
        case f.Independent():
            peoples[fact.independent] = replace(peoples[fact.independent], captor=None)
            state.provinces[fact.in_].owner = fact.independent
        case f.Assigned():
            peoples[fact.assigned] = replace(peoples[fact.assigned], player=fact.player)
        case f.Vanished():
            del peoples[fact.vanished]
            _release(state, fact.lost or ())
            _writable(state.defeats).pop(fact.vanished, None)
            _writable(state.separated).pop(fact.vanished, None)
            if any(modifier.people == fact.vanished for modifier in state.modifiers):
                state.modifiers = [modifier for modifier in state.modifiers if modifier.people != fact.vanished]
        case _:
            assert_never(fact)


def _people(
    fact: f.Appeared | f.Parted,
    people: PeopleId,
    kind: PeopleKind = "tribe",
    master: PeopleId | None = None,
    player: str | None = None,
) -> People:
    return People(
        kind=kind,
        master=master,
        civilised=bool(fact.civilised),
        player=player,
        name=read_name(people, fact.names) if fact.names else None,
        colour=fact.colour,
    )


def _bring_up(
    state: State, new: PeopleId, people: People, persons: Mapping[ProvinceId, int], parent: PeopleId | None
) -> None:
    _writable(state.peoples)[new] = people
    for province, count in persons.items():
        if parent is not None:
            _take(state, parent, count, province)
        _put(state, new, count, province)


def _count(state: State, fact: f.ModifierGranted | f.ModifiersEnded | f.ModifiersAged | f.Streak | f.CutOff) -> None:
    match fact:
        case f.ModifierGranted():
            state.modifiers = [*state.modifiers, Modifier(fact.modifier, fact.strength, fact.against, fact.turns)]
        case f.ModifiersEnded():
            state.modifiers = [each for each in state.modifiers if each.people != fact.modifiers_ended]
        case f.ModifiersAged():
            aged = [each if each.turns is None else replace(each, turns=each.turns - 1) for each in state.modifiers]
            state.modifiers = [each for each in aged if each.turns != 0]
        case f.Streak():
            _set_count(state.defeats, fact.streak, fact.turns)
        case f.CutOff():
            _set_count(state.separated, fact.cut_off, fact.turns)
        case _:
            assert_never(fact)


def _writable(mapping: Mapping[K, V]) -> dict[K, V]:
    """The working copy's dict behind the read-only type that phases see."""
    return cast(dict[K, V], mapping)


def _put(state: State, people: PeopleId, persons: int, province: ProvinceId) -> None:
    there = _writable(state.provinces[province].people)
    there[people] = there.get(people, 0) + persons


def _take(state: State, people: PeopleId, persons: int, province: ProvinceId) -> None:
    there = _writable(state.provinces[province].people)
    left = there[people] - persons
    if left > 0:
        there[people] = left
    elif left == 0:
        del there[people]
    else:
        raise ValueError(f"{province} has not {persons} persons of {people}")


def _move(state: State, people: PeopleId, persons: int, source: ProvinceId, target: ProvinceId) -> None:
    _put(state, people, persons, target)
    _take(state, people, persons, source)


def _release(state: State, provinces: tuple[ProvinceId, ...]) -> None:
    for province in provinces:
        state.provinces[province].owner = None


def _set_count(counts: Mapping[PeopleId, int], people: PeopleId, turns: int) -> None:
    if turns:
        _writable(counts)[people] = turns
    else:
        _writable(counts).pop(people, None)
