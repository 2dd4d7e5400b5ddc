"""Colours of pictures: tints, ink that can be read on them, and letters for those who cannot tell colours apart.

Dozens of owners have more colours than greyscale, or an eye that sees fewer, can hold: so each has letters of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Final, TypeAlias

from turnproc.engine.picture import Owner
from turnproc.report.escaping import plain

Rgb: TypeAlias = "tuple[int, int, int]"

DARK_INK: Final = "#1d1a16"
LIGHT_INK: Final = "#ffffff"
_LIGHT: Final = 140
# Behind a number these would look like one more digit, in Latin or in Cyrillic.
_LIKE_DIGITS: Final = "ЗОБЧIOSBZ0123456789"


def rgb(colour: str) -> Rgb:
    """The three parts of `#rrggbb`, each of 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def lightness(colour: str) -> int:
    """How light a colour is in greyscale, of 255."""
    parts = rgb(colour)
    return (299 * parts[0] + 587 * parts[1] + 114 * parts[2]) // 1000


def mixed(ground: str, colour: str, percent: int) -> str:
    """So many parts of a hundred of a colour on a ground."""
    parts = [(a * (100 - percent) + b * percent) // 100 for a, b in zip(rgb(ground), rgb(colour), strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def ink_on(colour: str) -> str:
    """Ink that can be read on a colour."""
    return DARK_INK if lightness(colour) > _LIGHT else LIGHT_INK


def letters(owners: Sequence[Owner]) -> Mapping[str, str]:
    """A mark for every owner, by id: letters of its name, no two alike. The earlier in the list has the choice."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    # By first letter. Each goes on where it was: hundreds may begin alike.
    numbered: dict[str, Iterator[str]] = {}
    for owner in owners:
        first, marks = _marks(plain(owner.name))
        numbers = numbered.setdefault(first, (f"{first}{number}" for number in count(1)))
        found[owner.id] = next(mark for mark in chain(marks, numbers) if mark not in taken)
        taken.add(found[owner.id])
    return found


def _marks(name: str) -> tuple[str, Iterable[str]]:
    """The first letter of a name, and it alone, then with each further one; of "the Clans" those of Clans."""
    named = " ".join(word for word in name.split() if word[0].isupper()) or name
    seen = [letter for letter in named if letter.isalnum()] or ["?"]
    first = seen[0].upper()
    alone = [] if first in _LIKE_DIGITS else [first]
    # The first letter of a second word says more than any other.
    second = [first + word[0].lower() for word in named.split()[1:] if word[:1].isalnum()]
    return first, [*alone, *second, *(first + letter.lower() for letter in seen[1:])]
