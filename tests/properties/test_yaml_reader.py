"""Whatever stands in a file: reading never raises, the quick and the careful walk agree, and places exist."""

from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.codes import MESSAGES
from turnproc.source.limits import Limits
from turnproc.source.pointer import get, join
from turnproc.source.yaml_reader import ORDERS, read_yaml
from turnproc.source.yaml_survey import Survey

ENGLISH = Catalogue(MESSAGES, lambda text: text, "en")

# Text that comes near to being YAML: far more of it parses than of random text, and fails in more ways.
PIECES = [
    *(
        "a",
        "b",
        "turn",
        "Гунны",
        "1",
        "0x1F",
        "1e3",
        "null",
        "true",
        ": ",
        ":",
        "- ",
        "-",
        ", ",
        ",",
        "[",
        "]",
        "{",
        "}",
    ),
    *(
        "\n",
        "\n",
        "\n  ",
        "\n    ",
        "\r\n",
        "\t",
        " ",
        "#",
        " # x",
        '"',
        "'",
        "\\",
        "|",
        ">",
        "|\n  ",
        "? ",
        "&a ",
        "*a",
    ),
    *(
        "!t ",
        "!",
        "@",
        "`",
        "%",
        "---\n",
        "...\n",
        "\u00a0",
        "\u200b",
        "\ufeff",
        "\x85",
        "\u2028",
        "\x00",
        "🏰",
        "=",
        "<<",
    ),
]
SOUP = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def _paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in children for found in _paths(value, (*path, key)))]


@settings(deadline=None)
@given(st.binary(max_size=200) | SOUP.map(str.encode))
def test_reading_never_raises_and_every_problem_can_be_told(raw: bytes) -> None:
    document, problems = read_yaml(raw, "f", ORDERS)
    assert document is not None or problems
    rows = raw.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in problems:
        assert ENGLISH.text(problem)
        ENGLISH.hint(problem)
        place = problem.place
        assert place.line is not None
        assert place.column is not None
        # The end of a file may be told as the row after the last.
        assert 1 <= place.line <= len(rows) + 1
        assert 1 <= place.column <= max(map(len, rows)) + 1


@settings(deadline=None)
@given(SOUP)
def test_the_quick_walk_and_the_careful_one_agree(text: str) -> None:
    document, problems = read_yaml(text.encode(), "f", ORDERS)
    if document is None:
        return
    survey = Survey(document.text, "f", ORDERS, places=True)
    assert survey.data == document.data
    assert repr(survey.data) == repr(document.data)
    assert survey.problems == problems


@settings(deadline=None)
@given(SOUP)
def test_every_value_of_a_document_has_a_place(text: str) -> None:
    document, _ = read_yaml(text.encode(), "f", ORDERS)
    if document is None:
        return
    for path in _paths(document.data):
        place = document.place(join(path))
        assert place.line is not None
        assert place.pointer == join(path)
        key = document.place(join(path), key=True)
        assert (key.line or 0, key.column or 0) <= (place.line, place.column or 0)


@settings(deadline=None)
@given(SOUP)
def test_what_is_read_without_problems_is_yaml_for_others_too(text: str) -> None:
    document, problems = read_yaml(text.encode(), "f", ORDERS)
    if document is not None and not problems:
        assert yaml.compose(text, Loader=yaml.CSafeLoader) is not None


@settings(deadline=None)
@given(SOUP, st.integers(1, 12), st.integers(1, 4))
def test_limits_are_kept_by_both_walks(text: str, nodes: int, depth: int) -> None:
    limits = Limits(1000, depth, nodes)
    document, _ = read_yaml(text.encode(), "f", limits)
    if document is not None:
        paths = _paths(document.data)
        keys = sum(isinstance(path[-1], str) for path in paths if path)
        containers = [path for path in paths if isinstance(get(document.data, join(path)), dict | list)]
        assert len(paths) + keys <= nodes
        assert max((len(path) + 1 for path in containers), default=0) <= depth
