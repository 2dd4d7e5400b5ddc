"""Quotas, disks that are really full, no place for temporary files: by the system itself, git included."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import RESULTS, ROOT, SMALL, Ran
from tests.effort import some
from tests.faults.campaigns import FOLDER, Turn, finished
from tests.faults.disturbed import Disturbed
from tests.git.helpers import contents, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such limits")

# No file may become larger: from nothing, over each of the results, to more than all of them need.
SIZES = [
    0,
    1,
    2,
    20,
    60,
    100,
    150,
    200,
    300,
    400,
    500,
    600,
    800,
    1000,
    1200,
    1500,
    2000,
    3000,
    4000,
    8000,
    16000,
    10**6,
]


@pytest.mark.parametrize("size", some(SIZES, 4))
def test_a_quota(turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, size: int) -> None:
    top = tmp_path / "larger"
    root = turn.copy(top)
    ran = disturbed.run("resolve", cwd=root, file_size=size)
    if ran.code == 0:
        assert turn.check_old_or_new(top)
    else:
        assert ran.code == 1, ran.err
        assert "Traceback" not in ran.err
        turn.check_old_or_new(top)
    for lock in (top / ".git").rglob("*.lock"):
        # git was ended in the middle by the system, and its lock is for a person to take away.
        again = turnproc("resolve", "--turn", "1", root)
        assert again.code == 0 or lock.name in again.err or "resolved already" in again.err
        lock.unlink()
    finished(turnproc, turn, top)


# In a name space of our own, where everybody may mount: a disk of so many blocks, the campaign on it, one run, a look.
SMALL_DISK = """
set -e
mount -t tmpfs -o size="$1" tmpfs "$2"
cp -r "$3/." "$2/"
cd "$2"
code=0
"$4" -m turnproc resolve --no-commit . >"$5/out" 2>"$5/err" || code=$?
cp -r "$2" "$5/after"
exit "$code"
"""


def on_a_small_disk(tmp_path: Path, source: Path, size: int) -> tuple[Ran, Path]:
    """Resolve on a disk of so many bytes; gives what was said and what was on the disk afterwards."""
    place = tmp_path / str(size)
    (place / "disk").mkdir(parents=True)
    ran = subprocess.run(
        [
            *("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK, "sh"),
            *(str(size), str(place / "disk"), str(source), sys.executable, str(place)),
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if not (place / "err").exists() or not (place / "after").exists():
        pytest.skip(f"no disk of our own here: {ran.stderr}")
    out, err = ((place / name).read_text(encoding="utf-8") for name in ("out", "err"))
    return Ran(ran.returncode, out, err), place / "after"


@pytest.mark.skipif(shutil.which("unshare") is None, reason="no name spaces here")
def test_a_full_disk(turnproc: Turnproc, small: Path, tmp_path: Path) -> None:
    before = contents(small)
    calm = tmp_path / "calm"
    write(calm, dict(SMALL))
    assert turnproc("resolve", "--no-commit", calm).code == 0
    after = contents(calm)
    # Each file takes whole pages.
    page = os.sysconf("SC_PAGE_SIZE")
    used = sum(-(-len(raw) // page) for raw in before.values())
    needed = sum(-(-len(raw) // page) for raw in after.values()) - used
    seen = set()
    for more in some(range(needed + 6), 2):
        ran, left = on_a_small_disk(tmp_path, small, (used + more) * page)
        seen.add(ran.code)
        if ran.code == 0:
            assert contents(left) == after
            continue
        assert (ran.code, ran.out) == (1, "")
        assert "the disk is full" in ran.err
        assert "make room" in ran.err
        assert contents(left) == before
        assert turnproc("resolve", "--no-commit", left).code == 0
        assert contents(left) == after
    assert 1 in seen


@pytest.fixture
def no_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place for temporary files that there is not."""
    with monkeypatch.context() as there:
        there.setattr("tempfile.tempdir", str(tmp_path / "no such place"))
        there.setenv("TMPDIR", str(tmp_path / "no such place"))
        yield tmp_path / "no such place"


def test_no_place_for_temporary_files(
    turn: Turn, turnproc: Turnproc, tmp_path: Path, no_temporary_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was said to be a bug of turnproc."""
    top = tmp_path / "larger"
    root = turn.copy(top)
    ran = turnproc("resolve", root)
    assert (ran.code, ran.out) == (1, "")
    assert str(no_temporary_files) in ran.err
    turn.check_old_or_new(top)
    for command in ("validate", "status", "report", "verify"):
        assert turnproc(command, root).code in (0, 1)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    finished(turnproc, turn, top)


def test_a_disk_that_is_full_for_temporary_files(
    turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path
) -> None:
    """It was said that there is no room for what is printed, and nothing was printed any more."""
    operations = disturbed.run("resolve", cwd=turn.copy(tmp_path / "calm")).operations
    places = [at for at, each in enumerate(operations) if each.startswith("open ") and "turnproc" not in each]
    assert places
    for at in places:
        top = tmp_path / str(at)
        fault = {"kind": "error", "at": at, "errno": errno.ENOSPC}
        ran = disturbed.run("resolve", cwd=turn.copy(top), fault=fault)
        if ran.code:
            assert "stdout" not in ran.err
            assert "the disk is full" in ran.err
        finished(turnproc, turn, top)


@pytest.mark.parametrize("command", some(["resolve", "validate", "status", "report", "verify"], 2))
def test_the_current_folder_is_gone(disturbed: Disturbed, tmp_path: Path, command: str) -> None:
    """It was said to be a bug of turnproc."""
    gone = tmp_path / "gone"
    gone.mkdir()
    ran = disturbed.run(command, cwd=gone, remove_cwd=True)
    assert (ran.code, ran.out) == (1, "")
    assert "there is no folder" in ran.err
    assert not (tmp_path / "gone").exists()


def test_the_output_has_no_room(tmp_path: Path) -> None:
    """A quota that ends while the report is printed into a file. It was said to be a bug."""
    root = tmp_path / "small"
    write(root, dict(SMALL))
    command = f'ulimit -f 1; "{sys.executable}" -m turnproc resolve --dry-run >"{tmp_path}/report"'
    ran = subprocess.run(
        ["sh", "-c", command],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 1
    assert "stdout" in ran.stderr
    assert "bug" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_results_are_those_of_the_calm_turn(turn: Turn) -> None:
    assert {f"{FOLDER}/{name}" for name in RESULTS} == turn.after.keys() - turn.before.keys()
