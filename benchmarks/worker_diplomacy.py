"""Plays Diplomacy on the standard map with random legal orders: the other side of the phases.

The package `diplomacy` is under the AGPL. It is installed in .venv-bench alone, and this process alone imports it;
only figures come out of it.
"""

from __future__ import annotations

import gc
import importlib
import random
import time
from typing import Any

from benchmarks.generate import SEED
from benchmarks.measure import serve

ORDERS_A_ROUND = 500


class Table:
    """Games one after another. Only phases of movement count: in the others an order costs more."""

    def __init__(self) -> None:
        """Begin."""
        self._new_game = importlib.import_module("diplomacy").Game
        self._chance = random.Random(SEED)

    def round(self) -> float:
        """CPU seconds per order in `Game.process()`; choosing the orders and handing them in is not counted."""
        spent, orders = 0.0, 0
        game = self._new_game()
        while orders < ORDERS_A_ROUND:
            if game.is_game_done:
                game = self._new_game()
            given = self._give(game)
            moving = game.get_current_phase().endswith("M")
            gc.collect()
            gc.disable()
            begun = time.process_time()
            game.process()
            passed = time.process_time() - begun
            gc.enable()
            if moving:
                spent += passed
                orders += given
        return spent / orders

    def _give(self, game: Any) -> int:
        """A random legal order for each unit that may have one."""
        possible = game.get_all_possible_orders()
        count = 0
        for power in game.powers:
            chosen = [self._chance.choice(possible[place]) for place in game.get_orderable_locations(power)]
            game.set_orders(power, chosen)
            count += len(chosen)
        return count


def main() -> None:
    """Be the worker that the benchmark starts."""
    serve({}, Table().round)


if __name__ == "__main__":
    main()
