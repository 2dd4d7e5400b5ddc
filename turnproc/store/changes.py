"""Several files of a campaign changed together, and committed: all of them or none.

For what is no turn: who plays whom. Callers hold the campaign's lock. Should the process be killed between two files,
git shows what was changed, and the next run refuses to build on it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from turnproc.store.errors import OperatorError, writing
from turnproc.store.layout import SCRATCH_PREFIX, Layout
from turnproc.store.outside import no_link_on_the_way
from turnproc.store.repository import Repository
from turnproc.store.transaction import unfinished
from turnproc.store.turn import check_branch, repository_of


def check_whole(root: Path) -> None:
    """See that no turn is half written.

    Raises:
        OperatorError: One is (O146), or something is there that looks like one (O014).
    """
    staged = unfinished(root)
    if staged is not None:
        raise OperatorError("O146", turn=staged.turn)


def ready_repository(root: Path, names: Collection[str]) -> Repository:
    """The repository in which a change of these files and folders can be committed, with nothing else in the commit.

    Raises:
        OperatorError: There is none (O002), git is not installed (O006), an operation is under way (O008), no branch
            is checked out (O009), or one of the files is not committed as it is (O003).
    """
    repository = repository_of(root)
    check_branch(repository)
    dirty = repository.dirty(sorted(names))
    if dirty:
        raise OperatorError("O003", files=dirty)
    return repository


@contextlib.contextmanager
def changed(root: Path, files: Mapping[str, bytes | None]) -> Iterator[None]:
    """Give files another content (None: the file goes), in the order given; if the block fails, put all back.

    Raises:
        OperatorError: A name leads through a link (O016), or the system does not let us write (O011 to O013).
    """
    layout = Layout(root)
    before: dict[Path, bytes | None] = {}
    made: list[Path] = []
    for name in files:
        path = layout.path(name)
        no_link_on_the_way(root, path)
        with writing(path):
            before[path] = path.read_bytes() if os.path.lexists(path) else None
    try:
        for name, raw in files.items():
            path = layout.path(name)
            made += [folder for folder in path.parents if not folder.exists()]
            _put(path, raw)
        yield
    except BaseException:
        for path, raw in before.items():
            with contextlib.suppress(OperatorError):
                _put(path, raw)
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _put(path: Path, raw: bytes | None) -> None:
    with writing(path):
        if raw is None:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{SCRATCH_PREFIX}{path.name}")
        draft.unlink(missing_ok=True)
        try:
            with draft.open("xb") as stream:
                stream.write(raw)
            if path.exists():
                shutil.copymode(path, draft)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
