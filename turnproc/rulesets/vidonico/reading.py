"""From an orders file to typed orders: names become ids, and the checks of section 3.4 are run.

The shape has been checked by the schema. Of several orders for one subject the later one counts (`subjects`); those
that count are then tried out on a `Muster` in the order of A-1, so that a row may rest on another: soldiers go over
to a new army, and it moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.vidonico.checks import check
from turnproc.rulesets.vidonico.known import Known, NamedKind
from turnproc.rulesets.vidonico.orders import (
    Captive,
    CharacterOrder,
    Formation,
    Leader,
    Move,
    Order,
    Orders,
    Plan,
    PrisonerPolicy,
    Prisoners,
    Pursue,
    Rejoin,
    Retreat,
    Stance,
    Transfer,
)
from turnproc.rulesets.vidonico.subjects import latest
from turnproc.source.pointer import join

_ID: Final = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)


class UnknownName(Exception):
    """A name in an order means nothing, or nothing of the speaker's; the order cannot be read, its file goes on."""


def read_orders(known: Known, file: OrdersFile) -> Read[Orders]:
    """Read one speaker's file."""
    return _FileReader(known, file).read()


class _FileReader:
    def __init__(self, known: Known, file: OrdersFile) -> None:
        self.known = known
        self.file = file
        self.findings: list[Finding] = []
        character = known.state.characters.get(file.speaker)
        self.faction = file.speaker if character is None else character.faction
        self.himself = None if character is None else character.id
        self.new_armies = frozenset(self._new_armies())

    def read(self) -> Read[Orders]:
        complete = self.file.is_complete
        given: list[Order] = []
        for at, data in enumerate(self.file.orders):
            if data is None:
                complete = False
                continue
            try:
                given.append(self._order(at, data))
            except UnknownName:
                complete = False
        counting, twice = latest(given, self.known, self.file)
        self.findings += twice
        self.findings += check(counting, self.known, self.file, self.faction, complete=complete)
        file = self.file
        orders = Orders(speaker=file.speaker, orders=tuple(counting), ready=file.ready, message=file.message)
        return Read(orders, tuple(self.findings))

    def _new_armies(self) -> list[str]:
        """The ids that some `transfer` of the file makes armies of (A-1)."""
        targets = [data.get("to") for data in self.file.orders if data is not None and "transfer" in data]
        return [each for each in targets if isinstance(each, str) and _ID.fullmatch(each)]

    def _note(self, at: int, key: str, message: str, params: Mapping[str, Param]) -> None:
        self.findings.append(Finding(self.file.source, self._place(at, key), message, params))

    def _place(self, at: int, key: str) -> str:
        return f"{self.file.pointer}{join([at, key])}"

    def _order(self, at: int, data: Mapping[str, Any]) -> Order:
        if self.himself is not None:
            self._only_about_himself(at, data)
        if "move" in data:
            return Move(at, self._army(at, "move", data), self._region(at, "to", data))
        if "retreat" in data:
            return Retreat(at, self._army(at, "retreat", data), self._region(at, "to", data))
        if "stance" in data:
            return Stance(at, data["stance"], self._army(at, "army", data))
        if "pursue" in data:
            return Pursue(at, data["pursue"], self._army(at, "army", data))
        if "plan" in data:
            return Plan(at, data["plan"], self._army(at, "army", data))
        if "prisoner_policy" in data:
            return PrisonerPolicy(at, data["prisoner_policy"], self._army(at, "army", data))
        if "leader" in data:
            return Leader(at, self._find("character", at, "leader", data), self._army(at, "army", data))
        return self._other(at, data)

    def _other(self, at: int, data: Mapping[str, Any]) -> Order:
        if "formation" in data:
            where = tuple(dict.fromkeys(data.get("where") or ()))
            return Formation(at, data["formation"], self._contingent(at, "contingent", data), where)
        if "transfer" in data:
            return self._transfer(at, data)
        if "prisoners" in data:
            return Prisoners(at, self._group(at, data), data["fate"], data.get("count"))
        if "captive" in data:
            return Captive(at, self._captive(at, data), data["fate"])
        if "rejoin" in data:
            stragglers = self._find("stragglers", at, "rejoin", data)
            return Rejoin(at, stragglers, self._army(at, "army", data, may_be_new=False))
        return self._character(at, data)

    def _find(self, kind: NamedKind, at: int, key: str, data: Mapping[str, Any]) -> str:
        found = self.known.find(kind, data[key])
        if found is None:
            self.findings.append(self.known.unknown(kind, self.file.source, self._place(at, key), data[key]))
            raise UnknownName
        return found

    def _region(self, at: int, key: str, data: Mapping[str, Any]) -> str:
        return self._find("region", at, key, data)

    def _army(self, at: int, key: str, data: Mapping[str, Any], *, may_be_new: bool = True) -> str:
        """An army of the speaker's faction, or one that a transfer of this file makes."""
        text: str = data[key]
        found = self.known.find("army", text)
        if found is None and may_be_new and text in self.new_armies:
            return text
        if found is None:
            self.findings.append(self.known.unknown("army", self.file.source, self._place(at, key), text))
            raise UnknownName
        owner = self.known.state.armies[found].faction
        if owner != self.faction:
            names: dict[str, Param] = {
                "army": self.known.name("army", found),
                "faction": self.known.name("faction", owner),
                "own": self.known.armies_of(self.faction),
            }
            self._note(at, key, "E-NOT-YOURS", names)
            raise UnknownName
        return found

    def _contingent(self, at: int, key: str, data: Mapping[str, Any]) -> str:
        found = self._find("contingent", at, key, data)
        owner = self.known.state.armies[self.known.army_of[found]].faction
        if owner != self.faction:
            names: dict[str, Param] = {
                "contingent": self.known.name("contingent", found),
                "faction": self.known.name("faction", owner),
                "own": self.known.armies_of(self.faction),
            }
            self._note(at, key, "E-NOT-YOURS/contingent", names)
            raise UnknownName
        return found

    def _transfer(self, at: int, data: Mapping[str, Any]) -> Transfer:
        contingent = self._contingent(at, "transfer", data)
        there = self.known.army_of[contingent]
        from_ = self._army(at, "from", data) if "from" in data else there
        if from_ != there:
            names: dict[str, Param] = {
                "contingent": self.known.name("contingent", contingent),
                "army": self.known.name("army", from_),
                "where": self.known.name("army", there),
            }
            self._note(at, "from", "E-UNKNOWN/from", names)
            raise UnknownName
        if data["to"] not in self.new_armies and self.known.find("army", data["to"]) is None:
            nearest = self.known.nearest("army", data["to"])
            self._note(at, "to", "E-UNKNOWN/new-army", {"id": data["to"], "nearest": nearest})
            raise UnknownName
        return Transfer(at, contingent, self._army(at, "to", data), from_, data.get("count"))

    def _group(self, at: int, data: Mapping[str, Any]) -> str:
        group = self._find("group", at, "prisoners", data)
        holder = self.known.state.holder_of(group)
        if holder is not None and holder.faction != self.faction:
            names: dict[str, Param] = {
                "group": group,
                "army": self.known.name("army", holder.id),
                "faction": self.known.name("faction", holder.faction),
            }
            self._note(at, "prisoners", "E-NOT-YOURS/group", names)
            raise UnknownName
        return group

    def _captive(self, at: int, data: Mapping[str, Any]) -> str:
        captive = self._find("character", at, "captive", data)
        holder = self.known.state.armies.get(self.known.state.characters[captive].captor or "")
        if holder is None or holder.faction != self.faction:
            self._note(at, "captive", "E-NOT-YOURS/not-held", {"character": self.known.name("character", captive)})
            raise UnknownName
        return captive

    def _character(self, at: int, data: Mapping[str, Any]) -> CharacterOrder:
        who = self._find("character", at, "character", data)
        character = self.known.state.characters[who]
        name = self.known.name("character", who)
        if character.faction != self.faction:
            names: dict[str, Param] = {"character": name, "faction": self.known.name("faction", character.faction)}
            self._note(at, "character", "E-NOT-YOURS/character", names)
            raise UnknownName
        return CharacterOrder(
            at,
            who,
            role=data.get("role"),
            mounted=data.get("mounted"),
            contingent=None if data.get("contingent") is None else self._own_place("contingent", at, data, name),
            leaves_contingent="contingent" in data and data["contingent"] is None,
            army=None if data.get("army") is None else self._own_place("army", at, data, name),
        )

    def _own_place(self, kind: NamedKind, at: int, data: Mapping[str, Any], character: Name) -> str:
        """E-JOIN: an army or a contingent of the character's own faction."""
        text: str = data[kind]
        if kind == "army" and text in self.new_armies and self.known.find("army", text) is None:
            return text
        found = self._find(kind, at, kind, data)
        army = found if kind == "army" else self.known.army_of[found]
        if self.known.state.armies[army].faction != self.faction:
            names: dict[str, Param] = {"character": character, "target": self.known.name(kind, found)}
            self._note(at, kind, "E-JOIN/faction", names)
            raise UnknownName
        return found

    def _only_about_himself(self, at: int, data: Mapping[str, Any]) -> None:
        """Section 3: a player character may say `character` about himself and `plan` for the army in which he is."""
        himself = self.himself or ""
        verb = next(iter(data.keys() & {"character", "plan"}), None)
        names: dict[str, Param] = {"speaker": self.known.name("character", himself)}
        if verb is None:
            faction = self.known.name("faction", self.faction)
            other = next(key for key in data if key in VERBS)
            self._note(at, other, "E-NOT-YOURS/verb", {**names, "verb": other, "faction": faction})
            raise UnknownName
        if verb == "character" and self.known.find("character", data["character"]) not in (None, himself):
            self._note(at, "character", "E-NOT-YOURS/himself", names)
            raise UnknownName


VERBS: Final = frozenset(
    (
        "move",
        "stance",
        "leader",
        "formation",
        "pursue",
        "retreat",
        "plan",
        "prisoners",
        "prisoner_policy",
        "captive",
        "transfer",
        "character",
        "rejoin",
    )
)
