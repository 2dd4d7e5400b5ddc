"""Ten times as many orders take ten times as many steps of Python, whatever the machine and its mood.

A clock would tell nothing on a busy machine. Counted is what the interpreter does while a turn is read, checked,
played and rendered: calls of Python functions, and the lines that it runs, so that a loop without calls counts, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from benchmarks.generate import Shape, synthetic
from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game
from turnproc.actions.play import play
from turnproc.engine.phase import Outcome, Phase

MOST = 1.05
FILES = {"journal.yaml", "state.yaml", "report.en.bbcode", "report.en.html", "report.en.md"}


@dataclass(frozen=True)
class Steps:
    """What it took: all of it, or for each order."""

    calls: float
    lines: float

    def growth(self, small: Steps) -> dict[str, float]:
        """How many times as much an order takes as in a smaller turn."""
        return {"calls": self.calls / small.calls, "lines": self.lines / small.lines}


def counted(do: Callable[[], None]) -> Steps:
    """Count while something is done. Whoever traced before (a debugger) goes on afterwards."""
    calls = lines = 0

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal calls
        calls += 1
        return on_line

    def on_line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += 1
        return on_line

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        do()
    finally:
        sys.settrace(before)
    return Steps(calls, lines)


def steps(folder: Path, orders: int, shape: Shape, **fields: Any) -> Steps:
    """What it takes for each order to read, check, play and render a turn; `fields` are others of the ruleset's."""
    synthetic(orders, shape).write(folder)

    def do() -> None:
        game = open_game(Documents(folder), 1)
        assert game is not None
        game.campaign = replace(game.campaign, ruleset=replace(game.campaign.ruleset, **fields))
        played = play(game)
        assert sum(game.counts.values()) == orders
        assert {name.rpartition("/")[2] for name in played.files} == FILES

    whole = counted(do)
    return Steps(whole.calls / orders, whole.lines / orders)


@pytest.fixture(autouse=True)
def started(tmp_path: Path) -> None:
    """The first turn of a process loads schemas, templates and texts, which is none of its growth."""
    steps(tmp_path / "first", 60, "ordinary")


@pytest.mark.parametrize(
    ("shape", "orders"), [("ordinary", (1_000, 10_000)), ("one-province", (500, 5_000)), ("chain", (500, 5_000))]
)
def test_an_order_takes_as_many_steps_in_a_large_turn(tmp_path: Path, shape: Shape, orders: Sequence[int]) -> None:
    small, large = (steps(tmp_path / str(count), count, shape) for count in orders)
    assert max(large.growth(small).values()) <= MOST, (small, large)


def test_a_file_with_mistakes_takes_as_many_steps_among_many(tmp_path: Path) -> None:
    def checked(orders: int) -> Steps:
        folder = tmp_path / str(orders)
        synthetic(orders, "ordinary").write(folder)
        files = sorted((folder / "turns/001/orders").iterdir())
        for file in files:
            text = file.read_text(encoding="utf-8").replace("turn: 1", "turn: 7\nnonsense: 1")
            file.write_text(text, encoding="utf-8")

        def do() -> None:
            game = open_game(Documents(folder), 1)
            assert game is not None
            assert set(game.rejected().values()) == {2}

        whole = counted(do)
        return Steps(whole.calls / len(files), whole.lines / len(files))

    # Less of a start-up falls to each of many.
    checked(150)
    small, large = checked(300), checked(3_000)
    assert max(large.growth(small).values()) <= MOST, (small, large)


def called() -> None:
    pass


def with_calls(orders: list[Any]) -> None:
    for _ in range(len(orders) ** 2 // 50):
        called()


def with_a_loop(orders: list[Any]) -> None:
    [0 for _ in range(len(orders) ** 2 // 8)]


@pytest.mark.parametrize(("slow", "seen"), [(with_calls, {"calls", "lines"}), (with_a_loop, {"lines"})])
def test_a_phase_that_looks_at_all_orders_for_each_is_seen(tmp_path: Path, slow: Any, seen: set[str]) -> None:
    def schedule(state: Any, table: Any) -> Iterator[Any]:
        orders = [order for each in table.orders.values() for order in each.given]

        def look() -> Outcome[Any]:
            slow(orders)
            return Outcome()

        yield Phase("slow", look)

    small, large = (steps(tmp_path / str(count), count, "ordinary", schedule=schedule) for count in (200, 2_000))
    assert {what for what, growth in large.growth(small).items() if growth > MOST} == seen
