"""Marches, attacks and fleets of barkhany, where a case of its rules would say too little."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.barkhany_map import CENTRE, Bench, plain, state_of, troops, with_ground, world_of
from turnproc.rulesets.barkhany import happenings as h
from turnproc.rulesets.barkhany.action_orders import (
    Attack,
    DeclareWar,
    Go,
    Going,
    Load,
    March,
    PlanStep,
    Sail,
    Stand,
    Unload,
)
from turnproc.rulesets.barkhany.battle import Override, Says
from turnproc.rulesets.barkhany.clock import used_after
from turnproc.rulesets.barkhany.executing import Executed, execute_all
from turnproc.rulesets.barkhany.fleet_plans import joined, read_step, write_step
from turnproc.rulesets.barkhany.flight import flight_hexes
from turnproc.rulesets.barkhany.happenings import Delay, Failure
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.march_checks import faults
from turnproc.rulesets.barkhany.state import Detachment, Fleet, General, HexState, Standing, State, Unit
from turnproc.rulesets.barkhany.world import Ground, Settings, World

EAST, FAR_EAST, WEST = Hex(1, 0), Hex(2, 0), Hex(-1, 0)


def march(*path: Hex, names: tuple[str, ...] = ("x",), **more: Any) -> March:
    return March(commander="nestor", id="o1", detachments=names, path=path, **more)


def attack(hex_: Hex, *names: str, **more: Any) -> Attack:
    return Attack(commander="nestor", id="o1", detachments=names or ("x",), hex=hex_, **more)


def play(state: State, *orders: March | Attack | Stand | Sail, world: World | None = None, **bench: Any) -> Executed:
    world = world_of({}) if world is None else world
    return execute_all(world, state, orders, Bench(world.settings, **bench))


def only(done: Executed, kind: type) -> list[h.Happening]:
    return [each for each in done.happened if isinstance(each, kind)]


def general(attached_to: tuple[str, ...], hex_: Hex = CENTRE) -> General:
    return General(id="g", name="g", commander="zod", morale_pct=Fraction(0), hex=hex_, attached_to=attached_to)


def test_a_standing_route_stops_before_an_enemy_beside_whom_friends_stand_and_keeps_what_it_came_with() -> None:
    standing = Standing(route=(EAST, FAR_EAST), repeat={"stand": ["x"]}, plan="On.")
    x = troops("x", "nestor", CENTRE, standing=standing)
    state = state_of([x, troops("friend", "nestor", EAST), troops("enemy", "zod", EAST)])
    after = play(state, march(EAST, then=(FAR_EAST,), is_route=True)).state.detachments["x"]
    assert after.hex == CENTRE
    assert after.standing == standing


def test_a_standing_route_that_is_walked_gets_shorter() -> None:
    x = troops("x", "nestor", CENTRE, standing=Standing(route=(EAST, FAR_EAST), plan="On."))
    after = play(state_of([x]), march(EAST, then=(FAR_EAST,), is_route=True)).state.detachments["x"]
    assert (after.hex, after.standing) == (EAST, Standing(route=(FAR_EAST,), plan="On."))


def test_a_route_that_is_barred_by_a_block_stays() -> None:
    standing = Standing(route=(EAST,))
    x = troops("x", "nestor", CENTRE, standing=standing, is_blocked=True)
    done = play(state_of([x, troops("enemy", "zod", CENTRE)]), march(EAST, is_route=True))
    assert done.state.detachments["x"].standing == standing
    assert only(done, h.OrderFailed) == [h.OrderFailed(order="nestor/o1", detachment="x", reason="blocked")]


def test_a_new_order_that_fails_replaces_what_was_to_be_gone_on_with_all_the_same() -> None:
    x = troops("x", "nestor", CENTRE, standing=Standing(route=(WEST,), plan="Old."), is_blocked=True)
    state = state_of([x, troops("enemy", "zod", CENTRE)])
    written = {"march": ["x"], "path": [[1, 0]], "repeat": True}
    after = play(state, march(EAST, then=(FAR_EAST,), plan="New.", repeats=written)).state
    assert after.detachments["x"].standing == Standing(route=(), repeat=written, plan="New.")


def test_whoever_is_stopped_does_not_stop_the_others() -> None:
    gun = Unit(id="gun", type="heavy_horse_artillery")
    state = state_of([troops("x", "nestor", CENTRE), Detachment(id="y", commander="nestor", hex=CENTRE, units=(gun,))])
    world = world_of({"terrain": {"1,0": "swamp"}})
    done = play(state, march(EAST, names=("x", "y")), world=world)
    assert {name: each.hex for name, each in done.state.detachments.items()} == {"x": CENTRE, "y": EAST}
    assert [each.code for each in faults(world, state, march(EAST, names=("x", "y")))] == ["E-TERR"]


def test_the_gone_and_the_raised_do_not_march() -> None:
    done = play(state_of([troops("x", "nestor", CENTRE, ready_from=4)]), march(EAST, names=("nobody", "x")))
    assert [each.reason for each in done.happened if isinstance(each, h.OrderFailed)] == ["gone", "not_ready"]


@pytest.mark.parametrize("order", [march(EAST, names=("x", "y")), attack(EAST, "x", "y")])
def test_detachments_of_one_order_stand_in_one_hex(order: Going) -> None:
    state = state_of([troops("x", "nestor", CENTRE), troops("y", "nestor", WEST)])
    assert isinstance(order, March | Attack)
    assert [each.code for each in faults(world_of({}), state, order)] == ["E-START"]


def test_nobody_commands_troops_of_others() -> None:
    state = state_of([troops("x", "zod", CENTRE)])
    stand = Stand(commander="nestor", id="o1", detachments=("x",))
    for order in (march(EAST), attack(EAST), stand):
        assert [(each.code, each.detachment) for each in faults(world_of({}), state, order)] == [("E-CMD", "x")]


def test_war_that_is_declared_before_in_the_same_file_counts() -> None:
    state = replace(state_of([troops("x", "nestor", CENTRE)]), relations={})
    order = attack(EAST, against=("nezid",))
    assert [each.code for each in faults(world_of({}), state, order)] == ["E-PEACE"]
    assert faults(world_of({}), state, order, declared={"nezid"}) == ()


def test_an_attack_over_water_goes_in_by_boat() -> None:
    waters = frozenset({"sill"})
    world = with_ground(with_ground(world_of({}), CENTRE, waters=waters, has_boats=True), EAST, waters=waters)
    state = state_of([troops("x", "nestor", CENTRE, men=50), troops("enemy", "zod", EAST, men=10)])
    done = play(state, attack(EAST, by_boat=True), world=world, difference=6)
    after = done.state.detachments["x"]
    assert (after.hex, after.is_in_boats, after.men) == (EAST, True, 48)
    assert only(done, h.BoatsTaken) == [h.BoatsTaken(detachment="x", hex=CENTRE)]


def test_those_in_boats_retreat_by_water() -> None:
    world = with_ground(with_ground(world_of({}), CENTRE, waters=frozenset({"sill"})), WEST, waters=frozenset({"sill"}))
    boats = troops("d", "zod", CENTRE, men=50, is_in_boats=True, entered_from=Hex(0, 1))
    state = state_of([troops("x", "nestor", EAST), boats])
    after = play(state, attack(CENTRE), world=world, difference=6).state.detachments["d"]
    # Not where it came from: there is no water between.
    assert (after.hex, after.is_in_boats) == (WEST, True)


def test_a_general_without_troops_rides_and_is_no_attacker() -> None:
    lone = Detachment(id="x", commander="nestor", hex=CENTRE)
    led = replace(general(("x",)), commander="nestor")
    state = replace(state_of([lone, troops("d", "zod", FAR_EAST)]), generals={"g": led})
    done = play(state, march(Hex(0, 1), Hex(0, 2)))
    assert done.state.generals["g"].hex == Hex(0, 2)
    done = play(state, attack(FAR_EAST, path=(EAST,)))
    assert [each.reason for each in done.happened if isinstance(each, h.AttackVoid)] == ["no_strength"]
    assert not only(done, h.Battle)


def test_a_wounded_general_stays_and_a_captured_one_is_gone() -> None:
    for fate, with_ in (("wounded", ("d",)), ("captured", ())):
        state = state_of([troops("x", "nestor", WEST), troops("d", "zod", CENTRE, entered_from=EAST)])
        state = replace(state, generals={"g": general(("d",))})
        after = play(state, attack(CENTRE), difference=10, rulings={"general-fate/g": fate}).state.generals["g"]
        assert (after.status, after.attached_to) == (fate, with_)


def test_whoever_has_lost_all_and_whose_general_is_killed_is_gone() -> None:
    state = state_of([troops("x", "nestor", WEST), troops("d", "zod", CENTRE, men=1, entered_from=EAST)])
    state = replace(state, generals={"g": general(("d",))})
    done = play(state, attack(CENTRE), difference=10, rulings={"general-fate/g": "killed"})
    assert list(done.state.detachments) == ["x"]


def test_loot_goes_into_the_baggage() -> None:
    world = World(plain(), Settings(loot_rate_pct=Fraction(50)))
    x = troops("x", "nestor", WEST, baggage={"bow": 3})
    state = state_of([x, troops("d", "zod", CENTRE, "archers", entered_from=EAST)])
    after = play(state, attack(CENTRE), world=world, difference=6).state.detachments["x"]
    # Forty archers and five men in heavy armour have fallen.
    assert dict(after.baggage) == {"heavy_armour": 2, "bow": 23}


def test_a_ruled_outcome_decides_who_leaves() -> None:
    says = Says(override=Override(outcome="field_won_loser_retreats", winner="defender"))
    state = state_of([troops("x", "nestor", WEST), troops("d", "zod", CENTRE)])
    done = play(state, attack(CENTRE), difference=0, rulings={"says": says})
    assert done.state.detachments["x"].hex == WEST
    assert done.state.detachments["x"].is_broken
    assert done.state.hex_state(CENTRE).controller is None


def test_the_penalty_that_is_ruled_counts_in_the_battle() -> None:
    state = state_of([troops("x", "nestor", CENTRE), troops("d", "zod", FAR_EAST)])
    done = play(state, attack(FAR_EAST, path=(EAST,)), rulings={"penalty/x": 20})
    (battle,) = (each for each in done.happened if isinstance(each, h.Battle))
    assert battle.fought.weighed.strengths.attacker.total == 4
    assert battle.attackers == (h.Attacker(detachment="x", row="I2", penalty_pct=20),)


def test_morale_of_the_situation_counts_for_its_side() -> None:
    state = state_of([troops("x", "nestor", WEST), troops("d", "zod", CENTRE)])
    done = play(state, attack(CENTRE), rulings={"morale/defender": 20})
    (battle,) = (each for each in done.happened if isinstance(each, h.Battle))
    assert battle.fought.weighed.strengths.defender.total == 6
    assert battle.fought.weighed.strengths.attacker.total == 5


def test_attackers_who_would_have_no_strength_left_do_not_go_in() -> None:
    state = state_of([troops("x", "nestor", WEST), troops("d", "zod", CENTRE)])
    done = play(state, attack(CENTRE), rulings={"morale/attacker": -100})
    assert not only(done, h.Battle)
    assert done.state.detachments["x"].hex == WEST


def test_execution_leaves_what_it_was_given_as_it_was() -> None:
    state = state_of([troops("x", "nestor", WEST), troops("d", "zod", CENTRE, entered_from=EAST)])
    before = dict(state.detachments)
    play(state, attack(CENTRE), difference=14)
    assert state.detachments == before


@pytest.mark.parametrize(
    "step", [Load(("a", "b")), Go((EAST, FAR_EAST)), Unload(("a",), EAST), Unload(("a",)), Go(()), Load(())]
)
def test_steps_of_a_plan_are_read_as_they_were_written(step: Load | Go | Unload) -> None:
    assert read_step(write_step(step)) == step


def test_what_is_no_step_of_a_plan_is_refused() -> None:
    with pytest.raises(ValueError, match="not a step"):
        read_step({"fly": [1]})


def test_sailing_on_is_one_sailing() -> None:
    plan: list[PlanStep] = [Go((EAST,)), Go((FAR_EAST,)), Load(("a",)), Go((EAST,))]
    assert joined(plan) == (Go((EAST, FAR_EAST)), Load(("a",)), Go((EAST,)))


def test_a_flight_needs_a_neighbour() -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        flight_hexes(CENTRE, FAR_EAST)


def test_a_day_has_two_half_days_however_much_is_done_by_land() -> None:
    assert [used_after(0, needed) for needed in range(5)] == [0, 1, 2, 2, 2]


def harbour(*detachments: Detachment, controller: str | None = "empire", **fleet: Any) -> tuple[World, State]:
    """A port in the centre, the sea in the east."""
    grounds = plain() | {CENTRE: Ground(terrain="plain", port="port"), EAST: Ground(terrain="sea")}
    ship = Fleet(id="f", name="f", faction="empire", commander="nestor", hex=CENTRE)
    state = state_of(detachments, hexes={CENTRE: HexState(controller=controller)})
    return World(grounds), replace(state, fleets={"f": replace(ship, **fleet)})


def sail(*plan: Load | Go | Unload) -> Sail:
    return Sail(commander="nestor", id="o1", fleet="f", plan=plan)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"is_blocked": True}, "blocked"),
        ({"is_broken": True}, "broken"),
        ({"hex": WEST}, "place"),
        ({"ready_from": 4}, "place"),
        ({"commander": "zod"}, "place"),
        ({"aboard": "g"}, "place"),
        ({"clock": 2}, "clock"),
    ],
)
def test_a_load_waits_for_all_and_the_rest_of_the_plan_with_it(changes: dict[str, Any], reason: Delay) -> None:
    a, b = troops("a", "nestor", CENTRE), replace(troops("b", "nestor", CENTRE), **changes)
    world, state = harbour(a, b, troops("enemy", "zod", CENTRE))
    plan = (Load(("a", "b")), Go((EAST,)))
    done = play(state, sail(*plan), world=world)
    assert only(done, h.PlanLeft) == [h.PlanLeft(fleet="f", clock=0, left=plan, reason=reason)]
    assert done.state.detachments["a"].aboard is None
    assert done.state.fleets["f"].hex == CENTRE


def test_several_are_loaded_in_the_time_of_one_and_sail_along() -> None:
    world, state = harbour(troops("a", "nestor", CENTRE), troops("b", "nestor", CENTRE, "light_cavalry", clock=1))
    done = play(state, sail(Load(("a", "b"))), world=world)
    # From the later of the clocks.
    assert [each.clock for each in done.state.detachments.values()] == [2, 2]
    world, state = harbour(troops("a", "nestor", CENTRE), troops("b", "nestor", CENTRE))
    done = play(state, sail(Load(("a", "b")), Go((EAST,))), world=world)
    assert {each.hex for each in done.state.detachments.values()} == {EAST}


def test_troops_of_an_enemy_ashore_do_not_see_those_aboard() -> None:
    world, state = harbour(troops("a", "nestor", CENTRE, aboard="f"), troops("d", "zod", WEST))
    order = Attack(commander="zod", id="o1", detachments=("d",), hex=CENTRE)
    done = play(state, order, world=world)
    assert [each.reason for each in done.happened if isinstance(each, h.AttackVoid)] == ["no_enemy"]
    assert done.state.hex_state(CENTRE).controller == "nezid"


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Unload(("a",), WEST), "place"),
        (Unload(("nobody",)), "place"),
        (Unload(("a",), Hex(9, 9)), "place"),
        (Load(("a",)), "place"),
    ],
)
def test_what_cannot_be_unloaded_stays_aboard(step: Unload | Load, reason: Delay) -> None:
    world, state = harbour(troops("a", "nestor", CENTRE, aboard="f"))
    done = play(state, sail(step), world=world)
    assert only(done, h.PlanLeft) == [h.PlanLeft(fleet="f", clock=0, left=(step,), reason=reason)]
    assert done.state.detachments["a"].aboard == "f"


def test_nobody_lands_in_the_sea() -> None:
    world, state = harbour(troops("a", "nestor", EAST, aboard="f"), hex=EAST)
    step = Unload(("a",))
    done = play(state, sail(step), world=world)
    (left,) = (each for each in done.happened if isinstance(each, h.PlanLeft))
    assert left.left == (step,)


def test_a_fleet_that_is_no_more_does_nothing() -> None:
    world, state = harbour()
    done = play(replace(state, fleets={}), sail(Go((EAST,))), world=world)
    assert only(done, h.OrderFailed) == [h.OrderFailed(order="nestor/o1", reason="gone")]


def test_fleets_that_meet_stop_there() -> None:
    world, state = harbour()
    pirate = Fleet(id="p", name="p", faction="nezid", commander="zod", hex=EAST)
    done = play(replace(state, fleets={**state.fleets, "p": pirate}), sail(Go((EAST,)), Load(("a",))), world=world)
    assert only(done, h.FleetsMet) == [h.FleetsMet(fleet="f", hex=EAST, others=("p",))]
    assert done.state.fleets["f"].plan_left == ({"load": ["a"]},)


@pytest.mark.parametrize("loaded", ["a", "b"])
def test_a_general_loses_those_from_whom_a_ships_side_parts_him(loaded: str) -> None:
    world, state = harbour(troops("a", "nestor", CENTRE), troops("b", "nestor", CENTRE))
    general = General(id="g", name="g", commander="nestor", morale_pct=Fraction(8), hex=CENTRE, attached_to=("a", "b"))
    done = play(replace(state, generals={"g": general}), sail(Load((loaded,))), world=world)
    assert only(done, h.GeneralParted) == [h.GeneralParted(general="g", detachments=("a",))]
    assert done.state.generals["g"].attached_to == ("a",)


@pytest.mark.parametrize(("against", "reason"), [("empire", "own_faction"), ("nezid", "at_war")])
def test_wars_that_cannot_be_declared_are_told(against: str, reason: Failure) -> None:
    state = state_of([])
    done = execute_all(world_of({}), state, [DeclareWar(commander="nestor", id="o1", against=against)], Bench())
    assert only(done, h.OrderFailed) == [h.OrderFailed(order="nestor/o1", reason=reason)]
    assert done.state == state


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (march(EAST, FAR_EAST), "option"),
        (attack(Hex(3, 0), path=(EAST, FAR_EAST)), "option"),
        (attack(EAST, after=FAR_EAST), "option"),
        (attack(FAR_EAST), "reach"),
        (attack(Hex(9, 9), path=(Hex(9, 8),)), "reach"),
        (attack(EAST, "nobody"), "gone"),
        (march(EAST, by_boat=True), "no_boats"),
        (attack(EAST, by_boat=True), "no_boats"),
    ],
)
def test_what_the_checks_have_let_pass_is_not_carried_out_either(order: March | Attack, reason: str) -> None:
    state = state_of([troops("x", "nestor", CENTRE, men=50), troops("d", "zod", EAST)])
    done = play(state, order)
    assert [each.reason for each in done.happened if isinstance(each, h.OrderFailed)] == [reason]
    assert done.state.detachments["x"].hex == CENTRE


def test_troops_that_are_taken_aboard_are_missed_in_their_operation() -> None:
    world, state = harbour(troops("x", "nestor", CENTRE), troops("y", "nestor", WEST), troops("d", "zod", Hex(-1, 1)))
    first = Attack(commander="nestor", id="o1", detachments=("x",), hex=Hex(-1, 1), operation="storm")
    last = replace(first, id="o3", detachments=("y",))
    # On horseback there would be time for it.
    state = replace(state, detachments={**state.detachments, "x": troops("x", "nestor", CENTRE, "light_cavalry")})
    done = play(state, first, replace(sail(Load(("x",))), id="o2"), last, world=world)
    assert [(each.detachment, each.reason) for each in done.happened if isinstance(each, h.AttackVoid)] == [
        ("x", "aboard")
    ]
    (battle,) = (each for each in done.happened if isinstance(each, h.Battle))
    assert [each.detachment for each in battle.attackers] == ["y"]


def test_who_falls_in_a_fight_makes_no_step_after_it() -> None:
    state = state_of([troops("x", "nestor", WEST, "light_cavalry", men=1), troops("d", "zod", CENTRE)])
    done = play(state, attack(CENTRE, after=EAST), difference=-14)
    assert only(done, h.AfterStep) == [h.AfterStep(detachment="x", to=EAST, reason="gone")]
    assert "x" not in done.state.detachments


def test_nobody_is_loaded_who_is_no_more_and_nobody_lands_in_a_bog() -> None:
    world, state = harbour(troops("a", "nestor", EAST, aboard="f"), hex=EAST)
    done = play(state, sail(Load(("nobody",))), world=world)
    assert [each.reason for each in done.happened if isinstance(each, h.PlanLeft)] == ["place"]
    bog = Hex(1, 1)
    world = replace(world, grounds={**world.grounds, bog: Ground(terrain="swamp")})
    done = play(state, sail(Unload(("a",), bog)), world=world)
    assert [each.reason for each in done.happened if isinstance(each, h.PlanLeft)] == ["terrain"]


def test_only_who_was_blocked_is_told_to_be_free() -> None:
    state = state_of([troops("x", "nestor", CENTRE), troops("y", "nestor", WEST, is_blocked=True)])
    assert only(play(state, march(EAST)), h.Unblocked) == [h.Unblocked(detachment="y", hex=WEST)]


def test_a_wounded_general_who_survives_is_still_wounded() -> None:
    state = state_of([troops("x", "nestor", WEST), troops("d", "zod", CENTRE, entered_from=EAST)])
    state = replace(state, generals={"g": replace(general(("d",)), status="wounded")})
    done = play(state, attack(CENTRE), difference=10)
    assert done.state.generals["g"].status == "wounded"
    assert not only(done, h.GeneralFate)


def test_baggage_flees_with_the_first_part() -> None:
    d = troops("d", "zod", CENTRE, entered_from=EAST, baggage={"bow": 5})
    done = play(state_of([troops("x", "nestor", WEST), d]), attack(CENTRE), difference=14)
    assert {name: dict(each.baggage) for name, each in done.state.detachments.items() if name != "x"} == {
        "d": {"bow": 5},
        "d-t3f2": {},
        "d-t3f3": {},
    }


def test_recruits_may_stand_where_they_are() -> None:
    state = state_of([troops("x", "nestor", CENTRE, ready_from=4)])
    stand = Stand(commander="nestor", id="o1", detachments=("x",), retreat_to=EAST, plan="Hold.")
    after = play(state, stand).state.detachments["x"]
    assert (after.retreat_to, after.standing.plan) == (EAST, "Hold.")
    assert only(play(state_of([troops("x", "nestor", CENTRE, is_broken=True)]), stand), h.Stood) == []


def test_where_troops_will_be_ashore_nobody_knows_before() -> None:
    world, state = harbour(troops("x", "nestor", EAST, aboard="f"), hex=EAST)
    assert faults(world, state, march(Hex(0, 2))) == ()


def test_an_operation_that_comes_to_nothing_takes_the_time_of_its_steps_once() -> None:
    first = attack(EAST, path=(EAST,), operation="storm")
    last = replace(attack(EAST, "y", operation="storm"), id="o2")
    state = state_of([troops("x", "nestor", CENTRE, "light_cavalry"), troops("y", "nestor", Hex(1, 1))])
    after = play(state, first, last).state.detachments
    assert {name: (each.hex, each.clock) for name, each in after.items()} == {"x": (EAST, 1), "y": (EAST, 2)}
