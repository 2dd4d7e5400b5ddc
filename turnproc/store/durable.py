"""Files and folders that outlast a power cut: nothing is relied on before it is on the disk."""

from __future__ import annotations

import contextlib
import os
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
