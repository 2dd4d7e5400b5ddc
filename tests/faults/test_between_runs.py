"""Between a run that was cut off and the next one a person does something, not knowing: nothing that they did is lost,
and the turn is the old one or a whole new one, made from the files as they are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, JOURNAL, RESULTS, orders
from tests.effort import some
from tests.faults.campaigns import FOLDER, STEPS, Turn
from tests.faults.disturbed import CUT_OFF, Disturbed
from tests.git.helpers import contents, git, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")

OTHERS = orders("huns", "{hold: 4, in: tavrika}")
Do = Callable[[Path], None]


def commit(root: Path) -> None:
    git(root, "add", "--all", ".")
    git(root, "commit", "--quiet", "--message=By a person", "--", ".")


def commit_all(root: Path) -> None:
    if git(root, "status", "--porcelain", "."):
        commit(root)


def send_orders(root: Path) -> None:
    """A player mends their orders at the last moment."""
    write(root, {HUNS: OTHERS})
    git(root, "add", HUNS)
    git(root, "commit", "--quiet", "--message=Other orders", "--", HUNS)


def send_and_commit_all(root: Path) -> None:
    write(root, {HUNS: OTHERS})
    commit(root)


def withdraw_orders(root: Path) -> None:
    git(root, "rm", "--quiet", HUNS)
    git(root, "commit", "--quiet", "--message=No orders", "--", HUNS)


def forget_everything(root: Path) -> None:
    git(root, "clean", "--quiet", "-d", "--force", ".")


def forget_what_is_ignored_too(root: Path) -> None:
    git(root, "clean", "--quiet", "-d", "-x", "--force", "--force", ".")


def delete_the_staging_folder(root: Path) -> None:
    shutil.rmtree(root / "turns/.turnproc-001", ignore_errors=True)


def put_away(root: Path) -> None:
    if git(root, "status", "--porcelain", "."):
        git(root, "stash", "--include-untracked", "--quiet", "--", ".")


def on_another_branch(root: Path) -> None:
    git(root, "switch", "--quiet", "--create", "another")


ACTIONS: Mapping[str, Do] = {
    each.__name__: each
    for each in (
        *(commit_all, send_orders, send_and_commit_all, withdraw_orders, forget_everything, on_another_branch),
        *(forget_what_is_ignored_too, delete_the_staging_folder, put_away),
    )
}
WHEN = ["begun", STEPS[2], "manifest", *(step for step in STEPS if step.startswith("moved ")), "moved", "committed"]
CASES = [(action, when) for action in ACTIONS for when in WHEN]


@pytest.mark.parametrize(("action", "when"), some(CASES, 6))
def test_a_person_does_something(
    turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, action: str, when: str
) -> None:
    top = tmp_path / "larger"
    root = turn.copy(top)
    assert disturbed.run("resolve", cwd=root, fault={"step": when}).code == CUT_OFF
    is_played = (root / JOURNAL).exists()
    ACTIONS[action](root)
    theirs = {name: raw for name, raw in contents(top).items() if "/turns/001/" not in name or "/orders/" in name}
    theirs = {name: raw for name, raw in theirs.items() if "/.turnproc-" not in name}
    ran = turnproc("resolve", "--turn", "1", root)
    assert ran.code in (0, 1), ran.err
    seen = contents(top)
    assert {name: seen.get(name) for name in theirs} == theirs, "what the person has is lost"
    if ran.code and "resolved already" not in ran.err:
        # It is said what to do, and that helps.
        assert ran.err.count("\n") == 2
        follow(root, ran.err)
        again = turnproc("resolve", "--turn", "1", root)
        assert again.code == 0 or "resolved already" in again.err, (ran.err, again.err)
    assert sorted(name for name in RESULTS if (root / name).exists()) == RESULTS
    assert not (root / "turns/.turnproc-001").exists()
    # A turn that was there before is that of the old orders, as any turn is whose orders change later.
    is_stale = is_played and action in ("send_orders", "send_and_commit_all", "withdraw_orders")
    assert turnproc("verify", root).code == (1 if is_stale else 0)
    if is_played and action in ("delete_the_staging_folder", "forget_what_is_ignored_too"):
        # Nobody knows any more that it was to be committed and tagged; that it is not is told before the next turn.
        uncommitted = git(root, "status", "--porcelain", "--untracked-files=all", ".")
        assert (turnproc("resolve", "--turn", "2", root).code == 1) == bool(uncommitted)
        return
    # The lock of a process that was ended is a file like any other; what commits everything commits it.
    rows = git(root, "status", "--porcelain", "--untracked-files=all", ".").splitlines()
    assert [row for row in rows if ".turnproc-lock" not in row] == []
    tag = f"{FOLDER}/turn-001".replace(" ", "-")
    assert git(root, "ls-tree", "-r", "--name-only", tag, "turns/001").count("report") == 3


def follow(root: Path, said: str) -> None:
    """Do what the message says."""
    if "delete" in said and "turns/.turnproc-001" in said:
        delete_the_staging_folder(root)
        for name in RESULTS:
            (root / name).unlink(missing_ok=True)
    elif "in the way" in said:
        for name in RESULTS:
            (root / name).unlink(missing_ok=True)
        commit_all(root)
    elif "not committed" in said:
        commit_all(root)
    else:
        raise AssertionError(said)


@pytest.mark.parametrize("when", ["manifest", STEPS[8], "moved"])
def test_somebody_writes_into_a_result(
    turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, when: str
) -> None:
    """Their words are not written over, whether the report was there already or not."""
    top = tmp_path / "larger"
    root = turn.copy(top)
    disturbed.run("resolve", cwd=root, fault={"step": when})
    write(root, {"turns/001/report.en.md": "My own words.\n"})
    said = [turnproc("resolve", "--no-commit", root) for _ in range(2)]
    for ran in said:
        assert (ran.code, ran.out) == (1, "")
        assert "turns/001/report.en.md" in ran.err
    assert (root / "turns/001/report.en.md").read_text(encoding="utf-8") == "My own words.\n"
    (root / "turns/001/report.en.md").unlink()
    if when == "moved":
        follow(root, said[-1].err)
    assert turnproc("resolve", root).code == 0
    turn.check_new(top)


def test_new_orders_count_if_the_turn_was_not_there_yet(
    turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path
) -> None:
    """It was finished with the old ones, so that the turn's folder held orders that the turn was not made from."""
    root = turn.copy(tmp_path / "larger")
    disturbed.run("resolve", cwd=root, fault={"step": "manifest"})
    assert "Turn 1 is open." in turnproc("status", root).out
    send_orders(root)
    assert turnproc("resolve", root).code == 0
    assert turnproc("verify", root).code == 0
    assert "huns: 4" in (root / "turns/001/state.yaml").read_text(encoding="utf-8")
