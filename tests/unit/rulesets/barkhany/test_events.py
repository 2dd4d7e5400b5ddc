"""What the game master's events change in barkhany, and when they fail."""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnproc.rulesets.barkhany import events
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import (
    Commander,
    Detachment,
    Faction,
    Fleet,
    General,
    Standing,
    State,
    Unit,
)
from turnproc.rulesets.barkhany.troubles import Trouble

HERE, THERE = Hex(0, 0), Hex(3, -1)


@pytest.fixture
def state() -> State:
    """Two detachments, the second aboard, with one general; one fleet."""
    one = Detachment(
        id="one",
        commander="me",
        hex=HERE,
        units=(Unit(id="u", type="archers", men=10), Unit(id="v", type="militia", men=5)),
        is_blocked=True,
        is_inside=True,
        entered_from=THERE,
        retreat_to=THERE,
        standing=Standing(route=(THERE,), plan="Hold."),
        baggage={"bow": 1},
    )
    two = Detachment(id="two", commander="me", hex=HERE, units=(Unit(id="u", type="militia", men=5),), aboard="ship")
    general = General(id="gen", name="Gen", commander="me", morale_pct=Fraction(8), hex=HERE, attached_to=("one",))
    return State(
        turn=2,
        day=2,
        factions={"own": Faction(id="own", name="Own")},
        commanders={"me": Commander(id="me", faction="own", points=Fraction(5))},
        detachments={"one": one, "two": two},
        generals={"gen": general},
        fleets={"ship": Fleet(id="ship", name="Ship", faction="own", commander="me", hex=HERE)},
    )


def done(after: State | Trouble) -> State:
    assert isinstance(after, State), after
    return after


def failed(after: State | Trouble) -> str:
    assert isinstance(after, Trouble)
    return after.code


def test_points_come_and_go_but_nobody_owes_any(state: State) -> None:
    assert done(events.grant_points(state, "me", Fraction("2.5"))).commanders["me"].points == Fraction("7.5")
    assert done(events.grant_points(state, "me", Fraction(-5))).commanders["me"].points == 0
    assert failed(events.grant_points(state, "me", Fraction("-5.01"))) == "points"


def test_gear_is_added_to_the_baggage(state: State) -> None:
    after = done(events.grant_gear(state, "one", {"bow": 2, "culverin": 1}))
    assert after.detachments["one"].baggage == {"bow": 3, "culverin": 1}
    assert failed(events.grant_gear(state, "nobody", {"bow": 2})) == "gone"


def test_a_right_to_hire_is_added_to_those_of_others(state: State) -> None:
    after = events.grant_hire(events.grant_hire(state, HERE, "own"), HERE, "other")
    assert after.hex_state(HERE).muster == {"own", "other"}


@pytest.mark.parametrize("kind", ["detachments", "generals", "fleets"])
def test_what_is_removed_is_gone_and_can_be_there_again(state: State, kind: str) -> None:
    state = done(events.remove(state, "two"))
    things = getattr(state, kind)
    (thing, *_) = things
    after = done(events.remove(state, thing))
    assert thing not in getattr(after, kind)
    again = done(events.spawn(after, things[thing]))
    assert getattr(again, kind)[thing] == things[thing]
    assert failed(events.spawn(again, things[thing])) == "taken"
    assert failed(events.remove(after, thing)) == "gone"


def test_the_general_of_a_removed_detachment_stays_alone(state: State) -> None:
    general = done(events.remove(state, "one")).generals["gen"]
    assert (general.attached_to, general.hex) == ((), HERE)


def test_a_fleet_with_troops_aboard_is_not_removed(state: State) -> None:
    assert failed(events.remove(state, "ship")) == "aboard"


def test_who_is_moved_stands_there_free_and_his_general_with_him(state: State) -> None:
    after = done(events.move(state, "one", THERE))
    moved = after.detachments["one"]
    assert (moved.hex, moved.is_blocked, moved.is_inside, moved.entered_from, moved.retreat_to) == (
        THERE,
        False,
        False,
        None,
        None,
    )
    assert moved.standing == Standing(plan="Hold.")
    assert after.generals["gen"].hex == THERE
    assert done(events.move(state, "two", THERE)).detachments["two"].aboard is None
    assert failed(events.move(state, "nobody", THERE)) == "gone"


def test_detachments_units_and_generals_are_adjusted(state: State) -> None:
    assert done(events.adjust(state, "one", {"morale_pct": Fraction(5)})).detachments["one"].morale_pct == 5
    units = done(events.adjust(state, "one", {"men": 7}, unit="u")).detachments["one"].units
    assert [unit.men for unit in units] == [7, 5]
    assert done(events.adjust(state, "gen", {"status": "wounded"})).generals["gen"].status == "wounded"
    assert failed(events.adjust(state, "one", {"men": 7}, unit="w")) == "gone"
    assert failed(events.adjust(state, "nobody", {"is_blocked": False})) == "gone"


def test_relations_are_set_for_both(state: State) -> None:
    after = events.set_relation(state, "own", "foe", "war")
    assert after.relation("foe", "own") == after.relation("own", "foe") == "war"


def test_hexes_keep_what_is_not_set(state: State) -> None:
    after = events.set_hex(events.grant_hire(state, HERE, "own"), HERE, {"controller": "own"})
    assert after.hex_state(HERE).controller == "own"
    assert after.hex_state(HERE).muster == {"own"}


def test_a_fleet_takes_along_who_is_aboard(state: State) -> None:
    after = done(events.set_fleet(state, "ship", {"hex": THERE}))
    assert after.detachments["two"].hex == after.fleets["ship"].hex == THERE
    assert after.detachments["one"].hex == HERE
    assert failed(events.set_fleet(state, "boat", {"hex": THERE})) == "gone"
