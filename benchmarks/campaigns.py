"""Synthetic campaigns on disk, committed, and as often as one likes as they were before the turn.

They are made by a process of their own: the memory of the one that starts a measured process counts with it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import python, run

# The flags keep a repository the same, whatever git thinks that it should tidy up meanwhile.
IDENTITY = ("user.name=Game Master", "user.email=gm@example.org", "gc.auto=0", "maintenance.auto=false")
# Files that seem to be as new as git's index are read by it again: nobody's campaign is a second old.
LONG_AGO = 1_600_000_000


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign's folder with one turn open; `kept` is a copy of its git folder as it is then."""

    folder: Path
    kept: Path
    turn: int

    @property
    def turn_folder(self) -> Path:
        """The folder of the open turn."""
        return self.folder / "turns" / f"{self.turn:03}"

    def results(self) -> list[Path]:
        """The files that resolving wrote."""
        return sorted(path for path in self.turn_folder.iterdir() if path.name.startswith(("journal", "state", "rep")))

    def fingerprint(self) -> str:
        """The results in short: the same turn gives the same bytes."""
        digest = hashlib.sha256()
        for path in self.results():
            digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()

    def reopen(self) -> None:
        """As it was before the turn was resolved, git's objects included: finding them there would save time."""
        for path in self.results():
            path.unlink()
        shutil.rmtree(self.folder / ".git")
        shutil.copytree(self.kept, self.folder / ".git")


def generate(folder: Path, orders: int, shape: str = "ordinary") -> Path:
    """Write a campaign without git."""
    python("-m", "benchmarks.generate", str(orders), folder, "--shape", shape)
    return folder


def young(folder: Path, orders: int) -> Campaign:
    """A campaign with turn 1 open."""
    generate(folder, orders)
    _begin(folder)
    _commit(folder, ["."], "Begin")
    return _kept(folder, 1)


def old(folder: Path, model: Campaign, turn: int) -> Campaign:
    """A campaign in which all turns before `turn` were played, each with a commit and a tag.

    Each has the files of turn 1 of the model, which must be resolved, under its own number; only the last state before
    the open turn is the model's first one, so that the open turn is played with the same orders on the same state.
    """
    folder.mkdir(parents=True)
    for path in model.folder.glob("*.yaml"):
        shutil.copy(path, folder)
    _turn(model.folder / "turns" / "000", folder, 0, ["state.yaml"])
    _begin(folder)
    _commit(folder, ["."], "Begin")
    inputs = [f"orders/{path.name}" for path in (model.turn_folder / "orders").iterdir()]
    results = [path.name for path in model.results()]
    for number in range(1, turn):
        played = _turn(model.turn_folder, folder, number, [*inputs, *results])
        if number == turn - 1:
            _turn(model.folder / "turns" / "000", folder, number, ["state.yaml"])
        _commit(folder, [played], f"Turn {number}")
        run("git", "tag", f"turn-{number:03}", cwd=folder)
    _commit(folder, [_turn(model.turn_folder, folder, turn, inputs)], "Orders")
    return _kept(folder, turn)


def _turn(source: Path, folder: Path, number: int, names: Iterable[str]) -> str:
    """Copy files of a turn under another number; return the name of its folder."""
    target = f"turns/{number:03}"
    for name in names:
        text = (source / name).read_text(encoding="utf-8")
        text = text.replace(f"turn: {int(source.name)}\n", f"turn: {number}\n", 1)
        path = folder / target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return target


def _begin(folder: Path) -> None:
    run("git", "init", "--quiet", "--template=", "--initial-branch=main", cwd=folder)
    for setting in IDENTITY:
        run("git", "config", *setting.split("=", 1), cwd=folder)


def _commit(folder: Path, names: list[str], message: str) -> None:
    for name in names:
        paths = [folder / name] if name != "." else [each for each in folder.iterdir() if each.name != ".git"]
        for path in paths:
            for file in [path, *path.rglob("*")]:
                os.utime(file, (LONG_AGO, LONG_AGO))
    run("git", "add", "--", *names, cwd=folder)
    run("git", "commit", "--quiet", "--message", message, cwd=folder)


def _kept(folder: Path, turn: int) -> Campaign:
    """Pack the objects, as they are after some time, and keep a copy."""
    run("git", "gc", "--quiet", cwd=folder)
    kept = folder.with_name(f"{folder.name}.git")
    shutil.copytree(folder / ".git", kept)
    return Campaign(folder, kept, turn)
