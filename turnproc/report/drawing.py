"""A picture of the map as SVG: everything is worked out here, `templates/common/picture.svg.j2` puts it down.

The same picture, outlines and language give the same bytes. It asks for nothing: no fonts, scripts or links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from turnproc.engine.picture import Arrow, Marker, Picture, Place
from turnproc.report import strokes
from turnproc.report.colours import ink_on, letters
from turnproc.report.crowd import Box, Crowd, Setting, Size, Spot
from turnproc.report.environment import environment
from turnproc.report.escaping import plain
from turnproc.report.ground import WIDTH, Ground, lay_out
from turnproc.report.legend import SIZE as LEGEND
from turnproc.report.legend import Legend
from turnproc.report.lettering import RISE, ROW, broken, shortened, width
from turnproc.report.marks import (
    BEND,
    MARK_FONT,
    MARK_GAP,
    MARKER_FONT,
    MARKER_GAP,
    MARKER_SIZE,
    arranged,
    aside,
    curve,
    disc,
    head,
    marker_path,
    marker_width,
    number,
    path,
    swords,
    wide_of,
)
from turnproc.report.placing import Placing
from turnproc.report.shapes import Shapes
from turnproc.report.strokes import Stroke
from turnproc.report.ways import Shades, border_paths, lanes

LABEL: Final = 11.0
# A name that would go half-way across the picture tells no more than its beginning.
_LONGEST_LABEL: Final = 260.0
# What is left free on both sides together: names of two places must not read as one, nor their markers as one row.
LABEL_AIR: Final = 6.0
MARKER_AIR: Final = 5.0
TITLE: Final = 34
# Behind everything: the sea around outlines, bare paper where there are none.
WATER: Final = "#dbe8ee"
NOBODYS: Final = "#e9e7e0"
BARE: Final = "#ece5d3"
_SWORDS: Final = 20.0
_DISC: Final = 12.0
_ASIDES: Final = (0, 12, -12, 22, -22, 34, -34, 50, -50, 70, -70, 100, -100)
_SHORT: Final = 62.0
_ALONG: Final = (12, 9, 15, 7, 17, 5, 19)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as SVG, and how wide its paper is: the letters on it are `LABEL` high for that width."""

    title: str
    svg: str
    width: int


def draw(picture: Picture, shapes: Shapes | None, language: str, name: str = "map") -> Drawn:
    """The picture as SVG; `name` tells it apart from others on the same page.

    Raises ValueError if not one of its places has a point or an outline.
    """
    ground = lay_out(picture, shapes)
    if ground is None:
        raise ValueError("nothing of the picture has a place")
    view = _Drawing(picture, ground, name).view()
    svg = environment("svg").get_template("common/picture.svg.j2").render(view, language=language)
    return Drawn(picture.title, svg, ground.width)


class _Drawing:
    """One picture on its way to the template."""

    def __init__(self, picture: Picture, ground: Ground, name: str) -> None:
        self.picture = picture
        self.ground = ground
        self.colours = {owner.id: owner.colour for owner in picture.owners}
        self.names = {owner.id: owner.name for owner in picture.owners}
        seen = self._seen()
        self.shown = [owner for owner in picture.owners if owner.id in seen]
        self.marks = letters(self.shown)
        self.crowd = Crowd((ground.left, 0, ground.right, ground.height))
        self.samples: set[str] = set()
        self.shades = Shades(picture, self.colours, name)

    def _seen(self) -> set[str]:
        found = {marker.owner for place in self.picture.places for marker in place.markers}
        found |= {marker.outline for place in self.picture.places for marker in place.markers if marker.outline}
        found |= {place.owner for place in self.picture.places if place.owner is not None}
        return found | {arrow.owner for arrow in self.picture.arrows}

    def view(self) -> dict[str, Any]:
        """Everything that the template puts down."""
        picture, ground = self.picture, self.ground
        borders = border_paths(picture, ground)
        ways = list(lanes(picture, ground, self.crowd))
        self.samples |= {look for look, _ in ways} | {kind for kind, paths in borders.items() if paths}
        self.samples |= {"bright" if place.is_bright else "dark" for place in picture.places}
        dots = self._dots()
        fights = [self._fight(place) for place in picture.fights if place in ground.points]
        alike = groupby(self._by_length(), key=lambda arrow: (arrow.from_, arrow.to))
        arrows = [self._arrow(arrow, number) for _, same in alike for number, arrow in enumerate(same)]
        texts, markers, leads = self._places()
        paper = ground.width, TITLE + ground.height + 8
        legend = Legend(picture, self.shown, self.marks, self.samples, paper, self.shades)
        return {
            "title": picture.title,
            "label_size": number(LABEL),
            "marker_size": number(MARKER_FONT),
            "mark_size": number(MARK_FONT),
            "mark_gap": number(MARK_GAP),
            "legend_size": number(LEGEND),
            "hatchings": self.shades.hatchings,
            "caption": shortened(plain(picture.title), ground.width - 24, 19, bold=True),
            "shown": (WIDTH, round(legend.bottom * WIDTH / ground.width)),
            "width": ground.width,
            "height": legend.bottom,
            "top": TITLE,
            "map_height": ground.height,
            "land": [
                strokes.area("".join(path(ring, closed=True) for polygon in ground.land for ring in polygon), NOBODYS)
                for _ in ground.land[:1]
            ]
            + [
                strokes.area(
                    "".join(path(ring, closed=True) for polygon in part for ring in polygon), self.shades.of[name]
                )
                for name, part in ground.areas.items()
            ],
            "borders": [strokes.line(kind, paths) for kind, paths in borders.items() if paths],
            "ways": [strokes.line(look, line) for look, line in ways],
            "dots": dots,
            "water": WATER if ground.areas else BARE,
            "arrows": [each for arrow, _ in arrows for each in arrow],
            "leads": [strokes.line("lead", each) for each in leads],
            "texts": texts,
            "markers": markers + [marker for _, marker in arrows],
            "fights": [each for fight in fights for each in fight],
            "legend": legend.entries,
        }

    def _places(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[str]]:
        """Labels, markers and the lines from labels to their places."""
        by_id = {place.id: place for place in self.picture.places if place.id in self.ground.points}
        wanted = {name: _settings(place, self.marks) for name, place in by_id.items()}
        found = Placing(self.ground, self.crowd).place(
            {name: [each for each, _, _ in given] for name, given in wanted.items()}
        )
        texts, markers = [], []
        leads: list[str] = []
        for name, place in by_id.items():
            spot = found[name]
            _, rows, lines = wanted[name][spot.setting]
            texts += _text_rows(rows, spot.label)
            markers += self._markers(place, lines, spot)
            leads += map(path, spot.leads)
        return texts, markers, leads

    def _markers(self, place: Place, lines: Sequence[Sequence[Marker]], spot: Spot) -> list[dict[str, Any]]:
        if spot.markers is None:
            return []
        drawn = []
        y = spot.markers[1] + MARKER_SIZE / 2
        for line in lines:
            widths = [wide_of(marker, self.marks) for marker in line]
            x = (spot.markers[0] + spot.markers[2] - sum(widths) - MARKER_GAP * (len(line) - 1)) / 2
            for marker, wide in zip(line, widths, strict=True):
                drawn.append(self._marker(marker, x + wide / 2, y, wide))
                x += wide + MARKER_GAP
            y += MARKER_SIZE + MARKER_GAP
        return drawn

    def _marker(self, marker: Marker, x: float, y: float, wide: float) -> dict[str, Any]:
        self.samples |= {marker.shape} | ({"outline"} if marker.outline else set())
        colour = self.colours[marker.owner]
        rim = self.colours[marker.outline] if marker.outline else ""
        return {
            "paths": strokes.marker(marker_path(marker.shape, x, y, wide, rim=bool(rim)), colour, rim),
            "name": f"{self.names[marker.owner]}: {marker.count}",
            **_inscribed(x - aside(marker.shape), y, str(marker.count), self.marks[marker.owner], colour),
        }

    def _fight(self, name: str) -> list[Stroke]:
        self.samples.add("fight")
        x, y = self.ground.points[name]
        self.crowd.add(Size(_SWORDS, _SWORDS).around(x, y))
        return strokes.swords(swords(x, y, _SWORDS - 4))

    def _dots(self) -> list[Stroke]:
        """Where there are no outlines, a disc shows where a place is, and whose."""
        ground = self.ground
        bare = {name: point for name, point in ground.points.items() if name not in ground.areas}
        filled = {place.id for place in self.picture.places if place.markers} | set(self.picture.fights)
        for name, point in bare.items():
            # Markers and swords may lie on it, a name may not.
            if name not in filled:
                self.crowd.add(Size(2 * _DISC, 2 * _DISC).around(*point))
        return [strokes.area(disc(*point, _DISC), self.shades.of[name]) for name, point in bare.items()]

    def _by_length(self) -> list[Arrow]:
        """The arrows that can be drawn, the shortest first: they have the least room for their number."""
        points = self.ground.points

        def length(arrow: Arrow) -> tuple[float, str, str, str]:
            (x1, y1), (x2, y2) = points[arrow.from_], points[arrow.to]
            return (x1 - x2) ** 2 + (y1 - y2) ** 2, arrow.from_, arrow.to, arrow.owner

        known = [arrow for arrow in self.picture.arrows if arrow.from_ in points and arrow.to in points]
        return sorted(known, key=length)

    def _arrow(self, arrow: Arrow, number: int) -> tuple[list[Stroke], dict[str, Any]]:
        start, end = self.ground.points[arrow.from_], self.ground.points[arrow.to]
        # Several on one way swing out one farther than the other.
        bend = BEND * (1 + min(number, 4))
        line = curve(start, end, bend=bend)
        self.samples.add(arrow.going)
        self.crowd.add_stroke(line)
        tip = head(line, 11 if arrow.going == "attack" else 9)
        drawn = strokes.arrow(path(line), tip, arrow.going, self.colours[arrow.owner])
        mark = self.marks[arrow.owner]
        text = "" if arrow.count is None else str(arrow.count)
        wide = marker_width("circle", text, mark)
        x, y = self._beside(curve(start, end, gap=(0.0, 0.0), bend=bend), Size(wide, MARKER_SIZE))
        colour = self.colours[arrow.owner]
        label = {
            "paths": strokes.marker(marker_path("circle", x, y, wide), colour),
            "name": f"{self.names[arrow.owner]}: {text}" if text else self.names[arrow.owner],
            **_inscribed(x, y, text or mark, mark if text else "", colour),
        }
        return drawn, label

    def _beside(self, line: Sequence[tuple[float, float]], size: Size) -> tuple[float, float]:
        """Where along an arrow, or next to it, there is room for its number."""
        (x1, y1), (x2, y2) = line[0], line[-1]
        # On a short arrow it would lie over all of it.
        first = (0.0,) if (x2 - x1) ** 2 + (y2 - y1) ** 2 > _SHORT**2 else (15.0, -15.0)
        for far_aside in (*first, *_ASIDES):
            for at in _ALONG:
                (x1, y1), (x2, y2) = line[at - 1], line[at + 1]
                far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
                x, y = line[at][0] - (y2 - y1) / far * far_aside, line[at][1] + (x2 - x1) / far * far_aside
                box = size.around(x, y)
                if self.crowd.is_on_paper(box) and self.crowd.is_free(box):
                    self.crowd.add(box)
                    return x, y
        x, y = line[len(line) // 2]
        self.crowd.add(size.around(x, y))
        return x, y


def _inscribed(x: float, y: float, text: str, mark: str, colour: str) -> dict[str, str]:
    """What stands on a marker."""
    return {
        "ink": ink_on(colour),
        "x": number(x),
        "y": number(y + MARKER_FONT * (RISE - 0.39)),
        "text": text,
        "mark": mark,
    }


def _settings(place: Place, marks: Mapping[str, str]) -> list[tuple[Setting, list[str], list[list[Marker]]]]:
    """The ways to set a place's name and markers: how much room they take, the rows of both."""
    found = []
    for rows in broken(shortened(plain(place.label), _LONGEST_LABEL, LABEL)):
        label = Size(max(width(row, LABEL) for row in rows) + LABEL_AIR, len(rows) * LABEL * ROW)
        for lines in arranged(place.markers):
            wide = [sum(wide_of(each, marks) + MARKER_GAP for each in line) for line in lines]
            markers = (
                Size(max(wide) - MARKER_GAP + MARKER_AIR, len(lines) * (MARKER_SIZE + MARKER_GAP)) if lines else None
            )
            found.append((Setting(label, markers), rows, lines))
    return found


def _text_rows(rows: Sequence[str], box: Box | None) -> list[dict[str, Any]]:
    if box is None:
        return []
    x = number((box[0] + box[2]) / 2)
    return [
        {"x": x, "y": number(box[1] + LABEL * (ROW * at + 0.5 * (ROW - 1) + RISE + 0.08)), "text": row}
        for at, row in enumerate(rows)
    ]
