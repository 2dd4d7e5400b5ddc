"""What is settled before the dice: the class of a battle, who throws himself, plans (docs/rules/barkhany.md, B-4.2)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from turnproc.rulesets.barkhany.both import ROLES, Both, Role
from turnproc.rulesets.barkhany.names import combat_label, plan_id, throw_id
from turnproc.rulesets.barkhany.world import Settings

BattleClass: TypeAlias = Literal["small", "ordinary", "general"]


def class_of(ruled: BattleClass | None, settings: Settings) -> BattleClass:
    """The class of a battle: what the game master says, else the house rule."""
    return ruled or settings.battle_class_default


def is_stuck(class_: BattleClass, *, is_opened: bool) -> bool:
    """Can the turn not go on? A general battle has to be opened for the hex by an event of the same turn."""
    return class_ == "general" and not is_opened


def throws_asked(battle: str, class_: BattleClass, is_player_led: Both[bool], settings: Settings) -> tuple[str, ...]:
    """The questions for throws that players make themselves: in ordinary battles, of the sides that players lead."""
    if settings.player_rolls != "required":
        return ()
    return tuple(throw_id(combat_label(battle, role)) for role in _asked(class_, is_player_led))


def plans_asked(battle: str, class_: BattleClass, is_player_led: Both[bool], settings: Settings) -> tuple[str, ...]:
    """The questions for plans that players make once a battle has opened."""
    if not settings.two_step_battles:
        return ()
    return tuple(plan_id(battle, role) for role in _asked(class_, is_player_led))


def _asked(class_: BattleClass, is_player_led: Both[bool]) -> tuple[Role, ...]:
    return tuple(role for role in ROLES if class_ == "ordinary" and is_player_led.of(role))


def plan_shown(ordered: str | None, standing: str) -> str:
    """The plan that the game master is shown: that of this turn's order, else the standing one (B-3.20)."""
    return ordered or standing
