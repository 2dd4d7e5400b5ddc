"""What goes to a service in one piece, and what the service says of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG that belongs to the turn."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Letter:
    """What is to be told: a report or a reminder.

    `text` is in the form that the service reads (`markdown` or `bbcode`), `title` one line of plain text, `name` the
    beginning of names of files, `tag` the turn's in git. `mentioned` are the accounts that may be called by name;
    nobody else is, whatever the text says. `numbered` ("part {part} of {parts}") and `shortened` ("… {file}") are said
    where needed, in the reader's language.
    """

    title: str
    text: str
    name: str
    tag: str
    numbered: str
    shortened: str
    pictures: tuple[Picture, ...] = ()
    mentioned: Collection[str] = ()
    # Files that are called like pictures and are none.
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a letter as one message holds it. `text` is in the service's own form, and within its limit."""

    text: str
    pictures: tuple[Picture, ...] = ()
    mentioned: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """How a message is found again, as far as the service says so."""

    id: str = ""
    url: str = ""


class Service(Protocol):
    """A place where letters are posted."""

    @property
    def label(self) -> str:
        """What people call it."""

    @property
    def form(self) -> str:
        """The form of report that it reads: markdown or bbcode."""

    @property
    def repeatable(self) -> bool:
        """Does it change nothing to send a part again that has arrived?"""

    def parts(self, letter: Letter) -> list[Part]:
        """The messages that a letter becomes, in order."""

    def too_large(self, letter: Letter) -> list[str]:
        """The names of pictures that the service would not take; they are left out."""

    def send(self, letter: Letter, part: Part) -> Receipt:
        """Post one part.

        Raises:
            OperatorError: It is not posted; a ServiceError says whether it may have arrived all the same.
        """
