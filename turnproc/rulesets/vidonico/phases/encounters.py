"""A-4: hostile armies that meet in a region without a battle of the game master's."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import Literal

from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Plan, PlannedSide, battles_named
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.muster import is_open
from turnproc.rulesets.vidonico.state import Army, Stance, State, called
from turnproc.rulesets.vidonico.world import World


@dataclass(frozen=True, slots=True)
class Met:
    """What came of an encounter: its fact, and the battle that it leads to; `is_open`: nobody has decided yet."""

    fact: f.Encounter
    plan: Plan
    is_open: bool = False


def meet(plans: Sequence[Plan], state: State, table: Table[World, Orders]) -> list[Met]:
    """A-4: all encounters of the week, by region and by the ids of the two armies."""
    taken = {*battles_named(state), *(plan.id for plan in plans)}
    return [_decided(region, one, other, table, taken) for region, one, other in encounters(plans, state, table.world)]


def encounters(plans: Sequence[Plan], state: State, world: World) -> Iterator[tuple[str, Army, Army]]:
    """Two hostile armies in one region, one of which attacks, and no event lets them fight each other."""
    planned = {
        frozenset((one, other)) for plan in plans for one in plan.sides[0].armies for other in plan.sides[1].armies
    }
    there: dict[str, list[Army]] = {}
    for army in state.armies.values():
        if army.region is not None:
            there.setdefault(army.region, []).append(army)
    for region in sorted(there):
        for one, other in combinations(there[region], 2):
            if world.are_allied(one.faction, other.faction) or frozenset((one.id, other.id)) in planned:
                continue
            if (one.fit or other.fit) and answer_by_stance(one.stance, other.stance) != "nothing":
                yield region, one, other


def answer_by_stance(one: Stance, other: Stance) -> Literal["ask", "no_battle", "nothing"]:
    """What two stances lead to: a question, a question with `no_battle` as its default, or nothing."""
    if "attack" not in (one, other):
        return "nothing"
    return "no_battle" if "avoid" in (one, other) else "ask"


def _decided(region: str, one: Army, other: Army, table: Table[World, Orders], taken: Container[str]) -> Met:
    default: Literal["no_battle"] | None = (
        "no_battle" if answer_by_stance(one.stance, other.stance) == "no_battle" else None
    )
    names = {"region": table.world.regions[region].name, "one": called(one), "other": called(other)}
    question = q.encounter(region, one.id, other.id, names, default)
    answer = table.rulings.decide(question)
    plan = Plan(
        id=_free(f"{one.id}-vs-{other.id}-t{table.turn}", taken),
        sides=(PlannedSide(id=one.id, armies=(one.id,)), PlannedSide(id=other.id, armies=(other.id,))),
        region=region,
    )
    return Met(f.Encounter(region, "A-4", (one.id, other.id), answer), plan, is_open(table, question.id))


def _free(wanted: str, taken: Container[str]) -> str:
    """The id itself, but for a game master who has given it to another battle."""
    return wanted if wanted not in taken else next(name for n in count(2) if (name := f"{wanted}-{n}") not in taken)
