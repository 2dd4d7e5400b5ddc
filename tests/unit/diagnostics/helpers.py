"""What the tests of `turnproc.diagnostics` share: a small catalogue, and a thing of the game that has names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.model import Diagnostic, Message, Param, Place, Severity


@dataclass(frozen=True)
class People:
    """A people with forms in Russian."""

    nominative: str
    genitive: str

    def in_words(self, language: str, case: str) -> str:
        """Give the form; other languages have but one."""
        if language != "ru":
            return self.nominative.upper()
        return self.genitive if case == "gen" else self.nominative


HUNS = People("гунны", "гуннов")
ALANS = People("аланы", "алан")


def catalogue(
    text: str, hint: str = "", language: str = "en", translate: Callable[[str], str] = lambda text: text
) -> Catalogue:
    """Make a catalogue of one message, `X001`, with two keys."""
    message = Message(text, hint)
    return Catalogue({"X001": message, "X001/variant": message}, translate, language)


def problem(message: str = "X001", place: Place | None = None, rule: str | None = None, **params: Param) -> Diagnostic:
    """Make a diagnostic of it."""
    return Diagnostic(message, Severity.ERROR, place or Place("turns/007/orders/huns.yaml", 12, 25), params, rule)
