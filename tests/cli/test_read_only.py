"""A folder that may be read but not written, by somebody who is not root: looking works, writing says what is wrong."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, JOURNAL, SMALL, Ran
from tests.git.helpers import contents, make_repository, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")

NOBODY = 65534
Call: TypeAlias = Callable[..., Ran]


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that other users can reach, which pytest's own are not."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        (Path(folder) / "tmp").mkdir()
        (Path(folder) / "tmp").chmod(0o777)
        monkeypatch.setattr(tempfile, "tempdir", f"{folder}/tmp")
        yield Path(folder)
        for path in Path(folder).rglob("*"):
            if not path.is_symlink():
                path.chmod(0o755)


@pytest.fixture
def as_nobody(turnproc: Turnproc, repository: Path) -> Call:
    """Run a command as a user without any rights, if whoever runs the tests may become one."""
    # Python itself may lie where nobody else may read: everything is loaded before.
    for command in ("resolve", "verify", "report"):
        assert turnproc(command, repository).code == 0

    def call(*arguments: str | Path) -> Ran:
        was_root = os.geteuid() == 0
        if was_root:
            os.seteuid(NOBODY)
        try:
            return turnproc(*arguments)
        finally:
            if was_root:
                os.seteuid(0)

    return call


def read_only(folder: Path) -> Path:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return folder


def test_looking_works(public: Path, as_nobody: Call, turnproc: Turnproc) -> None:
    write(public / "small", dict(SMALL))
    assert turnproc("resolve", "--no-commit", public / "small").code == 0
    root = read_only(public / "small")
    before = contents(root)
    for command in (["validate"], ["status"], ["report"], ["verify"], ["resolve", "--dry-run"]):
        assert as_nobody(*command, root).code == 0, command
    assert contents(root) == before


def test_writing_says_what_is_wrong(public: Path, as_nobody: Call) -> None:
    write(public / "small", dict(SMALL))
    root = read_only(public / "small")
    before = contents(root)
    ran = as_nobody("resolve", "--no-commit", root)
    assert (ran.code, ran.out) == (1, "")
    assert str(root) in ran.err
    assert "permission" in ran.err
    assert contents(root) == before


@pytest.mark.parametrize("folder", ["turns", "turns/001"])
def test_only_a_folder_is_read_only(public: Path, as_nobody: Call, folder: str) -> None:
    root = public / "small"
    write(root, dict(SMALL))
    for path in (root, *root.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    (root / folder).chmod(0o555)
    before = contents(root)
    ran = as_nobody("resolve", "--no-commit", root)
    assert (ran.code, ran.out) == (1, "")
    assert "permission" in ran.err
    assert contents(root) == before
    # Once that is mended, the same command works.
    (root / folder).chmod(0o777)
    assert as_nobody("resolve", "--no-commit", root).code == 0
    assert (root / JOURNAL).exists()


def test_a_report_where_one_may_not_write(public: Path, as_nobody: Call, turnproc: Turnproc) -> None:
    write(public / "small", dict(SMALL))
    assert turnproc("resolve", "--no-commit", public / "small").code == 0
    root = read_only(public / "small")
    for place in (root / "x.md", root / JOURNAL, root, Path("/no such folder/x.md"), root / "campaign.yaml" / "x.md"):
        ran = as_nobody("report", root, "--output", place)
        assert (ran.code, ran.out) == (1, ""), place
        assert str(place) in ran.err


def test_a_file_that_may_not_be_read(public: Path, as_nobody: Call) -> None:
    root = public / "small"
    write(root, dict(SMALL))
    for name in (HUNS, "turns/001/orders", "map.yaml", "campaign.yaml"):
        (root / name).chmod(0)
        for command in ("validate", "status", "resolve"):
            ran = as_nobody(command, *(["--dry-run"] if command == "resolve" else []), root)
            assert (ran.code, ran.out) == (1, ""), name
            assert name in ran.err
        (root / name).chmod(0o755)


def test_a_repository_of_somebody_else(public: Path, as_nobody: Call) -> None:
    """git itself refuses it, and its own words are shown."""
    if os.geteuid() != 0:
        pytest.skip("only root can make files of somebody else")
    write(public / "small", dict(SMALL))
    root = make_repository(public / "small")
    for path in (root, *root.rglob("*")):
        if ".git" not in path.parts:
            path.chmod(0o777 if path.is_dir() else 0o666)
    before = contents(root)
    ran = as_nobody("resolve", root)
    assert (ran.code, ran.out) == (1, "")
    assert "dubious ownership" in ran.err
    assert contents(root) == before
    assert as_nobody("status", root).code == 0


def test_git_may_not_write(public: Path, as_nobody: Call) -> None:
    """The turn is written, the commit is not; the next run commits it."""
    root = public / "small"
    write(root, dict(SMALL))
    make_repository(root)
    if os.geteuid() == 0:
        for path in (root, *root.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    (root / ".git").chmod(0o555)
    ran = as_nobody("resolve", root)
    assert (ran.code, ran.out) == (1, "")
    assert "git" in ran.err
    (root / ".git").chmod(0o755)
    assert as_nobody("resolve", root).code == 0
    assert (root / ".git/refs/tags/turn-001").exists()
    assert as_nobody("verify", root).code == 0
