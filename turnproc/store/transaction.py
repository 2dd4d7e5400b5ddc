"""Write a turn's files all or nothing, so that a crash at any instant leaves the old turn or the new one.

First every file is written into a staging folder, `turns/.turnproc-007`; then a manifest that lists them is put there
in one step; then they are moved into place one by one, the journal last, since a turn counts as resolved when it has
its journal. Until then nothing has happened, and `take_back` undoes what was moved: the turn's inputs may be others by
the time somebody comes back to it. After it, `move_into_place` has nothing left to do but look. The staging folder
stays until its owner (`turnproc.store.turn`) has committed the files too.

A turn is taken back in the same way, in `turns/.turnproc-undo-007`: what is kept of it is written aside and moved into
place first, then the journal goes, then everything else. With its journal the turn still stands.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnproc.store.durable import drop_empty_folders, sync_folder, take_folder_away, write_through
from turnproc.store.errors import OperatorError, writing
from turnproc.store.layout import SCRATCH_PREFIX, TURNS_FOLDER, Layout, turn_name

MANIFEST = "manifest.json"
IGNORE = ".gitignore"
_FORMAT = "turnproc.write/1"
_UNDO = "undo-"

# Called after each step with its name; tests end the process there.
At = Callable[[str], None]


def nowhere(step: str) -> None:
    """The `At` of every run that is no test."""


@dataclass(frozen=True, slots=True)
class StagedFile:
    """One file of the turn: its name in the campaign, its hash (None: it goes), and the hash of what it replaces."""

    name: str
    content: str | None
    replaces: str | None


@dataclass(frozen=True, slots=True)
class Staged:
    """A turn that is completely written, but perhaps not in place yet. `commit` is its message, None: no commit.

    `undoing`: it is not written but taken back.
    """

    turn: int
    folder: Path
    files: tuple[StagedFile, ...]
    commit: str | None
    undoing: bool = False

    @property
    def names(self) -> list[str]:
        """The files' names in the campaign."""
        return [file.name for file in self.files]

    def path(self, index: int) -> Path:
        """Where a file lies until it is moved. Numbers, not names: no folder to make, no name to mistrust."""
        return self.folder / f"{index:04d}"


def content_hash(raw: bytes) -> str:
    """The hash of a file's content as journals write it."""
    return f"sha256:{hashlib.sha256(raw).hexdigest()}"


def staging_folder(root: Path, turn: int, *, undoing: bool = False) -> Path:
    """Where a turn is written before it is moved into place: in the same file system, so that moving is one step."""
    return root / TURNS_FOLDER / f"{SCRATCH_PREFIX}{_UNDO if undoing else ''}{turn_name(turn)}"


def stage(
    root: Path,
    turn: int,
    files: Mapping[str, bytes | None],
    commit: str | None,
    replaces: Collection[str] = (),
    at: At = nowhere,
    *,
    undoing: bool = False,
) -> Staged:
    """Write everything aside (None: the file shall go). Whatever goes wrong in here, all stays as it was.

    Raises:
        OperatorError: A file is in the way that is not named in `replaces` (O014), a name leads through a link (O016),
            or the system does not let us write (O011 to O013).
    """
    layout = Layout(root)
    before = {name: _hash_of(_safe_path(layout, name, turn, undoing=undoing)) for name in files}
    hashes = {name: None if raw is None else content_hash(raw) for name, raw in files.items()}
    in_the_way = [name for name in files if before[name] not in {None, hashes[name]} and name not in replaces]
    if in_the_way:
        raise OperatorError("O014", files=sorted(in_the_way))
    journal, kept = layout.journal_file(turn), layout.undone_journal(turn, layout.revision(turn))

    def order(name: str) -> tuple[bool, bool, str]:
        # What replaces something comes last, too: up to there everything can be taken back.
        replacing = before[name] not in {None, hashes[name]}
        # The journal decides whether the turn stands: it comes last, or goes first.
        return (
            (replacing, (name != journal) if replacing else (name == kept), name)
            if undoing
            else (name == journal, replacing, name)
        )

    ordered = sorted(files, key=order)
    entries = tuple(StagedFile(name, hashes[name], before[name]) for name in ordered)
    staged = Staged(turn, staging_folder(root, turn, undoing=undoing), entries, commit, undoing)
    try:
        with writing(staged.folder):
            staged.folder.mkdir(parents=True)
            # Should we be killed: a person's `git add --all` must not take it in, nor `git clean` take it away.
            write_through(staged.folder / IGNORE, b"*\n")
            at("begun")
            for index, name in enumerate(ordered):
                raw = files[name]
                if raw is not None:
                    write_through(staged.path(index), raw)
                at(f"staged {name}")
            _write_manifest(staged)
    except BaseException:
        if not (staged.folder / MANIFEST).exists():
            with contextlib.suppress(OSError):
                take_folder_away(staged.folder, IGNORE)
        raise
    at("manifest")
    return staged


def unfinished(root: Path) -> Staged | None:
    """The turn that a run before this one staged and did not finish.

    Its folder may also be without a manifest: then `files` is empty, nothing has happened and it can be swept.

    Raises:
        OperatorError: No turnproc can have written what is there (O014).
    """
    for folder in sorted((root / TURNS_FOLDER).glob(f"{SCRATCH_PREFIX}*")):
        name = folder.name.removeprefix(SCRATCH_PREFIX)
        turn = name.removeprefix(_UNDO)
        if turn.isdecimal() and folder.is_dir():
            staged = _read_manifest(folder, int(turn), undoing=name != turn)
            if staged is None or folder != staging_folder(root, staged.turn, undoing=staged.undoing):
                raise not_ours(folder)
            return staged
    return None


def not_ours(folder: Path) -> OperatorError:
    """A folder that looks like ours and is not: anybody can send one by pull request, to be put into place for them."""
    return OperatorError("O014", files=[f"{TURNS_FOLDER}/{folder.name}"])


def move_into_place(root: Path, staged: Staged, at: At = nowhere) -> None:
    """Move what has not been moved yet. Nothing is moved if a person has changed one of the files meanwhile.

    Raises:
        OperatorError: A file is neither as it was before nor as it shall be (O015), a folder has become a link (O016),
            or the system does not let us write (O011 to O013).
    """
    layout = Layout(root)
    targets = [_safe_path(layout, file.name, staged.turn, undoing=staged.undoing) for file in staged.files]
    found = [_hash_of(target) for target in targets]
    waiting = [_hash_of(staged.path(index)) == file.content for index, file in enumerate(staged.files)]
    changed = [
        file.name
        for file, now, is_waiting in zip(staged.files, found, waiting, strict=True)
        if now != file.content and not (is_waiting and now == file.replaces)
    ]
    if changed:
        folder = staged.folder.relative_to(root).as_posix()
        raise OperatorError("O015", turn=staged.turn, files=changed, folder=folder)
    for index, (file, target) in enumerate(zip(staged.files, targets, strict=True)):
        if found[index] != file.content:
            with writing(target):
                target.parent.mkdir(parents=True, exist_ok=True)
                if file.content is None:
                    target.unlink()
                else:
                    staged.path(index).replace(target)
        at(f"moved {file.name}")
    for parent in {staged.folder.parent, *(target.parent for target in targets)}:
        sync_folder(parent)
    if staged.undoing:
        drop_empty_folders(layout.path(TURNS_FOLDER), [layout.path(file.name) for file in staged.files])
    at("moved")


def has_begun(root: Path, staged: Staged) -> bool:
    """Is at least one file in its place that was not there before?"""
    layout = Layout(root)
    return any(_hash_of(layout.path(file.name)) != file.replaces for file in staged.files)


def take_back(root: Path, staged: Staged, kept: Collection[str] = ()) -> bool:
    """Take a turn away again whose journal is not in place: nobody has seen it, and what it was made from may change.

    Files of `kept` (somebody has committed them) stay, as does whatever is not as we wrote it. False, and nothing is
    done, if a file has been replaced: then what stood there before is gone.

    Raises:
        OperatorError: A folder has become a link (O016), or the system does not let us write (O011 to O013).
    """
    layout = Layout(root)
    replacing = [file for file in staged.files if file.replaces not in {None, file.content}]
    if any(_hash_of(layout.path(file.name)) == file.content for file in replacing):
        return False
    for index, file in enumerate(staged.files):
        target = _safe_path(layout, file.name, staged.turn, undoing=staged.undoing)
        is_moved = file.replaces is None and file.name not in kept and not staged.path(index).exists()
        if is_moved and _hash_of(target) == file.content:
            with writing(target):
                target.unlink()
    if staged.undoing:
        drop_empty_folders(layout.path(TURNS_FOLDER), [layout.path(file.name) for file in staged.files])
    return True


def sweep(staged: Staged) -> None:
    """Take the staging folder away: the turn is finished, or never began."""
    with writing(staged.folder):
        # The manifest goes first: a folder without it means nothing, whatever else is still in it.
        (staged.folder / MANIFEST).unlink(missing_ok=True)
        take_folder_away(staged.folder, IGNORE)


def _write_manifest(staged: Staged) -> None:
    document = {
        "format": _FORMAT,
        "turn": staged.turn,
        "commit": staged.commit,
        "files": [{"name": file.name, "content": file.content, "replaces": file.replaces} for file in staged.files],
    }
    draft = staged.folder / f"{MANIFEST}.draft"
    write_through(draft, json.dumps(document, ensure_ascii=False, indent=2).encode())
    sync_folder(staged.folder)
    draft.replace(staged.folder / MANIFEST)
    sync_folder(staged.folder)
    sync_folder(staged.folder.parent)


def _read_manifest(folder: Path, turn: int, *, undoing: bool) -> Staged | None:
    """What the manifest says; None if it cannot be ours: another form, or names of anything but the turn's results."""
    if folder.is_symlink():
        return None
    layout = Layout(folder.parent.parent)
    try:
        document = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        entries = [(entry["name"], entry["content"], entry["replaces"]) for entry in document["files"]]
        commit, is_ours = document["commit"], document["format"] == _FORMAT and document["turn"] == turn
    except FileNotFoundError:
        return Staged(turn, folder, (), None, undoing)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    is_ours = is_ours and isinstance(commit, str | None)
    for name, content, replaces in entries:
        is_ours = is_ours and isinstance(name, str) and layout.is_result(name, turn, undoing=undoing)
        is_ours = is_ours and isinstance(content, str | None) and isinstance(replaces, str | None)
    files = tuple(StagedFile(*entry) for entry in entries)
    return Staged(turn, folder, files, commit, undoing) if is_ours else None


def _hash_of(path: Path) -> str | None:
    # None: there is no such file.
    try:
        return "a link" if path.is_symlink() else content_hash(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError:
        return "unreadable"  # a folder of that name, say: in any case not what we wrote


def _safe_path(layout: Layout, name: str, turn: int, *, undoing: bool) -> Path:
    """The real path of a file to be written: one of the turn's results, and no link on the way."""
    if not layout.is_result(name, turn, undoing=undoing):
        raise OperatorError("O016", path=name)
    path = layout.root
    for part in name.split("/"):
        path = path / part
        if path.is_symlink():
            raise OperatorError("O016", path=path.relative_to(layout.root).as_posix())
    return path
