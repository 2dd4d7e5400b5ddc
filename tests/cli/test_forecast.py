"""`turnproc forecast`: what one's own orders would do while everybody else is idle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, orders
from tests.git.helpers import write

GOTHS = "turns/001/orders/goths.yaml"


def test_in_words(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("forecast", small / HUNS)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == "A forecast for turn 1, told as if it had happened."
    assert (
        "  - Everybody else stays idle: no orders of others, and no orders, events and rulings of the game master.\n"
        in ran.out
    )
    # The Goths attack the Alans, too, but a forecast knows nothing of it: three against three is a draw.
    assert (
        "\nBattle in Sarmatia\n  - Huns 3 - Alans 3.\n  - A draw for Huns: on equal forces nobody is defeated.\n"
        in ran.out
    )
    assert "  - Huns: 1 person more, and it is a victory.\n" in ran.out
    assert "  - Huns: 1 person fewer, and it is a defeat.\n" in ran.out
    assert "  - Alans: 1 person more, and it is a defeat.\n" in ran.out
    assert "  - Huns: 3 persons were thrown back from Sarmatia to Tavrika.\n" in ran.out
    assert "  - Huns: persons 4 (0), provinces 1 (0), majorities 1 (0); free tribe.\n" in ran.out


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
def test_in_every_language(turnproc: Turnproc, small: Path, language: str) -> None:
    ran = turnproc("forecast", small / HUNS, "--language", language)
    assert (ran.code, ran.err) == (0, "")
    assert ("Huns 3 - Alans 3." in ran.out) == (language == "en")


def test_as_data(turnproc: Turnproc, small: Path) -> None:
    data = turnproc("forecast", small / HUNS, "--format", "json").data
    assert (data["turn"], data["speaker"], data["problems"]) == (1, "huns", [])
    assert [fact["fact"]["rule"] for fact in data["facts"][:2]] == ["B-4.3.1", "B-4.4.4"]
    (battle,) = data["battles"]
    assert (battle["province"], battle["outcome"], battle["margin"]) == ("sarmatia", "draw", 0)
    assert battle["tips"] == [
        {"side": "own", "change": {"huns": 1}, "outcome": "victory"},
        {"side": "own", "change": {"huns": -1}, "outcome": "defeat"},
        {"side": "enemy", "change": {"alans": 1}, "outcome": "defeat"},
    ]
    assert data["state"]["provinces"]["sarmatia"]["people"] == {"alans": 3}


def test_the_game_master_s_file_and_the_others_mean_nothing(turnproc: Turnproc, small: Path) -> None:
    before = turnproc("forecast", small / HUNS, "--format", "json").out
    events = "events:\n  - {remove: 1, of: alans, in: sarmatia}\n"
    others = "npc_orders:\n  alans: [{move: 3, from: sarmatia, to: dacia}]\n"
    write(small, {GM: f"turn: 1\n{events}{others}", GOTHS: "no orders at all"})
    assert turnproc("forecast", small / HUNS, "--format", "json").out == before


def test_errors_of_the_file_are_told_as_validate_does(turnproc: Turnproc, small: Path) -> None:
    write(
        small, {HUNS: orders("huns", "{move: 9, from: tavrika, to: sarmatia}", "{move: 1, from: tavrika, to: italy}")}
    )
    ran = turnproc("forecast", small / HUNS)
    assert (ran.code, ran.out) == (1, "")
    told = turnproc("validate", small / HUNS)
    assert ran.err.splitlines() == told.err.splitlines()[:-1]
    data = turnproc("forecast", small / HUNS, "--format", "json")
    assert data.code == 1
    assert data.codes == ["B-3.3", "B-3.4"]
    assert "battles" not in data.data


def test_warnings_are_told_and_no_hindrance(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{move: 1, from: tavrika, to: sarmatia, attack: [goths]}")})
    ran = turnproc("forecast", small / HUNS)
    assert ran.code == 0
    assert "warning[B-3.8]" in ran.err
    assert "Huns: 1 person went from Tavrika to Sarmatia, attacking Goths." in ran.out


def test_errors_of_the_campaign_stand_in_the_way(turnproc: Turnproc, small: Path) -> None:
    write(small, {"map.yaml": "no map"})
    ran = turnproc("forecast", small / HUNS)
    assert ran.code == 1
    assert "map.yaml" in ran.err
    assert GOTHS not in ran.err


def test_empty_orders_are_a_forecast_too(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("forecast", small / "turns/001/orders/rome.yaml")
    assert (ran.code, ran.err) == (0, "")
    assert "Rome: persons 3 (0), provinces 1 (0), majorities 1 (0); state, owns 1 province.\n" in ran.out
    assert "Battle" not in ran.out


@pytest.mark.parametrize(
    "name", ["campaign.yaml", "turns/001/gm.yaml", "turns/001/orders/nobody.yaml", "turns/002/orders/huns.yaml"]
)
def test_only_an_orders_file_of_the_open_turn(turnproc: Turnproc, small: Path, name: str) -> None:
    if name.startswith("turns/002"):
        write(small, {name: orders("huns", turn=2)})
    ran = turnproc("forecast", small / name)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        f"turnproc: error[O058]: {name} is no orders file of the open turn, turn 1\n"
        "    name a file in turns/001/orders\n"
    )


def test_a_resolved_turn_has_no_forecast(turnproc: Turnproc, resolved: Path) -> None:
    ran = turnproc("forecast", resolved / HUNS)
    assert ran.code == 1
    assert "is no orders file of the open turn, turn 2" in ran.err


def test_outside_a_campaign(turnproc: Turnproc, tmp_path: Path) -> None:
    (tmp_path / "huns.yaml").write_text("orders: []\n", encoding="utf-8")
    ran = turnproc("forecast", tmp_path / "huns.yaml")
    assert ran.code == 1
    assert "no campaign here" in ran.err


def test_nothing_is_written(turnproc: Turnproc, small: Path) -> None:
    def everything() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in sorted(small.rglob("*")) if path.is_file()}

    before = everything()
    assert turnproc("forecast", small / HUNS).code == 0
    assert everything() == before


def test_what_is_told_is_plain_data(turnproc: Turnproc, small: Path) -> None:
    text = turnproc("forecast", small / HUNS, "--format", "json").out
    assert json.loads(text) == json.loads(json.dumps(json.loads(text)))
