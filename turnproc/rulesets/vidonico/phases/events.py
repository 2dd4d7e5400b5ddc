"""G-6: the game master's events, each judged on the state as the ones before it left it.

An event that cannot apply is a finding: nothing is resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.engine.phase import Outcome
from turnproc.engine.table import Event
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.invariants import character_breaches
from turnproc.rulesets.vidonico.parts import lay_over, read_army
from turnproc.rulesets.vidonico.phases.movement import contingent_ids, is_full
from turnproc.rulesets.vidonico.phases.prisoners import NewStragglers
from turnproc.rulesets.vidonico.soldiers import read_contingent
from turnproc.rulesets.vidonico.state import (
    MOST_CONTINGENTS,
    MOST_SOLDIERS,
    Army,
    Character,
    Contingent,
    State,
    called,
)
from turnproc.rulesets.vidonico.world import World
from turnproc.source.names import NameIndex

RULE = "G-6"


class Refused(Exception):
    """The event cannot apply; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        """Keep the finding."""
        super().__init__(finding.message)
        self.finding = finding


class Stage:
    """One event and the state that it meets."""

    def __init__(self, event: Event, state: State, world: World) -> None:
        """Take the event, whose data is verb first with ids."""
        self.event = event
        self.data = event.data
        self.state = state
        self.world = world

    @property
    def text(self) -> str | None:
        """What the game master adds for the report."""
        text: str | None = self.data.get("text")
        return text

    def refuse(self, key: str, message: str, **params: Param) -> Refused:
        """What to raise: a finding at one key of the event."""
        return Refused(Finding("gm", f"{self.event.pointer}/{key}", message, params))

    def unknown(self, key: str, kind: str, wanted: str, known: Mapping[str, Name]) -> Refused:
        """What to raise where there is nothing of that name."""
        index = NameIndex((id_, name.everything()) for id_, name in known.items())
        return self.refuse(key, f"E-UNKNOWN/{kind}", id=wanted, nearest=[known[each] for each in index.nearest(wanted)])

    def army(self, key: str) -> Army:
        """The army that stands under a key."""
        found = self.state.armies.get(self.data[key])
        if found is None:
            raise self.unknown(key, "army", self.data[key], _names(self.state.armies))
        return found

    def new_id(self, key: str, wanted: str, taken: Callable[[str], bool]) -> None:
        """Nothing has the id yet."""
        if taken(wanted):
            raise self.refuse(key, "V-1/twice", id=wanted)

    def there(self, key: str, kind: str, wanted: str | None, known: Mapping[str, Name]) -> None:
        """A thing that a character is to belong to is there by now."""
        if wanted is not None and wanted not in known:
            raise self.unknown(key, kind, wanted, known)

    def few_enough(self, key: str, what: Name, count: int, least: int, most: int) -> None:
        """E-COUNT: a number that does not fit."""
        if not least <= count <= most:
            raise self.refuse(key, "E-COUNT/event", what=what, count=count, min=least, max=most)

    def contingent(self, key: str, data: Mapping[str, Any]) -> Contingent:
        """A new contingent of an event."""
        found = read_contingent(data)
        self.new_id(f"{key}/id", found.id, contingent_ids(self.state).__contains__)
        return found


def _names(things: Mapping[str, Any]) -> dict[str, Name]:
    return {id_: called(thing) for id_, thing in things.items()}


def happen(event: Event, state: State, world: World) -> Outcome[f.Fact]:
    """What an event changes."""
    try:
        return Outcome(list(EFFECTS[event.verb](Stage(event, state, world))))
    except Refused as refused:
        return Outcome(findings=(refused.finding,))


def _raise(stage: Stage) -> Iterator[f.Fact]:
    data, state = stage.data, stage.state
    stage.new_id("raise", data["raise"], state.armies.__contains__)
    if data["faction"] not in state.factions:
        raise stage.unknown("faction", "faction", data["faction"], _names(state.factions))
    contingents: list[Contingent] = []
    for at, each in enumerate(data.get("contingents") or ()):
        found = stage.contingent(f"contingents/{at}", each)
        stage.new_id(f"contingents/{at}/id", found.id, [other.id for other in contingents].__contains__)
        contingents.append(found)
    given = {key: data[key] for key in ("region", "name", "stance", "leader") if data.get(key) is not None}
    army = replace(read_army({"id": data["raise"], "faction": data["faction"]} | given), contingents=tuple(contingents))
    yield f.Raised(army.id, RULE, army, stage.text)
    if army.leader is not None:
        yield from _new_leader(stage, army)


def _new_leader(stage: Stage, army: Army) -> Iterator[f.Fact]:
    """Whoever is to lead a new army goes to it: a leader is with his army (V-3)."""
    leader = stage.state.characters.get(army.leader or "")
    if leader is None:
        raise stage.unknown("leader", "character", army.leader or "", _names(stage.state.characters))
    if leader.status != "active":
        raise stage.refuse("leader", f"E-LEADER/{leader.status}", character=called(leader), army=called(army))
    if leader.faction != army.faction:
        raise stage.refuse("leader", "E-JOIN/faction", character=called(leader), target=called(army))
    joined = replace(leader, army=army.id, contingent=None, region=None)
    yield f.CharacterSet(leader.id, RULE, _changed(leader, joined), joined)
    yield from _left(stage.state, leader, joined)


def _reinforce(stage: Stage) -> Iterator[f.Fact]:
    army, given = stage.army("reinforce"), stage.data["contingent"]
    if isinstance(given, Mapping):
        new = stage.contingent("contingent", given)
        if is_full(army):
            raise stage.refuse("contingent", "E-FULL", army=called(army), most=MOST_CONTINGENTS)
        yield f.Reinforced(army.id, RULE, new.id, new.count, new, stage.text)
        return
    there = army.contingent(given)
    if there is None:
        elsewhere = stage.state.army_of(given)
        if elsewhere is None:
            raise stage.unknown("contingent", "contingent", given, _contingents(army))
        found = elsewhere.contingent(given)
        name: Param = given if found is None else called(found)
        raise stage.refuse(
            "contingent", "E-UNKNOWN/elsewhere", contingent=name, where=called(elsewhere), army=called(army)
        )
    count = stage.data["count"]
    stage.few_enough("count", called(there), count, 1, MOST_SOLDIERS - there.count)
    yield f.Reinforced(army.id, RULE, there.id, count, None, stage.text)


def _contingents(*armies: Army) -> dict[str, Name]:
    return {each.id: called(each) for army in armies for each in army.contingents}


def _remove(stage: Stage) -> Iterator[f.Fact]:
    wanted, count = stage.data["remove"], stage.data["count"]
    army = stage.state.army_of(wanted)
    contingent = None if army is None else army.contingent(wanted)
    if army is None or contingent is None:
        raise stage.unknown("remove", "contingent", wanted, _contingents(*stage.state.armies.values()))
    stage.few_enough("count", called(contingent), count, 1, contingent.count)
    yield f.Removed(contingent.id, RULE, army.id, count, stage.data.get("reason"), stage.text)


def _condition(stage: Stage) -> Iterator[f.Fact]:
    army = stage.army("condition")
    yield f.ConditionSet(army.id, RULE, stage.data.get("hungry"), stage.data.get("exhausted"), stage.text)


def _move_army(stage: Stage) -> Iterator[f.Fact]:
    army, to = stage.army("move_army"), stage.data["to"]
    if army.region == to:
        name = stage.world.regions[to].name
        raise stage.refuse("to", "E-NOT-ADJACENT/here", army=called(army), region=name)
    yield f.Moved(army.id, RULE, to, "event", army.region, None, stage.text)


def _character(stage: Stage) -> Iterator[f.Fact]:
    given = {key: value for key, value in stage.data.items() if key not in ("character", "when", "text")}
    wanted, state = stage.data["character"], stage.state
    before = state.characters.get(wanted)
    if before is None and "faction" not in given:
        raise stage.unknown("character", "character", wanted, _names(state.characters))
    fields_given = frozenset(given)
    if before is not None and before.captor is not None and given.get("status") == "active":
        # Who is set free is where he was held, if nothing else is said.
        given = {"region": None if given.get("army") else state.armies[before.captor].region} | given
    after = lay_over(wanted, before, given, state.armies)
    stage.there("faction", "faction", after.faction, _names(state.factions))
    stage.there("army", "army", after.army, _names(state.armies))
    stage.there("captor", "army", after.captor, _names(state.armies))
    for message, key in character_breaches(after, state.armies, stage.world):
        place = key if key in fields_given else "character"
        if message == "V-3/faction" and after.army is not None:
            raise stage.refuse(
                place, "E-JOIN/faction", character=called(after), target=called(state.armies[after.army])
            )
        raise stage.refuse(place, message, character=called(after))
    changed = ("new",) if before is None else _changed(before, after)
    yield f.CharacterSet(after.id, RULE, changed, after, stage.text)
    if before is not None:
        yield from _left(state, before, after)


def _changed(before: Character, after: Character) -> tuple[str, ...]:
    names = (field.name for field in fields(Character))
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


def _left(state: State, before: Character, after: Character) -> Iterator[f.Fact]:
    """F-8: who leaves his army, or is no longer active, does not lead it any more."""
    if before.army is not None and after.army != before.army and state.armies[before.army].leader == before.id:
        yield f.LeaderLost(before.army, "F-8", before.id)


def _stragglers(stage: Stage) -> Iterator[f.Fact]:
    data = stage.data
    faction = stage.state.factions.get(data["faction"])
    if faction is None:
        raise stage.unknown("faction", "faction", data["faction"], _names(stage.state.factions))
    missing = {f"{each.battle}/{each.contingent}": each for each in faction.missing}
    found = missing.get(data["from_missing"])
    if found is None:
        raise stage.refuse(
            "from_missing",
            "E-UNKNOWN/missing",
            faction=called(faction),
            id=data["from_missing"],
            nearest=sorted(missing),
        )
    stage.few_enough("stragglers", Name(data["from_missing"]), data["stragglers"], 1, found.count)
    yield f.StragglersPlaced(
        stragglers_placed=NewStragglers(stage.state).next_id(),
        rule="P-5",
        faction=faction.id,
        kind=found.kind,
        count=data["stragglers"],
        region=data["region"],
        why="event",
        from_=data["from_missing"],
        text=stage.text,
    )


def _note(stage: Stage) -> Iterator[f.Fact]:
    yield f.Noted(stage.data["note"], RULE)


EFFECTS: Mapping[str, Callable[[Stage], Iterator[f.Fact]]] = {
    "raise": _raise,
    "reinforce": _reinforce,
    "remove": _remove,
    "condition": _condition,
    "move_army": _move_army,
    "character": _character,
    "stragglers": _stragglers,
    "note": _note,
}
