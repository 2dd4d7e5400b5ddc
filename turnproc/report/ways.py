"""Borders and ways of a picture as paths: what can be walked, what cannot, and lanes across the water."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from turnproc.engine.picture import Look, Picture
from turnproc.report.colours import mixed
from turnproc.report.crowd import Crowd
from turnproc.report.ground import Ground
from turnproc.report.marks import curve, path
from turnproc.report.projection import Point

# The land's two shades, and how much of an owner's colour is on them, of a hundred.
BRIGHT: Final = "#fdf9ec"
DARK: Final = "#ddd6c3"
TINT: Final = 24
# What bending costs, in points on other places' land.
_BENT: Final = 8
# How far a lane may swing out to keep off other places' land, as a part of its length.
_BENDS: Final = (0.0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42)


def border_paths(picture: Picture, ground: Ground) -> dict[str, str]:
    """The borders by kind: within one owner's land, between two owners', and where nobody can pass."""
    owner = {place.id: place.owner for place in picture.places}
    open_ = {frozenset((way.one, way.other)) for way in picture.ways if way.look == "border"}
    found = {"inner": "", "realm": "", "closed": ""}
    for (one, other), lines in ground.borders.items():
        kind = "closed"
        if frozenset((one, other)) in open_:
            kind = "inner" if owner[one] == owner[other] else "realm"
        found[kind] += "".join(path(line) for line in lines if len(line) > 1)
    return found


def lanes(picture: Picture, ground: Ground, crowd: Crowd) -> Iterator[tuple[Look, str]]:
    """The ways that are drawn as lines, from shore to shore; what borders on each other needs none."""
    drawn = {frozenset(ends) for ends in ground.borders}
    for way in picture.ways:
        if way.look == "border" and frozenset((way.one, way.other)) in drawn:
            continue
        start, end = ground.points.get(way.one), ground.points.get(way.other)
        if start is not None and end is not None:
            line = _from_shore_to_shore(ground, (way.one, start), (way.other, end))
            crowd.add_stroke(line)
            yield ("road" if way.look == "border" else way.look), path(line)


def _from_shore_to_shore(ground: Ground, one: tuple[str, Point], other: tuple[str, Point]) -> list[Point]:
    ends = {one[0], other[0], ""}
    best: tuple[float, list[Point]] | None = None
    for bend in _BENDS:
        if best is not None and best[0] <= abs(bend) * _BENT:
            break
        line = curve(one[1], other[1], gap=(0.0, 0.0), bend=bend)
        cost = sum(ground.at(x, y) not in ends for x, y in line) + abs(bend) * _BENT
        if best is None or cost < best[0]:
            best = cost, line
    line = best[1] if best is not None else [one[1], other[1]]
    first = next((at for at, point in enumerate(line) if ground.at(*point) != one[0]), 0)
    last = next((at for at in range(len(line) - 1, -1, -1) if ground.at(*line[at]) != other[0]), len(line) - 1)
    # A little of the shore belongs to it, so that one sees where it lands.
    first, last = max(first - 1, 0), min(last + 1, len(line) - 1)
    return line[first : last + 1] if last - first > 1 else line


class Shades:
    """The fill of every place's land: bright or dark, tinted with its owner's colour. What is dark is hatched, too.

    A tint can make bright land as dark as dark land is; the hatching tells them apart in any light. `hatchings` are the
    patterns that are needed, each with its id; ids begin with `name`, as several pictures may stand on one page.
    """

    def __init__(self, picture: Picture, colours: Mapping[str, str], name: str) -> None:
        self._name = name
        self._ids: dict[str, str] = {}
        self.of: dict[str, str] = {}
        for place in picture.places:
            ground = BRIGHT if place.is_bright else DARK
            tint = ground if place.owner is None else mixed(ground, colours[place.owner], TINT)
            self.of[place.id] = tint if place.is_bright else self.hatched(tint)

    def hatched(self, colour: str) -> str:
        """The fill for a colour with hatching on it."""
        return f"url(#{self._ids.setdefault(colour, f'{self._name}-{len(self._ids) + 1}')})"

    @property
    def hatchings(self) -> list[dict[str, str]]:
        """Id and colour of each pattern."""
        return [{"id": name, "colour": colour} for colour, name in self._ids.items()]
