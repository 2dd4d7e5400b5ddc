"""Conditions that are judged twice: when an orders file is checked, and when the turn is played (B-3.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnproc.rulesets.bellum.state import People, State
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World


def why_not_crown(
    by: PeopleId,
    tribe: PeopleId,
    world: World,
    state: State,
    majorities: Mapping[PeopleId, Sequence[ProvinceId]],
    peoples: Mapping[PeopleId, People],
) -> str | None:
    """Why `by` may not make the tribe a state (B-4.2.1, B-4.2.2); None if it may.

    `majorities` lists the provinces where a people has the majority at turn start, `peoples` are those of turn start.
    """
    if world.kingmaker is None:
        return "no-kingmaker"
    if world.kingmaker not in majorities.get(by, ()):
        return "no-right"
    crowned = peoples.get(tribe)
    if crowned is None or crowned.kind != "tribe":
        return "not-a-tribe"
    if crowned.master is not None and not world.settings.crown_subjugated:
        return "subjugated"
    provinces = majorities.get(tribe, ())
    if not provinces:
        return "no-majority"
    christian = sum(state.provinces[province].christian for province in provinces)
    return None if 2 * christian >= len(provinces) else "pagan"
