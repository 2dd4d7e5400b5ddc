"""What stands where on a picture of the map, as plain data: a ruleset says it, `report.drawing` draws it.

Only here do both meet: a ruleset knows no sizes and no colours but those that its files give, the renderer no rules.
Texts are finished, in the reader's language. Colours are `#rrggbb`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Shape: TypeAlias = Literal["square", "circle", "hexagon", "concave", "banner"]
# How a way between two places is drawn: as a border or road, as a lane, as a lane that is not for all.
Look: TypeAlias = Literal["border", "road", "lane", "narrow"]
# How an arrow is drawn: going in peace, attacking, going back.
Going: TypeAlias = Literal["peace", "attack", "back"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """A holder of markers and places, as the legend lists it."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """So many of an owner's, in the shape that says what they are; `outline` is the owner whose colour rims it."""

    owner: str
    count: int
    shape: Shape
    outline: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place: `at` is its point (longitude and latitude in degrees, or x and y of a plane), None if unknown."""

    id: str
    label: str
    at: tuple[float, float] | None
    owner: str | None = None
    is_bright: bool = True
    markers: Sequence[Marker] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A way between two places, by id."""

    one: str
    other: str
    look: Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """Some of an owner's going from one place to another; `count` is their number, None if it is not told."""

    owner: str
    from_: str
    to: str
    going: Going
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A row of the legend: what it shows (a shape, a look, a going, "bright", "dark", "fight", "outline") and means."""

    sample: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One picture. `on_globe`: points are degrees, and the Earth's shape is taken into account.

    `fights` are the places with a battle. The legend lists `keys` and those of the `owners` that are seen.
    """

    title: str
    places: Sequence[Place]
    ways: Sequence[Way] = ()
    owners: Sequence[Owner] = ()
    arrows: Sequence[Arrow] = ()
    fights: Sequence[str] = ()
    keys: Sequence[Key] = ()
    on_globe: bool = True


# For those whose files give them no colour.
_SPARE: Final = (
    "#b03a2e", "#2e6da4", "#e0a526", "#3f8f4f", "#7d4ea3", "#d9777f", "#5c5c5c", "#6fc3c9", "#8a5a2b", "#c9d36b",
)  # fmt: skip


def spare_colour(at: int) -> str:
    """A colour for the owner with this number, where its files give it none."""
    return _SPARE[at % len(_SPARE)]
