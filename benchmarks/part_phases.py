"""The phases of bellum in memory: per order against diplomacy, and how they grow."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

from benchmarks.measure import Worker, exponent, in_turn, ratio
from benchmarks.table import Row, Table, medians

SIZES, QUICK_SIZES = (1_000, 10_000, 100_000), (1_000, 10_000)
ROUNDS = 5
SHAPED = 10_000
SHAPES = ("one-province", "chain")
NOTE = (
    "Per order: bellum from typed orders to the new state and all facts, with every phase of a turn; diplomacy in "
    "`Game.process()` on its standard map, about 25 random legal orders a phase, phases of movement only. The rules "
    "differ, so the ratio compares what players wait for, not two ways to do the same. Each turn was played twice with "
    "the same facts, its facts folded to the same state, and no person was lost. The exponent says with which power of "
    "the number of orders the time grows. Rounds: {rounds}, after one that does not count."
)


def measure(folder: Path, quick: bool) -> Table:
    """Start the workers, let them have their rounds in turn."""
    del folder
    sizes = QUICK_SIZES if quick else SIZES
    with ExitStack() as stack:

        def worker(module: str, *arguments: str) -> Worker:
            started = Worker(f"benchmarks.{module}", *arguments)
            stack.callback(started.close)
            return started

        theirs_worker = worker("worker_diplomacy")
        ordinary = {size: worker("worker_phases", str(size), "ordinary") for size in sizes}
        shaped = {shape: worker("worker_phases", str(SHAPED), shape) for shape in SHAPES}
        workers = [theirs_worker, *ordinary.values(), *shaped.values()]
        theirs, *ours = in_turn(ROUNDS, *(each.round for each in workers), warm_up=1)
    names: list[int | str] = [*ordinary, *shaped]
    return Table("phases", _rows(theirs, dict(zip(names, ours, strict=True)), sizes), [NOTE.format(rounds=ROUNDS)])


def _rows(theirs: list[float], ours: dict[int | str, list[float]], sizes: tuple[int, ...]) -> list[Row]:
    rows = [
        Row(
            f"phases, {size:,} orders",
            "diplomacy's `Game.process()`",
            1 / 3,
            ratio(ours[size], theirs),
            medians(ours[size], theirs),
        )
        for size in sizes
    ]
    for small, large in dict.fromkeys([*pairwise(sizes), (sizes[0], sizes[-1])]):
        found = exponent(
            [figure * small for figure in ours[small]], [figure * large for figure in ours[large]], large / small
        )
        rows.append(Row("exponent of growth", f"{small:,} to {large:,} orders", 1.1, found))
    rows += [
        Row(
            f"phases, {SHAPED:,} orders, {shape}",
            "ordinary, as many",
            5.0,
            ratio(ours[shape], ours[SHAPED]),
            medians(ours[shape], ours[SHAPED]),
        )
        for shape in SHAPES
    ]
    return rows
