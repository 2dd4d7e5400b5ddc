"""The careful walk over a text: knows the place of everything, and goes on after a mistake where it can.

`yaml_reader` walks a good file once without any of this. A file in which it finds something odd is walked here, so
that all its mistakes are told at once; and `Document.place` walks here when the first problem of a good file (a rule
broken, an unknown name) needs its line.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from turnproc.diagnostics.model import Diagnostic, Param
from turnproc.source.limits import Limits
from turnproc.source.pointer import escape
from turnproc.source.yaml_bytes import problem
from turnproc.source.yaml_events import events_of
from turnproc.source.yaml_scalars import Data, NumberTooLong, plain_value
from turnproc.source.yaml_syntax import syntax_problem

MOST_PROBLEMS: Final = 50

Point: TypeAlias = tuple[int, int]


class _Stop(Exception):
    """Nothing sensible can be read after this problem, which has been noted."""


class Survey:
    """One careful walk. `problems` is what was found; `data` is what could be read, if `readable`.

    `values` and `keys` map pointers to line and column from 1; they stay empty unless `places` is asked for.
    """

    def __init__(self, text: str, file: str, limits: Limits, *, places: bool = False) -> None:
        """Walk the text."""
        self.data: Data = None
        self.problems: list[Diagnostic] = []
        self.values: dict[str, Point] = {}
        self.keys: dict[str, Point] = {}
        self.readable = True
        self._text, self._file, self._limits, self._places = text, file, limits, places
        self._nodes = 0
        self._noted: set[tuple[str, str]] = set()
        self._get = events_of(text)
        try:
            self._walk()
        except _Stop:
            self.readable = False
        except yaml.YAMLError as error:
            self.readable = False
            self._note_syntax(error)

    def _walk(self) -> None:
        self._get()  # the stream's start
        event = self._get()
        if event.__class__ is StreamEndEvent:
            self._fail("Y007", (1, 1))
        event = self._get()
        if event.__class__ is ScalarEvent and not event.value and event.implicit[0] and event.anchor is None:
            self._fail("Y007", (1, 1))
        self.data = self._node(event, "", self._limits.depth)
        end = self._get()
        assert end.__class__ is DocumentEndEvent
        event = self._get()
        if event.__class__ is not StreamEndEvent:
            self._fail("Y019", _point(event))

    def _node(self, event: Any, pointer: str, depth: int) -> Data:
        self._count(event)
        if self._places:
            self.values[pointer] = _point(event)
        self._refuse_properties(event)
        if event.__class__ is ScalarEvent:
            return self._scalar(event)
        if event.__class__ is AliasEvent:
            return self._alias(event)
        if depth == 0:
            self._fail("Y020", _point(event), most=self._limits.depth)
        if event.__class__ is MappingStartEvent:
            return self._mapping(pointer, depth - 1)
        items: list[Data] = []
        while (event := self._get()).__class__ is not SequenceEndEvent:
            items.append(self._node(event, f"{pointer}/{len(items)}", depth - 1))
        return items

    def _mapping(self, pointer: str, depth: int) -> Data:
        found: dict[str, Data] = {}
        firsts: dict[str, Point] = {}
        while (event := self._get()).__class__ is not MappingEndEvent:
            point = _point(event)
            self._count(event)
            self._refuse_properties(event)
            if event.__class__ is not ScalarEvent:
                self._fail("Y018", point)
            key: str = event.value
            if key in firsts:
                # `-hold: 2` under `-hold: 1` is a list whose dashes lack their spaces.
                self._note("Y011/dash" if key.startswith("-") else "Y014", point, key=key, first=firsts[key][0])
                self._node_apart(depth)
                continue
            firsts[key] = point
            child = f"{pointer}/{escape(key)}"
            if self._places:
                self.keys[child] = point
            found[key] = self._node(self._get(), child, depth)
        return found

    def _node_apart(self, depth: int) -> None:
        """Walk the value of a key that was given before: its mistakes are told, it does not count itself."""
        places, self._places = self._places, False
        self._node(self._get(), "", depth)
        self._places = places

    def _scalar(self, event: Any) -> Data:
        if event.style:
            value: str = event.value
            return value
        try:
            return plain_value(event.value)
        except NumberTooLong:
            self._note("Y022", _point(event), number=event.value)
            self.readable = False
            return None

    def _alias(self, event: Any) -> Data:
        self._note_once("Y016", _point(event), event.anchor)
        self.readable = False
        return None

    def _refuse_properties(self, event: Any) -> None:
        if not isinstance(event, NodeEvent) or event.__class__ is AliasEvent:
            return
        if event.anchor is not None:
            self._note("Y015", _point(event), name=event.anchor)
        tag: str | None = getattr(event, "tag", None)
        if tag is not None:
            self._note_once("Y017", _point(event), tag)
            self.readable = False

    def _count(self, event: Any) -> None:
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            self._fail("Y021", _point(event), most=self._limits.nodes)

    def _note(self, message: str, point: Point, **params: Param) -> None:
        self.problems.append(problem(message, self._file, point[0], point[1], **params))
        if len(self.problems) == MOST_PROBLEMS:
            raise _Stop

    def _note_once(self, message: str, point: Point, name: str) -> None:
        """Tell the first of many that are alike: a file that repeats itself by aliases can hold hundreds."""
        if (message, name) not in self._noted:
            self._noted.add((message, name))
            self._note(message, point, name=name)

    def _fail(self, message: str, point: Point, **params: Param) -> NoReturn:
        self._note(message, point, **params)
        raise _Stop

    def _note_syntax(self, error: yaml.YAMLError) -> None:
        found = syntax_problem(error, self._text, self._file, self._limits.depth)
        # `*name text` is told as an alias already; that the rest of the line does not fit follows from it.
        if all(known.place.line != found.place.line for known in self.problems):
            self.problems.append(found)


def _point(event: Any) -> Point:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1
