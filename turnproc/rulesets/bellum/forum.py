"""The forum's notation as the tools use it: whole texts in and out (docs/rules/bellum.md, section 3).

What is written is read again at once: a row that would mean something else gets ids for names, and what cannot be said
at all is told. So nothing is lost on the way to a text and back without a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name
from turnproc.engine.notation import Told
from turnproc.engine.patterns import Row
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import Wording
from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.notation import NOTHING, QUOTE, READY, Notation
from turnproc.rulesets.bellum.notation_guesses import Guesses
from turnproc.rulesets.bellum.notation_reading import Heading, Meanings, TextReader, unmistakable
from turnproc.rulesets.bellum.orders import Hold, Move, Order, Orders, Retreat
from turnproc.rulesets.bellum.state import State
from turnproc.rulesets.bellum.world import PeopleId, World

# Before a row that would be read as another order: nobody can take it for one then.
UNREADABLE: Final = "? "
# What a text file cannot hold in the middle of a row.
_NO_TEXT: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


class Forum:
    """Reads and writes the orders of one turn."""

    def __init__(self, world: World, state: State, languages: Sequence[Words]) -> None:
        """Take the published state; the first language is written, all are read."""
        self.known = Known(world, state)
        self.notations = [Notation(Wording(words), self.known.name, world.provinces.__getitem__) for words in languages]
        self.own = self.notations[0]
        self.meanings = Meanings(self.known, languages)

    @cached_property
    def guesses(self) -> Guesses:
        """What unclear rows may mean."""
        return Guesses(self.known, self.notations)

    def read(self, text: str, source: str) -> Read[tuple[Told, ...]]:
        """Read a text of any number of speakers."""
        return TextReader(self.meanings, self.notations, self.guesses, source).read(text)

    def write(self, orders: Orders, source: str) -> Read[str]:
        """Write one speaker's orders."""
        findings: list[Finding] = []
        rows = [self._heading(orders.speaker, source, findings)]
        if orders.message:
            if _NO_TEXT.search(orders.message):
                findings.append(Finding(source, "/message", "C036/message"))
            rows += [f"{QUOTE} {row}" if row else QUOTE for row in _NO_TEXT.sub(" ", orders.message).split("\n")]
        if orders.ready:
            rows.append(self.own.wording.say(READY))
        if not orders.given:
            rows.append(self.own.wording.say(NOTHING))
        for at, order in enumerate(orders.given):
            rows.append(self._row(orders.speaker, order, Finding(source, f"/orders/{at}", ""), findings))
        return Read("".join(f"{row}\n" for row in rows), tuple(findings))

    def _heading(self, speaker: PeopleId, source: str, findings: list[Finding]) -> str:
        for notation in (self.own, self.own.with_ids()):
            text = notation.heading(speaker)
            if self.meanings.of(Row(text).span, speaker)[0] == [Heading(speaker)]:
                return text
        findings.append(Finding(source, "/for", "C036/speaker", {"speaker": self.known.name(speaker)}))
        return UNREADABLE + self.own.heading(speaker)

    def _row(self, speaker: PeopleId, order: Order, place: Finding, findings: list[Finding]) -> str:
        number = order.at + 1
        once = _each_name_once(order)
        for name in _twice(order, self.known):
            findings.append(replace(place, message="C036/twice", params={"number": number, "name": name}))
        text, is_clear = unmistakable(self.meanings, self.own, speaker, once)
        if is_clear:
            return text
        findings.append(replace(place, message="C036", params={"number": number, "line": text}))
        return UNREADABLE + text


def _each_name_once(order: Order) -> Order:
    """The same order without the names that it repeats: they mean nothing, and no list may repeat an id."""
    if isinstance(order, Move) and isinstance(order.attack, tuple):
        return replace(order, attack=tuple(dict.fromkeys(order.attack)))
    if isinstance(order, Hold) and isinstance(order.meet, tuple):
        return replace(order, meet=tuple(dict.fromkeys(order.meet)))
    if isinstance(order, Retreat):
        return replace(order, to=tuple(dict.fromkeys(order.to)))
    return order


def _twice(order: Order, known: Known) -> Iterator[Name]:
    """The names that an order repeats."""
    if isinstance(order, Retreat):
        yield from (known.world.provinces[place] for place, count in Counter(order.to).items() if count > 1)
        return
    enemies = order.attack if isinstance(order, Move) else order.meet if isinstance(order, Hold) else None
    if isinstance(enemies, tuple):
        yield from (known.name(people) for people, count in Counter(enemies).items() if count > 1)
