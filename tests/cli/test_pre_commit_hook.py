"""`.pre-commit-hooks.yaml`: what pre-commit would run in a campaign, run in one, without its clone of this project."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.helpers import GM, HUNS, ROOT, Ran, orders, python
from tests.cli.pull_requests import GOTHS, MARCH, Repo

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def wanted(hook: dict[str, Any], files: list[str]) -> list[str]:
    """The files that the hook is given: of its types and its pattern, as pre-commit picks them."""
    assert hook["types"] == ["yaml"]
    return [file for file in files if re.search(hook["files"], file) and file.endswith((".yaml", ".yml"))]


def run(repo: Repo, files: list[str]) -> Ran | None:
    (hook,) = HOOKS
    chosen = wanted(hook, files)
    program, *words = shlex.split(hook["entry"])
    assert program == "turnproc"
    return python("-m", "turnproc", *words, *chosen, cwd=repo.top) if chosen else None


def test_its_form() -> None:
    (hook,) = HOOKS
    assert hook["id"] == "turnproc-validate"
    assert hook["language"] == "python", "pre-commit installs this project into an environment of its own"
    assert set(hook) == {"id", "name", "description", "entry", "language", "types", "files", "require_serial"}
    assert "pass_filenames" not in hook, "the files that are committed are what it looks at"


@pytest.mark.parametrize("prefix", ["", "games/east/"])
def test_what_it_says_to_a_commit(tmp_path: Path, prefix: str) -> None:
    repo = Repo.make(tmp_path / "repo", prefix)
    repo.put({GOTHS: MARCH, HUNS: orders("huns", "{hold: 9, in: tavrika}"), GM: "turn: 1\n"})
    good = run(repo, [f"{prefix}{GOTHS}", f"{prefix}{GM}", f"{prefix}campaign.yaml"])
    assert good is not None and good.code == 0, good
    bad = run(repo, [f"{prefix}{GOTHS}", f"{prefix}{HUNS}"])
    assert bad is not None and bad.code == 1
    assert bad.err.count("error[") == 1 and f"{HUNS}:4:" in bad.err


def test_what_it_leaves_alone(tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "repo")
    others = [".github/workflows/orders.yml", "README.md", "turns/001/journal.yaml", "turns/001/orders/huns.yaml.age"]
    assert run(repo, others) is None
    (hook,) = HOOKS
    everything = repo.git("ls-files").splitlines()
    assert wanted(hook, everything) == ["campaign.yaml", "map.yaml", "peoples.yaml", HUNS]
