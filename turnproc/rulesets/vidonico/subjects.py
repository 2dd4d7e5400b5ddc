"""What an order is about, and which of several orders about one thing counts (docs/rules/vidonico.md, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.vidonico.known import Known, NamedKind
from turnproc.rulesets.vidonico.orders import (
    Captive,
    CharacterOrder,
    Formation,
    Leader,
    Move,
    Order,
    Plan,
    PrisonerPolicy,
    Prisoners,
    Pursue,
    Rejoin,
    Retreat,
    Stance,
    Transfer,
)

# The verb, and what tells orders of one verb apart.
Subject: TypeAlias = tuple[str, ...]


def verb(order: Order) -> str:
    """The verb as files write it."""
    match order:
        case CharacterOrder():
            return "character"
        case PrisonerPolicy():
            return "prisoner_policy"
        case _:
            return type(order).__name__.lower()


def thing(order: Order) -> tuple[NamedKind, str]:
    """Whom or what an order is about, in a word: kind and id."""
    match order:
        case Move() | Stance() | Leader() | Pursue() | Retreat() | Plan() | PrisonerPolicy():
            return "army", order.army
        case Formation() | Transfer():
            return "contingent", order.contingent
        case Prisoners():
            return "group", order.group
        case Captive() | CharacterOrder():
            return "character", order.character
        case Rejoin():
            return "stragglers", order.stragglers
        case _:
            assert_never(order)


def subjects(order: Order) -> Sequence[Subject]:
    """What the order is about; a `formation` with several terrains is about each of them."""
    what = (verb(order), thing(order)[1])
    match order:
        case Formation():
            return [(*what, terrain) for terrain in order.where or ("",)]
        case Transfer():
            return [(*what, order.to)]
        case Prisoners():
            return [(*what, order.fate)]
        case _:
            return [what]


def latest(given: Iterable[Order], known: Known, file: OrdersFile) -> tuple[list[Order], list[Finding]]:
    """The orders of one file that count, in its order, and W-TWICE where one takes the place of another."""
    last: dict[Subject, Order] = {}
    findings = []
    for order in given:
        earlier = [last[subject] for subject in subjects(order) if subject in last]
        if earlier:
            kind, id_ = thing(order)
            params: dict[str, Param] = {"subject": known.name(kind, id_), "first": earlier[0].at + 1}
            findings.append(Finding(file.source, f"{file.pointer}/{order.at}", "W-TWICE", params))
        last.update(dict.fromkeys(subjects(order), order))
    return _without(last), findings


def _without(last: Mapping[Subject, Order]) -> list[Order]:
    """Each order that is the last word about something, cut down to what it is the last word about."""
    counting = {order.at: order for order in last.values()}
    return [_cut(counting[at], last) for at in sorted(counting)]


def _cut(order: Order, last: Mapping[Subject, Order]) -> Order:
    if not isinstance(order, Formation) or not order.where:
        return order
    terrains = {subject[2] for subject, other in last.items() if other is order}
    return replace(order, where=tuple(terrain for terrain in order.where if terrain in terrains))
