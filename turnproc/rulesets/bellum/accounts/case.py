"""One fact under explanation: what is said about it, which rules it rests on, and which orders and facts led to it.

The modules beside this one write accounts into a case. They reason with the functions of the phases themselves, so an
account and a rule cannot come apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.account import Account, Input, InputKind, Past, Section
from turnproc.engine.table import Event
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.lines import Lines
from turnproc.rulesets.bellum.accounts.moment import Moment
from turnproc.rulesets.bellum.orders import Order, label
from turnproc.rulesets.bellum.telling import Telling
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId
from turnproc.source.pointer import join

ORDER: Final = N_("“{order}” ({speaker:short.nom})")
FACT: Final = N_("Fact {number}: {line}")
COUNT: Final = "{people:short.nom} {number}"
STOOD: Final = N_("{province:Nom} at the start of the turn: {counts}.")
EMPTY: Final = N_("{province:Nom} at the start of the turn: nobody.")
MAJORITY: Final = N_("{province:Nom}: the majority, more than any other single people, has: {people:nom}.")
NO_MAJORITY: Final = N_("{province:Nom}: nobody has more persons than any other single people.")


class Case:
    """Gathers what an account consists of."""

    def __init__(self, telling: Telling, moment: Moment, lines: Lines, past: Past[f.Fact]) -> None:
        """Take the fact, the language, and what the turns before came to."""
        self.telling = telling
        self.say = telling.say
        self.count = telling.count
        self.people = telling.people
        self.peoples = telling.peoples
        self.province = telling.province
        self.world = telling.world
        self.moment = moment
        self.state = moment.state
        self.stages = moment.stages
        self.lines = lines
        self.past = past
        self.rules = [moment.fact.rule]
        self.sections: list[Section] = []
        self.figures: dict[str, Any] = {}
        self._inputs: dict[tuple[str, str], Input] = {}

    def account(self) -> Account:
        """All that was gathered."""
        return Account(
            text=self.lines.line(self.moment.number),
            rules=tuple(dict.fromkeys(self.rules)),
            sections=tuple(self.sections),
            inputs=tuple(self._inputs.values()),
            figures=self.figures,
        )

    def add(self, heading: str, lines: Iterable[str]) -> None:
        """Add a section, if it has any line."""
        if found := tuple(lines):
            self.sections.append(Section(heading, found))

    def cite(self, *rules: str) -> None:
        """Rules that had a part in it, beside the fact's own."""
        self.rules += rules

    # Inputs: each is noted once, in the order in which the account comes to it.

    def note(self, kind: InputKind, name: str, **more: Any) -> None:
        """Note an input."""
        self._inputs.setdefault((kind, name), Input(kind=kind, id=name, **more))

    def order(self, speaker: PeopleId, order: Order) -> str:
        """Note an order; gives it as one writes it in the forum, with whose it is."""
        line = self.telling.notation.line(speaker, order)
        name, source = label(speaker, order), f"orders/{speaker}"
        self.note("order", name, text=line, source=source, pointer=join(["orders", order.at]))
        return self.say(ORDER, order=line, speaker=self.people(speaker))

    def orders(self, orders: Iterable[tuple[PeopleId, Order]]) -> str:
        """Note several orders; gives them as a list."""
        return self.telling.wording.listed([self.order(speaker, order) for speaker, order in orders])

    def labelled(self, name: str) -> tuple[PeopleId, Order]:
        """The order that the journal calls `huns/o3`."""
        speaker, _, number = name.rpartition("/o")
        orders = self.telling.record.table.orders[speaker]
        return PeopleId(speaker), next(order for order in orders.given if order.at == int(number) - 1)

    def number_of(self, fact: f.Fact) -> int:
        """The number of a fact of this or an earlier phase."""
        return next(number for number, each in enumerate(self.moment.facts, 1) if each is fact)

    def fact(self, fact: f.Fact) -> int:
        """Note a fact that had a part in it; gives its number."""
        number = self.number_of(fact)
        self.note("fact", str(number), text=self.lines.line(number), turn=self.telling.record.table.turn)
        return number

    def told(self, fact: f.Fact) -> str:
        """Note a fact that had a part in it; gives its line."""
        number = self.fact(fact)
        return self.say(FACT, number=number, line=self.lines.line(number))

    def event(self, happened: f.EventHappened) -> Event:
        """Note the game master's event that a fact tells of."""
        event = next(event for event in self.telling.record.table.events if event.data is happened.data)
        text = event.data.get("note") or event.data.get("text") or ""
        self.note("event", str(event.at + 1), text=text, source="gm", pointer=event.pointer)
        return event

    def event_behind(self, at: int) -> f.EventHappened:
        """Note the event whose effect the fact at this place is: it stands before its effects."""
        happened = next(fact for fact in reversed(self.moment.facts[: at + 1]) if isinstance(fact, f.EventHappened))
        self.event(happened)
        return happened

    def setting(self, name: str, value: Any) -> None:
        """Note a house rule."""
        self.note("setting", name, source="campaign", pointer=join(["settings", name]), data=value)

    def entry(self, *keys: str | int) -> None:
        """Note an entry of the state before the turn."""
        self.note("state", "/".join(map(str, keys)), source="state", pointer=join(keys))

    def answer(self, question: str) -> bool:
        """Note how a question was answered; tells whether the game master ruled."""
        rulings, defaults = self.telling.record.journal.rulings, self.telling.record.journal.defaults
        if question in rulings:
            pointer = join(["rulings", question])
            self.note("ruling", question, source="gm", pointer=pointer, data=rulings[question])
            return True
        self.note("default", question, data=defaults.get(question))
        return False

    # Words that several accounts have in common.

    def counts(self, counts: Mapping[PeopleId, int]) -> str:
        """Who has how many: `Huns 3, Goths 2`."""
        return ", ".join(
            self.say(COUNT, people=self.people(people), number=counts[people]) for people in self.telling.ranked(counts)
        )

    def stood(self, province: ProvinceId) -> Iterable[str]:
        """Who stood in a province at turn start, and who had the majority."""
        name, counts = self.province(province), self.stages.start.persons[province]
        if not counts:
            yield self.say(EMPTY, province=name)
            return
        yield self.say(STOOD, province=name, counts=self.counts(counts))
        most = next((each for each in counts if self.stages.start.has_majority(each, province)), None)
        if most is None:
            yield self.say(NO_MAJORITY, province=name)
        else:
            yield self.say(MAJORITY, province=name, people=self.people(most))
