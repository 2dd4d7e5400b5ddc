"""Tables for chats that know none: columns in letters of one width, or a row of words for each row."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

_BETWEEN: Final = "  "
_WIDE: Final = frozenset({"W", "F"})


def aligned(head: Sequence[str], body: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """A row for the heads, if there are any, a ruler, a row for each row. `right`: columns of numbers."""
    rows = [list(head), *map(list, body)] if head else [list(row) for row in body]
    count = max(map(len, rows), default=0)
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    sides = [*right, *[False] * (count - len(right))]
    lines = [
        _BETWEEN.join(
            " " * (most - width(cell)) + cell if is_right else cell + " " * (most - width(cell))
            for cell, most, is_right in zip(row, widths, sides, strict=False)
        ).rstrip()
        for row in rows
    ]
    if head:
        lines.insert(1, _BETWEEN.join("─" * most for most in widths))
    return lines


def row_in_words(head: Sequence[str], row: Sequence[str]) -> str:
    """A row of Markdown that says a table's row: **what it is about** — head: cell; head: cell."""
    names = [*head, *[""] * (len(row) - len(head))]
    told = [f"{name}: {cell}" if name else cell for name, cell in list(zip(names, row, strict=False))[1:] if cell]
    first = row[0] if row else ""
    about = first if first.startswith("**") else f"**{first}**" if first else ""
    return f"{about} — {'; '.join(told)}" if about and told else about or "; ".join(told)


def width(text: str) -> int:
    """How many letters wide a text is where all letters have one width."""
    return sum(_letter(each) for each in text)


def _letter(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in {"Cf", "Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _WIDE else 1
