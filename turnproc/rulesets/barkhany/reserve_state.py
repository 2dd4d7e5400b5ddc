"""Reserves: who is set aside, where they could go, what that would change (docs/rules/barkhany.md, B-5.9, B-5.10)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from turnproc.rulesets.barkhany.battle import Lot
from turnproc.rulesets.barkhany.exact import PERCENT
from turnproc.rulesets.barkhany.gb_orders import Policy
from turnproc.rulesets.barkhany.gb_state import Side
from turnproc.rulesets.barkhany.modifiers import Modifiers
from turnproc.rulesets.barkhany.world import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """A reserve of a round. One that is dissolved fights where it stands (B-5.9)."""

    id: str
    side: Side
    sector: str
    detachments: tuple[str, ...]
    policy: Policy = "ask"
    is_hidden: bool = False
    is_dissolved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """How a clash would end by a difference, in the view of one side. Losses are those of the row, in percent."""

    difference: int
    row: Row
    own_loss_pct: Fraction
    enemy_loss_pct: Fraction
    own_lot: Lot
    enemy_lot: Lot

    @property
    def rank(self) -> int:
        """The row with its sign: 0 where the field is nobody's, else 1 to 4 up or down (B-5.10)."""
        return (self.row - 1) * (1 if self.difference > 0 else -1)


@dataclass(frozen=True, slots=True)
class View:
    """The modifiers of a clash as one side sees them."""

    own: Modifiers
    enemy: Modifiers

    @property
    def lead(self) -> int:
        """By how much the own ones are larger. Raises UnruledError while one of them is open."""
        return self.own.sum - self.enemy.sum


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A clash to which a reserve could go, before the dice; `own_total` is without the reserve."""

    sector: str
    own_total: Fraction
    without: View
    with_: View

    @property
    def effect(self) -> int:
        """By how much the reserve changes the difference. Raises UnruledError while a modifier is open."""
        return self.with_.lead - self.without.lead


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """The same after the dice: how the clash would end."""

    preview: Preview
    without: Prospect
    with_: Prospect

    @property
    def sector(self) -> str:
        """Where the clash is."""
        return self.preview.sector

    @property
    def gain(self) -> int:
        """How many ranks the reserve is worth."""
        return self.with_.rank - self.without.rank

    @property
    def saved(self) -> Fraction:
        """How much strength it spares those who are there (B-5.10)."""
        return (self.without.own_loss_pct - self.with_.own_loss_pct) / PERCENT * self.preview.own_total
