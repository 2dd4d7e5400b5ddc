from unittest.mock import patch

import pytest

from tests.unit.source.helpers import document_of
from turnproc.diagnostics.model import Place
from turnproc.source.yaml_reader import ORDERS, Document, read_yaml
from turnproc.source.yaml_survey import Survey

TEXT = """\
# Приказы гуннов
turn: 2
orders:
  - {move: 2, from: Борисфен, to: 🏰 крепость, via: [a, b]}
  - hold: 1
    in:
    "a/b~c": 'x'
names: {1: one, "": empty}
"""


@pytest.mark.parametrize(
    ("pointer", "line", "column"),
    [
        ("", 2, 1),
        ("/turn", 2, 7),
        ("/orders", 4, 3),
        ("/orders/0", 4, 5),
        ("/orders/0/move", 4, 12),
        ("/orders/0/to", 4, 35),
        ("/orders/0/via", 4, 52),
        ("/orders/0/via/1", 4, 56),
        ("/orders/1", 5, 5),
        ("/orders/1/a~1b~0c", 7, 14),
        ("/names/1", 8, 12),
        ("/names/", 8, 21),
    ],
)
def test_the_place_of_a_value(pointer: str, line: int, column: int) -> None:
    assert document_of(TEXT).place(pointer) == Place("file.yaml", line, column, pointer)


@pytest.mark.parametrize(
    ("pointer", "line", "column"),
    [("/turn", 2, 1), ("/orders/0/from", 4, 15), ("/orders/1/a~1b~0c", 7, 5), ("/names/", 8, 17)],
)
def test_the_place_of_a_key(pointer: str, line: int, column: int) -> None:
    assert document_of(TEXT).place(pointer, key=True) == Place("file.yaml", line, column, pointer)


def test_an_entry_of_a_list_has_no_key_and_stands_for_itself() -> None:
    assert document_of(TEXT).place("/orders/1", key=True) == Place("file.yaml", 5, 5, "/orders/1")


def test_a_value_left_away_stands_where_it_would_begin() -> None:
    place = document_of(TEXT).place("/orders/1/in")
    assert (place.line, place.column) == (6, 8)


@pytest.mark.parametrize("pointer", ["/orders/0/nothing", "/orders/0/move/deeper/still", "/orders/0/via/7"])
def test_what_does_not_exist_stands_where_its_container_does(pointer: str) -> None:
    document = document_of(TEXT)
    nearest = {"/orders/0/nothing": (4, 5), "/orders/0/move/deeper/still": (4, 12), "/orders/0/via/7": (4, 52)}[pointer]
    for key in (True, False):
        place = document.place(pointer, key=key)
        assert (place.line, place.column, place.pointer) == (*nearest, pointer)


def test_a_pointer_that_is_none_stands_where_the_document_does() -> None:
    assert document_of(TEXT).place("nonsense") == Place("file.yaml", 2, 1, "nonsense")


def test_of_a_key_given_twice_the_first_is_meant() -> None:
    document, _ = read_yaml(b"a: {x: 1}\nb: 2\na: {x: 1, y: 2}\n", "f", ORDERS)
    assert document is not None
    assert document.place("/a/x").line == 1
    assert document.place("/a", key=True).line == 1
    assert document.place("/a/y").line == 1


def test_good_files_pay_nothing_for_places_and_others_once() -> None:
    with patch("turnproc.source.yaml_reader.Survey", wraps=Survey) as survey:
        document = document_of(TEXT)
        assert survey.call_count == 0
        document.place("/turn")
        document.place("/orders/0", key=True)
        assert survey.call_count == 1


def test_a_document_made_by_hand_whose_text_is_none_has_no_lines() -> None:
    assert Document("f", "[", {"a": 1}).place("/a") == Place("f", 1, 1, "/a")
    assert Document("f", "", {"a": 1}).place("/a") == Place("f", None, None, "/a")
