"""The game master's events: what each changes (docs/rules/bellum.md, section 5).

`happen` judges an event on the state as the events before it left it, and tells what it changes. An event that cannot
apply is a finding: nothing is resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.phase import Outcome
from turnproc.engine.table import Event
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.phases.kingship import crownings
from turnproc.rulesets.bellum.reading_events import NOBODY
from turnproc.rulesets.bellum.state import State, name_of
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World
from turnproc.source.schema_phrases import subject

# As many as the schema of states allows.
MOST_PERSONS = 1_000_000


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

    def refuse(self, key: str, message: str, **params: Param) -> Refused:
        """What to raise: a finding at one key of the event."""
        return Refused(Finding("gm", f"{self.event.pointer}/{key}", message, params))

    def name(self, people: str) -> Param:
        """What a people is called."""
        return name_of(PeopleId(people), self.state, self.world)

    def people(self, key: str) -> PeopleId:
        """The living people that stands under a key."""
        text = self.data[key]
        if text not in self.state.peoples:
            near = Known(self.world, self.state).unknown_people("gm", "", text)
            raise self.refuse(key, f"{RULES[self.event.verb]}/gone", **near.params)
        return PeopleId(text)

    def enough(self, key: str, people: PeopleId, province: ProvinceId, persons: int) -> None:
        """B-5.1 and B-5.5: so many of the people must stand there."""
        there = self.state.provinces[province].people.get(people, 0)
        if there < persons:
            place, name = self.world.provinces[province], self.name(people)
            message = f"{RULES[self.event.verb]}/too-few"
            raise self.refuse(key, message, people=name, province=place, wanted=persons, available=there)

    def room(self, key: str, people: PeopleId, province: ProvinceId, persons: int) -> None:
        """No more come to stand there than a state can tell of: the next one could not be read."""
        there = self.state.provinces[province].people.get(people, 0)
        if there + persons > MOST_PERSONS:
            raise self.refuse(key, "S005/most", subject=subject([key]), limit=MOST_PERSONS - there, value=persons)

    def mentioned(self, key: str) -> None:
        """Peoples that an event only speaks of: they live, or the campaign knows them."""
        given = self.data.get(key)
        for at, text in enumerate(given if isinstance(given, list) else ()):
            if text not in self.state.peoples and text not in self.world.peoples:
                known = Known(self.world, self.state)
                raise Refused(known.unknown_people("gm", f"{self.event.pointer}/{key}/{at}", text))


def happen(event: Event, state: State, world: World) -> Outcome[f.Fact]:
    """Tell that an event happened, and what it changes."""
    stage = Stage(event, state, world)
    try:
        stage.mentioned("concerns")
        stage.mentioned("against")
        effects = list(EFFECTS[event.verb](stage))
    except Refused as refused:
        return Outcome(findings=(refused.finding,))
    return Outcome([f.EventHappened(event.verb, RULES[event.verb], event.data), *effects])


def _baptise(stage: Stage) -> Iterator[f.Fact]:
    provinces = tuple(dict.fromkeys(ProvinceId(each) for each in stage.data["baptise"]))
    for index, province in enumerate(stage.data["baptise"]):
        if stage.state.provinces[province].christian:
            place = stage.world.provinces[province]
            raise stage.refuse(f"baptise/{index}", "B-5.1/christian", province=place)
    yield f.Baptised(provinces, "B-5.1")


def _add(stage: Stage) -> Iterator[f.Fact]:
    people, province, persons = stage.people("of"), stage.data["in"], stage.data["add"]
    stage.room("add", people, province, persons)
    yield f.Added(persons, "B-5.1", people, province)


def _remove(stage: Stage) -> Iterator[f.Fact]:
    people, province, persons = stage.people("of"), stage.data["in"], stage.data["remove"]
    stage.enough("remove", people, province, persons)
    yield f.Removed(persons, "B-5.1", people, province)


def _move(stage: Stage) -> Iterator[f.Fact]:
    people, source, persons = stage.people("of"), stage.data["from"], stage.data["move"]
    stage.enough("move", people, source, persons)
    stage.room("move", people, stage.data["to"], persons)
    yield f.Placed(persons, "B-5.1", people, source, stage.data["to"])


def _cede(stage: Stage) -> Iterator[f.Fact]:
    province = stage.data["cede"]
    owner = stage.state.provinces[province].owner
    to = None if stage.data["to"] == NOBODY else stage.people("to")
    if to == owner:
        raise stage.refuse("to", "B-5.2/same", province=stage.world.provinces[province])
    if to is not None and not stage.state.peoples[to].is_free_state:
        raise stage.refuse("to", "B-5.2/not-a-free-state", people=stage.name(to))
    yield f.Ceded(province, "B-5.2", to)


def _subjugate(stage: Stage) -> Iterator[f.Fact]:
    people, by = stage.people("subjugate"), stage.people("by")
    for key, each in (("subjugate", people), ("by", by)):
        if stage.state.peoples[each].kind != "tribe":
            raise stage.refuse(key, "B-5.3/not-a-tribe", people=stage.name(each))
    above: PeopleId | None = by
    while above is not None:
        if above == people:
            raise stage.refuse("by", "B-5.3/circle", people=stage.name(people), by=stage.name(by))
        above = stage.state.peoples[above].master
    if stage.state.peoples[people].master == by:
        raise stage.refuse("by", "B-5.3/already", people=stage.name(people), by=stage.name(by))
    yield f.Subjugated(people, "B-5.3", by)


def _free(stage: Stage) -> Iterator[f.Fact]:
    people = stage.people("free")
    there = stage.state.peoples[people]
    lord = there.master or there.captor
    if lord is None:
        raise stage.refuse("free", "B-5.3/free", people=stage.name(people))
    yield f.Freed(people, "B-5.3", lord)


def _crown(stage: Stage) -> Iterator[f.Fact]:
    people = stage.people("crown")
    if stage.state.peoples[people].kind != "tribe":
        raise stage.refuse("crown", "B-5.4/not-a-tribe", people=stage.name(people))
    yield from crownings(stage.state, {people: None}, "B-5.4")


def _capture(stage: Stage) -> Iterator[f.Fact]:
    people, by = stage.people("capture"), stage.people("by")
    if not stage.state.peoples[people].is_free_state:
        raise stage.refuse("capture", "B-5.4/not-a-free-state", people=stage.name(people))
    if people == by:
        raise stage.refuse("by", "B-5.4/itself", people=stage.name(people))
    lost = tuple(province for province, there in stage.state.provinces.items() if there.owner == people)
    yield f.Captured(people, "B-5.4", by, None, lost)


def _new_people(stage: Stage) -> Iterator[f.Fact]:
    data = stage.data
    new = data["new_people"]
    if new in stage.state.peoples:
        raise stage.refuse("new_people", "B-5.5/taken", id=new)
    parent = stage.people("from") if "from" in data else None
    if parent is not None:
        for province, persons in data["in"].items():
            stage.enough(f"in/{province}", parent, province, persons)
    kind = data["kind"]
    master = data.get("master")
    if master == NOBODY:
        master = None
    elif master is not None:
        master = stage.people("master")
    elif parent is not None and kind == "tribe":
        master = stage.state.peoples[parent].master
    if master is not None and (kind != "tribe" or stage.state.peoples[master].kind != "tribe"):
        raise stage.refuse("master" if "master" in data else "kind", "B-5.3/not-a-tribe", people=stage.name(master))
    player = data.get("player")
    if player is not None:
        yield from _released(player, stage)
    yield f.Appeared(
        PeopleId(new),
        "B-5.5",
        dict(data["in"]),
        kind=kind,
        from_=parent,
        master=master,
        civilised=True if kind == "state" else data.get("civilised"),
        player=player,
        # Whom the campaign does not know and the event does not name is called by its id.
        names=data.get("names") or (None if new in stage.world.peoples else {"en": new}),
        colour=data.get("colour"),
    )


def _assign(stage: Stage) -> Iterator[f.Fact]:
    people, player = stage.people("assign"), stage.data["player"]
    if player == NOBODY:
        if stage.state.peoples[people].player is None:
            raise stage.refuse("player", "B-5.5/unplayed", people=stage.name(people))
        yield f.Assigned(people, "B-5.5", None)
        return
    if stage.state.peoples[people].player == player:
        raise stage.refuse("player", "B-5.5/already", people=stage.name(people), player=player)
    yield from _released(player, stage)
    yield f.Assigned(people, "B-5.5", player)


def _released(player: str, stage: Stage) -> Iterator[f.Fact]:
    """B-5.5: a player has one people; an earlier one loses him."""
    for people, there in stage.state.peoples.items():
        if there.player == player:
            yield f.Assigned(people, "B-5.5", None)


def _modifier(stage: Stage) -> Iterator[f.Fact]:
    data = stage.data
    people, against = stage.people("modifier"), data.get("against")
    if data["strength"] == 0:
        raise stage.refuse("strength", "B-5.6/zero", people=stage.name(people))
    if data.get("turns", 1) < 1:
        raise stage.refuse("turns", "B-5.6/turns", people=stage.name(people))
    named = tuple(PeopleId(each) for each in against) if isinstance(against, list) else against
    yield f.ModifierGranted(people, "B-5.6", data["strength"], named, data.get("turns"))


def _end_modifier(stage: Stage) -> Iterator[f.Fact]:
    people = stage.people("end_modifier")
    if all(modifier.people != people for modifier in stage.state.modifiers):
        raise stage.refuse("end_modifier", "B-5.6/none", people=stage.name(people))
    yield f.ModifiersEnded(people, "B-5.6")


def _note(_: Stage) -> Iterator[f.Fact]:
    return iter(())


EFFECTS: Mapping[str, Callable[[Stage], Iterator[f.Fact]]] = {
    "baptise": _baptise,
    "modifier": _modifier,
    "new_people": _new_people,
    "add": _add,
    "remove": _remove,
    "cede": _cede,
    "free": _free,
    "subjugate": _subjugate,
    "assign": _assign,
    "end_modifier": _end_modifier,
    "crown": _crown,
    "capture": _capture,
    "move": _move,
    "note": _note,
}
RULES: Mapping[str, str] = {
    "baptise": "B-5.1",
    "add": "B-5.1",
    "remove": "B-5.1",
    "move": "B-5.1",
    "cede": "B-5.2",
    "free": "B-5.3",
    "subjugate": "B-5.3",
    "crown": "B-5.4",
    "capture": "B-5.4",
    "new_people": "B-5.5",
    "assign": "B-5.5",
    "modifier": "B-5.6",
    "end_modifier": "B-5.6",
    "note": "B-4.8.3",
}
