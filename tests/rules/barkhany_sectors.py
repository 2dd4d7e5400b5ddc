"""A small general battle for barkhany's cases: two sides on sectors, a judge with the answers of the case."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tests.rules.barkhany_given import Given, settings_of, units_of
from tests.rules.barkhany_map import plain
from turnproc.rulesets.barkhany.battle import NO_BONUS, Override, Says, Weighed
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.exact import read_exact
from turnproc.rulesets.barkhany.gb_happenings import Event
from turnproc.rulesets.barkhany.gb_orders import (
    CommitTo,
    GbAttack,
    GbDeploy,
    GbMove,
    GbOrder,
    GbReserve,
    GbRetreatTo,
    GbShoot,
    GbWithdraw,
    Policy,
    ReserveRule,
)
from turnproc.rulesets.barkhany.gb_state import GeneralBattle, Post, Sector, Side
from turnproc.rulesets.barkhany.general_battle import fight_round
from turnproc.rulesets.barkhany.happenings import Trap
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.names import (
    SideName,
    fate_id,
    morale_id,
    over_five_id,
    override_id,
    plan_bonus_id,
    trapped_id,
)
from turnproc.rulesets.barkhany.reserve_state import Direction
from turnproc.rulesets.barkhany.sectors import TEMPLATE, opened
from turnproc.rulesets.barkhany.state import (
    Commander,
    Detachment,
    Faction,
    General,
    GeneralStatus,
    HexState,
    State,
)
from turnproc.rulesets.barkhany.world import World

HERE = Hex(0, 0)
BATTLE = "borov"
TEN = 10


class Asked(Exception):
    """A question without an answer in the case."""


@dataclass
class Judge:
    """Dice and answers by label and id. Unless `strict`, a throw that is not given is a ten."""

    dice: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)
    strict: bool = True
    rolled: list[str] = field(default_factory=list)
    asked: dict[str, Sequence[Direction]] = field(default_factory=dict)

    def roll(self, label: str) -> int:
        assert label not in self.rolled
        self.rolled.append(label)
        return self.dice[label] if self.strict else self.dice.get(label, TEN)

    def morale_pct(self, battle: str, side: SideName) -> Fraction:
        return read_exact(self.answers.get(morale_id(battle, side), 0))

    def says(self, battle: str, sides: Both[Side], weighed: Weighed) -> Says:
        return Says(
            plan_bonus=sides.each(lambda side: self.answers.get(plan_bonus_id(battle, side), 0)),
            over_five=sides.each(lambda side: self.over_five(battle, side)),
            override=self._override(battle),
        )

    def _override(self, battle: str) -> Override | None:
        given = self.answers.get(override_id(battle))
        if given is None:
            return None
        found: dict[str, Any] = {k: read_exact(each) if k.endswith("pct") else each for k, each in given.items()}
        return Override(**found)

    def over_five(self, battle: str, side: Side) -> int | None:
        found: int | None = self.answers.get(over_five_id(battle, side))
        return found

    def says_of_fire(self, battle: str) -> tuple[Both[int], Override | None]:
        attacker = self.answers.get(plan_bonus_id(battle, "attacker"), NO_BONUS.attacker)
        defender = self.answers.get(plan_bonus_id(battle, "defender"), NO_BONUS.defender)
        return Both(attacker, defender), self._override(battle)

    def general_fate(self, battle: str, general: str) -> GeneralStatus:
        found: GeneralStatus = self.answers.get(fate_id(battle, general), "active")
        return found

    def reserve(self, question: str, directions: Sequence[Direction]) -> str | None:
        self.asked[question] = directions
        answer = self._answer(question)
        return None if answer == "hold" else str(answer)

    def added_to_reserve(self, question: str, candidates: Collection[str]) -> Collection[str]:
        found: list[str] = self.answers.get(question, [])
        return found

    def trapped(self, battle: str, detachment: str) -> Trap | str:
        return str(self._answer(trapped_id(battle, detachment)))

    def trapped_on_map(self, battle: str, detachment: str) -> Trap | Hex:
        answer = self._answer(trapped_id(battle, detachment))
        return Hex(*answer) if isinstance(answer, list) else answer

    def _answer(self, question: str) -> Any:
        if question not in self.answers:
            raise Asked(question)
        return self.answers[question]


@dataclass
class Small:
    """A general battle before or after a round, and all that happened in it."""

    world: World
    state: State
    battle: GeneralBattle
    happened: list[Event] = field(default_factory=list)

    def play(self, orders: Sequence[GbOrder], judge: Judge, number: int = 1) -> Small:
        """The same after a round."""
        there, events = fight_round(self.world, self.state, self.battle, number, orders, judge)
        return Small(self.world, there.state, there.battle, [*self.happened, *events])


def sectors_of(given: Mapping[str, Any] | None, walls: Mapping[str, Any]) -> dict[str, Sector]:
    """The sectors of a case: lists of neighbours, or mappings as a game master writes them."""
    if given is None:
        plain_: Mapping[str, Any] = {
            name: {"adjacent": sorted(each.adjacent), "rear_of": each.rear_of} for name, each in TEMPLATE.items()
        }
    else:
        plain_ = {name: each if isinstance(each, Mapping) else {"adjacent": each} for name, each in given.items()}
    return {
        name: Sector(
            adjacent=frozenset(each["adjacent"]),
            rear_of=each.get("rear_of"),
            fortification=each.get("fortification") or walls.get(name, "none"),
        )
        for name, each in plain_.items()
    }


def small(given: Given) -> Small:
    """A general battle between a and b, led by ca and cb, as a case has it; whoever `arrives` is not in it yet."""
    detachments = {}
    positions = {}
    for data in given["detachments"]:
        name = data["id"]
        detachments[name] = Detachment(
            id=name,
            commander=f"c{data['side']}",
            hex=HERE,
            units=units_of([{"id": f"{name}-u{at}"} | unit for at, unit in enumerate(data.get("units", []), 1)]),
            morale_pct=read_exact(data.get("morale_pct", 0)),
            entered_from=_hex(data.get("entered_from")),
            retreat_to=_hex(data.get("hex_retreat_to")),
            is_blocked=data.get("blocked", False),
            ready_from=data.get("ready_from", 0),
        )
        if data.get("sector") is not None:
            positions[name] = data["sector"]
    state = State(
        turn=1,
        day=1,
        factions={each: Faction(id=each, name=each) for each in ("fa", "fb", "fc")},
        commanders={f"c{each}": Commander(id=f"c{each}", faction=f"f{each}") for each in "abc"},
        relations={("fa", "fb"): "war", ("fa", "fc"): "war"},
        detachments=detachments,
        generals={each["id"]: _general(each, detachments) for each in given.get("generals", [])},
        hexes={HERE: HexState(controller=given.get("controller"), fortification=given.get("walls", "none"))},
    )
    battle, _ = opened(
        state,
        BATTLE,
        HERE,
        {"a": frozenset({"fa"}), "b": frozenset({"fb"})},
        sectors=sectors_of(given.get("sectors"), given.get("fortifications", {})),
        positions=positions,
        arrival=given.get("arrival"),
    )
    posts = {
        data["id"]: Post(
            sector=battle.posts[data["id"]].sector,
            came_from=data.get("came_from"),
            retreat_to=data.get("retreat_to"),
        )
        for data in given["detachments"]
        if data["id"] in battle.posts and not data.get("arrives")
    }
    return Small(World(plain(), settings_of(given)), state, replace(battle, posts=posts))


def _hex(given: Sequence[int] | None) -> Hex | None:
    return None if given is None else Hex(*given)


def _general(given: Given, detachments: Mapping[str, Detachment]) -> General:
    return General(
        id=given["id"],
        name=given["id"],
        commander=detachments[given["attached_to"][0]].commander,
        morale_pct=read_exact(given.get("morale_pct", 8)),
        hex=HERE,
        attached_to=tuple(given["attached_to"]),
    )


def orders_of(given: Iterable[Given]) -> list[GbOrder]:
    """The orders of a round; those without an id are numbered by commander."""
    found: list[GbOrder] = []
    numbers: dict[str, int] = {}
    for data in given:
        commander = data["for"]
        numbers[commander] = numbers.get(commander, 0) + 1
        found.append(order_of(data, commander, data.get("id", f"o{numbers[commander]}")))
    return found


def order_of(given: Given, commander: str, id_: str) -> GbOrder:
    """An order of a case."""
    verb = next(key for key in given if key.startswith("gb_"))
    if verb == "gb_retreat_to":
        return GbRetreatTo(commander=commander, id=id_, detachments=tuple(given["of"]), sector=given[verb])
    names = tuple(given[verb])
    match verb:
        case "gb_move":
            return GbMove(commander=commander, id=id_, detachments=names, path=tuple(given["path"]))
        case "gb_attack":
            return GbAttack(commander=commander, id=id_, detachments=names)
        case "gb_shoot":
            return GbShoot(commander=commander, id=id_, detachments=names, target=given["target"])
        case "gb_withdraw":
            return GbWithdraw(commander=commander, id=id_, detachments=names, to=Hex(*given["to"]))
        case "gb_deploy":
            return GbDeploy(commander=commander, id=id_, detachments=names, sector=given["sector"])
        case "gb_reserve":
            return GbReserve(
                commander=commander,
                id=id_,
                detachments=names,
                reserve=given["reserve"],
                policy=policy_of(given.get("policy", "ask")),
                is_hidden=given.get("hidden", False),
            )
    raise ValueError(verb)


def policy_of(given: Any) -> Policy:
    """A policy as an order has it."""
    if isinstance(given, Mapping):
        return CommitTo(given["commit"])
    if isinstance(given, list):
        return tuple(ReserveRule(each["sector"], each["difference_at_most"], each["then"]) for each in given)
    assert given in ("hold", "ask", "best")
    policy: Policy = given
    return policy
