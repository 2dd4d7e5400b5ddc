"""The short way through a YAML file gives what the long way gives, or gives way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnproc.diagnostics.model import Diagnostic
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_rows import read_rows
from turnproc.source.yaml_survey import Survey
from turnproc.source.yaml_writer import Layout, write_yaml

PLAIN = """# a remark
turn: 2
for: huns   # who
ready: true

orders:
  # and here
  - {move: 2, from: Верхняя Британия, to: b-2, attack: [antes, западные готы]}   # so
  - {hold: 1, in: c}
  - word
rows:
  a: {people: {x: 1, y: 22}, names: {ru: {nom: гунны, sg: true}}}
  b: [1, 2]
  c: null
empty: []
none: {}
"""

words = st.sampled_from(["a", "b-c", "x.y", "true", "null", "True", "no", "on", "1", "0", "007", "1.5", "два слова"])
marks = st.sampled_from([": ", ":", ", ", ",", " ", "\n", "\n  ", "\n  - ", "[", "]", "{", "}", "#", " # ", "- ", '"'])
pieces = st.lists(words | marks, max_size=14).map("".join)
values = st.recursive(
    st.sampled_from(["a", "b c", "да", "no", "x-1", "e.g"]) | st.integers(0, 10**6) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["k", "имя", "m"]), inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(
    st.sampled_from(["turn", "for", "orders", "заметки"]),
    values | st.lists(values, max_size=3) | st.dictionaries(st.sampled_from(["p", "q"]), values),
    min_size=1,
)
LAYOUT = Layout(frozenset({("orders",), ("заметки",), ("turn",)}))


def the_long_way(text: str) -> tuple[Any, list[Diagnostic]]:
    survey = Survey(text, "x.yaml", CAMPAIGN)
    return (survey.data if survey.readable else None), survey.problems


def agrees(text: str) -> bool:
    """Where the short way answers, both must: with the same values, of the same types, in the same order."""
    short = read_rows(text)
    if short is None:
        return False
    data, problems = the_long_way(text)
    assert problems == [], text
    assert repr(short) == repr(data), text
    return True


def test_the_plainest_layout_goes_the_short_way() -> None:
    assert agrees(PLAIN)
    assert agrees(PLAIN.rstrip("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "turn: 2\nturn: 3\n",
        "orders:\n  - {move: 2, move: 3}\n",
        "rows:\n  a: 1\n  a: 2\n",
        "true: 1\n",
        "orders:\n  - {null: 1}\n",
        "a: True\n",
        "orders:\n  - {a: 1,}\n",
        "a: 007\n",
        "a: 1.5\n",
        "a: -1\n",
        'a: "1"\n',
        "a: 'x'\n",
        "a: |\n  text\n",
        "a: b: c\n",
        "a:b\n",
        "a: x #y\nb: x#y\n",
        "- a\n",
        "a: &x 1\n",
        "a:\n- 1\n",
        "a:\n    - 1\n",
        "a:\n  - 1\n  b: 2\n",
        "a: 1\r\n",
        "---\na: 1\n",
        "a:\n",
    ],
)
def test_whatever_else_goes_the_long_way_or_agrees(text: str) -> None:
    agrees(text)


@given(pieces)
def test_heaps_of_pieces(text: str) -> None:
    agrees(text)


@given(st.integers(0, len(PLAIN)), pieces)
def test_a_plain_file_with_something_put_in(at: int, text: str) -> None:
    agrees(PLAIN[:at] + text + PLAIN[at:])


@given(st.integers(0, len(PLAIN)), st.integers(1, 9))
def test_a_plain_file_with_something_left_out(at: int, length: int) -> None:
    agrees(PLAIN[:at] + PLAIN[at + length :])


@given(documents)
def test_what_was_written_by_turnproc(data: Any) -> None:
    agrees(write_yaml(data, LAYOUT))
