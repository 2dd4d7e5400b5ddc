"""The orders of a general battle (docs/rules/barkhany.md, section 3, B-5.3), as they are executed.

Those of one battle and one round, in sequence; what a file left out has its default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.barkhany.action_orders import Order
from turnproc.rulesets.barkhany.hexes import Hex


@dataclass(frozen=True, slots=True)
class CommitTo:
    """A policy of a reserve: to this sector, if it is a direction."""

    sector: str


@dataclass(frozen=True, slots=True)
class ReserveRule:
    """A row of a policy: a difference in `sector`, in the own view, that is at most so large sends it to `then`."""

    sector: str
    difference_at_most: int
    then: str


# Several rules: the first that fits.
Policy: TypeAlias = Literal["hold", "ask", "best"] | CommitTo | tuple[ReserveRule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GbDeploy(Order):
    """Stand in this sector before the first round."""

    detachments: tuple[str, ...]
    sector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GbRetreatTo(Order):
    """Go to this sector if beaten."""

    detachments: tuple[str, ...]
    sector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GbReserve(Order):
    """Set aside as a reserve of this id."""

    detachments: tuple[str, ...]
    reserve: str
    policy: Policy = "ask"
    is_hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GbMove(Order):
    """Go along these sectors."""

    detachments: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GbAttack(Order):
    """Fight in the sector where they stand."""

    detachments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GbShoot(Order):
    """Shoot together into a sector."""

    detachments: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GbWithdraw(Order):
    """Leave the battle for a hex."""

    detachments: tuple[str, ...]
    to: Hex


# Read before the round, and carried out in it.
Preparation: TypeAlias = GbDeploy | GbRetreatTo | GbReserve
GbAction: TypeAlias = GbMove | GbAttack | GbShoot | GbWithdraw
GbOrder: TypeAlias = Preparation | GbAction
