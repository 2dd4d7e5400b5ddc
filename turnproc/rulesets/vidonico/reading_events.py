"""The game master's events as gm.yaml has them: names become ids, and what is known beforehand is checked.

The data of an event keep the keys and the shape of the file, but for `when`: the verb comes first, ids stand for names
(of armies, contingents, characters, factions and regions, also in `sides` and `arrivals`), dice combinations have the
one form `4T+1`, and a new contingent has the fields of its template and no `template`. What is not said is not there.
The `when` of a battle is `battle`.

What an event changes, and whether it can, depends on the state that it meets when it is due: that is judged there
(`phases.events`). Ids that nothing has yet are left in battles and in `end` events, where orders may make them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.engine.table import Event
from turnproc.rulesets.vidonico.checks_of_battles import check_battle
from turnproc.rulesets.vidonico.combination import Combination, Tk
from turnproc.rulesets.vidonico.coming import Coming
from turnproc.rulesets.vidonico.known import Known, NamedKind
from turnproc.rulesets.vidonico.questions import RESERVED
from turnproc.rulesets.vidonico.soldiers import contingent_findings
from turnproc.rulesets.vidonico.world import read_named
from turnproc.source.names import nearest_words
from turnproc.source.pointer import join
from turnproc.source.schema_phrases import subject

VERBS: Final = (
    "battle",
    "raise",
    "reinforce",
    "remove",
    "condition",
    "move_army",
    "stragglers",
    "note",
    # `character` is no key of the others.
    "character",
)
_ID: Final = re.compile(r"[a-z0-9-]+", re.ASCII)
# As state.schema.json has it.
_LONGEST: Final = 40


def read_events(known: Known, given: Sequence[Mapping[str, Any]]) -> Read[tuple[Event, ...]]:
    """Read the list; None in its place if something in it means nothing."""
    coming = Coming(known)
    findings: list[Finding] = []
    events = []
    for at, data in enumerate(given):
        verb = next(verb for verb in VERBS if verb in data)
        when = "battle" if verb == "battle" else data.get("when", "start")
        reader = _EventReader(known, coming, at, is_late=when != "start")
        events.append(Event(at, verb, when, reader.read(verb, data)))
        findings += reader.findings
    return Read(tuple(events), tuple(findings))


class _EventReader:
    def __init__(self, known: Known, coming: Coming, at: int, *, is_late: bool) -> None:
        self.known = known
        self.coming = coming
        self.at = at
        self.is_late = is_late
        self.findings: list[Finding] = []

    def read(self, verb: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        readers = {
            "battle": self._battle,
            "raise": self._raise,
            "reinforce": self._reinforce,
            "remove": self._remove,
            "condition": self._condition,
            "move_army": self._move_army,
            "character": self._character,
            "stragglers": self._stragglers,
        }
        given = {key: value for key, value in data.items() if key not in (verb, "when")}
        return {verb: data[verb], **given, **({} if verb == "note" else readers[verb](data))}

    def _note(self, keys: Sequence[str | int], message: str, params: Mapping[str, Param]) -> None:
        self.findings.append(Finding("gm", self._pointer(keys), message, params))

    def _pointer(self, keys: Sequence[str | int]) -> str:
        return join(["events", self.at, *keys])

    def _find(self, kind: NamedKind, keys: Sequence[str | int], text: str) -> str:
        """The id that a name means; what nothing is called yet is left where orders may make it."""
        found = self.coming.find(kind, text)
        if found is None and not (self.is_late and kind in ("army", "contingent") and _ID.fullmatch(text)):
            self.findings.append(self.known.unknown(kind, "gm", self._pointer(keys), text))
        return found or text

    def _maybe(self, kind: NamedKind, data: Mapping[str, Any], key: str) -> str | None:
        return None if data.get(key) is None else self._find(kind, [key], data[key])

    def _battle(self, data: Mapping[str, Any]) -> dict[str, Any]:
        arrivals = [self._find("army", ["arrivals", n], text) for n, text in enumerate(data.get("arrivals") or ())]
        read = {
            "region": self._maybe("region", data, "region"),
            "sides": [self._side(number, side) for number, side in enumerate(data["sides"])],
            "arrivals": arrivals,
        }
        if read["region"] is None and self.known.world.regions:
            self._note([], "S003", {"key": "region"})
        self.findings += check_battle({**data, **read}, self.coming, f"/events/{self.at}")
        return read

    def _side(self, number: int, side: Mapping[str, Any]) -> dict[str, Any]:
        where: list[str | int] = ["sides", number]
        armies = [self._find("army", [*where, "armies", n], text) for n, text in enumerate(side["armies"])]
        read = {**side, "armies": armies}
        if "commander" in side:
            read["commander"] = self._find("character", [*where, "commander"], side["commander"])
        if "fallback_tactics" in side:
            read["fallback_tactics"] = Combination.of(Tk(side["fallback_tactics"])).tk
        return read

    def _raise(self, data: Mapping[str, Any]) -> dict[str, Any]:
        id_, faction = data["raise"], self._find("faction", ["faction"], data["faction"])
        given = [self._new(["contingents", n], entry, faction) for n, entry in enumerate(data.get("contingents") or ())]
        read = {
            "faction": faction,
            "region": self._maybe("region", data, "region"),
            "leader": self._maybe("character", data, "leader"),
            "contingents": given,
        }
        self._take("army", ["raise"], id_, data)
        self.coming.raise_army(id_, faction, sum(entry["count"] for entry in given))
        return read

    def _reinforce(self, data: Mapping[str, Any]) -> dict[str, Any]:
        army = self._find("army", ["reinforce"], data["reinforce"])
        read: dict[str, Any] = {"reinforce": army}
        if isinstance(data["contingent"], str):
            contingent = read["contingent"] = self._find("contingent", ["contingent"], data["contingent"])
            where = self.known.army_of.get(contingent)
            if "count" not in data:
                self._note([], "S003", {"key": "count"})
            elif where is not None and where != army and not self.is_late:
                names = {
                    "contingent": self.known.name("contingent", contingent),
                    "where": self.known.name("army", where),
                    "army": self.known.name("army", army),
                }
                self._note(["contingent"], "E-UNKNOWN/elsewhere", names)
            return read
        if "count" in data:
            self._note(["count"], "S013", {"first": "contingent", "second": "count"})
        return {**read, "contingent": self._new(["contingent"], data["contingent"], self.coming.faction_of(army))}

    def _new(self, keys: list[str | int], data: Mapping[str, Any], faction: str | None) -> dict[str, Any]:
        """A new contingent, its template laid under the fields that are given."""
        template, templates = data.get("template"), self.known.world.templates
        fields = {**templates.get(template or "", {}), **data}
        fields.pop("template", None)
        if template is not None and template not in templates:
            nearest = nearest_words(template, templates)
            self._note([*keys, "template"], "E-UNKNOWN/template", {"id": template, "nearest": nearest})
            return fields
        missing = [key for key in ("species", "quality") if key not in fields]
        for key in missing:
            self._note(keys, "S003", {"key": key})
        self._take("contingent", [*keys, "id"], data["id"], data)
        if not missing:
            entry = self.known.state.factions.get(faction or "")
            tags = () if entry is None else entry.tags
            found = contingent_findings(fields, "gm", self._pointer(keys), tags, is_new=True)
            self.findings += [self._in_event(finding, keys, data) for finding in found]
        return fields

    def _in_event(self, finding: Finding, keys: Sequence[str | int], data: Mapping[str, Any]) -> Finding:
        """What comes from a template is told at the contingent."""
        key = finding.pointer.rpartition("/")[2]
        at = finding.pointer if key in data else self._pointer(keys)
        return Finding(finding.source, at, finding.message, finding.params)

    def _take(self, kind: NamedKind, keys: Sequence[str | int], id_: str, data: Mapping[str, Any]) -> None:
        """V-1: a new thing has an id and names that nothing else of its kind has."""
        if self.coming.is_taken(kind, id_):
            self._note(keys, "V-1/twice", {"id": id_})
        if id_ == RESERVED.get(kind):
            self._note(keys, "V-1/reserved", {"id": id_})
        name = read_named(id_, data.get("name"))
        for text in name.everything():
            other = self.coming.find(kind, text)
            if other is not None and other != id_:
                self._note([*keys[:-1], "name"], "N002", {"name": text, "first": other, "second": id_})
        self.coming.take(kind, name)

    def _remove(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"remove": self._find("contingent", ["remove"], data["remove"])}

    def _condition(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"condition": self._find("army", ["condition"], data["condition"])}

    def _move_army(self, data: Mapping[str, Any]) -> dict[str, Any]:
        army = self._find("army", ["move_army"], data["move_army"])
        return {"move_army": army, "to": self._find("region", ["to"], data["to"])}

    def _character(self, data: Mapping[str, Any]) -> dict[str, Any]:
        who = self.coming.find("character", data["character"])
        if who is None:
            who = data["character"]
            if "faction" not in data or not _ID.fullmatch(who):
                self.findings.append(self.known.unknown("character", "gm", self._pointer(["character"]), who))
            elif len(who) > _LONGEST:
                lengths = {"subject": subject(["character"]), "limit": str(_LONGEST), "length": str(len(who))}
                self._note(["character"], "S006/long", lengths)
            elif who in self.known.state.factions:
                self._note(["character"], "V-1/speaker", {"id": who})
            else:
                self._take("character", ["character"], who, data)
        kinds: dict[str, NamedKind] = {
            "faction": "faction",
            "army": "army",
            "contingent": "contingent",
            "region": "region",
            "captor": "army",
        }
        read = {"character": who}
        read |= {key: self._find(kind, [key], data[key]) for key, kind in kinds.items() if data.get(key) is not None}
        return read

    def _stragglers(self, data: Mapping[str, Any]) -> dict[str, Any]:
        faction = self._find("faction", ["faction"], data["faction"])
        entry = self.known.state.factions.get(faction)
        lost = [] if entry is None else [f"{each.battle}/{each.contingent}" for each in entry.missing]
        if entry is not None and not self.is_late and data["from_missing"] not in lost:
            name = self.known.name("faction", faction)
            self._note(
                ["from_missing"],
                "E-UNKNOWN/missing",
                {"faction": name, "id": data["from_missing"], "nearest": lost or ["-"]},
            )
        return {"faction": faction, "region": self._find("region", ["region"], data["region"])}
