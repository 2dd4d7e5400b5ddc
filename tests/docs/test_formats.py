"""Figures and shapes of docs/formats.md: limits, dice, words of `status`, keys of JSON."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.docs.guides import ROOT, Scratch
from turnproc.actions.dice import Verdict, Which
from turnproc.actions.status import Sent
from turnproc.cli.app import run
from turnproc.engine.dice import faces
from turnproc.engine.seeds import turn_seed
from turnproc.source.limits import CAMPAIGN, ORDERS

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")


def section(command: str) -> str:
    start = PAGE.index(f"\n### {command}\n")
    return PAGE[start : PAGE.index("\n##", start + 1)]


def test_limits() -> None:
    for name, limits, size in (("orders", ORDERS, "64 KiB"), ("all others", CAMPAIGN, "64 MiB")):
        assert f"| {name} | {size} | {limits.depth} levels | {limits.nodes:,} |" in PAGE
    assert (ORDERS.size, CAMPAIGN.size) == (64 << 10, 64 << 20)


def test_dice() -> None:
    table = re.findall(r"^\| `(\S+)` \| `(\d+)d(\d+)` \| ([\d, ]+) \|$", PAGE, re.MULTILINE)
    assert len(table) == 2
    for label, count, sides, shown in table:
        assert faces(bytes(32), label, int(count), int(sides)) == tuple(map(int, shown.split(", ")))


def test_seed() -> None:
    (shown,) = re.findall(r"the seed is `([0-9a-f]{64})`", PAGE)
    assert turn_seed(bytes(32), {"huns": "ab" * 32, "rome": sha256(b"").hexdigest()}).hex() == shown
    assert sha256(b"").hexdigest().startswith("e3b0c442")


@pytest.mark.parametrize(
    ("command", "words"), [("dice stats", [*Verdict, *Which]), ("keys new", ["key_file", "seed_chain", "added"])]
)
def test_words_of_dice(command: str, words: list[str]) -> None:
    assert [word for word in words if word not in section(command)] == []


def test_words_of_status() -> None:
    _, _, rows = section("status").partition("|---|---|---|\n")
    assert re.findall(r"^\| `([\w-]+)` \|", rows, re.MULTILINE) == [each.value for each in Sent]


def keys(data: Any) -> Iterator[str]:
    """Keys of the outermost mapping, and of the mappings in its lists."""
    for key, value in data.items():
        yield key
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from (each for entry in value for each in entry)


@pytest.mark.parametrize(
    "command",
    [
        "validate",
        "status",
        "resolve --dry-run",
        "resolve --dry-run --timings",
        "resolve",
        "verify",
        "dice check",
        "dice stats",
        "rulesets",
    ],
)
def test_keys_of_json(command: str, tmp_path: Path) -> None:
    name, *options = command.split()
    if name == "dice":
        name, options = command, []
    scratch = Scratch(tmp_path / "campaign", "en")
    if name in {"verify", "dice check"}:
        scratch.printed_by("turnproc resolve")
    output = io.StringIO()
    with (
        contextlib.chdir(scratch.root),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        assert run([*name.split(), *options, "--format", "json"]) == 0
    found = set(keys(json.loads(output.getvalue())))
    described = section(name) + (section("validate") if "problems" in found else "")
    assert {key for key in found if f'"{key}"' not in described} == set()
