"""What the README tells people to type: make targets that there are, sessions that are run, and how to install."""

from __future__ import annotations

import re
import tomllib

from tests.docs.guides import ROOT, blocks
from turnproc import __version__

README = (ROOT / "README.md").read_text(encoding="utf-8")
# `make wheel` does this for real: it builds the wheel, installs it elsewhere and plays with it.
INSTALLING = (
    "python3 -m venv ~/turnproc-env",
    "~/turnproc-env/bin/python -m pip install .",
    "~/turnproc-env/bin/turnproc --version",
    "python3 -m pip wheel --no-deps --wheel-dir dist .",
    f"python3 -m pip install dist/turnproc-{__version__}-py3-none-any.whl",
)
# tests/cli/test_new.py does this for real, in every language.
MAKING = ("turnproc new my-campaign --ruleset bellum --language en",)


def rows() -> list[str]:
    return [
        re.sub(r" +# .*", "", row)
        for block in blocks(README)
        if block.kind in ("sh", "bash")
        for row in block.body.splitlines()
    ]


def test_make_targets_are_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {row.removeprefix("make ") for row in rows() if row.startswith("make ")}
    assert {"demo", "test"} <= named <= targets


def test_every_other_command_is_run_or_installs() -> None:
    """`tests/docs/test_guides.py` runs the sessions."""
    assert [row for row in rows() if not row.startswith("make ")] == [*INSTALLING, *MAKING]
    sessions = [block for block in blocks(README) if block.kind == "console"]
    assert sessions and all(block.marker == "session" for block in sessions)


def test_the_contributors_page_has_every_target_and_none_besides() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):[^#\n]*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"^\| `make ([a-z]+)` \|", page, re.MULTILINE)) == targets - {"help", "setup", "clean"}


def test_python_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    for page in ("README.md", "CONTRIBUTING.md"):
        assert f"Python {oldest} or newer" in (ROOT / page).read_text(encoding="utf-8")
