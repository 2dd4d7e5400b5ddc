"""Whole random games through the command line: what is allowed is played, written, told and verified."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from tests.effort import examples
from tests.fuzz.campaigns import FINE, MUST_RULE, PROBLEMS, Place, called
from tests.fuzz.strategies import written
from tests.git.helpers import contents
from tests.properties.bellum_worlds import Game, games


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield Place(tmp_path_factory.mktemp("games") / "campaign", {})


def files(game: Game) -> dict[str, bytes | None]:
    """The campaign's folder."""
    campaign: dict[str, Any] = {
        "format": "turnproc.campaign/1",
        "name": "Random",
        "ruleset": "bellum",
        "ruleset_version": 1,
        "languages": ["en"],
        "report": {"targets": ["markdown", "bbcode", "html"], "languages": ["en", "ru", "sv"]},
        "settings": game.settings,
    }
    found: dict[str, bytes | None] = {
        "campaign.yaml": written(campaign),
        "map.yaml": written({"format": "turnproc.bellum.map/1", **game.map}),
        "peoples.yaml": written({"format": "turnproc.bellum.peoples/1", **game.peoples}),
        "turns/000/state.yaml": written(game.state),
        "turns/001/gm.yaml": written({"turn": 1, "events": game.events}),
    }
    orders = {speaker: {"turn": 1, "for": speaker, "orders": given} for speaker, given in game.orders.items()}
    return found | {f"turns/001/orders/{speaker}.yaml": written(data) for speaker, data in orders.items()}


@examples(8)
@given(game=games())
def test_a_random_game(place: Place, game: Game) -> None:
    before = place.fill(files(game))
    root = place.root
    try:
        assert called(root, "validate", "ROOT").code in (FINE, PROBLEMS)
        ran = called(root, "resolve", "--no-commit", "--reject-invalid", "ROOT")
        after = contents(root)
        assert {name: after[name] for name in before} == before
        if ran.code != FINE:
            assert ran.code in (PROBLEMS, MUST_RULE)
            assert after == before
            return
        assert called(root, "verify", "ROOT").code == FINE
        assert called(root, "report", "-l", "sv", "-t", "bbcode", "ROOT").code == FINE
        assert called(root, "explain", "1", "--campaign", "ROOT").code in (FINE, PROBLEMS)
        # And on: nobody has sent anything, nothing is wrong, the next turn can be played as well.
        assert called(root, "resolve", "--turn", "2", "--no-commit", "ROOT").code in (FINE, MUST_RULE)
        assert called(root, "verify", "ROOT").code == FINE
    finally:
        place.clear()
