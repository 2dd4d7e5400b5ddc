"""Every mistake that a beginner makes has a message of its own, at the place where the mistake is."""

import pytest
import yaml

from tests.unit.source.helpers import ENGLISH, problems_of
from turnproc.source.yaml_reader import ORDERS, read_yaml
from turnproc.source.yaml_syntax import syntax_problem

TABS = {
    "instead of the spaces of a list": ("orders:\n\t- a\n", "Y005 2:1"),
    "instead of the spaces of a key": ("a:\n\tb: 1\n", "Y005 2:1"),
    "after spaces": ("a:\n  b: 1\n  \tc: 2\n", "Y005 3:3"),
    "after a dash": ("-\ta: 1\n", "Y005 1:2"),
    "below a list": ("a:\n- b\n\t- c\n", "Y005 3:1"),
    "in a text of several rows": ("a: |\n  x\n\ty\n", "Y005 3:1"),
    "in a row with nothing else": ("a: 1\n\t\nb: 2\n", "Y005 2:1"),
}
BRACKETS = {
    "brace never closed": ("a: {b: 1\nc: 2\n", "Y009 1:4"),
    "bracket never closed": ("a: [1, 2\nb: 3\n", "Y009 1:4"),
    "bracket never closed at the end of the file": ("a: [1, 2\n", "Y009 1:4"),
    "bracket never closed and no end of the last row": ("a: [", "Y009 1:4"),
    "bracket closed below its key": ("a: [\n  b\n  c: d: e\n]\n", "Y023 3:4"),
    "bracket with nothing in it never closed": ("a: 1\nf: [\n", "Y009 2:4"),
    "brace never closed after a comma": ("- {a: 1,\n", "Y009 1:3"),
    "brace never closed in the first of two orders": ("orders:\n  - {move: 2, from: a\n  - {hold: 1}\n", "Y009 2:5"),
    "bracket never closed before a list": ("a: [1,\n- b\n", "Y009 1:4"),
    "inner brace never closed": ("a: [{b: 1, c\nd: 2\n", "Y009 1:5"),
    "list opened by a bracket and written with dashes": ("a: [\n  - b\n  ]\n", "Y012/brackets 2:3"),
    "dash in braces": ("a: {b: 1, - c}", "Y012/brackets 1:11"),
    "closed by the other kind": ("a: [1, 2}\n", "Y009/other 1:9"),
    "inner bracket closed by the outer one's": ("a: {b: [1, 2}\n", "Y009/other 1:13"),
    "closed twice": ("a: {b: 1}}\n", "Y009/extra 1:10"),
    "closed in a row of its own": ("a: 1\n}\n", "Y009/extra 2:1"),
    "closed before anything": ("]\n", "Y009/extra 1:1"),
    "text after the bracket": ("a: [x] y\n", "Y026 1:8"),
    "comma missing after a number": ("- {move: 2 from: a}\n", "Y023 1:16"),
    "comma missing after a list": ("- {move: [a b] from: a}\n", "Y023 1:16"),
    "comma missing between quotes": ('a: ["x" "y"]', "Y023 1:9"),
    "comma missing at the end of a row": ("a: {b: 1,\n    c: 2\n    d: 3}\n", "Y023 3:6"),
    "comma twice": ("a: [1,,2]", "Y023/twice 1:7"),
    "comma first": ("a: [, 2]", "Y023/twice 1:5"),
}
QUOTES = {
    "double quote never closed": ('a: "x\nb: 2\n', "Y010 1:4"),
    "single quote never closed": ("a: 'x\nb: 2\n", "Y010 1:4"),
    "quote of a key never closed": ('"a: 1\nb: 2\n', "Y010 1:1"),
    "quote in braces never closed": ("a: {b: 'x}\n", "Y010 1:8"),
    "quote interrupted by a document's start": ("a: 'x\n---\nb: 1'\n", "Y010 1:4"),
    "text after the quote": ('a: "x" y\n', "Y026 1:8"),
    "apostrophe in single quotes": ("a: 'it's late'\n", "Y026 1:8"),
    "quotes in quotes": ('message: "He said "no"."\n', "Y026 1:20"),
    "key of a quote and a word": ('"a" b: 1', "Y026 1:5"),
    "backslash in double quotes": ('a: "C:\\games"', "Y024 1:7"),
    "broken number after a backslash": ('a: "\\xZZ"', "Y024 1:7"),
}
COLONS = {
    "missing in the first row": ("turn 2\nfor: huns\n", "Y011 1:1"),
    "missing in the middle": ("turn: 2\nfor huns\norders: []\n", "Y011 2:1"),
    "missing in an order": ("orders:\n  - hold: 1\n    in dacia\n", "Y011 3:5"),
    "missing behind a dash": ("orders:\n  - hold 1\n    in: dacia\n", "Y011 2:3"),
    "equals sign": ("turn = 2\nfor: x\n", "Y011 1:1"),
    "colon of another script": ("turn： 2\nfor: x\n", "Y011 1:1"),
    "no space after it in the first row": ("turn:2\nfor: huns\n", "Y011/space 1:6"),
    "no space after it in the middle": ("turn: 2\nfor:huns\norders: []\n", "Y011/space 2:5"),
    "no-break space after it": ("turn:\u00a01\nfor: x\n", "Y011/invisible 1:6"),
    "no-break space after it in the middle": ("turn: 1\nfor:\u00a0x\norders: []\n", "Y011/invisible 2:5"),
    "no-break space after the dash of an order": ("orders:\n  -\u00a0{a: b: c}\n", "Y011/invisible 2:4"),
    "two in a row with a no-break space": ("a: слово -\u00a0слово: x\n", "Y025/text 1:17"),
    "no key before it": (": a\n", "Y011/key 1:1"),
    "no key before it in braces": ("a: {: b}", "Y011/key 1:5"),
    "two in a row": ("message: To all: we march\n", "Y025/text 1:16"),
    "two behind a dash": ("- text: foo: bar\n", "Y025/text 1:12"),
    "two in braces": ("- {a: b: c}\n", "Y025 1:8"),
    "an address and another": ("message: http://x.y: z\n", "Y025/text 1:20"),
    "no space after the dash": ("- a\n-b\n- c\n", "Y011/dash 2:1"),
    "no space after several dashes": ("orders:\n  -hold: 1\n  -hold: 2\n", "Y011/dash 3:3"),
}
INDENTATION = {
    "key moved in": ("a: 1\n  b: 2\n", "Y012 2:3"),
    "key moved in after a comment": ("a: 1 # x\n b: 2", "Y012 2:2"),
    "key moved out half": ("a:\n    b: 1\n  c: 2\n", "Y012 3:3"),
    "key of an order moved in": ("orders:\n- move: 2\n   from: x\n", "Y012 3:4"),
    "key of an order moved out": ("orders:\n- move: 2\n from: x\n", "Y012 3:2"),
    "key below a list": ("a:\n  - b\n c: 1\n", "Y012 3:2"),
    "row of a text moved out": ("a: |\n   x\n  y\nb: 1\n", "Y012 3:3"),
    "dash moved out": ("orders:\n    - a\n  - b\n", "Y012/list 3:3"),
    "dash among keys": ("a: 1\n- b\n", "Y012/list 2:1"),
    "key among dashes": ("- a\nb: 1\n", "Y012/entry 2:1"),
    "order without its dash": ("orders:\n  - {hold: 1}\n  {hold: 2}\n", "Y012/entry 3:3"),
    "list in the row of its key": ("a: - b\n", "Y012/dash 1:4"),
}
FIRST_CHARACTERS = {
    "asterisks around a word": ("a: **bold**\n", "Y013 1:4"),
    "ampersand": ("a: & b\n", "Y013 1:4"),
    "at": ("a: @x\n", "Y013 1:4"),
    "at before a key": ("@a: 1\n", "Y013 1:1"),
    "at in braces": ("a: {b: @c}", "Y013 1:8"),
    "backtick": ("a: `x`\n", "Y013 1:4"),
    "per cent": ("a: %x\n", "Y013 1:4"),
    "per cent at the start of a file": ("%foo\na: 1\n", "Y013 1:1"),
    "per cent at the start of a row": ("a: 1\n%b: 2\n", "Y013 2:1"),
    "exclamation marks in the way of a tag": ("a: !x!y z\n", "Y013 1:4"),
    "bar with a text": ("a: | x\n", "Y013 1:4"),
    "greater-than with a text": ("a: >x\n", "Y013 1:4"),
    "comma": ("a: , x\n", "Y013 1:4"),
    "question mark": ("a: ? b\n", "Y018 1:4"),
    "asterisk before a word": ("a: *we* march\n", "Y013 1:4"),
    "ampersand before a word": ("a: &co forever\nb: 1\n", "Y015 1:4"),
}
INVISIBLE = {
    "no-break spaces before a list": ("orders:\n\u00a0\u00a0- {a: 1}\n", "Y006 2:1"),
    "no-break space before a key": ("turn: 1\n\u00a0for: huns\n", "Y006 2:1"),
    "no-break space after spaces": ("orders:\n  - a\n  \u00a0- b\n", "Y006 3:3"),
    "zero-width space": ("turn: 1\n\u200bfor: huns\n", "Y006 2:1"),
    "ideographic space": ("turn: 1\n\u3000for: huns\n", "Y006 2:1"),
    "in braces over several rows": ("a: {b: 1,\n\u00a0c: 2}\n", "Y006 2:1"),
    "in front of a comment": ("a: 1\n\u00a0# b\n", "Y006 2:1"),
    "below a text of several rows": ("a: |\n  text\n\u00a0b: 1\n", "Y006 3:1"),
    "together with another mistake": ("orders:\n\u00a0- {a: 1\n", "Y006 2:1"),
}
OTHER = {
    "key longer than a reader looks ahead": ("k" * 2000 + ": 1\n", "Y008 1:2001"),
    "version of YAML that does not exist": ("%YAML 3.0\n---\na: 1\n", "Y008 1:1"),
    "version given twice": ("%YAML 1.2\n%YAML 1.2\n---\na: 1\n", "Y008 2:1"),
}
ALL = {
    f"{group}: {name}": case
    for group, cases in [
        ("tab", TABS),
        ("bracket", BRACKETS),
        ("quote", QUOTES),
        ("colon", COLONS),
        ("indentation", INDENTATION),
        ("first character", FIRST_CHARACTERS),
        ("invisible", INVISIBLE),
        ("other", OTHER),
    ]
    for name, case in cases.items()
}


@pytest.mark.parametrize("name", ALL)
def test_a_beginners_mistake(name: str) -> None:
    text, problem = ALL[name]
    assert problems_of(text) == [problem]


@pytest.mark.parametrize("name", ALL)
def test_line_ends_of_windows_change_no_place(name: str) -> None:
    text, problem = ALL[name]
    assert problems_of(text.replace("\n", "\r\n")) == [problem]


@pytest.mark.parametrize("name", ALL)
def test_no_word_of_a_yaml_parser_reaches_the_player(name: str) -> None:
    text, _ = ALL[name]
    (problem,) = read_yaml(text.encode(), "f", ORDERS)[1]
    words = f"{ENGLISH.text(problem)} {ENGLISH.hint(problem)}".lower()
    for jargon in ("token", "scalar", "mapping", "sequence", "stream", "flow", "node", "while ", "parsing", "scanning"):
        assert jargon not in words


@pytest.mark.parametrize(
    "text",
    [
        "a: |\n  \u00a0indented by a no-break space\n",
        'a: "x\n  \u00a0y"\n',
        "a: 'x\n  \u00a0y'\n",
        "a: >\n  x\n\n  \u200by\nb: 1\n",
    ],
)
def test_in_a_text_of_several_rows_a_row_may_begin_with_anything(text: str) -> None:
    assert problems_of(text) == []


@pytest.mark.parametrize("text", ["a:\t1\n", "a: {b: 1,\n\tc: 2}\n", "a: 1\t\nb: 2\n", "a: 1\t# x\n"])
def test_tabs_that_are_not_at_the_start_of_a_row_do_no_harm(text: str) -> None:
    assert problems_of(text) == []


def test_the_row_without_a_colon_is_quoted() -> None:
    (problem,) = read_yaml("turn: 2\nfor гунны  \norders: []\n".encode(), "f", ORDERS)[1]
    assert ENGLISH.text(problem) == "a colon is missing: “for гунны”"


def test_a_complaint_that_nobody_has_seen_yet_still_has_a_place() -> None:
    mark = yaml.Mark("f", 0, 1, 2, None, 0)
    error = yaml.scanner.ScannerError(None, None, "something new", mark)
    problem = syntax_problem(error, "a: 1\nb: 2\n", "f", 40)
    assert (problem.code, problem.place.line, problem.place.column) == ("Y008", 2, 3)


def test_a_complaint_without_a_mark_stands_at_the_beginning() -> None:
    problem = syntax_problem(yaml.YAMLError(), "a: 1\n", "f", 40)
    assert (problem.code, problem.place.line, problem.place.column) == ("Y008", 1, 1)
