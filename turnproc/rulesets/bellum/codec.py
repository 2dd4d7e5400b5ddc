"""The state file of bellum: reading, the invariants B-2.1 to B-2.3, and writing (docs/rules/bellum.md, section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import name_data, read_name
from turnproc.rulesets.bellum.state import Modifier, People, Province, State, name_of, ranks, totals
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World
from turnproc.source.pointer import join
from turnproc.source.yaml_writer import Layout

LAYOUT = Layout(frozenset({("peoples",), ("provinces",), ("modifiers",), ("defeats",), ("separated",)}))


def read_state(data: Mapping[str, Any], world: World) -> Read[State]:
    """Read a state file whose shape the schema has checked. None where names or counts make no state."""
    findings: list[Finding] = []
    given = data["peoples"]
    if not world.is_listed:
        # Without a peoples.yaml the peoples are those of the state.
        listed = given
    else:
        listed = {**dict.fromkeys(world.peoples), **{k: v for k, v in given.items() if v.get("names")}}
    for people in given:
        if people not in listed:
            findings.append(Finding("state", join(["peoples", people]), "B-2.1/nameless", {"id": people}, on_key=True))
    provinces: dict[ProvinceId, Province] = {province: Province() for province in world.provinces}
    for key, entry in data["provinces"].items():
        if key not in world.provinces:
            nearest = [world.provinces[each] for each in world.province_names.nearest(key)]
            params = {"text": key, "nearest": nearest}
            findings.append(Finding("state", join(["provinces", key]), "N001/province", params, on_key=True))
            continue
        provinces[ProvinceId(key)] = Province(
            entry.get("christian", False), entry.get("owner"), dict(entry.get("people") or {})
        )
    # Peoples of peoples.yaml have its order, those that came up in play the order in which they stand here.
    order = ranks((PeopleId(people) for people in given), world)
    rank = order.__getitem__
    state = State(
        peoples={PeopleId(people): _people(people, given[people]) for people in sorted(given, key=rank)},
        provinces=provinces,
        modifiers=[_modifier(entry) for entry in data.get("modifiers") or ()],
        defeats=data.get("defeats") or {},
        separated=data.get("separated") or {},
    )
    findings += _breaches(state, world)
    return Read(None if findings else state, tuple(findings))


def _people(people: str, entry: Mapping[str, Any]) -> People:
    return People(
        kind=entry["kind"],
        master=entry.get("master"),
        captor=entry.get("captor"),
        civilised=entry.get("civilised", entry["kind"] == "state"),
        player=entry.get("player"),
        name=read_name(people, entry["names"]) if entry.get("names") else None,
        colour=entry.get("colour"),
    )


def _modifier(entry: Mapping[str, Any]) -> Modifier:
    against = entry.get("against")
    named = tuple(against) if isinstance(against, list) else against
    return Modifier(entry["people"], entry["strength"], named, entry.get("turns"))


def _breaches(state: State, world: World) -> Iterator[Finding]:
    """B-2.1 to B-2.3: what must hold at the start and after every turn."""
    standing = totals(state.provinces)
    for people in state.peoples:
        if people not in standing:
            yield _breach("B-2.1/nobody", ("peoples", people), people, state, world)
    for province, there in state.provinces.items():
        for people in there.people:
            if people not in state.peoples:
                yield _breach("B-2.1/unlisted", ("provinces", province, "people", people), people, state, world)
        owner = there.owner
        if owner is not None and (owner not in state.peoples or not state.peoples[owner].is_free_state):
            yield _breach("B-2.2/owner", ("provinces", province, "owner"), owner, state, world)
    yield from _bad_masters(state, world)
    for people in _circles(state):
        yield _breach("B-2.2/circle", ("peoples", people, "master"), people, state, world)
    yield from _bad_players(state, world)
    for at, modifier in enumerate(state.modifiers):
        if modifier.people not in state.peoples:
            yield _breach("B-2.1/unlisted", ("modifiers", str(at), "people"), modifier.people, state, world)
    freedom, split = world.settings.freedom_after, world.settings.split_after
    for people, turns in state.defeats.items():
        there_is = state.peoples.get(people)
        if there_is is None or not there_is.is_free or (freedom and turns >= freedom):
            yield _breach("B-2.3/defeats", ("defeats", people), people, state, world)
    for people, turns in state.separated.items():
        there_is = state.peoples.get(people)
        if there_is is None or there_is.kind != "tribe" or (split and turns >= split):
            yield _breach("B-2.3/separated", ("separated", people), people, state, world)


def _bad_masters(state: State, world: World) -> Iterator[Finding]:
    for people, there in state.peoples.items():
        master, captor = there.master, there.captor
        if master is not None:
            above = state.peoples.get(master)
            if above is None:
                yield _breach("B-2.1/unlisted", ("peoples", people, "master"), master, state, world)
            elif there.kind != "tribe" or above.kind != "tribe":
                yield _breach("B-2.2/master", ("peoples", people, "master"), people, state, world)
        if captor is not None and there.kind != "state":
            yield _breach("B-2.2/captor", ("peoples", people, "captor"), people, state, world)


def _circles(state: State) -> Iterator[PeopleId]:
    """The peoples that stand in a circle of masters. Every chain is walked once."""
    seen: dict[PeopleId, PeopleId] = {}
    for start in state.peoples:
        people: PeopleId | None = start
        while people is not None and people in state.peoples and people not in seen:
            seen[people] = start
            people = state.peoples[people].master
        if people is not None and seen.get(people) == start:
            # The walk came back to itself: from here on everybody is in the circle.
            member = people
            while True:
                yield member
                above = state.peoples[member].master
                assert above is not None
                member = above
                if member == people:
                    break


def _bad_players(state: State, world: World) -> Iterator[Finding]:
    """B-2.4: one player plays one people."""
    first: dict[str, PeopleId] = {}
    for people, there in state.peoples.items():
        if there.player is not None and first.setdefault(there.player, people) != people:
            yield Finding(
                "state",
                join(["peoples", people, "player"]),
                "B-2.4/player",
                {"player": there.player, "people": name_of(first[there.player], state, world)},
            )


def _breach(message: str, keys: tuple[str, ...], people: PeopleId, state: State, world: World) -> Finding:
    return Finding("state", join([*keys]), message, {"people": name_of(people, state, world)})


def write_state(state: State, world: World, turn: int) -> dict[str, Any]:
    """Write the state after a turn; a province with nothing to say is left out, as is what has its default."""
    order = ranks(state.peoples, world)
    return {
        "format": "turnproc.bellum.state/1",
        "turn": turn,
        "peoples": {
            people: _people_data(state.peoples[people]) for people in sorted(state.peoples, key=order.__getitem__)
        },
        "provinces": {province: data for province, there in state.provinces.items() if (data := _province_data(there))},
        "modifiers": [_modifier_data(modifier) for modifier in state.modifiers],
        "defeats": {people: state.defeats[people] for people in sorted(state.defeats)},
        "separated": {people: state.separated[people] for people in sorted(state.separated)},
    }


def _people_data(people: People) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": people.kind}
    if people.master is not None:
        data["master"] = people.master
    if people.captor is not None:
        data["captor"] = people.captor
    if people.civilised:
        data["civilised"] = True
    if people.player is not None:
        data["player"] = people.player
    if people.name is not None:
        data["names"] = name_data(people.name)
    if people.colour is not None:
        data["colour"] = people.colour
    return data


def _province_data(province: Province) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if province.christian:
        data["christian"] = True
    if province.owner is not None:
        data["owner"] = province.owner
    if province.people:
        data["people"] = dict(sorted(province.people.items()))
    return data


def _modifier_data(modifier: Modifier) -> dict[str, Any]:
    data: dict[str, Any] = {"people": modifier.people, "strength": modifier.strength}
    if modifier.against is not None:
        data["against"] = list(modifier.against) if isinstance(modifier.against, tuple) else modifier.against
    if modifier.turns is not None:
        data["turns"] = modifier.turns
    return data
