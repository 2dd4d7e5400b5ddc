"""The checker that docs/dice.md prints needs nothing of turnproc, and it finds what was changed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.guides import ROOT

PAGE = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
PROGRAM = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PLAYERS = ("clans", "frekre", "horde", "orlan", "riders")


def checked(folder: Path, turn: int) -> subprocess.CompletedProcess[str]:
    (program,) = PROGRAM
    (folder / "check.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "check.py", "campaign", str(turn), *PLAYERS]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "campaign" / "frekre-raid", tmp_path / "campaign")
    return tmp_path


@pytest.mark.parametrize("turn", [2, 3])
def test_the_demonstration_is_as_it_has_to_be(folder: Path, turn: int) -> None:
    ran = checked(folder, turn)
    assert (ran.returncode, ran.stdout) == (0, "as it has to be\n"), ran.stderr


CHANGES = [
    ("turns/002/orders/clans.yaml", "attack", "accept", "the seed does not follow"),
    ("turns/002/journal.yaml", "[2, 5, 4, 5]", "[2, 5, 4, 6]", "is not what follows from the seed"),
    ("turns/002/journal.yaml", "revealed: ", "revealed: 00", "the seed does not follow"),
    ("campaign.yaml", "seed_chain: sha256:", "seed_chain: sha256:00", "the link is not of the chain"),
]


@pytest.mark.parametrize(("file", "old", "new", "told"), CHANGES)
def test_what_was_changed_is_found(folder: Path, file: str, old: str, new: str, told: str) -> None:
    path = folder / "campaign" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    ran = checked(folder, 2)
    assert ran.returncode == 1
    assert told in ran.stderr


def test_it_is_as_short_as_the_page_says() -> None:
    (program,) = PROGRAM
    rows = [row for row in program.splitlines() if row.strip() and not row.startswith(("import", "from"))]
    assert len(rows) <= 40
