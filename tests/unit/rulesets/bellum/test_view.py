"""The report of a turn as data: section by section for turn 1, and for every turn that the rule vectors play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

from tests.unit.rulesets.bellum.records import flagship, journal_of, record_of, vectors, with_facts
from turnproc.engine.journal import PlayedPhase
from turnproc.engine.ruleset import Record
from turnproc.report.environment import TARGETS
from turnproc.report.language import LANGUAGES, Language
from turnproc.report.render import render
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Turn, paragraphs
from turnproc.rulesets.bellum.view import view
from turnproc.rulesets.bellum.world import PeopleId

RUSSIAN = Language.load("ru", "bellum")
ENGLISH = Language.load("en", "bellum")
HUNS, ANTES, ALANS = PeopleId("huns"), PeopleId("antes"), PeopleId("alans")


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
    assert all("\nturn: 2\n" in blank["text"] for blank in told["blanks"])


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
