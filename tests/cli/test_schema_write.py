"""`turnproc schema --write`: what editors offer follows the campaign; nothing else is touched."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.git.helpers import contents, git, write

ORDERS = "schemas/orders.schema.json"


@pytest.fixture
def campaign(turnproc: Turnproc, tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    assert turnproc("new", folder, "--ruleset", "bellum").code == 0
    return folder


def offered(campaign: Path, name: str, schema: str = ORDERS) -> set[str]:
    data: Any = json.loads((campaign / schema).read_text(encoding="utf-8"))
    return set(data["$defs"][name]["enum"])


def test_those_of_a_new_campaign_are_up_to_date(turnproc: Turnproc, campaign: Path) -> None:
    before = contents(campaign)
    ran = turnproc("schema", "--write", campaign)
    assert (ran.code, ran.err) == (0, "")
    assert "up to date" in ran.out
    assert contents(campaign) == before


def test_a_people_that_came_up_is_offered_then(turnproc: Turnproc, campaign: Path) -> None:
    event = "{new_people: rugii, kind: tribe, in: {rugiland: 1}, player: player-9, when: end}"
    write(campaign, {"turns/001/gm.yaml": f"turn: 1\nevents:\n  - {event}\n"})
    git(campaign, "commit", "--quiet", "--all", "--message=Rugii")
    assert turnproc("resolve", cwd=campaign).code == 0
    assert "Rugii" not in offered(campaign, "names.people")
    ran = turnproc("schema", "--write", cwd=campaign)
    assert ran.code == 0
    assert f"  {ORDERS}\n" in ran.out
    assert {"Rugii", "руги", "ruger"} <= offered(campaign, "names.people")
    assert "Rugii" in offered(campaign, "names.speaker")
    assert "player-9" in offered(campaign, "ids.player", "schemas/state.schema.json")
    changed = git(campaign, "status", "--porcelain").splitlines()
    assert changed and all(row.startswith(" M schemas/") for row in changed)
    assert "up to date" in turnproc("schema", "--write", campaign).out


def test_players_mistakes_do_not_matter(turnproc: Turnproc, campaign: Path) -> None:
    write(campaign, {"turns/001/orders/huns.yaml": "nonsense"})
    assert turnproc("schema", "--write", campaign).code == 0


def test_a_campaign_that_cannot_be_read_keeps_its_schemas(turnproc: Turnproc, campaign: Path) -> None:
    before = contents(campaign / "schemas")
    write(campaign, {"map.yaml": "nonsense"})
    ran = turnproc("schema", "--write", campaign)
    assert (ran.code, ran.out) == (1, "")
    assert "map.yaml:1:1" in ran.err
    assert contents(campaign / "schemas") == before


def test_a_campaign_that_never_had_any_gets_them(turnproc: Turnproc, small: Path) -> None:
    before = contents(small)
    ran = turnproc("schema", "--write", small)
    assert ran.code == 0
    after = contents(small)
    assert {name for name in after if name not in before} == {
        f"schemas/{name}.schema.json"
        for name in ("campaign", "gm", "journal", "map", "orders", "peoples", "state", "turn")
    }
    assert {"Huns", "гунны", "hunner"} <= offered(small, "names.people")


def test_somebody_s_own_file_is_in_the_way(turnproc: Turnproc, campaign: Path) -> None:
    write(campaign, {ORDERS: "{}"})
    before = contents(campaign)
    ran = turnproc("schema", "--write", campaign)
    assert ran.code == 1
    assert ORDERS in ran.err
    assert contents(campaign) == before


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows not everybody may make links")
@pytest.mark.parametrize("linked", [ORDERS, "schemas"])
def test_nothing_is_written_through_a_link(turnproc: Turnproc, campaign: Path, tmp_path: Path, linked: str) -> None:
    target = tmp_path / "target"
    (campaign / linked).rename(target)
    (campaign / linked).symlink_to(target)
    write(campaign, {"turns/001/orders/gepids.yaml": "turn: 1\nfor: gepids\norders: []\n"})
    ran = turnproc("schema", "--write", campaign)
    assert ran.code == 1
    assert "is a link" in ran.err


def test_a_folder_where_a_schema_should_be(turnproc: Turnproc, campaign: Path) -> None:
    (campaign / ORDERS).unlink()
    (campaign / ORDERS).mkdir()
    assert turnproc("schema", "--write", campaign).code == 1


def test_outside_a_campaign_there_is_nothing_to_write(turnproc: Turnproc, tmp_path: Path) -> None:
    ran = turnproc("schema", "--write", cwd=tmp_path)
    assert ran.code == 1
    assert "no campaign here" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [(), ("bellum",), ("--write", "one", "two"), ("bellum", "nothing")])
def test_usage_is_2(turnproc: Turnproc, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert turnproc("schema", *arguments, cwd=tmp_path).code == 2


def test_without_write_it_prints_as_ever(turnproc: Turnproc) -> None:
    ran = turnproc("schema", "bellum", "orders")
    assert ran.code == 0
    assert json.loads(ran.out)["$id"].endswith("/bellum/orders.schema.json")
