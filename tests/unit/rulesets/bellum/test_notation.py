"""Orders in the forum's notation: the real orders of turn 1 line by line, and every kind of order in each language."""

from __future__ import annotations

import re

import pytest

from tests.unit.rulesets.bellum.records import GOLDEN, flagship
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum.notation import LINES, NOTES
from turnproc.rulesets.bellum.orders import Assimilate, Claim, Crown, Hold, Move, Order, Retreat, Rule
from turnproc.rulesets.bellum.telling import Telling
from turnproc.rulesets.bellum.view_orders import orders_given
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

# What the players wrote otherwise than the notation has it: a slip in a name, an arrow without spaces, no colon.
SLIPS = {"Сассаниды": "Сасаниды"}

HUNS, GEPIDS, ROME, ANTES = PeopleId("huns"), PeopleId("gepids"), PeopleId("western-rome"), PeopleId("antes")
SASANIANS, ALANS = PeopleId("sasanians"), PeopleId("alans")
DACIA, SARMATIA, CRETE = ProvinceId("dacia"), ProvinceId("sarmatia"), ProvinceId("crete")


def forum() -> dict[str, list[str]]:
    """What stands in the forum: lines by people."""
    text = (GOLDEN / "forum-orders-turn-1.txt").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.endswith(":") or line == "Англы":
            name = line.rstrip(":")
            lines = found.setdefault(SLIPS.get(name, name), [])
        else:
            lines.append(re.sub(r"\s*->\s*", " -> ", line))
    return found


def test_all_orders_of_turn_1_read_as_the_forum_has_them() -> None:
    given = orders_given(Telling(flagship(), Language.load("ru", "bellum")))
    assert {speaker["people"]: speaker["lines"] for speaker in given} == forum()


def test_the_forum_s_text_was_read() -> None:
    assert len(forum()) == 16
    assert sum(map(len, forum().values())) == 55


ORDERS: list[tuple[PeopleId, Order, str, str, str]] = [
    (HUNS, Move(0, HUNS, 2, DACIA, SARMATIA), "2: Дакия -> Сарматия", "2: Dacia -> Sarmatia", "2: Dakien -> Sarmatien"),
    (
        HUNS,
        Move(0, GEPIDS, 1, DACIA, SARMATIA, (ANTES, SASANIANS)),
        "1: Дакия -> Сарматия (гепиды, атака антов, сасанидов)",
        "1: Dacia -> Sarmatia (Gepids, attack on Antes, Sasanians)",
        "1: Dakien -> Sarmatien (gepider, anfall mot anter, Sasaniderna)",
    ),
    (
        HUNS,
        Move(0, HUNS, 1, DACIA, SARMATIA, "all"),
        "1: Дакия -> Сарматия (атака всех)",
        "1: Dacia -> Sarmatia (attack on all)",
        "1: Dakien -> Sarmatien (anfall mot alla)",
    ),
    (HUNS, Hold(0, HUNS, 3, DACIA), "3: Дакия", "3: Dacia", "3: Dakien"),
    (
        HUNS,
        Hold(0, GEPIDS, 3, DACIA),
        "3: Дакия (гепиды, бездействие)",
        "3: Dacia (Gepids, idle)",
        "3: Dakien (gepider, overksamhet)",
    ),
    (
        HUNS,
        Hold(0, HUNS, 3, DACIA, (ALANS,)),
        "3: Дакия (атака аланов)",
        "3: Dacia (attack on Alans)",
        "3: Dakien (anfall mot alaner)",
    ),
    (
        HUNS,
        Hold(0, GEPIDS, 3, DACIA, "newcomers"),
        "3: Дакия (гепиды, встретить пришедших)",
        "3: Dacia (Gepids, meet newcomers)",
        "3: Dakien (gepider, möter nykomlingar)",
    ),
    (
        HUNS,
        Hold(0, HUNS, 3, DACIA, None, "all"),
        "3: Дакия (атака всех присутствующих)",
        "3: Dacia (attack on all present)",
        "3: Dakien (anfall mot alla närvarande)",
    ),
    (
        ROME,
        Assimilate(0, ROME, ANTES, DACIA),
        "Ассимиляция в Дакии (анты)",
        "Assimilation in Dacia (Antes)",
        "Assimilering i Dakien (anter)",
    ),
    (
        HUNS,
        Crown(0, GEPIDS, ANTES),
        "Посвящение антов в королевство (гепиды)",
        "Kingship for Antes (Gepids)",
        "Kungavärdighet för anter (gepider)",
    ),
    (
        ROME,
        Claim(0, ROME, "annex", DACIA),
        "Присоединение Дакии",
        "Annexation of Dacia",
        "Annektering av Dakien",
    ),
    (ROME, Claim(0, ROME, "renounce", DACIA), "Отказ от Дакии", "Renunciation of Dacia", "Avstående från Dakien"),
    (
        ROME,
        Claim(0, ROME, "independence", DACIA),
        "Независимость в Дакии",
        "Independence in Dacia",
        "Oberoende i Dakien",
    ),
    (HUNS, Rule(0, HUNS, "subjugate", ANTES), "Покорение антов", "Subjugation of Antes", "Underkuvande av anter"),
    (
        HUNS,
        Rule(0, GEPIDS, "spare", ANTES),
        "Пощада антов (гепиды)",
        "Mercy for Antes (Gepids)",
        "Nåd för anter (gepider)",
    ),
    (
        HUNS,
        Retreat(0, GEPIDS, DACIA, (SARMATIA, CRETE)),
        "Отступление из Дакии: Сарматия, Крит (гепиды)",
        "Retreat from Dacia: Sarmatia, Crete (Gepids)",
        "Reträtt från Dakien: Sarmatien, Kreta (gepider)",
    ),
]


@pytest.mark.parametrize(("speaker", "order", "russian", "english", "swedish"), ORDERS)
def test_every_kind_of_order(speaker: PeopleId, order: Order, russian: str, english: str, swedish: str) -> None:
    for code, expected in (("ru", russian), ("en", english), ("sv", swedish)):
        telling = Telling(flagship(), Language.load(code, "bellum"))
        assert telling.notation.line(speaker, order) == expected


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_words_of_the_notation_are_the_same(code: str) -> None:
    language = Language.load(code, "bellum")
    words = [language.text(message) for message in (*LINES.values(), *NOTES.values())]
    assert len(set(words)) == len(words)


def test_the_preposition_is_the_place_s_own() -> None:
    notation = Telling(flagship(), Language.load("ru", "bellum")).notation
    assert notation.line(ROME, Claim(0, ROME, "independence", CRETE)) == "Независимость на Крите"
    assert notation.line(ROME, Assimilate(0, ROME, ANTES, ProvinceId("thrace"))) == "Ассимиляция во Фракии (анты)"
