"""What is true between two turns of bellum: peoples, provinces, modifiers and counts (docs/rules/bellum.md, section 2).

Phases read it through mappings; only `apply` in `folding` changes it, on the engine's working copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from turnproc.engine.naming import Name
from turnproc.rulesets.bellum.world import PeopleId, PeopleKind, ProvinceId, World
from turnproc.source.names import NameIndex


@dataclass(frozen=True, slots=True)
class People:
    """One people. `name` and `colour` are kept here only for peoples that came up in play."""

    kind: PeopleKind
    master: PeopleId | None = None
    captor: PeopleId | None = None
    civilised: bool = False
    player: str | None = None
    name: Name | None = None
    colour: str | None = None

    @property
    def is_free(self) -> bool:
        """Has it no master? A captured state is free, too."""
        return self.master is None

    @property
    def is_free_state(self) -> bool:
        """Is it a state without a captor?"""
        return self.kind == "state" and self.captor is None


@dataclass(slots=True)
class Province:
    """One province: who owns it, and how many persons of which people stand in it (each at least 1)."""

    christian: bool = False
    owner: PeopleId | None = None
    people: Mapping[PeopleId, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A final-strength bonus. `against` is None, "states", "tribes" or peoples; `turns` None runs until ended."""

    people: PeopleId
    strength: int
    against: str | tuple[PeopleId, ...] | None = None
    turns: int | None = None


@dataclass(slots=True)
class State:
    """The state after a turn. Every province of the map is in `provinces`, in the map's order."""

    peoples: Mapping[PeopleId, People]
    provinces: Mapping[ProvinceId, Province]
    modifiers: Sequence[Modifier] = ()
    defeats: Mapping[PeopleId, int] = field(default_factory=dict)
    separated: Mapping[PeopleId, int] = field(default_factory=dict)


def copy_state(state: State) -> State:
    """A working copy that shares nothing that `apply` changes."""
    return State(
        peoples=dict(state.peoples),
        provinces={
            province: Province(there.christian, there.owner, dict(there.people))
            for province, there in state.provinces.items()
        },
        modifiers=list(state.modifiers),
        defeats=dict(state.defeats),
        separated=dict(state.separated),
    )


def heads(peoples: Mapping[PeopleId, People]) -> dict[PeopleId, PeopleId]:
    """The top of every people's chain of masters; a free people is its own head."""
    found: dict[PeopleId, PeopleId] = {}
    for people in peoples:
        chain = []
        top = people
        while top not in found and (master := peoples[top].master) is not None:
            chain.append(top)
            top = master
        head = found.get(top, top)
        found[top] = head
        for below in chain:
            found[below] = head
    return found


def majority(counts: Mapping[PeopleId, int]) -> PeopleId | None:
    """Who has strictly more persons than any other single people there, if anybody has."""
    best: PeopleId | None = None
    most, runner_up = 0, 0
    for people, count in counts.items():
        if count > most:
            best, most, runner_up = people, count, most
        elif count > runner_up:
            runner_up = count
    return best if most > runner_up else None


def totals(provinces: Mapping[ProvinceId, Province]) -> dict[PeopleId, int]:
    """The persons of every people that has any."""
    found: dict[PeopleId, int] = {}
    for province in provinces.values():
        for people, count in province.people.items():
            found[people] = found.get(people, 0) + count
    return found


def name_of(people: PeopleId, state: State, world: World) -> Name:
    """What a people is called: as the state says, else peoples.yaml, else its id (a captor of the past)."""
    there = state.peoples.get(people)
    if there is not None and there.name is not None:
        return there.name
    listed = world.peoples.get(people)
    return listed.name if listed is not None else Name(people)


def people_names(state: State, world: World) -> NameIndex[PeopleId]:
    """Everything that peoples of the map and of the state are called."""
    names = {people: listed.name for people, listed in world.peoples.items()}
    names |= {people: name_of(people, state, world) for people in state.peoples}
    return NameIndex((people, name.everything()) for people, name in names.items())


def ranks(peoples: Iterable[PeopleId], world: World) -> dict[PeopleId, int]:
    """The order in which reports list peoples: that of peoples.yaml, then those that came up in play."""
    order = {people: at for at, people in enumerate(world.peoples)}
    for people in peoples:
        order.setdefault(people, len(order))
    return order
