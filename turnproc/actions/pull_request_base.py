"""The campaign as it stands in the commit that a pull request is to go to: nothing of the pull request counts here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnproc.actions.accounts import Senders
from turnproc.actions.campaign import Campaign, open_campaign
from turnproc.actions.documents import Documents, Reader
from turnproc.actions.game import read_state
from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.source.limits import Limits
from turnproc.store.errors import OperatorError
from turnproc.store.history import EXECUTABLE, PLAIN, Entry, History
from turnproc.store.layout import CAMPAIGN_FILE, TURNS_FOLDER, UNDONE_FOLDER, turn_name
from turnproc.store.read import FileRead, shown
from turnproc.store.repository import Repository


@dataclass(frozen=True, slots=True)
class Base:
    """What a pull request is judged by. `senders` is None where the campaign's own files could not be read.

    `files` are all of the commit, by their paths in the repository; `prefix` is the campaign's folder, "" or "east/".
    """

    commit: str
    prefix: str
    files: Mapping[str, Entry]
    documents: Documents
    turn: int
    senders: Senders | None


def read_base(root: Path, repository: Repository, history: History, commit: str) -> Base:
    """Read campaign and last state of a commit; the open turn is the one that was open then.

    Raises:
        OperatorError: The campaign is not in that commit (O103), or git cannot do it (O007).
    """
    files, prefix = history.files(commit), repository.prefix
    if f"{prefix}{CAMPAIGN_FILE}" not in files:
        raise OperatorError("O103", folder=prefix or ".", commit=commit[:12])
    documents = Documents(root, reader_of(history, files, prefix))
    turn = open_turn_among(files, prefix)
    campaign = open_campaign(documents)
    senders = None if campaign is None else _senders(campaign, documents, turn)
    return Base(commit, prefix, files, documents, turn, senders)


def open_turn_among(files: Iterable[str], prefix: str) -> int:
    """The turn that is open where a repository has these files: the one after the last that has a journal."""
    journal = re.compile(re.escape(f"{prefix}{TURNS_FOLDER}/") + r"(?P<turn>[0-9]{3,7})/journal\.yaml\Z", re.ASCII)
    found = [match["turn"] for match in map(journal.match, files) if match is not None]
    return max((int(name) for name in found if name == turn_name(int(name))), default=0) + 1


def revision_among(files: Iterable[str], prefix: str, turn: int) -> int:
    """The revision of a turn where a repository has these files, as `Layout.revision` has it where they are on disk."""
    folder = f"{prefix}{TURNS_FOLDER}/{turn_name(turn)}/{UNDONE_FOLDER}/"
    journal = re.compile(re.escape(folder) + r"(?P<revision>[1-9][0-9]{0,5})/journal\.yaml\Z", re.ASCII)
    return max((int(match["revision"]) for match in map(journal.match, files) if match is not None), default=0) + 1


def _senders(campaign: Campaign, documents: Documents, turn: int) -> Senders:
    before = read_state(campaign, documents, turn - 1)
    return Senders(campaign, None if before is None else campaign.ruleset.reader(campaign.world, before))


def reader_of(history: History, files: Mapping[str, Entry], prefix: str) -> Reader:
    """Read a campaign's files from git's store; `files` are named from the top of the repository."""

    def reader(name: str, limits: Limits) -> FileRead:
        entry = files.get(f"{prefix}{name}")
        if entry is None:
            return FileRead(name)
        if entry.mode not in (PLAIN, EXECUTABLE):
            return FileRead(name, problem=Diagnostic("C006", Severity.ERROR, Place(shown(name)), {"file": shown(name)}))
        raw = history.content(entry.content, limits)
        if raw is None:
            sizes = {"size": -(-history.size(entry.content) // 1024), "most": limits.size // 1024}
            return FileRead(name, problem=Diagnostic("Y001", Severity.ERROR, Place(shown(name)), sizes))
        return FileRead(name, raw)

    return reader
