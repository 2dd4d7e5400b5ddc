"""What was measured, as rows of a table: on the terminal, and in docs/performance.md between its marks."""

from __future__ import annotations

import os
import platform
import statistics
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from benchmarks.measure import ROOT, Ratio

PAGE = ROOT / "docs" / "performance.md"
HEAD = ("measured", "against", "goal", "ratio", "lowest..highest", "goal reached", "medians")


@dataclass(frozen=True, slots=True)
class Row:
    """One ratio. `goal` is the most that it may be, None where it is only told; `medians` are the figures behind it."""

    what: str
    against: str
    goal: float | None
    ratio: Ratio
    medians: str = ""
    unit: str = ""

    def cells(self) -> list[str]:
        """The row as it is shown."""
        goal, reached = "-", "-"
        if self.goal is not None:
            goal = f"≤ {short(self.goal)}{self.unit}"
            reached = "yes" if self.ratio.value <= self.goal else "**no**"
        middle, low, high = (short(value) for value in (self.ratio.value, self.ratio.lowest, self.ratio.highest))
        return [self.what, self.against, goal, f"{middle}{self.unit}", f"{low}..{high}", reached, self.medians]


@dataclass(frozen=True, slots=True)
class Table:
    """What a part of the benchmark has found: rows, maybe a second table, and what one has to know of them."""

    part: str
    rows: Sequence[Row]
    notes: Sequence[str] = ()
    more: Sequence[Sequence[str]] = field(default_factory=tuple)

    def text(self) -> str:
        """As Markdown."""
        blocks = [_markdown([HEAD, *(row.cells() for row in self.rows)])]
        if self.more:
            blocks.append(_markdown(self.more))
        blocks += [textwrap.fill(note, 120, break_on_hyphens=False) for note in self.notes]
        return "\n\n".join([*blocks, facts()])


def short(value: float) -> str:
    """A figure with as many digits as mean something."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) >= 1 else f"{value:.2g}"


def seconds(value: float) -> str:
    """CPU time in a unit that suits it."""
    if value >= 0.5:
        return f"{value:.2f} s"
    return f"{value * 1e3:.0f} ms" if value >= 2e-3 else f"{value * 1e6:.1f} µs"


def medians(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """The times behind a ratio."""
    return f"{seconds(statistics.median(ours))} : {seconds(statistics.median(theirs))}"


def facts() -> str:
    """What the figures depend on: nothing that tells when or on whose computer they came about."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("PyYAML", "check-jsonschema", "diplomacy"))
    machine = f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores"
    return f"{platform.python_implementation()} {platform.python_version()}, {machine}; {packages}."


def write(tables: Iterable[Table], page: Path = PAGE) -> None:
    """Put tables into the page, each between the marks of its part."""
    text = page.read_text(encoding="utf-8")
    for table in tables:
        begin, end = f"<!-- bench: {table.part} -->\n", "<!-- end of bench -->"
        before, mark, rest = text.partition(begin)
        _, close, after = rest.partition(end)
        if not mark or not close:
            raise ValueError(f"{page.name} has no place for {table.part}")
        text = f"{before}{begin}\n{table.text()}\n\n{end}{after}"
    page.write_text(text, encoding="utf-8", newline="\n")


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table whose columns stand under each other on a terminal, too."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
