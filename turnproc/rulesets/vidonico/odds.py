"""Exact probabilities of dice: Tactics, fates, loot (O-1 to O-5). Nothing is rolled here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb

from turnproc.rulesets.vidonico import tables
from turnproc.rulesets.vidonico.arithmetic import nearest, up
from turnproc.rulesets.vidonico.combination import SIDES, Combination
from turnproc.rulesets.vidonico.facts import FateRow
from turnproc.rulesets.vidonico.strength import TENTHS
from turnproc.rulesets.vidonico.world import Settings

# A percentage with one decimal.
PER_MILLE = 1000


@lru_cache(maxsize=256)
def ways(dice: int) -> tuple[int, ...]:
    """In how many ways so many dice give each sum, from the smallest on, by adding one die after another (O-1)."""
    found: tuple[int, ...] = (1,)
    for _ in range(dice):
        so_far = (0, *accumulate(found))
        last = len(found)
        found = tuple(so_far[min(at + 1, last)] - so_far[max(0, at - SIDES + 1)] for at in range(last + SIDES - 1))
    return found


def ways_to_roll(dice: int, total: int) -> int:
    """In how many ways so many dice give a sum, by the closed form (O-1)."""
    if not dice <= total <= SIDES * dice:
        return 0
    signs = ((-1) ** k * comb(dice, k) * comb(total - SIDES * k - 1, dice - 1) for k in range((total - dice) // 6 + 1))
    return sum(signs)


def distribution(rolled: Combination) -> dict[int, Fraction]:
    """The probability of each total, pips included, from the smallest on (O-1)."""
    whole = SIDES**rolled.dice
    return {total: Fraction(count, whole) for total, count in enumerate(ways(rolled.dice), rolled.least)}


def p_at_least(rolled: Combination, total: int) -> Fraction:
    """The probability that a combination reaches a total, pips included (O-1)."""
    return Fraction(sum(ways(rolled.dice)[max(0, total - rolled.least) :]), SIDES**rolled.dice)


def needed(difficulty: int, settings: Settings) -> int:
    """The smallest total that succeeds without multiplication (O-2)."""
    return difficulty if settings.success_on_equal else difficulty + 1


def min_total(multiplier: int | None, difficulty: int, settings: Settings) -> int:
    """The smallest total that succeeds after multiplication by tenths of the ratio; None: not multiplied (O-2)."""
    if multiplier is None:
        return needed(difficulty, settings)
    if settings.tactics_rounding == "none":
        if settings.success_on_equal:
            return up(TENTHS * difficulty, multiplier)
        return TENTHS * difficulty // multiplier + 1
    reached = needed(difficulty, settings)
    if settings.tactics_rounding == "nearest":
        return up(TENTHS * reached - TENTHS // 2, multiplier)
    return TENTHS * (reached - 1) // multiplier + 1


@dataclass(frozen=True, slots=True)
class Odds:
    """The outcomes where one side is stronger (O-3); `min_total` is what the stronger commander has to roll."""

    min_total: int
    p_stronger: Fraction
    p_weaker: Fraction

    @property
    def both(self) -> Fraction:
        """Both succeed."""
        return self.p_stronger * self.p_weaker

    @property
    def stronger_only(self) -> Fraction:
        """The stronger side alone succeeds."""
        return self.p_stronger * (1 - self.p_weaker)

    @property
    def weaker_only(self) -> Fraction:
        """The weaker side alone succeeds."""
        return (1 - self.p_stronger) * self.p_weaker

    @property
    def neither(self) -> Fraction:
        """Both fail."""
        return (1 - self.p_stronger) * (1 - self.p_weaker)


def odds(stronger: Combination, weaker: Combination, multiplier: int, difficulty: int, settings: Settings) -> Odds:
    """The exact odds of a battle with a stronger side, whose total is multiplied by tenths of the ratio (O-3)."""
    least = min_total(multiplier, difficulty, settings)
    return Odds(least, p_at_least(stronger, least), p_at_least(weaker, needed(difficulty, settings)))


@dataclass(frozen=True, slots=True)
class TieOdds:
    """The outcomes between two equally strong sides a and b; after the `_` stands who has the higher total (O-4)."""

    a_only: Fraction
    b_only: Fraction
    both_a: Fraction
    both_b: Fraction
    both_tie: Fraction
    neither_a: Fraction
    neither_b: Fraction
    neither_tie: Fraction


def tie_odds(a: Combination, b: Combination, difficulty: int, settings: Settings) -> TieOdds:
    """The exact odds between two equally strong sides, nobody multiplied (O-4)."""
    least = needed(difficulty, settings)
    whole = SIDES ** (a.dice + b.dice)
    both, neither = [0, 0, 0], [0, 0, 0]
    ways_b = ways(b.dice)
    # By total of b: in how many ways it is below; `below[at]` are the totals before the one at that place.
    below = (0, *accumulate(ways_b))

    def b_below(total: int) -> int:
        return below[min(max(0, total - b.least), len(ways_b))]

    def b_exactly(total: int) -> int:
        return b_below(total + 1) - b_below(total)

    for total, count in enumerate(ways(a.dice), a.least):
        if total >= least:
            both[0] += count * (b_below(total) - b_below(least))
            both[1] += count * (below[-1] - b_below(total + 1))
            both[2] += count * b_exactly(total)
        else:
            neither[0] += count * b_below(total)
            neither[1] += count * (b_below(least) - b_below(total + 1))
            neither[2] += count * b_exactly(total)
    p_a, p_b = p_at_least(a, least), p_at_least(b, least)
    split = (Fraction(count, whole) for count in (*both, *neither))
    return TieOdds(p_a * (1 - p_b), (1 - p_a) * p_b, *split)


def fate_odds(rolled: Combination) -> dict[FateRow, Fraction]:
    """The probability of each row of the fate table for a combination after modifiers (O-5)."""
    shares = _rows(rolled, [each.least for each in tables.FATES])
    return {each.row: share for each, share in zip(tables.FATES, shares, strict=True)}


def loot_odds(rolled: Combination) -> dict[str, Fraction]:
    """The probability of each item of the loot table for a combination (O-5)."""
    shares = _rows(rolled, [each.least for each in tables.LOOT])
    return {each.item: share for each, share in zip(tables.LOOT, shares, strict=True)}


def _rows(rolled: Combination, leasts: Sequence[int | None]) -> list[Fraction]:
    """The probability of each row of a table whose rows are reached with these totals, None: with any."""
    reached = [Fraction(1) if least is None else p_at_least(rolled, least) for least in leasts]
    return [this - above for this, above in zip(reached, [*reached[1:], Fraction(0)], strict=True)]


def per_mille(probability: Fraction) -> int:
    """A probability in tenths of a per cent, halves up (O-6)."""
    scaled = PER_MILLE * probability
    return nearest(scaled.numerator, scaled.denominator)


def add_weighted(to: dict[str, Fraction], weight: Fraction, of: Mapping[str, Fraction]) -> None:
    """Add numbers by name to others, each times a weight."""
    for name, number in of.items():
        to[name] = to.get(name, Fraction(0)) + weight * number
