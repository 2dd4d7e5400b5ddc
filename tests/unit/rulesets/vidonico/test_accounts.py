"""Every fact of turns that were played has an account; those of the battle of the source say what was weighed."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.unit.rulesets.vidonico.played import others, play, raid, turn_of, vectors
from turnproc.engine.account import Account
from turnproc.engine.facts import fact_data
from turnproc.report.language import Language
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts import VidonicoAccounts
from turnproc.rulesets.vidonico.telling import Turn

ENGLISH = Language.load("en")


def accounts_of(turn: Turn, verb: str) -> list[Account]:
    """The accounts of all facts of a turn that begin with a verb."""
    accounts = VidonicoAccounts(turn, ENGLISH, lambda _: ())
    numbered = enumerate(turn.journal.facts(), 1)
    return [accounts.account(number) for number, fact in numbered if next(iter(fact_data(fact))) == verb]


def lines(told: Account) -> list[str]:
    """All lines of an account, whatever their heading."""
    return [line for section in told.sections for line in section.lines]


def test_every_fact_of_every_turn_has_an_account() -> None:
    seen = set()
    for name, turn in [("raid", raid()), *others().items(), *vectors()]:
        accounts = VidonicoAccounts(turn, ENGLISH, lambda _: ())
        for number, fact in enumerate(turn.journal.facts(), 1):
            seen.add(type(fact))
            found = accounts.account(number)
            assert found.text == accounts.line(number) and found.text
            assert found.sections and all(section.lines for section in found.sections), (name, number)
            assert all("{" not in line for line in lines(found)), (name, number)
            assert found.rules[0] == fact.rule
    assert seen == set(get_args(f.Fact))


def test_a_tactics_roll() -> None:
    first, _ = accounts_of(raid(), "tactics_roll")
    assert first.sections[0].heading == "The dice"
    assert first.sections[0].lines == (
        "Orlan has Tactics 4T.",
        "4T, roll tactics/raid-1/frekre: 2+3+4+2 = 11, thrown at the table.",
    )
    assert first.sections[1].lines[1:] == (
        "The stronger side's total is multiplied by the ratio: 11 × 2.5 = 27.5, up to 28.",
        "It takes 12 or more: a success.",
        "The smallest total that would have done was 5, with a chance of 99.9 %.",
    )
    assert first.figures == {"total": 11, "result": 28, "difficulty": 12}
    assert {each.id for each in first.inputs if each.kind == "setting"} == {"tactics_rounding", "success_on_equal"}


def test_a_ruling_on_tactics_is_told_with_its_reason() -> None:
    first, second = accounts_of(others()["encounter"], "tactics_roll")
    assert "By the game master's ruling, dice +1 and pips 0: 5T." in lines(first)
    assert [each.id for each in first.inputs if each.kind == "ruling"] == ["tactics/frekre-1-vs-horde-1-t5/frekre-1"]
    assert not [each for each in second.inputs if each.kind == "ruling"]


def test_strength_names_every_part() -> None:
    _, horde = accounts_of(raid(), "strength")
    assert lines(horde)[0] == (
        "The raiders, on foot: 637 × 2 = 1274; each 3 regular +1 minotaur −1 barbarian −1 hungry = 2."
    )
    assert lines(horde)[2] == "Together: 1274 + 80 = 1354."
    assert lines(horde)[-1] == "Fact 6: The great herd: hungry or thirsty from now on."
    assert horde.figures["total"] == 1354


def test_losses_are_reckoned_and_shared() -> None:
    frekre, horde = accounts_of(raid(), "losses")
    assert "Dead: 5 % of 553 = 27.65, up to 28." in lines(frekre)
    assert "A side that holds the field keeps one man unhurt at least." in lines(frekre)
    assert "Captured: 20 % of 677 = 135.40, up to 136." in lines(horde)
    alone, raiders, _ = accounts_of(raid(), "losses_shared")
    assert lines(alone)[-1] == "It was the only contingent of its side in the battle, so it bears all of the losses."
    assert "Dead: 170 × 637 / 677 = 159.96; its share is 160." in lines(raiders)


def test_a_fate_and_what_follows() -> None:
    grima, orlan = accounts_of(raid(), "fate")
    assert "Dice are added or taken for this: fleeing on foot, pursued, −4T." in lines(grima)
    assert grima.sections[1].lines == (
        "5 is in the row Q4, from 4 to 7.",
        "Damage rolls in that row: 2.",
        "In that row one is taken captive.",
        "There is no loot in that row.",
    )
    assert "4T+1 with +3T: 7T+1." in lines(orlan)
    (captured,) = accounts_of(raid(), "captured")
    assert lines(captured)[-1] == "Who is captured goes to the army that takes the enemy side's prisoners."


def test_where_nobody_ruled_the_default_is_told() -> None:
    (held,) = accounts_of(raid(), "held_prisoners")
    assert [(each.kind, each.id) for each in held.inputs if each.kind == "default"] == [
        ("default", "held_prisoners/raid-1/horde-1")
    ]
    (withdrew,) = accounts_of(raid(), "withdrew")
    assert (
        lines(withdrew)[-1]
        == "Nobody ruled, so the rules decided. Where The great herd went after the battle raid-1: stays."
    )


def test_prisoners_go_down_the_ladder() -> None:
    disposed = accounts_of(raid(), "prisoners_disposed")[0]
    assert lines(disposed)[2:6] == [
        "The army's policy: says nothing.",
        "Custom against that people: says nothing.",
        "The faction's own custom: pressed into service.",
        "Custom against anybody: pressed into service.",
    ]


def test_recovery_rests_on_the_battle_of_an_earlier_week() -> None:
    turn = turn_of("turn-002")
    accounts = VidonicoAccounts(
        turn, ENGLISH, lambda number: turn_of("turn-001").journal.facts() if number == 3 else ()
    )
    numbers = [n for n, fact in enumerate(turn.journal.facts(), 1) if isinstance(fact, f.Recovered)]
    found = accounts.account(numbers[0])
    assert "Of 56 wounded in the battle raid-1 a share of 1/6 recovers each week: 9.33, up to 10." in lines(found)
    (earlier,) = [each for each in found.inputs if each.kind == "fact"]
    assert earlier.turn == 3
    assert isinstance(turn_of("turn-001").journal.facts()[int(earlier.id) - 1], f.LossesShared)


def test_a_ruling_on_recovery() -> None:
    first = turn_of("turn-001")
    turn = play(first.after, first.table.world, gm={"rulings": {"recovery/horde-1": {"rate": "1/3"}}})
    usual, ruled = accounts_of(turn, "recovered")
    assert "Of 56 wounded in the battle raid-1 a share of 1/6 recovers each week: 9.33, up to 10." in lines(usual)
    assert lines(ruled)[:2] == [
        "The game master ruled. Recovery of horde-1: 1/3 of the wounded.",
        "Of 96 wounded in the battle raid-1 a share of 1/3 recovers each week: 32.",
    ]


def test_loot_that_was_rolled_again() -> None:
    first, second, _ = accounts_of(others()["rerolled"], "loot")
    assert "The game master had it rolled again: loot/b1/anna/1." in lines(first)
    assert "The last result of a loot roll counts." in lines(second)
    assert ("default", "document/b1/anna/1") in [(each.kind, each.id) for each in second.inputs]


def test_a_broken_tie_names_the_house_rule() -> None:
    (outcome,) = accounts_of(others()["mutual"], "outcome")
    assert "House rule of this campaign: equal_strength: tactics_total." in lines(outcome)
    assert "Nobody ruled, so the rules decided. Equal sides in the battle b1: both withdraw." in lines(outcome)


def test_orders_behind_facts_are_named_by_file_and_place() -> None:
    (moved,) = [each for each in accounts_of(raid(), "moved") if "marched" in each.text]
    (order,) = [each for each in moved.inputs if each.kind == "order"]
    assert (order.id, order.source, order.pointer) == ("frekre/o1", "orders/frekre", "/orders/0")


def test_there_is_no_fact_nought() -> None:
    with pytest.raises(IndexError):
        VidonicoAccounts(raid(), ENGLISH, lambda _: ()).account(0)
