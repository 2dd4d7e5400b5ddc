"""The command line in process, on campaigns in temporary folders, without the configuration of who runs the tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from tests.cli.helpers import SMALL, Ran
from tests.cli.warm import Warm
from tests.git.helpers import DATES, make_repository, write
from turnproc.cli.app import BUG, run
from turnproc.rulesets import rulesets


class Turnproc(Protocol):
    """`turnproc("status", "--format", "json", cwd=folder)`."""

    def __call__(self, *arguments: str | Path, cwd: Path | None = None, bug: bool = False) -> Ran: ...


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, no git configuration, fixed dates, a folder of our own for logs of bugs."""
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith("GIT_") and not name.startswith("GIT_PYTHON_")]:
        monkeypatch.delenv(name)
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    for name in ("EMAIL", "APPDATA", "TURNPROC_KEY", "TURNPROC_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    services = (
        "TURNPROC_DISCORD_",
        "TURNPROC_TELEGRAM_",
        "TURNPROC_FORUM_",
        "GITHUB_TOKEN",
        "GITHUB_REPOS",
        "GITHUB_API",
    )
    for name in [name for name in os.environ if name.startswith(services)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_TEMPLATE_DIR", "")
    monkeypatch.setenv("COLUMNS", "200")
    for name, value in DATES.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(tempfile, "tempdir", str(home))
    monkeypatch.setenv("TMPDIR", str(home))
    monkeypatch.chdir(home)
    return home


@pytest.fixture
def turnproc(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Turnproc:
    """Run a command in this process. Whatever happens, nobody sees a traceback."""

    def call(*arguments: str | Path, cwd: Path | None = None, bug: bool = False) -> Ran:
        with monkeypatch.context() as there:
            if cwd is not None:
                there.chdir(cwd)
            capsys.readouterr()
            code = run([str(argument) for argument in arguments])
            out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert (code == BUG) == bug, err
        return Ran(code, out, err)

    return call


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The small campaign with turn 1 open; no repository."""
    folder = tmp_path / "small"
    write(folder, dict(SMALL))
    return folder


@pytest.fixture
def repository(small: Path) -> Path:
    """The small campaign as a repository of its own, everything committed."""
    return make_repository(small)


@pytest.fixture
def resolved(small: Path, turnproc: Turnproc) -> Path:
    """The small campaign with turn 1 resolved; no repository."""
    assert turnproc("resolve", "--no-commit", small).code == 0
    return small


@pytest.fixture
def resolved_repository(repository: Path, turnproc: Turnproc) -> Path:
    """The small campaign as a repository, turn 1 resolved, committed and tagged."""
    assert turnproc("resolve", repository).code == 0
    return repository


@pytest.fixture
def built_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Put other rulesets in the place of those that turnproc brings."""

    def replace(**others: object) -> None:
        monkeypatch.setattr("turnproc.rulesets.BUILT_IN", others)
        rulesets.cache_clear()

    yield replace
    monkeypatch.undo()
    rulesets.cache_clear()


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """A process that has loaded everything and forks for each command."""
    process = Warm()
    yield process
    process.close()
