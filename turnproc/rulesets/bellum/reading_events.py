"""The game master's events as gm.yaml has them: names become ids, as far as they are known beforehand.

What an event changes is in `events`, which judges it on the state that it meets when it is due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.engine.table import Event
from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.questions import ID
from turnproc.source.pointer import escape
from turnproc.source.schema_phrases import subject

NOBODY = "nobody"
# Where in an event names of peoples and provinces stand, by verb.
PEOPLES = {
    "modifier": ("modifier",),
    "new_people": ("from", "master"),
    "add": ("of",),
    "remove": ("of",),
    "cede": ("to",),
    "free": ("free",),
    "subjugate": ("subjugate", "by"),
    "assign": ("assign",),
    "end_modifier": ("end_modifier",),
    "crown": ("crown",),
    "capture": ("capture", "by"),
    "move": ("of",),
}
PROVINCES = {"add": ("in",), "remove": ("in",), "cede": ("cede",), "move": ("from", "to")}
VERBS = ("baptise", "note", *PEOPLES)


def read_events(known: Known, given: Sequence[Mapping[str, Any]]) -> Read[tuple[Event, ...]]:
    """Read the list; names that nothing can mean are findings, peoples that may come up later are left."""
    findings: list[Finding] = []
    coming = {event["new_people"] for event in given if "new_people" in event}
    events = []
    for at, data in enumerate(given):
        verb = next(verb for verb in VERBS if verb in data)
        when = data.get("when", "start")
        read = _EventReader(known, at, verb, coming, findings, is_late=when == "end")
        events.append(Event(at, verb, when, read(data)))
    return Read(tuple(events), tuple(findings))


class _EventReader:
    def __init__(
        self, known: Known, at: int, verb: str, coming: set[str], findings: list[Finding], *, is_late: bool
    ) -> None:
        self.known = known
        self.at = at
        self.verb = verb
        self.coming = coming
        self.findings = findings
        self.is_late = is_late

    def __call__(self, data: Mapping[str, Any]) -> dict[str, Any]:
        read = {self.verb: data[self.verb], **{key: value for key, value in data.items() if key != self.verb}}
        for key in PEOPLES.get(self.verb, ()):
            if key in read and read[key] != NOBODY:
                read[key] = self._people(key, read[key])
        for key in PROVINCES.get(self.verb, ()):
            read[key] = self._province(key, read[key])
        if self.verb == "baptise":
            read["baptise"] = [self._province(f"baptise/{n}", text) for n, text in enumerate(read["baptise"])]
        if self.verb == "new_people":
            read["in"] = self._persons(read["in"])
        for key in ("against", "concerns"):
            if isinstance(read.get(key), list):
                # Named twice, by two of its names, it is meant once.
                peoples = [self._people(f"{key}/{n}", text) for n, text in enumerate(read[key])]
                read[key] = list(dict.fromkeys(peoples))
        return read

    def _persons(self, given: Mapping[str, int]) -> dict[str, int]:
        found: dict[str, int] = {}
        for text, persons in given.items():
            key = f"in/{escape(text)}"
            province = self._province(key, text)
            if province in found:
                twice: dict[str, Param] = {"subject": subject(["in"]), "value": text}
                self.findings.append(Finding("gm", f"/events/{self.at}/{key}", "S009", twice, on_key=True))
            found[province] = persons
        return found

    def _people(self, key: str, text: str) -> str:
        if (people := self.known.find_people(text) or self.known.people_names.find(text)) is not None:
            return people
        # A people may come up before the event is due: by an event, or later in the turn by a division.
        if text not in self.coming and not (self.is_late and ID.fullmatch(text)):
            self.findings.append(self.known.unknown_people("gm", f"/events/{self.at}/{key}", text))
        return text

    def _province(self, key: str, text: str) -> str:
        province = self.known.find_province(text)
        if province is None:
            self.findings.append(self.known.unknown_province("gm", f"/events/{self.at}/{key}", text))
        return province or text
