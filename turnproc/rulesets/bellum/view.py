"""A turn of bellum as plain data for templates: every decision and every number of the report is made here.

`view` goes once through the journal's facts and hands each to the part of the report that tells of it; the parts are
the modules `view_…` beside this one. The sections are those of docs/rules/bellum.md, section 8.
"""

from __future__ import annotations

from typing import Any, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.ruleset import Words
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.blank import Blanks
from turnproc.rulesets.bellum.telling import Course, Telling, Turn, paragraphs
from turnproc.rulesets.bellum.view_battles import Battlefields
from turnproc.rulesets.bellum.view_changes import Change, Changes
from turnproc.rulesets.bellum.view_ending import count_lines
from turnproc.rulesets.bellum.view_events import Effect, Events, rulings
from turnproc.rulesets.bellum.view_orders import lapsed, orders_given
from turnproc.rulesets.bellum.view_peoples import table_of_peoples
from turnproc.rulesets.bellum.view_silence import Silence
from turnproc.rulesets.bellum.world import World

BY_EVENT = "B-5."


def view(record: Turn, words: Words) -> dict[str, Any]:
    """What the report of a turn says, section by section: dicts, lists, texts and numbers."""
    telling = Telling(record, words)
    story = Story(telling)
    for phase in record.journal.phases:
        for fact in phase.facts:
            story.tell(phase.name, fact)
    turn = record.journal.turn
    blanks = Blanks(telling.world, record.after, words)
    return {
        "turn": turn,
        "title": telling.say(N_("Results of turn {turn}"), turn=turn),
        "years": years(telling.world, turn),
        "chronicle": paragraphs(record.table.chronicle),
        "changes": story.changes.in_order(),
        "orders": list(orders_given(telling)),
        "lapsed": story.lapsed,
        "battlefields": list(story.battlefields.in_order()),
        "ending": story.ending,
        "events": story.events.told,
        "silence": story.silence.lines(),
        "rulings": list(rulings(telling, record.journal.rulings)),
        "defaults": list(rulings(telling, record.journal.defaults)),
        "peoples": list(table_of_peoples(telling)),
        "next_turn": telling.say(N_("Orders for turn {turn}"), turn=turn + 1),
        "blanks": [
            {
                "people": telling.wording.name(telling.people(people), "Nom"),
                "text": blanks.brief(people, turn + 1).rstrip("\n"),
            }
            for people in telling.ranked(record.after.peoples)
            if record.after.peoples[people].is_free and record.after.peoples[people].player is not None
        ],
    }


def years(world: World, turn: int) -> str:
    """The first and the last year of a turn; a year before the era has a minus."""
    return "–".join(str(year).replace("-", "−") for year in world.calendar.years(turn))


class Story:
    """Hands every fact to the part of the report that tells of it."""

    def __init__(self, telling: Telling) -> None:
        """Open the parts."""
        self.telling = telling
        self.course = Course(telling.record.before)
        self.changes = Changes(telling, self.course)
        self.battlefields = Battlefields(telling)
        self.events = Events(telling)
        self.silence = Silence(telling)
        self.lapsed: list[str] = []
        self.ending: list[str] = []

    def tell(self, phase: str, fact: f.Fact) -> None:
        """Tell of a fact. Moves and divisions have no line of their own: the orders and what came of it tell them."""
        match fact:
            case f.Battle():
                self.battlefields.fought(fact)
            case f.ThrownBack() | f.Withdrew() | f.Stranded():
                self.battlefields.left(fact)
            case f.OrderVoid() | f.OrderCut():
                self.lapsed.append(lapsed(self.telling, fact))
            case f.NoOrders() | f.Rejected() | f.Struck():
                self.silence.note(fact)
            case f.EventHappened():
                self.events.happened(fact)
            case f.Added() | f.Removed() | f.Placed() | f.ModifierGranted() | f.ModifiersEnded():
                self._effect(fact)
            case f.Streak() | f.CutOff() | f.Separated() | f.ModifiersAged() | f.LeftEmpty():
                self.ending += count_lines(self.telling, fact)
            case (
                f.Vanished()
                | f.Appeared()
                | f.Subjugated()
                | f.Freed()
                | f.Crowned()
                | f.Captured()
                | f.Independent()
                | f.Renounced()
                | f.Annexed()
                | f.Ceded()
                | f.Assimilated()
                | f.Baptised()
                | f.Assigned()
            ):
                self._change(phase, fact)
            case f.Moved() | f.Split() | f.Parted():
                pass
            case _:
                assert_never(fact)
        self.course.follow(fact)

    def _effect(self, fact: Effect) -> None:
        self.events.effect(self.events.say(fact))

    def _change(self, phase: str, fact: Change) -> None:
        self.changes.note(phase, fact)
        if fact.rule.startswith(BY_EVENT):
            self.events.effect(*self.changes.say(fact))
        if isinstance(fact, f.Captured):
            self.battlefields.captured(fact)
