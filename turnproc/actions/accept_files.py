"""What an accepted pull request does to the files of the campaign: orders, late/, and the receipts in received.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from turnproc.actions.arrivals import limits_of, sha256_of
from turnproc.actions.documents import Documents
from turnproc.actions.pull_request import CheckedPullRequest
from turnproc.actions.pull_request_base import reader_of, revision_among
from turnproc.actions.pull_request_files import SIGNUP_FOLDER, Accepted, What
from turnproc.actions.received import FORMAT, read_received, write_received
from turnproc.actions.timing import read_timing
from turnproc.source.times import read_time, write_time
from turnproc.store.errors import OperatorError
from turnproc.store.history import PLAIN
from turnproc.store.layout import SEALED_SUFFIX, Layout

_PARTS: Final = ("files", "late", "withdrawn")


@dataclass(slots=True)
class Intake:
    """What is to be changed, by path from the top of the repository.

    `files` are "100644 blob <id>" (None: it goes), `texts` what turnproc writes itself. `limit` is the last moment of
    the turn, None where it has no deadline. `is_older`: something that was pushed later is in already.
    """

    limit: datetime | None
    is_late: bool
    is_older: bool = False
    files: dict[str, str | None] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)


def limit_of(checked: CheckedPullRequest) -> datetime | None:
    """Until when the orders that a pull request is about can come in; None where nothing says so."""
    there = checked.there
    signups = f"{there.prefix}{SIGNUP_FOLDER}/"
    if there.senders is None or all(path.startswith(signups) for path in checked.changes):
        return None
    return _limit(checked, _documents_of(checked))


def intake_of(checked: CheckedPullRequest, at: datetime | None) -> Intake:
    """Say what comes of a pull request that is fine and was pushed `at` (None: nobody says when).

    Raises:
        OperatorError: The turn's received.yaml cannot be read (O126), or git cannot do it (O007).
    """
    there, turn = checked.there, checked.turn
    documents = _documents_of(checked)
    limit = _limit(checked, documents)
    layout = Layout(documents.root)
    known = read_received(documents, turn)
    if documents.errors_in(layout.received_file(turn)):
        raise OperatorError("O126", file=f"{there.prefix}{layout.received_file(turn)}")
    has_orders = any(each.speaker is not None for each in checked.accepted)
    intake = Intake(limit, is_late=has_orders and at is not None and limit is not None and at > limit)
    receipts = _Receipts(checked, known, at)
    # One form of the orders that makes room for the other is not taken away: its receipt would undo the other's.
    brought = {each.speaker for each in checked.accepted if each.what is not What.WITHDRAWN}
    for each in checked.accepted:
        speaker = each.speaker
        is_replaced = each.what is What.WITHDRAWN and speaker in brought
        if speaker is None:
            intake.files[each.file] = _entry(checked, each)
        elif is_replaced:
            intake.files |= {} if intake.is_late else {each.file: None}
        elif intake.is_late:
            receipts.write_late(speaker, each)
            _put_away(intake, checked, each)
        else:
            intake.is_older = intake.is_older or receipts.is_older(speaker, each)
            intake.files[each.file] = _entry(checked, each)
            receipts.write(speaker, each)
            if receipts.data["late"].pop(speaker, None) is not None:
                _forget_late(intake, checked, speaker)
    if at is not None and has_orders:
        intake.texts[f"{there.prefix}{layout.received_file(turn)}"] = receipts.text()
    return intake


def kept_late(checked: CheckedPullRequest) -> list[str]:
    """The speakers whose orders came with just this commit, too late, and are kept apart since."""
    late = read_received(_documents_of(checked), checked.turn).get("late") or {}
    return sorted(speaker for speaker, entry in late.items() if entry.get("commit") == checked.head)


def _limit(checked: CheckedPullRequest, documents: Documents) -> datetime | None:
    there = checked.there
    return read_timing(documents, checked.turn, revision_among(there.files, there.prefix, checked.turn)).limit


def _documents_of(checked: CheckedPullRequest) -> Documents:
    there = checked.there
    return Documents(there.documents.root, reader_of(checked.history, there.files, there.prefix))


def _put_away(intake: Intake, checked: CheckedPullRequest, each: Accepted) -> None:
    name = Layout(checked.documents.root).late_file(checked.turn, each.file.rpartition("/")[2])
    if checked.changes[each.file].after is not None:
        intake.files[f"{checked.there.prefix}{name}"] = _entry(checked, each)


def _forget_late(intake: Intake, checked: CheckedPullRequest, speaker: str) -> None:
    """What came later than an earlier deadline, and is replaced now that there is another one."""
    layout = Layout(checked.documents.root)
    for suffix in ("", SEALED_SUFFIX):
        path = f"{checked.there.prefix}{layout.late_file(checked.turn, f'{speaker}.yaml{suffix}')}"
        if path in checked.there.files:
            intake.files[path] = None


def _entry(checked: CheckedPullRequest, each: Accepted) -> str | None:
    after = checked.changes[each.file].after
    return None if after is None else f"{PLAIN} blob {after.content}"


class _Receipts:
    """received.yaml of the open turn, with what comes in now."""

    def __init__(self, checked: CheckedPullRequest, known: Mapping[str, Any], at: datetime | None) -> None:
        self._checked = checked
        self._at = at
        self.data: dict[str, dict[str, Any]] = {part: dict(known.get(part) or {}) for part in _PARTS}

    def is_older(self, speaker: str, each: Accepted) -> bool:
        """Was something else of the same speaker pushed later, and is in already?"""
        for part in ("files", "withdrawn"):
            entry = self.data[part].get(speaker)
            if entry is None or self._at is None or entry.get("by") != "receipt":
                continue
            at = read_time(entry["at"])
            if at is not None and at > self._at and entry.get("sha256") != self._sha256(each):
                return True
        return False

    def write(self, speaker: str, each: Accepted) -> None:
        """A receipt for what counts: a content, or that a file was taken away."""
        for part in ("files", "withdrawn"):
            self.data[part].pop(speaker, None)
        if self._at is not None:
            entry = {"at": write_time(self._at), "by": "receipt", "commit": self._checked.head}
            sha256 = self._sha256(each)
            part, more = ("withdrawn", {}) if sha256 is None else ("files", {"sha256": sha256})
            self.data[part][speaker] = entry | more

    def write_late(self, speaker: str, each: Accepted) -> None:
        """A receipt for what does not count."""
        assert self._at is not None
        entry = {"at": write_time(self._at), "commit": self._checked.head, "sha256": self._sha256(each)}
        self.data["late"][speaker] = {key: value for key, value in entry.items() if value is not None}

    def _sha256(self, each: Accepted) -> str | None:
        after = self._checked.changes[each.file].after
        if after is None:
            return None
        raw = self._checked.history.content(after.content, limits_of(each.file))
        return None if raw is None else sha256_of(raw)

    def text(self) -> str:
        """The file; parts of it that are empty are left out, as far as they may be."""
        parts = {part: dict(sorted(self.data[part].items())) for part in _PARTS if part == "files" or self.data[part]}
        return write_received({"format": FORMAT, **parts})
