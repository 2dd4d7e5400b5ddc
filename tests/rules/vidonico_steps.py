"""The checks of vidonico's cases about one step of a week: a march, an encounter, a commander, prisoners.

Each lays out the smallest world that shows it, and lets the phases themselves answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tests.rules.vectors import Check, Happened
from tests.rules.vidonico_turns import turn
from turnproc.engine.dice import Dice
from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.engine.resolve import steps
from turnproc.engine.ruleset import OrdersFile
from turnproc.engine.rulings import How, Rulings
from turnproc.engine.table import Table
from turnproc.rulesets import rulesets
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.battle import Held, Host, Memory, Plan, PlannedSide
from turnproc.rulesets.vidonico.combination import Combination, Tk
from turnproc.rulesets.vidonico.facts import Fact
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.encounters import meet
from turnproc.rulesets.vidonico.phases.muster import hold_muster
from turnproc.rulesets.vidonico.phases.tactics import dice_of
from turnproc.rulesets.vidonico.phases.withdrawal import give_up_held
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.reading_world import read_settings
from turnproc.rulesets.vidonico.schedule import schedule
from turnproc.rulesets.vidonico.state import Army, Character, Contingent, Faction, PrisonerGroup, State, copy_state
from turnproc.rulesets.vidonico.strength import muster
from turnproc.rulesets.vidonico.world import Region, World

OURS, THEIRS = "ours", "theirs"


def _region(id_: str, adjacent: Iterable[str] = (), terrain: Any = "open") -> Region:
    return Region(Name(id_), terrain, frozenset(adjacent))


def _soldiers(id_: str, count: int) -> Contingent:
    return Contingent(id=id_, species="human", quality="regular", count=count)


def _state(armies: Iterable[Army], characters: Iterable[Character] = (), *, tags: tuple[str, ...] = ()) -> State:
    return State(
        turn=3,
        factions={OURS: Faction(id=OURS, tags=tags), THEIRS: Faction(id=THEIRS)},
        armies={army.id: army for army in sorted(armies, key=lambda each: each.id)},
        characters={each.id: each for each in sorted(characters, key=lambda each: each.id)},
    )


def _table(world: World, *, orders: Mapping[str, Orders] | None = None) -> Table[World, Orders]:
    return Table(turn=4, world=world, orders=orders or {}, rulings=Rulings(), dice=Dice(None))


def _week(world: World, state: State, orders: list[dict[str, Any]]) -> tuple[list[str], State, list[tuple[str, Fact]]]:
    """Read our orders and play the week: codes of findings, the state after, facts with the names of their phases."""
    file = OrdersFile(speaker=OURS, source="orders/ours", pointer="/orders", orders=orders)
    read = VidonicoReader(world, state).read_orders(file)
    after = copy_state(state)
    facts: list[tuple[str, Fact]] = []
    if not read.findings and read.value is not None:
        table = _table(world, orders={OURS: read.value})
        for name, outcome in steps(schedule(after, table), after, apply):
            facts += [(name, fact) for fact in outcome.facts]
    return _codes(read.findings), after, facts


def _codes(findings: Iterable[Finding]) -> list[str]:
    return [finding.message.partition("/")[0] for finding in findings]


def encounter(given: Mapping[str, Any]) -> Happened:
    """A-4: is there a question, and what is its default."""
    region = "<region>"
    armies = [
        Army(
            id=id_,
            faction=faction,
            region=region if id_ == "a" or given["same_region"] else "elsewhere",
            stance=given["stance"][id_],
            contingents=(_soldiers(f"{id_}-men", 50),),
        )
        for id_, faction in (("a", OURS), ("b", THEIRS))
    ]
    alliances = (frozenset((OURS, THEIRS)),) if given.get("allied") else ()
    world = World({region: _region(region), "elsewhere": _region("elsewhere")}, alliances=alliances)
    sides = (PlannedSide(id="a", armies=("a",)), PlannedSide(id="b", armies=("b",)))
    plans = [Plan(id="b1", sides=sides, region=region)] if given["named_in_gm_file"] else []
    table = _table(world)
    meet(plans, _state(armies), table)
    return _asked(table)


def _asked(table: Table[World, Orders]) -> Happened:
    asked = next(iter(table.rulings.asked), None)
    return Happened(
        {
            "question": None if asked is None else asked.question.id,
            "default": asked.shown if asked is not None and asked.how is How.DEFAULT else None,
        }
    )


def move(given: Mapping[str, Any]) -> Happened:
    """A-2: where an army is after its order, or what is wrong with it."""
    here, adjacent = given["region"], given.get("adjacent")
    others = {"far", "hills-1", "valley"} - {here}
    world = World({here: _region(here, adjacent or ()), **{each: _region(each) for each in others}})
    army = Army(id="host", faction=OURS, region=here, previous_region=given.get("previous_region"))
    orders = [] if given["to"] is None else [{"move": "host", "to": given["to"]}]
    return _host_after(*_week(world, _state([army]), orders)[:2])


def _host_after(codes: list[str], after: State) -> Happened:
    if codes:
        return Happened({"error": codes[0]})
    host = after.armies["host"]
    return Happened({"region": host.region, "previous_region": host.previous_region})


def commander(given: Mapping[str, Any]) -> Happened:
    """X-0: who commands a side. A regular foot soldier on open ground is worth 3."""
    armies, people = [], []
    for each in given["armies"]:
        men = _soldiers(f"{each['id']}-men", each["strength"] // 3)
        armies.append(Army(id=each["id"], faction=OURS, region="plain", leader=each["leader"], contingents=(men,)))
        if each["leader"] is not None:
            people.append(Character(id=each["leader"], faction=OURS, army=each["id"], tactics=Tk("2T")))
    for each in given.get("characters") or ():
        people.append(Character(id=each["id"], faction=OURS, army=armies[0].id, tactics=Tk(each["tactics"])))
    enemy = Army(id="enemy", faction=THEIRS, region="plain", leader="foe", contingents=(_soldiers("foes", 10),))
    foe = Character(id="foe", faction=THEIRS, army="enemy", tactics=Tk("2T"))
    side = PlannedSide(id="<side>", armies=tuple(army.id for army in armies), commander=given["named"])
    plan = Plan(id="<battle>", sides=(side, PlannedSide(id="y", armies=("enemy",))), region="plain", pointer="")
    state, table = _state([*armies, enemy], [*people, foe]), _table(World({"plain": _region("plain")}))
    held = hold_muster(plan, state, table, Memory(4))
    assert held.scene is not None, held.findings
    found = held.scene.hosts[0]
    question = next((each for each in table.rulings.asked if each.question.id.startswith("leader/")), None)
    return Happened(
        {
            "commander": found.commander,
            "question": None if question is None else question.question.id,
            "default": None if question is None else question.shown,
            "tk": str(dice_of(held.scene, found, state, table).rolled),
        }
    )


def retreat_target(given: Mapping[str, Any]) -> Happened:
    """B-1: where a beaten army goes. The battle is a walk-over, for nobody is left in it."""
    here = given["region"]
    world = World({each: _region(each) for each in {here, "hills-1", "valley"}})
    beaten = Army(id="<army>", faction=OURS, region=here, previous_region=given["previous_region"])
    enemy = Army(id="enemy", faction=THEIRS, region=here, contingents=(_soldiers("foes", 10),))
    state = _state([beaten, enemy])
    orders = [] if given["order"] is None else [{"retreat": "<army>", "to": given["order"]}]
    file = OrdersFile(speaker=OURS, source="orders/ours", pointer="/orders", orders=orders)
    reader = VidonicoReader(world, state)
    read = reader.read_orders(file)
    if read.findings:
        return Happened({"error": _codes(read.findings)[0]})
    sides = [{"id": "x", "armies": ["<army>"]}, {"id": "y", "armies": ["enemy"]}]
    events = reader.read_events([{"battle": "<battle>", "region": here, "sides": sides}])
    assert events.value is not None and read.value is not None
    table = replace(_table(world, orders={OURS: read.value}), events=events.value)
    for _, outcome in steps(schedule(state, table), state, apply):
        assert not outcome.findings
    return Happened({**_asked(table).found, "region": state.armies["<army>"].region})


def held_prisoners(given: Mapping[str, Any]) -> Happened:
    """B-2: what is asked about those whom a beaten army held."""
    group = PrisonerGroup(
        id="old/foes", from_faction=THEIRS, species="human", quality="regular", count=given["held"], taken_turn=2
    )
    army = Army(
        id="<army>",
        faction=OURS,
        region="plain",
        contingents=(_soldiers("men", 10),),
        prisoners=(group,) if given["held"] else (),
    )
    enemy = Army(id="enemy", faction=THEIRS, region="plain", contingents=(_soldiers("foes", 10),))
    world = World({"plain": _region("plain")})
    sides = (PlannedSide(id="x", armies=("<army>",)), PlannedSide(id="y", armies=("enemy",)))
    plan = Plan(id="<battle>", sides=sides, region="plain")
    table = _table(world)
    held = Held(tuple(each.id for each in army.prisoners), ())
    victor = Host(sides[1], muster(enemy, "open", world.settings))
    give_up_held(plan, army, given["row"], held, victor, _state([army, enemy]), table)
    return _asked(table)


def prisoner_fate(given: Mapping[str, Any]) -> Happened:
    """P-3: what an order about a group does."""
    group = PrisonerGroup(**{**given["group"], "from_faction": THEIRS, "taken_turn": 2})
    army = Army(id="host", faction=OURS, region="plain", contingents=(_soldiers("men", 10),), prisoners=(group,))
    world = World({"plain": _region("plain")}, settings=read_settings(given.get("settings") or {}))
    order = {"prisoners": group.id, "fate": given["fate"]}
    if "count" in given:
        order["count"] = given["count"]
    codes, after, facts = _week(world, _state([army]), [order])
    if codes:
        return Happened({"error": codes[0]})
    left = after.armies["host"].group(group.id)
    ours = after.factions[OURS]
    new = [(name, fact.contingent) for name, fact in facts if isinstance(fact, f.PrisonersDisposed)]
    found: dict[str, Any] = {
        "group_left": 0 if left is None else left.count,
        "tally": {"enslaved": ours.enslaved, "executed": ours.executed},
        "stragglers": sum(each.count for each in after.factions[THEIRS].stragglers),
    }
    for name, contingent in new:
        if contingent is None:
            continue
        assert contingent in after.armies["host"].contingents
        fields = ("species", "quality", "barbarian", "firearms", "metal_armour", "mount", "count")
        found["new_contingent"] = {field: getattr(contingent, field) for field in fields}
        # All battles of the week are over by then.
        found["available_from"] = "next turn" if name == "prisoners" else name
    return Happened(found)


def leader_killed(given: Mapping[str, Any]) -> Happened:
    """F-8: the leader of the beaten army of the world `example` dies, by thrown dice."""
    sides = [{"id": "frekre", "armies": ["frekre-1"]}, {"id": "horde", "armies": ["horde-1"]}]
    who = given["character"]
    dice = {"tactics/b1/frekre": 6, "tactics/b1/horde": 12, f"fate/b1/{who}": 3, "fate/b1/grima": 33}
    dice |= {"loot/b1/grima/1": 4, "loot/b1/grima/2": 3, "loot/b1/grima/3": 2}
    events = [{"battle": "b1", "region": "plain", "sides": sides}]
    found = turn({"world": "example", "gm": {"turn": 3, "events": events, "dice": dice}}).found
    assert found["characters"][who]["row"] == given["row"], found
    lost = [fact for fact in found["facts"] if "leader_lost" in fact and fact["character"] == given["army_leader"]]
    return Happened(
        {"army_leader": found["armies"]["frekre-1"]["leader"], "fact": "leader_lost" if len(lost) == 1 else None}
    )


def questions(given: Mapping[str, Any]) -> Happened:
    """Section 5: what is open before a battle can be fought, and which defaults were used."""
    world = World({"plain": _region("plain", terrain=given["region_terrain"])})
    armies = [
        Army(id=id_, faction=faction, region="plain", contingents=(_soldiers(f"{id_}-men", 50),))
        for id_, faction in (("a", OURS), ("b", THEIRS))
    ]
    state = _state(armies)
    sides = [{"id": id_, "armies": [id_]} for id_ in ("a", "b")]
    event = {"battle": given["battle"]["id"], "region": "plain", "sides": sides}
    events = VidonicoReader(world, state).read_events([event])
    assert events.value is not None
    table = replace(_table(world), events=events.value)
    for _, outcome in steps(schedule(state, table), state, apply):
        assert not outcome.findings
    return Happened(
        {"open": [each.question.id for each in table.rulings.open], "defaults": list(table.rulings.defaults())}
    )


def dice_override(given: Mapping[str, Any]) -> Happened:
    """G-5: dice that were thrown at the table, as a total or one by one."""
    ruleset = rulesets()["vidonico"]
    expression = Combination.of(given["tk"]).expression
    dice = Dice(None, {"tactics/b1/x": given["value"]}, totals=ruleset.thrown_totals)
    roll = dice.roll("tactics/b1/x", expression)
    codes = [ruleset.own_codes.get(each.message, each.message) for each in dice.findings(finished=True)]
    return Happened({"error": codes[0]} if codes else {"accepted": True, "total": roll.total})


CHECKS: Mapping[str, Check] = {
    "encounter": encounter,
    "move": move,
    "commander": commander,
    "retreat_target": retreat_target,
    "held_prisoners": held_prisoners,
    "prisoner_fate": prisoner_fate,
    "leader_killed": leader_killed,
    "questions": questions,
    "dice_override": dice_override,
}
