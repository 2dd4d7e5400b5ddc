"""When each orders file came in, and which of them count: received.yaml and late/ (docs/formats.md, section 1).

Where a time comes from: a ruling `received/<speaker>`, else a receipt in received.yaml for just this content, else the
committer's time of the commit that brought it onto the branch, else there is none, and the file counts as come in at
the deadline. Nobody's clock is asked: the same repository gives the same times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from turnproc.actions.cadence import following_deadline
from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.timing import Timing, read_timing
from turnproc.actions.void_orders import void_orders
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.engine.finding import Finding
from turnproc.source.limits import CAMPAIGN, ORDERS, Limits
from turnproc.source.pointer import join
from turnproc.source.times import read_time, write_time
from turnproc.source.yaml_writer import Layout as Form
from turnproc.source.yaml_writer import write_yaml
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.letter import SEALED
from turnproc.store.read import read_file, shown
from turnproc.store.repository import Repository, Version

if TYPE_CHECKING:
    from turnproc.actions.game import Game

FORMAT: Final = "turnproc.received/1"
FORM: Final = Form(frozenset({("files",), ("late",)}))


@dataclass(frozen=True, slots=True)
class Received:
    """When a content came in. `by` is ruled, receipt or commit, None where nothing says when (then `at` is too)."""

    at: datetime | None
    by: str | None
    commit: str | None
    sha256: str | None


@dataclass(frozen=True, slots=True)
class Late:
    """What came too late. `raw` is None where a file was taken away after the deadline; `stands`: one before counts."""

    file: str
    at: datetime
    raw: bytes | None
    stands: bool

    @property
    def sha256(self) -> str | None:
        """The fingerprint of what came too late."""
        return None if self.raw is None else sha256_of(self.raw)


@dataclass(slots=True)
class Intake:
    """The orders files of a turn with a deadline: those that count with their times, and those that came too late.

    Both by speaker. `restored` are the contents that are put back, by file; `is_shallow`: nothing can be told, since
    the history of the repository is not all there.
    """

    received: dict[str, Received] = field(default_factory=dict)
    late: dict[str, Late] = field(default_factory=dict)
    restored: dict[str, bytes] = field(default_factory=dict)
    is_shallow: bool = False

    def on_disk(self, counted: Mapping[str, str]) -> set[str]:
        """The orders files that lie there, when those lie there or are put back that count."""
        late = {each.file for each in self.late.values() if each.raw is not None}
        withdrawn = {each.file for each in self.late.values() if each.raw is None}
        return (set(counted.values()) | late) - withdrawn


def limits_of(file: str) -> Limits:
    """How large an orders file may be: sealed ones are larger than what is in them."""
    return SEALED if file.endswith(SEALED_SUFFIX) else ORDERS


def sha256_of(raw: bytes) -> str:
    """The fingerprint as received.yaml has it."""
    return hashlib.sha256(raw).hexdigest()


def _read_received(documents: Documents, turn: int) -> Mapping[str, Any]:
    """What received.yaml says already; empty where there is none, or (this is told) it cannot be read."""
    file = Layout(documents.root).received_file(turn)
    data = documents.read("received", file, CAMPAIGN, schema_check("common", "received"), is_input=False)
    return data or {}


def read_times(game: Game, *, is_open: bool) -> None:
    """When the turn ends and what came in when; of the open turn also whether the next deadline can be told."""
    game.timing = read_timing(game.documents, game.turn)
    game.known = _read_received(game.documents, game.turn)
    trouble = following_deadline(game.campaign.data, game.timing).trouble
    layout = game.campaign.layout
    if trouble is not None and trouble.message != "C074" and layout.path(layout.turn_file(game.turn + 1)).exists():
        # The game master has said already when the next turn ends.
        return
    if is_open and trouble is not None and not game.documents.errors_in(layout.turn_file(game.turn)):
        game.documents.tell([trouble])


def come_in(game: Game, files: Mapping[str, str]) -> dict[str, str]:
    """Which orders files count in the open turn, by speaker: what came too late is left out, or the one before it read.

    The game's intake is filled, and whoever was late is told.
    """
    limit = game.timing.limit
    if limit is None:
        return dict(files)
    documents, intake = game.documents, game.intake
    repository = Repository.around(documents.root)
    history = _History(game, repository, game.known)
    intake.is_shallow = history.is_shallow
    counted = dict(files)
    for speaker in sorted({*files, *(history.withdrawn() & game.speakers.keys())}):
        file = files.get(speaker) or Layout(documents.root).orders_file(game.turn, speaker)
        if shown(file) != file:
            # A name that is no text: nobody is called so, and the file is refused for that.
            continue
        raw = read_file(documents.root, file, limits_of(file)).raw if speaker in files else None
        now = history.now(speaker, file, raw)
        if now.at is None or now.at <= limit:
            if raw is not None:
                intake.received[speaker] = now
            continue
        before = history.before(speaker, file, limit, raw if now.by == "ruled" else None)
        if before is not None and before[0] == raw:
            intake.received[speaker] = before[1]
            continue
        stands = before is not None
        if raw is None and not stands:
            continue
        intake.late[speaker] = Late(file, now.at, raw, stands)
        counted.pop(speaker, None)
        if before is not None:
            intake.restored[file], intake.received[speaker] = before
            documents.instead[file] = before[0]
            counted[speaker] = file
    documents.diagnostics += _told(intake, game.timing)
    return dict(sorted(counted.items()))


def arrival(game: Game, speaker: str, file: str) -> Received:
    """When one file came in that lies there, whether or not the turn has a deadline."""
    history = _History(game, Repository.around(game.documents.root), game.known)
    return history.now(speaker, file, read_file(game.documents.root, file, limits_of(file)).raw)


def recorded(game: Game, speaker: str) -> Received | None:
    """What the received.yaml of a resolved turn says of a file that is still the same."""
    entry = (game.known.get("files") or {}).get(speaker)
    if entry is None or not game.campaign.layout.is_resolved(game.turn):
        return None
    if entry["sha256"] not in _contents(game, game.sent.get(speaker)):
        return None
    return Received(read_time(entry["at"]), entry.get("by"), entry.get("commit"), entry["sha256"])


class _History:
    """What is known about times: rulings, receipts, and the commits of the branch."""

    def __init__(self, game: Game, repository: Repository | None, known: Mapping[str, Any]) -> None:
        self._rulings = game.gm.get("rulings") or {}
        self._receipts = list(_receipts(known))
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
        receipt = self._receipt(speaker, sha256)
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
            receipt = None if raw is None else self._receipt(speaker, sha256_of(raw))
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
    for speaker, entry in (known.get("files") or {}).items():
        at = read_time(entry.get("at"))
        if entry.get("by") == "receipt" and at is not None:
            yield speaker, Received(at, "receipt", entry.get("commit"), entry["sha256"])


def _told(intake: Intake, timing: Timing) -> Iterator[Diagnostic]:
    assert timing.limit is not None
    for speaker, late in intake.late.items():
        variant = "C072/withdrawn" if late.raw is None else "C072/stands" if late.stands else "C072"
        params: dict[str, Param] = {
            "at": write_time(late.at),
            "limit": write_time(timing.limit),
            "ruling": f"received/{speaker}: {write_time(timing.limit)}",
        }
        yield Diagnostic(variant, Severity.WARNING, Place(late.file), params)


def intake_files(game: Game) -> dict[str, bytes | None]:
    """What resolving writes about times, by name: received.yaml, late/, and what changes in orders/ (None: goes)."""
    timing, intake = game.timing, game.intake
    if timing.limit is None or timing.deadline is None:
        return {}
    layout = game.campaign.layout
    files: dict[str, bytes | None] = {layout.received_file(game.turn): _text(intake, timing.deadline).encode()}
    for late in intake.late.values():
        if late.raw is not None:
            files[layout.late_file(game.turn, late.file.rpartition("/")[2])] = late.raw
        files[late.file] = intake.restored.get(late.file)
    return files


def _text(intake: Intake, deadline: datetime) -> str:
    data: dict[str, Any] = {"format": FORMAT, "files": {}}
    for speaker, received in sorted(intake.received.items()):
        entry = {"at": write_time(received.at or deadline), "by": received.by, "commit": received.commit}
        entry["sha256"] = received.sha256
        data["files"][speaker] = {key: value for key, value in entry.items() if value is not None}
    if intake.late:
        data["late"] = {}
        for speaker, late in sorted(intake.late.items()):
            entry = {"at": write_time(late.at), "sha256": late.sha256}
            data["late"][speaker] = {key: value for key, value in entry.items() if value is not None}
    return write_yaml(data, FORM)


def check_received(game: Game) -> Iterator[Finding]:
    """Hold the received.yaml of a resolved turn against the orders files that lie there."""
    layout = game.campaign.layout
    for speaker, entry in (game.known.get("files") or {}).items():
        orders = game.sent.get(speaker)
        there = _contents(game, orders)
        if orders is None or (there and entry["sha256"] not in there):
            params: dict[str, Param] = {"file": orders or layout.orders_file(game.turn, speaker), "turn": game.turn}
            yield Finding("received", join(["files", speaker]), "C073", params, on_key=True)


def _contents(game: Game, orders: str | None) -> set[str]:
    """The fingerprints of a speaker's file: of the plain one, and of the sealed one that it was published of."""
    files = [] if orders is None else [orders, f"{orders}{SEALED_SUFFIX}"]
    hashes = game.documents.hashes
    return {hashes[file].removeprefix("sha256:") for file in files if file in hashes}
