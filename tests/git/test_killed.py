"""Ended at any instant, a run leaves the old turn or what the next run needs to finish: the outcome is the same.

A process of its own plays the turn and ends itself, without a word to anybody, at one of the steps; then it is run
again. Files, commits and tags must be those of a run that nobody disturbed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.git.helpers import FILES, contents, git, make_campaign, make_repository

ENDED = 77
PLAY = """
import os, sys
from pathlib import Path
from tests.git.helpers import FILES, MESSAGE
from turnproc.store.layout import Layout
from turnproc.store.lock import campaign_lock
from turnproc.store.turn import check_ready, commit_turn, recover

root, last, use_git = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "git"

def at(step):
    print(step)
    if step == last:
        sys.stdout.flush()
        os._exit(77)

with campaign_lock(root):
    print("recovered", recover(root, use_git, at))
    if not Layout(root).is_resolved(1):
        check_ready(root, 1, use_git)
        commit_turn(root, 1, FILES, MESSAGE, use_git, at=at)
"""

MOVED = ["moved turns/001/report.ru.md", "moved turns/001/state.yaml", "moved turns/001/journal.yaml", "moved"]
BEFORE_MANIFEST = ["begun", "staged turns/001/report.ru.md", "staged turns/001/journal.yaml"]


def run(root: Path, last: str, use_git: str) -> tuple[int, str]:
    result = subprocess.run(
        [sys.executable, "-c", PLAY, str(root), last, use_git],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert result.stderr == ""
    return result.returncode, result.stdout


def history(root: Path) -> str:
    # With fixed dates, equal ids mean equal messages, authors, parents and contents.
    return git(root, "log", "--all", "--format=%H %D %s") + git(root, "show", "--format=", "--name-only", "turn-001^{}")


@pytest.mark.parametrize("step", [*BEFORE_MANIFEST, "manifest", *MOVED, "committed", "tagged", "swept"])
def test_killed_with_git(tmp_path: Path, step: str) -> None:
    calm = make_repository(make_campaign(tmp_path / "calm"))
    killed = make_repository(make_campaign(tmp_path / "killed"))
    before = contents(killed)
    assert run(calm, "", "git")[0] == 0

    assert run(killed, step, "git")[0] == ENDED
    if step in BEFORE_MANIFEST:
        left = {name: raw for name, raw in contents(killed).items() if ".turnproc-" not in name}
        assert left == before
    # A person who commits everything meanwhile does not commit our scratch files.
    assert "turns/.turnproc" not in git(killed, "status", "--porcelain", "--untracked-files=all")
    assert ((killed / "turns/001/journal.yaml").exists()) == (step in {*MOVED[2:], "committed", "tagged", "swept"})

    status, output = run(killed, "", "git")
    assert status == 0
    assert ("recovered None" in output) == (step == "swept")
    assert contents(killed) == contents(calm)
    assert history(killed) == history(calm)
    assert git(killed, "status", "--porcelain", "--untracked-files=all") == ""


@pytest.mark.parametrize("step", ["begun", "manifest", MOVED[0], "moved"])
def test_killed_without_git(tmp_path: Path, step: str) -> None:
    root = make_campaign(tmp_path / "killed")
    before = contents(root)
    assert run(root, step, "no git")[0] == ENDED
    assert run(root, "", "no git")[0] == 0
    assert contents(root) == {**before, **FILES}


@pytest.mark.parametrize("step", ["manifest", MOVED[0], "moved", "committed", "tagged"])
def test_killed_again_while_recovering(tmp_path: Path, step: str) -> None:
    calm = make_repository(make_campaign(tmp_path / "calm"))
    killed = make_repository(make_campaign(tmp_path / "killed"))
    run(calm, "", "git")
    assert run(killed, "manifest", "git")[0] == ENDED
    run(killed, step, "git")
    assert run(killed, "", "git")[0] == 0
    assert contents(killed) == contents(calm)
    assert history(killed) == history(calm)
