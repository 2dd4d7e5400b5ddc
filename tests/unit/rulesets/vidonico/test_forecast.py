"""A forecast: where orders lead, and the exact odds of the encounters that they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.unit.rulesets.vidonico.played import read_orders
from tests.unit.rulesets.vidonico.records import before, world
from turnproc.engine.account import Forecast
from turnproc.engine.table import Table
from turnproc.report.language import Language
from turnproc.rulesets.vidonico.forecast import forecast
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.world import World

ENGLISH = Language.load("en")
ATTACK = ({"move": "frekre-1", "to": "plain"}, {"stance": "attack", "army": "frekre-1"})
BATTLE = "Army of the plain against The great herd in The open country"


def of(
    *orders: Mapping[str, Any], speaker: str = "frekre", state: State | None = None, place: World | None = None
) -> Forecast:
    state, place = state or before(), place or world()
    given = read_orders(VidonicoReader(place, state), speaker, orders)
    table: Table[World, Orders] = Table(turn=3, world=place, orders={speaker: given})
    return forecast(state, table, speaker, ENGLISH)


def sections(told: Forecast) -> dict[str, tuple[str, ...]]:
    return {section.heading: section.lines for section in told.sections}


def test_the_odds_of_an_attack() -> None:
    told = sections(of(*ATTACK))
    assert told["Who goes where"] == ("Army of the plain marched from The heights to The open country.",)
    assert told["Whom they meet"] == (
        "Army of the plain (attack) and The great herd (accept battle) in The open country: the game master decides.",
    )
    assert told[BATTLE][1:3] == (
        "Army of the plain: strength 3318 (soldiers: 553)",
        "  The cuirassiers: 553 × 6 = 3318",
    )
    assert told["Who holds the field"][0].split("  ")[1] == "99.6 %"
    assert told["Losses to be expected"][0] == (
        "Army of the plain (soldiers: 553): 28.2 dead, 56.1 wounded, 0.4 captured, 0.4 missing"
    )
    assert "Orlan (Army of the plain)" in told and "Loot by dice rolled" not in told
    # Without a battle everybody is where the march ended.
    assert told["At the end of the week, if nobody fights"][0] == (
        "Army of the plain, The open country: 553 fit, 0 wounded, stance: attack."
    )


def test_figures_are_exact() -> None:
    (met,) = of(*ATTACK).figures["encounters"]
    assert met["region"] == "plain" and met["armies"] == ["frekre-1", "horde-1"] and met["default"] is None
    assert met["odds"]["outcomes"][0]["probability"]["exact"] == "427/1152"


def test_riders_dismount_where_the_order_says() -> None:
    dismounted = {"formation": "dismounted", "contingent": "cuirassiers", "where": ["open"]}
    told = sections(of(*ATTACK, dismounted))
    assert told[BATTLE][2] == "  The cuirassiers: 553 × 5 = 2765"
    elsewhere = {**dismounted, "where": ["forest"]}
    assert sections(of(*ATTACK, elsewhere))[BATTLE][2] == "  The cuirassiers: 553 × 6 = 3318"


def test_whoever_stays_meets_nobody() -> None:
    told = sections(of({"stance": "avoid", "army": "frekre-1"}))
    assert told["Whom they meet"] == ("No hostile army is where yours will be.",)
    assert not any("against" in heading for heading in told)


def test_armies_that_do_not_attack_stand_beside_each_other() -> None:
    told = sections(of(ATTACK[0], {"stance": "accept", "army": "frekre-1"}))
    assert told["Whom they meet"] == (
        "Army of the plain (accept battle) and The great herd (accept battle) in The open country: neither attacks.",
    )
    assert BATTLE not in told


def test_against_an_army_that_avoids_battle() -> None:
    state = before()
    state.armies = {**state.armies, "horde-1": replace(state.armies["horde-1"], stance="avoid")}
    told = of(*ATTACK, state=state)
    assert "no battle, unless the game master rules it" in sections(told)["Whom they meet"][0]
    assert BATTLE in sections(told) and told.figures["encounters"][0]["default"] == "no_battle"


def test_unknown_ground_has_no_odds() -> None:
    place = world()
    regions = {**place.regions, "plain": replace(place.regions["plain"], terrain=None)}
    told = of(*ATTACK, place=replace(place, regions=regions))
    assert sections(told)[BATTLE] == ("The ground of that region is not known, so there are no odds.",)
    assert told.figures["encounters"][0]["odds"] is None


def test_prisoners_and_captives() -> None:
    state = before()
    told = sections(
        of(
            {"prisoners": "raid-0/pikes", "fate": "enslave", "count": 4},
            {"captive": "elsa", "fate": "kill"},
            speaker="horde",
        )
    )
    assert told["What the game master would be asked"] == (
        "Whether Elsa, a player's character, is put to death; there is no default.",
    )
    assert told["What follows if nobody fights"][0].startswith("The great herd enslaved 4 prisoners")
    assert "The great herd, scouts: 2 men are fit again" in told["What follows if nobody fights"][-1]
    assert state == before()


def test_a_character_hears_of_the_army_that_he_is_with() -> None:
    told = sections(of({"character": "orlan", "role": "absent"}, speaker="orlan"))
    assert told["Your orders"] == ("Orlan: stays away from battles.",)
    assert told["At the end of the week, if nobody fights"] == (
        "Army of the plain, The heights: 553 fit, 0 wounded, stance: attack.",
    )


def test_a_plan_stays_between_the_player_and_the_game_master() -> None:
    told = sections(of({"plan": "Feign a retreat.", "army": "frekre-1"}))
    assert told["Your orders"] == ("Army of the plain: the game master was sent a plan.",)


def test_of_several_battles_each_section_says_which() -> None:
    state = before()
    state.armies = {**state.armies, "frekre-2": replace(state.armies["frekre-2"], region="plain")}
    headings = list(sections(of(*ATTACK, {"stance": "attack", "army": "frekre-2"}, state=state)))
    assert "Garrison against The great herd in The open country: How it can end" in headings
    assert f"{BATTLE}: How it can end" in headings
