"""A long text in parts, each within a limit, cut where a reader would pause.

The text comes as rows. Each row says how good a place it is to begin a new part, and what it stands within: a block of
code, a spoiler. A part that ends inside of such a thing closes it, and the next part opens it again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

# How well a part can begin with a row: with a chapter best, in the middle of code worst.
CHAPTER, SECTION, GROUP, BLOCK, ROW, CELL, CODE, NEVER = range(8)

# A part that would be emptier than this is rather cut at a worse place.
_EMPTIEST: Final = 0.35
_SENTENCE: Final = re.compile(r"(?<=[.!?…]) ")


@dataclass(frozen=True, eq=False, slots=True)
class Within:
    """Something that has an end. Two of them are never the same, even if they read so.

    `inline`: it opens and closes in the rows themselves, for a line end in between would be shown.
    """

    opening: str
    closing: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of text. `gap`: an empty row stands before it, unless a part begins with it."""

    text: str
    rank: int
    gap: bool = False
    within: tuple[Within, ...] = ()


def parts(rows: Sequence[Row], limit: int, size: Callable[[str], int] = len) -> list[str]:
    """Texts of at most `limit` by `size`, of all rows in order.

    A single row that is larger than the limit makes a part that is too large: see to it before, with `pieces`.
    """
    found, start = [], 0
    while start < len(rows):
        end = _furthest(rows, start, limit, size)
        if end < len(rows):
            end = _best_end(rows, start, end, limit, size)
        found.append(joined(rows[start:end]))
        start = end
    return found


def _furthest(rows: Sequence[Row], start: int, limit: int, size: Callable[[str], int]) -> int:
    """The end of the longest run of rows that fits: at least one."""
    low, high = start + 1, min(start + 2, len(rows))
    # What is far beyond the limit is not looked at: a part costs what it has, however long the text is.
    while high < len(rows) and size(joined(rows[start:high])) <= limit:
        low, high = high, min(start + 2 * (high - start), len(rows))
    while low < high:
        middle = (low + high + 1) // 2
        if size(joined(rows[start:middle])) <= limit:
            low = middle
        else:
            high = middle - 1
    return low


def _best_end(rows: Sequence[Row], start: int, end: int, limit: int, size: Callable[[str], int]) -> int:
    places = [at for at in range(start + 1, end + 1) if rows[at].rank < NEVER]
    if not places:
        return end
    for rank in sorted({rows[at].rank for at in places}):
        last = max(at for at in places if rows[at].rank == rank)
        if size(joined(rows[start:last])) >= limit * _EMPTIEST:
            return last
    return places[-1]


def joined(rows: Sequence[Row]) -> str:
    """The text of some rows, with what they stand within opened and closed."""
    lines: list[str] = []
    stack: tuple[Within, ...] = ()
    for row in rows:
        same = 0
        while same < min(len(stack), len(row.within)) and stack[same] is row.within[same]:
            same += 1
        _close(lines, stack[same:])
        if row.gap and lines:
            lines.append("")
        before = ""
        for each in row.within[same:]:
            if each.inline:
                before += each.opening
            else:
                lines.append(each.opening)
        lines.append(before + row.text)
        stack = row.within
    _close(lines, stack)
    return "\n".join(lines)


def _close(lines: list[str], stack: Sequence[Within]) -> None:
    for each in reversed(stack):
        if each.inline:
            lines[-1] += each.closing
        else:
            lines.append(each.closing)


def pieces(text: str, fits: Callable[[str], bool], guard: Callable[[str], str] = str) -> list[str]:
    """A row in as few pieces as it needs to fit, cut after sentences, between words, or anywhere but in a sign.

    `guard` is told what would begin a row of its own, and takes from it what would mean something there.
    """
    # One letter cannot be cut.
    if len(text) <= 1 or fits(text):
        return [text]
    at = _middle(text)
    first, second = text[:at].rstrip(" "), guard(text[at:].lstrip(" "))
    if not first or not second or len(second) >= len(text):
        first, second = text[:at], text[at:]
    return [*pieces(first, fits, guard), *pieces(second, fits, guard)]


def _middle(text: str) -> int:
    """Near the middle, behind a sentence, a word, or at least not between a backslash and its sign."""
    middle = len(text) // 2
    for pattern in (_SENTENCE, re.compile(" ")):
        found = pattern.finditer(text, len(text) // 4, len(text) * 3 // 4 + 1)
        ends = [match.end() for match in found if match.end() < len(text)]
        if ends:
            return min(ends, key=lambda end: abs(end - middle))
    for at in range(middle, 0, -1):
        before = len(text[:at]) - len(text[:at].rstrip("\\"))
        if before % 2 == 0 and text[at - 1 : at + 1] != "**":
            return at
    return middle
