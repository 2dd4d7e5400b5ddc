"""The checks of barkhany's cases about who comes in what order, hiring, reorganising, re-equipment and closing.

What each procedure gets and answers stands in docs/rules/barkhany.md, section 9.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Final

from tests.rules.barkhany_given import settings_of
from tests.rules.vectors import Check, Happened
from turnproc.engine.table import Event
from turnproc.rulesets.barkhany import closing, events, gear, hiring, intake, refit, reorganising
from turnproc.rulesets.barkhany.attaching import attach
from turnproc.rulesets.barkhany.defaults import (
    Direction,
    Reason,
    default_action,
    fleets_without_order,
    is_overruled,
    without_order,
)
from turnproc.rulesets.barkhany.exact import read_exact, write_exact
from turnproc.rulesets.barkhany.generals import all_followed
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.sequence import (
    KINDS,
    Arrival,
    Kind,
    Period,
    Sent,
    Timed,
    phase_of,
    sequence,
)
from turnproc.rulesets.barkhany.state import (
    Commander,
    Detachment,
    Faction,
    Fleet,
    General,
    HexState,
    Standing,
    State,
    Unit,
)
from turnproc.rulesets.barkhany.troubles import Trouble
from turnproc.rulesets.barkhany.world import Ground, Settings, World
from turnproc.source.times import read_time, write_time

Given = Mapping[str, Any]

HERE: Final = Hex(0, 0)
# The turn of a case that names none: not the first, in which everything is ready at once.
TURN: Final = 3
EXACT: Final = ("points", "cost", "morale_pct", "penalty_pct", "condition_pct", "reequip_penalty_pct")
MOVEMENT: Final = {"immobile": 0, "infantry": 1, "cavalry": 2}


def exact(data: Given) -> dict[str, Any]:
    """The fields of a case with exact numbers where the state has them."""
    return {key: read_exact(value) if key in EXACT else value for key, value in data.items()}


def time_of(text: Any) -> datetime | None:
    """A time of a case; None where it names none."""
    found = read_time(text)
    assert (found is None) == (text is None), text
    return found


def unit_of(data: Given, at: int = 1) -> Unit:
    """A unit of a case."""
    return Unit(**({"id": f"u{at}", "type": "militia"} | exact(data)))


def detachment_of(data: Given) -> Detachment:
    """A detachment of a case; `men` stands for a unit of so many militia."""
    fields = {"id": "d", "commander": "c", "hex": HERE} | exact(data)
    names = {"inside": "is_inside", "blocked": "is_blocked", "in_boats": "is_in_boats", "broken": "is_broken"}
    fields = {names.get(key, key): value for key, value in fields.items()}
    if "men" in fields:
        fields["units"] = [{"men": fields.pop("men")}]
    fields["units"] = tuple(unit_of(unit, at) for at, unit in enumerate(fields.get("units", ()), 1))
    fields["hex"] = Hex(*fields["hex"])
    return Detachment(**fields)


def state_of(
    detachments: list[Detachment], *, points: Any = 0, tags: tuple[str, ...] = (), controller: str | None = "own"
) -> State:
    """A state with two factions at war, `own` of the commanders c and c2, and `enemy` of the commander e."""
    return State(
        turn=TURN - 1,
        day=TURN - 1,
        factions={
            "own": Faction(id="own", name="Own", tags=frozenset(tags)),
            "enemy": Faction(id="enemy", name="Enemy"),
        },
        commanders={
            "c": Commander(id="c", faction="own", points=read_exact(points)),
            "c2": Commander(id="c2", faction="own"),
            "e": Commander(id="e", faction="enemy"),
        },
        relations={("enemy", "own"): "war"},
        hexes={HERE: HexState(controller=controller)},
        detachments={each.id: each for each in detachments},
    )


def told(trouble: Trouble) -> Happened:
    """A trouble as cases have it: an error of section 3.1, or a reason why an order failed."""
    return Happened({"error" if trouble.code.startswith("E-") else "failed": trouble.rule})


def is_gear(path: tuple[str, ...]) -> bool:
    """Is it a list of gear? Those must be equal: nothing more than expected may be there."""
    return bool(path) and path[-1] in ("gear", "baggage", "stock", "need", "returned")


def hire_cost(given: Given) -> Happened:
    """B-2.5."""
    return Happened({"cost": str(write_exact(hiring.cost(given["unit"], given["count"])))})


def hire_cost_total(given: Given) -> Happened:
    """B-2.5, B-2.8."""
    ruled = next(iter((given.get("rulings") or {}).values()), None)
    terms = hiring.usual_terms(settings_of(given)) if ruled is None else hiring.Terms(**exact(ruled))
    lines = [
        number * terms.cost if type_ == "general" else hiring.cost(type_, number) for type_, number in given["lines"]
    ]
    return Happened({"cost": str(write_exact(sum(lines, Fraction(0))))})


def hire_check(given: Given) -> Happened:
    """B-2.6, B-2.7: c hires at [0, 0], a settlement of his faction's, for the new detachment `new` unless told."""
    there = [detachment_of(each) for each in given.get("detachments", ())]
    engines = [Unit(id=f"s{at}", type=given["unit"]) for at in range(given.get("owned", 0))]
    if engines:
        there.append(Detachment(id="train", commander=given.get("owner", "c"), hex=Hex(2, 0), units=tuple(engines)))
    state = state_of(
        there,
        points=given["points"],
        tags=tuple(given["faction_tags"]),
        controller=given.get("hex_controller", "own"),
    )
    place = replace(
        state.hexes[HERE],
        muster=frozenset(given.get("muster", ())),
        fortification=given.get("fortification", "none"),
    )
    state = replace(state, hexes={HERE: place})
    ground = Ground(terrain="town", settlement=None if given.get("settlement") is False else "town")
    players = {each: "player" for each in given.get("player_of", ("c",))}
    world = World({HERE: ground}, settings_of(given), players=players)
    number = given["men"] if "men" in given else given["units"]
    at = Hex(*given.get("at", HERE))
    order = hiring.Hire(type=given["unit"], number=number, at=at, into=given.get("into", "new"))
    turn = given.get("turn", TURN)
    engaged = given.get("engaged", ())
    found = hiring.hire(state, world, "c", order, turn=turn, engaged=engaged)
    if isinstance(found, Trouble):
        every = [each.rule for each in hiring.hire_troubles(state, world, "c", order, turn=turn, engaged=engaged)]
        return Happened({"error": found.rule, "errors": every})
    new = found.state.detachments[found.hired]
    return Happened(
        {
            "ok": True,
            "points_left": str(write_exact(found.points_left)),
            "ready_from": new.ready_from,
            "inside": new.is_inside,
            "units": units_told(new.units),
            "warnings": [each.rule for each in found.warnings],
        }
    )


def units_told(units: tuple[Unit, ...]) -> list[dict[str, Any]]:
    """Units as cases have them."""
    return [
        {
            "id": unit.id,
            "type": unit.type,
            **({"condition_pct": write_exact(unit.condition_pct)} if unit.troop.is_engine else {"men": unit.men}),
            "penalty_pct": write_exact(unit.penalty_pct) or None,
            "penalty_until": unit.penalty_until,
        }
        for unit in units
    ]


def reequip(given: Given) -> Happened:
    """B-6.2 to B-6.5: the unit u of d; where a case names no baggage and no stock, all that is needed is in stock."""
    settings = settings_of(given)
    keep = given.get("keep_weapon", False)
    if given.get("baggage") is None and given.get("stock") is None:
        change = gear.exchange(given["from"], given["to"], given["men"], settings, keep_weapon=keep)
        stock = {} if isinstance(change, Trouble) else change.needed
    else:
        stock = given.get("stock") or {}
    unit = Unit(id="u", type=given["from"], men=given.get("have", given["men"]))
    flags = {f"is_{key}": given[key] for key in ("blocked", "broken") if key in given}
    where: dict[str, Any] = {"aboard": given.get("aboard"), "baggage": given.get("baggage") or {}}
    state = state_of([Detachment(id="d", commander="c", hex=HERE, units=(unit,), **where, **flags)])
    place = HexState(controller=given.get("hex_controller", "own"), stock=stock)
    state = replace(state, hexes={HERE: place})
    order = refit.Reequip(
        unit="u",
        detachment="d",
        target=given["to"],
        men=given["men"],
        keep_weapon=keep,
        new_unit=given.get("new_unit"),
    )
    ruled = next(iter((given.get("rulings") or {}).values()), None)
    found = refit.reequip(
        state,
        settings,
        "c",
        order,
        turn=given.get("turn", TURN),
        penalty_pct=None if ruled is None else read_exact(ruled),
        engaged=("d",) if given.get("general_battle") else (),
    )
    if isinstance(found, Trouble):
        return told(found)
    return Happened(
        {
            "need": found.used,
            "returned": found.returned,
            "penalty_pct": write_exact(found.unit.penalty_pct),
            "penalty_until": found.unit.penalty_until,
            "units": units_told(found.state.detachments["d"].units),
            "baggage": found.state.detachments["d"].baggage,
            "stock": found.state.hexes[HERE].stock,
        },
        equal=is_gear,
    )


def kit(given: Given) -> Happened:
    """B-6.1."""
    found = gear.kits(given["type"], given["men"], settings_of(given))
    return Happened({"gear": found}, equal=is_gear)


def penalty_lapse(given: Given) -> Happened:
    """B-6.6."""
    unit = unit_of({"penalty_pct": given["penalty_pct"], "penalty_until": given["penalty_until"]})
    return Happened({"penalty_pct": write_exact(refit.lapsed(unit, given["turn"]).penalty_pct)})


def merge(given: Given) -> Happened:
    """B-2.2: `units` come together in one detachment; of `parts` the first takes in the others, one by one."""
    if "units" in given:
        units = [unit_of(unit, at) for at, unit in enumerate(given["units"], 1)]
        return Happened({"units": units_told(reorganising.joined((), units))})
    parts = [detachment_of({"id": f"d{at}"} | part) for at, part in enumerate(given["parts"], 1)]
    order = reorganising.Merge(detachments=tuple(part.id for part in parts), into="d1")
    found = reorganising.merge(state_of(parts), "c", order)
    assert isinstance(found, State), found
    assert list(found.detachments) == ["d1"]
    return Happened(detachment_told(found.detachments["d1"]), equal=is_gear)


def detachment_told(detachment: Detachment) -> dict[str, Any]:
    """A detachment as cases have it."""
    return {
        "morale_pct": str(write_exact(detachment.morale_pct)),
        "men": detachment.men,
        "blocked": detachment.is_blocked,
        "inside": detachment.is_inside,
        "in_boats": detachment.is_in_boats,
        "ready_from": detachment.ready_from,
        "baggage": detachment.baggage,
        "units": units_told(detachment.units),
    }


def muster_check(given: Given) -> Happened:
    """B-2.1 to B-2.3: detachments d1, d2 … of c, in `hexes` or as `detachments` has them; `have` men in unit u1."""
    parts = given.get("detachments") or [{"hex": hex_} for hex_ in given.get("hexes", [HERE])]
    men = {"men": given.get("have", 100)}
    detachments = [
        detachment_of({"id": f"d{at}"} | ({} if "units" in part else men) | part) for at, part in enumerate(parts, 1)
    ]
    state = state_of(detachments)
    generals = {
        id_: General(id=id_, name=id_, commander="c", morale_pct=Fraction(8), hex=HERE, **data)
        for id_, data in (given.get("generals") or {}).items()
    }
    state = replace(state, generals=generals)
    take: Any = given.get("take", {})
    found = carried_out(state, given, take if isinstance(take, Mapping) else {"u1": take})
    if isinstance(found, Trouble):
        return told(found)
    return Happened(
        {
            "detachments": {id_: detachment_told(each) for id_, each in found.detachments.items()},
            "attached_to": {id_: list(each.attached_to) for id_, each in found.generals.items()},
        },
        equal=is_gear,
    )


def carried_out(state: State, given: Given, take: Mapping[str, Any]) -> State | Trouble:
    """The order of a case: of c, about d1 and, where it takes two, d2."""
    engaged = given.get("engaged", ())
    order: Any
    match given["verb"]:
        case "split":
            into, generals = given.get("into", "new"), tuple(given.get("with_generals", ()))
            order = reorganising.Split(detachment="d1", take=take, into=into, generals=generals)
            return reorganising.split(state, "c", order, engaged)
        case "merge":
            order = reorganising.Merge(detachments=tuple(state.detachments), into=given.get("into", "d1"))
            return reorganising.merge(state, "c", order, engaged)
        case "transfer":
            receiver, baggage = given.get("receiver", "d2"), given.get("baggage", {})
            order = reorganising.Transfer(take=take, giver="d1", receiver=receiver, baggage=baggage)
            return reorganising.transfer(state, "c", order, engaged)
        case _:
            return attach(state, "c", given["general"], tuple(given["to"]), engaged)


def general_follow(given: Given) -> Happened:
    """B-2.3: those moved away are in one hex next door, those destroyed are no more, `aboard` are on one ship."""
    away = Hex(1, 0)
    detachments = [
        Detachment(
            id=id_,
            commander="c",
            hex=away if id_ in given.get("moved_away", ()) else HERE,
            aboard="ship" if id_ in given.get("aboard", ()) else None,
        )
        for id_ in given["attached_to"]
        if id_ not in given.get("destroyed", ())
    ]
    general = General(
        id="g", name="G", commander="c", morale_pct=Fraction(8), hex=HERE, attached_to=tuple(given["attached_to"])
    )
    found = all_followed(replace(state_of(detachments), generals={"g": general})).generals["g"]
    return Happened({"attached_to": list(found.attached_to), "hex": list(found.hex)})


def arrivals_of(given: Given) -> dict[str, Arrival]:
    """What is known of times; of two evidences for the same thing the better one, as the engine tells it."""
    found: dict[str, Arrival] = {}
    kinds: Mapping[Kind, str] = {"commit": "commits", "receipt": "receipts", "ruled": "received"}
    for kind in reversed(KINDS):
        for key, text in (given.get(kinds[kind]) or {}).items():
            at = time_of(text)
            assert at is not None
            found[key] = Arrival(at, kind)
    return found


def sent_of(orders: list[Given]) -> list[Sent]:
    """The orders of a case; one without an id is called by its place in its speaker's file."""
    places: dict[str, int] = {}
    found = []
    for order in orders:
        who = order["for"]
        places[who] = places.get(who, 0) + 1
        id_ = order.get("id", f"o{places[who]}")
        found.append(Sent(commander=who, order=id_, position=places[who], not_before=time_of(order.get("not_before"))))
    return found


def in_sequence(given: Given) -> Happened:
    """B-0.2 to B-0.6, B-0.9: each absent commander has one detachment, and each faction one commander."""
    grace = timedelta(minutes=given.get("grace", 0))
    period = Period(time_of(given.get("opens")), time_of(given.get("deadline")), grace)
    timed = [Timed(at, time_of(text) or datetime.max) for at, text in enumerate(given.get("events", ()))]
    found = sequence(
        sent_of(given["orders"]),
        arrivals_of(given),
        period,
        tie_order=given.get("tie_order", ()),
        events=timed,
    )
    codes = [trouble.rule for each in found for trouble in each.troubles]
    errors = [code for code in codes if code.startswith("E-")]
    warnings = [code for code in codes if code.startswith("W-")]
    return Happened(
        {
            "order": [*(each.source for each in found), *defaults_of(given.get("absent", ()))],
            "error": errors[0] if errors else None,
            "warning": warnings[0] if warnings else None,
            "warnings": warnings,
            "evidence": [each.evidence for each in found],
            "instants": [None if each.instant is None else write_time(each.instant) for each in found],
        }
    )


def defaults_of(absent: Any) -> list[str]:
    """Which default actions follow the submitted orders; `absent` is by commander his faction, or a list of them."""
    factions = absent if isinstance(absent, Mapping) else {who: who for who in absent}
    state = replace(
        state_of([]),
        factions={each: Faction(id=each, name=each) for each in factions.values()},
        commanders={who: Commander(id=who, faction=faction) for who, faction in factions.items()},
        detachments={who: Detachment(id=who, commander=who, hex=HERE) for who in factions},
    )
    return [f"{each.commander}/default" for each in without_order(state, {}, Settings())]


def intake_of(given: Given) -> Happened:
    """B-0.1, B-0.10 to B-0.12, B-1.1."""
    found: dict[str, Any] = {}
    if "files" in given:
        found["absent"] = list(intake.absent(given["commanders"], given["files"]))
        found["question_defaulted"] = f"absent/{found['absent'][0]}" if found["absent"] else None
    if "orders" in given:
        claims = list(claims_of(given["orders"]))
        twice = next(intake.twice(claims), None)
        found["error"] = None if twice is None else twice.rule
        directed = [each for each in given.get("direct", ()) if any(claim.detachment == each for claim in claims)]
        found["event_failed"] = "has_orders" if directed and is_overruled(None) else None
    if "event" in given:
        granted = events.grant_points(
            state_of([], points=given["points"]), "c", read_exact(given["event"]["grant_points"])
        )
        assert isinstance(granted, State)
        hire = given["order"]
        check = {"unit": hire["hire"], "men": hire["men"], "faction_tags": [], "points": granted.commanders["c"].points}
        found |= hire_check(check).found
    return Happened(found)


def claims_of(orders: list[Given]) -> list[intake.Claim]:
    """Which order takes up whose turn."""
    found = []
    for at, order in enumerate(orders, 1):
        verb: Any = next(iter(order))
        if verb == "sail":
            loaded = [id_ for step in order["plan"] for id_ in step.get("load", ())]
            found += [intake.Claim(f"o{at}", "load", id_) for id_ in loaded]
        elif verb in ("march", "stand", "attack"):
            ids = order["with"] if verb == "attack" else order[verb]
            found += [intake.Claim(f"o{at}", verb, id_) for id_ in ids]
    return found


def phases(given: Given) -> Happened:
    """B-0.7."""
    return Happened({"phases": [phase_of(verb) for verb in given["verbs"]]})


def default_order(given: Given) -> Happened:
    """B-0.8 for a detachment at [0, 0]; enemies hinder a step, and so does everything `closed`."""
    standing = given.get("standing") or {}
    route = tuple(Hex(*hex_) for hex_ in standing.get("route", ()))
    flags: dict[str, Any] = {"is_blocked": given.get("blocked", False), "ready_from": given.get("ready_from", 0)}
    flags["aboard"] = given.get("aboard")
    detachment = Detachment(
        id="d", commander="c", hex=HERE, standing=Standing(route=route, repeat=standing.get("repeat")), **flags
    )
    enemies = {Hex(*hex_) for hex_ in given.get("enemy_in") or ()}
    closed = {Hex(*hex_) for hex_ in given.get("closed") or ()}

    def hindrance(_: Hex, to: Hex) -> Reason | None:
        return "enemy_ahead" if to in enemies else "terrain" if to in closed else None

    directed = given.get("gm_direct")
    done = default_action(
        detachment,
        MOVEMENT[given.get("mobility", "infantry")],
        hindrance,
        turn=given.get("turn", TURN),
        can_repeat=lambda _: given.get("repeat_passes", True),
        direction=None if directed is None else Direction(tuple(Hex(*hex_) for hex_ in directed)),
    )
    return Happened(
        {
            "action": done.action,
            "by": done.by,
            "path": [list(hex_) for hex_ in done.path],
            "standing_left": [list(hex_) for hex_ in done.route_left],
            "reason": done.reason,
            "event_failed": "has_orders" if directed is not None and is_overruled(done) else None,
        }
    )


def unmentioned(given: Given) -> Happened:
    """B-0.8, B-0.9: who acts without an order; `detachments` and `fleets` are by id their commander."""
    state = state_of([Detachment(id=id_, commander=who, hex=HERE) for id_, who in given["detachments"].items()])
    fleets = {
        id_: Fleet(
            id=id_, name=id_, faction=state.faction_of(who), commander=who, hex=HERE, plan_left=({"go": [[1, 0]]},)
        )
        for id_, who in (given.get("fleets") or {}).items()
    }
    state = replace(state, fleets=fleets)
    found = without_order(state, given["mentioned"], settings_of(given), given.get("engaged", ()))
    going = fleets_without_order(state, given.get("fleets_ordered", ()))
    return Happened({"detachments": [each.id for each in found], "fleets": [each.id for each in going]})


def close(given: Given) -> Happened:
    """B-7."""
    found: dict[str, Any] = {}
    state = state_of([])
    if "events" in given:
        listed = [
            Event(at, next(iter(event)), event.get("when", "start"), event) for at, event in enumerate(given["events"])
        ]
        found["order"] = [event.verb for event in closing.closing_events(listed)]
    if "units" in given:
        state = state_of([detachment_of({"units": given["units"]})])
        generals = {
            f"g{at}": General(
                id=f"g{at}", name="G", commander="c", morale_pct=Fraction(8), hex=HERE, attached_to=("d",)
            )
            for at in range(given["generals"])
        }
        left = closing.without_the_fallen(replace(state, generals=generals)).detachments
        found |= {"removed": "d" not in left, "units": units_told(left["d"].units) if "d" in left else None}
    if "turn" in given:
        after = closing.closed(replace(state, turn=given["turn"], day=given["day"]), given["turn"] + 1)
        period = Period(time_of(given["opens"]), time_of(given.get("deadline")))
        following = closing.next_period(period, settings_of(given).cadence_days)
        times = {"opens": following.opens, "deadline": following.deadline}
        found |= {"turn": after.turn, "day": after.day}
        found |= {key: None if at is None else write_time(at) for key, at in times.items()}
    if "faction" in given:
        found["eliminated"] = given["faction"] in closing.eliminated(*field_of(given))
    return Happened(found)


def field_of(given: Given) -> tuple[State, World]:
    """So many detachments and settlements of one faction, and one hex of it in which nobody lives."""
    who, free = given["faction"], Hex(9, 9)
    towns = [Hex(at, 0) for at in range(given["settlements"])]
    state = replace(
        state_of([]),
        factions={who: Faction(id=who, name=who)},
        commanders={"w": Commander(id="w", faction=who)},
        detachments={f"d{at}": Detachment(id=f"d{at}", commander="w", hex=free) for at in range(given["detachments"])},
        hexes={hex_: HexState(controller=who) for hex_ in (*towns, free)},
    )
    grounds = {hex_: Ground(terrain="town", settlement=f"town-{hex_.q}") for hex_ in towns}
    return state, World({**grounds, free: Ground(terrain="plain")})


CHECKS: Final[Mapping[str, Check]] = {
    "hire_cost": hire_cost,
    "hire_cost_total": hire_cost_total,
    "hire_check": hire_check,
    "reequip": reequip,
    "kit": kit,
    "penalty_lapse": penalty_lapse,
    "merge": merge,
    "muster_check": muster_check,
    "general_follow": general_follow,
    "sequence": in_sequence,
    "intake": intake_of,
    "phase_of": phases,
    "default_order": default_order,
    "without_order": unmentioned,
    "close": close,
}
