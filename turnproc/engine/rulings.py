"""Where the rules say that the game master decides: questions, his rulings, defaults.

A phase asks with `decide`. The answer is the ruling, else the default, else a stand-in with which the run goes on only
to collect what else is open; then everything is thrown away. After the ruling the turn runs again from its start.
Where the rules let him say something that they do not ask him for, a phase looks with `override`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, TypeVar, final

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.source.pointer import join

A = TypeVar("A")


@final
class NoDefault(Enum):
    """The mark of a question that only the game master can answer."""

    NONE = "none"


NO_DEFAULT: Final = NoDefault.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[A]):
    """A question to the game master.

    `id` is its path (`split/lombards`), `text` the English msgid of what he is asked and `params` what it speaks of.
    `options` are the answers in the form of a ruling, as far as they can be listed. `default` is an answer, shown as
    `default_shown`; `stand_in` answers while the question is open. `read` makes an answer of a ruling, or says why not.
    """

    id: str
    rule: str
    text: str
    params: Mapping[str, Param] = field(default_factory=dict)
    options: Sequence[Any] = ()
    default: A | NoDefault = NO_DEFAULT
    default_shown: Any = None
    stand_in: A | NoDefault = NO_DEFAULT
    read: Callable[[Any], Read[A]]


class How(Enum):
    """How a question was answered."""

    RULED = "ruled"
    DEFAULT = "default"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of this turn and how it was answered; `shown` is the answer in the form of a ruling."""

    question: Question[Any]
    how: How
    shown: Any


class Rulings:
    """The game master's answers in one turn. Keeps what was asked; asking again gets the same answer."""

    def __init__(
        self, given: Mapping[str, Any] | None = None, unasked: Callable[[str], bool] = lambda _: False
    ) -> None:
        """Take the rulings by question id; `unasked` tells which need no question (`strike/…`, `received/…`)."""
        self._given = dict(given or {})
        self._unasked = unasked
        self._answers: dict[str, Any] = {}
        self._asked: dict[str, Asked] = {}
        self._overrides: dict[str, bool] = {}
        self._findings: list[Finding] = []

    def decide(self, question: Question[A]) -> A:
        """Answer a question: by ruling, by default, or by its stand-in while it is open."""
        if question.id not in self._asked:
            self._answers[question.id] = self._answer(question)
        answer: A = self._answers[question.id]
        return answer

    def _answer(self, question: Question[A]) -> A:
        if question.id in self._given:
            ruling = self._given[question.id]
            read = question.read(ruling)
            self._findings.extend(read.findings)
            if read.value is not None:
                self._asked[question.id] = Asked(question, How.RULED, ruling)
                return read.value
        answer, how = question.default, How.DEFAULT
        if isinstance(answer, NoDefault):
            answer, how = question.stand_in, How.OPEN
        if isinstance(answer, NoDefault):
            raise ValueError(f"the question {question.id!r} has neither a default nor a stand-in")
        self._asked[question.id] = Asked(question, how, question.default_shown if how is How.DEFAULT else None)
        return answer

    def override(self, name: str, read: Callable[[Any], Read[A]]) -> A | None:
        """What the game master puts in the place of what the rules say, by the id `name`; None where he says nothing.

        It is no question: nobody is asked, and nothing is listed as open or as a default. A ruling of that id is used.
        """
        if name not in self._overrides:
            self._overrides[name] = name in self._given
            if name in self._given:
                found = read(self._given[name])
                self._findings.extend(found.findings)
                self._answers[name] = found.value
        answer: A | None = self._answers.get(name)
        return answer

    @property
    def asked(self) -> tuple[Asked, ...]:
        """All questions of the turn, in the order in which they came up."""
        return tuple(self._asked.values())

    @property
    def open(self) -> tuple[Asked, ...]:
        """The questions without ruling or default: a schedule stops where these come up."""
        return tuple(asked for asked in self._asked.values() if asked.how is How.OPEN)

    def used(self) -> dict[str, Any]:
        """The rulings that decided something, for the journal."""
        unasked = {key: value for key, value in self._given.items() if key not in self._asked and self._unasked(key)}
        ruled = {key: asked.shown for key, asked in self._asked.items() if asked.how is How.RULED}
        overrides = {key: self._given[key] for key, is_given in self._overrides.items() if is_given}
        return dict(sorted((unasked | ruled | overrides).items()))

    def defaults(self) -> dict[str, Any]:
        """The questions answered by their default, for the journal."""
        defaults = {key: asked.shown for key, asked in self._asked.items() if asked.how is How.DEFAULT}
        return dict(sorted(defaults.items()))

    def findings(self, *, finished: bool) -> list[Finding]:
        """Rulings of a wrong form; once the turn has run to its end, also those that nothing asked for."""
        found = list(self._findings)
        if finished:
            known = sorted(self._asked.keys() | self._overrides.keys())
            for key in self._given:
                if key not in known and not self._unasked(key):
                    params: dict[str, Param] = {"id": key, "asked": known}
                    found.append(Finding("gm", join(["rulings", key]), "C015", params, on_key=True))
        return found
