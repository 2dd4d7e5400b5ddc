"""What came about by the game master's word (section 5), and whose orders did not count (B-3.8, B-3.9)."""

from __future__ import annotations

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.case import FACT, Case
from turnproc.rulesets.bellum.world import PeopleId
from turnproc.source.pointer import join


def event(case: Case, fact: f.EventHappened) -> None:
    """An event; what it changed follows as facts of their own."""
    _decreed(case, fact)
    numbers = [case.number_of(each) for each in case.moment.together if each is not fact]
    lines = [case.say(FACT, number=number, line=case.lines.line(number)) for number in numbers]
    case.add(case.say(N_("What it changed")), lines)


def effect(case: Case) -> None:
    """A fact that an event brought about: the event stands first in its phase."""
    happened = case.event_behind(len(case.moment.earlier))
    number = case.fact(happened)
    case.cite(happened.rule)
    _decreed(case, happened)
    case.figures["event"] = number


def _decreed(case: Case, happened: f.EventHappened) -> None:
    decreed = case.event(happened)
    message = N_("It is event number {number} of the game master's file, at the start of the turn: before all orders.")
    if decreed.when == "end":
        message = N_("It is event number {number} of the game master's file, at the end of the turn: after all else.")
        case.cite("B-4.8.3")
    else:
        case.cite("B-4.0")
    case.add(case.say(N_("The game master's word")), [case.say(message, number=decreed.at + 1)])


def no_orders(case: Case, fact: f.NoOrders) -> None:
    """A player's people without orders that count."""
    people = case.people(fact.no_orders)
    table = case.telling.record.table
    message = N_("{people:Nom}: no orders file came in.")
    if f"orders/{fact.no_orders}.yaml" in table.rejected:
        message = N_("{people:Nom}: the orders file was rejected, for it had errors.")
    elif fact.no_orders in table.struck:
        message = N_("{people:Nom}: the orders file was struck by the game master.")
    lines = [case.say(message, people=people)]
    player = case.telling.record.before.peoples[fact.no_orders].player
    if player is not None:
        lines.append(case.say(N_("{people:Nom}: played by {player}."), people=people, player=player))
    lines.append(case.say(N_("All peoples of this head stay idle; whoever is attacked fights all the same.")))
    case.add(case.say(N_("Why there are none")), lines)


def rejected(case: Case, fact: f.Rejected) -> None:
    """A file with errors."""
    speaker = PeopleId(fact.rejected.rpartition("/")[2].removesuffix(".yaml"))
    case.note("orders", speaker, source=f"orders/{speaker}")
    message = NN_(
        "The file has {n} error; a file with an error is rejected whole, and turnproc validate lists it.",
        "The file has {n} errors; a file with an error is rejected whole, and turnproc validate lists them.",
    )
    case.add(case.say(N_("Why the file does not count")), [case.count(message, fact.problems)])


def struck(case: Case, fact: f.Struck) -> None:
    """A file that the game master struck."""
    case.note("orders", fact.struck, source=f"orders/{fact.struck}")
    question = f"strike/{fact.struck}"
    case.note("ruling", question, source="gm", pointer=join(["rulings", question]), data=True)
    line = case.say(N_("The game master struck it; the speaker counts as having sent nothing."))
    case.add(case.say(N_("Why the file does not count")), [line])
