"""What the end of the turn keeps count of: defeats in a row, tribes cut off from each other, what runs out.

None of it has changed a people's lot yet; it tells what may (docs/rules/bellum.md, 4.8).
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Telling

Count: TypeAlias = f.Streak | f.CutOff | f.Separated | f.ModifiersAged | f.LeftEmpty


def count_lines(telling: Telling, fact: Count) -> list[str]:
    """The lines on a fact of the end of the turn."""
    match fact:
        case f.Streak():
            return [_streak(telling, fact)]
        case f.CutOff():
            return [_cut_off(telling, fact)]
        case f.Separated():
            message = N_("{people:Nom} broke apart; on their own from now on: {parts}.")
            people, parts = telling.people(fact.separated), telling.peoples(fact.new)
            return [telling.say(message, people=people, parts=parts)]
        case f.ModifiersAged():
            ended = list(dict.fromkeys(fact.ended))
            message = N_("What changed the force has run out: {peoples}.")
            return [telling.say(message, peoples=telling.peoples(telling.ranked(ended)))] if ended else []
        case f.LeftEmpty():
            message = N_("Nobody of {people:gen} is left {province:in}, but the owner of the province remains.")
            people, province = telling.people(fact.owner), telling.province(fact.left_empty)
            return [telling.say(message, people=people, province=province)]
        case _:
            assert_never(fact)


def _streak(telling: Telling, fact: f.Streak) -> str:
    people, limit = telling.people(fact.streak), telling.world.settings.freedom_after
    if fact.turns == 0:
        return telling.say(N_("{people:Nom}: the count of turns with a defeat starts anew."), people=people)
    if limit == 0:
        message = NN_("{people:Nom}: {n} turn with a defeat.", "{people:Nom}: {n} turns in a row with a defeat.")
        return telling.count(message, fact.turns, people=people)
    message = NN_(
        "{people:Nom}: {n} turn with a defeat; after {limit} in a row all that they rule are free.",
        "{people:Nom}: {n} turns in a row with a defeat; after {limit} all that they rule are free.",
    )
    return telling.count(message, fact.turns, people=people, limit=limit)


def _cut_off(telling: Telling, fact: f.CutOff) -> str:
    people = telling.people(fact.cut_off)
    if fact.turns == 0:
        return telling.say(N_("{people:Nom}: no longer cut off from each other."), people=people)
    message = NN_(
        "{people:Nom}: cut off from each other for {n} turn; after {limit} they break apart.",
        "{people:Nom}: cut off from each other for {n} turns; after {limit} they break apart.",
    )
    return telling.count(message, fact.turns, people=people, limit=telling.world.settings.split_after)
