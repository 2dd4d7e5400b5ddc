"""Plays the phases of one turn of bellum in memory, again and again: `worker_phases.py ORDERS SHAPE`.

From typed orders to the new state and all facts; reading, journal and reports are not in it. The collector of cycles is
off, as it is in every command.
"""

from __future__ import annotations

import gc
import sys
import time
from typing import Any, cast

from benchmarks.generate import Shape, synthetic
from benchmarks.measure import serve
from turnproc.engine.finding import Read
from turnproc.engine.resolve import Resolution, fold, resolve
from turnproc.engine.ruleset import OrdersFile
from turnproc.engine.table import Table
from turnproc.rulesets.bellum import RULESET
from turnproc.rulesets.bellum.state import State, totals

# A round of the small ones is as long as one of the large.
ORDERS_A_ROUND = 10_000


class Turn:
    """One turn, ready to be played."""

    def __init__(self, orders: int, shape: Shape) -> None:
        """Make the campaign and read all that comes in."""
        made = synthetic(orders, shape)
        self._count = orders
        self._world = _value(RULESET.read_world({"map": made.map, "peoples": made.peoples}, {}))
        self._before = _value(RULESET.read_state(made.state, self._world))
        reader = RULESET.reader(self._world, self._before)
        self._orders = {
            speaker: _value(
                reader.read_orders(OrdersFile(speaker=speaker, source=speaker, pointer="/orders", orders=given))
            )
            for speaker, given in sorted(made.orders.items())
        }

    def play(self) -> Resolution[State, Any]:
        """Play it on a table that nobody has used."""
        return resolve(RULESET, self._before, Table(turn=1, world=self._world, orders=self._orders))

    def check(self) -> int:
        """Is it the same turn each time, and does nobody get lost? Return how many facts it has."""
        first, second = self.play(), self.play()
        assert first.stands
        assert (first.phases, first.after) == (second.phases, second.after)
        assert fold(RULESET, self._before, first.phases) == first.after
        assert _persons(first.after) == _persons(self._before)
        return sum(len(phase.facts) for phase in first.phases)

    def round(self) -> float:
        """CPU seconds per order."""
        times = max(1, ORDERS_A_ROUND // self._count)
        gc.collect()
        gc.disable()
        begun = time.process_time()
        for _ in range(times):
            self.play()
        spent = time.process_time() - begun
        gc.enable()
        return spent / times / self._count


def _value(read: Read[Any]) -> Any:
    assert read.findings == (), read.findings[:3]
    return read.value


def _persons(state: State) -> int:
    return sum(totals(state.provinces).values())


def main() -> None:
    """Be the worker that the benchmark starts."""
    turn = Turn(int(sys.argv[1]), cast(Shape, sys.argv[2]))
    serve({"facts": turn.check()}, turn.round)


if __name__ == "__main__":
    main()
