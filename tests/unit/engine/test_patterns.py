"""Texts with gaps: what is written with a template is found with it again, however it was typed."""

from __future__ import annotations

import pytest

from turnproc.engine.patterns import DASH, Pattern, Row, Span


def matches(template: str, text: str, *, arrow: str | None = None) -> list[dict[str, str]]:
    pattern = Pattern(template) if arrow is None else Pattern(template, arrow=arrow)
    return [{name: span.text for name, span in gaps.items()} for gaps in pattern.matches(Row(text).span)]


@pytest.mark.parametrize(
    ("template", "text", "gaps"),
    [
        ("Take {what:gen}", "Take the castle", {"what": "the castle"}),
        ("Take {what}", "tAKE  the   castle ", {"what": "the castle"}),
        ("Make {who} a king", "make Alfred a King", {"who": "Alfred"}),
        ("Make {who} a king", "Make a king a king", {"who": "a king"}),
        ("{n}: {a} -> {b}", "2:x->y", {"n": "2", "a": "x", "b": "y"}),
        ("{n}: {a} -> {b}", "2 : x y  ⇒ z", {"n": "2", "a": "x y", "b": "z"}),
        ("Ёлка {x}", "елка х", {"x": "х"}),
        ("Елка {x}", "ЁЛКА х", {"x": "х"}),
        ("all", "ALL", {}),
        ("No (more), here.", "no(more),here.", {}),
    ],
)
def test_fits(template: str, text: str, gaps: dict[str, str]) -> None:
    assert gaps in matches(template, text)
    assert Pattern(template).fits(Row(text).span)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("Take {what}", "Take"),
        ("Take {what}", "Take "),
        ("Take {what}", "Taken alive"),
        ("Take {what}", "I take it"),
        ("Make {who} a king", "Make a king"),
        ("Make {who} a king", "Make Alfred a kingdom"),
        ("{n}: {a} -> {b}", "2: x - y"),
        ("{n}: {a} -> {b}", "2: x -> "),
        ("all", "all of them"),
        ("Take {what}", "Take " + "x" * 201),
    ],
)
def test_does_not_fit(template: str, text: str) -> None:
    assert matches(template, text) == []


def test_every_way_to_fit_is_found() -> None:
    assert matches("{a} -> {b}", "x -> y -> z") == [{"a": "x", "b": "y -> z"}, {"a": "x -> y", "b": "z"}]
    assert matches("{a} -> {b}", "x-y—z", arrow=DASH) == [{"a": "x", "b": "y—z"}, {"a": "x-y", "b": "z"}]


def test_not_all_of_very_many_ways_are_looked_at() -> None:
    assert len(matches("{a} -> {b}", "a->" * 10_000)) == 0
    assert len(matches("{a} -> {b}", "->".join("a" * 60))) == 40


def test_a_list_may_be_longer_than_a_name() -> None:
    pattern = Pattern("to {list}", long=frozenset({"list"}))
    assert pattern.fits(Row("to " + "x, " * 500).span)


def test_what_it_begins_with() -> None:
    assert Pattern("Take {what}").begins(Row("take whatever: it is").span)
    assert not Pattern("Take {what}").begins(Row("taken").span)
    assert not Pattern("{n}: {x}").begins(Row("2: x").span)


def test_spans_know_where_they_are() -> None:
    (gaps,) = Pattern("{n}: {a} -> {b}").matches(Row(" 2:  one -> two ").span)
    assert {name: (span.at, span.end) for name, span in gaps.items()} == {"n": (0, 1), "a": (3, 6), "b": (10, 13)}
    assert Span("  x y ", 5).part(1, 6) == Span("x y", 7)


@pytest.mark.parametrize(
    ("raw", "text", "columns"),
    [
        ("ab", "ab", [1, 2, 3]),
        ("  a \t b  ", "a b", [3, 4, 7]),
        ("a\u00adb\u200bc", "abc", [1, 3, 5]),
        ("И\u0306а", "Йа", [1, 3]),
        ("\ufb01x", "fix", [1, 1, 2]),
        ("", "", [1]),
        (" \u200b ", "", [4]),
    ],
)
def test_rows_are_compared_in_one_form_and_told_in_their_own(raw: str, text: str, columns: list[int]) -> None:
    row = Row(raw)
    assert row.text == text
    assert [row.column(at) for at in range(len(columns))] == columns
