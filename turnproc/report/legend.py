"""The legend below a picture: what its signs mean, and whose colours are to be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from turnproc.engine.picture import Owner, Picture, Shape
from turnproc.report import strokes
from turnproc.report.colours import ink_on
from turnproc.report.escaping import plain
from turnproc.report.lettering import shortened, width
from turnproc.report.marks import MARKER_FONT as MARK
from turnproc.report.marks import MARKER_SIZE, head, marker_path, marker_width, number, path, swords
from turnproc.report.ways import BRIGHT, DARK, Shades

SIZE: Final = 12.0
_ROW: Final = 21.0
_EDGE: Final = 14.0
# How wide a sample is at least, and where its middle is then.
_SAMPLE: Final = 34.0
_MIDDLE: Final = 15.0
_GAP: Final = 16.0
_SHAPES: Final[tuple[Shape, ...]] = ("square", "circle", "hexagon", "concave", "banner")
_GOINGS: Final = ("peace", "attack", "back")
_PLAIN: Final = "#8b8371"


class Legend:
    """Rows of samples and texts on `paper`: its width, and where they begin.

    `entries` is for the template, `bottom` is where the picture ends.
    """

    def __init__(
        self,
        picture: Picture,
        owners: Sequence[Owner],
        marks: Mapping[str, str],
        samples: set[str],
        paper: tuple[int, float],
        shades: Shades,
    ) -> None:
        self._grounds = {"bright": BRIGHT, "dark": shades.hatched(DARK) if "dark" in samples else DARK}
        self._room = paper[0] - 2 * _EDGE
        self._y = paper[1] + _ROW / 2
        self.entries: list[dict[str, Any]] = []
        keys = [key for key in picture.keys if key.sample in samples or key.sample == "text"]
        self._columns([(key.sample, plain(key.text), "", "") for key in keys])
        self._y += 4 if keys and owners else 0
        names = [plain(owner.name) for owner in owners]
        self._columns(
            [
                ("owner", name[:1].upper() + name[1:], owner.colour, marks[owner.id])
                for owner, name in zip(owners, names, strict=True)
            ]
        )
        self.bottom = round(self._y + 2)

    def _columns(self, rows: Sequence[tuple[str, str, str, str]]) -> None:
        """Set entries in as many columns as there is room for, filled from the top."""
        # Letters with a long number need more room than any other sample.
        longest = max((marker_width("circle", "", mark) for *_, mark in rows), default=0.0)
        middle = max(_MIDDLE, longest / 2 - 3)
        sample_wide = max(_SAMPLE, middle + longest / 2 + 1)
        wide = [min(sample_wide + width(text, SIZE) + _GAP, self._room) for _, text, _, _ in rows]
        # More columns than the narrowest entries would fill need not be tried.
        most = min(len(rows), int(self._room // min(wide, default=self._room)) + 1)
        for columns in range(most, 0, -1):
            lines = -(-len(rows) // columns)
            widths = [max(wide[at : at + lines]) for at in range(0, len(rows), lines)]
            if sum(widths) <= self._room:
                break
        else:
            return
        spare = (self._room - sum(widths)) / len(widths)
        lefts = [_EDGE + sum(widths[:at]) + spare * at for at in range(len(widths))]
        for at, (sample, text, colour, mark) in enumerate(rows):
            x, y = lefts[at // lines], self._y + at % lines * _ROW
            self.entries.append(
                {
                    **_sample(sample, self._grounds.get(sample) or colour or _PLAIN, mark, x + middle, y),
                    "x": number(x + sample_wide),
                    "y": number(y + SIZE * 0.36),
                    "text": shortened(text, self._room - sample_wide - 4, SIZE),
                }
            )
        self._y += lines * _ROW


def _sample(sample: str, colour: str, mark: str, x: float, y: float) -> dict[str, Any]:
    """What stands before a text: paths, and the letters on them."""
    drawn: dict[str, Any] = {
        "mark": mark,
        "ink": ink_on(colour) if colour.startswith("#") else "",
        "middle": number(x),
        "base": number(y + MARK * 0.37),
    }
    left, right = x - 13, x + 13
    if sample == "owner":
        drawn["paths"] = strokes.marker(marker_path("circle", x, y, marker_width("circle", "", mark)), colour)
    elif sample in _SHAPES:
        drawn["paths"] = strokes.marker(marker_path(_shape(sample), x, y, MARKER_SIZE), colour)
    elif sample == "outline":
        drawn["paths"] = strokes.marker(marker_path("hexagon", x, y, MARKER_SIZE, rim=True), colour, "#f4efe2")
    elif sample in ("bright", "dark"):
        box = [(left, y - 7), (right, y - 7), (right, y + 7), (left, y + 7)]
        drawn["paths"] = [strokes.area(path(box, closed=True), colour)]
    elif sample in strokes.LINES:
        drawn["paths"] = [strokes.line(sample, path([(left, y), (right, y)]))]
    elif sample in _GOINGS:
        line = [(left - 1, y), (right - 4, y)]
        drawn["paths"] = strokes.arrow(path(line), head(line, 11 if sample == "attack" else 9), sample, colour)
    else:
        drawn["paths"] = strokes.swords(swords(x, y, 15)) if sample == "fight" else []
    return drawn


def _shape(sample: str) -> Shape:
    return next(shape for shape in _SHAPES if shape == sample)
