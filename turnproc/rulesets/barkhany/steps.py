"""May a detachment make a step? (docs/rules/barkhany.md, B-3.5, B-3.14, terrain table of section 2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment
from turnproc.rulesets.barkhany.strength import BOG_ARTILLERY
from turnproc.rulesets.barkhany.world import BOGS, LAND, Settings, Terrain, World

# Why a step cannot be made, and why a detachment cannot set out by boat.
Refusal: TypeAlias = Literal["map", "apart", "barrier", "terrain", "water"]
Boarding: TypeAlias = Literal["no_boats", "men", "horses"]

# The codes of the checks (section 3.1).
CODES: Final[Mapping[Refusal | Boarding, str]] = {
    "map": "E-MAP",
    "apart": "E-ADJ",
    "barrier": "E-BARR",
    "terrain": "E-TERR",
    "water": "E-BOAT-WATER",
    "no_boats": "E-BOAT-NONE",
    "men": "E-BOAT-MEN",
    "horses": "E-BOAT-HORSE",
}
# What boats can reach along a river or lake.
SHORES: Final[frozenset[Terrain]] = LAND | {"swamp", "lake"}


def step_refusal(world: World, detachment: Detachment, at: Hex, to: Hex, *, by_boat: bool = False) -> Refusal | None:
    """Why a detachment cannot go from a hex to another one; None: it can (B-3.5).

    Whether boats are there to take, and may take it, says `boarding_refusal`; enemies are another matter (B-3.6).
    """
    if to not in world.grounds:
        return "map"
    if at.distance(to) != 1:
        return "apart"
    if world.has_barrier(at, to):
        return "barrier"
    if by_boat:
        return _boat_refusal(world, at, to)
    # Out of a lake leads only a boat (B-3.14).
    if not is_open(world, detachment, to) or (at in world.grounds and world.grounds[at].terrain == "lake"):
        return "terrain"
    return None


def is_open(world: World, detachment: Detachment, hex_: Hex) -> bool:
    """Is the terrain of a hex open to a detachment by land? Bogs are to joke artillery alone."""
    terrain = world.grounds[hex_].terrain
    if terrain in BOGS:
        return bool(detachment.units) and all(unit.type == BOG_ARTILLERY for unit in detachment.units)
    return terrain in LAND


def share_waters(world: World, one: Hex, other: Hex) -> bool:
    """Do two hexes of the map lie on one river or lake?"""
    return bool(world.grounds[one].waters & world.grounds[other].waters)


def _boat_refusal(world: World, at: Hex, to: Hex) -> Refusal | None:
    if world.grounds[to].terrain not in SHORES:
        return "terrain"
    return None if share_waters(world, at, to) else "water"


def boarding_refusal(world: World, detachment: Detachment) -> Boarding | None:
    """Why a detachment cannot set out by boat from where it stands; None: it can (B-3.14)."""
    settings: Settings = world.settings
    if any(unit.troop.is_engine or (unit.troop.is_cavalry and not settings.boat_cavalry) for unit in detachment.units):
        return "horses"
    if detachment.men > settings.boat_max_men:
        return "men"
    ground = world.grounds.get(detachment.hex)
    has_boats = detachment.is_in_boats or (ground is not None and ground.has_boats)
    return None if has_boats else "no_boats"
