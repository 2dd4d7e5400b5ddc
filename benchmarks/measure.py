"""How things are measured: what a process has used, workers that do one round when told, both sides in turn.

CPU seconds (user and system, children included) rather than time on the clock, for other processes share the machine;
ratios of medians, for its mood changes within minutes and changes for both sides alike.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent
# `ru_maxrss` counts kilobytes on Linux and bytes on macOS.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
# A person's settings are none of the benchmark's business, and neither is their language.
SETTINGS = {"LC_ALL": "C.UTF-8", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
UNWANTED = ("PYTHON", "GIT_", "LANG", "LC_", "TURNPROC")

Figure = TypeVar("Figure")


@dataclass(frozen=True, slots=True)
class Used:
    """What a process and its children have used: CPU seconds, the peak of memory in bytes; and what it printed."""

    cpu: float
    peak: int
    output: str


def environment() -> dict[str, str]:
    """The surroundings in which everything runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(UNWANTED)}
    return kept | SETTINGS


def run(*command: str | Path, cwd: Path = ROOT, code: int = 0) -> Used:
    """Run a command in a fresh process and ask the system what it has used; stop where it ends with another code.

    Memory is that of the largest of its processes. The kernel counts the process that starts it, too: the one that
    calls this has to stay small.
    """
    with tempfile.TemporaryFile() as output:
        # The system is asked once for the end and the usage; Popen's own waiting would take the answer away.
        process = subprocess.Popen(
            [str(part) for part in command], cwd=cwd, env=environment(), stdout=output, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if process.returncode != code:
        words = " ".join(map(str, command[:8]))
        raise RuntimeError(f"{words} ended with {process.returncode}, not {code}:\n{text[-2000:]}")
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * PEAK_UNIT, text)


def python(*arguments: str | Path, cwd: Path = ROOT, code: int = 0) -> Used:
    """Run the benchmark's own interpreter."""
    return run(sys.executable, *arguments, cwd=cwd, code=code)


def turnproc(*arguments: str | Path, cwd: Path, code: int = 0) -> Used:
    """Run the command as a person types it."""
    return run(Path(sys.executable).with_name("turnproc"), *arguments, cwd=cwd, code=code)


class Worker:
    """A process that has made everything ready and does one round when told; it answers with its own figures."""

    def __init__(self, module: str, *arguments: str) -> None:
        """Start it, and wait until it is ready; `facts` is what it says about itself then."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.facts = self._answer()

    def round(self) -> Any:
        """Let it do one round."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"a worker ended with {self._process.wait()}")
        return json.loads(line)


def serve(facts: Any, do_round: Callable[[], Any]) -> None:
    """The worker's side: say that everything is ready, then do a round for each line that comes in."""
    print(json.dumps(facts), flush=True)
    for _ in sys.stdin:
        print(json.dumps(do_round()), flush=True)


def in_turn(rounds: int, *sides: Callable[[], Figure], warm_up: int = 0) -> list[list[Figure]]:
    """Let the sides have their rounds in turn, A B C, A B C; each side's figures, without those of the warm-up."""
    figures: list[list[Figure]] = [[] for _ in sides]
    for number in range(warm_up + rounds):
        for side, kept in zip(sides, figures, strict=True):
            figure = side()
            if number >= warm_up:
                kept.append(figure)
        print(".", end="", file=sys.stderr, flush=True)
    return figures


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of medians, with the lowest and highest of the rounds."""

    value: float
    lowest: float
    highest: float


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """Ours by theirs. Figures of one round belong together; a side with fewer rounds has had the first ones."""
    pairs = list(zip(ours, theirs, strict=False))
    each = [one / other for one, other in pairs]
    value = statistics.median(one for one, _ in pairs) / statistics.median(other for _, other in pairs)
    return Ratio(value, min(each), max(each))


def exponent(small: Sequence[float], large: Sequence[float], growth: float) -> Ratio:
    """With which power of the size a figure grows, from one size to another that is `growth` times as large."""
    found = ratio(large, small)
    return Ratio(*(math.log(value, growth) for value in (found.value, found.lowest, found.highest)))
