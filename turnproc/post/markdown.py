"""A report in Markdown, read as the few things that reports are made of, to be drawn anew for a chat.

Headings, paragraphs, quotations, lists, tables and blocks of code, with bold and italic in a row: templates use no more
than that, and what people wrote is escaped. Anything else is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from turnproc.post.splitting import BLOCK, CELL, CHAPTER, CODE, GROUP, NEVER, ROW, SECTION, Row, Within, pieces
from turnproc.post.tables import aligned, row_in_words

_HEADING: Final = re.compile(r"(#{1,6}) +(.*)")
# Headings of these levels begin chapters, lower ones sections.
_LOWEST_CHAPTER: Final = 2
_FENCE: Final = re.compile(r"(`{3,})([a-z]*)\Z")
_ITEM: Final = re.compile(r"(?:-|\d{1,9}\.) +")
_RULER: Final = re.compile(r":?-{2,}:?")
_CELLS: Final = re.compile(r"(?<!\\)(?:\\\\)*\|")
# A row that is nothing but bold is the heading of what follows.
_TITLE: Final = re.compile(r"\*\*.*\*\*:?\Z")
_TOKEN: Final = re.compile(r"\\([!-/:-@\[-`{-~])|(\*{1,2})|([^\\*]+|\\)")
_START: Final = re.compile(r"[-+=>#:]")
_NUMBER: Final = re.compile(r"(\d{1,9})([.)](?:\s|\Z))")


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a chat wants things. All functions take a row of Markdown (`code` and `cells` plain text).

    `widest` is how many letters a table may be wide to be shown as one; a wider one becomes rows of words.
    """

    heading: Callable[[int, str], str]
    row: Callable[[str], str]
    item: str
    title: Callable[[str], str]
    quotation: Callable[[str], str] | None
    quoted: Within | None
    code: Callable[[str], str]
    fence: Callable[[str], Within]
    widest: int


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one kind: heading, text, list, quotation, table, code. `about` is a heading's level, code's language."""

    kind: str
    rows: tuple[str, ...]
    about: str = ""


def blocks(text: str) -> Iterator[Block]:
    """Read a text."""
    rows = text.split("\n")
    at = 0
    while at < len(rows):
        row = rows[at]
        fence = _FENCE.match(row)
        heading = _HEADING.match(row)
        if fence is not None:
            end = next((n for n in range(at + 1, len(rows)) if rows[n].rstrip() == fence[1]), len(rows))
            yield Block("code", tuple(rows[at + 1 : end]), fence[2])
            at = end + 1
        elif heading is not None:
            yield Block("heading", (heading[2],), str(len(heading[1])))
            at += 1
        elif row.strip():
            kind = _kind(row)
            end = at + 1
            while end < len(rows) and _goes_on(kind, rows[end]):
                end += 1
            yield Block(kind, tuple(rows[at:end]))
            at = end
        else:
            at += 1


def _kind(row: str) -> str:
    if row.startswith("|"):
        return "table"
    if row.startswith(">"):
        return "quotation"
    return "list" if _ITEM.match(row) else "text"


def _goes_on(kind: str, row: str) -> bool:
    return bool(row.strip()) and not _HEADING.match(row) and not _FENCE.match(row) and _kind(row) == kind


def drawn(text: str, drawing: Drawing, fits: Callable[[str], bool]) -> list[Row]:
    """The rows of a text in the form of a chat. Rows that do not fit are cut before they are drawn."""
    found: list[Row] = []
    glued = False
    for block in blocks(text):
        rows, titles = _block(block, drawing, fits)
        if rows and glued:
            rows[0] = Row(rows[0].text, NEVER, rows[0].gap, rows[0].within)
        found += rows
        glued = titles
    return found


def _block(block: Block, drawing: Drawing, fits: Callable[[str], bool]) -> tuple[list[Row], bool]:
    """A block's rows, and whether it is a title of what follows."""
    if block.kind == "heading":
        level = int(block.about)
        return [
            Row(drawing.heading(level, block.rows[0]), CHAPTER if level <= _LOWEST_CHAPTER else SECTION, gap=True)
        ], True
    if block.kind == "code":
        fence = drawing.fence(block.about)
        return _rows([drawing.code(row) for row in block.rows], BLOCK, CODE, (fence,)), False
    if block.kind == "table":
        return _table(block.rows, drawing, fits), False
    if block.kind == "quotation":
        said = [unbroken(row[1:].removeprefix(" ")) for row in block.rows]
        draw = drawing.quotation or drawing.row
        within = () if drawing.quoted is None else (drawing.quoted,)
        cut = [piece for row in said for piece in pieces(row, lambda each: fits(draw(each)), guarded)]
        return _rows([draw(row) for row in cut], BLOCK, ROW, within), False
    if len(block.rows) == 1 and _TITLE.match(block.rows[0]):
        return [Row(drawing.title(block.rows[0]), GROUP, gap=True)], True
    lines = []
    for row in block.rows:
        item = _ITEM.match(row) if block.kind == "list" else None
        sign = "" if item is None else drawing.item if item[0].startswith("-") else item[0]
        own = unbroken(row if item is None else row[item.end() :])
        cut = pieces(own, lambda each: fits(drawing.row(each)), guarded)
        lines += [f"{sign}{drawing.row(cut[0])}", *(drawing.row(piece) for piece in cut[1:])]
    return _rows(lines, BLOCK, ROW, ()), block.kind == "text" and lines[-1].endswith(":")


def _rows(lines: Sequence[str], first: int, other: int, within: tuple[Within, ...]) -> list[Row]:
    return [Row(line, other if at else first, gap=not at, within=within) for at, line in enumerate(lines)]


def _table(rows: Sequence[str], drawing: Drawing, fits: Callable[[str], bool]) -> list[Row]:
    """As columns where it is narrow enough for a telephone, else a row of words for each of its own."""
    cells = [_cells(row) for row in rows]
    if len(cells) > 1 and all(_RULER.fullmatch(cell) for cell in cells[1]):
        right = [cell.endswith(":") and not cell.startswith(":") for cell in cells[1]]
        head, body = cells[0], cells[2:]
    else:
        right, head, body = [], [], cells
    columns = aligned([plain(cell) for cell in head], [[plain(cell) for cell in row] for row in body], right)
    if columns and max(map(len, columns)) <= drawing.widest:
        fence = drawing.fence("")
        # A table that goes on in another message shows its heads again there.
        top = "\n".join(drawing.code(row) for row in columns[: -len(body)]) if body and head else ""
        opening = (f"{fence.opening}{top}\n" if fence.inline else f"{fence.opening}\n{top}") if top else fence.opening
        within = (Within(opening, fence.closing, fence.inline),)
        shown = columns[-len(body) :] if body else columns
        return _rows([drawing.code(row) for row in shown], BLOCK, CELL, within)
    lines = [row_in_words(head, row) for row in body]
    cut = [pieces(line, lambda each: fits(drawing.row(each)), guarded) for line in lines]
    shown = [f"{'' if at else drawing.item}{drawing.row(piece)}" for line in cut for at, piece in enumerate(line)]
    if not head or not head[0]:
        return _rows(shown, BLOCK, CELL, ())
    # What the rows are about: losses, rolls.
    about = Row(drawing.title(f"*{head[0].replace('*', '')}:*"), BLOCK, gap=True)
    return [about, *(Row(line, CELL if at else NEVER) for at, line in enumerate(shown))]


def _cells(row: str) -> list[str]:
    inner = row.strip().removeprefix("|")
    found, start = [], 0
    for match in _CELLS.finditer(inner):
        found.append(inner[start : match.end() - 1].strip())
        start = match.end()
    rest = inner[start:].strip()
    return [*found, rest] if rest else found


def unbroken(row: str) -> str:
    """A row without the sign that Markdown ends a line with; chats end it where the row ends."""
    signs = len(row) - len(row.rstrip("\\"))
    return row[:-1] if signs % 2 else row.rstrip()


def guarded(row: str) -> str:
    """A row that would begin like a heading, a list or a quotation, so that it does not."""
    if _START.match(row):
        return "\\" + row
    number = _NUMBER.match(row)
    return f"{number[1]}\\{number[2]}{row[number.end() :]}" if number is not None else row


def tokens(row: str) -> Iterator[tuple[str, str]]:
    """A row as ("text", …), and ("sign", "*" or "**") where bold or italic begins and ends."""
    for match in _TOKEN.finditer(row):
        if match[2]:
            yield "sign", match[2]
        else:
            yield "text", match[1] or match[3]


def plain(row: str) -> str:
    """A row without marks and escapes."""
    return "".join(text for kind, text in tokens(row) if kind == "text")
