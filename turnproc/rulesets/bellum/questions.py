"""What the rules leave to the game master: how a tribe is divided, where the stranded go, what new tribes are called.

Every question of bellum has a default (B-4.5.3, B-4.5.10, B-4.8.2). A ruling that does not fit is an error of gm.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name, name_data
from turnproc.engine.rulings import Question
from turnproc.rulesets.bellum.state import State, name_of, people_names
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World
from turnproc.source.pointer import join
from turnproc.source.schema_phrases import subject

# What new tribes are called stands in the next state, which is read like any other: it has to fit its schema.
LONGEST = 200
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
LANGUAGE = re.compile(r"[a-z]{2,3}", re.ASCII)
CASES = frozenset({"nom", "gen", "dat", "acc", "ins", "prep", "pre"})

SPLIT = N_(
    "{tribe:Nom}: beaten by several ({victors}). Into which parts does the tribe fall, and who gets how many persons?"
)
STRANDED = N_("{people:Nom} ({persons}) must leave {province:gen} and can go nowhere. Where do they go?")
APART = N_("{tribe:Nom} have been cut off from each other for too long. What are the new tribes called?")

QUESTIONS = (SPLIT, STRANDED, APART)


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """One part of a tribe that is divided."""

    id: PeopleId
    victor: PeopleId
    persons: int
    names: Mapping[str, Any] | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Christening:
    """What a tribe that splits off is called."""

    id: PeopleId
    names: Mapping[str, Any] | None = None
    colour: str | None = None


def free_id(wanted: str, taken: Collection[str]) -> PeopleId:
    """The id itself, or with the first of -2, -3, … that nobody has."""
    free, number = wanted[:LONGEST].rstrip("-"), 1
    while free in taken:
        number += 1
        ending = f"-{number}"
        free = wanted[: LONGEST - len(ending)].rstrip("-") + ending
    return PeopleId(free)


def name_with(name: Name, addition: Name) -> dict[str, Any]:
    """Names of the form `<name> (<addition>)`, in every language and case."""
    forms = {
        language: {
            case: f"{text} ({addition.in_words(language)})"[:LONGEST]
            for case, text in cases.items()
            if not case.startswith("short.")
        }
        for language, cases in name.forms.items()
    }
    if not forms:
        forms = {"en": {"nom": f"{name.id} ({addition.id})"[:LONGEST]}}
    return name_data(Name(name.id, forms, name.singular))


def split_question(
    tribe: PeopleId,
    shares: Mapping[PeopleId, int],
    default: Sequence[PlannedPart],
    state: State,
    world: World,
    taken: Collection[str],
) -> Question[tuple[PlannedPart, ...]]:
    """B-4.5.3. `shares` are the victors' with at least one person, `taken` ids that new tribes cannot have."""
    shown = {part.id: {"victor": part.victor, "persons": part.persons} for part in default}
    return Question(
        id=f"split/{tribe}",
        rule="B-4.5.3",
        text=SPLIT,
        params={
            "tribe": name_of(tribe, state, world),
            "victors": [name_of(victor, state, world) for victor in shares],
        },
        options=(shown,),
        default=tuple(default),
        default_shown=shown,
        read=lambda ruling: _SplitReader(tribe, shares, state, world, taken).read(ruling),
    )


class _SplitReader:
    def __init__(
        self,
        tribe: PeopleId,
        shares: Mapping[PeopleId, int],
        state: State,
        world: World,
        taken: Collection[str],
    ) -> None:
        self.tribe = tribe
        self.shares = shares
        self.state = state
        self.world = world
        self.taken = taken
        self.findings: list[Finding] = []
        self.names = people_names(state, world)

    def _note(self, variant: str, *keys: str, **params: Param) -> None:
        pointer = join(["rulings", f"split/{self.tribe}", *keys])
        params["tribe"] = name_of(self.tribe, self.state, self.world)
        self.findings.append(Finding("gm", pointer, f"B-4.5.3/{variant}", params))

    def read(self, ruling: Any) -> Read[tuple[PlannedPart, ...]]:
        victors = [name_of(victor, self.state, self.world) for victor in self.shares]
        if not isinstance(ruling, dict) or not ruling:
            self._note("form")
            return Read(None, tuple(self.findings))
        parts = [part for key, value in ruling.items() if (part := self._part(key, value)) is not None]
        if not self.findings:
            given = [part.victor for part in parts]
            missing = [name_of(each, self.state, self.world) for each in self.shares if each not in given]
            if missing:
                self._note("missing", missing=missing)
            if len(set(given)) < len(given):
                self._note("twice", victors=victors)
            persons, wanted = sum(part.persons for part in parts), sum(self.shares.values())
            if persons != wanted:
                self._note("sum", persons=persons, wanted=wanted)
        return Read(None if self.findings else tuple(parts), tuple(self.findings))

    def _part(self, key: str, value: Any) -> PlannedPart | None:
        if not isinstance(value, dict) or not {"victor", "persons"} <= set(value) <= {
            "victor",
            "persons",
            "names",
            "colour",
        }:
            self._note("form", key)
            return None
        if key != self.tribe and (not _is_id(key) or key in self.taken):
            self._note("taken" if key in self.taken else "id", key, id=key)
            return None
        victor = self.names.find(value["victor"]) if isinstance(value["victor"], str) else None
        if victor not in self.shares or victor is None:
            victors = [name_of(each, self.state, self.world) for each in self.shares]
            self._note("victor", key, "victor", victors=victors)
            return None
        persons = value["persons"]
        if not isinstance(persons, int) or isinstance(persons, bool) or persons < 1:
            self._note("persons", key, "persons")
            return None
        if (fault := _naming_fault(value)) is not None:
            self._note("names", key, fault)
            return None
        return PlannedPart(PeopleId(key), victor, persons, value.get("names"), value.get("colour"))


def _naming_fault(value: Mapping[str, Any]) -> str | None:
    """Which of `names` and `colour` has a wrong form, if any."""
    names, colour = value.get("names"), value.get("colour")
    if names is not None and not (isinstance(names, dict) and names and all(map(_is_name, names, names.values()))):
        return "names"
    if colour is not None and not (isinstance(colour, str) and re.fullmatch("#[0-9a-fA-F]{6}", colour)):
        return "colour"
    return None


def _is_name(language: str, name: Any) -> bool:
    if not isinstance(name, dict) or not LANGUAGE.fullmatch(language):
        return _is_text(name) and LANGUAGE.fullmatch(language) is not None
    forms = {case: text for case, text in name.items() if case not in {"sg", "short"}}
    return _are_forms(forms) and isinstance(name.get("sg", False), bool) and _are_forms(name.get("short", forms))


def _are_forms(forms: Any) -> bool:
    return isinstance(forms, dict) and "nom" in forms and forms.keys() <= CASES and all(map(_is_text, forms.values()))


def _is_text(text: Any) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST


def _is_id(text: Any) -> bool:
    return _is_text(text) and ID.fullmatch(text) is not None


def stranded_question(
    people: PeopleId, persons: int, province: ProvinceId, state: State, world: World
) -> Question[ProvinceId]:
    """B-4.5.10: one for all of the people there; the default is that they stay."""
    name = f"stranded/{province}/{people}"

    def read(ruling: Any) -> Read[ProvinceId]:
        target = ruling.get("to") if isinstance(ruling, dict) and set(ruling) == {"to"} else None
        if not isinstance(target, str):
            return Read(None, (Finding("gm", join(["rulings", name]), "B-4.5.10/form", {"province": province}),))
        found = world.province_names.find(target)
        if found is None:
            nearest = [world.provinces[each] for each in world.province_names.nearest(target)]
            params: dict[str, Param] = {"text": target, "nearest": nearest}
            return Read(None, (Finding("gm", join(["rulings", name, "to"]), "B-4.5.10/province", params),))
        return Read(found)

    return Question(
        id=name,
        rule="B-4.5.10",
        text=STRANDED,
        params={
            "people": name_of(people, state, world),
            "persons": persons,
            "province": world.provinces[province],
        },
        options=tuple({"to": target} for target in (*world.links[province], province)),
        default=province,
        default_shown={"to": province},
        read=read,
    )


def apart_question(
    tribe: PeopleId,
    default: Mapping[ProvinceId, Christening],
    state: State,
    world: World,
    taken: Collection[str],
) -> Question[Mapping[ProvinceId, Christening]]:
    """B-4.8.2: names for the groups that become tribes, by the lowest province id of each."""
    name = f"apart/{tribe}"

    def read(ruling: Any) -> Read[Mapping[ProvinceId, Christening]]:
        findings: list[Finding] = []
        if not isinstance(ruling, dict):
            return Read(None, (Finding("gm", join(["rulings", name]), "B-4.8.2/form"),))
        named = dict(default)
        seen: set[ProvinceId] = set()
        for key, value in ruling.items():
            province = world.province_names.find(key)
            where = join(["rulings", name, key])
            if province in seen:
                twice: dict[str, Param] = {"subject": subject([name]), "value": key}
                findings.append(Finding("gm", where, "S009", twice, on_key=True))
            problem = _christening_fault(province, value, default)
            if problem is not None or province is None:
                groups = [world.provinces[each] for each in default]
                findings.append(Finding("gm", where, f"B-4.8.2/{problem}", {"groups": groups}))
                continue
            seen.add(province)
            named[province] = Christening(
                PeopleId(value.get("id", default[province].id)),
                value.get("names", None if "id" in value and value["id"] in world.peoples else default[province].names),
                value.get("colour"),
            )
        ids = [christening.id for christening in named.values()]
        for province, christening in named.items():
            if christening.id in taken or ids.count(christening.id) > 1:
                where = join(["rulings", name, province])
                findings.append(Finding("gm", where, "B-4.8.2/taken", {"id": christening.id}))
        return Read(None if findings else named, tuple(findings))

    return Question(
        id=name,
        rule="B-4.8.2",
        text=APART,
        params={"tribe": name_of(tribe, state, world)},
        options=({province: {"id": christening.id} for province, christening in default.items()},),
        default=default,
        default_shown={province: {"id": christening.id} for province, christening in default.items()},
        read=read,
    )


def _christening_fault(province: ProvinceId | None, value: Any, groups: Mapping[ProvinceId, Christening]) -> str | None:
    if province not in groups:
        return "group"
    if not isinstance(value, dict) or not set(value) <= {"id", "names", "colour"}:
        return "form"
    if "id" in value and not _is_id(value["id"]):
        return "id"
    return "names" if _naming_fault(value) is not None else None
