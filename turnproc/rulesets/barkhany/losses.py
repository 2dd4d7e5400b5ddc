"""What a battle costs, by T-LOSS (docs/rules/barkhany.md, B-4.7, B-4.14 to B-4.16)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from turnproc.rulesets.barkhany.exact import PERCENT, factor, half_up, hundredths
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.strength import Fielded
from turnproc.rulesets.barkhany.world import LossRow, Outcome, Row, Settings

ROWS: Final[tuple[Row, ...]] = (1, 2, 3, 4, 5)
# The last row in which a loser retreats in order.
ORDERLY_TO_THE_LAST: Final[Row] = 4


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit before and after a battle; `after` is None where nothing of it is left."""

    detachment: str
    before: Unit
    after: Unit | None

    @property
    def men(self) -> int:
        """How many men fell; engines have none."""
        return self.before.men - (0 if self.after is None else self.after.men)


def row_of(difference: int, settings: Settings) -> Row:
    """The row of T-LOSS for a difference of the totals, whoever has the larger one (B-4.14)."""
    apart = abs(difference)
    return next(
        row for row, entry in zip(ROWS, settings.loss_table, strict=True) if entry.most is None or apart <= entry.most
    )


def loss_row(row: Row, settings: Settings) -> LossRow:
    """What stands in a row."""
    return settings.loss_table[row - 1]


def row_by_outcome(row: Row | None, outcome: Outcome) -> Row:
    """The row that rules mean that speak of rows: the row, as far as the outcome allows it (B-4.23).

    `row` is None in a walkover.
    """
    match outcome:
        case "contested_both_blocked":
            return 1
        case "contested_winner_free":
            return 2
        case "field_won_loser_retreats":
            return row if row == ORDERLY_TO_THE_LAST else 3
        case "field_won_loser_flees":
            return 5


def capped_pct(loss_pct: Fraction, ratio: Fraction) -> Fraction:
    """What the stronger side loses at most beyond the strength table: what the weaker one brought (B-4.7)."""
    return min(loss_pct, PERCENT / ratio)


def survivors(men: int, loss_pct: Fraction, settings: Settings) -> int:
    """How many men are left, in whole men (B-4.16)."""
    exact = men * factor(-loss_pct)
    match settings.survivor_rounding:
        case "half_up":
            return half_up(exact)
        case "ceil":
            return -(-exact.numerator // exact.denominator)
        case "floor":
            return exact.numerator // exact.denominator


def unit_after(unit: Unit, loss_pct: Fraction, settings: Settings) -> Unit | None:
    """What a loss in percent leaves of a unit; None where nothing is left (B-4.15, B-4.16)."""
    if unit.troop.is_engine:
        condition = hundredths(unit.condition_pct * factor(-loss_pct))
        return replace(unit, condition_pct=condition) if condition else None
    men = survivors(unit.men, loss_pct, settings)
    return replace(unit, men=men) if men else None


def side_losses(side: tuple[Fielded, ...], loss_pct: Fraction, settings: Settings) -> tuple[Loss, ...]:
    """The same percentage from every unit of a side, also from those that counted nothing (B-4.15)."""
    return tuple(
        Loss(fielded.detachment, unit, unit_after(unit, loss_pct, settings))
        for fielded in side
        for unit in fielded.units
    )
