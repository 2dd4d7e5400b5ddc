"""Does a campaign become slow with age? Turn 200 against turn 1, with the same orders on the same state."""

from __future__ import annotations

from pathlib import Path

from benchmarks.campaigns import old, young
from benchmarks.measure import in_turn, ratio, turnproc
from benchmarks.part_resolve import Side
from benchmarks.table import Row, Table, medians

ORDERS, TURN = 1_000, 200
NOTE = (
    "A campaign in which {before} turns were played, each with its orders, journal, state, reports, commit and tag, "
    "{files:,} files in all, against one in which none was. Both play the same orders on the same state: what differs "
    "is what lies around. Rounds: {rounds}."
)


def measure(folder: Path, quick: bool) -> Table:
    """Make both, and resolve them in turn."""
    rounds = 5 if quick else 9
    first = young(folder / "young", ORDERS)
    turnproc("resolve", cwd=first.folder)
    late = old(folder / "old", first, TURN)
    first.reopen()
    files = sum(path.is_file() for path in (late.folder / "turns").rglob("*"))
    theirs, ours = in_turn(rounds, Side(first).cpu, Side(late).cpu, warm_up=1)
    row = Row(
        f"`turnproc resolve` of turn {TURN}, {ORDERS:,} orders",
        "of turn 1",
        1.1,
        ratio(ours, theirs),
        medians(ours, theirs),
    )
    return Table("old", [row], [NOTE.format(before=TURN - 1, files=files, rounds=rounds)])
