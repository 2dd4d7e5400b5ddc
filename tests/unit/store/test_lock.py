"""The lock goes with the process that holds it, and leaves nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from turnproc.store.errors import OperatorError
from turnproc.store.lock import LOCK_FILE, campaign_lock

HOLD = """
import os, sys
from pathlib import Path
from turnproc.store.lock import campaign_lock

with campaign_lock(Path(sys.argv[1])):
    os._exit(77)
"""


def test_one_at_a_time_and_nothing_left(tmp_path: Path) -> None:
    with campaign_lock(tmp_path):
        with pytest.raises(OperatorError) as refused, campaign_lock(tmp_path):
            pass
        assert refused.value.key == "O005"
    with campaign_lock(tmp_path):
        pass
    assert [path.name for path in tmp_path.iterdir()] in ([], [LOCK_FILE])


def test_an_error_inside_gives_it_back(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), campaign_lock(tmp_path):
        _ = 1 / 0
    with campaign_lock(tmp_path):
        pass


def test_a_killed_process_locks_nobody_out(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", HOLD, str(tmp_path)], check=False)
    assert killed.returncode == 77
    assert (tmp_path / LOCK_FILE).exists()
    with campaign_lock(tmp_path):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete what is open")
def test_the_file_deleted_meanwhile_is_no_lock(tmp_path: Path) -> None:
    with campaign_lock(tmp_path):
        (tmp_path / LOCK_FILE).unlink()
        with campaign_lock(tmp_path):
            assert (tmp_path / LOCK_FILE).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_the_lock_is_not_made_through_a_link(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OperatorError), campaign_lock(tmp_path):
        pass
    assert not (tmp_path / "elsewhere").exists()
