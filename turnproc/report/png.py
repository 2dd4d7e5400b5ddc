"""From SVG to PNG by resvg, with the font that comes with turnproc: the only module that knows the package resvg-py.

It is an extra (`turnproc[png]`), imported when a PNG is drawn. Fonts of the system are left out, so that the same SVG
gives the same picture everywhere.
"""

from __future__ import annotations

from types import ModuleType

from turnproc.report.lettering import font_files


class NoPngError(LookupError):
    """The package that draws PNGs is not installed."""


def _resvg() -> ModuleType:
    try:
        import resvg_py  # noqa: PLC0415
    except ImportError:
        raise NoPngError from None
    module: ModuleType = resvg_py
    return module


def check_png() -> None:
    """See that a PNG could be drawn.

    Raises:
        NoPngError: The package is missing.
        MissingResourceError: A font is missing: without it names would vanish, and nobody would be told.
    """
    _resvg()
    font_files()


def png(svg: str) -> bytes:
    """Draw an SVG at its own size. Raises as `check_png` does."""
    fonts = font_files()
    return bytes(_resvg().svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))
