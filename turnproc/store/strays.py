"""Files that lie where nobody reads them. Whoever put them there believes that they count, so they are told.

Only names are looked at. What a speaker's file would be called the ruleset knows: `misplaced_orders` asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path

from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.store.layout import CAMPAIGN_FILE, SCRATCH_PREFIX, SEALED_SUFFIX, TURNS_FOLDER, Layout, turn_name
from turnproc.store.read import shown

_YAML = re.compile(r"(?P<stem>[^.]+)\.ya?ml(\.\w+)?\Z", re.IGNORECASE)
_NUMBER = re.compile(r"0*(?P<turn>[0-9]{1,6})\Z", re.ASCII)
# What a turn's own folder holds besides its orders.
_OF_A_TURN = {"gm", "turn", "received", "journal", "state", "posted"}


def strays(root: Path, turn: int) -> Iterator[Diagnostic]:
    """What looks like a part of the open turn and lies beside it, in order of names."""
    layout = Layout(root)
    yield from _among_the_turns(layout, turn)
    yield from _in_the_turn(layout, turn)


def _among_the_turns(layout: Layout, turn: int) -> Iterator[Diagnostic]:
    known = set(layout.turns())
    for name in _names(layout.path(TURNS_FOLDER)):
        path = f"{TURNS_FOLDER}/{name}"
        number = _NUMBER.match(name)
        if name.startswith(SCRATCH_PREFIX):
            continue
        if not layout.path(path).is_dir():
            if _YAML.match(name):
                yield _misplaced(path, layout.orders_folder(turn))
        elif number is not None and turn_name(int(number["turn"])) != name:
            params: dict[str, Param] = {"file": path, "wanted": layout.turn_folder(int(number["turn"]))}
            yield Diagnostic("C025", Severity.ERROR, Place(shown(path)), params)
        elif number is not None and int(number["turn"]) in known and int(number["turn"]) > turn:
            yield from _early(layout, int(number["turn"]), turn)


def _in_the_turn(layout: Layout, turn: int) -> Iterator[Diagnostic]:
    for name in _names(layout.path(layout.turn_folder(turn))):
        match = _YAML.match(name)
        if match is None or name.startswith("."):
            continue
        path = f"{layout.turn_folder(turn)}/{name}"
        if match["stem"] not in _OF_A_TURN:
            yield _misplaced(path, layout.orders_folder(turn))
        elif name != f"{match['stem']}.yaml":
            wanted = f"{layout.turn_folder(turn)}/{match['stem']}.yaml"
            yield Diagnostic("C025/name", Severity.ERROR, Place(shown(path)), {"file": shown(path), "wanted": wanted})


def misplaced_orders(
    root: Path, turn: int, documents: Collection[str], speaker_of: Callable[[str], str | None]
) -> Iterator[Diagnostic]:
    """Files in the campaign's own folder that are called like somebody who gives orders."""
    layout = Layout(root)
    for name in _names(root):
        match = _YAML.match(name)
        if match is None or name.startswith(".") or name == CAMPAIGN_FILE or name in documents:
            continue
        speaker = speaker_of(match["stem"])
        if speaker is not None:
            yield _misplaced(name, layout.orders_folder(turn), f"{speaker}.yaml")


def named_like_a_speaker(found: Diagnostic, speaker_of: Callable[[str], str | None]) -> Diagnostic:
    """A file that is not read is an error where it is called like somebody who gives orders (`huns.txt`)."""
    stem = found.place.file.rpartition("/")[2].partition(".")[0]
    speaker = speaker_of(stem) if found.message == "C007" else None
    if speaker is None:
        return found
    return replace(found, severity=Severity.ERROR, params={**found.params, "wanted": f"{speaker}.yaml"})


def _early(layout: Layout, turn: int, following: int) -> Iterator[Diagnostic]:
    """Orders for a turn that is not open yet: they are read when it is."""
    folder = layout.orders_folder(turn)
    for name in _names(layout.path(folder)):
        if name.removesuffix(SEALED_SUFFIX).endswith(".yaml"):
            params: dict[str, Param] = {"turn": turn, "open": following, "wanted": layout.orders_folder(following)}
            yield Diagnostic("C026", Severity.WARNING, Place(shown(f"{folder}/{name}")), params)


def _misplaced(path: str, folder: str, name: str | None = None) -> Diagnostic:
    wanted = f"{folder}/{name or '<id>.yaml'}"
    return Diagnostic("C025/orders", Severity.ERROR, Place(shown(path)), {"file": shown(path), "wanted": wanted})


def _names(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError:
        # There is none, or it cannot be listed: whoever reads its files says so.
        return []
