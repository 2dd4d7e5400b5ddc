"""Why each fact of a turn came about, for a player who disputes it: `turnproc explain N/FACT`.

The turn is run again up to the fact (`moment`); then the module of its topic says what was weighed, with the same
functions that the phases decide with.
"""

from __future__ import annotations

from typing import assert_never

from turnproc.engine.account import Account, Past
from turnproc.engine.ruleset import Words
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts import (
    battles,
    conquest,
    counts,
    decrees,
    deeds,
    division,
    fates,
    lapses,
    retreats,
)
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.accounts.lines import Lines
from turnproc.rulesets.bellum.accounts.moment import moment_of
from turnproc.rulesets.bellum.telling import Telling, Turn
from turnproc.rulesets.bellum.view import BY_EVENT


class BellumAccounts:
    """Explains the facts of one turn in one language."""

    def __init__(self, turn: Turn, words: Words, past: Past[f.Fact]) -> None:
        """Take the turn as it was played, the language, and what the turns before came to."""
        self._telling = Telling(turn, words)
        self._lines = Lines(self._telling)
        self._past = past

    def line(self, number: int) -> str:
        """The fact in one line."""
        return self._lines.line(number)

    def account(self, number: int) -> Account:
        """Why it came about."""
        moment = moment_of(self._telling.record, number)
        case = Case(self._telling, moment, self._lines, self._past)
        if moment.fact.rule.startswith(BY_EVENT) and not isinstance(moment.fact, f.EventHappened):
            decrees.effect(case)
        else:
            _explain(case, moment.fact)
        return case.account()


def _explain(case: Case, fact: f.Fact) -> None:
    """Write the account of a fact; those that an event brought about are told with it."""
    match fact:
        case f.NoOrders():
            decrees.no_orders(case, fact)
        case f.Rejected():
            decrees.rejected(case, fact)
        case f.Struck():
            decrees.struck(case, fact)
        case f.EventHappened():
            decrees.event(case, fact)
        case f.OrderVoid():
            lapses.order_void(case, fact)
        case f.OrderCut():
            deeds.order_cut(case, fact)
        case f.Assimilated():
            deeds.assimilated(case, fact)
        case f.Crowned():
            deeds.crowned(case, fact)
        case f.Annexed() | f.Renounced() | f.Independent():
            deeds.claimed(case, fact)
        case f.Moved():
            deeds.moved(case, fact)
        case f.Battle():
            battles.battle(case, fact)
        case f.Subjugated():
            _subjugated(case, fact)
        case f.Split():
            division.divided(case, fact)
        case f.Appeared():
            if fact.rule == "B-4.8.2" and fact.from_ is not None:
                counts.separated(case, fact.from_)
            else:
                division.part(case, fact.appeared, fact.from_)
        case f.Parted():
            division.part(case, fact.parted, fact.from_)
        case f.Captured():
            conquest.captured(case, fact)
        case f.ThrownBack():
            retreats.thrown_back(case, fact)
        case f.Withdrew():
            retreats.withdrew(case, fact)
        case f.Stranded():
            retreats.stranded(case, fact)
        case f.Freed():
            fates.freed(case, fact)
        case f.Vanished():
            if fact.into is None:
                fates.vanished(case, fact)
            else:
                division.part(case, fact.vanished, fact.vanished)
        case f.Streak():
            counts.streak(case, fact)
        case f.CutOff():
            counts.cut_off(case, fact)
        case f.Separated():
            counts.separated(case, fact.separated)
        case f.ModifiersAged():
            counts.modifiers_aged(case, fact)
        case f.LeftEmpty():
            counts.left_empty(case, fact)
        case (
            f.Baptised()
            | f.ModifierGranted()
            | f.ModifiersEnded()
            | f.Added()
            | f.Removed()
            | f.Placed()
            | f.Ceded()
            | f.Assigned()
        ):
            decrees.effect(case)
        case _:
            assert_never(fact)


def _subjugated(case: Case, fact: f.Subjugated) -> None:
    if fact.rule == "B-4.1.4":
        fates.inherited(case, fact)
    elif fact.rule == "B-4.5.3":
        division.ruled_by_part(case, fact)
    else:
        conquest.subjugated(case, fact)
