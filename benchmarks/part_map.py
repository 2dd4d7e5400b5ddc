"""Pictures of the map: what drawing takes beyond starting up, as a part of the time that it may take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import ROOT, in_turn, ratio, turnproc
from benchmarks.table import Row, Table, medians

ROUNDS = 9
CAMPAIGN = ROOT / "campaign" / "bellum-380"
# Seconds.
SVG, PNG = 0.5, 1.0


def measure(folder: Path, quick: bool) -> Table:
    """Map and moves of the flagship's first turn, as SVG and as PNG."""
    wanted = [(moves, kind) for moves in ((), ("--moves",)) for kind in ("svg", "png")]

    def drawing(moves: tuple[str, ...], kind: str) -> Callable[[], float]:
        return lambda: turnproc("map", CAMPAIGN, *moves, "--output", folder / f"picture.{kind}", cwd=folder).cpu

    start, *pictures = in_turn(
        3 if quick else ROUNDS,
        lambda: turnproc("map", "--help", cwd=folder).cpu,
        *(drawing(*each) for each in wanted),
        warm_up=1,
    )
    rows = []
    for (moves, kind), used in zip(wanted, pictures, strict=True):
        allowed = [SVG if kind == "svg" else PNG] * len(used)
        beyond = [each - starting for each, starting in zip(used, start, strict=True)]
        words = " ".join(("turnproc map", *moves))
        rows.append(
            Row(f"`{words}`, {kind.upper()}", f"{allowed[0]} s", 1.0, ratio(beyond, allowed), medians(beyond, allowed))
        )
    told = f"Less what `turnproc map --help` takes. Rounds: {len(start)}, after one that does not count."
    return Table("map", rows, [told])
