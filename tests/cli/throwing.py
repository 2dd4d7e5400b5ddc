"""Rules that throw dice: those of bellum, with an omen for everybody who gave orders, and one question about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.finding import Read
from turnproc.engine.phase import Outcome, Phase, Schedule
from turnproc.engine.ruleset import Ruleset
from turnproc.engine.rulings import Question
from turnproc.engine.table import Table
from turnproc.rulesets.bellum import RULESET as BELLUM

EARLY, LATE = "early/omen", "late/omen"
LABELS = ["omen/goths", "omen/huns", "omen/rome", "sea"]


def question(name: str) -> Question[str]:
    return Question(
        id=name,
        rule="B-2.8",
        text=N_("Which omen is it?"),
        options=("good", "bad"),
        default="good",
        default_shown="good",
        read=lambda ruling: Read(str(ruling)),
    )


def schedule(state: Any, table: Table[Any, Any]) -> Schedule[Any]:
    """A question, bellum's turn, an omen of 3d6 for everybody with orders, the sea, a question again."""
    table.rulings.decide(question(EARLY))
    steps = BELLUM.schedule(state, table)
    facts = None
    while True:
        try:
            phase = next(steps) if facts is None else steps.send(facts)
        except StopIteration:
            break
        facts = yield phase
    for speaker in table.orders:
        yield Phase("omens", partial(_omen, table, speaker))
    table.dice.roll("sea", "1d100")
    table.rulings.decide(question(LATE))


def _omen(table: Table[Any, Any], speaker: str) -> Outcome[Any]:
    table.dice.roll(f"omen/{speaker}", "3d6+1")
    return Outcome([])


THROWING: Ruleset[Any, Any, Any, Any] = replace(BELLUM, schedule=schedule)
WITH_TOTALS: Ruleset[Any, Any, Any, Any] = replace(
    THROWING,
    thrown_totals=True,
    own_codes={**BELLUM.own_codes, "C018/range": "B-2.8", "C018/count": "B-2.7", "C016": "B-2.9"},
)


def by_hand(**thrown: str) -> str:
    """The game master's file with dice for all labels: `by_hand(sea="[1]")`; `_` stands for `/`."""
    default = {"omen/goths": "[1, 2, 3]", "omen/huns": "[4, 5, 6]", "omen/rome": "[6, 6, 6]", "sea": "50"}
    given = default | {label.replace("_", "/"): value for label, value in thrown.items()}
    return "turn: 1\ndice:\n" + "".join(_rows(given))


def _rows(given: dict[str, str]) -> Iterator[str]:
    for label, value in given.items():
        if value:
            yield f"  {label}: {value}\n"
