"""Draw the shapes of a campaign's provinces: from the points in its map.yaml and a coastline to its map.geojson.

    python -m pip install "shapely>=2.1"
    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python scripts/map_shapes.py campaign/bellum-380 --coast package/land-50m.json --centre 13 46 --squeeze 2200

Only whoever draws a map needs this, and shapely; turnproc itself reads the file that comes out. A province is all land
that lies nearer to one of its points (`at`, and `points` where one is not enough) than to any other's, as far as one
can walk: what is cut off by water goes to a neighbour on the same shore. An island with points is shared among these
alone, a small one without goes to the nearest. The same points and coast give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import sin
from pathlib import Path
from typing import Any

import shapely
import yaml
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

from turnproc.report.projection import Globe

NOTE = (
    "Coastline: Natural Earth (public domain), by way of world-atlas 2.0.2 (ISC licence, Copyright 2013-2019 "
    "Michael Bostock). Provinces: scripts/map_shapes.py of turnproc, from the points in map.yaml."
)
# Kilometres: how far the picture goes beyond the outermost points, the smallest bend of a coast that is kept.
MARGIN, BEND = 260.0, 3.0
# Square kilometres: islands below are left out, but for those with a point.
SMALLEST_ISLAND = 900.0
# Square kilometres: an island without a point that is larger belongs to nobody, as does a foreign shore.
LARGEST_ISLAND = 12_000.0
# Straight borders look drawn with a ruler: they swing by so many kilometres, over so many.
SWING, WAVE = 13.0, 55.0
# Two provinces border if they share more than so many kilometres.
SHORTEST_BORDER = 12.0
# Kilometres between shapes that touch: nothing but roundings.
TOUCHING = 1e-6
# A ring ends where it begins, so a triangle has four points.
TRIANGLE = 4


def topojson_land(file: Path) -> list[list[list[tuple[float, float]]]]:
    """The polygons (rings of degrees) of the object `land` in a TopoJSON file."""
    topology = json.loads(file.read_text(encoding="utf-8"))
    (scale_x, scale_y), (move_x, move_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            points.append((x * scale_x + move_x, y * scale_y + move_y))
        arcs.append(points)

    def ring(indices: Iterable[int]) -> list[tuple[float, float]]:
        joined: list[tuple[float, float]] = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            joined += arc[1:] if joined else arc
        return joined

    polygons = []
    for part in topology["objects"]["land"]["geometries"]:
        for each in part["arcs"] if part["type"] == "MultiPolygon" else [part["arcs"]]:
            polygons.append([ring(indices) for indices in each])
    return polygons


def polygons_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons among the parts of a shape; where two shapes touch, there may be lines and points, too."""
    return [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon" and part.area > 0]


class Drawing:
    """The provinces of one map, on its plane."""

    def __init__(self, document: Mapping[str, Any], coast: Path, centre: list[float] | None, squeeze: float) -> None:
        """Lay the points on the plane that touches the Earth at `centre`, and cut the coast to their frame."""
        places = {each["id"]: [each["at"], *each.get("points", ())] for each in document["provinces"]}
        degrees = [point for points in places.values() for point in points]
        self.centre = (middle([x for x, _ in degrees]), middle([y for _, y in degrees]))
        if centre is not None:
            self.centre = (centre[0], centre[1])
        self.squeeze = squeeze
        self.globe = Globe(self.centre, squeeze)
        self.seeds = {
            name: [Point(self.globe.place(tuple(point))) for point in found] for name, found in places.items()
        }
        west, north, east, south = MultiPoint([each for found in self.seeds.values() for each in found]).bounds
        self.frame = box(west - MARGIN, north - MARGIN, east + MARGIN, south + MARGIN)
        self.land = self._land(coast)
        self.nobodys: list[Polygon] = []

    def _land(self, coast: Path) -> list[Polygon]:
        """The lands within the frame: continents and islands."""
        far = max(abs(each) for each in self.frame.bounds) * 2
        found = []
        for outer, *holes in topojson_land(coast):
            rings = [[self.globe.place(point) for point in ring] for ring in (outer, *holes)]
            if any(abs(x) < far and abs(y) < far for x, y in rings[0]):
                found.append(shapely.make_valid(Polygon(rings[0], rings[1:])))
        whole = shapely.make_valid(unary_union(found).intersection(self.frame).simplify(BEND))
        seeds = MultiPoint([each for found in self.seeds.values() for each in found])
        return [part for part in polygons_of(whole) if part.area > SMALLEST_ISLAND or part.buffer(10).intersects(seeds)]

    def provinces(self) -> dict[str, BaseGeometry]:
        """The shape of every province."""
        owned: dict[str, list[Polygon]] = defaultdict(list)
        ashore: dict[int, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
        for name, points in self.seeds.items():
            for point in points:
                nearest = min(range(len(self.land)), key=lambda at: self.land[at].distance(point))
                ashore[nearest][name].append(point)
        for at, land in enumerate(self.land):
            if at in ashore:
                for name, shape in self._shared(land, ashore[at]).items():
                    owned[name] += polygons_of(shape)
            elif land.area < LARGEST_ISLAND:
                owned[self._nearest(land)].append(land)
            else:
                self.nobodys.append(land)
        return {name: unary_union(owned[name]) for name in self.seeds}

    def _nearest(self, land: Polygon) -> str:
        far: dict[str, float] = {
            name: min(land.distance(point) for point in points) for name, points in self.seeds.items()
        }
        return min(far, key=lambda name: (far[name], name))

    def _shared(self, land: Polygon, seeds: Mapping[str, list[Point]]) -> dict[str, BaseGeometry]:
        """One land's parts; a piece that holds none of its province's points goes to the longest neighbour."""
        points = [(name, point) for name, found in seeds.items() for point in found]
        if len(seeds) == 1:
            return {points[0][0]: land}
        cells = shapely.voronoi_polygons(
            MultiPoint([point for _, point in points]), extend_to=self.frame.buffer(500), ordered=True
        )
        by_name = defaultdict(list)
        for (name, _), cell in zip(points, cells.geoms, strict=True):
            by_name[name].append(cell)
        kept: dict[str, list[Polygon]] = {}
        loose: list[Polygon] = []
        for name, parts in by_name.items():
            cell = shapely.make_valid(swung(unary_union(parts)))
            kept[name] = []
            for piece in polygons_of(cell.intersection(land)):
                mine = any(piece.distance(point) < SWING for point in seeds[name])
                (kept[name] if mine else loose).append(piece)
        shapes: dict[str, BaseGeometry] = {name: unary_union(parts) for name, parts in kept.items()}
        while loose:
            best = max(
                (
                    (shared_border(piece, shapes[name]).length, -at, name)
                    for at, piece in enumerate(loose)
                    for name in shapes
                )
            )
            piece = loose.pop(-best[1])
            shapes[best[2]] = unary_union([shapes[best[2]], piece])
        return shapes

    def degrees(self, points: Iterable[tuple[float, float]]) -> list[list[float]]:
        """Places on the plane as longitude and latitude."""
        return [[round(each, 2) for each in self.globe.degrees(point)] for point in points]


def middle(values: Iterable[float]) -> float:
    """Half-way between the least and the greatest, to a tenth."""
    found = list(values)
    return round((min(found) + max(found)) / 2, 1)


def shared_border(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """Where two shapes touch, as lines."""
    common = one.intersection(other) if one.distance(other) < TOUCHING else LineString()
    lines = [part for part in getattr(common, "geoms", [common]) if part.geom_type == "LineString" and part.length]
    return linemerge(lines) if lines else LineString()


def swung(shape: BaseGeometry) -> BaseGeometry:
    """A cell with gentle bends in its borders. They depend on the place alone, so neighbours bend alike."""

    def move(points: Any) -> Any:
        moved = points.copy()
        for at, (x, y) in enumerate(points):
            u, v = x / WAVE, y / WAVE
            moved[at] = (
                x + SWING * (sin(1.3 * v + 0.7 * u) + 0.6 * sin(2.9 * v - 1.7 * u + 1)) / 1.6,
                y + SWING * (sin(1.1 * u - 0.8 * v + 2) + 0.6 * sin(3.1 * u + 1.9 * v)) / 1.6,
            )
        return moved

    # Bends sit on a grid of their own along each edge: edges are cut at the same places from both sides.
    return shapely.transform(cut_in_steps(shape), move)


def cut_in_steps(shape: BaseGeometry) -> BaseGeometry:
    """Points every few kilometres along all edges, counted from the edge's western end on both sides of it."""

    def ring(coordinates: Any) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        corners = [(round(x, 3), round(y, 3)) for x, y in coordinates]
        for start, end in pairwise(corners):
            low, high = sorted((start, end))
            steps = max(int(((high[0] - low[0]) ** 2 + (high[1] - low[1]) ** 2) ** 0.5 / 15), 1)
            steps = min(steps, 200)
            along = [
                (round(low[0] + (high[0] - low[0]) * at / steps, 3), round(low[1] + (high[1] - low[1]) * at / steps, 3))
                for at in range(steps + 1)
            ]
            points += (along if start == low else along[::-1])[:-1]
        return [*points, points[0]]

    parts = [
        Polygon(ring(part.exterior.coords), [ring(hole.coords) for hole in part.interiors])
        for part in polygons_of(shape)
    ]
    return unary_union(parts) if len(parts) > 1 else parts[0]


def rings_of(drawing: Drawing, shape: BaseGeometry) -> list[list[list[list[float]]]]:
    """A shape's polygons as GeoJSON has them; what is too small for the grid of degrees is left out."""
    found = []
    for part in polygons_of(shape):
        rings = [drawing.degrees(ring.coords) for ring in (part.exterior, *part.interiors)]
        rings = [thinned(ring) for ring in rings]
        if len(rings[0]) >= TRIANGLE:
            found.append([ring for ring in rings if len(ring) >= TRIANGLE])
    return sorted(found, key=lambda rings: (-len(rings[0]), rings[0][0]))


def thinned(points: list[list[float]]) -> list[list[float]]:
    """Without points that are the same as the one before."""
    return [point for at, point in enumerate(points) if at == 0 or point != points[at - 1]]


def collection(drawing: Drawing, shapes: Mapping[str, BaseGeometry]) -> dict[str, Any]:
    """The GeoJSON of a map: a feature for each province, and one for each border between two."""
    features = [
        {
            "type": "Feature",
            "id": name,
            "properties": {},
            "geometry": {"type": "MultiPolygon", "coordinates": rings_of(drawing, shape)},
        }
        for name, shape in shapes.items()
    ]
    if drawing.nobodys:
        rings = rings_of(drawing, MultiPolygon(drawing.nobodys))
        geometry = {"type": "MultiPolygon", "coordinates": rings}
        features.append({"type": "Feature", "properties": {"land": True}, "geometry": geometry})
    for (one, other), line in borders(shapes).items():
        parts = [thinned(drawing.degrees(part.coords)) for part in getattr(line, "geoms", [line])]
        features.append(
            {
                "type": "Feature",
                "properties": {"between": [one, other]},
                "geometry": {"type": "MultiLineString", "coordinates": sorted(part for part in parts if len(part) > 1)},
            }
        )
    return {
        "type": "FeatureCollection",
        "note": NOTE,
        "centre": list(drawing.centre),
        "squeeze": drawing.squeeze,
        "features": features,
    }


def borders(shapes: Mapping[str, BaseGeometry]) -> dict[tuple[str, str], BaseGeometry]:
    """What every two provinces have in common, if it is more than a corner."""
    names = list(shapes)
    found = {}
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            line = shared_border(shapes[one], shapes[other])
            if line.length > SHORTEST_BORDER:
                found[one, other] = line
    return found


def written(document: Mapping[str, Any]) -> str:
    """One row for each feature: a change of one province is a change of a few rows."""
    rows = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in document["features"]]
    head = json.dumps({key: value for key, value in document.items() if key != "features"}, ensure_ascii=False)
    return f'{head[:-1]}, "features": [\n' + ",\n".join(rows) + "\n]}\n"


def main() -> None:
    """Write map.geojson, and tell where shapes and links do not agree."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else "")
    parser.add_argument("campaign", type=Path, help="the folder with map.yaml")
    parser.add_argument("--coast", type=Path, required=True, help="land-50m.json of world-atlas 2.0.2")
    parser.add_argument(
        "--centre", type=float, nargs=2, help="longitude and latitude; default: the middle of the points"
    )
    parser.add_argument("--squeeze", type=float, default=0.0, help="see turnproc/report/projection.py; default: none")
    arguments = parser.parse_args()
    document = yaml.safe_load((arguments.campaign / "map.yaml").read_text(encoding="utf-8"))
    drawing = Drawing(document, arguments.coast, arguments.centre, arguments.squeeze)
    shapes = drawing.provinces()
    missing = [name for name, shape in shapes.items() if shape.is_empty]
    if missing:
        sys.exit(f"no land for {', '.join(missing)}: move their points ashore")
    (arguments.campaign / "map.geojson").write_text(
        written(collection(drawing, shapes)), encoding="utf-8", newline="\n"
    )
    linked = {frozenset(each["between"]) for each in document["links"] if each["kind"] == "land"}
    touching = {frozenset(pair) for pair in borders(shapes)}
    for what, pairs in (
        ("linked by land, but no border", linked - touching),
        ("border, but no link", touching - linked),
    ):
        for pair in sorted(map(sorted, pairs)):
            print(f"{what}: {' - '.join(pair)}")


if __name__ == "__main__":
    main()
