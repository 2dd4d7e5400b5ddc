"""`turnproc undo`: take the last turn back. It is open again, and nothing of what it was is lost.

Its results go into `undone/` of the turn's folder, so that everybody can read them, with git or without; the commit and
its tag stay where they are. Deadlines and orders are as they were before it was resolved.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turnproc import __version__
from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.revisions import kept_revisions
from turnproc.actions.timing import LONGEST_REASON, read_timing
from turnproc.actions.undo_files import Change, turn_file_with, undo_change
from turnproc.diagnostics.catalogue import safe
from turnproc.engine.journal import read_seed
from turnproc.report.escaping import plain
from turnproc.source.limits import CAMPAIGN
from turnproc.store.errors import OperatorError
from turnproc.store.layout import CAMPAIGN_FILE, SEALED_SUFFIX, Layout
from turnproc.store.lock import campaign_lock
from turnproc.store.repository import Repository
from turnproc.store.turn import Recovered, Written, check_undoable, recover, undo_turn


@dataclass(frozen=True, slots=True)
class Undone:
    """What came of `turnproc undo`: `revision` is the one that is resolved next.

    `written` is None where errors in the turn's files (they are in `documents`) kept it from being taken back; `change`
    is None where a run before had done it all. `early` are orders that have come in for the turn after. `link` is the
    link for dice that was spent.
    """

    turn: int
    revision: int
    reason: str
    documents: Documents
    change: Change | None = None
    written: Written | None = None
    recovered: Recovered | None = None
    early: list[str] = field(default_factory=list)
    link: int | None = None
    is_rewritten: bool = False


def undo(root: Path, turn: int, reason: str, *, use_git: bool = True) -> Undone:
    """Take back the last resolved turn of the campaign in `root`.

    Raises:
        OperatorError: The reason is none (O154), the turn is not the last one that was resolved (O150 to O152), its
            files are not as they were written (O153, O155), or the surroundings do not allow it.
    """
    reason = _plain(reason)
    layout = Layout(root)
    with campaign_lock(root):
        recovered = recover(root, use_git)
        documents = Documents(root)
        campaign = documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN, schema_check("common", "campaign"))
        if recovered is not None and recovered.undoing and recovered.written is not None and recovered.turn == turn:
            # The run before was cut off when it had begun to take the turn back.
            timing = read_timing(documents, turn)
            return Undone(
                turn, layout.revision(turn), timing.reason, documents, written=recovered.written, recovered=recovered
            )
        check_undoable(root, turn, use_git)
        journal = documents.read("journal", layout.journal_file(turn), CAMPAIGN, schema_check("common", "journal"))
        timing = read_timing(documents, turn)
        kept = kept_revisions(documents, turn)
        documents.read("received", layout.received_file(turn), CAMPAIGN, schema_check("common", "received"))
        revision = layout.revision(turn) + 1
        if campaign is None or journal is None or any(each.is_error for each in documents.diagnostics):
            return Undone(turn, revision, reason, documents, recovered=recovered)
        _read_rulings(documents, turn)
        repository = Repository.find(root) if use_git else None
        change = undo_change(documents, turn, timing, journal, repository)
        seed = read_seed(journal)
        seeds = [each.seed for each in kept if each.seed is not None] + ([] if seed is None else [seed])
        is_amended = _note(layout, change, revision, reason, sorted({each.link for each in seeds}))
        _check_that_nothing_changed(layout, change)
        message = commit_message(campaign, change, reason, repository)
        written = undo_turn(root, turn, change.files, message, use_git)
        return Undone(
            turn,
            revision,
            reason,
            documents,
            change,
            written,
            recovered,
            early=_early(layout, turn + 1),
            link=None if seed is None else seed.link,
            is_rewritten=not is_amended,
        )


def _plain(reason: str) -> str:
    """One line of visible text.

    Raises:
        OperatorError: Nothing is left of it, or it is too long (O154).
    """
    text = plain(reason)
    if not 1 <= len(text) <= LONGEST_REASON:
        raise OperatorError("O154", most=LONGEST_REASON, count=len(text))
    return text


def _read_rulings(documents: Documents, turn: int) -> None:
    """The game master's file may be half mended already: its errors are for `resolve`."""
    told = list(documents.diagnostics)
    documents.read("gm", Layout(documents.root).gm_file(turn), CAMPAIGN)
    documents.diagnostics = told


def _note(layout: Layout, change: Change, revision: int, reason: str, spent: list[int]) -> bool:
    """Write into turn.yaml which revision comes and why; tell whether its other rows could stay as they are."""
    name = layout.turn_file(change.turn)
    raw = layout.path(name).read_bytes() if layout.path(name).is_file() else None
    rows: dict[str, Any] = {"revision": revision, "reason": reason, **({"spent": spent} if spent else {})}
    text, is_amended = turn_file_with(raw, rows)
    if raw is not None and not is_amended:
        change.keep(layout, name, raw)
    if raw is not None:
        change.read[name] = raw
    change.files[name] = text
    return is_amended


def _check_that_nothing_changed(layout: Layout, change: Change) -> None:
    changed = [
        name
        for name, raw in change.read.items()
        if not layout.path(name).is_file() or layout.path(name).read_bytes() != raw
    ]
    if changed:
        raise OperatorError("O157", turn=change.turn, files=sorted(changed))


def _early(layout: Layout, turn: int) -> list[str]:
    """Orders that have come in for the turn after: they stay where they are."""
    folder = layout.path(layout.orders_folder(turn))
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    found = [name for name in names if name.removesuffix(SEALED_SUFFIX).endswith(".yaml")]
    return sorted(f"{layout.orders_folder(turn)}/{name}" for name in found)


def commit_message(campaign: dict[str, Any], change: Change, reason: str, repository: Repository | None) -> str:
    """What is taken back, and why. No name makes a row of its own."""
    is_tagged = repository is not None and repository.tagged(change.turn) is not None
    tag = f", and at the tag {repository.tag_name(change.turn)}" if repository is not None and is_tagged else ""
    kept = Layout(Path()).undone_folder(change.turn, change.revision)
    lines = [
        f"Turn {change.turn} of {safe(campaign['name'])} taken back",
        "",
        f"Reason: {safe(reason, LONGEST_REASON)}",
        "",
        f"Revision {change.revision} is kept in {kept}{tag}.",
        f"Revision {change.revision + 1} is resolved next.",
        "",
        f"turnproc: {__version__}",
    ]
    return "\n".join(lines) + "\n"
