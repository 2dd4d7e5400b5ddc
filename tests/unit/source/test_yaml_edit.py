"""Small changes in files that people wrote: what was meant changes, and not a byte besides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_edit import entry_row, with_entry, with_item, without_entry
from turnproc.source.yaml_reader import read_yaml

NEW = {"speaks_for": ["huns"]}
ROW = "x: {speaks_for: [huns]}"
ADDED = [
    (
        "players:\n  a: {b: 1}  # hers\n  # end\nnext: 1\n",
        f"players:\n  a: {{b: 1}}  # hers\n  {ROW}\n  # end\nnext: 1\n",
    ),
    ("players:  # none yet\nnext: 1\n", f"players:  # none yet\n  {ROW}\nnext: 1\n"),
    ("players: {}\n", f"players:\n  {ROW}\n"),
    ("players: {a: {b: 1}, }  # braces\n", f"players: {{a: {{b: 1}}, {ROW}, }}  # braces\n"),
    ("players: {\n  a: {b: 1}  # hers\n}\n", f"players: {{\n  a: {{b: 1}}, {ROW}  # hers\n}}\n"),
    ("name: Юг 🐎\n", f"name: Юг 🐎\nplayers:\n  {ROW}\n"),
    ("name: no line end", f"name: no line end\nplayers:\n  {ROW}"),
    ("{name: n, players: {}}\n", f"{{name: n, players: {{{ROW}}}}}\n"),
    (
        "players:\n    a:\n        b: |\n            c\n\n# d\n",
        f"players:\n    a:\n        b: |\n            c\n\n    {ROW}\n# d\n",
    ),
    ("players:\r\n  a: {b: 1}\r\nnext: 1\r\n", f"players:\r\n  a: {{b: 1}}\r\n  {ROW}\r\nnext: 1\r\n"),
    ("\ufeffplayers:\n  a: {b: 1}\n", f"\ufeffplayers:\n  a: {{b: 1}}\n  {ROW}\n"),
]


@pytest.mark.parametrize(("before", "after"), ADDED)
def test_an_entry_is_added_and_nothing_else_changes(before: str, after: str) -> None:
    changed = with_entry(before.encode(), ["players"], "x", NEW, CAMPAIGN)
    assert changed is not None
    assert changed.decode() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p:\n  a: {x: 1, y: 2}  # r\n", "p:\n  a: {x: 9, y: 2}  # r\n"),
        ("p:\n  a:\n    x: 1  # one\n    y: 2\n", "p:\n  a:\n    x: 9  # one\n    y: 2\n"),
        ("p:\n  a:\n    x:  # nothing\n    y: 2\n", "p:\n  a:\n    x: 9  # nothing\n    y: 2\n"),
        ("p:\n  a:  # nobody\n  b: 1\n", "p:\n  a:  # nobody\n    x: 9\n  b: 1\n"),
        ('p: {"a": {"x": "old"}}', 'p: {"a": {"x": 9}}'),
        ("p:\n  a:\n    x:\n      long: 1\n    y: 2\n", "p:\n  a:\n    x:\n      9\n    y: 2\n"),
    ],
)
def test_an_entry_gets_another_value(before: str, after: str) -> None:
    changed = with_entry(before.encode(), ["p", "a"], "x", 9, CAMPAIGN)
    assert changed is not None
    assert changed.decode() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p: {x: 1, y: 2}\n", "p: {y: 2}\n"),
        ("p: {y: 2, x: 1}\n", "p: {y: 2}\n"),
        ("p: {x: 1}\n", "p: {}\n"),
        ("p:\n  x: 1  # gone\n  y: 2\n", "p:\n  y: 2\n"),
        ("p:\n  y: 2\n  x:\n    - 1\n    - 2  # gone\n\n# stays\nq: 1", "p:\n  y: 2\n\n# stays\nq: 1"),
        ("p:\n  y: 2\n", "p:\n  y: 2\n"),
        ("p: {\n  x: 1,  # gone\n  y: 2,  # stays\n}\n", "p: {\n  y: 2,  # stays\n}\n"),
        ("p: {\n  y: 2,\n  x: 1  # stays\n}\n", "p: {\n  y: 2  # stays\n}\n"),
    ],
)
def test_an_entry_is_taken_away(before: str, after: str) -> None:
    changed = without_entry(before.encode(), ["p"], "x", CAMPAIGN)
    assert changed is not None
    assert changed.decode() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("turn: 1\n", "turn: 1\nevents:\n  - {a: 1}\n"),
        ("events: []\nturn: 1\n", "events:\n  - {a: 1}\nturn: 1\n"),
        ("events:\n- {b: 2}  # r\nturn: 1\n", "events:\n- {b: 2}  # r\n- {a: 1}\nturn: 1\n"),
        ("events: [{b: 2}]\n", "events: [{b: 2}, {a: 1}]\n"),
        ("events:\n  - note: |\n      words\n", "events:\n  - note: |\n      words\n  - {a: 1}\n"),
    ],
)
def test_an_item_is_added(before: str, after: str) -> None:
    changed = with_item(before.encode(), ["events"], {"a": 1}, CAMPAIGN)
    assert changed is not None
    assert changed.decode() == after


@pytest.mark.parametrize(
    "odd",
    [
        "players: null\n",
        "players: [a]\n",
        "players: text\n",
        "- a list\n",
        "players: &here {a: 1}\n",
        "players: {a: 1\n",
        "a: 1\n---\nb: 2\n",
    ],
)
def test_what_is_laid_out_oddly_is_left_to_a_person(odd: str) -> None:
    assert with_entry(odd.encode(), ["players"], "x", NEW, CAMPAIGN) is None


@pytest.mark.parametrize(
    "odd",
    [
        "p: {\n  y: 2,  # of y\n  x: 1,\n}\n",
        "p: {\n  x: 1,\n  # of y\n  y: 2,\n}\n",
        "p: {\n  # of all\n  x: 1,\n}\n",
        "p: {\r\n  x: 1,\r\n  # of y\r\n  y: 2,\r\n}\r\n",
    ],
)
def test_remarks_about_something_else_are_not_taken_away(odd: str) -> None:
    assert without_entry(odd.encode(), ["p"], "x", CAMPAIGN) is None


def test_a_way_that_is_not_there_is_not_made_up() -> None:
    assert with_entry(b"a: 1\n", ["peoples", "huns"], "player", "x", CAMPAIGN) is None


PLAIN = st.text("abcxyzё🐎 #:'\"-", min_size=1, max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(PLAIN, VALUES, min_size=1, max_size=4), PLAIN, VALUES, st.sampled_from(["  ", "    "]))
def test_whatever_comes_back_says_what_was_meant(
    players: dict[str, object], key: str, value: object, indent: str
) -> None:
    rows = "".join(f"{indent}{entry_row(name, entry)}  # {at}\n" for at, (name, entry) in enumerate(players.items()))
    raw = f"# head\nplayers:\n{rows}# foot\nlast: 1\n".encode()
    changed = with_entry(raw, ["players"], key, value, CAMPAIGN)
    if changed is None:
        # A value that is written over several rows can be in the way of another, never of a new entry.
        assert key in players
        return
    document, problems = read_yaml(changed, "", CAMPAIGN)
    assert document is not None
    assert (problems, document.data) == ([], {"players": {**players, key: value}, "last": 1})
    kept = [row for row in raw.splitlines() if key not in players or entry_row(key, players[key]) not in row.decode()]
    assert [row for row in changed.splitlines() if row in kept] == kept
