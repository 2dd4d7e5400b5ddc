"""How strong the sides of a battle were, contingent by contingent, and what the ratio came to (M-2 to M-7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_figures import decimal, signed, tenths
from turnproc.rulesets.vidonico.view_words import CASTE, FORMATION, PART, QUALITY, SPECIES, TERRAIN, TERRAIN_ROW
from turnproc.rulesets.vidonico.world import Terrain

VALUE: Final = N_("{terms} = {value}")
FLOORED: Final = N_("{terms} = {sum}, but never below {value}")
ON_TERRAIN: Final = N_("{row}/{terrain}")
LINE: Final = N_("{contingent:Nom}, {formation}: {count} × {value} = {subtotal}; each {how}")
STAYED_OUT: Final = N_("{contingent:Nom}: {formation}")
RATIO: Final = N_("{larger} / {smaller} = {ratio}")
RATIO_UP: Final = N_("{larger} / {smaller} = {exact}, up to {ratio}")
RATIO_NEAREST: Final = N_("{larger} / {smaller} = {exact}, to the nearest tenth {ratio}")
IN_FAVOUR: Final = N_("{calculation}, in favour of {side:gen}")
EQUAL: Final = N_("{calculation}: both sides are equally strong, and nobody's Tactics are multiplied")


def strength_table(telling: Telling, fact: f.Strength, terrain: Terrain) -> dict[str, Any]:
    """One side: its contingents with how the value of a soldier comes about, and the sum."""
    return {
        "side": telling.wording.name(telling.side(fact.strength), "Nom"),
        "total": fact.total,
        "rows": [strength_row(telling, line, terrain) for line in fact.lines],
    }


def strength_row(telling: Telling, line: f.StrengthLine, terrain: Terrain) -> dict[str, str | int]:
    """One contingent in the table."""
    contingent = telling.contingent(line.contingent)
    riding = formation_words(telling, line)
    how = value_words(telling, line, terrain)
    values: dict[str, Any] = {"contingent": contingent, "formation": riding, "count": line.count}
    values |= {"value": line.ssv, "subtotal": line.subtotal, "how": how}
    text = telling.say(STAYED_OUT if line.absent else LINE, **values)
    return {**values, "contingent": telling.wording.name(contingent, "Nom"), "line": text}


def formation_words(telling: Telling, line: f.StrengthLine) -> str:
    """Mounted, dismounted or on foot, and why."""
    if line.absent:
        return telling.word(FORMATION["absent"])
    if line.forced:
        return telling.word(FORMATION["forced"])
    walking = "hooves" if line.row == "centaur" else "foot"
    return telling.word(FORMATION[line.formation or walking])


def value_words(telling: Telling, line: f.StrengthLine, terrain: Terrain) -> str:
    """How the value of one soldier comes about: `4 veteran +1 armour +1 horse/open ground = 6`."""
    if line.absent:
        return ""
    terms = " ".join(_terms(telling, line, terrain))
    raw = sum(line.parts.values())
    message = VALUE if raw == line.ssv else FLOORED
    return telling.say(message, terms=terms, sum=signed(raw) if raw < 0 else raw, value=line.ssv)


def _terms(telling: Telling, line: f.StrengthLine, terrain: Terrain) -> Iterator[str]:
    for part, number in line.parts.items():
        if part == "quality":
            yield f"{number} {_part_words(telling, line, part, terrain)}"
        elif number:
            yield f"{signed(number)} {_part_words(telling, line, part, terrain)}"


def _part_words(telling: Telling, line: f.StrengthLine, part: str, terrain: Terrain) -> str:
    there = telling.contingents.get(line.contingent)
    if part == "terrain":
        row, where = telling.word(TERRAIN_ROW[line.row]), telling.word(TERRAIN[terrain])
        return telling.say(ON_TERRAIN, row=row, terrain=where)
    if part == "quality":
        return telling.word(QUALITY[there.quality]) if there is not None else ""
    if part == "species":
        if there is None:
            return ""
        return telling.word(SPECIES[there.species] if there.caste is None else CASTE[there.caste])
    return telling.word(PART[part])


def ratio_words(telling: Telling, fact: f.Ratio) -> str:
    """The strength ratio as a calculation, and in whose favour it is (M-6)."""
    exact = Fraction(fact.larger, fact.smaller)
    ratio = tenths(telling.wording, fact.ratio)
    nearest = telling.world.settings.ratio_rounding == "nearest"
    message = RATIO if exact == Fraction(fact.ratio) else RATIO_NEAREST if nearest else RATIO_UP
    calculation = telling.say(
        message, larger=fact.larger, smaller=fact.smaller, exact=decimal(telling.wording, exact, 3), ratio=ratio
    )
    if fact.stronger is None:
        return telling.say(EQUAL, calculation=calculation)
    return telling.say(IN_FAVOUR, calculation=calculation, side=telling.side(fact.stronger))
