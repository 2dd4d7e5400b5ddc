"""The phases of bellum in memory: per order against diplomacy, and how they grow."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from benchmarks.measure import Worker, exponent, in_turn, ratio
from benchmarks.table import Row, Table, seconds

SIZES, QUICK_SIZES = (1_000, 10_000, 100_000), (1_000, 10_000)
# The largest has fewer rounds.
ROUNDS, ROUNDS_OF_THE_LARGEST = 7, 3
SHAPED = 10_000
SHAPES = ("one-province", "chain")
NOTE = (
    "Per order: bellum from typed orders to the new state and all facts, with every phase of a turn; diplomacy in "
    "`Game.process()` on its standard map, about 25 random legal orders a phase, phases of movement only. The rules "
    "differ, so the ratio compares what players wait for, not two ways to do the same. Each turn was played twice with "
    "the same facts, its facts folded to the same state, and no person was lost. The exponent says with which power of "
    "the number of orders the time grows. Rounds: {rounds}; with 100,000 orders: {few}."
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
        sides: list[Callable[[], float]] = [theirs_worker.round]
        sides += [_limited(each) if size == SIZES[-1] else each.round for size, each in ordinary.items()]
        sides += [each.round for each in shaped.values()]
        theirs, *ours = in_turn(ROUNDS, *sides, warm_up=1)
    per_order = {name: [x for x in figures if x > 0] for name, figures in zip([*ordinary, *shaped], ours, strict=True)}
    return Table("phases", _rows(theirs, per_order, sizes), [NOTE.format(rounds=ROUNDS, few=ROUNDS_OF_THE_LARGEST)])


def _limited(worker: Worker) -> Callable[[], float]:
    """The rounds of the largest turn: nothing after the last one that it is given, and none to warm up."""
    left = [ROUNDS_OF_THE_LARGEST + 1]

    def do_round() -> float:
        left[0] -= 1
        return worker.round() if left[0] >= 0 else 0.0

    return do_round


def _rows(theirs: list[float], ours: dict[int | str, list[float]], sizes: tuple[int, ...]) -> list[Row]:
    def medians(one: list[float], other: list[float]) -> str:
        return f"{seconds(statistics.median(one))} : {seconds(statistics.median(other))}"

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
    for small, large in zip(sizes, sizes[1:], strict=False):
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
