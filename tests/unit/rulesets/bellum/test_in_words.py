"""Orders told back in sentences: every kind of order in every language, and what happens where nothing is said."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from tests.unit.rulesets.bellum.records import flagship
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum.in_words import CLAIMS, HOLDS, MOVES, RULE, SUBJUGATION, in_words
from turnproc.rulesets.bellum.orders import Assimilate, Claim, Crown, Hold, Move, Order, Orders, Retreat, Rule
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, Settings

HUNS, GEPIDS, ROME, ANTES = PeopleId("huns"), PeopleId("gepids"), PeopleId("western-rome"), PeopleId("antes")
ALANS, BASQUES = PeopleId("alans"), PeopleId("basques")
DACIA, SARMATIA, CRETE = ProvinceId("dacia"), ProvinceId("sarmatia"), ProvinceId("crete")


def told(speaker: PeopleId, *given: Order, code: str = "en", **settings: Any) -> tuple[list[str], list[str]]:
    """The sentences on orders, and those on what goes by itself."""
    record = flagship()
    world = replace(record.table.world, settings=Settings(**settings))
    orders = Orders(speaker=speaker, given=tuple(replace(order, at=at) for at, order in enumerate(given)))
    found = in_words(world, record.before, orders, Language.load(code, "bellum"))
    return list(found.orders), list(found.defaults)


ORDERS: list[tuple[PeopleId, Order, str]] = [
    (HUNS, Move(0, HUNS, 1, DACIA, SARMATIA), "Huns: 1 person goes in peace from Dacia to Sarmatia."),
    (HUNS, Move(0, GEPIDS, 2, DACIA, SARMATIA), "Gepids: 2 persons go in peace from Dacia to Sarmatia."),
    (
        HUNS,
        Move(0, HUNS, 2, DACIA, SARMATIA, (ANTES, ALANS)),
        "Huns: 2 persons go from Dacia to Sarmatia and attack Antes and Alans.",
    ),
    (
        HUNS,
        Move(0, HUNS, 1, DACIA, SARMATIA, "all"),
        "Huns: 1 person goes from Dacia to Sarmatia and attacks everybody there.",
    ),
    (HUNS, Hold(0, HUNS, 3, DACIA), "Huns: 3 persons stay idle in Dacia."),
    (
        HUNS,
        Hold(0, HUNS, 1, CRETE, (ANTES, ANTES)),
        "Huns: 1 person stays on Crete and fights Antes, whether they come or are there.",
    ),
    (
        HUNS,
        Hold(0, HUNS, 2, DACIA, "newcomers"),
        "Huns: 2 persons stay in Dacia and fight every people that comes.",
    ),
    (
        HUNS,
        Hold(0, HUNS, 2, DACIA, None, "all"),
        "Huns: 2 persons stay in Dacia and fight all who are there or come attacking.",
    ),
    (ROME, Assimilate(0, ROME, BASQUES, DACIA), "Western Rome assimilate one person in Dacia (Basques)."),
    (HUNS, Crown(0, GEPIDS, ANTES), "Gepids make Antes a kingdom."),
    (HUNS, Crown(0, GEPIDS, GEPIDS), "Gepids make themselves a kingdom."),
    (ROME, Claim(0, ROME, "annex", DACIA), "Western Rome take possession of Dacia."),
    (ROME, Claim(0, ROME, "renounce", DACIA), "Western Rome give up Dacia."),
    (ROME, Claim(0, ROME, "independence", DACIA), "Western Rome regain independence and own Dacia."),
    (
        HUNS,
        Rule(0, GEPIDS, "subjugate", ANTES),
        "Huns will rule Antes, if these are beaten wherever they live; so it is without this order.",
    ),
    (
        HUNS,
        Rule(0, GEPIDS, "spare", ANTES),
        "Huns will not rule Antes, even if these are beaten wherever they live.",
    ),
    (
        HUNS,
        Retreat(0, GEPIDS, DACIA, (SARMATIA, CRETE)),
        "Gepids, if driven out of Dacia, go to the first of these that is open to them: Sarmatia, Crete.",
    ),
]


@pytest.mark.parametrize(("speaker", "order", "sentence"), ORDERS)
def test_every_kind_of_order(speaker: PeopleId, order: Order, sentence: str) -> None:
    assert told(speaker, order)[0] == [sentence]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("speaker", "order", "sentence"), ORDERS)
def test_in_every_language(code: str, speaker: PeopleId, order: Order, sentence: str) -> None:
    (found,) = told(speaker, order, code=code)[0]
    assert found.endswith(".")
    assert "{" not in found and "|" not in found
    assert (found == sentence) == (code == "en")


def test_russian_numbers_and_names() -> None:
    rows = [Move(0, HUNS, count, DACIA, SARMATIA, (ANTES,)) for count in (1, 2, 5, 21)]
    assert told(HUNS, *rows, code="ru")[0] == [
        "Гунны: 1 человек идёт из провинции Дакия в провинцию Сарматия и атакует антов.",
        "Гунны: 2 человека идут из провинции Дакия в провинцию Сарматия и атакуют антов.",
        "Гунны: 5 человек идут из провинции Дакия в провинцию Сарматия и атакуют антов.",
        "Гунны: 21 человек идёт из провинции Дакия в провинцию Сарматия и атакует антов.",
    ]


def test_who_has_no_order_is_listed_the_speaker_s_own_first() -> None:
    _, defaults = told(HUNS, Move(0, HUNS, 2, ProvinceId("tavrika"), SARMATIA), Hold(1, GEPIDS, 2, DACIA))
    record = flagship()
    own = {
        (people, province): count
        for province, there in record.before.provinces.items()
        for people, count in there.people.items()
        if people == HUNS or record.before.peoples[people].master == HUNS
    }
    left = [each for each in defaults if "no order and stay" in each]
    assert "Huns: 2 persons in Taurica have no order and stay idle." in left
    assert not any(each.startswith("Gepids") and "in Dacia" in each for each in left)
    # Only the Gepids of Dacia are all told what to do.
    assert len(left) == len(own) - 1
    assert left[0].startswith("Huns")
    names = [name for name, _ in groupby(left, key=lambda each: each.partition(":")[0])]
    assert len(set(names)) == len(names)


def test_nobody_is_left_over_where_all_have_orders() -> None:
    record = flagship()
    groups = [
        Hold(0, people, count, province)
        for province, there in record.before.provinces.items()
        for people, count in there.people.items()
        if people == HUNS or record.before.peoples[people].master == HUNS
    ]
    assert len(told(HUNS, *groups)[1]) == 4


def test_who_rules_whom_depends_on_the_house_rules_and_on_the_speaker() -> None:
    assert (
        told(HUNS)[1][-1] == "Tribes that Huns beat wherever they live fall under their rule, unless they are spared."
    )
    ordered = told(HUNS, Rule(0, HUNS, "subjugate", ANTES), subjugation="ordered")
    assert ordered[0] == ["Huns will rule Antes, if these are beaten wherever they live."]
    assert ordered[1][-1] == "Tribes fall under the rule of Huns only if an order says so."
    assert told(ROME)[1][-1] == "As a state Western Rome rule no tribe: those who are beaten withdraw."


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_sentences_are_the_same(code: str) -> None:
    language = Language.load(code, "bellum")
    counted = [*MOVES.values(), *HOLDS.values()]
    texts = [language.count(*text, 2) for text in counted]
    texts += [language.text(text) for text in (*CLAIMS.values(), *SUBJUGATION.values(), *RULE.values())]
    assert len(set(texts)) == len(texts)
