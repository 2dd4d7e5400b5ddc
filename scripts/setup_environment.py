"""Make .venv ready for work: the locked dependencies, turnproc itself, the language server of the tests.

`make` calls it every time. A second call finds its mark and does nothing. The mark holds what the environment was made
from, so that another interpreter, a moved checkout or a new lock makes it anew. Standard library only, and no syntax
newer than Python 3.8: it has to run before anything is there, if only to say that the interpreter is too old.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
MARK = VENV / "turnproc-ready"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MADE_FROM = ("requirements/dev.txt", "pyproject.toml", "hatch_build.py", "tests/editors/package-lock.json")

# Settings of the caller that would make pip or the interpreter look or write somewhere else.
UNWANTED = ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_HASHES")


def expected_mark() -> str:
    """Everything that decides what the environment looks like, one line each."""
    lines = [f"folder {ROOT}", f"python {sys.version.split()[0]} {sys.base_prefix}"]
    lines += [f"{name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}" for name in MADE_FROM]
    return "\n".join(lines) + "\n"


def surroundings() -> dict[str, str]:
    """The caller's environment, less what would lead pip astray."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    home = kept.get("HOME")
    if os.name != "nt" and not (home and os.access(home, os.W_OK)):
        kept["PIP_NO_CACHE_DIR"] = "1"  # without a home, pip's cache would land in /.cache
    return kept


def run(*command: str) -> None:
    """Run a step; if it fails, say which and stop."""
    result = subprocess.run(command, cwd=ROOT, env=surroundings(), check=False)
    if result.returncode != 0:
        sys.exit(f"setup: this step failed: {' '.join(command)}")


def main() -> None:
    """Bring .venv to the state that the mark describes."""
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        sys.exit(f"setup: turnproc needs Python {wanted} or newer, this is {sys.version.split()[0]}: make PYTHON=…")
    mark = expected_mark()
    found = MARK.read_text(encoding="utf-8") if MARK.is_file() and PYTHON.exists() else ""
    if found == mark:
        return
    MARK.unlink(missing_ok=True)
    if found.splitlines()[:2] != mark.splitlines()[:2]:
        print("setup: making .venv …", flush=True)
        # On Debian and Ubuntu this needs the package python3-venv; Python's own message says so.
        run(sys.executable, "-m", "venv", "--clear", str(VENV))
    print("setup: installing the locked dependencies …", flush=True)
    pip = (str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")
    run(*pip, "--require-hashes", "-r", "requirements/dev.txt")
    # Without isolation the build uses the locked hatchling and Babel and fetches nothing.
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", ".")
    run(str(PYTHON), "scripts/language_server.py")
    MARK.write_text(mark, encoding="utf-8")


if __name__ == "__main__":
    main()
