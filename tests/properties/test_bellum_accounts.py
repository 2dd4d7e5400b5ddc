"""Every fact of every turn has an account in every language, and what a forecast says would tip a battle does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.properties.bellum_worlds import Game, Run, _head, games, run
from turnproc.engine.facts import fact_data
from turnproc.engine.journal import Journal
from turnproc.engine.ruleset import Record
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum.accounts import BellumAccounts
from turnproc.rulesets.bellum.accounts.moment import moment_of
from turnproc.rulesets.bellum.forecast import forecast
from turnproc.rulesets.bellum.telling import Turn


def turn_of(played: Run) -> Turn:
    journal = Journal(
        turn=1,
        ruleset="bellum",
        version=1,
        inputs={},
        rulings=played.table.rulings.used(),
        defaults=played.table.rulings.defaults(),
        phases=played.resolution.phases,
    )
    return Record(before=played.before, after=played.resolution.after, journal=journal, table=played.table)


@given(games())
def test_every_fact_has_an_account_in_every_language(game: Game) -> None:
    played = run(game)
    assume(not played.resolution.findings)
    turn = turn_of(played)
    facts = turn.journal.facts()
    for code in LANGUAGES:
        accounts = BellumAccounts(turn, Language.load(code, "bellum"), lambda _: ())
        for number, fact in enumerate(facts, 1):
            account = accounts.account(number)
            assert account.text == accounts.line(number)
            assert account.rules[0] == fact.rule
            assert account.sections, fact
            for section in account.sections:
                assert section.heading and section.lines
                assert not any("{" in line or "  " in line for line in section.lines)


@given(games())
def test_a_moment_is_that_of_the_fact(game: Game) -> None:
    played = run(game)
    assume(not played.resolution.findings)
    turn = turn_of(played)
    facts = turn.journal.facts()
    for number, fact in enumerate(facts, 1):
        moment = moment_of(turn, number)
        assert fact_data(moment.fact) == fact_data(fact)
        assert list(moment.earlier + moment.together)[: len(facts)] == facts[: len(moment.earlier + moment.together)]
    with pytest.raises(IndexError):
        moment_of(turn, len(facts) + 1)


@st.composite
def fights(draw: st.DrawFn) -> tuple[Game, str]:
    """A game in which one speaker alone gives orders, most of them for a fight, and some forces are modified."""
    game = draw(games())
    peoples, provinces = game.state["peoples"], game.state["provinces"]
    speakers = [people for people, entry in peoples.items() if "master" not in entry]
    assume(speakers)
    speaker = draw(st.sampled_from(speakers))
    modifier = st.fixed_dictionaries(
        {"people": st.sampled_from(sorted(peoples)), "strength": st.sampled_from([-4, -2, -1, 1, 2])},
        optional={"against": st.sampled_from(["states", "tribes"])},
    )
    orders: list[dict[str, Any]] = []
    for province, land in provinces.items():
        ends = [link["between"] for link in game.map["links"] if province in link["between"] and link["kind"] == "land"]
        targets = [end for link in ends for end in link if end != province]
        for people, persons in land["people"].items():
            if _head(people, game.state) != speaker:
                continue
            left = draw(st.integers(0, persons)) if targets else persons
            if persons - left:
                goes = {"move": persons - left, "of": people, "from": province, "to": draw(st.sampled_from(targets))}
                orders.append(goes | {"attack": "all"})
            if left and draw(st.booleans()):
                orders.append({"hold": left, "of": people, "in": province, "attack": "all"})
    state = {**game.state, "modifiers": draw(st.lists(modifier, max_size=4))}
    return replace(game, state=state, orders={speaker: orders}, events=[]), speaker


def foreseen(game: Game, speaker: str) -> Mapping[str, Any]:
    played = run(game)
    table = replace(played.table, events=(), rulings=type(played.table.rulings)())
    return forecast(played.before, table, speaker, Language.load("en", "bellum")).figures


def outcome(game: Game, speaker: str, battle: Mapping[str, Any]) -> str | None:
    """How the battle of these peoples ends for the speaker when the turn is played; None: it does not come about."""
    sides = {frozenset(battle[side]["peoples"]) for side in ("own", "enemy")}
    for fact in run(game).resolution.phases:
        for each in fact.facts:
            data = fact_data(each)
            if data.get("battle") == battle["province"] and data.get("round") == 1:
                found = [frozenset(side["peoples"]) for side in data["sides"]]
                if set(found) == sides:
                    own = frozenset(battle["own"]["peoples"])
                    return "draw" if not data["defeated"] else "defeat" if set(data["defeated"]) == own else "victory"
    return None


def with_persons(game: Game, province: str, change: Mapping[str, int]) -> Game | None:
    """The game with so many persons more or fewer in a battle; None if that needs other orders."""
    provinces = {name: dict(land) for name, land in game.state["provinces"].items()}
    orders = {speaker: [dict(order) for order in given] for speaker, given in game.orders.items()}
    there = dict(provinces[province].get("people") or {})
    for people, number in change.items():
        if number > 0:
            there[people] = there.get(people, 0) + number
            continue
        left = -number
        while left:
            if not _one_fewer(people, province, there, provinces, orders):
                return None
            left -= 1
    provinces[province]["people"] = there
    return replace(game, state={**game.state, "provinces": provinces}, orders=orders)


def _one_fewer(
    people: str, province: str, there: dict[str, int], provinces: dict[str, Any], orders: dict[str, list[Any]]
) -> bool:
    """Take one person of the people out of those who will fight in the province."""
    given = [(speaker, order) for speaker, found in orders.items() for order in found]
    ordered = [
        (order, key)
        for speaker, order in given
        for key in ("move", "hold")
        if key in order and order.get("of", speaker) == people
    ]
    used = sum(order[key] for order, key in ordered if order.get("from", order.get("in")) == province)
    if there.get(people, 0) > used:
        there[people] -= 1
        if not there[people]:
            del there[people]
        return True
    for order, key in ordered:
        place = order.get("in") if key == "hold" else order["to"]
        if place == province and order[key] > 1:
            order[key] -= 1
            if key == "hold":
                there[people] -= 1
            return True
    return False


@given(fights())
def test_what_tips_a_battle_does_so_and_one_less_does_not(fight: tuple[Game, str]) -> None:
    game, speaker = fight
    for battle in foreseen(game, speaker)["battles"]:
        if battle["round"] == 2:
            continue
        assert outcome(game, speaker, battle) == battle["outcome"]
        for tip in battle["tips"]:
            assert tip["outcome"] != battle["outcome"]
            there = battle[tip["side"]]["parts"]
            assert all(there[people]["persons"] + number >= 1 for people, number in tip["change"].items())
            changed = with_persons(game, battle["province"], tip["change"])
            if changed is not None:
                assert outcome(changed, speaker, battle) == tip["outcome"]
            for people, number in tip["change"].items():
                less = {**tip["change"], people: number - 1 if number > 0 else number + 1}
                nearly = with_persons(game, battle["province"], less)
                if nearly is not None:
                    assert outcome(nearly, speaker, battle) != tip["outcome"]
