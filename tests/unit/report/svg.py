"""What stands on a picture, read back from its SVG: texts with their boxes, by the font's own widths."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from turnproc.report.lettering import RISE, width
from turnproc.report.marks import MARKER_SIZE

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Box:
    what: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> bool:
        return (
            self.left < other.right and self.right > other.left and self.top < other.bottom and self.bottom > other.top
        )


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def map_of(svg: str) -> ET.Element:
    """The map itself, without title and legend."""
    found = parsed(svg).find(f"{SVG}svg")
    assert found is not None
    return found


def labels(svg: str) -> Iterator[Box]:
    """The names of places: what the reader sees between baseline and capitals."""
    for group in map_of(svg).findall(f"{SVG}g"):
        if group.get("paint-order") != "stroke":
            continue
        size = float(group.get("font-size", ""))
        for text in group.findall(f"{SVG}text"):
            said, x, y = text.text or "", float(text.get("x", "")), float(text.get("y", ""))
            half = width(said, size) / 2
            yield Box(said, x - half, y - size * RISE, x + half, y + size * 0.2)


def markers(svg: str) -> Iterator[Box]:
    """Markers and numbers of arrows, by the extent of their outlines."""
    for group in map_of(svg).iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is None:
            continue
        outline = group.findall(f"{SVG}path")[-1].get("d", "")
        xs, ys = zip(*corners(outline), strict=True)
        middle = (min(ys) + max(ys)) / 2
        yield Box(title.text or "", min(xs), middle - MARKER_SIZE / 2, max(xs), middle + MARKER_SIZE / 2)


def corners(path: str) -> Iterator[tuple[float, float]]:
    """The points that a path goes through: the commands that markers are made of."""
    x = y = 0.0
    for command, rest in re.findall(r"([MlHAQ])([^MlHAQZ]*)", path):
        numbers = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        if command == "M":
            x, y = numbers[0], numbers[1]
            yield x, y
        elif command == "H":
            x = numbers[0]
            yield x, y
        elif command == "A":
            # Half a circle to the right or the left: its outermost point.
            outward = numbers[0] if numbers[6] > y else -numbers[0]
            yield x + outward, (y + numbers[6]) / 2
            x, y = numbers[5], numbers[6]
            yield x, y
        elif command == "Q":
            x, y = numbers[2], numbers[3]
            yield x, y
        else:
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                x, y = x + dx, y + dy
                yield x, y


def collisions(boxes: list[Box]) -> list[tuple[str, str]]:
    return [(one.what, other.what) for one, other in combinations(boxes, 2) if one.covers(other)]
