"""Make the font that pictures are drawn with: DejaVu Sans, cut down to the letters of our languages, and its widths.

    python -m pip install "fonttools>=4.60"
    python scripts/map_font.py /usr/share/fonts/truetype/dejavu

Labels are placed by the widths in `turnproc/report/fonts/widths.json`, and PNGs drawn with the .ttf files beside it, so
that a picture is the same on every machine. Both come from here, and are committed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "turnproc" / "report" / "fonts"
FACES = {"plain": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
# Latin with its accents, Greek, Cyrillic, the signs of ordinary text, arrows.
RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x386, 0x3CE), (0x400, 0x45F), (0x490, 0x4BF), (0x2010, 0x2027))
SIGNS = (0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2116, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2260, 0xFFFD)


def main() -> None:
    """Write both faces and their widths, in thousandths of the font's size."""
    parser = argparse.ArgumentParser(description="Cut down DejaVu Sans for pictures.")
    parser.add_argument("folder", type=Path, help="the folder with DejaVuSans.ttf and DejaVuSans-Bold.ttf")
    folder = parser.parse_args().folder
    letters = [code for first, last in RANGES for code in range(first, last + 1)] + list(SIGNS)
    options = subset.Options(
        hinting=False, layout_features=[], notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14]
    )
    widths: dict[str, dict[str, int]] = {}
    TARGET.mkdir(exist_ok=True)
    for face, name in FACES.items():
        font = TTFont(folder / name, recalcTimestamp=False)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=letters)
        subsetter.subset(font)
        font.save(TARGET / name)
        units, advances = font["head"].unitsPerEm, font["hmtx"].metrics
        widths[face] = {
            chr(code): round(advances[glyph][0] * 1000 / units) for code, glyph in sorted(font.getBestCmap().items())
        }
    text = json.dumps(widths, ensure_ascii=False, separators=(",", ":"))
    (TARGET / "widths.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
