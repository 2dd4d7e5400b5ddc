"""A lock on a campaign: only one turnproc writes in it at a time.

`resolve` holds it from before it reads until after the commit. The system holds it on an open file, so it goes with
the process, however that ends: a file left behind by a killed process locks nobody out. What stands in the file is
only for the message that the second one gets.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from turnproc.store.errors import OperatorError, writing
from turnproc.store.layout import SCRATCH_PREFIX

LOCK_FILE = f"{SCRATCH_PREFIX}lock"

if sys.platform == "win32":
    import msvcrt

    # Windows forbids others to read what is locked: lock a byte far behind the text.
    _LOCKED_BYTE = 1 << 20

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def campaign_lock(root: Path) -> Iterator[None]:
    """Keep every other turnproc from writing in this campaign while the block runs.

    Raises:
        OperatorError: Another one is at work (O005), or the campaign's folder cannot be written (O011 to O013).
    """
    path = root / LOCK_FILE
    descriptor = _acquire(path)
    try:
        with contextlib.suppress(OSError):  # the text is a courtesy: a full disk must not stop us here
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"pid {os.getpid()}, {socket.gethostname()}\n".encode())
        yield
    finally:
        _release(path, descriptor)


def _acquire(path: Path) -> int:
    while True:
        with writing(path):
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
            try:
                _lock(descriptor)
            except BlockingIOError:
                os.close(descriptor)
                raise OperatorError("O005", holder=_holder(path)) from None
        # The one before us deletes the file as it leaves. Who locked the deleted one has locked nothing.
        if _is_still_there(path, descriptor):
            return descriptor
        os.close(descriptor)


def _is_still_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except OSError:
        return False


def _release(path: Path, descriptor: int) -> None:
    # Delete, then unlock: the other way round we might delete the file that a second one has locked by now.
    # Windows does not delete what is open; there the file stays until somebody else can delete it.
    if sys.platform == "win32":
        os.close(descriptor)
        with contextlib.suppress(OSError):
            path.unlink()
    else:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _holder(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip() or "?"
    except OSError:
        return "?"
