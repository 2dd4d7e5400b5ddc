"""The table of options over all combinations, hexes, flights and whole days of barkhany: what holds for all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.effort import examples
from tests.rules.barkhany_map import CENTRE, Bench, plain, state_of, troops, world_of
from turnproc.engine.dice import Expression
from turnproc.rulesets.barkhany import happenings as h
from turnproc.rulesets.barkhany.action_orders import ActionOrder, Attack, DeclareWar, March, Stand
from turnproc.rulesets.barkhany.executing import Executed, execute_all
from turnproc.rulesets.barkhany.flight import flee, split_three
from turnproc.rulesets.barkhany.hexes import DIRECTIONS, Hex, turn_distance
from turnproc.rulesets.barkhany.march_checks import faults
from turnproc.rulesets.barkhany.options import RANGES, is_unusual, option, penalised, penalty_dice, penalty_pct
from turnproc.rulesets.barkhany.presence import at_war, enemies_in, has_friendly_walls
from turnproc.rulesets.barkhany.retreat import Rout
from turnproc.rulesets.barkhany.state import Detachment, General, HexState, Relation, State, Unit
from turnproc.rulesets.barkhany.steps import is_open
from turnproc.rulesets.barkhany.troops import Mobility
from turnproc.rulesets.barkhany.world import Fortification, Ground, Penalised, Settings, Terrain, World

TYPES: dict[Mobility, str] = {
    "immobile": "mega_heavy_infantry",
    "infantry": "heavy_infantry",
    "cavalry": "light_cavalry",
}
MOVEMENT: dict[Mobility, int] = {"immobile": 0, "infantry": 1, "cavalry": 2}
hexes = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


@pytest.mark.parametrize(
    ("mobility", "before", "attacks", "after"), list(product(MOVEMENT, range(4), (False, True), range(3)))
)
def test_the_table_of_options_is_its_one_sentence(mobility: Mobility, before: int, attacks: bool, after: int) -> None:
    movement = MOVEMENT[mobility]
    spent = before + attacks + after
    is_allowed = (spent <= movement + 1 and after <= (mobility == "cavalry")) if attacks else spent <= movement
    is_allowed = is_allowed and (attacks or not after) and before <= movement
    pays = attacks and mobility != "immobile" and (spent > movement or after > 0)
    row = option(mobility, before, attacks=attacks, after=after)
    assert (row is not None) == is_allowed
    if row is not None:
        assert (penalised(row) is not None) == pays
        assert row == "stand" or row.startswith("C" if mobility == "cavalry" else "I")
        assert (row == "stand") == (spent == 0)


@pytest.mark.parametrize(
    ("mobility", "before", "attacks", "after"), list(product(MOVEMENT, range(4), (False, True), range(2)))
)
def test_orders_that_the_table_lacks_are_an_error(mobility: Mobility, before: int, attacks: bool, after: int) -> None:
    if after and not attacks:
        return
    path = tuple(Hex(q, 0) for q in range(1, before + 1))
    order: March | Attack = March(commander="nestor", id="o1", detachments=("x",), path=path)
    if attacks:
        after_hex = Hex(before, 1) if after else None
        target = Hex(before + 1, 0) if mobility != "immobile" else Hex(before, 0)
        order = Attack(commander="nestor", id="o1", detachments=("x",), path=path, hex=target, after=after_hex)
    world = World(plain(6))
    found = {each.code for each in faults(world, state_of([troops("x", "nestor", CENTRE, TYPES[mobility])]), order)}
    assert ("E-OPT" in found) == (option(mobility, before, attacks=attacks, after=after) is None)


@pytest.mark.parametrize("row", list(RANGES))
def test_penalties_stay_in_their_range(row: Penalised) -> None:
    found = penalised(row)
    assert found is not None
    least, most = RANGES[found]
    dice = Expression.read(penalty_dice(found))
    assert (dice.least, dice.most) == (least, most)
    assert penalty_pct(found, Settings(attack_penalty="low")) == least
    assert penalty_pct(found, Settings(attack_penalty="high")) == most
    assert penalty_pct(found, Settings()) == Fraction(least + most, 2)
    assert penalty_pct(found, Settings(attack_penalty="ask")) is None
    assert penalty_pct(found, Settings(attack_penalty="ask"), ruled=99) == 99
    assert [is_unusual(found, each) for each in (least - 1, least, most, most + 1)] == [True, False, False, True]
    with pytest.raises(ValueError, match="thrown"):
        penalty_pct(found, Settings(attack_penalty="roll"))


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(one: Hex, other: Hex, third: Hex) -> None:
    assert one.distance(other) == other.distance(one)
    assert (one.distance(other) == 0) == (one == other)
    assert one.distance(third) <= one.distance(other) + other.distance(third)
    assert (one.distance(other) == 1) == (other in one.neighbours())
    direction = one.direction_to(other)
    assert (direction is None) == (one.distance(other) != 1)
    if direction is not None:
        assert other.direction_to(one) == (direction + len(DIRECTIONS) // 2) % len(DIRECTIONS)


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_turn_distance_is_a_metric(one: int, other: int, third: int) -> None:
    assert turn_distance(one, other) == turn_distance(other, one) <= 3
    assert (turn_distance(one, other) == 0) == (one == other)
    assert turn_distance(one, third) <= turn_distance(one, other) + turn_distance(other, third)


@given(st.lists(st.integers(0, 50), max_size=6))
def test_three_parts_lose_nobody_and_differ_by_one(men: list[int]) -> None:
    parts = split_three(men)
    assert [sum(unit) for unit in zip(*parts, strict=True)] == men
    sums = [sum(part) for part in parts]
    assert sums == sorted(sums, reverse=True)
    assert sums[0] - sums[2] <= 1
    # Of every unit each part has a third, and at most one of the leftovers.
    assert all(share - unit // 3 in (0, 1) for part in parts for share, unit in zip(part, men, strict=True))


@st.composite
def units(draw: DrawFn) -> tuple[Unit, ...]:
    types = draw(st.lists(st.sampled_from(["heavy_infantry", "light_cavalry", "siege_engines", "archers"]), min_size=1))
    return tuple(
        Unit(id=f"u{at}", type=type_, condition_pct=Fraction(50))
        if type_ == "siege_engines"
        else Unit(id=f"u{at}", type=type_, men=draw(st.integers(1, 40)))
        for at, type_ in enumerate(types)
    )


@given(units(), st.sets(st.integers(0, 5), max_size=5), st.integers(0, 5))
def test_a_flight_conserves_men_and_engines(of: tuple[Unit, ...], shut: set[int], entry: int) -> None:
    field = CENTRE
    world = world_of({"missing": [list(field.step(each)) for each in shut]})
    beaten = Detachment(id="x", commander="nestor", hex=field, units=of, entered_from=field.step(entry))
    state = state_of([beaten, troops("winner", "zod", field)])
    parts = flee(Rout(world, state, field), beaten, state.detachments)
    assert parts is not None
    assert parts[0].id == "x"
    assert len({part.id for part in parts}) == len({part.hex for part in parts}) == len(parts) <= 3
    assert all(part.hex in world.grounds and field.distance(part.hex) == 1 for part in parts)
    for unit in of:
        found = [each for part in parts for each in part.units if each.id == unit.id]
        assert sum(each.men for each in found) == unit.men
        assert not unit.troop.is_engine or found == [unit]
    # The others are beside the first.
    assert all(parts[0].hex.distance(part.hex) == 1 for part in parts[1:])


LANDS: SearchStrategy[Terrain] = st.sampled_from(["plain", "plain", "plain", "hills", "swamp", "lake"])
WORKS: SearchStrategy[Fortification] = st.sampled_from(["none", "minor", "major"])
RELATIONS: SearchStrategy[Relation] = st.sampled_from(["war", "war", "neutral", "allied"])
FACTIONS = ("empire", "nezid", "pirates")
PLACES = tuple(sorted(plain(2)))
NEAR = (*CENTRE.neighbours(), CENTRE)


@st.composite
def days(draw: DrawFn) -> tuple[World, State, list[ActionOrder], int]:
    """A crowded corner of a map, and what everybody does there."""
    grounds = {each: Ground(terrain=draw(LANDS)) for each in PLACES} | {CENTRE: Ground(terrain="town", settlement="s")}
    settings = Settings(
        attack_reach=draw(st.sampled_from(["adjacent", "same_hex"])),
        enemy_hex_stops=draw(st.booleans()),
        blocked_withdrawal=draw(st.sampled_from(["none", "entry_hex", "any"])),
        loot_rate_pct=Fraction(draw(st.sampled_from([0, 50]))),
    )
    controllers = st.sampled_from([None, *FACTIONS])
    hexes_ = {each: HexState(controller=draw(controllers), fortification=draw(WORKS)) for each in NEAR}
    relations = {pair: draw(RELATIONS) for pair in (("empire", "nezid"), ("empire", "pirates"), ("nezid", "pirates"))}
    detachments = [
        troops(
            f"{commander}-{at}",
            commander,
            draw(st.sampled_from(NEAR)),
            draw(st.sampled_from(["heavy_infantry", "light_cavalry", "archers", "mega_heavy_infantry"])),
            draw(st.integers(1, 60)),
            entered_from=draw(st.sampled_from([None, *PLACES])),
            retreat_to=draw(st.sampled_from([None, *PLACES])),
        )
        for commander in ("kir", "nestor", "zod")
        for at in range(draw(st.integers(0, 3)))
    ]
    state = state_of(
        detachments,
        commanders={"nestor": "empire", "zod": "nezid", "kir": "pirates"},
        relations=relations,
        hexes=hexes_,
    )
    generals = {
        f"g-{name}": General(
            id=f"g-{name}",
            name="g",
            commander=each.commander,
            morale_pct=Fraction(8),
            hex=each.hex,
            attached_to=(name,),
        )
        for name, each in state.detachments.items()
        if draw(st.booleans())
    }
    orders = [draw(_order(each)) for each in draw(st.permutations(detachments))]
    return World(grounds, settings), replace(state, generals=generals), orders, draw(st.integers(-16, 16))


@st.composite
def _order(draw: DrawFn, each: Detachment) -> ActionOrder:
    """Mostly along neighbours, so that it means something."""
    common: dict[str, Any] = {"commander": each.commander, "id": f"o-{each.id}"}
    path = [each.hex.step(draw(st.integers(0, 5)))]
    path.append(path[0].step(draw(st.integers(0, 5))))
    length = draw(st.integers(0, 2))
    end = path[length - 1] if length else each.hex
    target = draw(st.sampled_from([end, *end.neighbours()]))
    near = draw(st.none() | st.sampled_from(target.neighbours()))
    match draw(st.sampled_from(["march", "attack", "attack", "attack", "stand", "war"])):
        case "march":
            return March(**common, detachments=(each.id,), path=tuple(path[:length]), then=(target,))
        case "stand":
            return Stand(**common, detachments=(each.id,), inside=draw(st.none() | st.booleans()))
        case "war":
            return DeclareWar(**common, against=draw(st.sampled_from(FACTIONS)))
    return Attack(
        **common,
        detachments=(each.id,),
        path=tuple(path[:length]),
        hex=target,
        after=near,
        attack_if_stopped=draw(st.booleans()),
        operation=draw(st.sampled_from([None, None, "storm"])),
        stay_outside=draw(st.booleans()),
    )


class Stubborn(Bench):
    """Whoever is trapped stays."""

    def trapped(self, battle: str, detachment: str) -> h.Trap:
        return "stay"


def _play(day: tuple[World, State, list[ActionOrder], int]) -> Executed:
    world, state, orders, difference = day
    return execute_all(world, state, orders, Stubborn(world.settings, difference=difference))


@examples(30)
@given(days())
def test_after_a_day_all_is_in_its_place(day: tuple[World, State, list[ActionOrder], int]) -> None:
    world, before, _, _ = day
    state = _play(day).state
    for name, each in state.detachments.items():
        assert each.id == name
        faction = state.faction_of(each.commander)
        assert each.hex == before.detachments[name].hex if each.hex not in world.grounds else True
        assert not each.is_inside or has_friendly_walls(state, each.hex, faction)
        assert not each.is_blocked or enemies_in(state, each.hex, faction)
        assert each.units or any(name in general.attached_to for general in state.generals.values())
        assert each.entered_from is None or each.entered_from in PLACES
    for general in state.generals.values():
        assert all(state.detachments[name].hex == general.hex for name in general.attached_to)


@examples(30)
@given(days())
def test_nobody_walks_where_nobody_can(day: tuple[World, State, list[ActionOrder], int]) -> None:
    world, before, _, _ = day
    done = _play(day)
    for each in done.happened:
        if isinstance(each, h.Moved):
            assert each.start.distance(each.to) == 1
            assert world.grounds[each.to].terrain not in ("swamp", "lake")
        if isinstance(each, h.Retreated) and each.reason != "inside":
            assert each.start.distance(each.to) == 1
    for name, now in done.state.detachments.items():
        if name in before.detachments and now.hex != before.detachments[name].hex:
            assert is_open(world, now, now.hex)


@examples(30)
@given(days())
def test_men_fall_in_battles_alone(day: tuple[World, State, list[ActionOrder], int]) -> None:
    _, before, _, _ = day
    done = _play(day)
    fallen = sum(
        loss.men for each in done.happened if isinstance(each, h.Battle) for side in each.fought.losses for loss in side
    )
    assert _men(before) - fallen == _men(done.state)


def _men(state: State) -> int:
    return sum(each.men for each in state.detachments.values())


@examples(30)
@given(days())
def test_battles_are_fought_between_enemies_in_one_hex(day: tuple[World, State, list[ActionOrder], int]) -> None:
    _, state, _, _ = day
    done = _play(day)
    for at, each in enumerate(done.happened):
        if not isinstance(each, h.Battle):
            continue
        went = {each.detachment: each.to for each in done.happened[:at] if isinstance(each, h.Moved)}
        for attacker in each.attackers:
            there = went.get(attacker.detachment, state.detachments[attacker.detachment].hex)
            assert there == each.hex or attacker.detachment in _driven(done, at)
        names = {attacker.detachment for attacker in each.attackers}
        assert names and each.defenders and names.isdisjoint(each.defenders)


def _driven(done: Executed, at: int) -> set[str]:
    return {each.detachment for each in done.happened[:at] if isinstance(each, h.Retreated | h.Fled)}


@examples(30)
@given(days(), st.randoms(use_true_random=False))
def test_a_day_depends_on_nothing_else(day: tuple[World, State, list[ActionOrder], int], random: Random) -> None:
    world, state, orders, difference = day
    names = list(state.detachments)
    random.shuffle(names)
    shuffled = replace(
        state,
        detachments={name: state.detachments[name] for name in names},
        hexes=dict(reversed(list(state.hexes.items()))),
        generals=dict(reversed(list(state.generals.items()))),
    )
    first, second = _play(day), _play((world, shuffled, orders, difference))
    assert first.happened == second.happened
    assert first.state == second.state


@examples(30)
@given(days())
def test_at_war_is_mutual(day: tuple[World, State, list[ActionOrder], int]) -> None:
    state = _play(day).state
    assert all(at_war(state, one, other) == at_war(state, other, one) for one in FACTIONS for other in FACTIONS)
