"""Synthetic campaigns of bellum, made from a seed: `python benchmarks/generate.py 10000 FOLDER`.

Fifteen orders a speaker, five a province; three in four of them moves, and about fourteen battles for a hundred
orders, as in turn 1 of the flagship. `one-province` and `chain` are the shapes in which quadratic rules show.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from turnproc.source.yaml_writer import Layout, write_yaml

SEED = 380
ORDERS_PER_FILE = 15
ORDERS_PER_PROVINCE = 5
# Of a hundred orders so many move in peace, move at all, and move or stay to fight; the rest stay idle.
PEACEFUL, MOVES, MEETING = 0.43, 0.74, 0.78
# An order that its file has already would be a warning: so often another one is drawn.
TRIES = 20
NEIGHBOURS = 16
Shape = Literal["ordinary", "one-province", "chain"]


@dataclass(frozen=True)
class Synthetic:
    """A campaign as data: `files` by name, in the shape of docs/formats.md."""

    map: dict[str, Any]
    peoples: dict[str, Any]
    state: dict[str, Any]
    orders: dict[str, list[dict[str, Any]]]

    def files(self) -> Mapping[str, tuple[dict[str, Any], Layout]]:
        """Everything that the campaign consists of, with turn 1 open."""
        rows = Layout(frozenset({("provinces",), ("links",), ("peoples",), ("orders",)}))
        campaign = {
            "format": "turnproc.campaign/1",
            "name": "Synthetic",
            "ruleset": "bellum",
            "ruleset_version": 1,
            "languages": ["en"],
            "report": {"targets": ["bbcode", "markdown", "html"], "languages": ["en"]},
        }
        files: dict[str, tuple[dict[str, Any], Layout]] = {
            "campaign.yaml": (campaign, Layout()),
            "map.yaml": (self.map, rows),
            "peoples.yaml": (self.peoples, rows),
            "turns/000/state.yaml": (self.state, rows),
        }
        for speaker, orders in self.orders.items():
            files[f"turns/001/orders/{speaker}.yaml"] = ({"turn": 1, "for": speaker, "orders": orders}, rows)
        return files

    def write(self, folder: Path) -> None:
        """Write the files."""
        for name, (data, layout) in self.files().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(write_yaml(data, layout), encoding="utf-8", newline="\n")


def synthetic(orders: int, shape: Shape = "ordinary", seed: int = SEED, per_file: int = ORDERS_PER_FILE) -> Synthetic:
    """Make a campaign with so many orders in its open turn."""
    chance = random.Random(seed)
    speakers = [f"n{number}" for number in range(max(4, orders // per_file))]
    count = {"ordinary": max(16, orders // ORDERS_PER_PROVINCE), "one-province": 16, "chain": orders + 1}[shape]
    provinces = [f"p{number}" for number in range(count)]
    links = _links(provinces, 1 if shape == "chain" else max(2, int(count**0.5)))
    linked: dict[str, list[str]] = {province: [] for province in provinces}
    for one, other in links:
        linked[one].append(other)
        linked[other].append(one)
    persons: dict[str, dict[str, int]] = {province: {} for province in provinces}
    given: dict[str, list[dict[str, Any]]] = {speaker: [] for speaker in speakers}
    drawn: list[tuple[str, int, str, str]] = []
    for number in range(orders):
        speaker = speakers[number % len(speakers)]
        if shape == "chain":
            place = provinces[number]
        else:
            place = provinces[0] if shape == "one-province" else chance.choice(provinces)
        strength = chance.randint(1, 4)
        persons[place][speaker] = persons[place].get(speaker, 0) + strength
        target = provinces[number + 1] if shape == "chain" else chance.choice(linked[place])
        drawn.append((speaker, strength, place, target))
    for number, (speaker, strength, place, target) in enumerate(drawn):
        there = list(persons[target])
        if shape == "one-province":
            # Of as many others in a large turn as in a small one: each has as many enemies.
            there = [speakers[(number + step) % len(speakers)] for step in range(1, NEIGHBOURS + 1)]
        given[speaker].append(_another(chance, shape, strength, place, target, there, speaker, given[speaker]))
    return Synthetic(
        map={
            "format": "turnproc.bellum.map/1",
            "provinces": [{"id": province, "names": {"en": province}, "at": [0, 0]} for province in provinces],
            "links": [{"between": [one, other], "kind": "land"} for one, other in links],
        },
        peoples={
            "format": "turnproc.bellum.peoples/1",
            "peoples": [{"id": speaker, "names": {"en": speaker}, "colour": "#808080"} for speaker in speakers],
        },
        state={
            "format": "turnproc.bellum.state/1",
            "turn": 0,
            "peoples": {speaker: {"kind": "tribe", "player": f"of-{speaker}"} for speaker in speakers},
            "provinces": {province: {"people": there} for province, there in persons.items() if there},
        },
        orders=given,
    )


def _links(provinces: list[str], width: int) -> list[tuple[str, str]]:
    """A grid of so many columns; one column is a chain."""
    steps = (1,) if width == 1 else (1, width)
    return [
        (province, provinces[at + step])
        for at, province in enumerate(provinces)
        for step in steps
        if at + step < len(provinces)
    ]


def _another(
    chance: random.Random,
    shape: Shape,
    strength: int,
    place: str,
    target: str,
    there: list[str],
    speaker: str,
    given: list[dict[str, Any]],
) -> dict[str, Any]:
    """An order that is not in the file yet."""
    order = _order(chance, shape, strength, place, target, _enemy(chance, there, speaker))
    for _ in range(TRIES):
        if order not in given:
            break
        order = _order(chance, shape, strength, place, target, _enemy(chance, there, speaker))
    return order


def _enemy(chance: random.Random, there: list[str], speaker: str) -> str | None:
    """Somebody else who stands there now, if anybody does: an attack on who is absent would be a warning."""
    for _ in range(3):
        enemy = chance.choice(there) if there else speaker
        if enemy != speaker:
            return enemy
    return None


def _order(
    chance: random.Random, shape: Shape, strength: int, place: str, target: str, enemy: str | None
) -> dict[str, Any]:
    kind = chance.random()
    if shape == "one-province":
        return {"hold": strength, "in": place, "meet": [enemy] if enemy else "newcomers"}
    if shape == "chain" or kind < PEACEFUL:
        return {"move": strength, "from": place, "to": target}
    if kind < MOVES:
        return {"move": strength, "from": place, "to": target, "attack": [enemy] if enemy else "all"}
    if kind < MEETING:
        return {"hold": strength, "in": place, "attack": "all"}
    return {"hold": strength, "in": place}


def main() -> None:
    """Write a campaign into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("orders", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shape", default="ordinary", choices=["ordinary", "one-province", "chain"])
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    synthetic(arguments.orders, arguments.shape, arguments.seed).write(arguments.folder)


if __name__ == "__main__":
    main()
