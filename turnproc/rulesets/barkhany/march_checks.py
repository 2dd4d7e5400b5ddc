"""What is wrong with an order of the sequence, as far as the start of the turn can tell (docs/rules/barkhany.md, 3.1).

Whatever may change before its turn comes (enemies, blocks, who is still there) is seen when it is carried out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from turnproc.rulesets.barkhany.action_orders import ActionOrder, Attack, DeclareWar, Going, March, Sail, Stand
from turnproc.rulesets.barkhany.attacking import can_reach
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.options import mobility_of, option
from turnproc.rulesets.barkhany.presence import at_war
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.steps import CODES, boarding_refusal, step_refusal
from turnproc.rulesets.barkhany.walking import reach_of
from turnproc.rulesets.barkhany.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something wrong: its code, whom it concerns, and the hexes that it is about, in the order of the code's text."""

    code: str
    detachment: str | None = None
    hexes: tuple[Hex, ...] = ()
    faction: str | None = None


def faults(world: World, state: State, order: ActionOrder, declared: Collection[str] = ()) -> tuple[Fault, ...]:
    """What is wrong with an order. `declared` are factions on which the same file declares war before it."""
    match order:
        case March() | Attack():
            there = _present(state, order.detachments)
            if len({each.hex for each in there}) > 1:
                # From where it goes on, nobody can say.
                return (*_commander_faults(state, order.commander, there), Fault(code="E-START"))
            going = tuple(_going_faults(world, state, order))
            if isinstance(order, March):
                return (*going, *_march_faults(state, order))
            return (*going, *_attack_faults(world, state, order, declared))
        case Stand():
            return tuple(_stand_faults(state, order))
        case DeclareWar() | Sail():
            return ()


def _present(state: State, names: Sequence[str]) -> list[Detachment]:
    return [state.detachments[name] for name in names if name in state.detachments]


def _going_faults(world: World, state: State, order: Going) -> Iterator[Fault]:
    """What marches and attacks have in common."""
    there = _present(state, order.detachments)
    yield from _commander_faults(state, order.commander, there)
    for each in there:
        if each.ready_from > state.turn:
            yield Fault(code="E-READY", detachment=each.id)
        if not _is_allowed(world, each, order):
            yield Fault(code="E-OPT", detachment=each.id)
        # Where it will stand once it is ashore, nobody knows yet.
        if each.aboard is None:
            yield from _way_faults(world, each, each.hex, _hexes(order), by_boat=order.by_boat)


def _commander_faults(state: State, commander: str, detachments: Sequence[Detachment]) -> Iterator[Fault]:
    for each in detachments:
        if each.commander != commander:
            yield Fault(code="E-CMD", detachment=each.id)


def _is_allowed(world: World, detachment: Detachment, order: Going) -> bool:
    mobility, reach = mobility_of(detachment.units), reach_of(world, detachment, order)
    if isinstance(order, Attack):
        after = 0 if order.after is None else 1
        return option(mobility, len(order.path), attacks=True, after=after, reach=reach) is not None
    return option(mobility, len(order.path), reach=reach) is not None


def _hexes(order: Going) -> tuple[Hex, ...]:
    return order.path + (order.then if isinstance(order, March) else ())


def _way_faults(
    world: World, detachment: Detachment, start: Hex, path: Sequence[Hex], *, by_boat: bool
) -> Iterator[Fault]:
    """The first step that cannot be made."""
    boarding = boarding_refusal(world, detachment) if by_boat else None
    if boarding is not None:
        yield Fault(code=CODES[boarding], detachment=detachment.id, hexes=(detachment.hex,))
    at = start
    for to in path:
        refusal = step_refusal(world, detachment, at, to, by_boat=by_boat)
        if refusal is not None:
            yield Fault(code=CODES[refusal], detachment=detachment.id, hexes=(at, to))
            return
        at = to


def _march_faults(state: State, order: March) -> Iterator[Fault]:
    ends = {order.path[-1] if order.path else each.hex for each in _present(state, order.detachments)}
    yield from _retreat_faults(order.retreat_to, sorted(ends))


def _retreat_faults(retreat_to: Hex | None, ends: Sequence[Hex]) -> Iterator[Fault]:
    if retreat_to is not None and any(end.distance(retreat_to) != 1 for end in ends):
        yield Fault(code="E-RETREAT", hexes=(retreat_to, *ends))


def _attack_faults(world: World, state: State, order: Attack, declared: Collection[str]) -> Iterator[Fault]:
    there = _present(state, order.detachments)
    if order.hex not in world.grounds:
        yield Fault(code="E-MAP", hexes=(order.hex,))
        return
    for each in there:
        if not can_reach(world, each, order):
            start = order.path[-1] if order.path else each.hex
            yield Fault(code="E-REACH", detachment=each.id, hexes=(order.hex, start))
        if order.after is not None:
            after = step_refusal(world, each, order.hex, order.after, by_boat=order.by_boat)
            if after is not None:
                yield Fault(code=CODES[after], detachment=each.id, hexes=(order.hex, order.after))
    yield from _retreat_faults(order.retreat_to, [order.hex])
    own = state.faction_of(order.commander)
    for faction in order.against:
        if not at_war(state, own, faction) and faction not in declared:
            yield Fault(code="E-PEACE", faction=faction)


def _stand_faults(state: State, order: Stand) -> Iterator[Fault]:
    there = _present(state, order.detachments)
    yield from _commander_faults(state, order.commander, there)
    for each in there:
        yield from _retreat_faults(order.retreat_to, [each.hex])
