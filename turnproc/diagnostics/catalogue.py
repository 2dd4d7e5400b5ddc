"""From a diagnostic to words: the messages of a ruleset and of the engine, in one language.

`actions` builds one `Catalogue` per run, of `codes.MESSAGES` and the ruleset's own messages; the writers beside it
(`as_text`, `as_json`, `as_github`) ask it for the text and the hint of each diagnostic. Text that players wrote is
made safe here and nowhere else: a terminal, a log and a forum all get the same harmless characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from string import Formatter
from typing import Final

from turnproc.diagnostics.model import Diagnostic, Message, Named, Param

LONGEST_QUOTE: Final = 80
LONGEST_LIST: Final = 30
# Controls, line ends, and what turns or hides the letters around it in a terminal or browser.
_UNSAFE: Final = re.compile(
    r"[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3164\ud800-\udfff"
    r"\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
# Wherever in a row this stands, some workflows take it for a command: ##[error], ##vso[task…].
_COMMAND: Final = re.compile(r"##(?=\w*\[)")
_SHORT: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\xa0": " "}


def N_(text: str) -> str:
    """Mark a text for the translators' catalogue (`pybabel extract -k N_`)."""
    return text


class Phrase(str):
    """A text of turnproc's own as a parameter of a message: it is translated, where a player's text is quoted.

    `Phrase(N_("a list of {count}"), count=3)`: the parameters go in as they do in messages.
    """

    params: Mapping[str, Param]

    def __new__(cls, text: str, **params: Param) -> Phrase:
        """Take the English text, marked by N_."""
        made = super().__new__(cls, text)
        made.params = params
        return made

    def __eq__(self, other: object) -> bool:
        """Two phrases are equal if they will read the same."""
        return str.__eq__(self, other) is True and getattr(other, "params", {}) == self.params

    def __ne__(self, other: object) -> bool:
        """The opposite, which `str` has of its own."""
        return not self == other

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Catalogue:
    """`messages` by key (a code, or a code with its variant), and how English becomes `language`."""

    messages: Mapping[str, Message]
    translate: Callable[[str], str]
    language: str

    def text(self, diagnostic: Diagnostic) -> str:
        """Say what is wrong."""
        return self._filled(self.translate(self.messages[diagnostic.message].text), diagnostic.params)

    def hint(self, diagnostic: Diagnostic) -> str:
        """Say what one can do; "" where there is nothing to say.

        Each row of a hint stands for itself: a row that would name the members of an empty list is left out
        (`did you mean {nearest}?` when nothing is near), the others are joined.
        """
        hint = self.messages[diagnostic.message].hint
        if not hint:
            return ""
        rows = [
            self._filled(row, diagnostic.params)
            for row in self.translate(hint).split("\n")
            if not _names_nothing(row, diagnostic.params)
        ]
        return reduce(_joined, rows, "")

    def _filled(self, text: str, params: Mapping[str, Param]) -> str:
        parts: list[str] = []
        for literal, name, case, _ in Formatter().parse(text):
            parts.append(literal)
            if name is not None:
                parts.append(self._words(params[name], case or "nom"))
        return "".join(parts)

    def _words(self, param: Param, case: str) -> str:
        if isinstance(param, Phrase):
            return self._filled(self.translate(str(param)), param.params)
        if isinstance(param, str):
            return safe(param)
        if isinstance(param, int):
            return str(param)
        if isinstance(param, Named):
            return safe(param.in_words(self.language, case))
        words = [self._words(item, case) for item in param[:LONGEST_LIST]]
        return ", ".join(words if len(param) <= LONGEST_LIST else [*words, "…"])


def safe(text: str, most: int = LONGEST_QUOTE) -> str:
    """Show text that somebody else wrote: controls made visible, in one row, cut at `most` characters."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    shown = _UNSAFE.sub(_visible, cut)
    return _COMMAND.sub("##\u200b", shown) if "##" in shown else shown


def _visible(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"<U+{ord(match[0]):04X}>"


def _joined(one: str, other: str) -> str:
    return f"{one} {other}" if one.endswith(("?", ".", "!")) else f"{one}; {other}" if one else other


def _names_nothing(row: str, params: Mapping[str, Param]) -> bool:
    return any(name is not None and _is_empty_list(params[name]) for _, name, _, _ in Formatter().parse(row))


def _is_empty_list(param: Param) -> bool:
    return isinstance(param, Sequence) and not isinstance(param, str) and not param
