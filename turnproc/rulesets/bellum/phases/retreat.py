"""B-4.5.6 to B-4.5.10 and B-4.7: who goes back, who is driven out, and where to.

All is decided on the positions at the end of the combat just fought, not after other withdrawals (B-4.5.9).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from turnproc.engine.rulings import Rulings
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.field import Field, Group
from turnproc.rulesets.bellum.orders import Plan, Retreat
from turnproc.rulesets.bellum.phases.conquest import Conquest
from turnproc.rulesets.bellum.phases.results import Results
from turnproc.rulesets.bellum.questions import stranded_question
from turnproc.rulesets.bellum.state import State, ranks
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World, is_open

Barred: TypeAlias = Collection[tuple[ProvinceId, PeopleId]]


@dataclass(frozen=True, slots=True)
class Retreats:
    """What withdrawals are decided on, in both retreats of a turn.

    `barred` are the provinces that an earlier combat of this turn drove residents of a people out of (B-4.5.8).
    """

    state: State
    world: World
    plan: Plan
    rulings: Rulings
    conquest: Conquest
    barred: Barred = frozenset()


def retreat(scene: Retreats, field: Field, results: Results) -> list[f.Fact]:
    """All who did not win, and were neither subjugated nor captured where they stand."""
    return _withdrawals(now_barred(scene, field, results), field, results)


def now_barred(scene: Retreats, field: Field, results: Results) -> Retreats:
    """B-4.5.8: barred is, too, where the combat just fought drove residents out."""
    return replace(scene, barred=frozenset(scene.barred) | driven_out(field, results, scene.conquest))


def driven_out(field: Field, results: Results, conquest: Conquest) -> set[tuple[ProvinceId, PeopleId]]:
    """B-4.5.7 and B-4.5.8: where residents of which people had to leave, whether or not they found a place."""
    return {
        (province, people)
        for province, people in results.lost
        if people not in conquest.subjugated
        and conquest.captured.get(people) != province
        and any(group.is_resident for group in field[province][people])
    }


def _withdrawals(scene: Retreats, field: Field, results: Results) -> list[f.Fact]:
    wishes = preferred(scene.plan)
    rank = ranks(scene.state.peoples, scene.world)
    place = scene.world.place
    thrown: list[f.Fact] = []
    withdrew: list[f.Fact] = []
    stranded: list[f.Fact] = []
    for province in sorted(results.fought, key=place.__getitem__):
        for people in sorted(results.fought[province], key=lambda each: rank[each]):
            if people in scene.conquest.subjugated or scene.conquest.captured.get(people) == province:
                continue
            if (province, people) not in results.not_won:
                continue
            groups = field[province][people]
            home, leaving, rule = sorted_out(groups, (province, people) in results.lost, scene.barred)
            for origin in sorted(home, key=place.__getitem__):
                thrown.append(f.ThrownBack(home[origin], "B-4.5.6", people, province, origin))
            if not leaving:
                continue
            target = where_to(people, province, wishes.get((people, province), ()), scene)
            if target is not None:
                withdrew.append(f.Withdrew(leaving, rule, people, province, target))
                continue
            target = scene.rulings.decide(stranded_question(people, leaving, province, scene.state, scene.world))
            if target == province:
                stranded.append(f.Stranded(leaving, "B-4.5.10", people, province))
            else:
                withdrew.append(f.Withdrew(leaving, "B-4.5.10", people, province, target))
    return [*thrown, *withdrew, *stranded]


def preferred(plan: Plan) -> dict[tuple[PeopleId, ProvinceId], tuple[ProvinceId, ...]]:
    """What `retreat` orders say, by people and province."""
    return {(order.of, order.province): order.to for _, order in plan.standing() if isinstance(order, Retreat)}


def sorted_out(groups: Sequence[Group], has_lost: bool, barred: Barred) -> tuple[dict[ProvinceId, int], int, str]:
    """Who of one people goes home (by origin), and how many must find another place, by which rule."""
    home: dict[ProvinceId, int] = {}
    leaving, rule = 0, "B-4.5.8"
    for group in groups:
        if group.origin is None:
            # On equal forces residents stay (B-4.5.7).
            if has_lost:
                leaving += group.persons
                rule = "B-4.5.7"
        elif (group.origin, group.people) in barred:
            leaving += group.persons
        else:
            home[group.origin] = home.get(group.origin, 0) + group.persons
    return home, leaving, rule


def where_to(
    people: PeopleId, province: ProvinceId, wishes: tuple[ProvinceId, ...], scene: Retreats
) -> ProvinceId | None:
    """B-4.5.9: the first usable province of the order, else the best of the usable linked ones."""
    possible = list(usable(people, province, scene))
    for target in wishes:
        if target in possible:
            return target
    return min(possible, key=lambda target: worth(people, target, scene), default=None)


def usable(people: PeopleId, province: ProvinceId, scene: Retreats) -> Iterator[ProvinceId]:
    """B-4.5.9: the linked provinces whose link is open to the people as it is now, and that B-4.5.8 allows."""
    kind = scene.state.peoples[people].kind
    for target, link in scene.world.links[province].items():
        if is_open(link, kind) and (target, people) not in scene.barred:
            yield target


def worth(people: PeopleId, target: ProvinceId, scene: Retreats) -> tuple[int, int, int, ProvinceId]:
    """B-4.5.9: most of its own people, then one that it owns, then the fewest others, then id order.

    The least is the best.
    """
    there = scene.state.provinces[target]
    own = there.people.get(people, 0)
    # Who was captured now owns nothing any more, though its province still says so until this phase has ended.
    owns = there.owner == people and people not in scene.conquest.captured
    return -own, 0 if owns else 1, sum(there.people.values()) - own, target


def after_retreat(field: Field, results: Results, facts: Collection[f.Fact], conquest: Conquest) -> Field:
    """B-4.6.1 and B-4.6.2: the groups that count in the second combat, in the provinces where somebody has returned.

    Who withdrew or is stranded does not fight again, nor do peoples where B-4.5.4 or B-4.5.5 made them stay.
    """
    returned: dict[ProvinceId, list[Group]] = {}
    for fact in facts:
        if isinstance(fact, f.ThrownBack) and fact.rule == "B-4.5.6" and conquest.captured.get(fact.of) != fact.to:
            returned.setdefault(fact.to, []).append(Group(fact.of, fact.thrown_back, returned=True))
    # Where nobody has a stance, nobody is hostile to who returns: the field leaves such provinces out.
    second: dict[ProvinceId, Mapping[PeopleId, list[Group]]] = {}
    for province in field:
        if province not in returned:
            continue
        there: dict[PeopleId, list[Group]] = {}
        for people, groups in field[province].items():
            staying = [group for group in groups if _still_counts(group, province, results, conquest)]
            if staying:
                there[people] = staying
        for group in returned[province]:
            there.setdefault(group.people, []).append(group)
        second[province] = there
    return second


def _still_counts(group: Group, province: ProvinceId, results: Results, conquest: Conquest) -> bool:
    if group.people in conquest.subjugated or conquest.captured.get(group.people) == province:
        return False
    if group.is_resident:
        return (province, group.people) not in results.lost
    return (province, group.people) not in results.not_won
