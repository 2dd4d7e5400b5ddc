"""The ground of a picture: where its places lie on the paper, and whose each spot of it is.

Places and outlines are projected and fitted into the paper's width. A coarse grid of spots says which place's land lies
there; by it texts find room. All lengths are pixels of the picture at its full size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from turnproc.engine.picture import Picture
from turnproc.report.projection import Flat, Globe, Point
from turnproc.report.shapes import Ring, Shapes

# How wide a picture is shown. Fewer places get less paper, which is shown as wide: what is written on it is larger.
# Hatching comes in tiles of 6, and a tile that is not shown on whole pixels has seams: so these widths and no others.
WIDTH: Final = 1200
_PAPERS: Final = (600, 720, 800, 900, WIDTH)
_LEAST_WIDTH, _WIDER = 540, 10
# Of the paper's width: a map of one village is not drawn as high as a tower.
_MOST_HEIGHT, _LEAST_HEIGHT = 0.92, 0.35
# How much higher a map without outlines may be with every place.
_HIGHER: Final = 36
# Around a map without outlines, of the paper's width.
_MARGIN: Final = 0.09
_EDGE: Final = 2
# Of the globe, in degrees.
_HALF_AROUND: Final = 180
SPOT: Final = 6


@dataclass(frozen=True, slots=True)
class Ground:
    """The places of a picture on paper, `width` by `height` pixels. `points` has a point for each that can be drawn."""

    width: int
    height: int
    points: Mapping[str, Point]
    areas: Mapping[str, Sequence[Sequence[Ring]]]
    borders: Mapping[tuple[str, str], Sequence[Ring]]
    # By row, then by column: the place whose land it is, "" for water.
    spots: Sequence[Sequence[str]]
    # Land that is no place's.
    land: Sequence[Sequence[Ring]]
    # Where the land's frame begins and ends.
    left: float
    right: float

    def at(self, x: float, y: float) -> str:
        """Whose land a spot is; "" for water and for what is off the paper."""
        row, column = int(y // SPOT), int(x // SPOT)
        if 0 <= row < len(self.spots) and 0 <= column < len(self.spots[row]):
            return self.spots[row][column]
        return ""

    def spots_of(self) -> dict[str, list[Point]]:
        """The middles of every place's spots."""
        found: dict[str, list[Point]] = {}
        for row, spots in enumerate(self.spots):
            for column, name in enumerate(spots):
                if name:
                    found.setdefault(name, []).append(((column + 0.5) * SPOT, (row + 0.5) * SPOT))
        return found


def lay_out(picture: Picture, shapes: Shapes | None) -> Ground | None:
    """Fit a picture's places onto paper; None if it has neither points nor outlines."""
    known = {place.id for place in picture.places}
    given = shapes or Shapes()
    areas = {name: given.areas[name] for name in (place.id for place in picture.places) if name in given.areas}
    borders = {ends: lines for ends, lines in given.borders.items() if set(ends) <= known}
    points = {place.id: place.at for place in picture.places if place.at is not None}
    corners = [*points.values(), *(point for part in areas.values() for polygon in part for point in polygon[0])]
    if not corners:
        return None
    plane = Globe(given.centre or _middle(corners), given.squeeze) if picture.on_globe else Flat()
    flat = {
        name: [[[plane.place(point) for point in ring] for ring in polygon] for polygon in part]
        for name, part in areas.items()
    }
    flat_points = {name: plane.place(point) for name, point in points.items()}
    enough = _LEAST_WIDTH + _WIDER * len(picture.places)
    paper = next((wide for wide in _PAPERS if wide >= enough), WIDTH)
    fit, height, edges = _fitted(flat, flat_points, paper)
    drawn = {
        name: [[[fit(point) for point in ring] for ring in polygon] for polygon in part] for name, part in flat.items()
    }
    spots = _spots(drawn, paper, height)
    places = {name: fit(point) for name, point in flat_points.items()}
    ground = Ground(
        paper,
        height,
        places,
        drawn,
        {ends: [[fit(plane.place(point)) for point in line] for line in lines] for ends, lines in borders.items()},
        spots,
        [[[fit(plane.place(point)) for point in ring] for ring in polygon] for polygon in given.land],
        *edges,
    )
    places.update(_midst(ground, [name for name in areas if name not in points]))
    return ground


def _middle(corners: Sequence[Point]) -> Point:
    """The middle of a map in degrees; one that lies on both sides of the date line is a small map, too."""
    xs, ys = sorted({x for x, _ in corners}), [y for _, y in corners]
    west, east = xs[0], xs[-1]
    for left, right in pairwise(xs):
        if right - left > _HALF_AROUND:
            west, east = right, left + 2 * _HALF_AROUND
    return (west + east) / 2, (min(ys) + max(ys)) / 2


class _Fit:
    """From the plane to the paper."""

    def __init__(self, scale: float, x: float, y: float) -> None:
        self._scale, self._x, self._y = scale, x, y

    def __call__(self, point: Point) -> Point:
        return round((point[0] - self._x) * self._scale, 1), round((point[1] - self._y) * self._scale, 1)


def _fitted(
    areas: Mapping[str, Sequence[Sequence[Ring]]], points: Mapping[str, Point], paper: int
) -> tuple[_Fit, int, tuple[float, float]]:
    """How the plane comes onto paper of this width, how high that is, and where the land's frame ends on both sides."""
    outline = [point for part in areas.values() for polygon in part for point in polygon[0]]
    corners = [*outline, *points.values()]
    margin = _EDGE if outline else _MARGIN * paper
    west, east = min(x for x, _ in corners), max(x for x, _ in corners)
    north, south = min(y for _, y in corners), max(y for _, y in corners)
    wide, high = max(east - west, 1e-6), max(south - north, 1e-6)
    most, least = _MOST_HEIGHT * paper, _LEAST_HEIGHT * paper
    most = most if outline else min(least + _HIGHER * len(points), most)
    scale = min((paper - 2 * margin) / wide, (most - 2 * margin) / high)
    height = round(max(high * scale + 2 * margin, least))
    x = west - (paper / scale - wide) / 2
    y = north - (height / scale - high) / 2
    fit = _Fit(scale, x, y)
    edges = (max(fit((west, north))[0], 0.0), min(fit((east, south))[0], paper)) if outline else (0.0, float(paper))
    return fit, height, edges


def _spots(areas: Mapping[str, Sequence[Sequence[Ring]]], width: int, height: int) -> list[list[str]]:
    """Whose land the middle of every spot is: each row is cut by the outlines."""
    columns = width // SPOT + 1
    spots = [[""] * columns for _ in range(height // SPOT + 1)]
    for name, part in areas.items():
        for polygon in part:
            for row, cuts in _cuts(polygon, len(spots)):
                for start, end in zip(cuts[::2], cuts[1::2], strict=False):
                    first, last = max(round(start / SPOT), 0), min(round(end / SPOT), columns)
                    spots[row][first:last] = [name] * max(last - first, 0)
    return spots


def _cuts(polygon: Sequence[Ring], rows: int) -> Iterator[tuple[int, list[float]]]:
    """Where the middle of each row of spots meets the rings of a polygon, from left to right."""
    found: dict[int, list[float]] = {}
    for ring in polygon:
        x1, y1 = ring[-1] if ring else (0.0, 0.0)
        for x2, y2 in ring:
            low, high = (y1, y2) if y1 < y2 else (y2, y1)
            row = max(int(low / SPOT - 0.5), 0)
            while row < rows and (y := (row + 0.5) * SPOT) < high:
                if y >= low:
                    found.setdefault(row, []).append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
                row += 1
            x1, y1 = x2, y2
    for row in sorted(found):
        yield row, sorted(found[row])


def _midst(ground: Ground, names: Sequence[str]) -> Iterator[tuple[str, Point]]:
    """A point for places that have outlines but no point: the spot of theirs nearest to the middle of all of them."""
    spots = ground.spots_of() if names else {}
    for name in names:
        found = spots.get(name) or [point for polygon in ground.areas[name] for point in polygon[0]]
        if found:
            x = sum(point[0] for point in found) / len(found)
            y = sum(point[1] for point in found) / len(found)
            yield name, min(found, key=lambda point: ((point[0] - x) ** 2 + (point[1] - y) ** 2, point))
