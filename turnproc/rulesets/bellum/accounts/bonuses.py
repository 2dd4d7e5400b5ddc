"""What changes a people's force (B-4.4.3, B-5.6): in words, and who granted it when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.state import Modifier
from turnproc.rulesets.bellum.telling import Telling
from turnproc.rulesets.bellum.view_battles import signed
from turnproc.rulesets.bellum.view_events import Events


def bonus_of(telling: Telling, modifier: Modifier | f.ModifierGranted) -> str:
    """A modifier without its people: `force +1 against states`."""
    bonus = signed(modifier.strength)
    if modifier.against == "states":
        return telling.say(N_("force {bonus} against states"), bonus=bonus)
    if modifier.against == "tribes":
        return telling.say(N_("force {bonus} against tribes"), bonus=bonus)
    if isinstance(modifier.against, tuple):
        message = N_("force {bonus} against {peoples:gen}")
        return telling.say(message, bonus=bonus, peoples=telling.peoples(modifier.against))
    return telling.say(N_("force {bonus}"), bonus=bonus)


def source_of(case: Case, modifier: Modifier) -> str:
    """Where a running modifier comes from: an event of this turn, of an earlier one, or the start position."""
    before = case.telling.record.before.modifiers
    at = _place(before, modifier)
    if at is None:
        fresh = [each for each in case.state.modifiers if _place(before, each) is None]
        grant = _granted(case.moment.facts, modifier, _younger(fresh, modifier))
        number = case.fact(case.moment.facts[grant])
        case.event_behind(grant)
        return case.say(N_("granted at the start of this turn (fact {number})"), number=number)
    case.entry("modifiers", at)
    for turn, number, fact in _granted_before(case, modifier, _younger(before, modifier)):
        case.note("fact", str(number), text=Events(case.telling).say(fact), turn=turn)
        return case.say(N_("granted in turn {turn} (fact {number})"), turn=turn, number=number)
    return case.say(N_("since before turn {turn}"), turn=case.telling.record.table.turn)


def _place(modifiers: Sequence[Modifier], modifier: Modifier) -> int | None:
    """Which one of them it is; equal ones are not the same."""
    return next((at for at, each in enumerate(modifiers) if each is modifier), None)


def _younger(modifiers: Sequence[Modifier], modifier: Modifier) -> int:
    """How many that are alike stand after it: they were granted later."""
    at = _place(modifiers, modifier)
    return sum(_key(each) == _key(modifier) for each in modifiers[at + 1 if at is not None else 0 :])


def _granted(facts: Sequence[f.Fact], modifier: Modifier, younger: int) -> int:
    """The place of the fact that granted it."""
    places = [at for at, fact in enumerate(facts) if isinstance(fact, f.ModifierGranted) and _grant(fact, modifier)]
    return places[-1 - younger]


def _granted_before(case: Case, modifier: Modifier, younger: int) -> Iterator[tuple[int, int, f.ModifierGranted]]:
    """Turn, number and fact of the grant, if an earlier turn's journal has it."""
    for turn in range(case.telling.record.table.turn - 1, 0, -1):
        facts = case.past(turn)
        for number in range(len(facts), 0, -1):
            fact = facts[number - 1]
            if isinstance(fact, f.ModifierGranted) and _grant(fact, modifier):
                if younger == 0:
                    yield turn, number, fact
                    return
                younger -= 1


def _grant(fact: f.ModifierGranted, modifier: Modifier) -> bool:
    return (fact.modifier, fact.strength, fact.against) == _key(modifier)


def _key(modifier: Modifier) -> tuple[object, ...]:
    """What an event gives a modifier, but for its turns: those run down."""
    return modifier.people, modifier.strength, modifier.against
