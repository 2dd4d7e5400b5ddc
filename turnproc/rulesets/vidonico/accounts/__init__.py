"""Why each fact of a turn came about, for a player who disputes it: `turnproc explain N/FACT`.

The facts before it are folded up to the moment; then the module of its topic says what was weighed, with the same
functions that the phases decide with.
"""

from __future__ import annotations

from typing import assert_never

from turnproc.engine.account import Account, Past
from turnproc.engine.ruleset import Words
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts import aftermath, decrees, marches, musters, persons, results, tolls
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.accounts.lines import line_of
from turnproc.rulesets.vidonico.telling import Telling, Turn


class VidonicoAccounts:
    """Explains the facts of one turn in one language."""

    def __init__(self, record: Turn, words: Words, past: Past[f.Fact]) -> None:
        """Take the turn as it was played, the language, and what the turns before came to."""
        self._telling = Telling(record, words)
        self._past = past

    def line(self, number: int) -> str:
        """The fact in one line."""
        return line_of(self._telling, self._telling.facts[number - 1])

    def account(self, number: int) -> Account:
        """Why it came about."""
        case = Case(self._telling, number, self._past)
        _explain(case, case.subject)
        return case.account()


def _explain(case: Case, fact: f.Fact) -> None:
    """Write the account of a fact."""
    match fact:
        case f.NoOrders():
            decrees.no_orders(case, fact)
        case f.Rejected():
            decrees.rejected(case, fact)
        case f.Struck():
            decrees.struck(case, fact)
        case f.Raised(rule="A-1") | f.CharacterSet(rule="A-1"):
            marches.by_order(case, fact)
        case f.Raised() | f.Reinforced() | f.Removed() | f.ConditionSet() | f.CharacterSet() | f.Noted():
            decrees.effect(case, fact)
        case f.Ordered():
            marches.ordered(case, fact)
        case f.Transferred():
            marches.transferred(case, fact)
        case f.Rejoined():
            marches.rejoined(case, fact)
        case f.Moved():
            marches.moved(case, fact)
        case f.Encounter():
            marches.encounter(case, fact)
        case f.NoBattle():
            marches.no_battle(case, fact)
        case f.Warned():
            marches.warned(case, fact)
        case f.Recovered():
            aftermath.recovered(case, fact)
        case f.TurnClosed():
            aftermath.closed(case)
        case f.Fate() | f.Injury() | f.Killed() | f.Captured() | f.Rescued() | f.LeaderLost() | f.Loot():
            _explain_person(case, fact)
        case (
            f.Withdrew()
            | f.HeldPrisoners()
            | f.PrisonersPassed()
            | f.PrisonersDisposed()
            | f.CaptiveDisposed()
            | f.StragglersPlaced()
        ):
            _explain_aftermath(case, fact)
        case (
            f.BattleStarted()
            | f.Strength()
            | f.Ratio()
            | f.TacticsRoll()
            | f.OutcomeReached()
            | f.Pursuit()
            | f.Losses()
            | f.LossesShared()
            | f.PrisonersTaken()
            | f.Walkover()
            | f.DisorderedBy()
        ):
            _explain_battle(case, fact)
        case _:
            assert_never(fact)


def _explain_person(
    case: Case, fact: f.Fate | f.Injury | f.Killed | f.Captured | f.Rescued | f.LeaderLost | f.Loot
) -> None:
    match fact:
        case f.Fate():
            persons.fate(case, fact)
        case f.Injury():
            persons.injury(case, fact)
        case f.Killed():
            persons.killed(case, fact)
        case f.Captured():
            persons.captured(case, fact)
        case f.Rescued():
            persons.rescued(case, fact)
        case f.LeaderLost():
            persons.leader_lost(case, fact)
        case f.Loot():
            persons.loot(case, fact)
        case _:
            assert_never(fact)


def _explain_aftermath(
    case: Case,
    fact: f.Withdrew
    | f.HeldPrisoners
    | f.PrisonersPassed
    | f.PrisonersDisposed
    | f.CaptiveDisposed
    | f.StragglersPlaced,
) -> None:
    match fact:
        case f.Withdrew():
            aftermath.withdrew(case, fact)
        case f.HeldPrisoners():
            aftermath.held(case, fact)
        case f.PrisonersPassed():
            aftermath.passed(case, fact)
        case f.PrisonersDisposed():
            aftermath.disposed(case, fact)
        case f.CaptiveDisposed():
            aftermath.captive(case, fact)
        case f.StragglersPlaced():
            aftermath.stragglers(case, fact)
        case _:
            assert_never(fact)


def _explain_battle(
    case: Case,
    fact: f.BattleStarted
    | f.Strength
    | f.Ratio
    | f.TacticsRoll
    | f.OutcomeReached
    | f.Pursuit
    | f.Losses
    | f.LossesShared
    | f.PrisonersTaken
    | f.Walkover
    | f.DisorderedBy,
) -> None:
    match fact:
        case f.BattleStarted():
            musters.started(case, fact)
        case f.Strength():
            musters.strength(case, fact)
        case f.Ratio():
            musters.ratio(case, fact)
        case f.TacticsRoll():
            results.tactics(case, fact)
        case f.OutcomeReached():
            results.outcome(case, fact)
        case f.Pursuit():
            results.pursuit(case, fact)
        case f.Losses():
            tolls.losses(case, fact)
        case f.LossesShared():
            tolls.shared(case, fact)
        case f.PrisonersTaken():
            tolls.taken(case, fact)
        case f.Walkover():
            musters.walkover(case, fact)
        case f.DisorderedBy():
            results.disordered(case, fact)
        case _:
            assert_never(fact)
