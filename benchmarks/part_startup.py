"""Start-up: how long a command takes before it does anything, against an interpreter that does nothing."""

from __future__ import annotations

from pathlib import Path

from benchmarks.campaigns import generate
from benchmarks.measure import in_turn, python, ratio, turnproc
from benchmarks.table import Row, Table, medians

ROUNDS = 15
SMALLEST = 60


def measure(folder: Path, quick: bool) -> Table:
    """`--version`, `--help`, and `validate` of one file."""
    campaign = generate(folder / "startup", SMALLEST)
    file = campaign / "turns" / "001" / "orders" / "n0.yaml"
    assert "errors: 0, warnings: 0" in turnproc("validate", file, cwd=campaign).output
    nothing, *commands = in_turn(
        5 if quick else ROUNDS,
        lambda: python("-c", "pass", cwd=campaign).cpu,
        lambda: turnproc("--version", cwd=campaign).cpu,
        lambda: turnproc("--help", cwd=campaign).cpu,
        lambda: turnproc("validate", file, cwd=campaign).cpu,
        warm_up=2,
    )
    names = (("`turnproc --version`", 2.0), ("`turnproc --help`", None), ("`turnproc validate` of one file", None))
    rows = [
        Row(name, "`python -c pass`", goal, ratio(ours, nothing), medians(ours, nothing))
        for (name, goal), ours in zip(names, commands, strict=True)
    ]
    return Table("startup", rows, [f"Rounds: {len(nothing)}, after two that do not count."])
