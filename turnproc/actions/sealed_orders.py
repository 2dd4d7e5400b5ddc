"""Orders that come sealed: checked from outside, opened where the game master's key is, published with their turn.

Until then nothing of them is told but how many errors they have. Once the turn is resolved nobody needs a key: what was
published is read, and the journal says how many errors those have that stay sealed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from turnproc.actions.documents import Documents, schema_check
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.source.limits import CAMPAIGN, ORDERS
from turnproc.source.schema_check import SchemaCheck
from turnproc.store.age import Identity
from turnproc.store.errors import OperatorError
from turnproc.store.keys import CONTENT_VARIABLE, Key, campaign_name, read_key
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.letter import SEALED, fault_outside, read_letter
from turnproc.store.read import shown

# Finds who opens the orders of a campaign, whose campaign.yaml it is given; None: nobody does here.
FindIdentity = Callable[[Mapping[str, Any]], Identity | None]
# A sealed file beside the plain one that was published of it, as a document.
BESIDE: Final = "sealed/"
# More than a file of orders can have.
_MOST_ERRORS: Final = 100_000


def game_masters_identity(data: Mapping[str, Any]) -> Identity | None:
    """Who opens orders that are to be looked at: only with a key file, since what TURNPROC_KEY brings is a workflow's.

    A key that is another one opens nothing, and is no trouble: players have one, too.

    Raises:
        OperatorError: The key file is not as it should be (O072 to O075).
    """
    key = read_key(campaign_name(data))
    if key is None or key.where == CONTENT_VARIABLE or not _belongs(key, data):
        return None
    return key.identity()


def resolving_identity(data: Mapping[str, Any]) -> Identity | None:
    """Who opens orders so that a turn can be written.

    Raises:
        OperatorError: The key file is not as it should be (O072 to O075), or is another one (O092).
    """
    key = read_key(campaign_name(data))
    if key is None or key.age is None:
        return None
    if not _belongs(key, data):
        raise OperatorError("O092", path=key.where)
    return key.identity()


def _belongs(key: Key, data: Mapping[str, Any]) -> bool:
    identity = key.identity()
    return identity is not None and identity.recipient == (data.get("game_master") or {}).get("age")


class SealedOrders:
    """The sealed files of one turn, by speaker.

    `unopened` could not be opened here; `beside` are files that came sealed and are published by now.
    """

    def __init__(
        self,
        documents: Documents,
        data: Mapping[str, Any],
        turn: int,
        find: FindIdentity | None = None,
        *,
        is_resolved: bool | None = None,
    ) -> None:
        """Look for no key before there is something to open. `is_resolved`: what the campaign's folder says of it."""
        self._documents, self._data, self._turn = documents, data, turn
        self._layout = Layout(documents.root)
        self._is_resolved = self._layout.is_resolved(turn) if is_resolved is None else is_resolved
        self._find = find
        self._identity: Identity | None = None
        self._opened: dict[str, bytes] = {}
        self.unopened: dict[str, str] = {}
        self.beside: dict[str, str] = {}

    def read(
        self, speaker: str, source: str, names: tuple[str, str | None], check: SchemaCheck, *, is_played: bool
    ) -> tuple[Any, bool]:
        """One speaker's orders: their data if the form is right, and whether nothing can be known of them.

        `names` are that of the file which counts, and of the sealed one, if there is one.
        """
        path, sealed = names
        if sealed != path:
            self._beside_plain(speaker, path, sealed, is_played=is_played)
            return self._documents.read(source, path, ORDERS, check), False
        if self._is_resolved:
            self._that_stays_sealed(speaker, source, path)
            return None, True
        raw = self._orders(source, speaker, path)
        if raw is None:
            if not self._documents.errors_in(shown(path)):
                self.unopened[speaker] = shown(path)
            return None, True
        self._opened[speaker] = raw
        return self._documents.parse(source, raw, ORDERS, check), False

    @property
    def are_told_by_none(self) -> bool:
        """Were orders opened with the key of a workflow? What follows from them is then nobody's business either."""
        return bool(self._opened) and bool(os.environ.get(CONTENT_VARIABLE))

    def published(self) -> dict[str, bytes]:
        """What is put beside the sealed files when the turn is resolved: orders without any error."""
        files = {self._layout.orders_file(self._turn, speaker): raw for speaker, raw in self._opened.items()}
        return {name: raw for name, raw in files.items() if not self._documents.errors_in(f"{name}{SEALED_SUFFIX}")}

    def _beside_plain(self, speaker: str, path: str, sealed: str | None, *, is_played: bool) -> None:
        is_open = not self._is_resolved
        if sealed is not None and not is_open:
            # The plain file was published with the turn; what came in lies beside it.
            self._documents.fetch(f"{BESIDE}{speaker}", sealed, SEALED)
            self.beside[speaker] = shown(sealed)
        elif is_open and is_played and self._data.get("orders") == "sealed":
            self._documents.diagnostics.append(Diagnostic("C063", Severity.WARNING, Place(shown(path))))

    def _that_stays_sealed(self, speaker: str, source: str, path: str) -> None:
        """A file of a resolved turn of which nothing was published: its errors are those that the journal counts."""
        documents = self._documents
        if documents.fetch(source, path, SEALED) is None:
            return
        file = self._layout.journal_file(self._turn)
        data = Documents(documents.root).read("journal", file, CAMPAIGN, schema_check("common", "journal"))
        count = min(0 if data is None else data.get("kept_sealed", {}).get(speaker, 0), _MOST_ERRORS)
        if not count:
            self.unopened[speaker] = shown(path)
            return
        params: dict[str, Param] = {"count": count}
        documents.hidden.add(shown(path))
        documents.diagnostics += [Diagnostic("C068", Severity.ERROR, Place(shown(path)), params)] * count

    def _orders(self, source: str, speaker: str, path: str) -> bytes | None:
        """The orders inside a file of the open turn; None, with what is wrong, if they are not to be had."""
        raw = self._documents.fetch(source, path, SEALED)
        if raw is None:
            return None
        fault = "C064" if self._data.get("orders") != "sealed" else fault_outside(raw)
        identity = self._find_identity() if fault is None else None
        if identity is not None:
            self._documents.hidden.add(shown(path))
            found = inside(identity.open(raw), self._data, self._turn, speaker)
            if isinstance(found, bytes):
                return found
            fault = found
        if fault is not None:
            self._documents.diagnostics.append(Diagnostic(fault, Severity.ERROR, Place(shown(path))))
        return None

    def _find_identity(self) -> Identity | None:
        find, self._find = self._find, None
        if find is not None:
            self._identity = find(self._data)
        return self._identity


def inside(text: bytes | None, data: Mapping[str, Any], turn: int, speaker: str) -> bytes | str:
    """The orders in an opened file, or the code of what is wrong with it: C065 (`text` is None), C066, C067."""
    if text is None:
        return "C065"
    letter = read_letter(text)
    if letter is None:
        return "C066"
    if (letter.campaign, letter.turn, letter.speaker) != (data.get("id"), turn, speaker):
        return "C067"
    return letter.orders
