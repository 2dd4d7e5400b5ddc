"""The small world of barkhany's cases: all is plain, Empire and Nezidians fight, where nothing else is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, cast

from tests.rules.barkhany_given import settings_of
from turnproc.rulesets.barkhany.action_orders import (
    ActionOrder,
    Attack,
    DeclareWar,
    March,
    Sail,
    Stand,
)
from turnproc.rulesets.barkhany.battle import Says, Weighed
from turnproc.rulesets.barkhany.both import Both, Role
from turnproc.rulesets.barkhany.fleet_plans import read_step
from turnproc.rulesets.barkhany.happenings import Trap
from turnproc.rulesets.barkhany.hexes import Hex, read_key
from turnproc.rulesets.barkhany.names import fate_id, trapped_id
from turnproc.rulesets.barkhany.options import penalty_pct
from turnproc.rulesets.barkhany.state import (
    Commander,
    Detachment,
    Faction,
    GeneralStatus,
    HexState,
    Relation,
    State,
    Unit,
)
from turnproc.rulesets.barkhany.troops import Gear
from turnproc.rulesets.barkhany.world import Ground, Penalised, Settings, World

TURN = 3
RADIUS = 3
CENTRE = Hex(0, 0)
COMMANDERS = {"nestor": "empire", "zod": "nezid"}


def hex_of(given: Sequence[int]) -> Hex:
    q, r = given
    return Hex(q, r)


def hexes_of(given: Sequence[Sequence[int]] | None) -> tuple[Hex, ...]:
    return tuple(hex_of(each) for each in given or ())


def maybe_hex(given: Sequence[int] | None) -> Hex | None:
    return None if given is None else hex_of(given)


def plain(radius: int = RADIUS) -> dict[Hex, Ground]:
    """Every hex within a distance of the centre."""
    span = range(-radius, radius + 1)
    found = (Hex(q, r) for q in span for r in span)
    return {each: Ground(terrain="plain") for each in found if CENTRE.distance(each) <= radius}


def troops(
    name: str, commander: str, at: Hex, type_: str = "heavy_infantry", men: int = 100, **more: Any
) -> Detachment:
    """A detachment of one unit."""
    unit = Unit(id=f"{name}-u1", type=type_, men=men)
    return Detachment(id=name, commander=commander, hex=at, units=(unit,), **more)


def world_of(given: Mapping[str, Any], grounds: Mapping[Hex, Ground] | None = None) -> World:
    """The map of a case, with what it says of terrain, barriers, and hexes that are missing."""
    found = dict(plain() if grounds is None else grounds)
    for key, terrain in given.get("terrain", {}).items():
        found[read_key(key)] = Ground(terrain=terrain)
    for missing in hexes_of(given.get("missing")):
        del found[missing]
    barriers = (sorted(hexes_of(pair)) for pair in given.get("barriers", ()))
    return World(
        found,
        settings_of(given),
        barriers=frozenset((one, other) for one, other in barriers),
        rivers=frozenset((one, other) for one, other in (sorted(hexes_of(pair)) for pair in given.get("rivers", ()))),
    )


def state_of(
    detachments: Sequence[Detachment],
    *,
    commanders: Mapping[str, str] = COMMANDERS,
    relations: Mapping[tuple[str, str], Relation] | None = None,
    hexes: Mapping[Hex, HexState] | None = None,
) -> State:
    """A state with these troops and nothing else; turn 3."""
    factions = sorted(set(commanders.values()))
    return State(
        turn=TURN,
        day=TURN,
        factions={name: Faction(id=name, name=name) for name in factions},
        commanders={name: Commander(id=name, faction=faction) for name, faction in commanders.items()},
        relations={("empire", "nezid"): "war"} if relations is None else relations,
        hexes=hexes or {},
        detachments={each.id: each for each in detachments},
    )


def order_of(given: Mapping[str, Any], commander: str = "nestor", default_id: str = "o1") -> ActionOrder:
    """An order of a case, as its file would have it."""
    data = {key: value for key, value in given.items() if key not in ("for", "received")}
    common: dict[str, Any] = {"commander": given.get("for", commander), "id": data.pop("id", default_id)}
    for key in ("path", "then"):
        if key in data:
            data[key] = hexes_of(data[key])
    for key in ("retreat_to", "after"):
        if data.get(key) is not None:
            data[key] = hex_of(data[key])
    match data:
        case {"march": names, **rest}:
            return March(detachments=tuple(names), **common, **rest)
        case {"attack": at, "with": names, **rest}:
            rest["against"] = tuple(rest.get("against", ()))
            return Attack(hex=hex_of(at), detachments=tuple(names), **common, **rest)
        case {"stand": names, **rest}:
            return Stand(detachments=tuple(names), **common, **rest)
        case {"declare_war": faction}:
            return DeclareWar(against=faction, **common)
        case {"sail": fleet, "plan": plan}:
            return Sail(fleet=fleet, plan=tuple(read_step(step) for step in plan), **common)
    raise ValueError(f"no order of the sequence: {given!r}")


@dataclass
class Bench:
    """A judge that answers as a case says; what it does not say is at its default. It notes what it is asked."""

    settings: Settings = field(default_factory=Settings)
    # Throws battle by battle, or the difference that every battle is to end with.
    throws: Sequence[Mapping[str, int]] = ()
    difference: int | None = None
    rulings: Mapping[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    modifiers: int = 0
    fought: int = 0

    def penalty(self, attack: Attack, detachment: str, row: Penalised) -> int:
        found = penalty_pct(row, self.settings, ruled=self.rulings.get(f"penalty/{detachment}"))
        assert found is not None
        return found

    def morale_pct(self, battle: str, role: Role) -> Fraction:
        return Fraction(self.rulings.get(f"morale/{role}", 0))

    def says(self, battle: str, weighed: Weighed) -> Says:
        worth = weighed.modifiers.each(lambda side: side.sum)
        self.modifiers = worth.attacker - worth.defender
        return cast(Says, self.rulings.get("says", Says()))

    def rolls(self, battle: str) -> Both[int]:
        if self.difference is not None:
            apart = self.difference - self.modifiers
            attacker = min(18, max(3, 10 + apart))
            return Both(attacker, attacker - apart)
        thrown = self.throws[min(self.fought, len(self.throws) - 1)] if self.throws else {}
        self.fought += 1
        return Both(thrown.get("attacker", 10), thrown.get("defender", 10))

    def general_fate(self, battle: str, general: str) -> GeneralStatus:
        self.asked.append(fate_id("<battle>", general))
        return cast(GeneralStatus, self.rulings.get(f"general-fate/{general}", "active"))

    def trapped(self, battle: str, detachment: str) -> Trap | Hex:
        self.asked.append(trapped_id("<battle>", detachment))
        return cast(Trap | Hex, self.rulings[f"trapped/{detachment}"])

    def loot(self, battle: str, gear: Mapping[Gear, int]) -> Mapping[Gear, int]:
        return gear


def with_ground(world: World, hex_: Hex, **changes: Any) -> World:
    """The same map with something else in a hex."""
    ground = replace(world.grounds[hex_], **changes)
    return replace(world, grounds={**world.grounds, hex_: ground})
