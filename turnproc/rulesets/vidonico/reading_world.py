"""From map.yaml and campaign.yaml to the World (docs/rules/vidonico.md, sections 2.1 and 2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.combination import Combination, Tk
from turnproc.rulesets.vidonico.questions import RESERVED
from turnproc.rulesets.vidonico.world import CUSTOMS, Custom, Region, Settings, World, read_named
from turnproc.source.names import NameIndex
from turnproc.source.schema_phrases import subject

UNUSABLE: Final = "unusable"


def read_world(documents: Mapping[str, Any], campaign: Mapping[str, Any]) -> Read[World]:
    """Read the map and the ruleset's keys of campaign.yaml, whose shape the schemas have checked.

    Whether alliances name factions that there are is known only with the state (`codec`).
    """
    entries = documents["map"]["regions"]
    names = {entry["id"]: read_named(entry["id"], entry.get("name")) for entry in entries}
    findings = [*_twice(entries), *_clashes(entries, names), *_neighbours(entries, names)]
    settings = campaign.get("settings") or {}
    if Fraction(settings.get("recovery_rate", "0")) > 1:
        above = {"subject": subject(["recovery_rate"]), "limit": "1", "value": settings["recovery_rate"]}
        findings.append(Finding("campaign", "/settings/recovery_rate", "S005/most", above))
    customs = campaign.get("customs")
    world = World(
        regions={entry["id"]: _region(entry, names) for entry in entries},
        settings=read_settings(settings),
        alliances=tuple(frozenset(alliance) for alliance in campaign.get("alliances") or ()),
        customs=CUSTOMS if customs is None else tuple(Custom(**entry) for entry in customs),
        templates=campaign.get("templates") or {},
        players={
            speaker: player
            for player, entry in (campaign.get("players") or {}).items()
            for speaker in (entry or {}).get("speaks_for") or ()
        },
        languages=tuple(campaign["languages"]),
    )
    return Read(None if findings else world, tuple(findings))


def read_settings(given: Mapping[str, Any]) -> Settings:
    """The house rules of section 2.7; what is not given has its default."""
    read = dict(given)
    if "recovery_rate" in given:
        read["recovery_rate"] = Fraction(given["recovery_rate"])
    if "leaderless_tactics" in given:
        read["leaderless_tactics"] = Combination.of(Tk(given["leaderless_tactics"]))
    if "terrain_overrides" in given:
        read["terrain_overrides"] = {
            row: {terrain: None if value == UNUSABLE else value for terrain, value in cells.items()}
            for row, cells in given["terrain_overrides"].items()
        }
    if "difficulty_defaults" in given:
        read["difficulty_defaults"] = {
            weather: (ground["easy"], ground["rough"]) for weather, ground in given["difficulty_defaults"].items()
        }
    if "coin_names" in given:
        read["coin_names"] = {"s": "s", "d": "d"} | given["coin_names"]
    return Settings(**read)


def _region(entry: Mapping[str, Any], names: Mapping[str, Name]) -> Region:
    position = entry.get("position")
    return Region(
        name=names[entry["id"]],
        terrain=entry.get("terrain"),
        adjacent=frozenset(entry.get("adjacent") or ()),
        position=None if position is None else (position[0], position[1]),
    )


def _twice(entries: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    seen: set[str] = set()
    for at, entry in enumerate(entries):
        if entry["id"] in seen:
            yield Finding("map", f"/regions/{at}/id", "V-1/twice", {"id": entry["id"]})
        if entry["id"] == RESERVED["region"]:
            yield Finding("map", f"/regions/{at}/id", "V-1/reserved", {"id": entry["id"]})
        seen.add(entry["id"])


def _clashes(entries: Sequence[Mapping[str, Any]], names: Mapping[str, Name]) -> Iterator[Finding]:
    place = {entry["id"]: at for at, entry in enumerate(entries)}
    for text, first, second in NameIndex((region, name.everything()) for region, name in names.items()).clashes:
        clash = {"name": text, "first": first, "second": second}
        yield Finding("map", f"/regions/{place[second]}/name", "N002", clash)


def _neighbours(entries: Sequence[Mapping[str, Any]], names: Mapping[str, Name]) -> Iterator[Finding]:
    """E-MAP: whoever is named as a neighbour is a region and names the other one, too."""
    named = {entry["id"]: set(entry.get("adjacent") or ()) for entry in entries}
    index = NameIndex((region, name.everything()) for region, name in names.items())
    for at, entry in enumerate(entries):
        for number, other in enumerate(entry.get("adjacent") or ()):
            pointer = f"/regions/{at}/adjacent/{number}"
            if other not in named:
                nearest = [names[each] for each in index.nearest(other)]
                yield Finding("map", pointer, "E-UNKNOWN/region", {"id": other, "nearest": nearest})
            elif other == entry["id"]:
                yield Finding("map", pointer, "E-MAP/itself", {"a": names[other]})
            elif entry["id"] not in named[other]:
                yield Finding("map", pointer, "E-MAP", {"a": names[entry["id"]], "b": names[other]})
