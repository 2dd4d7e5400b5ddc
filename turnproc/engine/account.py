"""What a ruleset tells of a turn beyond its report: why a fact came about, and what orders would do by themselves.

`turnproc explain N/FACT` shows an `Account`, `turnproc forecast FILE` a `Forecast`. Texts are in the reader's language;
`figures` are for programs: plain data, the same in all languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

FactT = TypeVar("FactT")

# What can lead to a fact: an orders file or one order of it, what the game master wrote, a question that the rules
# answered by their default, a house rule, an entry of the state before the turn, an earlier fact.
InputKind: TypeAlias = Literal["orders", "order", "event", "ruling", "default", "setting", "state", "fact"]


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines under a heading."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """Something that led to a fact.

    `id` is its name: `huns/o3`, `split/lombards`, the number of an event or a fact. `source` and `pointer` say where
    it stands, as in findings ("orders/huns", "/orders/2"); whose orders they are says the source, whoever wrote them
    down. An earlier fact has its `turn`; a default has its answer as `data`.
    """

    kind: InputKind
    id: str
    text: str = ""
    source: str | None = None
    pointer: str = ""
    turn: int | None = None
    data: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Why a fact came about: the fact in words, the rules (its own first), what was weighed, and what led to it."""

    text: str
    rules: tuple[str, ...]
    sections: tuple[Section, ...]
    inputs: tuple[Input, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)


# The turns before: `past(3)` gives the facts of turn 3, none where its journal cannot be read.
Past: TypeAlias = Callable[[int], Sequence[FactT]]


class Accounts(Protocol):
    """Explains the facts of one turn, in one language. Facts have numbers from 1, through the whole turn."""

    def line(self, number: int, /) -> str:
        """The fact in one line."""

    def account(self, number: int, /) -> Account:
        """Why it came about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What one speaker's orders would do while everybody else is idle."""

    sections: tuple[Section, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
