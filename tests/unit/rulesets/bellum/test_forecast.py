"""A forecast: what orders would do by themselves, in words and in figures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.bellum_checks import _lay_out
from tests.unit.rulesets.bellum.explained import cases
from tests.unit.rulesets.bellum.records import flagship
from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game
from turnproc.engine.account import Forecast
from turnproc.engine.table import Table
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum.forecast import forecast
from turnproc.rulesets.bellum.orders import Orders
from turnproc.rulesets.bellum.state import copy_state
from turnproc.rulesets.bellum.world import PeopleId


def of_flagship(speaker: str, code: str = "en") -> Forecast:
    turn = flagship()
    table = Table(turn=1, world=turn.table.world, orders={speaker: turn.table.orders[speaker]})
    return forecast(turn.before, table, speaker, Language.load(code, "bellum"))


def of_vector(tmp_path: Any, case: str, speaker: str) -> Forecast:
    game = open_game(Documents(tmp_path), _lay_out(tmp_path, cases()[case].given))
    assert game is not None
    table: Table[Any, Any] = Table(turn=game.turn, world=game.campaign.world, orders={speaker: game.orders[speaker]})
    return forecast(game.before, table, speaker, Language.load("en", "bellum"))


def sections(told: Forecast) -> dict[str, tuple[str, ...]]:
    return {section.heading: section.lines for section in told.sections}


def test_of_the_huns() -> None:
    told = sections(of_flagship("huns"))
    assert told["What is assumed"] == (
        "Everybody else stays idle: no orders of others, and no orders, events and rulings of the game master.",
    )
    assert told["Who goes where"][0] == "Huns: 2 persons went from Taurica to Borysthenes, attacking Antes."
    assert told["Battle in Borysthenes"] == (
        "Huns 2 - Antes 1.",
        "A victory for Huns, by 1.",
        "What would tip it for Huns:",
        "Huns: 1 person fewer, and it is a draw.",
        "Antes: 1 person more, and it is a draw.",
        "Antes: 2 persons more, and it is a defeat.",
    )
    assert told["What follows"] == ("Huns subjugated Antes.",)
    rows = told["At the end, compared with now"]
    assert "Antes: persons 1 (0), provinces 1 (0), majorities 0 (−1); ruled by Huns." in rows
    assert rows[-1] == "Together: persons 15 (0), provinces 10 (+2), majorities 4 (0)."


def test_one_s_own_side_is_told_whichever_it_is() -> None:
    """The Franks stand second here, and it is told for them all the same."""
    told = sections(of_flagship("franks"))["Battle in Marcomannia"]
    assert told == (
        "Lombards 1 - Franks 1.",
        "A draw for Franks: on equal forces nobody is defeated.",
        "What would tip it for Franks:",
        "Franks: 1 person more, and it is a victory.",
        "Lombards: 1 person more, and it is a defeat.",
        "Fewer persons of one's own change nothing, as long as one of each people is there.",
    )


def test_figures() -> None:
    told = of_flagship("huns").figures
    assert set(told) == {"facts", "battles", "defaults", "peoples", "state"}
    (battle,) = told["battles"]
    assert (battle["province"], battle["round"], battle["outcome"], battle["margin"]) == ("borisfen", 1, "victory", 1)
    assert battle["own"]["parts"]["huns"] == {"persons": 2, "factor": 1, "modifiers": 0, "force": 2}
    assert battle["tips"] == [
        {"side": "own", "change": {"huns": -1}, "outcome": "draw"},
        {"side": "enemy", "change": {"antes": 1}, "outcome": "draw"},
        {"side": "enemy", "change": {"antes": 2}, "outcome": "defeat"},
    ]
    assert told["facts"][0]["fact"]["moved"] == 2
    assert [fact["number"] for fact in told["facts"]] == list(range(1, len(told["facts"]) + 1))
    assert told["state"]["turn"] == 1
    assert told["state"]["peoples"]["antes"]["master"] == "huns"
    antes = next(each for each in told["peoples"] if each["people"] == "antes")
    assert antes["now"] == {"persons": 1, "provinces": 1, "majorities": 1}
    assert antes["then"] == {"persons": 1, "provinces": 1, "majorities": 0}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_speaker_of_the_flagship_in_every_language(code: str) -> None:
    before = copy_state(flagship().before)
    for speaker in flagship().table.orders:
        told = of_flagship(speaker, code)
        assert told.sections[-1].lines
        assert not any("{" in line for section in told.sections for line in section.lines)
    assert flagship().before == before


def test_nobody_of_others_is_told_of_unless_these_orders_did_it() -> None:
    """The Vandals are apart from each other whoever orders what: that is no news for the Huns."""
    assert "Vandals" not in " ".join(line for lines in sections(of_flagship("huns")).values() for line in lines)
    turn, vandals = flagship(), PeopleId("vandals")
    idle = Table(turn=1, world=turn.table.world, orders={vandals: Orders(speaker=vandals, given=())})
    told = sections(forecast(turn.before, idle, vandals, Language.load("en", "bellum")))
    assert told["What follows"] == ("Vandals: cut off from each other for 1 turn; after 3 they break apart.",)


def test_factors_and_modifiers_are_shown(tmp_path: Any) -> None:
    told = sections(of_vector(tmp_path, "force-12-one-fitting-opponent-is-enough", "x"))["Battle in b"]
    assert told[:4] == (
        "X 4 - R+S 3.",
        "X: 2 × 1 + 2 = 4.",
        "S: 1 × 2 = 2.",
        "A victory for x, by 1.",
    )
    assert "S: 1 person more, and it is a defeat." in told


def test_a_defeat_says_that_more_enemies_change_nothing(tmp_path: Any) -> None:
    told = sections(of_vector(tmp_path, "defeat-03-attackers-lose", "x"))
    (battle,) = [lines for heading, lines in told.items() if heading.startswith("Battle")]
    assert battle[-1] == "More persons of the enemy change nothing."
    assert any(line.startswith("X: ") and "thrown back" in line for line in told["What follows"])


def test_a_question_is_told_with_its_default(tmp_path: Any) -> None:
    told = of_vector(tmp_path, "stranded-01-default", "s")
    assert told.figures["defaults"] == {"stranded/b/y": {"to": "b"}}
    (asked,) = [lines for heading, lines in sections(told).items() if "would be asked" in heading]
    assert asked == ("Y, driven out in b, had no way to go and stayed.",)


def test_what_lapses_is_told(tmp_path: Any) -> None:
    told = sections(of_vector(tmp_path, "assim-08-last-order-shrinks", "s"))
    assert told["What comes first"] == ("S assimilated one person in a (x).",)
