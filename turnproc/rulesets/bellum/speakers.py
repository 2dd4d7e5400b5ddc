"""Who may give orders in bellum: every free people, a captured state too (docs/rules/bellum.md, B-3.2, B-2.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import Speaker
from turnproc.rulesets.bellum.reading import Known
from turnproc.rulesets.bellum.state import State, heads, name_of, people_names
from turnproc.rulesets.bellum.world import PeopleId, World


def speakers(world: World, state: State) -> Mapping[str, Speaker]:
    """The free peoples; who plays each is the state's to say. A ruled people's player rests."""
    return {
        people: Speaker(id=people, name=name_of(people, state, world), player=there.player)
        for people, there in state.peoples.items()
        if there.is_free
    }


def find_people(world: World, state: State, text: str) -> str | None:
    """The living people that is called so, free or not."""
    return Known(world, state).find_people(text)


def nearest_peoples(world: World, state: State, text: str) -> Sequence[Name]:
    """The free peoples whose names are most like a text."""
    nearest = people_names(state, world).nearest(text)
    return [name_of(people, state, world) for people in nearest if people in state.peoples]


def why_silent(world: World, state: State, people: str, source: str) -> Finding:
    """B-3.2: why a people that is no speaker cannot give orders: it is ruled, or there is none of that name."""
    there = state.peoples.get(PeopleId(people))
    if there is None:
        nearest = nearest_peoples(world, state, people)
        return Finding(source, "/for", "C003", {"speaker": people, "nearest": nearest})
    head = heads(state.peoples)[PeopleId(people)]
    names = {"people": name_of(PeopleId(people), state, world), "head": name_of(head, state, world)}
    return Finding(source, "/for", "B-3.2/ruled", names)
