"""Which thing does a person mean by a name? People type names by hand, from memory and on telephones.

Names are compared after `fold`; an id is always a name of its own thing and wins over any other thing's name. The
rulesets build one `NameIndex` per kind of thing (places, peoples, characters) and ask it for every name in an order.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final, Generic, TypeVar

Id = TypeVar("Id", bound=str)

# What can be in a copied name without being seen: soft hyphens, joiners, direction marks, byte-order marks.
_UNSEEN: Final = dict.fromkeys(
    [0x00AD, 0x034F, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
)
_LIKE_ENOUGH: Final = 0.6
_LIKE_A_BEGINNING: Final = 0.75
_SHORTEST_BEGINNING: Final = 3
# Nobody misspells more than this; longer texts are cut, for comparing takes the product of both lengths.
_LONGEST_COMPARED: Final = 60


def fold(text: str) -> str:
    """Give the form in which names are compared: NFKC, no letter case, `ё` as `е`, single spaces, nothing unseen."""
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKC", text.translate(_UNSEEN)).casefold()
    # Case folding can undo the normal form, and normalising can make letters that fold again (`ϓ`).
    folded = unicodedata.normalize("NFKC", folded).casefold().replace("ё", "е")
    return " ".join(unicodedata.normalize("NFKC", folded).split())


# Cyrillic and Greek letters that look like Latin ones.
_LOOK_ALIKES: Final = str.maketrans("аеорсухіѕјԁһкмтвнгпοναρικ", "aeopcyxisjdhkmtbhrnovapik")


def latin(text: str) -> str:
    """The text with Latin letters in the place of others that look the same."""
    return text if text.isascii() else text.translate(_LOOK_ALIKES)


class NameIndex(Generic[Id]):
    """All names of one kind of thing. `clashes` lists the names that mean two things: (name, one id, another)."""

    def __init__(self, names: Iterable[tuple[Id, Iterable[str]]]) -> None:
        """Take each thing's id and its other names, forms and aliases; a name of two things stays the first's."""
        entries = [(id_, list(others)) for id_, others in names]
        self._ids: dict[str, Id] = {}
        clashes: dict[tuple[str, Id, Id], None] = {}
        ids_first: list[tuple[str, Id]] = [(id_, id_) for id_, _ in entries]
        for name, id_ in [*ids_first, *((name, id_) for id_, others in entries for name in others)]:
            owner = self._ids.setdefault(fold(name), id_)
            if owner != id_:
                clashes[name, owner, id_] = None
        self.clashes: list[tuple[str, Id, Id]] = list(clashes)

    def find(self, text: str) -> Id | None:
        """Give the id of the thing that is called so."""
        return self._ids.get(fold(text))

    def nearest(self, text: str, count: int = 3) -> list[Id]:
        """Give the ids whose names are most like the text, best first, at most `count`; none that is too unlike."""
        compare = _Likeness(fold(text))
        best: dict[Id, float] = {}
        for name, id_ in self._ids.items():
            likeness = compare.to(name)
            if likeness > best.get(id_, 0.0):
                best[id_] = likeness
        return sorted(best, key=lambda id_: (-best[id_], id_))[:count]


class _Likeness:
    """How like one folded name others are, from 0 (too unlike to be meant) to 1."""

    def __init__(self, name: str) -> None:
        self._name = name[:_LONGEST_COMPARED]
        # The matcher studies its second sequence once, for all that it is then compared with.
        self._matcher = SequenceMatcher(None, "", self._name, autojunk=False)

    def to(self, other: str) -> float:
        other = other[:_LONGEST_COMPARED]
        shorter = min(len(self._name), len(other))
        begins = shorter >= _SHORTEST_BEGINNING and self._name[:shorter] == other[:shorter]
        least = _LIKE_A_BEGINNING if begins else 0.0
        self._matcher.set_seq1(other)
        # The first two are upper bounds of the third, and far cheaper.
        if self._matcher.real_quick_ratio() < _LIKE_ENOUGH or self._matcher.quick_ratio() < _LIKE_ENOUGH:
            return least
        ratio = self._matcher.ratio()
        return max(least, ratio if ratio >= _LIKE_ENOUGH else 0.0)


def nearest_words(text: str, words: Iterable[str], count: int = 3) -> list[str]:
    """Give the words most like the text, best first: for keys, verbs and other words that are no names of things."""
    return NameIndex[str]((word, ()) for word in words).nearest(text, count)
