"""Text that people wrote, as text: names, messages, chronicles and events mean nothing to a browser or a forum.

Each target is a kind of `Markup` with its own escape; the environment's `finalize` runs it over every value that a
template puts out, so no template author has to think of it. BBCode and mentions know no escape sign: there a zero-width
space (U+200B) takes a sign's meaning away. Values are one line; a view splits longer texts into lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Self

from markupsafe import Markup

# Controls and lone surrogates, what turns or hides the letters around it, what is no character at all.
_UNSEEN: Final = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)
_SPACES: Final = re.compile(r"[\s\x85\u2028\u2029]+")
_LINE_ENDS: Final = re.compile(r"[\t-\r\x85\u2028\u2029]+")
_BREAK: Final = "\u200b"
# A command to some workflows that print a report, wherever in a row it stands: ##[error], ##vso[task…].
_COMMAND: Final = re.compile(r"##(?=\w*\[)")

# What boards, Discord and GitHub make of plain text: links, mentions, references to issues, pictures for smileys.
_LINKED: Final = re.compile(r"://|\bwww(?=\.)|@|#(?=\w)|\bGH-(?=\d)|:(?=[\w+-]+:)", re.IGNORECASE)

# Signs that mean something anywhere in Markdown (CommonMark, GitHub's, Discord's).
_MARKDOWN: Final = re.compile(r"[\\`*_\[\]<|~$]|&(?=[#\w]|$)")
# Where a line begins, these would make headings, lists, quotations, rules and tables, and small print on Discord.
_MARKDOWN_START: Final = re.compile(r"[=>#:]|[-+](?=[-#\s]|$)")
# Whatever any of the expressions above could match.
_SUSPECT: Final = re.compile(r"[\\`*_\[\]<|~$&@#]|://|www|gh-|:[\w+-]+:|^(?:[-+=>#:]|\d{1,9}[.)])", re.IGNORECASE)
_SUSPECT_ON_FORUMS: Final = re.compile(r"[\[@#]|://|www|gh-|:[\w+-]+:|^[/:]", re.IGNORECASE)
_FENCE: Final = re.compile(r"^ *(?:```|~~~)", re.MULTILINE)
_MARKDOWN_NUMBER: Final = re.compile(r"(\d{1,9})([.)](?:\s|$))")


def plain(value: object) -> str:
    """One line of visible text: line ends and tabs become spaces, unseen signs are dropped."""
    text = str(value)
    if text.isascii() and text.isprintable():
        return text.strip(" ")
    return _SPACES.sub(" ", _UNSEEN.sub("", text)).strip(" ")


def _code(text: str) -> str:
    """Lines of code, with their spaces; only a line feed ends a line."""
    if text.replace("\n", "").isprintable() and text.isascii():
        return text
    return "\n".join([_LINE_ENDS.sub(" ", _UNSEEN.sub("", line)) for line in text.split("\n")])


def _unlinked(text: str) -> str:
    """Take from links and mentions what makes them so."""
    return _LINKED.sub(_broken, text)


def _broken(match: re.Match[str]) -> str:
    found = match[0]
    return f":{_BREAK}//" if found == "://" else found + _BREAK


class Escaped(Markup):
    """Text that is safe for one target. Every target has a class of its own, with `raw` for the escaping itself."""

    __slots__ = ()

    @staticmethod
    def raw(text: str) -> str:
        """Take from a line of plain text what would mean something."""
        raise NotImplementedError

    @staticmethod
    def raw_code(text: str) -> str:
        """The same for a block of code."""
        raise NotImplementedError

    @classmethod
    def escape(cls, s: Any, /) -> Self:
        """Make a line of text safe; what is safe already stays as it is."""
        return str.__new__(cls, s if isinstance(s, Markup) else cls.raw(plain(s)))

    @classmethod
    def each(cls, lines: Iterable[str], before: str = "", after: str = "") -> Self:
        """Several lines, each between two texts of the template's."""
        return str.__new__(cls, "\n".join([f"{before}{cls.raw(plain(line))}{after}" for line in lines]))

    @classmethod
    def code(cls, text: str) -> Self:
        """A block of code, with its lines and spaces."""
        block = cls.raw_code(_code(text))
        return str.__new__(cls, _COMMAND.sub(f"##{_BREAK}", block) if "##" in block else block)


class Html(Escaped):
    """Safe in HTML: as content, and within quotation marks as an attribute."""

    __slots__ = ()

    @staticmethod
    def raw(text: str) -> str:
        """Signs of HTML become entities."""
        escaped = str(Markup.escape(text))
        return _COMMAND.sub("#&#35;", escaped) if "##" in escaped else escaped

    raw_code = raw


class Markdown(Escaped):
    """Safe in Markdown files, on GitHub and Discord, wherever in a line it stands."""

    __slots__ = ()

    @staticmethod
    def raw(text: str) -> str:
        """Signs of Markdown get a backslash, links and mentions are broken."""
        # Most lines of a report hold none of this, and one look costs less than the four that would change nothing.
        if not _SUSPECT.search(text):
            return text
        text = _unlinked(_MARKDOWN.sub(r"\\\g<0>", text))
        if _MARKDOWN_START.match(text):
            return "\\" + text
        number = _MARKDOWN_NUMBER.match(text)
        return f"{number[1]}\\{text[number.end(1) :]}" if number is not None else text

    @staticmethod
    def raw_code(text: str) -> str:
        """What would close the fence is broken."""
        return _FENCE.sub(_BREAK + r"\g<0>", text) if "```" in text or "~~~" in text else text


class Bbcode(Escaped):
    """Safe in a forum's BBCode, which has no escape sign."""

    __slots__ = ()

    @staticmethod
    def raw(text: str) -> str:
        """Brackets, links and mentions are broken."""
        if not _SUSPECT_ON_FORUMS.search(text):
            return text
        text = _unlinked(text).replace("[", f"[{_BREAK}")
        # A slash that begins a post is a command to some boards, and so are colons in a row to GitHub's workflows.
        return _BREAK + text if text.startswith(("/", ":")) else text

    @staticmethod
    def raw_code(text: str) -> str:
        """What would close the block is broken."""
        return text.replace("[/", f"[{_BREAK}/")
