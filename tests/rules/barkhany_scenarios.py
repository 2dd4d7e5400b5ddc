"""The checks of barkhany's cases that are a small turn: detachments, orders in sequence, throws; what is true then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from tests.rules.barkhany_given import unit_of
from tests.rules.barkhany_map import (
    COMMANDERS,
    Bench,
    hex_of,
    maybe_hex,
    order_of,
    state_of,
    with_ground,
    world_of,
)
from tests.rules.vectors import Check, Happened
from turnproc.rulesets.barkhany import happenings as h
from turnproc.rulesets.barkhany.action_orders import ActionOrder
from turnproc.rulesets.barkhany.both import ROLES
from turnproc.rulesets.barkhany.exact import write_exact
from turnproc.rulesets.barkhany.executing import Executed, execute_all
from turnproc.rulesets.barkhany.hexes import Hex, read_key
from turnproc.rulesets.barkhany.march_checks import faults
from turnproc.rulesets.barkhany.reorganising import Transfer, transfer
from turnproc.rulesets.barkhany.state import Detachment, Fleet, General, HexState, Relation, State
from turnproc.rulesets.barkhany.troubles import Trouble
from turnproc.rulesets.barkhany.world import World

Given = Mapping[str, Any]


def scenario(given: Given) -> Happened:
    """A whole small turn: transfers, then marches and battles."""
    world, mustered = _world(given), _mustered(_state(given), given["orders"])
    if isinstance(mustered, Trouble):
        return Happened({"error": mustered.code})
    state, orders = mustered, _orders(given)
    for order in orders:
        wrong = faults(world, state, order)
        if wrong:
            return Happened({"error": wrong[0].code})
    rolls = given.get("rolls", [])
    rulings = {
        key: hex_of(value) if isinstance(value, list) else value for key, value in given.get("rulings", {}).items()
    }
    bench = Bench(world.settings, throws=rolls if isinstance(rolls, list) else [rolls], rulings=rulings)
    done = execute_all(world, state, orders, bench)
    return Happened(_told(done, hex_of(given["hex"]), bench))


def _world(given: Given) -> World:
    world = world_of(given)
    for key, more in given.get("hexes", {}).items():
        ground = {name: more[name] for name in ("settlement", "port") if name in more}
        world = with_ground(world, read_key(key), **ground)
    return world


def _state(given: Given) -> State:
    commanders = given.get("commanders", COMMANDERS)
    relations: dict[tuple[str, str], Relation] = {("empire", "nezid"): given.get("relation", "war")}
    for one, other, relation in given.get("relations", ()):
        relations[min(one, other), max(one, other)] = relation
    hexes = {hex_of(given["hex"]): _hex_state(given)}
    hexes |= {read_key(key): _hex_state(more) for key, more in given.get("hexes", {}).items()}
    detachments = [_detachment(each, given) for each in given["detachments"]]
    generals = {
        each["general"]: General(
            id=each["general"],
            name=each["general"],
            commander=each["commander"],
            morale_pct=Fraction(0),
            hex=hex_of(each.get("hex", given["hex"])),
            attached_to=(each["id"],),
        )
        for each in given["detachments"]
        if "general" in each
    }
    for each in given.get("shared_generals", ()):
        generals[each["id"]] = General(
            id=each["id"],
            name=each["id"],
            commander=each["commander"],
            morale_pct=Fraction(0),
            hex=hex_of(each["hex"]),
            attached_to=tuple(each["with"]),
        )
    fleets = {
        each["id"]: Fleet(
            id=each["id"],
            name=each["id"],
            faction=each["faction"],
            commander=each["commander"],
            hex=hex_of(each["hex"]),
            capacity=each.get("capacity"),
        )
        for each in given.get("fleets", ())
    }
    state = state_of(detachments, commanders=commanders, relations=relations, hexes=hexes)
    return replace(state, generals=generals, fleets=fleets)


def _hex_state(given: Given) -> HexState:
    return HexState(controller=given.get("controller"), fortification=given.get("fortification", "none"))


def _detachment(each: Given, given: Given) -> Detachment:
    return Detachment(
        id=each["id"],
        commander=each["commander"],
        hex=hex_of(each.get("hex", given["hex"])),
        units=tuple(unit_of(unit, f"{each['id']}-u{at}") for at, unit in enumerate(each["units"], 1)),
        entered_from=maybe_hex(each.get("entered_from")),
        retreat_to=maybe_hex(each.get("retreat_to")),
        is_inside=each.get("inside", False),
        is_blocked=each.get("blocked", False),
        aboard=each.get("aboard"),
    )


def _mustered(state: State, orders: Iterable[Given]) -> State | Trouble:
    """The state once detachments have changed over men to others, which is before the sequence (B-0.7)."""
    for each in orders:
        if "transfer" in each:
            order = Transfer(take=each["transfer"], giver=each["from"], receiver=each["to"])
            done = transfer(state, each["for"], order)
            if isinstance(done, Trouble):
                return done
            state = done
    return state


def _orders(given: Given) -> list[ActionOrder]:
    """Those without an id are called by their place among the orders of their commander."""
    count: dict[str, int] = {}
    found = []
    for each in given["orders"]:
        count[each["for"]] = count.get(each["for"], 0) + 1
        if "transfer" not in each:
            found.append(order_of(each, default_id=f"o{count[each['for']]}"))
    return found


def _told(done: Executed, hex_: Hex, bench: Bench) -> dict[str, Any]:
    battles = [_battle(each) for each in done.happened if isinstance(each, h.Battle)]
    found: dict[str, Any] = {
        "battle": battles[0] if battles else None,
        "battles": battles,
        "controller": done.state.hex_state(hex_).controller,
        "relation": done.state.relation("empire", "nezid"),
        "contact": any(isinstance(each, h.Contact) for each in done.happened),
        "detachments": sorted(done.state.detachments),
        "question_defaulted": next(iter(bench.asked), None),
        "void": sorted(each.detachment for each in done.happened if isinstance(each, h.AttackVoid)),
    }
    found |= {
        name: {"status": each.status, "with": list(each.attached_to), "hex": list(each.hex)}
        for name, each in done.state.generals.items()
    }
    found |= {
        name: {"hex": list(each.hex), "left": [dict(step) for step in each.plan_left]}
        for name, each in done.state.fleets.items()
    }
    return found | {name: _detachment_told(done, each) for name, each in done.state.detachments.items()}


def _detachment_told(done: Executed, each: Detachment) -> dict[str, Any]:
    own = [one for one in done.happened if getattr(one, "detachment", None) == each.id]
    failed = [one.reason for one in own if isinstance(one, h.OrderFailed)]
    return {
        "men": each.men,
        "hex": list(each.hex),
        "entered_from": None if each.entered_from is None else list(each.entered_from),
        "blocked": each.is_blocked,
        "inside": each.is_inside,
        "broken": each.is_broken,
        "aboard": each.aboard,
        "order_failed": failed[0] if failed else None,
        "general": next((name for name, one in done.state.generals.items() if each.id in one.attached_to), None),
        "void": next((one.reason for one in own if isinstance(one, h.AttackVoid)), None),
        "after": next((one.reason or "done" for one in own if isinstance(one, h.AfterStep)), None),
        "retreated": next((one.reason for one in own if isinstance(one, h.Retreated)), None),
        "clock": each.clock,
        "route": [list(step) for step in each.standing.route],
    }


def _battle(battle: h.Battle) -> dict[str, Any]:
    weighed, decision = battle.fought.weighed, battle.fought.decision
    lines = weighed.strengths.defender.lines
    return (
        {
            "id": battle.battle,
            "difference": decision.difference,
            "row": decision.row,
            "winner": decision.winner or "none",
            "fortification_pct": write_exact(max((line.walls_pct for line in lines), default=Fraction(0))),
            "option": battle.attackers[0].row,
            "penalty_pct": battle.attackers[0].penalty_pct,
            "attackers": [each.detachment for each in battle.attackers],
            "defenders": list(battle.defenders),
        }
        | {f"mod_{role}": weighed.modifiers.of(role).sum for role in ROLES}
        | {f"total_{role}": str(write_exact(weighed.strengths.of(role).total)) for role in ROLES}
    )


CHECKS: Final[Mapping[str, Check]] = {"scenario": scenario}
