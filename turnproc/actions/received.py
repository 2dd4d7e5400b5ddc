"""When each orders file came in, and which of them count: received.yaml and late/ (docs/formats.md, section 1).

Where a time comes from: a ruling `received/<speaker>`, else a receipt in received.yaml for just this content, else the
committer's time of the commit that brought it onto the branch, else there is none, and the file counts as come in at
the deadline. Nobody's clock is asked: the same repository gives the same times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from turnproc.actions.arrivals import Arrivals, Received, limits_of, sha256_of
from turnproc.actions.cadence import following_deadline
from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.timing import read_timing
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.engine.finding import Finding
from turnproc.source.limits import CAMPAIGN
from turnproc.source.pointer import join
from turnproc.source.times import read_time, write_time
from turnproc.source.yaml_writer import Layout as Form
from turnproc.source.yaml_writer import write_yaml
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.read import read_file, shown
from turnproc.store.repository import Repository

if TYPE_CHECKING:
    from turnproc.actions.game import Game

FORMAT: Final = "turnproc.received/1"
_FORM: Final = Form(frozenset({("files",), ("late",), ("withdrawn",)}))


@dataclass(frozen=True, slots=True)
class Late:
    """What came too late. `raw` is None where a file was taken away after the deadline; `stands`: one before counts.

    `is_put_away`: that was seen when it came, so it lies in late/ already, and orders/ is as it is to be; `commit` is
    what brought it then.
    """

    file: str
    at: datetime
    raw: bytes | None
    stands: bool
    is_put_away: bool = False
    commit: str | None = None

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
        moved = [each for each in self.late.values() if not each.is_put_away]
        late = {each.file for each in moved if each.raw is not None}
        withdrawn = {each.file for each in moved if each.raw is None}
        return (set(counted.values()) | late) - withdrawn


def read_received(documents: Documents, turn: int) -> Mapping[str, Any]:
    """What received.yaml says already; empty where there is none, or (this is told) it cannot be read."""
    file = Layout(documents.root).received_file(turn)
    data = documents.read("received", file, CAMPAIGN, schema_check("common", "received"), is_input=False)
    return data or {}


def read_times(game: Game, *, is_open: bool) -> None:
    """When the turn ends and what came in when; of the open turn also whether the next deadline can be told."""
    game.timing = read_timing(game.documents, game.turn)
    game.known = read_received(game.documents, game.turn)
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
    history = Arrivals(game, repository, game.known)
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
    for speaker, late in put_away(game, counted):
        intake.late.setdefault(speaker, late)
    documents.diagnostics += _told(game, intake)
    return dict(sorted(counted.items()))


def put_away(game: Game, counted: Collection[str]) -> Iterator[tuple[str, Late]]:
    """What lies in late/ of the open turn with the time at which it came, by speaker."""
    layout = game.campaign.layout
    for speaker, entry in sorted((game.known.get("late") or {}).items()):
        at = read_time(entry["at"])
        if at is None or shown(speaker) != speaker:
            continue
        stands, commit = speaker in counted, entry.get("commit")
        if "sha256" not in entry:
            file = layout.orders_file(game.turn, speaker)
            yield speaker, Late(file, at, None, stands, is_put_away=True, commit=commit)
            continue
        for suffix in ("", SEALED_SUFFIX):
            file = layout.late_file(game.turn, f"{speaker}.yaml{suffix}")
            raw = read_file(layout.root, file, limits_of(file)).raw
            if raw is not None and sha256_of(raw) == entry["sha256"]:
                yield speaker, Late(file, at, raw, stands, is_put_away=True, commit=commit)


def arrival(game: Game, speaker: str, file: str) -> Received:
    """When one file came in that lies there, whether or not the turn has a deadline."""
    history = Arrivals(game, Repository.around(game.documents.root), game.known)
    return history.now(speaker, file, read_file(game.documents.root, file, limits_of(file)).raw)


def recorded(game: Game, speaker: str) -> Received | None:
    """What the received.yaml of a resolved turn says of a file that is still the same."""
    entry = (game.known.get("files") or {}).get(speaker)
    if entry is None or not game.campaign.layout.is_resolved(game.turn):
        return None
    if entry["sha256"] not in _contents(game, game.sent.get(speaker)):
        return None
    return Received(read_time(entry["at"]), entry.get("by"), entry.get("commit"), entry["sha256"])


def _told(game: Game, intake: Intake) -> Iterator[Diagnostic]:
    limit = game.timing.limit
    assert limit is not None
    for speaker, late in intake.late.items():
        variant = "C072/withdrawn" if late.raw is None else "C072/stands" if late.stands else "C072"
        if late.is_put_away and late.raw is not None:
            variant = "C072/away" if late.at > limit else "C072/in-time"
        name = late.file.rpartition("/")[2]
        params: dict[str, Param] = {
            "at": write_time(late.at),
            "limit": write_time(limit),
            "ruling": f"received/{speaker}: {write_time(limit)}",
            "wanted": f"{game.campaign.layout.orders_folder(game.turn)}/{name}",
        }
        yield Diagnostic(variant, Severity.WARNING, Place(late.file), params)


def intake_files(game: Game) -> dict[str, bytes | None]:
    """What resolving writes about times, by name: received.yaml, late/, and what changes in orders/ (None: goes)."""
    timing, intake = game.timing, game.intake
    if timing.limit is None or timing.deadline is None:
        return {}
    layout = game.campaign.layout
    text = _text(intake, timing.deadline, game.known)
    files: dict[str, bytes | None] = {layout.received_file(game.turn): text.encode()}
    for late in intake.late.values():
        if late.is_put_away:
            continue
        if late.raw is not None:
            files[layout.late_file(game.turn, late.file.rpartition("/")[2])] = late.raw
        files[late.file] = intake.restored.get(late.file)
    return files


def _text(intake: Intake, deadline: datetime, known: Mapping[str, Any]) -> str:
    data: dict[str, Any] = {"format": FORMAT, "files": {}}
    for speaker, received in sorted(intake.received.items()):
        entry = {"at": write_time(received.at or deadline), "by": received.by, "commit": received.commit}
        entry["sha256"] = received.sha256
        data["files"][speaker] = {key: value for key, value in entry.items() if value is not None}
    if intake.late:
        data["late"] = {}
        for speaker, late in sorted(intake.late.items()):
            entry = {"at": write_time(late.at), "commit": late.commit, "sha256": late.sha256}
            data["late"][speaker] = {key: value for key, value in entry.items() if value is not None}
    if known.get("withdrawn"):
        data["withdrawn"] = known["withdrawn"]
    return write_received(data)


def write_received(data: Mapping[str, Any]) -> str:
    """The text of a received.yaml."""
    return write_yaml(dict(data), _FORM)


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
