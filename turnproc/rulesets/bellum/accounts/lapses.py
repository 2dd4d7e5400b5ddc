"""Why an order lapsed (B-3.10, B-4.1.1, B-4.1.4, B-4.2, B-4.3.3): what was asked for, and what was there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.accounts.deeds import faith, kingmaker, owner, rank, way
from turnproc.rulesets.bellum.orders import Assimilate, Claim, Crown, Move, Order
from turnproc.rulesets.bellum.world import PeopleId

# What an order asks for, by the reason for which it lapsed, where the facts below do not say it.
NEEDS: Final = {
    "vanished": N_("Orders to a people that is no more, or for it, lapse."),
    "not-head": N_("An order stands only while its speaker is the head of the people that acts."),
    "not-a-free-state": N_("Only a free state can do this."),
    "not-captured": N_("Only a captured state can do this."),
    "not-owner": N_("The state must own the province at the start of the turn."),
    "no-majority": N_("It takes a majority at the start of the turn."),
    "nobody-there": N_("Somebody of the people that is to be assimilated must be there at the start of the turn."),
    "not-a-tribe": N_("Only a tribe can be made a kingdom."),
    "no-link": N_("It takes a link that is open to the people as it is at the start of the turn."),
}


def order_void(case: Case, fact: f.OrderVoid) -> None:
    """An order that nothing came of."""
    speaker, order = case.labelled(fact.order_void)
    lines = [case.say(N_("The order: {order}."), order=case.order(speaker, order))]
    if fact.reason in NEEDS:
        lines.append(case.say(NEEDS[fact.reason]))
    case.figures["reason"] = fact.reason
    case.add(case.say(N_("Why it lapsed")), [*lines, *_conditions(case, fact.reason, speaker, order)])


def _conditions(case: Case, reason: str, speaker: PeopleId, order: Order) -> Iterator[str]:
    """What the reason speaks of, as it was when the order was judged."""
    if reason == "vanished":
        yield from _vanished(case, order)
    elif reason == "not-head":
        head = case.stages.start.heads[order.of]
        message = N_("{people:Nom}: the head at the start of the turn was {head:nom}, not {speaker:nom}.")
        people = case.people(order.of)
        yield case.say(message, people=people, head=case.people(head), speaker=case.people(speaker))
    elif isinstance(order, Move):
        yield way(case, order.from_, order.to)
        yield rank(case, order.of)
    elif isinstance(order, Crown):
        yield from _crown(case, reason, order)
    elif isinstance(order, Assimilate | Claim):
        yield from _land(case, reason, order)


def _vanished(case: Case, order: Order) -> Iterator[str]:
    gone = {order.of, order.tribe} if isinstance(order, Crown) else {order.of}
    for fact in case.moment.earlier:
        if isinstance(fact, f.Vanished) and fact.vanished in gone:
            yield case.told(fact)


def _crown(case: Case, reason: str, order: Crown) -> Iterator[str]:
    if reason in ("no-kingmaker", "no-right"):
        yield from kingmaker(case)
    elif reason == "not-a-tribe":
        yield rank(case, order.tribe)
    elif reason == "subjugated":
        case.setting("crown_subjugated", case.world.settings.crown_subjugated)
        master = case.stages.start.peoples[order.tribe].master
        if master is not None:
            message = N_("{tribe:Nom}: ruled by {by:ins} at the start of the turn.")
            yield case.say(message, tribe=case.people(order.tribe), by=case.people(master))
        yield case.say(N_("By the settings of this campaign only free tribes are crowned."))
    else:
        yield from faith(case, order.tribe)


def _land(case: Case, reason: str, order: Assimilate | Claim) -> Iterator[str]:
    province = order.in_ if isinstance(order, Assimilate) else order.province
    if reason in ("not-a-free-state", "not-captured"):
        yield rank(case, order.of)
    elif reason == "not-owner":
        yield owner(case, province)
    else:
        yield from case.stood(province)
