"""The odds of one battle of barkhany by numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnproc.rulesets.barkhany.battle import weigh
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.modifiers import UnruledError
from turnproc.rulesets.barkhany.odds import Expected, battle_odds, expected_losses, lead_odds, prospects
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.strength import Fielded, Scene
from turnproc.rulesets.barkhany.world import Settings

HOUSE = Settings()
MAN = Unit(id="u", type="heavy_infantry", men=1)
ENGINE = Unit(id="e", type="siege_engines")


def side(men: int, *others: Unit) -> tuple[Fielded, ...]:
    units = (Unit(id="u", type="heavy_infantry", men=men), *others)
    return (Fielded(detachment="d", units=units),)


EVEN = weigh(Both(side(100), side(100)), Scene(), HOUSE)


def test_even_sides() -> None:
    odds = battle_odds(EVEN, HOUSE)
    # 4332 of 46656 throws are even, 4221 each are ahead by one: the numbers of six dice that show 21, and 22.
    assert odds.rows(None) == {1: Fraction(4332, 46656)}
    assert odds.rows("attacker")[1] == Fraction(4221, 46656)
    # Ahead by 13, 14, 15: 21, 6, 1 throws.
    assert odds.rows("defender")[5] == Fraction(28, 46656)
    assert odds.wins("attacker") == odds.wins("defender") == (1 - odds.wins(None)) / 2
    assert odds.expected_loss_pct.attacker == odds.expected_loss_pct.defender


def test_chances_run_from_the_attackers_best_to_the_defenders() -> None:
    told = [(each.winner, each.row) for each in battle_odds(EVEN, HOUSE).chances]
    attacker, defender = [("attacker", row) for row in (5, 4, 3, 2, 1)], [("defender", row) for row in (1, 2, 3, 4, 5)]
    assert told == [*attacker, (None, 1), *defender]


def test_one_modifier_more_is_one_lead_more() -> None:
    found = prospects(EVEN, HOUSE)
    assert found.with_one_more("attacker").rows(None)[1] == lead_odds()[-1]
    assert found.with_one_more("defender") == found.with_one_less("attacker")
    assert found.with_one_more("attacker").wins("attacker") == found.now.wins("attacker") + found.now.wins(None)


def test_a_walkover_is_certain() -> None:
    (chance,) = battle_odds(weigh(Both(side(1), ()), Scene(), HOUSE), HOUSE).chances
    assert (chance.winner, chance.row, chance.probability) == ("attacker", None, Fraction(1))
    assert chance.loss_pct == Both(Fraction(0), Fraction(0))


def test_losses_on_the_average_are_those_really_taken() -> None:
    # A man alone is lost by whom rows 4 and 5 beat: 0.45 and 0.2 of him are nobody. Engines lose the exact percentage.
    attackers = (Fielded(detachment="d", units=(MAN, ENGINE)),)
    weighed = weigh(Both(attackers, side(1)), Scene(), HOUSE)
    odds = battle_odds(weighed, HOUSE)
    man, engine = expected_losses(attackers, "attacker", odds, HOUSE)
    beaten = sum((odds.rows("defender").get(row, Fraction(0)) for row in (4, 5)), Fraction(0))
    assert man == Expected(detachment="d", unit=MAN, lost=beaten, gone=beaten)
    assert (engine.lost, engine.gone) == (odds.expected_loss_pct.attacker, Fraction(0))


def test_nothing_can_be_said_before_the_game_master_has() -> None:
    settings = Settings(over_five=None)
    with pytest.raises(UnruledError):
        battle_odds(weigh(Both(side(600), side(100)), Scene(), settings), settings)


def test_nobody_attacks_nobody_wins() -> None:
    with pytest.raises(ValueError, match="do not fight"):
        battle_odds(weigh(Both((), side(100)), Scene(), HOUSE), HOUSE)
