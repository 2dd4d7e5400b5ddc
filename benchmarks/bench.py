"""`make bench`: measure turnproc against others and against itself, print the tables, write docs/performance.md.

Everything happens in a temporary folder. A part writes its own table only, so one can be measured again alone;
`--quick` is for a look while working: fewer orders and rounds, and nothing is written.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import part_map, part_old, part_phases, part_resolve, part_startup, part_validate
from benchmarks.table import Table, write

PARTS: dict[str, Callable[[Path, bool], Table]] = {
    "validate": part_validate.measure,
    "phases": part_phases.measure,
    "resolve": part_resolve.measure,
    "old": part_old.measure,
    "startup": part_startup.measure,
    "map": part_map.measure,
}


def main() -> None:
    """Measure the parts that are asked for, all without a word."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="at most 10,000 orders, fewer rounds, only printed")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.parts) - set(PARTS))
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; there are: {', '.join(PARTS)}")
    for name, measure in PARTS.items():
        if arguments.parts and name not in arguments.parts:
            continue
        print(f"{name} ", end="", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="turnproc-bench-") as folder:
            table = measure(Path(folder), arguments.quick)
        print(f"\n{table.text()}\n", flush=True)
        if not arguments.quick:
            write([table])


if __name__ == "__main__":
    main()
