"""What turnproc puts somewhere for a moment, sent by a stranger's pull request: it is never taken for turnproc's own.

A folder `turns/.turnproc-001` with a manifest was once finished like one's own: any file could be put in any place, a
hook into `.git` too.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, SMALL
from tests.effort import some
from tests.git.helpers import contents, git, make_repository, write
from turnproc.resources import locale_folder
from turnproc.store.transaction import content_hash

THEIRS = b"#!/bin/sh\necho theirs\n"
STAGING = "turns/.turnproc-001"
Spoil = Callable[[dict[str, Any]], Any]


def plant(root: Path, name: str = "turns/001/report.en.md", replaces: str | None = None, **more: Any) -> dict[str, Any]:
    """A folder as a run leaves it that was cut off, with one file."""
    manifest: dict[str, Any] = {
        "format": "turnproc.write/1",
        "turn": 1,
        "commit": "Turn 1 resolved",
        "files": [{"name": name, "content": content_hash(THEIRS), "replaces": replaces}],
        **more,
    }
    write(root, {f"{STAGING}/0000": THEIRS.decode(), f"{STAGING}/manifest.json": json.dumps(manifest)})
    (root / STAGING / "0000").chmod(0o755)
    return manifest


def content_of(root: Path, name: str) -> str | None:
    path = root / name
    return content_hash(path.read_bytes()) if path.is_file() else None


NAMES = (
    ".git/hooks/post-checkout",
    "turns/001/.git/hooks/post-checkout",
    "turns/001/.GIT/config",
    "turns/001/.gitattributes",
    "turns/001/../../.git/hooks/post-checkout",
    "turns/001/./x",
    "turns/001//x",
    "turns/001",
    "turns/001/",
    "turns/001/x\\..\\..\\..\\y",
    "turns/001/C:\\y",
    "turns/002/journal.yaml",
    "turns/000/state.yaml",
    "turns/.turnproc-001/manifest.json",
    "campaign.yaml",
    "../outside.txt",
    "/tmp/outside.txt",
    "",
    HUNS,
    GM,
    "turns/001/received.yaml",
    "turns/001/turn.yaml",
    "turns/001/orders",
    "turns/001/report.en.md",
    JOURNAL,
)


@pytest.mark.parametrize("name", some(NAMES, 5))
def test_by_pull_request(turnproc: Turnproc, small: Path, name: str) -> None:
    plant(small, name, content_of(small, name) if name else None)
    top = make_repository(small)
    before = contents(top)
    (top / ".git/hooks").mkdir(exist_ok=True)
    for arguments in ((), ("--turn", "1"), ("--no-commit",)):
        ran = turnproc("resolve", *arguments, small)
        assert (ran.code, ran.out) == (1, "")
        assert STAGING in ran.err
        assert "delete" in ran.err
        assert contents(top) == before
        assert list((top / ".git/hooks").iterdir()) == []
        assert git(top, "log", "--format=%s") == "Start"
    # Whoever does as told can go on.
    git(top, "rm", "-r", "--quiet", STAGING)
    git(top, "commit", "--quiet", "--message=Not ours")
    assert turnproc("resolve", small).code == 0
    assert turnproc("verify", small).code == 0


@pytest.mark.parametrize("name", NAMES)
def test_by_mail(turnproc: Turnproc, small: Path, name: str) -> None:
    """Without git nobody can tell whose it is: even so nothing of it gets anywhere."""
    plant(small, name, content_of(small, name) if name else None)
    before = contents(small)
    ran = turnproc("resolve", "--no-commit", small)
    if ran.code:
        assert STAGING in ran.err
        assert contents(small) == before
    else:
        # It could have been ours: it is cleared away, and the turn is played anew.
        after = contents(small)
        assert THEIRS not in after.values()
        assert {each: after[each] for each in SMALL} == {each: text.encode() for each, text in SMALL.items()}
        assert turnproc("verify", small).code == 0


SPOILT: dict[str, Spoil] = {
    "not even a mapping": lambda manifest: [manifest],
    "nothing": lambda _: None,
    "a number": lambda _: 1e400,
    "another format": lambda manifest: {**manifest, "format": "turnproc.write/2"},
    "another turn": lambda manifest: {**manifest, "turn": 2},
    "a turn in words": lambda manifest: {**manifest, "turn": "1"},
    "no turn": lambda manifest: {key: value for key, value in manifest.items() if key != "turn"},
    "no files": lambda manifest: {key: value for key, value in manifest.items() if key != "files"},
    "files that are none": lambda manifest: {**manifest, "files": "turns/001/x"},
    "a file that is none": lambda manifest: {**manifest, "files": [None]},
    "a name that is none": lambda manifest: {**manifest, "files": [{**manifest["files"][0], "name": ["x"]}]},
    "a hash that is none": lambda manifest: {**manifest, "files": [{**manifest["files"][0], "content": 5}]},
    "replaces what is no hash": lambda manifest: {**manifest, "files": [{**manifest["files"][0], "replaces": {}}]},
    "a message that is none": lambda manifest: {**manifest, "commit": ["x"]},
    "a list in a list in a list": lambda _: ...,
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_manifest_of_another_form(turnproc: Turnproc, small: Path, spoil: Spoil) -> None:
    made = spoil(plant(small))
    text = "[" * 100_000 if made is ... else json.dumps(made)
    write(small, {f"{STAGING}/manifest.json": text})
    before = contents(small)
    ran = turnproc("resolve", "--no-commit", small)
    assert (ran.code, ran.out) == (1, "")
    assert STAGING in ran.err
    assert contents(small) == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("which", ["folder", "manifest", "file"])
def test_links(turnproc: Turnproc, small: Path, which: str) -> None:
    """What they lead to is neither put into the turn nor deleted."""
    plant(small)
    elsewhere = small.parent / "elsewhere"
    path = small / {"folder": STAGING, "manifest": f"{STAGING}/manifest.json", "file": f"{STAGING}/0000"}[which]
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    before = contents(small.parent)
    ran = turnproc("resolve", "--no-commit", small)
    after = contents(small.parent)
    assert {name: after[name] for name in before if name.startswith("elsewhere")} == {
        name: raw for name, raw in before.items() if name.startswith("elsewhere")
    }
    if ran.code:
        assert STAGING in ran.err
        assert after == before
    else:
        assert not any(path.is_symlink() for path in small.rglob("*"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_the_lock_is_a_link(turnproc: Turnproc, small: Path) -> None:
    elsewhere = small.parent / "elsewhere"
    elsewhere.write_text("somebody's\n", encoding="utf-8")
    (small / ".turnproc-lock").symlink_to(elsewhere)
    ran = turnproc("resolve", "--no-commit", small)
    assert (ran.code, ran.out) == (1, "")
    assert ".turnproc-lock" in ran.err
    assert elsewhere.read_text(encoding="utf-8") == "somebody's\n"


@pytest.mark.parametrize("name", [".turnproc-lock", STAGING])
def test_something_else_in_the_place(turnproc: Turnproc, small: Path, name: str) -> None:
    """A folder where the lock should be, a file where the folder should be."""
    write(small, {f".turnproc-lock/{name}": "x\n"} if name == ".turnproc-lock" else {name: "x\n"})
    before = contents(small)
    ran = turnproc("resolve", "--no-commit", small)
    assert (ran.code, ran.out) == (1, "")
    assert name in ran.err
    assert contents(small) == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_the_draft_of_a_schema_is_a_link(turnproc: Turnproc, tmp_path: Path) -> None:
    """`schema --write` wrote through it, wherever it led."""
    root = tmp_path / "campaign"
    assert turnproc("new", root, "--ruleset", "bellum", "--no-commit").code == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("somebody's\n", encoding="utf-8")
    schemas = [path for path in root.rglob("*.json") if "schema" in path.name]
    assert schemas
    for path in schemas:
        path.write_bytes(path.read_bytes() + b"\n")
        path.with_name(f".turnproc-{path.name}").symlink_to(elsewhere)
    assert turnproc("schema", "--write", root).code == 0
    assert elsewhere.read_text(encoding="utf-8") == "somebody's\n"
    assert not list(root.rglob(".turnproc-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_the_draft_of_imported_orders_is_a_link(turnproc: Turnproc, small: Path) -> None:
    elsewhere = small.parent / "elsewhere"
    elsewhere.write_text("somebody's\n", encoding="utf-8")
    (small / HUNS).unlink()
    (small / HUNS).with_name(f".turnproc-{Path(HUNS).name}").symlink_to(elsewhere)
    text = small.parent / "forum.txt"
    text.write_text("Huns:\n1: Tavrika\n", encoding="utf-8")
    turnproc("orders", "import", text, "--campaign", small)
    assert elsewhere.read_text(encoding="utf-8") == "somebody's\n"
    # Whatever came of it the first time: run again it works.
    assert turnproc("orders", "import", text, "--campaign", small).code == 0
    assert not os.path.lexists((small / HUNS).with_name(f".turnproc-{Path(HUNS).name}"))


def test_the_name_of_a_ruleset_leads_to_no_other_catalogue(turnproc: Turnproc, small: Path) -> None:
    """`ruleset` in campaign.yaml names the catalogue too: texts of a stranger's must not speak for turnproc."""
    for language, ours, theirs in (("ru", "ошибка", "обмана"), ("sv", "fel", "gul")):
        folder = locale_folder() / language / "LC_MESSAGES"
        (small / "theirs.mo").write_bytes((folder / "turnproc.mo").read_bytes().replace(ours.encode(), theirs.encode()))
        domain = os.path.relpath(small / "theirs", folder)
        write(small, {"campaign.yaml": SMALL["campaign.yaml"].replace("ruleset: bellum", f"ruleset: {domain}")})
        for command in ("validate", "status"):
            ran = turnproc(command, small, "-l", language)
            assert ours in ran.err
            assert theirs not in ran.out + ran.err
