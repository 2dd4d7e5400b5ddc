"""Accounts of retreats, orders, counts, events: what was weighed is said, and what led to it is named."""

from __future__ import annotations

import pytest

from tests.unit.rulesets.bellum.explained import account, accounts_of, lines, turn_of
from tests.unit.rulesets.bellum.records import flagship, vectors
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum.accounts import BellumAccounts

WAYS = "Where they could go"


def test_every_fact_of_every_vector_has_an_account_in_every_language() -> None:
    seen: set[tuple[type, str]] = set()
    for name, turn in [("flagship", flagship()), *vectors()]:
        told = [BellumAccounts(turn, Language.load(code, "bellum"), lambda _: ()) for code in LANGUAGES]
        for number, fact in enumerate(turn.journal.facts(), 1):
            seen.add((type(fact), fact.rule))
            for accounts in told:
                found = accounts.account(number)
                assert found.sections and all(section.lines for section in found.sections), (name, number)
                assert found.rules[0] == fact.rule
    assert len(seen) > 55


@pytest.mark.parametrize(
    ("case", "decided_by", "line"),
    [
        (
            "where-01-preference",
            "order",
            "The order “Retreat from b: d, c” (y) names d first among those that are possible.",
        ),
        ("where-02-unusable-names-are-passed-over", "order", "E: named, but passed over, for it is not possible."),
        ("where-04-most-of-its-own", "own", "D: most of this people's own persons stand there."),
        (
            "where-05-then-one-that-it-owns",
            "owned",
            "D: this people owns it; as many of its own stand there as in the next best.",
        ),
        (
            "where-06-then-the-fewest-others",
            "others",
            "D: the fewest others stand there; in own persons and ownership it is like the next best.",
        ),
        ("where-03-preference-barred", "only", "E: no other province was possible."),
        (
            "out-01-to-where-the-attacker-came-from",
            "id",
            "A: comes first by id; otherwise it is like the next best.",
        ),
    ],
)
def test_where_to(case: str, decided_by: str, line: str) -> None:
    found = [told for told in accounts_of(turn_of(case), "withdrew") if line in lines(told)]
    assert [told.figures["decided_by"] for told in found] == [decided_by]


def test_barred_and_closed_ways_are_told_with_their_reason() -> None:
    told = account("where-03-preference-barred", "withdrew")
    (ways,) = [section.lines for section in told.sections if section.heading == WAYS]
    assert ways == (
        "A: possible; own persons there: 0, others: 0.",
        "C: possible; own persons there: 0, others: 0.",
        "D: barred, for residents of this people were driven out of there this turn.",
        "Fact 4: Battle in d: U 2 - Y 1. Defeat of y.",
    )
    assert "A: closed, for the sea lane is open to states only." in lines(account("stranded-02-ruling", "withdrew"))
    assert {way["barrier"] for way in told.figures["ways"]} == {None, "driven-out"}


def test_who_cannot_go_back() -> None:
    told = account("bar-02-the-origin-is-barred", "withdrew", 1)
    assert "Y: who came from b cannot go back, for residents were driven out of there." in lines(told)
    assert told.rules[0] == "B-4.5.8"
    again = account("second-02-the-returned-lose", "withdrew")
    assert "X: who stood there or was thrown back to there has to leave after a lost battle." in lines(again)
    assert {"B-4.7.1", "B-4.6.1"} <= set(again.rules)


def test_stranded() -> None:
    by_default = account("stranded-01-default", "stranded")
    assert lines(by_default)[-1] == "No province was possible and nobody ruled, so they stay."
    assert [each.id for each in by_default.inputs if each.kind == "default"] == ["stranded/b/y"]
    ruled = account("stranded-03-ruling-stay", "stranded")
    assert lines(ruled)[-1] == "No province was possible; the game master ruled that they stay."
    assert lines(account("stranded-02-ruling", "withdrew"))[-1] == (
        "No province was possible; the game master ruled that they go to d."
    )


def test_thrown_back() -> None:
    told = account("back-02-every-battle-must-be-won", "thrown_back")
    assert lines(told)[1] == "Not every battle of their people there was won:"
    assert lines(told)[2].startswith("Fact ")
    home = account("div-12-attackers-go-home-first", "thrown_back")
    assert lines(home)[0] == "T did not live in d: those who had attacked there return to b."
    assert "Where it was beaten" in [section.heading for section in home.sections]


@pytest.mark.parametrize(
    ("case", "verb", "wanted"),
    [
        (
            "assim-08-last-order-shrinks",
            "order_cut",
            [
                "X: 2 there (a), 3 needed by orders.",
                "The idle go first; then the last order in the file, then the one before it.",
                "“1: a -> b” (x): ordered 1, left 1.",
                "“2: a -> c” (x): ordered 2, left 1.",
            ],
        ),
        (
            "assim-08-last-order-shrinks",
            "assimilated",
            ["A: owned by s at the start of the turn.", "A: the majority, more than any other single people, has: s."],
        ),
        (
            "again-07-crowning-lapses",
            "order_void",
            ["It takes a majority at the start of the turn.", "T: no majority in any province."],
        ),
        (
            "move-07-stay-and-idle-when-the-move-falls-away",
            "order_void",
            [
                "An order stands only while its speaker is the head of the people that acts.",
                "X: the head at the start of the turn was w, not x.",
            ],
        ),
        (
            "npc-03-no-link",
            "order_void",
            [
                "It takes a link that is open to the people as it is at the start of the turn.",
                "The way from a to b is a sea lane for states alone.",
                "Y: a tribe at the start of the turn.",
            ],
        ),
        (
            "claim-04-majority-at-turn-start-lapses",
            "order_void",
            ["A at the start of the turn: s 2, x 2.", "A: nobody has more persons than any other single people."],
        ),
        (
            "hostile-15-friends-at-turn-start-are-friends",
            "crowned",
            [
                "A gives the right to make kingdoms to whoever has the majority there.",
                "Z: majority in a.",
                "Christian are 1 of 1; it takes at least half.",
            ],
        ),
        ("indep-01", "independent", ["C: a state captured by s at the start of the turn."]),
        (
            "streak-03-a-subject-s-defeat",
            "streak",
            [
                "W obeyed x at the start of the turn, so this defeat counts for the head.",
                "Before this turn: 0 turns in a row.",
                "With this turn: 1 turn in a row.",
            ],
        ),
        (
            "streak-04-reset",
            "streak",
            [
                "X: no defeat this turn, neither of their own nor of those whom they led at its start.",
                "So the count is 0.",
            ],
        ),
        (
            "streak-06-third-frees-all",
            "freed",
            [
                "X: the head; too many turns in a row with a defeat set free all that it rules.",
                "After 3 turns all whom the head rules are free, and the count starts anew.",
            ],
        ),
        (
            "streak-12-a-tribe-freed-by-a-crowning-is-not-freed-again",
            "freed",
            ["Z became a state, and a state rules no tribe: whom they ruled directly is free."],
        ),
        ("apart-05-reset", "cut_off", ["All of it hangs together by links that are open to tribes."]),
        (
            "apart-11-ruling-names",
            "separated",
            ["a: 1 person.", "e: 2 persons.", "The game master named the new tribes."],
        ),
        ("apart-06-third-turn", "appeared", ["Nobody ruled, so the new names are by rule."]),
        (
            "vanish-03-subjects-fall-to-its-master",
            "subjugated",
            ["Z: the master, x, vanished, so the master's own master follows: w."],
        ),
        ("modifier-02-still-runs", "modifiers_aged", ["X: force +1, had 2 turns left and has 1 now."]),
        (
            "cap-04-two-provinces",
            "left_empty",
            [
                "S: 1 person stood in a at the start of the turn, nobody does at its end.",
                "Fact 3: S: 1 person withdrew from a to d.",
            ],
        ),
        (
            "assim-04-not-in-a-province-annexed-this-turn",
            "no_orders",
            ["S: the orders file was rejected, for it had errors.", "S: played by p1."],
        ),
        (
            "ev-crown-good",
            "event",
            [
                "It is event number 1 of the game master's file, at the end of the turn: after all else.",
                "Fact 2: X became a kingdom.",
            ],
        ),
    ],
)
def test_accounts(case: str, verb: str, wanted: list[str]) -> None:
    found = lines(account(case, verb))
    assert [line for line in wanted if line not in found] == [], found


def test_a_cut_move_says_how_many_were_ordered_and_names_the_cut() -> None:
    told = account("assim-08-last-order-shrinks", "moved", 1)
    assert "Ordered 2, left to carry it out 1." in lines(told)
    assert [each.id for each in told.inputs if each.kind == "fact"] == ["2"]


def test_of_two_equal_moves_each_has_its_own_order() -> None:
    turns = [turn for _, turn in vectors()]
    for turn in turns:
        orders = [[each.id for each in told.inputs if each.kind == "order"] for told in accounts_of(turn, "moved")]
        assert all(len(found) == 1 for found in orders)
        assert len({found[0] for found in orders}) == len(orders)


def test_settings_and_counts_are_inputs() -> None:
    told = account("streak-06-third-frees-all", "freed")
    assert [(each.kind, each.id, each.pointer) for each in told.inputs if each.kind in ("setting", "state")] == [
        ("setting", "freedom_after", "/settings/freedom_after"),
        ("state", "defeats/x", "/defeats/x"),
    ]


def test_an_effect_names_its_event() -> None:
    told = account("ev-crown-good", "freed")
    assert [(each.kind, each.id) for each in told.inputs] == [("event", "1"), ("fact", "1")]
    assert told.text == "W became free of x."


def test_an_event_without_a_text_is_told_by_what_it_changed() -> None:
    assert account("ev-crown-good", "event").text == "An event of the game master: X became a kingdom."
    assert account("start-05-note", "event").text == "An event of the game master: A comet was seen."


def test_lines_of_the_flagship() -> None:
    accounts = BellumAccounts(flagship(), Language.load("en", "bellum"), lambda _: ())
    facts = flagship().journal.facts()
    found = [accounts.line(number) for number in range(1, len(facts) + 1)]
    assert found[1] == "Arabs: 2 persons went from Lower Arabia to Nabataea."
    assert "Battle in Marcomannia: Marcomanni+Franks 4 - Lombards 3. Defeat of Lombards." in found
    assert "Lombards vanished from the game, divided into Rothbards and Schwarzbards." in found


def test_there_is_no_such_fact() -> None:
    accounts = BellumAccounts(turn_of("indep-01"), Language.load("en", "bellum"), lambda _: ())
    for number in (0, 2, 99):
        with pytest.raises(IndexError):
            accounts.account(number)
