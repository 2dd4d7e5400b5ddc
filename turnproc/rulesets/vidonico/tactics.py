"""The commanders' Tactics: difficulty, dice, result, success (X-1 to X-5)."""

from __future__ import annotations

from fractions import Fraction

from turnproc.rulesets.vidonico import tables
from turnproc.rulesets.vidonico.arithmetic import rounded
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.strength import TENTHS
from turnproc.rulesets.vidonico.world import Settings, Terrain, Weather


def default_difficulty(terrain: Terrain, weather: Weather, settings: Settings) -> int:
    """The tactical difficulty where the game master says nothing (X-1); underground the weather counts as fair."""
    felt: Weather = "fair" if terrain == "underground" else weather
    easy, rough = settings.difficulty_defaults.get(felt, tables.DIFFICULTY[felt])
    return rough if terrain in tables.ROUGH_GROUND else easy


def commanders_dice(skill: Combination | None, fallback: Combination, dice: int = 0, pips: int = 0) -> Combination:
    """What a commander rolls: his skill, else the fallback, with the dice and pips of a ruling added (X-0, X-2)."""
    return (fallback if skill is None else skill).plus(dice, pips)


def tactics_result(total: int, multiplier: int | None, settings: Settings) -> Fraction:
    """A total after multiplication by tenths of the ratio (None: not multiplied) and rounding (X-4)."""
    if multiplier is None:
        return Fraction(total)
    product = Fraction(total * multiplier, TENTHS)
    if settings.tactics_rounding == "none":
        return product
    return Fraction(rounded(product, settings.tactics_rounding))


def shown(result: Fraction) -> int | str:
    """A result as facts have it: a whole number, else the fraction `99/5`."""
    return int(result) if result.denominator == 1 else str(result)


def is_success(result: Fraction, difficulty: int, settings: Settings) -> bool:
    """Does a result reach the difficulty (X-5, G-1)?"""
    return result >= difficulty if settings.success_on_equal else result > difficulty
