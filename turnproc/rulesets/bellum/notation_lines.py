"""One line of the forum's notation, read: `2: Таврика -> Борисфен (атака антов)` becomes an order.

The patterns are made of the words that `notation` writes with, in every language. All ways to understand a line are
found; what to do about none or several is for `notation_reading` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from turnproc.engine.naming import PREPOSITIONS
from turnproc.engine.patterns import ARROW, DASH, Pattern, Span
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import AND
from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.notation import LINES, MEET, NOTES
from turnproc.rulesets.bellum.orders import Assimilate, Attack, Claim, Crown, Hold, Meet, Move, Order, Retreat, Rule
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId
from turnproc.source.names import fold

# Longer numbers are none that a file may hold.
_COUNT: Final = re.compile("[0-9]{1,18}")
_COMMA: Final = re.compile("[,;]")
_ENDS: Final = ".,;"
_LISTS: Final = frozenset({"peoples", "targets"})
_MOST_BRACKETS: Final = 12

Kind: TypeAlias = Literal["people", "province", "note"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a line, and where each value of the order begins, by its key in a file."""

    order: Order
    places: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Stumble:
    """A part of a line that should be a name, or a word in brackets, and is none."""

    kind: Kind
    span: Span


@dataclass(slots=True)
class Attempt:
    """A line half read: the values found so far, where they stand, and what means nothing."""

    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    stumbles: list[Stumble] = field(default_factory=list)

    def put(self, key: str, value: Any, span: Span) -> None:
        """Keep a value."""
        self.values[key] = value
        self.places[key] = span.at

    def copy(self) -> Attempt:
        """Another one that begins like this."""
        return Attempt({**self.values}, {**self.places}, [*self.stumbles])

    @property
    def unread(self) -> tuple[int, int]:
        """How much of the line means nothing; less is better, and a misspelt name is better than an odd word."""
        # Taking a text apart must gain something, or every hyphen in a misspelt name would be an arrow.
        much = sum(len(each.span.text) + 2 for each in self.stumbles)
        return much, sum(each.kind == "note" for each in self.stumbles)


class LineReader:
    """Reads lines in all languages that it is given."""

    def __init__(self, known: Known, languages: Sequence[Words]) -> None:
        """Make the patterns."""
        self.known = known
        lines = {(verb, words.text(text)): None for verb, text in LINES.items() for words in languages}
        self.forms = [(verb, Pattern(text, arrow=ARROW, long=_LISTS)) for verb, text in lines]
        self._loose = [(verb, Pattern(text, arrow=DASH)) for verb, text in lines if verb == "move"]
        notes = {(note, words.text(text)): None for note, text in NOTES.items() for words in languages}
        notes |= {("meet", words.text(MEET)): None for words in languages}
        self.notes = [(note, Pattern(text, long=_LISTS)) for note, text in notes]
        self._and = [Pattern(words.text(AND), long=frozenset({"first", "last"})) for words in languages]
        given = (forms.get("pre", "") for name in known.world.provinces.values() for forms in name.forms.values())
        self._prepositions = {fold(each) for each in (*PREPOSITIONS.values(), *given)} - {""}

    def read(self, line: Span, speaker: PeopleId) -> tuple[list[Reading], list[Stumble]]:
        """All ways to understand a line as an order of the speaker; without any, what stands in the way of the best."""
        attempts: list[Attempt] = []
        ends = [line, line.part(0, len(line.text) - 1)] if line.text[-1:] in _ENDS else [line]
        for forms in (self.forms, self._loose):
            for whole in ends:
                found = list(self._attempts(whole, forms, speaker))
                if readings := self._readings(found, speaker):
                    return readings, []
                attempts += found
        # `min` takes the first of several: forms with more gaps stand first.
        best = min(attempts, key=lambda attempt: attempt.unread, default=Attempt())
        return [], best.stumbles

    def begins(self, line: Span) -> bool:
        """Does a line begin with the words of an order?"""
        return any(pattern.begins(line) for _, pattern in self.forms)

    def _readings(self, attempts: Iterable[Attempt], speaker: PeopleId) -> list[Reading]:
        readings: dict[Order, Reading] = {}
        for attempt in attempts:
            if not attempt.stumbles:
                order = _order(attempt.values, speaker)
                readings.setdefault(order, Reading(order, attempt.places))
        heads = self.known.heads
        own = [each for each in readings.values() if each.order.of == speaker or heads[each.order.of] == speaker]
        # "(Gepids)" is who acts, if they obey; otherwise a name may simply end so.
        return own or list(readings.values())

    def _attempts(self, line: Span, forms: Iterable[tuple[str, Pattern]], speaker: PeopleId) -> Iterator[Attempt]:
        for head, notes in _cuts(line):
            for verb, pattern in forms:
                for gaps in pattern.matches(head):
                    for attempt in self._filled(verb, gaps):
                        yield from self._with_notes(attempt, verb, notes)

    def _filled(self, verb: str, gaps: Mapping[str, Span]) -> Iterator[Attempt]:
        """What stands outside of the brackets."""
        attempt = Attempt({"verb": verb})
        if "persons" in gaps:
            if not _COUNT.fullmatch(gaps["persons"].text):
                return
            attempt.put(verb, int(gaps["persons"].text), gaps["persons"])
        match verb:
            case "move":
                self._province(attempt, "from", gaps["source"])
                self._province(attempt, "to", gaps["target"])
            case "hold":
                self._province(attempt, "in", gaps["province"])
            case "assimilate" | "independence":
                key = "in" if verb == "assimilate" else verb
                for place in self._places(gaps["province"]):
                    other = attempt.copy()
                    self._province(other, key, place)
                    yield other
                return
            case "retreat":
                self._province(attempt, verb, gaps["province"])
                targets = _parts(gaps["targets"])
                if not targets:
                    return
                for at, target in enumerate(targets):
                    self._province(attempt, f"to/{at}", target)
                attempt.put("targets", len(targets), gaps["targets"])
            case "annex" | "renounce":
                self._province(attempt, verb, gaps["province"])
            case _:
                self._people(attempt, verb, gaps["people"])
        yield attempt

    def _with_notes(self, attempt: Attempt, verb: str, notes: Sequence[Span]) -> Iterator[Attempt]:
        """What stands in the brackets."""
        if verb in ("move", "hold"):
            yield from self._with_stance(attempt.copy(), verb, notes)
            if notes:
                self._people(attempt, "of", notes[0])
                yield from self._with_stance(attempt, verb, notes[1:])
            return
        wanted = ["assimilate", "of"] if verb == "assimilate" else ["of"]
        if verb == "assimilate" and not notes:
            return
        for key, note in zip(wanted, notes, strict=False):
            self._people(attempt, key, note)
        attempt.stumbles += [Stumble("note", note) for note in notes[len(wanted) :]]
        yield attempt

    def _with_stance(self, attempt: Attempt, verb: str, notes: Sequence[Span]) -> Iterator[Attempt]:
        if not notes:
            yield attempt
            return
        is_move, first = verb == "move", notes[0]
        nothing_fits = True
        for note, pattern in self.notes:
            if is_move and note not in ("attack", "attack all"):
                continue
            for gaps in pattern.matches(first):
                nothing_fits = False
                other = attempt.copy()
                if gaps:
                    self._against(other, "attack" if is_move else "meet", gaps["peoples"], notes[1:], pattern)
                else:
                    other.values[note] = True
                    other.places[note.partition(" ")[0]] = first.at
                    other.stumbles += [Stumble("note", each) for each in notes[1:]]
                yield other
        if nothing_fits:
            attempt.stumbles.append(Stumble("note", _joined(notes)))
            yield attempt

    def _against(self, attempt: Attempt, key: str, first: Span, rest: Sequence[Span], pattern: Pattern) -> None:
        """The peoples after "attack on": more of them after commas, the word repeated or not, or after an "and"."""
        named: list[Span] = []
        for each in [first, *rest]:
            again = next(iter(pattern.matches(each)), None)
            named += self._several(each if again is None else again["peoples"])
        for at, each in enumerate(named):
            self._people(attempt, f"{key}/{at}", each)
        attempt.values[key] = len(named)
        attempt.places[key] = named[0].at

    def _several(self, text: Span) -> list[Span]:
        """One name, or two with an "and" between them."""
        if self.known.find_people(text.text) is None:
            for pattern in self._and:
                for gaps in pattern.matches(text):
                    if all(self.known.find_people(each.text) is not None for each in gaps.values()):
                        return list(gaps.values())
        return [text]

    def _places(self, text: Span) -> list[Span]:
        """A place with its preposition, which may be missing."""
        first, _, rest = text.text.partition(" ")
        if rest and fold(first) in self._prepositions:
            place = text.part(len(first), len(text.text))
            return [text, place] if self.known.find_province(text.text) is not None else [place]
        return [text]

    def _people(self, attempt: Attempt, key: str, text: Span) -> None:
        people = self.known.find_people(text.text)
        if people is None:
            attempt.stumbles.append(Stumble("people", text))
        attempt.put(key, people, text)

    def _province(self, attempt: Attempt, key: str, text: Span) -> None:
        province = self.known.find_province(text.text)
        if province is None:
            attempt.stumbles.append(Stumble("province", text))
        attempt.put(key, province, text)


def _cuts(line: Span) -> Iterator[tuple[Span, list[Span]]]:
    """The line without and with its end taken for remarks: a name may have brackets of its own."""
    yield line, []
    if not line.text.endswith(")"):
        return
    opening = [at for at, sign in enumerate(line.text) if sign == "("]
    for at in dict.fromkeys([*opening[:_MOST_BRACKETS], *opening[-_MOST_BRACKETS:]]):
        yield line.part(0, at), _parts(line.part(at + 1, len(line.text) - 1))


def _parts(text: Span) -> list[Span]:
    """What commas separate."""
    parts, start = [], 0
    for match in [*_COMMA.finditer(text.text), None]:
        end = len(text.text) if match is None else match.start()
        parts.append(text.part(start, end))
        start = end + 1
    return [part for part in parts if part.text]


def _joined(parts: Sequence[Span]) -> Span:
    length = parts[-1].end - parts[0].at
    return Span(", ".join(part.text for part in parts)[:length].ljust(length), parts[0].at)


def _order(values: Mapping[str, Any], speaker: PeopleId) -> Order:
    """The order that the values make; its place in the file is not known here."""
    verb, of = values["verb"], values.get("of", speaker)
    match verb:
        case "move":
            attack: Attack = "all" if "attack all" in values else _listed(values, "attack")
            return Move(0, of, values["move"], values["from"], values["to"], attack)
        case "hold":
            if "attack all" in values or "attack present" in values:
                return Hold(0, of, values["hold"], values["in"], attack="all")
            meet: Meet = "newcomers" if "meet newcomers" in values else _listed(values, "meet")
            return Hold(0, of, values["hold"], values["in"], meet)
        case "assimilate":
            return Assimilate(0, of, values["assimilate"], values["in"])
        case "crown":
            return Crown(0, of, values["crown"])
        case "retreat":
            to = tuple(ProvinceId(values[f"to/{at}"]) for at in range(values["targets"]))
            return Retreat(0, of, values["retreat"], to)
        case "subjugate" | "spare":
            return Rule(0, of, verb, values[verb])
        case _:
            return Claim(0, of, verb, values[verb])


def _listed(values: Mapping[str, Any], key: str) -> tuple[PeopleId, ...] | None:
    count = values.get(key)
    return None if count is None else tuple(values[f"{key}/{at}"] for at in range(count))
