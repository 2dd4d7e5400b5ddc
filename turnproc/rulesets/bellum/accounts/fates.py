"""Why a people was freed, or vanished, or came under another's head without a fight (B-4.1.4, B-4.2.2, B-4.8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.accounts.counts import streak_of
from turnproc.rulesets.bellum.world import PeopleId


def freed(case: Case, fact: f.Freed) -> None:
    """A people that lost its master, but by no event."""
    people, lord = fact.freed, fact.from_
    assert lord is not None
    names = {"people": case.people(people), "lord": case.people(lord)}
    heading = case.say(N_("Why this people is free"))
    if fact.rule == "B-4.1.4":
        message = N_("{lord:Nom} vanished and had no master who lives, so whom they ruled is free.")
        case.add(heading, [case.say(message, **names), *_gone(case, lord)])
    elif fact.rule == "B-4.8.1":
        message = N_("{lord:Nom}: the head; too many turns in a row with a defeat set free all that it rules.")
        case.add(heading, [case.say(message, **names)])
        streak_of(case, lord)
    else:
        message = N_("{lord:Nom} became a state, and a state rules no tribe: whom they ruled directly is free.")
        crowned = (each for each in case.moment.together if isinstance(each, f.Crowned) and each.crowned == lord)
        case.add(heading, [case.say(message, **names), *map(case.told, crowned)])


def inherited(case: Case, fact: f.Subjugated) -> None:
    """A people whose master vanished falls to the master's master (B-4.1.4)."""
    people = case.people(fact.subjugated)
    master = case.state.peoples[fact.subjugated].master
    assert master is not None
    message = N_("{people:Nom}: the master, {lord:nom}, vanished, so the master's own master follows: {by:nom}.")
    line = case.say(message, people=people, lord=case.people(master), by=case.people(fact.by))
    case.add(case.say(N_("Who rules the tribe")), [line, *_gone(case, master)])


def vanished(case: Case, fact: f.Vanished) -> None:
    """A people without a person anywhere (B-4.1.4)."""
    message = N_("{people:Nom}: not a single person is left in any province.")
    lines = [case.say(message, people=case.people(fact.vanished)), *_losses(case, fact.vanished)]
    case.add(case.say(N_("Why they vanished")), lines)
    ruled = [people for people, there in case.state.peoples.items() if there.master == fact.vanished]
    ended = []
    if ruled:
        message = N_("Whom they ruled falls to their own master, or is free: {peoples:nom}.")
        ended.append(case.say(message, peoples=case.peoples(case.telling.ranked(ruled))))
    if fact.lost:
        message = N_("Without an owner from now on: {provinces}.")
        ended.append(case.say(message, provinces=case.telling.provinces(fact.lost)))
    case.add(case.say(N_("What ends with them")), ended)


def _losses(case: Case, people: PeopleId) -> Iterator[str]:
    """What took their persons this turn."""
    for fact in case.moment.earlier:
        match fact:
            case f.Assimilated(assimilated=of) if of == people:
                pass
            case f.Removed(of=of) if of == people:
                pass
            case f.Appeared(from_=of) if of == people:
                pass
            case _:
                continue
        yield case.told(fact)


def _gone(case: Case, people: PeopleId) -> Iterator[str]:
    """The fact of this phase that tells that a people vanished."""
    for fact in case.moment.together:
        if isinstance(fact, f.Vanished) and fact.vanished == people:
            yield case.told(fact)
