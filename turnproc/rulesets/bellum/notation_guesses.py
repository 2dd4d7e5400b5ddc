"""What a line that cannot be read may have been meant to be: the most similar lines of the notation.

From the names and the number in the line every order is made that they allow, each is written in every language, and
those that look most like the line are told. They are only ever suggested, never taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import Final, TypeVar

from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.notation import LINES, MEET, NOTES, Notation
from turnproc.rulesets.bellum.orders import Assimilate, Claim, Crown, Hold, Move, Order, Retreat, Rule
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId
from turnproc.source.names import NameIndex, fold

Id = TypeVar("Id", bound=str)

_WORD: Final = re.compile(r"[\w'’]+(?:[-.][\w'’]+)*")
# The longest name, in words, that is looked for in a line; how many names of a line are tried; how many words for one.
_LONGEST: Final = 4
_MOST_NAMES: Final = 3
_MOST_WORDS: Final = 24
_LIKE_ENOUGH: Final = 0.6
_SAME_BEGINNING: Final = 0.2
_NEARLY_AS_LIKE: Final = 0.06
_MOST_GUESSES: Final = 3


def likeness(one: str, other: str) -> float:
    """How like two lines are, from 0 to 1."""
    return SequenceMatcher(None, fold(one), fold(other), autojunk=False).ratio()


class Guesses:
    """Finds what lines may mean. `notations` write in the languages of the text."""

    def __init__(self, known: Known, notations: Sequence[Notation]) -> None:
        """Collect the notation's own words: they are no names."""
        self.known = known
        self.notations = notations
        texts = (*LINES.values(), *NOTES.values(), MEET)
        said = [each.wording.words.text(text) for each in notations for text in texts]
        self._own_words = {fold(word) for text in said for word in re.findall(r"(?<![{\w:.])\w+(?![\w:}])", text)}

    def of(self, line: str, speaker: PeopleId) -> list[str]:
        """The most similar lines, best first; none that is too unlike."""
        written = dict.fromkeys(
            notation.line(speaker, order) for order in self._orders(line, speaker) for notation in self.notations
        )
        if not re.search("[0-9]", line):
            written |= dict.fromkeys(self._headings(line))
        first = fold(line).partition(" ")[0]
        likes = {text: like for text in written if (like := likeness(line, text)) >= _LIKE_ENOUGH}
        # Who begins an order with its own word has only forgotten how it ends.
        for text in likes:
            likes[text] += _SAME_BEGINNING * (fold(text).partition(" ")[0] == first)
        ranked = sorted(likes, key=lambda text: -likes[text])[:_MOST_GUESSES]
        return [text for text in ranked if likes[text] >= likes[ranked[0]] - _NEARLY_AS_LIKE]

    def _headings(self, line: str) -> Iterator[str]:
        for people in self.known.people_names.nearest(line.rstrip(": ")):
            if people in self.known.state.peoples:
                yield from (notation.heading(people) for notation in self.notations)

    def _orders(self, line: str, speaker: PeopleId) -> Iterator[Order]:
        words = [match[0] for match in _WORD.finditer(line)][:_MOST_WORDS]
        number = next((int(word) for word in words if re.fullmatch("[0-9]{1,6}", word)), 1)
        provinces, peoples = self._named(words)
        if provinces:
            yield from _with_stances(number, speaker, provinces, peoples)
        yield from _others(speaker, provinces, peoples)

    def _named(self, words: Sequence[str]) -> tuple[list[ProvinceId], list[PeopleId]]:
        """What a line names, in its order: the rightly spelt names, and for words left over the nearest."""
        left = {at for at, word in enumerate(words) if not word.isdecimal() and fold(word) not in self._own_words}
        place_names, people_names = self.known.world.province_names, self.known.people_names
        places, peoples = _exact(words, place_names, left), _exact(words, people_names, left)
        left.difference_update(*places, *peoples)
        found_places = {at[0]: place for at, place in places.items()} | _nearest(words, place_names, left)
        found_peoples = {at[0]: people for at, people in peoples.items()} | _nearest(words, people_names, left)
        living = {at: people for at, people in found_peoples.items() if people in self.known.state.peoples}
        return _in_order(found_places), _in_order(living)


def _exact(words: Sequence[str], names: NameIndex[Id], left: set[int]) -> dict[range, Id]:
    """The names that stand in a line as they should, the longest first."""
    found: dict[range, Id] = {}
    free = set(left)
    for length in range(_LONGEST, 0, -1):
        for at in range(len(words) - length + 1):
            covered = range(at, at + length)
            thing = names.find(" ".join(words[at : at + length])) if free.issuperset(covered) else None
            if thing is not None:
                found[covered] = thing
                free.difference_update(covered)
    return found


def _nearest(words: Sequence[str], names: NameIndex[Id], left: Iterable[int]) -> dict[int, Id]:
    return {at: thing for at in left for thing in names.nearest(words[at], 1)}


def _in_order(found: Mapping[int, Id]) -> list[Id]:
    return list(dict.fromkeys(found[at] for at in sorted(found)))[:_MOST_NAMES]


def _with_stances(
    number: int, speaker: PeopleId, provinces: Sequence[ProvinceId], peoples: Sequence[PeopleId]
) -> Iterator[Order]:
    """All moves and holds."""
    named = tuple(peoples)
    acting: list[tuple[PeopleId, tuple[PeopleId, ...]]] = [(speaker, named)]
    if named:
        acting += [(speaker, ()), (named[0], named[1:])]
    for of, enemies in acting:
        attack = enemies or None
        for source, target in permutations(provinces, 2):
            yield Move(0, of, number, source, target, attack)
            yield Move(0, of, number, source, target, "all")
        for province in provinces:
            yield Hold(0, of, number, province, attack)
            yield Hold(0, of, number, province, "newcomers")
            yield Hold(0, of, number, province, attack="all")


def _others(speaker: PeopleId, provinces: Sequence[ProvinceId], peoples: Iterable[PeopleId]) -> Iterator[Order]:
    """All orders without a number."""
    for people in peoples:
        yield Crown(0, speaker, people)
        yield Rule(0, speaker, "subjugate", people)
        yield Rule(0, speaker, "spare", people)
        yield from (Assimilate(0, speaker, people, province) for province in provinces)
    for province in provinces:
        yield Claim(0, speaker, "annex", province)
        yield Claim(0, speaker, "renounce", province)
        yield Claim(0, speaker, "independence", province)
        others = tuple(each for each in provinces if each != province)
        if others:
            yield Retreat(0, speaker, province, others)
