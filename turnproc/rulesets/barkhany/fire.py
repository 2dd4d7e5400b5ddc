"""Shots from one sector into another (docs/rules/barkhany.md, B-5.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.exact import PERCENT
from turnproc.rulesets.barkhany.gb_happenings import GbFailure
from turnproc.rulesets.barkhany.gb_moves import action_refusal
from turnproc.rulesets.barkhany.gb_round import Round
from turnproc.rulesets.barkhany.gb_state import other_side
from turnproc.rulesets.barkhany.losses import unit_after
from turnproc.rulesets.barkhany.sides import field_detachment
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.strength import Fielded, Scene, Sides, Strengths, strengths
from turnproc.rulesets.barkhany.world import Settings

NO_MORALE: Final = Fraction(0)


def shooter_refusal(there: Round, detachment: str) -> GbFailure | None:
    """Why a detachment cannot shoot at all now; None: it can."""
    refusal = action_refusal(there, detachment)
    if refusal is not None:
        return refusal
    if detachment in there.done.entered:
        return "moved"
    if detachment in there.done.fired:
        return "fired"
    if there.has_enemy(there.sector_of(detachment), there.side_of(detachment)):
        return "engaged"
    lone = strengths(Both(_fielded(there, [detachment], NO_MORALE), ()), scene_of(there), there.world.settings)
    return None if lone.attacker.shooters else "no_shooters"


def target_refusal(there: Round, detachments: Sequence[str], target: str) -> GbFailure | None:
    """Why detachments that can shoot cannot shoot there together; None: they can."""
    sectors = {there.sector_of(each) for each in detachments}
    if len(sectors) > 1:
        return "scattered"
    side = there.side_of(detachments[0])
    if target not in there.battle.sectors:
        return "sector"
    if not there.adjoins(sectors.pop(), target):
        return "apart"
    if there.standing(target, side):
        return "friends"
    return None if there.has_enemy(target, side) else "no_target"


def scene_of(there: Round) -> Scene:
    """Where shots fall: walls do not count (B-5.6)."""
    ground = there.world.grounds.get(there.battle.hex)
    return Scene(terrain="plain" if ground is None else ground.terrain, is_general=True)


def fire_sides(there: Round, detachments: Sequence[str], target: str, morale: Both[Fraction]) -> Sides:
    """Who shoots, and who is shot at and answers, with the morale of the situation."""
    enemy = other_side(there.side_of(detachments[0]))
    shot_at = [each.id for each in there.standing(target, enemy)]
    return Both(_fielded(there, detachments, morale.attacker), _fielded(there, shot_at, morale.defender))


def _fielded(there: Round, detachments: Iterable[str], morale: Fraction) -> tuple[Fielded, ...]:
    return tuple(
        replace(
            field_detachment(there.state, there.state.detachments[name], there.world.settings, situation_pct=morale),
            is_inside=False,
        )
        for name in detachments
    )


def units_left(
    fielded: Fielded, fraction: Fraction, settings: Settings, hit: Collection[str] | None = None
) -> tuple[Unit, ...]:
    """What a volley leaves of a detachment; `hit` are the ids of the units that it concerns, None: all."""
    left = (
        unit_after(unit, fraction * PERCENT, settings) if hit is None or unit.id in hit else unit
        for unit in fielded.units
    )
    return tuple(unit for unit in left if unit is not None)


def firing_units(found: Strengths, detachment: str) -> frozenset[str]:
    """The ids of the units of a detachment that shoot."""
    return frozenset(each.unit.id for each in found.lines if each.detachment == detachment and each.is_shooter)
