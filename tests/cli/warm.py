"""A process that has loaded turnproc and forks for each command: no start-up to wait for, and what a command takes of
time and memory beyond it can be measured.

Started by `Warm` as `python -m tests.cli.warm`; reads one JSON request a row and answers with one a row.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MOST_SECONDS = 20
MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class Cost:
    """What came of a command, and what it took beyond start-up."""

    code: int
    out: str
    err: str
    seconds: float
    megabytes: float


class Warm:
    """The process, from the outside."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.warm"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def _ask(self, **request: Any) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        # The tests' own surroundings: no git configuration, fixed dates, an empty home.
        self._process.stdin.write(json.dumps({**request, "env": dict(os.environ)}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def start(self, *arguments: str, cwd: Path) -> int:
        """Start a command in a process (and process group) of its own, and do not wait for it."""
        process: int = self._ask(do="start", arguments=arguments, cwd=str(cwd))
        return process

    def wait(self, process: int) -> int:
        """Wait for a command that was started: its exit code, or minus the signal that ended it."""
        code: int = self._ask(do="wait", process=process)
        return code

    def run(self, *arguments: str, cwd: Path) -> Cost:
        """Run a command, measured."""
        return Cost(**self._ask(do="run", arguments=arguments, cwd=str(cwd)))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _fork(request: dict[str, Any], out: int, err: int, report: int | None) -> int:
    import resource
    import time

    process = os.fork()
    if process:
        # Whoever asks may want to end the whole group at once.
        with contextlib.suppress(OSError):
            os.setpgid(process, process)
        return process
    code = 99
    try:
        os.setpgid(0, 0)
        os.environ.clear()
        os.environ.update(request["env"])
        tempfile.tempdir = None
        os.chdir(request["cwd"])
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        from turnproc.cli.app import run

        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        if sys.platform == "linux":
            now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (now + MOST_BYTES, now + MOST_BYTES))
        began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        code = run(request["arguments"])
        sys.stdout.flush()
        sys.stderr.flush()
        if report is not None:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            unit = 1024 * 1024 if sys.platform == "darwin" else 1024
            os.write(report, json.dumps([time.process_time() - began, peak / unit]).encode())
    finally:
        os._exit(code)


def _measured(request: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as report:
        process = _fork(request, out.fileno(), err.fileno(), report.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        texts = []
        for stream in (out, err, report):
            stream.seek(0)
            texts.append(stream.read().decode())
    seconds, megabytes = json.loads(texts[2] or "[0, 0]")
    return {"code": code, "out": texts[0], "err": texts[1], "seconds": seconds, "megabytes": megabytes}


def _answer(request: dict[str, Any], nowhere: int) -> Any:
    if request["do"] == "run":
        return _measured(request)
    if request["do"] == "start":
        process = _fork(request, nowhere, nowhere, None)
        return process
    return os.waitstatus_to_exitcode(os.waitpid(request["process"], 0)[1])


def main() -> None:
    """Load what commands load and keep (modules, schemas, templates), then do as asked until nobody asks any more."""
    import git  # noqa: F401

    from turnproc.cli.app import run

    nowhere = os.open(os.devnull, os.O_WRONLY)
    out, err = os.dup(1), os.dup(2)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for command in (["validate"], ["status"], ["verify"], ["resolve", "--dry-run"]):
        run([*command, str(ROOT / "campaign" / "bellum-380")])
    os.dup2(out, 1)
    os.dup2(err, 2)
    for row in sys.stdin:
        print(json.dumps(_answer(json.loads(row), nowhere)), flush=True)


if __name__ == "__main__":
    main()
