"""What soldiers are worth in a battle: combat values, army combat value, ratio (M-1 to M-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from turnproc.rulesets.vidonico import tables
from turnproc.rulesets.vidonico.arithmetic import nearest, up
from turnproc.rulesets.vidonico.facts import StrengthLine
from turnproc.rulesets.vidonico.state import Army, Contingent, Formation
from turnproc.rulesets.vidonico.tables import TerrainRow
from turnproc.rulesets.vidonico.world import Settings, Terrain

TENTHS: Final = 10


@dataclass(frozen=True, slots=True)
class Mustered:
    """A contingent in a battle: as it was before the battle, and its line in the strength table."""

    contingent: Contingent
    line: StrengthLine

    @property
    def taking_part(self) -> int:
        """How many of its soldiers take part: none if it stays out (M-1, M-4)."""
        return 0 if self.line.absent else self.line.count


def terrain_value(row: TerrainRow, terrain: Terrain, settings: Settings) -> int | None:
    """A cell of the terrain table, after `terrain_overrides`; None: unusable (M-2)."""
    overrides = settings.terrain_overrides.get(row, {})
    return overrides[terrain] if terrain in overrides else tables.TERRAIN[row][terrain]


def muster(
    army: Army, terrain: Terrain, settings: Settings, ordered: Mapping[str, Formation] | None = None
) -> tuple[Mustered, ...]:
    """All contingents of an army in a battle, also those without soldiers (M-1).

    `ordered` are the formations of this turn's orders that name the terrain, by contingent (M-4).
    """
    return tuple(
        Mustered(
            contingent,
            strength_line(
                contingent,
                army.id,
                terrain,
                settings,
                formation=(ordered or {}).get(contingent.id),
                hungry=army.hungry,
                exhausted=army.exhausted,
            ),
        )
        for contingent in army.contingents
    )


def strength_line(
    contingent: Contingent,
    army: str,
    terrain: Terrain,
    settings: Settings,
    *,
    formation: Formation | None = None,
    hungry: bool = False,
    exhausted: bool = False,
) -> StrengthLine:
    """What a soldier of a contingent is worth in a terrain, and why (M-2 to M-4).

    `formation` is that of an order (None: the standing one), `hungry` and `exhausted` are the army's.
    """
    riding: Formation | None = None
    forced = False
    row: TerrainRow = contingent.species
    value = terrain_value(row, terrain, settings)
    if contingent.mount != "none":
        riding = formation or contingent.formation or "mounted"
        if riding == "mounted":
            on_mount = terrain_value(contingent.mount, terrain, settings)
            if on_mount is not None or settings.unusable_cavalry == "absent":
                row, value = contingent.mount, on_mount
            else:
                riding, forced = "dismounted", True
    absent = value is None
    parts = {} if value is None else _parts(contingent, value, hungry=hungry, exhausted=exhausted)
    ssv = 0 if absent else max(1, sum(parts.values()))
    return StrengthLine(
        contingent=contingent.id,
        army=army,
        count=contingent.count,
        row=row,
        parts=parts,
        ssv=ssv,
        subtotal=contingent.count * ssv,
        formation=riding,
        forced=forced,
        absent=absent,
    )


def _parts(contingent: Contingent, terrain: int, *, hungry: bool, exhausted: bool) -> dict[str, int]:
    """The summands of M-2; those that are zero are left out, but for the quality."""
    caste = 0 if contingent.caste is None else tables.CASTE[contingent.caste]
    others = {
        "species": tables.SPECIES[contingent.species] + caste,
        "metal_armour": tables.METAL_ARMOUR if contingent.metal_armour else 0,
        "no_firearms": 0 if contingent.firearms else tables.NO_FIREARMS,
        "barbarian": tables.BARBARIAN if contingent.barbarian else 0,
        "hungry": tables.HUNGRY if hungry or contingent.hungry else 0,
        "exhausted": tables.EXHAUSTED if exhausted or contingent.exhausted else 0,
        "terrain": terrain,
    }
    return {"quality": tables.QUALITY[contingent.quality]} | {key: value for key, value in others.items() if value}


def strength_of(side: Iterable[Mustered]) -> int:
    """The army combat value of a side, or of an army (M-5)."""
    return sum(each.line.subtotal for each in side)


def soldiers_of(side: Iterable[Mustered]) -> int:
    """How many soldiers of a side take part (M-1)."""
    return sum(each.taking_part for each in side)


@dataclass(frozen=True, slots=True)
class Proportion:
    """The strength ratio in tenths, and which of the two is stronger; None and None: both are (M-6).

    `tenths` is None where one side has no strength at all: a walk-over (M-7).
    """

    tenths: int | None
    stronger: Literal[0, 1] | None

    def multiplier(self, side: int) -> int | None:
        """The tenths by which the total of side 0 or 1 is multiplied; None: it is not (X-4)."""
        return self.tenths if side == self.stronger else None

    def __str__(self) -> str:
        """With one decimal: `1.8`."""
        return "" if self.tenths is None else in_tenths(self.tenths)


def in_tenths(tenths: int) -> str:
    """A number of tenths with one decimal: `1.8`."""
    return f"{tenths // TENTHS}.{tenths % TENTHS}"


def proportion(first: int, second: int, settings: Settings) -> Proportion:
    """The ratio of two strengths (M-6), or a walk-over where exactly one of them is 0 (M-7)."""
    larger, smaller = max(first, second), min(first, second)
    if larger == smaller:
        return Proportion(TENTHS, None)
    stronger: Literal[0, 1] = 0 if first > second else 1
    if smaller == 0:
        return Proportion(None, stronger)
    rounding = up if settings.ratio_rounding == "up" else nearest
    return Proportion(rounding(TENTHS * larger, smaller), stronger)
