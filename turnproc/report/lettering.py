"""How wide a text is, by the widths of the font that pictures are drawn with, and where it may be broken.

Where a reader's browser lacks that font, it takes Verdana, which is as wide, or one that is narrower.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from turnproc.resources import MissingResourceError

FONTS: Final = Path(__file__).resolve().parent / "fonts"
FAMILY: Final = "DejaVu Sans"
FACES: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
# Of the size: a row's height, and how far letters rise above the line that they stand on.
ROW: Final = 1.12
RISE: Final = 0.76
# A letter that the font does not have is drawn by another, which may be this wide.
_UNKNOWN: Final = 1000


def font_files() -> list[str]:
    """The font's files.

    Raises:
        MissingResourceError: One of them is missing.
    """
    for name in FACES:
        if not (FONTS / name).is_file():
            raise MissingResourceError(f"turnproc is not completely installed: the font {FONTS / name} is missing")
    return [str(FONTS / name) for name in FACES]


@cache
def _widths() -> Mapping[str, Mapping[str, int]]:
    try:
        found: Mapping[str, Mapping[str, int]] = json.loads((FONTS / "widths.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingResourceError(f"turnproc is not completely installed: {FONTS} has no widths.json") from None
    return found


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide one row of text is."""
    widths = _widths()["bold" if bold else "plain"]
    return sum(widths.get(letter, _UNKNOWN) for letter in text) * size / 1000


def broken(text: str) -> list[list[str]]:
    """The ways to set a name: in one row, and where it has several words, in two rows as even as can be."""
    words = text.split(" ")
    ways = [[text]]
    if len(words) > 1:
        halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        ways.append(list(min(halves, key=lambda rows: max(width(row, 1) for row in rows))))
    return ways


def shortened(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """As much of a text as there is room for, with three dots where it goes on."""
    if width(text, size, bold=bold) <= room:
        return text
    while text and width(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"
