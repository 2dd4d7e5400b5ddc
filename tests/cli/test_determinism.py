"""The same campaign gives the same bytes in every process, whatever hash seed, order of files, zone, locale, folder."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import ROOT, python
from tests.git.helpers import contents
from turnproc.store.layout import Layout

FLAGSHIP = ROOT / "campaign" / "bellum-380"


def inputs() -> dict[str, bytes]:
    """The flagship as its people sent it."""
    results = ("journal.yaml", "report.")
    files = contents(FLAGSHIP)
    return {
        name: raw
        for name, raw in files.items()
        if not name.rpartition("/")[2].startswith(results) and (name[-10:] != "state.yaml" or "/000/" in name)
    }


def fresh(folder: Path, seed: int) -> Path:
    """The flagship with its files made in some order."""
    files = list(inputs().items())
    random.Random(seed).shuffle(files)
    for name, raw in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(raw)
    return folder


@pytest.fixture
def expected(turnproc: Turnproc, tmp_path: Path) -> dict[str, bytes]:
    """Turn 1 as this process resolves it."""
    root = fresh(tmp_path / "expected", 0)
    assert turnproc("resolve", "--no-commit", root).code == 0
    return contents(root)


@pytest.mark.parametrize("seed", range(6))
def test_hash_seeds_and_orders_of_files(tmp_path: Path, expected: dict[str, bytes], seed: int) -> None:
    root = fresh(tmp_path / "x" / "Проба пера", seed)
    env = {
        "PYTHONHASHSEED": str(seed),
        "TZ": ["UTC", "Asia/Tokyo", "America/St_Johns"][seed % 3],
        "LC_ALL": ["C", "C.UTF-8", "POSIX"][seed % 3],
        "PYTHONUTF8": str(seed % 2),
        "PYTHONOPTIMIZE": "1" if seed == 5 else "",
    }
    ran = python("-m", "turnproc", "resolve", "--no-commit", cwd=root, env=env)
    assert (ran.code, "Traceback" in ran.err) == (0, False), ran.err
    found = contents(root)
    assert found.keys() == expected.keys()
    assert {name for name in found if found[name] != expected[name]} == set()


def test_what_is_written_is_what_verify_and_report_make(turnproc: Turnproc, tmp_path: Path) -> None:
    root = fresh(tmp_path / "verified", 9)
    assert turnproc("resolve", "--no-commit", root).code == 0
    before = contents(root)
    assert turnproc("verify", root).code == 0
    for name in Layout(root).path("turns/001").glob("report.*"):
        target = {"md": "markdown", "bbcode": "bbcode", "html": "html"}[name.suffix[1:]]
        language = name.name.split(".")[1]
        out = turnproc("report", root, "--turn", "1", "-l", language, "-t", target).out
        assert out == name.read_text(encoding="utf-8"), name
    assert contents(root) == before


def test_names_and_capitals_in_orders_do_not_matter(turnproc: Turnproc, tmp_path: Path) -> None:
    """Ids or names in any language: only the hashes of the files differ."""
    states = []
    for number, (old, new) in enumerate([("tavrika", "tavrika"), ("tavrika", "ТАВРИКА"), ("tavrika", " таврики")]):
        root = fresh(tmp_path / str(number), 0)
        huns = root / "turns/001/orders/huns.yaml"
        huns.write_text(huns.read_text(encoding="utf-8").replace(old, f"'{new}'"), encoding="utf-8")
        assert turnproc("resolve", "--no-commit", root).code == 0
        journal = (root / "turns/001/journal.yaml").read_text(encoding="utf-8")
        states.append(((root / "turns/001/state.yaml").read_bytes(), journal.partition("\nphases:")[2]))
    assert states[0] == states[1] == states[2]


def test_a_copy_elsewhere_verifies(turnproc: Turnproc, tmp_path: Path) -> None:
    root = fresh(tmp_path / "one", 0)
    assert turnproc("resolve", "--no-commit", root).code == 0
    shutil.copytree(root, tmp_path / "b" / "c" / "two")
    assert turnproc("verify", tmp_path / "b" / "c" / "two").code == 0
