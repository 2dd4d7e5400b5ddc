"""Hiring troops and generals: what they cost, who may, and how they come (docs/rules/barkhany.md, B-2.5 to B-2.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from turnproc.rulesets.barkhany.attaching import away
from turnproc.rulesets.barkhany.exact import PERCENT, shown
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.ids import free_id, of_type, slug
from turnproc.rulesets.barkhany.presence import enemies_in, has_friendly_walls
from turnproc.rulesets.barkhany.reorganising import joined, received, unfit
from turnproc.rulesets.barkhany.state import Commander, Detachment, General, State, Unit
from turnproc.rulesets.barkhany.troops import GENERAL_COST, LIMITED, TROOPS
from turnproc.rulesets.barkhany.troubles import Trouble
from turnproc.rulesets.barkhany.world import Settings, World

# The first turn that is played: in it armies are set up.
SETUP_TURN: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hire:
    """So many men, or pieces of what is counted so, for a detachment that is there or for a new one."""

    type: str
    number: int
    at: Hex
    into: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HireGeneral:
    """A general; the id is that of his name where the order gives none."""

    name: str
    at: Hex
    attach_to: tuple[str, ...] = ()
    new_general: str | None = None
    story: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a general costs, and what he adds to his men's morale (B-2.8)."""

    cost: Fraction
    morale_pct: Fraction


@dataclass(frozen=True, slots=True)
class Hired:
    """What came of it. `hired` is the detachment in which the troops are, or the general."""

    state: State
    hired: str
    cost: Fraction
    points_left: Fraction
    warnings: tuple[Trouble, ...] = ()


def cost(type_: str, number: int) -> Fraction:
    """B-2.5: exact; a hundred men cost what the table says, pieces each."""
    troop = TROOPS[type_]
    return number * troop.cost / (1 if troop.is_engine else PERCENT)


def usual_terms(settings: Settings) -> Terms:
    """Those of every general about whom the game master said nothing else."""
    return Terms(GENERAL_COST, settings.general_morale_pct)


def ready_from(turn: int, settings: Settings) -> int:
    """The turn from which troops hired in `turn` may act (B-2.7)."""
    return 0 if turn <= SETUP_TURN or settings.hire_ready == "at_once" else turn + 1


def hire_troubles(
    state: State, world: World, commander: str, order: Hire, *, turn: int, engaged: Collection[str] = ()
) -> Iterator[Trouble]:
    """All that speaks against it (B-2.6)."""
    who, troop, settings = state.commanders[commander], TROOPS[order.type], world.settings
    if order.number < 1:
        yield Trouble("E-SCHEMA", {"number": order.number})
    if troop.is_joke and not settings.allow_joke_units:
        yield Trouble("E-HIRE-JOKE", {"type": order.type})
    if troop.hire_tag is not None and troop.hire_tag not in state.factions[who.faction].tags:
        yield Trouble("E-HIRE-TAG", {"type": order.type, "tag": troop.hire_tag})
    if order.type in LIMITED:
        have = owned(state, world, commander, order.type)
        if have + order.number > settings.siege_limit:
            yield Trouble("E-HIRE-LIMIT", {"limit": settings.siege_limit, "type": order.type, "have": have})
    yield from _where_and_when(state, world, who, order.at, turn, engaged)
    yield from _price(who, cost(order.type, order.number))
    if order.into in state.detachments:
        there = unfit(state, commander, (order.into,), engaged)
        if there is not None:
            yield there
        elif state.detachments[order.into].hex != order.at:
            yield Trouble("E-SAMEHEX/hire", {"detachment": order.into, "hex": order.at.key})


def hire(
    state: State, world: World, commander: str, order: Hire, *, turn: int, engaged: Collection[str] = ()
) -> Hired | Trouble:
    """B-2.7: they defend at once and act when they are ready; so does the whole detachment that they join."""
    trouble = next(hire_troubles(state, world, commander, order, turn=turn, engaged=engaged), None)
    if trouble is not None:
        return trouble
    recruits = _recruits(state, commander, order, ready_from(turn, world.settings))
    receiver = state.detachments.get(order.into)
    warnings: tuple[Trouble, ...] = ()
    if receiver is not None:
        warnings = tuple(_held_back(receiver, recruits, turn))
        recruits = received(receiver, recruits)
    state = replace(state, detachments={**state.detachments, recruits.id: recruits})
    return _paid(state, commander, cost(order.type, order.number), recruits.id, warnings)


def general_troubles(
    state: State,
    world: World,
    commander: str,
    order: HireGeneral,
    *,
    turn: int,
    terms: Terms | None = None,
    engaged: Collection[str] = (),
) -> Iterator[Trouble]:
    """All that speaks against a general; `terms` are those of a ruling, if there is one."""
    who = state.commanders[commander]
    yield from _where_and_when(state, world, who, order.at, turn, engaged)
    yield from _price(who, (terms or usual_terms(world.settings)).cost)
    if order.new_general is not None and order.new_general in state.generals:
        yield Trouble("E-GEN/taken", {"general": order.new_general})
    trouble = away(state, commander, order.at, order.attach_to, engaged)
    if trouble is not None:
        yield trouble


def hire_general(
    state: State,
    world: World,
    commander: str,
    order: HireGeneral,
    *,
    turn: int,
    terms: Terms | None = None,
    engaged: Collection[str] = (),
) -> Hired | Trouble:
    """B-2.8."""
    trouble = next(
        general_troubles(state, world, commander, order, turn=turn, terms=terms, engaged=engaged),
        None,
    )
    if trouble is not None:
        return trouble
    terms = terms or usual_terms(world.settings)
    new = General(
        id=order.new_general or free_id(slug(order.name, "general"), state.generals),
        name=order.name,
        commander=commander,
        morale_pct=terms.morale_pct,
        hex=order.at,
        attached_to=tuple(dict.fromkeys(order.attach_to)),
        story=order.story,
    )
    state = replace(state, generals={**state.generals, new.id: new})
    return _paid(state, commander, terms.cost, new.id)


def owned(state: State, world: World, commander: str, type_: str) -> int:
    """How many pieces of a type all commanders of the same player have, or this one alone for whom nobody speaks."""
    player = world.players.get(commander)
    same = {id_ for id_, each in world.players.items() if each == player} if player is not None else {commander}
    troops = (unit for each in state.detachments.values() if each.commander in same for unit in each.units)
    return sum(unit.type == type_ for unit in troops)


def _where_and_when(
    state: State, world: World, who: Commander, at: Hex, turn: int, engaged: Collection[str]
) -> Iterator[Trouble]:
    place, ground = state.hex_state(at), world.grounds.get(at)
    if ground is None:
        yield Trouble("E-MAP", {"hex": at.key})
    elif who.faction not in place.muster and (ground.settlement is None or place.controller != who.faction):
        yield Trouble("E-HIRE-PLACE", {"hex": at.key})
    elif enemies_in(state, at, who.faction, away=engaged):
        yield Trouble("E-HIRE-PLACE/enemy", {"hex": at.key})
    if world.settings.hire_window == "setup" and turn > SETUP_TURN:
        yield Trouble("E-HIRE-TIME")


def _price(who: Commander, price: Fraction) -> Iterator[Trouble]:
    if price > who.points:
        yield Trouble("E-HIRE-POINTS", {"cost": shown(price), "points": shown(who.points)})


def _recruits(state: State, commander: str, order: Hire, ready: int) -> Detachment:
    """The new troops as a detachment of their own, behind the walls of the place if they are their side's."""
    base = Unit(id=of_type(order.type), type=order.type)
    engines = TROOPS[order.type].is_engine
    faction = state.faction_of(commander)
    return Detachment(
        id=order.into,
        name=order.name or order.into,
        commander=commander,
        hex=order.at,
        units=joined((), [base] * order.number) if engines else (replace(base, men=order.number),),
        is_inside=has_friendly_walls(state, order.at, faction),
        ready_from=ready,
    )


def _held_back(receiver: Detachment, recruits: Detachment, turn: int) -> Iterator[Trouble]:
    """W-NOTREADY: those who could act must wait for the new ones."""
    if recruits.ready_from > max(receiver.ready_from, turn):
        type_ = recruits.units[0].type
        yield Trouble("W-NOTREADY", {"new": type_, "detachment": receiver.id, "turn": recruits.ready_from})


def _paid(state: State, commander: str, price: Fraction, hired: str, warnings: tuple[Trouble, ...] = ()) -> Hired:
    left = state.commanders[commander].points - price
    changed = replace(state.commanders[commander], points=left)
    state = replace(state, commanders={**state.commanders, commander: changed})
    return Hired(state, hired, price, left, warnings)
