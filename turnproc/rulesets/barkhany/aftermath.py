"""What a battle leaves behind: whose the hex is, generals, loot (docs/rules/barkhany.md, B-4.20, B-4.22, B-4.24)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from turnproc.rulesets.barkhany.battle import Decision, Fought
from turnproc.rulesets.barkhany.both import Role
from turnproc.rulesets.barkhany.exact import PERCENT
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.sides import enemies_in
from turnproc.rulesets.barkhany.state import Detachment, General, State
from turnproc.rulesets.barkhany.strength import strongest
from turnproc.rulesets.barkhany.troops import GEAR, TROOPS, Gear
from turnproc.rulesets.barkhany.world import Row, Settings

# From this row on a beaten general is in danger.
GENERALS_IN_DANGER: Final[Row] = 4
# What becomes of them where the game master says nothing.
SURVIVES: Final = "survives"


@dataclass(frozen=True, slots=True)
class Conquest:
    """A hex after the attackers have won it: whose it is, and which of them stand behind its walls now."""

    controller: str
    inside: tuple[str, ...]


def conquest(
    state: State, hex_: Hex, attackers: Iterable[Detachment], decision: Decision, away: Collection[str] = ()
) -> Conquest | None:
    """Whose a hex is after a battle, with the state after losses and retreats; None: nothing changes (B-4.20).

    `attackers` are their detachments before the losses, `away` detachments in a general battle.
    """
    if decision.field != "attacker":
        return None
    fought = {each.id: each for each in attackers}
    leader = fought[strongest((id_, each.units) for id_, each in fought.items())]
    faction = state.faction_of(leader.commander)
    if enemies_in(state, hex_, [faction], away):
        return None
    now = state.hex_state(hex_)
    is_allys = now.controller is not None and state.relation(faction, now.controller) == "allied"
    inside: tuple[str, ...] = ()
    if now.fortification != "none":
        inside = tuple(
            each.id
            for each in state.standing_in(hex_)
            if each.id in fought and state.relation(faction, state.faction_of(each.commander)) == "allied"
        )
    return Conquest(now.controller if is_allys and now.controller else faction, inside)


def has_generals_in_danger(decision: Decision, role: Role) -> bool:
    """Is the game master asked what becomes of a side's generals (B-4.22)?"""
    if role != decision.loser:
        return False
    return decision.is_walkover or decision.counts_as >= GENERALS_IN_DANGER


def generals_of(state: State, detachments: Collection[str]) -> tuple[General, ...]:
    """The generals attached to any of some detachments, in ascending id."""
    return tuple(
        each for _, each in sorted(state.generals.items()) if not set(each.attached_to).isdisjoint(detachments)
    )


def loot(fallen: Iterable[tuple[str, int]], settings: Settings) -> dict[Gear, int]:
    """What is picked up of the gear of fallen men, by type and number, in whole items (B-4.24)."""
    whole: dict[Gear, Fraction] = {}
    for type_, men in fallen:
        for item, number in _kit(type_, settings).items():
            whole[item] = whole.get(item, Fraction(0)) + number * men
    found = {item: int(whole.get(item, Fraction(0)) * settings.loot_rate_pct / PERCENT) for item in GEAR}
    return {item: number for item, number in found.items() if number}


def _kit(type_: str, settings: Settings) -> Mapping[Gear, Fraction]:
    kit = TROOPS[type_].kit or {}
    if type_ == "heavy_cavalry" and not settings.heavy_cavalry_needs_horse:
        return {item: number for item, number in kit.items() if item != "horse_and_tack"}
    return kit


def loot_of(fought: Fought, settings: Settings) -> tuple[str, dict[Gear, int]] | None:
    """Who finds what on the field: the winner's strongest detachment that is left; None: nobody keeps it (B-4.24)."""
    holder = fought.decision.field
    if holder is None:
        return None
    own = {each.detachment for each in fought.sides.of(holder)}
    left = [(id_, units) for id_, units in fought.left.items() if id_ in own and units]
    if not left:
        return None
    fallen = [(loss.before.type, loss.men) for side in fought.losses for loss in side]
    return strongest(left), loot(fallen, settings)
