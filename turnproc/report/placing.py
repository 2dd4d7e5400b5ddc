"""Finding room on a picture: nothing may lie on anything else, and what belongs to a place should lie on its land.

Without chance: the places with least room choose first, each takes the cheapest of its candidates that is free. What
finds no room on its land goes beside it, with a line that leads there; then who had to go aside chooses first, and the
others stay where they are unless they are in the way. All lengths are pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin
from typing import Final

from turnproc.report.crowd import AIR, Box, Crowd, Setting, Spot
from turnproc.report.ground import SPOT, Ground
from turnproc.report.projection import Point

# Costs: a pixel of distance, all of a box on another's land, on water, on a lane or an arrow.
_FAR, _FOREIGN, _WATER, _CROSSED = 0.5, 60.0, 8.0, 7.0
# A block that costs more than this is torn apart: its label goes where there is room.
_TOO_DEAR: Final = 62.0
# How far a label may lie from its markers, or all from the place's point, without a line that leads there; and so much
# worse is one with a line.
_APART, _APART_ON_LAND, _APART_ON_WATER, _LED = 6.0, 9.0, 22.0, 40.0
# How often all is placed anew.
_ROUNDS: Final = 2
_MOST_SPOTS: Final = 70
# Where a box is looked at to see on whose land it lies, of its width.
_ACROSS: Final = (0.02, 0.27, 0.5, 0.73, 0.98)
_DIRECTIONS: Final = 20
_RINGS: Final = (14, 22, 32, 44, 58, 74, 92, 112, 140, 170, 210, 260, 320, 400, 500)


class Placing:
    """Places on their ground, one after another."""

    def __init__(self, ground: Ground, crowd: Crowd) -> None:
        self.ground = ground
        self.crowd = crowd
        self._spots = ground.spots_of()

    def place(self, wanted: Mapping[str, Sequence[Setting]]) -> dict[str, Spot]:
        """Find room for what belongs to each place."""
        ground, order = self.crowd, self._in_order(wanted)
        best: dict[str, tuple[float, Spot]] = {}
        aside: Sequence[str] = order
        for _ in range(_ROUNDS):
            self.crowd = ground.copy()
            first = set(aside)
            found = {name: self._place(name, wanted[name]) for name in aside}
            for name in order:
                if name not in first:
                    found[name] = self._again(best[name]) or self._place(name, wanted[name])
            if not best or _cost(found) < _cost(best):
                best = found
            aside = [name for name in order if found[name][0] >= _TOO_DEAR]
            if not aside:
                break
        return {name: spot for name, (_, spot) in best.items()}

    def _again(self, found: tuple[float, Spot]) -> tuple[float, Spot] | None:
        """Take a spot that was found before, if it is still free."""
        spot = found[1]
        boxes = [box for box in (spot.label, spot.markers) if box is not None]
        if not all(map(self.crowd.is_free, boxes)):
            return None
        for box in boxes:
            self.crowd.add(box)
        for lead in spot.leads:
            self.crowd.add_stroke(lead)
        return found

    def _in_order(self, wanted: Mapping[str, Sequence[Setting]]) -> list[str]:
        """Those with least land for what they need first."""

        def room(name: str) -> tuple[float, str]:
            need = min(each.size.width * each.size.height for each in wanted[name])
            land = len(self._spots.get(name, ())) * SPOT * SPOT
            return land / max(need, 1.0), name

        return sorted(wanted, key=room)

    def _place(self, name: str, settings: Sequence[Setting]) -> tuple[float, Spot]:
        """Find room for what belongs to a place, and take it: what that costs, and where it is."""
        anchor = self.ground.points[name]
        whole = self._cheapest(name, anchor, settings)
        if whole is not None and whole[0] < _TOO_DEAR:
            return whole[0], self._taken(whole[1], anchor, name)
        found = self._markers_alone(name, anchor, settings)
        if found is None:
            around = self._around(name, anchor, settings)
            best = around if whole is None or around[0] < whole[0] else whole
            return best[0], self._taken(best[1], anchor, name)
        return self._torn(name, settings, *found)

    def _torn(self, name: str, settings: Sequence[Setting], number: int, markers: Box) -> tuple[float, Spot]:
        """Take these markers' room, and find some for the name elsewhere."""
        leads = self._taken(Spot(number, None, markers), self.ground.points[name], name).leads
        # Only the ways to set the name are left to choose from; the markers stay as they are.
        alone = [at for at, each in enumerate(settings) if each.markers == settings[number].markers]
        names = [Setting(settings[at].label, None) for at in alone]
        cost, spot = self._beside(name, markers, names) or self._around(name, _middle(markers), names)
        if spot.label is not None:
            self.crowd.add(spot.label)
            leads = [*leads, *self._line(_between(spot.label, markers), _APART)]
        return _TOO_DEAR + cost + _LED * len(leads), Spot(alone[spot.setting], spot.label, markers, leads)

    def _beside(self, name: str, markers: Box, names: Sequence[Setting]) -> tuple[float, Spot] | None:
        """The cheapest free spot for a name next to its markers, below them if that is as cheap."""
        best: tuple[float, Spot] | None = None
        x, y = _middle(markers)
        for number, each in enumerate(names):
            wide, high = each.size.width / 2 + AIR, each.size.height / 2 + AIR
            middles = ((x, markers[3] + high), (markers[2] + wide, y), (markers[0] - wide, y), (x, markers[1] - high))
            for middle in middles:
                found = self._best(name, middle, [each], [middle])
                if found is not None and found[0] < _TOO_DEAR and (best is None or found[0] < best[0]):
                    best = found[0], replace(found[1], setting=number)
        return best

    def _markers_alone(self, name: str, anchor: Point, settings: Sequence[Setting]) -> tuple[int, Box] | None:
        """Where a place's markers go without its name, and in which setting."""
        if settings[0].label is None or settings[0].markers is None:
            return None
        apart = [Setting(None, each.markers) for each in settings]
        found = self._cheapest(name, anchor, apart) or self._around(name, anchor, apart)
        return None if found[1].markers is None else (found[1].setting, found[1].markers)

    def _taken(self, spot: Spot, anchor: Point, name: str) -> Spot:
        """Take a spot's room, with a line to the place where it does not lie there."""
        for box in (spot.label, spot.markers):
            if box is not None:
                self.crowd.add(box)
        return replace(spot, leads=self._lead(spot.markers or spot.label, anchor, name))

    def _lead(self, box: Box | None, anchor: Point, name: str) -> Sequence[tuple[Point, Point]]:
        """The line from a box to its place, none where it lies there anyway or next to it."""
        if box is None or (land := self.ground.at(*_middle(box))) == name:
            return ()
        return self._line(_between(box, (*anchor, *anchor)), _APART_ON_LAND if land else _APART_ON_WATER)

    def _line(self, line: tuple[Point, Point], apart: float) -> Sequence[tuple[Point, Point]]:
        (x1, y1), (x2, y2) = line
        if hypot(x1 - x2, y1 - y2) <= apart:
            return ()
        self.crowd.add_stroke(line)
        return (line,)

    def _cheapest(self, name: str, anchor: Point, settings: Sequence[Setting]) -> tuple[float, Spot] | None:
        """The cheapest free spot on the place's own land."""
        spots = self._spots.get(name, [])
        near = sorted(spots, key=lambda spot: (hypot(spot[0] - anchor[0], spot[1] - anchor[1]), spot))
        step = max(len(near) // _MOST_SPOTS, 1)
        return self._best(name, anchor, settings, [anchor, *near[::step]])

    def _around(self, name: str, anchor: Point, settings: Sequence[Setting]) -> tuple[float, Spot]:
        """The cheapest free spot in rings around a point. The paper has room for everything, if need be in the sea."""
        best: tuple[float, Spot] | None = None
        for ring in _RINGS:
            if best is not None and best[0] < ring * _FAR:
                break
            for number, setting in enumerate(settings):
                size = setting.size
                middles = [
                    (
                        anchor[0] + cos(pi * 2 * at / _DIRECTIONS) * (ring + size.width / 2),
                        anchor[1] + sin(pi * 2 * at / _DIRECTIONS) * (ring + size.height / 2),
                    )
                    for at in range(_DIRECTIONS)
                ]
                found = self._best(name, anchor, [setting], middles)
                if found is not None and (best is None or found[0] < best[0]):
                    best = found[0], Spot(number, found[1].label, found[1].markers)
        if best is None:
            return _TOO_DEAR * 100, self._over(anchor, settings)
        return best

    def _over(self, anchor: Point, settings: Sequence[Setting]) -> Spot:
        """More than the paper can hold: it is drawn over what is there rather than left out, but on the paper."""
        left, top, right, bottom = self.crowd.frame

        def beyond(number: int) -> tuple[float, int]:
            size = settings[number].size
            return max(size.width - (right - left), 0) + max(size.height - (bottom - top), 0), number

        chosen = min(range(len(settings)), key=beyond)
        size = settings[chosen].size
        x = max(min(anchor[0], right - size.width / 2), left + size.width / 2)
        y = max(min(anchor[1], bottom - size.height / 2), top + size.height / 2)
        return Spot(chosen, *settings[chosen].boxes(x, y))

    def _best(
        self, name: str, anchor: Point, settings: Sequence[Setting], middles: Iterable[Point]
    ) -> tuple[float, Spot] | None:
        best: tuple[float, Spot] | None = None
        is_on_paper, is_free = self.crowd.is_on_paper, self.crowd.is_free
        for x, y in middles:
            far = hypot(x - anchor[0], y - anchor[1]) * _FAR
            if best is not None and far >= best[0]:
                continue
            for number, setting in enumerate(settings):
                if not is_on_paper(setting.size.around(x, y)):
                    continue
                # What is looked up fast comes first: only those who could still win are looked at further.
                label, markers = setting.boxes(x, y)
                boxes = [box for box in (label, markers) if box is not None]
                cost = far
                for box in boxes:
                    cost += self._ground_cost(name, box)
                if (best is None or cost < best[0]) and all(map(is_free, boxes)):
                    cost += sum(map(self.crowd.strokes_below, boxes)) * _CROSSED
                    if best is None or cost < best[0]:
                        best = cost, Spot(number, label, markers)
        return best

    def _ground_cost(self, name: str, box: Box) -> float:
        """What it costs to lie there, on the paper: on another's land, on water."""
        wide = box[2] - box[0]
        columns = [int(box[0] + wide * part) // SPOT for part in _ACROSS]
        foreign = water = 0
        for y in (box[1] + 2, box[3] - 2):
            row = self.ground.spots[int(y) // SPOT]
            for column in columns:
                land = row[column]
                if land == "":
                    water += 1
                elif land != name:
                    foreign += 1
        return (foreign * _FOREIGN + water * _WATER) / (2 * len(_ACROSS))


def _cost(found: Mapping[str, tuple[float, Spot]]) -> float:
    return sum(spent for spent, _ in found.values())


def _between(one: Box, other: Box) -> tuple[Point, Point]:
    """The shortest line between two boxes that lie apart."""
    xs, ys = _nearest(one[0], one[2], other[0], other[2]), _nearest(one[1], one[3], other[1], other[3])
    return (xs[0], ys[0]), (xs[1], ys[1])


def _nearest(low: float, high: float, other_low: float, other_high: float) -> tuple[float, float]:
    """The two nearest values of two ranges; the middle of what both share."""
    if high < other_low:
        return high, other_low
    if other_high < low:
        return low, other_high
    middle = (max(low, other_low) + min(high, other_high)) / 2
    return middle, middle


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
