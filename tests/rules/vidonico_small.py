"""The checks of vidonico's cases about one step of a turn: each is played in a world that has nothing else in it.

Ids stand in the places that a case leaves open: the battle of `captive/<battle>/<character>` is called `<battle>`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.rules.vectors import Happened
from tests.rules.vidonico_pure import Given, contingent_of, settings_of
from turnproc.engine.dice import Dice
from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.engine.resolve import steps
from turnproc.engine.ruleset import OrdersFile
from turnproc.engine.rulings import Asked, Rulings
from turnproc.engine.table import Event, Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.schedule import schedule
from turnproc.rulesets.vidonico.state import Army, Character, Contingent, Faction, PrisonerGroup, State, copy_state
from turnproc.rulesets.vidonico.world import Region, Settings, World

TURN = 5
BATTLE, SIDE, ARMY, REGION = "<battle>", "<side>", "<army>", "<region>"
# The dice that a battle is decided with: the first side fails or succeeds, and so does the second.
WINS, LOSES = 18, 3


@dataclass
class Small:
    """A small world before a turn, and what came of it."""

    world: World
    before: State
    events: list[dict[str, Any]] = field(default_factory=list)
    dice: dict[str, int | list[int]] = field(default_factory=dict)
    rulings: dict[str, Any] = field(default_factory=dict)
    after: State | None = None
    facts: list[f.Fact] = field(default_factory=list)
    asked: Sequence[Asked] = ()

    def play(self, orders: Mapping[str, Orders] | None = None) -> Small:
        """Play the turn."""
        table = Table(
            turn=TURN,
            world=self.world,
            orders=orders or {},
            events=tuple(Event(at, "battle", "battle", data) for at, data in enumerate(self.events)),
            rulings=Rulings(self.rulings),
            dice=Dice(bytes(32), self.dice, totals=True),
        )
        self.after = copy_state(self.before)
        for _, outcome in steps(schedule(self.after, table), self.after, apply):
            assert outcome.findings == ()
            self.facts += outcome.facts
        self.asked = table.rulings.asked
        return self

    def read(self, *orders: Mapping[str, Any], speaker: str = "f") -> tuple[Orders | None, tuple[Finding, ...]]:
        """Orders as a reader takes them, and what is wrong with them."""
        file = OrdersFile(speaker=speaker, source=f"orders/{speaker}", pointer="/orders", orders=orders)
        read = VidonicoReader(self.world, self.before).read_orders(file)
        return read.value, read.findings

    def question(self, kind: str) -> Asked | None:
        """The question of a kind that was asked, if any."""
        return next((each for each in self.asked if each.question.id.startswith(f"{kind}/")), None)

    def only(self, kind: type[Any]) -> Any:
        """The one fact of a kind."""
        (fact,) = (each for each in self.facts if isinstance(each, kind))
        return fact


def _told(asked: Asked | None) -> dict[str, Any]:
    """A question as cases name it."""
    if asked is None:
        return {"question": None}
    return {"question": asked.question.id, "default": asked.question.default_shown}


def _world(regions: Mapping[str, Sequence[str]], settings: Settings | None = None, *alliances: frozenset[str]) -> World:
    there = {region: Region(Name(region), "open", frozenset(adjacent)) for region, adjacent in regions.items()}
    return World(regions=there, settings=settings or Settings(), alliances=alliances)


def _state(armies: Sequence[Army], characters: Sequence[Character] = ()) -> State:
    factions = {army.faction: Faction(id=army.faction) for army in armies}
    return State(
        TURN - 1,
        dict(sorted(factions.items())),
        {army.id: army for army in sorted(armies, key=lambda army: army.id)},
        {each.id: each for each in sorted(characters, key=lambda each: each.id)},
    )


def _foot(contingent: str, count: int = 300) -> Contingent:
    return contingent_of({"id": contingent, "count": count})


def _army(army: str, faction: str, region: str = REGION, count: int = 300, **fields: Any) -> Army:
    return Army(**{"contingents": (_foot(f"{army}-men", count),)} | fields, id=army, faction=faction, region=region)


def _battle(*sides: tuple[str, str], region: str = REGION, **fields: Any) -> dict[str, Any]:
    """A battle event: sides with one army each."""
    entries = [{"id": side, "armies": [army]} for side, army in sides]
    return {"battle": BATTLE, "region": region, "difficulty": 12, "sides": entries, **fields}


def encounter(given: Given) -> Happened:
    """A-4."""
    assert given["same_region"]
    armies = [_army(army, f"{army}-faction", stance=given["stance"][army]) for army in "ab"]
    alliances = [frozenset({"a-faction", "b-faction"})] if given.get("allied") else []
    small = Small(_world({REGION: ()}, None, *alliances), _state(armies))
    if given["named_in_gm_file"]:
        small.events.append(_battle(("a", "a"), ("b", "b")))
    return Happened(_told(small.play().question("encounter")))


def move(given: Given) -> Happened:
    """A-2: `adjacent` are the neighbours of the army's region; null: the map knows none."""
    here, to, adjacent = given["region"], given["to"], given.get("adjacent")
    regions: dict[str, list[str]] = {region: [] for region in (here, "far", "hills-1", "valley")}
    regions[here] = list(adjacent or ())
    army = _army("army", "f", here, previous_region=given.get("previous_region"))
    small = Small(_world(regions), _state([army]))
    orders, findings = small.read(*([] if to is None else [{"move": "army", "to": to}]))
    if findings:
        return Happened({"error": findings[0].message.partition("/")[0]})
    assert orders is not None
    after = small.play({"f": orders}).after
    assert after is not None
    return Happened({name: getattr(after.armies["army"], name) for name in ("region", "previous_region")})


def commander(given: Given) -> Happened:
    """X-0: soldiers who are worth 3 each give an army its strength."""
    armies = [_army(each["id"], "f", count=each["strength"] // 3, leader=each["leader"]) for each in given["armies"]]
    people = [
        Character(id=army.leader, faction="f", army=army.id, pc=False, tactics=Combination(3).tk)
        for army in armies
        if army.leader is not None
    ]
    people += [
        Character(id=each["id"], faction="f", army=armies[0].id, pc=False, tactics=each["tactics"])
        for each in given.get("characters") or ()
    ]
    small = Small(_world({REGION: ()}), _state([*armies, _army("enemy", "g")], people))
    event = _battle((SIDE, ""), ("other", "enemy"))
    event["sides"][0]["armies"] = [army.id for army in armies]
    if given["named"] is not None:
        event["sides"][0]["commander"] = given["named"]
    small.events.append(event)
    small.play()
    roll = next(each for each in small.facts if isinstance(each, f.TacticsRoll) and each.tactics_roll == SIDE)
    started = small.only(f.BattleStarted)
    return Happened({"commander": started.sides[0].commander, "tk": roll.rolled} | _told(small.question("leader")))


def retreat_target(given: Given) -> Happened:
    """B-1: an army is beaten in its region, with an order to retreat or without one."""
    here = given["region"]
    regions = {here: ["hills-1", "valley"], "hills-1": [here], "valley": [here]}
    army = _army(ARMY, "f", here, previous_region=given["previous_region"])
    small = Small(_world(regions), _state([army, _army("enemy", "g", here)]))
    orders, findings = small.read(*([] if given["order"] is None else [{"retreat": ARMY, "to": given["order"]}]))
    if findings:
        return Happened({"error": findings[0].message.partition("/")[0]})
    assert orders is not None
    small.events.append(_battle((SIDE, ARMY), ("other", "enemy"), region=here))
    _decide(small, first=False, second=True)
    small.play({"f": orders})
    assert small.after is not None
    return Happened({"region": small.after.armies[ARMY].region} | _told(small.question("retreat")))


def _decide(small: Small, *, first: bool, second: bool) -> None:
    """Both sides roll 3T, and succeed or not at a difficulty of 12."""
    small.rulings |= {f"tactics/{BATTLE}/{side}": {"dice": 2} for side in (SIDE, "other")}
    for side, success in ((SIDE, first), ("other", second)):
        small.dice[f"tactics/{BATTLE}/{side}"] = WINS if success else LOSES


def held_prisoners(given: Given) -> Happened:
    """B-2: an army that holds prisoners is beaten, so that it gets the row of the case."""
    group = PrisonerGroup(
        id="old/men", from_faction="g", species="human", quality="regular", count=max(1, given["held"]), taken_turn=1
    )
    held = (group,) if given["held"] else ()
    riders = contingent_of({"id": "riders", "mount": "horse", "count": 400})
    armies = [_army(ARMY, "f", prisoners=held), _army("enemy", "g", contingents=(riders,))]
    small = Small(_world({REGION: ()}), _state(armies))
    small.events.append(_battle((SIDE, ARMY), ("other", "enemy")))
    _decide(small, first=given["row"] == "retreat_good_order", second=True)
    small.play()
    assert small.only(f.OutcomeReached).rows[SIDE] == given["row"]
    return Happened(_told(small.question("held_prisoners")))


def leader_killed(given: Given) -> Happened:
    """F-8: the row is that of the lowest total."""
    assert given["row"] == "QX"
    who = given["character"]
    army = _army(ARMY, "f", leader=given["army_leader"])
    character = Character(id=who, faction="f", army=ARMY, role="fight", weapon_skills={"axe": Combination(2).tk})
    small = Small(_world({REGION: ()}), _state([army, _army("enemy", "g")], [character]))
    small.events.append(_battle((SIDE, ARMY), ("other", "enemy")))
    _decide(small, first=False, second=False)
    # 2T with one die less, for both fail.
    small.dice[f"fate/{BATTLE}/{who}"] = 3
    small.play()
    assert small.after is not None
    lost = small.only(f.LeaderLost)
    return Happened({"army_leader": small.after.armies[lost.leader_lost].leader, "fact": "leader_lost"})


def questions(given: Given) -> Happened:
    """Section 5: what is asked about a battle of which nothing is said."""
    battle = given["battle"]["id"]
    world = World(regions={REGION: Region(Name(REGION), given["region_terrain"])})
    small = Small(world, _state([_army("a", "f"), _army("b", "g")]))
    sides = [{"id": army, "armies": [army]} for army in "ab"]
    small.events.append({"battle": battle, "region": REGION, "sides": sides})
    asked = small.play().asked
    return Happened(
        {
            "open": [each.question.id for each in asked if each.how.value == "open"],
            "defaults": [each.question.id for each in asked if each.how.value == "default"],
        }
    )


def prisoner_fate(given: Given) -> Happened:
    """P-3: one order about a group that an army holds."""
    group = PrisonerGroup(**{**given["group"], "from_faction": "g", "taken_turn": 1})
    armies = [_army(ARMY, "f", prisoners=(group,)), _army("enemy", "g", "far")]
    small = Small(_world({REGION: (), "far": ()}, settings_of(given)), _state(armies))
    count = {"count": given["count"]} if "count" in given else {}
    orders, findings = small.read({"prisoners": group.id, "fate": given["fate"], **count})
    if findings:
        return Happened({"error": findings[0].message.partition("/")[0]})
    assert orders is not None
    after = small.play({"f": orders}).after
    assert after is not None
    army, captor, theirs = after.armies[ARMY], after.factions["f"], after.factions["g"]
    new = army.contingents[1:]
    left = army.group(group.id)
    found: dict[str, Any] = {
        "group_left": 0 if left is None else left.count,
        "tally": {"enslaved": captor.enslaved, "executed": captor.executed},
        "stragglers": sum(each.count for each in theirs.stragglers),
    }
    if new:
        names = ("species", "quality", "barbarian", "firearms", "metal_armour", "mount", "count")
        found["new_contingent"] = {name: getattr(new[0], name) for name in names}
        # Phase 4 comes after the battles of the week.
        found["available_from"] = "next turn"
    return Happened(found)


def dice_override(given: Given) -> Happened:
    """G-5: a thrown total has its pips, of faces they are added."""
    rolled = Combination.of(given["tk"])
    dice = Dice(None, {"label": given["value"]}, totals=True)
    roll = dice.roll("label", rolled.expression)
    codes = {"C018/range": "E-DICE-RANGE", "C018/count": "E-DICE-COUNT"}
    for finding in dice.findings(finished=True):
        return Happened({"error": codes[finding.message]})
    return Happened({"accepted": True, "total": roll.total})
