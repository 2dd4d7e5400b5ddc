"""Folders that may be read and not written, by a process without rights, git included.

Whoever runs the tests as root becomes nobody for it; whoever does not has no rights as it is.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.effort import some
from tests.faults.campaigns import FOLDER, Turn
from tests.faults.disturbed import Disturbed, Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")

NOBODY = 65534


class Public:
    """A folder that nobody owns and everybody can reach, which pytest's own are not."""

    def __init__(self, folder: Path, turn: Turn, disturbed: Disturbed) -> None:
        self.top = folder / "larger"
        self.root = turn.copy(self.top)
        self._temporary = folder / "tmp"
        self._temporary.mkdir()
        self._temporary.chmod(0o777)
        self._disturbed = disturbed
        self.is_root = os.geteuid() == 0
        if self.is_root:
            for path in (self.top, *self.top.rglob("*")):
                os.chown(path, NOBODY, NOBODY)

    def run(self, *arguments: str) -> Run:
        """Run turnproc without rights."""
        env = {"TMPDIR": str(self._temporary), "HOME": str(self._temporary)}
        return self._disturbed.run(*arguments, cwd=self.root, user=NOBODY if self.is_root else None, env=env)


@pytest.fixture
def public(turn: Turn, disturbed: Disturbed, monkeypatch: pytest.MonkeyPatch) -> Iterator[Public]:
    # Root looks into what is nobody's.
    for name, value in {"COUNT": "1", "KEY_0": "safe.directory", "VALUE_0": "*"}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Public(Path(folder), turn, disturbed)
        for path in Path(folder).rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)


PLACES = [
    *(".", "turns", "turns/001"),
    *(".git", ".git/objects", ".git/refs", ".git/refs/heads", ".git/refs/tags", ".git/logs", ".git/logs/refs/heads"),
]


@pytest.mark.parametrize("place", some(PLACES, 4))
def test_one_folder_is_read_only(turn: Turn, public: Public, place: str) -> None:
    folder = public.top / place if place.startswith(".git") else public.root / place
    mode = folder.stat().st_mode
    folder.chmod(0o555)
    for _ in range(2):
        ran = public.run("resolve", "--turn", "1")
        is_played = turn.check_old_or_new(public.top)
        if ran.code == 0 or "resolved already" in ran.err:
            # Not all of git's folders are needed.
            assert is_played
            continue
        assert (ran.code, ran.out) == (1, "")
        assert "ermission" in ran.err or "unable to create" in ran.err
        assert ran.err.count("\n") == 2
        assert is_played == place.startswith(".git")
    for command in ("status", "validate"):
        assert public.run(command).code == 0
    folder.chmod(mode)
    again = public.run("resolve", "--turn", "1")
    assert again.code == 0 or "resolved already" in again.err
    turn.check_new(public.top)


def test_everything_is_read_only(turn: Turn, public: Public) -> None:
    for path in (public.top, *public.top.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for command in ("validate", "status"):
        assert public.run(command).code == 0
    assert public.run("resolve", "--dry-run").code == 0
    assert public.run("verify").code == 0
    for arguments in ((), ("--no-commit",)):
        ran = public.run("resolve", *arguments)
        assert (ran.code, ran.out) == (1, "")
        assert "no permission to write" in ran.err
    assert not turn.check_old_or_new(public.top)


FILES = ["campaign.yaml", "map.yaml", "turns/000/state.yaml", "turns/001/orders/huns.yaml"]


@pytest.mark.parametrize("name", some(FILES, 2))
def test_a_file_is_not_to_be_read(turn: Turn, public: Public, name: str) -> None:
    (public.root / name).chmod(0)
    for arguments in (["resolve", "--no-commit"], ["validate"], ["status"]):
        ran = public.run(*arguments)
        assert (ran.code, ran.out) == (1, "")
        assert Path(name).name in ran.err
        assert "Permission denied" in ran.err or "no permission" in ran.err
    (public.root / name).chmod(0o644)
    assert not turn.check_old_or_new(public.top)


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid"), reason="no users")
def test_what_somebody_else_left(turn: Turn, public: Public, turnproc: Turnproc) -> None:
    """Root resolved once, was cut off, and nobody comes after: a folder of root's is in the way."""
    staging = public.root / "turns/.turnproc-001"
    staging.mkdir()
    (staging / ".gitignore").write_bytes(b"*\n")
    (staging / "0000").write_bytes(b"half")
    staging.chmod(0o555)
    ran = public.run("resolve")
    assert (ran.code, ran.out) == (1, "")
    assert ".turnproc-001" in ran.err
    assert "permission" in ran.err
    assert not turn.check_old_or_new(public.top)
    staging.chmod(0o755)
    shutil.rmtree(staging)
    assert public.run("resolve").code == 0
    turn.check_new(public.top)
    assert turnproc("status", public.top / FOLDER).code == 0
