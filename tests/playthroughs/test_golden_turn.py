"""Turn 1 of the flagship as its game master published it: battles, changes of peoples, positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.actions.play import Played, play
from turnproc.actions.validate import validate
from turnproc.engine.facts import fact_data
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "bellum-380" / "golden-turn-1.yaml"
# Verbs of facts that the published list of changes speaks of.
CHANGES = ("vanished", "appeared", "subjugated")


@pytest.fixture(scope="module")
def expected() -> Any:
    document, problems = read_yaml(GOLDEN.read_bytes(), GOLDEN.name, CAMPAIGN)
    assert document is not None and not problems
    data: Any = document.data
    return data["expect"]


@pytest.fixture
def turn_1(flagship: Path) -> tuple[Game, Played]:
    game = open_game(Documents(flagship), 1)
    assert game is not None
    return game, play(game, render=False)


def facts(played: Played) -> list[dict[str, Any]]:
    return [fact_data(fact) for phase in played.resolution.phases for fact in phase.facts]


def test_exactly_the_published_battles(turn_1: tuple[Game, Played], expected: Any) -> None:
    fought = [
        {
            "province": fact["battle"],
            "round": fact["round"],
            "sides": [{"peoples": side["peoples"], "force": side["force"]} for side in fact["sides"]],
            "pairs": fact["pairs"],
            "defeated": fact["defeated"],
        }
        for fact in facts(turn_1[1])
        if "battle" in fact
    ]
    by_province = {battle["province"]: battle for battle in fought}
    assert len(by_province) == len(fought) == len(expected["battles"]) == 8
    assert by_province == {battle["province"]: battle for battle in expected["battles"]}


def test_exactly_the_published_changes(turn_1: tuple[Game, Played], expected: Any) -> None:
    def key(change: dict[str, Any]) -> str:
        return repr({name: change[name] for name in (*CHANGES, "by", "from", "into") if name in change})

    changed = [fact for fact in facts(turn_1[1]) if next(iter(fact)) in CHANGES]
    assert sorted(map(key, changed)) == sorted(map(key, expected["changes"]))
    assert len(changed) == 10


def test_what_follows_from_the_start_position(turn_1: tuple[Game, Played], expected: Any) -> None:
    game, played = turn_1
    derived = expected["derived"]
    assert [asked.question.id for asked in played.resolution.asked] == derived["questions"]
    after = game.campaign.ruleset.write_state(played.resolution.after, game.campaign.world, 1)
    for province, persons in derived["positions"].items():
        assert after["provinces"][province]["people"] == persons, province
    before = game.campaign.ruleset.write_state(game.before, game.campaign.world, 0)
    for province in game.campaign.world.provinces:
        if province not in derived["positions"]:
            was = before["provinces"].get(province, {}).get("people")
            assert after["provinces"].get(province, {}).get("people") == was, province
    assert after["defeats"] == derived["defeats"]
    assert after["separated"] == derived["separated"]
    verbs = [next(iter(fact)) for fact in facts(played)]
    assert "thrown_back" not in verbs
    assert "withdrew" not in verbs
    (assimilated,) = [fact for fact in facts(played) if "assimilated" in fact]
    assert (assimilated["by"], assimilated["assimilated"], assimilated["in"]) == tuple(derived["assimilated"].values())


def test_only_the_known_warnings(flagship: Path, expected: Any) -> None:
    found = validate(flagship).diagnostics
    assert [problem.message for problem in found] == ["B-3.8/absent"] * expected["derived"]["warnings-absent-target"]


def test_the_real_orders_of_turn_2_give_no_finding() -> None:
    result = validate(ROOT / "campaign" / "bellum-380")
    assert result.turn == 2
    assert result.diagnostics == []
    assert result.game is not None
    assert sorted(result.game.orders) == ["huns", "saxons", "western-rome"]
