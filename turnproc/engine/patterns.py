"""Texts with gaps, read backwards: what `Wording.say` writes with a msgid can be found again with the same msgid.

A `Pattern` is made of the msgid's translation, so writing and reading cannot drift apart. People type by hand: letter
case, `ё` and `е`, the kind of arrow, doubled and missing spaces make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Final

from turnproc.source.names import fold

# How people write an arrow; a dash alone is one only where nothing else can be meant.
ARROW: Final = " ?(?:[→⟶➔➙➜➝➞⇒]|[-–—−=]+>) ?"
DASH: Final = " ?[-–—−] ?"
# Nothing that a gap of one name holds is longer (the schemas say so), and nothing has so many signs of one kind.
LONGEST_NAME: Final = 200
_MOST_PLACES: Final = 40
_TOKEN: Final = re.compile(r"\s+|->|\w+|.", re.DOTALL)


class Row:
    """One row of a text in the form in which it is compared; `column` tells where a part of it stood.

    The form: NFKC, single spaces, none around it, nothing that cannot be seen.
    """

    __slots__ = ("_columns", "text")

    def __init__(self, raw: str) -> None:
        """Bring the row into that form."""
        parts: list[str] = []
        self._columns: list[int] = []
        for at, cluster in _clusters(raw):
            part = unicodedata.normalize("NFKC", cluster)
            if part.isspace():
                part = " "
                if not parts or parts[-1] == " ":
                    continue
            parts.append(part)
            self._columns += [at + 1] * len(part)
        self.text = "".join(parts).rstrip()
        self._columns.append(len(raw) + 1)

    def column(self, at: int) -> int:
        """The column, from 1, of a character of `text`."""
        return self._columns[at]

    @property
    def span(self) -> Span:
        """All of it."""
        return Span(self.text, 0)


def _clusters(raw: str) -> Iterator[tuple[int, str]]:
    """Each letter with the marks that follow it; what cannot be seen is left out."""
    start, cluster = 0, ""
    for at, character in enumerate(raw):
        if unicodedata.combining(character) and cluster:
            cluster += character
            continue
        if cluster:
            yield start, cluster
        start, cluster = at, character if character.isspace() or fold(character) else ""
    if cluster:
        yield start, cluster


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a row's text, and where in it the part begins."""

    text: str
    at: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.at + len(self.text)

    def part(self, start: int, end: int) -> Span:
        """A part of it, without the spaces around that."""
        text = self.text[start:end]
        return Span(text.strip(), self.at + start + len(text) - len(text.lstrip()))


class Pattern:
    """A text with gaps. The gaps named in `long` may hold more than one name."""

    def __init__(self, template: str, *, arrow: str = ARROW, long: frozenset[str] = frozenset()) -> None:
        """Take the text as `Wording.say` has it; `arrow` stands for its `->`."""
        self.template = template
        self._long = long
        parsed = [(literal, name) for literal, name, _, _ in Formatter().parse(template)]
        self.gaps = [name for _, name in parsed if name is not None]
        literals = [literal for literal, _ in parsed]
        if parsed[-1][1] is not None:
            literals.append("")
        self._first = re.compile(_expression(literals[0], arrow), re.IGNORECASE)
        self._others = [re.compile(_expression(each, arrow), re.IGNORECASE) for each in literals[1:]]
        self.words = re.findall(r"\w+", " ".join(literals))

    def begins(self, span: Span) -> bool:
        """Does the text begin with this pattern's own words?"""
        return bool(self.template[:1] != "{" and self._first.match(span.text))

    def fits(self, span: Span) -> bool:
        """Does the whole text fit in any way?"""
        return next(self.matches(span), None) is not None

    def matches(self, span: Span) -> Iterator[Mapping[str, Span]]:
        """All ways in which the whole text fits, each with what stands in the gaps."""
        first = self._first.match(span.text)
        if first is None:
            return
        if not self.gaps:
            if not span.text[first.end() :].strip():
                yield {}
            return
        yield from self._filled(span, first.end(), 0, {})

    def _filled(self, span: Span, start: int, gap: int, found: Mapping[str, Span]) -> Iterator[Mapping[str, Span]]:
        name, following = self.gaps[gap], self._others[gap]
        is_last = gap == len(self.gaps) - 1
        for ends, goes_on in self._ends(span.text, start, following, is_last=is_last):
            part = span.part(start, ends)
            if not part.text or (name not in self._long and len(part.text) > LONGEST_NAME):
                continue
            filled = {**found, name: part}
            if is_last:
                yield filled
            else:
                yield from self._filled(span, goes_on, gap + 1, filled)

    def _ends(self, text: str, start: int, following: re.Pattern[str], *, is_last: bool) -> Iterator[tuple[int, int]]:
        """Where a gap can end, and where it goes on after the words that follow it."""
        if is_last and not following.pattern:
            yield len(text), len(text)
            return
        for count, match in enumerate(following.finditer(text, start)):
            if count == _MOST_PLACES:
                return
            if not is_last or not text[match.end() :].strip():
                yield match.start(), match.end()


def _expression(literal: str, arrow: str) -> str:
    """A regular expression for words and signs that a person typed, in a `Row`."""
    parts = []
    tokens = _TOKEN.findall(literal)
    for at, token in enumerate(tokens):
        if token == "->":
            parts.append(arrow)
        elif token.isspace():
            # Beside a sign spaces may be missing; between words they may not.
            beside = [tokens[near] for near in (at - 1, at + 1) if 0 <= near < len(tokens)]
            parts.append(" " if all(each[0].isalnum() for each in beside) else "")
        elif token[0].isalnum():
            parts.append("".join("[её]" if letter in "её" else re.escape(letter) for letter in token.casefold()))
        else:
            parts.append(f" ?{re.escape(token)} ?")
    return "".join(parts)
