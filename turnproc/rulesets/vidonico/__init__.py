"""Ruleset vidonico: field battles with commanders and fates (docs/rules/vidonico.md), as one value."""

from __future__ import annotations

from typing import get_args

from turnproc.engine.ruleset import Pictures, Ruleset
from turnproc.rulesets.vidonico.accounts import VidonicoAccounts
from turnproc.rulesets.vidonico.blank import blank_orders
from turnproc.rulesets.vidonico.codec import LAYOUT, read_state, write_state
from turnproc.rulesets.vidonico.facts import Fact
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.forecast import forecast
from turnproc.rulesets.vidonico.in_words import in_words
from turnproc.rulesets.vidonico.map_view import of_turn, places, standing
from turnproc.rulesets.vidonico.messages import MESSAGES
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.questions import QUESTIONS
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.reading_world import read_world
from turnproc.rulesets.vidonico.schedule import schedule
from turnproc.rulesets.vidonico.single_fight import BATTLES
from turnproc.rulesets.vidonico.state import State, copy_state
from turnproc.rulesets.vidonico.view import view
from turnproc.rulesets.vidonico.vocabulary import vocabulary
from turnproc.rulesets.vidonico.world import World

RULESET: Ruleset[World, State, Orders, Fact] = Ruleset(
    name="vidonico",
    title=dict.fromkeys(("en", "ru", "sv"), "De Bello Vidonico"),
    version=1,
    documents=("map",),
    campaign_keys=("alliances", "customs", "settings", "templates"),
    messages=MESSAGES,
    own_codes={
        "C001": "E-TURN",
        "C018/count": "E-DICE-COUNT",
        "C018/range": "E-DICE-RANGE",
        "N001": "E-UNKNOWN",
        "S010": "E-NO-VERB",
        "S011": "E-TWO-VERBS",
        "S012": "E-UNKNOWN-VERB",
    },
    thrown_totals=True,
    facts=get_args(Fact),
    state_layout=LAYOUT,
    read_world=read_world,
    read_state=read_state,
    write_state=write_state,
    copy_state=copy_state,
    reader=VidonicoReader,
    blank_orders=blank_orders,
    questions=QUESTIONS,
    schedule=schedule,
    apply=apply,
    view=view,
    pictures=Pictures(places, standing, of_turn),
    vocabulary=vocabulary,
    in_words=in_words,
    accounts=VidonicoAccounts,
    forecast=forecast,
    battles=BATTLES,
)
