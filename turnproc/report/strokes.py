"""How each kind of line and mark on a picture looks: told apart by form, too, and not by colour alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

# What the template writes for one path: its data, its fill, and colour, width and dashes of its line.
Stroke: TypeAlias = "dict[str, str]"

# Colour, width, dashes.
_LINES: Final[Mapping[str, tuple[str, str, str]]] = {
    "coast": ("#6f7f88", "0.8", "none"),
    "inner": ("#8a7f68", "1", "1.5 2.5"),
    "realm": ("#4a4236", "1.5", "none"),
    "closed": ("#4a4236", "3.4", "1.2 1.8"),
    "road": ("#7a5c33", "2.2", "5 3"),
    "lane": ("#1f5fa8", "2.2", "none"),
    "narrow": ("#9030b0", "2.2", "7 2.5 1.5 2.5"),
    "lead": ("#3a342b", "0.9", "none"),
}
LINES: Final = tuple(_LINES)
PAPER: Final = "#fffdf6"
_DARK: Final = "#1d1a16"


def stroke(path: str, colour: str, wide: str, dash: str = "none", fill: str = "none") -> Stroke:
    """One path."""
    return {"path": path, "fill": fill, "colour": colour, "wide": wide, "dash": dash}


def line(kind: str, path: str) -> Stroke:
    """A border, a way, a coast or a line to a label."""
    colour, wide, dash = _LINES[kind]
    return stroke(path, colour, wide, dash)


def area(path: str, fill: str) -> Stroke:
    """A piece of land, with its coast."""
    colour, wide, dash = _LINES["coast"]
    return stroke(path, colour, wide, dash, fill)


def marker(path: str, fill: str, rim: str = "") -> list[Stroke]:
    """A marker; a rim of another colour is held in by dark lines on both sides."""
    if not rim:
        return [stroke(path, _DARK, "1.1", fill=fill)]
    return [stroke(path, _DARK, "4.8"), stroke(path, rim, "3.2"), stroke(path, _DARK, "0.7", fill=fill)]


def arrow(path: str, head: str, going: str, colour: str) -> list[Stroke]:
    """An arrow: thick for an attack, thin for peace, dashed for the way back; always with a dark edge.

    Only attacks have a filled head.
    """
    wide, dash = {"attack": (4.2, "none"), "peace": (2.2, "none"), "back": (2.6, "4 3")}[going]
    tip = colour if going == "attack" else PAPER
    return [
        stroke(path, PAPER, f"{wide + 3.4:.1f}"),
        stroke(path, _DARK, f"{wide + 1.4:.1f}", dash),
        stroke(path, colour, f"{wide:.1f}", dash),
        stroke(head, _DARK, "1", fill=tip),
    ]


def swords(path: str) -> list[Stroke]:
    """Crossed swords."""
    return [stroke(path, PAPER, "6"), stroke(path, "#a01818", "2.6")]
