"""The checks of barkhany's cases about movement and what follows a battle; the head of the cases lays them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from tests.rules.barkhany_given import settings_of, unit_of
from tests.rules.barkhany_map import (
    CENTRE,
    Bench,
    hex_of,
    hexes_of,
    maybe_hex,
    order_of,
    plain,
    state_of,
    troops,
    with_ground,
    world_of,
)
from tests.rules.vectors import Check, Happened
from turnproc.rulesets.barkhany import happenings as h
from turnproc.rulesets.barkhany.action_orders import Attack, Go, Load, March, PlanStep, Sail, Stand, Unload
from turnproc.rulesets.barkhany.executing import Executed, execute_all
from turnproc.rulesets.barkhany.flight import flee, flight_hexes, split_three
from turnproc.rulesets.barkhany.hexes import Hex, read_key
from turnproc.rulesets.barkhany.losses import unit_after
from turnproc.rulesets.barkhany.march_checks import faults
from turnproc.rulesets.barkhany.names import trapped_id
from turnproc.rulesets.barkhany.options import (
    is_unusual,
    mobility_of,
    option,
    penalised,
    penalty_pct,
    penalty_range,
)
from turnproc.rulesets.barkhany.retreat import Rout
from turnproc.rulesets.barkhany.state import Detachment, Fleet, HexState, State, Unit
from turnproc.rulesets.barkhany.world import Ground, World

Given = Mapping[str, Any]

TYPES: Final = {"infantry": "heavy_infantry", "cavalry": "light_cavalry", "immobile": "mega_heavy_infantry"}
# A difference in each row of T-LOSS.
DIFFERENCES: Final = {1: 1, 2: 3, 3: 6, 4: 10, 5: 14}


def march_option(given: Given) -> Happened:
    """B-3.3."""
    row = option(given["mobility"], given["path_hexes"], attacks=given["attack"], after=given["after_hexes"])
    if row is None:
        return Happened({"error": "E-OPT"})
    apart = penalty_range(row)
    return Happened({"option": row, "penalty_range_pct": None if apart is None else list(apart)})


def attack_penalty(given: Given) -> Happened:
    """B-3.4."""
    row = penalised(given["option"])
    if row is None:
        return Happened({"penalty_pct": 0})
    ruled = given.get("ruling")
    found = penalty_pct(row, settings_of(given), ruled=ruled, rolled=given.get("rolled"))
    warning = "W-PEN" if ruled is not None and is_unusual(row, ruled) else None
    return Happened({"penalty_pct": found, "warning": warning, "question": found is None})


def mobility(given: Given) -> Happened:
    """B-3.2."""
    return Happened({"mobility": mobility_of([Unit(id=each, type=each, men=1) for each in given["units"]])})


def distance(given: Given) -> Happened:
    """B-H.2."""
    return Happened({"distance": hex_of(given["a"]).distance(hex_of(given["b"]))})


def neighbours(given: Given) -> Happened:
    """B-H.1."""
    return Happened({"hexes": _listed(hex_of(given["hex"]).neighbours())})


def hex_key(given: Given) -> Happened:
    """B-H.3."""
    return Happened({"key": hex_of(given["hex"]).key})


def flight_hexes_of(given: Given) -> Happened:
    """B-4.19."""
    return Happened({"parts": _listed(flight_hexes(hex_of(given["battle"]), hex_of(given["entered_from"])))})


def split_three_of(given: Given) -> Happened:
    """B-4.19."""
    men = given["men"]
    return Happened({"parts": [sum(part) for part in split_three(men if isinstance(men, list) else [men])]})


def _rout(given: Given, *, illegal: Sequence[Hex] = ()) -> tuple[Rout, Detachment]:
    """A battle that x has lost."""
    field = hex_of(given["battle"])
    world = world_of({**given, "missing": [*given.get("missing", ()), *illegal]})
    owned = {each: HexState(controller="empire") for each in hexes_of(given.get("own_hexes"))}
    beaten = troops("x", "nestor", field)
    beaten = replace(
        beaten,
        retreat_to=maybe_hex(given.get("retreat_to")),
        entered_from=maybe_hex(given.get("entered_from")),
        units=tuple(unit_of(each, "x-u1") for each in given["units"]) if "units" in given else beaten.units,
    )
    state = state_of([beaten, troops("winner", "zod", field)], hexes=owned)
    return Rout(world, state, field, maybe_hex(given.get("winner_entry"))), beaten


def retreat_hex(given: Given) -> Happened:
    """B-4.18."""
    rout, beaten = _rout(given, illegal=hexes_of(given["illegal_hexes"]))
    refuge = rout.refuge(beaten)
    if refuge is None:
        return Happened({"question": trapped_id("<battle>", "<detachment>")})
    return Happened({"hex": list(refuge.hex), "reason": refuge.reason})


def flight(given: Given) -> Happened:
    """B-4.19, after the losses."""
    rout, beaten = _rout(given)
    left = [unit_after(unit, Fraction(given["loss_pct"]), rout.world.settings) for unit in beaten.units]
    parts = flee(rout, replace(beaten, units=tuple(unit for unit in left if unit)), {"x"})
    assert parts is not None
    return Happened(
        {
            "parts": [{"hex": list(part.hex), "units": [_unit(unit) for unit in part.units]} for part in parts],
            "ids": [part.id for part in parts],
        }
    )


def _unit(unit: Unit) -> dict[str, Any]:
    return {"type": unit.type} | ({"condition_pct": unit.condition_pct} if unit.troop.is_engine else {"men": unit.men})


def march_check(given: Given) -> Happened:
    """One order against a small situation."""
    x = replace(
        troops(
            "x",
            "nestor",
            hex_of(given.get("start", CENTRE)),
            TYPES[given.get("mobility", "infantry")],
            given.get("men", 100),
        ),
        is_blocked=given.get("blocked", False),
        is_broken=given.get("broken", False),
        is_inside=given.get("inside", False),
        aboard=given.get("aboard"),
        entered_from=maybe_hex(given.get("entered_from")),
        ready_from=given.get("ready_from", 0),
        is_in_boats=given.get("in_boats", False),
    )
    enemies = [troops(f"enemy-{at}", "zod", each) for at, each in enumerate(hexes_of(given.get("enemy_in")))]
    own = [troops(f"own-{at}", "nestor", each) for at, each in enumerate(hexes_of(given.get("own_in")))]
    world, state = world_of(given), state_of([x, *enemies, *own])
    for key, waters in given.get("waters", {}).items():
        world = with_ground(world, read_key(key), waters=frozenset(waters))
    for at in hexes_of(given.get("boats_in")):
        world = with_ground(world, at, has_boats=True)
    for at in hexes_of(given.get("walls")):
        state = replace(state, hexes={**state.hexes, at: HexState(controller="empire", fortification="minor")})
    order = order_of(given["order"])
    wrong = faults(world, state, order)
    if wrong:
        return Happened({"error": wrong[0].code})
    bench = Bench(world.settings, throws=[given["rolls"]] if "rolls" in given else [])
    return Happened(_tell(execute_all(world, state, [order], bench)))


def _tell(done: Executed) -> dict[str, Any]:
    """What has happened to x, in the words of the cases."""
    x = done.state.detachments["x"]
    own = [each for each in done.happened if getattr(each, "detachment", None) == "x"]
    halted = [each for each in own if isinstance(each, h.Halted)]
    battle = next((each for each in done.happened if isinstance(each, h.Battle)), None)
    is_void = any(isinstance(each, h.AttackVoid) for each in own)
    return {
        "failed": next((each.reason for each in own if isinstance(each, h.OrderFailed)), None),
        "moved": _listed([each.to for each in own if isinstance(each, h.Moved)]),
        "stopped_at": next((list(each.hex) for each in own if isinstance(each, h.Stopped)), None),
        "stopped_by": next((each.reason for each in own if isinstance(each, h.Stopped)), None),
        "contact": any(isinstance(each, h.Contact) for each in own) or None,
        "standing_route": _listed(x.standing.route),
        "option": halted[-1].row if halted else None,
        "battle": battle is not None,
        "battle_hex": None if battle is None else list(battle.hex),
        "penalty_pct": None if battle is None else battle.attackers[0].penalty_pct,
        "attack": "void" if is_void else ("done" if battle else None),
        "hex": list(x.hex),
        "blocked": x.is_blocked,
        "inside": x.is_inside,
        "in_boats": x.is_in_boats,
        "retreat_to": None if x.retreat_to is None else list(x.retreat_to),
        "entered_from": None if x.entered_from is None else list(x.entered_from),
        "after": next(
            ({"executed": each.is_executed, "reason": each.reason} for each in own if isinstance(each, h.AfterStep)),
            None,
        ),
    }


def after_step(given: Given) -> Happened:
    """B-3.11: the dice give the row and the role."""
    start = hex_of(given.get("entered_from", (-1, 0)))
    x, enemy = troops("x", "nestor", start, "light_cavalry"), troops("enemy", "zod", CENTRE)
    world, state = world_of(given), state_of([x, enemy])
    order = Attack(commander="nestor", id="o1", hex=CENTRE, detachments=("x",), after=hex_of(given["after"]))
    sign = 1 if given["role"] == "winner" else -1
    done = execute_all(world, state, [order], Bench(world.settings, difference=sign * DIFFERENCES[given["row"]]))
    (battle,) = (each for each in done.happened if isinstance(each, h.Battle))
    assert (battle.fought.decision.row, battle.attackers[0].row) == (given["row"], given["option"])
    (made,) = (each for each in done.happened if isinstance(each, h.AfterStep))
    assert made.is_executed == (done.state.detachments["x"].hex == made.to)
    return Happened({"executed": made.is_executed, "reason": made.reason})


def boat_check(given: Given) -> Happened:
    """B-3.14: one step along a water, or between two."""
    to = Hex(1, 0)
    world = with_ground(world_of(given), CENTRE, waters=frozenset(given["from_waters"]), has_boats=given["boats_here"])
    world = with_ground(world, to, waters=frozenset(given["to_waters"]))
    x = troops("x", "nestor", CENTRE, TYPES[given["mobility"]], given["men"], is_in_boats=given.get("in_boats", False))
    order = March(commander="nestor", id="o1", detachments=("x",), path=(to,), by_boat=True)
    wrong = faults(world, state_of([x]), order)
    return Happened({"error": wrong[0].code} if wrong else {"ok": True})


def fleet_plan(given: Given) -> Happened:
    """B-3.15: a coast from west to east, the sea along it, ports where the plan needs them."""
    grounds = {Hex(q, 0): Ground(terrain="sea") for q in range(9)} | {
        Hex(q, 1): Ground(terrain="plain") for q in range(9)
    }
    state, plan, at = state_of([]), list[PlanStep](), 0
    hexes: dict[Hex, HexState] = {}
    x: Detachment | None = None
    for kind, what in given["plan"]:
        here = Hex(at, 0)
        if what == "port":
            grounds[here] = Ground(terrain="plain", port=f"port-{at}")
            hexes[here] = HexState(controller="empire")
        land = here if what == "port" else Hex(at, 1)
        match kind:
            case "sail":
                plan.append(Go(tuple(Hex(q, 0) for q in range(at + 1, at + what + 1))))
                at += what
            case "load":
                x = troops("x", "nestor", land)
                plan.append(Load(("x",)))
            case "unload":
                x = x or troops("x", "nestor", CENTRE, aboard="fleet")
                plan.append(Unload(("x",), land))
    fleet = Fleet(id="fleet", name="fleet", faction="empire", commander="nestor", hex=CENTRE)
    state = replace(state, hexes=hexes, fleets={"fleet": fleet}, detachments={} if x is None else {"x": x})
    done = _sail(World(grounds, settings_of(given)), state, plan)
    (left,) = (each for each in done.happened if isinstance(each, h.PlanLeft))
    return Happened(
        {
            "half_days_used": left.clock,
            "done": _steps_done(done.happened),
            "left": [["sail", len(each.hexes)] for each in left.left if isinstance(each, Go)],
        }
    )


def _sail(world: World, state: State, plan: Sequence[PlanStep]) -> Executed:
    return execute_all(world, state, [Sail(commander="nestor", id="o1", fleet="fleet", plan=tuple(plan))], Bench())


def _steps_done(happened: Sequence[h.Happening]) -> list[list[Any]]:
    done: list[list[Any]] = []
    for each in happened:
        match each:
            case h.Loaded(in_port=in_port):
                done.append(["load", "port" if in_port else "beach"])
            case h.Landed(in_port=in_port):
                done.append(["unload", "port" if in_port else "beach"])
            case h.Sailed(path=path):
                if done and done[-1][0] == "sail":
                    done[-1][1] += len(path)
                else:
                    done.append(["sail", len(path)])
    return done


def clock(given: Given) -> Happened:
    """B-3.16: a march to the port and aboard, or ashore and on."""
    type_ = TYPES[given["mobility"]]
    if "load" in given:
        steps = given["steps_before"]
        path = tuple(Hex(q, 0) for q in range(1 - steps, 1))
        x = troops("x", "nestor", Hex(-steps, 0), type_)
        order: March | Attack | Sail = Sail(commander="nestor", id="o2", fleet="fleet", plan=(Load(("x",)),))
        orders = [March(commander="nestor", id="o1", detachments=("x",), path=path), order]
    else:
        x = troops("x", "nestor", CENTRE, type_, clock=given["unloaded_at_half_day"])
        path = tuple(Hex(q, 0) for q in range(1, given.get("steps", 0) + 1))
        target = Hex(len(path) + 1, 0)
        march = March(commander="nestor", id="o1", detachments=("x",), path=path)
        attack = Attack(commander="nestor", id="o1", detachments=("x",), path=path, hex=target)
        orders = [attack if given.get("attack") else march]
    world = with_ground(world_of(given, plain()), CENTRE, port="port")
    fleet = Fleet(id="fleet", name="fleet", faction="empire", commander="nestor", hex=CENTRE)
    state = replace(
        state_of([x, troops("enemy", "zod", Hex(1, 0))] if given.get("attack") else [x]),
        fleets={"fleet": fleet},
        hexes={CENTRE: HexState(controller="empire")},
    )
    done = execute_all(world, state, orders, Bench())
    is_late = any(getattr(each, "reason", None) == "clock" for each in done.happened)
    did = [each for each in done.happened if isinstance(each, h.Loaded | h.Moved | h.Battle)]
    assert is_late or did
    return Happened({"error": "E-CLOCK"} if is_late else {"ok": True})


def stand(given: Given) -> Happened:
    """B-3.19."""
    controller = {"own": "empire", "enemy": "nezid", None: None}[given.get("controller")]
    here = HexState(controller=controller, fortification=given.get("fortification", "none"))
    x = troops("x", "nestor", CENTRE, is_blocked=given.get("blocked", False), is_inside=given.get("inside", False))
    # An enemy keeps a blocked detachment blocked.
    others = [troops("enemy", "zod", CENTRE)] if x.is_blocked else []
    state = state_of([x, *others], hexes={CENTRE: here})
    order = Stand(
        commander="nestor",
        id="o1",
        detachments=("x",),
        inside=given.get("inside_wanted"),
        retreat_to=maybe_hex(given.get("retreat_to")),
    )
    wrong = faults(world_of(given), state, order)
    if wrong:
        return Happened({"error": wrong[0].code})
    done = execute_all(world_of(given), state, [order], Bench())
    after = done.state.detachments["x"]
    return Happened(
        {"inside": after.is_inside, "retreat_to": None if after.retreat_to is None else list(after.retreat_to)}
    )


def _listed(hexes: Sequence[Hex]) -> list[list[int]]:
    return [list(each) for each in hexes]


CHECKS: Final[Mapping[str, Check]] = {
    "march_option": march_option,
    "attack_penalty": attack_penalty,
    "mobility": mobility,
    "distance": distance,
    "neighbours": neighbours,
    "hex_key": hex_key,
    "flight_hexes": flight_hexes_of,
    "split_three": split_three_of,
    "flight": flight,
    "retreat_hex": retreat_hex,
    "march_check": march_check,
    "after_step": after_step,
    "boat_check": boat_check,
    "fleet_plan": fleet_plan,
    "clock": clock,
    "stand": stand,
}
