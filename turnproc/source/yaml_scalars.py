"""What a plain word of YAML means: the core schema of YAML 1.2, and nothing more.

Dates, `no`, `on`, `1:30`, `=`, `.inf` and `.nan` stay text: they are where players' files were misread elsewhere.
Used by both walks over a text, `yaml_reader` and `yaml_survey`; `yaml_writer` quotes whatever could be read otherwise.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | float | bool | None"

# Only a plain scalar that begins so can mean anything but its own text: one look-up spares most scalars the rest.
FIRST_OF_NON_TEXT: Final = frozenset(["", *"-+.0123456789~nNtTfF"])

_WORDS: Final[dict[str, Scalar]] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    # Most numbers in a file are small: looking them up is faster than taking them apart.
    **{str(number): number for number in range(1000)},
}
_DECIMAL: Final = re.compile(r"[-+]?[0-9]+", re.ASCII)
_OTHER_BASE: Final = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)

MOST_DIGITS: Final = 18
_FIRST_TOO_LONG: Final = 10**MOST_DIGITS
_FIRST_INEXACT: Final = 2**53
_LONGEST_OTHER_BASE: Final = 2 + 20


class NumberTooLong(ValueError):
    """A number that could not be kept exactly."""


def plain_value(text: str) -> Scalar:
    """Read a plain (unquoted) scalar.

    A float without a fraction becomes an int, for JSON Schema takes `1e3` for an integer too: whatever a schema
    calls an integer is an `int` in Python. Raises NumberTooLong for more than 18 digits, and for floats so large that
    they have no fraction to speak of.
    """
    if text in _WORDS:
        return _WORDS[text]
    if _DECIMAL.fullmatch(text):
        if len(text.lstrip("+-")) > MOST_DIGITS:
            raise NumberTooLong(text)
        return int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if abs(number) >= _FIRST_INEXACT:
            raise NumberTooLong(text)
        return int(number) if number.is_integer() else number
    if _OTHER_BASE.fullmatch(text):
        # Longer than any number of 18 digits is in base 8: int() need not try.
        if len(text) > _LONGEST_OTHER_BASE or int(text, 0) >= _FIRST_TOO_LONG:
            raise NumberTooLong(text)
        return int(text, 0)
    return text
