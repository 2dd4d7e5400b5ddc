"""What happens to characters in a battle: who rolls, with how many dice, and what a total means (F-1 to F-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.vidonico import tables
from turnproc.rulesets.vidonico.combination import Combination, Tk
from turnproc.rulesets.vidonico.state import Character, Role
from turnproc.rulesets.vidonico.tables import FateEntry, LootEntry
from turnproc.rulesets.vidonico.world import Settings, Terrain

Mark: TypeAlias = Literal["no_mounts", "field_lost", "terrain"]


def has_a_fate(character: Character, settings: Settings, *, own_pursued: bool) -> bool:
    """Does a character in an army of the battle roll (F-1)? `own_pursued`: his side is in flight and pursued."""
    counts = character.status == "active" and (character.pc or settings.npc_fates)
    return counts and rolls(character.role, own_pursued=own_pursued)


def rolls(role: Role, *, own_pursued: bool) -> bool:
    """Does somebody in this role roll (F-1)?"""
    return role == "fight" or (role == "present" and own_pursued)


def best_weapon(skills: Mapping[str, Tk]) -> tuple[str, Combination] | None:
    """The best weapon skill: most dice, then most pips, then the name (F-1); None without any."""
    known = [(name, Combination.of(tk)) for name, tk in skills.items()]
    return min(known, key=lambda each: (-each[1].dice, -each[1].pips, each[0]), default=None)


def rides(mounted: bool, *terrains: Terrain) -> bool:
    """Does a character ride? Not where the battle's or the pursuit's terrain carries no mounts (F-2)."""
    return mounted and tables.NO_RIDING.isdisjoint(terrains)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A character's part in a battle (F-2).

    `fled`: his side is in flight and pursued; `pursues`: the enemy is, by cavalry to which he belongs.
    """

    own_success: bool
    enemy_success: bool
    fled: bool = False
    rides: bool = False
    pursues: bool = False


@dataclass(frozen=True, slots=True)
class Modifier:
    """Dice added to a character's combination, and the case that gives them; several are joined by `+`."""

    dice: int
    case: str


def modifier(situation: Situation, settings: Settings) -> Modifier:
    """The dice of F-2: the first case that fits or, by the house rule `cumulative`, the pursuit's and the result's."""
    cases = [case for case in (_in_pursuit(situation), _by_result(situation)) if case is not None]
    if settings.fate_modifiers == "most_specific":
        del cases[1:]
    return Modifier(sum(tables.FATE_CASES[case] for case in cases), "+".join(cases))


def _in_pursuit(situation: Situation) -> str | None:
    if situation.fled:
        return "flees_riding" if situation.rides else "flees_on_foot"
    return "pursuing" if situation.pursues else None


def _by_result(situation: Situation) -> str:
    if situation.own_success:
        return "both_succeed" if situation.enemy_success else "victory"
    return "defeat" if situation.enemy_success else "both_fail"


def fate(total: int) -> FateEntry:
    """The highest row of the fate table that a total reaches (F-4)."""
    return next(each for each in reversed(tables.FATES) if each.least is None or total >= each.least)


def loot(total: int) -> LootEntry:
    """The highest row of the loot table that a total reaches (F-6)."""
    return next(each for each in reversed(tables.LOOT) if each.least is None or total >= each.least)


def loot_mark(item: str, terrain: Terrain, *, enemy_has_mounts: bool, holds_field: bool) -> Mark | None:
    """Why an item looks unreasonable, the first that fits; None: it does not (F-7).

    `holds_field`: the character's side does. `terrain` is the battle's.
    """
    if item in tables.NEEDS_MOUNTS and not enemy_has_mounts:
        return "no_mounts"
    if item in tables.NEEDS_THE_FIELD and not holds_field:
        return "field_lost"
    return "terrain" if item == "baggage_wagon" and terrain in tables.NO_WAGONS else None


def captivity(settings: Settings, *, holds_field: bool, captors_left: bool) -> Literal["captured", "rescued", "ask"]:
    """What Q4 means for a character whose side holds the field or not; `captors_left`: of the enemy side (F-5)."""
    if not captors_left:
        return "rescued"
    return "ask" if holds_field and settings.captive_despite_victory == "ask" else "captured"


def fate_label(battle: str, character: str) -> str:
    """The label of a roll on the fate table (F-3)."""
    return f"fate/{battle}/{character}"


def injury_label(battle: str, character: str, n: int) -> str:
    """The label of a damage roll, from 1 (F-4)."""
    return f"injury/{battle}/{character}/{n}"


def loot_label(battle: str, character: str, n: int, reroll: int = 0) -> str:
    """The label of a loot roll, from 1, and of its repetitions (F-6, F-7)."""
    return f"loot/{battle}/{character}/{n}" + (f"/r{reroll}" if reroll else "")


def amount_label(battle: str, character: str, n: int, reroll: int = 0) -> str:
    """The label of the dice for how much, with the ending of the loot roll that counts (F-6, F-7)."""
    return loot_label(battle, character, n, reroll).replace("loot/", "loot_amount/", 1)
