"""What is wrong, where, and what can one do: the values that every check of the product returns.

A mistake in a file is never raised: it is a `Diagnostic` with the key of its message, the parameters of that message
and the place. Words come later, from the catalogue and in the reader's language (`as_text`, `as_json`, `as_github`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias, runtime_checkable


class Severity(StrEnum):
    """An error rejects its file; a warning is told and changes nothing."""

    ERROR = "error"
    WARNING = "warning"


class Kind(StrEnum):
    """Not understood; understood but not allowed; allowed but fitting nothing."""

    INVALID = "invalid"
    ILLEGAL = "illegal"
    INCOHERENT = "incoherent"


@runtime_checkable
class Named(Protocol):
    """A thing of the game that is called by a name: the words for it depend on language and grammatical case."""

    def in_words(self, language: str, case: str) -> str:
        """Give the name in a language ("ru") and a case ("nom", "gen", ...; unknown cases fall back to "nom")."""


Param: TypeAlias = "str | int | Named | Sequence[str | int | Named]"


@dataclass(frozen=True, slots=True)
class Message:
    """One entry of a message catalogue.

    `text` and `hint` are English format strings and the msgids of their translations: `{province:gen}` puts in the
    parameter `province` in the genitive, a list is joined by commas. `explanation` is the page that `explain` prints.
    """

    text: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    kind: Kind = Kind.INVALID
    explanation: str = ""
    wrong: str = ""
    right: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A point in a file: `line` and `column` count from 1 (None: the file as a whole), `pointer` is a JSON pointer."""

    file: str
    line: int | None = None
    column: int | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem. `message` is a key of the catalogue: the code, or the code with a variant, `B-3.7/not-owner`.

    `rule` names the rule of the ruleset that a problem of shape offends, where the code itself is none.
    """

    message: str
    severity: Severity
    place: Place
    params: Mapping[str, Param] = field(default_factory=dict)
    rule: str | None = None

    @property
    def code(self) -> str:
        """What is printed, and what `turnproc explain` takes."""
        return self.message.partition("/")[0]

    @property
    def is_error(self) -> bool:
        """Does it reject the file?"""
        return self.severity is Severity.ERROR
