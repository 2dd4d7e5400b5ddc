"""Small random games of bellum for hypothesis: a map, a state that keeps B-2, and orders, most of them allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from turnproc.engine.resolve import Resolution, resolve
from turnproc.engine.ruleset import OrdersFile
from turnproc.engine.rulings import Rulings
from turnproc.engine.table import Table
from turnproc.rulesets.bellum import RULESET
from turnproc.rulesets.bellum.facts import Fact
from turnproc.rulesets.bellum.orders import Orders
from turnproc.rulesets.bellum.state import State
from turnproc.rulesets.bellum.world import World

PROVINCES = [f"p{number}" for number in range(6)]
PEOPLES = [f"a{number}" for number in range(6)]


@dataclass(frozen=True)
class Game:
    """A random game as the campaign's files would have it."""

    map: dict[str, Any]
    peoples: dict[str, Any]
    state: dict[str, Any]
    orders: dict[str, list[dict[str, Any]]]
    events: list[dict[str, Any]]
    settings: dict[str, Any]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game."""
    links = draw(
        st.lists(
            st.tuples(st.sampled_from(PROVINCES), st.sampled_from(PROVINCES)).filter(lambda ends: ends[0] < ends[1]),
            min_size=4,
            max_size=12,
            unique=True,
        )
    )
    kinds = st.sampled_from(["land", "land", "land", "sea", "state_sea"])
    game_map = {
        "kingmaker": PROVINCES[0],
        "provinces": [{"id": province, "names": {"en": province}} for province in PROVINCES],
        "links": [{"between": list(ends), "kind": draw(kinds)} for ends in links],
    }
    state = draw(states())
    speakers = [people for people, entry in state["peoples"].items() if "master" not in entry]
    settings = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "freedom_after": st.integers(0, 3),
                "split_after": st.integers(0, 3),
                "subjugation": st.sampled_from(["automatic", "ordered"]),
                "crown_subjugated": st.booleans(),
            },
        )
    )
    sent = draw(st.lists(st.sampled_from(speakers), unique=True)) if speakers else []
    orders = {speaker: draw(orders_of(speaker, state, game_map)) for speaker in sent}
    peoples = {"peoples": [{"id": people, "names": {"en": people}} for people in PEOPLES]}
    return Game(game_map, peoples, state, orders, draw(events()), settings)


@st.composite
def states(draw: st.DrawFn) -> dict[str, Any]:
    """A state without breaches of B-2."""
    counts = {
        province: draw(st.dictionaries(st.sampled_from(PEOPLES), st.integers(1, 4), max_size=3))
        for province in PROVINCES
    }
    alive = sorted({people for there in counts.values() for people in there})
    peoples: dict[str, dict[str, Any]] = {}
    for people in alive:
        entry: dict[str, Any] = {"kind": draw(st.sampled_from(["tribe", "tribe", "state"])), "player": f"of-{people}"}
        tribes = [other for other, there in peoples.items() if there["kind"] == "tribe"]
        # A master stands earlier in the list, so there are no circles.
        if entry["kind"] == "tribe" and tribes and draw(st.booleans()):
            entry["master"] = draw(st.sampled_from(tribes))
        elif entry["kind"] == "state" and draw(st.integers(0, 4)) == 0:
            entry["captor"] = draw(st.sampled_from(PEOPLES))
        peoples[people] = entry
    owners = [people for people, entry in peoples.items() if entry["kind"] == "state" and "captor" not in entry]
    provinces = {}
    for province, there in counts.items():
        land: dict[str, Any] = {"christian": draw(st.booleans()), "people": there}
        is_owned = draw(st.booleans())
        if owners and is_owned:
            land["owner"] = draw(st.sampled_from(owners))
        provinces[province] = land
    return {"format": "turnproc.bellum.state/1", "turn": 0, "peoples": peoples, "provinces": provinces}


@st.composite
def orders_of(draw: st.DrawFn, speaker: str, state: Mapping[str, Any], game_map: Mapping[str, Any]) -> list[Any]:
    """Orders of a speaker for its own people and those below it: most are allowed, so files are mostly accepted."""
    own = [people for people in state["peoples"] if _head(people, state) == speaker]
    orders: list[dict[str, Any]] = []
    for province, land in state["provinces"].items():
        for people in own:
            left = land["people"].get(people, 0)
            while left and draw(st.booleans()):
                persons = draw(st.integers(1, left))
                left -= persons
                orders.append(draw(_counted(people, persons, province, game_map)))
    others = st.sampled_from([people for people in state["peoples"] if people not in own] or ["a0"])
    place = st.sampled_from(PROVINCES)
    rest = st.one_of(
        st.fixed_dictionaries({"subjugate": others}),
        st.fixed_dictionaries({"spare": others}),
        st.fixed_dictionaries({"retreat": place, "to": st.lists(place, min_size=1, max_size=3, unique=True)}),
        st.fixed_dictionaries({"annex": place}),
        st.fixed_dictionaries({"renounce": place}),
        st.fixed_dictionaries({"assimilate": others, "in": place}),
        st.fixed_dictionaries({"crown": st.sampled_from(own)}),
    )
    if draw(st.integers(0, 3)) == 0:
        orders += draw(st.lists(rest, max_size=2))
    return orders


@st.composite
def _counted(draw: st.DrawFn, people: str, persons: int, province: str, game_map: Mapping[str, Any]) -> dict[str, Any]:
    targets = [
        end for link in game_map["links"] if province in link["between"] for end in link["between"] if end != province
    ]
    enemies = st.lists(
        st.sampled_from(PEOPLES).filter(lambda each: each != people), min_size=1, max_size=2, unique=True
    )
    goes = draw(st.booleans())
    if targets and goes:
        order: dict[str, Any] = {"move": persons, "of": people, "from": province, "to": draw(st.sampled_from(targets))}
        attack = draw(st.one_of(st.none(), st.just("all"), enemies))
        return order if attack is None else order | {"attack": attack}
    order = {"hold": persons, "of": people, "in": province}
    stance = draw(
        st.one_of(
            st.none(),
            st.just({"attack": "all"}),
            st.just({"meet": "newcomers"}),
            enemies.map(lambda named: {"meet": named}),
        )
    )
    return order if stance is None else order | stance


def events() -> st.SearchStrategy[list[dict[str, Any]]]:
    """A few events that may or may not apply."""
    place, people, when = st.sampled_from(PROVINCES), st.sampled_from(PEOPLES), st.sampled_from(["start", "end"])
    return st.lists(
        st.one_of(
            st.fixed_dictionaries({"add": st.integers(1, 3), "of": people, "in": place, "when": when}),
            st.fixed_dictionaries({"remove": st.integers(1, 3), "of": people, "in": place, "when": when}),
            st.fixed_dictionaries({"free": people, "when": when}),
            st.fixed_dictionaries({"subjugate": people, "by": people, "when": when}),
            st.fixed_dictionaries({"modifier": people, "strength": st.integers(-2, 2), "when": when}),
            st.fixed_dictionaries({"new_people": st.just("new"), "kind": st.just("tribe"), "in": st.just({"p1": 2})}),
        ),
        max_size=2,
    )


def _head(people: str, state: Mapping[str, Any]) -> str:
    while (master := state["peoples"][people].get("master")) is not None:
        people = master
    return people


@dataclass(frozen=True)
class Run:
    """A game that was played."""

    world: World
    before: State
    table: Table[World, Orders]
    resolution: Resolution[State, Fact]


def run(game: Game) -> Run:
    """Play a game in memory; speakers whose orders have errors count as having sent nothing."""
    world = RULESET.read_world({"map": game.map, "peoples": game.peoples}, {"settings": game.settings}).value
    assert world is not None
    read = RULESET.read_state(game.state, world)
    assert read.value is not None, read.findings
    before = read.value
    reader = RULESET.reader(world, before)
    orders: dict[str, Orders] = {}
    for speaker, given in game.orders.items():
        file = OrdersFile(speaker=speaker, source=f"orders/{speaker}", pointer="/orders", orders=given)
        answer = reader.read_orders(file)
        if answer.value is not None and not any(is_error(finding.message) for finding in answer.findings):
            orders[speaker] = answer.value
    happening = reader.read_events(game.events)
    table: Table[World, Orders] = Table(
        turn=1,
        world=world,
        orders={speaker: orders[speaker] for speaker in sorted(orders)},
        events=happening.value or (),
        rulings=Rulings(),
    )
    return Run(world, before, table, resolve(RULESET, before, table))


def is_error(message: str) -> bool:
    """Does a finding reject its file?"""
    from turnproc.diagnostics.codes import MESSAGES

    entry = RULESET.messages.get(message) or MESSAGES[message]
    return entry.severity == "error"
