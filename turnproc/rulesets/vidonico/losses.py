"""Losses of a side, and how they are shared over its contingents (L-1, L-2, L-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from turnproc.rulesets.vidonico import tables
from turnproc.rulesets.vidonico.arithmetic import rounded
from turnproc.rulesets.vidonico.facts import Row
from turnproc.rulesets.vidonico.world import Settings


@dataclass(frozen=True, slots=True)
class Toll:
    """What became of soldiers in a battle; `unhurt` are all others."""

    dead: int
    wounded: int
    captured: int
    missing: int
    unhurt: int

    @property
    def has_captors(self) -> bool:
        """Is anybody left, unhurt or wounded, who could hold prisoners (L-4)?"""
        return self.unhurt + self.wounded > 0

    @property
    def without_captor(self) -> Toll:
        """Nobody of the other side is left to take prisoners: they are missing instead (L-4)."""
        return Toll(self.dead, self.wounded, 0, self.captured + self.missing, self.unhurt)


@dataclass(frozen=True, slots=True)
class Shared:
    """The toll of a side, and each contingent's part of it in the order given."""

    total: Toll
    shares: tuple[Toll, ...]


def losses(count: int, row: Row, settings: Settings) -> Toll:
    """The losses of `count` soldiers (L-1).

    Each category is capped by what is left, in the table's order; who holds the field keeps one man unhurt.
    """
    left = count
    spare = 1 if row == "holds_field" else 0
    found: list[int] = []
    for percent in tables.LOSSES[row]:
        wanted = rounded(Fraction(count * percent, 100), settings.loss_rounding)
        found.append(max(0, min(wanted, left - spare)))
        left -= found[-1]
    dead, wounded, captured, missing = found
    return Toll(dead, wounded, captured, missing, left)


def allocate(total: int, weights: Sequence[int], caps: Sequence[int]) -> list[int]:
    """Share a number by weights; no share is above its cap, the largest remainders get the rest (L-2).

    Raises ValueError if the caps do not hold the total.
    """
    if total > sum(caps):
        raise ValueError(f"{total} cannot be shared over {list(caps)}")
    whole = sum(weights)
    if total == 0 or whole == 0:
        if total:
            raise ValueError("nothing weighs anything")
        return [0] * len(weights)
    shares = [min(total * weight // whole, cap) for weight, cap in zip(weights, caps, strict=True)]
    order = sorted(range(len(weights)), key=lambda at: (-(total * weights[at] % whole), at))
    rest = total - sum(shares)
    while rest:
        for at in order:
            if rest and shares[at] < caps[at]:
                shares[at] += 1
                rest -= 1
    return shares


def side_losses(counts: Sequence[int], row: Row, settings: Settings, *, no_captor: bool = False) -> Shared:
    """The losses of a side and of its contingents with so many soldiers each at the start of the battle (L-1, L-2).

    `no_captor`: nobody of the other side is left to take prisoners, who are missing instead (L-4).
    """
    total = losses(sum(counts), row, settings)
    if no_captor:
        total = total.without_captor
    left = list(counts)
    columns: list[list[int]] = []
    for lost in (total.dead, total.wounded, total.captured, total.missing):
        shares = allocate(lost, counts, left)
        left = [before - share for before, share in zip(left, shares, strict=True)]
        columns.append(shares)
    rows = zip(*columns, left, strict=True)
    return Shared(total, tuple(Toll(*row_of) for row_of in rows))
