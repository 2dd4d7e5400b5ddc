"""What the end of the turn counted (B-4.8, B-3.6): defeats in a row, tribes cut off, modifiers, empty provinces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.battles import told_battle
from turnproc.rulesets.bellum.accounts.bonuses import bonus_of
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.phases.ending import defeats_by_head, groups_apart, homes_of, why_no_defeat
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

# Why a turn does not count as one with a defeat (B-4.8.1).
NO_DEFEAT: Final = {
    "never": N_("By the settings of this campaign defeats in a row are not counted."),
    "no-head": N_("{people:Nom}: no head at the start of the turn, and only heads have a count."),
    "ruled": N_("{people:Nom}: ruled by others at the end of the turn, and only free peoples keep a count."),
    "undefeated": N_(
        "{people:Nom}: no defeat this turn, neither of their own nor of those whom they led at its start."
    ),
}


def streak(case: Case, fact: f.Streak) -> None:
    """A count of defeats that grew, or began anew."""
    streak_of(case, fact.streak)


def streak_of(case: Case, people: PeopleId) -> None:
    """The defeats of a head in this turn, and what its count came to."""
    start, limit, name = case.stages.start, case.world.settings.freedom_after, case.people(people)
    defeated = defeats_by_head(start, case.moment.earlier)
    why = why_no_defeat(people, case.state, start, defeated, limit)
    lines = []
    for battle, loser in defeated.get(people, ()) if why is None else ():
        lines.append(told_battle(case, battle))
        if loser != people:
            message = N_(
                "{loser:Nom} obeyed {people:acc} at the start of the turn, so this defeat counts for the head."
            )
            lines.append(case.say(message, loser=case.people(loser), people=name))
    if why is not None:
        lines.append(case.say(NO_DEFEAT[why], people=name))
    case.add(case.say(N_("Defeats this turn")), lines)
    before = case.state.defeats.get(people, 0)
    case.setting("freedom_after", limit)
    if before:
        case.entry("defeats", people)
    case.add(case.say(N_("The count")), _counted(case, before, before + 1 if why is None else 0, limit))
    case.figures |= {"before": before, "defeats": len(defeated.get(people, ())), "why_not": why}


def _counted(case: Case, before: int, now: int, limit: int) -> Iterator[str]:
    yield case.count(NN_("Before this turn: {n} turn in a row.", "Before this turn: {n} turns in a row."), before)
    if not now:
        yield case.say(N_("So the count is 0."))
        return
    yield case.count(NN_("With this turn: {n} turn in a row.", "With this turn: {n} turns in a row."), now)
    if now >= limit:
        message = NN_(
            "After {n} turn all whom the head rules are free, and the count starts anew.",
            "After {n} turns all whom the head rules are free, and the count starts anew.",
        )
        yield case.count(message, limit)


def cut_off(case: Case, fact: f.CutOff) -> None:
    """A tribe whose groups are apart, or together again."""
    before, limit = case.state.separated.get(fact.cut_off, 0), case.world.settings.split_after
    case.setting("split_after", limit)
    if not limit:
        line = case.say(N_("By the settings of this campaign it is not counted how long a tribe is cut off."))
        case.add(case.say(N_("The count")), [line])
        return
    groups = _groups(case, fact.cut_off)
    if before:
        case.entry("separated", fact.cut_off)
    case.add(case.say(N_("How the tribe stands")), _told(case, fact.cut_off, groups))
    case.add(case.say(N_("The count")), _apart(case, before, before + 1 if len(groups) > 1 else 0, limit))


def _apart(case: Case, before: int, now: int, limit: int) -> Iterator[str]:
    yield case.count(NN_("Before this turn: {n} turn in a row.", "Before this turn: {n} turns in a row."), before)
    if not now:
        yield case.say(N_("So the count is 0."))
        return
    yield case.count(NN_("With this turn: {n} turn in a row.", "With this turn: {n} turns in a row."), now)
    if now >= limit:
        message = NN_(
            "After {n} turn each group but the largest becomes a tribe of its own.",
            "After {n} turns each group but the largest becomes a tribe of its own.",
        )
        yield case.count(message, limit)


def separated(case: Case, tribe: PeopleId) -> None:
    """A tribe that broke apart (B-4.8.2)."""
    before, limit = case.state.separated.get(tribe, 0), case.world.settings.split_after
    case.setting("split_after", limit)
    groups = _groups(case, tribe)
    if before:
        case.entry("separated", tribe)
    case.add(case.say(N_("How the tribe stands")), _told(case, tribe, groups))
    case.add(case.say(N_("The count")), _apart(case, before, before + 1, limit))
    ruled = case.answer(f"apart/{tribe}")
    lines = [case.say(N_("The largest group keeps the tribe's name; of equal ones that with the lowest province id."))]
    message = (
        N_("The game master named the new tribes.") if ruled else N_("Nobody ruled, so the new names are by rule.")
    )
    case.add(case.say(N_("The parts")), [*lines, case.say(message)])


def _groups(case: Case, tribe: PeopleId) -> list[list[ProvinceId]]:
    return groups_apart(homes_of(case.state).get(tribe, ()), case.world)


def _told(case: Case, tribe: PeopleId, groups: list[list[ProvinceId]]) -> Iterator[str]:
    figures = []
    for group in groups:
        persons = sum(case.state.provinces[province].people[tribe] for province in group)
        message = NN_("{provinces:nom}: {n} person.", "{provinces:nom}: {n} persons.")
        yield case.count(message, persons, provinces=case.telling.provinces(group))
        figures.append({"provinces": group, "persons": persons})
    case.figures["groups"] = figures
    if len(groups) > 1:
        yield case.say(
            N_("No link that is open to tribes joins these groups; a way through where the tribe is not joins nothing.")
        )
    else:
        yield case.say(N_("All of it hangs together by links that are open to tribes."))


def modifiers_aged(case: Case, _: f.ModifiersAged) -> None:
    """What runs for a number of turns has one fewer."""
    lines = []
    for modifier in case.state.modifiers:
        if modifier.turns is not None:
            message = NN_(
                "{people:Nom}: {bonus}, had {n} turn left and has {left} now.",
                "{people:Nom}: {bonus}, had {n} turns left and has {left} now.",
            )
            bonus, people = bonus_of(case.telling, modifier), case.people(modifier.people)
            lines.append(case.count(message, modifier.turns, people=people, bonus=bonus, left=modifier.turns - 1))
    case.add(case.say(N_("What changes the force")), lines)


def left_empty(case: Case, fact: f.LeftEmpty) -> None:
    """Somebody of the owner stood there at turn start, and nobody does now (B-3.6)."""
    there = case.stages.start.persons[fact.left_empty].get(fact.owner, 0)
    names = {"people": case.people(fact.owner), "province": case.province(fact.left_empty)}
    message = NN_(
        "{people:Nom}: {n} person stood {province:in} at the start of the turn, nobody does at its end.",
        "{people:Nom}: {n} persons stood {province:in} at the start of the turn, nobody does at its end.",
    )
    lines = [case.count(message, there, **names)]
    for each in case.moment.earlier:
        if _left(each, fact.owner, fact.left_empty):
            lines.append(case.told(each))
    lines.append(case.say(N_("A province whose last persons leave keeps its owner.")))
    case.add(case.say(N_("Why nobody is left")), lines)


def _left(fact: f.Fact, people: PeopleId, province: ProvinceId) -> bool:
    """Did the fact take persons of the people out of the province?"""
    match fact:
        case f.Moved() | f.Withdrew() | f.ThrownBack() | f.Placed():
            return (fact.of, fact.from_) == (people, province)
        case f.Removed():
            return (fact.of, fact.in_) == (people, province)
        case f.Assimilated():
            return (fact.assimilated, fact.in_) == (people, province)
        case f.Appeared():
            return fact.from_ == people and province in fact.in_
        case _:
            return False
