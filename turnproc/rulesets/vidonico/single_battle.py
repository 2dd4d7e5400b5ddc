"""A battle by itself, from its file (docs/rules/vidonico.md, section 9.2): each side is one army of one faction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from turnproc.diagnostics.model import Severity
from turnproc.engine.battles import Single
from turnproc.engine.finding import Finding, Read
from turnproc.engine.table import Event
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.ids import free_id
from turnproc.rulesets.vidonico.messages import MESSAGES
from turnproc.rulesets.vidonico.parts import read_character
from turnproc.rulesets.vidonico.questions import RESERVED
from turnproc.rulesets.vidonico.reading_world import read_settings
from turnproc.rulesets.vidonico.soldiers import contingent_findings, read_contingent
from turnproc.rulesets.vidonico.state import Army, Character, Contingent, Faction, State
from turnproc.rulesets.vidonico.world import TERRAINS, Settings, World
from turnproc.source.names import nearest_words
from turnproc.source.pointer import join

# The file stands in the place of the game master's: its rulings and dice are told under this name.
SOURCE: Final = "gm"
# What follows is played as turn 0.
BEFORE: Final = -1
FEW: Final = 20
USUAL: Final = (12, 16, 24, 32)


def read_single(data: Mapping[str, Any]) -> Read[Single[World, State]]:
    """Read the data of a file whose shape the schema has checked."""
    reading = Reading(data)
    findings = tuple(reading.findings())
    if any(
        finding.message not in MESSAGES or MESSAGES[finding.message].severity is Severity.ERROR for finding in findings
    ):
        return Read(None, findings)
    return Read(reading.single(), findings)


class Reading:
    """One file, read and checked."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Lay templates under the contingents."""
        self.data = data
        self.battle: Mapping[str, Any] = data["battle"]
        self.sides: Sequence[Mapping[str, Any]] = data["sides"]
        self.templates: Mapping[str, Mapping[str, Any]] = data.get("templates") or {}
        self.contingents = [[self._whole(each) for each in side["contingents"]] for side in self.sides]

    def _whole(self, contingent: Mapping[str, Any]) -> dict[str, Any]:
        fields = {key: value for key, value in contingent.items() if key != "template" and value is not None}
        return dict(self.templates.get(contingent.get("template", ""), {})) | fields

    # What is wrong.

    def findings(self) -> Iterator[Finding]:
        """All problems, in no particular order."""
        yield from self._circumstances()
        yield from self._twice()
        yield from self._reserved()
        yield from self._leaders()
        for at, side in enumerate(self.sides):
            yield from self._soldiers(at)
            yield from self._formations(at, side)
            yield from self._characters(at, side)

    def _circumstances(self) -> Iterator[Finding]:
        battle, first, second = self.battle["id"], *(side["id"] for side in self.sides)
        if first == second:
            yield Finding(SOURCE, "/sides/1/id", "E-SIDES", {"id": battle, "side": second})
        if "terrain" not in self.battle and f"terrain/{battle}" not in (self.data.get("rulings") or {}):
            yield Finding(SOURCE, "/battle", "E-TERRAIN/missing", {"allowed": TERRAINS})
        difficulty = self.battle.get("difficulty")
        if difficulty is not None and difficulty not in USUAL:
            yield Finding(SOURCE, "/battle/difficulty", "W-DIFFICULTY", {"n": difficulty})

    def _twice(self) -> Iterator[Finding]:
        for kind in ("contingents", "characters"):
            seen: set[str] = set()
            for at, side in enumerate(self.sides):
                for place, entry in enumerate(side.get(kind) or ()):
                    if entry["id"] in seen:
                        yield Finding(SOURCE, f"/sides/{at}/{kind}/{place}/id", "V-1/twice", {"id": entry["id"]})
                    seen.add(entry["id"])

    def _reserved(self) -> Iterator[Finding]:
        for at, side in enumerate(self.sides):
            if side["id"] == RESERVED["side"]:
                yield Finding(SOURCE, f"/sides/{at}/id", "V-1/reserved", {"id": side["id"]})
            people = {f"characters/{place}": each for place, each in enumerate(side.get("characters") or ())}
            for place, each in {"leader": side.get("leader") or {}, **people}.items():
                if each.get("id") == RESERVED["character"]:
                    yield Finding(SOURCE, f"/sides/{at}/{place}/id", "V-1/reserved", {"id": each["id"]})

    def _leaders(self) -> Iterator[Finding]:
        """A leader may be one of the characters of his own side, but of no other."""
        for at, side in enumerate(self.sides):
            leader, other = (side.get("leader") or {}).get("id"), self.sides[1 - at]
            there = {each["id"] for each in other.get("characters") or ()} | {(other.get("leader") or {}).get("id")}
            if leader is not None and leader in there:
                yield Finding(SOURCE, f"/sides/{at}/leader/id", "V-1/twice", {"id": leader})

    def _soldiers(self, at: int) -> Iterator[Finding]:
        side = self.sides[at]
        for place, (given, whole) in enumerate(zip(side["contingents"], self.contingents[at], strict=True)):
            pointer = f"/sides/{at}/contingents/{place}"
            template = given.get("template")
            if template is not None and template not in self.templates:
                near = nearest_words(template, self.templates)
                yield Finding(
                    SOURCE, f"{pointer}/template", "E-UNKNOWN/template-here", {"id": template, "nearest": near}
                )
                continue
            missing = [key for key in ("species", "quality") if key not in whole]
            yield from (Finding(SOURCE, pointer, "S003", {"key": key}) for key in missing)
            if not missing:
                for finding in contingent_findings(whole, SOURCE, pointer, (), is_new=True):
                    key = finding.pointer.removeprefix(f"{pointer}/")
                    # What a template says stands elsewhere.
                    yield replace(finding, pointer=pointer) if key not in given else finding
        soldiers = sum(each["count"] for each in self.contingents[at])
        if 0 < soldiers < FEW:
            name = side.get("name", side["id"])
            yield Finding(SOURCE, f"/sides/{at}/contingents", "W-SMALL", {"side": name, "n": soldiers})

    def _formations(self, at: int, side: Mapping[str, Any]) -> Iterator[Finding]:
        known = {each["id"]: each for each in self.contingents[at]}
        templates = {each["id"]: each.get("template") for each in side["contingents"]}
        for contingent in side.get("formations") or {}:
            pointer = join(["sides", at, "formations", contingent])
            if contingent not in known:
                yield self._no_contingent(contingent, pointer, side, known)
            elif templates[contingent] not in (None, *self.templates):
                # Nobody knows what they ride.
                continue
            elif known[contingent].get("mount", "none") == "none":
                yield Finding(SOURCE, pointer, "E-NOMOUNT", {"contingent": contingent})

    def _characters(self, at: int, side: Mapping[str, Any]) -> Iterator[Finding]:
        known = [each["id"] for each in self.contingents[at]]
        for place, character in enumerate(side.get("characters") or ()):
            contingent = character.get("contingent")
            if contingent is not None and contingent not in known:
                pointer = f"/sides/{at}/characters/{place}/contingent"
                yield self._no_contingent(contingent, pointer, side, known)

    def _no_contingent(self, contingent: str, pointer: str, side: Mapping[str, Any], known: Any) -> Finding:
        params = {"id": contingent, "side": side.get("name", side["id"]), "nearest": nearest_words(contingent, known)}
        return Finding(SOURCE, pointer, "E-UNKNOWN/contingent-here", params)

    # What it says.

    def single(self) -> Single[World, State]:
        """The battle. Characters roll for their fate if they have an entry, a leader without one does not."""
        settings = read_settings(self.data.get("settings") or {})
        taken = {each["id"] for side in self.sides for each in side.get("characters") or ()}
        armies: dict[str, Army] = {}
        characters: dict[str, Character] = {}
        for at, side in enumerate(self.sides):
            own = {each["id"]: _character(each, side["id"], settings) for each in side.get("characters") or ()}
            leader = side.get("leader")
            commander: str | None = None
            if leader is not None:
                commander = leader.get("id") or free_id(f"{side['id']}-leader", taken | characters.keys())
                before = own.get(commander, _nobody_yet(commander, side["id"]))
                own[commander] = _as_leader(before, leader)
            characters |= own
            armies[side["id"]] = Army(
                id=side["id"],
                name=side.get("name"),
                faction=side["id"],
                leader=commander,
                pursue=side.get("pursue", True),
                contingents=self._army(at, side.get("formations") or {}),
                hungry=side.get("hungry", False),
                exhausted=side.get("exhausted", False),
            )
        state = State(
            BEFORE,
            {side["id"]: Faction(id=side["id"], name=side.get("name")) for side in _by_id(self.sides)},
            dict(sorted(armies.items())),
            dict(sorted(characters.items())),
        )
        # Who has an entry rolls, and nobody else: the house rule has been followed where entries were read.
        world = World(regions={}, settings=replace(settings, npc_fates=False), templates=self.templates)
        return Single(world=world, before=state, event=self._event())

    def _army(self, at: int, formations: Mapping[str, Any]) -> tuple[Contingent, ...]:
        ordered = (
            {"formation": formations[each["id"]]} if each["id"] in formations else {} for each in self.contingents[at]
        )
        return tuple(read_contingent(each | order) for each, order in zip(self.contingents[at], ordered, strict=True))

    def _event(self) -> Event:
        circumstances = {key: value for key, value in self.battle.items() if key != "id"}
        sides = [{"id": side["id"], "armies": [side["id"]]} for side in self.sides]
        return Event(0, "battle", "battle", {"battle": self.battle["id"], "sides": sides} | circumstances)


def _by_id(entries: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(entries, key=lambda each: str(each["id"]))


def _character(data: Mapping[str, Any], side: str, settings: Settings) -> Character:
    pc = data.get("pc", True) or settings.npc_fates
    return read_character({"role": "fight"} | dict(data) | {"faction": side, "army": side, "pc": pc})


def _nobody_yet(character: str, side: str) -> Character:
    return Character(id=character, faction=side, pc=False, army=side)


def _as_leader(character: Character, leader: Mapping[str, Any]) -> Character:
    tactics = leader.get("tactics")
    return replace(
        character,
        name=leader.get("name", character.name),
        tactics=None if tactics is None else Combination.of(tactics).tk,
    )
