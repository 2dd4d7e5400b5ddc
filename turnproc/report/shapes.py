"""The outlines of a map: a campaign's map.geojson, as scripts/map_shapes.py or any drawing program writes it.

A feature with an `id` is the shape of that place; one with `between` among its properties is the border of two, one
with `land` is nobody's. Other features are left alone. Coordinates are those of the map's points.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from turnproc.report.projection import Point

Ring: TypeAlias = "Sequence[Point]"

# Further out than any degree, and than any sensible plane.
_FARTHEST: Final = 1_000_000
# A border has two ends; an outline, whose last point is its first, three corners.
_FEWEST: Final = {False: 2, True: 4}
_LINES: Final = ("LineString", "MultiLineString")
_AREAS: Final = ("Polygon", "MultiPolygon")


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong with an outlines file: the key of its message, where, and its parameters."""

    key: str
    pointer: str = ""
    line: int = 1
    column: int = 1
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shapes:
    """Outlines by place (polygons, each of an outer ring and its holes), and borders by the two places they part."""

    areas: Mapping[str, Sequence[Sequence[Ring]]] = field(default_factory=dict)
    borders: Mapping[tuple[str, str], Sequence[Ring]] = field(default_factory=dict)
    # Land that is no place's.
    land: Sequence[Sequence[Ring]] = ()
    # The middle of the map, if the file says it, and how it is squeezed (see `projection`).
    centre: Point | None = None
    squeeze: float = 0.0


class _Wrong(Exception):
    def __init__(self, pointer: str) -> None:
        super().__init__(pointer)
        self.pointer = pointer


def read_shapes(raw: bytes) -> tuple[Shapes | None, list[Slip]]:
    """Read a map.geojson; None, with what is wrong, where it cannot be drawn."""
    data, slip = _collection(raw)
    if slip is not None:
        return None, [slip]
    features = data["features"]
    areas: dict[str, Sequence[Sequence[Ring]]] = {}
    borders: dict[tuple[str, str], list[Ring]] = {}
    land: list[Sequence[Ring]] = []
    slips = []
    for at, feature in enumerate(features):
        pointer = f"/features/{at}"
        try:
            kind, lines = _geometry(feature, f"{pointer}/geometry")
        except _Wrong as wrong:
            slips.append(Slip("C102", wrong.pointer, params={"number": at + 1}))
            continue
        name, ends = _named(feature)
        if kind in _AREAS and name is not None:
            if name in areas:
                slips.append(Slip("C103", pointer, params={"id": name}))
            areas[name] = lines
        elif kind in _AREAS and name is None and _is_land(feature):
            land += lines
        elif kind in _LINES and ends is not None:
            # Two places may touch in several stretches, and each may be a feature of its own.
            borders.setdefault(ends, []).extend(ring for line in lines for ring in line)
    centre, squeeze = None, 0.0
    try:
        centre = _centre(data.get("centre"))
        squeeze = _squeeze(data.get("squeeze"))
    except _Wrong as wrong:
        slips.append(Slip("C107", wrong.pointer, params={"key": wrong.pointer.removeprefix("/")}))
    return (None, slips) if slips else (Shapes(areas, borders, land, centre, squeeze), [])


def _collection(raw: bytes) -> tuple[Any, Slip | None]:
    """The FeatureCollection, or why there is none."""
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        return None, Slip("C100", line=error.lineno, column=error.colno)
    except (UnicodeDecodeError, RecursionError, ValueError):
        return None, Slip("C100")
    features = data.get("features") if isinstance(data, dict) else None
    if not isinstance(features, list) or data.get("type") != "FeatureCollection":
        return None, Slip("C101")
    return data, None


def _named(feature: Mapping[str, Any]) -> tuple[str | None, tuple[str, str] | None]:
    """Which place a feature is the shape of, or which two it parts. Drawing programs put an id among properties."""
    properties = feature.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    # A number beside `geometry` is a row of the program's own table.
    name = next((each for each in (feature.get("id"), properties.get("id")) if isinstance(each, str)), None)
    match properties.get("between"):
        case [str(one), str(other)]:
            return name, (one, other)
    return name, None


def _is_land(feature: Mapping[str, Any]) -> bool:
    properties = feature.get("properties")
    return isinstance(properties, dict) and properties.get("land") is True


def _geometry(feature: Any, pointer: str) -> tuple[str, list[list[Ring]]]:
    """The kind of a feature's geometry, and its coordinates as lists of lines."""
    geometry = feature.get("geometry") if isinstance(feature, dict) else None
    if not isinstance(geometry, dict):
        raise _Wrong(pointer)
    kind, found = geometry.get("type"), geometry.get("coordinates")
    if kind not in _LINES and kind not in _AREAS:
        return str(kind), []
    depth = {"LineString": 0, "MultiLineString": 1, "Polygon": 1, "MultiPolygon": 2}[kind]
    for _ in range(2 - depth):
        found = [found]
    lines: list[list[Ring]] = [
        [list(_points(ring, pointer)) for ring in _list(part, pointer)] for part in _list(found, pointer)
    ]
    least = _FEWEST[kind in _AREAS]
    if not lines or not all(lines) or any(len(ring) < least for part in lines for ring in part):
        raise _Wrong(f"{pointer}/coordinates")
    return str(kind), lines


def _list(found: Any, pointer: str) -> list[Any]:
    if not isinstance(found, list):
        raise _Wrong(f"{pointer}/coordinates")
    return found


def _points(ring: Any, pointer: str) -> Iterator[Point]:
    for point in _list(ring, pointer):
        if not (isinstance(point, list) and len(point) > 1 and _is_number(point[0]) and _is_number(point[1])):
            raise _Wrong(f"{pointer}/coordinates")
        yield point[0], point[1]


def _is_number(value: Any) -> bool:
    # Compared first: a whole number may have more digits than any float; and a NaN is less than nothing.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _FARTHEST


def _centre(given: Any) -> Point | None:
    match given:
        case None:
            return None
        case [x, y] if _is_number(x) and _is_number(y):
            return x, y
    raise _Wrong("/centre")


def _squeeze(given: Any) -> float:
    if given is None:
        return 0.0
    # Less than a kilometre would draw the map as one dot, and in the end divide by nothing.
    if not _is_number(given) or 0 < given < 1 or given < 0:
        raise _Wrong("/squeeze")
    return float(given)
