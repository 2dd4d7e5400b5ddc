"""Weeks of vidonico by the command line: what the rules allow can be reported and explained, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc

GM = "turns/001/gm.yaml"


@pytest.mark.parametrize(
    ("ruling", "rolled", "total"),
    [
        ("{pips: 2, reason: a good plan}", "4T+2", 12),
        ("{pips: -2, reason: fog}", "4T-2", 10),
        ("{dice: 20, pips: 20}", "24T+20", 80),
        ("{dice: -20, pips: -20}", "1T", 6),
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_any_ruling_on_tactics(
    turnproc: Turnproc, tmp_path: Path, ruling: str, rolled: str, total: int, language: str
) -> None:
    root = tmp_path / "raid"
    assert turnproc("new", root, "--ruleset", "vidonico", "-l", language, "--no-commit").code == 0
    text = (root / GM).read_text(encoding="utf-8")
    text = text.replace("rulings: {}", f"rulings: {{tactics/raid-1/frekre: {ruling}}}")
    text = text.replace("tactics/raid-1/frekre: 11", f"tactics/raid-1/frekre: {total}")
    (root / GM).write_text(text, encoding="utf-8")
    ran = turnproc("resolve", "--no-commit", "--dry-run", root)
    if total == 6:
        # With so bad a roll another side wins, and other dice are thrown.
        assert "fate/raid-1" in ran.out + ran.err
        return
    assert ran.code == 0, ran.err
    assert rolled.replace("-", "−") in ran.out.replace("-", "−")
    assert turnproc("resolve", "--no-commit", root).code == 0
    for fact in ("tactics_roll/frekre", "ratio", "outcome"):
        ran = turnproc("explain", f"1/{fact}", "--campaign", root)
        assert (ran.code, ran.err) == (0, "")
