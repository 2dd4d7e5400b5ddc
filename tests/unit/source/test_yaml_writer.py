import time
from enum import StrEnum
from typing import Any

import pytest

from tests.unit.source.helpers import data_of
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import Layout, write_yaml

JOURNAL = Layout(frozenset({("inputs",), ("phases",), ("phases", "*"), ("phases", "*", "facts")}))


def written(data: Any, *block: tuple[str, ...], comment: str = "") -> str:
    text = write_yaml(data, Layout(frozenset(block)), comment)
    assert data_of(text) == data
    return text


def test_a_journal() -> None:
    data: dict[str, Any] = {
        "format": "turnproc.journal/1",
        "turn": 1,
        "inputs": {"turns/000/state.yaml": "sha256:0a1b", "map.yaml": "sha256:ff"},
        "phases": [
            {"name": "combat", "facts": [{"battle": "burgundia", "rule": "B-4.4.4", "sides": [["a"], ["b", "c"]]}]},
            {"name": "d16/P5", "facts": []},
        ],
        "rulings": {},
    }
    assert written(data, *JOURNAL.block) == (
        "format: turnproc.journal/1\n"
        "turn: 1\n"
        "inputs:\n"
        "  turns/000/state.yaml: sha256:0a1b\n"
        "  map.yaml: sha256:ff\n"
        "phases:\n"
        "  - name: combat\n"
        "    facts:\n"
        "      - {battle: burgundia, rule: B-4.4.4, sides: [[a], [b, c]]}\n"
        "  - name: d16/P5\n"
        "    facts: []\n"
        "rulings: {}\n"
    )


def test_the_comment_stands_first() -> None:
    assert written({"a": 1}, comment="Written by turnproc.\n\nDo not edit.") == (
        "# Written by turnproc.\n#\n# Do not edit.\na: 1\n"
    )


def test_nothing_in_a_comment_can_end_it() -> None:
    assert written({"a": 1}, comment="one\rb: 2\u2028c: 3\x85d: 4\x00\ufeff").endswith("\na: 1\n")


def test_the_order_of_the_keys_is_kept() -> None:
    assert written({"b": 1, "a": 2, "c": 3}) == "b: 1\na: 2\nc: 3\n"


@pytest.mark.parametrize(("data", "text"), [({}, "{}\n"), ([], "[]\n"), ("a", "a\n"), (5, "5\n"), (True, "true\n")])
def test_a_document_need_not_be_a_mapping(data: Any, text: str) -> None:
    assert written(data) == text


def test_a_list_at_the_root() -> None:
    assert written([1, {"a": [2]}, []]) == "- 1\n- {a: [2]}\n- []\n"


def test_lists_of_lists_in_block_style() -> None:
    assert written([[1, 2], [], [[3]]], ("*",)) == "- - 1\n  - 2\n- []\n- - [3]\n"


def test_mappings_of_lists_of_mappings_in_block_style() -> None:
    data = {"a": {"b": [{"c": 1, "d": {"e": 2}}, {"c": {}}]}}
    assert written(data, ("a", "b", "*", "d")) == "a:\n  b:\n    - c: 1\n      d:\n        e: 2\n    - c: {}\n"


def test_what_leads_to_a_path_in_block_style_is_in_block_style_itself() -> None:
    assert written({"a": {"b": {"c": 1}}, "d": {"b": 1}}, ("a", "b")) == "a:\n  b:\n    c: 1\nd: {b: 1}\n"


def test_a_star_stands_for_any_key_beside_a_key_that_is_named() -> None:
    data = {"x": {"p": {"q": [1]}, "r": {"q": [1]}}}
    assert written(data, ("*", "p", "q"), ("x", "*")) == "x:\n  p:\n    q:\n      - 1\n  r:\n    q: [1]\n"


def test_a_layout_of_paths_that_do_not_occur_changes_nothing() -> None:
    assert written({"a": 1, "b": [2]}, ("c", "d"), ("a", "*")) == "a: 1\nb: [2]\n"


@pytest.mark.parametrize(
    "text",
    [
        "tribe",
        "player-04",
        "B-4.4.4",
        "turns/000/state.yaml",
        "sha256:00ff",
        "Западный Рим",
        "Гунны идут на запад.",
        "it's (not) true!",
        "d16/P5",
        "_hidden",
        "Åland — Öland",
        "«Орёл»".strip("«»"),
    ],
)
def test_plain_words_stand_without_quotes(text: str) -> None:
    assert written({"a": text, text: [text]}) == f"a: {text}\n{text}: [{text}]\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " a",
        "a ",
        "a  b",
        "no",
        "On",
        "YES",
        "y",
        "N",
        "true",
        "Null",
        "~",
        "1",
        "08",
        "-09",
        "1e3",
        "12e03",
        "1_000",
        "0x1F",
        "0b1",
        "1:30",
        "2026-05-08",
        "2026-05-08T07:00:00Z",
        ".5",
        ".inf",
        ".NaN",
        "=",
        "<<",
        "-",
        "- a",
        "?",
        ":",
        "a:",
        "a: b",
        "a #b",
        "#a",
        "a,b",
        "a]",
        "{a}",
        "*a",
        "&a",
        "!a",
        "@a",
        "`a`",
        "%a",
        "'a'",
        "|",
        ">",
        "---",
        "...",
        "http://x.y",
        "12 legions",
        "🏰",
        "٣",
    ],
)
def test_what_any_reader_could_misread_stands_in_double_quotes(text: str) -> None:
    assert written({"a": text, text: [text]}) == f'a: "{text}"\n"{text}": ["{text}"]\n'


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("a\nb", r'"a\nb"'),
        ("a\tb", r'"a\tb"'),
        ('say "no"', r'"say \"no\""'),
        ("C:\\x", r'"C:\\x"'),
        ("\x00", r'"\u0000"'),
        ("a\rb", r'"a\u000Db"'),
        ("\x7f\x85\x9f", r'"\u007F\u0085\u009F"'),
        ("a\u00a0b", r'"a\u00A0b"'),
        ("a\u200bb", r'"a\u200Bb"'),
        ("\u202egnp.exe", r'"\u202Egnp.exe"'),
        ("\u2066a\u2069", r'"\u2066a\u2069"'),
        ("\u2028", r'"\u2028"'),
        ("\ufeff", r'"\uFEFF"'),
        ("\ufffe\uffff", r'"\uFFFE\uFFFF"'),
        ("a\u3164", r'"a\u3164"'),
        ("\U000e0041", r'"\U000E0041"'),
        ("🏰 крепость", '"🏰 крепость"'),
        ("⚔\ufe0f", '"⚔\ufe0f"'),
    ],
)
def test_what_cannot_be_seen_is_written_as_an_escape(text: str, quoted: str) -> None:
    assert written({"a": text}) == f"a: {quoted}\n"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-7, "-7"),
        (10**18 - 1, "999999999999999999"),
        (1.5, "1.5"),
        (-0.25, "-0.25"),
        (1e-07, "1.0e-07"),
        (1.5e-300, "1.5e-300"),
        (2.0, "2"),
        (-0.0, "0"),
    ],
)
def test_numbers(number: float, text: str) -> None:
    assert written({"a": number}) == f"a: {text}\n"


def test_true_false_and_nothing() -> None:
    assert written({"a": [True, False, None], "b": None}) == "a: [true, false, null]\nb: null\n"


@pytest.mark.parametrize("key", ["k" * 999, "k" * 1001, "ж" * 70_000, "\n" * 900])
def test_keys_that_are_longer_than_a_reader_looks_ahead(key: str) -> None:
    for data in ({key: 1}, {"a": {key: {"b": [{key: 2}]}}, key: [3]}, [{key: 1, "b": {key: 2}}]):
        for block in (frozenset[tuple[str, ...]](), frozenset([("*", "*", "*", "*")])):
            text = write_yaml(data, Layout(block))
            document, problems = read_yaml(text.encode(), "f", CAMPAIGN)
            assert problems == []
            assert document is not None
            assert document.data == data


class Word(StrEnum):
    ONE = "one"


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), float("-inf"), (1, 2), {1}, b"x", object(), Word.ONE, {1: 2}, {None: 1}, {("a",): 1}],
)
@pytest.mark.parametrize("block", [(), ("a",)])
def test_what_is_no_plain_data_is_refused(value: Any, block: tuple[str, ...]) -> None:
    with pytest.raises(TypeError):
        write_yaml({"a": value}, Layout(frozenset([block])))
    with pytest.raises(TypeError):
        write_yaml({"a": [value]}, Layout(frozenset([block])))


@pytest.mark.parametrize("value", [10**18, -(10**18), 2.0**53, 1e300, "\ud800", "a\udfffb"])
def test_what_would_not_be_read_again_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"number|large|text"):
        write_yaml({"a": value}, Layout())


def test_a_hundred_thousand_rows_in_half_a_second() -> None:
    units = [
        {"kind": "tribe", "player": f"player-{n % 12:02}", "province": f"province-{n % 200}", "size": n % 9, "id": n}
        for n in range(100_000)
    ]
    layout = Layout(frozenset({("units",)}))
    seconds = []
    for _ in range(3):
        began = time.process_time()
        write_yaml({"units": units}, layout)
        seconds.append(time.process_time() - began)
    # Measured: 0.25 s. The limit is loose, for tests run on busy machines.
    assert min(seconds) < 1.0
