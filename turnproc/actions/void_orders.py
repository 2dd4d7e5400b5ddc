"""Orders of somebody whom another player has followed: kept in void/, and counted no more (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.letter import SEALED
from turnproc.store.read import names_in, read_file


def void_orders(root: Path, turn: int) -> Mapping[str, Collection[str]]:
    """The fingerprints of what lies in the turn's void/, by speaker."""
    folder = Layout(root).void_folder(turn)
    found: dict[str, set[str]] = {}
    for name in names_in(root, folder):
        raw = read_file(root, f"{folder}/{name}", SEALED).raw
        if raw is not None:
            found.setdefault(name.partition(".")[0], set()).add(sha256(raw).hexdigest())
    return found


def void_file(root: Path, turn: int, speaker: str, file: str, taken: Collection[str] = ()) -> str:
    """Where a speaker's orders file is kept: void/huns.yaml, or void/huns.2.yaml if there is one of that name.

    `taken` are further files that are going to be there.
    """
    folder = Layout(root).void_folder(turn)
    there = {*names_in(root, folder), *(name.removeprefix(f"{folder}/") for name in taken)}
    ending = f".yaml{SEALED_SUFFIX}" if file.endswith(SEALED_SUFFIX) else ".yaml"
    number, name = 1, f"{speaker}{ending}"
    while name in there:
        number += 1
        name = f"{speaker}.{number}{ending}"
    return f"{folder}/{name}"
