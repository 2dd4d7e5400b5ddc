"""From degrees to a flat picture: Lambert's azimuthal equal-area projection, squeezed towards the rim where a map asks.

Without a squeeze areas keep their proportions. With one, what lies around the centre is drawn larger than what lies far
out: a map with small places in its middle and deserts around it needs less paper. `scripts/map_shapes.py` cuts shapes
in the same plane in which they are drawn.
"""

from __future__ import annotations

from math import asin, asinh, atan2, cos, degrees, hypot, radians, sin, sinh, sqrt
from typing import Final, TypeAlias

Point: TypeAlias = "tuple[float, float]"

# Kilometres.
EARTH_RADIUS: Final = 6371.0
# Opposite to the centre there is no place on the plane: what lies there is drawn at its rim.
_RIM: Final = 1e-9


class Globe:
    """The plane that touches the Earth at `centre` (longitude and latitude in degrees): kilometres, x east, y south.

    `squeeze` is the distance from the centre, in kilometres, at which the scale has fallen to seven tenths; 0: never.
    """

    def __init__(self, centre: Point, squeeze: float = 0.0) -> None:
        self.centre = centre
        self._squeeze = squeeze
        self._longitude = radians(centre[0])
        self._sin, self._cos = sin(radians(centre[1])), cos(radians(centre[1]))

    def place(self, point: Point) -> Point:
        """Where a place (longitude and latitude in degrees) lies on the plane."""
        east, north = radians(point[0]) - self._longitude, radians(point[1])
        sin_north, cos_north = sin(north), cos(north)
        toward = cos_north * cos(east)
        scale = EARTH_RADIUS * sqrt(2 / max(1 + self._sin * sin_north + self._cos * toward, _RIM))
        x, y = scale * cos_north * sin(east), -scale * (self._cos * sin_north - self._sin * toward)
        far = hypot(x, y)
        if not self._squeeze or not far:
            return x, y
        factor = self._squeeze * asinh(far / self._squeeze) / far
        return x * factor, y * factor

    def degrees(self, point: Point) -> Point:
        """The longitude and latitude of a place on the plane: the inverse of `place`."""
        far = hypot(*point)
        if not far:
            return self.centre
        x, y = point[0] / far, -point[1] / far
        if self._squeeze:
            far = self._squeeze * sinh(far / self._squeeze)
        angle = 2 * asin(min(far / (2 * EARTH_RADIUS), 1.0))
        north = asin(cos(angle) * self._sin + y * sin(angle) * self._cos)
        east = atan2(x * sin(angle), self._cos * cos(angle) - y * self._sin * sin(angle))
        return degrees(self._longitude + east), degrees(north)


class Flat:
    """A plane already: x to the east, y to the north, as on paper."""

    def place(self, point: Point) -> Point:
        """The same place with y to the south, as pictures have it."""
        return point[0], -point[1]
