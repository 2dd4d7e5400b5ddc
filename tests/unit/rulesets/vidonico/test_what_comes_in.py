"""Reading of map and campaign.yaml, who may speak, names for editors, orders told back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.vidonico_campaigns import patched, world
from turnproc import resources
from turnproc.engine.ruleset import OrdersFile
from turnproc.report.language import Language
from turnproc.rulesets.vidonico.codec import read_state
from turnproc.rulesets.vidonico.in_words import in_words
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.reading_world import read_settings, read_world
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.vocabulary import vocabulary
from turnproc.rulesets.vidonico.world import CUSTOMS, Custom, World

ENGLISH = Language.load("en")
CAMPAIGN = {"languages": ["en"]}


def made(name: str, patch: Mapping[str, Any] | None = None) -> tuple[World, State]:
    there = patched(world(name), patch or {})
    found = read_world({"map": {"regions": there["map"]}}, {**CAMPAIGN, **there["campaign"]}).value
    assert found is not None
    state = read_state(there["state"], found).value
    assert state is not None
    return found, state


def test_settings_have_their_types() -> None:
    read = read_settings(
        {
            "recovery_rate": "1/3",
            "leaderless_tactics": "2d6+1",
            "terrain_overrides": {"faun": {"mountains": 0, "open": "unusable"}},
            "difficulty_defaults": {"bad": {"easy": 14, "rough": 20}},
            "coin_names": {"s": "silver"},
        }
    )
    assert read.recovery_rate == Fraction(1, 3)
    assert str(read.leaderless_tactics) == "2T+1"
    assert read.terrain_overrides == {"faun": {"mountains": 0, "open": None}}
    assert read.difficulty_defaults == {"bad": (14, 20)}
    assert read.coin_names == {"s": "silver", "d": "d"}
    assert read_settings({}).recovery_rate == Fraction(1, 6)


def test_more_than_all_cannot_recover_in_a_week() -> None:
    read = read_world({"map": {"regions": []}}, {**CAMPAIGN, "settings": {"recovery_rate": "7/6"}})
    assert read.value is None
    assert [(each.message, each.pointer) for each in read.findings] == [("S005/most", "/settings/recovery_rate")]


def test_customs_of_the_campaign_take_the_place_of_the_table() -> None:
    custom = {"captor_tag": "*", "captive_tag": "humans", "fate": "release"}
    with_own = read_world({"map": {"regions": []}}, {**CAMPAIGN, "customs": [custom]}).value
    without = read_world({"map": {"regions": []}}, CAMPAIGN).value
    assert with_own is not None and with_own.customs == (Custom("*", "humans", "release"),)
    assert without is not None and without.customs == CUSTOMS


def test_the_state_says_who_plays_whom_before_the_campaign_does() -> None:
    players = {"p1": {"speaks_for": ["frekre", "orlan"]}, "p2": {"speaks_for": ["horde", "grima"]}}
    patch = {"campaign": {"players": players}, "factions": {"horde": {"player": "p3"}}}
    speakers = VidonicoReader(*made("example", patch)).speakers
    assert {speaker: each.player for speaker, each in speakers.items()} == {
        "frekre": "p1",
        "grima": "p2",
        "horde": "p3",
        "orlan": "p1",
    }
    assert [speaker for speaker, each in speakers.items() if each.is_awaited] == ["frekre", "horde"]


def test_only_free_player_characters_speak() -> None:
    gone = {"army": None, "contingent": None}
    patch = {
        "armies": {"frekre-1": {"leader": None}},
        "characters": {"orlan": {**gone, "status": "captive", "captor": "horde-1"}, "grima": {"pc": False}},
    }
    reader = VidonicoReader(*made("example", patch))
    assert sorted(reader.speakers) == ["frekre", "horde"]
    assert reader.why_silent("orlan", "orders/orlan").message == "E-NOT-YOURS/captive"
    assert reader.why_silent("grima", "orders/grima").message == "E-NOT-YOURS/npc"


def _kinds(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (schema[key] for key in ("x-names", "x-ids") if isinstance(schema.get(key), str))
        for value in schema.values():
            yield from _kinds(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _kinds(value)


def test_editors_know_the_names_of_every_kind_that_files_ask_for() -> None:
    own = [resources.schema(folder, name) for folder, name in resources.schema_names() if folder == "vidonico"]
    assert {kind for schema in own for kind in _kinds(schema)} - {"speaker", "player"} <= set(
        vocabulary(*made("example"))
    )


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ({"move": "frekre-1", "to": "wood"}, "Frekre-1 marches from plain to wood."),
        (
            {"transfer": "pikes", "to": "frekre-2"},
            "200 men of pikes leave frekre-1 and become a new army, frekre-2.",
        ),
        ({"pursue": False, "army": "frekre-1"}, "Frekre-1 lets whom it has beaten escape, from now on."),
        (
            {"formation": "dismounted", "contingent": "lancers", "where": ["forest", "hills"]},
            "Lancers: these riders fight on foot in battles of this week on such ground: forest, hills.",
        ),
        (
            {"character": "anna", "contingent": "pikes", "role": "fight", "mounted": False},
            "Anna: fights with pikes, fights in battles from now on and goes on foot from now on.",
        ),
        ({"prisoners": "old/raiders", "fate": "kill", "count": 1}, "1 prisoner of old/raiders is put to death."),
    ],
)
def test_an_order_is_told_back(order: dict[str, Any], told: str) -> None:
    group = {"id": "old/raiders", "from_faction": "horde", "species": "minotaur", "quality": "green", "count": 9}
    patch = {"armies": {"frekre-1": {"prisoners": [{**group, "taken_turn": 3}]}}}
    there, state = made("fronts", patch)
    file = OrdersFile(speaker="frekre", source="orders/frekre", pointer="/orders", orders=[order])
    orders = VidonicoReader(there, state).read_orders(file).value
    assert orders is not None
    assert in_words(there, state, orders, ENGLISH).orders == (told,)


def test_what_is_not_said_is_told_too() -> None:
    there, state = made("fronts")
    move = {"move": "frekre-1", "to": "wood"}
    file = OrdersFile(speaker="frekre", source="orders/frekre", pointer="/orders", orders=[move])
    orders = VidonicoReader(there, state).read_orders(file).value
    assert orders is not None
    assert in_words(there, state, orders, ENGLISH).defaults == (
        "Frekre-1 goes on accepting battle without seeking it.",
        "Frekre-1 is led by anna.",
        "Frekre-1 pursues whom it has beaten, if it has cavalry enough.",
        "Frekre-1 treats the prisoners that it takes as is the custom.",
        "Frekre-1, if beaten, goes back to plain, if no enemy bars the way.",
        "Whoever is drawn into a battle by the game master fights, whatever the stance.",
    )
