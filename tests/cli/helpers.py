"""A small campaign that is read at a glance, and how its orders are written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

# Four provinces in a row and a sea; two tribes and a state that somebody plays, a tribe that nobody plays.
SMALL: Mapping[str, str] = {
    "campaign.yaml": """\
format: turnproc.campaign/1
name: Small war
ruleset: bellum
ruleset_version: 1
languages: [en, ru, sv]
players:
  anna: {speaks_for: [goths]}
  boris: {speaks_for: [huns]}
  carla: {speaks_for: [rome]}
report: {targets: [markdown, bbcode, html], languages: [en]}
""",
    "map.yaml": """\
format: turnproc.bellum.map/1
kingmaker: italy
provinces:
  - {id: italy, names: {en: Italy, ru: {nom: Италия, gen: Италии, prep: Италии}, sv: Italien}}
  - {id: dacia, names: {en: Dacia, ru: {nom: Дакия, gen: Дакии, prep: Дакии}, sv: Dakien}}
  - {id: sarmatia, names: {en: Sarmatia, ru: {nom: Сарматия, gen: Сарматии, prep: Сарматии}, sv: Sarmatien}}
  - {id: tavrika, names: {en: Tavrika, ru: {nom: Таврика, gen: Таврики, prep: Таврике}, sv: Taurien}}
links:
  - {between: [italy, dacia], kind: land}
  - {between: [dacia, sarmatia], kind: land}
  - {between: [sarmatia, tavrika], kind: land}
""",
    "peoples.yaml": """\
format: turnproc.bellum.peoples/1
peoples:
  - {id: rome, names: {en: Rome, ru: {nom: Рим, gen: Рима, ins: Римом, sg: true}, sv: Rom}, colour: "#b01020"}
  - {id: goths, names: {en: Goths, ru: {nom: готы, gen: готов, ins: готами}, sv: goter}, colour: "#107050"}
  - {id: huns, names: {en: Huns, ru: {nom: гунны, gen: гуннов, ins: гуннами}, sv: hunner}, colour: "#d0d070"}
  - {id: alans, names: {en: Alans, ru: {nom: аланы, gen: аланов, ins: аланами}, sv: alaner}, colour: "#10f0b0"}
""",
    "turns/000/state.yaml": """\
format: turnproc.bellum.state/1
turn: 0
peoples:
  rome: {kind: state, civilised: true, player: carla}
  goths: {kind: tribe, player: anna}
  huns: {kind: tribe, player: boris}
  alans: {kind: tribe}
provinces:
  italy: {christian: true, owner: rome, people: {rome: 3}}
  dacia: {people: {goths: 3}}
  sarmatia: {people: {alans: 3}}
  tavrika: {people: {huns: 4}}
""",
    "turns/001/orders/goths.yaml": """\
turn: 1
for: goths
orders:
  - {move: 3, from: dacia, to: sarmatia, attack: [alans]}
""",
    "turns/001/orders/huns.yaml": """\
turn: 1
for: huns
ready: true
message: The Huns greet you.
orders:
  - {move: 3, from: tavrika, to: sarmatia, attack: [alans]}
""",
    "turns/001/orders/rome.yaml": """\
turn: 1
for: rome
orders: []
""",
}
# Goths and Huns beat the Alans together, so the rules ask how the Alans are divided; they have a default.
QUESTION = "split/alans"
RULING = "{alans: {victor: huns, persons: 2}, gothalans: {victor: goths, persons: 1}}"
SPLIT = f"turn: 1\nrulings:\n  {QUESTION}: {RULING}\n"

RESULTS = [
    "turns/001/journal.yaml",
    "turns/001/report.en.bbcode",
    "turns/001/report.en.html",
    "turns/001/report.en.md",
    "turns/001/state.yaml",
]

HUNS = "turns/001/orders/huns.yaml"
GM = "turns/001/gm.yaml"
JOURNAL = "turns/001/journal.yaml"
STATE = "turns/001/state.yaml"


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What it printed as JSON."""
        return json.loads(self.out)

    @property
    def codes(self) -> list[str]:
        """The codes of the problems that it printed as JSON."""
        return [problem["code"] for problem in self.data["problems"]]


def orders(speaker: str, *rows: str, turn: int = 1, **keys: str) -> str:
    """The text of an orders file: `orders("huns", "{hold: 4, in: tavrika}", message="Hi")`."""
    head = "".join(f"{key}: {value}\n" for key, value in {"turn": str(turn), "for": speaker, **keys}.items())
    return head + ("orders:\n" + "".join(f"  - {row}\n" for row in rows) if rows else "orders: []\n")


def python(
    *arguments: str,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    user: int | None = None,
    timeout: float = 60,
) -> Ran:
    """Run Python in a process of its own: `python("-m", "turnproc", "status", cwd=folder)`."""
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        user=user,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)
