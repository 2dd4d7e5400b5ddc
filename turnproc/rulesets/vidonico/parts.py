"""Factions, armies and characters as state files have them (docs/rules/vidonico.md, section 2), one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any

from turnproc.rulesets.vidonico.combination import Combination, Tk
from turnproc.rulesets.vidonico.soldiers import contingent_data, kind_data, read_contingent, read_kind
from turnproc.rulesets.vidonico.state import (
    Army,
    Character,
    Disordered,
    Faction,
    InjuryTaken,
    Item,
    Missing,
    PrisonerGroup,
    Role,
    Stragglers,
    Until,
)


def _plain(data: Mapping[str, Any], *leave: str) -> dict[str, Any]:
    """Fields that are taken as they stand; null is the same as nothing."""
    return {key: value for key, value in data.items() if value is not None and key not in leave}


def read_faction(data: Mapping[str, Any]) -> Faction:
    """Make a faction of data whose shape is right."""
    missing = [Missing(**{**entry, "kind": read_kind(entry["kind"])}) for entry in data.get("missing") or ()]
    stragglers = [
        Stragglers(**{"region": None, **entry, "kind": read_kind(entry["kind"])})
        for entry in data.get("stragglers") or ()
    ]
    return Faction(
        **_plain(data, "tags", "tallies", "missing", "stragglers"),
        **(data.get("tallies") or {}),
        tags=tuple(data.get("tags") or ()),
        missing=tuple(sorted(missing, key=lambda each: (each.battle, each.contingent))),
        stragglers=tuple(sorted(stragglers, key=lambda each: each.id)),
    )


def read_army(data: Mapping[str, Any]) -> Army:
    """Make an army of data whose shape is right."""
    disordered, until = data.get("disordered"), data.get("immobile_until")
    prisoners = [PrisonerGroup(**_plain(entry)) for entry in data.get("prisoners") or ()]
    return Army(
        **_plain(data, "contingents", "prisoners", "disordered", "immobile_until", "withdrawn_from"),
        contingents=tuple(read_contingent(entry) for entry in data.get("contingents") or ()),
        prisoners=tuple(sorted(prisoners, key=lambda each: each.id)),
        disordered=None if disordered is None else Disordered(**disordered),
        immobile_until=None if until is None else Until(**until),
        withdrawn_from=tuple(data.get("withdrawn_from") or ()),
    )


def read_character(data: Mapping[str, Any]) -> Character:
    """Make a character of data whose shape is right: of a state file, or of an event laid over what he was."""
    tactics = data.get("tactics")
    return Character(
        **_plain(data, "role", "tactics", "weapon_skills", "injuries", "loot"),
        role=data.get("role") or usual_role(data.get("contingent")),
        tactics=None if tactics is None else _tk(tactics),
        weapon_skills={skill: _tk(tk) for skill, tk in (data.get("weapon_skills") or {}).items()},
        injuries=tuple(InjuryTaken(**entry) for entry in data.get("injuries") or ()),
        loot=tuple(Item(**entry) for entry in data.get("loot") or ()),
    )


def usual_role(contingent: str | None) -> Role:
    """What a character does of whom nothing is said (section 2.4)."""
    return "present" if contingent is None else "fight"


def _tk(text: str) -> Tk:
    return Combination.of(Tk(text)).tk


def _changed(thing: Any, default: Any, *leave: str) -> dict[str, Any]:
    """The fields that are not at their default, in the order of the type."""
    values = ((each.name, getattr(thing, each.name)) for each in fields(thing) if each.name not in leave)
    return {name: value for name, value in values if value != getattr(default, name, None)}


def faction_data(faction: Faction) -> dict[str, Any]:
    """A faction as state files have it, defaults left out."""
    parts = ("tags", "dead", "enslaved", "executed", "missing", "stragglers")
    data = {"id": faction.id, **_changed(faction, Faction(id=""), *parts)}
    if faction.tags:
        data["tags"] = list(faction.tags)
    tallies = {key: getattr(faction, key) for key in ("dead", "enslaved", "executed")}
    if any(tallies.values()):
        data["tallies"] = {key: value for key, value in tallies.items() if value}
    if faction.missing:
        data["missing"] = [
            {"battle": each.battle, "contingent": each.contingent, "kind": kind_data(each.kind), "count": each.count}
            for each in sorted(faction.missing, key=lambda each: (each.battle, each.contingent))
        ]
    if faction.stragglers:
        data["stragglers"] = [
            {
                "id": each.id,
                "kind": kind_data(each.kind),
                "count": each.count,
                **({} if each.region is None else {"region": each.region}),
                "since": each.since,
            }
            for each in sorted(faction.stragglers, key=lambda each: each.id)
        ]
    return data


def army_data(army: Army, tags: Collection[str]) -> dict[str, Any]:
    """An army as state files have it, defaults left out; `tags` are its faction's."""
    parts = ("contingents", "prisoners", "disordered", "immobile_until", "withdrawn_from")
    data = {"id": army.id, **_changed(army, Army(id="", faction=""), *parts)}
    if army.contingents:
        data["contingents"] = [contingent_data(each, tags) for each in army.contingents]
    if army.prisoners:
        data["prisoners"] = [_group_data(each) for each in sorted(army.prisoners, key=lambda each: each.id)]
    if army.disordered is not None:
        data["disordered"] = {"turn": army.disordered.turn, "battle": army.disordered.battle}
    if army.immobile_until is not None:
        data["immobile_until"] = {"turn": army.immobile_until.turn, "day": army.immobile_until.day}
    if army.withdrawn_from:
        data["withdrawn_from"] = list(army.withdrawn_from)
    return data


def _group_data(group: PrisonerGroup) -> dict[str, Any]:
    values = ((each.name, getattr(group, each.name)) for each in fields(group))
    return {name: value for name, value in values if value is not None and value is not False}


def _item_data(item: Item) -> dict[str, Any]:
    values = ((each.name, getattr(item, each.name)) for each in fields(item))
    return {name: value for name, value in values if value is not None}


def character_data(character: Character) -> dict[str, Any]:
    """A character as state files have it, defaults left out."""
    parts = ("role", "weapon_skills", "injuries", "loot")
    data = {"id": character.id, **_changed(character, Character(id="", faction=""), *parts)}
    if character.role != usual_role(character.contingent):
        data["role"] = character.role
    if character.weapon_skills:
        data["weapon_skills"] = {skill: str(tk) for skill, tk in sorted(character.weapon_skills.items())}
    if character.injuries:
        data["injuries"] = [{"battle": i.battle, "points": i.points, "type": i.type} for i in character.injuries]
    if character.loot:
        data["loot"] = [_item_data(item) for item in character.loot]
    return data


def lay_over(who: str, before: Character | None, given: Mapping[str, Any], armies: Mapping[str, Army]) -> Character:
    """A character after a `character` event: what is `given` (ids for names) in the place of what was so far.

    What follows from it need not be said: who is a captive or dead has left his army and everything else, who changes
    his army has left his contingent, who leaves it stays where it is. Whether the whole is possible says
    `invariants.character_breaches`.
    """
    if before is None:
        return read_character({"id": who, **given})
    data = {**character_data(before), "role": before.role}
    follows: dict[str, Any] = {}
    if given.get("status", before.status) != "active":
        follows = {"army": None, "contingent": None, "region": None}
    elif "army" in given and given["army"] != before.army:
        there = armies.get(before.army or "")
        stays = there.region if there is not None else before.region
        follows = {"contingent": None, "region": stays if given["army"] is None else None}
    if given.get("status", "captive") != "captive":
        follows["captor"] = None
    return read_character({**data, **follows, **given})
