"""The report of a turn as data: section by section for turn 1, and for every turn that the rule vectors play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from tests.unit.rulesets.bellum.records import flagship, record_of, vectors
from turnproc.engine.journal import Journal, PlayedPhase
from turnproc.engine.ruleset import Record
from turnproc.report.environment import TARGETS
from turnproc.report.language import LANGUAGES, Language
from turnproc.report.render import render
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Turn, paragraphs
from turnproc.rulesets.bellum.view import view
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

RUSSIAN = Language.load("ru", "bellum")
ENGLISH = Language.load("en", "bellum")
HUNS, ANTES, ROME, ALANS = PeopleId("huns"), PeopleId("antes"), PeopleId("western-rome"), PeopleId("alans")
SASANIANS, PICTS, SCOTS = PeopleId("sasanians"), PeopleId("picts"), PeopleId("scots")
DACIA, THRACE, CRETE = ProvinceId("dacia"), ProvinceId("thrace"), ProvinceId("crete")


def texts_of(data: Any) -> Iterator[str]:
    """All texts of a view; anything that is no plain data fails."""
    if isinstance(data, dict):
        for value in data.values():
            yield from texts_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts_of(value)
    elif isinstance(data, str):
        yield data
    else:
        assert type(data) is int, data


def journal_of(*phases: PlayedPhase[f.Fact]) -> Journal[f.Fact]:
    return Journal(turn=1, ruleset="bellum", version=1, inputs={}, phases=phases)


def with_facts(*facts: f.Fact, phase: str = "retreat") -> Turn:
    """The flagship's turn with these facts instead of its own."""
    record = flagship()
    journal: Journal[f.Fact] = journal_of(PlayedPhase(phase, [*facts]))
    return Record(before=record.before, after=record.after, journal=journal, table=record.table)


def test_the_head_of_turn_1() -> None:
    told = view(flagship(), RUSSIAN)
    assert (told["turn"], told["title"], told["years"]) == (1, "Итоги 1 хода", "380–385")
    assert len(told["chronicle"]) == 1 and len(told["chronicle"][0]) == 4
    assert told["next_turn"] == "Приказы на ход 2"


def test_the_changes_that_the_game_master_published() -> None:
    changes = view(flagship(), RUSSIAN)["changes"]
    assert changes[:2] == [
        "Племя лангобардов исчезает из игры, разделившись на ротбардов и шварцбардов.",
        "Племя пиктов возникает в игре из племени скоттов.",
    ]
    assert set(changes[2:10]) == {
        "Племя антов покорено гуннами.",
        "Племя склавинов покорено вестготами.",
        "Племя тюрингов покорено франками.",
        "Племя ротбардов покорено франками.",
        "Племя шварцбардов покорено маркоманами.",
        "Племя бургундов покорено вандалами.",
        "Племя скоттов покорено гибернами.",
        "Племя пиктов покорено гэлами.",
    }
    assert changes[10:] == [
        "Западная Римская Империя ассимилирует одного человека в Аквитании (баски).",
        "Крещение принимают: Финикия и Аквитания.",
        "За саксов теперь играет player-17.",
    ]


def test_events_and_rulings_of_turn_1() -> None:
    told = view(flagship(), ENGLISH)
    assert [event["effects"] for event in told["events"]] == [
        ["Baptised: Phoenicia and Aquitania."],
        ["Armenians: force −1 against states, for 1 turn."],
        ["Sasanians: force +1, for 1 turn."],
        ["player-17 plays Saxons from now on."],
    ]
    assert told["rulings"] == [
        "Lombards broke up: Rothbards under Franks (1 person), Schwarzbards under Marcomanni (2 persons).",
        "Scots broke up: Scots under Hibernians (1 person), Picts under Gaels (1 person).",
    ]
    assert told["defaults"] == told["lapsed"] == told["silence"] == told["ending"] == []


def test_the_table_of_peoples() -> None:
    rows = view(flagship(), ENGLISH)["peoples"]
    by_name = {row["people"]: row for row in rows}
    assert [row["people"] for row in rows][:3] == ["Western Rome", "Eastern Rome", "Sasanians"]
    assert [row["people"] for row in rows][-3:] == ["Rothbards", "Schwarzbards", "Picts"]
    assert by_name["Huns"] == {
        "people": "Huns",
        "lot": "free tribe",
        "persons": 7,
        "change": "0",
        "provinces": 4,
        "majorities": 4,
        "line": "Huns: 7 (0); provinces: 4, majorities: 4; free tribe",
    }
    assert by_name["Lombards"]["lot"] == "no more" and by_name["Lombards"]["change"] == "−3"
    assert by_name["Western Rome"]["change"] == "+1" and by_name["Basques"]["change"] == "−1"
    # Nobody dies in this game.
    assert sum(int(row["change"].replace("−", "-")) for row in rows) == 0


def test_a_blank_for_every_people_with_a_player() -> None:
    told = view(flagship(), ENGLISH)
    assert len(told["blanks"]) == 16
    assert "Saxons" in [blank["people"] for blank in told["blanks"]]
    assert all("turn: 2" in blank["lines"] for blank in told["blanks"])


# --- every fact has its line
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
        "Armenians regained independence in Crete.",
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


def test_what_happens_at_the_start_is_told_first() -> None:
    happened = f.EventHappened("free", "B-5.3", {"free": "antes"})
    start: PlayedPhase[f.Fact] = PlayedPhase("start", [happened, f.Freed(ANTES, "B-5.3", HUNS)])
    retreat: PlayedPhase[f.Fact] = PlayedPhase("retreat", [f.Subjugated(ANTES, "B-4.5.2", ALANS)])
    whole, journal = flagship(), journal_of(start, retreat)
    record: Turn = Record(before=whole.before, after=whole.after, journal=journal, table=whole.table)
    told = view(record, ENGLISH)
    assert told["changes"] == ["Antes became free of Huns.", "Alans subjugated Antes."]
    assert told["events"] == [{"concerns": "", "text": [], "effects": ["Antes became free of Huns."]}]


def test_events_stand_under_whom_they_concern() -> None:
    data = {"note": "One\ntwo\n\nthree", "concerns": ["antes", "western-rome"]}
    told = view(with_facts(f.EventHappened("note", "B-4.8.3", data)), RUSSIAN)
    assert told["events"] == [{"concerns": "ЗРИ, Анты", "text": [["One", "two"], ["three"]], "effects": []}]


# --- every turn that the vectors play
def test_every_turn_can_be_told() -> None:
    told_of: set[type] = set()
    for number, (case, record) in enumerate(vectors()):
        told_of.update(map(type, record.journal.facts()))
        for code in LANGUAGES:
            language = Language.load(code, "bellum")
            told = view(record, language)
            for text in texts_of(told):
                assert "{" not in re.sub(r"\{(hold|move|retreat).*\}", "", text), (case, text)
        # One language of each turn is drawn; by and by all of them are.
        language = Language.load(LANGUAGES[number % len(LANGUAGES)], "bellum")
        for target in TARGETS:
            report = render("bellum", target, language, view(record, language))
            assert report.endswith("\n") and not report.endswith("\n\n"), case
            assert not re.search(r"[ \t]$|\n\n\n", report, re.MULTILINE), case
    assert told_of == set(get_args(f.Fact))


def test_telling_changes_nothing() -> None:
    record = flagship()
    assert view(record, RUSSIAN) == view(record, RUSSIAN)


def test_paragraphs() -> None:
    assert paragraphs("  a\nb \n\n\n c\r\n") == [["a", "b"], ["c"]]
    assert paragraphs(" \n ") == []


def test_hostile_words_stay_words() -> None:
    hostile = "<script>alert(1)</script> [b]x[/b] **y** {{ 7*7 }} @everyone http://evil.example\n# heading"
    record = record_of(
        {
            "map": {"provinces": [{"id": "a", "names": {"en": hostile.replace("\n", " ")}}]},
            "peoples": {"peoples": [{"id": "x", "names": {"en": hostile.replace("\n", " ")}}]},
            "state": {
                "peoples": {"x": {"kind": "tribe", "player": "player-01"}},
                "provinces": {"a": {"people": {"x": 1}}},
            },
            "orders": {"x": {"message": hostile, "orders": [{"hold": 1, "in": "a"}]}},
            "gm": {"chronicle": hostile, "events": [{"note": hostile, "concerns": ["x"]}]},
        }
    )
    assert record is not None
    told = view(record, ENGLISH)
    page = render("bellum", "html", ENGLISH, told)
    assert "<script" not in page and "{{ 7*7 }}" in page
    # In blocks of code nothing has a meaning but their end.
    post = re.sub(r"\[code\].*?\[/code\]", "", render("bellum", "bbcode", ENGLISH, told), flags=re.DOTALL)
    assert "[b]x" not in post and "@everyone" not in post and "http://" not in post
    text = render("bellum", "markdown", ENGLISH, told)
    outside = re.sub(r"```yaml.*?```", "", text, flags=re.DOTALL)
    assert "**y**" not in outside and "@everyone" not in outside and "http://" not in outside
    assert "\n# heading" not in text and "> \\# heading" in text
