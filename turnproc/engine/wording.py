"""Sentences about things with names, in the reader's language.

A sentence is an English format string, the msgid of its translations: `{people:gen}` puts in a name in the genitive,
`{people:идёт|идут}` the first word where the name is grammatically singular and the second where it is plural, a list
of names is joined ("a, b and c"). Rulesets say with it what they have to tell; nothing here knows what it is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import TypeAlias

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import Words

Value: TypeAlias = "str | int | Name | Sequence[Name]"

AND = N_("{first} and {last}")


def NN_(singular: str, plural: str) -> tuple[str, str]:
    """Mark a text with a number, `{n}`, for the translators' catalogue (`pybabel extract -k NN_:1,2`)."""
    return singular, plural


@dataclass(frozen=True, slots=True)
class Wording:
    """Says things in one language."""

    words: Words

    def say(self, message: str, **values: Value) -> str:
        """Translate a sentence and fill it in."""
        return self._filled(self.words.text(message), values)

    def count(self, message: tuple[str, str], number: int, **values: Value) -> str:
        """Translate a sentence with a number, `{n}`, in the plural form that it asks for, and fill it in."""
        return self._filled(self.words.count(*message, number), values)

    def name(self, name: Name, case: str = "nom") -> str:
        """A name in a case; `in` is the place with its preposition."""
        return name.in_words(self.words.code, case)

    def names(self, names: Sequence[Name], case: str = "nom") -> str:
        """Several names, the last two joined by "and"."""
        return self.listed([self.name(each, case if at == 0 else case.lower()) for at, each in enumerate(names)])

    def listed(self, texts: Sequence[str]) -> str:
        """Several texts, the last two joined by "and"."""
        if not texts:
            return ""
        *first, last = texts
        return self.words.text(AND).format(first=", ".join(first), last=last) if first else last

    def _filled(self, text: str, values: dict[str, Value]) -> str:
        parts: list[str] = []
        language = self.words.code
        for literal, key, spec in _parsed(text):
            parts.append(literal)
            if key is not None:
                value = values[key]
                # Spelled out for what most values are: reports say some hundred thousand of them.
                if type(value) is Name:
                    parts.append(value.in_words(language, spec or "nom"))
                else:
                    parts.append(str(value) if type(value) is int else self._value(value, spec))
        return "".join(parts)

    def _value(self, value: Value, spec: str) -> str:
        if isinstance(value, str | int):
            return str(value)
        if isinstance(value, Name):
            return self.name(value, spec or "nom")
        if "|" in spec and len(value) > 1:
            return spec.partition("|")[2]
        return self.names(value, spec or "nom")


@lru_cache(4096)
def _parsed(text: str) -> tuple[tuple[str, str | None, str], ...]:
    return tuple((literal, key, spec or "") for literal, key, spec, _ in Formatter().parse(text))
