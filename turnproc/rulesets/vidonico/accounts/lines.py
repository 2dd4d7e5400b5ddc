"""Every fact of a turn in one line; where the report has a line for it, the same."""

from __future__ import annotations

from typing import Final, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_after import aftermath_words
from turnproc.rulesets.vidonico.view_armies import recovered_words
from turnproc.rulesets.vidonico.view_battles import conditions, heading
from turnproc.rulesets.vidonico.view_events import event_words
from turnproc.rulesets.vidonico.view_fates import character_words
from turnproc.rulesets.vidonico.view_losses import losses_words, shared_words
from turnproc.rulesets.vidonico.view_marches import march_words, ordered_words
from turnproc.rulesets.vidonico.view_silence import Silence
from turnproc.rulesets.vidonico.view_strength import ratio_words
from turnproc.rulesets.vidonico.view_tactics import outcome_words, pursuit_words, tactics_words, walkover_words

STRENGTH: Final = N_("Strength of {side:gen} in the battle {battle}: {total}.")
RATIO: Final = N_("Strength ratio of the battle {battle}: {ratio}.")
STARTED: Final = N_("{heading} ({conditions}).")
CLOSED: Final = N_("Week {turn} is over; nobody is in disorder any more.")


def line_of(telling: Telling, fact: f.Fact) -> str:
    """A fact in one line."""
    return " ".join(_line(telling, fact).split())


def _line(telling: Telling, fact: f.Fact) -> str:
    match fact:
        case f.NoOrders() | f.Rejected() | f.Struck():
            silence = Silence(telling)
            silence.note(fact)
            return silence.lines()[0]
        case f.Raised() | f.Reinforced() | f.Removed() | f.ConditionSet() | f.CharacterSet() | f.Noted():
            return event_words(telling, fact)
        case f.Ordered():
            return ordered_words(telling, fact.data)
        case f.Transferred() | f.Rejoined() | f.Moved() | f.Encounter() | f.NoBattle():
            return march_words(telling, fact)
        case f.Losses():
            return losses_words(telling, fact)
        case f.LossesShared():
            return shared_words(telling, fact)
        case f.Fate() | f.Injury() | f.Killed() | f.Rescued() | f.Loot():
            return character_words(telling, fact)
        case f.Recovered():
            return recovered_words(telling, fact)
        case f.TurnClosed():
            return telling.say(CLOSED, turn=fact.turn_closed)
        case (
            f.PrisonersTaken()
            | f.DisorderedBy()
            | f.LeaderLost()
            | f.Withdrew()
            | f.HeldPrisoners()
            | f.PrisonersPassed()
            | f.PrisonersDisposed()
            | f.CaptiveDisposed()
            | f.StragglersPlaced()
            | f.Captured()
            | f.Warned()
        ):
            return aftermath_words(telling, fact)
        case (
            f.BattleStarted()
            | f.Strength()
            | f.Ratio()
            | f.TacticsRoll()
            | f.OutcomeReached()
            | f.Pursuit()
            | f.Walkover()
        ):
            return _in_battle(telling, fact)
        case _:
            assert_never(fact)


def _in_battle(
    telling: Telling,
    fact: f.BattleStarted | f.Strength | f.Ratio | f.TacticsRoll | f.OutcomeReached | f.Pursuit | f.Walkover,
) -> str:
    match fact:
        case f.BattleStarted():
            said = {"heading": heading(telling, fact), "conditions": conditions(telling, fact)}
            return telling.say(STARTED, **said)
        case f.Strength():
            return telling.say(STRENGTH, side=telling.side(fact.strength), battle=fact.battle, total=fact.total)
        case f.Ratio():
            return telling.say(RATIO, battle=fact.battle, ratio=ratio_words(telling, fact))
        case f.TacticsRoll():
            return tactics_words(telling, fact)
        case f.OutcomeReached():
            return outcome_words(telling, fact, _stronger(telling, fact.battle))
        case f.Pursuit():
            return pursuit_words(telling, fact)
        case f.Walkover():
            return walkover_words(telling, fact, _sides(telling, fact.battle))
        case _:
            assert_never(fact)


def _stronger(telling: Telling, battle: str) -> str | None:
    ratios = (fact for fact in telling.facts if isinstance(fact, f.Ratio) and fact.battle == battle)
    return next((fact.stronger for fact in ratios), None)


def _sides(telling: Telling, battle: str) -> tuple[str, ...]:
    started = (fact for fact in telling.facts if isinstance(fact, f.BattleStarted) and fact.battle_started == battle)
    return next(tuple(side.id for side in fact.sides) for fact in started)
