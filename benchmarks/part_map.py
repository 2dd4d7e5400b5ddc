"""Pictures of the map: what drawing takes in a process that has started, as a part of the time that it may take."""

from __future__ import annotations

from pathlib import Path

from benchmarks.measure import ROOT, Worker, in_turn, ratio, turnproc
from benchmarks.table import Row, Table, medians

ROUNDS = 15
CAMPAIGN = ROOT / "campaign" / "bellum-380"
# Seconds.
GOALS = {"map.svg": 0.5, "map.png": 1.0, "moves.svg": 0.5, "moves.png": 1.0}


def measure(folder: Path, quick: bool) -> Table:
    """Map and moves of the flagship's first turn, from its files to the picture."""
    worker = Worker("benchmarks.worker_map", str(CAMPAIGN))
    rounds = [worker.round() for _ in range(3 if quick else ROUNDS)]
    worker.close()
    rows = []
    for name, goal in GOALS.items():
        used, allowed = [each[name] for each in rounds], [goal] * len(rounds)
        rows.append(Row(f"`{name}`", f"{goal} s", 1.0, ratio(used, allowed), medians(used, allowed)))
    nothing, whole = in_turn(
        3 if quick else 5,
        lambda: turnproc("map", "--help", cwd=folder).cpu,
        lambda: turnproc("map", CAMPAIGN, "--output", folder / "map.svg", cwd=folder).cpu,
        warm_up=1,
    )
    name = "the command, `map.svg`, in a fresh process"
    rows.append(Row(name, "`turnproc map --help`", None, ratio(whole, nothing), medians(whole, nothing)))
    return Table("map", rows, [f"From the campaign's files to the picture, in CPU seconds. Rounds: {len(rounds)}."])
