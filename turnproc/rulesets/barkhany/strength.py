"""What troops are worth in a battle: units, arms, a whole side (docs/rules/barkhany.md, B-4.3 to B-4.6, B-4.11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from turnproc.rulesets.barkhany.both import Both, Role
from turnproc.rulesets.barkhany.exact import PERCENT, factor
from turnproc.rulesets.barkhany.state import Detachment, Unit
from turnproc.rulesets.barkhany.world import BOGS, Fortification, Settings, Terrain

SIEGE_ENGINES: Final = "siege_engines"
BOG_ARTILLERY: Final = "heavy_horse_artillery"
RANGERS: Final = "rangers"
POACHERS: Final = "poachers"
LEAST_MORALE: Final = Fraction(-100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fielded:
    """A detachment as it goes into a battle, by its id.

    `morale_pct` is all of its morale, from −100 on (`detachment_morale`), `march_pct` the penalty for its march
    (B-3.4). `is_inside` counts for defenders only: it stands behind the fortification of the scene.
    """

    detachment: str
    units: tuple[Unit, ...]
    morale_pct: Fraction = Fraction(0)
    march_pct: Fraction = Fraction(0)
    is_inside: bool = False


Sides = Both[tuple[Fielded, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where a battle is fought. `is_general`: a sector of a general battle, where engines always count (B-5.8)."""

    fortification: Fortification = "none"
    terrain: Terrain = "plain"
    is_general: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitLine:
    """A unit in a battle: its base strength, and with its own multipliers `own`, 0 where it does not count."""

    detachment: str
    unit: Unit
    base: Fraction
    counts: bool
    own: Fraction
    # What walls add to it, in percent.
    walls_pct: Fraction
    is_shooter: bool

    @property
    def walled(self) -> Fraction:
        """What it brings into the total of its side (B-4.5)."""
        return self.own * factor(self.walls_pct)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strengths:
    """A side in numbers: its total with walls (B-4.5) and without, its arms (B-4.6), and the units they come from."""

    total: Fraction
    unwalled: Fraction
    cavalry: Fraction = Fraction(0)
    shooters: Fraction = Fraction(0)
    lines: tuple[UnitLine, ...] = ()


def unit_strength(unit: Unit) -> Fraction:
    """The base strength: that of a hundred men times men, for engines that of one times its condition (B-4.3)."""
    share = unit.condition_pct if unit.troop.is_engine else unit.men
    return unit.troop.strength * share / PERCENT


def base_strength(units: Iterable[Unit]) -> Fraction:
    """All base strengths together, whether they count in a battle or not: what "strongest" means (B-4.3)."""
    return sum((unit_strength(unit) for unit in units), Fraction(0))


def strongest(detachments: Iterable[tuple[str, Sequence[Unit]]]) -> str:
    """Who of several detachments, by id and units, is the strongest; of equals the smallest id (B-4.3, B-4.18).

    Raises ValueError where there is none.
    """
    return min(detachments, key=lambda each: (-base_strength(each[1]), each[0]))[0]


def first_of(detachments: Iterable[Detachment]) -> Detachment:
    """The strongest; of equals the one with the smallest id. Raises ValueError where there is none."""
    by_id = {each.id: each for each in detachments}
    return by_id[strongest((name, each.units) for name, each in by_id.items())]


def detachment_morale(
    own_pct: Fraction, generals: Sequence[Fraction], situation_pct: Fraction, settings: Settings
) -> Fraction:
    """All morale of a detachment: its own, its active generals' and that of the situation; from −100 on (B-4.4)."""
    bonus = Fraction(0)
    if generals:
        bonus = max(generals) if settings.general_stacking == "max" else sum(generals, Fraction(0))
    return max(LEAST_MORALE, own_pct + bonus + situation_pct)


def own_factor(unit: Unit, fielded: Fielded) -> Fraction:
    """Its own multipliers: morale, march, unfamiliar gear (B-4.4)."""
    return factor(fielded.morale_pct) * factor(-fielded.march_pct) * factor(-unit.penalty_pct)


def walls_pct(sides: Sides, scene: Scene, settings: Settings) -> Fraction:
    """What the fortification adds to defenders inside, in percent; the attackers' engines lessen it (B-4.5, B-4.11)."""
    if scene.fortification == "none":
        return Fraction(0)
    walls = settings.fortifications[scene.fortification]
    return walls.besieged if _has_siege_engines(sides.attacker) else walls.plain


def strengths(sides: Sides, scene: Scene, settings: Settings) -> Both[Strengths]:
    """Both sides in numbers, before modifiers and dice."""
    return Both(_strengths("attacker", sides, scene, settings), _strengths("defender", sides, scene, settings))


def _strengths(role: Role, sides: Sides, scene: Scene, settings: Settings) -> Strengths:
    enemy = sides.defender if role == "attacker" else sides.attacker
    chased = any(unit.type == POACHERS for each in enemy for unit in each.units)
    is_siege = any(_is_walled(each, scene) for each in sides.defender)
    bonus = walls_pct(sides, scene, settings)
    lines: list[UnitLine] = []
    for fielded in sides.of(role):
        is_walled = role == "defender" and _is_walled(fielded, scene)
        engines_count = scene.is_general or (is_siege if role == "attacker" else is_walled)
        for unit in fielded.units:
            counts = _counts(unit, scene, engines_count=engines_count, chases=chased)
            base = unit_strength(unit)
            lines.append(
                UnitLine(
                    detachment=fielded.detachment,
                    unit=unit,
                    base=base,
                    counts=counts,
                    own=base * own_factor(unit, fielded) if counts else Fraction(0),
                    walls_pct=bonus if is_walled else Fraction(0),
                    is_shooter=is_shooter(unit, scene, settings),
                )
            )
    return Strengths(
        total=_sum(each.walled for each in lines),
        unwalled=_sum(each.own for each in lines),
        cavalry=_sum(each.own for each in lines if each.unit.troop.is_cavalry),
        shooters=_sum(each.own for each in lines if each.is_shooter),
        lines=tuple(lines),
    )


def is_shooter(unit: Unit, scene: Scene, settings: Settings) -> bool:
    """Does a unit belong to the shooters? Siege engines do in a general battle alone (B-4.11, B-5.6)."""
    if unit.type == SIEGE_ENGINES:
        return scene.is_general and not settings.field_artillery
    return unit.troop.is_shooter


def _counts(unit: Unit, scene: Scene, *, engines_count: bool, chases: bool) -> bool:
    if unit.type == SIEGE_ENGINES:
        return engines_count
    if unit.type == BOG_ARTILLERY:
        return scene.terrain in BOGS
    return unit.type != RANGERS or chases


def _is_walled(fielded: Fielded, scene: Scene) -> bool:
    return fielded.is_inside and scene.fortification != "none"


def _has_siege_engines(side: Iterable[Fielded]) -> bool:
    return any(unit.type == SIEGE_ENGINES and unit.condition_pct > 0 for each in side for unit in each.units)


def _sum(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))
