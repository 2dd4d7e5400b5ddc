"""The checks of bellum's vectors. There is one, `turn`: a campaign is laid out as files, read, and its turn played."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.rules.vectors import Check, Happened
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.actions.play import play
from turnproc.engine.facts import fact_data
from turnproc.source.yaml_writer import Layout, write_yaml

ROWS = Layout(frozenset({("orders",), ("provinces",), ("peoples",), ("links",), ("events",)}))


def turn(given: Mapping[str, Any]) -> Happened:
    """Play the turn of a case."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        number = _lay_out(root, given)
        documents = Documents(root)
        game = open_game(documents, number)
        found: dict[str, Any] = {"facts": [], "open": []}
        if game is not None and game.before is not None and not game.other_errors():
            found |= _played(game)
        found["findings"] = _findings(documents)
    return Happened(found, equal=lambda path: path[:1] == ("provinces",) and path[2:] == ("people",))


def _played(game: Game) -> dict[str, Any]:
    played = play(game, render=False)
    resolution = played.resolution
    found: dict[str, Any] = {
        "facts": [fact_data(fact) for phase in resolution.phases for fact in phase.facts],
        "open": [asked.question.id for asked in resolution.open],
    }
    if resolution.stands:
        after = game.campaign.ruleset.write_state(resolution.after, game.campaign.world, game.turn)
        provinces = {province: after["provinces"].get(province, {}) for province in game.campaign.world.provinces}
        found |= {"peoples": after["peoples"], "provinces": provinces, "state": after}
    return found


def _findings(documents: Documents) -> dict[str, Any]:
    """The problems by source: of each its code and, where there is one, the rule that a problem of shape offends."""
    found: dict[str, Any] = {}
    for problem in documents.problems:
        names = [problem.code] if problem.rule is None else [problem.code, problem.rule]
        found.setdefault(Path(problem.place.file).stem, []).append(names)
    return found


def _lay_out(root: Path, given: Mapping[str, Any]) -> int:
    """Write the files of a case; gives the number of its turn."""
    state: dict[str, Any] = {"format": "turnproc.bellum.state/1", "turn": 0, **given["state"]}
    number: int = state["turn"] + 1
    game_map: dict[str, Any] = {"format": "turnproc.bellum.map/1", "links": [], **given["map"]}
    game_map["provinces"] = [_named(entry) for entry in game_map["provinces"]]
    peoples: dict[str, Any] = {"format": "turnproc.bellum.peoples/1", **(given.get("peoples") or {})}
    if "peoples" not in peoples:
        peoples["peoples"] = [{"id": people} for people in state["peoples"]]
    peoples["peoples"] = [_named(entry) for entry in peoples["peoples"]]
    campaign = {
        "format": "turnproc.campaign/1",
        "name": "A case",
        "ruleset": "bellum",
        "ruleset_version": 1,
        "languages": ["en"],
        "settings": dict(given.get("settings") or {}),
    }
    files: dict[str, Any] = {
        "campaign.yaml": campaign,
        "map.yaml": game_map,
        "peoples.yaml": peoples,
        f"turns/{number - 1:03}/state.yaml": state,
    }
    for speaker, orders in (given.get("orders") or {}).items():
        file = orders if isinstance(orders, Mapping) else {"orders": orders}
        files[f"turns/{number:03}/orders/{speaker}.yaml"] = {"turn": number, "for": speaker, **file}
    if given.get("gm"):
        files[f"turns/{number:03}/gm.yaml"] = {"turn": number} | dict(given["gm"])
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_yaml(data, ROWS), encoding="utf-8")
    return number


def _named(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"names": {"en": entry["id"]}} | dict(entry)


CHECKS: Mapping[str, Check] = {"turn": turn}
