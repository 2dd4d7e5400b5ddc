"""What is added to a side's dice (docs/rules/barkhany.md, B-4.7 to B-4.10, B-4.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from turnproc.rulesets.barkhany.both import Both, Role, opponent
from turnproc.rulesets.barkhany.exact import PERCENT
from turnproc.rulesets.barkhany.strength import Strengths
from turnproc.rulesets.barkhany.world import Settings, Step


class UnruledError(ValueError):
    """The game master must say first what superiority beyond the table is worth (B-4.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifiers:
    """The modifiers of a side. `strength` is None beyond the table where nobody has said what it is worth (B-4.7)."""

    strength: int | None
    cavalry: int
    shooters: int
    plan: int

    @property
    def sum(self) -> int:
        """All together. Raises UnruledError while one of them is open."""
        if self.strength is None:
            raise UnruledError("the game master has not said what the superiority is worth")
        return self.strength + self.cavalry + self.shooters + self.plan


@dataclass(frozen=True, slots=True)
class Superiority:
    """The larger total by the smaller one, and whose it is; None and None: nobody's, or nothing to divide by.

    `is_beyond`: beyond the last row of the table, where the game master has a say (B-4.7).
    """

    stronger: Role | None
    ratio: Fraction | None
    is_beyond: bool = False


def superiority(totals: Both[Fraction], settings: Settings) -> Superiority:
    """Who is how many times as strong as the other (B-4.7)."""
    if totals.attacker == totals.defender:
        return Superiority(None, None)
    stronger: Role = "attacker" if totals.attacker > totals.defender else "defender"
    weaker = totals.of(opponent(stronger))
    if weaker == 0:
        return Superiority(stronger, None)
    ratio = totals.of(stronger) / weaker
    return Superiority(stronger, ratio, _in_table(ratio, settings.strength_table) is None)


def strength_modifiers(found: Superiority, ruled: Both[int | None], settings: Settings) -> Both[int | None]:
    """The strength modifiers: the stronger side's alone is not 0 (B-4.7).

    `ruled` is what the game master said that superiority beyond the table is worth; else `over_five` holds, and None is
    left where that leaves it to him.
    """
    nobody = Both(0, 0)
    if found.stronger is None or found.ratio is None:
        return nobody
    modifier: int | None
    if found.is_beyond:
        ruling = ruled.of(found.stronger)
        modifier = settings.over_five if ruling is None else ruling
    else:
        modifier = _in_table(found.ratio, settings.strength_table)
    return nobody.put(found.stronger, modifier)


def _in_table(ratio: Fraction, table: Sequence[Step]) -> int | None:
    """The row of a ratio, by rows in ascending order, the first one strict; None beyond the last."""
    for at, step in enumerate(table):
        if ratio < step.ratio or (at > 0 and ratio == step.ratio):
            return step.modifier
    return None


def arm_modifier(
    own: Fraction, enemy: Fraction, table: Sequence[Step], settings: Settings, enemy_total: Fraction | None = None
) -> int:
    """What an arm earns against the same arm of the enemy, by a table whose ratios are reached inclusively.

    `enemy_total` is all of the enemy's strength without walls: an arm that is too small a part of it earns nothing
    (B-4.10). None: that is not looked at, as when sectors are shot at (B-5.6).
    """
    if own == 0:
        return 0
    if enemy_total is not None and own * PERCENT < enemy_total * settings.arm_min_share_pct:
        return 0
    if enemy == 0 and settings.zero_arm_rule == "no_bonus":
        return 0
    reached = [step for step in table if enemy == 0 or own >= enemy * step.ratio]
    return max(reached, key=lambda step: step.ratio).modifier if reached else 0


def cavalry_modifier(own: Fraction, enemy: Fraction, settings: Settings, enemy_total: Fraction | None = None) -> int:
    """What cavalry earns (B-4.8, B-4.10)."""
    return arm_modifier(own, enemy, settings.cavalry_table, settings, enemy_total)


def shooter_modifier(own: Fraction, enemy: Fraction, settings: Settings, enemy_total: Fraction | None = None) -> int:
    """What shooters earn (B-4.9, B-4.10)."""
    return arm_modifier(own, enemy, settings.shooter_table, settings, enemy_total)


def modifiers(
    strengths: Both[Strengths], strength: Both[int | None], plan_bonus: Both[int], settings: Settings
) -> Both[Modifiers]:
    """All modifiers of both sides; `strength` are those of `strength_modifiers`."""

    def side(role: Role) -> Modifiers:
        own, enemy = strengths.of(role), strengths.of(opponent(role))
        return Modifiers(
            strength=strength.of(role),
            cavalry=cavalry_modifier(own.cavalry, enemy.cavalry, settings, enemy.unwalled),
            shooters=shooter_modifier(own.shooters, enemy.shooters, settings, enemy.unwalled),
            plan=plan_bonus.of(role),
        )

    return Both(side("attacker"), side("defender"))
