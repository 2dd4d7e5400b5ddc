"""One fact under explanation: what is said about it, which rules it rests on, and which orders and facts led to it.

The modules beside this one write accounts into a case. They reason with the functions of the phases themselves, so an
account and a rule cannot come apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final, TypeVar

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.account import Account, Input, InputKind, Past, Section
from turnproc.engine.table import Event
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts.lines import line_of
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.phases.movement import given_orders, order_data
from turnproc.rulesets.vidonico.state import copy_state
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_annex import answer_words
from turnproc.rulesets.vidonico.view_marches import ordered_words
from turnproc.source.pointer import join

KindT = TypeVar("KindT")

FACT: Final = N_("Fact {number}: {line}")
ORDER: Final = N_("The order ({speaker:nom}): {order}")
PLAN: Final = N_("The plan ({speaker:nom}): {text}")
RULED: Final = N_("The game master ruled. {answer}")
DEFAULT: Final = N_("Nobody ruled, so the rules decided. {answer}")
HOUSE_RULE: Final = N_("House rule of this campaign: {name}: {value}.")
EVENT: Final = N_("It is event number {number} of the game master's file.")


class Case:
    """Gathers what an account consists of."""

    def __init__(self, telling: Telling, number: int, past: Past[f.Fact]) -> None:
        """Take the fact by its number from 1; raises IndexError where the turn has fewer."""
        self.telling = telling
        self.say = telling.say
        self.count = telling.count
        self.word = telling.word
        self.world = telling.world
        self.settings = telling.world.settings
        self.past = past
        if not 0 < number <= len(telling.facts):
            raise IndexError(f"turn {telling.record.table.turn} has no fact {number}")
        self.number = number
        self.facts = telling.facts
        self.subject = telling.facts[number - 1]
        self.phase = self._phase()
        # What was true when the fact came about.
        self.state = copy_state(telling.record.before)
        for earlier in telling.facts[: number - 1]:
            apply(self.state, earlier)
        self.rules = [self.subject.rule]
        self.sections: list[Section] = []
        self.figures: dict[str, Any] = {}
        self._inputs: dict[tuple[str, str], Input] = {}

    def _phase(self) -> str:
        left = self.number
        for phase in self.telling.record.journal.phases:
            if left <= len(phase.facts):
                return phase.name
            left -= len(phase.facts)
        raise IndexError(self.number)

    @property
    def battle(self) -> str:
        """The battle that the fact belongs to."""
        return self.phase.split("/")[1]

    def account(self) -> Account:
        """All that was gathered."""
        return Account(
            text=line_of(self.telling, self.subject),
            rules=tuple(dict.fromkeys(self.rules)),
            sections=tuple(self.sections),
            inputs=tuple(self._inputs.values()),
            figures=self.figures,
        )

    def add(self, heading: str, lines: Iterable[str]) -> None:
        """Add a section, if it has any line."""
        if found := tuple(lines):
            self.sections.append(Section(self.word(heading), found))

    def cite(self, *rules: str) -> None:
        """Rules that had a part in it, beside the fact's own."""
        self.rules += rules

    # Facts that came before.

    def earlier(self, kind: type[KindT], wanted: Callable[[KindT], bool] = lambda _: True) -> Iterator[KindT]:
        """Facts of a kind that came before this one, the last first."""
        for fact in reversed(self.facts[: self.number - 1]):
            if isinstance(fact, kind) and wanted(fact):
                yield fact

    def in_battle(self, kind: type[KindT], wanted: Callable[[KindT], bool] = lambda _: True) -> list[KindT]:
        """Facts of a kind of the same battle before this one, in order."""
        name = self.battle

        def belongs(fact: KindT) -> bool:
            return (getattr(fact, "battle", None) or getattr(fact, "battle_started", None)) == name and wanted(fact)

        return [*self.earlier(kind, belongs)][::-1]

    def told(self, fact: f.Fact) -> str:
        """Note a fact that had a part in it; gives its line."""
        number = next(number for number, each in enumerate(self.facts, 1) if each is fact)
        line = line_of(self.telling, fact)
        self.note("fact", str(number), text=line, turn=self.telling.record.table.turn)
        return self.say(FACT, number=number, line=line)

    # Inputs: each is noted once, in the order in which the account comes to it.

    def note(self, kind: InputKind, name: str, **more: Any) -> None:
        """Note an input."""
        self._inputs.setdefault((kind, name), Input(kind=kind, id=name, **more))

    def order(self, name: str) -> str:
        """Note an order by its name in the journal, `frekre/o2`; gives it in words."""
        given = next((each for each in given_orders(self.telling.record.table.orders) if each.name == name), None)
        speaker = name.rpartition("/")[0]
        if given is None:
            return self.say(ORDER, speaker=self.telling.speaker(speaker), order=name)
        data = order_data(given.order)
        text = ordered_words(self.telling, data)
        source, pointer = f"orders/{given.speaker}", join(["orders", given.order.at])
        self.note("order", name, text=text, source=source, pointer=pointer)
        if "plan" in data:
            return self.say(PLAN, speaker=self.telling.speaker(speaker), text=" ".join(data["plan"].split()))
        return self.say(ORDER, speaker=self.telling.speaker(speaker), order=text)

    def order_of(self, verb: str, subject: str) -> str | None:
        """Note the last order with this verb and main object; gives it in words, None where there is none."""
        found = None
        for each in given_orders(self.telling.record.table.orders):
            if order_data(each.order).get(verb) == subject:
                found = each.name
        return None if found is None else self.order(found)

    def event(self, event: Event) -> str:
        """Note an event of the game master; says which one it is."""
        text = " ".join(str(event.data.get("note") or event.data.get("text") or "").split())
        self.note("event", str(event.at + 1), text=text, source="gm", pointer=event.pointer)
        return self.say(EVENT, number=event.at + 1)

    def answer(self, question: str) -> str | None:
        """Note how a question was answered, by a ruling or by default; None where nobody asked or spoke."""
        rulings, defaults = self.telling.record.journal.rulings, self.telling.record.journal.defaults
        if question in rulings:
            pointer = join(["rulings", question])
            self.note("ruling", question, source="gm", pointer=pointer, data=rulings[question])
            return self.say(RULED, answer=answer_words(self.telling, question, rulings[question]))
        if question in defaults:
            self.note("default", question, data=defaults[question])
            return self.say(DEFAULT, answer=answer_words(self.telling, question, defaults[question]))
        return None

    def answers(self, *questions: str) -> Iterator[str]:
        """What was said to several questions, as far as anything was."""
        yield from filter(None, map(self.answer, questions))

    def setting(self, name: str) -> str:
        """Note a house rule; gives it with its value."""
        value = shown(getattr(self.settings, name))
        self.note("setting", name, source="campaign", pointer=join(["settings", name]), data=value)
        return self.say(HOUSE_RULE, name=name, value=str(value))

    def settings_apart(self, *names: str) -> Iterator[str]:
        """House rules that differ from what the rules say by themselves; all are noted."""
        for name in names:
            line = self.setting(name)
            if shown(getattr(self.settings, name)) != shown(_default(type(self.settings), name)):
                yield line

    def entry(self, kind: str, thing: str, **fields: Any) -> None:
        """Note what was true of a thing (`armies`, `characters`, `factions`) when the fact came about."""
        self.note("state", f"{kind}/{thing}", data=fields)


def shown(value: Any) -> Any:
    """A setting as plain data."""
    return value if isinstance(value, bool | int | str) else str(value)


def _default(settings: Any, name: str) -> Any:
    assert is_dataclass(settings)
    return next(field.default for field in fields(settings) if field.name == name)
