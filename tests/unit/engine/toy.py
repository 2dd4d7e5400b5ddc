"""A toy game in which everything happens that the engine is made for, and that bellum does without.

Two lighthouse keepers row towards each other. A turn has several days; each day everybody rows as far as a roll says,
storms come by other rolls, and the schedule looks at the state between two days: who has arrived rows no more, and the
turn is over as soon as all have. When a boat breaks, the game master says what becomes of it; there is no default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from typing import Any, Literal, TypeAlias

from turnproc.engine.finding import Finding, Read
from turnproc.engine.phase import Outcome, Phase, Schedule
from turnproc.engine.ruleset import Ruleset
from turnproc.engine.rulings import Question
from turnproc.engine.table import Table
from turnproc.source.pointer import join
from turnproc.source.yaml_writer import Layout

Fate = Literal["sunk", "mended", "adrift"]
FATES: tuple[Fate, ...] = ("sunk", "mended", "adrift")
STORM = 6


@dataclass(frozen=True, slots=True)
class World:
    """How far it is, and how many days a turn has."""

    distance: int = 12
    days: int = 5


@dataclass(slots=True)
class State:
    """How far everybody has come, who has arrived or sunk."""

    rowed: dict[str, int] = field(default_factory=dict)
    arrived: list[str] = field(default_factory=list)
    sunk: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Orders:
    """How many dice somebody rows with."""

    dice: int = 1


@dataclass(frozen=True, slots=True)
class Rowed:
    rowed: str
    rule: str
    by: int
    to: int


@dataclass(frozen=True, slots=True)
class Broken:
    broken: str
    rule: str
    fate: Fate | None = None


@dataclass(frozen=True, slots=True)
class Arrived:
    arrived: tuple[str, ...]
    rule: str
    on: int


Fact: TypeAlias = Rowed | Broken | Arrived


def apply(state: State, fact: Fact) -> None:
    """Change the state as a fact says."""
    match fact:
        case Rowed():
            state.rowed[fact.rowed] = fact.to
        case Broken():
            if fact.fate == "sunk":
                state.sunk.append(fact.broken)
            elif fact.fate == "adrift":
                state.rowed[fact.broken] = 0
        case Arrived():
            state.arrived.extend(fact.arrived)


def question(boat: str, day: int) -> Question[Fate]:
    """What becomes of a broken boat? No default: nobody but the game master knows."""
    name = f"broken/{day}/{boat}"

    def read(ruling: Any) -> Read[Fate]:
        if ruling in FATES:
            return Read(ruling)
        return Read(None, (Finding("gm", join(["rulings", name]), "C017", {"id": name, "options": list(FATES)}),))

    return Question(id=name, rule="T-3", text="What becomes of {boat}?", options=FATES, stand_in="mended", read=read)


def schedule(state: State, table: Table[World, Orders]) -> Schedule[Fact]:
    """Day by day. Between two days the state has changed by what happened."""
    for day in range(1, table.world.days + 1):
        under_way = [boat for boat in table.orders if boat not in state.arrived and boat not in state.sunk]
        if not under_way:
            return
        rowed = yield Phase(f"d{day}/rowing", partial(rowing, state, table, day, under_way))
        yield Phase(f"d{day}/storm", partial(storm, table, day, under_way))
        if table.rulings.open:
            # What is asked could change all that follows: nothing after it is worth playing.
            return
        afloat = [fact.rowed for fact in rowed if isinstance(fact, Rowed) and fact.rowed not in state.sunk]
        there = tuple(boat for boat in afloat if state.rowed[boat] >= table.world.distance)
        if there:
            yield Phase(f"d{day}/arrival", partial(arrival, there, day))


def rowing(state: State, table: Table[World, Orders], day: int, boats: list[str]) -> Outcome[Fact]:
    facts: list[Fact] = []
    for boat in boats:
        by = table.dice.roll(f"d{day}/rowing/{boat}", f"{table.orders[boat].dice}d6").total
        facts.append(Rowed(boat, "T-1", by, state.rowed.get(boat, 0) + by))
    return Outcome(facts)


def storm(table: Table[World, Orders], day: int, boats: list[str]) -> Outcome[Fact]:
    broken = [boat for boat in boats if table.dice.roll(f"d{day}/storm/{boat}", "1d6").total == STORM]
    fates: list[Fate] = [table.rulings.decide(question(boat, day)) for boat in broken]
    return Outcome([Broken(boat, "T-2", fate) for boat, fate in zip(broken, fates, strict=True)])


def arrival(boats: tuple[str, ...], day: int) -> Outcome[Fact]:
    return Outcome([Arrived(boats, "T-4", day)])


def copy_state(state: State) -> State:
    """A state that can be changed without changing this one."""
    return State(dict(state.rowed), list(state.arrived), list(state.sunk))


def _not_needed(*_: object) -> Any:
    raise AssertionError("the engine does not need this to play a turn")


def ruleset(**given: Any) -> Ruleset[World, State, Orders, Fact]:
    """The toy as a ruleset: what only tools around the engine ask for is left out."""
    needed: Mapping[str, Any] = {
        "name": "toy",
        "title": {"en": "Two boats"},
        "version": 1,
        "facts": (Rowed, Broken, Arrived),
        "state_layout": Layout(frozenset()),
        "copy_state": copy_state,
        "schedule": schedule,
        "apply": apply,
        **given,
    }
    wanted = {each.name for each in fields(Ruleset) if each.default is MISSING and each.default_factory is MISSING}
    values: dict[str, Any] = {**dict.fromkeys(wanted, _not_needed), **needed}
    return Ruleset(**values)


TOY = ruleset()
