"""Re-equipping men after the battles of a turn, and how long they are awkward (docs/rules/barkhany.md, B-6)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction

from turnproc.rulesets.barkhany.gear import Exchange, Items, added, exchange, listed, supply, without
from turnproc.rulesets.barkhany.ids import free_id, of_type
from turnproc.rulesets.barkhany.state import Detachment, State, Unit
from turnproc.rulesets.barkhany.troubles import Trouble
from turnproc.rulesets.barkhany.world import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Reequip:
    """Men of a unit become another type; `men` None means all of them."""

    unit: str
    detachment: str
    target: str
    men: int | None = None
    keep_weapon: bool = False
    new_unit: str | None = None


@dataclass(frozen=True, slots=True)
class Reequipped:
    """What came of it: the new unit, and the gear that was used and came back."""

    state: State
    unit: Unit
    used: Items
    returned: Items


def reequip(
    state: State,
    settings: Settings,
    commander: str,
    order: Reequip,
    *,
    turn: int,
    penalty_pct: Fraction | None = None,
    engaged: Collection[str] = (),
) -> Reequipped | Trouble:
    """B-6.2 to B-6.5. `penalty_pct` is that of a ruling, `engaged` are the detachments in general battles."""
    found = state.detachments.get(order.detachment)
    unit = None if found is None else next((each for each in found.units if each.id == order.unit), None)
    if found is None or unit is None:
        return Trouble("gone", {"detachment": order.detachment, "unit": order.unit})
    if found.commander != commander:
        return Trouble("E-CMD", {"detachment": found.id})
    trouble = _hindered(found, engaged)
    if trouble is not None:
        return trouble
    men = unit.men if order.men is None else min(order.men, unit.men)
    change = exchange(unit.type, order.target, men, settings, keep_weapon=order.keep_weapon)
    if isinstance(change, Trouble):
        return change
    stock = stock_in_reach(state, found)
    supplied = supply(change.needed, found.baggage, stock)
    if supplied is None:
        lists = {"needed": listed(change.needed), "in_reach": listed(added(found.baggage, stock))}
        return Trouble("E-GEAR", {"men": men, "type": order.target, **lists})
    new = _converted(found, unit, order, men, penalty_after(change, turn, settings, penalty_pct))
    baggage = added(without(found.baggage, supplied.from_baggage), change.returned)
    changed = replace(found, units=_put(found.units, unit, new), baggage=baggage)
    hexes = dict(state.hexes)
    if supplied.from_stock:
        place = state.hex_state(found.hex)
        hexes[found.hex] = replace(place, stock=without(place.stock, supplied.from_stock))
    state = replace(state, detachments={**state.detachments, found.id: changed}, hexes=hexes)
    return Reequipped(state, new, change.needed, change.returned)


def new_unit_id(detachment: Detachment, order: Reequip) -> str:
    """What the new unit is called if all of its men are there: by this the game master rules on its penalty."""
    unit = next(each for each in detachment.units if each.id == order.unit)
    is_whole = order.men is None or order.men >= unit.men
    taken = {each.id for each in detachment.units if each is not unit or not is_whole}
    return free_id(order.new_unit or f"{order.unit}-{of_type(order.target)}", taken)


def stock_in_reach(state: State, detachment: Detachment) -> Items:
    """The stock of its hex, if that is its side's."""
    place = state.hex_state(detachment.hex)
    if place.controller is None:
        return {}
    relation = state.relation(state.faction_of(detachment.commander), place.controller)
    return place.stock if relation == "allied" else {}


def penalty_after(
    change: Exchange, turn: int, settings: Settings, ruled: Fraction | None = None
) -> tuple[Fraction, int | None]:
    """The penalty in percent, and the last turn in which it counts (B-6.3); none for dismounting (B-6.4)."""
    penalty = settings.reequip_penalty_pct if ruled is None else ruled
    if change.is_dismounting or penalty == 0:
        return Fraction(0), None
    turns = settings.reequip_penalty_turns
    return penalty, None if turns is None else turn + turns


def lapsed(unit: Unit, turn: int) -> Unit:
    """The unit after turn `turn`: a penalty that counted up to it is no more (B-6.6)."""
    if unit.penalty_until is None or unit.penalty_until >= turn + 1:
        return unit
    return replace(unit, penalty_pct=Fraction(0), penalty_until=None)


def _hindered(detachment: Detachment, engaged: Collection[str]) -> Trouble | None:
    """B-6.5."""
    reasons = {
        "blocked": detachment.is_blocked,
        "aboard": detachment.aboard is not None,
        "general_battle": detachment.id in engaged,
        "broken": detachment.is_broken,
    }
    reason = next((reason for reason, holds in reasons.items() if holds), None)
    return None if reason is None else Trouble(reason, {"detachment": detachment.id})


def _converted(
    detachment: Detachment, unit: Unit, order: Reequip, men: int, penalty: tuple[Fraction, int | None]
) -> Unit:
    name = new_unit_id(detachment, order)
    return Unit(id=name, type=order.target, men=men, penalty_pct=penalty[0], penalty_until=penalty[1])


def _put(units: tuple[Unit, ...], old: Unit, new: Unit) -> tuple[Unit, ...]:
    """The new unit after what is left of the old one, or in its place."""
    found: list[Unit] = []
    for unit in units:
        if unit is not old:
            found.append(unit)
            continue
        if unit.men > new.men:
            found.append(replace(unit, men=unit.men - new.men))
        found.append(new)
    return tuple(found)
