"""`accept --push` and `resolve --push` killed at any instant, then run again: everything arrives at the host, once."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import Ran, orders
from tests.cli.hosts import Host
from tests.cli.platforms import Platform, played
from tests.cli.pull_requests import GOTHS, HUNS, MARCH, ROME, campaign
from tests.cli.test_killed import ended, kill_all, kill_it
from tests.cli.warm import Warm
from tests.git.helpers import contents, git
from turnproc.cli.app import BUG

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork, no such signals")

TRIES = 12
EARLY, LATER, TOO_LATE = "2026-05-08T10:00:00Z", "2026-05-08T11:00:00Z", "2026-05-08T17:01:00Z"
TURN = {"turns/001/turn.yaml": "deadline: 2026-05-08T17:00:00Z\n"}


def interrupt(warm: Warm, process: int) -> int:
    """As Ctrl-C does: git, too, which takes its locks away but for one that it was about to make."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGINT)
    code = ended(warm, process)
    assert code != BUG
    return code


WAYS = (kill_it, kill_all, interrupt)


def copied(platform: Platform, folder: Path) -> Path:
    """The same host and the same clone once more, which the platform answers for from now on; gives the clone."""
    there = platform.host.folder
    for name in ("origin.git", "master"):
        shutil.copytree(there / name, folder / name)
    git(folder / "master", "remote", "set-url", "origin", str(folder / "origin.git"))
    platform.github.host = Host(folder, folder / "origin.git")
    platform.github.kept.comments.clear()
    for each in platform.github.kept.pulls:
        each["state"] = "open"
    return folder / "master"


def history(host: Host) -> str:
    """With fixed dates, equal ids mean equal messages, authors, parents and contents."""
    return git(host.origin, "log", "main", "--tags", "--format=%H %P %D %s", "--name-only")


def without_locks(*folders: Path) -> None:
    """Where git itself was cut off its locks are a person's to take away, as its own words say."""
    for folder in folders:
        for lock in folder.rglob("*.lock"):
            lock.unlink()


def moments(host: Host, master: Path) -> Sequence[Callable[[], bool]]:
    """Instants that can be seen from outside, in order; the last one is when everything has arrived."""
    here, there = master / ".git/refs/heads/main", host.origin / "refs/heads/main"
    before, head = here.read_bytes(), host.head()
    remote = master / ".git/refs/remotes/origin/main"
    return [
        lambda: True,
        (master / ".git/refs/turnproc/pull/1/head").exists,
        (master / ".git/index.lock").exists,
        lambda: here.read_bytes() != before,
        lambda: there.exists() and there.read_text().strip() != head,
        lambda: remote.exists() and remote.read_bytes() != before and there.exists(),
    ]


def killed_and_again(
    warm: Warm, turnproc: Turnproc, platform: Platform, folder: Path, words: Sequence[str], number: int
) -> tuple[Path, bool, Ran]:
    """Kill a command once, in one of several ways at one of several moments, and run it again."""
    root = copied(platform, folder)
    host = platform.github.host
    chance = random.Random(number)
    *before, end = moments(host, root)
    there = before[number % len(before)]
    process = warm.start(*words, cwd=root)
    until = time.monotonic() + 20
    while not there() and not end() and time.monotonic() < until:
        time.sleep(0.0005)
    time.sleep(chance.uniform(0, 0.05))
    way = WAYS[number % len(WAYS)]
    was_cut_off = way(warm, process) != 0
    if way is not kill_it:
        without_locks(root / ".git", host.origin)
    return root, was_cut_off, turnproc(*words, root)


@pytest.fixture
def platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    with played(tmp_path / "start", campaign() | TURN, monkeypatch) as platform:
        platform.host.clone("master")
        yield platform


def test_accept(turnproc: Turnproc, platform: Platform, tmp_path: Path, warm: Warm) -> None:
    platform.open("anna-k", platform.fork("Anna-K"), {GOTHS: MARCH}, EARLY)
    platform.open("boris", platform.fork("boris"), {HUNS: orders("huns", message="Other")}, LATER)
    platform.open("carla", platform.fork("carla"), {ROME: orders("rome")}, TOO_LATE)
    calm = copied(platform, tmp_path / "calm")
    assert turnproc("accept", "--push", calm).code == 0
    wanted, log = contents(calm), history(platform.github.host)
    assert {"turns/001/late/rome.yaml", GOTHS} <= set(wanted)
    cut_off = 0
    for number in range(TRIES):
        folder = tmp_path / str(number)
        root, was_cut_off, ran = killed_and_again(warm, turnproc, platform, folder, ("accept", "--push"), number)
        cut_off += was_cut_off
        assert ran.code == 0, (number, ran.out, ran.err)
        assert history(platform.github.host) == log, number
        assert contents(root) == wanted
        assert git(root, "status", "--porcelain", "--untracked-files=all") == ""
        assert all(len(each) <= 1 for each in platform.github.kept.comments.values())
        shutil.rmtree(folder)
    # How many depends on what else the machine does.
    assert cut_off > 1, "the kills came too late to try anything"


def test_resolve(turnproc: Turnproc, platform: Platform, tmp_path: Path, warm: Warm) -> None:
    words = ("resolve", "--push", "--turn", "1")
    calm = copied(platform, tmp_path / "calm")
    assert turnproc(*words, calm).code == 0
    wanted, log = contents(calm), history(platform.github.host)
    cut_off = 0
    for number in range(TRIES):
        folder = tmp_path / str(number)
        root, was_cut_off, ran = killed_and_again(warm, turnproc, platform, folder, words, number)
        cut_off += was_cut_off
        assert ran.code == 0 or "resolved already" in ran.err, (number, ran.err)
        assert history(platform.github.host) == log, number
        assert platform.github.host.tags() == ["turn-001"]
        assert contents(root) == wanted
        assert git(root, "status", "--porcelain", "--untracked-files=all") == ""
        shutil.rmtree(folder)
    # How many depends on what else the machine does.
    assert cut_off > 1, "the kills came too late to try anything"
