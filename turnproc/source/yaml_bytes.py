"""From the bytes of a file to its text, or to the reason why they are none.

Players write in whatever editor they have: a file in the wrong encoding, with a byte-order mark in its middle or with
control characters is told so, with line and column. Called by `yaml_reader` alone.
"""

from __future__ import annotations

import re
from typing import Final

from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity

BYTE_ORDER_MARK: Final = "\ufeff"
# YAML's own list, and the line ends that YAML 1.1 knows and no editor counts: lines would be told wrong after them.
NOT_IN_A_FILE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_LINE_END: Final = re.compile("\r\n|\r|\n")
_RUN_OF_CYRILLIC_IN_CP1251: Final = re.compile(rb"[\xa8\xb8\xc0-\xff]{3,}")


def problem(message: str, file: str, line: int | None, column: int | None, **params: Param) -> Diagnostic:
    """Make a diagnostic of the text itself: all of them are errors."""
    return Diagnostic(message, Severity.ERROR, Place(file, line, column), params)


def decode(raw: bytes, file: str, most: int) -> tuple[str, Diagnostic | None]:
    """Turn the bytes into text without its leading byte-order mark; `most` is the largest size allowed."""
    if len(raw) > most:
        return "", problem("Y001", file, None, None, size=_kibibytes(len(raw)), most=_kibibytes(most))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return "", _not_utf8(raw, file, error.start)
    text = text.removeprefix(BYTE_ORDER_MARK)
    if BYTE_ORDER_MARK in text:
        return text, problem("Y004", file, *place_of(text, text.index(BYTE_ORDER_MARK)))
    # Everything else that is forbidden makes libyaml stop; `forbidden_character` then says where.
    if "\x85" in text or "\u2028" in text or "\u2029" in text or "\ufffe" in text or "\uffff" in text:
        return text, forbidden_character(text, file)
    return text, None


def forbidden_character(text: str, file: str) -> Diagnostic | None:
    """Find the first character that may not stand in a file."""
    match = NOT_IN_A_FILE.search(text)
    if match is None:
        return None
    if match[0] == "\x00" and text.count("\x00") * 3 > len(text):
        return problem("Y002/utf-16", file, *place_of(text, match.start()))
    return problem("Y003", file, *place_of(text, match.start()), character=code_point(match[0]))


def place_of(text: str, index: int) -> tuple[int, int]:
    """Give line and column, both from 1, of the character at `index`."""
    line, start = 1, 0
    for match in _LINE_END.finditer(text, 0, index):
        line, start = line + 1, match.end()
    return line, index - start + 1


def code_point(character: str) -> str:
    """Name a character that cannot be shown: `U+00A0`."""
    return f"U+{ord(character):04X}"


def _kibibytes(size: int) -> int:
    return -(-size // 1024)


def _not_utf8(raw: bytes, file: str, at: int) -> Diagnostic:
    before = raw[:at].decode("utf-8")
    line, column = place_of(before, len(before))
    return problem(_guess(raw, at), file, line, column, byte=f"0x{raw[at]:02X}")


def _guess(raw: bytes, at: int) -> str:
    """Guess from the first kilobytes what the file was saved as: the hint then names it."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "Y002/utf-16"
    sample = raw[at : at + 4096]
    if _RUN_OF_CYRILLIC_IN_CP1251.search(sample):
        return "Y002/cp1251"
    # Å, ä, ö, é and the like stand alone between unaccented letters.
    if re.search(rb"[\x91-\x97\xa0-\xff]", sample):
        return "Y002/cp1252"
    return "Y002"
