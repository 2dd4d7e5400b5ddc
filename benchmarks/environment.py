"""Make .venv-bench ready: turnproc with its locked dependencies, and what it is measured against.

`make bench` calls it every time; a second call finds its mark and does nothing. Kept apart from .venv, so that nothing
that turnproc is only compared with can ever be imported by it, its tests or its wheel. Standard library only.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.setup_environment import OLDEST, ROOT, surroundings

VENV = ROOT / ".venv-bench"
PYTHON = VENV / "bin" / "python"
MARK = VENV / "turnproc-ready"
LOCK = ROOT / "requirements" / "bench.txt"
MADE_FROM = (LOCK, ROOT / "pyproject.toml", ROOT / "hatch_build.py")


def expected_mark() -> str:
    """Everything that decides what the environment looks like."""
    lines = [f"folder {ROOT}", f"python {sys.version.split()[0]} {sys.base_prefix}"]
    lines += [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in MADE_FROM]
    return "\n".join(lines) + "\n"


def builder(lock: str) -> str:
    """The part of the lock that has to be there first: what source distributions are built with."""
    found = re.search(r"^setuptools==.*?(?=^\S)", lock, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"bench: {LOCK.name} has no setuptools")
    return found[0]


def run(*command: str) -> None:
    """Run a step; if it fails, say which and stop."""
    if subprocess.run(command, cwd=ROOT, env=surroundings(), check=False).returncode != 0:
        sys.exit(f"bench: this step failed: {' '.join(command)}")


def main() -> None:
    """Bring .venv-bench to the state that the mark describes."""
    if sys.platform == "win32":
        sys.exit("bench: what a process has used is asked in a way that Windows does not have")
    if sys.version_info < OLDEST:
        sys.exit(f"bench: turnproc needs Python {'.'.join(map(str, OLDEST))} or newer: make PYTHON=…")
    mark = expected_mark()
    if MARK.is_file() and PYTHON.exists() and MARK.read_text(encoding="utf-8") == mark:
        return
    print("bench: making .venv-bench …", flush=True)
    run(sys.executable, "-m", "venv", "--clear", str(VENV))
    (VENV / ".gitignore").write_text("*\n", encoding="utf-8")
    # Nothing is built in isolation: pip would fetch the tools for that without looking at hashes.
    pip = (str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder) / "first.txt"
        first.write_text(builder(LOCK.read_text(encoding="utf-8")), encoding="utf-8")
        run(*pip, "--require-hashes", "-r", str(first))
    run(*pip, "--require-hashes", "--no-build-isolation", "-r", str(LOCK))
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", ".")
    MARK.write_text(mark, encoding="utf-8")


if __name__ == "__main__":
    main()
