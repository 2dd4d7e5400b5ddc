"""From a YAML file to plain data, and from any of its values back to line and column.

Every file that a person may write comes through `read_yaml`: orders, the game master's file, campaign and map, and
states that were edited by hand. PyYAML's own loaders are not used: they take `no` for false and `010` for 8, keep the
last of two equal keys without a word and expand alias bombs. Good files cost one bare walk over libyaml's events;
everything that costs more (places, all mistakes at once, words for them) waits until it is needed.
"""

from __future__ import annotations

import re
from sys import intern
from typing import Final

import yaml
from yaml.events import (
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from turnproc.diagnostics.model import Diagnostic, Place
from turnproc.source.limits import CAMPAIGN, ORDERS, Limits
from turnproc.source.pointer import parent
from turnproc.source.yaml_bytes import decode
from turnproc.source.yaml_events import GetEvent, events_of
from turnproc.source.yaml_indent import odd_indentation
from turnproc.source.yaml_rows import read_rows
from turnproc.source.yaml_scalars import FIRST_OF_NON_TEXT, Data, NumberTooLong, plain_value
from turnproc.source.yaml_survey import Survey

__all__ = ["CAMPAIGN", "ORDERS", "Data", "Document", "Limits", "read_yaml"]


# Where a value can begin: at first, after a space or row's end, or after one of these.
_WHERE_PROPERTIES_BEGIN: Final = re.compile(r"(?:\A|[\s\[{,:])[&!]")


class Document:
    """A file that was read: `data` is plain Python, `file` the name to print, `text` what stands in it."""

    __slots__ = ("_limits", "_survey", "data", "file", "text")

    def __init__(self, file: str, text: str, data: Data, limits: Limits = CAMPAIGN) -> None:
        """Keep what was read."""
        self.file, self.text, self.data = file, text, data
        self._limits = limits
        self._survey: Survey | None = None

    def place(self, pointer: str, *, key: bool = False) -> Place:
        """Give the place of a value, or of the key before it.

        A pointer that leads nowhere (a missing key, say) gets the place of the nearest container that exists. The
        first call walks the text again: whoever reads good files never pays for places.
        """
        if self._survey is None:
            self._survey = Survey(self.text, self.file, self._limits, places=True)
        known = self._survey.values
        if key and pointer in self._survey.keys:
            return Place(self.file, *self._survey.keys[pointer], pointer)
        there = pointer
        while there not in known:
            if not there:
                return Place(self.file, None, None, pointer)
            there = parent(there)
        return Place(self.file, *known[there], pointer)


def read_yaml(raw: bytes, file: str, limits: Limits) -> tuple[Document | None, list[Diagnostic]]:
    """Read a file; `file` is the name under which its mistakes are told.

    The document comes with diagnostics where everything could still be read (a key given twice counts once): checks
    that follow may then tell the file's other mistakes in the same run. Nothing is raised for whatever stands in
    the file. Loading much: switch Python's garbage collector off meanwhile, it only costs here.
    """
    text, unreadable = decode(raw, file, limits.size)
    if unreadable is not None:
        return None, [unreadable]
    if not _may_have_too_many_nodes(text, limits.nodes) and not _may_have_properties(text):
        rows = read_rows(text)
        if rows is not None:
            return Document(file, text, rows, limits), []
        try:
            data = _read_clean(text, limits.depth)
        except (_Odd, NumberTooLong, yaml.YAMLError):
            pass
        else:
            odd = odd_indentation(text, file)
            return (None, [odd]) if odd else (Document(file, text, data, limits), [])
    survey = Survey(text, file, limits)
    odd = odd_indentation(text, file)
    if odd:
        return None, [odd]
    return (Document(file, text, survey.data, limits) if survey.readable else None), survey.problems


class _Odd(Exception):
    """This file is not clean; the careful walk will say why."""


def _may_have_too_many_nodes(text: str, most: int) -> bool:
    """Tell, without parsing, whether counting is needed: a node takes a character, and most take an indicator."""
    if len(text) < most:
        return False
    return 2 * sum(text.count(indicator) for indicator in ",:-[{?\n\r") + 3 > most


def _may_have_properties(text: str) -> bool:
    """Tell, without parsing, whether a value may have an anchor or a tag, so that no value need be asked."""
    return ("&" in text or "!" in text) and _WHERE_PROPERTIES_BEGIN.search(text) is not None


def _read_clean(text: str, depth: int) -> Data:
    """Read a file in which nothing is odd, as fast as Python goes. Raises _Odd, NumberTooLong or YAMLError."""
    get = events_of(text)
    get()  # the stream's start
    if get().__class__ is StreamEndEvent:
        raise _Odd
    event = get()
    if event.__class__ is MappingStartEvent:
        data: Data = _mapping(get, depth)
    elif event.__class__ is SequenceStartEvent:
        data = _sequence(get, depth)
    else:
        raise _Odd
    get()  # the document's end
    if get().__class__ is not StreamEndEvent:
        raise _Odd
    return data


def _mapping(get: GetEvent, depth: int) -> dict[str, Data]:
    if depth == 0:
        raise _Odd
    found: dict[str, Data] = {}
    while True:
        event = get()
        if event.__class__ is not ScalarEvent:
            if event.__class__ is MappingEndEvent:
                return found
            raise _Odd
        key = intern(event.value)  # the same few keys stand in a state ten thousand times
        if key in found:
            raise _Odd
        event = get()
        kind = event.__class__
        if kind is ScalarEvent:
            value = event.value
            found[key] = plain_value(value) if not event.style and value[:1] in FIRST_OF_NON_TEXT else value
        elif kind is SequenceStartEvent:
            found[key] = _sequence(get, depth - 1)
        elif kind is MappingStartEvent:
            found[key] = _mapping(get, depth - 1)
        else:
            raise _Odd


def _sequence(get: GetEvent, depth: int) -> list[Data]:
    if depth == 0:
        raise _Odd
    found: list[Data] = []
    while True:
        event = get()
        kind = event.__class__
        if kind is ScalarEvent:
            value = event.value
            found.append(plain_value(value) if not event.style and value[:1] in FIRST_OF_NON_TEXT else value)
        elif kind is MappingStartEvent:
            found.append(_mapping(get, depth - 1))
        elif kind is SequenceStartEvent:
            found.append(_sequence(get, depth - 1))
        elif kind is SequenceEndEvent:
            return found
        else:
            raise _Odd
