"""Names of battles, of their dice and questions (docs/rules/barkhany.md, B-4.25, B-5.8, sections 5 and 6)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from turnproc.rulesets.barkhany.hexes import Hex

BATTLE_DICE: Final = "3d6"

# In a sector the sides are called a and b.
SideName: TypeAlias = Literal["attacker", "defender", "a", "b"]


def place_of(hex_: Hex, settlement: str | None) -> str:
    """A place as ids have it: the settlement, else the hex as `4_-2`."""
    return settlement or hex_.key.replace(",", "_")


def battle_id(place: str, commander: str, order: str) -> str:
    """The battle of an order."""
    return f"{place}/{commander}/{order}"


def operation_id(place: str, tag: str) -> str:
    """The battle of an operation."""
    return f"{place}/op-{tag}"


def default_id(place: str, commander: str, detachment: str) -> str:
    """The battle of a detachment that acts without an order (B-0.8)."""
    return f"{place}/{commander}/default-{detachment}"


def clash_id(general_battle: str, round_: int, sector: str) -> str:
    """The clash in a sector of a general battle."""
    return f"{general_battle}/r{round_}/{sector}"


def fire_id(general_battle: str, round_: int, commander: str, order: str) -> str:
    """An exchange of fire in a general battle."""
    return f"{general_battle}/r{round_}/fire/{commander}/{order}"


def combat_label(battle: str, side: SideName) -> str:
    """The label of a side's dice in a battle."""
    return f"combat/{battle}/{side}"


def clash_label(general_battle: str, round_: int, sector: str, side: SideName) -> str:
    """The label of a side's dice in a clash."""
    return f"clash/{clash_id(general_battle, round_, sector)}/{side}"


def fire_label(general_battle: str, round_: int, order: str, side: SideName) -> str:
    """The label of a side's dice in an exchange of fire; `order` is commander and order: `nestor/o1`."""
    return f"fire/{general_battle}/r{round_}/{order}/{side}"


def throw_id(label: str) -> str:
    """What is asked where a player throws the dice of a label himself."""
    return f"dice/{label}"


def class_id(battle: str) -> str:
    """Which class has a battle?"""
    return f"battle-class/{battle}"


def plan_id(battle: str, side: SideName) -> str:
    """What is the plan of a side, now that the battle has opened?"""
    return f"battle-plan/{battle}/{side}"


def plan_bonus_id(battle: str, side: SideName) -> str:
    """What is the plan of a side worth?"""
    return f"plan-bonus/{battle}/{side}"


def morale_id(battle: str, side: SideName) -> str:
    """What does the situation do to a side's morale?"""
    return f"morale/{battle}/{side}"


def over_five_id(battle: str, side: SideName) -> str:
    """What is a superiority beyond the strength table worth?"""
    return f"over-five/{battle}/{side}"


def override_id(battle: str) -> str:
    """What does the game master put in the place of the result?"""
    return f"override/{battle}"


def fate_id(battle: str, general: str) -> str:
    """What becomes of a general?"""
    return f"general-fate/{battle}/{general}"


def loot_id(battle: str) -> str:
    """What does who keeps the field find?"""
    return f"loot/{battle}"


def reserve_id(general_battle: str, round_: int, reserve: str) -> str:
    """Where does a reserve go?"""
    return f"reserve/{general_battle}/r{round_}/{reserve}"


def reserve_add_id(general_battle: str, round_: int, reserve: str) -> str:
    """Who strengthens a reserve before the dice?"""
    return f"reserve-add/{general_battle}/r{round_}/{reserve}"


def trapped_id(battle: str, detachment: str) -> str:
    """What becomes of a beaten detachment that has nowhere to go?"""
    return f"trapped/{battle}/{detachment}"


def end_id(general_battle: str) -> str:
    """Who keeps the field of a general battle?"""
    return f"gb-end/{general_battle}"
