"""Killed at any instant, then run again: the old turn or the new one, never a mixture.

A process that has loaded everything forks for each try, so that a kill falls into the turn and not into the imports.
Each try waits for something that can be seen on disk, then a random moment more.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, RESULTS, SMALL
from tests.cli.warm import Warm
from tests.git.helpers import contents, git, make_repository, write
from turnproc.store.layout import open_turn

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork, no such signals")

TRIES = 10


def history(root: Path) -> str:
    """With fixed dates, equal ids mean equal messages, authors, parents and contents."""
    return git(root, "log", "--all", "--format=%H %D %s", "--name-only")


def kill_it(warm: Warm, process: int) -> int:
    """As a person does: turnproc alone. A git that it has started goes on and is over soon."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    return ended(warm, process)


def kill_all(warm: Warm, process: int) -> int:
    """As a power cut does: git, too."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    return ended(warm, process)


def interrupt(warm: Warm, process: int) -> int:
    """As Ctrl-C does: git, too, which takes its locks away but for one that it was about to make."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGINT)
    code = ended(warm, process)
    assert code in (0, 1, 130)
    return code


def ended(warm: Warm, process: int) -> int:
    """Wait until nobody of the group is at work any more."""
    code = warm.wait(process)
    end = time.monotonic() + 10
    while time.monotonic() < end and is_at_work(process):
        time.sleep(0.002)
    return code


def is_at_work(group: int) -> bool:
    """Is anybody of a group left? A dead one of whom nobody has taken note yet is not."""
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    members = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = stat.read_text(errors="replace").rpartition(")")[2].split()[:3]
            members += [state] if int(its_group) == group else []
    return not members or any(state != "Z" for state in members)


WAYS = (kill_it, kill_all, interrupt)


def check_old_or_new(turnproc: Turnproc, root: Path, new: dict[str, bytes]) -> None:
    """What a person sees between the two runs."""
    seen = contents(root)
    resolved = JOURNAL in seen
    assert open_turn(root) == (2 if resolved else 1)
    assert {name: seen[name] for name in SMALL} == SMALL_BYTES
    if resolved:
        assert {name: seen[name] for name in RESULTS} == new
    else:
        assert turnproc("status", root).out.startswith("Turn 1 is open.")
        # Whatever is in its place already is whole.
        assert all(seen[name] == new[name] for name in RESULTS if name in seen)
    assert git(root, "tag") in ("", "turn-001")
    # Whoever commits everything meanwhile does not commit what is half done.
    assert "turns/.turnproc" not in git(root, "status", "--porcelain", "--untracked-files=all")


SMALL_BYTES = {name: text.encode() for name, text in SMALL.items()}


def moments(root: Path) -> list[Callable[[], bool]]:
    """Instants of a run that can be seen from outside, in order; the last one is its end."""
    staging, head = root / "turns/.turnproc-001", root / ".git/refs/heads/main"
    before = head.read_bytes()
    return [
        lambda: True,
        staging.exists,
        (staging / "0002").exists,
        (staging / "manifest.json").exists,
        (root / RESULTS[1]).exists,
        (root / JOURNAL).exists,
        (root / ".git/index.lock").exists,
        lambda: head.read_bytes() != before,
        (root / ".git/refs/tags/turn-001").exists,
        lambda: (root / ".git/refs/tags/turn-001").exists() and not staging.exists(),
    ]


@pytest.mark.parametrize("part", [0, 1])
def test_killed_at_random(turnproc: Turnproc, tmp_path: Path, warm: Warm, part: int) -> None:
    calm = tmp_path / "calm"
    write(calm, dict(SMALL))
    make_repository(calm)
    fresh = tmp_path / "fresh"
    shutil.copytree(calm, fresh)
    assert turnproc("resolve", calm).code == 0
    new = {name: raw for name, raw in contents(calm).items() if name in RESULTS}

    chance = random.Random(part)
    cut_off = 0
    for number in range(TRIES):
        root = tmp_path / str(number)
        shutil.copytree(fresh, root)
        *before, end = moments(root)
        there = before[number % len(before)]
        process = warm.start("resolve", cwd=root)
        while not there() and not end():
            time.sleep(0.0005)
        time.sleep(chance.uniform(0, 0.01))
        cut_off += WAYS[(number + part) % 3](warm, process) != 0
        check_old_or_new(turnproc, root, new)

        ran = turnproc("resolve", "--turn", "1", root)
        locks = list((root / ".git").rglob("*.lock"))
        if ran.code and locks:
            # git itself was cut off: its locks are a person's to take away, and git's words say so.
            assert ".lock" in ran.err
            for lock in locks:
                lock.unlink()
            ran = turnproc("resolve", "--turn", "1", root)
        assert ran.code == 0 or "resolved already" in ran.err
        assert contents(root) == contents(calm)
        assert history(root) == history(calm)
        assert git(root, "status", "--porcelain", "--untracked-files=all") == ""
        shutil.rmtree(root)
    assert cut_off > TRIES / 3, "most kills came too late to try anything"


def test_killed_again_and_again(turnproc: Turnproc, small: Path, warm: Warm) -> None:
    """Without git: killed ten times in the same folder before it may finish."""
    calm = small.parent / "calm"
    write(calm, dict(SMALL))
    assert turnproc("resolve", "--no-commit", calm).code == 0
    chance = random.Random(3)
    staging = small / "turns/.turnproc-001"
    for _ in range(10):
        process = warm.start("resolve", "--no-commit", "--turn", "1", cwd=small)
        left = staging.exists() and staging.stat().st_ino
        while not (staging.exists() and staging.stat().st_ino != left) and not (small / JOURNAL).exists():
            time.sleep(0.0005)
        time.sleep(chance.uniform(0, 0.005))
        kill_all(warm, process)
        if (small / JOURNAL).exists():
            break
    ran = turnproc("resolve", "--no-commit", "--turn", "1", small)
    assert ran.code == 0 or "resolved already" in ran.err
    assert contents(small) == contents(calm)
