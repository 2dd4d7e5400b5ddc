"""The table at the end of the report: every people's persons, provinces and majorities, and what changed.

Peoples that vanished during the turn stand there once more, with nobody left: persons do not disappear unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum.state import State, majority, totals
from turnproc.rulesets.bellum.telling import Telling
from turnproc.rulesets.bellum.view_battles import signed
from turnproc.rulesets.bellum.world import PeopleId


def table_of_peoples(telling: Telling) -> Iterator[dict[str, Any]]:
    """One row for each people that lives or lived at the start of the turn."""
    before, after = telling.record.before, telling.record.after
    persons, persons_before = totals(after.provinces), totals(before.provinces)
    provinces, majorities, owned = provinces_of(after)
    for people in telling.ranked({*before.peoples, *after.peoples}):
        now = persons.get(people, 0)
        row: dict[str, str | int] = {
            "lot": lot_of(telling, people, owned.get(people, 0)),
            "persons": now,
            "change": signed(now - persons_before.get(people, 0)),
            "provinces": provinces.get(people, 0),
            "majorities": majorities.get(people, 0),
        }
        # Not every forum knows tables.
        line = N_("{people:Nom}: {persons} ({change}); provinces: {provinces}, majorities: {majorities}; {lot}")
        name = telling.people(people)
        yield {"people": telling.wording.name(name, "Nom"), **row, "line": telling.say(line, people=name, **row)}


def provinces_of(state: State) -> tuple[dict[PeopleId, int], dict[PeopleId, int], dict[PeopleId, int]]:
    """In how many provinces each people stands, has the majority, and how many it owns."""
    standing: dict[PeopleId, int] = {}
    most: dict[PeopleId, int] = {}
    owned: dict[PeopleId, int] = {}
    for province in state.provinces.values():
        for people in province.people:
            standing[people] = standing.get(people, 0) + 1
        if (first := majority(province.people)) is not None:
            most[first] = most.get(first, 0) + 1
        if province.owner is not None:
            owned[province.owner] = owned.get(province.owner, 0) + 1
    return standing, most, owned


def lot_of(telling: Telling, people: PeopleId, owned: int) -> str:
    """Tribe or state, free or not."""
    there = telling.record.after.peoples.get(people)
    if there is None:
        return telling.say(N_("no more"))
    if there.master is not None:
        return telling.say(N_("ruled by {lord:ins}"), lord=telling.people(there.master))
    if there.captor is not None:
        return telling.say(N_("captured by {lord:ins}"), lord=telling.people(there.captor))
    if there.kind == "tribe":
        return telling.say(N_("free tribe"))
    return telling.count(NN_("state, owns {n} province", "state, owns {n} provinces"), owned)
