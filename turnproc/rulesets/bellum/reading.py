"""From an orders file to typed orders: names become ids, and the checks of sections B-3.2 to B-3.8 are run.

The shape has been checked by the schema (B-3.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.bellum import checks
from turnproc.rulesets.bellum.known import Known
from turnproc.rulesets.bellum.orders import (
    Assimilate,
    Claim,
    Crown,
    Hold,
    Move,
    Order,
    Orders,
    Retreat,
    Rule,
)
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


class UnknownName(Exception):
    """A name in an order means nothing; the order cannot be read, its file goes on."""


def read_orders(known: Known, file: OrdersFile) -> Read[Orders]:
    """Read one speaker's file."""
    return _FileReader(known, file).read()


class _FileReader:
    def __init__(self, known: Known, file: OrdersFile) -> None:
        self.known = known
        self.file = file
        self.speaker = PeopleId(file.speaker)
        self.findings: list[Finding] = []

    def read(self) -> Read[Orders]:
        given: list[Order] = []
        seen: dict[Any, int] = {}
        complete = self.file.is_complete
        for at, data in enumerate(self.file.orders):
            if data is None:
                continue
            try:
                order = self._order(at, data)
            except UnknownName:
                complete = False
                continue
            given.append(order)
            key = tuple(getattr(order, name) for name in type(order).__slots__ if name != "at")
            if seen.setdefault((type(order), key), at) != at and not isinstance(order, Claim | Retreat | Assimilate):
                self._note(at, "", "B-3.8/repeated", {"first": seen[(type(order), key)] + 1})
        orders = Orders(speaker=self.speaker, given=tuple(given), ready=self.file.ready, message=self.file.message)
        self.findings.extend(checks.check(orders, self.known, self.file, complete=complete))
        return Read(orders, tuple(self.findings))

    def _note(self, at: int, key: str, message: str, params: dict[str, Param]) -> None:
        pointer = f"{self.file.pointer}/{at}" + (f"/{key}" if key else "")
        self.findings.append(Finding(self.file.source, pointer, message, params))

    def _order(self, at: int, data: Mapping[str, Any]) -> Order:
        of = self._people(at, "of", data["of"]) if "of" in data else self.speaker
        if of != self.speaker and self.known.heads[of] != self.speaker:
            own = [self.known.name(people) for people in self.known.led_by.get(self.speaker, ())]
            self._note(
                at,
                "of",
                "B-3.2/of",
                {"people": self.known.name(of), "speaker": self.known.name(self.speaker), "own": own},
            )
            raise UnknownName
        if "move" in data:
            source, target = self._province(at, "from", data["from"]), self._province(at, "to", data["to"])
            return Move(at, of, data["move"], source, target, self._enemies(at, "attack", data.get("attack")))
        if "hold" in data:
            return self._hold(at, of, data)
        return self._other(at, of, data)

    def _hold(self, at: int, of: PeopleId, data: Mapping[str, Any]) -> Hold:
        province = self._province(at, "in", data["in"])
        if data.get("attack") == "all":
            return Hold(at, of, data["hold"], province, attack="all")
        # For those who stay, `attack: [X]` means `meet: [X]`.
        key = "attack" if "attack" in data else "meet"
        meet = self._enemies(at, key, data.get(key))
        return Hold(at, of, data["hold"], province, meet=meet)

    def _other(self, at: int, of: PeopleId, data: Mapping[str, Any]) -> Order:
        if "assimilate" in data:
            people = self._people(at, "assimilate", data["assimilate"])
            return Assimilate(at, of, people, self._province(at, "in", data["in"]))
        if "crown" in data:
            return Crown(at, of, self._people(at, "crown", data["crown"]))
        if "retreat" in data:
            province = self._province(at, "retreat", data["retreat"])
            targets = [self._province(at, f"to/{index}", text) for index, text in enumerate(data["to"])]
            return Retreat(at, of, province, tuple(targets))
        if "annex" in data:
            return Claim(at, of, "annex", self._province(at, "annex", data["annex"]))
        if "renounce" in data:
            return Claim(at, of, "renounce", self._province(at, "renounce", data["renounce"]))
        if "independence" in data:
            return Claim(at, of, "independence", self._province(at, "independence", data["independence"]))
        if "subjugate" in data:
            return Rule(at, of, "subjugate", self._people(at, "subjugate", data["subjugate"]))
        return Rule(at, of, "spare", self._people(at, "spare", data["spare"]))

    def _enemies(self, at: int, key: str, given: Any) -> Any:
        if given is None or isinstance(given, str):
            return given
        found, failed = [], False
        for index, text in enumerate(given):
            try:
                found.append(self._people(at, f"{key}/{index}", text))
            except UnknownName:
                failed = True
        if failed:
            raise UnknownName
        return tuple(found)

    def _people(self, at: int, key: str, text: str) -> PeopleId:
        people = self.known.find_people(text)
        if people is None:
            self.findings.append(self.known.unknown_people(self.file.source, f"{self.file.pointer}/{at}/{key}", text))
            raise UnknownName
        return people

    def _province(self, at: int, key: str, text: str) -> ProvinceId:
        province = self.known.find_province(text)
        if province is None:
            self.findings.append(self.known.unknown_province(self.file.source, f"{self.file.pointer}/{at}/{key}", text))
            raise UnknownName
        return province
