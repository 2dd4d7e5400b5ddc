"""What goes wrong, and when: counts all that a run does to disk and git, and lets it end or fail at one of them.

Only for a process that ends with the run: what is put in place here is never taken away.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.faults.disturbed import CUT_OFF

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Audit events, and which of their arguments are paths.
AUDITED = {"os.rename": 2, "os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.link": 2, "os.truncate": 1}


class Stumbling:
    """Counts operations. `exit` ends the process before operation `at`, `error` lets it fail with `errno`; `step` ends
    it at a step of `turnproc.store` (the hook `at`)."""

    def __init__(self, fault: Mapping[str, Any], root: Path, log: int) -> None:
        self.fault, self.root, self.log = fault, str(root), log
        self.count = -1
        self.is_done = False

    def reach(self, operation: str) -> bool:
        """Note an operation; tell whether it is to fail. Ends the process where that is asked for."""
        if self.is_done:
            return False
        self.count += 1
        with contextlib.suppress(OSError):
            os.write(self.log, f"{operation}\n".encode())
        if self.count != self.fault.get("at"):
            return False
        self.is_done = True
        if self.fault["kind"] == "exit":
            os._exit(CUT_OFF)
        return True

    def error(self, path: str | None = None) -> OSError:
        """What the system says."""
        number = self.fault["errno"]
        return OSError(number, os.strerror(number), *([] if path is None else [path]))

    def shown(self, path: object) -> str:
        """A path as the list of operations has it."""
        text = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else "an open file"
        return text.removeprefix(f"{self.root}/") if text.startswith(f"{self.root}/") else Path(text).name

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Called by Python before it opens, moves, makes or deletes anything."""
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, int) or not flags & WRITING or os.fspath(path) in (os.devnull, b"/dev/null"):
                return
        elif event not in AUDITED:
            return
        else:
            path = arguments[AUDITED[event] - 1]
        if self.reach(f"{event.removeprefix('os.')} {self.shown(path)}"):
            raise self.error(os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else None)

    def step(self, name: str) -> None:
        """The hook of `turnproc.store`."""
        if self.fault.get("step") == name:
            os._exit(CUT_OFF)

    def wrap(self) -> None:
        """Put ourselves between turnproc and the system."""
        from git.cmd import Git

        from turnproc.actions import resolve_turn, undo

        for module, name in (
            (resolve_turn, "commit_turn"),
            (resolve_turn, "recover"),
            (undo, "undo_turn"),
            (undo, "recover"),
        ):
            setattr(module, name, functools.partial(getattr(module, name), at=self.step))
        self._wrap_writing()
        execute = Git.execute

        def stumbling_execute(git: Git, call: list[str], *arguments: Any, **options: Any) -> Any:
            command = next(word for word in call[3:] if not word.startswith("-") and "=" not in word)
            if self.reach(f"git {command}"):
                return 128, b"", f"fatal: unable to write: {os.strerror(self.fault['errno'])}"
            return execute(git, call, *arguments, **options)

        Git.execute = stumbling_execute  # type: ignore[method-assign, assignment]
        sys.addaudithook(self.audit)

    def _wrap_writing(self) -> None:
        opening, syncing = Path.open, os.fsync

        def stumbling_open(path: Path, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            stream = opening(path, mode, *arguments, **options)
            return Written(stream, self, self.shown(path)) if set(mode) & set("wxa+") else stream

        def stumbling_sync(fd: Any) -> None:
            if self.reach("fsync"):
                raise self.error()
            syncing(fd)

        Path.open = stumbling_open  # type: ignore[method-assign, assignment]
        os.fsync = stumbling_sync


class Written:
    """A file that is written: half of it may have got to the disk when the disk was full."""

    def __init__(self, stream: Any, stumbling: Stumbling, shown: str) -> None:
        self._stream, self._stumbling, self._shown = stream, stumbling, shown

    def write(self, content: Any) -> Any:
        """Write, or write half."""
        if self._stumbling.reach(f"write {self._shown}"):
            self._stream.write(content[: len(content) // 2])
            self._stream.flush()
            raise self._stumbling.error()
        return self._stream.write(content)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> Written:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()


def stumble(fault: Mapping[str, Any], root: Path, log: int) -> None:
    """Let this process stumble: `{"kind": "exit", "at": 3}`, `{"kind": "error", "at": 3, "errno": 28}`,
    `{"step": "manifest"}`; with nothing, only list what it does."""
    assert fault.get("kind") in (None, "exit", "error")
    assert fault.get("kind") != "error" or fault["errno"] in errno.errorcode
    Stumbling(fault, root, log).wrap()
