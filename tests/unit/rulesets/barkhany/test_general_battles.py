"""General battles where a case would say too little: opening, the game master's answers, the end by his word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from tests.rules.barkhany_sectors import BATTLE, HERE, Judge, Small, orders_of, sectors_of, small
from turnproc.rulesets.barkhany import gb_happenings as f
from turnproc.rulesets.barkhany.clashes import clash_in
from turnproc.rulesets.barkhany.gb_end import ended_by_ruling, is_stalled
from turnproc.rulesets.barkhany.gb_round import Deeds, Round
from turnproc.rulesets.barkhany.gb_state import Post, Side
from turnproc.rulesets.barkhany.happenings import Retreated, Trapped, Unblocked
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.modifiers import UnruledError
from turnproc.rulesets.barkhany.names import end_id
from turnproc.rulesets.barkhany.reserve_state import Reserve
from turnproc.rulesets.barkhany.reserves import living, own_difference, previews
from turnproc.rulesets.barkhany.sectors import opened, present
from turnproc.rulesets.barkhany.state import Fleet, HexState
from turnproc.rulesets.barkhany.world import Ground

SIDES: Final[Mapping[Side, frozenset[str]]] = {"a": frozenset({"fa"}), "b": frozenset({"fb"})}
FOOT: Final = [{"type": "heavy_infantry", "men": 100}]


def troops(name: str, sector: str | None = None, men: int = 100, **more: Any) -> dict[str, Any]:
    units = [{"type": more.pop("type", "heavy_infantry"), "men": men}]
    return {"id": name, "side": name[0], "sector": sector, "units": units, **more}


def beside(there: Small) -> Round:
    return Round(there.world, there.state, there.battle, Deeds(number=1))


def test_at_the_opening_blocks_end_and_everybody_has_a_place() -> None:
    state = small({"detachments": [troops("a1", blocked=True), troops("a2"), troops("b1"), troops("c1")]}).state
    battle, happened = opened(state, BATTLE, HERE, SIDES, positions={"a2": "left"})
    assert happened == (Unblocked(detachment="a1", hex=HERE),)
    assert battle.posts == {"a1": Post(sector="a_rear"), "a2": Post(sector="left"), "b1": Post(sector="b_rear")}
    assert battle.arrival == {"a": "a_rear", "b": "b_rear"}
    assert (battle.rounds, battle.last_clash) == (0, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"positions": {"c1": "left"}},
        {"positions": {"a1": "nowhere"}},
        {"arrival": {"a": "nowhere"}},
        {"sectors": sectors_of({"x": [], "y": ["x"]}, {})},
        {"sides": {"a": frozenset({"fa"}), "b": frozenset({"fa", "fb"})}},
    ],
)
def test_a_battle_with_faults_is_not_opened(wrong: Any) -> None:
    state = small({"detachments": [troops("a1"), troops("b1"), troops("c1")]}).state
    with pytest.raises(ValueError, match=r"with problems|position of nobody"):
        opened(state, BATTLE, HERE, **{"sides": SIDES, **wrong})


def test_whom_the_game_master_takes_away_is_out_of_the_battle() -> None:
    there = small({"detachments": [troops("a1"), troops("a2"), troops("b1")]})
    moved = replace(there.state.detachments["a2"], hex=Hex(1, 0))
    left = {name: each for name, each in there.state.detachments.items() if name != "a1"}
    state = replace(there.state, detachments={**left, "a2": moved})
    assert set(present(state, there.battle).posts) == {"b1"}
    after = Small(there.world, state, there.battle).play([], Judge())
    assert f.GbEnded(winner="b") in after.happened


def test_after_two_turns_without_a_clash_the_game_master_is_asked() -> None:
    there = small({"detachments": [troops("a1", "left"), troops("b1", "left")]})
    quiet = there.play([], Judge())
    assert not is_stalled(quiet.battle, 1)
    assert is_stalled(quiet.battle, 2)
    loud = there.play(orders_of([{"for": "ca", "gb_attack": ["a1"]}]), Judge(strict=False))
    assert (loud.battle.last_clash, loud.battle.rounds) == (1, 1)
    assert not is_stalled(loud.battle, 2)
    assert is_stalled(loud.battle, 3)
    assert end_id(BATTLE) == "gb-end/borov"


def test_the_game_master_ends_it_and_the_others_leave() -> None:
    there = small(
        {
            "controller": "fb",
            "walls": "minor",
            "detachments": [
                troops("a1", "left", entered_from=[-1, 0]),
                troops("a2", "centre", 500, entered_from=[0, -1]),
                troops("b1", "left", hex_retreat_to=[1, 0], entered_from=[0, 1]),
                troops("b2", "centre", entered_from=[0, 1]),
                troops("b3", "b_rear"),
            ],
        }
    )
    after, happened = ended_by_ruling(beside(there), Judge(), "a")
    retreats = {each.detachment: (each.to, each.reason) for each in happened if isinstance(each, Retreated)}
    # No way that b3 came: away from where the strongest of the winners came from, which is the north-west.
    assert retreats == {
        "b1": (Hex(1, 0), "designated"),
        "b2": (Hex(0, 1), "entry"),
        "b3": (Hex(0, 1), "fallback"),
    }
    assert after.state.hexes[HERE].controller == "fa"
    assert after.state.detachments["a1"].is_inside
    assert after.battle.posts == {}


@pytest.mark.parametrize(
    ("answer", "hex_", "blocked"),
    [("surrender", None, None), ("destroyed", None, None), ("stay", HERE, True), ([3, 0], Hex(3, 0), False)],
)
def test_who_cannot_leave_is_ruled_upon(answer: Any, hex_: Hex | None, blocked: bool | None) -> None:
    there = small(
        {
            "controller": "fb",
            "detachments": [troops("a1"), troops("b1", "left", 10, type="mega_heavy_infantry")],
            "generals": [{"id": "g", "attached_to": ["b1"]}],
        }
    )
    after, happened = ended_by_ruling(beside(there), Judge(answers={"trapped/borov/b1": answer}), "a")
    left = after.state.detachments.get("b1")
    assert (left and left.hex, left and left.is_blocked) == (hex_, blocked)
    assert any(isinstance(each, Trapped) for each in happened)
    fate = {"surrender": "captured", "destroyed": "killed"}.get(str(answer), "active")
    assert after.state.generals["g"].status == fate
    # With an enemy left in it the hex does not change hands.
    assert after.state.hex_state(HERE).controller == ("fb" if answer == "stay" else "fa")


def test_an_end_without_a_victor_leaves_all_where_they_are() -> None:
    there = small({"controller": "fb", "detachments": [troops("a1"), troops("b1")]})
    after, happened = ended_by_ruling(beside(there), Judge(), None)
    assert happened == (f.GbEnded(winner=None),)
    assert after.state == there.state


def test_a_hex_of_an_ally_stays_his() -> None:
    there = small({"controller": "fc", "detachments": [troops("a1"), troops("b1")]})
    state = replace(there.state, relations={("fa", "fb"): "war", ("fa", "fc"): "allied"})
    after, _ = ended_by_ruling(replace(beside(there), state=state), Judge(), "a")
    assert after.state.hex_state(HERE).controller == "fc"


RESERVE: Final = {
    "detachments": [troops("a1", "left"), troops("a2"), troops("a3"), troops("b1", "left")],
    "rounds": [
        {"for": "ca", "gb_attack": ["a1"]},
        {"for": "ca", "gb_reserve": ["a2"], "reserve": "res"},
    ],
}


@pytest.mark.parametrize(
    ("answers", "match"),
    [
        ({"reserve/borov/r1/res": "right"}, "no direction"),
        ({"reserve-add/borov/r1/res": ["a1"], "reserve/borov/r1/res": "hold"}, "can be added"),
    ],
)
def test_an_answer_that_was_not_offered_is_a_bug_of_the_caller(answers: Any, match: str) -> None:
    there = small({**RESERVE, "settings": {"two_step_battles": True}})
    with pytest.raises(ValueError, match=match):
        there.play(orders_of(RESERVE["rounds"]), Judge(answers=answers, strict=False))


def test_nobody_is_sent_to_a_sector_that_is_none() -> None:
    there = small({"detachments": [troops("a1", "left", type="mega_heavy_infantry"), troops("b1", "left", 10)]})
    judge = Judge({"clash/borov/r1/left/a": 3, "clash/borov/r1/left/b": 18}, {"trapped/borov/r1/left/a1": "nowhere"})
    with pytest.raises(ValueError, match="no sector"):
        there.play(orders_of([{"for": "ca", "gb_attack": ["a1"]}]), judge)


def test_superiority_beyond_the_table_waits_for_the_game_master() -> None:
    settings = {"over_five": None}
    there = small({"settings": settings, "detachments": [troops("a1", "left", 600), troops("b1", "left")]})
    orders = orders_of([{"for": "ca", "gb_attack": ["a1"]}])
    with pytest.raises(UnruledError):
        there.play(orders, Judge(strict=False))
    after = there.play(orders, Judge(answers={"over-five/borov/r1/left/a": 7}, strict=False))
    clash = next(each for each in after.happened if isinstance(each, f.GbClash))
    assert clash.fought.weighed.modifiers.attacker.strength == 7


def test_who_withdraws_to_the_sea_goes_aboard() -> None:
    there = small({"detachments": [troops("a1"), troops("b1")]})
    sea = Hex(-1, 0)
    there.world = replace(there.world, grounds={**there.world.grounds, sea: Ground(terrain="sea")})
    orders = orders_of([{"for": "ca", "gb_withdraw": ["a1"], "to": list(sea)}])
    failed = there.play(orders, Judge())
    assert [each.reason for each in failed.happened if isinstance(each, f.GbFailed)] == ["hex"]
    fleet = Fleet(id="fleet", name="", faction="fa", commander="ca", hex=sea, capacity=100)
    there.state = replace(there.state, fleets={"fleet": fleet})
    gone = there.play(orders, Judge()).state.detachments["a1"]
    assert (gone.hex, gone.aboard, gone.entered_from, gone.is_done) == (sea, "fleet", HERE, True)


def test_who_withdraws_behind_friendly_walls_is_inside() -> None:
    there = small({"detachments": [troops("a1"), troops("b1")]})
    there.state = replace(
        there.state, hexes={**there.state.hexes, Hex(-1, 0): HexState(controller="fa", fortification="minor")}
    )
    gone = there.play(orders_of([{"for": "ca", "gb_withdraw": ["a1"], "to": [-1, 0]}]), Judge()).state.detachments
    assert gone["a1"].is_inside


def test_in_a_flight_the_first_part_keeps_what_cannot_be_divided() -> None:
    there = small({"detachments": [troops("a1", "centre", came_from="a_rear"), troops("b1", "centre")]})
    loaded = replace(there.state.detachments["a1"], baggage={"bow": 3})
    there.state = replace(there.state, detachments={**there.state.detachments, "a1": loaded})
    judge = Judge({"clash/borov/r1/centre/a": 3, "clash/borov/r1/centre/b": 18})
    after = there.play(orders_of([{"for": "cb", "gb_attack": ["b1"]}]), judge)
    assert {name: dict(each.baggage) for name, each in after.state.detachments.items()} == {
        "a1": {"bow": 3},
        "a1-t1f2": {},
        "a1-t1f3": {},
        "b1": {},
    }


def test_a_stranger_is_on_no_side_and_a_side_may_lack_a_rear() -> None:
    there = small({"detachments": [troops("a1"), troops("b1"), troops("c1")]})
    with pytest.raises(ValueError, match="on no side"):
        beside(there).side_of("c1")
    with pytest.raises(ValueError, match="no rear"):
        replace(there.battle, sectors={"x": there.battle.sectors["left"]}).rear("a")


def test_a_reserve_that_is_dissolved_has_no_directions() -> None:
    reserve = Reserve(id="res", side="a", sector="a_rear", detachments=("a9",))
    there = beside(small({"detachments": [troops("a1"), troops("b1")]}))
    assert living(there, reserve).is_dissolved
    assert previews(there, living(there, reserve), [], Judge()) == ()


def test_a_walkover_has_no_difference() -> None:
    there = small({"detachments": [troops("a1", "left"), troops("b1", "left", morale_pct=-100)]})
    with pytest.raises(ValueError, match="no difference"):
        own_difference(clash_in(beside(there), "left", "a", Judge()), "a", there.world.settings)
