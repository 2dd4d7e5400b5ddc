"""The few rows of docs/formats.md that recompute the lot of signing up need nothing of turnproc, and agree with it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.signing_up import free_campaign, signup
from tests.docs.guides import ROOT
from tests.git.helpers import write
from turnproc.actions.signup_assign import assign

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
PROGRAM = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
WISHES = ("huns", "rome", "alans")


def drawn(folder: Path, campaign: str, seed: str) -> list[list[str]]:
    (program,) = PROGRAM
    command = [sys.executable, "-c", program, campaign, seed]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    return [row.split(" ") for row in ran.stdout.splitlines()]


@pytest.mark.parametrize("seed", ["", "7 12 33 – тираж 4 мая"])
def test_it_draws_as_turnproc_does(tmp_path: Path, seed: str) -> None:
    files = {"emil": signup(*WISHES), "Flo": signup(*WISHES, note="«»"), "gus-2": signup(), "hal.x": signup(*WISHES)}
    write(tmp_path, free_campaign(files))
    found = assign(tmp_path, seed=seed, dry_run=True)
    assert found.lots is not None
    ours = [[each.lot, each.applicant.account] for each in found.given]
    assert drawn(tmp_path, found.lots.campaign, seed) == ours
    assert len(ours) == len(files)


def test_the_lot_depends_on_every_file_and_on_the_seed(tmp_path: Path) -> None:
    write(tmp_path, free_campaign({"emil": signup(*WISHES), "flo": signup(*WISHES)}))
    before = drawn(tmp_path, "east", "")
    assert {number for number, _ in before}.isdisjoint(number for number, _ in drawn(tmp_path, "east", "x"))
    write(tmp_path, {"signup/flo.yaml": signup(*WISHES, note="again")})
    assert {number for number, _ in before}.isdisjoint(number for number, _ in drawn(tmp_path, "east", ""))


def test_it_is_as_short_as_the_page_on_security_says() -> None:
    (program,) = PROGRAM
    assert len(program.splitlines()) <= 13
