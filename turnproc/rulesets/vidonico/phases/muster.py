"""M and X-0, X-1: armies arrive, both sides muster, somebody commands each, the ground and the weather are settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeVar

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.phase import Outcome
from turnproc.engine.rulings import Question
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Host, Memory, Plan, PlannedSide, Scene
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.state import Character, State, called
from turnproc.rulesets.vidonico.strength import muster, proportion, strength_of
from turnproc.rulesets.vidonico.tactics import default_difficulty
from turnproc.rulesets.vidonico.world import Terrain, World
from turnproc.source.names import NameIndex

A = TypeVar("A")


def arrive(plan: Plan, state: State, world: World, memory: Memory) -> Outcome[f.Fact]:
    """A-6: arrivals march in; a battle whose armies cannot be there is refused."""
    facts: list[f.Fact] = []
    findings: list[Finding] = []
    for at, side in enumerate(plan.sides):
        for place, army in enumerate(side.armies):
            pointer = f"{plan.pointer}/sides/{at}/armies/{place}"
            trouble = _cannot_be_there(army, plan, state, world, memory, pointer)
            if trouble is not None:
                findings.append(trouble)
            elif state.armies[army].region != plan.region and plan.region is not None:
                from_ = state.armies[army].region
                facts.append(f.Moved(army, "A-6", plan.region, "arrival", from_, plan.id))
    findings += [] if findings else _friends(plan, state, world)
    return Outcome([], tuple(findings)) if findings else Outcome(facts)


def _friends(plan: Plan, state: State, world: World) -> Iterator[Finding]:
    """A-5: nobody fights his friends. Of armies that orders have made it is known only now whose they are."""
    one, other = (side.armies for side in plan.sides)
    for (a, b), place in ((pair, other.index(pair[1])) for pair in product(one, other)):
        first, second = state.armies[a], state.armies[b]
        if world.are_allied(first.faction, second.faction):
            pointer = f"{plan.pointer}/sides/1/armies/{place}"
            yield Finding("gm", pointer, "E-NOT-HOSTILE", {"a": called(first), "b": called(second)})


def _cannot_be_there(army: str, plan: Plan, state: State, world: World, memory: Memory, pointer: str) -> Finding | None:
    there = state.armies.get(army)
    if there is None:
        index = NameIndex((each.id, called(each).everything()) for each in state.armies.values())
        nearest = [called(state.armies[each]) for each in index.nearest(army)]
        return Finding("gm", pointer, "E-UNKNOWN/army", {"id": army, "nearest": nearest})
    region = plan.region
    params: dict[str, Param] = {"army": called(there), "id": plan.id}
    if region is not None:
        params["region"] = world.regions[region].name
        if region in there.withdrawn_from:
            return Finding("gm", pointer, "E-WITHDRAWN", params | {"battle": memory.beaten[army, region]})
    if there.region == region:
        return None
    if army not in plan.arrivals or region is None:
        return Finding("gm", pointer, "E-ELSEWHERE", params)
    until, disordered = there.immobile_until, there.disordered
    if until is not None and disordered is not None and plan.day < until.day:
        return Finding("gm", pointer, "E-IMMOBILE", params | {"battle": disordered.battle, "day": until.day})
    if not world.may_step(there.region, region) and there.region is not None:
        here = world.regions[there.region]
        reachable = [world.regions[each].name for each in sorted(here.adjacent)]
        ways: dict[str, Param] = {"to": world.regions[region].name, "region": here.name, "reachable": reachable}
        return Finding("gm", pointer, "E-NOT-ADJACENT", ways)
    return None


def is_broken_off(plan: Plan, state: State) -> bool:
    """A-4: an encounter does not come about if one of the two has left the region, or was beaten there this week."""
    armies = [state.armies[army] for army in plan.armies]
    return any(army.region != plan.region or plan.region in army.withdrawn_from for army in armies)


@dataclass(frozen=True, slots=True)
class Mustering:
    """What a muster came to: a `scene` for a battle, or `walkover`, the side that holds the field without one (M-7).

    With neither there is no battle: nobody was there, the event is wrong (`findings`), or an open question stops it.
    """

    facts: Sequence[f.Fact] = ()
    findings: tuple[Finding, ...] = ()
    scene: Scene | None = None
    walkover: int | None = None
    hosts: tuple[Host, Host] | None = None
    is_open: bool = False


def hold_muster(plan: Plan, state: State, table: Table[World, Orders], memory: Memory) -> Mustering:
    """M-1 to M-7, X-0, X-1."""
    settings = table.world.settings
    terrain = _terrain(plan, table)
    if terrain is None:
        return Mustering(is_open=True)
    first, second = (_host(side, state, table.world, memory, terrain) for side in plan.sides)
    ratio = proportion(first.strength, second.strength, settings)
    if first.strength == second.strength == 0:
        return Mustering([f.NoBattle(plan.id, "M-7", "nobody")])
    if ratio.tenths is None:
        holder = 0 if second.strength == 0 else 1
        hosts = (first, second)
        facts = [_started(plan, terrain, hosts, "M-7"), *_strengths(plan, hosts)]
        walkover = f.Walkover(hosts[holder].id, "M-7", plan.id)
        return Mustering([*facts, walkover], walkover=holder, hosts=hosts)
    findings = tuple(wrong for side in (0, 1) if (wrong := _wrong_commander(plan, side, state)) is not None)
    if findings:
        return Mustering(findings=findings)
    hosts = (_commanded(first, plan, state, table), _commanded(second, plan, state, table))
    weather = given_or_asked(table, q.weather(plan.id), plan.weather)
    question = q.difficulty(plan.id, default_difficulty(terrain, weather, settings))
    difficulty = given_or_asked(table, question, plan.difficulty)
    facts = [_started(plan, terrain, hosts, "M-1", weather, difficulty), *_strengths(plan, hosts)]
    larger, smaller = max(first.strength, second.strength), min(first.strength, second.strength)
    stronger = None if ratio.stronger is None else hosts[ratio.stronger].id
    facts.append(f.Ratio(str(ratio), "M-6", plan.id, larger, smaller, stronger))
    return Mustering(facts, scene=Scene(plan, terrain, hosts, ratio, difficulty), hosts=hosts)


def given_or_asked(table: Table[World, Orders], question: Question[A], given: A | None) -> A:
    """Section 3.3: the ruling, else what the battle's event or the map says, else the question's default."""
    if given is None:
        return table.rulings.decide(question)
    ruling = table.rulings.override(question.id, question.read)
    return given if ruling is None else ruling


def _terrain(plan: Plan, table: Table[World, Orders]) -> Terrain | None:
    region = None if plan.region is None else table.world.regions[plan.region]
    question = q.terrain(plan.id)
    terrain = given_or_asked(table, question, plan.terrain or (None if region is None else region.terrain))
    return None if is_open(table, question.id) else terrain


def is_open(table: Table[World, Orders], question: str) -> bool:
    """Is a question open, so that nothing may be built on its answer?"""
    return any(asked.question.id == question for asked in table.rulings.open)


def _host(side: PlannedSide, state: State, world: World, memory: Memory, terrain: Terrain) -> Host:
    ordered = {contingent: where[terrain] for contingent, where in memory.formations.items() if terrain in where}
    return Host(
        side,
        tuple(each for army in side.armies for each in muster(state.armies[army], terrain, world.settings, ordered)),
    )


def _wrong_commander(plan: Plan, at: int, state: State) -> Finding | None:
    side = plan.sides[at]
    if side.commander is None or _is_available(state.characters[side.commander], side):
        return None
    params: dict[str, Param] = {"character": called(state.characters[side.commander]), "side": side.id}
    return Finding("gm", f"{plan.pointer}/sides/{at}/commander", "E-COMMANDER", params)


def _is_available(character: Character, side: PlannedSide) -> bool:
    return character.army is not None and character.army in side.armies and character.can_lead(character.army)


def _commanded(host: Host, plan: Plan, state: State, table: Table[World, Orders]) -> Host:
    """X-0: who commands a side."""
    side = host.planned
    commander = side.commander or _leading(host, state)
    if commander is None:
        present = [each for each in state.characters.values() if _is_available(each, side)]
        best = min((each for each in present if each.tactics is not None), key=_best_tactics, default=None)
        default = q.NOBODY if best is None else best.id
        question = q.leader(plan.id, side.id, [each.id for each in present], default)
        answer = table.rulings.decide(question)
        commander = None if answer == q.NOBODY else answer
    army = side.armies[0] if commander is None else state.characters[commander].army
    return Host(side, host.mustered, commander, army)


def _leading(host: Host, state: State) -> str | None:
    """The available leader of the army with the greatest strength (equal: first listed)."""

    def strength(army: str) -> int:
        return strength_of(each for each in host.mustered if each.line.army == army)

    for army in sorted(host.planned.armies, key=strength, reverse=True):
        leader = state.armies[army].leader
        if leader is not None and state.characters[leader].can_lead(army):
            return leader
    return None


def _best_tactics(character: Character) -> tuple[int, int, str]:
    skill = Combination.of(character.tactics) if character.tactics is not None else Combination(0)
    return (-skill.dice, -skill.pips, character.id)


def _started(
    plan: Plan,
    terrain: Terrain,
    hosts: tuple[Host, Host],
    rule: str,
    weather: Any = None,
    difficulty: int | None = None,
) -> f.Fact:
    sides = tuple(
        f.Side(id=host.id, armies=host.planned.armies, commander=host.commander, commander_army=host.commander_army)
        for host in hosts
    )
    return f.BattleStarted(plan.id, rule, plan.day, plan.region, terrain, sides, weather, difficulty, plan.text)


def _strengths(plan: Plan, hosts: tuple[Host, Host]) -> list[f.Fact]:
    return [
        f.Strength(host.id, "M-5", plan.id, host.strength, tuple(each.line for each in host.mustered)) for host in hosts
    ]
