"""Cases of vidonico as campaigns on disk: the worlds of cases.yaml with what a case lays over them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import Layout, write_yaml

Given = Mapping[str, Any]
CASES = Path(__file__).parent / "vidonico" / "cases.yaml"
ROWS = Layout(frozenset({("orders",), ("events",), ("regions",), ("factions",), ("armies",), ("characters",)}))
SOLDIER: Given = {"species": "human", "quality": "green", "count": 1, "firearms": True}
KINDS = ("factions", "armies", "characters")


@cache
def _worlds() -> Given:
    document, problems = read_yaml(CASES.read_bytes(), CASES.name, CAMPAIGN)
    assert document is not None and not problems, problems
    data: Any = document.data
    worlds: Given = data["worlds"]
    return worlds


def world(name: str) -> dict[str, Any]:
    """A world of cases.yaml, to be changed at will: campaign, map (a list of regions) and state."""
    found: dict[str, Any] = deepcopy(dict(_worlds()[name]))
    return found


def patched(there: dict[str, Any], patch: Given) -> dict[str, Any]:
    """A world with fields laid over its state by id (new ids are added), and over `settings`, `map` and `campaign`.

    A field of the map that is null is gone.
    `fill` gives an army so many contingents of one man each.
    """
    for kind in KINDS:
        entries = there["state"][kind]
        for id_, fields in (patch.get(kind) or {}).items():
            entry = next((each for each in entries if each["id"] == id_), None)
            if entry is None:
                entry = {"id": id_}
                entries.append(entry)
            entry.update(fields)
    for army, number in (patch.get("fill") or {}).items():
        small = [{"id": f"{army}-c{n}", **SOLDIER} for n in range(number)]
        next(each for each in there["state"]["armies"] if each["id"] == army)["contingents"] = small
    for region, fields in (patch.get("map") or {}).items():
        there["map"] = [_without_null({**each, **fields}) if each["id"] == region else each for each in there["map"]]
    there["campaign"].update(patch.get("campaign") or {})
    there["campaign"]["settings"] = {**there["campaign"]["settings"], **(patch.get("settings") or {})}
    there["state"].update({key: value for key, value in patch.items() if key in ("battles", "turn")})
    return there


def _without_null(fields: Given) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}


def lay_out(root: Path, there: Given, orders: Given | None = None, gm: Given | None = None) -> int:
    """Write the files of a campaign whose next turn is open; gives that turn's number.

    `orders` are lists or whole files, by speaker.
    """
    state = {"format": "turnproc.vidonico.state/1", **there["state"]}
    number: int = state["turn"] + 1
    head = {
        "format": "turnproc.campaign/1",
        "name": "A case",
        "ruleset_version": 1,
        "languages": ["en"],
    }
    files: dict[str, Any] = {
        "campaign.yaml": {**head, **there["campaign"]},
        "map.yaml": {"regions": there["map"]},
        f"turns/{number - 1:03}/state.yaml": state,
    }
    _write(root, files)
    lay_out_turn(root, number, orders, gm)
    return number


def lay_out_turn(root: Path, number: int, orders: Given | None = None, gm: Given | None = None) -> None:
    """Write what comes in for a turn."""
    files: dict[str, Any] = {}
    for speaker, given in (orders or {}).items():
        file = given if isinstance(given, Mapping) else {"orders": given}
        files[f"turns/{number:03}/orders/{speaker}.yaml"] = {"turn": number, "for": speaker, **file}
    if gm is not None:
        files[f"turns/{number:03}/gm.yaml"] = {"turn": number, **gm}
    _write(root, files)


def _write(root: Path, files: Given) -> None:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_yaml(data, ROWS), encoding="utf-8")
