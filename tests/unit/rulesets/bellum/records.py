"""Turns that were played, for tests of the report: the flagship's first, and every rule vector that plays through."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.rules.bellum_checks import _lay_out
from tests.rules.vectors import read_cases
from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game
from turnproc.actions.play import play
from turnproc.engine.journal import Journal, PlayedPhase
from turnproc.engine.ruleset import Record
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Turn

ROOT = Path(__file__).parents[4]
GOLDEN = ROOT / "tests" / "golden" / "bellum-380"


def played(root: Path, turn: int) -> Turn | None:
    """Play a turn of a campaign in memory; None where its files or open questions do not let it be played."""
    game = open_game(Documents(root), turn)
    return play(game, render=False).record if game is not None and game.before is not None else None


@cache
def flagship() -> Turn:
    """Turn 1 of the demonstration campaign."""
    record = played(ROOT / "campaign" / "bellum-380", 1)
    assert record is not None
    return record


def record_of(given: Mapping[str, Any]) -> Turn | None:
    """Play the turn of a vector."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        return played(root, _lay_out(root, given))


def vectors() -> Iterator[tuple[str, Turn]]:
    """All rule vectors that play through, by id."""
    for case in read_cases(ROOT / "tests" / "rules" / "bellum"):
        record = record_of(case.given)
        if record is not None:
            yield case.id, record


def journal_of(*phases: PlayedPhase[f.Fact]) -> Journal[f.Fact]:
    return Journal(turn=1, ruleset="bellum", version=1, inputs={}, phases=phases)


def with_facts(*facts: f.Fact, phase: str = "retreat") -> Turn:
    """The flagship's turn with these facts instead of its own."""
    record = flagship()
    journal: Journal[f.Fact] = journal_of(PlayedPhase(phase, [*facts]))
    return Record(before=record.before, after=record.after, journal=journal, table=record.table)
