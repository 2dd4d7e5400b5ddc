"""Accounts of battles and of what follows from them: who was hostile by which order, forces, subjugation, division."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.rulesets.bellum.explained import account, accounts_of, lines, turn_of
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.world import PeopleId


@pytest.mark.parametrize(
    ("case", "nth", "wanted"),
    [
        ("hostile-01-arrived-with-attack", 0, ["X against y: “2: a -> b (attack on y)” (x)."]),
        ("hostile-06-newcomers", 0, ["X against y, who came there: “2: a (meet newcomers)” (x)."]),
        (
            "hostile-10-hold-attack-all-and-attackers",
            0,
            ["X against y, who stood there or came attacking: “2: a (attack on all present)” (x)."],
        ),
        (
            "force-11-never-below-zero-each-by-itself",
            0,
            [
                "X: 1 × 1 − 3 = −2, and below 0 counts as 0.",
                "X: force −3, since before turn 1.",
                "W+X: 1 + 0 = 1.",
                "The forces are equal: nobody is defeated, and on neither side does it count as won.",
            ],
        ),
        (
            "force-12-one-fitting-opponent-is-enough",
            0,
            [
                "X: 2 × 1 + 2 = 4.",
                "S: 1 × 2 = 2.",
                "S: a state, so each person counts double.",
                "As if only these two fought: X 2 - R 1.",
                "As if only these two fought: X 4 - S 2.",
            ],
        ),
        (
            "force-05-against-states-does-not-fit-a-tribe",
            0,
            ["X: force +5 against states does not count here, since it fits none of the opponents."],
        ),
        (
            "battle-02-triangle-of-equals",
            0,
            [
                "Y against x: “1: b -> d (attack on all)” (y).",
                "X against y: “1: a -> d (attack on all)” (x).",
                "X: several enemies there, so it is one battle against all of them together.",
            ],
        ),
        (
            "second-11-common-enemy-in-the-second",
            1,
            [
                "In the second combat only enmities with somebody count who was thrown back to here: x.",
                "X: 3 persons thrown back to here.",
                "Z: 3 persons from q.",
                "W: 1 person who stood there.",
            ],
        ),
    ],
)
def test_battles(case: str, nth: int, wanted: list[str]) -> None:
    found = lines(account(case, "battle", nth))
    assert [line for line in wanted if line not in found] == [], found


def test_one_hostility_is_enough_and_is_said_to_be() -> None:
    enough = "Two peoples are enemies as soon as one of them is hostile to the other."
    assert enough in lines(account("hostile-01-arrived-with-attack", "battle"))
    assert enough not in lines(account("battle-02-triangle-of-equals", "battle"))


def test_a_battle_names_its_rules_and_its_orders() -> None:
    told = account("hostile-06-newcomers", "battle")
    assert told.rules == ("B-4.4.4", "B-4.4.1", "B-4.4.2", "B-4.4.3", "B-4.4.5")
    (order,) = [each for each in told.inputs if each.kind == "order"]
    assert (order.id, order.source, order.pointer) == ("x/o1", "orders/x", "/orders/0")
    assert told.figures["hostile"] == [{"people": "x", "against": "y", "orders": ["x/o1"]}]


def test_a_modifier_of_this_turn_names_its_event() -> None:
    told = account("force-13-modifier-of-a-start-event", "battle")
    assert "X: force +1, granted at the start of this turn (fact 2)." in lines(told)
    assert [(each.kind, each.id) for each in told.inputs if each.kind in ("event", "fact")] == [
        ("fact", "2"),
        ("event", "1"),
    ]


def test_a_modifier_of_an_earlier_turn_names_that_turn() -> None:
    turn = turn_of("force-11-never-below-zero-each-by-itself")
    later = replace(turn, table=replace(turn.table, turn=3))
    grant = f.ModifierGranted(PeopleId("x"), "B-5.6", -3)
    past: dict[int, list[f.Fact]] = {1: [f.Streak(PeopleId("x"), "B-4.8.1", 1), grant], 2: []}
    (told,) = accounts_of(later, "battle", past=lambda number: past[number])
    assert "X: force −3, granted in turn 1 (fact 2)." in lines(told)
    assert [(each.turn, each.id) for each in told.inputs if each.kind == "fact"] == [(1, "2")]
    assert [each.pointer for each in told.inputs if each.kind == "state"] == ["/modifiers/0"]


def test_of_equal_modifiers_each_has_its_own_grant() -> None:
    turn = turn_of("force-10-several-add-up")
    later = replace(turn, table=replace(turn.table, turn=2))
    grants = [f.ModifierGranted(each.people, "B-5.6", each.strength, each.against) for each in turn.before.modifiers]
    (told,) = accounts_of(later, "battle", past=lambda _: grants)
    found = [line for line in lines(told) if "granted in turn 1" in line]
    assert len(found) == len(set(found)) == len(grants) > 1


@pytest.mark.parametrize(
    ("case", "nth", "wanted"),
    [
        (
            "lives-04-failed-attackers-live-at-their-origin",
            0,
            ["B: from there persons of the tribe attacked c and did not win through.", "B: defeated by x (fact 3)."],
        ),
        ("lives-01-peaceful-arrivals", 0, ["B: persons of the tribe came there in peace."]),
        ("sub-06-state-and-tribe-together", 0, ["S: does not count, for a state cannot rule a tribe."]),
        (
            "sub-10-a-beaten-subject-may-win-for-an-unbeaten-head",
            0,
            ["Z: counts for the head, x, in d, with force 1.", "Only the victories of one people count: x."],
        ),
        (
            "sub-10-a-beaten-subject-may-win-for-an-unbeaten-head",
            1,
            ["Y: does not count, for the head was beaten everywhere this turn, too: y."],
        ),
        ("div-13-one-of-two-spares", 0, ["N: does not count, for mercy was ordered: “Mercy for t” (n)."]),
        (
            "sub-14-ordered-with-an-order",
            0,
            ["W: does not count, for here only those count who ordered to subjugate this tribe."],
        ),
        (
            "div-05-tie-of-remainders-by-force-leaves-one",
            0,
            [
                "N: 2 × 3 / 4 = 1, remainder 2/4: one more, so 2.",
                "M: a share of 0, so no part.",
                "Only one victor has a share, so there is no division: n.",
            ],
        ),
        (
            "ruling-03-without-identity-subjects-go-to-the-largest",
            0,
            [
                "W obeyed t; what a tribe ruled goes to its largest part, t (n).",
                "T: no part keeps the name, so the tribe is no more.",
            ],
        ),
    ],
)
def test_subjugations(case: str, nth: int, wanted: list[str]) -> None:
    found = lines(account(case, "subjugated", nth))
    assert [line for line in wanted if line not in found] == [], found


def test_an_order_to_subjugate_or_to_spare_is_an_input() -> None:
    assert "x/o2" in [each.id for each in account("sub-14-ordered-with-an-order", "subjugated").inputs]
    assert "n/o1" in [each.id for each in account("div-13-one-of-two-spares", "subjugated").inputs]


@pytest.mark.parametrize(
    ("case", "wanted"),
    [
        (
            "div-07-where-no-victor-that-counts-won",
            [
                "B: 1 person, all to the only victor there: m.",
                "E: 1 person; nobody who counts won there: to the largest part, n.",
                "Together: m 1, n 3.",
                "Nobody ruled, so the shares hold, and the largest part keeps the tribe's name.",
            ],
        ),
        (
            "div-09-all-forces-zero",
            ["All these forces are 0, so the shares are equal.", "M: 2 × 1 / 2 = 1, remainder 0/2."],
        ),
        (
            "ruling-04-differs-from-the-shares",
            [
                "The game master ruled what the parts are called and how many each has.",
                "The ruling's numbers differ from the shares: in its order each part is filled from where its victor "
                "won alone, then from shared provinces, then from the others.",
            ],
        ),
    ],
)
def test_divisions(case: str, wanted: list[str]) -> None:
    found = lines(account(case, "split"))
    assert [line for line in wanted if line not in found] == [], found


def test_a_division_names_its_ruling_or_default() -> None:
    ruled = account("ruling-04-differs-from-the-shares", "split")
    assert [(each.kind, each.pointer) for each in ruled.inputs if each.kind == "ruling"] == [
        ("ruling", "/rulings/split~1t")
    ]
    default = account("div-09-all-forces-zero", "split")
    (answer,) = [each for each in default.inputs if each.kind == "default"]
    assert answer.id == "split/t"
    assert answer.data == {"t": {"victor": "m", "persons": 1}, "t-n": {"victor": "n", "persons": 1}}


def test_every_fact_of_a_division_has_the_whole_account() -> None:
    turn = turn_of("ruling-03-without-identity-subjects-go-to-the-largest")
    for verb in ("parted", "vanished", "subjugated"):
        for told in accounts_of(turn, verb):
            assert "Together: m 1, n 2." in lines(told)
            assert told.rules[0] == "B-4.5.3"


def test_a_captured_state() -> None:
    told = account("cap-08-captor-tie", "captured")
    assert lines(told) == [
        "S: the only province owned after this turn's claims is a.",
        "U: force 2.",
        "Y: force 2.",
        "The highest force captures; of equal ones the first in the order of ids: u.",
    ]
    assert told.figures["captors"] == [{"victor": "u", "force": 2}, {"victor": "y", "force": 2}]
