"""The exact odds of one battle: every 3d6 against every 3d6 (docs/rules/barkhany.md, B-4.13). Nothing is rolled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from turnproc.rulesets.barkhany.battle import Decision, Weighed, decide
from turnproc.rulesets.barkhany.both import ROLES, Both, Role
from turnproc.rulesets.barkhany.losses import unit_after
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.strength import Fielded
from turnproc.rulesets.barkhany.world import Outcome, Row, Settings

DICE: Final = 3
SIDES: Final = 6


@lru_cache(maxsize=1)
def lead_odds() -> Mapping[int, Fraction]:
    """How likely one throw of 3d6 is ahead of another by so much, from −15 to 15."""
    ways = {0: 1}
    for _ in range(DICE):
        for sign in (1, -1):
            longer: dict[int, int] = {}
            for lead, count in ways.items():
                for face in range(1, SIDES + 1):
                    longer[lead + sign * face] = longer.get(lead + sign * face, 0) + count
            ways = longer
    return {lead: Fraction(count, SIDES ** (2 * DICE)) for lead, count in sorted(ways.items())}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """One way in which a battle may end, and how likely it is. `row` is None in a walkover; losses are in percent."""

    winner: Role | None
    row: Row | None
    outcome: Outcome
    loss_pct: Both[Fraction]
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """All ways in which a battle may end, from the attackers' best to the defenders' best."""

    chances: tuple[Chance, ...]

    def wins(self, role: Role | None) -> Fraction:
        """How likely a side has the larger total; None: nobody."""
        return self._sum(each.probability for each in self.chances if each.winner == role)

    def keeps_field(self, role: Role) -> Fraction:
        """How likely a side keeps the field."""
        return self._sum(
            each.probability for each in self.chances if each.winner == role and each.outcome.startswith("field_won")
        )

    def rows(self, role: Role | None) -> Mapping[Row, Fraction]:
        """How likely each row is with this winner; None: with none. Rows that cannot come are left out."""
        found: dict[Row, Fraction] = {}
        for each in self.chances:
            if each.winner == role and each.row is not None:
                found[each.row] = found.get(each.row, Fraction(0)) + each.probability
        return dict(sorted(found.items()))

    @property
    def expected_loss_pct(self) -> Both[Fraction]:
        """What each side loses on the average, in percent, before any rounding to whole men."""
        attacker, defender = (
            self._sum(each.probability * each.loss_pct.of(role) for each in self.chances) for role in ROLES
        )
        return Both(attacker, defender)

    @staticmethod
    def _sum(parts: Iterable[Fraction]) -> Fraction:
        return sum(parts, Fraction(0))


@dataclass(frozen=True, slots=True)
class Prospects:
    """The odds as they are, and with one modifier more or less for the attackers."""

    now: Odds
    attacker_more: Odds
    attacker_less: Odds

    def with_one_more(self, role: Role) -> Odds:
        """With a modifier of this side larger by one: the same as the other's smaller by one."""
        return self.attacker_more if role == "attacker" else self.attacker_less

    def with_one_less(self, role: Role) -> Odds:
        """With a modifier of this side smaller by one."""
        return self.attacker_less if role == "attacker" else self.attacker_more


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a unit loses on the average: men, or percent of an engine's condition.

    `gone` is how likely nothing of it is left.
    """

    detachment: str
    unit: Unit
    lost: Fraction
    gone: Fraction


def battle_odds(weighed: Weighed, settings: Settings, shift: int = 0) -> Odds:
    """How a battle may end, with so many modifiers more for the attackers.

    Overrides are for what has happened, and do not come in. Raises ValueError if nobody attacks, and UnruledError while
    the game master has to say something about superiority first.
    """
    if weighed.kind == "walkover":
        return Odds((_chance(decide(weighed, None, settings), Fraction(1)),))
    found: dict[Chance, Fraction] = {}
    for lead, probability in sorted(lead_odds().items(), reverse=True):
        # Only the difference counts, so one pair of throws stands for all that have it.
        rolls = Both(lead + shift, 0)
        ended = _chance(decide(weighed, rolls, settings), Fraction(0))
        found[ended] = found.get(ended, Fraction(0)) + probability
    return Odds(tuple(replace(each, probability=probability) for each, probability in found.items()))


def _chance(ended: Decision, probability: Fraction) -> Chance:
    return Chance(
        winner=ended.winner,
        row=ended.row,
        outcome=ended.outcome,
        loss_pct=ended.loss_pct,
        probability=probability,
    )


def prospects(weighed: Weighed, settings: Settings) -> Prospects:
    """The odds now, and what one modifier would change; errors as in `battle_odds`."""
    return Prospects(
        battle_odds(weighed, settings), battle_odds(weighed, settings, 1), battle_odds(weighed, settings, -1)
    )


def expected_losses(side: tuple[Fielded, ...], role: Role, odds: Odds, settings: Settings) -> tuple[Expected, ...]:
    """What the units of a side lose on the average, in whole men and hundredths as they are really lost."""
    return tuple(
        _expected(fielded.detachment, unit, role, odds, settings) for fielded in side for unit in fielded.units
    )


def _expected(detachment: str, unit: Unit, role: Role, odds: Odds, settings: Settings) -> Expected:
    lost = gone = Fraction(0)
    for chance in odds.chances:
        after = unit_after(unit, chance.loss_pct.of(role), settings)
        lost += chance.probability * (_amount(unit) - (_amount(after) if after else 0))
        gone += chance.probability * (after is None)
    return Expected(detachment=detachment, unit=unit, lost=lost, gone=gone)


def _amount(unit: Unit) -> Fraction:
    return unit.condition_pct if unit.troop.is_engine else Fraction(unit.men)
