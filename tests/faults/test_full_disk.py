"""The system refuses any one of the things that a run does: it says which and why, and the next run is as usual."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.effort import some
from tests.faults.campaigns import Turn, finished
from tests.faults.disturbed import Disturbed, Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")

# What is said, and where it is said in the system's own words.
WORDS = {"ENOSPC": "the disk is full", "EACCES": "no permission", "EROFS": "no permission", "EIO": "Input/output error"}
PARTS = 2


def told(ran: Run) -> None:
    """In two lines: what is wrong, and what to do."""
    assert (ran.code, ran.out) == (1, ""), (ran.code, ran.err)
    wrong, hint = ran.err.splitlines()
    assert wrong.startswith("turnproc: ")
    assert hint.startswith("    ")
    assert len(hint) > 20


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("name", "quick"), [("ENOSPC", 4), ("EACCES", 1), ("EROFS", 1), ("EIO", 1)])
def test_refused(
    turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, name: str, quick: int, part: int
) -> None:
    operations = disturbed.run("resolve", cwd=turn.copy(tmp_path / "calm")).operations
    fault = {"kind": "error", "errno": getattr(errno, name)}
    for at in some(range(part, len(operations), PARTS), quick):
        top, operation = tmp_path / f"{at}", operations[at]
        root = turn.copy(top)
        ran = disturbed.run("resolve", cwd=root, fault={**fault, "at": at})
        is_played = turn.check_old_or_new(top)
        if ran.code == 0:
            # What is only a courtesy, or only clears up.
            assert is_played
            assert ran.err == "", operation
        else:
            told(ran)
            assert WORDS[name] in ran.err or operation.startswith("git "), (operation, ran.err)
        finished(turnproc, turn, top)
