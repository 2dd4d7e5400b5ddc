"""What holds for every turn of bellum, whatever the map, the orders and the events."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.properties.bellum_worlds import Game, Run, games, run
from turnproc.engine.facts import FactCodec, fact_data
from turnproc.engine.journal import LAYOUT, Journal, journal_data, journal_text, read_journal
from turnproc.engine.resolve import fold
from turnproc.rulesets.bellum import RULESET
from turnproc.rulesets.bellum.facts import Added, Removed
from turnproc.rulesets.bellum.state import State, copy_state, totals
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import write_yaml


def persons(state: State) -> int:
    return sum(totals(state.provinces).values())


def written(played: Run) -> str:
    """Everything that a turn writes, as bytes would have it."""
    state = RULESET.write_state(played.resolution.after, played.world, 1)
    return write_yaml(journal_data(journal(played)), LAYOUT) + write_yaml(state, RULESET.state_layout)


def journal(played: Run) -> Journal[Any]:
    return Journal(
        turn=1,
        ruleset="bellum",
        version=1,
        inputs={},
        rulings=played.table.rulings.used(),
        defaults=played.table.rulings.defaults(),
        phases=played.resolution.phases,
    )


@given(games())
def test_nobody_dies_but_by_events(game: Game) -> None:
    played = run(game)
    facts = journal(played).facts()
    added = sum(fact.added for fact in facts if isinstance(fact, Added))
    added -= sum(fact.removed for fact in facts if isinstance(fact, Removed))
    added += sum(sum(fact.in_.values()) for fact in facts if hasattr(fact, "appeared") and fact.from_ is None)
    assert persons(played.resolution.after) == persons(played.before) + added


@given(games())
def test_the_state_after_keeps_the_invariants(game: Game) -> None:
    played = run(game)
    assume(played.resolution.stands)
    data = RULESET.write_state(played.resolution.after, played.world, 1)
    read = RULESET.read_state(data, played.world)
    assert read.findings == ()
    assert read.value == played.resolution.after


@given(games())
def test_the_journal_folds_to_the_state(game: Game) -> None:
    played = run(game)
    text = write_yaml(journal_data(journal(played)), LAYOUT)
    document, problems = read_yaml(text.encode(), "journal.yaml", CAMPAIGN)
    assert document is not None and not problems
    data: Any = document.data
    again = read_journal(data, FactCodec(RULESET.facts))
    assert fold(RULESET, played.before, again.phases) == played.resolution.after
    assert write_yaml(journal_data(again), LAYOUT) == text == journal_text(again)


@given(games())
def test_playing_does_not_change_what_it_was_given(game: Game) -> None:
    played = run(game)
    before = copy_state(played.before)
    again = run(game)
    assert played.before == before == again.before
    assert written(played) == written(again)


@given(games())
def test_a_phase_changes_nothing_before_its_facts_are_applied(game: Game) -> None:
    played = run(game)
    state = copy_state(played.before)
    schedule = RULESET.schedule(state, replace(played.table, rulings=type(played.table.rulings)()))
    facts: Any = None
    while True:
        try:
            phase = next(schedule) if facts is None else schedule.send(facts)
        except StopIteration:
            break
        before = copy.deepcopy(state)
        facts = phase.play().facts
        assert state == before, phase.name
        for fact in facts:
            RULESET.apply(state, fact)
    assert state == played.resolution.after


@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_things_in_files_means_nothing(game: Game, random: Any) -> None:
    played = run(game)
    shuffled = replace(
        game,
        state={**game.state, "peoples": _shuffled(game.state["peoples"], random)}
        | {
            "provinces": {
                province: {**land, "people": _shuffled(land["people"], random)}
                for province, land in _shuffled(game.state["provinces"], random).items()
            }
        },
        map={**game.map, "links": random.sample(game.map["links"], len(game.map["links"]))},
        orders=_shuffled(game.orders, random),
    )
    assert written(run(shuffled)) == written(played)


@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_orders_changes_only_names_of_orders(game: Game, random: Any) -> None:
    """Where nobody loses persons to events or assimilation, the place of an order in its file decides nothing."""
    played = run(replace(game, events=[]))
    verbs = {next(iter(fact_data(fact))) for fact in journal(played).facts()}
    assume(not verbs & {"order_cut", "assimilated"})
    shuffled = {speaker: random.sample(orders, len(orders)) for speaker, orders in game.orders.items()}
    again = run(replace(game, events=[], orders=shuffled))
    assert played.resolution.after == again.resolution.after
    assert _without_order_names(again) == _without_order_names(played)


def _without_order_names(played: Run) -> list[str]:
    """The facts but for the names of orders, which count places in files; moves in any order."""
    facts = [fact_data(fact) for fact in journal(played).facts()]
    return sorted(repr({key: value for key, value in fact.items() if key != "order_void"}) for fact in facts)


def _shuffled(mapping: Mapping[str, Any], random: Any) -> dict[str, Any]:
    keys = list(mapping)
    random.shuffle(keys)
    return {key: mapping[key] for key in keys}
