"""The report's part on orders: what every people was told to do, and which orders lapsed or were cut, and why.

Orders are printed as they were given, whatever became of them; what was not carried out has a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.notation import NOTHING
from turnproc.rulesets.bellum.telling import Telling, paragraphs
from turnproc.rulesets.bellum.world import PeopleId

# Why an order lapsed, by the reason that the journal gives (B-3.10, B-4.1.1, B-4.1.4, B-4.2, B-4.3.3).
REASONS: Final[Mapping[str, str]] = {
    "vanished": N_("this people is no more"),
    "not-head": N_("this people does not obey the speaker any more"),
    "not-a-free-state": N_("only a free state can do this"),
    "not-captured": N_("this state is not captured"),
    "not-owner": N_("the province belongs to somebody else"),
    "no-majority": N_("the majority was missing"),
    "nobody-there": N_("nobody of that people was left there"),
    "no-kingmaker": N_("on this map nobody can make a kingdom"),
    "no-right": N_("the majority in the kingmaker province was missing"),
    "not-a-tribe": N_("this people is no tribe"),
    "subjugated": N_("this tribe is ruled by others"),
    "pagan": N_("too many of its provinces are pagan"),
    "no-link": N_("the way is closed"),
}
# Why an order lost persons (B-4.1.3).
CUTS: Final[Mapping[str, tuple[str, str]]] = {
    "fewer": NN_(
        "{people:Short.nom}, “{order}”: {n} person fewer, for they were not there any more.",
        "{people:Short.nom}, “{order}”: {n} persons fewer, for they were not there any more.",
    ),
    "assimilated": NN_(
        "{people:Short.nom}, “{order}”: {n} person fewer, lost to assimilation.",
        "{people:Short.nom}, “{order}”: {n} persons fewer, lost to assimilation.",
    ),
}


def orders_given(telling: Telling) -> Iterator[dict[str, Any]]:
    """Every speaker's orders in the forum's notation, with the words for the public."""
    orders = telling.record.table.orders
    for speaker in telling.ranked(PeopleId(each) for each in orders):
        given = orders[speaker]
        yield {
            "people": telling.capitals([speaker])[0],
            "message": paragraphs(given.message),
            "lines": [telling.notation.line(speaker, order) for order in given.given] or [telling.say(NOTHING)],
        }


def lapsed(telling: Telling, fact: f.OrderVoid | f.OrderCut) -> str:
    """The line on an order that was not carried out, or not by all."""
    match fact:
        case f.OrderVoid():
            speaker, order = _order(telling, fact.order_void)
            reason = telling.say(REASONS[fact.reason])
            return telling.say(
                N_("{people:Short.nom}, “{order}”: lapsed, {reason}."),
                people=telling.people(speaker),
                order=order,
                reason=reason,
            )
        case f.OrderCut():
            speaker, order = _order(telling, fact.order_cut)
            return telling.count(CUTS[fact.reason], fact.lost, people=telling.people(speaker), order=order)


def _order(telling: Telling, label: str) -> tuple[PeopleId, str]:
    """The speaker and the line of an order by its name in the journal, `huns/o3`."""
    speaker, _, number = label.rpartition("/o")
    orders = telling.record.table.orders.get(speaker)
    if orders is None:
        # Of a revision that was taken back, whose orders have been changed since: its own words are no longer there.
        return PeopleId(speaker), label
    return PeopleId(speaker), telling.notation.line(PeopleId(speaker), orders.given[int(number) - 1])
