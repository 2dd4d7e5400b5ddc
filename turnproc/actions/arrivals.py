"""When each content of an orders file came in, as rulings, receipts and commits tell it. Nobody's clock is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from turnproc.actions.void_orders import void_orders
from turnproc.source.limits import ORDERS, Limits
from turnproc.source.times import read_time
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.letter import SEALED
from turnproc.store.repository import Repository, Version

if TYPE_CHECKING:
    from turnproc.actions.game import Game


@dataclass(frozen=True, slots=True)
class Received:
    """When a content came in. `by` is ruled, receipt or commit, None where nothing says when (then `at` is too)."""

    at: datetime | None
    by: str | None
    commit: str | None
    sha256: str | None


def limits_of(file: str) -> Limits:
    """How large an orders file may be: sealed ones are larger than what is in them."""
    return SEALED if file.endswith(SEALED_SUFFIX) else ORDERS


def sha256_of(raw: bytes) -> str:
    """The fingerprint as received.yaml has it."""
    return hashlib.sha256(raw).hexdigest()


class Arrivals:
    """What is known about times: rulings, receipts, and the commits of the branch."""

    def __init__(self, game: Game, repository: Repository | None, known: Mapping[str, Any]) -> None:
        self._rulings = game.gm.get("rulings") or {}
        self._receipts = list(_receipts(known))
        self._withdrawals = dict(_withdrawals(known))
        self._repository = repository
        self._folder = Layout(game.documents.root).orders_folder(game.turn)
        self._void = void_orders(game.documents.root, game.turn)
        self.is_shallow = repository is not None and repository.is_shallow()
        can_tell = repository is not None and not self.is_shallow
        self._versions = repository.versions(self._folder) if repository is not None and can_tell else {}
        self._dirty = set(repository.dirty([self._folder])) if repository is not None and can_tell else set()

    def withdrawn(self) -> set[str]:
        """The speakers whose file the branch had and has no longer."""
        gone = (file for file, versions in self._versions.items() if versions[0].blob is None)
        names = {file.removeprefix(f"{self._folder}/") for file in gone if file not in self._dirty}
        return {name.removesuffix(SEALED_SUFFIX).removesuffix(".yaml") for name in names}

    def now(self, speaker: str, file: str, raw: bytes | None) -> Received:
        """When what lies there came in (raw None: when it was taken away)."""
        sha256 = None if raw is None else sha256_of(raw)
        ruled = read_time(self._rulings.get(f"received/{speaker}"))
        if ruled is not None and raw is not None:
            return Received(ruled, "ruled", None, sha256)
        receipt = self._withdrawals.get(speaker) if raw is None else self._receipt(speaker, sha256)
        versions = self._versions.get(file, [])
        if receipt is not None or not versions or file in self._dirty:
            return receipt or Received(None, None, None, sha256)
        return Received(versions[0].at, "commit", versions[0].commit, sha256)

    def before(self, speaker: str, file: str, limit: datetime, refused: bytes | None) -> tuple[bytes, Received] | None:
        """The last content that the branch had in time, None if it had none or the file was taken away in time.

        `refused` is a content of which the game master said that it came too late, whatever commits say. What lies in
        void/ is of somebody who does not play the speaker any more, and so is all before it.
        """
        is_taken_away = False
        for version in self._versions.get(file, ()):
            raw = self._content(version)
            is_taken_away = is_taken_away or raw is None
            if is_taken_away and raw is not None and sha256_of(raw) in self._void.get(speaker, ()):
                return None
            receipt = self._withdrawals.get(speaker) if raw is None else self._receipt(speaker, sha256_of(raw))
            at = version.at if receipt is None or receipt.at is None else receipt.at
            if at <= limit and (raw is None or raw != refused):
                if raw is None:
                    return None
                return raw, receipt or Received(at, "commit", version.commit, sha256_of(raw))
        return None

    def _content(self, version: Version) -> bytes | None:
        if self._repository is None or version.blob is None:
            return None
        return self._repository.content(version.blob)

    def _receipt(self, speaker: str, sha256: str | None) -> Received | None:
        return next((receipt for name, receipt in self._receipts if (name, receipt.sha256) == (speaker, sha256)), None)


def _receipts(known: Mapping[str, Any]) -> Iterator[tuple[str, Received]]:
    """What receipts say. What was put away as late and is brought back still came when it came."""
    for key in ("files", "late"):
        for speaker, entry in (known.get(key) or {}).items():
            at = read_time(entry.get("at"))
            if at is not None and "sha256" in entry and (key == "late" or entry.get("by") == "receipt"):
                yield speaker, Received(at, "receipt", entry.get("commit"), entry["sha256"])


def _withdrawals(known: Mapping[str, Any]) -> Iterator[tuple[str, Received]]:
    for speaker, entry in (known.get("withdrawn") or {}).items():
        at = read_time(entry["at"])
        if at is not None:
            yield speaker, Received(at, "receipt", entry.get("commit"), None)
