"""Why orders were carried out, cut or lapsed (B-3.10, B-4.1 to B-4.3), and who was there when it was judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.orders import Assimilate, Claim, Crown, Hold, Move, Order
from turnproc.rulesets.bellum.phases.movement import attacked
from turnproc.rulesets.bellum.start import orders_by_place
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

LINKS: Final = {
    "land": N_("The way from {source:gen} to {target:nom} goes by land."),
    "sea": N_("The way from {source:gen} to {target:nom} is a sea lane that is open to all."),
    "state_sea": N_("The way from {source:gen} to {target:nom} is a sea lane for states alone."),
}
NO_LINK: Final = N_("No way leads from {source:gen} to {target:nom}.")
TRIBE: Final = N_("{people:Nom}: a tribe at the start of the turn.")
STATE: Final = N_("{people:Nom}: a state at the start of the turn.")
GONE: Final = N_("{people:Nom}: nobody of them was left at the start of the turn.")
CAPTURED: Final = N_("{people:Nom}: a state captured by {by:ins} at the start of the turn.")
OWNER: Final = N_("{province:Nom}: owned by {people:ins} at the start of the turn.")
NO_OWNER: Final = N_("{province:Nom}: owned by nobody at the start of the turn.")


def moved(case: Case, fact: f.Moved) -> None:
    """A move that was carried out, maybe by fewer than ordered."""
    speaker, order = _move_behind(case, fact)
    text = case.order(speaker, order)
    lines = [case.say(N_("The order: {order}."), order=text)]
    if fact.moved < order.persons:
        message = N_("Ordered {ordered}, left to carry it out {left}.")
        lines.append(case.say(message, ordered=order.persons, left=fact.moved))
        _note_cuts(case, f"{speaker}/o{order.at + 1}")
    lines.append(way(case, fact.from_, fact.to))
    lines.append(rank(case, fact.of))
    case.add(case.say(N_("Why they went")), lines)


def _move_behind(case: Case, fact: f.Moved) -> tuple[PeopleId, Move]:
    """The order behind a move: facts of movement come in the order of orders, so of equal ones each has its own."""
    at = next(at for at, each in enumerate(case.moment.together) if each is fact)
    before = sum(each == fact for each in case.moment.together[:at])
    plan = case.stages.plan
    for speaker, order in plan.standing():
        if not isinstance(order, Move) or plan.persons(speaker, order) != fact.moved:
            continue
        if (order.of, order.from_, order.to, attacked(order)) == (fact.of, fact.from_, fact.to, fact.attack):
            if before == 0:
                return speaker, order
            before -= 1
    raise LookupError(f"no order stands behind {fact}")


def _note_cuts(case: Case, name: str) -> None:
    for fact in case.moment.earlier:
        if isinstance(fact, f.OrderCut) and fact.order_cut == name:
            case.fact(fact)
            case.cite(fact.rule)


def order_cut(case: Case, fact: f.OrderCut) -> None:
    """Fewer persons were there than the orders use."""
    _, order = case.labelled(fact.order_cut)
    assert isinstance(order, Move | Hold)
    province = order.from_ if isinstance(order, Move) else order.in_
    plan = case.stages.plan
    using = orders_by_place(plan)[order.of, province]
    needed = sum(plan.persons(each, other) for each, other in using)
    there = case.stages.start.persons[province].get(order.of, 0)
    if fact.reason == "assimilated":
        there -= sum(_takes(case, each, order.of, province) for each in case.moment.together)
    message = N_("{people:Nom}: {there} there ({province:nom}), {needed} needed by orders.")
    names = {"people": case.people(order.of), "province": case.province(province)}
    lines = [case.say(message, there=there, needed=needed, **names)]
    lines.append(case.say(N_("The idle go first; then the last order in the file, then the one before it.")))
    cuts = {each.order_cut: each for each in case.moment.together if isinstance(each, f.OrderCut)}
    for each, other in using:
        persons = plan.persons(each, other)
        cut = cuts.get(f"{each}/o{other.at + 1}")
        message = N_("{order}: ordered {before}, left {after}.")
        after = persons if cut is None else cut.left
        lines.append(case.say(message, order=case.order(each, other), before=persons, after=after))
    case.figures |= {"there": there, "needed": needed}
    case.add(case.say(N_("Who was missing")), lines)
    _note_losses(case, order.of, province)


def _takes(case: Case, fact: f.Fact, people: PeopleId, province: ProvinceId) -> bool:
    """Did somebody assimilate a person of the people there in this phase?"""
    found = isinstance(fact, f.Assimilated) and (fact.assimilated, fact.in_) == (people, province)
    if found:
        case.fact(fact)
    return found


def _note_losses(case: Case, people: PeopleId, province: ProvinceId) -> None:
    """The events that took persons away before."""
    for fact in case.moment.earlier:
        match fact:
            case f.Removed(of=of, in_=place) if (of, place) == (people, province):
                case.fact(fact)
            case f.Placed(of=of, from_=place) if (of, place) == (people, province):
                case.fact(fact)
            case f.Appeared(from_=of, in_=places) if of == people and province in places:
                case.fact(fact)
            case _:
                pass


def assimilated(case: Case, fact: f.Assimilated) -> None:
    """One person changed peoples."""
    wanted = fact.by, fact.assimilated, fact.in_
    given: list[tuple[PeopleId, Order]] = [
        (speaker, order)
        for speaker, order in case.stages.plan.standing()
        if isinstance(order, Assimilate) and (order.of, order.people, order.in_) == wanted
    ]
    case.cite("B-4.1.2")
    lines = [case.say(N_("The order: {order}."), order=case.orders(given))]
    lines += [owner(case, fact.in_), *case.stood(fact.in_)]
    case.add(case.say(N_("Why it was allowed")), lines)


def crowned(case: Case, fact: f.Crowned) -> None:
    """A tribe was made a state by who holds the kingmaker province (B-4.2.1)."""
    case.cite("B-4.2.1")
    given: list[tuple[PeopleId, Order]] = [
        (speaker, order)
        for speaker, order in case.stages.plan.standing()
        if isinstance(order, Crown) and (order.of, order.tribe) == (fact.by, fact.crowned)
    ]
    lines = [case.say(N_("The order: {order}."), order=case.orders(given))]
    case.add(case.say(N_("Who may crown")), [*lines, *kingmaker(case)])
    case.add(case.say(N_("Whether the tribe may be crowned")), faith(case, fact.crowned))


def kingmaker(case: Case) -> Iterator[str]:
    """Who had the majority in the province that gives the right to crown."""
    place = case.world.kingmaker
    if place is None:
        yield case.say(N_("This map has no province that gives the right to make kingdoms."))
        return
    message = N_("{province:Nom} gives the right to make kingdoms to whoever has the majority there.")
    yield case.say(message, province=case.province(place))
    yield from case.stood(place)


def faith(case: Case, tribe: PeopleId) -> Iterator[str]:
    """Where the tribe had the majority at turn start, and how many of these provinces are Christian."""
    provinces = case.stages.start.majorities.get(tribe, [])
    if not provinces:
        yield case.say(N_("{tribe:Nom}: no majority in any province."), tribe=case.people(tribe))
        return
    christian = [province for province in provinces if case.state.provinces[province].christian]
    message = N_("{tribe:Nom}: majority in {provinces:nom}.")
    yield case.say(message, tribe=case.people(tribe), provinces=case.telling.provinces(provinces))
    message = N_("Christian are {christian} of {all}; it takes at least half.")
    yield case.say(message, all=len(provinces), christian=len(christian))
    if christian:
        yield case.say(N_("Christian: {provinces:nom}."), provinces=case.telling.provinces(christian))
    case.figures["majorities"] = {province: province in christian for province in provinces}


def claimed(case: Case, fact: f.Annexed | f.Renounced | f.Independent) -> None:
    """A province changed hands by an order (B-4.2.3, B-4.2.4)."""
    verb, province, people = _claim(fact)
    given: list[tuple[PeopleId, Order]] = [
        (speaker, order)
        for speaker, order in case.stages.plan.standing()
        if isinstance(order, Claim) and (order.verb, order.province, order.of) == (verb, province, people)
    ]
    lines = [case.say(N_("The order: {order}."), order=case.orders(given)), rank(case, people), owner(case, province)]
    if not isinstance(fact, f.Renounced):
        lines += case.stood(province)
    case.add(case.say(N_("Why it was allowed")), lines)


def _claim(fact: f.Annexed | f.Renounced | f.Independent) -> tuple[str, ProvinceId, PeopleId]:
    match fact:
        case f.Annexed():
            return "annex", fact.annexed, fact.by
        case f.Renounced():
            return "renounce", fact.renounced, fact.by
        case f.Independent():
            return "independence", fact.in_, fact.independent


def rank(case: Case, people: PeopleId) -> str:
    """Tribe or state at turn start, captured or not."""
    there = case.stages.start.peoples.get(people)
    if there is None:
        return case.say(GONE, people=case.people(people))
    if there.captor is not None:
        return case.say(CAPTURED, people=case.people(people), by=case.people(there.captor))
    return case.say(STATE if there.kind == "state" else TRIBE, people=case.people(people))


def owner(case: Case, province: ProvinceId) -> str:
    """Whose a province was at turn start."""
    people = case.stages.start.owners.get(province)
    if people is None:
        return case.say(NO_OWNER, province=case.province(province))
    return case.say(OWNER, province=case.province(province), people=case.people(people))


def way(case: Case, source: ProvinceId, target: ProvinceId) -> str:
    """Whether two provinces are linked, and how."""
    link = case.world.links[source].get(target)
    message = NO_LINK if link is None else LINKS[link]
    return case.say(message, source=case.province(source), target=case.province(target))
