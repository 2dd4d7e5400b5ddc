"""Accounts of orders that events made impossible, and of house rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.rulesets.bellum.explained import accounts_of, lines
from tests.unit.rulesets.bellum.records import record_of
from turnproc.engine.account import Account

LAND = [{"between": ["a", "b"], "kind": "land"}, {"between": ["b", "c"], "kind": "land"}]
PROVINCES = [{"id": "a"}, {"id": "b"}, {"id": "c"}]


def accounts(
    verb: str,
    peoples: dict[str, Any],
    provinces: dict[str, Any],
    orders: dict[str, list[dict[str, Any]]] | None = None,
    events: list[dict[str, Any]] | None = None,
    **more: Any,
) -> list[Account]:
    """The accounts of a turn on three provinces in a row; `a` makes kingdoms."""
    settings = more.pop("settings", {})
    given = {
        "map": {"kingmaker": "a", "provinces": PROVINCES, "links": LAND},
        "state": {"turn": 0, "peoples": peoples, "provinces": provinces, **more},
        "orders": orders or {},
        "settings": settings,
    }
    if events:
        given["gm"] = {"events": events}
    turn = record_of(given)
    assert turn is not None
    return accounts_of(turn, verb)


STATE, TRIBE = {"kind": "state"}, {"kind": "tribe"}


@pytest.mark.parametrize(
    ("peoples", "order", "event", "wanted"),
    [
        (
            {"s": STATE, "x": TRIBE},
            {"annex": "a"},
            {"capture": "s", "by": "x"},
            ["Only a free state can do this.", "S: a state captured by x at the start of the turn."],
        ),
        (
            {"s": {"kind": "state", "captor": "x"}, "x": TRIBE},
            {"independence": "a"},
            {"free": "s"},
            ["Only a captured state can do this.", "S: a state at the start of the turn."],
        ),
        (
            {"s": STATE, "x": TRIBE},
            {"assimilate": "x", "in": "a"},
            {"move": 1, "of": "x", "from": "a", "to": "c"},
            [
                "Somebody of the people that is to be assimilated must be there at the start of the turn.",
                "A at the start of the turn: s 2.",
            ],
        ),
        (
            {"s": STATE, "x": TRIBE},
            {"assimilate": "x", "in": "a"},
            {"move": 2, "of": "s", "from": "a", "to": "b"},
            ["It takes a majority at the start of the turn.", "A at the start of the turn: x 1."],
        ),
        (
            {"s": STATE, "x": TRIBE},
            {"crown": "x"},
            {"crown": "x"},
            ["Only a tribe can be made a kingdom.", "X: a state at the start of the turn."],
        ),
        (
            {"s": STATE, "x": TRIBE},
            {"crown": "x"},
            {"move": 2, "of": "s", "from": "a", "to": "b"},
            [
                "A gives the right to make kingdoms to whoever has the majority there.",
                "A: the majority, more than any other single people, has: x.",
            ],
        ),
    ],
)
def test_what_events_made_impossible(
    peoples: dict[str, Any], order: dict[str, Any], event: dict[str, Any], wanted: list[str]
) -> None:
    owner = {} if peoples["s"].get("captor") else {"owner": "s"}
    provinces = {
        "a": {"christian": True, "people": {"s": 2, "x": 1}, **owner},
        "b": {"christian": True, "people": {"x": 2}},
    }
    (told,) = accounts("order_void", peoples, provinces, {"s": [order]}, [{**event, "when": "start"}])
    assert [line for line in wanted if line not in lines(told)] == [], lines(told)
    assert "s/o1" in [each.id for each in told.inputs]


def test_an_order_to_crown_who_vanished() -> None:
    provinces = {"a": {"christian": True, "people": {"s": 2}}, "b": {"christian": True, "people": {"x": 1}}}
    event = {"remove": 1, "of": "x", "in": "b", "when": "start"}
    (told,) = accounts("order_void", {"s": STATE, "x": TRIBE}, provinces, {"s": [{"crown": "x"}]}, [event])
    assert lines(told)[-1] == "X: nobody of them was left at the start of the turn."


def test_only_free_tribes_are_crowned_by_a_house_rule() -> None:
    provinces = {
        "a": {"christian": True, "people": {"s": 2}},
        "b": {"christian": True, "people": {"x": 1}},
        "c": {"people": {"y": 1}},
    }
    (told,) = accounts(
        "order_void",
        {"s": STATE, "x": TRIBE, "y": TRIBE},
        provinces,
        {"s": [{"crown": "x"}]},
        [{"subjugate": "x", "by": "y", "when": "start"}],
        settings={"crown_subjugated": False},
    )
    assert lines(told)[-2:] == [
        "X: ruled by y at the start of the turn.",
        "By the settings of this campaign only free tribes are crowned.",
    ]
    assert ("setting", False) in [(each.kind, each.data) for each in told.inputs]


@pytest.mark.parametrize(
    ("setting", "verb", "count", "line"),
    [
        ("freedom_after", "streak", "defeats", "By the settings of this campaign defeats in a row are not counted."),
        (
            "split_after",
            "cut_off",
            "separated",
            "By the settings of this campaign it is not counted how long a tribe is cut off.",
        ),
    ],
)
def test_counts_that_a_house_rule_ended(setting: str, verb: str, count: str, line: str) -> None:
    provinces = {"a": {"people": {"x": 1}}, "c": {"people": {"x": 1}}}
    counted: dict[str, Any] = {count: {"x": 2}}
    (told,) = accounts(verb, {"x": TRIBE}, provinces, settings={setting: 0}, **counted)
    assert line in lines(told)


def test_nobody_stood_there() -> None:
    provinces = {"a": {"christian": True, "people": {"s": 2}, "owner": "s"}, "b": {"people": {"s": 1}}}
    event = {"move": 1, "of": "s", "from": "b", "to": "a", "when": "start"}
    (told,) = accounts("order_void", {"s": STATE}, provinces, {"s": [{"annex": "b"}]}, [event])
    assert lines(told)[-1] == "B at the start of the turn: nobody."
