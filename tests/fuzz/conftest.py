"""The folder in which campaigns are spoilt. Nothing here needs git."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.campaigns import NEXT, OPEN, Place, called, encoded
from tests.git.helpers import contents


@pytest.fixture(scope="module", autouse=True)
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty home, an empty current folder, logs of bugs in a folder of our own."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as here:
        for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "TMPDIR"):
            here.setenv(name, str(home))
        here.setattr("tempfile.tempdir", str(home))
        here.chdir(home)
        yield home


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A campaign whose first turn is open."""
    place = Place(tmp_path_factory.mktemp("opened") / "campaign", encoded(OPEN))
    place.fill({})
    for command in (["validate", "ROOT"], ["resolve", "--dry-run", "ROOT"]):
        assert place.call(*command).code == 0
    place.unchanged()
    return place


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The same after its first turn, with a file for the second."""
    root = tmp_path_factory.mktemp("played") / "campaign"
    Place(root, encoded(OPEN)).fill({})
    assert called(root, "resolve", "--no-commit", "ROOT").code == 0
    place = Place(root, {**contents(root), **encoded(NEXT)})
    place.fill({})
    for command in ("validate", "status", "verify", "report"):
        assert place.call(command, "ROOT").code == 0
    return place
