"""A battle as it is planned and as it goes on: what its steps (`phases/`) hand to each other.

The two sides are 0 and 1, in the order of the battle event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.losses import Toll
from turnproc.rulesets.vidonico.outcome import Ended
from turnproc.rulesets.vidonico.state import Army, Formation, State
from turnproc.rulesets.vidonico.strength import Mustered, Proportion, soldiers_of, strength_of
from turnproc.rulesets.vidonico.world import Terrain, Weather

DAY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSide:
    """A side as it is planned. `commander` (None: whoever leads) and `fallback` for nobody are the event's (X-0)."""

    id: str
    armies: tuple[str, ...]
    commander: str | None = None
    fallback: Combination | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A battle that is to be fought. `pointer` is where its event stands in gm.yaml; None: it is an encounter (A-4).

    `text` is what the game master adds for the report.
    """

    id: str
    sides: tuple[PlannedSide, PlannedSide]
    day: int = DAY
    region: str | None = None
    terrain: Terrain | None = None
    weather: Weather | None = None
    difficulty: int | None = None
    pursuit_terrain: Terrain | None = None
    arrivals: tuple[str, ...] = ()
    pointer: str | None = None
    text: str | None = None

    @property
    def armies(self) -> tuple[str, ...]:
        """All armies of both sides, in the order of the event."""
        return tuple(army for side in self.sides for army in side.armies)

    @classmethod
    def of(cls, data: Mapping[str, Any], pointer: str | None) -> Plan:
        """The plan of a battle event."""
        first, second = (_side(each) for each in data["sides"])
        return cls(
            id=data["battle"],
            sides=(first, second),
            day=data.get("day", DAY),
            region=data.get("region"),
            terrain=data.get("terrain"),
            weather=data.get("weather"),
            difficulty=data.get("difficulty"),
            pursuit_terrain=data.get("pursuit_terrain"),
            arrivals=tuple(data.get("arrivals") or ()),
            pointer=pointer,
            text=data.get("text"),
        )


def battles_named(state: State) -> frozenset[str]:
    """The ids of all battles so far, and of those that something in the state comes from (E-BATTLE-ID)."""
    found = set(state.battles)
    for faction in state.factions.values():
        found.update(each.battle for each in faction.missing)
    for army in state.armies.values():
        found.update(group.id.partition("/")[0] for group in army.prisoners)
        found.update(cohort.battle for each in army.contingents for cohort in each.wounded)
    for character in state.characters.values():
        found.update(each.battle for each in character.injuries)
        found.update(each.battle for each in character.loot)
    return frozenset(found)


def _side(data: Mapping[str, Any]) -> PlannedSide:
    fallback = data.get("fallback_tactics")
    return PlannedSide(
        id=data["id"],
        armies=tuple(data["armies"]),
        commander=data.get("commander"),
        fallback=None if fallback is None else Combination.of(fallback),
    )


@dataclass(slots=True)
class Memory:
    """What a turn has to remember beside its State.

    `formations` are this turn's orders for a terrain, by contingent (M-4); `retreats` those where to retreat, with the
    names of the orders (B-1); `rerolls` the labels of the ruling (F-7), `looted` those that were rolled. `aside` are
    the armies of battles that hang on an open question (section 5), `beaten` who was beaten where, and in which battle.
    """

    turn: int
    formations: Mapping[str, Mapping[Terrain, Formation]] = field(default_factory=dict)
    retreats: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    rerolls: tuple[str, ...] = ()
    looted: set[str] = field(default_factory=set)
    aside: set[str] = field(default_factory=set)
    beaten: dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Host:
    """A side that has mustered: its contingents, and who commands it (None: nobody)."""

    planned: PlannedSide
    mustered: tuple[Mustered, ...]
    commander: str | None = None
    commander_army: str | None = None

    @property
    def id(self) -> str:
        """The id of the side."""
        return self.planned.id

    @property
    def strength(self) -> int:
        """Its army combat value (M-5)."""
        return strength_of(self.mustered)

    @property
    def soldiers(self) -> int:
        """How many take part."""
        return soldiers_of(self.mustered)

    @property
    def has_mounts(self) -> bool:
        """Has any of its contingents mounts (F-7)?"""
        return any(each.contingent.mount != "none" and each.contingent.count for each in self.mustered)


@dataclass(frozen=True, slots=True)
class Scene:
    """A battle that is fought, once its armies have mustered."""

    plan: Plan
    terrain: Terrain
    hosts: tuple[Host, Host]
    proportion: Proportion
    difficulty: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The commanders' rolls: totals before multiplication, and who succeeded (X-3 to X-5)."""

    totals: tuple[int, int]
    successes: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class Decision:
    """How a battle ended (C). `pursuit_terrain` is None where nobody pursued; `cavalry` are those who did."""

    ended: Ended
    rows: tuple[f.Row, f.Row]
    pursuit_terrain: Terrain | None = None
    cavalry: frozenset[str] = frozenset()

    def is_chased(self, side: int) -> bool:
        """Is a side in flight and pursued?"""
        return self.pursuit_terrain is not None and self.ended.flees == side

    def captor(self, side: int) -> int | None:
        """L-4: the side that takes prisoners of a side; None: nobody does."""
        return None if self.ended.holder == side else 1 - side


@dataclass(frozen=True, slots=True)
class Held:
    """Whom an army held before a battle: groups of prisoners, and captives, by id."""

    groups: tuple[str, ...]
    captives: tuple[str, ...]


def held_by(army: Army, state: State) -> Held:
    """B-2: whom an army holds now, in ascending id."""
    groups = tuple(sorted(group.id for group in army.prisoners))
    return Held(groups, tuple(each.id for each in state.captives_of(army.id)))


def captor_army(host: Host, state: State, own: str | None = None) -> str | None:
    """L-4: the commander's army if it has a soldier left, else the side's first that has; None: nobody is left.

    Armies of the faction `own` hold nobody: its characters are not its captives (F-5).
    """
    candidates = (*((host.commander_army,) if host.commander_army else ()), *host.planned.armies)
    armies = (state.armies[army] for army in candidates)
    return next((army.id for army in armies if not army.is_empty and army.faction != own), None)


def sides(pair: tuple[Host, Host]) -> Iterator[tuple[Literal[0, 1], Host]]:
    """The two sides with their numbers."""
    yield 0, pair[0]
    yield 1, pair[1]


def captors_left(tolls: Sequence[Toll], side: int) -> bool:
    """L-4: has a side an unhurt or newly wounded soldier left?"""
    return tolls[side].has_captors
