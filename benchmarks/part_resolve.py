"""The whole of `resolve`: against loading its inputs, its memory, its growth, its stages."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.campaigns import Campaign, young
from benchmarks.measure import Ratio, Used, exponent, in_turn, python, ratio, turnproc
from benchmarks.table import Row, Table, seconds

SIZES, QUICK_SIZES = (1_000, 10_000, 100_000), (1_000, 10_000)
SMALLEST, LARGE = 60, 100_000
ROUNDS, ROUNDS_OF_THE_LARGEST = 5, 3
NOTE = (
    "The whole command in a fresh process: reading and checking campaign, map, peoples, state and orders, playing, "
    "writing journal, state and three reports in one language, committing and tagging them with git. The other side "
    "loads the same files and does nothing else. Python's collector of cycles is on there, as in any script; a row "
    "shows it turned off, as turnproc does. Every round gave the same bytes, and `turnproc verify` found them right. "
    "Memory is the peak of the largest process, less that of a turn with {smallest} orders; the exponent leaves out "
    "the time of such a turn. Rounds: {rounds}; with 100,000 orders: {few}."
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

    def resolve(self) -> Run:
        """Resolve the open turn; afterwards it is open again."""
        used = turnproc("resolve", "--timings", cwd=self.campaign.folder)
        self.results.add(self.campaign.fingerprint())
        assert len(self.results) == 1, "the same turn came out differently"
        self.campaign.reopen()
        return Run(used, json.loads(used.output.splitlines()[-1]))

    def cpu(self) -> float:
        """The same, for its time alone."""
        return self.resolve().used.cpu

    def load(self, *options: str) -> float:
        """Only load what resolving reads."""
        return python("-m", "benchmarks.load_yaml", self.campaign.folder, *options).cpu

    def verify(self) -> None:
        """Let turnproc itself play the turn again."""
        turnproc("resolve", cwd=self.campaign.folder)
        turnproc("verify", cwd=self.campaign.folder)
        self.campaign.reopen()


@dataclass(frozen=True, slots=True)
class Found:
    """The figures of one size, round by round."""

    runs: Sequence[Run]
    loading: Sequence[float]

    @property
    def cpu(self) -> list[float]:
        """The time of each run."""
        return [run.used.cpu for run in self.runs]


def measure(folder: Path, quick: bool) -> Table:
    """All sizes, each against loading."""
    sizes = QUICK_SIZES if quick else SIZES
    smallest = Side(young(folder / "smallest", SMALLEST))
    smallest.verify()
    starts = [smallest.resolve() for _ in range(ROUNDS)]
    found: dict[int, Found] = {}
    rows: list[Row] = []
    for size in sizes:
        side = Side(young(folder / f"resolve-{size}", size))
        rounds = ROUNDS_OF_THE_LARGEST if size == LARGE else ROUNDS
        runs: list[Run] = []

        def ours(side: Side = side, runs: list[Run] = runs) -> float:
            runs.append(side.resolve())
            return runs[-1].used.cpu

        cpu, loading, loading_off = in_turn(rounds, ours, side.load, lambda side=side: side.load("--no-gc"))
        found[size] = Found(runs, loading)
        for name, theirs in (("", loading), (", collector off", loading_off)):
            # Only a large turn has a goal: in a small one starting up is most of it.
            goal = 1.0 if size == LARGE and not name else None
            against = f"loading its inputs with `CSafeLoader`{name}"
            rows.append(
                Row(f"`turnproc resolve`, {size:,} orders", against, goal, ratio(cpu, theirs), _both(cpu, theirs))
            )
    rows += _memory(found, starts)
    rows += _growth(found, starts)
    note = NOTE.format(smallest=SMALLEST, rounds=ROUNDS, few=ROUNDS_OF_THE_LARGEST)
    return Table("resolve", rows, [note], _stages(found))


def _both(ours: Sequence[float], theirs: Sequence[float]) -> str:
    return f"{seconds(statistics.median(ours))} : {seconds(statistics.median(theirs))}"


def _memory(found: Mapping[int, Found], starts: Sequence[Run]) -> list[Row]:
    start = statistics.median(run.used.peak for run in starts)
    rows = []
    for size, each in list(found.items())[1:]:
        peaks = [(run.used.peak - start) / size / 1000 for run in each.runs]
        megabytes = statistics.median(run.used.peak for run in each.runs) / 1e6
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


def _growth(found: Mapping[int, Found], starts: Sequence[Run]) -> list[Row]:
    start = statistics.median(run.used.cpu for run in starts)
    sizes = list(found)
    return [
        Row(
            "exponent of growth",
            f"{small:,} to {large:,} orders",
            1.1,
            exponent([x - start for x in found[small].cpu], [x - start for x in found[large].cpu], large / small),
        )
        for small, large in zip(sizes, sizes[1:], strict=False)
    ]


def _stages(found: Mapping[int, Found]) -> list[list[str]]:
    """A table of what `resolve --timings` told: medians of each stage, and its share."""
    head = ["stage of `turnproc resolve`", *(f"{size:,} orders" for size in found)]
    names = list(next(iter(found.values())).runs[0].stages)
    rows = []
    for name in names:
        cells = []
        for each in found.values():
            median = statistics.median(run.stages[name] for run in each.runs)
            whole = statistics.median(run.stages["total"] for run in each.runs)
            cells.append(seconds(median) if name == "total" else f"{seconds(median)} ({median / whole:.0%})")
        rows.append([name, *cells])
    return [head, *rows]
