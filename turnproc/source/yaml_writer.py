"""Canonical YAML out: the same data gives the same bytes, on every machine and in every version of Python.

States, journals, receipts and whatever else turnproc writes for itself go through `write_yaml`. A `Layout` says which
containers take a row per entry; all others stand in one row, so that a unit, a fact or a roll is one line of a diff.
PyYAML's dumper is not used: it is a hundred times slower, breaks rows by width and leaves `1e3` unquoted, which a
YAML 1.2 reader takes for a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any, Final

from turnproc.source.yaml_scalars import MOST_DIGITS

# Plain are words that begin with a letter and hold nothing that any reader could take for syntax, in a row of braces
# or outside. Letters without a shape (Hangul fillers) are none.
_LETTER: Final = r"[^\W\d\u115f\u1160\u3164\uffa0]"
_INSIDE: Final = r"[^\W\u115f\u1160\u3164\uffa0]"
_PLAIN: Final = re.compile(rf"{_LETTER}(?:{_INSIDE}|[-./'()+;!?«»„“”‘’…—–№]|:(?={_INSIDE})| (?=[^ ]))*")
_WORDS_WITH_A_MEANING: Final = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null"])
_ESCAPED: Final = re.compile(
    r'["\\\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f'
    r"\u3000\u3164\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
_SHORT_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_FIRST_TOO_LONG: Final = 10**MOST_DIGITS
_FIRST_INEXACT: Final = 2**53
_LAST_OF_FOUR_DIGITS: Final = 0xFFFF
# A YAML reader looks 1024 characters ahead for the colon; longer keys must be announced by a question mark.
_LONGEST_SIMPLE_KEY: Final = 1000


@dataclass(frozen=True, slots=True)
class Layout:
    """Which containers are written in block style, one entry per row: paths from the root, "*" for any key or index.

    The root always is, and so is everything on the way to a path that is listed.
    """

    block: frozenset[tuple[str, ...]] = frozenset()


def write_yaml(data: object, layout: Layout, comment: str = "") -> str:
    """Write plain data (dict, list, str, int, float, bool, None), keys in the order given, after a comment.

    Raises TypeError for anything else, and ValueError for numbers and texts that `read_yaml` would not give back:
    nan is a TypeError, 19 digits and lone surrogates are ValueErrors.
    """
    rows = [f"# {_ESCAPED.sub('�', row)}".rstrip() for row in comment.splitlines()]
    _Writer(rows).node(data, _level(layout.block), "", "")
    rows.append("")
    return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class _Level:
    """A container in block style, and which of its entries are."""

    named: dict[str, _Level]
    others: _Level | None

    def below(self, key: str) -> _Level | None:
        return self.named.get(key, self.others)


@cache
def _level(paths: frozenset[tuple[str, ...]]) -> _Level:
    longer = [path for path in paths if path]
    others = frozenset(path[1:] for path in longer if path[0] == "*")
    named = {
        key: _level(others | {path[1:] for path in longer if path[0] == key})
        for key in {path[0] for path in longer}
        if key != "*"
    }
    return _Level(named, _level(others) if others else None)


class Row(str):
    """A value that its owner has written already, in one row, with `Texts` for every text in it.

    Facts are: writing them field by field saves the plain data that would be made of each and thrown away.
    """

    __slots__ = ()


class Texts(dict[str, str]):
    """How each string is written. The same few words stand in a state ten thousand times: each is judged once."""

    def __missing__(self, text: Any) -> str:
        if type(text) is not str:
            raise TypeError(f"only text can be a key, not {type(text).__name__}")
        written = self[text] = _text(text)
        return written


class _Keys(dict[str, str]):
    """How each key is written, up to its colon."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def __missing__(self, key: Any) -> str:
        written = self._texts[key]
        if len(written) > _LONGEST_SIMPLE_KEY:
            written = f"? {written} "
        self[key] = written
        return written


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS_WITH_A_MEANING:
        return text
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"text that no file can hold: {error.reason}") from error
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    short = _SHORT_ESCAPES.get(character)
    if short is not None:
        return short
    number = ord(character)
    return f"\\u{number:04X}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08X}"


class _Writer:
    """Collects the rows of one document."""

    def __init__(self, rows: list[str]) -> None:
        self._rows = rows
        self._texts = Texts()
        self._keys = _Keys(self._texts)

    def node(self, value: Any, level: _Level | None, head: str, indent: str) -> None:
        """Write a value: `head` is what stands before it in its first row, `indent` before its later rows."""
        if level is None or not value or type(value) not in (dict, list):
            self._rows.append(head + self.flow(value))
        elif type(value) is dict:
            self._mapping(value, level, head, indent)
        else:
            self._sequence(value, level, head, indent)

    def _mapping(self, mapping: dict[Any, Any], level: _Level, head: str, indent: str) -> None:
        for key, value in mapping.items():
            written = self._keys[key]
            colon = f"{head}{written}:" if written[0] != "?" else f"{head}{written[:-1]}\n{indent}:"
            below = level.below(key)
            if below is None or not value or type(value) not in (dict, list):
                self._rows.append(f"{colon} {self.flow(value)}")
            else:
                self._rows.append(colon)
                self.node(value, below, indent + "  ", indent + "  ")
            head = indent

    def _sequence(self, items: list[Any], level: _Level, head: str, indent: str) -> None:
        dash = indent + "- "
        below = level.others
        if below is None:
            rows = [dash + self.flow(item) for item in items]
            rows[0] = head + rows[0][len(indent) :]
            self._rows += rows
            return
        for item in items:
            self.node(item, below, head + "- ", indent + "  ")
            head = indent

    def flow(self, value: Any) -> str:
        """Write a value in one row."""
        kind = type(value)
        if kind is Row:
            return str(value)
        if kind is str:
            return self._texts[value]
        if kind is dict:
            texts, keys, flow = self._texts, self._keys, self.flow
            # Spelled out for strings, which most values are: this is the row of a unit, and there are many.
            inside = [f"{keys[key]}: {texts[item] if type(item) is str else flow(item)}" for key, item in value.items()]
            return f"{{{', '.join(inside)}}}"
        if kind is int:
            if -_FIRST_TOO_LONG < value < _FIRST_TOO_LONG:
                return repr(value)
            raise ValueError(f"a number of more than {MOST_DIGITS} digits would not be read again")
        if kind is list:
            return f"[{', '.join([self.flow(item) for item in value])}]"
        if value is None:
            return "null"
        if kind is bool:
            return "true" if value else "false"
        if kind is float:
            return _float(value)
        raise TypeError(f"a {kind.__name__} cannot be written as YAML: {value!r}")


def _float(value: float) -> str:
    if not isfinite(value):
        raise TypeError(f"{value} cannot be written as YAML")
    if abs(value) >= _FIRST_INEXACT:
        raise ValueError(f"{value} is too large to be exact")
    if value.is_integer():
        return repr(int(value))
    written = repr(value)
    # YAML 1.1 wants a point before the exponent.
    return written if "." in written or "e" not in written else written.replace("e", ".0e")
