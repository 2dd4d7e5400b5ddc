"""What all tests share: the option for foreign vector files, and a copy of the demonstration campaign."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.effort import THOROUGH

ROOT = Path(__file__).resolve().parent.parent
FLAGSHIP = ROOT / "campaign" / "bellum-380"

# Hypothesis' own `ci` is what every run uses (pyproject.toml). `make fuzz` looks longer, elsewhere each time, and comes
# back first to what failed the last time.
settings.register_profile(
    THOROUGH,
    settings.get_profile("ci"),
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "5000")),
    derandomize=False,
    database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--vectors",
        action="append",
        default=[],
        metavar="FILE",
        help="run the rule vectors of this file (or folder) instead of the project's own",
    )


@pytest.fixture
def flagship(tmp_path: Path) -> Path:
    """The demonstration campaign with turn 1 open: nothing is resolved yet."""
    folder = tmp_path / "campaign"
    shutil.copytree(FLAGSHIP, folder)
    for turn in sorted((folder / "turns").iterdir()):
        for name in ("journal.yaml", "state.yaml"):
            if turn.name != "000":
                (turn / name).unlink(missing_ok=True)
        for report in turn.glob("report.*"):
            report.unlink()
        if turn.name > "001":
            shutil.rmtree(turn)
    return folder
