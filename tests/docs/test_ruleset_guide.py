"""The small game of docs/adding-a-ruleset.md is a program: it is put together from the page and played."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

import pytest

from tests.docs.guides import ROOT, blocks
from turnproc.engine.dice import Dice
from turnproc.engine.facts import fact_data
from turnproc.engine.resolve import Resolution, fold, resolve
from turnproc.engine.ruleset import Ruleset
from turnproc.engine.rulings import Rulings
from turnproc.engine.table import Table
from turnproc.rulesets.bellum import RULESET

PAGE = (ROOT / "docs" / "adding-a-ruleset.md").read_text(encoding="utf-8")
STEPS = {"ann": (1, 1, 1), "bob": (2, 0, 1)}


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "game"}
    program = "\n\n".join(block.body for block in blocks(PAGE) if block.kind == "python")
    exec(compile(program, "adding-a-ruleset.md", "exec", dont_inherit=True), names)
    return names


def ruleset(game: dict[str, Any]) -> Ruleset[Any, Any, Any, Any]:
    parts = {name: game[name] for name in ("schedule", "apply", "copy_state")}
    bellum: Ruleset[Any, Any, Any, Any] = RULESET
    return replace(bellum, name="road", **parts)


def played(game: dict[str, Any], dice: dict[str, int], rulings: dict[str, str]) -> Resolution[Any, Any]:
    table: Table[None, Any] = Table(
        turn=1,
        world=None,
        orders=STEPS,
        dice=Dice(None, {f"fight/d2/ann+bob/{walker}": [face] for walker, face in dice.items()}),
        rulings=Rulings(rulings),
    )
    return resolve(ruleset(game), game["State"]({"ann": 0, "bob": 0}), table)


def test_days_orders_and_fights(game: dict[str, Any]) -> None:
    resolution = played(game, {"ann": 3, "bob": 5}, {})
    assert resolution.stands
    assert [(phase.name, [fact_data(fact) for fact in phase.facts]) for phase in resolution.phases] == [
        ("d1/march", [{"walked": "ann", "rule": "R-1", "to": 1}, {"walked": "bob", "rule": "R-1", "to": 2}]),
        ("d2/march", [{"walked": "ann", "rule": "R-1", "to": 2}, {"walked": "bob", "rule": "R-1", "to": 2}]),
        ("d2/fights", [{"fought": "ann", "rule": "R-2", "against": "bob", "loser": "ann"}]),
        ("d3/march", [{"walked": "ann", "rule": "R-1", "to": 1}, {"walked": "bob", "rule": "R-1", "to": 3}]),
    ]
    before = game["State"]({"ann": 0, "bob": 0})
    assert fold(ruleset(game), before, resolution.phases) == resolution.after == game["State"]({"ann": 1, "bob": 3})


def test_a_tie_is_a_question(game: dict[str, Any]) -> None:
    resolution = played(game, {"ann": 4, "bob": 4}, {})
    assert [asked.question.id for asked in resolution.open] == ["tie/d2/ann+bob"]
    assert not resolution.stands


def test_a_ruling_answers_it(game: dict[str, Any]) -> None:
    resolution = played(game, {"ann": 4, "bob": 4}, {"tie/d2/ann+bob": "bob"})
    assert resolution.stands
    assert resolution.after == game["State"]({"ann": 3, "bob": 1})


def test_a_ruling_that_names_nobody_is_told(game: dict[str, Any]) -> None:
    resolution = played(game, {"ann": 4, "bob": 4}, {"tie/d2/ann+bob": "carl"})
    (finding,) = resolution.findings
    assert finding.message in game["MESSAGES"]
    assert finding.pointer == "/rulings/tie~1d2~1ann+bob"


def test_the_page_walks_along_every_field() -> None:
    section = PAGE[PAGE.index("## 3.") : PAGE.index("## 4.")]
    missing = [field.name for field in fields(Ruleset) if f"| `{field.name}" not in section]
    assert missing == []


def test_the_modules_that_the_page_names_are_there() -> None:
    section = PAGE[PAGE.index("## 3.") : PAGE.index("## 4.")]
    modules = re.findall(r"\| `(\w+\.py)` \|", section)
    assert len(modules) > 10
    folder = ROOT / "turnproc" / "rulesets" / "bellum"
    assert [name for name in modules if not (folder / name).is_file()] == []


def test_the_page_names_every_contract_test() -> None:
    code = (ROOT / "tests" / "contract" / "test_rulesets.py").read_text(encoding="utf-8")
    names = re.findall(r"^def (test_\w+)", code, re.MULTILINE)
    assert len(names) > 5
    assert [name for name in names if f"| `{name}` |" not in PAGE] == []
