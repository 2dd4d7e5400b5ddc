"""What `write_yaml` writes, `read_yaml` reads back, and so does any other reader where YAML 1.1 and 1.2 agree."""

from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import Layout, write_yaml

# Strings that some reader of YAML takes for something else, in ever new combinations.
HOSTILE_PARTS = [
    *(
        "y",
        "no",
        "On",
        "true",
        "null",
        "~",
        "=",
        "<<",
        "1",
        "08",
        "1e3",
        "0x1",
        "1:30",
        "2001-01-01",
        ".5",
        ".inf",
        "_",
    ),
    *("- ", ": ", " #", "? ", "a", "ж", "ё", "é", " ", "  ", "\n", "\t", "\r", '"', "'", "\\", "{", "}", "[", "]", ","),
    *("&", "*", "!", "|", ">", "%", "@", "`", "\u00a0", "\u200b", "\u2028", "\ufeff", "\x85", "\x00", "\ue000", "🏰"),
]
STRINGS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.lists(st.sampled_from(HOSTILE_PARTS), max_size=4).map("".join),
)
SCALARS = st.one_of(
    STRINGS,
    st.integers(-(10**18) + 1, 10**18 - 1),
    st.floats(-(2.0**53), 2.0**53, allow_nan=False, exclude_min=True, exclude_max=True),
    st.booleans(),
    st.none(),
)
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(STRINGS, inner, max_size=4),
    max_leaves=25,
)
STEPS = st.one_of(st.just("*"), STRINGS)
LAYOUTS = st.frozensets(st.lists(STEPS, max_size=4).map(tuple), max_size=5).map(Layout)


def _read(text: str) -> Any:
    document, problems = read_yaml(text.encode(), "f", CAMPAIGN)
    assert problems == []
    assert document is not None
    return document.data


@settings(deadline=None)
@given(DATA, LAYOUTS, st.text(max_size=20))
def test_reading_what_was_written_gives_the_same_data_and_writing_it_again_the_same_bytes(
    data: Any, layout: Layout, comment: str
) -> None:
    text = write_yaml(data, layout, comment)
    read = _read(text)
    assert read == data
    assert write_yaml(read, layout, comment) == text


@settings(deadline=None)
@given(DATA)
def test_rows_and_braces_hold_the_same(data: Any) -> None:
    everywhere = Layout(frozenset([("*",) * 12]))
    assert _read(write_yaml(data, everywhere)) == _read(write_yaml(data, Layout()))


@settings(deadline=None)
@given(DATA, LAYOUTS)
def test_a_reader_of_yaml_1_1_reads_the_same(data: Any, layout: Layout) -> None:
    assert yaml.load(write_yaml(data, layout), Loader=yaml.CSafeLoader) == data


@settings(deadline=None)
@given(st.lists(STRINGS, max_size=6))
def test_every_row_of_a_list_is_one_line_of_the_file(strings: list[str]) -> None:
    text = write_yaml({"rows": [[string] for string in strings]}, Layout(frozenset([("rows",)])))
    assert len(text.split("\n")) == (2 if not strings else len(strings) + 2)
    assert text.isascii() or not set(text) & set("\u00a0\u200b\u2028\u2029\ufeff\x85")
