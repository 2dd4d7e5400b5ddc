"""Killed at any instant, then run again: the old turn or the new one, never a mixture.

A process that has loaded everything forks for each try, so that a kill falls into the turn and not into the imports. By
turns it gets SIGKILL alone, as from a person, and git with it, as in a power cut. Some tries wait for the staging
folder, so that many kills fall between the first byte written and the tag.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, RESULTS, SMALL
from tests.cli.warm import Warm
from tests.git.helpers import contents, git, make_repository, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork, no such signals")

TRIES = 40


def history(root: Path) -> str:
    """With fixed dates, equal ids mean equal messages, authors, parents and contents."""
    return git(root, "log", "--all", "--format=%H %D %s") + git(root, "show", "--format=", "--name-only", "turn-001^{}")


def kill(warm: Warm, process: int, *, with_git: bool) -> bool:
    """End a run; tell whether it was still running."""
    with contextlib.suppress(ProcessLookupError):
        if with_git:
            os.killpg(process, signal.SIGKILL)
        else:
            os.kill(process, signal.SIGKILL)
    code = warm.wait(process)
    # A git that goes on without its parent is over soon; a power cut does not leave one.
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.killpg(process, 0)
        except (ProcessLookupError, PermissionError):
            break
        time.sleep(0.002)
    return code != 0


def check_old_or_new(turnproc: Turnproc, root: Path, new: dict[str, bytes]) -> None:
    """What a person sees between the two runs."""
    seen = contents(root)
    resolved = JOURNAL in seen
    assert turnproc("status", root, "--format", "json").data["turn"] == (2 if resolved else 1)
    assert {name: seen[name] for name in SMALL} == SMALL_BYTES
    if resolved:
        assert {name: seen[name] for name in RESULTS} == new
        assert turnproc("report", root).code == 0
    else:
        assert turnproc("validate", root).code == 0
        # Whatever is in its place already is whole.
        assert all(seen[name] == new[name] for name in RESULTS if name in seen)
    assert git(root, "tag") in ("", "turn-001")
    # Whoever commits everything meanwhile does not commit what is half done.
    assert "turns/.turnproc" not in git(root, "status", "--porcelain", "--untracked-files=all")


SMALL_BYTES = {name: text.encode() for name, text in SMALL.items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_at_random(turnproc: Turnproc, tmp_path: Path, warm: Warm, seed: int) -> None:
    calm = tmp_path / "calm"
    write(calm, dict(SMALL))
    fresh = make_repository(calm)
    shutil.copytree(fresh, tmp_path / "fresh", symlinks=True)
    began = time.monotonic()
    assert turnproc("resolve", fresh).code == 0
    whole = time.monotonic() - began
    new = {name: raw for name, raw in contents(calm).items() if name in RESULTS}
    wanted = history(calm)

    chance = random.Random(seed)
    cut_off = 0
    for number in range(TRIES):
        root = tmp_path / str(number)
        shutil.copytree(tmp_path / "fresh", root, symlinks=True)
        process = warm.start("resolve", cwd=root)
        if number % 4:
            wait_for_staging(root, seconds=2 * whole)
            time.sleep(chance.uniform(0, 0.8 * whole))
        else:
            time.sleep(chance.uniform(0, 1.2 * whole))
        cut_off += kill(warm, process, with_git=number % 2 == 0)
        check_old_or_new(turnproc, root, new)

        ran = turnproc("resolve", "--turn", "1", root)
        if ran.code and (root / ".git/index.lock").exists():
            # git itself was killed: its lock is a person's to take away, and turnproc says so.
            assert "index.lock" in ran.err
            for lock in (root / ".git").rglob("*.lock"):
                lock.unlink()
            ran = turnproc("resolve", "--turn", "1", root)
        assert ran.code == 0 or "resolved already" in ran.err
        assert contents(root) == contents(calm)
        assert history(root) == wanted
        assert git(root, "status", "--porcelain", "--untracked-files=all") == ""
        shutil.rmtree(root)
    assert cut_off > TRIES / 3, "most kills came too late to try anything"


def wait_for_staging(root: Path, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (root / "turns/.turnproc-001").exists() and not (root / JOURNAL).exists():
        time.sleep(0.001)


def test_killed_again_and_again(turnproc: Turnproc, small: Path, warm: Warm) -> None:
    """Without git: killed ten times in the same folder before it may finish."""
    calm = small.parent / "calm"
    write(calm, dict(SMALL))
    began = time.monotonic()
    assert turnproc("resolve", "--no-commit", calm).code == 0
    whole = time.monotonic() - began
    chance = random.Random(3)
    for _ in range(10):
        if (small / JOURNAL).exists():
            break
        process = warm.start("resolve", "--no-commit", "--turn", "1", cwd=small)
        time.sleep(chance.uniform(0.3, 1.0) * whole)
        kill(warm, process, with_git=True)
    ran = turnproc("resolve", "--no-commit", "--turn", "1", small)
    assert ran.code == 0 or (small / JOURNAL).exists()
    assert contents(small) == contents(calm)
