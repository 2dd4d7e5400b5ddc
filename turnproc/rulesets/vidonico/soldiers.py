"""Contingents as files have them, and what is wrong with them (docs/rules/vidonico.md, section 2.3).

State files and events share this: an event's contingent has a template laid under its fields.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from turnproc.engine.finding import Finding
from turnproc.rulesets.vidonico.state import Cohort, Contingent, Kind, Species
from turnproc.rulesets.vidonico.world import read_named

VEDINGS: Final = "vedings"
KIND_FIELDS: Final = ("species", "caste", "quality", "mount", "metal_armour", "firearms", "barbarian")


def read_contingent(data: Mapping[str, Any]) -> Contingent:
    """Make one of data whose shape is right and that has species and quality; what is not said has its default."""
    given = {key: data[key] for key in (*KIND_FIELDS, "hungry", "exhausted") if data.get(key) is not None}
    has_mount = data.get("mount", "none") != "none"
    wounded = [Cohort(**cohort) for cohort in data.get("wounded") or ()]
    return Contingent(
        id=data["id"],
        name=data.get("name"),
        formation=(data.get("formation") or "mounted") if has_mount else None,
        count=data["count"],
        wounded=tuple(sorted(wounded, key=lambda cohort: (cohort.turn, cohort.battle))),
        **given,
    )


def contingent_findings(
    data: Mapping[str, Any], source: str, pointer: str, tags: Collection[str], *, is_new: bool
) -> Iterator[Finding]:
    """What section 3.4 says of a contingent. `tags` are its faction's; only one that `is_new` gets W-RIDER."""
    name = read_named(data["id"], data.get("name"))
    species, caste = data["species"], data.get("caste")

    def at(key: str) -> str:
        return f"{pointer}/{key}" if key in data else pointer

    if (species == "myrmica") is not (caste is not None):
        yield Finding(source, at("caste"), "E-CASTE/needed" if caste is None else "E-CASTE", {"contingent": name})
    mount = data.get("mount", "none")
    if mount != "none" and species == "centaur":
        yield Finding(source, at("mount"), "E-MOUNT", {"contingent": name})
    elif mount != "none" and species != "human" and is_new:
        yield Finding(source, at("mount"), "W-RIDER", {"contingent": name})
    if mount == "none" and data.get("formation") is not None:
        yield Finding(source, at("formation"), "E-NOMOUNT", {"contingent": name})
    if "barbarian" not in data and counts_as_barbarian(species, tags):
        yield Finding(source, pointer, "W-BARBARIAN", {"contingent": name})
    if "firearms" not in data:
        yield Finding(source, pointer, "W-FIREARMS", {"contingent": name})


def counts_as_barbarian(species: Species, tags: Collection[str]) -> bool:
    """Are such soldiers barbarians as a rule, so that files should say whether these are (M-2)?"""
    return species == "minotaur" or VEDINGS in tags


def read_kind(data: Mapping[str, Any]) -> Kind:
    """What soldiers are who are in no contingent; without a word they have neither firearms nor armour nor mounts."""
    return Kind(**{key: value for key, value in data.items() if value is not None})


def kind_data(kind: Kind) -> dict[str, Any]:
    """A kind as files have it, defaults left out."""
    data: dict[str, Any] = {"species": kind.species}
    if kind.caste is not None:
        data["caste"] = kind.caste
    data["quality"] = kind.quality
    if kind.mount != "none":
        data["mount"] = kind.mount
    return data | {key: True for key in ("metal_armour", "firearms", "barbarian") if getattr(kind, key)}


def contingent_data(contingent: Contingent, tags: Collection[str]) -> dict[str, Any]:
    """A contingent as state files have it; firearms always stand there, and barbarian where one would ask."""
    data: dict[str, Any] = {"id": contingent.id}
    if contingent.name is not None:
        data["name"] = contingent.name
    data |= {key: value for key, value in kind_data(contingent.kind).items() if key not in ("firearms", "barbarian")}
    if contingent.formation == "dismounted":
        data["formation"] = "dismounted"
    data["count"] = contingent.count
    if contingent.wounded:
        cohorts = sorted(contingent.wounded, key=lambda cohort: (cohort.turn, cohort.battle))
        data["wounded"] = [
            {"battle": c.battle, "turn": c.turn, "original": c.original, "remaining": c.remaining} for c in cohorts
        ]
    data["firearms"] = contingent.firearms
    if contingent.barbarian or counts_as_barbarian(contingent.species, tags):
        data["barbarian"] = contingent.barbarian
    data |= {key: True for key in ("hungry", "exhausted") if getattr(contingent, key)}
    return data
