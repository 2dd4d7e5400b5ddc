"""Fixtures named for the situation a game master may be in. No test here sees the configuration of who runs it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.git.helpers import DATES, git, make_campaign, make_repository, write


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, no git configuration, fixed dates: the same commit ids every time."""
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("EMAIL", raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for name, value in DATES.items():
        monkeypatch.setenv(name, value)
    return home


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign that is a repository of its own; its folder has a space and Cyrillic letters."""
    return make_repository(make_campaign(tmp_path / "Проба пера"))


@pytest.fixture
def campaign_in_larger_repository(tmp_path: Path) -> Path:
    """A campaign two folders deep, beside other people's work: one file staged, one changed, one new."""
    top = tmp_path / "larger"
    write(top, {"notes.txt": "one\n", "staged.txt": "one\n"})
    root = make_campaign(top / "игры" / "на востоке")
    make_repository(top)
    write(top, {"notes.txt": "two\n", "staged.txt": "two\n", "new.txt": "new\n"})
    git(top, "add", "staged.txt")
    return root
