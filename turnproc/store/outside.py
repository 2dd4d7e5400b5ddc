"""Files that come from anywhere and are none of a campaign yet: taken in, and written where nothing is so far.

Nothing is ever replaced here. Several files are written all or none, each in one step: whoever looks into the folder
meanwhile finds a whole file or none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from turnproc.store.errors import OperatorError, writing
from turnproc.store.layout import SCRATCH_PREFIX


def read_outside(path: Path, most: int) -> bytes:
    """Read a file that the person named, and no more of it than one byte above `most`.

    Raises:
        OperatorError: There is no such file, or the system does not let us read it (O019).
    """
    try:
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except OSError as error:
        raise OperatorError("O019", path=str(path), words=error.strerror or type(error).__name__) from error


def no_link_on_the_way(root: Path, path: Path) -> None:
    """See that a file below a folder is reached without following a link.

    Raises:
        OperatorError: There is one (O016).
    """
    names = path.relative_to(root).parts
    place = root
    for name in names:
        place = place / name
        if place.is_symlink():
            raise OperatorError("O016", path="/".join(names))


def see_that_it_is_free(path: Path) -> None:
    """See that nothing lies where a file is to be written later.

    Raises:
        OperatorError: Something does (O031).
    """
    if os.path.lexists(path):
        raise OperatorError("O031", path=str(path))


# What a new file may be for everybody, as far as the person's own settings (umask) do not take it away.
_FOR_ALL = 0o666


def write_new(files: Mapping[Path, bytes], mode: int = _FOR_ALL) -> None:
    """Write files that do not exist yet, with the folders that they need; `mode` is who may do what with them.

    Raises:
        OperatorError: One of them exists by now (O031), or the system does not let us write (O011 to O013); then none
            of them is there.
    """
    written: list[Path] = []
    drafts: list[Path] = []
    try:
        for path, raw in files.items():
            draft = path.with_name(f"{SCRATCH_PREFIX}{path.name}")
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                # One that a killed run left, or a link that leads elsewhere, is not written into.
                draft.unlink(missing_ok=True)
                drafts.append(draft)
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
                with os.fdopen(os.open(draft, flags, mode), "wb") as stream:
                    stream.write(raw)
        for path, draft in zip(files, drafts, strict=True):
            with writing(path):
                _put(draft, path)
            written.append(path)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        raise
    finally:
        for draft in drafts:
            draft.unlink(missing_ok=True)


def _put(draft: Path, path: Path) -> None:
    """Give a draft its name, if nothing has it. A second link does both in one step, where the system knows links."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise OperatorError("O031", path=str(path)) from None
    except OSError:
        if os.path.lexists(path):
            raise OperatorError("O031", path=str(path)) from None
        draft.replace(path)
