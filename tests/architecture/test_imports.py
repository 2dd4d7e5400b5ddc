"""The import picture of docs/architecture.md is checked, the checker examines something, and each rule can fail."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PURE = sorted(path for room in ("rulesets", "engine") for path in (ROOT / "turnproc" / room).rglob("*.py"))

# What import contracts cannot see: a clock behind an allowed module, a file or a result that differs from run to run.
CLOCKS = {"now", "utcnow", "today", "fromtimestamp"}
BUILT_IN = {"open", "input", "print", "eval", "exec", "compile", "__import__", "hash", "id", "globals", "vars"}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_every_contract_is_kept_and_the_linter_read_the_whole_package() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
    analysed = re.search(r"Analyzed (\d+) files, (\d+) dependencies", result.stdout)
    assert analysed is not None, result.stdout
    # Only packages of the repository count as files here; external modules are added to them.
    assert int(analysed[1]) >= len(list((ROOT / "turnproc").rglob("*.py")))
    assert int(analysed[2]) > 100
    assert "0 broken" in result.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("turnproc/engine/dice.py", "import turnproc.rulesets", "Imports go downwards only"),
        ("turnproc/store/layout.py", "import turnproc.report", "Imports go downwards only"),
        ("turnproc/rulesets/other/__init__.py", "import turnproc.rulesets.bellum", "No ruleset knows another"),
        ("turnproc/rulesets/bellum/__init__.py", "import random", "Rules and engine see no file"),
        ("turnproc/engine/dice.py", "from time import time", "Rules and engine see no file"),
        ("turnproc/rulesets/bellum/__init__.py", "import turnproc.resources", "Rules and engine see no file"),
        ("turnproc/resources.py", "import turnproc.diagnostics", "turnproc.resources imports nothing"),
        ("turnproc/diagnostics/model.py", "import turnproc.resources", "turnproc.diagnostics imports nothing"),
        ("turnproc/report/__init__.py", "import git", "Only turnproc.store.running_git imports git"),
    ],
)
def test_each_contract_can_fail(tmp_path: Path, file: str, line: str, contract: str) -> None:
    shutil.copytree(ROOT / "turnproc", tmp_path / "turnproc", ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    spoilt = tmp_path / file
    spoilt.parent.mkdir(exist_ok=True)
    spoilt.write_text((spoilt.read_text(encoding="utf-8") if spoilt.exists() else "") + f"\n{line}\n", encoding="utf-8")
    result = lint_imports(tmp_path)
    assert result.returncode != 0
    assert re.search(rf"{re.escape(contract)}.* BROKEN", result.stdout), result.stdout


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(ROOT / "turnproc").as_posix())
def test_rules_ask_no_clock_and_open_no_file(path: Path) -> None:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "")
            attribute = getattr(node.func, "attr", "")
            if name in BUILT_IN or attribute in CLOCKS:
                found.append(f"line {node.lineno}: {name or attribute}")
    assert not found


def test_there_is_something_to_look_at() -> None:
    assert len(PURE) > 10
