"""A folder that turnproc fills: a new campaign, all or nothing, and files of it that are written again later."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from turnproc.store.errors import OperatorError, writing
from turnproc.store.layout import SCRATCH_PREFIX, Layout

# A repository that was made or cloned and has nothing in it yet is an empty folder to people.
_NOTHING = {".git"}


def free_place(folder: Path) -> Path:
    """Where a new campaign can be put: a folder that does not exist yet, or that is empty.

    Raises:
        OperatorError: Something is in it (O040), it is no folder (O041), or the system lets us not even look
            (O011, O013).
    """
    with writing(folder):
        if os.path.lexists(folder) and not folder.is_dir():
            raise OperatorError("O041", folder=str(folder))
        place = folder.resolve()
        there = sorted(entry.name for entry in place.iterdir()) if place.is_dir() else []
    if not _NOTHING.issuperset(there):
        raise OperatorError("O040", folder=str(folder), files=there[:5])
    return place


@contextlib.contextmanager
def filled(place: Path, files: Mapping[str, bytes]) -> Iterator[None]:
    """Write the files of a new campaign. If that or the block fails, everything is as it was before.

    Raises:
        OperatorError: The system does not let us write (O011 to O013).
    """
    made = [folder for folder in (place, *place.parents) if not folder.exists()]
    before = {entry.name for entry in place.iterdir()} if place.is_dir() else set()
    try:
        for name, raw in files.items():
            path = Layout(place).path(name)
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as stream:
                    stream.write(raw)
        yield
    except BaseException:
        _take_away(place, made, before)
        raise


def _take_away(place: Path, made: list[Path], before: Collection[str]) -> None:
    for entry in place.iterdir() if place.is_dir() else ():
        if entry.name in before:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)
    for folder in made:
        with contextlib.suppress(OSError):
            folder.rmdir()


def write_again(root: Path, files: Mapping[str, bytes], mark: bytes) -> list[str]:
    """Write files that turnproc alone writes; give the names of those that have changed. `mark` stands in each of them.

    Raises:
        OperatorError: Another file is in the way (O014), a name leads through a link (O016), or the system does not
            let us write (O011 to O013).
    """
    layout = Layout(root)
    before = {name: _contents(root, name) for name in files}
    foreign = [name for name, raw in before.items() if raw is not None and mark not in raw]
    if foreign:
        raise OperatorError("O014", files=foreign)
    changed = [name for name, raw in files.items() if before[name] != raw]
    for name in changed:
        path = layout.path(name)
        draft = path.with_name(f"{SCRATCH_PREFIX}{path.name}")
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            # What lies there is of a run that was cut off, or a link that somebody sent.
            draft.unlink(missing_ok=True)
            with draft.open("xb") as stream:
                stream.write(files[name])
            draft.replace(path)
    return changed


def replace_file(root: Path, name: str, raw: bytes) -> None:
    """Give a file of a campaign another content, in one step.

    Raises:
        OperatorError: It is a link (O016), or the system does not let us write (O011 to O013).
    """
    path = Layout(root).path(name)
    _contents(root, name)
    draft = path.with_name(f"{SCRATCH_PREFIX}{path.name}")
    with writing(path):
        draft.unlink(missing_ok=True)
        try:
            with draft.open("xb") as stream:
                stream.write(raw)
            shutil.copymode(path, draft)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def put_files(root: Path, files: Mapping[str, bytes | None]) -> None:
    """Write files of a campaign, new or in the place of what is there, and delete some (None): all or none.

    Whoever looks meanwhile finds each file whole.

    Raises:
        OperatorError: A name leads through a link (O016), or the system does not let us write (O011 to O013); then
            everything is as it was before.
    """
    layout = Layout(root)
    before = {name: _contents(root, name) for name in files}
    drafts = {name: layout.path(name).with_name(f"{SCRATCH_PREFIX}{layout.path(name).name}") for name in files}
    done: list[str] = []
    try:
        for name, raw in files.items():
            if raw is not None:
                _write_draft(drafts[name], raw)
        for name, raw in files.items():
            with writing(layout.path(name)):
                if raw is None:
                    layout.path(name).unlink()
                else:
                    drafts[name].replace(layout.path(name))
            done.append(name)
    except BaseException:
        for name in done:
            _put_back(layout.path(name), drafts[name], before[name])
        raise
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


def _write_draft(draft: Path, raw: bytes) -> None:
    with writing(draft):
        draft.parent.mkdir(parents=True, exist_ok=True)
        # What lies there is of a run that was cut off, or a link that somebody sent.
        draft.unlink(missing_ok=True)
        with draft.open("xb") as stream:
            stream.write(raw)


def _put_back(path: Path, draft: Path, raw: bytes | None) -> None:
    if raw is None:
        path.unlink(missing_ok=True)
    else:
        _write_draft(draft, raw)
        draft.replace(path)


def _contents(root: Path, name: str) -> bytes | None:
    path = root
    for part in name.split("/"):
        path = path / part
        if path.is_symlink():
            raise OperatorError("O016", path=name)
    with writing(path):
        return path.read_bytes() if os.path.lexists(path) else None
