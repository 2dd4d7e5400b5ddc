"""What never changes during a game of bellum: the map, the listed peoples, the house rules.

Read from map.yaml, peoples.yaml and campaign.yaml (docs/rules/bellum.md, section 2). What can change in play (kind,
religion, owner, player, peoples that came up) is in `state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NewType

from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name, read_name
from turnproc.source.names import NameIndex

PeopleId = NewType("PeopleId", str)
ProvinceId = NewType("ProvinceId", str)
LinkKind = Literal["land", "sea", "state_sea"]
PeopleKind = Literal["tribe", "state"]


@dataclass(frozen=True, slots=True)
class Settings:
    """House rules. `freedom_after` (B-4.8.1) and `split_after` (B-4.8.2) count turns, 0 is never."""

    freedom_after: int = 3
    split_after: int = 3
    crown_subjugated: bool = True
    subjugation: Literal["automatic", "ordered"] = "automatic"


@dataclass(frozen=True, slots=True)
class Calendar:
    """Turn 1 lasts from `start` for `years_per_turn` years (B-2.5)."""

    start: int = 380
    years_per_turn: int = 5

    def years(self, turn: int) -> tuple[int, int]:
        """The first and the last year of a turn; the last is the first of the next."""
        first = self.start + (turn - 1) * self.years_per_turn
        return first, first + self.years_per_turn


@dataclass(frozen=True, slots=True)
class ListedPeople:
    """A people of peoples.yaml."""

    name: Name
    colour: str | None


@dataclass(frozen=True, slots=True)
class World:
    """Map, peoples and settings. `provinces` and `peoples` are in the order of their files: reports keep it."""

    provinces: Mapping[ProvinceId, Name]
    links: Mapping[ProvinceId, Mapping[ProvinceId, LinkKind]]
    kingmaker: ProvinceId | None
    peoples: Mapping[PeopleId, ListedPeople]
    settings: Settings
    calendar: Calendar
    province_names: NameIndex[ProvinceId]
    is_listed: bool = True
    place: Mapping[ProvinceId, int] = field(default_factory=dict)
    # Longitude and latitude, of those provinces whose place is known.
    positions: Mapping[ProvinceId, tuple[float, float]] = field(default_factory=dict)

    def reachable(self, province: ProvinceId, kind: PeopleKind) -> Iterator[ProvinceId]:
        """The provinces that a people of this kind can go to from here (B-3.4), in the map's order of links."""
        for target, link in self.links.get(province, {}).items():
            if is_open(link, kind):
                yield target


def is_open(link: LinkKind | None, kind: PeopleKind) -> bool:
    """May a people of this kind use the link? Sea lanes for states are closed to tribes (B-3.4)."""
    return link is not None and (link != "state_sea" or kind == "state")


def read_world(documents: Mapping[str, Any], campaign: Mapping[str, Any]) -> Read[World]:
    """Read map.yaml, peoples.yaml (None: the peoples are those of the state) and the campaign's settings."""
    findings: list[Finding] = []
    province_names, provinces = _provinces(documents["map"]["provinces"], findings)
    links = _links(documents["map"]["links"], provinces, province_names, findings)
    kingmaker = documents["map"].get("kingmaker")
    if kingmaker is not None and kingmaker not in provinces:
        findings.append(_unknown("map", "/kingmaker", kingmaker, province_names, provinces))
        kingmaker = None
    listed = documents.get("peoples")
    peoples = _peoples(listed, findings) if listed is not None else {}
    calendar = campaign.get("calendar") or {}
    return Read(
        World(
            provinces=provinces,
            links=links,
            kingmaker=kingmaker,
            peoples=peoples,
            settings=Settings(**campaign.get("settings") or {}),
            calendar=Calendar(**calendar),
            province_names=province_names,
            is_listed=listed is not None,
            place={province: at for at, province in enumerate(provinces)},
            positions={
                ProvinceId(entry["id"]): (entry["at"][0], entry["at"][1])
                for entry in documents["map"]["provinces"]
                if "at" in entry
            },
        ),
        tuple(findings),
    )


def _provinces(
    entries: list[dict[str, Any]], findings: list[Finding]
) -> tuple[NameIndex[ProvinceId], dict[ProvinceId, Name]]:
    provinces: dict[ProvinceId, Name] = {}
    for at, entry in enumerate(entries):
        province = ProvinceId(entry["id"])
        if province in provinces:
            findings.append(Finding("map", f"/provinces/{at}/id", "B-2/twice", {"id": province}))
        provinces[province] = read_name(province, entry.get("names"), entry.get("aliases"))
    index = NameIndex((province, name.everything()) for province, name in provinces.items())
    order = {province: at for at, province in enumerate(provinces)}
    for text, first, second in index.clashes:
        where = f"/provinces/{order[second]}/names"
        findings.append(Finding("map", where, "N002", {"name": text, "first": first, "second": second}))
    return index, provinces


def _links(
    entries: list[dict[str, Any]],
    provinces: Mapping[ProvinceId, Name],
    names: NameIndex[ProvinceId],
    findings: list[Finding],
) -> dict[ProvinceId, dict[ProvinceId, LinkKind]]:
    links: dict[ProvinceId, dict[ProvinceId, LinkKind]] = {province: {} for province in provinces}
    for at, entry in enumerate(entries):
        ends = [ProvinceId(end) for end in entry["between"]]
        unknown = [end for end in ends if end not in provinces]
        for end in unknown:
            pointer = f"/links/{at}/between/{ends.index(end)}"
            findings.append(_unknown("map", pointer, end, names, provinces))
        if unknown:
            continue
        a, b = ends
        if a == b or b in links[a]:
            findings.append(Finding("map", f"/links/{at}/between", "B-2/link", {"first": a, "second": b}))
            continue
        links[a][b] = links[b][a] = entry["kind"]
    return links


def _unknown(
    source: str, pointer: str, text: str, names: NameIndex[ProvinceId], provinces: Mapping[ProvinceId, Name]
) -> Finding:
    nearest = [provinces[province] for province in names.nearest(text)]
    return Finding(source, pointer, "N001/province", {"text": text, "nearest": nearest})


def _peoples(document: Mapping[str, Any], findings: list[Finding]) -> dict[PeopleId, ListedPeople]:
    peoples: dict[PeopleId, ListedPeople] = {}
    places: dict[PeopleId, str] = {}
    for part in ("peoples", "later"):
        for at, entry in enumerate(document.get(part) or ()):
            people = PeopleId(entry["id"])
            if people in peoples:
                findings.append(Finding("peoples", f"/{part}/{at}/id", "B-2/twice", {"id": people}))
            name = read_name(people, entry.get("names"), entry.get("aliases"))
            peoples[people] = ListedPeople(name, entry.get("colour"))
            places[people] = f"/{part}/{at}"
    for text, first, second in name_index((people, listed.name) for people, listed in peoples.items()).clashes:
        params = {"name": text, "first": first, "second": second}
        findings.append(Finding("peoples", f"{places[second]}/names", "N002", params))
    return peoples


def name_index(names: Iterable[tuple[PeopleId, Name]]) -> NameIndex[PeopleId]:
    """The index of everything that peoples are called."""
    return NameIndex((people, name.everything()) for people, name in names)
