"""The forum's notation read: the orders of turn 1, every form in every language, and what is said of unclear rows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from tests.unit.rulesets.bellum.records import GOLDEN, ROOT, flagship
from tests.unit.rulesets.bellum.test_notation import ORDERS
from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.engine.finding import Finding, Read
from turnproc.engine.notation import Told
from turnproc.engine.patterns import Row
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum import RULESET
from turnproc.rulesets.bellum.forum import Forum
from turnproc.rulesets.bellum.messages import MESSAGES as OWN_MESSAGES
from turnproc.rulesets.bellum.notation_lines import Reading
from turnproc.rulesets.bellum.orders import Hold, Move, Order, Orders, Retreat, Rule, order_data
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId
from turnproc.source.yaml_reader import ORDERS as LIMITS
from turnproc.source.yaml_reader import read_yaml

HUNS = PeopleId("huns")


@cache
def forum(first: str = "ru") -> Forum:
    """The notation on the start position of the demonstration campaign."""
    record = flagship()
    words = [Language.load(code, "bellum") for code in dict.fromkeys([first, *LANGUAGES])]
    return Forum(record.table.world, record.before, words)


def read(text: str) -> Read[tuple[Told, ...]]:
    return forum().read(text, "text")


def orders(*rows: str) -> list[dict[str, Any]]:
    """What rows mean in the mouth of the Huns; they must be clear."""
    result = read("\n".join(["Гунны:", *rows]))
    assert result.findings == ()
    assert result.value is not None
    return [dict(order) for order in result.value[0].orders]


def found(text: str) -> list[tuple[str, str]]:
    return [(finding.message, finding.pointer) for finding in read(text).findings]


def said(finding: Finding) -> tuple[str, str]:
    """Text and hint of a finding, in English."""
    catalogue = Catalogue({**MESSAGES, **OWN_MESSAGES}, lambda text: text, "ru")
    diagnostic = Diagnostic(finding.message, Severity.ERROR, Place("x"), finding.params)
    return catalogue.text(diagnostic), catalogue.hint(diagnostic)


def test_the_forum_s_text_gives_the_orders_of_turn_1() -> None:
    result = read((GOLDEN / "forum-orders-turn-1.txt").read_text(encoding="utf-8"))
    assert result.findings == ()
    assert result.value is not None
    folder = ROOT / "campaign" / "bellum-380" / "turns" / "001" / "orders"
    wanted = {}
    for file in folder.iterdir():
        document, problems = read_yaml(file.read_bytes(), file.name, LIMITS)
        assert document is not None and not problems
        wanted[file.stem] = document.data
    assert {told.speaker: told.data(1) for told in result.value} == wanted


@pytest.mark.parametrize("first", LANGUAGES)
@pytest.mark.parametrize(("speaker", "order", "russian", "english", "swedish"), ORDERS)
def test_every_kind_of_order_is_read_in_every_language(
    first: str, speaker: PeopleId, order: Order, russian: str, english: str, swedish: str
) -> None:
    for text in (russian, english, swedish):
        meanings, stumbles = forum(first).meanings.of(Row(text).span, speaker)
        assert stumbles == []
        assert [meaning.order for meaning in meanings if isinstance(meaning, Reading)] == [order]
        assert len(meanings) == 1


MOVE = {"move": 2, "from": "tavrika", "to": "borisfen"}


@pytest.mark.parametrize(
    ("row", "order"),
    [
        ("2: Таврика->Борисфен", MOVE),
        ("2:Таврика -> Борисфен", MOVE),
        ("  2 :  Таврика   →   Борисфен  ", MOVE),
        ("2: Таврика —> Борисфен", MOVE),
        ("2: Таврика –> Борисфен", MOVE),
        ("2: Таврика --> Борисфен", MOVE),
        ("2: Таврика => Борисфен", MOVE),
        ("2: Таврика — Борисфен", MOVE),
        ("2: Таврика - Борисфен", MOVE),
        ("2: Таврика-Борисфен", MOVE),
        ("2: таврика -> БОРИСФЕН", MOVE),
        ("2: tavrika -> borisfen", MOVE),
        ("2: Taurica -> Borysthenes", MOVE),
        ("2: Таврика -> Borysthenes", MOVE),
        ("2: Таврика -> Борисфен.", MOVE),
        ("２： Таврика -> Борисфен;", MOVE),
        ("2:\u00a0Таврика\u00a0->\u00a0Борисфен", MOVE),
        ("2: Таври\u00adка -> Борисфен\u200b", MOVE),
        ("2: Таврика -> Борисфен ()", MOVE),
        ("2: Таврика -> Борисфен (атака антов)", {**MOVE, "attack": ["antes"]}),
        ("2: Таврика -> Борисфен (атака  анты)", {**MOVE, "attack": ["antes"]}),
        ("2: Таврика -> Борисфен(Атака орды антов)".replace("орды", "орду"), {**MOVE, "attack": ["antes"]}),
        ("2: Таврика -> Борисфен (attack on Antes)", {**MOVE, "attack": ["antes"]}),
        ("2: Таврика -> Борисфен (атака antes)", {**MOVE, "attack": ["antes"]}),
        ("2: Таврика -> Борисфен (атака антов, аланов)", {**MOVE, "attack": ["antes", "alans"]}),
        ("2: Таврика -> Борисфен (атака антов и аланов)", {**MOVE, "attack": ["antes", "alans"]}),
        ("2: Таврика -> Борисфен (атака антов, аланов и хаттов)", {**MOVE, "attack": ["antes", "alans", "chatti"]}),
        ("2: Таврика -> Борисфен (атака антов, атака аланов)", {**MOVE, "attack": ["antes", "alans"]}),
        ("2: Таврика -> Борисфен (атака антов; аланов)", {**MOVE, "attack": ["antes", "alans"]}),
        ("2: Таврика -> Борисфен (атака всех)", {**MOVE, "attack": "all"}),
        ("1: Дакия -> Сарматия (гепиды)", {"move": 1, "of": "gepids", "from": "dacia", "to": "sarmatia"}),
        (
            "1: Дакия -> Сарматия (гепиды, атака антов, аланов)",
            {"move": 1, "of": "gepids", "from": "dacia", "to": "sarmatia", "attack": ["antes", "alans"]},
        ),
        (
            "1: Дакия -> Сарматия (орда гепидов, атака всех)",
            {"move": 1, "of": "gepids", "from": "dacia", "to": "sarmatia", "attack": "all"},
        ),
        ("2: Саксония", {"hold": 2, "in": "saxonia"}),
        ("2: Саксония (бездействие)", {"hold": 2, "in": "saxonia"}),
        ("2: Дакия (остготы, бездействие)", {"hold": 2, "of": "ostgoths", "in": "dacia"}),
        ("2: Дакия (остготы)", {"hold": 2, "of": "ostgoths", "in": "dacia"}),
        ("2: Дакия (атака антов)", {"hold": 2, "in": "dacia", "meet": ["antes"]}),
        ("2: Дакия (встретить антов)", {"hold": 2, "in": "dacia", "meet": ["antes"]}),
        ("2: Дакия (встретить антов и аланов)", {"hold": 2, "in": "dacia", "meet": ["antes", "alans"]}),
        ("2: Dacia (meet Antes)", {"hold": 2, "in": "dacia", "meet": ["antes"]}),
        ("2: Dakien (möter anter)", {"hold": 2, "in": "dacia", "meet": ["antes"]}),
        (
            "2: Дакия (остготы, встретить антов)",
            {"hold": 2, "of": "ostgoths", "in": "dacia", "meet": ["antes"]},
        ),
        ("2: Дакия (встретить пришедших)", {"hold": 2, "in": "dacia", "meet": "newcomers"}),
        ("2: Дакия (атака всех присутствующих)", {"hold": 2, "in": "dacia", "attack": "all"}),
        ("2: Дакия (атака всех)", {"hold": 2, "in": "dacia", "attack": "all"}),
        ("Покорение антов", {"subjugate": "antes"}),
        ("покорение анты", {"subjugate": "antes"}),
        ("Покорение антов (гепиды)", {"subjugate": "antes", "of": "gepids"}),
        ("Пощада антов", {"spare": "antes"}),
        ("Посвящение антов в королевство", {"crown": "antes"}),
        ("Посвящение антов в королевство (гепиды)", {"crown": "antes", "of": "gepids"}),
        ("Присоединение Сахары", {"annex": "sahara"}),
        ("Присоединение Сахара", {"annex": "sahara"}),
        ("Отказ от Сахары", {"renounce": "sahara"}),
        ("Независимость в Дакии", {"independence": "dacia"}),
        ("Независимость на Крите", {"independence": "crete"}),
        ("Независимость в Крите", {"independence": "crete"}),
        ("Ассимиляция в Аквитании (баски)", {"assimilate": "basques", "in": "aquitania"}),
        ("Ассимиляция Аквитания (баски)", {"assimilate": "basques", "in": "aquitania"}),
        ("Ассимиляция во Фракии (баски)", {"assimilate": "basques", "in": "thrace"}),
        ("Отступление из Дакии: Сарматия", {"retreat": "dacia", "to": ["sarmatia"]}),
        ("Отступление из Дакии:Сарматия,Языгия", {"retreat": "dacia", "to": ["sarmatia", "yazygia"]}),
        (
            "Отступление из Дакии: Сарматия, Языгия (гепиды)",
            {"retreat": "dacia", "of": "gepids", "to": ["sarmatia", "yazygia"]},
        ),
        ("Retreat from Dacia: Sarmatia", {"retreat": "dacia", "to": ["sarmatia"]}),
    ],
)
def test_rows_as_people_type_them(row: str, order: Mapping[str, Any]) -> None:
    assert orders(row) == [order]


def test_yo_and_ye_are_one_letter() -> None:
    wanted = orders("2: Дакия (остготы)")
    assert orders("2: Дакия (остготы)".replace("е", "ё")) == wanted
    assert orders("2: Дакия (бёздёйствиё)") == orders("2: Дакия (бездействие)")


@pytest.mark.parametrize(
    "heading", ["Гунны:", "Гунны", "гунны :", "ГУННЫ:", "Huns:", "huns", "Hunner:", "гуннов:", "Орда гуннов:"]
)
def test_headings_name_the_people_in_any_way(heading: str) -> None:
    result = read(f"\n\n{heading}\n\n2: Дакия\n\n\n")
    assert result.findings == ()
    assert result.value is not None
    assert [told.speaker for told in result.value] == ["huns"]


def test_several_speakers_keep_the_order_of_the_text() -> None:
    result = read("ЗРИ:\nАссимиляция в Аквитании (баски)\n\nАнглы\n2: Саксония\r\nГунны:\r2: Дакия\n")
    assert result.findings == ()
    assert [told.speaker for told in result.value or ()] == ["western-rome", "angles", "huns"]


def test_words_for_the_report_readiness_and_nothing() -> None:
    result = read("Гунны:\n> Привет,\n>  Рим!\n>\n>> и вам\n\nГотовы закончить ход\nПриказов нет\n")
    assert result.findings == ()
    (told,) = result.value or ()
    assert told.data(7) == {
        "turn": 7,
        "for": "huns",
        "ready": True,
        "message": "Привет,\n Рим!\n\n> и вам",
        "orders": [],
    }
    assert told.places["/message"] == (2, 1)
    assert told.places["/ready"] == (7, 1)


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_on_purpose_is_said_in_full_or_up_to_the_colon(code: str) -> None:
    text = Language.load(code, "bellum").text("No orders: all stay where they are.")
    for row in (text, text.rstrip("."), text.partition(":")[0], text.partition(":")[0].upper() + "."):
        assert orders(row) == []


def test_quotations_with_empty_rows_between_them_are_paragraphs() -> None:
    (told,) = read("Гунны:\n> Раз\n> два\n\n\n> три\n2: Дакия\n> четыре").value or ()
    assert told.message == "Раз\nдва\n\nтри\n\nчетыре"


def test_places_are_those_of_the_text() -> None:
    (told,) = read("\nГунны:\n\n  1:  Дакия -> Сарматия (гепиды, атака антов, аланов)\nПокорение антов").value or ()
    assert told.places == {
        "": (2, 1),
        "/orders/0": (4, 3),
        "/orders/0/move": (4, 3),
        "/orders/0/from": (4, 7),
        "/orders/0/to": (4, 16),
        "/orders/0/of": (4, 26),
        "/orders/0/attack": (4, 40),
        "/orders/0/attack/0": (4, 40),
        "/orders/0/attack/1": (4, 47),
        "/orders/1": (5, 1),
        "/orders/1/subjugate": (5, 11),
    }
    assert told.place("/orders/0/attack/9") == (4, 40)
    assert told.place("/turn") == (2, 1)


def test_columns_count_what_stands_in_the_file() -> None:
    # A letter and its mark, as some systems store it, are two characters.
    decomposed = "Гунны:\n2: Дакии\u0306\u00ad (атака ан\u00adтоф)"
    assert found(decomposed)[-1][1].startswith("/2/")
    assert found("Гунны:\n2:  Дакия (атака антоф)") == [("N001/people", "/2/18")]
    assert found("Гунны:\n2: Да\u200bкия (атака антоф)") == [("N001/people", "/2/18")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", [("C034/file", "/1/1")]),
        ("\n \n\t\n", [("C034/file", "/1/1")]),
        ("2: Дакия\n2: Сарматия\nГунны:\n2: Дакия", [("C032", "/1/1")]),
        ("> Привет", [("C032", "/1/1")]),
        ("Гунны:\n2: Дакия\nГэлы:\n2: Каледония\nhuns:\n2: Дакия", [("C033", "/5/1")]),
        ("Гунны:\nГэлы:\n2: Каледония", [("C034", "/1/1")]),
        ("Гэлы:\n2: Каледония\n\n Гунны:", [("C034", "/4/2")]),
        ("Остготы:\n2: Дакия", [("B-3.2/heading", "/1/1")]),
        ("Гуны:\n2: Дакия", [("C003", "/1/1")]),
        ("Гунны:\nПриказов нет\n2: Дакия", [("C034/both", "/2/1")]),
        ("Гунны:\nчто-то непонятное", [("C030", "/2/1")]),
        ("Гунны:\n2: Дакия (бездействие, остготы)", [("C030", "/2/24")]),
        ("Гунны:\n2: Дакия (остготы, что-то)", [("C030", "/2/20")]),
        ("Гунны:\n2: Таврика -> Борисфен (бездействие)", [("C030", "/2/25")]),
        ("Гунны:\n2: Таврика -> Борисфен (встретить антов)", [("C030", "/2/25")]),
        ("Гунны:\n2: Таврика -> Борисфен (атака всех присутствующих)", [("C030", "/2/31")]),
        ("Гунны:\n2 Таврика -> Борисфен", [("C030", "/2/1")]),
        ("Гунны:\nТаврика -> Борисфен", [("C030", "/2/1")]),
        ("Гунны:\n2: Таврика -> Борисфнн", [("N001/province", "/2/15")]),
        ("Гунны:\n2: Тавика -> Борисфнн", [("N001/province", "/2/4"), ("N001/province", "/2/14")]),
        ("Гунны:\n2: Тавика — Борисфнн", [("N001/province", "/2/4"), ("N001/province", "/2/13")]),
        ("Гунны:\nПокорение антоф", [("N001/people", "/2/11")]),
        ("Гунны:\n2: Дакия (остгты, бездействие)", [("N001/people", "/2/11")]),
        ("Гунны:\nОтступление из Дакии:", [("C030", "/2/1")]),
        ("Гунны:\nАссимиляция в Аквитании", [("C030", "/2/1")]),
        ("Гунны:\n" + "9" * 19 + ": Дакия", [("C030", "/2/1")]),
        ("Гунны:\n2: Дакия " + "(" * 30_000, [("C030", "/2/1")]),
    ],
)
def test_what_is_unclear_is_told_at_its_place(text: str, wanted: list[tuple[str, str]]) -> None:
    assert found(text) == wanted


def test_all_unclear_rows_are_told_at_once() -> None:
    text = "Гуны:\n2: Дакия\nостготы\n1: Дакя\n\nГунны:\nэто не приказ\n2: Таврика -> Борисфен (атака антф)\n"
    assert found(text) == [
        ("C003", "/1/1"),
        ("B-3.2/heading", "/3/1"),
        ("N001/province", "/4/4"),
        ("C030", "/7/1"),
        ("N001/people", "/8/31"),
    ]


@pytest.mark.parametrize(
    ("row", "nearest"),
    [
        ("2 Таврика Борисфен", "2: Таврика -> Борисфен"),
        ("2: Таврика > Борисфен", "2: Таврика -> Борисфен"),
        ("2. Таврика -> Борисфен", "2: Таврика -> Борисфен"),
        ("2: из Таврики в Борисфен", "2: Таврика -> Борисфен"),
        ("Таврика -> Борисфен (атака антов)", "1: Таврика -> Борисфен (атака антов)"),
        ("2: Таврика -> Борисфен (нападение антов)", "2: Таврика -> Борисфен (атака антов)"),
        ("2: Таврика -> Борисфен (бездействие)", "2: Таврика -> Борисфен"),
        ("2: Таврика -> Борисфен атака антов", "2: Таврика -> Борисфен (атака антов)"),
        ("2: Дакия (бездействие, остготы)", "2: Дакия (остготы, бездействие)"),
        ("Покорить антов", "Покорение антов"),
        ("Пощадить антов", "Пощада антов"),
        ("Посвящение антов", "Посвящение антов в королевство"),
        ("Присоединить Сахару", "Присоединение Сахары"),
        ("Отказаться от Сахары", "Отказ от Сахары"),
        ("Ассимиляция басков в Аквитании", "Ассимиляция в Аквитании (баски)"),
        ("Отступление: Дакия, Сарматия", "Отступление из Дакии: Сарматия"),
        ("2 Taurica to Borysthenes (attack on Antes)", "2: Taurica -> Borysthenes (attack on Antes)"),
        ("Гуны", "Гунны:"),
    ],
)
def test_the_nearest_reading_is_proposed(row: str, nearest: str) -> None:
    (finding,) = [each for each in read(f"Гунны:\n2: Дакия\n{row}").findings if each.pointer.startswith("/3/")]
    assert finding.message == "C030"
    text, hint = said(finding)
    assert row in text
    assert f"“{nearest}”" in hint


def test_nothing_is_proposed_for_what_is_like_nothing() -> None:
    (finding,) = read("Гунны:\nдобрый вечер!").findings
    assert said(finding)[1] == ""


def test_only_so_many_rows_are_thought_about() -> None:
    findings = read("Гунны:\n" + "2: Дакияя (атака антф)\n" * 60).findings
    assert [bool(each.params["nearest"]) for each in findings] == [True] * 100 + [False] * 20


SMALL_MAP = {
    "provinces": [
        {"id": "dacia", "names": {"en": "Dacia"}},
        {"id": "a-b", "names": {"en": "Upper-Lower"}},
        {"id": "upper", "names": {"en": "Upper"}},
        {"id": "lower", "names": {"en": "Lower"}},
        {"id": "odd", "names": {"en": "All -> here: now"}},
    ],
    "links": [],
}
SMALL_PEOPLES = {
    "peoples": [
        {"id": "huns", "names": {"en": "Huns"}},
        {"id": "goths", "names": {"en": "Goths"}},
        {"id": "goths-huns", "names": {"en": "Goths (Huns)"}},
        {"id": "slaves", "names": {"en": "Slaves"}},
        {"id": "goths-slaves", "names": {"en": "Goths (Slaves)"}},
        {"id": "pairs", "names": {"en": "Angles and Saxons"}},
        {"id": "commas", "names": {"en": "Jutes, Danes"}},
        {"id": "all", "names": {"en": "all"}},
        {"id": "idle", "names": {"en": "Lazy ones"}},
    ]
}
SMALL_STATE = {
    "peoples": {
        each["id"]: {"kind": "tribe"} | ({"master": "huns"} if each["id"] == "slaves" else {})
        for each in SMALL_PEOPLES["peoples"]
    },
    "provinces": {"dacia": {"people": {each["id"]: 5 for each in SMALL_PEOPLES["peoples"]}}},
}


@cache
def small() -> Forum:
    """Names that look like something else."""
    world = RULESET.read_world({"map": SMALL_MAP, "peoples": SMALL_PEOPLES}, {}).value
    assert world is not None
    state = RULESET.read_state(SMALL_STATE, world).value
    assert state is not None
    return Forum(world, state, [Language.load(code, "bellum") for code in LANGUAGES])


def written(order: Order) -> tuple[str, tuple[Finding, ...]]:
    result = small().write(Orders(speaker=HUNS, given=(order,)), "orders/huns")
    assert result.value is not None
    return result.value.splitlines()[1], result.findings


def read_small(row: str) -> list[dict[str, Any]]:
    (told,) = small().read(f"Huns:\n{row}", "text").value or ()
    return [dict(order) for order in told.orders]


def people(text: str) -> PeopleId:
    return PeopleId(text)


@pytest.mark.parametrize(
    ("order", "row"),
    [
        (Rule(0, HUNS, "spare", people("goths")), "Mercy for Goths"),
        # Goths do not obey the Huns here, so only their name can be meant.
        (Rule(0, HUNS, "spare", people("goths-huns")), "Mercy for goths-huns"),
        (Rule(0, people("slaves"), "spare", people("goths")), "Mercy for goths (slaves,)"),
        (Rule(0, HUNS, "spare", people("goths-slaves")), "Mercy for goths-slaves"),
        (Hold(0, HUNS, 1, ProvinceId("dacia"), (people("pairs"),)), "1: Dacia (attack on Angles and Saxons)"),
        (Hold(0, HUNS, 1, ProvinceId("dacia"), (people("commas"),)), "1: dacia (attack on commas)"),
        (Hold(0, HUNS, 1, ProvinceId("a-b")), "1: Upper-Lower"),
        (Move(0, HUNS, 1, ProvinceId("upper"), ProvinceId("lower")), "1: Upper -> Lower"),
        (Move(0, HUNS, 1, ProvinceId("odd"), ProvinceId("lower")), "1: All -> here: now -> Lower"),
    ],
)
def test_names_that_would_be_misunderstood_are_written_as_ids(order: Order, row: str) -> None:
    assert written(order) == (row, ())
    assert read_small(row) == [order_data(HUNS, order)]


def test_a_name_in_brackets_may_be_who_acts_or_a_part_of_a_name() -> None:
    result = small().read("Huns:\nMercy for Goths (Slaves)", "text")
    (finding,) = result.findings
    assert (finding.message, finding.pointer) == ("C031", "/2/1")
    assert said(finding)[1] == "write one of these: “Mercy for goths-slaves”, “Mercy for goths (slaves,)”"


def test_a_dash_that_belongs_to_a_name_is_no_arrow() -> None:
    assert read_small("1: Upper-Lower") == [{"hold": 1, "in": "a-b"}]
    assert read_small("1: Upper - Lower") == [{"move": 1, "from": "upper", "to": "lower"}]


def test_what_cannot_be_said_is_told_and_marked() -> None:
    order = Hold(0, HUNS, 1, ProvinceId("dacia"), (people("all"),))
    row, (finding,) = written(order)
    assert row == "? 1: dacia (attack on all)"
    assert (finding.message, finding.pointer, finding.params["number"]) == ("C036", "/orders/0", 1)
    assert small().read(f"Huns:\n{row}", "text").findings[0].message == "C030"


def test_a_name_given_twice_is_written_once_and_told() -> None:
    goths = people("goths")
    row, (finding,) = written(Move(0, HUNS, 1, ProvinceId("upper"), ProvinceId("lower"), (goths, goths)))
    assert row == "1: Upper -> Lower (attack on Goths)"
    assert finding.message == "C036/twice"
    lower = ProvinceId("lower")
    row, (finding,) = written(Retreat(0, HUNS, ProvinceId("upper"), (lower, ProvinceId("dacia"), lower)))
    assert row == "Retreat from Upper: Lower, Dacia"
    assert finding.message == "C036/twice"


def test_characters_that_no_row_holds_are_told() -> None:
    result = small().write(Orders(speaker=HUNS, given=(), message="one\u2028two\x07\r\nthree"), "orders/huns")
    assert [finding.message for finding in result.findings] == ["C036/message"]
    assert result.value == "Huns:\n> one two  \n> three\nNo orders: all stay where they are.\n"


def test_a_whole_part_of_a_text() -> None:
    given = (Hold(0, HUNS, 1, ProvinceId("dacia")), Rule(1, HUNS, "subjugate", people("goths")))
    result = small().write(Orders(speaker=HUNS, given=given, ready=True, message="Hi\n\n there\n"), "orders/huns")
    assert result.findings == ()
    assert result.value == ("Huns:\n> Hi\n>\n>  there\n>\nReady to end the turn\n1: Dacia\nSubjugation of Goths\n")
    (told,) = small().read(result.value, "text").value or ()
    assert told.data(3) == {
        "turn": 3,
        "for": "huns",
        "ready": True,
        "message": "Hi\n\n there\n",
        "orders": [{"hold": 1, "in": "dacia"}, {"subjugate": "goths"}],
    }
