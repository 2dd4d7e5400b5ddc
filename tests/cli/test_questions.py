"""Exit code 4: the game master must rule. A turn stops in its middle, writes nothing, and goes on after the ruling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, QUESTION, SPLIT, orders
from tests.git.helpers import contents, git, write
from turnproc.diagnostics.catalogue import N_
from turnproc.engine.finding import Finding, Read
from turnproc.engine.phase import Schedule
from turnproc.engine.rulings import Question
from turnproc.engine.table import Table
from turnproc.rulesets.bellum import RULESET as BELLUM
from turnproc.source.pointer import join

JSON = ("--format", "json")
OMEN = "omen/huns"
OMENS = ("good", "bad", "none at all")


def read_omen(ruling: Any) -> Read[str]:
    if ruling in OMENS:
        return Read(str(ruling))
    return Read(None, (Finding("gm", join(["rulings", OMEN]), "C017", {"id": OMEN, "options": list(OMENS)}),))


def omen(name: str) -> Question[str]:
    return Question(
        id=name,
        rule="B-2.8",
        text=N_("Which omen do the {people} see?"),
        params={"people": "Huns\x1b[31m"},
        options=OMENS,
        stand_in="none at all",
        read=read_omen,
    )


def schedule(state: Any, table: Table[Any, Any]) -> Schedule[Any]:
    """Bellum's turn; after the movement the game master has to say which omen there is, else nobody can go on."""
    steps = BELLUM.schedule(state, table)
    facts = None
    while True:
        try:
            phase = next(steps) if facts is None else steps.send(facts)
        except StopIteration:
            return
        facts = yield phase
        if phase.name == "movement":
            if table.rulings.decide(omen(OMEN)) == "bad":
                # One question leads to the next: it is known only once the first is answered.
                table.rulings.decide(omen("omen/goths"))
            if table.rulings.open:
                return


@pytest.fixture
def asking(built_in: Callable[..., None]) -> None:
    """The rules of bellum with a question that has no default."""
    built_in(bellum=replace(BELLUM, schedule=schedule))


@pytest.mark.usefixtures("asking")
@pytest.mark.parametrize("way", [["--no-commit"], ["--dry-run"], []])
def test_the_turn_stops_and_nothing_is_written(turnproc: Turnproc, repository: Path, way: list[str]) -> None:
    before, head = contents(repository), git(repository, "log", "--all", "--format=%H")
    ran = turnproc("resolve", repository, *way)
    assert ran.code == 4
    assert contents(repository) == before
    assert git(repository, "log", "--all", "--format=%H") == head
    assert "gm.yaml" in ran.err
    assert "\x1b" not in ran.out
    # What it prints can be put into gm.yaml as it is.
    block = ran.out
    assert block.splitlines()[0] == "rulings:"
    assert all(f"  #   {option}\n" in block.replace('"', "") for option in OMENS)
    write(repository, {GM: f"turn: 1\n{block}"})
    # It says what to fill in: until then it answers nothing.
    ran = turnproc("resolve", repository, "--dry-run", *JSON)
    assert ran.code == 4
    assert "C017" in ran.err
    write(repository, {GM: f"turn: 1\n{block.rstrip()} good\n"})
    assert turnproc("validate", repository).code == 0
    assert turnproc("resolve", repository, "--dry-run").code == 0


@pytest.mark.usefixtures("asking")
@pytest.mark.parametrize("way", ["--no-commit", "--dry-run"])
def test_as_json(turnproc: Turnproc, small: Path, way: str) -> None:
    ran = turnproc("resolve", small, way, *JSON)
    assert ran.code == 4
    assert ran.data == {
        "turn": 1,
        "journal": None,
        "state": None,
        "questions": [
            {
                "id": OMEN,
                "text": "Which omen do the Huns<U+001B>[31m see?",
                "options": list(OMENS),
                "default": None,
                "answered": "open",
            }
        ],
    }


@pytest.mark.usefixtures("asking")
def test_status_and_validate(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("status", small, *JSON)
    assert (ran.code, [each["answered"] for each in ran.data["questions"]]) == (0, ["open"])
    assert OMEN in turnproc("status", small).out
    # A question that waits is nobody's mistake.
    assert turnproc("validate", small).code == 0


@pytest.mark.usefixtures("asking")
def test_after_the_ruling(turnproc: Turnproc, repository: Path) -> None:
    write(repository, {GM: f"turn: 1\nrulings: {{{OMEN}: good}}\n"})
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message=ruling")
    ran = turnproc("resolve", repository, *JSON)
    assert ran.code == 0
    assert ran.data["journal"]["rulings"] == {OMEN: "good"}
    # What the rules ask after it came up, too, and has its default.
    assert list(ran.data["journal"]["defaults"]) == [QUESTION]
    assert f"Rulings: {OMEN}." in git(repository, "log", "-1", "--format=%B")
    assert turnproc("verify", repository).code == 0
    assert turnproc("report", repository).code == 0


@pytest.mark.usefixtures("asking")
def test_one_question_after_the_other(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: f"turn: 1\nrulings: {{{OMEN}: bad}}\n"})
    ran = turnproc("resolve", small, "--no-commit", *JSON)
    assert (ran.code, [each["id"] for each in ran.data["questions"]]) == (4, ["omen/goths"])
    write(small, {GM: f"turn: 1\nrulings: {{{OMEN}: bad, omen/goths: bad}}\n"})
    assert turnproc("resolve", small, "--no-commit").code == 0


@pytest.mark.usefixtures("asking")
def test_rulings_for_what_comes_later_wait(turnproc: Turnproc, small: Path) -> None:
    """While a question is open, nobody can say that another ruling is asked for by nothing."""
    write(small, {GM: SPLIT})
    assert turnproc("resolve", small, "--no-commit").code == 4
    write(small, {GM: f"{SPLIT}  {OMEN}: good\n"})
    assert turnproc("resolve", small, "--no-commit").code == 0
    assert "gothalans" in (small / JOURNAL).read_text(encoding="utf-8")


@pytest.mark.usefixtures("asking")
def test_a_ruling_that_is_none(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: f"turn: 1\nrulings: {{{OMEN}: perhaps}}\n"})
    before = contents(small)
    for command in (["validate"], ["resolve", "--no-commit"]):
        ran = turnproc(*command, small)
        assert ran.code == (1 if command == ["validate"] else 4)
        assert f"{GM}:2:" in ran.err
        assert "error[C017]" in ran.err
    assert contents(small) == before


@pytest.mark.usefixtures("asking")
def test_errors_come_before_questions(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{hold: 9, in: tavrika}")})
    assert turnproc("resolve", small, "--no-commit").code == 1
    ran = turnproc("resolve", small, "--no-commit", "--reject-invalid")
    assert ran.code == 4
    assert HUNS in ran.err


@pytest.mark.usefixtures("asking")
def test_rules_that_ask_now_what_they_did_not_ask_then(
    turnproc: Turnproc, small: Path, built_in: Callable[..., None]
) -> None:
    """A turn that nobody could resolve again as it was is not called the same."""
    built_in(bellum=BELLUM)
    assert turnproc("resolve", small, "--no-commit").code == 0
    built_in(bellum=replace(BELLUM, schedule=schedule))
    ran = turnproc("verify", small, *JSON)
    assert (ran.code, ran.data["fine"]) == (1, False)


def test_no_question_is_open_in_the_flagship(turnproc: Turnproc, flagship: Path) -> None:
    ran = turnproc("resolve", flagship, "--dry-run", *JSON)
    assert (ran.code, ran.data["questions"]) == (0, [])


def test_a_default_is_told_and_nobody_has_to_rule(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("resolve", small, "--no-commit")
    assert ran.code == 0
    assert QUESTION in ran.out
    assert "take the turn back (turnproc undo), put this below “rulings:”" in ran.out, "it is written already"
