"""A game of several days with dice and questions in its middle is played, stopped, gone on with, folded, kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.engine.toy import TOY, Arrived, Broken, Fact, Orders, Rowed, State, World, ruleset
from turnproc.engine.dice import Dice
from turnproc.engine.facts import FactCodec, fact_data
from turnproc.engine.finding import Finding
from turnproc.engine.journal import Journal, journal_text, read_journal
from turnproc.engine.phase import Outcome, Phase, Schedule
from turnproc.engine.resolve import Resolution, fold, resolve
from turnproc.engine.rulings import How, Rulings
from turnproc.engine.table import Table
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

CALM = {f"d{day}/storm/{boat}": [1] for day in range(1, 6) for boat in ("anna", "boris")}
# Anna's boat breaks on the second day, in the middle of the turn.
BREAKS = {**CALM, "d2/storm/anna": [6]}
QUESTION = "broken/2/anna"


def table(
    thrown: Mapping[str, list[int]] | None = None,
    rulings: Mapping[str, Any] | None = None,
    seed: bytes | None = None,
    **boats: int,
) -> Table[World, Orders]:
    orders = {boat: Orders(dice) for boat, dice in sorted((boats or {"anna": 1, "boris": 1}).items())}
    return Table(turn=1, world=World(), orders=orders, rulings=Rulings(rulings), dice=Dice(seed, thrown))


def rowing(anna: list[int], boris: list[int]) -> dict[str, list[int]]:
    days = {f"d{day}/rowing/anna": [face] for day, face in enumerate(anna, start=1)}
    return days | {f"d{day}/rowing/boris": [face] for day, face in enumerate(boris, start=1)}


def plain(resolution: Resolution[State, Fact]) -> list[tuple[str, list[dict[str, Any]]]]:
    return [(phase.name, [fact_data(fact) for fact in phase.facts]) for phase in resolution.phases]


def journal_of(resolution: Resolution[State, Fact], played: Table[World, Orders]) -> Journal[Fact]:
    return Journal(
        turn=1,
        ruleset="toy",
        version=1,
        inputs={},
        rolls=resolution.rolls,
        rulings=played.rulings.used(),
        defaults=played.rulings.defaults(),
        phases=resolution.phases,
    )


def labels(thrown: Mapping[str, list[int]], until: int, *boats: str) -> dict[str, list[int]]:
    """Those dice that are really thrown: nobody rolls after having arrived."""
    days = {label: faces for label, faces in thrown.items() if int(label[1]) <= until}
    return {label: faces for label, faces in days.items() if label.rpartition("/")[2] in (boats or ("anna", "boris"))}


def test_day_by_day_the_schedule_sees_what_has_happened() -> None:
    thrown = labels({**rowing([6, 6], [4, 4, 4]), **CALM}, 3)
    del thrown["d3/storm/anna"]  # she has arrived on the second day
    resolution = resolve(TOY, State(), table(thrown))
    assert resolution.stands
    assert plain(resolution) == [
        ("d1/rowing", [rowed("anna", 6, 6), rowed("boris", 4, 4)]),
        ("d2/rowing", [rowed("anna", 6, 12), rowed("boris", 4, 8)]),
        ("d2/arrival", [{"arrived": ["anna"], "rule": "T-4", "on": 2}]),
        ("d3/rowing", [rowed("boris", 4, 12)]),
        ("d3/arrival", [{"arrived": ["boris"], "rule": "T-4", "on": 3}]),
    ]
    assert resolution.after == State({"anna": 12, "boris": 12}, ["anna", "boris"])
    assert [roll.label for roll in resolution.rolls] == [
        "d1/rowing/anna", "d1/rowing/boris", "d1/storm/anna", "d1/storm/boris",
        "d2/rowing/anna", "d2/rowing/boris", "d2/storm/anna", "d2/storm/boris",
        "d3/rowing/boris", "d3/storm/boris",
    ]  # fmt: skip


def rowed(boat: str, by: int, to: int) -> dict[str, Any]:
    return {"rowed": boat, "rule": "T-1", "by": by, "to": to}


def test_the_state_before_is_not_changed() -> None:
    before = State({"anna": 3})
    resolve(TOY, before, table(seed=bytes(32)))
    assert before == State({"anna": 3})


def test_a_question_in_the_middle_stops_the_turn_there() -> None:
    resolution = resolve(TOY, State(), table(labels({**rowing([2, 2], [2, 2]), **BREAKS}, 2)))
    assert not resolution.stands
    assert [asked.question.id for asked in resolution.open] == [QUESTION]
    assert resolution.open == resolution.asked
    assert [phase.name for phase in resolution.phases][-1] == "d2/storm"
    # Nothing was rolled after it, and nobody is told that other rulings or dice are asked for by nothing.
    assert all(roll.label.startswith(("d1/", "d2/")) for roll in resolution.rolls)
    assert resolution.findings == ()
    early = resolve(TOY, State(), table({**rowing([2] * 5, [2] * 5), **BREAKS}, {"broken/4/boris": "sunk"}))
    assert early.findings == ()


def test_without_a_seed_the_turn_stops_at_the_first_die_that_nobody_threw() -> None:
    thrown = {"d1/rowing/anna": [2], "d1/rowing/boris": [3], "d9/rowing/anna": [1]}
    before = State()
    resolution = resolve(TOY, before, table(thrown, {"broken/4/boris": "sunk"}))
    assert resolution.unthrown is not None
    assert (resolution.unthrown.label, resolution.unthrown.expression) == ("d1/storm/anna", "1d6")
    assert not resolution.stands
    # What comes later may well ask for that ruling and those dice.
    assert resolution.findings == ()
    assert [phase.name for phase in resolution.phases] == ["d1/rowing"]
    assert [roll.label for roll in resolution.rolls] == ["d1/rowing/anna", "d1/rowing/boris"]
    assert before == State()


@pytest.mark.parametrize(
    ("fate", "after"),
    [
        ("mended", State({"anna": 10, "boris": 10})),
        ("adrift", State({"anna": 6, "boris": 10})),
        ("sunk", State({"anna": 4, "boris": 10}, [], ["anna"])),
    ],
)
def test_after_the_ruling_it_goes_on(fate: str, after: State) -> None:
    thrown = {**rowing([2] * 5, [2] * 5), **BREAKS}
    if fate == "sunk":
        thrown = {label: faces for label, faces in thrown.items() if label[-4:] != "anna" or int(label[1]) < 3}
    stopped = resolve(TOY, State(), table(thrown))
    played = table(thrown, {QUESTION: fate})
    resolution = resolve(TOY, State(), played)
    assert resolution.stands
    assert resolution.after == after
    assert [(asked.question.id, asked.how) for asked in resolution.asked] == [(QUESTION, How.RULED)]
    assert played.rulings.used() == {QUESTION: fate}
    # What was played before the question came up is played the same way again.
    assert plain(resolution)[:2] == plain(stopped)[:2]
    assert resolution.rolls[: len(stopped.rolls)] == stopped.rolls
    # And the journal is all that one needs to know where everybody is.
    assert fold(TOY, State(), resolution.phases) == after


def test_several_questions_at_once_are_asked_at_once() -> None:
    thrown = {**labels({**rowing([2, 2], [2, 2]), **BREAKS}, 2), "d2/storm/boris": [6]}
    resolution = resolve(TOY, State(), table(thrown))
    assert [asked.question.id for asked in resolution.open] == [QUESTION, "broken/2/boris"]
    one = resolve(TOY, State(), table(thrown, {QUESTION: "sunk"}))
    assert [asked.question.id for asked in one.open] == ["broken/2/boris"]


def test_a_wrong_ruling_is_told_and_the_question_stays() -> None:
    resolution = resolve(
        TOY, State(), table(labels({**rowing([2, 2], [2, 2]), **BREAKS}, 2), {QUESTION: "eaten by fish"})
    )
    assert not resolution.stands
    assert [finding.message for finding in resolution.findings] == ["C017"]
    assert [asked.question.id for asked in resolution.open] == [QUESTION]


def test_rulings_and_dice_that_nothing_asked_for() -> None:
    thrown = {**rowing([6, 6], [6, 6]), **labels(CALM, 2), "d3/rowing/anna": [1]}
    resolution = resolve(TOY, State(), table(thrown, {QUESTION: "sunk"}))
    assert not resolution.stands
    assert [(finding.message, finding.pointer) for finding in resolution.findings] == [
        ("C015", "/rulings/broken~12~1anna"),
        ("C016", "/dice/d3~1rowing~1anna"),
    ]


def test_a_wrong_die_is_told_and_the_run_goes_on() -> None:
    thrown = {**rowing([6, 6], [7, 6]), **labels(CALM, 2)}
    resolution = resolve(TOY, State(), table(thrown, seed=bytes(32)))
    assert [finding.pointer for finding in resolution.findings] == ["/dice/d1~1rowing~1boris/0"]
    assert resolution.after.arrived[0] == "anna"


def test_nobody_there() -> None:
    lonely: Table[World, Orders] = Table(turn=1, world=World(), orders={})
    resolution = resolve(TOY, State(), lonely)
    assert (resolution.phases, resolution.stands, resolution.after) == ((), True, State())


def test_neighbouring_phases_of_one_name_stand_together_and_empty_ones_are_left_out() -> None:
    def schedule(state: State, _: Table[World, Orders]) -> Schedule[Fact]:
        for number in range(3):
            yield Phase("a", partial(rowed_by, number))
        yield Phase("b", Outcome)
        got = yield Phase("a", lambda: Outcome([Arrived(("x",), "T-4", 1)]))
        assert state.arrived == ["x"]
        assert got == [Arrived(("x",), "T-4", 1)]

    resolution = resolve(ruleset(schedule=schedule), State(), table())
    assert [(phase.name, len(phase.facts)) for phase in resolution.phases] == [("a", 3), ("a", 1)]


def rowed_by(number: int) -> Outcome[Fact]:
    return Outcome([Rowed("x", "T-1", number, number)])


def test_an_event_that_cannot_apply_is_told_and_the_run_goes_on_to_the_next() -> None:
    finding = Finding("gm", "/events/0", "C015", {"id": "x", "asked": []})

    def schedule(_: State, __: Table[World, Orders]) -> Schedule[Fact]:
        yield Phase("a", lambda: Outcome([], (finding,)))
        yield Phase("b", lambda: Outcome([Arrived(("x",), "T-4", 1)], (finding,)))

    resolution = resolve(ruleset(schedule=schedule), State(), table())
    assert resolution.findings == (finding, finding)
    assert not resolution.stands
    assert resolution.after.arrived == ["x"]


def test_a_phase_that_fails_fails_the_run() -> None:
    def schedule(_: State, __: Table[World, Orders]) -> Schedule[Fact]:
        yield Phase("a", lambda: Outcome([1 // 0]))  # type: ignore[list-item]

    with pytest.raises(ZeroDivisionError):
        resolve(ruleset(schedule=schedule), State(), table())


@given(seed=st.binary(min_size=32, max_size=32), anna=st.integers(1, 3), boris=st.integers(1, 3), fate=st.sampled_from(
    ["sunk", "mended", "adrift"]
))  # fmt: skip
def test_played_to_its_end_kept_and_read_again(seed: bytes, anna: int, boris: int, fate: str) -> None:
    """Rule as long as something is open: the turn ends, comes out the same again, and folds from its journal."""
    rulings: dict[str, Any] = {}
    while True:
        played = table(None, rulings, seed, anna=anna, boris=boris)
        resolution = resolve(TOY, State(), played)
        if not resolution.open:
            break
        assert all(asked.question.id not in rulings for asked in resolution.open)
        rulings |= {asked.question.id: fate for asked in resolution.open}
    assert resolution.stands
    assert played.rulings.used() == dict(sorted(rulings.items()))
    again = resolve(TOY, State(), table(None, rulings, seed, boris=boris, anna=anna))
    assert again == replace(resolution, asked=again.asked)
    assert fold(TOY, State(), resolution.phases) == resolution.after

    text = journal_text(journal_of(resolution, played))
    document, problems = read_yaml(text.encode(), "journal.yaml", CAMPAIGN)
    assert document is not None and not problems
    assert isinstance(document.data, dict)
    journal = read_journal(document.data, FactCodec(TOY.facts))
    assert journal == journal_of(resolution, played)
    assert fold(TOY, State(), journal.phases) == resolution.after
    assert journal.facts() == [fact for phase in resolution.phases for fact in phase.facts]


@given(seed=st.binary(min_size=32, max_size=32), boats=st.integers(1, 4))
def test_one_more_boat_moves_no_roll_of_the_others(seed: bytes, boats: int) -> None:
    def rolls(number: int) -> dict[str, Any]:
        names = {f"boat{each}": 1 for each in range(number)}
        rulings = {f"broken/{day}/{boat}": "mended" for day in range(1, 6) for boat in names}
        resolution = resolve(TOY, State(), table(None, rulings, seed, **names))
        return {roll.label: roll for roll in resolution.rolls}

    few, more = rolls(boats), rolls(boats + 1)
    assert few.keys() < more.keys()
    assert all(more[label] == roll for label, roll in few.items())


def test_a_journal_that_was_cut_folds_to_the_day_before() -> None:
    thrown = {**rowing([6, 6], [6, 6]), **labels(CALM, 2)}
    resolution = resolve(TOY, State(), table(thrown))
    first = [phase for phase in resolution.phases if phase.name.startswith("d1/")]
    assert fold(TOY, State(), first) == State({"anna": 6, "boris": 6})


def test_facts_of_the_toy_come_back() -> None:
    codec: FactCodec[Any] = FactCodec(TOY.facts)
    for fact in (
        Rowed("a", "T-1", 1, 2),
        Broken("a", "T-2"),
        Broken("a", "T-2", "sunk"),
        Arrived(("a", "b"), "T-4", 3),
    ):
        assert codec.read(fact_data(fact)) == fact
