"""Ruleset bellum: the war of all against all (docs/rules/bellum.md), as one value."""

from __future__ import annotations

from typing import get_args

from turnproc.engine.ruleset import Pictures, Ruleset, Seats
from turnproc.rulesets.bellum.accounts import BellumAccounts
from turnproc.rulesets.bellum.blank import blank_orders
from turnproc.rulesets.bellum.codec import LAYOUT, read_state, write_state
from turnproc.rulesets.bellum.facts import Fact
from turnproc.rulesets.bellum.folding import apply
from turnproc.rulesets.bellum.forecast import forecast
from turnproc.rulesets.bellum.forum import Forum
from turnproc.rulesets.bellum.in_words import in_words
from turnproc.rulesets.bellum.map_view import of_turn, places, standing
from turnproc.rulesets.bellum.messages import MESSAGES
from turnproc.rulesets.bellum.orders import Orders
from turnproc.rulesets.bellum.questions import QUESTIONS
from turnproc.rulesets.bellum.reader import BellumReader
from turnproc.rulesets.bellum.reading_events import NOBODY
from turnproc.rulesets.bellum.schedule import schedule
from turnproc.rulesets.bellum.state import State, copy_state
from turnproc.rulesets.bellum.view import view
from turnproc.rulesets.bellum.vocabulary import vocabulary
from turnproc.rulesets.bellum.world import World, read_world

RULESET: Ruleset[World, State, Orders, Fact] = Ruleset(
    name="bellum",
    title={
        "en": "The war of all against all",
        "ru": "Война всех против всех",
        "sv": "Allas krig mot alla",
    },
    version=1,
    documents=("map", "peoples"),
    campaign_keys=("calendar", "settings"),
    messages=MESSAGES,
    own_codes={"C001": "B-3.2", "C002": "B-3.2", "C003": "B-3.2", "C004": "B-3.2"},
    rule_of_shape="B-3.1",
    facts=get_args(Fact),
    state_layout=LAYOUT,
    read_world=read_world,
    read_state=read_state,
    write_state=write_state,
    copy_state=copy_state,
    reader=BellumReader,
    blank_orders=blank_orders,
    questions=QUESTIONS,
    schedule=schedule,
    apply=apply,
    view=view,
    pictures=Pictures(places, standing, of_turn),
    vocabulary=vocabulary,
    notation=Forum,
    in_words=in_words,
    accounts=BellumAccounts,
    forecast=forecast,
    seats=Seats(
        path=lambda people: ("peoples", people),
        key="player",
        event=lambda people, player: {"assign": people, "player": player},
        reserved=frozenset({NOBODY}),
    ),
)
