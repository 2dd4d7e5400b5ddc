"""What must hold of a state (docs/rules/vidonico.md, section 2.8: V-1 to V-6), told at its places in the file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.parts import read_army, read_character
from turnproc.rulesets.vidonico.questions import RESERVED
from turnproc.rulesets.vidonico.soldiers import contingent_findings
from turnproc.rulesets.vidonico.state import Army, Character
from turnproc.rulesets.vidonico.world import World, read_named
from turnproc.source.names import NameIndex

Entry: TypeAlias = Mapping[str, Any]
Placed: TypeAlias = tuple[str, Entry]

SOURCE: Final = "state"


def breaches(data: Mapping[str, Any], world: World) -> Iterator[Finding]:
    """All that is wrong with a state file of the right shape; warnings, too."""
    listed = _Listed(data, world)
    found = list(_twice(listed))
    yield from found
    if found:
        # Whose id stands twice could be meant by every other complaint.
        return
    if data["turn"] == 0:
        # In play a new id may be what something else is called; ids go before names, so nothing stops.
        yield from _clashes(listed)
    yield from chain(_allies(listed, world), _factions(listed), _armies(listed), _characters(listed))


class _Listed:
    """Everything that a state file lists, with its place, by id."""

    def __init__(self, data: Mapping[str, Any], world: World) -> None:
        self.data = data
        self.world = world
        self.factions = _placed(data["factions"], "/factions")
        self.armies = _placed(data["armies"], "/armies")
        self.characters = _placed(data["characters"], "/characters")
        self.contingents = list(_inner(self.armies, "contingents"))
        self.prisoners = list(_inner(self.armies, "prisoners"))
        self.stragglers = list(_inner(self.factions, "stragglers"))
        self.faction = {entry["id"]: entry for _, entry in self.factions}
        self.army = {entry["id"]: entry for _, entry in self.armies}
        self.character = {entry["id"]: entry for _, entry in self.characters}
        self.names: dict[str, Mapping[str, Name]] = {
            "faction": _names(self.factions),
            "army": _names(self.armies),
            "character": _names(self.characters),
            "contingent": _names(self.contingents),
            "region": {region: entry.name for region, entry in world.regions.items()},
        }
        self._indices: dict[str, NameIndex[str]] = {}

    def name(self, kind: str, thing: str) -> Name:
        return self.names[kind].get(thing) or Name(thing)

    def index(self, kind: str) -> NameIndex[str]:
        if kind not in self._indices:
            self._indices[kind] = NameIndex((id_, name.everything()) for id_, name in self.names[kind].items())
        return self._indices[kind]

    def missing(self, kind: str, entry: Entry, key: str, pointer: str, source: str = SOURCE) -> Iterator[Finding]:
        """V-2: a thing that is named is there."""
        named = entry.get(key)
        if named is not None and named not in self.names[kind]:
            nearest = [self.name(kind, each) for each in self.index(kind).nearest(named)]
            yield Finding(source, f"{pointer}/{key}", f"E-UNKNOWN/{kind}", {"id": named, "nearest": nearest})


def _placed(entries: Sequence[Entry], pointer: str) -> list[Placed]:
    return [(f"{pointer}/{at}", entry) for at, entry in enumerate(entries)]


def _inner(outer: Sequence[Placed], key: str) -> Iterator[Placed]:
    for pointer, entry in outer:
        yield from _placed(entry.get(key) or (), f"{pointer}/{key}")


def _names(entries: Sequence[Placed]) -> Mapping[str, Name]:
    return {entry["id"]: read_named(entry["id"], entry.get("name")) for _, entry in entries}


def _twice(listed: _Listed) -> Iterator[Finding]:
    """V-1: every id is given once; factions and player characters speak under theirs, so they share none."""
    kinds = (
        listed.factions,
        listed.armies,
        listed.characters,
        listed.contingents,
        listed.prisoners,
        listed.stragglers,
    )
    for entries in kinds:
        seen: set[str] = set()
        for pointer, entry in entries:
            if entry["id"] in seen:
                yield Finding(SOURCE, f"{pointer}/id", "V-1/twice", {"id": entry["id"]})
            seen.add(entry["id"])
    for kind, entries in (("army", listed.armies), ("character", listed.characters)):
        for pointer, entry in entries:
            if entry["id"] == RESERVED[kind]:
                yield Finding(SOURCE, f"{pointer}/id", "V-1/reserved", {"id": entry["id"]})
    for pointer, entry in listed.characters:
        if entry["id"] in listed.faction:
            yield Finding(SOURCE, f"{pointer}/id", "V-1/speaker", {"id": entry["id"]})
    for pointer, faction in listed.factions:
        lost: set[tuple[str, str]] = set()
        for at, each in enumerate(faction.get("missing") or ()):
            where = (each["battle"], each["contingent"])
            if where in lost:
                yield Finding(SOURCE, f"{pointer}/missing/{at}", "V-1/twice", {"id": "/".join(where)})
            lost.add(where)


def _clashes(listed: _Listed) -> Iterator[Finding]:
    """V-1: no name means two things of one kind; factions and characters are of one, for both speak."""
    kinds = (
        {**_at(listed.factions), **_at(listed.characters)},
        _at(listed.armies),
        _at(listed.contingents),
    )
    for places in kinds:
        names = {id_: read_named(id_, entry.get("name")) for id_, (_, entry) in places.items()}
        for text, first, second in NameIndex((id_, name.everything()) for id_, name in names.items()).clashes:
            clash = {"name": text, "first": first, "second": second}
            yield Finding(SOURCE, f"{places[second][0]}/name", "N002", clash)


def _at(entries: Sequence[Placed]) -> dict[str, Placed]:
    return {entry["id"]: (pointer, entry) for pointer, entry in entries}


def _allies(listed: _Listed, world: World) -> Iterator[Finding]:
    """V-2: alliances are between factions that there are. In which order the file has them is not kept."""
    for alliance in world.alliances:
        for faction in sorted(alliance):
            if faction not in listed.faction:
                nearest = [listed.name("faction", each) for each in listed.index("faction").nearest(faction)]
                yield Finding("campaign", "/alliances", "E-UNKNOWN/faction", {"id": faction, "nearest": nearest})


def _factions(listed: _Listed) -> Iterator[Finding]:
    for pointer, entry in listed.stragglers:
        yield from listed.missing("region", entry, "region", pointer)
        yield from _later(entry, "since", pointer, listed)
        yield from _kind(entry["kind"], f"{pointer}/kind", entry["id"])
    for pointer, entry in _inner(listed.factions, "missing"):
        yield from _kind(entry["kind"], f"{pointer}/kind", f"{entry['battle']}/{entry['contingent']}")


def _kind(kind: Entry, pointer: str, id_: str) -> Iterator[Finding]:
    """E-CASTE and E-MOUNT; of men without a contingent nobody asks whether they have firearms."""
    data = {"firearms": False, "barbarian": False, **kind, "id": id_}
    yield from contingent_findings(data, SOURCE, pointer, (), is_new=False)


def _armies(listed: _Listed) -> Iterator[Finding]:
    for pointer, army in listed.armies:
        yield from listed.missing("faction", army, "faction", pointer)
        for key in ("region", "previous_region"):
            yield from listed.missing("region", army, key, pointer)
        if army.get("withdrawn_from"):
            yield Finding(SOURCE, f"{pointer}/withdrawn_from", "V-6", {"army": listed.name("army", army["id"])})
        yield from _leader(army, pointer, listed)
        tags: Collection[str] = listed.faction.get(army["faction"], {}).get("tags") or ()
        is_new = listed.data["turn"] == 0
        for place, contingent in _inner([(pointer, army)], "contingents"):
            yield from contingent_findings(contingent, SOURCE, place, tags, is_new=is_new)
            yield from _cohorts(contingent, place, listed)
        yield from _held(army, pointer, listed)


def _cohorts(contingent: Entry, pointer: str, listed: _Listed) -> Iterator[Finding]:
    """V-5: the wounded of each battle stand once, and are not more than at first."""
    battles: set[str] = set()
    for place, cohort in _inner([(pointer, contingent)], "wounded"):
        if cohort["remaining"] > cohort["original"]:
            counts = {"remaining": cohort["remaining"], "original": cohort["original"]}
            yield Finding(SOURCE, f"{place}/remaining", "V-5", counts)
        if cohort["battle"] in battles:
            yield Finding(SOURCE, f"{place}/battle", "V-5/twice", {"id": cohort["battle"]})
        battles.add(cohort["battle"])
        yield from _later(cohort, "turn", place, listed)


def _later(entry: Entry, key: str, pointer: str, listed: _Listed) -> Iterator[Finding]:
    """V-5: nothing is of a turn that is to come."""
    last: int = listed.data["turn"]
    if entry[key] > last:
        yield Finding(SOURCE, f"{pointer}/{key}", "V-5/later", {"turn": entry[key], "last": last})


def _leader(army: Entry, pointer: str, listed: _Listed) -> Iterator[Finding]:
    """V-3: a leader is active and with his army."""
    yield from listed.missing("character", army, "leader", pointer)
    leader = listed.character.get(army.get("leader") or "")
    if leader is not None and (leader.get("status") or "active", leader.get("army")) != ("active", army["id"]):
        names = {"character": listed.name("character", leader["id"]), "army": listed.name("army", army["id"])}
        yield Finding(SOURCE, f"{pointer}/leader", "V-3/leader", names)


def _held(army: Entry, pointer: str, listed: _Listed) -> Iterator[Finding]:
    """V-4: nobody holds his own people, and no army without a soldier holds anybody."""
    name = listed.name("army", army["id"])
    for place, group in _inner([(pointer, army)], "prisoners"):
        yield from listed.missing("faction", group, "from_faction", place)
        yield from _later(group, "taken_turn", place, listed)
        if group["from_faction"] == army["faction"]:
            yield Finding(SOURCE, f"{place}/from_faction", "V-4/own", {"army": name})
        if (group["species"] == "myrmica") is not (group.get("caste") is not None):
            code = "E-CASTE" if group.get("caste") is not None else "E-CASTE/needed"
            yield Finding(SOURCE, place, code, {"contingent": Name(group["id"])})
    if army.get("prisoners") and read_army(army).is_empty:
        yield Finding(SOURCE, f"{pointer}/prisoners", "V-4/empty", {"army": name})


def _characters(listed: _Listed) -> Iterator[Finding]:
    armies = {id_: read_army(entry) for id_, entry in listed.army.items()}
    for pointer, entry in listed.characters:
        yield from listed.missing("faction", entry, "faction", pointer)
        yield from listed.missing("army", entry, "army", pointer)
        yield from listed.missing("army", entry, "captor", pointer)
        yield from listed.missing("region", entry, "region", pointer)
        for message, key in character_breaches(read_character(entry), armies, listed.world):
            names = {"character": listed.name("character", entry["id"])}
            code = message
            if message == "V-3/faction":
                if not {entry["faction"], listed.army[entry["army"]]["faction"]} <= set(listed.faction):
                    continue
                # An alliance may end in play: that stops nothing.
                code = message if listed.data["turn"] == 0 else "V-3/stranger"
                names["army"] = listed.name("army", entry["army"])
            yield Finding(SOURCE, f"{pointer}/{key}" if key in entry else pointer, code, names)


def character_breaches(character: Character, armies: Mapping[str, Army], world: World) -> Iterator[tuple[str, str]]:
    """V-3 and V-4 for one character, as key of a message and field; armies that there are not are left to others."""
    army = armies.get(character.army or "")
    if character.status != "active":
        for key in ("army", "contingent", "region"):
            if getattr(character, key) is not None:
                yield f"V-3/{character.status}", key
    else:
        lost = army is not None and army.contingent(character.contingent or "") is None
        if character.contingent is not None and (character.army is None or lost):
            yield "V-3/contingent", "contingent"
        if character.army is not None and character.region is not None:
            yield "V-3/region", "region"
        if army is not None and not world.are_allied(character.faction, army.faction):
            yield "V-3/faction", "army"
    if (character.status == "captive") is (character.captor is None):
        yield ("V-4/captor", "status") if character.captor is None else ("V-4/free", "captor")
    captor = armies.get(character.captor or "")
    if captor is not None and character.status == "captive":
        if captor.faction == character.faction:
            yield "V-4/own-captive", "captor"
        if captor.is_empty:
            yield "V-4/nobody", "captor"
