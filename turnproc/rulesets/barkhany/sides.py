"""Who fights on which side of a battle in a hex (docs/rules/barkhany.md, B-4.1, B-4.4)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.presence import are_friends, enemies_in
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.strength import Fielded, detachment_morale
from turnproc.rulesets.barkhany.world import Settings


def defenders(
    state: State,
    hex_: Hex,
    attackers: Collection[str],
    against: Collection[str] | None = None,
    away: Collection[str] = (),
) -> tuple[Detachment, ...]:
    """Whom the factions that attack find as defenders, in ascending id; nobody: the attack is void (B-4.1).

    `against` are the factions that the order names: those and their allies alone are attacked. None: everybody at war.
    """
    found = enemies_in(state, hex_, *attackers, away=away)
    if against is None:
        return found
    return tuple(each for each in found if _is_meant(state, state.faction_of(each.commander), against))


def _is_meant(state: State, faction: str, against: Collection[str]) -> bool:
    return any(are_friends(state, faction, named) for named in against)


def field_detachment(
    state: State,
    detachment: Detachment,
    settings: Settings,
    *,
    situation_pct: Fraction = Fraction(0),
    march_pct: Fraction = Fraction(0),
) -> Fielded:
    """A detachment as it goes into a battle, with the morale of its active generals and of the situation (B-4.4)."""
    bonuses = [
        each.morale_pct
        for _, each in sorted(state.generals.items())
        if each.status == "active" and detachment.id in each.attached_to
    ]
    return Fielded(
        detachment=detachment.id,
        units=detachment.units,
        morale_pct=detachment_morale(detachment.morale_pct, bonuses, situation_pct, settings),
        march_pct=march_pct,
        is_inside=detachment.is_inside,
    )
