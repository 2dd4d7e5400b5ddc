"""The small things on a picture as paths: markers by shape, arrows, crossed swords. All lengths are pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Final

from turnproc.engine.picture import Marker, Shape
from turnproc.report.lettering import width
from turnproc.report.projection import Point

# How far an arrow swings out, as a part of its length.
BEND: Final = 0.13
MARKER_SIZE: Final = 18.0
MARKER_FONT: Final = 10.5
MARKER_GAP: Final = 2.5
# The letters behind a number: smaller and thinner, so that they cannot pass for digits.
MARK_FONT: Final = 9.0
MARK_GAP: Final = 1.0
# How much wider than its text a marker is: corners that are cut off or curve in need more.
_PADDING: Final[Mapping[Shape, float]] = {"square": 6, "circle": 7, "hexagon": 13, "concave": 10, "banner": 12}


def number(value: float) -> str:
    """A coordinate with at most one digit behind the point."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def path(points: Sequence[Point], *, closed: bool = False) -> str:
    """A line through points, in steps of tenths: a coast has thousands of them."""
    # Steps are taken between rounded points, so that their roundings do not add up.
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    x, y = tenths[0]
    parts = [f"M{_tenth(x)} {_tenth(y)}l"]
    for next_x, next_y in tenths[1:]:
        if next_x != x or next_y != y:
            step = _tenth(next_y - y)
            parts.append(f"{_tenth(next_x - x)}{step if step[0] == '-' else ' ' + step} ")
            x, y = next_x, next_y
    return "".join(parts).rstrip(" l") + ("Z" if closed else "")


def _tenth(value: int) -> str:
    sign, whole, rest = "-" if value < 0 else "", abs(value) // 10, abs(value) % 10
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def marker_width(shape: Shape, text: str, mark: str) -> float:
    """How wide a marker with this number and these letters is."""
    letters = width(mark, MARK_FONT) + MARK_GAP if mark and text else width(mark, MARKER_FONT, bold=True)
    return max(width(text, MARKER_FONT, bold=True) + letters + _PADDING[shape], MARKER_SIZE)


def wide_of(marker: Marker, letters: Mapping[str, str]) -> float:
    """How wide a marker is, with the letters of its owner."""
    return marker_width(marker.shape, str(marker.count), letters[marker.owner])


def aside(shape: Shape) -> float:
    """How far to the left of its middle a marker's text stands: a banner's tail leaves less room on the right."""
    return 2.5 if shape == "banner" else 0.0


def marker_path(shape: Shape, x: float, y: float, wide: float, *, rim: bool = False) -> str:
    """The outline of a marker around a middle; one with a rim is smaller, so that both have the same room."""
    inset = 1.8 if rim else 0.0
    return _OUTLINES[shape](x, y, wide / 2 - inset, MARKER_SIZE / 2 - inset)


def _square(x: float, y: float, a: float, b: float) -> str:
    return path([(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)], closed=True)


def _circle(x: float, y: float, a: float, b: float) -> str:
    left, right, round_ = number(x - a + b), number(x + a - b), number(b)
    return (
        f"M{left} {number(y - b)}H{right}A{round_} {round_} 0 0 1 {right} {number(y + b)}"
        f"H{left}A{round_} {round_} 0 0 1 {left} {number(y - b)}Z"
    )


def _hexagon(x: float, y: float, a: float, b: float) -> str:
    return path(
        [(x - a + 5, y - b), (x + a - 5, y - b), (x + a, y), (x + a - 5, y + b), (x - a + 5, y + b), (x - a, y)],
        closed=True,
    )


def _concave(x: float, y: float, a: float, b: float) -> str:
    """A square whose sides curve in."""
    corners = [(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)]
    bends = [(x, y - b + 6), (x + a - 6, y), (x, y + b - 6), (x - a + 6, y)]
    text = f"M{number(corners[0][0])} {number(corners[0][1])}"
    for at, (bend_x, bend_y) in enumerate(bends):
        end_x, end_y = corners[(at + 1) % 4]
        text += f"Q{number(bend_x)} {number(bend_y)} {number(end_x)} {number(end_y)}"
    return text + "Z"


def _banner(x: float, y: float, a: float, b: float) -> str:
    """A flag with a tail cut out of its right side."""
    return path([(x - a, y - b), (x + a, y - b), (x + a - 5, y), (x + a, y + b), (x - a, y + b)], closed=True)


_OUTLINES: Final[Mapping[Shape, Callable[[float, float, float, float], str]]] = {
    "square": _square,
    "circle": _circle,
    "hexagon": _hexagon,
    "concave": _concave,
    "banner": _banner,
}


def arranged(markers: Sequence[Marker]) -> list[list[list[Marker]]]:
    """Markers in one row, in two, or in as many as make a square."""
    if not markers:
        return [[]]
    counts = {1, 2, max(round(len(markers) ** 0.5), 1)} if len(markers) > 1 else {1}
    ways = []
    for rows in sorted(counts):
        long = -(-len(markers) // rows)
        ways.append([list(markers[at : at + long]) for at in range(0, len(markers), long)])
    return ways


def disc(x: float, y: float, radius: float) -> str:
    """A full circle."""
    r = number(radius)
    return (
        f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {number(2 * radius)} 0a{r} {r} 0 1 0 {number(-2 * radius)} 0Z"
    )


def swords(x: float, y: float, size: float) -> str:
    """Two crossed swords around a middle: blades, and hilts across them."""
    s = size / 2
    parts = []
    for side in (-1, 1):
        parts.append(path([(x - side * s, y + s), (x + side * s, y - s)]))
        hilt_x, hilt_y = x - side * s * 0.55, y + s * 0.55
        parts.append(
            path([(hilt_x - side * s * 0.35, hilt_y - s * 0.35), (hilt_x + side * s * 0.35, hilt_y + s * 0.35)])
        )
    return "".join(parts)


def curve(start: Point, end: Point, *, gap: tuple[float, float] = (7.0, 13.0), bend: float = BEND) -> list[Point]:
    """The middle line of an arrow, bent to the right: there and back do not lie on each other."""
    (x1, y1), (x2, y2) = start, end
    control = ((x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend)
    steps = 24
    points = []
    for at in range(steps + 1):
        t = at / steps
        points.append(
            tuple(
                (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * b for a, c, b in zip(start, control, end, strict=True)
            )
        )
    kept = [(x, y) for x, y in points if hypot(x - x1, y - y1) >= gap[0] and hypot(x - x2, y - y2) >= gap[1]]
    return kept if len(kept) > 1 else [start, end]


def head(line: Sequence[Point], size: float) -> str:
    """The head of an arrow at the end of a line."""
    tip = line[-1]
    back = next((point for point in reversed(line) if hypot(point[0] - tip[0], point[1] - tip[1]) >= size), line[0])
    far = hypot(tip[0] - back[0], tip[1] - back[1]) or 1.0
    ux, uy = (tip[0] - back[0]) / far, (tip[1] - back[1]) / far
    end = (tip[0] + ux * size * 0.4, tip[1] + uy * size * 0.4)
    left = (tip[0] - ux * size * 0.7 + uy * size * 0.62, tip[1] - uy * size * 0.7 - ux * size * 0.62)
    right = (tip[0] - ux * size * 0.7 - uy * size * 0.62, tip[1] - uy * size * 0.7 + ux * size * 0.62)
    return path([end, left, right], closed=True)
