"""Hexes in axial coordinates, pointy-top (docs/rules/barkhany.md, B-H)."""

from __future__ import annotations

from typing import Final, NamedTuple


class Hex(NamedTuple):
    """A hex by its coordinates."""

    q: int
    r: int

    @property
    def key(self) -> str:
        """As maps have it: `4,-2` (B-H.3)."""
        return f"{self.q},{self.r}"

    def step(self, direction: int) -> Hex:
        """The neighbour in a direction; 6 is 0 again."""
        q, r = DIRECTIONS[direction % len(DIRECTIONS)]
        return Hex(self.q + q, self.r + r)

    def neighbours(self) -> tuple[Hex, ...]:
        """All six, in the order of directions."""
        return tuple(self.step(direction) for direction in range(len(DIRECTIONS)))

    def distance(self, other: Hex) -> int:
        """How many steps apart (B-H.2)."""
        q, r = self.q - other.q, self.r - other.r
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def direction_to(self, other: Hex) -> int | None:
        """The direction of a neighbour; None for all others."""
        apart = (other.q - self.q, other.r - self.r)
        return DIRECTIONS.index(apart) if apart in DIRECTIONS else None


# East, north-east, north-west, west, south-west, south-east (B-H.1).
DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def read_key(key: str) -> Hex:
    """The hex of a map's key. Raises ValueError for a text that is none."""
    q, _, r = key.partition(",")
    return Hex(int(q), int(r))


def turn_distance(one: int, other: int) -> int:
    """How many sixths of a turn lie between two directions (B-4.18)."""
    apart = abs(one - other) % len(DIRECTIONS)
    return min(apart, len(DIRECTIONS) - apart)
