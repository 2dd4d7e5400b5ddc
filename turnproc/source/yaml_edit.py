"""Small changes in a YAML file that a person wrote: one entry added, given another value or taken away.

Everything else stays as it is, byte for byte: remarks, quotation marks, the order of rows, line ends. Nothing is
written as PyYAML would; the text is cut at the places that its events name. A change that does not come out as it was
meant (an odd layout, an anchor) is not made: the caller is given None, and a person does it by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from yaml.events import AliasEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent

from turnproc.source.limits import Limits
from turnproc.source.yaml_bytes import BYTE_ORDER_MARK
from turnproc.source.yaml_events import GetEvent, events_of
from turnproc.source.yaml_reader import read_yaml
from turnproc.source.yaml_writer import Layout, write_yaml

_STEP: Final = "  "
_LINE_END: Final = re.compile(r"\r\n?")
_END_OF_ROW: Final = re.compile(r"[^\r\n]*")


@dataclass(slots=True)
class _Node:
    """A value and where it stands in the text; `end` is behind its last character, remarks not counted."""

    start: int
    end: int
    column: int
    is_flow: bool
    # Of a mapping, by key: where the key begins, and the value.
    entries: dict[str, tuple[int, _Node]] = field(default_factory=dict)
    items: list[_Node] = field(default_factory=list)
    is_mapping: bool = False
    is_list: bool = False
    is_empty: bool = False


def with_entry(raw: bytes, path: Sequence[str], key: str, value: Any, limits: Limits) -> bytes | None:
    """Give an entry of a mapping a value; it is added as the last one if it is not there.

    `path` leads to the mapping; if its last step leads to nothing yet (no key, or a key without a value), the mapping
    is made. None: it cannot be done without touching anything else.
    """

    def wanted(data: Any) -> None:
        _container(data, path, {})[key] = value

    return _changed(raw, limits, wanted, lambda text, root: _set(text, root, path, key, value))


def without_entry(raw: bytes, path: Sequence[str], key: str, limits: Limits) -> bytes | None:
    """Take an entry out of a mapping; a file that has none is given back as it is. None: as for `with_entry`."""

    def wanted(data: Any) -> None:
        _container(data, path, {}).pop(key, None)

    return _changed(raw, limits, wanted, lambda text, root: _drop(text, root, path, key))


def with_item(raw: bytes, path: Sequence[str], value: Any, limits: Limits) -> bytes | None:
    """Add an item to the end of a list, which is made if it is not there. None: as for `with_entry`."""

    def wanted(data: Any) -> None:
        _container(data, path, []).append(value)

    return _changed(raw, limits, wanted, lambda text, root: _add_item(text, root, path, value))


def in_one_row(value: Any) -> str:
    """A value as it is written in a row: `{speaks_for: [huns]}`."""
    return write_yaml({"x": value}, Layout()).removeprefix("x: ").rstrip("\n")


def entry_row(key: str, value: Any) -> str:
    """An entry in one row: `anna: {speaks_for: [huns]}`."""
    return write_yaml({key: value}, Layout()).rstrip("\n")


def _container(data: Any, path: Sequence[str], new: Any) -> Any:
    for at, step in enumerate(path):
        if data.get(step) is None:
            data[step] = new if at == len(path) - 1 else {}
        data = data[step]
    return data


def _changed(
    raw: bytes, limits: Limits, wanted: Callable[[Any], None], edit: Callable[[str, _Node], str | None]
) -> bytes | None:
    """Make a change of the text, and see that it changed what it should and nothing else."""
    document, problems = read_yaml(raw, "", limits)
    if document is None or problems:
        return None
    meant = deepcopy(document.data)
    try:
        wanted(meant)
    except (AttributeError, TypeError):
        return None
    if meant == document.data:
        return raw
    root = _read(document.text)
    text = None if root is None else edit(document.text, root)
    if text is None:
        return None
    mark = BYTE_ORDER_MARK if raw.startswith(BYTE_ORDER_MARK.encode()) else ""
    result = (mark + text).encode()
    again, problems = read_yaml(result, "", limits)
    return result if again is not None and not problems and again.data == meant else None


def _read(text: str) -> _Node | None:
    get = events_of(text)
    get(), get()
    return _node(get, get())


def _node(get: GetEvent, event: Any) -> _Node | None:
    """The value that begins with an event; None where a key is no plain text, or an alias stands there."""
    start, end = event.start_mark, event.end_mark
    node = _Node(start.index, end.index, start.column, is_flow=bool(getattr(event, "flow_style", False)))
    if isinstance(event, ScalarEvent):
        node.is_empty = start.index == end.index
        return node
    if isinstance(event, AliasEvent):
        return None
    node.is_mapping, node.is_list = isinstance(event, MappingStartEvent), isinstance(event, SequenceStartEvent)
    while True:
        event = get()
        if type(event).__name__ in ("MappingEndEvent", "SequenceEndEvent"):
            break
        key = event
        if node.is_mapping:
            if not isinstance(key, ScalarEvent):
                return None
            event = get()
        value = _node(get, event)
        if value is None:
            return None
        if node.is_mapping:
            node.entries[key.value] = key.start_mark.index, value
        else:
            node.items.append(value)
    children = [*node.items, *(value for _, value in node.entries.values())]
    # The end of a block is told only where the next thing begins.
    node.end = event.end_mark.index if node.is_flow or not children else children[-1].end
    return node


def _find(root: _Node, path: Sequence[str]) -> tuple[_Node, Sequence[str]]:
    """The last value on a way that is there, and the steps that are not."""
    node = root
    for at, step in enumerate(path):
        if step not in node.entries:
            return node, path[at:]
        node = node.entries[step][1]
    return node, ()


def _set(text: str, root: _Node, path: Sequence[str], key: str, value: Any) -> str | None:
    node, missing = _find(root, path)
    if len(missing) > 1:
        return None
    if missing:
        # The mapping itself is not there: it becomes the last entry of the one around it.
        return _added(text, node, [f"{missing[0]}:", f"{_STEP}{entry_row(key, value)}"], {missing[0]: {key: value}})
    if not node.is_mapping:
        return _filled(text, root, path, node, entry_row(key, value), {key: value}) if node.is_empty else None
    if key in node.entries:
        there = node.entries[key][1]
        if there.end > there.start and text[there.end - 1] in "\r\n":
            return None
        gap = " " if there.is_empty else ""
        return f"{text[: there.start]}{gap}{in_one_row(value)}{text[there.end :]}"
    if node.is_flow and not node.entries and not _is_within_flow(root, path):
        return _filled(text, root, path, node, entry_row(key, value), {key: value})
    return _added(text, node, [entry_row(key, value)], {key: value})


def _add_item(text: str, root: _Node, path: Sequence[str], value: Any) -> str | None:
    node, missing = _find(root, path)
    row = f"- {in_one_row(value)}"
    if len(missing) > 1:
        return None
    if missing:
        return _added(text, node, [f"{missing[0]}:", f"{_STEP}{row}"], {missing[0]: [value]})
    if node.is_empty or (node.is_flow and not node.items and not _is_within_flow(root, path)):
        return _filled(text, root, path, node, row, [value])
    if not node.is_list:
        return None
    if node.is_flow:
        return _in_flow(text, node, node.items[-1].end if node.items else None, in_one_row(value))
    return _below(text, node, [row])


def _is_within_flow(root: _Node, path: Sequence[str]) -> bool:
    return any(_find(root, path[:at])[0].is_flow for at in range(len(path)))


def _filled(text: str, root: _Node, path: Sequence[str], node: _Node, row: str, data: Any) -> str | None:
    """Put a first row below a key that has no value, or an empty one in braces."""
    if _is_within_flow(root, path) or not path:
        return f"{text[: node.start]} {in_one_row(data)}{text[node.end :]}" if path else None
    around = _find(root, path[:-1])[0]
    rest = _rest_of_row(text, node.end)
    indent = " " * around.column + _STEP
    head = text[: node.start].rstrip(" ") if not rest.strip() else text[: node.start]
    end = node.end + len(rest)
    return f"{head}{rest.rstrip()}{_line_end(text)}{indent}{row}{text[end:]}"


def _added(text: str, node: _Node, rows: Sequence[str], data: Mapping[str, Any]) -> str | None:
    """Add an entry to a mapping as its last one: in rows of its own, or in braces."""
    if not node.is_mapping:
        return None
    if not node.is_flow:
        return _below(text, node, rows)
    last = max((value.end for _, value in node.entries.values()), default=None)
    return _in_flow(text, node, last, in_one_row(data)[1:-1])


def _in_flow(text: str, node: _Node, last: int | None, added: str) -> str:
    if last is None:
        return f"{text[: node.start + 1]}{added}{text[node.end - 1 :]}"
    return f"{text[:last]}, {added}{text[last:]}"


def _below(text: str, node: _Node, rows: Sequence[str]) -> str:
    newline, indent = _line_end(text), " " * node.column
    added = newline.join(f"{indent}{row}" for row in rows)
    if text[node.end - 1 : node.end] in ("\n", "\r"):
        return f"{text[: node.end]}{added}{newline}{text[node.end :]}"
    end = node.end + len(_rest_of_row(text, node.end))
    return f"{text[:end]}{newline}{added}{text[end:]}"


def _drop(text: str, root: _Node, path: Sequence[str], key: str) -> str | None:
    node, missing = _find(root, path)
    if missing or key not in node.entries:
        return text
    start, value = node.entries[key]
    others = [name for name in node.entries if name != key]
    if not others:
        inner = text[node.start : start] + text[value.end : node.end]
        return None if not node.is_flow or "#" in inner else f"{text[: node.start]}{{}}{text[node.end :]}"
    if not node.is_flow:
        return _without_rows(text, start, value.end)
    names = list(node.entries)
    at = names.index(key)
    if at + 1 < len(names):
        end = node.entries[names[at + 1]][0]
        # A remark in the entry's own row goes with it; those in rows of their own are somebody else's.
        below = _LINE_END.sub("\n", text[value.end : end]).partition("\n")[2]
        return None if "#" in below else text[:start] + text[end:]
    before = node.entries[names[at - 1]][1].end
    return None if "#" in text[before:start] else text[:before] + text[value.end :]


def _without_rows(text: str, start: int, end: int) -> str | None:
    begin = start - len(text[:start]) + len(text[:start].rstrip(" "))
    if begin and text[begin - 1] not in "\r\n":
        return None
    if text[end - 1] not in "\r\n":
        end += len(_rest_of_row(text, end))
        end += 2 if text.startswith("\r\n", end) else 1 if end < len(text) else 0
    return text[:begin] + text[end:]


def _rest_of_row(text: str, at: int) -> str:
    match = _END_OF_ROW.match(text, at)
    return "" if match is None else match[0]


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
