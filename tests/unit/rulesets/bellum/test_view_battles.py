"""The battles of turn 1 as the forum's game master published them, and what follows battles."""

from __future__ import annotations

import pytest

from tests.unit.rulesets.bellum.records import GOLDEN, flagship, record_of
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum.view import view

RUSSIAN = Language.load("ru", "bellum")
MAP = {
    "provinces": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
    "links": [{"between": ["a", "b"], "kind": "land"}, {"between": ["b", "c"], "kind": "land"}],
}


def forum() -> dict[str, list[str]]:
    """What stands in the forum: lines by heading; colons and blank lines were set now so, now otherwise."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    text = (GOLDEN / "forum-battles-turn-1.txt").read_text(encoding="utf-8")
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("Бой"):
            lines = found.setdefault(line.rstrip(":"), [])
        else:
            lines.append(line)
    return found


def test_turn_1_reads_as_the_forum_has_it() -> None:
    fields = view(flagship(), RUSSIAN)["battlefields"]
    told = {battle["heading"]: [*battle["lines"], battle["outcome"]] for field in fields for battle in field["battles"]}
    assert told == forum()
    assert len(told) == 8
    assert all(field["after"] == [] for field in fields)


def test_battles_stand_in_the_map_s_order() -> None:
    fields = view(flagship(), RUSSIAN)["battlefields"]
    names = [name.in_words("ru") for name in flagship().table.world.provinces.values()]
    places = [names.index(field["province"]) for field in fields]
    assert places == sorted(places)


def battlefield(given: dict[str, object], code: str) -> list[dict[str, object]]:
    record = record_of({"map": MAP, **given})
    assert record is not None
    fields: list[dict[str, object]] = view(record, Language.load(code, "bellum"))["battlefields"]
    return fields


DRAW = {
    "state": {
        "peoples": {"x": {"kind": "tribe"}, "y": {"kind": "tribe"}},
        "provinces": {"a": {"people": {"x": 2}}, "b": {"people": {"y": 2}}},
    },
    "orders": {"x": [{"move": 2, "from": "a", "to": "b", "attack": ["y"]}]},
}


@pytest.mark.parametrize(
    ("code", "heading", "outcome", "after"),
    [
        ("ru", "Бой в провинции b", "Ничья", "X: 2 человека отброшены обратно в провинцию a."),
        ("en", "Battle in b", "A draw", "X: 2 persons were thrown back to a."),
        ("sv", "Strid i b", "Oavgjort", "X: 2 personer kastades tillbaka till a."),
    ],
)
def test_a_draw(code: str, heading: str, outcome: str, after: str) -> None:
    assert battlefield(DRAW, code) == [
        {
            "province": "b",
            "battles": [{"heading": heading, "lines": ["X 2 - Y 2"], "outcome": outcome}],
            "after": [after],
        }
    ]


def test_modifiers_are_told() -> None:
    given = DRAW | {"gm": {"events": [{"modifier": "y", "strength": -1, "turns": 1}]}}
    (field,) = battlefield(given, "ru")
    assert field["battles"] == [
        {"heading": "Бой в провинции b", "lines": ["X 2 - Y 1", "Y: сила −1"], "outcome": "Поражение y"}
    ]


def test_the_second_round_stands_after_the_first() -> None:
    given = {
        "state": {
            "peoples": {each: {"kind": "tribe"} for each in "xyz"},
            "provinces": {"a": {"people": {"x": 3}}, "b": {"people": {"y": 3}}, "c": {"people": {"z": 1}}},
        },
        "orders": {
            "x": [{"move": 2, "from": "a", "to": "b", "attack": ["y"]}, {"hold": 1, "in": "a", "meet": ["z"]}],
            "y": [{"hold": 3, "in": "b"}],
        },
    }
    fields = battlefield(given, "ru")
    assert [field["province"] for field in fields] == ["b"]
    assert fields[0]["after"] == ["X: 2 человека отброшены обратно в провинцию a."]


def test_a_common_enemy() -> None:
    peoples = {each: {"kind": "tribe"} for each in "vwxy"}
    given = {
        "state": {
            "peoples": peoples,
            "provinces": {"a": {"people": {"x": 5}}, "b": {"people": {"v": 1, "w": 2, "y": 1}}},
        },
        "orders": {"x": [{"move": 5, "from": "a", "to": "b", "attack": "all"}]},
    }
    (field,) = battlefield(given, "ru")
    assert field["battles"] == [
        {
            "heading": "Бой в провинции b",
            "lines": [
                "X 5 - V 1",
                "X 5 - W 2",
                "X 5 - Y 1",
                "V, W и Y имеют общего врага, их силы складываются.",
                "X 5 - V+W+Y 4",
            ],
            "outcome": "Поражение v, w и y",
        }
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_tells_as_many_lines(code: str) -> None:
    fields = view(flagship(), Language.load(code, "bellum"))["battlefields"]
    assert [len(battle["lines"]) for field in fields for battle in field["battles"]] == [1, 1, 1, 1, 1, 4, 1, 1]
