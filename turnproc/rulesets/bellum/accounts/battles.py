"""Why a battle came about and why it ended so (B-4.4, B-4.6): hostility by order, every person, every modifier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.bonuses import bonus_of, source_of
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.accounts.lines import FORMULA, forces
from turnproc.rulesets.bellum.field import Group
from turnproc.rulesets.bellum.orders import Hold, Move, Order
from turnproc.rulesets.bellum.phases.combat import SECOND, Scene, targets
from turnproc.rulesets.bellum.phases.movement import attacked
from turnproc.rulesets.bellum.view_battles import FORCES, signed
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

# Who is hostile to whom, by the stance that makes it so (B-4.4.1).
HOSTILE: Final = {
    "named": N_("{people:Nom} against {foe:gen}: {orders}."),
    "newcomers": N_("{people:Nom} against {foe:gen}, who came there: {orders}."),
    "present": N_("{people:Nom} against {foe:gen}, who stood there or came attacking: {orders}."),
}
GROUPS: Final = {
    "stood": NN_("{n} person who stood there", "{n} persons who stood there"),
    "came": NN_("{n} person from {source:gen}", "{n} persons from {source:gen}"),
    "returned": NN_("{n} person thrown back to here", "{n} persons thrown back to here"),
}
# Nothing in these is to be translated.
GROUPS_OF: Final = "{people:Nom}: {groups}."
BONUS_OF: Final = "{people:Nom}: {bonus}, {source}."


def battle(case: Case, fact: f.Battle) -> None:
    """A battle of either round."""
    case.cite("B-4.4.1", "B-4.4.2", "B-4.4.3", "B-4.4.5")
    field = case.stages.second_field if fact.round == SECOND else case.stages.field
    there = _Battlefield(case, fact, field[fact.battle])
    case.add(case.say(N_("Who was hostile to whom")), there.hostility())
    case.add(case.say(N_("Who fought, and how many")), there.persons())
    case.add(case.say(N_("Forces")), there.forces())
    case.add(case.say(N_("Result")), there.result())
    case.figures |= there.figures


def told_battle(case: Case, fact: f.Battle) -> str:
    """Note a battle that had a part in something, with the orders that made its enemies hostile; gives its line."""
    line = case.told(fact)
    field = case.stages.second_field if fact.round == SECOND else case.stages.field
    tuple(_Battlefield(case, fact, field[fact.battle]).hostility())
    return line


class _Battlefield:
    def __init__(self, case: Case, fact: f.Battle, groups: Mapping[PeopleId, Sequence[Group]]) -> None:
        self.case = case
        self.fact = fact
        self.groups = groups
        self.figures: dict[str, list[dict[str, object]]] = {"hostile": [], "groups": [], "forces": []}

    @cached_property
    def scene(self) -> Scene:
        """What the phase knew of friends, states and modifiers."""
        return Scene(self.case.state, self.case.world, self.case.stages.start)

    def hostility(self) -> Iterator[str]:
        case, (first, second) = self.case, self.fact.sides
        pairs = [(one, other) for one in first.peoples for other in second.peoples]
        mutual = True
        for one, other in pairs:
            found = [*self._aims(one, other), *self._aims(other, one)]
            yield from found
            mutual = mutual and len(found) > 1
        if not mutual:
            yield case.say(N_("Two peoples are enemies as soon as one of them is hostile to the other."))
        if self.fact.round == SECOND:
            case.cite("B-4.6.1")
            returned = [people for people, groups in self.groups.items() if any(each.returned for each in groups)]
            message = N_(
                "In the second combat only enmities with somebody count who was thrown back to here: {peoples}."
            )
            yield case.say(message, peoples=case.peoples(case.telling.ranked(returned)))

    def _aims(self, people: PeopleId, foe: PeopleId) -> Iterator[str]:
        """By which of its groups a people is hostile to a foe, one line for each kind of stance."""
        orders: dict[str, list[tuple[PeopleId, Order]]] = {}
        for group in self.groups.get(people, ()):
            if (group.attack is not None or group.meet is not None) and foe in targets(group, self.groups):
                found = orders.setdefault(_stance(group), [])
                found += [each for each in orders_of(self.case, group, self.fact.battle) if each not in found]
        for stance, given in orders.items():
            names = self.case.orders(given)
            labels = [f"{speaker}/o{order.at + 1}" for speaker, order in given]
            self.figures["hostile"].append({"people": people, "against": foe, "orders": labels})
            yield self.case.say(
                HOSTILE[stance], people=self.case.people(people), foe=self.case.people(foe), orders=names
            )

    def persons(self) -> Iterator[str]:
        case = self.case
        for side in self.fact.sides:
            for people in side.peoples:
                groups = self._groups(people)
                yield case.say(GROUPS_OF, people=case.people(people), groups=", ".join(groups))
        yield case.say(N_("All persons of a people who are there fight, whatever their own orders."))

    def _groups(self, people: PeopleId) -> Iterator[str]:
        """Where the persons of a people came from, groups of one kind taken together."""
        stood = sum(each.persons for each in self.groups[people] if each.origin is None and not each.returned)
        returned = sum(each.persons for each in self.groups[people] if each.returned)
        came: dict[ProvinceId, int] = {}
        for group in self.groups[people]:
            if group.origin is not None:
                came[group.origin] = came.get(group.origin, 0) + group.persons
        self.figures["groups"].append({"people": people, "stood": stood, "came": came, "returned": returned})
        if stood:
            yield self.case.count(GROUPS["stood"], stood)
        for origin, persons in came.items():
            yield self.case.count(GROUPS["came"], persons, source=self.case.province(origin))
        if returned:
            yield self.case.count(GROUPS["returned"], returned)

    def forces(self) -> Iterator[str]:
        case, (first, second) = self.case, self.fact.sides
        for side, other in ((first, second), (second, first)):
            for people in side.peoples:
                # Against one enemy of many, only this one decides which modifiers apply.
                yield from self._force(people, side.parts[people], other.peoples)
        for side in (first, second):
            if len(side.peoples) > 1:
                names = "+".join(case.telling.capitals(side.peoples))
                formula = " + ".join(str(side.parts[people].force) for people in side.peoples)
                yield f"{names}: {formula} = {side.force}."

    def _force(self, people: PeopleId, part: f.Part, opponents: Sequence[PeopleId]) -> Iterator[str]:
        case, name = self.case, self.case.people(people)
        running = self.scene.modifiers.get(people, [])
        applying = [each for each in running if self.scene.applies(each, opponents)]
        formula = f"{part.persons} × {part.factor}"
        formula += "".join(f" {'+' if each.strength > 0 else '−'} {abs(each.strength)}" for each in applying)
        raw = part.persons * part.factor + part.modifiers
        message = FORMULA
        if raw < 0:
            message = N_("{people:Nom}: {formula} = {raw}, and below 0 counts as {force}.")
        yield case.say(message, people=name, formula=formula, force=part.force, raw=signed(raw))
        if part.factor > 1:
            yield case.say(N_("{people:Nom}: a state, so each person counts double."), people=name)
        for modifier in running:
            bonus = bonus_of(case.telling, modifier)
            if modifier in applying:
                yield case.say(BONUS_OF, people=name, bonus=bonus, source=source_of(case, modifier))
            else:
                message = N_("{people:Nom}: {bonus} does not count here, since it fits none of the opponents.")
                yield case.say(message, people=name, bonus=bonus)
        self.figures["forces"].append(
            {
                "people": people,
                "persons": part.persons,
                "factor": part.factor,
                "modifiers": [each.strength for each in applying],
                "force": part.force,
            }
        )

    def result(self) -> Iterator[str]:
        case, (first, second) = self.case, self.fact.sides
        if len(self.fact.pairs) > 1:
            alone, allies = (first, second) if len(first.peoples) == 1 else (second, first)
            message = N_("{people:Nom}: several enemies there, so it is one battle against all of them together.")
            yield case.say(message, people=case.people(alone.peoples[0]))
            message = N_("{peoples} have a common enemy, their forces add up.")
            yield case.say(message, peoples=case.telling.wording.listed(case.telling.capitals(allies.peoples)))
            yield from map(self._pair, self.fact.pairs)
        else:
            yield case.say(N_("They have no other enemies there, so they fight each other alone."))
        yield f"{forces(case.telling, first, second)}."
        if self.fact.defeated:
            message = N_("Less force is a defeat, and it counts for everybody on that side: {peoples:nom}.")
            yield case.say(message, peoples=case.peoples(self.fact.defeated))
        else:
            yield case.say(N_("The forces are equal: nobody is defeated, and on neither side does it count as won."))

    def _pair(self, pair: Mapping[PeopleId, int]) -> str:
        (one, force), (other, other_force) = pair.items()
        names = self.case.telling.capitals([one, other])
        line = self.case.say(FORCES, first=names[0], force=force, second=names[1], other_force=other_force)
        return self.case.say(N_("As if only these two fought: {forces}."), forces=line)


def _stance(group: Group) -> str:
    if group.meet == "newcomers":
        return "newcomers"
    return "present" if group.attack == "all" and group.is_resident else "named"


def orders_of(case: Case, group: Group, province: ProvinceId) -> Iterator[tuple[PeopleId, Order]]:
    """The orders that brought a group to a province, or gave it its stance there."""
    plan = case.stages.plan
    for speaker, order in plan.standing():
        if order.of != group.people or not isinstance(order, Move | Hold) or not plan.persons(speaker, order):
            continue
        if isinstance(order, Move):
            if (order.from_, order.to, attacked(order)) == (group.origin, province, group.attack):
                yield speaker, order
        elif group.origin is None and (order.in_, order.meet, order.attack) == (province, group.meet, group.attack):
            yield speaker, order
