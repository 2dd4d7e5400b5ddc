"""Generals who are hired in barkhany, what they are called, and the ids that the rules give out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.hiring import Hired, HireGeneral, Terms, general_troubles, hire_general
from turnproc.rulesets.barkhany.ids import free_id, slug
from turnproc.rulesets.barkhany.state import Commander, Detachment, Faction, HexState, State, Unit
from turnproc.rulesets.barkhany.world import Ground, Settings, World

HERE, THERE = Hex(0, 0), Hex(1, 0)
WORLD = World({HERE: Ground(terrain="town", settlement="kadon"), THERE: Ground(terrain="plain")})


@pytest.fixture
def state() -> State:
    """A commander with three points, a town of his side's, and a detachment in it."""
    foot = Detachment(id="foot", commander="me", hex=HERE, units=(Unit(id="u", type="archers", men=10),))
    return State(
        turn=2,
        day=2,
        factions={"own": Faction(id="own", name="Own")},
        commanders={"me": Commander(id="me", faction="own", points=Fraction(3))},
        hexes={HERE: HexState(controller="own")},
        detachments={"foot": foot},
    )


def codes(state: State, order: HireGeneral, world: World = WORLD) -> list[str]:
    return [trouble.code for trouble in general_troubles(state, world, "me", order, turn=3)]


def test_a_general_costs_two_points_and_brings_eight_percent(state: State) -> None:
    found = hire_general(state, WORLD, "me", HireGeneral(name="Dort de Táron", at=HERE, attach_to=("foot",)), turn=3)
    assert isinstance(found, Hired)
    assert found.hired == "dort-de-taron"
    assert found.cost == 2
    assert found.points_left == 1
    general = found.state.generals["dort-de-taron"]
    assert general.morale_pct == 8
    assert (general.attached_to, general.hex) == (("foot",), HERE)


def test_the_game_master_names_other_terms(state: State) -> None:
    terms = Terms(Fraction(3), Fraction(12))
    order = HireGeneral(name="Zod", at=HERE, new_general="z")
    found = hire_general(state, WORLD, "me", order, turn=3, terms=terms)
    assert isinstance(found, Hired)
    assert found.hired == "z"
    assert found.points_left == 0
    assert found.state.generals["z"].morale_pct == 12
    again = hire_general(found.state, WORLD, "me", order, turn=3, terms=terms)
    assert not isinstance(again, Hired) and again.code == "E-HIRE-POINTS"


def test_all_that_speaks_against_a_general_is_told(state: State) -> None:
    poor = replace(state, commanders={"me": Commander(id="me", faction="own", points=Fraction("1.99"))})
    order = HireGeneral(name="Zod", at=THERE, attach_to=("foot",))
    world = replace(WORLD, settings=Settings(hire_window="setup"))
    assert codes(poor, order, world) == ["E-HIRE-PLACE", "E-HIRE-TIME", "E-HIRE-POINTS", "E-GEN/away"]


def test_an_id_that_an_order_gives_must_be_free(state: State) -> None:
    found = hire_general(
        state, WORLD, "me", HireGeneral(name="Zod", at=HERE), turn=3, terms=Terms(Fraction(0), Fraction(8))
    )
    assert isinstance(found, Hired)
    assert codes(found.state, HireGeneral(name="Other", at=HERE, new_general="zod")) == ["E-GEN/taken"]
    namesake = hire_general(found.state, WORLD, "me", HireGeneral(name="Zod", at=HERE), turn=3)
    assert isinstance(namesake, Hired) and namesake.hired == "zod-2"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Dort de Taron", "dort-de-taron"),
        ("  Åke (II.) ", "ake-ii"),
        ("Дорт де Тарон", "general"),
        ("--", "general"),
        ("x" * 39 + " yz", "x" * 39),
    ],
)
def test_names_become_ids(name: str, expected: str) -> None:
    assert slug(name, "general") == expected


def test_ids_that_are_taken_get_a_number_and_stay_short() -> None:
    assert free_id("u", {"v"}) == "u"
    assert free_id("u", {"u", "u-2", "u-4"}) == "u-3"
    longest = "a" * 50
    assert free_id(longest, set()) == "a" * 40
    assert free_id(longest, {"a" * 40}) == "a" * 38 + "-2"
