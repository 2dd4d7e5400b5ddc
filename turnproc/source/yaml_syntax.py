"""What a text that is no YAML gets wrong, in words for somebody who has never heard of YAML.

libyaml speaks of tokens and block mappings, and often points behind the mistake. Here its complaint, the two marks
that come with it and the row itself decide which of a beginner's mistakes it is, and where it is. Called by
`yaml_survey` with whatever libyaml raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent, StreamEndEvent
from yaml.reader import ReaderError

from turnproc.diagnostics.model import Diagnostic, Param
from turnproc.source.yaml_bytes import code_point, forbidden_character, problem
from turnproc.source.yaml_events import events_of
from turnproc.source.yaml_indent import INVISIBLE

_CLOSING: Final = {"[": "]", "{": "}"}
_COLON_WITHOUT_SPACE: Final = re.compile(r"^\s*(?:- +)*(?:[\w-]+):(?=[^\s/])")
_COLON_WITH_INVISIBLE: Final = re.compile(f"[:-]([{INVISIBLE}])")
_KEY: Final = re.compile(r"^\s*(?:- +)*[^\s#].*?:(?:\s|$)")
_DASH_WITHOUT_SPACE: Final = re.compile(r"\s*-[^\s-]")
_LONE_VALUE: Final = re.compile(r"[:,\[{]\s*[^\s:,\[{]+$")
_ROWS: Final = re.compile("\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class _Trouble:
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


@dataclass(frozen=True, slots=True)
class _Mistake:
    """What it comes to: the message, and line and column from 0."""

    message: str
    line: int
    column: int
    params: dict[str, Param]


def syntax_problem(error: yaml.YAMLError, text: str, file: str, depth: int) -> Diagnostic:
    """Word what libyaml raised."""
    if isinstance(error, ReaderError):
        return forbidden_character(text, file) or problem("Y008", file, None, None)
    trouble = _trouble(error, _ROWS.split(text), _open_bracket(text))
    mistake = _mistake(trouble, depth)
    return problem(mistake.message, file, mistake.line + 1, mistake.column + 1, **mistake.params)


def _trouble(error: Any, rows: list[str], bracket: tuple[int, int] | None) -> _Trouble:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    start = getattr(error, "context_mark", None) or mark
    from_line, from_column = (start.line, start.column) if start else (line, column)
    # A file's end may be told as a row of its own.
    rows = [*rows, ""]
    what, context = getattr(error, "problem", None) or "", getattr(error, "context", None) or ""
    return _Trouble(what, context, line, column, from_line, from_column, rows, bracket)


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


def _mistake(trouble: _Trouble, depth: int) -> _Mistake:
    if trouble.what == "exceeded maximum nesting depth":
        return _Mistake("Y020", trouble.line, trouble.column, {"most": depth})
    for number in sorted({trouble.from_line, trouble.row_before() or 0, trouble.line}):
        invisible = _COLON_WITH_INVISIBLE.search(trouble.rows[number])
        if invisible:
            return _Mistake("Y011/invisible", number, invisible.start(1), {"character": code_point(invisible[1])})
    for part, find in _BY_COMPLAINT:
        if part in trouble.what or part == trouble.context:
            return find(trouble)
    return _here("Y008", trouble)


def _here(message: str, trouble: _Trouble, **params: Param) -> _Mistake:
    return _Mistake(message, trouble.line, trouble.column, params)


def _at_start(message: str, trouble: _Trouble, **params: Param) -> _Mistake:
    return _Mistake(message, trouble.from_line, trouble.from_column, params)


def _tab(trouble: _Trouble) -> _Mistake:
    return _here("Y005", trouble)


def _no_token(trouble: _Trouble) -> _Mistake:
    return _here("Y005", trouble) if trouble.at == "\t" else _here("Y013", trouble, character=trouble.at)


def _special(trouble: _Trouble) -> _Mistake:
    return _at_start("Y013", trouble, character=trouble.opening)


def _tag(trouble: _Trouble) -> _Mistake:
    return _at_start("Y013", trouble, character="!")


def _bracket(trouble: _Trouble) -> _Mistake:
    """In brackets neither a comma nor the closing bracket followed."""
    wanted = _CLOSING.get(trouble.opening, "]")
    if trouble.at in ("]", "}") and trouble.at != wanted:
        return _here("Y009/other", trouble, found=trouble.at, wanted=wanted)
    if _is_closed_later(trouble, trouble.from_line, wanted):
        # `{a: b: c}` has a colon too many, `{move: 2 from: a}` a comma too few.
        return _here("Y025" if trouble.at == ":" and _LONE_VALUE.search(trouble.before) else "Y023", trouble)
    return _at_start("Y009", trouble, opening=trouble.opening, wanted=wanted)


def _is_closed_later(trouble: _Trouble, opened: int, wanted: str) -> bool:
    """Look for the closing bracket in the rest of its row, and in those below that are moved in further."""
    if trouble.line == opened and wanted in trouble.row[trouble.column :]:
        return True
    first = _indentation(trouble.rows[opened])
    for row in trouble.rows[max(trouble.line, opened + 1) :]:
        if wanted in row and (_indentation(row) > first or row.startswith(wanted, first)):
            return True
        if row.strip() and _indentation(row) <= first:
            return False
    return False


def _indentation(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _quote(trouble: _Trouble) -> _Mistake:
    return _at_start("Y010", trouble, quote=trouble.opening)


def _escape(trouble: _Trouble) -> _Mistake:
    return _here("Y024", trouble)


def _no_colon(trouble: _Trouble) -> _Mistake:
    """A row that should begin with a key has no `: `."""
    return _row_without_colon(trouble, trouble.from_line)


def _row_without_colon(trouble: _Trouble, number: int) -> _Mistake:
    row = trouble.rows[number]
    if row.lstrip().startswith(("{", "[")):
        return _Mistake("Y012/entry", number, _indentation(row), {})
    if _DASH_WITHOUT_SPACE.match(row):
        return _Mistake("Y011/dash", number, _indentation(row), {"key": row.split()[0]})
    squeezed = _COLON_WITHOUT_SPACE.match(row)
    if squeezed:
        return _Mistake("Y011/space", number, squeezed.end(), {"key": squeezed[0].strip().lstrip("- ").rstrip(":")})
    return _Mistake("Y011", number, _indentation(row), {"row": row.strip()})


def _second_colon(trouble: _Trouble) -> _Mistake:
    """A colon makes a key where none can be: a second one in its row, or the row above has gone wrong."""
    if _KEY.match(trouble.before + " "):
        return _here("Y025", trouble)
    above = trouble.row_before()
    if above is None:
        return _here("Y008", trouble)
    row = trouble.rows[above]
    if not _KEY.match(row + " "):
        return _row_without_colon(trouble, above)
    return _Mistake("Y012", trouble.line, _indentation(trouble.row), {})


def _no_key(trouble: _Trouble) -> _Mistake:
    """Where the next key of a mapping should begin, something else stands."""
    if trouble.at in ("]", "}"):
        return _here("Y009/extra", trouble, found=trouble.at)
    if trouble.before:
        return _here("Y026", trouble)
    if trouble.at == ":":
        return _here("Y011/key", trouble)
    if re.match(r"-(\s|$)", trouble.row[trouble.column :]):
        return _here("Y012/list", trouble)
    return _here("Y012", trouble)


def _no_dash(trouble: _Trouble) -> _Mistake:
    if trouble.before:
        return _here("Y026", trouble)
    return _here("Y012/entry", trouble)


def _no_content(trouble: _Trouble) -> _Mistake:
    """A value should begin, mostly in brackets, and something else stands there."""
    if trouble.at in ("]", "}"):
        return _here("Y009/extra", trouble, found=trouble.at)
    if trouble.at == ":":
        return _here("Y011/key", trouble)
    if trouble.bracket is None:
        return _here("Y013", trouble, character=trouble.at) if trouble.at else _here("Y008", trouble)
    line, column = trouble.bracket
    opening = trouble.rows[line][column : column + 1]
    wanted = _CLOSING.get(opening, "]")
    if trouble.at == "-" and (trouble.before or _is_closed_later(trouble, line, wanted)):
        return _here("Y012/brackets", trouble)
    if trouble.at == ",":
        return _here("Y023/twice", trouble)
    return _Mistake("Y009", line, column, {"opening": opening, "wanted": wanted})


def _dash_in_row(trouble: _Trouble) -> _Mistake:
    return _here("Y012/dash", trouble)


def _question_mark(trouble: _Trouble) -> _Mistake:
    return _here("Y018", trouble)


def _second_document(trouble: _Trouble) -> _Mistake:
    return _here("Y019", trouble)


# A part of libyaml's complaint, or all of its context -> who looks closer. The first that fits counts.
_BY_COMPLAINT: Final[tuple[tuple[str, Callable[[_Trouble], _Mistake]], ...]] = (
    ("found a tab character", _tab),
    ("found character that cannot start any token", _no_token),
    ("did not find expected ',' or", _bracket),
    ("while scanning a quoted scalar", _quote),
    ("while parsing a quoted scalar", _escape),
    ("could not find expected ':'", _no_colon),
    ("mapping values are not allowed", _second_colon),
    ("block sequence entries are not allowed", _dash_in_row),
    ("mapping keys are not allowed", _question_mark),
    ("while scanning an alias", _special),
    ("while scanning an anchor", _special),
    ("while scanning a block scalar", _special),
    ("while scanning a directive", _special),
    ("while scanning a tag", _tag),
    ("while parsing a tag", _tag),
    ("found undefined tag handle", _tag),
    ("did not find expected key", _no_key),
    ("did not find expected '-' indicator", _no_dash),
    ("did not find expected node content", _no_content),
    ("did not find expected <document start>", _second_document),
)
