"""Whatever happens in a week can be told in every target, and every fact of it explained; no text is left unfilled."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from tests.properties.vidonico_turns import Week, play_out, weeks
from turnproc import resources
from turnproc.engine.journal import Journal, PlayedPhase
from turnproc.engine.ruleset import Record
from turnproc.engine.rulings import How
from turnproc.engine.table import Table
from turnproc.report.environment import TARGETS
from turnproc.report.language import Language
from turnproc.report.render import render
from turnproc.rulesets.vidonico.accounts import VidonicoAccounts
from turnproc.rulesets.vidonico.facts import Fact
from turnproc.rulesets.vidonico.forecast import forecast
from turnproc.rulesets.vidonico.telling import Turn
from turnproc.rulesets.vidonico.view import view

ENGLISH = Language.load("en")
RULES = frozenset(re.findall(r"^- (?:\*\*)?([A-Z]-\d+)", resources.rules_text("vidonico"), re.MULTILINE))
# A gap of a sentence that nothing was put into.
GAP = re.compile(r"\{[a-z_]+(?::[^}]*)?\}")


def record_of(week: Week) -> Turn:
    """The week as the report gets it."""
    played = play_out(week)
    answers = {how: {each.question.id: each.shown for each in played.asked if each.how is how} for how in How}
    journal: Journal[Fact] = Journal(
        turn=week.state.turn + 1,
        ruleset="vidonico",
        version=1,
        inputs={},
        rolls=played.rolls,
        rulings=answers[How.RULED],
        defaults=answers[How.DEFAULT],
        phases=[PlayedPhase(name, list(facts)) for name, facts in played.phases],
    )
    table = Table(turn=journal.turn, world=week.world, orders=week.orders, events=week.events)
    return Record(before=week.state, after=played.after, journal=journal, table=table)


@examples(50)
@given(week=weeks(), target=st.sampled_from(sorted(TARGETS)))
def test_every_week_can_be_told(week: Week, target: str) -> None:
    told = view(record_of(week), ENGLISH)
    report = render("vidonico", target, ENGLISH, {**told, "blanks": []})
    assert not GAP.search(report.replace("\\", ""))
    assert not re.search(r"[ \t]$|\n\n\n", report, re.MULTILINE)


@examples(50)
@given(week=weeks())
def test_every_fact_has_an_account(week: Week) -> None:
    record = record_of(week)
    accounts = VidonicoAccounts(record, ENGLISH, lambda _: ())
    for number, fact in enumerate(record.journal.facts(), 1):
        found = accounts.account(number)
        lines = [found.text, *(line for section in found.sections for line in section.lines)]
        assert found.text == accounts.line(number)
        assert found.sections and not any(GAP.search(line) or not line for line in lines), lines
        assert found.rules[0] == fact.rule and RULES.issuperset(found.rules), found.rules


@examples(50)
@given(week=weeks())
def test_orders_can_be_foreseen(week: Week) -> None:
    for speaker, orders in week.orders.items():
        table = Table(turn=week.state.turn + 1, world=week.world, orders={speaker: orders})
        told = forecast(week.state, table, speaker, ENGLISH)
        assert all(section.lines for section in told.sections)
        assert not table.dice.rolls
