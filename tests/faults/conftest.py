"""Surroundings in which nothing of the tests' own user can be seen, and a turn to compare with."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

import pytest

from tests.cli.conftest import isolated, repository, resolved_repository, small, turnproc
from tests.faults.campaigns import FOLDER, Turn, commits, make_larger, status, tags
from tests.faults.disturbed import Disturbed
from tests.git.helpers import DATES, contents

__all__ = ["isolated", "repository", "resolved_repository", "small", "turnproc"]


@pytest.fixture(scope="session")
def disturbed() -> Iterator[Disturbed]:
    """Runs of turnproc in which something goes wrong."""
    if sys.platform == "win32":
        pytest.skip("no fork")
    process = Disturbed()
    yield process
    process.close()


@pytest.fixture(scope="session")
def turn(tmp_path_factory: pytest.TempPathFactory, disturbed: Disturbed) -> Turn:
    """The first turn of the small campaign, in a larger repository."""
    with pytest.MonkeyPatch.context() as here:
        for name in [name for name in os.environ if name.startswith("GIT_")]:
            here.delenv(name)
        for name, value in {**DATES, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}.items():
            here.setenv(name, value)
        here.setenv("GIT_TEMPLATE_DIR", "")
        here.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        fresh = tmp_path_factory.mktemp("fresh") / "larger"
        make_larger(fresh)
        calm = tmp_path_factory.mktemp("calm") / "larger"
        before, commits_before, status_before = contents(fresh), commits(fresh), status(fresh)
        root = shutil.copytree(fresh, calm) / FOLDER
        ran = disturbed.run("resolve", cwd=root)
        assert (ran.code, ran.err) == (0, "")
        return Turn(
            fresh, before, commits_before, status_before, contents(calm), commits(calm), tags(calm), status(calm)
        )
