"""What came about by the game master's word (section 3.3), and whose orders did not count (section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.table import Event
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.view_events import Event as ByEvent
from turnproc.rulesets.vidonico.view_silence import speaker_of
from turnproc.source.pointer import join

WORD: Final = N_("The game master's word")
BEFORE: Final = N_("It took effect at the start of the week: before all orders.")
AFTER: Final = N_("It took effect at the end of the week: after all else.")
REASON: Final = N_("The reason given: {reason}.")
FOLLOWED: Final = N_("It followed from what the game master changed before it.")
WHY_NOT: Final = N_("Why the file does not count")
WHY_NONE: Final = N_("Why there are none")
REJECTED: Final = NN_(
    "The file has {n} error; a file with an error is rejected whole, and turnproc validate lists it.",
    "The file has {n} errors; a file with an error is rejected whole, and turnproc validate lists them.",
)
STRUCK: Final = N_("The game master struck it; the speaker counts as having sent nothing.")
NO_FILE: Final = N_("{speaker:Nom}: no orders file came in.")
FILE_REJECTED: Final = N_("{speaker:Nom}: the orders file was rejected, for it had errors.")
FILE_STRUCK: Final = N_("{speaker:Nom}: the orders file was struck by the game master.")
IDLE: Final = N_("All its armies stay where they are and keep their standing instructions; who is attacked fights.")


def effect(case: Case, fact: ByEvent) -> None:
    """A fact that an event brought about."""
    event = event_behind(case, fact)
    lines = [case.event(event) if event is not None else case.word(FOLLOWED)]
    lines.append(case.word(AFTER if case.phase == "close" else BEFORE))
    reason = fact.reason if isinstance(fact, f.Removed) else None
    if reason:
        lines.append(case.say(REASON, reason=reason))
    case.add(WORD, lines)


def event_behind(case: Case, fact: ByEvent) -> Event | None:
    """The event that a fact tells of: of several alike each has its own."""
    when = "end" if case.phase == "close" else "start"
    fitting = [each for each in case.telling.record.table.events if each.when == when and _fits(each, fact)]
    before = sum(each == fact for each in case.facts[: case.number - 1])
    return fitting[min(before, len(fitting) - 1)] if fitting else None


def _fits(event: Event, fact: ByEvent) -> bool:
    data = event.data
    match fact:
        case f.Noted():
            return data.get("note") == fact.note
        case f.Raised():
            return data.get("raise") == fact.raised
        case f.Reinforced():
            given = data.get("contingent")
            contingent = given["id"] if isinstance(given, Mapping) else given
            return (data.get("reinforce"), contingent) == (fact.reinforced, fact.contingent)
        case f.Removed():
            return (data.get("remove"), data.get("count")) == (fact.removed, fact.count)
        case f.ConditionSet():
            found = data.get("condition"), data.get("hungry"), data.get("exhausted")
            return found == (fact.condition_set, fact.hungry, fact.exhausted)
        case f.CharacterSet():
            # Whoever is to lead a new army goes to it.
            leads = event.verb == "raise" and data.get("leader") == fact.character_set
            return leads or data.get("character") == fact.character_set
        case f.StragglersPlaced():
            return (data.get("stragglers"), data.get("from_missing")) == (fact.count, fact.from_)
        case f.Moved():
            return (data.get("move_army"), data.get("to")) == (fact.moved, fact.to)


def no_orders(case: Case, fact: f.NoOrders) -> None:
    """A faction without orders that count."""
    table = case.telling.record.table
    message = NO_FILE
    if fact.no_orders in {speaker_of(file) for file in table.rejected}:
        message = FILE_REJECTED
    elif fact.no_orders in table.struck:
        message = FILE_STRUCK
    case.add(WHY_NONE, [case.say(message, speaker=case.telling.speaker(fact.no_orders)), case.word(IDLE)])


def rejected(case: Case, fact: f.Rejected) -> None:
    """A file with errors."""
    speaker = speaker_of(fact.rejected)
    case.note("orders", speaker, source=f"orders/{speaker}")
    case.add(WHY_NOT, [case.count(REJECTED, fact.problems)])


def struck(case: Case, fact: f.Struck) -> None:
    """A file that the game master struck."""
    case.note("orders", fact.struck, source=f"orders/{fact.struck}")
    question = f"strike/{fact.struck}"
    case.note("ruling", question, source="gm", pointer=join(["rulings", question]), data=True)
    case.add(WHY_NOT, [case.word(STRUCK)])


def battle_event(case: Case, battle: str) -> Iterator[str]:
    """The event that names a battle; an encounter has none (A-4)."""
    for event in case.telling.record.table.events:
        if event.verb == "battle" and event.data["battle"] == battle:
            yield case.event(event)
