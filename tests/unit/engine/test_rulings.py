"""Questions to the game master: ruling, default, open with a stand-in, unused and unasked rulings."""

from __future__ import annotations

from typing import Any

import pytest

from turnproc.diagnostics.codes import MESSAGES
from turnproc.engine.finding import Finding, Read
from turnproc.engine.rulings import NO_DEFAULT, Asked, How, Question, Rulings


def read(ruling: Any) -> Read[int]:
    if type(ruling) is int:
        return Read(ruling * 10)
    return Read(None, (Finding("gm", "/rulings/x", "C017", {"id": "x", "options": ["1"]}),))


def question(name: str = "x", **given: Any) -> Question[int]:
    return Question(id=name, rule="T-1", text="How many?", read=read, **given)


WITH_DEFAULT = question(default=70, default_shown=7)
WITHOUT = question(stand_in=1)


def test_a_ruling() -> None:
    rulings = Rulings({"x": 3})
    assert rulings.decide(WITH_DEFAULT) == 30
    assert rulings.asked == (Asked(WITH_DEFAULT, How.RULED, 3),)
    assert (rulings.used(), rulings.defaults(), rulings.open) == ({"x": 3}, {}, ())
    assert rulings.findings(finished=True) == []


def test_a_default() -> None:
    rulings = Rulings()
    assert rulings.decide(WITH_DEFAULT) == 70
    assert rulings.asked == (Asked(WITH_DEFAULT, How.DEFAULT, 7),)
    assert (rulings.used(), rulings.defaults(), rulings.open) == ({}, {"x": 7}, ())


def test_open_with_a_stand_in() -> None:
    rulings = Rulings()
    assert rulings.decide(WITHOUT) == 1
    assert rulings.open == rulings.asked == (Asked(WITHOUT, How.OPEN, None),)
    assert (rulings.used(), rulings.defaults()) == ({}, {})


def test_a_ruling_answers_what_has_no_default() -> None:
    rulings = Rulings({"x": 5})
    assert rulings.decide(WITHOUT) == 50
    assert rulings.open == ()


def test_neither_default_nor_stand_in_is_a_bug_of_the_ruleset() -> None:
    with pytest.raises(ValueError, match="neither a default nor a stand-in"):
        Rulings().decide(question())
    assert question().default is NO_DEFAULT
    # With a ruling it never shows.
    assert Rulings({"x": 1}).decide(question()) == 10


@pytest.mark.parametrize(("asked", "answer", "how"), [(WITH_DEFAULT, 70, How.DEFAULT), (WITHOUT, 1, How.OPEN)])
def test_a_ruling_of_a_wrong_form(asked: Question[int], answer: int, how: How) -> None:
    rulings = Rulings({"x": "three"})
    assert rulings.decide(asked) == answer
    assert rulings.asked[0].how is how
    assert [finding.message for finding in rulings.findings(finished=False)] == ["C017"]
    assert rulings.used() == {}, "it decided nothing"


def test_an_answer_may_be_nothing() -> None:
    """0, False, an empty list are answers; only None is none."""
    rulings = Rulings({"x": 0})
    assert rulings.decide(WITH_DEFAULT) == 0
    assert rulings.used() == {"x": 0}
    assert Rulings().decide(question(default=0)) == 0


def test_asking_again_gets_the_same_answer() -> None:
    rulings = Rulings()
    assert rulings.decide(WITH_DEFAULT) == 70
    assert rulings.decide(question(default=1)) == 70
    assert len(rulings.asked) == 1
    wrong = Rulings({"x": "three"})
    for _ in range(3):
        wrong.decide(WITHOUT)
    assert len(wrong.findings(finished=True)) == 1


def test_a_ruling_that_nothing_asked_for() -> None:
    rulings = Rulings({"y/a": 1, "x": 2, "z": 3})
    rulings.decide(WITH_DEFAULT)
    assert rulings.findings(finished=False) == [], "the run has not come to its end: something may still ask"
    found = rulings.findings(finished=True)
    assert [(each.pointer, each.message, each.on_key) for each in found] == [
        ("/rulings/y~1a", "C015", True),
        ("/rulings/z", "C015", True),
    ]
    assert found[0].params == {"id": "y/a", "asked": ["x"]}
    assert "C015" in MESSAGES


def test_rulings_that_need_no_question() -> None:
    rulings = Rulings({"strike/huns": True, "x": 2}, unasked=lambda key: key.startswith("strike/"))
    assert rulings.used() == {"strike/huns": True}, "x has not been asked for"
    rulings.decide(WITH_DEFAULT)
    assert rulings.used() == {"strike/huns": True, "x": 2}
    assert rulings.findings(finished=True) == []


def test_the_order_is_that_of_the_questions_and_the_journals_is_by_name() -> None:
    rulings = Rulings({"b": 1, "a": 2})
    for name in ("z", "b", "y", "a"):
        rulings.decide(question(name, default=0, default_shown=0))
    assert [asked.question.id for asked in rulings.asked] == ["z", "b", "y", "a"]
    assert list(rulings.used()) == ["a", "b"]
    assert list(rulings.defaults()) == ["y", "z"]


def test_what_was_given_is_not_changed() -> None:
    given = {"x": 3}
    rulings = Rulings(given)
    rulings.decide(WITH_DEFAULT)
    given["y"] = 1
    assert rulings.findings(finished=True) == []


def test_an_override_is_used_and_not_asked_for() -> None:
    rulings = Rulings({"x": 3})
    assert rulings.override("x", read) == 30
    assert rulings.override("x", read) == 30
    assert (rulings.asked, rulings.open, rulings.defaults()) == ((), (), {})
    assert rulings.used() == {"x": 3}
    assert rulings.findings(finished=True) == []


def test_where_nothing_is_overridden() -> None:
    rulings = Rulings()
    assert rulings.override("x", read) is None
    assert (rulings.asked, rulings.used(), rulings.findings(finished=True)) == ((), {}, [])


def test_an_override_of_a_wrong_form() -> None:
    rulings = Rulings({"x": "three"})
    assert rulings.override("x", read) is None
    assert rulings.override("x", read) is None
    assert [finding.message for finding in rulings.findings(finished=False)] == ["C017"]


def test_an_override_for_which_nobody_looked() -> None:
    rulings = Rulings({"y": 1})
    rulings.override("x", read)
    (finding,) = rulings.findings(finished=True)
    assert (finding.message, finding.params) == ("C015", {"id": "y", "asked": ["x"]})
