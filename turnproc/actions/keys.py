"""`turnproc keys new`: the game master's key for a campaign, and its mark in campaign.yaml.

The key file is made first: a key whose mark is missing loses nothing, a mark without its key would be of no use.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnproc.actions.documents import Documents, schema_check
from turnproc.engine.seeds import mark_of
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_reader import read_yaml
from turnproc.store.errors import OperatorError
from turnproc.store.folder import replace_file
from turnproc.store.keys import Chain, campaign_name, key_path, write_key
from turnproc.store.layout import CAMPAIGN_FILE
from turnproc.store.lock import campaign_lock
from turnproc.store.read import read_file


@dataclass(frozen=True, slots=True)
class NewKey:
    """What was made: `path` is the key file, None if campaign.yaml does not allow it (its problems are in `documents`).

    `row` belongs into campaign.yaml; `added` tells whether it is there.
    """

    documents: Documents
    path: Path | None = None
    row: str = ""
    added: bool = False


def new_key(root: Path) -> NewKey:
    """Make the key of the campaign in `root`.

    Raises:
        OperatorError: It has one (O079), the key file would lie where others see it (O072), there is a file of that
            name (O081), no place for it is known (O082), another turnproc is at work (O005), or the system does not let
            us write (O011 to O013).
    """
    with campaign_lock(root):
        documents = Documents(root)
        data = documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN, schema_check("common", "campaign"))
        documents.must_be_there("campaign")
        if data is None:
            return NewKey(documents)
        path = key_path(campaign_name(data))
        if data.get("seed_chain"):
            raise OperatorError("O079", path=str(path))
        chain = Chain.new()
        write_key(path, chain)
        mark = mark_of(chain.link(0))
        return NewKey(documents, path, f"seed_chain: {mark}", _add(root, data, mark))


def _add(root: Path, data: dict[str, Any], mark: str) -> bool:
    """Add the mark to campaign.yaml, if nothing else in it changes by that."""
    raw = read_file(root, CAMPAIGN_FILE, CAMPAIGN).raw or b""
    end = b"\r\n" if b"\r\n" in raw else b"\n"
    longer = raw + (b"" if raw.endswith(b"\n") else end) + f"seed_chain: {mark}".encode() + end
    document, problems = read_yaml(longer, CAMPAIGN_FILE, CAMPAIGN)
    if document is None or problems or document.data != {**data, "seed_chain": mark}:
        # Braces around everything, an end of the document, …: a person sees at once where the row belongs.
        return False
    try:
        replace_file(root, CAMPAIGN_FILE, longer)
    except OperatorError:
        # The key is made; that the row is missing is told.
        return False
    return True
