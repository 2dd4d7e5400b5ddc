"""Facts in the journal's form and back: verb first, the rule second, then the fields in their order.

A fact is a frozen dataclass whose first field is the verb and holds the main object; a field whose name would be a
Python keyword ends in an underscore (`from_`). A fact class lists `rule` as its second field. A mapping whose keys
stand among the fact's own (an event's, say) is a field made by `flat()`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, is_dataclass
from functools import cache
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from turnproc.source.yaml_writer import Row, Texts

FactT = TypeVar("FactT")


def flat() -> Any:
    """Declare a field whose mapping's entries are written beside the other fields."""
    return field(metadata={"flat": True})


def verb_of(kind: type) -> str:
    """The verb under which facts of a class stand in the journal."""
    return fields(kind)[0].name.rstrip("_")


_KEYS: dict[type, tuple[tuple[str, str], ...]] = {}


def _keys(kind: type[Any]) -> tuple[tuple[str, str], ...]:
    """The fields of a fact class with their keys in the journal ("" for a flat one), worked out once a class."""
    keys = _KEYS.get(kind)
    if keys is None:
        keys = tuple((each.name, "" if each.metadata.get("flat") else each.name.rstrip("_")) for each in fields(kind))
        _KEYS[kind] = keys
    return keys


def fact_data(fact: Any) -> dict[str, Any]:
    """Write a fact as plain data; fields that are None are left out."""
    data: dict[str, Any] = {}
    for attribute, key in _keys(type(fact)):
        value = getattr(fact, attribute)
        if key == "":
            data |= _plain(value)
        elif value is not None:
            data[key] = value if type(value) in (str, int) else _plain(value)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return fact_data(value)
    raise TypeError(f"a fact cannot hold a {type(value).__name__}")


class FactRows:
    """Writes facts as rows of a journal: what `fact_data` and the YAML writer would come to, without the way there."""

    def __init__(self) -> None:
        """Begin with no text written yet: the same names stand in a journal ten thousand times."""
        self._texts = Texts()
        self._heads: dict[type, tuple[tuple[str, str], ...]] = {}

    def row(self, fact: Any) -> Row:
        """One fact."""
        return Row(self._fields(fact))

    def _fields(self, value: Any) -> str:
        kind = type(value)
        heads = self._heads.get(kind)
        if heads is None:
            heads = self._heads[kind] = tuple(
                (name, f"{self._texts[key]}: " if key else "") for name, key in _keys(kind)
            )
        parts = []
        for name, head in heads:
            field = getattr(value, name)
            if field is None:
                continue
            if head == "":
                parts += [f"{self._texts[key]}: {self._value(each)}" for key, each in field.items()]
            else:
                parts.append(head + (self._texts[field] if type(field) is str else self._value(field)))
        return f"{{{', '.join(parts)}}}"

    def _value(self, value: Any) -> str:
        kind = type(value)
        if kind is str:
            return self._texts[value]
        if kind is int:
            return str(value)
        if kind is tuple or kind is list:
            return f"[{', '.join([self._value(each) for each in value])}]"
        if kind is dict:
            return f"{{{', '.join([f'{self._texts[key]}: {self._value(each)}' for key, each in value.items()])}}}"
        if kind is bool:
            return "true" if value else "false"
        if value is None:
            return "null"
        return self._fields(value)


class FactCodec(Generic[FactT]):
    """Reads the facts of one ruleset's closed union from a journal."""

    def __init__(self, kinds: Iterable[type[FactT]]) -> None:
        """Take the classes of the union."""
        self.kinds: Mapping[str, type[FactT]] = {verb_of(kind): kind for kind in kinds}

    def read(self, data: Mapping[str, Any]) -> FactT:
        """Make a fact of a journal's entry; raises ValueError for what is none."""
        verb = next(iter(data), None)
        kind = self.kinds.get(verb) if verb is not None else None
        if kind is None:
            raise ValueError(f"no fact of this ruleset begins with {verb!r}")
        wanted: Any = kind
        made: FactT = _reader(wanted)(data)
        return made


@cache
def _reader(wanted: Any) -> Callable[[Any], Any]:
    origin = get_origin(wanted)
    if is_dataclass(wanted) and isinstance(wanted, type):
        return _dataclass_reader(wanted)
    if origin in (Union, types.UnionType):
        return _union_reader(tuple(arg for arg in get_args(wanted) if arg is not type(None)))
    if origin is tuple:
        item = _reader(get_args(wanted)[0])
        return lambda value: tuple(item(each) for each in value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        item = _reader(get_args(wanted)[1])
        return lambda value: {key: item(each) for key, each in value.items()}
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _union_reader(members: tuple[Any, ...]) -> Callable[[Any], Any]:
    """In facts a union is `X | None`, or a list beside a word (`attack: [a, b]` or `attack: all`)."""
    words = [member for member in members if get_origin(member) is Literal or member is str]
    others = [member for member in members if member not in words]
    read = _reader(others[0]) if others else _as_it_is
    return lambda value: value if value is None or isinstance(value, str) else read(value)


def _dataclass_reader(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    readers = {key: (name, _reader(hints[name])) for name, key in _keys(kind) if key}
    rest = next((name for name, key in _keys(kind) if not key), None)

    def read(data: Any) -> Any:
        values: dict[str, Any] = {} if rest is None else {rest: {}}
        for key, value in data.items():
            if key in readers:
                name, reader = readers[key]
                values[name] = reader(value)
            elif rest is not None:
                values[rest][key] = value
            else:
                raise ValueError(f"{kind.__name__} has no field {key!r}")
        return kind(**values)

    return read
