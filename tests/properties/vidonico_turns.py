"""Random weeks of vidonico for property tests: orders, events and battles on the states of `vidonico_states`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.properties.vidonico_states import FACTIONS, states, worlds
from turnproc.engine.dice import Dice, Roll
from turnproc.engine.finding import Finding
from turnproc.engine.resolve import steps
from turnproc.engine.rulings import Asked, Rulings
from turnproc.engine.table import Event, Table
from turnproc.rulesets.vidonico import orders as o
from turnproc.rulesets.vidonico.facts import Fact
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.schedule import schedule
from turnproc.rulesets.vidonico.state import Army, State, copy_state
from turnproc.rulesets.vidonico.world import PRISONER_FATES, TERRAINS, Settings, World

SEED = bytes(range(16))


@dataclass(frozen=True)
class Week:
    """A random week: what is true, and what people want."""

    world: World
    state: State
    orders: Mapping[str, Orders]
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Played:
    """What came of a week."""

    after: State
    phases: Sequence[tuple[str, Sequence[Fact]]]
    rolls: Sequence[Roll]
    asked: Sequence[Asked]
    open: Sequence[Asked]
    findings: Sequence[Finding]

    @property
    def facts(self) -> list[Fact]:
        """All facts in order."""
        return [fact for _, facts in self.phases for fact in facts]


@st.composite
def weeks(draw: DrawFn) -> Week:
    """Draw a week."""
    world = replace(draw(worlds()), settings=draw(settings()))
    state = draw(states(world))
    orders = {faction: Orders(faction, tuple(draw(orders_of(faction, state, world)))) for faction in FACTIONS}
    return Week(world, state, orders, tuple(draw(events(state, world))))


@st.composite
def settings(draw: DrawFn) -> Settings:
    """House rules that change what happens, not only numbers."""
    return Settings(
        equal_strength=draw(st.sampled_from(("tactics_total", "mutual", "gm"))),
        unusable_cavalry=draw(st.sampled_from(("dismount", "absent"))),
        npc_fates=draw(st.booleans()),
        loot_sanity=draw(st.sampled_from(("warn", "auto_reroll", "off"))),
        recovery_mode=draw(st.sampled_from(("cohort", "pool"))),
        impressed_quality=draw(st.sampled_from(("same", "one_lower", "militia"))),
        fate_modifiers=draw(st.sampled_from(("most_specific", "cumulative"))),
    )


@st.composite
def orders_of(draw: DrawFn, faction: str, state: State, world: World) -> list[o.Order]:
    """Orders of one faction about what is its own; some can lapse, no two have the same subject."""
    possible: list[o.Order] = list(_possible(faction, state, world))
    if not possible:
        return []
    found = draw(st.lists(st.sampled_from(possible), max_size=8, unique_by=_subject))
    return [replace(order, at=at) for at, order in enumerate(found)]


def _subject(order: o.Order) -> tuple[Any, ...]:
    match order:
        case o.Transfer():
            return (o.Transfer, order.contingent)
        case o.Prisoners():
            return (o.Prisoners, order.group)
        case o.Leader() | o.Stance() | o.Pursue() | o.PrisonerPolicy():
            return (type(order), order.army)
        case o.Move() | o.Retreat():
            return (type(order), order.army)
        case o.Formation():
            return (o.Formation, order.contingent)
        case o.CharacterOrder() | o.Captive():
            return (type(order), order.character)
        case o.Rejoin():
            return (o.Rejoin, order.stragglers)
        case _:
            return (type(order),)


def _possible(faction: str, state: State, world: World) -> Iterator[o.Order]:
    own = [army for army in state.armies.values() if army.faction == faction]
    people = [each.id for each in state.characters.values() if each.faction == faction]
    for army in own:
        for region in world.regions:
            yield o.Move(0, army.id, region)
            yield o.Retreat(0, army.id, region)
        yield o.Stance(0, "attack", army.id)
        yield o.Pursue(0, not army.pursue, army.id)
        yield o.PrisonerPolicy(0, PRISONER_FATES[len(army.id) % 5], army.id)
        for group in army.prisoners:
            for fate in PRISONER_FATES:
                yield o.Prisoners(0, group.id, fate, max(1, group.count // 2) if fate == "hold" else None)
        for captive in state.captives_of(army.id):
            for fate in ("hold", "release", "kill"):
                yield o.Captive(0, captive.id, fate)
        yield from (o.Leader(0, person, army.id) for person in people)
        yield from (o.CharacterOrder(0, person, role="fight", army=army.id) for person in people)
        for each in state.factions[faction].stragglers:
            yield o.Rejoin(0, each.id, army.id)
        yield from _of_contingents(army, own)


def _of_contingents(army: Army, own: Sequence[Army]) -> Iterator[o.Order]:
    for contingent in army.contingents:
        for other in (*(each.id for each in own if each.id != army.id), f"{army.id}-new"):
            yield o.Transfer(0, contingent.id, other, army.id)
            if contingent.count > 1:
                yield o.Transfer(0, contingent.id, other, army.id, contingent.count // 2)
        if contingent.mount != "none":
            yield o.Formation(0, "dismounted", contingent.id)
            yield o.Formation(0, "mounted", contingent.id, TERRAINS)


@st.composite
def events(draw: DrawFn, state: State, world: World) -> list[Event]:
    """Some of the game master's events, among them up to three battles; none that reading refuses."""
    given = [draw(battles(f"b{n}", state, world)) for n in range(draw(st.integers(0, 3)))]
    for data in draw(st.lists(st.sampled_from(list(_happenings(state, world))), max_size=4)):
        given.append(data if draw(st.booleans()) else {**data, "when": "end"})
    accepted: list[dict[str, Any]] = []
    for data in given:
        read = VidonicoReader(world, state).read_events([*accepted, data])
        if all(finding.message.startswith("W-") for finding in read.findings):
            accepted.append(data)
    return list(VidonicoReader(world, state).read_events(accepted).value or ())


@st.composite
def battles(draw: DrawFn, name: str, state: State, world: World) -> dict[str, Any]:
    """A battle between hostile armies, most of whom can be there; a word where nobody is hostile."""
    pairs = [
        (one.id, other.id)
        for one in state.armies.values()
        for other in state.armies.values()
        if one.id < other.id and _are_hostile(one.id, other.id, state, world)
    ]
    if not pairs:
        return {"note": "Peace."}
    one, other = draw(st.sampled_from(pairs))
    region = state.armies[one].region if draw(st.booleans()) else None
    if region is None and world.regions:
        region = draw(st.sampled_from(sorted(world.regions)))
    data: dict[str, Any] = {"battle": name, "day": draw(st.integers(1, 7)), "region": region}
    sides = {one: [one], other: [other]}
    for army in draw(st.lists(st.sampled_from(sorted(state.armies)), max_size=2, unique=True)):
        for side, enemy in ((one, other), (other, one)):
            is_free = all(army not in members for members in sides.values())
            if is_free and all(_are_hostile(army, each, state, world) for each in sides[enemy]):
                sides[side].append(army)
    data["sides"] = [{"id": "x", "armies": sides[one]}, {"id": "y", "armies": sides[other]}]
    if region is not None:
        data["arrivals"] = [*sides[one], *sides[other]]
    if draw(st.integers(0, 4)):
        data["terrain"] = draw(st.sampled_from(TERRAINS))
    return data


def _are_hostile(one: str, other: str, state: State, world: World) -> bool:
    return not world.are_allied(state.armies[one].faction, state.armies[other].faction)


def _happenings(state: State, world: World) -> Iterator[dict[str, Any]]:
    yield {"note": "Snow."}
    new = {"id": "recruits", "species": "human", "quality": "green", "count": 30, "firearms": True}
    yield {"raise": "levy", "faction": "frekre", "region": next(iter(world.regions), None), "contingents": [new]}
    for army in state.armies.values():
        yield {"condition": army.id, "exhausted": True}
        yield {"reinforce": army.id, "contingent": new | {"id": f"new-{army.id}"}}
        yield from ({"move_army": army.id, "to": region} for region in world.regions)
        for contingent in army.contingents:
            yield {"remove": contingent.id, "count": max(1, contingent.count)}
            yield {"reinforce": army.id, "contingent": contingent.id, "count": 7}
    for character in state.characters.values():
        yield {"character": character.id, "status": "dead"}
        yield {"character": character.id, "status": "active", "army": None}
    for faction in state.factions.values():
        for each, region in zip(faction.missing, world.regions, strict=False):
            where = f"{each.battle}/{each.contingent}"
            yield {"stragglers": 1, "faction": faction.id, "from_missing": where, "region": region}


def play(week: Week, rulings: Mapping[str, Any] | None = None, state: State | None = None) -> Played:
    """Play a week with some answers to questions."""
    table = Table(
        turn=week.state.turn + 1,
        world=week.world,
        orders=dict(sorted(week.orders.items())),
        events=week.events,
        rulings=Rulings(rulings),
        dice=Dice(SEED),
    )
    after = copy_state(week.state if state is None else state)
    phases: list[tuple[str, Sequence[Fact]]] = []
    findings: list[Finding] = []
    for name, outcome in steps(schedule(after, table), after, apply):
        phases.append((name, outcome.facts))
        findings.extend(outcome.findings)
    return Played(after, phases, table.dice.rolls, table.rulings.asked, table.rulings.open, findings)


def play_out(week: Week, *, contrary: bool = False) -> Played:
    """Play a week and answer what is open, each question with its first option, until nothing is.

    A `contrary` game master also answers what the rules would decide, with the last option of each question.
    """
    rulings: dict[str, Any] = {}
    while (played := play(week, rulings)).open:
        rulings |= {asked.question.id: asked.question.options[0] for asked in played.open}
    if contrary:
        rulings |= {asked.question.id: asked.question.options[-1] for asked in played.asked}
        while (played := play(week, rulings)).open:
            rulings |= {asked.question.id: asked.question.options[-1] for asked in played.open}
    return played
