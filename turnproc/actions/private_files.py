"""What one speaker alone is told about a turn, sealed for somebody who plays the speaker from now on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnproc.actions.sealed_orders import game_masters_identity
from turnproc.source.limits import CAMPAIGN
from turnproc.store.age import Identity, seal
from turnproc.store.errors import OperatorError
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.read import names_in, read_file


@dataclass(frozen=True, slots=True)
class Private:
    """The private files of a turn: `names` are all, `sealed` those that were sealed anew; `files` are what changes."""

    names: Sequence[str]
    sealed: Sequence[str]
    files: Mapping[str, bytes | None]


def sealed_anew(root: Path, data: Mapping[str, Any], turn: int, speakers: Sequence[str], age: str | None) -> Private:
    """Seal what these speakers were told about a turn for a public key and for the game master.

    Plain files are sealed, too, if there is a key; without one they stay as they are.

    Raises:
        OperatorError: There are sealed files and no public key (O143), they cannot be opened here (O144), one is no
            ordinary file (O147), the key is none (O093), or pyrage is not installed (O090).
    """
    layout = Layout(root)
    folders = [layout.private_folder(turn, speaker) for speaker in speakers]
    names = [f"{folder}/{name}" for folder in folders for name in names_in(root, folder)]
    gm_key = (data.get("game_master") or {}).get("age")
    identity: Identity | None = None
    files: dict[str, bytes | None] = {}
    for name in names:
        raw = read_file(root, name, CAMPAIGN).raw
        if raw is None:
            raise OperatorError("O147", file=name)
        if name.endswith(SEALED_SUFFIX):
            if age is None:
                raise OperatorError("O143")
            identity = identity or game_masters_identity(data)
            raw = None if identity is None else identity.open(raw)
            if raw is None:
                raise OperatorError("O144", file=name)
        if age is not None:
            files[name] = None
            files[f"{name.removesuffix(SEALED_SUFFIX)}{SEALED_SUFFIX}"] = seal(
                raw, [age, *([] if gm_key is None else [gm_key])]
            )
    sealed = [name for name, raw in files.items() if raw is not None]
    return Private([*sealed] if age is not None else names, sealed, files)
