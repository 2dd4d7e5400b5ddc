"""Why persons went back, withdrew or stayed after a lost battle, and why just there (B-4.5.6 to B-4.5.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.battles import told_battle
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.accounts.conquest import beaten_everywhere
from turnproc.rulesets.bellum.orders import Order, Retreat
from turnproc.rulesets.bellum.phases.retreat import Retreats, now_barred, preferred, sorted_out, usable, where_to, worth
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, is_open

Left: TypeAlias = f.Withdrew | f.Stranded

# The criteria of B-4.5.9 in their order: the first in which the best two differ has decided.
CRITERIA: Final = (
    N_("{province:Nom}: most of this people's own persons stand there."),
    N_("{province:Nom}: this people owns it; as many of its own stand there as in the next best."),
    N_("{province:Nom}: the fewest others stand there; in own persons and ownership it is like the next best."),
    N_("{province:Nom}: comes first by id; otherwise it is like the next best."),
)


def thrown_back(case: Case, fact: f.ThrownBack) -> None:
    """Arrivals that went home."""
    source, target, people = case.province(fact.from_), case.province(fact.to), case.people(fact.of)
    if fact.rule == "B-4.5.4":
        message = N_("{people:Nom} did not live {province:in}: those who had attacked there return to {target:nom}.")
        line = case.say(message, people=people, province=source, target=target)
        case.add(case.say(N_("Why they went back")), [line])
        beaten_everywhere(case, fact.of)
        return
    _cite_second(case)
    message = N_(
        "{people:Nom}: these persons came from {target:gen} this turn; arrivals go home, whatever they prefer."
    )
    lines = [case.say(message, people=people, target=target)]
    lines.append(case.say(N_("Not every battle of their people there was won:")))
    lines += _not_won(case, fact.of, fact.from_)
    case.add(case.say(N_("Why they went back")), lines)


def withdrew(case: Case, fact: f.Withdrew) -> None:
    """Residents that were driven out, or arrivals whose home is barred."""
    case.cite("B-4.5.9")
    scene = _scene(case)
    case.add(case.say(N_("Why they had to leave")), _why_leave(case, fact, scene))
    case.add(case.say(N_("Where they could go")), _ways(case, fact.of, fact.from_, scene))
    case.add(case.say(N_("What decided")), _decided(case, fact, scene))


def stranded(case: Case, fact: f.Stranded) -> None:
    """Nowhere to go."""
    case.cite("B-4.5.7", "B-4.5.9")
    scene = _scene(case)
    case.add(case.say(N_("Why they had to leave")), _why_leave(case, fact, scene))
    case.add(case.say(N_("Where they could go")), _ways(case, fact.of, fact.in_, scene))
    case.add(case.say(N_("What decided")), [_ruled(case, fact.of, fact.in_, fact.in_)])


def _scene(case: Case) -> Retreats:
    """On what the withdrawals of this phase were decided."""
    _cite_second(case)
    return now_barred(case.stages.scene, *case.moment.combat)


def _cite_second(case: Case) -> None:
    if case.moment.phase == "second_retreat":
        case.cite("B-4.7.1")


def _driven_out(case: Case, people: PeopleId, province: ProvinceId) -> Iterator[str]:
    """The battles of this turn that drove residents of the people out of a province."""
    for fact in case.moment.earlier:
        if isinstance(fact, f.Battle) and fact.battle == province and people in fact.defeated:
            yield told_battle(case, fact)


def _not_won(case: Case, people: PeopleId, province: ProvinceId) -> Iterator[str]:
    """The battles there that the people lost or drew."""
    phase = "second_combat" if case.moment.phase == "second_retreat" else "combat"
    wanted = 2 if phase == "second_combat" else 1
    for fact in case.moment.earlier:
        if isinstance(fact, f.Battle) and (fact.battle, fact.round) == (province, wanted):
            fought = any(people in side.peoples for side in fact.sides)
            if fought and (people in fact.defeated or not fact.defeated):
                yield told_battle(case, fact)


def _why_leave(case: Case, fact: Left, scene: Retreats) -> Iterator[str]:
    field, results = case.moment.combat
    province = fact.from_ if isinstance(fact, f.Withdrew) else fact.in_
    groups, lost = field[province][fact.of], (province, fact.of) in results.lost
    home, leaving, _ = sorted_out(groups, lost, scene.barred)
    stood = sum(group.persons for group in groups if group.origin is None)
    if lost and stood:
        message = N_("{people:Nom}: who stood there has to leave after a lost battle.")
        if any(group.returned for group in groups):
            message = N_("{people:Nom}: who stood there or was thrown back to there has to leave after a lost battle.")
        yield case.say(message, people=case.people(fact.of))
    barred = dict.fromkeys(group.origin for group in groups if group.origin is not None and group.origin not in home)
    for origin in barred:
        message = N_("{people:Nom}: who came from {source:gen} cannot go back, for residents were driven out of there.")
        yield case.say(message, people=case.people(fact.of), source=case.province(origin))
        yield from _driven_out(case, fact.of, origin)
        case.cite("B-4.5.8")
    yield from _not_won(case, fact.of, province)
    case.figures["leaving"] = leaving


def _ways(case: Case, people: PeopleId, province: ProvinceId, scene: Retreats) -> Iterator[str]:
    kind, possible = scene.state.peoples[people].kind, set(usable(people, province, scene))
    figures = []
    for target, link in case.world.links[province].items():
        place = case.province(target)
        less, not_owned, others, _ = worth(people, target, scene)
        open_ = is_open(link, kind)
        if target in possible:
            message = N_("{province:Nom}: possible; own persons there: {own}, others: {others}.")
            if not not_owned:
                message = N_(
                    "{province:Nom}: possible, and owned by this people; own persons there: {own}, others: {others}."
                )
            yield case.say(message, province=place, own=-less, others=others)
        elif not open_:
            yield case.say(N_("{province:Nom}: closed, for the sea lane is open to states only."), province=place)
        else:
            case.cite("B-4.5.8")
            message = N_("{province:Nom}: barred, for residents of this people were driven out of there this turn.")
            yield case.say(message, province=place)
            yield from _driven_out(case, people, target)
        barrier = None if target in possible else "driven-out" if open_ else "closed"
        figures.append({"province": target, "barrier": barrier, "own": -less, "owned": not not_owned, "others": others})
    if not figures:
        yield case.say(N_("No way leads from {province:gen} anywhere."), province=case.province(province))
    case.figures["ways"] = figures


def _decided(case: Case, fact: f.Withdrew, scene: Retreats) -> Iterator[str]:
    people, province = fact.of, fact.from_
    possible = list(usable(people, province, scene))
    wishes = preferred(scene.plan).get((people, province), ())
    if fact.rule == "B-4.5.10":
        yield _ruled(case, people, province, fact.to)
        return
    if wishes:
        yield from _wished(case, fact, wishes)
    if fact.to in wishes:
        case.figures["decided_by"] = "order"
        return
    assert where_to(people, province, wishes, scene) == fact.to
    if len(possible) == 1:
        case.figures["decided_by"] = "only"
        yield case.say(N_("{province:Nom}: no other province was possible."), province=case.province(fact.to))
        return
    best, second = sorted(worth(people, target, scene) for target in possible)[:2]
    at = next(at for at, (one, other) in enumerate(zip(best, second, strict=True)) if one != other)
    case.figures["decided_by"] = ("own", "owned", "others", "id")[at]
    yield case.say(CRITERIA[at], province=case.province(fact.to))


def _wished(case: Case, fact: f.Withdrew, wishes: Sequence[ProvinceId]) -> Iterator[str]:
    """What the order of retreat named, and what came of it."""
    given: list[tuple[PeopleId, Order]] = [
        (speaker, order)
        for speaker, order in case.stages.plan.standing()
        if isinstance(order, Retreat) and (order.of, order.province) == (fact.of, fact.from_)
    ]
    orders = case.orders(given)
    passed = wishes[: wishes.index(fact.to)] if fact.to in wishes else wishes
    if fact.to in wishes:
        message = N_("The order {orders} names {target:acc} first among those that are possible.")
        yield case.say(message, orders=orders, target=case.province(fact.to))
    else:
        yield case.say(N_("The order {orders} names no province that is possible."), orders=orders)
    for target in passed:
        yield case.say(
            N_("{province:Nom}: named, but passed over, for it is not possible."), province=case.province(target)
        )


def _ruled(case: Case, people: PeopleId, province: ProvinceId, target: ProvinceId) -> str:
    """Nowhere to go: what the game master said, or the default."""
    case.cite("B-4.5.10")
    if case.answer(f"stranded/{province}/{people}"):
        message = N_("No province was possible; the game master ruled that they go to {target:nom}.")
        if target == province:
            message = N_("No province was possible; the game master ruled that they stay.")
        return case.say(message, target=case.province(target))
    return case.say(N_("No province was possible and nobody ruled, so they stay."))
