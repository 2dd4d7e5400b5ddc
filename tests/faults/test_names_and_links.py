"""Names that are one name on some systems, links where folders should be: nothing is guessed, nothing is followed."""

from __future__ import annotations

import sys
import unicodedata
from itertools import product
from pathlib import Path
from typing import Literal

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, JOURNAL, RESULTS, SMALL, orders
from tests.effort import some
from tests.git.helpers import committed_names, contents, git, make_repository, write

JSON = ("--format", "json")
FOLDER = "turns/001/orders"
ALIKE = [
    ("huns.yaml", "Huns.yaml"),
    ("huns.yaml", "HUNS.yaml"),
    ("huns.yaml", "huns.YAML"),
    ("huns.yaml", "huns.yml"),
    ("huns.yaml", "ｈｕｎｓ.yaml"),
    ("й.yaml", unicodedata.normalize("NFD", "й.yaml")),
    ("å.yaml", "å.yaml".upper()),
    ("å.yaml", unicodedata.normalize("NFD", "å.yaml")),
    ("ß.yaml", "ss.yaml"),
    ("ﬁ.yaml", "fi.yaml"),
]


LINKED = list(product(["turns", "turns/000", "turns/001", FOLDER], ["inside", "outside"]))
TARGETS = ["nothing", "map.yaml", "outside"]
RESULTS_LINKED = list(product([name for name in RESULTS if name != JOURNAL], TARGETS))


@pytest.mark.parametrize(("one", "other"), some(ALIKE, 5))
def test_two_files_that_are_one_elsewhere(turnproc: Turnproc, small: Path, one: str, other: str) -> None:
    """Neither counts, whichever a system would show; the turn stops, and says which two."""
    (small / HUNS).unlink()
    write(small, {f"{FOLDER}/{one}": orders("huns"), f"{FOLDER}/{other}": orders("huns", "{hold: 4, in: tavrika}")})
    if len(list((small / FOLDER).iterdir())) < 4:
        pytest.skip("they are one file here")
    make_repository(small)
    before = contents(small)
    problems = turnproc("validate", small, *JSON).data["problems"]
    clashes = [problem["file"] for problem in problems if problem["code"] == "C005"]
    assert sorted(clashes) == sorted([f"{FOLDER}/{one}", f"{FOLDER}/{other}"])
    ran = turnproc("resolve", small)
    assert (ran.code, ran.out) == (1, "")
    assert contents(small) == before
    # Without both of them, at the game master's word; a file that is no orders file at all has to go first.
    rejected = turnproc("resolve", small, "--reject-invalid")
    assert rejected.code == (0 if one.endswith(".yaml") and other.endswith(".yaml") else 1)
    if rejected.code == 0:
        journal = (small / JOURNAL).read_text(encoding="utf-8")
        assert "no_orders: huns" in journal
        assert turnproc("verify", small).code == 0


@pytest.mark.skipif(sys.platform == "darwin", reason="git stores names in one form there")
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_campaign_whose_folder_has_an_accent(turnproc: Turnproc, tmp_path: Path, form: Literal["NFC", "NFD"]) -> None:
    """git, the system and turnproc have to mean the same name, whichever way it is stored."""
    top = tmp_path / "larger"
    name = unicodedata.normalize(form, "Игры й é å")
    root = top / name
    write(root, dict(SMALL))
    make_repository(top)
    assert turnproc("resolve", root).code == 0
    assert committed_names(top) == sorted(f"{name}/{each}" for each in RESULTS)
    assert git(top, "status", "--porcelain", "--untracked-files=all") == ""
    assert turnproc("verify", root).code == 0
    write(root, {HUNS: orders("huns")})
    assert HUNS in turnproc("resolve", root).err


ODD = [
    "-rf",
    "--no-commit",
    "a b",
    "[x]",
    "*",
    ":(top)",
    "~",
    "@{u}",
    "@",
    "x..y",
    "a'b",
    "é\u202e",
    ".x.lock",
    "x.lock.",
]


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize("name", some(ODD, 3))
def test_a_campaign_whose_folder_has_an_odd_name(turnproc: Turnproc, tmp_path: Path, name: str) -> None:
    top = tmp_path / "larger"
    try:
        write(top / name, dict(SMALL))
    except OSError:
        pytest.skip("no such names here")
    make_repository(top)
    ran = turnproc("resolve", top / name)
    assert (ran.code, ran.err) == (0, "")
    assert committed_names(top) == sorted(f"{name}/{each}" for each in RESULTS)
    assert "turn-001" in git(top, "tag")
    assert turnproc("verify", top / name).code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize(("folder", "where"), some(LINKED, 4))
def test_a_folder_that_is_a_link(turnproc: Turnproc, small: Path, folder: str, where: str) -> None:
    """Orders of others, states of other campaigns: nothing is read through it and nothing is written through it."""
    target = (small if where == "inside" else small.parent) / "elsewhere"
    (small / folder).rename(target)
    (small / folder).symlink_to(target, target_is_directory=True)
    make_repository(small)
    before = contents(small.parent)
    for command in (["resolve"], ["resolve", "--no-commit", "--reject-invalid"], ["resolve", "--dry-run"]):
        ran = turnproc(*command, small)
        assert (ran.code, ran.out) == (1, ""), command
        assert folder in ran.err
        assert contents(small.parent) == before
    assert turnproc("validate", small).code == 1
    assert (small / folder).is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize(("name", "target"), some(RESULTS_LINKED, 4))
def test_a_result_that_is_a_link(turnproc: Turnproc, small: Path, name: str, target: str) -> None:
    """A link where the turn wants to write, sent before it is played."""
    outside = small.parent / "outside"
    outside.write_text("somebody's\n", encoding="utf-8")
    (small / name).symlink_to({"nothing": small / "no such file", "map.yaml": small / "map.yaml"}.get(target, outside))
    before = contents(small.parent)
    ran = turnproc("resolve", "--no-commit", small)
    assert (ran.code, ran.out) == (1, "")
    assert name in ran.err
    assert contents(small.parent) == before
