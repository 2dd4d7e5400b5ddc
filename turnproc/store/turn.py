"""A resolved turn from bytes in memory to files, commit and tag; and what to do when the run before was cut off.

`resolve` takes the campaign's lock, calls `recover` and `check_ready`, plays the turn and calls `commit_turn`. Killed
or refused at any point, the next run's `recover` finishes a turn that has its journal (same files, same commit message,
same tag) and takes any other attempt back, to be played anew from the files as they are by then.

`undo` does the same with `check_undoable` and `undo_turn`. Where an undo was cut off, `recover` finishes what has begun
to take the turn's files away; else the turn stands, and it is as if nobody had asked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnproc.store import transaction
from turnproc.store.errors import OperatorError
from turnproc.store.layout import SEALED_SUFFIX, Layout, open_turn
from turnproc.store.repository import Repository
from turnproc.store.transaction import At, Staged, nowhere


@dataclass(frozen=True, slots=True)
class Written:
    """The turn is in place. `commit` and `tag` are None where git was not asked for."""

    turn: int
    files: tuple[str, ...]
    commit: str | None = None
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a run that was cut off left behind: `written` is None if there was no turn yet and it was cleared away.

    `undoing`: that run took the turn back; with `written` None the turn still stands.
    """

    turn: int
    written: Written | None
    undoing: bool = False


def check_ready(root: Path, turn: int, use_git: bool) -> None:
    """Can this turn be resolved and committed here and now? Asked before anything is read.

    Raises:
        OperatorError: Resolved already (O004) or not the open turn (O017); no repository (O002), no git (O006),
            uncommitted files (O003), an operation under way (O008), no branch (O009), the tag taken (O010).
    """
    if Layout(root).is_resolved(turn):
        raise OperatorError("O004", turn=turn)
    if turn != open_turn(root):
        raise OperatorError("O017", turn=turn, open=open_turn(root))
    if use_git:
        repository = repository_of(root)
        check_branch(repository)
        there = repository.tagged(turn)
        if there is not None:
            raise OperatorError("O010", tag=repository.tag_name(turn), commit=there[:12])
        _check_committed(root, turn, repository)


def check_undoable(root: Path, turn: int, use_git: bool) -> None:
    """Can this turn be taken back here and now?

    Raises:
        OperatorError: It is open again already (O152), not resolved (O151, or O163 where no turn is), or not the last
            one (O150); no repository (O002), no git (O006), uncommitted files (O003), an operation under way (O008),
            no branch (O009), or the journal is not the one that was committed (O153).
    """
    layout = Layout(root)
    resolved = layout.resolved_turns()
    if turn not in resolved:
        if turn == open_turn(root) and layout.revision(turn) > 1:
            raise OperatorError("O152", turn=turn, revision=layout.revision(turn))
        if not resolved:
            raise OperatorError("O163", turn=turn)
        raise OperatorError("O151", turn=turn, last=resolved[-1])
    if turn != resolved[-1]:
        raise OperatorError("O150", turn=turn, last=resolved[-1])
    if not use_git:
        return
    repository = repository_of(root)
    check_branch(repository)
    _check_committed(root, turn, repository)
    commit, journal = repository.tagged(turn), layout.journal_file(turn)
    if commit is not None and repository.file_at(commit, journal) != layout.path(journal).read_bytes():
        raise OperatorError("O153", file=journal, tag=repository.tag_name(turn))


def check_again(root: Path, turn: int, use_git: bool) -> None:
    """Is what the turn was made from still in git, now that it is made?

    Raises:
        OperatorError: Files have come or were changed meanwhile (O003).
    """
    if use_git:
        _check_committed(root, turn, repository_of(root))


def _check_committed(root: Path, turn: int, repository: Repository) -> None:
    names = Layout(root).of_interest(turn)
    inputs = [name for name in names if name.endswith(".yaml")]
    layout = Layout(root)
    inputs += [layout.orders_folder(turn), layout.gm_file(turn), layout.turn_file(turn), layout.received_file(turn)]
    ignored = [name for name in repository.ignored(inputs) if name.removesuffix(SEALED_SUFFIX).endswith(".yaml")]
    dirty = sorted({*repository.dirty(names), *ignored})
    if dirty:
        raise OperatorError("O003", files=dirty)


def commit_turn(
    root: Path,
    turn: int,
    files: Mapping[str, bytes | None],
    message: str,
    use_git: bool,
    *,
    replaces: Collection[str] = (),
    at: At = nowhere,
) -> Written:
    """Write a turn's results all or nothing, commit exactly these files and tag the commit.

    Call it under `campaign_lock`, after `recover` and `check_ready`. `files` maps names below the campaign's folder to
    contents (None: the file goes) and holds the turn's journal. Existing files of other content are refused unless
    `replaces` names them.

    Raises:
        OperatorError: The turn is not written (it says why), or it is written and git refuses (O007, O008, O009): then
            the next run's `recover` commits it.
    """
    layout = Layout(root)
    if layout.journal_file(turn) not in files:
        raise ValueError(f"without {layout.journal_file(turn)} the turn would not count as resolved")
    if layout.is_resolved(turn):
        raise OperatorError("O004", turn=turn)
    if use_git:
        check_branch(repository_of(root))
    staged = transaction.stage(root, turn, files, message if use_git else None, replaces, at)
    try:
        return _finish(root, staged, use_git, at)
    except OperatorError:
        if not layout.is_resolved(turn):
            with contextlib.suppress(OperatorError):
                if transaction.take_back(root, staged) or not transaction.has_begun(root, staged):
                    transaction.sweep(staged)
        raise


def undo_turn(
    root: Path, turn: int, files: Mapping[str, bytes | None], message: str, use_git: bool, *, at: At = nowhere
) -> Written:
    """Take a turn back, all or nothing, and commit exactly these files. Its tag stays where it is.

    Call it under `campaign_lock`, after `recover` and `check_undoable`. `files` maps names below the campaign's folder
    to contents (None: the file goes); among them are the journal, which goes, and the place where it is kept.

    Raises:
        OperatorError: The turn stands (it says why), or it is taken back and git refuses (O007, O008, O009): then the
            next run's `recover` commits it.
    """
    layout = Layout(root)
    if files.get(layout.journal_file(turn), b"") is not None:
        raise ValueError(f"with {layout.journal_file(turn)} the turn would still count as resolved")
    staged = transaction.stage(root, turn, files, message if use_git else None, files, at, undoing=True)
    try:
        return _finish(root, staged, use_git, at)
    except OperatorError:
        if layout.is_resolved(turn):
            with contextlib.suppress(OperatorError):
                if transaction.take_back(root, staged):
                    transaction.sweep(staged)
        raise


def recover(root: Path, use_git: bool, at: At = nowhere) -> Recovered | None:
    """Finish or forget what a run before this one left half done; None if there is nothing of the kind.

    Every command that writes calls it first, under `campaign_lock`, and tells what it did. Without `use_git` the files
    are put in place and left uncommitted, even if the run that was cut off meant to commit them.

    Raises:
        OperatorError: Files have been changed since (O015), what stopped the run before is still in the way, or what
            is there came with the campaign's files and not from a run (O014).
    """
    staged = transaction.unfinished(root)
    if staged is None:
        return None
    repository = repository_of(root) if use_git else _repository_if_any(root)
    folder = staged.folder.relative_to(root).as_posix()
    # What git is told to ignore is there a moment before that is written down.
    if repository is not None and set(repository.tracked(folder)) - {f"{folder}/{transaction.IGNORE}"}:
        raise transaction.not_ours(staged.folder)
    if staged.undoing and not staged.files:
        # No manifest: nothing had happened yet, or everything had.
        transaction.sweep(staged)
        stands = Layout(root).is_resolved(staged.turn)
        return Recovered(staged.turn, None if stands else Written(staged.turn, ()), undoing=True)
    if Layout(root).is_resolved(staged.turn) and not staged.undoing:
        if staged.files:
            return Recovered(staged.turn, _finish(root, staged, use_git, at))
        # Cut off while it cleared up, the run had finished its turn. Nobody knows that yet, and who runs it again for
        # that reason does not want the next turn to be played.
        transaction.sweep(staged)
        return Recovered(staged.turn, _as_written(staged.turn, repository))
    kept = repository.tracked(Layout(root).turn_folder(staged.turn)) if repository is not None else []
    # Who has committed what is kept of the turn has seen that it is being taken back.
    is_seen = staged.undoing and any(file.replaces is None and file.name in kept for file in staged.files)
    if is_seen or not transaction.take_back(root, staged, kept):
        return Recovered(staged.turn, _finish(root, staged, use_git, at), staged.undoing)
    at("taken back")
    transaction.sweep(staged)
    return Recovered(staged.turn, None, staged.undoing)


def _as_written(turn: int, repository: Repository | None) -> Written:
    commit = repository.tagged(turn) if repository is not None else None
    tag = repository.tag_name(turn) if repository is not None and commit is not None else None
    return Written(turn, (), commit, tag)


def _finish(root: Path, staged: Staged, use_git: bool, at: At) -> Written:
    transaction.move_into_place(root, staged, at)
    commit, tag = None, None
    if use_git and staged.commit is not None:
        repository = repository_of(root)
        check_branch(repository)
        # Nothing to commit: the run before got as far as this, or a person has committed the files.
        commit = repository.commit(staged.names, staged.commit)
        commit = commit or repository.last_commit_of(Layout(root).journal_file(staged.turn))
        at("committed")
        if not staged.undoing:
            repository.tag(staged.turn, commit)
            tag = repository.tag_name(staged.turn)
            at("tagged")
    with contextlib.suppress(OperatorError):
        # The turn is finished, whatever is left over; the next run clears it up.
        transaction.sweep(staged)
    at("swept")
    written = tuple(file.name for file in staged.files if file.content is not None)
    return Written(staged.turn, written, commit, tag)


def repository_of(root: Path) -> Repository:
    """The repository that the campaign is in.

    Raises:
        OperatorError: There is none (O002), or git is not installed (O006).
    """
    repository = Repository.find(root)
    if repository is None:
        raise OperatorError("O002", folder=str(root))
    return repository


def _repository_if_any(root: Path) -> Repository | None:
    """The repository of a campaign whose turn is not committed, as far as git is there and answers."""
    if not any((folder / ".git").exists() for folder in (root, *root.parents)):
        return None
    try:
        return Repository.find(root)
    except OperatorError:
        return None


def check_branch(repository: Repository) -> None:
    """Is there a branch that a commit can be made on?

    Raises:
        OperatorError: An operation is under way (O008), or no branch is checked out (O009).
    """
    operation = repository.busy()
    if operation is not None:
        raise OperatorError("O008", operation=operation)
    if repository.is_detached():
        raise OperatorError("O009")
