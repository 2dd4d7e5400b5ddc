"""Orders that lie where nobody reads them: whoever put them there is told, and the check is not green."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, SMALL, orders
from tests.git.helpers import write

JSON = ("--format", "json")
ALANS = orders("alans", "{hold: 3, in: sarmatia}")

STRAYS = [
    ("turns/1/orders/alans.yaml", "turns/1", "C025", "turns/001"),
    ("turns/0001/orders/alans.yaml", "turns/0001", "C025", "turns/001"),
    ("turns/01/alans.yaml", "turns/01", "C025", "turns/001"),
    ("turns/alans.yaml", "turns/alans.yaml", "C025", "turns/001/orders/<id>.yaml"),
    ("turns/001/alans.yaml", "turns/001/alans.yaml", "C025", "turns/001/orders/<id>.yaml"),
    ("turns/001/alans.yml", "turns/001/alans.yml", "C025", "turns/001/orders/<id>.yaml"),
    ("turns/001/gm.yml", "turns/001/gm.yml", "C025", "turns/001/gm.yaml"),
    ("turns/001/GM.yaml", "turns/001/GM.yaml", "C025", "turns/001/orders/<id>.yaml"),
    ("alans.yaml", "alans.yaml", "C025", "turns/001/orders/alans.yaml"),
    ("Аланы.yaml", "Аланы.yaml", "C025", "turns/001/orders/alans.yaml"),
    ("turns/001/orders/alans.txt", "turns/001/orders/alans.txt", "C007", "alans.yaml"),
    ("turns/001/orders/аланы.rtf", "turns/001/orders/аланы.rtf", "C007", "alans.yaml"),
]


@pytest.mark.parametrize(("file", "told", "code", "wanted"), STRAYS)
def test_an_error_with_the_right_place(
    turnproc: Turnproc, small: Path, file: str, told: str, code: str, wanted: str
) -> None:
    write(small, {file: ALANS})
    ran = turnproc("validate", small, *JSON)
    assert ran.code == 1
    assert [(each["file"], each["code"], each["severity"]) for each in ran.data["problems"]] == [(told, code, "error")]
    assert wanted in ran.data["problems"][0]["hint"]
    assert turnproc("resolve", "--no-commit", small).code == 1


@pytest.mark.parametrize(
    "file", ["notes.yaml", "turns/001/notes.txt", "turns/notes/x.yaml", "turns/001/orders/notes.txt"]
)
def test_what_nobody_takes_for_orders_is_no_error(turnproc: Turnproc, small: Path, file: str) -> None:
    write(small, {file: "x: 1\n"})
    assert turnproc("validate", small).code == 0


def test_orders_for_a_later_turn_wait(turnproc: Turnproc, small: Path) -> None:
    early = "turns/002/orders/huns.yaml"
    write(small, {early: SMALL[HUNS].replace("turn: 1", "turn: 2")})
    ran = turnproc("validate", small, *JSON)
    assert (ran.code, ran.codes) == (0, ["C026"])
    assert "turns/001/orders" in ran.data["problems"][0]["hint"]
    assert turnproc("resolve", "--no-commit", small).code == 0
    assert turnproc("status", small, *JSON).data["speakers"][1]["sent"] in ("sent", "rejected")
    assert "C026" not in turnproc("validate", small, *JSON).codes
