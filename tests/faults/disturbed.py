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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
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
        env: Mapping[str, str] | None = None,
    ) -> Run:
        """Run a command. `fault` is what `turnproc` stumbles over (see `tests.faults.stumbling`), `user` whose process
        it is, `file_size` how large a file may become."""
        request = {
            "arguments": arguments,
            "cwd": str(cwd),
            "fault": dict(fault or {}),
            "user": user,
            "file_size": file_size,
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
        if request["user"] is not None:
            os.setgroups([])
            os.setresgid(request["user"], request["user"], request["user"])
            os.setresuid(request["user"], request["user"], request["user"])
        os.chdir(request["cwd"])
        from turnproc.cli.app import run

        stumble(request["fault"], Path(request["cwd"]), operations)
        if request["file_size"] is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (request["file_size"], request["file_size"]))
        code = run(request["arguments"])
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        with contextlib.suppress(OSError):
            os._exit(code)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as operations:
        process = os.fork()
        if process == 0:
            os.setpgid(0, 0)
            _child(request, out.fileno(), err.fileno(), operations.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        # A git that was begun is not to be there any more when somebody looks.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)
        texts = []
        for stream in (out, err, operations):
            stream.seek(0)
            texts.append(stream.read().decode(errors="backslashreplace"))
    return {"code": code, "out": texts[0], "err": texts[1], "operations": texts[2].splitlines()}


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
    for row in sys.stdin:
        print(json.dumps(_answer(json.loads(row))), flush=True)


if __name__ == "__main__":
    main()
