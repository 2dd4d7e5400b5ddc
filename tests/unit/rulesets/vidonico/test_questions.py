"""Rulings of the game master in vidonico: what is understood, and what is told of what is not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name
from turnproc.engine.rulings import How, NoDefault, Question, Rulings
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico import unasked
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.facts import TacticsRuling

ANNA = Name("anna")
EVERY: tuple[Question[Any], ...] = (
    q.encounter("plain", "a", "b", {"region": Name("plain"), "one": ANNA, "other": ANNA}, None),
    q.terrain("b1"),
    q.weather("b1"),
    q.difficulty("b1", 16),
    q.leader("b1", "f", ["anna"], "anna"),
    q.strength_tie("b1", ["f", "h"], has_default=True),
    q.pursuit_terrain("b1", "f", "hills"),
    q.weapon_skill("anna", ANNA),
    q.damage_type("b1", "anna", ANNA),
    q.captive("b1", "anna", ANNA),
    q.document("b1", "anna", 1, ANNA),
    q.retreat("b1", "a", ANNA, ["wood"]),
    q.held_prisoners("b1", "a", ANNA, "freed"),
    q.kill_captive("anna", ANNA, ANNA),
)


def test_there_is_one_text_for_every_question() -> None:
    assert sorted(question.text for question in EVERY) == sorted(q.QUESTIONS)


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.id)
def test_every_option_is_an_answer_and_the_default_is_what_is_shown(question: Question[Any]) -> None:
    for option in question.options:
        assert question.read(option).findings == ()
        assert question.read(option).value is not None
    if isinstance(question.default, NoDefault):
        assert not isinstance(question.stand_in, NoDefault)
    else:
        assert question.read(question.default_shown) == Read(question.default)


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.id)
@pytest.mark.parametrize("ruling", [None, 3.5, "", {"dice": 1}, ["battle"], True, 0, 61])
def test_what_is_no_answer_is_told_at_its_place(question: Question[Any], ruling: object) -> None:
    read = question.read(ruling)
    assert read.value is None
    (finding,) = read.findings
    assert (finding.source, finding.message) == ("gm", "C017")
    assert finding.pointer == f"/rulings/{question.id.replace('/', '~1')}"
    assert finding.params["id"] == question.id


@pytest.mark.parametrize(
    ("question", "ruling", "answer"),
    [
        (q.difficulty("b1", 12), 60, 60),
        (q.difficulty("b1", 12), 1, 1),
        (q.weapon_skill("anna", ANNA), "3d6+1", Combination(3, 1)),
        (q.damage_type("b1", "anna", ANNA), "by a fall", "by a fall"),
        (q.leader("b1", "f", ["anna"], "anna"), "nobody", q.NOBODY),
        (q.kill_captive("anna", ANNA, ANNA), "confirm", "kill"),
        (q.kill_captive("anna", ANNA, ANNA), "refuse", "hold"),
        (q.strength_tie("b1", ["f", "h"], has_default=False), "h", "h"),
    ],
)
def test_answers(question: Question[Any], ruling: object, answer: object) -> None:
    assert question.read(ruling) == Read(answer)


def test_a_text_can_be_too_long() -> None:
    question = q.damage_type("b1", "anna", ANNA)
    assert question.read("x" * q.LONGEST_WORD).value is not None
    assert question.read("x" * (q.LONGEST_WORD + 1)).value is None
    assert q.document("b1", "anna", 1, ANNA).read("x" * q.LONGEST_TEXT).value is not None


def test_only_some_questions_have_no_default() -> None:
    without = [question.id for question in EVERY if isinstance(question.default, NoDefault)]
    assert without == ["encounter/plain/a+b", "terrain/b1", "kill_captive/anna"]
    assert isinstance(q.strength_tie("b1", ["f", "h"], has_default=False).default, NoDefault)
    rulings = Rulings()
    assert rulings.decide(q.terrain("b1")) == "open"
    assert [asked.how for asked in rulings.asked] == [How.OPEN]


def _told(read: Callable[[Any], Read[Any]], ruling: object) -> Finding:
    found = read(ruling)
    assert found.value is None
    (finding,) = found.findings
    return finding


def test_a_ruling_on_a_commander_s_dice() -> None:
    read = unasked.reads_tactics("tactics/b1/f")
    assert read({"dice": -20, "pips": 20, "reason": "fog"}) == Read(TacticsRuling(dice=-20, pips=20, reason="fog"))
    assert read({"pips": 2}) == Read(TacticsRuling(pips=2))
    wrong: tuple[object, ...] = (None, [], {}, 3, {"dice": 1, "bonus": 2})
    for ruling in wrong:
        assert _told(read, ruling).pointer == "/rulings/tactics~1b1~1f"
    assert _told(read, {"dice": 21}).pointer == "/rulings/tactics~1b1~1f/dice"
    assert _told(read, {"pips": "2"}).pointer == "/rulings/tactics~1b1~1f/pips"
    assert _told(read, {"reason": 4}).pointer == "/rulings/tactics~1b1~1f/reason"


@pytest.mark.parametrize(
    ("rate", "read"), [("1/3", Fraction(1, 3)), ("0", Fraction(0)), (0, Fraction(0)), (1, Fraction(1)), ("4/4", 1)]
)
def test_a_rate_of_recovery(rate: object, read: Fraction) -> None:
    assert unasked.reads_rate("recovery/a")({"rate": rate}) == Read(read)


@pytest.mark.parametrize("rate", [None, "", "1/0", "5/4", -1, 2, 0.5, "a third", "1/3/1", True])
def test_what_is_no_rate(rate: object) -> None:
    assert _told(unasked.reads_rate("recovery/a"), {"rate": rate}).message == "C017"


def test_a_rate_stands_alone() -> None:
    assert _told(unasked.reads_rate("recovery/a"), "1/3").message == "C017"
    assert _told(unasked.reads_rate("recovery/a"), {"rate": "1/3", "why": "x"}).message == "C017"


def test_labels_to_roll_again() -> None:
    assert unasked.reads_rerolls(["loot/b1/anna/1"]) == Read(unasked.Rerolls(("loot/b1/anna/1",)))
    assert unasked.reads_rerolls([]) == Read(unasked.Rerolls())
    assert _told(unasked.reads_rerolls, "loot/b1/anna/1").pointer == "/rulings/reroll"
    assert _told(unasked.reads_rerolls, [3]).message == "C017"
