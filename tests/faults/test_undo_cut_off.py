"""An undo that is cut off before any of the things that it does: the turn stands, or it is taken back; nothing is lost.

What comes next may be the same command, or a `resolve` of somebody who does not know: it never plays on a mixture.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, RESULTS
from tests.effort import some
from tests.faults.campaigns import FOLDER, commits, make_larger, status, tags
from tests.faults.disturbed import CUT_OFF, Disturbed
from tests.git.helpers import DATES, contents, git, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")

TURN = "turns/001/turn.yaml"
WHY = ("--turn", "1", "--reason", "To be mended.")
UNDO = ("undo", *WHY)
KEPT = [name.replace("turns/001/", "turns/001/undone/1/") for name in RESULTS]
STEPS = [
    "begun",
    *(f"staged {name}" for name in [*sorted(KEPT, key=lambda name: ("journal" in name, name)), JOURNAL]),
    "manifest",
    *(f"moved {name}" for name in [*sorted(KEPT, key=lambda name: ("journal" in name, name)), JOURNAL, TURN]),
    "moved",
    "committed",
    "swept",
]
# From here on the turn is taken back.
BACK = STEPS.index(f"moved {JOURNAL}")


@dataclass(frozen=True)
class Undo:
    """A turn that is taken back, and played again, without anybody disturbing it."""

    fresh: Path
    before: Mapping[str, bytes]
    undone: Mapping[str, bytes]
    again: Mapping[str, bytes]
    history: tuple[str, str, str]
    status_after: list[str]

    def copy(self, top: Path) -> Path:
        """The campaign with its turn resolved, at another place; gives the campaign's folder."""
        shutil.copytree(self.fresh, top)
        return top / FOLDER

    def check_between(self, top: Path) -> bool:
        """See that nothing is lost and nothing mixed up; tell whether the turn still stands."""
        seen = contents(top)
        root = top / FOLDER
        for name in RESULTS:
            inner, kept = f"{FOLDER}/{name}", f"{FOLDER}/{name}".replace("/001/", "/001/undone/1/")
            raw = self.before[inner]
            assert raw in (seen.get(inner), seen.get(kept)), f"{name} is lost"
            assert {seen.get(inner, raw), seen.get(kept, raw)} == {raw}, "half a file"
        others = {name: raw for name, raw in self.before.items() if "turns/001/" not in name or "/orders/" in name}
        assert {name: seen.get(name) for name in others} == others, "somebody's file was touched"
        assert seen[f"{FOLDER}/{TURN}"] in (self.before[f"{FOLDER}/{TURN}"], self.undone[f"{FOLDER}/{TURN}"])
        assert "turn-001" in tags(top)
        half_done = [row for row in status(top) if "turns/.turnproc-" in row and not row.endswith("/.gitignore")]
        assert half_done == [], "whoever commits everything commits what is half done"
        return (root / JOURNAL).exists()

    def check_undone(self, top: Path) -> None:
        """See that the turn is taken back as if nothing had ever gone wrong."""
        assert contents(top) == self.undone
        assert (commits(top), tags(top)) == self.history[:2]
        assert status(top) == self.status_after


@pytest.fixture(scope="module")
def undo(tmp_path_factory: pytest.TempPathFactory, disturbed: Disturbed) -> Undo:
    with pytest.MonkeyPatch.context() as here:
        for name in [name for name in os.environ if name.startswith("GIT_")]:
            here.delenv(name)
        for name, value in {**DATES, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}.items():
            here.setenv(name, value)
        here.setenv("GIT_TEMPLATE_DIR", "")
        here.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        fresh = tmp_path_factory.mktemp("fresh") / "larger"
        root = make_larger(fresh)
        write(root, {TURN: "# Mine\nopens: 2026-05-01T20:00:00+03:00\n"})
        git(fresh, "add", "--", FOLDER)
        git(fresh, "commit", "--quiet", "--message=Turn", "--", FOLDER)
        assert disturbed.run("resolve", cwd=root).code == 0
        calm = tmp_path_factory.mktemp("calm") / "larger"
        shutil.copytree(fresh, calm)
        ran = disturbed.run(*UNDO, cwd=calm / FOLDER)
        assert (ran.code, ran.err) == (0, "")
        undone, history, after = contents(calm), (commits(calm), tags(calm)), status(calm)
        assert disturbed.run("resolve", cwd=calm / FOLDER).code == 0
        return Undo(fresh, contents(fresh), undone, contents(calm), (*history, commits(calm)), after)


def cut_off(disturbed: Disturbed, root: Path, fault: Mapping[str, Any]) -> None:
    ran = disturbed.run(*UNDO, cwd=root, fault=fault)
    assert (ran.code, ran.out, ran.err) == (CUT_OFF, "", ""), fault


def finished(turnproc: Turnproc, undo: Undo, top: Path) -> None:
    """The same command again."""
    ran = turnproc(*UNDO, top / FOLDER)
    assert ran.code == 0 or "is taken back already" in ran.err, ran.err
    undo.check_undone(top)


def resolved_instead(turnproc: Turnproc, undo: Undo, top: Path) -> None:
    """Somebody else resolves: the turn that stands stays, the one that is taken back is played from what it was."""
    stood = (top / FOLDER / JOURNAL).exists()
    ran = turnproc("resolve", "--turn", "1", top / FOLDER)
    if stood:
        assert ran.code == 1
        assert "resolved already" in ran.err
        assert contents(top) == undo.before
    else:
        assert ran.code == 0, ran.err
        assert contents(top) == undo.again
        assert commits(top) == undo.history[2]
    assert turnproc("verify", top / FOLDER).code == 0


@pytest.mark.parametrize("step", some(STEPS, 8))
@pytest.mark.parametrize("then", [finished, resolved_instead])
def test_at_a_step(undo: Undo, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, step: str, then: Any) -> None:
    top = tmp_path / "larger"
    cut_off(disturbed, undo.copy(top), {"step": step})
    assert undo.check_between(top) == (STEPS.index(step) < BACK)
    then(turnproc, undo, top)


@pytest.mark.parametrize("step", [f"moved {KEPT[0]}", f"moved {JOURNAL}", "moved", "committed"])
def test_the_steps_that_decide(undo: Undo, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, step: str) -> None:
    assert step in STEPS
    for then in (finished, resolved_instead):
        top = tmp_path / then.__name__
        cut_off(disturbed, undo.copy(top), {"step": step})
        undo.check_between(top)
        then(turnproc, undo, top)


@pytest.mark.parametrize("part", range(2))
def test_before_each_operation(undo: Undo, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, part: int) -> None:
    count = len(disturbed.run(*UNDO, cwd=undo.copy(tmp_path / "calm")).operations)
    assert count > 40
    for at in some(range(part, count, 2), 3):
        top = tmp_path / str(at)
        cut_off(disturbed, undo.copy(top), {"kind": "exit", "at": at})
        undo.check_between(top)
        (finished, resolved_instead)[at % 4 // 2](turnproc, undo, top)
        shutil.rmtree(top)


@pytest.mark.parametrize("part", range(2))
def test_an_operation_that_fails(
    undo: Undo, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, part: int
) -> None:
    """A full disk, say: it is told, and either nothing has happened or the next run goes on."""
    count = len(disturbed.run(*UNDO, cwd=undo.copy(tmp_path / "calm")).operations)
    for at in some(range(part, count, 2), 3):
        top = tmp_path / str(at)
        ran = disturbed.run(*UNDO, cwd=undo.copy(top), fault={"kind": "error", "at": at, "errno": errno.ENOSPC})
        assert ran.code in (0, 1), ran.err
        undo.check_between(top)
        finished(turnproc, undo, top)
        shutil.rmtree(top)


def test_cut_off_again_while_finishing(undo: Undo, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path) -> None:
    calm = undo.copy(tmp_path / "calm")
    cut_off(disturbed, calm, {"step": f"moved {JOURNAL}"})
    count = len(disturbed.run(*UNDO, cwd=calm).operations)
    for at in some(range(count), 3):
        top = tmp_path / str(at)
        root = undo.copy(top)
        cut_off(disturbed, root, {"step": f"moved {JOURNAL}"})
        assert disturbed.run(*UNDO, cwd=root, fault={"kind": "exit", "at": at}).code == CUT_OFF
        undo.check_between(top)
        finished(turnproc, undo, top)


def test_a_file_that_was_changed_meanwhile(
    undo: Undo, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path
) -> None:
    """It is never written over, and said."""
    top = tmp_path / "larger"
    root = undo.copy(top)
    cut_off(disturbed, root, {"step": f"moved {JOURNAL}"})
    write(root, {TURN: "deadline: 2026-05-08T20:00:00+03:00\n"})
    ran = turnproc(*UNDO, root)
    assert ran.code == 1
    assert TURN in ran.err
    assert (root / TURN).read_text(encoding="utf-8") == "deadline: 2026-05-08T20:00:00+03:00\n"
    (root / TURN).write_bytes(undo.before[f"{FOLDER}/{TURN}"])
    finished(turnproc, undo, top)


@pytest.mark.parametrize(
    "name", [".git/hooks/x", "turns/001/gm.yaml", "turns/002/journal.yaml", "campaign.yaml", JOURNAL]
)
def test_planted(turnproc: Turnproc, resolved_repository: Path, name: str) -> None:
    """A folder that came with the campaign is never taken for turnproc's own, whatever it names."""
    manifest = (
        '{"format": "turnproc.write/1", "turn": 1, "commit": "x", '
        f'"files": [{{"name": "{name}", "content": null, "replaces": null}}]}}'
    )
    write(resolved_repository, {"turns/.turnproc-undo-001/manifest.json": manifest})
    git(resolved_repository, "add", "--all", "--force")
    git(resolved_repository, "commit", "--quiet", "--message=Planted")
    before = contents(resolved_repository)
    for command in (UNDO, ("resolve", "--turn", "1")):
        ran = turnproc(*command, resolved_repository)
        assert ran.code == 1
        assert "turns/.turnproc-undo-001" in ran.err
        assert contents(resolved_repository) == before
