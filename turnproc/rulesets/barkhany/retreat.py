"""Where beaten troops go (docs/rules/barkhany.md, B-4.18)."""

from __future__ import annotations

from dataclasses import dataclass

from turnproc.rulesets.barkhany.cargo import fleet_with_room, load_of
from turnproc.rulesets.barkhany.happenings import RefugeReason, Retreated
from turnproc.rulesets.barkhany.hexes import DIRECTIONS, Hex, turn_distance
from turnproc.rulesets.barkhany.presence import (
    are_friends,
    enemies_in,
    has_friendly_walls,
    has_hostile_walls,
)
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.steps import is_open, share_waters
from turnproc.rulesets.barkhany.world import World


@dataclass(frozen=True, slots=True)
class Refuge:
    """Where a beaten detachment goes, and by which of the rule's choices."""

    hex: Hex
    reason: RefugeReason


@dataclass(frozen=True, slots=True)
class Rout:
    """What refuges depend on besides the detachment: the field, and where its winner came from."""

    world: World
    state: State
    # The hex of the battle.
    field: Hex
    # `entered_from` of the winner's strongest detachment, before losses.
    winner_entry: Hex | None = None

    def is_legal(self, detachment: Detachment, to: Hex) -> bool:
        """May it go from the battle to a hex?"""
        world, state = self.world, self.state
        if to not in world.grounds or self.field.distance(to) != 1 or world.has_barrier(self.field, to):
            return False
        faction = state.faction_of(detachment.commander)
        if enemies_in(state, to, faction) or has_hostile_walls(state, to, faction):
            return False
        if detachment.is_in_boats:
            return share_waters(world, self.field, to)
        return is_open(world, detachment, to) or self.fleet_at(detachment, to) is not None

    def fleet_at(self, detachment: Detachment, to: Hex) -> str | None:
        """The fleet that takes it aboard in a hex of the sea: an own or allied one with room; of several the first."""
        if to not in self.world.grounds or self.world.grounds[to].terrain != "sea":
            return None
        return fleet_with_room(self.state, to, self.state.faction_of(detachment.commander), load_of(detachment))

    def refuge(self, detachment: Detachment) -> Refuge | None:
        """Where an organised retreat goes; None: it is trapped."""
        if not can_leave(detachment):
            return None
        if detachment.retreat_to is not None and self.is_legal(detachment, detachment.retreat_to):
            return Refuge(detachment.retreat_to, "designated")
        return self.flight_refuge(detachment)

    def flight_refuge(self, detachment: Detachment) -> Refuge | None:
        """The same where designated hexes do not count: where the first part of a flight goes (B-4.19)."""
        if not can_leave(detachment):
            return None
        if detachment.entered_from is not None and self.is_legal(detachment, detachment.entered_from):
            return Refuge(detachment.entered_from, "entry")
        for to in self._fallbacks(self.state.faction_of(detachment.commander)):
            if self.is_legal(detachment, to):
                return Refuge(to, "fallback")
        return None

    def _fallbacks(self, faction: str) -> list[Hex]:
        """The neighbours, the best first: own and allied ones, then away from where the winner came from."""
        entry = None if self.winner_entry is None else self.field.direction_to(self.winner_entry)

        def rank(direction: int) -> tuple[bool, int, int]:
            is_own = are_friends(self.state, faction, self.state.hex_state(self.field.step(direction)).controller)
            apart = 0 if entry is None else turn_distance(direction, entry)
            return (not is_own, -apart, direction)

        return [self.field.step(direction) for direction in sorted(range(len(DIRECTIONS)), key=rank)]

    def walls_at(self, detachment: Detachment, to: Hex) -> bool:
        """Does it go behind friendly walls there?"""
        return has_friendly_walls(self.state, to, self.state.faction_of(detachment.commander))

    def retreated(self, battle: str, detachment: Detachment, to: Refuge) -> Retreated:
        """Its retreat: behind friendly walls, or aboard a fleet, if they are there."""
        return Retreated(
            detachment=detachment.id,
            battle=battle,
            start=self.field,
            to=to.hex,
            reason=to.reason,
            is_inside=self.walls_at(detachment, to.hex),
            aboard=self.ship_at(detachment, to.hex),
        )

    def ship_at(self, detachment: Detachment, to: Hex) -> str | None:
        """The fleet aboard which it goes there; with boats of its own it needs none."""
        return None if detachment.is_in_boats else self.fleet_at(detachment, to)


def can_leave(detachment: Detachment) -> bool:
    """Immobile troops cannot."""
    return all(unit.troop.movement for unit in detachment.units)
