"""The map of bellum: what stands where, and what went where in a turn (docs/rules/bellum.md, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.picture import Arrow, Going, Key, Look, Marker, Owner, Picture, Place, Shape, Way, spare_colour
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import Wording
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.state import State, name_of, ranks
from turnproc.rulesets.bellum.telling import Telling, Turn
from turnproc.rulesets.bellum.world import LinkKind, PeopleId, World

_LOOKS: Final[Mapping[LinkKind, Look]] = {"land": "border", "sea": "lane", "state_sea": "narrow"}
_GROUND: Final = (
    ("bright", N_("Christian province")),
    ("dark", N_("pagan province")),
    ("inner", N_("border of provinces")),
    ("realm", N_("border of states: the owner's colour tints his land")),
    ("closed", N_("no way across")),
    ("road", N_("linked by land")),
    ("lane", N_("sea lane, open to all")),
    ("narrow", N_("sea lane for states only")),
)
_MARKERS: Final = (
    ("square", N_("has, had or may found a state")),
    ("circle", N_("tribe")),
    ("outline", N_("subjugated: rimmed in its master's colour")),
    ("concave", N_("tribe that rules others")),
    ("text", N_("Number: persons. Letter: the people.")),
)
_GOINGS: Final = (
    ("attack", N_("attack")),
    ("peace", N_("move in peace")),
    ("back", N_("thrown back, or withdrawn")),
    ("fight", N_("battle")),
)


def places(world: World) -> dict[str, tuple[float, float] | None]:
    """All provinces, with their points."""
    return {province: world.positions.get(province) for province in world.provinces}


def standing(world: World, state: State, turn: int, words: Words) -> Picture:
    """Who stands where after a turn; 0 is the start."""
    wording = Wording(words)
    if turn:
        title = wording.say(N_("The map after turn {turn} (year {year})"), turn=turn, year=_year(world, turn + 1))
    else:
        title = wording.say(N_("The map at the start (year {year})"), year=_year(world, 1))
    return Picture(
        title=title,
        places=list(_places(world, state, wording, with_markers=True)),
        ways=list(_ways(world)),
        owners=list(_owners(world, (state,), wording)),
        keys=[Key(sample, words.text(text)) for sample, text in (*_GROUND, *_MARKERS)],
    )


def of_turn(record: Turn, words: Words) -> Picture:
    """What went where in a turn, and where there were battles, on the map as it was before."""
    world, wording = record.table.world, Wording(words)
    title = N_("Moves and battles of turn {turn} ({first}–{last})")
    first, last = _year(world, record.journal.turn), _year(world, record.journal.turn + 1)
    owners = list(_owners(world, (record.before, record.after), wording))
    fights = {fact.battle for fact in record.journal.facts() if isinstance(fact, f.Battle)}
    return Picture(
        title=wording.say(title, turn=record.journal.turn, first=first, last=last),
        places=list(_places(world, record.before, wording, with_markers=False)),
        ways=list(_ways(world)),
        owners=[*owners, *_passing(record, words, {each.id for each in owners})],
        arrows=list(_arrows(record.journal.facts())),
        fights=[province for province in world.provinces if province in fights],
        keys=[Key(sample, words.text(text)) for sample, text in (*_GROUND, *_GOINGS, _MARKERS[-1])],
    )


def _year(world: World, turn: int) -> str:
    """The first year of a turn; one before the era has a minus."""
    return str(world.calendar.years(turn)[0]).replace("-", "−")


def _places(world: World, state: State, wording: Wording, *, with_markers: bool) -> Iterator[Place]:
    order = ranks(state.peoples, world)
    for province, name in world.provinces.items():
        there = state.provinces[province]
        yield Place(
            id=province,
            label=wording.name(name, "Nom"),
            at=world.positions.get(province),
            owner=there.owner,
            is_bright=there.christian,
            markers=[
                Marker(owner=people, count=count, shape=_shape(state, people), outline=state.peoples[people].master)
                for people, count in sorted(there.people.items(), key=lambda entry: (-entry[1], order[entry[0]]))
                if with_markers
            ],
        )


def _shape(state: State, people: PeopleId) -> Shape:
    """The first that fits of hexagon, concave square, square and circle."""
    this = state.peoples[people]
    if this.master is not None:
        return "hexagon"
    if any(other.master == people for other in state.peoples.values()):
        return "concave"
    return "square" if this.civilised or this.kind == "state" else "circle"


def _ways(world: World) -> Iterator[Way]:
    for one, links in world.links.items():
        for other, kind in links.items():
            if world.place[one] < world.place[other]:
                yield Way(one, other, _LOOKS[kind])


def _owners(world: World, states: Iterable[State], wording: Wording) -> Iterator[Owner]:
    """All peoples, in the order in which reports list them; who has no colour gets one of those kept for such."""
    found: dict[PeopleId, State] = {}
    for state in states:
        found |= dict.fromkeys(
            (*state.peoples, *(each.owner for each in state.provinces.values() if each.owner)), state
        )
    order = ranks(found, world)
    for at, people in enumerate(sorted(found, key=lambda each: order[each])):
        this = found[people].peoples.get(people)
        listed = world.peoples.get(people)
        colour = (this.colour if this is not None else None) or (listed.colour if listed is not None else None)
        name = wording.name(name_of(people, found[people], world), "short.nom")
        yield Owner(id=people, name=name, colour=colour or spare_colour(at))


def _passing(record: Turn, words: Words, known: set[str]) -> Iterator[Owner]:
    """The peoples that came and went within the turn: neither state knows them, but they may have moved."""
    world, telling = record.table.world, Telling(record, words)
    for fact in record.journal.facts():
        if isinstance(fact, f.Appeared | f.Parted):
            people = fact.appeared if isinstance(fact, f.Appeared) else fact.parted
            if people not in known:
                known.add(people)
                listed = world.peoples.get(people)
                colour = fact.colour or (listed.colour if listed is not None else None)
                name = telling.wording.name(telling.people(people), "short.nom")
                yield Owner(id=people, name=name, colour=colour or spare_colour(len(known) - 1))


def _arrows(facts: Iterable[f.Fact]) -> Iterator[Arrow]:
    """Who went from where to where; persons on the same way go together."""
    counts: dict[tuple[str, str, str, Going], int] = {}
    for fact in facts:
        match fact:
            case f.Moved():
                key: tuple[str, str, str, Going] = (fact.of, fact.from_, fact.to, "attack" if fact.attack else "peace")
                counts[key] = counts.get(key, 0) + fact.moved
            case f.ThrownBack() | f.Withdrew():
                key = (fact.of, fact.from_, fact.to, "back")
                persons = fact.withdrew if isinstance(fact, f.Withdrew) else fact.thrown_back
                counts[key] = counts.get(key, 0) + persons
            case _:
                pass
    for (people, from_, to, going), count in counts.items():
        yield Arrow(owner=people, from_=from_, to=to, going=going, count=count)
