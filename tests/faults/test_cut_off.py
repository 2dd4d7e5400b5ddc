"""Cut off before any of the things that a run does to disk or git, then run again: nothing is lost, nothing mixed.

The campaign lies in a larger repository, beside files that somebody has staged, changed, deleted and made.
"""

from __future__ import annotations

import random
import shutil
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.effort import is_thorough, some
from tests.faults.campaigns import FOLDER, STAGED, STEPS, Turn, finished
from tests.faults.disturbed import CUT_OFF, Disturbed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")

PARTS = 3


def cut_off(disturbed: Disturbed, root: Path, fault: Mapping[str, Any]) -> None:
    ran = disturbed.run("resolve", cwd=root, fault=fault)
    assert (ran.code, ran.out, ran.err) == (CUT_OFF, "", ""), fault


@pytest.mark.parametrize("step", some([*STEPS, "tagged", "swept"], 6))
def test_at_a_step(turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, step: str) -> None:
    root = turn.copy(tmp_path / "larger")
    cut_off(disturbed, root, {"step": step})
    assert turn.check_old_or_new(tmp_path / "larger") == (step in STEPS[-3:] or step in ("tagged", "swept"))
    finished(turnproc, turn, tmp_path / "larger")


@pytest.mark.parametrize("part", range(PARTS))
def test_before_each_operation(turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, part: int) -> None:
    count = len(disturbed.run("resolve", cwd=turn.copy(tmp_path / "calm")).operations)
    assert count > 50
    for at in some(range(part, count, PARTS), 3):
        top = tmp_path / str(at)
        cut_off(disturbed, turn.copy(top), {"kind": "exit", "at": at})
        turn.check_old_or_new(top)
        finished(turnproc, turn, top)


@pytest.mark.parametrize("first", some(["manifest", STEPS[9], "moved", "committed", "begun"], 4))
def test_cut_off_again_while_finishing(
    turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, first: str
) -> None:
    """The second run ends in the middle, too, wherever the first one did."""
    calm = turn.copy(tmp_path / "calm")
    cut_off(disturbed, calm, {"step": first})
    again = ("resolve", "--turn", "1")
    count = len(disturbed.run(*again, cwd=calm).operations)
    for at in some(range(count), 1):
        top = tmp_path / str(at)
        root = turn.copy(top)
        cut_off(disturbed, root, {"step": first})
        assert disturbed.run(*again, cwd=root, fault={"kind": "exit", "at": at}).code == CUT_OFF
        turn.check_old_or_new(top)
        finished(turnproc, turn, top)


def test_cut_off_while_clearing_up(turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path) -> None:
    """Who was not told that the turn is finished runs it again, and does not want the next turn to be played."""
    operations = disturbed.run("resolve", cwd=turn.copy(tmp_path / "calm")).operations
    first = operations.index("remove turns/.turnproc-001/manifest.json")
    for at in some(range(first, len(operations) - 1), 2):
        top = tmp_path / str(at)
        cut_off(disturbed, turn.copy(top), {"kind": "exit", "at": at})
        again = turnproc("resolve", top / FOLDER)
        assert (again.code, again.err.count("\n")) == (0, 1)
        assert "Turn 1 is resolved." in again.out
        assert "turn-001" in again.out
        turn.check_new(top)


@pytest.mark.parametrize("part", range(1))
def test_killed_at_random_moments(
    turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, part: int
) -> None:
    """By the system, with the git that runs, as in a power cut."""
    began = time.monotonic()
    disturbed.run("resolve", cwd=turn.copy(tmp_path / "calm"))
    most = time.monotonic() - began
    chance = random.Random(part if not is_thorough() else None)
    for number in range(100 if is_thorough() else 2):
        top = tmp_path / str(number)
        disturbed.run("resolve", cwd=turn.copy(top), kill_after=chance.uniform(0, most))
        turn.check_old_or_new(top)
        for lock in (top / ".git").rglob("*.lock"):
            # git itself was killed: its lock is for a person to take away, and it is said which.
            again = turnproc("resolve", "--turn", "1", top / FOLDER)
            assert again.code == 0 or lock.name in again.err or "resolved already" in again.err
            lock.unlink()
        finished(turnproc, turn, top)
        shutil.rmtree(top)


def test_what_a_power_cut_must_find_is_on_the_disk(turn: Turn, disturbed: Disturbed, tmp_path: Path) -> None:
    """Each file is synchronised before the manifest names it, each folder before git is told."""
    operations = list(disturbed.run("resolve", cwd=turn.copy(tmp_path / "larger")).operations)
    staged = [at for at, each in enumerate(operations) if each.startswith("write turns/.turnproc-001/")]
    assert len(staged) == len(STAGED) + 2
    assert all(operations[at + 1] == "fsync" for at in staged)
    manifest = operations.index("rename turns/.turnproc-001/manifest.json")
    assert max(staged) < manifest
    assert operations[manifest - 1] == operations[manifest + 1] == "fsync"
    moved = operations.index("rename turns/001/journal.yaml")
    assert "fsync" in operations[moved : operations.index("git add")]
    assert operations.index("git tag") < operations.index("remove turns/.turnproc-001/manifest.json")
