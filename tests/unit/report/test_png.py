"""PNG: the font that comes with turnproc, and what can still be told apart without colours."""

from __future__ import annotations

import struct
import sys
import zlib
from itertools import combinations

import pytest

from turnproc.actions.pictures import as_png, check_pictures
from turnproc.engine.picture import Marker, Owner, Picture, Place, Shape
from turnproc.report import lettering
from turnproc.report.drawing import draw
from turnproc.report.marks import MARKER_SIZE, marker_path, marker_width
from turnproc.report.png import png
from turnproc.store.errors import OperatorError

SHAPES: tuple[Shape, ...] = ("square", "circle", "hexagon", "concave", "banner")
SIDE = 24


def pixels(raw: bytes) -> list[list[int]]:
    """The lightness of every pixel of a PNG, of 255: what is left in greyscale."""
    assert raw.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, head = 8, b"", (0, 0, 0, 0)
    while at < len(raw):
        length, kind = struct.unpack(">I4s", raw[at : at + 8])
        chunk = raw[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            head = struct.unpack(">IIBB", chunk[:10])
        elif kind == b"IDAT":
            data += chunk
        at += length + 12
    wide, high, depth, kind_of_colour = head
    assert (depth, kind_of_colour) == (8, 6)
    return [[(299 * r + 587 * g + 114 * b) // 1000 for r, g, b, _ in row] for row in unfiltered(data, wide, high)]


def unfiltered(data: bytes, wide: int, high: int) -> list[list[tuple[int, int, int, int]]]:
    stream, step, long = zlib.decompress(data), 4, wide * 4
    before, rows = bytearray(long), []
    for number in range(high):
        start = number * (long + 1)
        how, row = stream[start], bytearray(stream[start + 1 : start + 1 + long])
        for at in range(long):
            left = row[at - step] if at >= step else 0
            corner = before[at - step] if at >= step else 0
            row[at] = (row[at] + predicted(how, left, before[at], corner)) % 256
        rows.append([(row[at], row[at + 1], row[at + 2], row[at + 3]) for at in range(0, long, 4)])
        before = row
    return rows


def predicted(how: int, left: int, above: int, corner: int) -> int:
    """The filters of PNG."""
    guess = left + above - corner
    paeth = min((left, above, corner), key=lambda each: abs(guess - each))
    return (0, left, above, (left + above) // 2, paeth)[how]


def small(body: str) -> list[list[int]]:
    return pixels(
        png(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}">'
            f'<rect width="{SIDE}" height="{SIDE}" fill="#ffffff"/>{body}</svg>'
        )
    )


def differing(one: list[list[int]], other: list[list[int]]) -> int:
    """How many pixels look different in greyscale."""
    return sum(abs(a - b) > 60 for row, same in zip(one, other, strict=True) for a, b in zip(row, same, strict=True))


def marker(shape: Shape, text: str, fill: str) -> str:
    path = marker_path(shape, SIDE / 2, SIDE / 2, MARKER_SIZE)
    return (
        f'<path d="{path}" fill="{fill}" stroke="#1d1a16"/><text x="12" y="16" text-anchor="middle" fill="#ffffff" '
        f'font-family="DejaVu Sans" font-size="10.5" font-weight="700">{text}</text>'
    )


@pytest.mark.parametrize(("one", "other"), list(combinations(SHAPES, 2)))
@pytest.mark.parametrize("colour", ["#b01020", "#707070", "#f0f010"])
def test_shapes_are_told_apart_in_greyscale(one: Shape, other: Shape, colour: str) -> None:
    assert differing(small(marker(one, "2", colour)), small(marker(other, "2", colour))) >= 12


@pytest.mark.parametrize(("one", "other"), list(combinations("123456789", 2)))
def test_counts_are_told_apart(one: str, other: str) -> None:
    assert differing(small(marker("square", one, "#404040")), small(marker("square", other, "#404040"))) >= 6


def test_the_same_marker_is_the_same() -> None:
    assert differing(small(marker("circle", "2", "#404040")), small(marker("circle", "2", "#404040"))) == 0


@pytest.mark.parametrize("letters", ["ЖЩЫЪЭЮЯ", "жщыъэюяё", "ÅÄÖåäö", "Łęčßñ"])
def test_letters_of_all_languages_are_drawn_and_no_boxes(letters: str) -> None:
    """A letter that the font lacks would be drawn as the box of all missing letters, or not at all."""
    missing = small(f'<text x="2" y="18" font-family="DejaVu Sans" font-size="18">{chr(0xFFFE - 0x500)}</text>')
    empty = small("")
    drawn = [small(f'<text x="2" y="18" font-family="DejaVu Sans" font-size="18">{each}</text>') for each in letters]
    for each in drawn:
        assert differing(each, empty) > 10
        assert differing(each, missing) > 10
    assert all(differing(one, other) > 4 for one, other in combinations(drawn, 2))


def test_widths_are_those_of_the_font() -> None:
    """The text ends where the widths say, within a pixel: labels are placed by them."""
    for text in ("Iiiii", "ШШШШ", "Mmmm", "Åsgård"):
        size = 40
        wide = lettering.width(text, size)
        raw = png(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="300" height="60" '
            f'fill="#ffffff"/><text x="10" y="45" font-family="DejaVu Sans" font-size="{size}">{text}</text></svg>'
        )
        inked = [at for row in pixels(raw) for at, light in enumerate(row) if light < 128]
        assert min(inked) >= 10 and max(inked) <= 10 + wide + 1
        assert max(inked) >= 10 + wide - 8


def test_a_marker_is_as_wide_as_its_text_needs() -> None:
    for shape in SHAPES:
        assert marker_width(shape, "1000000", "Шв") > lettering.width("1000000", 10.5, bold=True) + 10


def test_the_same_svg_gives_the_same_png() -> None:
    place = Place(id="a", label="Ёж", at=(0, 0), markers=[Marker(owner="x", count=3, shape="banner")])
    svg = draw(Picture(title="T", places=[place], owners=[Owner(id="x", name="Икс", colour="#102030")]), None, "ru").svg
    assert as_png(svg) == as_png(svg)
    assert len({light for row in pixels(as_png(svg)) for light in row}) > 10


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(OperatorError, match=r"O170.*resvg-py"):
        check_pictures(["png"])
    check_pictures(["svg"])


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_missing_font_is_told(kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(lettering, "FONTS", tmp_path)
    with pytest.raises(OperatorError, match=r"O173.*DejaVuSans\.ttf"):
        check_pictures([kind])
