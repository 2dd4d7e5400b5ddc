"""One door for all trouble: each kind has its exit code, its words on stderr, and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, ROOT, orders, python
from tests.git.helpers import write
from turnproc.cli.app import run
from turnproc.report.language import Language
from turnproc.store.errors import OperatorError

ESCAPE = "\x1b[31m"
ENGLISH_COMMANDS = ["validate", "status", "resolve", "report", "verify", "explain", "rulesets", "schema"]


def fail(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let `turnproc status` fail in the middle."""

    def status(root: Path) -> None:
        raise error

    monkeypatch.setattr("turnproc.actions.status.status", status)


def test_fine_is_0(turnproc: Turnproc, small: Path) -> None:
    assert turnproc("validate", small).code == 0


def test_problems_are_1(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{move: 9, from: tavrika, to: sarmatia}")})
    assert turnproc("validate", small).code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("no-such-command",),
        ("status", "--no-such-option"),
        ("status", "one", "two"),
        ("validate", "--turn", "0"),
        ("validate", "--turn", "one"),
        ("validate", "--turn", "9" * 300),
        ("validate", "--turn", "9" * 5000),
        ("resolve", "--turn", "-1"),
        ("status", "--format", "xml"),
        ("status", "--language", "xx"),
        ("validate", "--language", "ru_RU"),
        ("report", "--language", "../ru"),
        ("verify", "--language", ""),
        ("explain",),
        ("explain", "S001", "--ruleset", "chess"),
        ("explain", "S001", "--language", "xx"),
        ("rulesets", "--language", "xx"),
        ("schema", "bellum"),
        ("schema", "bellum", "../../campaign"),
        ("schema", "..", "bellum"),
        ("report", "--target", "pdf"),
    ],
)
def test_usage_is_2(turnproc: Turnproc, small: Path, arguments: tuple[str, ...]) -> None:
    ran = turnproc(*arguments, cwd=small)
    assert ran.code == 2
    assert "Usage: turnproc" in ran.out + ran.err


def test_help_names_every_command(turnproc: Turnproc) -> None:
    ran = turnproc("--help")
    assert (ran.code, ran.err) == (0, "")
    assert all(f"  {name} " in ran.out for name in ENGLISH_COMMANDS)


@pytest.mark.parametrize("command", ENGLISH_COMMANDS)
def test_every_command_has_help(turnproc: Turnproc, command: str) -> None:
    ran = turnproc(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Usage: turnproc {command}" in ran.out


def test_help_is_the_same_in_every_campaign(turnproc: Turnproc, flagship: Path) -> None:
    assert turnproc("validate", "--help", cwd=flagship).out == turnproc("validate", "--help").out


def test_version(turnproc: Turnproc) -> None:
    assert turnproc("--version").out.startswith("turnproc 0.")
    assert turnproc("-V", "status").out == turnproc("--version").out


def test_a_bug_is_3_with_a_log_and_no_traceback(
    turnproc: Turnproc, small: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, RuntimeError(f"something {ESCAPE}odd\nTurn 1 is resolved."))
    ran = turnproc("status", small, bug=True)
    assert (ran.code, ran.out) == (3, "")
    (log,) = isolated.glob("turnproc-bug-*.log")
    assert str(log) in ran.err
    assert "RuntimeError" in ran.err
    # What an exception says may hold what players wrote.
    assert ESCAPE not in ran.err
    assert "Turn 1 is resolved." not in ran.err.splitlines()
    text = log.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in text
    assert "turnproc 0." in text
    assert "Python 3." in text


@pytest.mark.parametrize("error", [MemoryError(), RecursionError("too deep"), KeyError("x"), OSError(5, "I/O error")])
def test_every_other_exception_is_a_bug(
    turnproc: Turnproc, small: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    fail(monkeypatch, error)
    assert type(error).__name__ in turnproc("status", small, bug=True).err


def test_a_bug_is_told_even_if_no_log_can_be_written(
    turnproc: Turnproc, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, RuntimeError("something odd"))
    monkeypatch.setattr("tempfile.tempdir", str(small / "no such folder"))
    assert "RuntimeError: something odd" in turnproc("status", small, bug=True).err


def test_a_trouble_that_cannot_be_told_is_a_bug(
    turnproc: Turnproc, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, OperatorError("O999"))
    assert "O999" in turnproc("status", small, bug=True).err


def test_operators_trouble_is_1_with_its_hint(turnproc: Turnproc, tmp_path: Path) -> None:
    ran = turnproc("status", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    first, hint = ran.err.splitlines()
    assert first.startswith("turnproc: error[O001]: ")
    assert turnproc("explain", "O001").code == 0, "the code leads on"
    assert str(tmp_path) in first
    assert hint.startswith("    ")


def test_operators_trouble_is_told_in_the_language_asked_for(
    turnproc: Turnproc, flagship: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Language, "text", lambda language, message: f"<{language.code}> {message}")

    def told(*arguments: str | Path, cwd: Path) -> str:
        ran = turnproc("resolve", "--turn", "7", "--no-commit", *arguments, cwd=cwd)
        assert ran.code == 1
        return ran.err[len("turnproc: ") :][:4]

    # The small campaign is in English, the flagship in Russian.
    assert told(cwd=small) == told(small, cwd=flagship) == told(small, cwd=small.parent) == "<en>"
    assert told(cwd=flagship) == told(flagship, cwd=small) == told(flagship, cwd=small.parent) == "<ru>"
    assert told("--language", "sv", cwd=flagship) == told("-l", "sv", small, cwd=small.parent) == "<sv>"
    assert turnproc("status", cwd=small.parent).err.startswith("turnproc: <en>")
    assert turnproc("status", "nowhere", "-l", "ru", cwd=small).err.startswith("turnproc: <ru>")
    assert turnproc("validate", flagship / "nothing.yaml", small / "campaign.yaml").err.startswith("turnproc: <ru>")


def test_interrupted_is_130(turnproc: Turnproc, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, KeyboardInterrupt())
    ran = turnproc("status", small)
    assert (ran.code, ran.out, ran.err) == (130, "", "")


# Tests that a shell has put into the background inherit that interrupts are ignored.
SLOW = """
import signal, sys, time
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
import turnproc.actions.resolve_turn as action
def play(game, **_):
    Path("here").touch()
    time.sleep(60)
action.play = play
from turnproc.cli.entry import main
sys.argv = ["turnproc", "resolve", "--no-commit"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_interrupted_in_the_middle_of_a_turn(small: Path) -> None:
    before = sorted(path.name for path in small.rglob("*"))
    command = [sys.executable, "-c", SLOW]
    with subprocess.Popen(
        command, cwd=small, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE
    ) as process:
        wait_for((small / "here").exists)
        (small / "here").unlink()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert sorted(path.name for path in small.rglob("*")) == before


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_interrupted_while_starting(small: Path) -> None:
    script = (
        "import os, signal, sys, threading\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'turnproc.cli.app': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "sys.argv = ['turnproc', 'status']\n"
        "from turnproc.cli.entry import main\n"
        "main()\n"
    )
    ran = python("-c", script, cwd=small)
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def wait_for(true: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows says it in another way")
@pytest.mark.parametrize("command", [["schema", "bellum", "orders"], ["status"], ["resolve", "--dry-run"], ["--help"]])
def test_nobody_reads_our_output(small: Path, command: list[str]) -> None:
    """`turnproc … | head`, with a reader that is gone before the first word."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "turnproc", *command],
            cwd=small,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert ran.returncode == 1
    assert b"Broken" not in ran.stderr
    assert b"Exception" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("command", [["status"], ["resolve", "--dry-run", "--format", "json"], ["report", "resolved"]])
def test_no_room_for_our_output(resolved: Path, command: list[str]) -> None:
    command = [str(resolved) if part == "resolved" else part for part in command]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "turnproc", *command],
            cwd=resolved,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert "Exception" not in ran.stderr
    assert "bug" not in ran.stderr
    assert ran.stderr.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
def test_standard_output_is_closed(resolved: Path) -> None:
    ran = subprocess.run(
        ["/bin/sh", "-c", 'exec "$0" -m turnproc report >&-', sys.executable],
        cwd=resolved,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in ran.stderr
    assert ran.returncode in (0, 1)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_the_report_is_utf_8_whatever_the_system_says(resolved: Path, encoding: str) -> None:
    """Russian text into a pipe: on Windows Python takes the old code page for it, which has no Russian letters."""
    for command in (["report", "--language", "ru"], ["status", "--language", "ru"], ["explain", "B-3.4"]):
        ran = python("-m", "turnproc", *command, cwd=resolved, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
        assert (ran.code, ran.err) == (0, "")
    told = python("-m", "turnproc", "report", "-l", "ru", cwd=resolved, env={"PYTHONIOENCODING": encoding})
    assert "Готы" in told.out or "готы" in told.out


def test_a_campaign_without_its_texts_is_no_traceback(
    turnproc: Turnproc, flagship: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A checkout whose catalogues are not compiled, and a trouble that wants to be told in Russian."""
    monkeypatch.setattr("turnproc.report.language.locale_folder", lambda: tmp_path / "nothing")
    assert "make catalogues" in turnproc("report", flagship, cwd=flagship, bug=True).err


def test_run_gives_back_the_code_and_does_not_exit(small: Path) -> None:
    assert run(["status", str(small)]) == 0
