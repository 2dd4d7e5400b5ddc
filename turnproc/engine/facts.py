"""Facts in the journal's form and back: verb first, the rule second, then the fields in their order.

A fact is a frozen dataclass whose first field is the verb and holds the main object; a field whose name would be a
Python keyword ends in an underscore (`from_`). A fact class lists `rule` as its second field. A mapping whose keys
stand among the fact's own (an event's, say) is a field made by `flat()`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from functools import cache
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from turnproc.source.yaml_writer import Layout, Row, Texts, write_yaml

FactT = TypeVar("FactT")

# From here on the YAML writer is asked whether a number can be read again.
_LARGE = 10**15


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
        if kind is int and -_LARGE < value < _LARGE:
            return str(value)
        if kind is tuple or kind is list:
            return f"[{', '.join([self._value(each) for each in value])}]"
        if kind is dict:
            return f"{{{', '.join([f'{self._texts[key]}: {self._value(each)}' for key, each in value.items()])}}}"
        if kind is bool:
            return "true" if value else "false"
        if value is None:
            return "null"
        if kind in self._heads or is_dataclass(kind):
            return self._fields(value)
        # Rare: a fraction, a large number, a mapping of another kind.
        return write_yaml({"x": _plain(value)}, Layout()).removeprefix("x: ").rstrip("\n")


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
    """How a value of a type is read. Types are checked: a journal lies on disk, where anybody may have changed it."""
    origin = get_origin(wanted)
    if is_dataclass(wanted) and isinstance(wanted, type):
        return _dataclass_reader(wanted)
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(wanted))
    if origin is tuple:
        return _tuple_reader(_reader(get_args(wanted)[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(_reader(get_args(wanted)[1]))
    if origin is Literal:
        return _literal_reader(get_args(wanted))
    plain = getattr(wanted, "__supertype__", wanted)
    return _plain_reader(plain) if plain in (str, int, bool, float) else lambda value: value


def _plain_reader(plain: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is plain or (plain is float and type(value) is int):
            return value
        raise ValueError(f"{value!r} is no {plain.__name__}")

    return read


def _literal_reader(words: tuple[Any, ...]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if any(value == word and type(value) is type(word) for word in words):
            return value
        raise ValueError(f"{value!r} is none of {words}")

    return read


def _tuple_reader(item: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is list:
            return tuple([item(each) for each in value])
        raise ValueError(f"{value!r} is no list")

    return read


def _mapping_reader(item: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is dict:
            return {key: item(each) for key, each in value.items()}
        raise ValueError(f"{value!r} is no mapping")

    return read


def _union_reader(members: tuple[Any, ...]) -> Callable[[Any], Any]:
    """In facts a union is `X | None`, or a list beside a word (`attack: [a, b]` or `attack: all`)."""
    is_optional = type(None) in members
    words = [member for member in members if get_origin(member) is Literal or _is_text(member)]
    others = [member for member in members if member not in words and member is not type(None)]
    read_word = _reader(words[0]) if words else None
    read_other = _reader(others[0]) if others else None

    def read(value: Any) -> Any:
        if value is None and is_optional:
            return None
        reader = read_word if isinstance(value, str) or read_other is None else read_other
        if reader is None:
            raise ValueError(f"{value!r} does not fit here")
        return reader(value)

    return read


def _is_text(member: Any) -> bool:
    return getattr(member, "__supertype__", member) is str


def _dataclass_reader(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    readers = {key: (name, _reader(hints[name])) for name, key in _keys(kind) if key}
    rest = next((name for name, key in _keys(kind) if not key), None)
    without = {each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING}
    # None is not written, whether or not it is the default.
    unsaid = {name for name in without if type(None) in get_args(hints[name])}
    needed = without - unsaid

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise ValueError(f"{data!r} is no {kind.__name__}")
        values: dict[str, Any] = dict.fromkeys(unsaid) | ({} if rest is None else {rest: {}})
        for key, value in data.items():
            if key in readers:
                name, reader = readers[key]
                values[name] = reader(value)
            elif rest is not None:
                values[rest][key] = value
            else:
                raise ValueError(f"{kind.__name__} has no field {key!r}")
        if not needed <= values.keys():
            raise ValueError(f"{kind.__name__} lacks {', '.join(sorted(needed - values.keys()))}")
        return kind(**values)

    return read
