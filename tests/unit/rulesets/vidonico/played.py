"""Weeks that were really played, phase by phase: those of the rules' cases, and some with whatever else can happen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.unit.rulesets.vidonico.records import before, world
from turnproc.engine.dice import Dice
from turnproc.engine.journal import Journal, PlayedPhase
from turnproc.engine.resolve import steps
from turnproc.engine.ruleset import OrdersFile, Record
from turnproc.engine.rulings import Rulings
from turnproc.engine.table import Event, Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import orders as o
from turnproc.rulesets.vidonico.combination import Tk
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.parts import read_army, read_character, read_faction
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.reading_world import read_world
from turnproc.rulesets.vidonico.schedule import schedule
from turnproc.rulesets.vidonico.state import Faction, PrisonerGroup, State, copy_state
from turnproc.rulesets.vidonico.telling import Turn
from turnproc.rulesets.vidonico.world import World
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

CASES = Path(__file__).parents[3] / "rules" / "vidonico" / "cases.yaml"


def read_events(reader: VidonicoReader, rows: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
    """Events as cases have them."""
    read = reader.read_events(rows)
    assert read.value is not None, read.findings
    return read.value


def read_orders(reader: VidonicoReader, speaker: str, rows: Sequence[Mapping[str, Any]]) -> o.Orders:
    """Orders as cases have them, verb first."""
    read = reader.read_orders(OrdersFile(speaker=speaker, source=f"orders/{speaker}", pointer="/orders", orders=rows))
    assert read.value is not None, read.findings
    return read.value


def play(
    state: State,
    place: World,
    *,
    orders: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    gm: Mapping[str, Any] | None = None,
    **more: Any,
) -> Turn:
    """Play a week; what nobody threw is derived from a fixed seed."""
    gm = gm or {}
    turn = state.turn + 1
    reader = VidonicoReader(place, state)
    events = read_events(reader, gm.get("events", ()))
    given = {speaker: read_orders(reader, speaker, rows) for speaker, rows in sorted((orders or {}).items())}
    table: Table[World, o.Orders] = Table(
        turn=turn,
        world=place,
        orders=given,
        events=events,
        chronicle=gm.get("chronicle", ""),
        rulings=Rulings(gm.get("rulings", {})),
        dice=Dice(b"\x07" * 32, gm.get("dice", {}), totals=True),
        **more,
    )
    after = copy_state(state)
    phases: list[PlayedPhase[f.Fact]] = []
    for name, outcome in steps(schedule(after, table), after, apply):
        assert not outcome.findings, outcome.findings
        if phases and phases[-1].name == name:
            phases[-1].facts.extend(outcome.facts)
        else:
            phases.append(PlayedPhase(name, list(outcome.facts)))
    wrong = [*table.rulings.findings(finished=True), *table.dice.findings(finished=True)]
    assert not wrong and not table.rulings.open, (wrong, table.rulings.open)
    journal: Journal[f.Fact] = Journal(
        turn=turn,
        ruleset="vidonico",
        version=1,
        inputs={},
        rolls=table.dice.rolls,
        rulings=table.rulings.used(),
        defaults=table.rulings.defaults(),
        phases=[phase for phase in phases if phase.facts],
    )
    return Record(before=state, after=after, journal=journal, table=table)


@cache
def cases() -> Mapping[str, Any]:
    """The cases file."""
    document, problems = read_yaml(CASES.read_bytes(), CASES.name, CAMPAIGN)
    assert document is not None and not problems
    data: Any = document.data
    return dict(data)


@cache
def turn_of(name: str) -> Turn:
    """The turn of a case with call `turn` that plays through."""
    case = next(each for each in cases()["cases"] if each["id"] == name)
    given = case["given"]
    told = cases()["worlds"][given["world"]]
    place = read_world({"map": {"regions": told["map"]}}, {"languages": ["en"], **told["campaign"]}).value
    assert place is not None
    if "after" in given:
        state = turn_of(given["after"]).after
    else:
        patch = given.get("patch", {})

        def laid(kind: str) -> list[dict[str, Any]]:
            return [{**each, **patch.get(kind, {}).get(each["id"], {})} for each in told["state"][kind]]

        # Some begin with a state that no turn would leave behind, so it is not checked here.
        state = State(
            told["state"]["turn"],
            {each["id"]: read_faction(each) for each in laid("factions")},
            {each["id"]: read_army(each) for each in laid("armies")},
            {each["id"]: read_character(each) for each in laid("characters")},
        )
    return play(state, place, orders=given.get("orders"), gm=given.get("gm"))


def vectors() -> Iterator[tuple[str, Turn]]:
    """The turns of all cases that play through."""
    for case in cases()["cases"]:
        if case["call"] == "turn" and "fails" not in case["expect"] and "open" not in case["expect"]:
            yield case["id"], turn_of(case["id"])


@cache
def raid() -> Turn:
    """The battle of the source on the records' map, with events, encounters and orders of all kinds."""
    return play(
        before(),
        world(),
        orders={
            "frekre": [
                {"move": "frekre-1", "to": "plain"},
                {"formation": "dismounted", "contingent": "cuirassiers", "where": ["forest"]},
                {"retreat": "frekre-1", "to": "heights"},
                {"plan": "Feign a retreat.", "army": "frekre-1"},
                {"transfer": "pikes", "from": "frekre-2", "to": "frekre-9", "count": 50},
                {"prisoner_policy": None, "army": "frekre-1"},
                {"pursue": True, "army": "frekre-1"},
                {"character": "orlan", "role": "fight", "mounted": True},
                {"leader": "orlan", "army": "frekre-1"},
            ],
            "horde": [
                {"captive": "elsa", "fate": "hold"},
                {"prisoners": "raid-0/pikes", "fate": "enslave", "count": 4},
            ],
        },
        gm={
            "chronicle": "Snow.",
            "events": [
                {"battle": "raid-1", "day": 4, "region": "plain", "weather": "fair", "sides": SIDES},
                {"note": "A comet."},
                {"reinforce": "frekre-2", "contingent": "pikes", "count": 20, "text": "From the villages."},
                {"condition": "horde-1", "hungry": True},
                {"remove": "pikes", "count": 5, "reason": "deserted"},
                {"raise": "horde-7", "faction": "horde", "region": "heights"},
                {"character": "grima", "tactics": "3T", "weapon_skills": {"axe": "5T"}, "mounted": False},
                {"move_army": "horde-7", "to": "plain", "when": "end"},
                {"condition": "horde-1", "hungry": False, "when": "end"},
            ],
            "dice": {
                "tactics/raid-1/frekre": [2, 3, 4, 2],
                "tactics/raid-1/horde": [4, 4, 3],
                "fate/raid-1/grima": [5],
            },
            "rulings": {"difficulty/raid-1": 12},
        },
        absent=("horde",),
        rejected={"orders/horde.yaml": 2},
        struck=("grima",),
    )


SIDES = [
    {"id": "frekre", "armies": ["frekre-1"]},
    {"id": "horde", "armies": ["horde-1"]},
]


def fight(*orders: Mapping[str, Any], dice: Mapping[str, Any], **more: Any) -> Turn:
    """The two armies of the world `fronts` fight on the plain; `more` goes into the game master's file."""
    whole = turn_of("turn-009")
    sides = [{"id": "f", "armies": ["frekre-1"]}, {"id": "h", "armies": ["horde-1"]}]
    events = [{"battle": "b1", "day": 4, "region": "plain", "sides": sides}, *more.pop("events", ())]
    thrown = {f"tactics/b1/{side}": number for side, number in dice.items() if side in ("f", "h")}
    thrown |= {label: number for label, number in dice.items() if "/" in label}
    state = more.pop("state", whole.before)
    gm = {"events": events, "dice": thrown, **more}
    return play(state, whole.table.world, orders={"frekre": list(orders)} if orders else None, gm=gm)


def with_prisoners(army: str, group: PrisonerGroup) -> State:
    """The world `fronts`, where an army holds somebody."""
    state = copy_state(turn_of("turn-009").before)
    state.armies = {**state.armies, army: replace(state.armies[army], prisoners=(group,))}
    return state


def without_soldiers(*armies: str) -> State:
    """The world `fronts`, where some armies have lost everybody."""
    state = copy_state(turn_of("turn-009").before)
    state.armies = {
        key: replace(army, contingents=tuple(replace(each, count=0) for each in army.contingents))
        if key in armies
        else army
        for key, army in state.armies.items()
    }
    return state


def with_heroes(state: State | None = None) -> State:
    """The world `fronts`, whose characters are players' and fight on foot."""
    found = copy_state(state or turn_of("turn-009").before)
    skills = {"sword": Tk("3T")}
    found.characters = {
        key: replace(each, pc=True, role="fight", weapon_skills=skills) for key, each in found.characters.items()
    }
    return found


GROUP = PrisonerGroup(id="old/pikes", from_faction="frekre", species="human", quality="regular", count=40, taken_turn=3)
FOREIGN = replace(GROUP, id="old/herd", from_faction="elves")


@cache
def others() -> Mapping[str, Turn]:
    """Weeks in which happens what happens in none of the cases."""
    elves = with_prisoners("horde-1", FOREIGN)
    elves.factions = {**elves.factions, "elves": Faction(id="elves", tags=("centaurs",))}
    attack = {"stance": "attack", "army": "frekre-1"}
    return {
        "chaos": fight(dice={"f": 4, "h": 5}),
        "mutual": play(
            with_equals(),
            turn_of("turn-009").table.world,
            gm={"events": [EQUAL], "dice": {"tactics/b1/f": 9, "tactics/b1/h": 9}},
        ),
        "killed": fight(dice={"f": 4, "h": 12, "fate/b1/anna": 3}, state=with_heroes()),
        "rescued": fight(
            dice={"f": 12, "h": 12, "fate/b1/anna": 5},
            state=with_heroes(),
            rulings={"captive/b1/anna": "rescued"},
        ),
        "taken": fight(dice={"f": 11, "h": 5}, state=elves, rulings={"held_prisoners/b1/horde-1": "taken"}),
        "walkover": fight(dice={}, state=without_soldiers("frekre-1")),
        "nobody": fight(dice={}, state=without_soldiers("frekre-1", "horde-1")),
        "encounter": play(
            turn_of("turn-009").before,
            turn_of("turn-009").table.world,
            orders={"frekre": [attack]},
            gm={
                "rulings": {
                    "encounter/plain/frekre-1+horde-1": "battle",
                    "tactics/frekre-1-vs-horde-1-t5/frekre-1": {"dice": 1, "reason": "a good plan"},
                },
            },
        ),
        "no-encounter": play(
            turn_of("turn-009").before,
            turn_of("turn-009").table.world,
            orders={"frekre": [attack]},
            gm={"rulings": {"encounter/plain/frekre-1+horde-1": "no_battle"}},
        ),
        "rerolled": fight(
            dice={
                "f": 11,
                "h": 5,
                "fate/b1/anna": 24,
                "loot/b1/anna/1": 14,
                "loot/b1/anna/1/r1": 15,
                "loot/b1/anna/2": 9,
            },
            state=with_heroes(),
            rulings={"reroll": ["loot/b1/anna/1"], "recovery/horde-2": {"rate": "1/3"}},
        ),
    }


def with_equals() -> State:
    """The world `fronts`, where both armies on the plain have the same men."""
    state = copy_state(turn_of("turn-009").before)
    men = state.armies["frekre-1"].contingents[1]
    state.armies = {
        **state.armies,
        "frekre-1": replace(state.armies["frekre-1"], contingents=(men,)),
        "horde-1": replace(state.armies["horde-1"], contingents=(replace(men, id="men"),)),
    }
    return state


EQUAL = {
    "battle": "b1",
    "region": "plain",
    "sides": [{"id": "f", "armies": ["frekre-1"]}, {"id": "h", "armies": ["horde-1"]}],
}
