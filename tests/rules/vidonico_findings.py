"""The call `validate` of vidonico's cases: which findings do orders, events and states get?

A case gives a whole campaign (`world`, `patch`, `orders`, `gm`), or in short the one thing that is looked at: a
contingent, an order, an event … Then the rest is the world `example`. `code` is the first finding, errors before
warnings; `codes` are all of them by file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.rules.vectors import Check, Happened
from tests.rules.vidonico_campaigns import Given, lay_out, patched, world
from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game

SIDES = [{"id": "f", "armies": ["frekre-1"]}, {"id": "h", "armies": ["horde-1"]}]
BATTLE: Given = {"battle": "b1", "region": "plain", "sides": SIDES}
SOLDIERS: Given = {"species": "human", "quality": "regular", "count": 10, "firearms": True}


def validate(given: Given) -> Happened:
    """Read the campaign of a case and tell what is wrong with it."""
    if given.get("orders") == "missing file":
        return Happened(_silent())
    whole = given if "world" in given else _whole(given)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        there = patched(world(whole["world"]), whole.get("patch") or {})
        number = lay_out(root, there, whole.get("orders"), whole.get("gm"))
        documents = Documents(root)
        open_game(documents, number)
        found = sorted(documents.diagnostics, key=lambda each: not each.is_error)
    codes: dict[str, list[str]] = {}
    for each in found:
        codes.setdefault(Path(each.place.file).stem, []).append(each.rule or each.code)
    first = found[0] if found else None
    return Happened(
        {
            "code": None if first is None else first.rule or first.code,
            "level": None if first is None else first.severity.value,
            "codes": codes,
        }
    )


def _silent() -> dict[str, Any]:
    """W-NO-ORDERS is no finding about a file, for there is none: the turn counts those who are absent."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        there = patched(world("example"), {"factions": {"frekre": {"player": "p1"}}})
        game = open_game(Documents(root), lay_out(root, there))
        assert game is not None
        is_told = game.absent() == ("frekre",)
        message = game.campaign.ruleset.messages["W-NO-ORDERS"]
    return {"code": "W-NO-ORDERS" if is_told else None, "level": message.severity.value}


def _whole(given: Given) -> dict[str, Any]:
    """The campaign that a short case means."""
    if "order" in given:
        return _of_order(given)
    if "contingent" in given:
        tags = {"frekre": {"tags": given.get("faction_tags", [])}}
        raised = {"raise": "new", "faction": "frekre", "contingents": [{"id": "c", **given["contingent"]}]}
        return _campaign({"factions": tags}, raised)
    if "tk" in given:
        return _campaign({}, {"character": "orlan", "tactics": given["tk"]})
    if "difficulty" in given:
        return _campaign({}, {**BATTLE, "difficulty": given["difficulty"]})
    if "side_count" in given:
        few = {"horde-1": {"contingents": [{"id": "raiders", **SOLDIERS, "count": given["side_count"]}]}}
        return _campaign({"armies": few}, BATTLE)
    if "character" in given:
        person = {"faction": "frekre", "army": "frekre-1", **given["character"]}
        return _campaign({"characters": {given["character"]["id"]: person}}, BATTLE)
    return _of_event(given)


def _campaign(patch: Given, *events: Given) -> dict[str, Any]:
    return {"world": "example", "patch": patch, "gm": {"events": list(events)}}


def _of_order(given: Given) -> dict[str, Any]:
    order = given["order"]
    patch: dict[str, Any] = {}
    if "contingent" in given:
        foot = {"id": order["contingent"], **SOLDIERS, **given["contingent"]}
        patch["armies"] = {"frekre-1": {"contingents": [foot]}}
        patch["characters"] = {"orlan": {"contingent": None}}
    if "character" in given:
        patch["characters"] = {order["leader"]: {"faction": "frekre", **given["character"]}}
    if "terrain" in given:
        patch["map"] = {"plain": {"terrain": given["terrain"]}}
    return {"world": "example", "patch": patch, "orders": {given.get("faction", "frekre"): [order]}}


def _of_event(given: Given) -> dict[str, Any]:
    """The armies that its sides name belong to Frekre and to the horde in turn, unless the case says otherwise."""
    named = [army for side in given["event"]["sides"] for army in side["armies"]]
    owners = given.get("factions") or dict(zip(named, ("frekre", "horde"), strict=False))
    armies = {
        army: {
            "faction": faction,
            "region": "plain",
            "contingents": [{"id": f"of-{army}", **SOLDIERS, "count": 50}],
        }
        for army, faction in owners.items()
    }
    return _campaign({"armies": armies}, {"region": "plain", **given["event"]})


FINDINGS: Mapping[str, Check] = {"validate": validate}
