"""What a text that is no YAML gets wrong, in words for somebody who has never heard of YAML.

libyaml speaks of tokens and block mappings, and often points behind the mistake. Here its complaint, the two marks
that come with it and the row itself decide which of a beginner's mistakes it is, and where it is. Called by
`yaml_survey` with whatever libyaml raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import yaml
from yaml.reader import ReaderError

from turnproc.diagnostics.model import Diagnostic, Param
from turnproc.source.yaml_bytes import code_point, forbidden_character, problem
from turnproc.source.yaml_indent import INVISIBLE
from turnproc.source.yaml_trouble import Trouble, closing, indentation, trouble_of

_COLON_WITHOUT_SPACE: Final = re.compile(r"^\s*(?:- +)*(?:[\w-]+):(?=[^\s/])")
_COLON_WITH_INVISIBLE: Final = re.compile(rf"^\s*(?:- +)*(?:-|[^\s:]+:)([{INVISIBLE}])")
_KEY: Final = re.compile(r"^\s*(?:- +)*[^\s#].*?:(?:\s|$)")
_DASH_WITHOUT_SPACE: Final = re.compile(r"\s*-[^\s-]")
_LONE_VALUE: Final = re.compile(r"[:,\[{]\s*[^\s:,\[{]+$")


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
    trouble = trouble_of(error, text)
    mistake = _mistake(trouble, depth)
    return problem(mistake.message, file, mistake.line + 1, mistake.column + 1, **mistake.params)


def _mistake(trouble: Trouble, depth: int) -> _Mistake:
    if trouble.what == "exceeded maximum nesting depth":
        return _Mistake("Y020", trouble.line, trouble.column, {"most": depth})
    for number in sorted({trouble.from_line, trouble.row_before() or 0, trouble.line}):
        invisible = _COLON_WITH_INVISIBLE.match(trouble.rows[number])
        if invisible:
            return _Mistake("Y011/invisible", number, invisible.start(1), {"character": code_point(invisible[1])})
    for part, find in _BY_COMPLAINT:
        if part in trouble.what or part == trouble.context:
            return _here(find, trouble) if isinstance(find, str) else find(trouble)
    return _here("Y008", trouble)


def _here(message: str, trouble: Trouble, **params: Param) -> _Mistake:
    return _Mistake(message, trouble.line, trouble.column, params)


def _at_start(message: str, trouble: Trouble, **params: Param) -> _Mistake:
    return _Mistake(message, trouble.from_line, trouble.from_column, params)


def _no_token(trouble: Trouble) -> _Mistake:
    return _here("Y005", trouble) if trouble.at == "\t" else _here("Y013", trouble, character=trouble.at)


def _special(trouble: Trouble) -> _Mistake:
    return _at_start("Y013", trouble, character=trouble.opening)


def _tag(trouble: Trouble) -> _Mistake:
    return _at_start("Y013", trouble, character="!")


def _bracket(trouble: Trouble) -> _Mistake:
    """In brackets neither a comma nor the closing bracket followed."""
    wanted = closing(trouble.opening)
    if trouble.at in ("]", "}") and trouble.at != wanted:
        return _here("Y009/other", trouble, found=trouble.at, wanted=wanted)
    if trouble.is_closed_later(trouble.from_line, wanted):
        # `{a: b: c}` has a colon too many, `{move: 2 from: a}` a comma too few.
        return _here("Y025" if trouble.at == ":" and _LONE_VALUE.search(trouble.before) else "Y023", trouble)
    return _at_start("Y009", trouble, opening=trouble.opening, wanted=wanted)


def _quote(trouble: Trouble) -> _Mistake:
    return _at_start("Y010", trouble, quote=trouble.opening)


def _no_colon(trouble: Trouble) -> _Mistake:
    """A row that should begin with a key has no `: `."""
    return _row_without_colon(trouble, trouble.from_line)


def _row_without_colon(trouble: Trouble, number: int) -> _Mistake:
    row = trouble.rows[number]
    if row.lstrip().startswith(("{", "[")):
        return _Mistake("Y012/entry", number, indentation(row), {})
    if _DASH_WITHOUT_SPACE.match(row):
        return _Mistake("Y011/dash", number, indentation(row), {"key": row.split()[0]})
    squeezed = _COLON_WITHOUT_SPACE.match(row)
    if squeezed:
        return _Mistake("Y011/space", number, squeezed.end(), {"key": squeezed[0].strip().lstrip("- ").rstrip(":")})
    return _Mistake("Y011", number, indentation(row), {"row": row.strip()})


# How telephones, word processors and haste begin an entry of a list.
_ENTRIES_GONE_WRONG: Final = (
    ("Y025/dash", re.compile(r"\s*(?P<found>[‐-―−•·*]) ?\{?")),
    ("Y025/space", re.compile(r"\s*(?P<found>-\{)")),
    ("Y025/round", re.compile(r"\s*-? *(?P<found>\()")),
    ("Y025/braces", re.compile(r"(?:\s*- +|\s+)(?P<found>[\w-]+): .*, *[\w-]+$")),
)
# A text that could stand in quotes as it is, behind its key.
_UNQUOTED: Final = re.compile(r"\s*(?:- +)*(?P<key>[\w-]+): +(?P<text>[^\"\\\[{][^\"\\]*?)\s*")
_LONGEST_ROW: Final = 60


def _second_colon(trouble: Trouble) -> _Mistake:
    """A colon makes a key where none can be: a second one in its row, or the row above has gone wrong."""
    if _KEY.match(trouble.before + " "):
        for message, beginning in _ENTRIES_GONE_WRONG:
            match = beginning.match(trouble.before)
            if match is not None:
                return _Mistake(message, trouble.line, indentation(trouble.row), {"found": match["found"]})
        text = _UNQUOTED.fullmatch(trouble.row)
        if text is not None and len(trouble.row) <= _LONGEST_ROW:
            return _here("Y025/text", trouble, fixed=f'{text["key"]}: "{text["text"]}"')
        return _here("Y025", trouble)
    above = trouble.row_before()
    if above is None:
        return _here("Y008", trouble)
    row = trouble.rows[above]
    if not _KEY.match(row + " "):
        return _row_without_colon(trouble, above)
    return _Mistake("Y012", trouble.line, indentation(trouble.row), {})


def _no_key(trouble: Trouble) -> _Mistake:
    """Where the next key of a mapping should begin, something else stands."""
    if trouble.at in ("]", "}"):
        return _here("Y009/extra", trouble, found=trouble.at)
    if trouble.before:
        return _here("Y026", trouble)
    if trouble.at == ":":
        return _here("Y011/key", trouble)
    if re.match(r"-(\s|$)", trouble.row[trouble.column :]):
        above = trouble.row_before()
        is_empty = above is not None and trouble.rows[above].rstrip().endswith("[]")
        return _here("Y012/empty" if is_empty else "Y012/list", trouble)
    return _here("Y012", trouble)


def _no_dash(trouble: Trouble) -> _Mistake:
    if trouble.at in ("]", "}"):
        return _here("Y009/extra", trouble, found=trouble.at)
    if trouble.before:
        return _here("Y026", trouble)
    return _here("Y012/entry", trouble)


def _no_content(trouble: Trouble) -> _Mistake:
    """A value should begin, mostly in brackets, and something else stands there."""
    if trouble.at in ("]", "}"):
        return _here("Y009/extra", trouble, found=trouble.at)
    if trouble.at == ":":
        return _here("Y011/key", trouble)
    if trouble.bracket is None:
        return _here("Y013", trouble, character=trouble.at) if trouble.at else _here("Y008", trouble)
    line, column = trouble.bracket
    opening = trouble.rows[line][column : column + 1]
    wanted = closing(opening)
    if trouble.at == "-" and (trouble.before or trouble.is_closed_later(line, wanted)):
        return _here("Y012/brackets", trouble)
    if trouble.at == ",":
        return _here("Y023/twice", trouble)
    return _Mistake("Y009", line, column, {"opening": opening, "wanted": wanted})


# A part of libyaml's complaint, or all of its context -> the message, or who looks closer. The first that fits counts.
_BY_COMPLAINT: Final[tuple[tuple[str, str | Callable[[Trouble], _Mistake]], ...]] = (
    ("found a tab character", "Y005"),
    ("found character that cannot start any token", _no_token),
    ("did not find expected ',' or", _bracket),
    ("while scanning a quoted scalar", _quote),
    ("while parsing a quoted scalar", "Y024"),
    ("could not find expected ':'", _no_colon),
    ("mapping values are not allowed", _second_colon),
    ("block sequence entries are not allowed", "Y012/dash"),
    ("mapping keys are not allowed", "Y018"),
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
    ("did not find expected <document start>", "Y019"),
)
