"""Files and folders that outlast a power cut: nothing is relied on before it is on the disk."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path


def write_through(path: Path, raw: bytes) -> None:
    """Write a file, and wait until the disk has it."""
    with path.open("wb") as stream:
        stream.write(raw)
        stream.flush()
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Make new and renamed entries of a folder outlast a power cut, where the system has something of the kind."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def drop_empty_folders(top: Path, files: Iterable[Path]) -> None:
    """Take away the folders below `top` in which nothing is left where these files were: git has none either."""
    for file in files:
        for folder in file.relative_to(top).parents[:-1]:
            with contextlib.suppress(OSError):
                (top / folder).rmdir()


def take_folder_away(folder: Path, last: str) -> None:
    """Delete a folder; the file `last` goes last, so that as long as anything is left git sees nothing of it."""
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry.name != last:
            entry.unlink()
    shutil.rmtree(folder)
