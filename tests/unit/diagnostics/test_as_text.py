from dataclasses import replace

from tests.unit.diagnostics.helpers import HUNS, catalogue, problem
from turnproc.diagnostics.as_text import as_text
from turnproc.diagnostics.model import Place, Severity

RUSSIAN = {"error": "ошибка", "warning": "предупреждение", "hint": "подсказка", "{people} cannot": "{people} не могут"}


def test_a_problem_in_one_row() -> None:
    assert (
        as_text(problem(), catalogue("this is wrong")) == "turns/007/orders/huns.yaml:12:25: error[X001]: this is wrong"
    )


def test_a_hint_stands_in_a_row_of_its_own() -> None:
    assert as_text(problem(), catalogue("this is wrong", "do that")) == (
        "turns/007/orders/huns.yaml:12:25: error[X001]: this is wrong\n    hint: do that"
    )


def test_a_warning() -> None:
    warning = replace(problem(), severity=Severity.WARNING)
    assert as_text(warning, catalogue("x")) == "turns/007/orders/huns.yaml:12:25: warning[X001]: x"


def test_a_variant_is_not_printed() -> None:
    assert "error[X001]: x" in as_text(problem("X001/variant"), catalogue("x"))


def test_the_rule_stands_behind_the_message() -> None:
    assert as_text(problem(rule="B-3.1"), catalogue("x", "y")).endswith(": error[X001]: x (B-3.1)\n    hint: y")


def test_a_problem_of_the_whole_file_has_no_line() -> None:
    assert as_text(problem(place=Place("gm.yaml")), catalogue("x")) == "gm.yaml: error[X001]: x"
    assert as_text(problem(place=Place("gm.yaml", 3)), catalogue("x")) == "gm.yaml:3: error[X001]: x"


def test_the_words_around_are_translated_too() -> None:
    told = catalogue("{people} cannot", "hint", "ru", lambda text: RUSSIAN.get(text, text))
    assert as_text(problem(people=HUNS), told) == (
        "turns/007/orders/huns.yaml:12:25: ошибка[X001]: гунны не могут\n    подсказка: подсказка"
    )


def test_the_name_of_a_file_cannot_write_to_the_terminal() -> None:
    assert as_text(problem(place=Place("a\n\x1b[2J.yaml", 1, 1)), catalogue("x")).startswith(
        "a\\n<U+001B>[2J.yaml:1:1:"
    )
