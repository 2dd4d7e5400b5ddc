"""Every fact has its line: what became of peoples and provinces, what the turn's end counts, whose orders failed."""

from __future__ import annotations

import pytest

from tests.unit.rulesets.bellum.records import with_facts
from turnproc.report.language import Language
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.view import view
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

RUSSIAN = Language.load("ru", "bellum")
ENGLISH = Language.load("en", "bellum")
HUNS, ANTES, ROME, ALANS = PeopleId("huns"), PeopleId("antes"), PeopleId("western-rome"), PeopleId("alans")
SASANIANS, PICTS, SCOTS = PeopleId("sasanians"), PeopleId("picts"), PeopleId("scots")
DACIA, THRACE, CRETE = ProvinceId("dacia"), ProvinceId("thrace"), ProvinceId("crete")


CHANGES: list[tuple[f.Fact, str, str]] = [
    (f.Vanished(ANTES, "B"), "Племя антов исчезает из игры.", "Antes vanished from the game."),
    (
        f.Vanished(SASANIANS, "B"),
        "Империя Сасанидов исчезает из игры, и государства больше нет.",
        "Sasanians vanished from the game, and their state with them.",
    ),
    (f.Appeared(PICTS, "B", {DACIA: 1}), "Племя пиктов возникает в игре.", "Picts came into the game as a tribe."),
    (
        f.Appeared(PICTS, "B", {DACIA: 1}, kind="state"),
        "Пикты появляются в игре как государство.",
        "Picts came into the game as a state.",
    ),
    (
        f.Appeared(PICTS, "B", {DACIA: 1}, from_=SCOTS),
        "Племя пиктов возникает в игре из племени скоттов.",
        "Picts came into the game out of Scots.",
    ),
    (
        f.Appeared(PICTS, "B", {DACIA: 1}, from_=ROME),
        "Народ пиктов возникает в игре из народа Западной Римской Империи.",
        "Picts, until now part of Western Rome, came into the game.",
    ),
    (f.Subjugated(ALANS, "B", HUNS), "Племя аланов покорено гуннами.", "Huns subjugated Alans."),
    (
        f.Subjugated(PeopleId("gepids"), "B", ALANS),
        "Племя гепидов переходит из-под власти гуннов под власть аланов.",
        "Gepids passed from the rule of Huns to the rule of Alans.",
    ),
    (f.Freed(ANTES, "B", HUNS), "Анты выходят из-под власти гуннов.", "Antes became free of Huns."),
    (
        f.Freed(SASANIANS, "B"),
        "Империя Сасанидов возвращает себе свободу.",
        "Sasanians regained freedom.",
    ),
    (f.Crowned(HUNS, "B"), "Племя гуннов становится королевством.", "Huns became a kingdom."),
    (f.Crowned(HUNS, "B", HUNS), "Племя гуннов провозглашает себя королевством.", "Huns founded a kingdom."),
    (
        f.Crowned(HUNS, "B", ROME),
        "Племя гуннов посвящено в королевство Западной Римской Империей.",
        "Western Rome made Huns a kingdom.",
    ),
    (
        f.Captured(SASANIANS, "B", HUNS, None, ()),
        "Гунны захватывают Империю Сасанидов.",
        "Huns captured Sasanians.",
    ),
    (
        f.Captured(PeopleId("armenians"), "B", SASANIANS, None, ()),
        "Империя Сасанидов захватывает армян.",
        "Sasanians captured Armenians.",
    ),
    (
        f.Independent(PeopleId("armenians"), "B", CRETE),
        "Армяне возвращают себе независимость на Крите.",
        "Armenians regained independence on Crete.",
    ),
    (
        f.Renounced(THRACE, "B", ROME),
        "Западная Римская Империя отказывается от Фракии.",
        "Western Rome renounced Thrace.",
    ),
    (
        f.Annexed(THRACE, "B", PeopleId("armenians")),
        "Армяне присоединяют провинцию Фракия.",
        "Armenians annexed Thrace.",
    ),
    (
        f.Ceded(THRACE, "B", None),
        "Провинция Фракия больше никому не принадлежит.",
        "Thrace belongs to nobody any more.",
    ),
    (
        f.Ceded(THRACE, "B", ROME),
        "Провинцией Фракия теперь владеет Западная Римская Империя.",
        "Thrace belongs to Western Rome now.",
    ),
    (
        f.Assimilated(ANTES, "B", ROME, THRACE),
        "Западная Римская Империя ассимилирует одного человека во Фракии (анты).",
        "Western Rome assimilated one person in Thrace (Antes).",
    ),
    (f.Baptised((THRACE,), "B"), "Крещение принимают: Фракия.", "Baptised: Thrace."),
    (f.Assigned(HUNS, "B", "player-01"), "За гуннов теперь играет player-01.", "player-01 plays Huns from now on."),
    (f.Assigned(HUNS, "B"), "За гуннов больше никто не играет.", "Nobody plays Huns any more."),
]


@pytest.mark.parametrize(("fact", "russian", "english"), CHANGES)
def test_changes(fact: f.Fact, russian: str, english: str) -> None:
    assert view(with_facts(fact), RUSSIAN)["changes"] == [russian]
    assert view(with_facts(fact), ENGLISH)["changes"] == [english]


def test_provinces_that_lost_their_owner() -> None:
    fact = f.Captured(SASANIANS, "B", HUNS, DACIA, (CRETE, THRACE))
    told = view(with_facts(fact), RUSSIAN)
    assert told["changes"] == ["Гунны захватывают Империю Сасанидов.", "Без владельца отныне: Фракия и Крит."]
    assert told["battlefields"][0]["after"] == [
        "Сасаниды: последняя провинция потеряна, государство захвачено гуннами."
    ]


ENDINGS: list[tuple[f.Fact, list[str]]] = [
    (f.Streak(HUNS, "B", 2), ["Гунны: 2 хода с поражением подряд; когда их будет 3, подвластные станут свободны."]),
    (f.Streak(HUNS, "B", 0), ["Гунны: счёт ходов с поражением начинается заново."]),
    (f.CutOff(ANTES, "B", 1), ["Анты: племя разорвано на части 1 ход; когда их будет 3, оно распадётся."]),
    (f.CutOff(ANTES, "B", 0), ["Анты: части племени снова вместе."]),
    (f.Separated(SCOTS, "B", (PICTS,)), ["Племя скоттов распадается на части; отныне сами по себе: пикты."]),
    (f.ModifiersAged(2, "B", (HUNS, ANTES, HUNS)), ["Поправка к силе больше не действует: анты и гунны."]),
    (f.ModifiersAged(1, "B", ()), []),
    (
        f.LeftEmpty(THRACE, "B", ROME),
        ["Во Фракии не остаётся никого из Западной Римской Империи, но владелец провинции прежний."],
    ),
]


@pytest.mark.parametrize(("fact", "lines"), ENDINGS)
def test_endings(fact: f.Fact, lines: list[str]) -> None:
    assert view(with_facts(fact, phase="end"), RUSSIAN)["ending"] == lines


def test_whose_orders_did_not_count() -> None:
    facts = (
        f.Rejected("turns/001/orders/huns.yaml", "B", 5),
        f.Struck(ROME, "B"),
        f.NoOrders(ANTES, "B"),
        f.NoOrders(HUNS, "B"),
        f.NoOrders(SASANIANS, "B"),
        f.NoOrders(ROME, "B"),
    )
    assert view(with_facts(*facts), RUSSIAN)["silence"] == [
        "Приказы гуннов отклонены целиком: 5 ошибок.",
        "Приказы Западной Римской Империи сняты ведущим.",
        "Не пришло приказов от Империи Сасанидов и антов.",
    ]


def test_orders_that_lapsed() -> None:
    facts = (
        f.OrderVoid("huns/o1", "B", "no-link"),
        f.OrderCut("huns/o2", "B", PeopleId("gepids"), 1, 0, "assimilated"),
        f.OrderCut("western-rome/o4", "B", ROME, 2, 0, "fewer"),
    )
    assert view(with_facts(*facts), RUSSIAN)["lapsed"] == [
        "Гунны, «2: Таврика -> Борисфен (атака антов)»: не выполнено, путь закрыт.",
        "Гунны, «1: Дакия -> Сарматия (гепиды)»: меньше на 1 человека, ассимилированного до того.",
        "ЗРИ, «2: Африка -> Сахара»: меньше на 2 человека, которых там уже не было.",
    ]
