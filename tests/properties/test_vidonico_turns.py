"""Whole weeks of vidonico: what must hold whatever the armies, the orders and the events."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from tests.properties.vidonico_states import FACTIONS
from tests.properties.vidonico_turns import Week, play, play_out, weeks
from turnproc.engine.facts import FactCodec, fact_data
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.codec import read_state, write_state
from turnproc.rulesets.vidonico.facts import Fact
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.messages import MESSAGES
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.questions import QUESTIONS
from turnproc.rulesets.vidonico.state import State, copy_state
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import Layout, write_yaml

CODEC: FactCodec[Fact] = FactCodec(get_args(Fact))


def heads(state: State) -> int:
    """Section 2.8: everybody who was ever counted."""
    found = 0
    for army in state.armies.values():
        found += army.fit + army.wounded_count + sum(group.count for group in army.prisoners)
    for faction in state.factions.values():
        found += faction.dead + faction.enslaved + faction.executed
        found += sum(each.count for each in faction.missing) + sum(each.count for each in faction.stragglers)
    return found


def come_and_gone(facts: list[Fact]) -> int:
    """How many soldiers events brought in, less those whom they took out."""
    found = 0
    for fact in facts:
        match fact:
            case f.Raised():
                found += fact.army.fit
            case f.Reinforced():
                found += fact.count
            case f.Removed():
                found -= fact.count
            case _:
                pass
    return found


@given(week=weeks(), contrary=st.booleans())
def test_nobody_is_lost_and_nobody_appears(week: Week, *, contrary: bool) -> None:
    played = play_out(week, contrary=contrary)
    assert heads(played.after) == heads(week.state) + come_and_gone(played.facts)


@given(week=weeks(), contrary=st.booleans())
def test_the_state_after_a_week_keeps_its_invariants_and_reads_back(week: Week, *, contrary: bool) -> None:
    after = play_out(week, contrary=contrary).after
    read = read_state(write_state(after, week.world, after.turn), week.world)
    assert [finding for finding in read.findings if not finding.message.startswith("W-")] == []
    assert read.value == after
    assert after.turn == week.state.turn + 1
    assert all(not army.withdrawn_from and army.immobile_until is None for army in after.armies.values())
    assert all(cohort.remaining > 0 for army in after.armies.values() for c in army.contingents for cohort in c.wounded)
    for part in (after.factions, after.armies, after.characters):
        assert list(part) == sorted(part)


@given(week=weeks(), contrary=st.booleans())
def test_the_journal_folds_to_the_state_after(week: Week, *, contrary: bool) -> None:
    before = copy_state(week.state)
    played = play_out(week, contrary=contrary)
    assert week.state == before
    text = write_yaml({"facts": [fact_data(fact) for fact in played.facts]}, Layout(frozenset({("facts",)})))
    document, problems = read_yaml(text.encode(), "journal.yaml", CAMPAIGN)
    assert document is not None and not problems
    data: object = document.data
    assert isinstance(data, dict)
    folded = copy_state(week.state)
    for entry, fact in zip(data["facts"], played.facts, strict=True):
        assert fact_data(CODEC.read(entry)) == fact_data(fact)
        apply(folded, CODEC.read(entry))
    assert folded == played.after


@given(week=weeks(), data=st.data())
def test_the_order_of_orders_and_of_the_state_s_parts_changes_nothing(week: Week, data: st.DataObject) -> None:
    orders = {}
    for speaker in reversed(list(week.orders)):
        given = week.orders[speaker].orders
        mixed = data.draw(st.permutations(range(len(given))))
        orders[speaker] = Orders(speaker, tuple(replace(given[at], at=place) for place, at in enumerate(mixed)))
    shuffled = write_state(week.state, week.world, week.state.turn)
    for part in ("factions", "armies", "characters"):
        shuffled[part] = data.draw(st.permutations(shuffled[part]))
    state = read_state(shuffled, week.world).value
    assert state == week.state
    mixed_week = Week(week.world, state, orders, week.events)
    assert play_out(mixed_week).after == play_out(week).after


@given(week=weeks(), faction=st.sampled_from(FACTIONS))
def test_what_comes_in_more_changes_no_other_roll(week: Week, faction: str) -> None:
    battles = [event for event in week.events if event.verb == "battle"]
    fewer = replace(week, events=tuple(event for event in week.events if event not in battles[:1]))
    idle = replace(week, orders={**week.orders, faction: Orders(faction)})
    rolls = {(roll.label, roll.expression): roll for roll in play(week).rolls}
    for other in (fewer, idle):
        for roll in play(other).rolls:
            assert rolls.get((roll.label, roll.expression), roll) == roll


@given(week=weeks())
def test_questions_and_findings_are_the_same_each_time_and_have_words(week: Week) -> None:
    first, second = play(week), play(week)
    assert [asked.question.id for asked in first.asked] == [asked.question.id for asked in second.asked]
    assert first.findings == second.findings
    for asked in first.asked:
        assert asked.question.text in QUESTIONS
        read = asked.question.read
        assert all(read(option).findings == () for option in asked.question.options)
        assert read({"no": "answer"}).value is None
        assert read({"no": "answer"}).findings != ()
    for finding in first.findings:
        assert finding.message in MESSAGES
    for fact in first.facts:
        if isinstance(fact, f.Warned):
            assert fact.warning in MESSAGES
