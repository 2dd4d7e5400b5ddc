"""An exchange of fire in numbers: what is fired, what answers, what both lose by it (docs/rules/barkhany.md, B-5.6)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from turnproc.rulesets.barkhany.battle import Override
from turnproc.rulesets.barkhany.both import Both, Role
from turnproc.rulesets.barkhany.exact import PERCENT
from turnproc.rulesets.barkhany.losses import loss_row, row_of
from turnproc.rulesets.barkhany.modifiers import shooter_modifier
from turnproc.rulesets.barkhany.strength import Strengths
from turnproc.rulesets.barkhany.world import Row, Settings


@dataclass(frozen=True, slots=True)
class Firepower:
    """F, G and T: what is fired, what answers, and all of the target without walls."""

    fired: Fraction
    answering: Fraction
    target: Fraction

    def modifiers(self, plan_bonus: Both[int], settings: Settings) -> Both[int]:
        """What is added to the dice: what shooters earn, however few they are, and the plan."""
        return Both(
            shooter_modifier(self.fired, self.answering, settings) + plan_bonus.attacker,
            shooter_modifier(self.answering, self.fired, settings) + plan_bonus.defender,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """How an exchange of fire ends; the firers are the attacker.

    `loss_pct` are the percentages of the row, `lost` is the strength that is lost, `fraction` the part of each unit: of
    all in the target, and of the firing units alone.
    """

    difference: int
    row: Row
    loss_pct: Both[Fraction]
    lost: Both[Fraction]
    fraction: Both[Fraction]


def volley(power: Firepower, totals: Both[int], settings: Settings, override: Override | None = None) -> Volley:
    """The end of an exchange by the totals of both sides, dice and modifiers; of an override the losses count."""
    difference = totals.attacker - totals.defender
    row = row_of(difference, settings)
    entry = loss_row(row, settings)
    winner: Role | None = None
    if difference:
        winner = "attacker" if difference > 0 else "defender"
    loss_pct = Both(entry.loser_pct, entry.loser_pct)
    if override is not None and override.winner is not None:
        winner = override.winner
    if winner is not None:
        loss_pct = loss_pct.put(winner, entry.winner_pct)
    if override is not None:
        attacker, defender = override.attacker_loss_pct, override.defender_loss_pct
        loss_pct = Both(
            loss_pct.attacker if attacker is None else attacker,
            loss_pct.defender if defender is None else defender,
        )
    return Volley(
        difference=difference,
        row=row,
        loss_pct=loss_pct,
        lost=Both(
            loss_pct.attacker / PERCENT * min(power.answering, power.fired),
            loss_pct.defender / PERCENT * min(power.fired, power.target),
        ),
        fraction=Both(
            loss_pct.attacker / PERCENT * _share(power.answering, power.fired),
            # Who has no strength at all can be hit all the same, as in any battle (B-4.15).
            loss_pct.defender / PERCENT * (_share(power.fired, power.target) if power.target else 1),
        ),
    )


def _share(hitting: Fraction, hit: Fraction) -> Fraction:
    return min(hitting, hit) / hit if hit else Fraction(0)


def firepower(found: Both[Strengths]) -> Firepower:
    """F, G and T of the firers and their target."""
    return Firepower(found.attacker.shooters, found.defender.shooters, found.defender.unwalled)
