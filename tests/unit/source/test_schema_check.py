from collections.abc import Mapping
from textwrap import dedent
from typing import Any

import pytest

from tests.unit.source.helpers import ENGLISH, document_of, told
from turnproc.diagnostics.model import Diagnostic
from turnproc.source.schema_check import SchemaCheck
from turnproc.source.yaml_reader import Document

NAME = {"type": "string", "minLength": 1, "maxLength": 10}
ORDERS: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://turnproc.invalid/test/orders.schema.json",
    "type": "object",
    "required": ["turn", "orders"],
    "additionalProperties": False,
    "properties": {
        "turn": {"type": "integer", "minimum": 1, "maximum": 99},
        "ready": {"type": "boolean"},
        "orders": {"type": "array", "maxItems": 6, "items": {"$ref": "#/$defs/order"}},
    },
    "$defs": {
        "order": {
            "type": "object",
            "x-verbs": ["move", "hold"],
            "allOf": [
                {"if": {"required": ["move"]}, "then": {"$ref": "#/$defs/move"}},
                {"if": {"required": ["hold"]}, "then": {"$ref": "#/$defs/hold"}},
                {
                    "if": {"not": {"anyOf": [{"required": ["move"]}, {"required": ["hold"]}]}},
                    "then": {"not": {}},
                },
            ],
        },
        "move": {
            "required": ["move", "from", "to"],
            "additionalProperties": False,
            "properties": {"move": {"type": "integer", "minimum": 1}, "from": NAME, "to": NAME},
        },
        "hold": {
            "required": ["hold"],
            "additionalProperties": False,
            "properties": {
                "hold": {"type": "integer", "minimum": 1},
                "meet": {
                    "type": ["array", "string"],
                    "if": {"type": "string"},
                    "then": {"enum": ["all", "newcomers"]},
                    "else": {"minItems": 1, "uniqueItems": True, "items": NAME},
                },
                "attack": {"type": "array", "items": NAME},
            },
            "not": {"required": ["attack", "meet"]},
        },
    },
}
CHECK = SchemaCheck(ORDERS)


def problems(text: str, check: SchemaCheck = CHECK) -> list[Diagnostic]:
    return check.problems(document_of(text))


def orders(*rows: str) -> list[str]:
    return told(problems("turn: 1\norders:\n" + "".join(f"  - {row}\n" for row in rows)))


def value(schema: Mapping[str, Any] | bool, text: str) -> list[str]:
    check = SchemaCheck({"type": "object", "properties": {"x": schema}})
    return told(problems(f"x: {text}\n", check))


def words(diagnostic: Diagnostic) -> tuple[str, str]:
    return ENGLISH.text(diagnostic), ENGLISH.hint(diagnostic)


def test_what_has_the_right_form_has_no_problems() -> None:
    assert orders("{move: 2, from: a, to: b}", "{hold: 1}", "{hold: 1, meet: all}", "{hold: 1, meet: [a]}") == []


def test_problems_come_in_the_order_of_the_file() -> None:
    text = """\
        redy: true
        orders:
          - {hold: 0}
          - {move: 1, form: a, to: 5}
        turn: x
        """
    assert told(problems(text)) == ["S002 1:1", "S005/least 3:12", "S003 4:5", "S002 4:15", "S001 4:28", "S001 5:7"]


def test_the_rule_that_problems_of_form_offend_goes_with_each() -> None:
    check = SchemaCheck(ORDERS, rule="B-3.1")
    assert [problem.rule for problem in problems("turn: x\norders: y\n", check)] == ["B-3.1", "B-3.1"]
    assert [problem.rule for problem in problems("turn: x\norders: []\n")] == [None]


# Kinds of orders


def test_an_unknown_verb_stands_at_its_key_and_names_the_nearest() -> None:
    (problem,) = problems("turn: 1\norders:\n- {mvoe: 2, from: a, to: b}\n")
    assert told([problem]) == ["S012 3:4"]
    assert words(problem) == ("unknown verb “mvoe”", "did you mean move? verbs: move, hold")


def test_an_unknown_verb_that_is_like_none_only_lists_them() -> None:
    (problem,) = problems("turn: 1\norders:\n- {conquer: a}\n")
    assert words(problem) == ("unknown verb “conquer”", "verbs: move, hold")


def test_a_verb_in_capitals_is_unknown_and_its_own_nearest() -> None:
    (problem,) = problems("turn: 1\norders:\n- {from: a, Move: 2}\n")
    assert told([problem]) == ["S012 3:13"]
    assert problem.params["nearest"] == ["move"]


def test_an_order_of_known_keys_without_a_verb() -> None:
    assert orders("{from: a, to: b}", "{}") == ["S010 3:5", "S010 4:5"]


def test_two_verbs_are_told_at_the_second_and_nothing_else() -> None:
    assert orders("{hold: 0, from: 5, move: x, nonsense: 1}") == ["S011 3:24"]


def test_of_an_order_with_a_verb_only_its_own_mistakes_are_told() -> None:
    assert orders("{move: 2, frm: a, to: b}") == ["S003 3:5", "S002 3:15"]


def test_a_number_with_a_comma_is_no_key() -> None:
    assert orders("{move: 1,5, from: a, to: b}") == ["S002/number 3:14"]


def test_letters_that_only_look_latin() -> None:
    assert orders("{mоve: 2, from: a, to: b}") == ["S002/letters 3:6"]
    assert orders("{move: 2, frоm: a, to: b}") == ["S002/letters 3:15"]


def test_a_key_in_capitals_is_told_once() -> None:
    assert orders("{move: 2, From: a, to: b}") == ["S002 3:15"]


def test_an_unknown_verb_without_its_space_is_told_so() -> None:
    (problem,) = problems("turn: 1\norders:\n- {move:2, from: a, to: b}\n")
    assert words(problem) == ("after the colon in “move:2” a space is missing", "write “move: 2”")


def test_an_order_that_is_no_mapping() -> None:
    (problem,) = problems("turn: 1\norders:\n- hold 2\n")
    assert words(problem) == (
        "each entry of “orders” must be keys with values, but here stands the text “hold 2”",
        "write “key: value” in braces: {key: value}",
    )


def test_a_verb_misspelt_as_a_key_of_something_else_is_unknown_all_the_same() -> None:
    assert orders("{ready: 2, from: a, to: b}") == ["S012 3:6"]


def test_an_entry_whose_kinds_stand_in_another_schema_knows_their_keys() -> None:
    check = SchemaCheck({"$id": "urn:gm", "items": {"$ref": f"{ORDERS['$id']}#/$defs/order"}}, [ORDERS])
    assert told(problems("- {from: a, to: b}\n- {fro: a, to: b}\n", check)) == ["S010 1:3", "S012 2:4"]


# Keys


def test_an_unknown_key_without_its_space_is_told_so() -> None:
    (problem,) = problems("turn: 1\norders:\n- {hold: 2, meet:all}\n")
    assert words(problem) == ("after the colon in “meet:all” a space is missing", "write “meet: all”")


def test_each_unknown_key_is_told_at_its_own_place() -> None:
    assert told(problems("turn: 1\nabc: 1\norders: []\nxyz: 2\n")) == ["S002 2:1", "S002 4:1"]


def test_an_unknown_key_names_the_nearest_that_is_still_free() -> None:
    (problem,) = problems("turn: 1\norders: []\nredy: true\n")
    assert words(problem) == ("unknown key “redy”", "did you mean ready? what can stand here: turn, ready, orders")


@pytest.mark.parametrize("key", ["Turn", "TURN", "tu\u200brn", "turn\u00a0"])
def test_a_key_that_only_looks_otherwise_is_recognised(key: str) -> None:
    found = problems(f"turn: 1\norders: []\n{key}: 2\n")
    assert [problem.params["nearest"] for problem in found] == [["turn"]]


def test_each_missing_key_is_told_at_the_mapping() -> None:
    assert told(problems("ready: true\n")) == ["S003 1:1", "S003 1:1"]
    assert [problem.params["key"] for problem in problems("ready: true\n")] == ["turn", "orders"]


def test_keys_that_exclude_each_other_are_told_at_the_second() -> None:
    assert orders("{hold: 1, meet: [a], attack: [b]}") == ["S013 3:26"]
    (problem,) = problems("turn: 1\norders:\n- {hold: 1, meet: [a], attack: [b]}\n")
    assert words(problem)[0] == "“meet” and “attack” exclude each other"


def test_several_pairs_of_keys_that_exclude_each_other() -> None:
    schema = {"not": {"anyOf": [{"required": ["a", "b"]}, {"required": ["c", "d"]}]}}
    assert told(problems("a: 1\nc: 1\nd: 1\n", SchemaCheck(schema))) == ["S013 3:1"]


def test_a_key_of_the_wrong_form() -> None:
    schema = {"propertyNames": {"pattern": "^[a-z]+$(?!\\n)", "maxLength": 3}}
    assert told(problems("abc: 1\nABC: 2\nabcd: 3\n", SchemaCheck(schema))) == ["S007/key 2:1", "S007/key 3:1"]


def test_a_key_that_a_schema_forbids() -> None:
    assert value(False, "1") == ["S002 1:1"]


def test_keys_named_by_a_pattern() -> None:
    schema = {"patternProperties": {"^p": {"type": "integer"}}, "additionalProperties": False}
    assert told(problems("p1: 1\np2: x\nq: 1\n", SchemaCheck(schema))) == ["S001 2:5", "S002 3:1"]


def test_values_of_any_key() -> None:
    schema = {"additionalProperties": {"type": "array", "items": {"type": "integer"}}}
    assert told(problems("a: [1]\nb: [1, x]\nc: 2\n", SchemaCheck(schema))) == ["S001 2:8", "S001 3:4"]


def test_a_key_that_another_makes_necessary_still_gets_words() -> None:
    assert told(problems("a: 1\n", SchemaCheck({"dependentRequired": {"a": ["b"]}}))) == ["S015 1:1"]


# Values


@pytest.mark.parametrize(
    ("sort", "text", "message", "hint"),
    [
        ("integer", "two", "“x” must be a whole number, but here stands the text “two”", "write a number in digits: 2"),
        ("integer", "'2'", "“x” must be a whole number, but here stands the text “2”", "write it without quotes: 2"),
        ("integer", "[2]", "“x” must be a whole number, but here stands a list", ""),
        ("integer", "", "“x” must be a whole number, but here stands nothing", "after the colon a value is missing"),
        ("integer", "2.5", "“x” must be a whole number, not 2.5", ""),
        ("integer", "true", "“x” must be a whole number, but here stands the word true", ""),
        (
            "integer",
            "2\u00a0",
            "“x” must be a whole number, but here stands the text “2 ”",
            "an invisible character stands beside the number: delete it",
        ),
        ("number", "x", "“x” must be a number, but here stands the text “x”", ""),
        ("string", "5", "“x” must be a text, but here stands the number 5", 'put it in quotes: "5"'),
        ("string", "true", "“x” must be a text, but here stands the word true", 'put it in quotes: "true"'),
        ("string", "{a: b}", "“x” must be a text, but here stands keys with values", ""),
        (
            "boolean",
            "yes",
            "“x” must be true or false, but here stands the text “yes”",
            "write true for yes, false for no",
        ),
        ("array", "huns", "“x” must be a list, but here stands the text “huns”", "put it in square brackets: [huns]"),
        ("array", "5", "“x” must be a list, but here stands the number 5", "put it in square brackets: [5]"),
        ("array", "-a", "“x” must be a list, but here stands the text “-a”", "after the dash a space is needed"),
        (
            "array",
            "{a: 1}",
            "“x” must be a list, but here stands keys with values",
            "write a list as [one, two], or in rows that begin with a dash and a space",
        ),
        (
            "array",
            "\n  -a: 1",
            "“x” must be a list, but here stands keys with values",
            "after the dash a space is needed",
        ),
        (
            "object",
            "a:1",
            "“x” must be keys with values, but here stands the text “a:1”",
            "after a colon a space is needed",
        ),
        ("object", "[]", "“x” must be keys with values, but here stands a list", ""),
        ("null", "5", "“x” must be nothing, but here stands the number 5", ""),
        (
            ["integer", "null"],
            "x",
            "“x” must be a whole number or nothing, but here stands the text “x”",
            "write a number in digits: 2",
        ),
        (
            ["array", "string", "integer"],
            "{}",
            "“x” must be a list or a text or a whole number, but here stands keys with values",
            "write a list as [one, two], or in rows that begin with a dash and a space",
        ),
    ],
)
def test_a_value_of_another_sort(sort: Any, text: str, message: str, hint: str) -> None:
    check = SchemaCheck({"properties": {"x": {"type": sort}}})
    (problem,) = check.problems(document_of(f"x: {text}\n"))
    assert problem.code == ("S014" if "not 2.5" in message else "S001")
    assert words(problem) == (message, hint)


def test_a_file_of_another_sort() -> None:
    assert [words(problem)[0] for problem in problems("hello")] == [
        "the file must be keys with values, but here stands the text “hello”"
    ]


def test_entries_without_any_key_above_them() -> None:
    (problem,) = problems("- 1\n", SchemaCheck({"items": {"type": "string"}}))
    assert words(problem)[0] == "each entry must be a text, but here stands the number 1"


def test_one_of_certain_words() -> None:
    (problem,) = problems("x: attac\n", SchemaCheck({"properties": {"x": {"enum": ["attack", "defend", 5, None]}}}))
    assert words(problem) == (
        "“x” cannot be “attac”",
        "did you mean attack? what can stand here: attack, defend, 5, null",
    )


def test_only_one_word() -> None:
    assert value({"const": "bellum"}, "tumult") == ["S004 1:4"]
    assert value({"const": 1}, "2") == ["S004 1:4"]


def test_a_single_name_where_a_list_or_certain_words_can_stand() -> None:
    (problem,) = problems("turn: 1\norders:\n- {hold: 1, meet: antes}\n")
    assert words(problem) == (
        "“meet” cannot be “antes”",
        "put it in square brackets: [antes]; what can stand here: all, newcomers",
    )


@pytest.mark.parametrize(
    ("schema", "text", "told_as"),
    [
        ({"minimum": 1}, "0", "S005/least"),
        ({"maximum": 5}, "6", "S005/most"),
        ({"exclusiveMinimum": 1}, "1", "S005/above"),
        ({"exclusiveMaximum": 5}, "5", "S005/below"),
        ({"multipleOf": 5}, "7", "S005/multiple"),
        ({"maxLength": 3}, "abcd", "S006/long"),
        ({"minLength": 3}, "ab", "S006/short"),
        ({"minLength": 1}, "''", "S006/empty"),
        ({"pattern": "^[a-z]+$(?!\\n)"}, "ABC", "S007"),
        ({"format": "date"}, "'2026-13-01'", None),
        ({"maxItems": 1}, "[1, 2]", "S008/long"),
        ({"minItems": 1}, "[]", "S008/short"),
        ({"maxProperties": 1}, "{a: 1, b: 2}", "S008/long"),
        ({"minProperties": 1}, "{}", "S008/short"),
        ({"contains": {"const": 1}}, "[2]", "S015"),
        ({"not": {"const": 1}}, "1", "S015"),
    ],
)
def test_a_value_outside_its_limits(schema: dict[str, Any], text: str, told_as: str | None) -> None:
    assert value(schema, text) == ([] if told_as is None else [f"{told_as} 1:4"])


def test_lengths_are_counted_in_characters() -> None:
    assert value({"maxLength": 2}, "жё") == []
    assert value({"maxLength": 1}, "🏰") == []


def test_a_wrong_form_shows_the_examples_of_the_schema_and_never_the_pattern() -> None:
    schema = {"pattern": "^[a-z0-9-]+$(?!\\n)", "examples": ["bellum-380", "x", "y", "z"]}
    (problem,) = problems("x: Ab\n", SchemaCheck({"properties": {"x": schema}}))
    assert words(problem) == ("“x” is not written as it must be: “Ab”", "for example: bellum-380, x, y")


def test_patterns_mean_what_they_mean_in_javascript() -> None:
    assert value({"pattern": "^[a-z]+$"}, '"abc\\n"') == ["S007 1:4"]
    assert value({"pattern": "^\\d+$"}, "٣") == ["S007 1:4"]
    assert value({"pattern": "^\\p{L}+$"}, "Гунны") == []


def test_a_pattern_that_takes_for_ever_elsewhere() -> None:
    assert value({"pattern": "^(a+)+$"}, "a" * 200 + "b") == ["S007 1:4"]


def test_each_repeated_entry_is_told_at_its_place() -> None:
    assert value({"uniqueItems": True}, "[a, b, a, {c: 1, d: 2}, {d: 2, c: 1}, a]") == [
        "S009 1:11",
        "S009 1:28",
        "S009 1:42",
    ]
    assert value({"uniqueItems": True}, "[1, true, '1', 0, false]") == []


def test_places_in_lists_with_a_prefix() -> None:
    schema = {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}
    assert value(schema, "[a, 1, b]") == ["S001 1:11"]
    assert value({**schema, "items": False}, "[a, 1]") == ["S015 1:8"]


# Alternatives


def test_alternatives_of_several_sorts_are_told_together() -> None:
    schema = {"anyOf": [{"type": "integer"}, {"type": "array"}]}
    (problem,) = problems("x: huns\n", SchemaCheck({"properties": {"x": schema}}))
    assert words(problem)[0] == "“x” must be a whole number or a list, but here stands the text “huns”"


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_of_alternatives_the_one_that_was_meant_is_told(keyword: str) -> None:
    schema = {keyword: [{"const": "all"}, {"type": "array", "items": {"type": "string"}}]}
    assert value(schema, "[a, 5]") == ["S001 1:8"]


def test_alternatives_of_which_none_is_clearly_meant() -> None:
    assert value({"oneOf": [{"minimum": 1}, {"maximum": 5}]}, "3") == ["S015 1:4"]
    assert value({"anyOf": [{"const": 1}, {"type": "array"}]}, "3") == ["S015 1:4"]


# The whole


def test_the_same_mistake_seen_by_two_parts_of_a_schema_is_told_once() -> None:
    schema = {"allOf": [{"required": ["a"]}, {"required": ["a"]}], "required": ["a"]}
    assert told(problems("b: 1\n", SchemaCheck(schema))) == ["S003 1:1"]


def test_a_schema_can_refer_to_others_by_their_id() -> None:
    names = {"$id": "https://turnproc.invalid/names.schema.json", "$defs": {"name": NAME}}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://turnproc.invalid/gm.schema.json",
        "properties": {
            "to": {"$ref": "names.schema.json#/$defs/name"},
            "npc_orders": {"additionalProperties": {"items": {"$ref": "test/orders.schema.json#/$defs/order"}}},
        },
    }
    check = SchemaCheck(schema, [names, ORDERS])
    assert told(problems("to: ''\nnpc_orders: {huns: [{hold: 0}, {hodl: 1}]}\n", check)) == [
        "S006/empty 1:5",
        "S005/least 2:28",
        "S012 2:33",
    ]


@pytest.mark.parametrize("key", ["0", "7", "007", "+7", "99999999999999999999", "-1", "7x"])
def test_keys_of_digits_are_keys(key: str) -> None:
    schema = {"additionalProperties": {"additionalProperties": {"type": "array", "items": {"type": "integer"}}}}
    assert told(problems(f"a:\n  {key}: [1, x]\n  7y: []\n", SchemaCheck(schema))) == [f"S001 2:{len(key) + 9}"]


def test_nothing_is_ever_fetched() -> None:
    with pytest.raises(Exception, match="example"):
        problems("a: 1\n", SchemaCheck({"$ref": "https://example.invalid/x.json"}))


def test_two_hundred_problems_are_enough() -> None:
    text = "turn: 1\norders: []\n" + "".join(f"k{number}: 1\n" for number in range(300))
    assert len(problems(text)) == 200


def test_one_wrong_entry_among_many_costs_little_more_than_the_verdict() -> None:
    schema = {"properties": {"x": {"type": "array", "items": ORDERS["$defs"]["order"]}}, "$defs": ORDERS["$defs"]}
    calls = 0

    class Counted(dict[str, Any]):
        def items(self) -> Any:
            nonlocal calls
            calls += 1
            return super().items()

    rows: list[Any] = [{"hold": 1} for _ in range(5_000)]
    rows.append(Counted(hold=0, more=1))
    document = Document("f", "x: []", {"x": rows})
    assert {problem.code for problem in SchemaCheck(schema).problems(document)} == {"S002", "S005"}
    # Only the wrong entry was walked: its keys were looked at a few times, and those of the others never.
    assert 0 < calls < 20


def test_no_message_contains_the_validators_own_words() -> None:
    text = dedent("""\
        turn: [x]
        abc: 1
        orders:
          - {hold: 0, meet: [a, a], attack: [1]}
          - {hold: 1, meet: []}
          - {hold: 1.5, meet: {}}
          - {}
          - 5
          - {move: 1, from: abcdefghijklm, to: ''}
          - {hold: 1}
        """)
    for problem in problems(text):
        said = " ".join(words(problem))
        for foreign in (
            "is not of type",
            "is a required property",
            "Additional properties",
            "is too",
            "does not match",
        ):
            assert foreign not in said or foreign == "is too"
        assert "^" not in said
        assert "'" not in said


def test_a_part_of_a_schema_says_which_rule_is_offended() -> None:
    species = {"enum": ["human", "faun"], "x-rule": "E-SPECIES"}
    schema = {
        "type": "object",
        "properties": {"species": species, "herd": {"type": "array", "items": species}, "count": {"minimum": 1}},
    }
    check = SchemaCheck(schema, rule="R-1")
    problems = check.problems(document_of("species: elf\nherd: [faun, orc]\ncount: 0\n"))
    assert [(each.code, each.rule) for each in problems] == [
        ("S004", "E-SPECIES"),
        ("S004", "E-SPECIES"),
        ("S005", "R-1"),
    ]
