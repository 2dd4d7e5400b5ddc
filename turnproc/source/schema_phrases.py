"""The sorts of values, in the words of a person: what stands in the file, what is wanted, what may be the slip.

All phrases are marked for the translators. `schema_words` puts them into its messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_, Phrase
from turnproc.source.names import fold

_WANTED: Final[Mapping[str, str]] = {
    "object": N_("keys with values"),
    "array": N_("a list"),
    "string": N_("a text"),
    "integer": N_("a whole number"),
    "number": N_("a number"),
    "boolean": N_("true or false"),
    "null": N_("nothing"),
}
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_SQUEEZED: Final = re.compile(r"\w+:\S")


def subject(path: Sequence[str | int]) -> Phrase:
    """Name the value at a path by the key that it belongs to."""
    keys = [step for step in path if isinstance(step, str)]
    if not path:
        return Phrase(N_("the file"))
    if not keys:
        return Phrase(N_("each entry"))
    if isinstance(path[-1], int):
        return Phrase(N_("each entry of “{key}”"), key=keys[-1])
    return Phrase(N_("“{key}”"), key=keys[-1])


def wanted(sort: str) -> Phrase:
    """Say which sort of value a schema wants."""
    return Phrase(_WANTED[sort])


def one_of(phrases: Sequence[Phrase]) -> Phrase:
    """Join alternatives by “or”."""
    joined = phrases[0]
    for phrase in phrases[1:]:
        joined = Phrase(N_("{one} or {other}"), one=joined, other=phrase)
    return joined


def found(value: Any) -> Phrase:
    """Say what stands there."""
    if isinstance(value, str):
        return Phrase(N_("the text “{value}”"), value=value)
    if value is None:
        return Phrase(N_("nothing"))
    if isinstance(value, dict):
        return Phrase(N_("keys with values"))
    if isinstance(value, list):
        return Phrase(N_("a list"))
    if isinstance(value, bool):
        return Phrase(N_("the word {value}"), value=shown(value))
    return Phrase(N_("the number {value}"), value=shown(value))


def advice(sorts: Sequence[str], value: Any, example: str | None = None) -> list[Phrase]:
    """Guess at the slip behind a value of the wrong sort; empty if there is nothing to guess.

    `example` is a right value with keys, where the schema has one.
    """
    if value is None:
        return [Phrase(N_("after the colon a value is missing"))]
    if isinstance(value, str) and "object" in sorts:
        squeezed = _SQUEEZED.match(value)
        if example is not None and not squeezed:
            return [Phrase(N_("write it in braces, like this: {example}"), example=example)]
        slip = N_("after a colon a space is needed") if squeezed else N_("write “key: value” in braces: {{key: value}}")
        return [Phrase(slip)]
    if "array" in sorts and not isinstance(value, bool):
        return _advice_on_list(value)
    if isinstance(value, str) and "integer" in sorts:
        return _advice_on_number(value)
    if isinstance(value, str) and "boolean" in sorts:
        return [Phrase(N_("write true for yes, false for no"))]
    if "string" in sorts and isinstance(value, bool | int | float):
        return [Phrase(N_('put it in quotes: "{value}"'), value=shown(value))]
    return []


def _advice_on_list(value: Any) -> list[Phrase]:
    words = value if isinstance(value, dict) else [str(value)]
    if any(word.startswith("-") for word in words):
        return [Phrase(N_("after the dash a space is needed"))]
    if isinstance(value, dict):
        return [Phrase(N_("write a list as [one, two], or in rows that begin with a dash and a space"))]
    return [Phrase(N_("put it in square brackets: [{value}]"), value=shown(value))]


def _advice_on_number(text: str) -> list[Phrase]:
    if _NUMBER.fullmatch(text):
        return [Phrase(N_("write it without quotes: {value}"), value=text)]
    seen = fold(text)
    if _NUMBER.fullmatch(seen) and seen != text:
        return [Phrase(N_("an invisible character stands beside the number: delete it"))]
    return [Phrase(N_("write a number in digits: 2"))]


def shown(value: Any) -> str:
    """Show a value as it would be written in a file."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {shown(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(shown(item) for item in value)}]"
    return str(value)
