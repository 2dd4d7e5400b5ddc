"""What a detachment may do in one turn, and what it costs in a fight (docs/rules/barkhany.md, B-3.2 to B-3.4).

The whole table in a sentence: an attack costs as much as a transition; whoever does no more than its movement pays
nothing, whoever does one thing more pays; breaking off after the fight always pays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.troops import Mobility
from turnproc.rulesets.barkhany.world import Penalised, Settings

# `stand` is no row of the table: it is always allowed (B-3.3).
Option: TypeAlias = Literal["stand", "I1", "I2", "I3", "C1", "C2", "C3", "C4"]

# How many transitions a turn has where nobody is attacked (B-3.3, B-3.9).
REACH: Final[Mapping[Mobility, int]] = {"immobile": 0, "infantry": 1, "cavalry": 2}
# Transitions before the attack, and after it, to the row.
_ATTACKS: Final[Mapping[Mobility, Mapping[tuple[int, int], Option]]] = {
    "immobile": {(0, 0): "I3"},
    "infantry": {(0, 0): "I3", (1, 0): "I2"},
    "cavalry": {(0, 0): "C2", (1, 0): "C2", (0, 1): "C3", (1, 1): "C3", (2, 0): "C4"},
}
# From, to in percent; the middle is `midpoint` (B-3.4).
RANGES: Final[Mapping[Penalised, tuple[int, int]]] = {"I2": (20, 30), "C3": (40, 60), "C4": (30, 40)}
_PENALISED: Final[Mapping[Option, Penalised]] = {row: row for row in RANGES}


def mobility_of(units: Iterable[Unit]) -> Mobility:
    """The class of the slowest unit; generals do not count, and alone they ride (B-3.2, B-2.4)."""
    classes = {unit.troop.mobility for unit in units}
    slowest: Mobility
    for slowest in ("immobile", "infantry"):
        if slowest in classes:
            return slowest
    return "cavalry"


def option(
    mobility: Mobility, before: int, *, attacks: bool = False, after: int = 0, reach: int | None = None
) -> Option | None:
    """The row of the table for so many transitions before and after; None where it has none (E-OPT, B-3.3).

    `reach` is how many transitions the turn has, where boats make it another number than the class (B-3.14).
    """
    most = REACH[mobility] if reach is None else reach
    if before > most:
        return None
    if attacks:
        return _ATTACKS[mobility].get((before, after))
    if after:
        return None
    if before == 0:
        return "stand"
    return "C1" if mobility == "cavalry" else "I1"


def penalised(row: Option) -> Penalised | None:
    """The row, if it weakens the detachment in the fight."""
    return _PENALISED.get(row)


def penalty_range(row: Option) -> tuple[int, int] | None:
    """From which percent to which the strength is lessened; None: nobody is attacked (B-3.3)."""
    weakened = penalised(row)
    if weakened is not None:
        return RANGES[weakened]
    return (0, 0) if row in ("I3", "C2") else None


def penalty_pct(
    row: Penalised, settings: Settings, *, ruled: int | None = None, rolled: int | None = None
) -> int | None:
    """The penalty in percent: the ruling, else by the house rule; None: the game master must rule (B-3.4).

    `rolled` is the throw of `penalty_dice`, which the house rule `roll` needs. Raises ValueError if it lacks.
    """
    if ruled is not None:
        return ruled
    least, most = RANGES[row]
    match settings.attack_penalty:
        case "midpoint":
            return (least + most) // 2
        case "low":
            return least
        case "high":
            return most
        case "ask":
            return None
        case "roll":
            if rolled is None:
                raise ValueError("the penalty is thrown, and nobody has thrown it")
            return rolled


def penalty_dice(row: Penalised) -> str:
    """What is rolled with the setting `roll`: every percent of the range as likely as any other (section 6)."""
    least, most = RANGES[row]
    return f"1d{most - least + 1}+{least - 1}"


def is_unusual(row: Penalised, percent: int) -> bool:
    """Does a ruling leave the range? It is obeyed all the same (W-PEN, B-3.4)."""
    least, most = RANGES[row]
    return not least <= percent <= most


def boat_reach(mobility: Mobility, settings: Settings) -> int:
    """How many steps a turn has by boat (B-3.14)."""
    return REACH[mobility] if settings.boat_moves is None else settings.boat_moves
