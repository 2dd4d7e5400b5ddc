"""What all tests share: the option for foreign vector files, and a copy of the demonstration campaign."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLAGSHIP = ROOT / "campaign" / "bellum-380"


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
    return folder
