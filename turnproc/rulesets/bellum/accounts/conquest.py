"""Why a tribe was subjugated, and by whom (B-4.5.1 to B-4.5.4); why a state was captured (B-4.5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.battles import told_battle
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.accounts.sharing import share_lines
from turnproc.rulesets.bellum.orders import Order, Rule
from turnproc.rulesets.bellum.phases.conquest import captors, where_it_lives
from turnproc.rulesets.bellum.phases.division import shares
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

# What makes a province one where the tribe lives (B-4.5.1). Where its attackers won through it lives, too, but then it
# is not beaten everywhere.
HOMES: Final = {
    "residents": N_("{province:Nom}: persons of the tribe stood there."),
    "peace": N_("{province:Nom}: persons of the tribe came there in peace."),
}
ORIGIN: Final = N_("{source:Nom}: from there persons of the tribe attacked {target:acc} and did not win through.")
# Whose victory does not count, and why (B-4.5.2).
DISCOUNTS: Final = {
    "state": N_("{victor:Nom}: does not count, for a state cannot rule a tribe."),
    "beaten": N_("{victor:Nom}: does not count, for the head was beaten everywhere this turn, too: {head:nom}."),
    "spared": N_("{victor:Nom}: does not count, for mercy was ordered: {orders}."),
    "not-ordered": N_("{victor:Nom}: does not count, for here only those count who ordered to subjugate this tribe."),
}


def subjugated(case: Case, fact: f.Subjugated) -> None:
    """A tribe that one victor alone gets (B-4.5.2)."""
    case.cite("B-4.5.1", "B-4.5.4")
    tribe = fact.subjugated
    beaten_everywhere(case, tribe)
    spoils = case.stages.taken.spoils[tribe]
    parts = shares(spoils)
    line = case.say(N_("Only the victories of one people count: {head:nom}."), head=case.people(fact.by))
    if len(spoils.victors) > 1:
        case.cite("B-4.5.3")
        case.add(case.say(N_("The shares")), share_lines(case, spoils, parts))
        line = case.say(
            N_("Only one victor has a share, so there is no division: {head:nom}."), head=case.people(fact.by)
        )
    case.add(case.say(N_("Who rules the tribe")), [line])


def beaten_everywhere(case: Case, tribe: PeopleId) -> None:
    """Where a tribe lived, where it was beaten by whom, and whose victories count."""
    name = case.people(tribe)
    case.add(case.say(N_("Where the tribe lived ({tribe:nom})"), tribe=name), _homes(case, tribe))
    case.add(case.say(N_("Where it was beaten")), _defeats(case, tribe))
    case.add(case.say(N_("Whose victories count")), _victors(case, tribe))


def _homes(case: Case, tribe: PeopleId) -> Iterator[str]:
    stages = case.stages
    lives, failed = where_it_lives(case.state, stages.field, stages.results, {tribe})
    attackers = [group for _, group in failed.get(tribe, ())]
    figures: list[dict[str, str]] = []
    for province in sorted(lives[tribe], key=case.world.place.__getitem__):
        kinds: dict[str, None] = {}
        for group in stages.field.get(province, {}).get(tribe, ()):
            if all(group is not each for each in attackers):
                kinds["residents" if group.origin is None else "peace"] = None
        if province not in stages.field:
            kinds["residents"] = None
        for kind in (each for each in HOMES if each in kinds):
            figures.append({"province": province, "because": kind})
            yield case.say(HOMES[kind], province=case.province(province))
        for target in dict.fromkeys(where for where, group in failed.get(tribe, ()) if group.origin == province):
            figures.append({"province": province, "because": "origin", "attacked": target})
            yield case.say(ORIGIN, source=case.province(province), target=case.province(target))
    case.figures["lives"] = figures


def _defeats(case: Case, tribe: PeopleId) -> Iterator[str]:
    results = case.stages.results
    provinces = sorted(case.stages.taken.subjugated[tribe], key=case.world.place.__getitem__)
    for province in provinces:
        for battle in results.defeats[province, tribe]:
            told_battle(case, battle)
            message = N_("{province:Nom}: defeated by {victors:ins} (fact {number}).")
            victors = case.peoples(battle.sides[0].peoples)
            yield case.say(message, province=case.province(province), victors=victors, number=case.number_of(battle))
    yield case.say(N_("That is every province where it lived; one defeat in each is enough."))


def _victors(case: Case, tribe: PeopleId) -> Iterator[str]:
    judge = case.stages.taken.judge
    found: dict[PeopleId, dict[ProvinceId, int]] = {}
    for province in sorted(case.stages.taken.subjugated[tribe], key=case.world.place.__getitem__):
        for victor, force in judge.results.victors_over(tribe, province):
            there = found.setdefault(victor, {})
            there[province] = max(there.get(province, 0), force)
    figures = []
    for victor in case.telling.ranked(found):
        discount, head = judge.discount(victor, tribe), judge.heads[victor]
        figures.append({"victor": victor, "head": head, "forces": found[victor], "discount": discount})
        if discount is not None:
            yield _discounted(case, discount, victor, tribe)
            continue
        case.orders(_rule_orders(case, "subjugate", victor, tribe))
        for province, force in found[victor].items():
            message = N_("{victor:Nom}: counts {province:in}, with force {force}.")
            if head != victor:
                message = N_("{victor:Nom}: counts for the head, {head:acc}, {province:in}, with force {force}.")
            names = {"victor": case.people(victor), "head": case.people(head), "province": case.province(province)}
            yield case.say(message, force=force, **names)
    case.figures["victors"] = figures


def _discounted(case: Case, discount: str, victor: PeopleId, tribe: PeopleId) -> str:
    judge = case.stages.taken.judge
    orders = ""
    if discount == "spared":
        orders = case.orders(_rule_orders(case, "spare", victor, tribe))
    elif discount == "not-ordered":
        case.setting("subjugation", case.world.settings.subjugation)
    head = case.people(judge.heads[victor])
    return case.say(DISCOUNTS[discount], victor=case.people(victor), head=head, orders=orders)


def _rule_orders(case: Case, verb: str, victor: PeopleId, tribe: PeopleId) -> list[tuple[PeopleId, Order]]:
    """What the victor's speaker ordered about the tribe."""
    speaker = case.stages.taken.judge.speakers.get(victor, victor)
    return [
        (each, order)
        for each, order in case.stages.plan.standing()
        if each == speaker and isinstance(order, Rule) and (order.verb, order.tribe) == (verb, tribe)
    ]


def captured(case: Case, fact: f.Captured) -> None:
    """A state that was defeated in the only province that it owned (B-4.5.5)."""
    assert fact.in_ is not None
    state, province = case.people(fact.captured), case.province(fact.in_)
    message = N_("{state:Nom}: the only province owned after this turn's claims is {province:nom}.")
    case.add(case.say(N_("The last province")), [case.say(message, state=state, province=province)])
    case.add(case.say(N_("Who beat the state there")), _captors(case, fact, fact.in_))


def _captors(case: Case, fact: f.Captured, province: ProvinceId) -> Iterator[str]:
    results = case.stages.results
    for battle in results.defeats[province, fact.captured]:
        told_battle(case, battle)
    found = captors(fact.captured, province, results)
    for victor, force in found:
        yield case.say(N_("{victor:Nom}: force {force}."), victor=case.people(victor), force=force)
    case.figures["captors"] = [{"victor": victor, "force": force} for victor, force in found]
    yield case.say(
        N_("The highest force captures; of equal ones the first in the order of ids: {by:nom}."),
        by=case.people(fact.by),
    )
