"""What libyaml complains of, with the row that it was reading: the raw material of `yaml_syntax`.

libyaml raises an error with one or two marks and a phrase for programmers. A `Trouble` puts the rows of the text beside
it, so that the one who words it can look at what stands there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent, StreamEndEvent

from turnproc.source.yaml_events import events_of

_ROW_END: Final = re.compile("\r\n|\r|\n")
_CLOSING: Final = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Trouble:
    """libyaml's complaint: what, at which line and column (from 0), and where that which it was reading began."""

    what: str
    context: str
    line: int
    column: int
    from_line: int
    from_column: int
    rows: list[str]
    # Line and column of the innermost bracket that was open.
    bracket: tuple[int, int] | None

    @property
    def row(self) -> str:
        """The row complained of."""
        return self.rows[self.line]

    @property
    def at(self) -> str:
        """The character complained of ("" at the end of a row)."""
        return self.row[self.column : self.column + 1]

    @property
    def before(self) -> str:
        """What stands before it in its row, without trailing spaces."""
        return self.row[: self.column].rstrip()

    @property
    def opening(self) -> str:
        """The character with which that which was being read began."""
        return self.rows[self.from_line][self.from_column : self.from_column + 1]

    def row_before(self) -> int | None:
        """The number of the last row with content above."""
        for number in range(self.line - 1, -1, -1):
            row = self.rows[number].strip()
            if row and not row.startswith("#"):
                return number
        return None

    def is_closed_later(self, line: int, wanted: str) -> bool:
        """Whether the bracket opened in a line is closed: in the rest of that, or in one below that is moved in."""
        if self.line == line and wanted in self.row[self.column :]:
            return True
        first = indentation(self.rows[line])
        for row in self.rows[max(self.line, line + 1) :]:
            if wanted in row and (indentation(row) > first or row.startswith(wanted, first)):
                return True
            if row.strip() and indentation(row) <= first:
                return False
        return False


def trouble_of(error: Any, text: str) -> Trouble:
    """Take an error of libyaml apart."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    start = getattr(error, "context_mark", None) or mark
    from_line, from_column = (start.line, start.column) if start else (line, column)
    # The end of a file may be told as a row of its own.
    rows = [*_ROW_END.split(text), ""]
    what, context = getattr(error, "problem", None) or "", getattr(error, "context", None) or ""
    return Trouble(what, context, line, column, from_line, from_column, rows, _open_bracket(text))


def indentation(row: str) -> int:
    """Count the spaces before a row."""
    return len(row) - len(row.lstrip(" "))


def closing(bracket: str) -> str:
    """Give the bracket that closes another."""
    return _CLOSING.get(bracket, "]")


def _open_bracket(text: str) -> tuple[int, int] | None:
    get = events_of(text)
    opened: list[Any] = []
    try:
        while (event := get()).__class__ is not StreamEndEvent:
            if isinstance(event, CollectionStartEvent):
                opened.append(event)
            elif isinstance(event, CollectionEndEvent):
                opened.pop()
    except yaml.YAMLError:
        pass  # this is why we are here
    if not opened or not opened[-1].flow_style:
        return None
    mark = opened[-1].start_mark
    return mark.line, mark.column
