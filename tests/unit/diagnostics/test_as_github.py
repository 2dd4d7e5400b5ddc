from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.diagnostics.helpers import catalogue, problem
from turnproc.diagnostics.as_github import as_github
from turnproc.diagnostics.model import Place, Severity


def test_an_annotation() -> None:
    assert as_github(problem(), catalogue("wrong")) == (
        "::error file=turns/007/orders/huns.yaml,line=12,col=25,title=X001::wrong"
    )


def test_a_warning_with_a_hint_and_a_rule() -> None:
    warning = replace(problem(rule="B-3.1"), severity=Severity.WARNING)
    assert as_github(warning, catalogue("wrong", "do that")) == (
        "::warning file=turns/007/orders/huns.yaml,line=12,col=25,title=X001 (B-3.1)::wrong%0Ado that"
    )


def test_a_whole_file() -> None:
    assert as_github(problem(place=Place("gm.yaml")), catalogue("x")) == "::error file=gm.yaml,title=X001::x"
    assert as_github(problem(place=Place("gm.yaml", 3)), catalogue("x")) == "::error file=gm.yaml,line=3,title=X001::x"


@pytest.mark.parametrize(
    ("name", "escaped"),
    [("a,b", "a%2Cb"), ("a:b", "a%3Ab"), ("a%b", "a%25b"), ("a\r\nb", "a%0D%0Ab"), ("a::b", "a%3A%3Ab")],
)
def test_the_name_of_a_file_is_escaped(name: str, escaped: str) -> None:
    assert as_github(problem(place=Place(name, 1, 1)), catalogue("x")).startswith(f"::error file={escaped},line=1")


def test_the_message_is_escaped() -> None:
    told = as_github(problem(name="50%\n::add-mask::x"), catalogue("“{name}”, so: no"))
    assert told.endswith("::“50%25\\n::add-mask::x”, so: no")


@settings(deadline=None)
@given(st.text(), st.text())
def test_no_player_can_give_a_command_to_the_workflow(file: str, name: str) -> None:
    told = as_github(problem(place=Place(file, 1, 1), name=name), catalogue("{name}", "{name}"))
    assert "\n" not in told
    assert "\r" not in told
    assert told.startswith("::error file=")
    properties = told.removeprefix("::error ").partition("::")[0]
    assert [pair.partition("=")[0] for pair in properties.split(",")] == ["file", "line", "col", "title"]
