"""The report of a week as data and in all targets: the battle of the source, every kind of fact, hostile words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest

from tests.unit.rulesets.vidonico.played import others, raid, vectors
from tests.unit.rulesets.vidonico.records import everything, week
from turnproc.engine.journal import PlayedPhase
from turnproc.engine.ruleset import Record
from turnproc.report.environment import TARGETS
from turnproc.report.language import Language
from turnproc.report.render import render
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Turn
from turnproc.rulesets.vidonico.view import view

ENGLISH = Language.load("en")
# That the week is over goes without saying.
UNTOLD = {f.TurnClosed}
# Without its beginning there is no battle that the other facts could belong to.
BEGINNING = f.BattleStarted


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


def without(record: Turn, kind: type) -> Turn:
    """The same turn, but for facts of one kind."""
    phases = [
        PlayedPhase(phase.name, [fact for fact in phase.facts if type(fact) is not kind])
        for phase in record.journal.phases
        if kind is not BEGINNING or not phase.name.startswith("battle/")
    ]
    journal = replace(record.journal, phases=phases)
    return Record(before=record.before, after=record.after, journal=journal, table=record.table)


def test_the_battle_of_the_source() -> None:
    (told,) = view(week(), ENGLISH)["battles"]
    assert told["heading"] == "Battle in The open country, day 4"
    assert told["story"] == (
        "On day 4 of the week Frekre met The mountain horde on open ground, in fair weather. Frekre came with 553 "
        "soldiers (Army of the plain), led by Orlan. The mountain horde came with 637 soldiers (The great herd), led "
        "by Grima."
    )
    assert told["conditions"] == "raid-1: on open ground, fair weather, difficulty 12"
    assert [(side["side"], side["total"]) for side in told["strengths"]] == [
        ("Frekre", 3318),
        ("The mountain horde", 1911),
    ]
    assert [row["how"] for side in told["strengths"] for row in side["rows"]] == [
        "4 veteran +1 armour +1 horse/open ground = 6",
        "3 regular +1 minotaur −1 barbarian = 3",
    ]
    assert told["ratio"] == "3318 / 1911 = 1.736, up to 1.8, in favour of Frekre"
    assert told["odds"] == (
        "Frekre alone 61.8 %, both 37.1 %, neither 0.7 %, The mountain horde alone 0.4 %; the field to Frekre 99.6 %"
    )
    assert told["tactics"] == [
        "Orlan rolled 4T for Frekre: 2+3+4+2 = 11, thrown at the table; 11 × 1.8 = 19.8, up to 20. "
        "Against 12 that is a success.",
        "Grima rolled 3T for The mountain horde: 4+4+3 = 11. Against 12 that is a failure.",
    ]
    assert told["outcome"] == "A clear victory: Frekre held the field, and The mountain horde fled."
    assert told["pursuit"] == "Frekre pursued on open ground: 553 of 553 were cavalry."
    assert [side["line"] for side in told["losses"]] == [
        "Frekre: held the field. Of 553: 28 dead, 56 wounded, 0 captured, 0 missing, 469 unhurt.",
        "The mountain horde: fled and was pursued. Of 637: 160 dead, 96 wounded, 128 captured, 128 missing, 125 "
        "unhurt.",
    ]


def test_what_became_of_the_characters() -> None:
    (told,) = view(week(), ENGLISH)["battles"]
    grima, orlan = told["characters"]
    assert grima["lines"] == [
        "Grima (axe 5T, fleeing on foot, pursued: −4T) rolled 1T: 5. That is Q4, from 4 to 7.",
        "Grima took damage: 4 and 2 (by an enemy weapon).",
        "Grima was taken captive by Army of the plain.",
    ]
    assert orlan["lines"][0].endswith("rolled 7T+1: 3+4+5+1+6+2+3+1 = 25. That is Q24, from 24 to 31.")
    assert orlan["lines"][2:] == [
        "Orlan seemed to have carried off several riding animals (4+4+6 = 14), which could not be: it was rolled "
        "again.",
        "Orlan carried off a ring or armband worth 11 s (3+3+3 = 9).",
        "Orlan looked for loot and found nothing (1+2 = 3).",
    ]


def test_the_head_and_the_tables() -> None:
    told = view(week(), ENGLISH)
    assert told["title"] == "Results of week 3"
    assert told["summary"] == [
        "One battle was fought.",
        "188 soldiers died, and 128 were taken prisoner.",
        "For the game master: 3 questions were answered by the rules, since nobody ruled.",
    ]
    rows = {row["army"]: row for row in told["armies"]}
    assert rows["The great herd"]["change"] == "−510" and rows["The great herd"]["leader"] == "nobody"
    assert rows["Army of the plain"]["held"] == 1
    assert {row["faction"]: row["dead"] for row in told["factions"]} == {"Frekre": 28, "The mountain horde": 160}
    assert [row["line"] for row in told["characters"]] == [
        "Elsa (Frekre): alone in The open country; damage: none; loot: 0.",
        "Grima (The mountain horde): captive of Army of the plain; damage: none; loot: 0.",
        "Orlan (Frekre): with Army of the plain; damage: none; loot: 0.",
    ]
    assert told["dice"][0]["source"] == "thrown" and told["dice"][1]["source"] == "from the seed"
    assert told["convalescence"][1]["line"] == "The great herd: 2 recovered, 12 still wounded."


def test_all_kinds_of_facts_are_there() -> None:
    assert {type(fact) for fact in everything().journal.facts()} == set(get_args(f.Fact))


@pytest.mark.parametrize("kind", get_args(f.Fact))
def test_every_kind_of_fact_is_told(kind: type) -> None:
    whole = everything()
    assert (view(without(whole, kind), ENGLISH) == view(whole, ENGLISH)) == (kind in UNTOLD)


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_draws_it(target: str) -> None:
    for record in (week(), everything()):
        told = view(record, ENGLISH)
        assert all("{" not in text for text in texts_of({**told, "blanks": []}))
        report = render("vidonico", target, ENGLISH, told)
        assert report.endswith("\n") and not report.endswith("\n\n")
        assert not re.search(r"[ \t]$|\n\n\n", report, re.MULTILINE)


def test_every_turn_that_was_played_can_be_told() -> None:
    for name, record in [("raid", raid()), *others().items(), *vectors()]:
        told = view(record, ENGLISH)
        assert all("{" not in text for text in texts_of({**told, "blanks": []})), name
        for target in TARGETS:
            report = render("vidonico", target, ENGLISH, told)
            assert not re.search(r"[ \t]$|\n\n\n", report, re.MULTILINE), name


def test_a_plan_is_for_the_game_master() -> None:
    for target in TARGETS:
        report = render("vidonico", target, ENGLISH, view(week(), ENGLISH))
        assert "To the mountains!" in report and "Feign" not in report


def test_the_word_for_a_battle_stands_in_its_section() -> None:
    told = view(everything(), ENGLISH)
    assert [battle["text"] for battle in told["battles"]] == [[], [["Fog lay over the ford."]]]
    for target in TARGETS:
        report = render("vidonico", target, ENGLISH, told)
        assert "walk-1: on open ground" in report.partition("Fog lay over the ford.")[0], target
        assert "There was nobody to fight" in report.partition("Fog lay over the ford.")[2], target


def test_without_soldiers_there_is_no_fight() -> None:
    walkover = view(everything(), ENGLISH)["battles"][1]
    assert walkover["conditions"] == "walk-1: on open ground"
    assert walkover["outcome"] == (
        "There was nobody to fight: The great herd held the field without a blow, and Frekre gave way."
    )
    assert walkover["ratio"] == walkover["odds"] == walkover["pursuit"] == ""


def test_a_blank_for_every_faction_that_somebody_plays() -> None:
    told = view(week(), ENGLISH)
    assert told["next_turn"] == "Orders for week 4"
    assert [blank["speaker"] for blank in told["blanks"]] == ["Frekre", "The mountain horde"]
    assert all("\nturn: 4\n" in blank["text"] for blank in told["blanks"])


def test_telling_changes_nothing() -> None:
    record = everything()
    assert view(record, ENGLISH) == view(record, ENGLISH)


HOSTILE = "<script>alert(1)</script> [b]x[/b] **y** {{ 7*7 }} @everyone http://evil.example | a {n} %s\n# heading"


def hostile() -> Turn:
    """The week with every text of the players and the game master hostile."""
    record, word = everything(), HOSTILE.replace("\n", " ")
    after = replace(
        record.after,
        factions={key: replace(each, name=word) for key, each in record.after.factions.items()},
        armies={
            key: replace(each, name=word, contingents=tuple(replace(one, name=word) for one in each.contingents))
            for key, each in record.after.armies.items()
        },
        characters={key: replace(each, name=word) for key, each in record.after.characters.items()},
    )
    phases = [
        PlayedPhase(phase.name, [hostile_fact(fact, word) for fact in phase.facts]) for phase in record.journal.phases
    ]
    rulings = {f"damage_type/raid-1/{word}": word, word: word, "tactics/raid-1/frekre": {"dice": 1, "reason": word}}
    table = replace(
        record.table,
        chronicle=HOSTILE,
        orders={key: replace(each, message=HOSTILE) for key, each in record.table.orders.items()},
    )
    journal = replace(record.journal, phases=phases, rulings=rulings)
    return Record(before=record.before, after=after, journal=journal, table=table)


def hostile_fact(fact: f.Fact, word: str) -> f.Fact:
    match fact:
        case f.Noted():
            return replace(fact, note=HOSTILE)
        case f.Injury():
            return replace(fact, damage_type=word)
        case f.Fate() if fact.skill is not None:
            return replace(fact, skill=word)
        case f.Removed():
            return replace(fact, reason=word, text=HOSTILE)
        case f.TacticsRoll():
            return replace(fact, ruling=f.TacticsRuling(dice=1, reason=word))
        case f.Loot(rolled_again=False, n=1):
            return replace(fact, item="enemy_document", note=word)
        case f.Raised() | f.Reinforced() | f.BattleStarted():
            return replace(fact, text=HOSTILE)
        case _:
            return fact


def test_hostile_words_stay_words() -> None:
    told = view(hostile(), ENGLISH)
    page = render("vidonico", "html", ENGLISH, told)
    assert "<script" not in page and "{{ 7*7 }}" in page
    # In blocks of code nothing has a meaning but their end.
    post = re.sub(r"\[code\].*?\[/code\]", "", render("vidonico", "bbcode", ENGLISH, told), flags=re.DOTALL)
    assert "[b]x" not in post and "@everyone" not in post and "http://" not in post
    text = re.sub(r"```yaml.*?```", "", render("vidonico", "markdown", ENGLISH, told), flags=re.DOTALL)
    assert "**y**" not in text and "@everyone" not in text and "http://" not in text
    assert not re.search(r"(?<!\\)<script", text)
    assert "\n# heading" not in text and "> \\# heading" in text
    # A bar in a name does not open another column.
    tables = [block for block in text.split("\n\n") if block.startswith("| ")]
    assert len(tables) > 5
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table
