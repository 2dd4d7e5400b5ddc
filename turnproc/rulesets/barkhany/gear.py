"""Kits, and what re-equipping men takes and gives back (docs/rules/barkhany.md, B-6.1, B-6.2, B-6.4)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from turnproc.rulesets.barkhany.troops import GEAR, TROOPS, Gear, Kit
from turnproc.rulesets.barkhany.troubles import Trouble
from turnproc.rulesets.barkhany.world import Settings

# Whole pieces of each item; what is not there is 0.
Items: TypeAlias = Mapping[Gear, int]

# Who comes down from the horse and keeps his weapon becomes this (B-6.4).
DISMOUNTED: Final[Mapping[str, str]] = {
    "light_cavalry": "light_infantry",
    "heavy_cavalry": "heavy_infantry",
    "horse_archers": "archers",
    "horse_militia": "militia",
}
# Nobody is re-equipped as these; as militia only by dismounting (B-6.1).
NO_TARGET: Final = frozenset({"militia", "horse_militia"})


@dataclass(frozen=True, slots=True)
class Exchange:
    """What becoming another type needs, and what goes back into the baggage."""

    needed: Items
    returned: Items
    is_dismounting: bool


@dataclass(frozen=True, slots=True)
class Supply:
    """Where needed gear is taken from."""

    from_baggage: Items
    from_stock: Items


def kit(type_: str, settings: Settings) -> Kit | None:
    """The gear of one man (B-6.1); None for what is neither source nor target of a re-equipment."""
    printed = TROOPS[type_].kit
    if printed is None or type_ != "heavy_cavalry" or settings.heavy_cavalry_needs_horse:
        return printed
    return {item: number for item, number in printed.items() if item != "horse_and_tack"}


def kits(type_: str, men: int, settings: Settings) -> Items:
    """The gear of so many men in whole items, rounded up; nothing for what has no kit."""
    return {item: math.ceil(number * men) for item, number in (kit(type_, settings) or {}).items()}


def exchange(source: str, target: str, men: int, settings: Settings, *, keep_weapon: bool) -> Exchange | Trouble:
    """What it takes to make men of one type into another (B-6.2); E-GEAR-TYPE where that cannot be."""
    before, after = kit(source, settings), kit(target, settings)
    is_dismounting = keep_weapon and DISMOUNTED.get(source) == target
    if before is None:
        return Trouble("E-GEAR-TYPE/source", {"type": source})
    if source == target:
        return Trouble("E-GEAR-TYPE/same", {"type": target})
    if after is None or (target in NO_TARGET and not is_dismounting):
        return Trouble("E-GEAR-TYPE", {"type": target})
    change = {item: after.get(item, 0) - before.get(item, 0) for item in GEAR}
    # On foot they fight with what they had on horseback.
    needed = {} if is_dismounting else {item: math.ceil(more * men) for item, more in change.items() if more > 0}
    returned = {item: math.floor(-more * men) for item, more in change.items() if more < 0}
    return Exchange(_some(needed), _some(returned), is_dismounting)


def supply(needed: Items, baggage: Items, stock: Items) -> Supply | None:
    """Take it from the baggage, then from the hex's stock (B-6.2); None where both together have too little."""
    from_baggage = {item: min(number, baggage.get(item, 0)) for item, number in needed.items()}
    from_stock = {item: number - from_baggage[item] for item, number in needed.items()}
    if any(number > stock.get(item, 0) for item, number in from_stock.items()):
        return None
    return Supply(_some(from_baggage), _some(from_stock))


def added(one: Items, other: Items) -> Items:
    """Both together."""
    return _some({item: one.get(item, 0) + other.get(item, 0) for item in GEAR})


def without(one: Items, other: Items) -> Items:
    """What is left when the other is taken away. Raises ValueError if there is not so much."""
    left = {item: one.get(item, 0) - other.get(item, 0) for item in GEAR}
    if any(number < 0 for number in left.values()):
        raise ValueError(f"{dict(other)} cannot be taken from {dict(one)}")
    return _some(left)


def listed(items: Items) -> list[str]:
    """For messages: `4 bow`, in the order of the rules."""
    return [f"{items[item]} {item}" for item in GEAR if items.get(item)]


def _some(items: Items) -> Items:
    return {item: number for item, number in items.items() if number}
