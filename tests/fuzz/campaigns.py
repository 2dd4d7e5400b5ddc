"""Campaigns that are spoilt on purpose, and what every command owes to whoever runs it there, whatever lies in them."""

from __future__ import annotations

import contextlib
import hashlib
import io
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.cli.helpers import GM, HUNS, JOURNAL, SMALL, SPLIT, STATE, Ran
from tests.git.helpers import contents
from turnproc.cli.app import run
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

ROME: Final = "turns/001/orders/rome.yaml"

# An event of every verb, orders for a people that nobody plays, a ruling, and all of it applies.
FULL_GM: Final = """\
turn: 1
chronicle: |
  Winter came early.
events:
  - {note: The rivers froze., concerns: [huns], text: Ice.}
  - {add: 2, of: alans, in: sarmatia}
  - {remove: 1, of: rome, in: italy}
  - {modifier: goths, strength: 1, against: [alans], turns: 2}
  - {modifier: alans, strength: -1, against: states}
  - {new_people: picts, kind: tribe, in: {italy: 1}, names: {en: Picts, ru: {nom: пикты}}, colour: "#123456"}
  - {assign: picts, player: dora}
  - {baptise: [dacia], when: end}
  - {end_modifier: alans, when: end}
  - {cede: italy, to: nobody, when: end}
npc_orders:
  alans:
    - {hold: 3, in: sarmatia, meet: newcomers}
    - {retreat: sarmatia, to: [tavrika, dacia]}
rulings:
  split/alans: {alans: {victor: huns, persons: 4}, gothalans: {victor: goths, persons: 1, names: {en: Gothalans}}}
  stranded/thule/finns: {to: thule}
  apart/finns: {thule: {id: thulefinns, names: {en: Thulefinns, ru: {nom: туле, short: {nom: т}}}, colour: "#010203"}}
"""
FULL_ROME: Final = """\
turn: 1
for: Рим
orders:
  - {move: 2, from: italy, to: thule, attack: [finns]}
"""
FULL_HUNS: Final = """\
turn: 1
for: huns
ready: true
message: The Huns greet you.
orders:
  - {move: 3, from: tavrika, to: sarmatia, attack: [alans]}
  - {hold: 1, in: tavrika, meet: newcomers}
  - {retreat: tavrika, to: [sarmatia]}
  - {subjugate: alans}
"""
FULL_MAP: Final = SMALL["map.yaml"].replace(
    "links:\n",
    """\
  - {id: thule, names: {en: Thule, ru: {nom: Туле, pre: на}}, aliases: [Ultima Thule]}
links:
  - {between: [italy, thule], kind: state_sea}
""",
)
FULL_PEOPLES: Final = (
    SMALL["peoples.yaml"]
    + """\
  - {id: finns, names: {en: Finns}, aliases: [Фины]}
later:
  - {id: picts, names: {en: Picts}}
"""
)
FULL_STATE: Final = """\
format: turnproc.bellum.state/1
turn: 0
peoples:
  rome: {kind: state, civilised: true, player: carla}
  goths: {kind: tribe, player: anna}
  huns: {kind: tribe, player: boris}
  alans: {kind: tribe}
  finns: {kind: tribe}
  gepids: {kind: tribe, master: goths, names: {en: Gepids}, colour: "#112233"}
provinces:
  italy: {christian: true, owner: rome, people: {rome: 4}}
  dacia: {people: {goths: 3, gepids: 1, finns: 1}}
  sarmatia: {people: {alans: 3}}
  tavrika: {people: {huns: 4}}
  thule: {people: {finns: 1}}
modifiers:
  - {people: huns, strength: 1, against: tribes, turns: 3}
  - {people: rome, strength: -1}
defeats: {alans: 1}
separated: {gepids: 1, finns: 2}
"""
FULL_CAMPAIGN: Final = (
    SMALL["campaign.yaml"]
    + "settings: {freedom_after: 3, split_after: 3, subjugation: automatic, crown_subjugated: true}\n"
    + "calendar: {start: 380, years_per_turn: 5}\n"
)
OPEN: Final[Mapping[str, str]] = {
    **SMALL,
    "campaign.yaml": FULL_CAMPAIGN,
    "map.yaml": FULL_MAP,
    "peoples.yaml": FULL_PEOPLES,
    "turns/000/state.yaml": FULL_STATE,
    HUNS: FULL_HUNS,
    ROME: FULL_ROME,
    GM: FULL_GM,
}
# What people send or write, in the order in which it is read.
INPUTS: Final = ("campaign.yaml", "map.yaml", "peoples.yaml", "turns/000/state.yaml", HUNS, GM)
RESULTS: Final = (JOURNAL, STATE)
NEXT: Final = {
    "turns/002/orders/huns.yaml": "turn: 2\nfor: huns\norders: []\n",
    "turns/002/gm.yaml": SPLIT.replace("turn: 1", "turn: 2").partition("rulings")[0],
}

MOST_SECONDS: Final = 5.0
UNSEEN: Final = set("\x00\x07\x08\x1b\x7f\x9b\u202e\ufeff")
FINE, PROBLEMS, MUST_RULE = 0, 1, 4


def called(root: Path, *arguments: str) -> Ran:
    """Run a command in this process and see that it behaves; a bug fails with its traceback."""
    out, err = io.StringIO(), io.StringIO()
    began = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([arguments[0], *(str(root) if each == "ROOT" else each for each in arguments[1:])])
    seconds = time.process_time() - began
    ran = Ran(code, out.getvalue(), err.getvalue())
    assert code in (FINE, PROBLEMS, MUST_RULE), (arguments, _told(ran))
    assert "Traceback" not in ran.out + ran.err
    assert not UNSEEN & set(ran.out + ran.err), (arguments, UNSEEN & set(ran.out + ran.err))
    assert seconds < MOST_SECONDS, (arguments, seconds)
    # Of `explain` it is known (test_found).
    if code == PROBLEMS and arguments[0] != "explain":
        assert ran.err or ran.out, (arguments, "nobody is told what is wrong")
    return ran


def _told(ran: Ran) -> str:
    """What a bug says, with the log that it left."""
    texts = [f"exit code {ran.code}", ran.err]
    for log in Path(tempfile.gettempdir()).glob("turnproc-bug-*.log"):
        if str(log) in ran.err:
            texts.append(log.read_text(encoding="utf-8", errors="replace")[-6000:])
            log.unlink()
    return "\n".join(texts)


class Place:
    """One folder that is filled again for every example."""

    def __init__(self, root: Path, files: Mapping[str, bytes]) -> None:
        """Take the folder and the files of a campaign in which nothing is wrong."""
        self.root = root
        self.files = dict(files)
        self._there: dict[str, bytes] = {}
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        shutil.rmtree(self.root, ignore_errors=True)
        self._there = {}

    def fill(self, spoilt: Mapping[str, bytes | None]) -> dict[str, bytes]:
        """Put the campaign there, with these files spoilt (None: missing)."""
        wanted = {name: raw for name, raw in {**self.files, **spoilt}.items() if raw is not None}
        for name in self._there.keys() - wanted.keys():
            (self.root / name).unlink()
        for name, raw in wanted.items():
            if self._there.get(name) != raw:
                path = self.root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(raw)
        self._there = wanted
        return wanted

    def call(self, *arguments: str) -> Ran:
        """Run a command that only looks."""
        ran = called(self.root, *arguments)
        return ran

    def unchanged(self) -> None:
        """See that commands which only look have changed nothing."""
        assert contents(self.root) == self._there


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    """Texts as bytes."""
    return {name: text.encode() for name, text in files.items()}


def data_of(raw: bytes) -> Any:
    """What a good file says."""
    document, problems = read_yaml(raw, "file", CAMPAIGN)
    assert document is not None and not problems
    return document.data


def claimed(journal: bytes, name: str, before: bytes, now: bytes) -> bytes:
    """A journal that says it was made from the spoilt file: anybody can write one."""
    old, new = (f"sha256:{hashlib.sha256(raw).hexdigest()}".encode() for raw in (before, now))
    assert old in journal, name
    return journal.replace(old, new)
