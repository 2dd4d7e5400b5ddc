"""`turnproc keys new`: the key of a campaign's game master, and its marks in campaign.yaml; or a player's key.

The key file is made first: a key whose mark is missing loses nothing, a mark without its key would be of no use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from turnproc.actions.documents import Documents, schema_check
from turnproc.engine.seeds import mark_of
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_reader import read_yaml
from turnproc.store.age import Identity, is_installed
from turnproc.store.errors import OperatorError
from turnproc.store.folder import replace_file
from turnproc.store.keys import Chain, campaign_name, key_path, write_key
from turnproc.store.layout import CAMPAIGN_FILE
from turnproc.store.lock import campaign_lock
from turnproc.store.read import read_file

# Where a further key can be put behind “game_master:”, in braces or in rows of their own.
_BRACES: Final = re.compile(rb"^(game_master:[ \t]*\{)[ \t]*", re.MULTILINE)
_ROWS: Final = re.compile(rb"^(game_master:[ \t]*(?:#[^\r\n]*)?\r?\n)([ ]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NewKey:
    """What was made: `path` is the key file, None if campaign.yaml does not allow it (its problems are in `documents`).

    `rows` belong into campaign.yaml; `added` tells whether they are there. `seed_chain` and `age` are the marks of dice
    and of sealing; None: the key has not that half.
    """

    documents: Documents
    path: Path | None = None
    seed_chain: str | None = None
    age: str | None = None
    rows: tuple[str, ...] = ()
    added: bool = False


def new_key(root: Path) -> NewKey:
    """Make the key of the campaign in `root`: a chain of dice, and, where age is installed, an identity of age.

    Raises:
        OperatorError: It has one (O079, O098), the key file would lie where others see it (O072), there is a file of
            that name (O081), no place for it is known (O082), another turnproc is at work (O005), or the system does
            not let us write (O011 to O013).
    """
    with campaign_lock(root):
        documents, data = _campaign(root)
        if data is None:
            return NewKey(documents)
        path = key_path(campaign_name(data))
        if data.get("seed_chain"):
            raise OperatorError("O079", path=str(path))
        if (data.get("game_master") or {}).get("age"):
            raise OperatorError("O098", path=str(path))
        chain = Chain.new()
        identity = Identity.new() if is_installed() else None
        write_key(path, chain, identity)
        mark = mark_of(chain.link(0))
        age = None if identity is None else identity.recipient
        rows = (f"seed_chain: {mark}", *(() if age is None else (f"game_master: {{age: {age}}}",)))
        return NewKey(documents, path, mark, age, rows, _add(root, data, mark, age))


def new_players_key(root: Path, player: str) -> NewKey:
    """Make the key of a player, with which he opens again what he has sealed. campaign.yaml is left alone.

    Raises:
        OperatorError: There is no such player (O096), or he has a key (O097); otherwise as `new_key`.
    """
    documents, data = _campaign(root)
    if data is None:
        return NewKey(documents)
    players = data.get("players") or {}
    if player not in players:
        raise OperatorError("O096", player=player, known=sorted(players))
    path = key_path(f"{campaign_name(data)}.{player}")
    if (players[player] or {}).get("age"):
        raise OperatorError("O097", player=player, path=str(path))
    identity = Identity.new()
    write_key(path, None, identity)
    return NewKey(documents, path, None, identity.recipient, (f"{player}: {{age: {identity.recipient}}}",))


def _campaign(root: Path) -> tuple[Documents, dict[str, Any] | None]:
    documents = Documents(root)
    data = documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN, schema_check("common", "campaign"))
    documents.must_be_there("campaign")
    return documents, data


def _add(root: Path, data: Mapping[str, Any], mark: str, age: str | None) -> bool:
    """Add the marks to campaign.yaml, if nothing else in it changes by that."""
    raw = read_file(root, CAMPAIGN_FILE, CAMPAIGN).raw or b""
    end = b"\r\n" if b"\r\n" in raw else b"\n"
    wanted = {**data, "seed_chain": mark}
    longer = raw + (b"" if raw.endswith(b"\n") else end) + f"seed_chain: {mark}".encode() + end
    if age is not None:
        wanted["game_master"] = {**(data.get("game_master") or {}), "age": age}
        longer = _with_age(longer, age.encode(), end, is_new="game_master" not in data)
    document, problems = read_yaml(longer, CAMPAIGN_FILE, CAMPAIGN)
    if document is None or problems or document.data != wanted:
        # Braces around everything, an end of the document, …: a person sees at once where the rows belong.
        return False
    try:
        replace_file(root, CAMPAIGN_FILE, longer)
    except OperatorError:
        # The key is made; that the rows are missing is told.
        return False
    return True


def _with_age(raw: bytes, age: bytes, end: bytes, *, is_new: bool) -> bytes:
    if is_new:
        return raw + b"game_master: {age: " + age + b"}" + end
    raw, found = _BRACES.subn(rb"\g<1>age: " + age + b", ", raw, count=1)
    if found:
        return raw.replace(age + b", }", age + b"}", 1)
    return _ROWS.sub(rb"\g<1>\g<2>age: " + age + end + rb"\g<2>", raw, count=1)
