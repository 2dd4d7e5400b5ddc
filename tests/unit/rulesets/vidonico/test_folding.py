"""What facts change in a state of vidonico, where a whole week does not show it; what can be no fact is a bug."""

from __future__ import annotations

from typing import Any

import pytest

from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.ids import LONGEST, free_id
from turnproc.rulesets.vidonico.state import (
    Army,
    Character,
    Contingent,
    Faction,
    PrisonerGroup,
    State,
    Stragglers,
    copy_state,
)

KIND = PrisonerGroup(id="", from_faction="", species="human", quality="green", count=1, taken_turn=1).kind


def group(id_: str, count: int = 10) -> PrisonerGroup:
    return PrisonerGroup(id=id_, from_faction="horde", species="human", quality="green", count=count, taken_turn=1)


@pytest.fixture
def state() -> State:
    men = Contingent(id="men", species="human", quality="green", count=10)
    host = Army(id="host", faction="frekre", region="plain", contingents=(men,), prisoners=(group("b1/m"),))
    return State(
        turn=3,
        factions={"frekre": Faction(id="frekre"), "horde": Faction(id="horde")},
        armies={"host": host},
        characters={"anna": Character(id="anna", faction="frekre", army="host", contingent="men")},
    )


def test_new_things_come_to_stand_in_ascending_id(state: State) -> None:
    apply(state, f.Raised("guard", "G-6", Army(id="guard", faction="horde")))
    apply(state, f.CharacterSet("adam", "G-6", ("new",), Character(id="adam", faction="horde")))
    apply(state, f.PrisonersTaken("a/z", "L-4", "a", "host", group("a/z")))
    for id_ in ("s-2", "s-1"):
        apply(state, f.StragglersPlaced(id_, "P-3", "horde", KIND, 2, "plain", "released", "b1/m", "host"))
    assert list(state.armies) == ["guard", "host"]
    assert list(state.characters) == ["adam", "anna"]
    assert [each.id for each in state.armies["host"].prisoners] == ["a/z", "b1/m"]
    assert [each.id for each in state.factions["horde"].stragglers] == ["s-1", "s-2"]
    assert state.factions["horde"].stragglers[0] == Stragglers(id="s-1", kind=KIND, count=2, region="plain", since=4)


def test_a_copy_is_not_touched(state: State) -> None:
    before = copy_state(state)
    apply(before, f.Removed("men", "G-6", "host", 4))
    apply(before, f.Killed("anna", "F-4", "battle", "b1"))
    assert state.armies["host"].fit == 10
    assert state.characters["anna"].status == "active"


def test_the_dead_and_captives_keep_what_they_are_and_lose_where_they_are(state: State) -> None:
    apply(state, f.Captured("anna", "F-5", "b1", "host", "battle"))
    anna = state.characters["anna"]
    assert (anna.status, anna.captor, anna.army, anna.contingent) == ("captive", "host", None, None)
    apply(state, f.Killed("anna", "P-4", "order"))
    assert (state.characters["anna"].status, state.characters["anna"].captor) == ("dead", None)


def test_where_to_fight_on_foot_changes_no_standing_formation(state: State) -> None:
    order = {"formation": "dismounted", "contingent": "men"}
    apply(state, f.Ordered("formation", "A-1", "frekre/o1", {**order, "where": ["forest"]}))
    assert state.armies["host"].contingents[0].formation is None
    apply(state, f.Ordered("formation", "A-1", "frekre/o1", order))
    assert state.armies["host"].contingents[0].formation == "dismounted"


@pytest.mark.parametrize(
    "fact",
    [
        f.Removed("men", "G-6", "host", 11),
        f.Removed("boys", "G-6", "host", 1),
        f.Recovered("boys", "H-1", "host", "b1", 1, 0),
        f.PrisonersPassed("b9/x", "B-2", "b2", "host", "host"),
        f.Ordered("formation", "A-1", "frekre/o1", {"formation": "mounted", "contingent": "boys"}),
    ],
)
def test_what_cannot_have_happened(state: State, fact: Any) -> None:
    with pytest.raises(ValueError, match=r"men|boys|b9/x"):
        apply(state, fact)


def test_given_ids_are_the_smallest_free_ones_and_never_too_long() -> None:
    assert free_id("pikes", {"pikes", "pikes-2"}, 2) == "pikes-3"
    long = "p" * (LONGEST - 1) + "x"
    assert free_id(long, (), 2) == "p" * (LONGEST - 2) + "-2"
    assert free_id("p" * 37 + "-xy", (), 2) == "p" * 37 + "-2"


def test_no_combination_has_more_dice_than_a_file_can_say() -> None:
    most = Combination(98, 1).plus(20, 2)
    assert (most, Combination.read("99T")) == (Combination(99, 3), Combination(99))
    assert most.expression == "99d6+3"
