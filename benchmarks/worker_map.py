"""A process that has started and draws when told: the pictures of a turn, as `turnproc map` does."""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path

from benchmarks.measure import serve
from turnproc.actions.pictures import as_png, map_of


def main(campaign: str) -> None:
    """CPU seconds of each picture of the last turn, by its name, and of making a PNG of it besides."""
    root = Path(campaign)

    def drawn() -> dict[str, float]:
        used = {}
        for name in ("map", "moves"):
            start = time.process_time()
            svg, _ = map_of(root, None, None, moves=name == "moves")
            if svg is None:
                raise RuntimeError(f"{campaign} cannot be drawn")
            between = time.process_time()
            as_png(svg)
            used[f"{name}.svg"], used[f"{name}.png"] = between - start, time.process_time() - start
        return used

    # As in every command.
    gc.disable()
    drawn()
    serve({}, drawn)


if __name__ == "__main__":
    main(sys.argv[1])
