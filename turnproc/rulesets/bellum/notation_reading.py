"""A text in the forum's notation, read: who speaks, and what orders stand below (docs/rules/bellum.md, section 3).

Every row is a heading, an order, a remark or the speaker's words for the report. A row that cannot be read, or can be
read in two ways, is told with what it may mean; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from turnproc.diagnostics.catalogue import N_, Phrase
from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name
from turnproc.engine.notation import Told
from turnproc.engine.patterns import Pattern, Row, Span
from turnproc.engine.ruleset import Words
from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.notation import NOTHING, QUOTE, READY, Notation
from turnproc.rulesets.bellum.notation_guesses import Guesses, likeness
from turnproc.rulesets.bellum.notation_lines import LineReader, Reading, Stumble
from turnproc.rulesets.bellum.orders import Order, order_data
from turnproc.rulesets.bellum.world import PeopleId

NOBODY: Final = PeopleId("")
QUOTED: Final = N_("“{line}”")
_ROW_END: Final = re.compile("\r\n|\r|\n")
# No order is longer, and looking for what was meant takes time: rows that are too long or too many are told without.
_LONGEST: Final = 20_000
_LONGEST_GUESSED: Final = 400
_MOST_GUESSED: Final = 50
_BY_FAR: Final = 0.12


@dataclass(frozen=True, slots=True)
class Heading:
    """A row that names a people."""

    people: PeopleId


@dataclass(frozen=True, slots=True)
class Remark:
    """A row that says something else than an order."""

    kind: Literal["ready", "nothing"]


Meaning: TypeAlias = Reading | Heading | Remark


class Meanings:
    """What a row can mean."""

    def __init__(self, known: Known, languages: Sequence[Words]) -> None:
        """Take the languages of the text."""
        self.known = known
        self.lines = LineReader(known, languages)
        ready = [words.text(READY) for words in languages]
        nothing = [words.text(NOTHING) for words in languages]
        nothing += [text.partition(":")[0] for text in nothing]
        self._remarks = [(Pattern(text.rstrip(".")), Remark("ready")) for text in ready]
        self._remarks += [(Pattern(text.rstrip(".")), Remark("nothing")) for text in nothing]

    def of(self, line: Span, speaker: PeopleId) -> tuple[list[Meaning], list[Stumble]]:
        """All meanings of a row; without any, what stands in the way of the best reading."""
        if len(line.text) > _LONGEST or line.text.startswith(QUOTE):
            return [], []
        readings, stumbles = self.lines.read(line, speaker)
        found: list[Meaning] = [*readings]
        people = self.known.find_people(line.text) or self.known.find_people(line.text.removesuffix(":"))
        if people is not None:
            found.append(Heading(people))
        full = line.part(0, len(line.text.rstrip(".")))
        found += dict.fromkeys(remark for pattern, remark in self._remarks if pattern.fits(full))
        return found, stumbles

    def is_order(self, line: Span, speaker: PeopleId, order: Order) -> bool:
        """Does a row mean this order and nothing else?"""
        meanings, _ = self.of(line, speaker)
        return len(meanings) == 1 and isinstance(meanings[0], Reading) and meanings[0].order == order


@dataclass(slots=True)
class _Section:
    """What stands below one heading. `speaker` is NOBODY where nothing can be made of it."""

    speaker: PeopleId
    row: int
    column: int
    orders: list[Order] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    ready: bool = False
    message: list[str] = field(default_factory=list)
    nothing: tuple[int, int] | None = None
    is_empty: bool = True
    is_complete: bool = True
    last_quote: int = 0

    def told(self) -> Told:
        places = {"": (self.row, self.column)} | self.places
        orders = [order_data(self.speaker, order) for order in self.orders]
        message = "\n".join(self.message)
        return Told(
            speaker=self.speaker,
            orders=orders,
            ready=self.ready,
            message=message,
            places=places,
            is_complete=self.is_complete,
        )


class TextReader:
    """Reads one text. `notations` write in the languages of the text, the reader's own first."""

    def __init__(self, meanings: Meanings, notations: Sequence[Notation], guesses: Guesses, source: str) -> None:
        """Begin."""
        self.known = meanings.known
        self.meanings = meanings
        self.own = notations[0]
        self.guesses = guesses
        self.source = source
        self.findings: list[Finding] = []
        self.sections: list[_Section] = []
        self.first: dict[PeopleId, int] = {}
        self.guessed = 0

    def read(self, text: str) -> Read[tuple[Told, ...]]:
        """Read it."""
        for number, raw in enumerate(_ROW_END.split(text), 1):
            row = Row(raw)
            if row.text.startswith(QUOTE):
                self._quote(number, row, raw[row.column(0) :])
            elif row.text:
                self._row(number, row)
        self._end_section()
        if not self.sections and not self.findings:
            self._note((1, 1), "C034/file")
        told = [section.told() for section in self.sections if section.speaker]
        return Read(tuple(told), tuple(self.findings))

    def _note(self, place: tuple[int, int], message: str, **params: Param) -> None:
        row, column = place
        self.findings.append(Finding(self.source, f"/{row}/{column}", message, params))

    def _section(self, place: tuple[int, int]) -> _Section:
        """Where a row belongs; one without a heading above it is told once."""
        if not self.sections:
            self._note(place, "C032")
            self.sections.append(_Section(NOBODY, *place))
        self.sections[-1].is_empty = False
        return self.sections[-1]

    def _end_section(self) -> None:
        section = self.sections[-1] if self.sections else None
        if section is None or not section.speaker:
            return
        nothing = self.own.wording.say(NOTHING)
        if section.is_empty:
            name = self.known.name(section.speaker)
            self._note((section.row, section.column), "C034", speaker=name, nothing=nothing)
        elif section.orders and section.nothing is not None:
            self._note(section.nothing, "C034/both", line=nothing)

    def _row(self, number: int, row: Row) -> None:
        speaker = self.sections[-1].speaker if self.sections else NOBODY
        meanings, stumbles = self.meanings.of(row.span, speaker)
        place = (number, row.column(0))
        if not meanings:
            self._unclear(number, row, stumbles, speaker)
        elif len(meanings) > 1:
            self._section(place).is_complete = False
            self._note(place, "C031", line=row.text, readings=[self._written(each, speaker) for each in meanings])
        else:
            self._take(meanings[0], number, row)

    def _take(self, meaning: Meaning, number: int, row: Row) -> None:
        place = (number, row.column(0))
        match meaning:
            case Heading():
                self._heading(meaning.people, place)
            case Remark("ready"):
                section = self._section(place)
                section.ready = True
                section.places["/ready"] = place
            case Remark():
                self._section(place).nothing = place
            case Reading():
                section = self._section(place)
                pointer = f"/orders/{len(section.orders)}"
                section.places[pointer] = place
                for key, at in meaning.places.items():
                    section.places[f"{pointer}/{key}"] = (number, row.column(at))
                section.orders.append(replace(meaning.order, at=len(section.orders)))

    def _heading(self, people: PeopleId, place: tuple[int, int]) -> None:
        self._end_section()
        speaker = NOBODY
        if not self.known.state.peoples[people].is_free:
            head = self.known.name(self.known.heads[people])
            self._note(place, "B-3.2/heading", people=self.known.name(people), head=head)
        elif people in self.first:
            self._note(place, "C033", speaker=self.known.name(people), first=self.first[people])
        else:
            speaker = people
            self.first[people] = place[0]
        self.sections.append(_Section(speaker, *place))

    def _quote(self, number: int, row: Row, words: str) -> None:
        place = (number, row.column(0))
        section = self._section(place)
        if section.message and section.last_quote < number - 1:
            section.message.append("")
        section.message.append(words.removeprefix(" "))
        section.last_quote = number
        section.places.setdefault("/message", place)

    def _unclear(self, number: int, row: Row, stumbles: Sequence[Stumble], speaker: PeopleId) -> None:
        """Say what cannot be read: a name, if the row is right but for names, else the row."""
        line = row.text
        place = (number, row.column(stumbles[0].span.at if stumbles else 0))
        self.guessed += 1
        is_guessed = self.guessed <= _MOST_GUESSED and len(line) <= _LONGEST_GUESSED
        is_heading = line.endswith(":") and not stumbles and not line[0].isdecimal()
        if is_heading and not self.meanings.lines.begins(row.span):
            self._end_section()
            name = line.removesuffix(":").rstrip()
            self._note(place, "C003", speaker=name, nearest=self.known.nearest_peoples(name) if is_guessed else [])
            self.sections.append(_Section(NOBODY, *place))
            return
        if self.sections:
            self.sections[-1].is_empty = self.sections[-1].is_complete = False
        guesses = self.guesses.of(line, speaker) if is_guessed else []
        if stumbles and all(each.kind != "note" for each in stumbles) and not self._is_better(guesses, line, stumbles):
            for each in stumbles:
                nearest: Param = self._nearest(each) if is_guessed else []
                where = (number, row.column(each.span.at))
                self._note(where, f"N001/{each.kind}", text=each.span.text, nearest=nearest)
            return
        self._note(place, "C030", line=line, nearest=[Phrase(QUOTED, line=each) for each in guesses])

    def _is_better(self, guesses: Sequence[str], line: str, stumbles: Sequence[Stumble]) -> bool:
        """Does the best guess look more like the row than the row with its names put right, if that can be done?"""
        if not guesses:
            return False
        mended = line
        for stumble in sorted(stumbles, key=lambda each: -each.span.at):
            nearest = self._nearest(stumble)
            if not nearest:
                return True
            mended = mended[: stumble.span.at] + self.own.wording.name(nearest[0]) + mended[stumble.span.end :]
        return likeness(line, guesses[0]) > likeness(line, mended) + _BY_FAR

    def _nearest(self, stumble: Stumble) -> list[Name]:
        if stumble.kind == "people":
            return self.known.nearest_peoples(stumble.span.text)
        index = self.known.world.province_names
        return [self.known.world.provinces[each] for each in index.nearest(stumble.span.text)]

    def _written(self, meaning: Meaning, speaker: PeopleId) -> Phrase:
        """A meaning as a row that has no other."""
        if isinstance(meaning, Heading):
            text = self.own.heading(meaning.people)
        elif isinstance(meaning, Remark):
            text = self.own.wording.say(READY if meaning.kind == "ready" else NOTHING)
        else:
            text = unmistakable(self.meanings, self.own, speaker, meaning.order)[0]
        return Phrase(QUOTED, line=text)


def unmistakable(meanings: Meanings, notation: Notation, speaker: PeopleId, order: Order) -> tuple[str, bool]:
    """An order as a row, with ids for names where these would be misunderstood; False where even that is not enough."""
    order = replace(order, at=0)
    ids = notation.with_ids().line(speaker, order)
    # No name ends with a comma and a bracket.
    for text in (notation.line(speaker, order), ids, f"{ids.removesuffix(')')},)"):
        if meanings.is_order(Row(text).span, speaker, order):
            return text, True
    return ids, False
