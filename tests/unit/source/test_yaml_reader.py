import gc

import pytest

from tests.unit.source.helpers import data_of, problems_of
from turnproc.source.yaml_reader import CAMPAIGN, ORDERS, Limits, read_yaml

ORDERS_OF_THE_HUNS = """\
# a comment
turn: 2
for: huns
orders:
  - {move: 2, from: Борисфен, to: tavrika}
  - hold: 1
    in: dacia
    meet: [vandals, alans]
message: |
  We march.
    At dawn.
"""


def test_an_orders_file() -> None:
    assert data_of(ORDERS_OF_THE_HUNS) == {
        "turn": 2,
        "for": "huns",
        "orders": [
            {"move": 2, "from": "Борисфен", "to": "tavrika"},
            {"hold": 1, "in": "dacia", "meet": ["vandals", "alans"]},
        ],
        "message": "We march.\n  At dawn.\n",
    }


def test_a_document_knows_its_file_and_text() -> None:
    document, _ = read_yaml(b"a: 1\n", "turns/001/gm.yaml", ORDERS)
    assert document is not None
    assert (document.file, document.text) == ("turns/001/gm.yaml", "a: 1\n")


@pytest.mark.parametrize("text", ["hello", "[]", "5", "null", "'text'"])
def test_a_document_need_not_be_a_mapping(text: str) -> None:
    assert data_of(text) in ("hello", [], 5, None, "text")


def test_a_leading_byte_order_mark_is_left_out() -> None:
    document, problems = read_yaml(b"\xef\xbb\xbfturn: 2\n", "f", ORDERS)
    assert problems == []
    assert document is not None
    assert document.data == {"turn": 2}
    assert document.text == "turn: 2\n"
    assert (document.place("/turn").line, document.place("/turn").column) == (1, 7)


def test_line_ends_of_windows() -> None:
    assert data_of("turn: 2\r\norders:\r\n  - a\r\n") == {"turn": 2, "orders": ["a"]}


@pytest.mark.parametrize("text", ["%YAML 1.2\n---\na: 1\n", "---\na: 1\n...\n", "--- # here\na: 1", "? a\n: 1\n"])
def test_rare_but_harmless_forms_of_yaml(text: str) -> None:
    assert data_of(text) == {"a": 1}


@pytest.mark.parametrize(
    "text", ["a: Hello! & welcome", "a: b&c", "a: R&D!", "a: x*y", "a: '!&*'", 'a: "&b"', "a!: 1", "a: b %x"]
)
def test_special_characters_inside_a_text_do_no_harm(text: str) -> None:
    assert problems_of(text) == []


def test_an_exclamation_mark_between_spaces_is_text() -> None:
    assert data_of("message: Bonjour ! Nous & vous") == {"message": "Bonjour ! Nous & vous"}


# Each mistake of the text itself


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n# comments\n", "---\n", "---\n...\n", "\ufeff", "   "])
def test_an_empty_file(text: str) -> None:
    assert problems_of(text) == ["Y007 1:1"]


def test_a_file_that_is_too_large_is_not_even_decoded() -> None:
    assert problems_of(b"\xff" * 101, Limits(100, 40, 1000)) == ["Y001 None:None"]
    assert problems_of(b"a: 1" + b" " * 96, Limits(100, 40, 1000)) == []


def test_not_utf8() -> None:
    assert problems_of(b"a: 1\nb: \xc3\x28") == ["Y002/cp1252 2:4"]
    assert problems_of("a: ж\nb: ж".encode() + b"\x80") == ["Y002 2:5"]


def test_cyrillic_in_the_old_encoding_of_windows() -> None:
    assert problems_of("turn: 2\nfor: гунны".encode("cp1251")) == ["Y002/cp1251 2:6"]


def test_swedish_in_the_old_encoding_of_windows() -> None:
    assert problems_of("turn: 2\nfor: göter på Åland".encode("cp1252")) == ["Y002/cp1252 2:7"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_what_windows_calls_unicode(encoding: str) -> None:
    (problem,) = problems_of("turn: 2\nfor: huns\n".encode(encoding))
    assert problem.startswith("Y002/utf-16 1:")


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x0c", "\x1b", "\x7f", "\x85", "\x9f", "\u2028", "\u2029", "\ufffe"]
)
def test_a_control_character(character: str) -> None:
    assert problems_of(f"turn: 2\nfor: hu{character}ns") == ["Y003 2:8"]


def test_a_byte_order_mark_inside() -> None:
    assert problems_of("turn: 2\nfor: \ufeffhuns") == ["Y004 2:6"]


def test_a_key_given_twice_and_thrice_is_told_each_time_and_the_first_counts() -> None:
    document, problems = read_yaml(b"turn: 2\nfor: a\nturn: 3\nmap: {x: 1, y: 2, x: [3]}\nturn: 4\n", "f", ORDERS)
    assert [(p.code, p.place.line, p.place.column, p.params["first"]) for p in problems] == [
        ("Y014", 3, 1, 1),
        ("Y014", 4, 19, 4),
        ("Y014", 5, 1, 1),
    ]
    assert document is not None
    assert document.data == {"turn": 2, "for": "a", "map": {"x": 1, "y": 2}}


def test_mistakes_inside_the_value_of_a_key_given_twice_are_told_too() -> None:
    assert problems_of("a: 1\na: {b: 1, b: *c}\n") == ["Y014 2:1", "Y014 2:11", "Y016 2:14"]


def test_an_anchor() -> None:
    assert problems_of("a: &b 1\nc: &d [x]\ne: &f {}\n") == ["Y015 1:4", "Y015 2:4", "Y015 3:4"]


def test_an_anchor_at_a_key() -> None:
    assert problems_of("&a b: 1") == ["Y015 1:1"]


def test_an_alias_is_told_once_per_name() -> None:
    assert problems_of("a: *b\nc: [*b, *d]\n") == ["Y016 1:4", "Y016 2:9"]


def test_an_alias_in_a_list() -> None:
    assert problems_of("- a\n- *b\n") == ["Y016 2:3"]


def test_fifty_problems_are_enough() -> None:
    document, problems = read_yaml(b"[" + b"&a b, " * 80 + b"]", "f", ORDERS)
    assert document is None
    assert len(problems) == 50


def test_an_alias_as_a_key() -> None:
    assert problems_of("a: 1\n*b : 2\n") == ["Y018 2:1"]


@pytest.mark.parametrize("tag", ["!x", "!!str", "!!python/object:os.system", "!<tag:x>", "!"])
def test_a_tag(tag: str) -> None:
    assert problems_of(f"a: {tag} b") == ["Y017 1:4"]
    assert problems_of(f"a: {tag} [b]") == ["Y017 1:4"]
    assert problems_of(f"a: {tag} {{b: c}}") == ["Y017 1:4"]
    assert problems_of(f"{tag} a: b") == ["Y017 1:1"]


def test_a_tag_right_after_the_colon_of_a_quoted_key() -> None:
    assert problems_of('{"a":!x b}') == ["Y017 1:6"]


@pytest.mark.parametrize("text", ["? [a, b]\n: 1", "{a, b}: 1", "[a]: 1", "? {a: 1}\n: 1", "{? [a] : 1}"])
def test_a_key_that_is_no_word(text: str) -> None:
    (problem,) = problems_of(text)
    assert problem.startswith("Y018 1:")


@pytest.mark.parametrize(
    ("text", "place"),
    [("a: 1\n---\nb: 2\n", "2:1"), ("a: 1\n...\nb: 2\n", "3:1"), ("a\n---\n", "2:1"), ("--- a\n--- b", "2:1")],
)
def test_a_second_document(text: str, place: str) -> None:
    assert problems_of(text) == [f"Y019 {place}"]


def test_forty_levels_are_fine_and_one_more_is_not() -> None:
    assert problems_of("[" * 40 + "]" * 40) == []
    assert problems_of("[" * 41 + "]" * 41) == ["Y020 1:41"]
    assert problems_of("- " * 40 + "a") == []
    assert problems_of("- " * 41 + "a") == ["Y020 1:81"]
    assert problems_of("".join(f"{' ' * level}a:\n" for level in range(40))) == []
    assert problems_of("".join(f"{' ' * level}a:\n" for level in range(41))) == ["Y020 41:41"]


def test_every_key_and_every_value_is_a_node() -> None:
    few = Limits(1000, 40, 7)
    assert problems_of("a: [1, 2, 3]\n", few) == []  # mapping, key, list and three numbers
    assert problems_of("a: [1, 2, 3, 4, 5]\n", few) == ["Y021 1:17"]
    assert problems_of("{a, b, c, d}", few) == ["Y021 1:11"]


def test_the_limits_of_the_two_sorts_of_files() -> None:
    assert (ORDERS.size, ORDERS.depth, ORDERS.nodes) == (65536, 40, 20_000)
    assert (CAMPAIGN.size, CAMPAIGN.depth, CAMPAIGN.nodes) == (67108864, 40, 10_000_000)


def test_all_mistakes_that_can_be_told_together_are_told_together() -> None:
    text = "a: &x 1\na: 2\nb: *x\nc: !t d\ne: 12345678901234567890\nf: [\n"
    assert problems_of(text) == ["Y015 1:4", "Y014 2:1", "Y016 3:4", "Y017 4:4", "Y022 5:4", "Y009 6:4"]


def test_reading_leaves_the_garbage_collector_to_the_caller() -> None:
    assert gc.isenabled()
    read_yaml(b"a: 1", "f", ORDERS)
    assert gc.isenabled()
    gc.disable()
    try:
        read_yaml(b"a: *b", "f", ORDERS)
        assert not gc.isenabled()
    finally:
        gc.enable()
