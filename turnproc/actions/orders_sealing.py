"""`turnproc orders seal` and `orders open`: orders into a seal, and out of it again for whoever has a key."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.game import open_game
from turnproc.actions.orders_turn import open_orders
from turnproc.actions.sealed_orders import inside
from turnproc.actions.validate import campaign_of_files
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.diagnostics.order import sort_key
from turnproc.source.limits import CAMPAIGN, ORDERS
from turnproc.store.age import Identity, seal
from turnproc.store.errors import OperatorError, writing
from turnproc.store.folder import replace_file
from turnproc.store.keys import CONTENT_VARIABLE, FILE_VARIABLE, campaign_name, read_key
from turnproc.store.layout import CAMPAIGN_FILE, SEALED_SUFFIX, Layout
from turnproc.store.letter import SEALED, Letter, fault_outside
from turnproc.store.outside import write_new
from turnproc.store.read import read_file
from turnproc.store.transaction import content_hash

# What is told about plain files in a sealed campaign; sealing is the remedy.
_REMEDIED: Final = {"C062", "C063"}
_SEALED_FILE: Final = re.compile(r"turns/(?P<turn>[0-9]{3,})/orders/(?P<speaker>[^/]+)\.yaml\.age\Z")


@dataclass(frozen=True, slots=True)
class SealedFile:
    """What came of `orders seal`. `sealed` is the file that was written, None with errors in `diagnostics`.

    `for_player`: the player's own key opens it, too. `removed`: the plain file is gone.
    """

    documents: Documents
    file: str
    diagnostics: Sequence[Diagnostic]
    sealed: str | None = None
    for_player: bool = False
    replaced: bool = False
    removed: bool = False


def seal_orders(file: Path, *, remove: bool = False) -> SealedFile:
    """Check a plain orders file of the open turn and seal it; with `remove`, the plain one is deleted.

    Raises:
        OperatorError: It lies in no campaign (O001), orders are open there (O094), the turn is resolved (O004), pyrage
            is not installed (O090), a public key is none (O093), the file changes meanwhile (O028), or the system does
            not let us write (O011 to O013).
    """
    root, (name,), turn = campaign_of_files([file])
    documents, there, errors = open_orders(root, turn)
    if there is None:
        return SealedFile(documents, name, errors)
    speaker = next((speaker for speaker, sent in there.game.sent.items() if sent == name), None)
    layout, data = Layout(root), there.game.campaign.data
    if speaker is None or name.endswith(SEALED_SUFFIX):
        params: dict[str, Param] = {"file": name, "wanted": layout.orders_file(there.turn, "<id>")}
        return SealedFile(documents, name, [Diagnostic("C037", Severity.ERROR, Place(name), params)])
    if data.get("orders") != "sealed":
        raise OperatorError("O094")
    if layout.is_resolved(there.turn):
        raise OperatorError("O004", turn=there.turn)
    told = [each for each in documents.problems if each.place.file == name and each.message not in _REMEDIED]
    if any(each.is_error for each in told):
        return SealedFile(documents, name, told)
    raw = read_file(root, name, ORDERS).raw
    if raw is None or content_hash(raw) != documents.hashes.get(name):
        raise OperatorError("O028", turn=there.turn, files=[name])
    recipients = [data["game_master"]["age"], *_keys_of_player(data, there.game.speakers[speaker].player)]
    letter = Letter(data["id"], there.turn, speaker, raw).sealed_text()
    replaced = _put(root, f"{name}{SEALED_SUFFIX}", seal(letter, recipients))
    if remove:
        with writing(layout.path(name)):
            layout.path(name).unlink()
    return SealedFile(
        documents, name, told, f"{name}{SEALED_SUFFIX}", len(recipients) > 1, replaced=replaced, removed=remove
    )


def _keys_of_player(data: Mapping[str, Any], player: str | None) -> Iterator[str]:
    entry = (data.get("players") or {}).get(player) or {}
    if "age" in entry:
        yield entry["age"]


def _put(root: Path, name: str, raw: bytes) -> bool:
    """Write the sealed file in one step; tell whether there was one."""
    path = Layout(root).path(name)
    if not os.path.lexists(path):
        write_new({path: raw})
        return False
    replace_file(root, name, raw)
    return True


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """What came of `orders open`: the orders, None where the file holds none for its place."""

    documents: Documents
    file: str
    orders: bytes | None
    diagnostics: Sequence[Diagnostic]


def open_sealed(file: Path) -> OpenedFile:
    """Open a sealed orders file with whatever key is here, and tell what is wrong with the orders in it.

    Raises:
        OperatorError: It lies in no campaign (O001), is no sealed orders file (O099) or no key opens it (O095); a key
            file is not as it should be (O072 to O075), or pyrage is not installed (O090).
    """
    root, (name,), _ = campaign_of_files([file])
    layout = Layout(root)
    match = _SEALED_FILE.match(name)
    if match is None:
        raise OperatorError("O099", file=name, wanted=f"{layout.orders_file(1, '<id>')}{SEALED_SUFFIX}")
    turn, speaker = int(match["turn"]), match["speaker"]
    documents = Documents(root)
    data = documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN, schema_check("common", "campaign"))
    raw = documents.fetch("sealed", name, SEALED)
    documents.must_be_there("sealed")
    fault = None if raw is None else fault_outside(raw)
    if data is None or raw is None or fault is not None:
        found = [] if fault is None else [Diagnostic(fault, Severity.ERROR, Place(name))]
        return OpenedFile(documents, name, None, [*documents.problems, *found])
    for identity in _identities(data):
        text = identity.open(raw)
        if text is not None:
            break
    else:
        raise OperatorError("O095", file=name)
    orders = inside(text, data, turn, speaker)
    if isinstance(orders, str):
        return OpenedFile(documents, name, None, [Diagnostic(orders, Severity.ERROR, Place(name))])
    if layout.is_resolved(turn):
        return OpenedFile(
            documents, name, orders, _published_otherwise(root, layout.orders_file(turn, speaker), orders)
        )
    documents = Documents(root)
    open_game(documents, turn, lambda _: identity)
    # Who can open the orders may know everything that is wrong with them.
    return OpenedFile(documents, name, orders, sorted(documents.found_in(name), key=sort_key))


def _identities(data: Mapping[str, Any]) -> Iterator[Identity]:
    """Every key that is here: the one that is named, else the game master's and those of players."""
    campaign = campaign_name(data)
    names = [campaign]
    if not (os.environ.get(CONTENT_VARIABLE) or os.environ.get(FILE_VARIABLE)):
        names += [f"{campaign}.{player}" for player in data.get("players") or {}]
    for name in names:
        key = read_key(name)
        identity = None if key is None else key.identity()
        if identity is not None:
            yield identity


def _published_otherwise(root: Path, file: str, orders: bytes) -> Sequence[Diagnostic]:
    there = read_file(root, file, ORDERS)
    if there.is_missing or there.raw == orders:
        return ()
    return [Diagnostic("C069", Severity.ERROR, Place(file), {"file": file})]
