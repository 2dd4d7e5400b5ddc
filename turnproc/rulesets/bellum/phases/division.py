"""B-4.5.3: a tribe that several beat everywhere is divided among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from turnproc.engine.rulings import Rulings
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.questions import PlannedPart, free_id, name_with, split_question
from turnproc.rulesets.bellum.state import State, name_of
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World


@dataclass(frozen=True, slots=True)
class Spoils:
    """A tribe that was beaten everywhere: its persons by province as they stand after B-4.5.4, and who won there.

    `wins[province][victor]` is the victor's force there; a victor is a free tribe.
    """

    tribe: PeopleId
    standing: Mapping[ProvinceId, int]
    wins: Mapping[ProvinceId, Mapping[PeopleId, int]]

    @property
    def victors(self) -> list[PeopleId]:
        """All victors, by id."""
        return sorted({victor for there in self.wins.values() for victor in there})


def shares(spoils: Spoils) -> dict[PeopleId, dict[ProvinceId, int]]:
    """What every victor gets where; victors whose share is 0 are left out. In order of victors' ids."""
    parts: dict[PeopleId, dict[ProvinceId, int]] = {victor: {} for victor in spoils.victors}
    nobodys: list[ProvinceId] = []
    for province in sorted(spoils.standing):
        there = spoils.wins.get(province)
        if not there:
            nobodys.append(province)
            continue
        for quota in quotas(spoils.standing[province], there):
            if quota.persons:
                parts[quota.victor][province] = quota.persons
    parts = {victor: part for victor, part in parts.items() if part}
    if parts:
        largest = min(parts, key=lambda victor: (-sum(parts[victor].values()), victor))
        for province in nobodys:
            parts[largest][province] = spoils.standing[province]
    return parts


@dataclass(frozen=True, slots=True)
class Quota:
    """A victor's share of a province: `weight` of `weights` of its persons, in whole ones `whole`, and what remains.

    `extra` is the person that the largest remainders get.
    """

    victor: PeopleId
    weight: int
    weights: int
    whole: int
    remainder: int
    extra: int

    @property
    def persons(self) -> int:
        """What the victor gets."""
        return self.whole + self.extra


def quotas(persons: int, forces: Mapping[PeopleId, int]) -> list[Quota]:
    """Share persons in proportion to forces (all 0: equally), the largest remainder first.

    Ties: the larger force, then the id.
    """
    weights = dict(forces) if any(forces.values()) else dict.fromkeys(forces, 1)
    whole = sum(weights.values())
    left = persons - sum(persons * weight // whole for weight in weights.values())
    by_remainder = sorted(weights, key=lambda victor: (-(persons * weights[victor] % whole), -weights[victor], victor))
    shared = []
    for at, victor in enumerate(by_remainder):
        full, remainder = divmod(persons * weights[victor], whole)
        shared.append(Quota(victor, weights[victor], whole, full, remainder, extra=1 if at < left else 0))
    return shared


def division(
    spoils: Spoils,
    parts: Mapping[PeopleId, Mapping[ProvinceId, int]],
    state: State,
    world: World,
    rulings: Rulings,
    taken: set[str],
) -> Iterator[f.Fact]:
    """Ask how the tribe is divided and tell what comes of it. New ids are added to `taken`."""
    tribe = spoils.tribe
    totals = {victor: sum(part.values()) for victor, part in parts.items()}
    default = _default_parts(tribe, totals, state, world, taken)
    planned = rulings.decide(split_question(tribe, totals, default, state, world, taken))
    taken |= {part.id for part in planned}
    placed = _placed(planned, parts, totals, spoils)
    yield f.Split(tribe, "B-4.5.3", tuple(f.SplitPart(part.id, part.victor, part.persons) for part in planned))
    civilised = state.peoples[tribe].civilised or None
    keeps_identity = any(part.id == tribe for part in planned)
    for part in planned:
        if part.id == tribe:
            continue
        names = part.names
        if names is None and part.id not in world.peoples:
            names = name_with(name_of(tribe, state, world), name_of(part.victor, state, world))
        kind = f.Appeared if keeps_identity else f.Parted
        yield kind(
            part.id,
            "B-4.5.3",
            placed[part.id],
            from_=tribe,
            civilised=civilised,
            names=names,
            colour=part.colour,
        )
    if not keeps_identity:
        heir = min(planned, key=lambda part: (-part.persons, part.victor))
        for below in sorted(below for below, there in state.peoples.items() if there.master == tribe):
            yield f.Subjugated(below, "B-4.5.3", heir.id)
        yield f.Vanished(tribe, "B-4.5.3", into=tuple(part.id for part in planned))
    for part in planned:
        yield f.Subjugated(part.id, "B-4.5.3", part.victor)


def _default_parts(
    tribe: PeopleId, totals: Mapping[PeopleId, int], state: State, world: World, taken: set[str]
) -> tuple[PlannedPart, ...]:
    """The shares; the largest part keeps the identity, the others are named for tribe and victor."""
    largest = min(totals, key=lambda victor: (-totals[victor], victor))
    parts = [PlannedPart(tribe, largest, totals[largest])]
    for victor, persons in totals.items():
        if victor != largest:
            new = free_id(f"{tribe}-{victor}", taken)
            names = name_with(name_of(tribe, state, world), name_of(victor, state, world))
            parts.append(PlannedPart(new, victor, persons, names))
    return tuple(parts)


def _placed(
    planned: Sequence[PlannedPart],
    parts: Mapping[PeopleId, Mapping[ProvinceId, int]],
    totals: Mapping[PeopleId, int],
    spoils: Spoils,
) -> dict[PeopleId, dict[ProvinceId, int]]:
    """Which persons of which province belong to a part: by the shares, or as the ruling's numbers have it."""
    if all(part.persons == totals[part.victor] for part in planned):
        return {part.id: dict(parts[part.victor]) for part in planned}
    left = dict(spoils.standing)
    placed: dict[PeopleId, dict[ProvinceId, int]] = {}
    for part in planned:
        wanted = part.persons
        there: dict[ProvinceId, int] = {}
        for province in sorted(left, key=lambda each: (_closeness(part.victor, spoils.wins.get(each)), each)):
            taken = min(wanted, left[province])
            if taken:
                there[province] = taken
                left[province] -= taken
                wanted -= taken
        placed[part.id] = there
    return placed


def _closeness(victor: PeopleId, winners: Mapping[PeopleId, int] | None) -> int:
    """Where the victor won alone comes first, then where it won with others, then the rest."""
    if winners is None or victor not in winners:
        return 2
    return 0 if len(winners) == 1 else 1
