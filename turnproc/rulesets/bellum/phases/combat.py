"""B-4.4: who is hostile to whom in a province, which battles follow, and who is defeated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from turnproc.engine.phase import Outcome
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.field import Field, Group
from turnproc.rulesets.bellum.start import TurnStart
from turnproc.rulesets.bellum.state import Modifier, State, heads, ranks
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World

Round: TypeAlias = Literal[1, 2]
FIRST: Final = 1
SECOND: Final = 2


def combat(state: State, world: World, start: TurnStart, field: Field, fought: Round = FIRST) -> Outcome[f.Fact]:
    """B-4.4.1 to B-4.4.5 in every province, in the map's order; `fought` is the round."""
    scene = Scene(state, world, start)
    facts: list[f.Fact] = []
    for province, groups in field.items():
        enemies = enmities(groups, scene)
        if fought == SECOND:
            enemies = with_somebody_returned(enemies, groups)
        if enemies:
            facts += battles(province, groups, enemies, scene, fought)
    return Outcome(facts)


class Scene:
    """What battles need of the state: who is whose friend, what a person counts, which modifiers run."""

    def __init__(self, state: State, world: World, start: TurnStart) -> None:
        """Work it out once a phase."""
        self.heads = heads(state.peoples)
        self.heads_at_start = start.heads
        self.peoples = state.peoples
        self.rank = ranks(state.peoples, world)
        # B-4.4.3: a person of a state counts double.
        self.factor = {people: 2 if there.kind == "state" else 1 for people, there in state.peoples.items()}
        self.modifiers: dict[PeopleId, list[Modifier]] = {}
        for modifier in state.modifiers:
            self.modifiers.setdefault(modifier.people, []).append(modifier)

    def are_friends(self, one: PeopleId, other: PeopleId) -> bool:
        """B-4.4.1: peoples with the same head now or at turn start."""
        if self.heads[one] == self.heads[other]:
            return True
        head = self.heads_at_start.get(one)
        return head is not None and head == self.heads_at_start.get(other)

    def bonus(self, people: PeopleId, opponents: Sequence[PeopleId]) -> int:
        """B-4.4.3: the modifiers that apply against these opponents, each once."""
        return sum(each.strength for each in self.modifiers.get(people, ()) if self.applies(each, opponents))

    def applies(self, modifier: Modifier, opponents: Sequence[PeopleId]) -> bool:
        """B-4.4.3: without `against` a modifier always applies, else if it fits at least one opponent."""
        against = modifier.against
        if against is None:
            return True
        if isinstance(against, tuple):
            return any(opponent in against for opponent in opponents)
        wanted = "state" if against == "states" else "tribe"
        return any(self.peoples[opponent].kind == wanted for opponent in opponents)

    def part(self, people: PeopleId, persons: int, opponents: Sequence[PeopleId]) -> f.Part:
        """B-4.4.3: what a people brings to a battle against these opponents."""
        factor = self.factor[people]
        if people not in self.modifiers:
            return f.Part(persons, factor, 0, persons * factor)
        bonus = self.bonus(people, opponents)
        return f.Part(persons, factor, bonus, max(0, persons * factor + bonus))


def enmities(field: Mapping[PeopleId, Sequence[Group]], scene: Scene) -> dict[PeopleId, set[PeopleId]]:
    """B-4.4.1 and B-4.4.2: the enemies of every people in one province that has any."""
    enemies: dict[PeopleId, set[PeopleId]] = {}
    for people, groups in field.items():
        for group in groups:
            if group.attack is None and group.meet is None:
                continue
            for other in targets(group, field):
                if other != people and not scene.are_friends(people, other):
                    enemies.setdefault(people, set()).add(other)
                    enemies.setdefault(other, set()).add(people)
    return enemies


def targets(group: Group, field: Mapping[PeopleId, Sequence[Group]]) -> Iterable[PeopleId]:
    """B-4.4.1: whom a group fights in its province, friends and itself not yet left out."""
    named = group.attack or group.meet
    if isinstance(named, tuple):
        return [people for people in named if people in field]
    if named == "newcomers":
        return [people for people, groups in field.items() if any(not each.is_resident for each in groups)]
    if not group.is_resident:
        # Who comes and attacks all fights everybody, also those who come in peace.
        return field
    # Who stays fights those who were there and those who come attacking.
    return [people for people, groups in field.items() if any(each.is_resident or each.attack for each in groups)]


def with_somebody_returned(
    enemies: Mapping[PeopleId, set[PeopleId]], field: Mapping[PeopleId, Sequence[Group]]
) -> dict[PeopleId, set[PeopleId]]:
    """B-4.6.1: only enmities with at least one people that returned to this province count."""
    returned = {people for people, groups in field.items() if any(group.returned for group in groups)}
    kept = {people: (foes if people in returned else foes & returned) for people, foes in enemies.items()}
    return {people: foes for people, foes in kept.items() if foes}


def battles(
    province: ProvinceId,
    field: Mapping[PeopleId, Sequence[Group]],
    enemies: Mapping[PeopleId, set[PeopleId]],
    scene: Scene,
    fought: Round,
) -> Iterator[f.Battle]:
    """B-4.4.4: a battle for every people with two or more enemies, and for two that have only each other."""
    persons = {people: sum([group.persons for group in field[people]]) for people in enemies}
    rank = scene.rank.__getitem__
    for people in sorted(enemies, key=rank):
        foes = sorted(enemies[people], key=rank)
        if len(foes) == 1 and (len(enemies[foes[0]]) > 1 or rank(foes[0]) < rank(people)):
            continue
        yield _battle(province, people, foes, persons, scene, fought)


def _battle(
    province: ProvinceId,
    alone: PeopleId,
    foes: Sequence[PeopleId],
    persons: Mapping[PeopleId, int],
    scene: Scene,
    fought: Round,
) -> f.Battle:
    part = scene.part(alone, persons[alone], foes)
    one = f.Side((alone,), part.force, {alone: part})
    parts = {people: scene.part(people, persons[people], (alone,)) for people in foes}
    many = f.Side(tuple(foes), sum([each.force for each in parts.values()]), parts)
    # The victors stand first; on equal forces the side of the people that comes first (section 8).
    if one.force == many.force:
        first, second = (one, many) if scene.rank[alone] < scene.rank[foes[0]] else (many, one)
    else:
        first, second = (one, many) if one.force > many.force else (many, one)
    pairs = []
    for foe in foes:
        # Against one foe alone, other modifiers may apply than against all of them.
        own = scene.part(alone, persons[alone], (foe,)).force if alone in scene.modifiers else part.force
        theirs = parts[foe].force
        pairs.append({alone: own, foe: theirs} if first is one else {foe: theirs, alone: own})
    defeated = second.peoples if first.force > second.force else ()
    return f.Battle(province, "B-4.4.4", fought, (first, second), tuple(pairs), defeated)
