"""How files are spoilt: any bytes, slips in good bytes, any YAML, and documents that only look right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any, Final

from hypothesis import strategies as st

from tests.properties.test_yaml_reader import PIECES
from tests.properties.test_yaml_roundtrip import DATA
from turnproc.source.yaml_writer import Layout, write_yaml

Draw = Callable[[st.SearchStrategy[Any]], Any]
Path = tuple[str | int, ...]
LAYOUT: Final = Layout(frozenset({("*",), ("*", "*")}))

# Bytes that mean something to YAML, to encodings, to terminals.
TOKENS: Final = [
    *(b"\n", b"\r", b"\t", b"\x00", b" ", b"  ", b"\n  ", b"\n- ", b"- ", b": ", b":", b"#", b",", b"?", b"? "),
    *(b"{", b"}", b"[", b"]", b"'", b'"', b"\\", b"|", b">", b"&a ", b"*a", b"!t ", b"<<: ", b"---\n", b"...\n"),
    *(b"0", b"9" * 19, b"-1", b"1e9", b".inf", b".nan", b"null", b"true", b"no", b"~", b"\xff", b"\xc3", b"\x80"),
    *("\ufeff".encode(), "\u2028".encode(), "\u202e".encode(), "é".encode(), "ё".encode(), "🏰".encode(), b"\x1b[31m"),
]
BYTES: Final = st.binary(max_size=300)
SOUP: Final = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())
TREES: Final = DATA.map(lambda data: write_yaml(data, LAYOUT).encode())

# Values that fit here and there, and are odd everywhere.
WORDS: Final = [
    *("huns", "goths", "rome", "alans", "gepids", "picts", "italy", "dacia", "sarmatia", "tavrika", "nobody", "all"),
    *("newcomers", "states", "tribes", "tribe", "state", "land", "sea", "state_sea", "start", "end", "anna", "boris"),
    *("Гунны", "ГУННОВ", "Huns", "hunner", "de\u0301ja\u0300", "déjà", "ﬀ", "İ", "ß", "\u200bhuns", "hu\u00adns"),
    *("", " ", "\n", "a\nb", "a/b", "a~1b", "~", "/", "//", "..", ".", "-", "--", "a--b", "-a", "a-", "0", "00", "1"),
    *("{x}", "{0}", "{", "}", "{{ 7 * 7 }}", "{people:gen}", "%s", "%(x)s", "<b>", "&amp;", "[url]x[/url]", "```", "`"),
    *("# x", "- x", "1. x", "> x", "| a | b |", "@all", "://x", "\x1b[31m", "\x00", "\u202eabc", "\u2028", "\ufffe"),
    *("x" * 199, "x" * 200, "x" * 201, "ё" * 4001, "#b01020", "#xyz", "ru", "en", "sv", "xx", "nom", "gen", "short"),
    *("1:30", "2026-05-08T07:00:00+03:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "T", "0000"),
    *(
        "turnproc.campaign/1",
        "turnproc.bellum.state/1",
        "bellum",
        "chess",
        "CON",
        "new-people",
        "huns-2",
        "goths-alans",
    ),
]
NUMBERS: Final = [0, 1, -1, 2, 3, 4, 7, 999_999, 10**6, 10**6 + 1, -(10**6), 10**9, 2**31, 2**53, 10**18 - 1, -(10**17)]
OTHERS: Final[list[Any]] = [
    None,
    True,
    False,
    0.5,
    -0.25,
    1e15,
    [],
    {},
    [[]],
    [None],
    {"": None},
    [1, 1],
    ["huns", "huns"],
]
ODD: Final = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(NUMBERS),
    st.sampled_from(OTHERS).map(deepcopy),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
    st.integers(-5, 12),
)


@st.composite
def slips(draw: st.DrawFn, good: bytes) -> bytes:
    """A good file in which something was cut, doubled, moved or typed by mistake."""
    raw = good
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(raw)))
        end = min(len(raw), start + draw(st.integers(0, 40)))
        match draw(st.integers(0, 5)):
            case 0:
                raw = raw[:start] + raw[end:]
            case 1:
                raw = raw[:end] + raw[start:end] + raw[end:]
            case 2:
                raw = raw[:start] + draw(st.sampled_from(TOKENS)) + raw[start:]
            case 3:
                raw = raw[:start] + draw(st.binary(max_size=4)) + raw[end:]
            case 4:
                raw = raw[:start] + draw(st.sampled_from(WORDS)).encode() + raw[end:]
            case _:
                rows = raw.splitlines(keepends=True) or [b""]
                row = draw(st.sampled_from(rows))
                rows.insert(draw(st.integers(0, len(rows))), row)
                raw = b"".join(rows)
    return raw


def paths(data: Any, path: Path = ()) -> list[Path]:
    """Every place in a document."""
    children: Iterable[Any] = data.items() if isinstance(data, dict) else ()
    children = enumerate(data) if isinstance(data, list) else children
    return [path, *(found for key, value in children for found in paths(value, (*path, key)))]


def at(data: Any, path: Path) -> Any:
    """What stands there."""
    for step in path:
        data = data[step]
    return data


@st.composite
def look_alikes(draw: st.DrawFn, good: Any) -> Any:
    """A document with a few values, keys or entries that do not belong where they stand."""
    data = deepcopy(good)
    for _ in range(draw(st.integers(1, 4))):
        data = _spoilt(draw, data)
    return data


def _spoilt(draw: Draw, data: Any) -> Any:
    places = [path for path in paths(data) if path]
    if not places:
        return draw(ODD)
    path = draw(st.sampled_from(places))
    container, key = at(data, path[:-1]), path[-1]
    match draw(st.integers(0, 8)):
        case 0 | 1:
            container[key] = draw(ODD)
        case 2 | 3:
            container[key] = deepcopy(at(data, draw(st.sampled_from(places))))
        case 4:
            del container[key]
        case 5:
            _doubled(draw, container, key)
        case 6 if isinstance(container, dict):
            _renamed(draw, container, key, [step for each in places for step in each if isinstance(step, str)])
        case 7:
            container[key] = [container[key]] if draw(st.booleans()) else {"huns": container[key]}
        case _:
            other = draw(st.sampled_from(places))
            if other[: len(path)] != path and path[: len(other)] != other:
                there, name = at(data, other[:-1]), other[-1]
                container[key], there[name] = there[name], container[key]
    return data


def _doubled(draw: Draw, container: Any, key: Any) -> None:
    if isinstance(container, list):
        container.insert(draw(st.integers(0, len(container))), deepcopy(container[key]))
    else:
        container[draw(st.sampled_from(WORDS))] = deepcopy(container[key])


def _renamed(draw: Draw, container: dict[str, Any], key: str, known: list[str]) -> None:
    """Under another name, in the same place of the file."""
    name = draw(st.sampled_from(WORDS) | st.sampled_from(known))
    entries = [(name if each == key else each, value) for each, value in container.items()]
    container.clear()
    container.update(entries)


def written(data: Any) -> bytes:
    """A document as a file."""
    return write_yaml(data, LAYOUT).encode()
