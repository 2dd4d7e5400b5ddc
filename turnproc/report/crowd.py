"""What lies on the paper of a picture: the room that things take, and what is taken already. All lengths are pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from turnproc.report.ground import SPOT
from turnproc.report.projection import Point

# Left, top, right, bottom.
Box: TypeAlias = "tuple[float, float, float, float]"

_CELL: Final = 48
# What lies between two things at least.
AIR: Final = 1.5


@dataclass(frozen=True, slots=True)
class Size:
    """How much room something takes."""

    width: float
    height: float

    def around(self, x: float, y: float) -> Box:
        """Its box with this middle."""
        return (x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2)


@dataclass(frozen=True)
class Setting:
    """One way to set what belongs to a place: its label above its markers; either may be missing (None)."""

    label: Size | None
    markers: Size | None

    @cached_property
    def size(self) -> Size:
        """The room of both."""
        parts = [part for part in (self.label, self.markers) if part is not None]
        gap = AIR if len(parts) > 1 else 0
        return Size(max((part.width for part in parts), default=0), sum(part.height for part in parts) + gap)

    @cached_property
    def parts(self) -> tuple[Box | None, Box | None]:
        """The boxes of label and markers, with the middle of both at zero."""
        if self.label is None or self.markers is None:
            label, markers = (None if part is None else part.around(0, 0) for part in (self.label, self.markers))
            return label, markers
        high = self.size.height
        return (
            self.label.around(0, (self.label.height - high) / 2),
            self.markers.around(0, (high - self.markers.height) / 2),
        )

    def boxes(self, x: float, y: float) -> tuple[Box | None, Box | None]:
        """The boxes of label and markers, with the middle of both here."""
        label, markers = self.parts
        return None if label is None else _moved(label, x, y), None if markers is None else _moved(markers, x, y)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a place's things came to lie; `setting` is the number of the chosen one.

    `leads` are lines: from what lies elsewhere to the place, from a label to markers that it had to leave.
    """

    setting: int
    label: Box | None
    markers: Box | None
    leads: Sequence[tuple[Point, Point]] = ()


def _moved(box: Box, x: float, y: float) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


class Crowd:
    """What lies on the paper already: boxes that nothing may cover, and strokes that nothing should."""

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self._boxes: dict[tuple[int, int], list[Box]] = {}
        self._strokes: set[tuple[int, int]] = set()

    def copy(self) -> Crowd:
        """The same things, to which more can be added."""
        copied = Crowd(self.frame)
        copied._boxes = {cell: list(boxes) for cell, boxes in self._boxes.items()}
        copied._strokes = set(self._strokes)
        return copied

    def add(self, box: Box) -> None:
        """Something lies here from now on."""
        for cell in _cells(box):
            self._boxes.setdefault(cell, []).append(box)

    def add_stroke(self, points: Sequence[Point]) -> None:
        """A line runs here."""
        for (x1, y1), (x2, y2) in pairwise(points):
            steps = max(int(hypot(x2 - x1, y2 - y1) / SPOT), 1)
            for at in range(steps + 1):
                spot = int((x1 + (x2 - x1) * at / steps) // SPOT), int((y1 + (y2 - y1) * at / steps) // SPOT)
                self._strokes.add(spot)

    def is_on_paper(self, box: Box) -> bool:
        """Does it lie within the frame, with air around it?"""
        left, top, right, bottom = self.frame
        return box[0] - AIR >= left and box[1] - AIR >= top and box[2] + AIR <= right and box[3] + AIR <= bottom

    def is_free(self, box: Box) -> bool:
        """Is there nothing yet, on the paper?"""
        left, top, right, bottom = box[0] - AIR, box[1] - AIR, box[2] + AIR, box[3] + AIR
        boxes = self._boxes
        # Asked more often than all else: the cells are gone through without a generator.
        columns = range(int(left // _CELL), int(right // _CELL) + 1)
        for row in range(int(top // _CELL), int(bottom // _CELL) + 1):
            for column in columns:
                for other in boxes.get((column, row), ()):
                    if left < other[2] and right > other[0] and top < other[3] and bottom > other[1]:
                        return False
        return True

    def strokes_below(self, box: Box) -> int:
        """How many spots of lines a box would cover."""
        columns = range(int(box[0] // SPOT), int(box[2] // SPOT) + 1)
        found = 0
        for row in range(int(box[1] // SPOT), int(box[3] // SPOT) + 1):
            for column in columns:
                found += (column, row) in self._strokes
        return found


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for row in range(int(box[1] // _CELL), int(box[3] // _CELL) + 1):
        for column in range(int(box[0] // _CELL), int(box[2] // _CELL) + 1):
            yield column, row
