"""The whole of `resolve`: against loading its inputs, its memory, its growth, its stages."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from benchmarks.campaigns import Campaign, young
from benchmarks.measure import Ratio, Used, exponent, in_turn, python, ratio, turnproc
from benchmarks.table import Row, Table, medians, seconds

SIZES, QUICK_SIZES = (1_000, 10_000, 100_000), (1_000, 10_000)
SMALLEST, LARGE = 60, 100_000
ROUNDS, ROUNDS_OF_THE_LARGEST = 5, 3
NOTE = (
    "The whole command in a fresh process: reading and checking campaign, map, peoples, state and orders, playing, "
    "writing journal, state and three reports in one language, committing and tagging them with git. The other side "
    "loads the same files and does nothing else. Python's collector of cycles is on there, as in any script; a row "
    "shows it turned off, as turnproc does. Every round gave the same bytes, and `turnproc verify` agreed with the "
    "smallest turn. Memory is the peak of the largest process, less that of a turn with {smallest} orders; the "
    "exponent leaves out the time of such a turn. Rounds: {rounds}; with 100,000 orders: {few}."
)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the command: what it used, and how long it says that its stages took."""

    used: Used
    stages: Mapping[str, float]


@dataclass(slots=True)
class Side:
    """A campaign that is resolved again and again."""

    campaign: Campaign
    results: set[str] = field(default_factory=set)
    runs: list[Run] = field(default_factory=list)

    def cpu(self) -> float:
        """The time for resolving the open turn; afterwards it is open again."""
        used = turnproc("resolve", "--timings", cwd=self.campaign.folder)
        self.results.add(self.campaign.fingerprint())
        assert len(self.results) == 1, "the same turn came out differently"
        self.campaign.reopen()
        self.runs.append(Run(used, json.loads(used.output.splitlines()[-1])))
        return used.cpu

    def load(self) -> float:
        """Only load what resolving reads."""
        return python("-m", "benchmarks.load_yaml", self.campaign.folder).cpu

    def load_without_gc(self) -> float:
        """The same with the collector of cycles off."""
        return python("-m", "benchmarks.load_yaml", self.campaign.folder, "--no-gc").cpu

    def verify(self) -> None:
        """Let turnproc itself play the turn again."""
        turnproc("resolve", cwd=self.campaign.folder)
        turnproc("verify", cwd=self.campaign.folder)
        self.campaign.reopen()


def measure(folder: Path, quick: bool) -> Table:
    """All sizes, each against loading."""
    sizes = QUICK_SIZES if quick else SIZES
    smallest = Side(young(folder / "smallest", SMALLEST))
    smallest.verify()
    in_turn(ROUNDS, smallest.cpu)
    starts = smallest.runs
    found: dict[int, list[Run]] = {}
    rows: list[Row] = []
    for size in sizes:
        side = Side(young(folder / f"resolve-{size}", size))
        rounds = ROUNDS_OF_THE_LARGEST if size == LARGE else ROUNDS
        cpu, loading, loading_off = in_turn(rounds, side.cpu, side.load, side.load_without_gc)
        found[size] = side.runs
        for name, theirs in (("", loading), (", collector off", loading_off)):
            # Only a large turn has a goal: in a small one starting up is most of it.
            goal = 1.0 if size == LARGE and not name else None
            against = f"loading its inputs with `CSafeLoader`{name}"
            what = f"`turnproc resolve`, {size:,} orders"
            rows.append(Row(what, against, goal, ratio(cpu, theirs), medians(cpu, theirs)))
    rows += _memory(found, starts)
    rows += _growth(found, starts)
    note = NOTE.format(smallest=SMALLEST, rounds=ROUNDS, few=ROUNDS_OF_THE_LARGEST)
    return Table("resolve", rows, [note], _stages(found))


def _memory(found: Mapping[int, Sequence[Run]], starts: Sequence[Run]) -> list[Row]:
    start = statistics.median(run.used.peak for run in starts)
    rows = []
    for size, each in list(found.items())[1:]:
        peaks = [(run.used.peak - start) / size / 1000 for run in each]
        megabytes = statistics.median(run.used.peak for run in each) / 1e6
        rows.append(
            Row(
                f"memory per order, {size:,} orders",
                "above start-up",
                5.0,
                Ratio(statistics.median(peaks), min(peaks), max(peaks)),
                f"{megabytes:.0f} MB : {start / 1e6:.0f} MB",
                " kB",
            )
        )
    return rows


def _growth(found: Mapping[int, Sequence[Run]], starts: Sequence[Run]) -> list[Row]:
    start = statistics.median(run.used.cpu for run in starts)
    above = {size: [run.used.cpu - start for run in runs] for size, runs in found.items()}
    return [
        Row(
            "exponent of growth",
            f"{small:,} to {large:,} orders",
            1.1 if large == LARGE else None,
            exponent(above[small], above[large], large / small),
        )
        for small, large in pairwise(found)
    ]


def _stages(found: Mapping[int, Sequence[Run]]) -> list[list[str]]:
    """A table of what `resolve --timings` told: medians of each stage, and its share."""
    head = ["stage of `turnproc resolve`", *(f"{size:,} orders" for size in found)]
    names = list(next(iter(found.values()))[0].stages)
    rows = []
    for name in names:
        cells = []
        for each in found.values():
            median = statistics.median(run.stages[name] for run in each)
            whole = statistics.median(run.stages["total"] for run in each)
            cells.append(seconds(median) if name == "total" else f"{seconds(median)} ({median / whole:.0%})")
        rows.append([name, *cells])
    return [head, *rows]
