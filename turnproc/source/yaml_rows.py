"""A short way for files in the plainest layout: keys in the first column, under them one row per entry.

Orders as their template has them, and states and journals as `write_yaml` wrote them, look so:

    turn: 2
    orders:
      - {move: 2, from: dacia, to: sarmatia, attack: [antes]}   # a remark

A few expressions tell whether a whole file does, turn its rows into JSON, and have it read at the speed of C; that is
four times as fast as libyaml's events. Whatever has a quotation mark, another indentation, a number that is no small
whole one or anything else out of the ordinary goes the long way, where it may still be perfectly right. Both ways give
the same data: tests/properties/test_yaml_rows.py holds them against each other.
"""

from __future__ import annotations

import json
import re
from typing import Final

from turnproc.source.yaml_scalars import Data

# A plain text that no reader could take for anything else: it begins with a letter, and what could be syntax is not in
# it. Words that mean a value (true, null, …) are sorted out afterwards.
_WORD: Final = r"[^\W\d_][\w./-]*+(?: [\w./-]++)*+"
# A reader looks only so far ahead for the colon after a key; and no key may look like a value.
_KEY: Final = r"(?!(?:true|false|null):)[^\W\d_][\w./-]{0,99}+"
_NUMBER: Final = r"(?:0|[1-9][0-9]{0,14})(?![\w./-])"
_SCALAR: Final = rf"(?:{_NUMBER}|{_WORD})"
_DEEPEST: Final = 4


def _flow(depth: int) -> str:
    """A value in one row, with lists and mappings down to a depth."""
    if depth == 0:
        return _SCALAR
    inner = _flow(depth - 1)
    items = rf"\[ *+(?:{_SCALAR} *+(?:, *+|(?=\])))*+\]"
    pairs = rf"\{{ *+(?:{_KEY}: ++{inner} *+(?:, *+|(?=\}})))*+\}}"
    return rf"(?:{_SCALAR}|{items}|{pairs})"


_VALUE: Final = _flow(_DEEPEST)
_END: Final = r"(?: ++#[^\n]*+| *+)\n"
_NOTHING: Final = r"(?: *+(?:#[^\n]*+)?\n)"
_LIST: Final = rf"(?:{_NOTHING}*+  - {_VALUE}{_END})++"
_MAPPING: Final = rf"(?:{_NOTHING}*+  {_KEY}: {_VALUE}{_END})++"
_FILE: Final = re.compile(rf"(?:{_NOTHING}|{_KEY}: ++{_VALUE}{_END}|{_KEY}:{_END}(?:{_LIST}|{_MAPPING}))++")

_WORDS: Final = re.compile(f"({_WORD})")
_REMARK: Final = re.compile(r" *#[^\n]*")
# YAML reads these as values too, but only in small letters are they JSON.
_OTHER_VALUES: Final = re.compile(r'"(?:True|TRUE|False|FALSE|Null|NULL)"')


class _Twice(ValueError):
    """A key stands twice in a mapping: the long way tells where."""


def read_rows(text: str) -> dict[str, Data] | None:
    """Read a file in the plainest layout; None for every other, which says nothing against it."""
    text = text if text.endswith("\n") else text + "\n"
    if not _FILE.fullmatch(text):
        return None
    if "#" in text:
        text = _REMARK.sub("", text)
    # Between what stands before, in and after each word there is a quotation mark to be put: on either side of it.
    written = '"'.join(_WORDS.split(text))
    if _OTHER_VALUES.search(written):
        return None
    for value in ("true", "false", "null"):
        if value in text:
            written = written.replace(f'"{value}"', value)
    try:
        # A file of remarks alone is empty, and that is for the long way to say.
        return _read(written.split("\n")) or None
    except ValueError:
        # A key twice, a word like `true` as a key, a comma at the end: all to be read with care.
        return None


def _read(lines: list[str]) -> dict[str, Data]:
    document: dict[str, Data] = {}
    rows: list[str] = []
    key: str | None = None
    for line in [*lines, ""]:
        if line.startswith("  "):
            rows.append(line)
            continue
        if not line.strip(" "):
            continue
        if key is not None:
            document[key] = _section(rows)
            rows, key = [], None
        head, _, rest = line.partition('":')
        name = head[1:]
        if name in document:
            raise _Twice(name)
        if rest.strip(" "):
            document[name] = _loads(rest)
        else:
            key = name
            document[name] = None
    if key is not None:
        document[key] = _section(rows)
    return document


def _section(rows: list[str]) -> Data:
    if rows[0].startswith("  - "):
        return _loads(f"[{','.join([row[4:] for row in rows])}]")
    return _loads(f"{{{','.join(rows)}}}")


def _loads(text: str) -> Data:
    value: Data = _decode(text)
    # JSON keeps the last of two equal keys without a word: then there are fewer keys than colons behind them.
    if text.count('":') != _keys(value):
        raise _Twice
    return value


def _keys(value: Data) -> int:
    if isinstance(value, dict):
        return len(value) + sum([_keys(item) for item in value.values() if isinstance(item, dict)])
    if isinstance(value, list):
        return sum([_keys(item) for item in value])
    return 0


_decode: Final = json.JSONDecoder().decode
