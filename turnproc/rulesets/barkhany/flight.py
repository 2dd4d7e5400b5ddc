"""A flight: three parts, three hexes (docs/rules/barkhany.md, B-4.19)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from turnproc.rulesets.barkhany.happenings import Part
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.ids import free_id
from turnproc.rulesets.barkhany.retreat import Rout
from turnproc.rulesets.barkhany.state import Detachment, Unit

PARTS: Final = 3


def split_three(men: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The men of each of three parts, unit by unit: a third each, and the leftovers dealt in turn, on and on."""
    shares = [[each // PARTS for each in men] for _ in range(PARTS)]
    dealt = 0
    for at, each in enumerate(men):
        for _ in range(each % PARTS):
            shares[dealt % PARTS][at] += 1
            dealt += 1
    return tuple(tuple(share) for share in shares)


def flight_hexes(field: Hex, first: Hex) -> tuple[Hex, Hex, Hex]:
    """Where the three parts go if they may: to a neighbour of the field, and to the two next to both.

    Raises ValueError if `first` is no neighbour.
    """
    direction = field.direction_to(first)
    if direction is None:
        raise ValueError(f"{first} is not adjacent to {field}")
    return (first, field.step(direction + 1), field.step(direction - 1))


def split_units(units: Sequence[Unit]) -> tuple[tuple[Unit, ...], ...]:
    """The units of each of three parts: engines go with the first."""
    shares = split_three([unit.men for unit in units])
    return tuple(
        tuple(
            unit if unit.troop.is_engine else replace(unit, men=men)
            for unit, men in zip(units, share, strict=True)
            if men or (unit.troop.is_engine and at == 0)
        )
        for at, share in enumerate(shares)
    )


def flee(rout: Rout, detachment: Detachment, taken: Collection[str]) -> tuple[Part, ...] | None:
    """The parts of a detachment in flight, after its losses; None: it is trapped.

    `taken` are the ids that new parts cannot have.
    """
    refuge = rout.flight_refuge(detachment)
    if refuge is None:
        return None
    first, *others = split_units(detachment.units)
    hexes = flight_hexes(rout.field, refuge.hex)
    parts: list[Part] = []
    for at, units in enumerate(others):
        part = replace(detachment, units=units)
        if units and rout.is_legal(part, hexes[at + 1]):
            name = free_id(f"{detachment.id}-t{rout.state.turn}f{at + 2}", taken)
            parts.append(_part(rout, part, name, hexes[at + 1]))
        else:
            first = rejoined(first, units)
    return (_part(rout, replace(detachment, units=first), detachment.id, refuge.hex), *parts)


def rejoined(units: Sequence[Unit], more: Sequence[Unit]) -> tuple[Unit, ...]:
    """Parts of one detachment put together again, unit by unit."""
    men = {unit.id: unit.men for unit in more}
    there = {unit.id for unit in units}
    added = tuple(unit for unit in more if unit.id not in there)
    return tuple(replace(unit, men=unit.men + men.get(unit.id, 0)) for unit in units) + added


def _part(rout: Rout, part: Detachment, name: str, to: Hex) -> Part:
    return Part(
        id=name,
        hex=to,
        units=part.units,
        is_inside=rout.walls_at(part, to),
        aboard=rout.ship_at(part, to),
    )
