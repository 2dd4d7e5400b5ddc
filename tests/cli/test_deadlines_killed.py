"""Cut off at every step of writing a turn in which files come too late: it is finished, or played anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import SMALL
from tests.cli.timed import AFTER, BEFORE, DEADLINE, EARLY, GOTHS, HUNS, OTHER_HUNS, ROME, commit, timed
from tests.git.helpers import contents, git
from turnproc.actions.resolve_turn import resolve_turn
from turnproc.store.turn import commit_turn


class Killed(BaseException):
    """The process ends here."""


def late_campaign(folder: Path) -> Path:
    """Goths were late with all, Huns with a change; Rome took its orders away afterwards."""
    root = timed(folder, f"deadline: {DEADLINE}\n", cadence='{days: 7, at: "20:00", zone: Europe/Moscow}')
    commit(root, EARLY, {HUNS: SMALL[HUNS], ROME: SMALL[ROME]})
    commit(root, AFTER, {GOTHS: SMALL[GOTHS], HUNS: OTHER_HUNS, ROME: None})
    return root


def watched(monkeypatch: pytest.MonkeyPatch, at: Callable[[str], object]) -> None:
    """Call `at` after each step of writing a turn."""
    assert commit_turn.__kwdefaults__ is not None
    monkeypatch.setitem(commit_turn.__kwdefaults__, "at", at)


def stop_at(wanted: int) -> Callable[[str], None]:
    steps: list[str] = []

    def at(step: str) -> None:
        steps.append(step)
        if len(steps) > wanted:
            raise Killed

    return at


def test_cut_off_at_every_step(turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calm = late_campaign(tmp_path / "calm")
    steps: list[str] = []
    with monkeypatch.context() as there:
        watched(there, steps.append)
        assert turnproc("resolve", calm).code == 0
    wanted, start = contents(calm), git(calm, "rev-parse", "HEAD~")
    assert len(steps) > 20
    assert steps[-1] == "swept"
    for number in range(len(steps) - 1):
        root = tmp_path / str(number)
        git(tmp_path, "clone", "--quiet", calm.as_uri(), root.name)
        git(root, "tag", "--delete", "turn-001")
        git(root, "reset", "--quiet", "--hard", start)
        with monkeypatch.context() as there:
            watched(there, stop_at(number))
            with pytest.raises(Killed):
                resolve_turn(root)
        ran = turnproc("resolve", "--turn", "1", root)
        assert (ran.code, contents(root)) == (0, wanted), (steps[number], ran.err)
        assert git(root, "status", "--porcelain") == ""
        assert git(root, "rev-parse", "HEAD^{tree}") == git(calm, "rev-parse", "HEAD^{tree}")
    assert turnproc("verify", calm).code == 0


def test_files_that_change_meanwhile(turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off before anything is replaced, the turn is played anew from what is there then."""
    root = late_campaign(tmp_path / "a")

    def at(step: str) -> None:
        if step == "moved turns/001/late/goths.yaml":
            raise Killed

    with monkeypatch.context() as there:
        watched(there, at)
        with pytest.raises(Killed):
            resolve_turn(root)
    commit(root, BEFORE, {"turns/001/gm.yaml": f"turn: 1\nrulings: {{received/goths: {DEADLINE}}}\n"})
    assert turnproc("resolve", root).code == 0
    assert (root / GOTHS).read_text(encoding="utf-8") == SMALL[GOTHS]
    assert turnproc("verify", root).code == 0
