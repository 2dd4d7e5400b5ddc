"""Runs of turnproc that something goes wrong in, at a moment of one's choice.

A process that has loaded everything (`python -m tests.faults.disturbed`) forks for every run; the run is cut off, or an
operation of it fails, or it is somebody else who runs it. One JSON request a row, one answer a row.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CUT_OFF = 77


@dataclass(frozen=True)
class Run:
    """What came of a run. `operations` is what it did to disk and git, in order, as far as it got."""

    code: int
    out: str
    err: str
    operations: Sequence[str]


class Disturbed:
    """The process, from the outside."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.disturbed"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(
        self,
        *arguments: str,
        cwd: Path,
        fault: Mapping[str, Any] | None = None,
        user: int | None = None,
        file_size: int | None = None,
        remove_cwd: bool = False,
        kill_after: float | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Run:
        """Run a command.

        `fault` is what it stumbles over (`tests.faults.stumbling`), `user` whose process it is, `file_size` how large a
        file may become. `remove_cwd` deletes the folder that it runs in, `kill_after` kills it and its git after so
        many seconds.
        """
        request = {
            "arguments": arguments,
            "cwd": str(cwd),
            "fault": dict(fault or {}),
            "user": user,
            "file_size": file_size,
            "remove_cwd": remove_cwd,
            "kill_after": kill_after,
            "env": {**os.environ, **(env or {})},
        }
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return Run(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _child(request: dict[str, Any], out: int, err: int, operations: int) -> None:
    import resource

    from tests.faults.stumbling import stumble

    code = 99
    try:
        os.environ.clear()
        os.environ.update(request["env"])
        tempfile.tempdir = None
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        # Python's own streams remember what they were opened on.
        sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
        if request["user"] is not None:
            os.setgroups([])
            os.setgid(request["user"])
            os.setuid(request["user"])
        os.chdir(request["cwd"])
        if request["remove_cwd"]:
            Path(request["cwd"]).rmdir()
        from turnproc.cli.app import run

        stumble(request["fault"], Path(request["cwd"]), operations)
        if request["file_size"] is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (request["file_size"], request["file_size"]))
        code = run(request["arguments"])
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    # Pipes, not files: what is said must get through where no file may become larger.
    pipes = [os.pipe() for _ in range(3)]
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        _child(request, *(writing for _, writing in pipes))
    with contextlib.suppress(OSError):
        os.setpgid(process, process)
    texts = ["", "", ""]
    readers = [Thread(target=_read, args=(texts, at, reading)) for at, (reading, _) in enumerate(pipes)]
    for _, writing in pipes:
        os.close(writing)
    for reader in readers:
        reader.start()
    if request["kill_after"] is not None:
        time.sleep(request["kill_after"])
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    # A git that was begun is not to be there any more when somebody looks.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    for reader in readers:
        reader.join()
    return {"code": code, "out": texts[0], "err": texts[1], "operations": texts[2].splitlines()}


def _read(texts: list[str], at: int, descriptor: int) -> None:
    with os.fdopen(descriptor, "rb") as stream:
        texts[at] = stream.read().decode(errors="backslashreplace")


def main() -> None:
    """Load what `resolve` loads and has to read, then do as asked until nobody asks any more."""
    import git  # noqa: F401

    from tests.cli.helpers import SMALL
    from tests.git.helpers import write
    from turnproc.cli.app import run

    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as folder:
        # Schemas, templates and modules may lie where somebody else may not read.
        write(Path(folder), dict(SMALL))
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            for command in (["resolve", "--no-commit"], ["status"], ["verify"], ["report"]):
                run([*command, folder])
            run(["resolve", "-l", "ru", folder])
            run(["undo", "--no-commit", "--turn", "1", "--reason", "x", folder])
    for row in sys.stdin:
        print(json.dumps(_answer(json.loads(row))), flush=True)


if __name__ == "__main__":
    main()
