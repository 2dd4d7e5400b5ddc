"""What a battle leaves behind: whose the hex is, generals, loot (docs/rules/barkhany.md, B-4.20, B-4.22, B-4.24)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

from turnproc.rulesets.barkhany.battle import Decision, Fought
from turnproc.rulesets.barkhany.both import Role
from turnproc.rulesets.barkhany.exact import PERCENT
from turnproc.rulesets.barkhany.gear import kit
from turnproc.rulesets.barkhany.generals import generals_of, keeps_generals
from turnproc.rulesets.barkhany.happenings import ControlChanged, GeneralFate, Happening, Walls
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.presence import are_friends, enemies_in, friends_in
from turnproc.rulesets.barkhany.state import Detachment, GeneralStatus, State
from turnproc.rulesets.barkhany.strength import first_of, strongest
from turnproc.rulesets.barkhany.troops import GEAR, Gear
from turnproc.rulesets.barkhany.world import Row, Settings

# From this row on a beaten general is in danger.
GENERALS_IN_DANGER: Final[Row] = 4
# What becomes of them where the game master says nothing.
SURVIVES: Final = "survives"
# What becomes of those whose detachment is lost, by the ruling on it.
LOST: Final[Mapping[object, GeneralStatus]] = {"surrender": "captured", "destroyed": "killed"}


class OfGenerals(Protocol):
    """Whoever rules on generals."""

    def general_fate(self, battle: str, general: str) -> GeneralStatus:
        """What becomes of a beaten general (B-4.22)."""
        ...


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
    return taken(state, hex_, fought, state.faction_of(first_of(fought.values()).commander), away)


def taken(
    state: State, hex_: Hex, victors: Collection[str], faction: str, away: Collection[str] = ()
) -> Conquest | None:
    """The same for victors whose strongest detachment is a faction's."""
    if enemies_in(state, hex_, faction, away=away):
        return None
    now = state.hex_state(hex_)
    inside: tuple[str, ...] = ()
    if now.fortification != "none":
        inside = tuple(each.id for each in friends_in(state, hex_, faction) if each.id in victors)
    is_allys = are_friends(state, faction, now.controller)
    return Conquest(now.controller if is_allys and now.controller else faction, inside)


def conquered(state: State, hex_: Hex, won: Conquest, stay_outside: Collection[str] = ()) -> Iterator[Happening]:
    """What changes by it: the controller, then who goes behind the walls."""
    before = state.hex_state(hex_).controller
    if before != won.controller:
        yield ControlChanged(hex=hex_, start=before, to=won.controller)
    for name in won.inside:
        if not state.detachments[name].is_inside and name not in stay_outside:
            yield Walls(detachment=name, hex=hex_, is_inside=True)


def has_generals_in_danger(decision: Decision, role: Role) -> bool:
    """Is the game master asked what becomes of a side's generals (B-4.22)?"""
    if role != decision.loser:
        return False
    return decision.is_walkover or decision.counts_as >= GENERALS_IN_DANGER


def fates(
    state: State, decision: Decision, role: Role, battle: str, detachments: Iterable[str], judge: OfGenerals
) -> Iterator[GeneralFate]:
    """What becomes of the generals of a side; whoever survives is what he was (B-4.22)."""
    if not has_generals_in_danger(decision, role):
        return
    for general in generals_of(state, *detachments):
        fate = judge.general_fate(battle, general.id)
        if fate != "active":
            yield GeneralFate(general=general.id, battle=battle, fate=fate)


def given_up(state: State, battle: str, detachment: str, ruling: object) -> Iterator[GeneralFate]:
    """What becomes of the generals of a detachment without a way out: as it, if it is lost (B-4.18 d)."""
    fate = LOST.get(ruling)
    if fate is not None:
        for general in keeps_generals(state, detachment):
            yield GeneralFate(general=general.id, battle=battle, fate=fate)


def loot(fallen: Iterable[tuple[str, int]], settings: Settings) -> dict[Gear, int]:
    """What is picked up of the gear of fallen men, by type and number, in whole items (B-4.24)."""
    whole: dict[Gear, Fraction] = {}
    for type_, men in fallen:
        for item, number in (kit(type_, settings) or {}).items():
            whole[item] = whole.get(item, Fraction(0)) + number * men
    found = {item: int(whole.get(item, Fraction(0)) * settings.loot_rate_pct / PERCENT) for item in GEAR}
    return {item: number for item, number in found.items() if number}


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
