"""`turnproc battle` and `turnproc odds`: one battle by itself, with the example of the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.test_startup import loaded
from turnproc import resources
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import Layout, write_yaml

RAID = resources.template_folder() / "vidonico" / "battles" / "raid.yaml"
Changed = Callable[..., Path]


@pytest.fixture
def raid(tmp_path: Path) -> Changed:
    """The example, with other values at some places: `raid({"battle/terrain": "forest", "dice": None})`."""

    def make(changes: Mapping[str, Any] | None = None) -> Path:
        document, problems = read_yaml(RAID.read_bytes(), RAID.name, CAMPAIGN)
        assert document is not None and problems == []
        data: Any = document.data
        for path, value in (changes or {}).items():
            *to, last = path.split("/")
            there = data
            for step in to:
                there = there[int(step) if isinstance(there, list) else step]
            if value is None:
                del there[last]
            else:
                there[int(last) if isinstance(there, list) else last] = value
        file = tmp_path / "battle.yaml"
        file.write_text(write_yaml(data, Layout(frozenset({("sides",)}))), encoding="utf-8")
        return file

    return make


# The example of the rules.


def test_the_odds_of_the_example(turnproc: Turnproc) -> None:
    ran = turnproc("odds", RAID)
    assert (ran.code, ran.err) == (0, "")
    assert "  The ratio is 1.8, in favour of Frekre.\n" in ran.out
    assert re.search(r"Frekre rolls 4T and needs 7: +98\.8 %  #{19}\n", ran.out)
    assert re.search(r"Horde rolls 3T and needs 12: +37\.5 %  #{7}\n", ran.out)
    shares = re.findall(r"(?:both succeed|only \w+ succeeds|both fail).*?(\d+\.\d) %", ran.out)
    assert shares == ["37.1", "61.8", "0.4", "0.7"]
    assert re.search(r"Frekre +99\.6 %", ran.out)
    assert "Frekre (soldiers: 553): 28.2 dead" in ran.out


def test_the_odds_of_the_example_are_exact_as_data(turnproc: Turnproc) -> None:
    data = turnproc("odds", RAID, "--format", "json").data
    assert (data["ratio"], data["stronger"], data["strength"]) == ("1.8", "frekre", {"frekre": 3318, "horde": 1911})
    chances = {each["case"]: each["probability"]["exact"] for each in data["outcomes"]}
    assert chances == {
        "both": "427/1152",
        "stronger_only": "2135/3456",
        "weaker_only": "5/1152",
        "neither": "25/3456",
    }
    frekre, horde = data["sides"]
    assert (frekre["needs"], frekre["success"]) == (7, {"exact": "427/432", "percent": "98.8"})
    assert frekre["holds_field"] == {"exact": "1147/1152", "percent": "99.6"}
    assert Fraction(frekre["expected"]["dead"]) == 28 + Fraction(55 * 5, 1152)
    assert horde["expected"]["dead"] == "4007/36"
    (orlan,) = data["characters"]
    assert sum(Fraction(chance["exact"]) for chance in orlan["rows"].values()) == 1


def test_the_example_is_fought(turnproc: Turnproc) -> None:
    ran = turnproc("battle", RAID)
    assert (ran.code, ran.err) == (0, "")
    assert "3318 / 1911 = 1.736, up to 1.8, in favour of Frekre\n" in ran.out
    assert re.search(r"Frekre: 11, .*; 11 × 1\.8 = 19\.8, up to 20\. .* is a success\.\n", ran.out)
    assert re.search(r"Horde: 11, .* is a failure\.\n", ran.out)
    assert "Frekre alone 61.8 %, both 37.1 %, neither 0.7 %, Horde alone 0.4 %" in ran.out
    assert "553 of 553 were cavalry" in ran.out
    assert re.search(r"Frekre +553 +28 +56 +0 +0 +469\n", ran.out)
    assert re.search(r"Horde +637 +160 +96 +128 +128 +125\n", ran.out)
    assert "  tactics/raid-1/frekre (4d6): 11, thrown\n" in ran.out
    assert "evening-at-the-table" in ran.out.splitlines()[-1]


def test_the_example_as_a_page(turnproc: Turnproc) -> None:
    ran = turnproc("battle", RAID, "--format", "markdown")
    assert (ran.code, ran.err) == (0, "")
    assert "| **Horde** (fled and was pursued) | 637 | 160 | 96 | 128 | 128 | 125 |\n" in ran.out


def test_the_example_as_data(turnproc: Turnproc) -> None:
    data = turnproc("battle", RAID, "--format", "json").data
    assert data["seed"] == "evening-at-the-table"
    facts = [fact for phase in data["journal"]["phases"] for fact in phase["facts"]]
    assert [fact for fact in facts if fact.get("outcome") == "clear_victory"]
    (raiders,) = data["after"]["horde"]
    assert (raiders["count"], raiders["wounded"][0]["remaining"]) == (125, 96)
    assert {phase["name"].partition("/")[0] for phase in data["journal"]["phases"]} == {"battle"}


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
@pytest.mark.parametrize("command", ["odds", "battle"])
def test_in_every_language(turnproc: Turnproc, command: str, language: str) -> None:
    ran = turnproc(command, RAID, "--language", language)
    assert (ran.code, ran.err) == (0, "")
    assert "Frekre" in ran.out


# Seeds.


def test_without_a_seed_every_run_has_its_own_which_can_be_repeated(turnproc: Turnproc, raid: Changed) -> None:
    file = raid({"seed": None, "dice": None})
    first, second = (turnproc("battle", file, "--format", "json").data for _ in range(2))
    assert first["seed"] != second["seed"]
    again = turnproc("battle", file, "--format", "json", "--seed", first["seed"]).data
    assert again == first


def test_the_seed_asked_for_goes_before_that_of_the_file(turnproc: Turnproc, raid: Changed) -> None:
    file = raid({"dice": None})
    usual, same, other = (
        turnproc("battle", file, "--format", "json", *seed).data["journal"]["rolls"]
        for seed in ([], ["--seed", "evening-at-the-table"], ["--seed", "morning"])
    )
    assert usual == same != other


# House rules.


def test_a_house_rule_is_set(turnproc: Turnproc) -> None:
    data = turnproc("odds", RAID, "--format", "json", "--set", "ratio_rounding=nearest").data
    assert data["ratio"] == "1.7"
    settings = "terrain_overrides={horse: {open: unusable}}"
    data = turnproc("odds", RAID, "--format", "json", "--set", settings, "--set", "success_on_equal=false").data
    assert data["strength"]["frekre"] == 553 * 5
    assert data["sides"][1]["needs"] == 13


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("loss_rounding=sideways", "S004"),
        ("no_such_rule=1", "S002"),
        ("pursuit_min_cavalry_percent=101", "S005"),
        ("leaderless_tactics=five", "E-TK"),
    ],
)
def test_a_house_rule_that_cannot_be_is_a_mistake_of_typing(turnproc: Turnproc, setting: str, told: str) -> None:
    ran = turnproc("battle", RAID, "--set", setting)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_house_rule_needs_a_value(turnproc: Turnproc) -> None:
    ran = turnproc("odds", RAID, "--set", "loss_rounding")
    assert (ran.code, ran.out) == (2, "")
    assert "SETTING=VALUE" in ran.err


# Rulings and questions.


def test_rulings_in_the_file_count(turnproc: Turnproc, raid: Changed) -> None:
    file = raid({"rulings": {"difficulty/raid-1": 24, "tactics/raid-1/horde": {"dice": 2, "reason": "a good plan"}}})
    data = turnproc("odds", file, "--format", "json").data
    assert (data["difficulty"], data["sides"][1]["dice"]) == (24, "5T")


def test_a_ruling_that_says_nothing_is_an_error_at_its_row(turnproc: Turnproc, raid: Changed) -> None:
    file = raid({"rulings": {"difficulty/raid-1": "hard"}})
    rows = file.read_text(encoding="utf-8").splitlines()
    for command in ("odds", "battle"):
        ran = turnproc(command, file)
        assert (ran.code, ran.out) == (1, "")
        place = re.search(r"battle\.yaml:(\d+):(\d+): error\[C017\]", ran.err)
        assert place is not None
        assert rows[int(place[1]) - 1][int(place[2]) - 1 :].startswith("hard")


def test_a_ruling_that_nothing_asks_for_is_an_error(turnproc: Turnproc, raid: Changed) -> None:
    ran = turnproc("battle", raid({"rulings": {"pursuit_terrain/raid-2": "open"}}))
    assert (ran.code, ran.out) == (1, "")
    assert "error[C015]" in ran.err


def test_a_question_without_an_answer_is_printed_as_a_block_to_fill_in(turnproc: Turnproc, raid: Changed) -> None:
    tie = {
        "sides/0/contingents/0/count": 300,
        "sides/1/contingents/0/count": 600,
        "settings": {"equal_strength": "gm"},
    }
    ran = turnproc("battle", raid(tie))
    assert ran.code == 4
    assert "  strength_tie/raid-1:" in ran.out
    ran = turnproc("battle", raid(tie | {"rulings": {"strength_tie/raid-1": "horde"}}))
    assert (ran.code, ran.err) == (0, "")
    assert "the game master decided" in ran.out


def test_odds_of_what_the_game_master_will_decide_say_so(turnproc: Turnproc, raid: Changed) -> None:
    tie = {
        "sides/0/contingents/0/count": 300,
        "sides/1/contingents/0/count": 600,
        "settings": {"equal_strength": "gm"},
    }
    data = turnproc("odds", raid(tie), "--format", "json").data
    assert {each["case"]: each["assumed"] for each in data["outcomes"]} == {
        "a_only": False,
        "b_only": False,
        "both": True,
        "neither": True,
    }
    ruled = turnproc("odds", raid(tie | {"rulings": {"strength_tie/raid-1": "horde"}}), "--format", "json").data
    assert [each["holder"] for each in ruled["outcomes"]] == ["frekre", "horde", "horde", "horde"]
    assert not any(each["assumed"] for each in ruled["outcomes"])


# Battles that are none.


def test_a_walkover_has_no_odds(turnproc: Turnproc, raid: Changed) -> None:
    file = raid({"sides/1/contingents/0/count": 0, "dice": None})
    data = turnproc("odds", file, "--format", "json").data
    assert (data["walkover"], data["outcomes"], data["ratio"]) == ("frekre", [], None)
    assert "Frekre holds the field without a fight" in turnproc("odds", file).out
    ran = turnproc("battle", file)
    assert (ran.code, ran.err) == (0, "")
    assert "Frekre held the field without a blow" in ran.out


def test_nobody_is_there(turnproc: Turnproc, raid: Changed) -> None:
    file = raid({"sides/0/contingents/0/count": 0, "sides/1/contingents": [], "dice": None})
    assert "Nobody is there, so there is no battle." in turnproc("odds", file).out
    ran = turnproc("battle", file)
    assert (ran.code, ran.err) == (0, "")


# Mistakes in the file.


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"battle/terrain": None}, "error[E-TERRAIN]"),
        ({"battle/terrain": "sea"}, "error[E-TERRAIN]"),
        ({"battle/difficulty": 13}, "warning[W-DIFFICULTY]"),
        ({"sides/0/contingents/0/count": 19}, "warning[W-SMALL]"),
        ({"sides/1/id": "frekre", "dice": None}, "error[E-SIDES]"),
        ({"sides/1/contingents/0/id": "cuirassiers"}, "error[V-1]"),
        ({"sides/1/leader/id": "orlan"}, "error[V-1]"),
        ({"sides/1/leader/id": "nobody"}, "error[V-1]"),
        ({"sides/1/id": "mutual", "dice": None}, "error[V-1]"),
        ({"sides/0/formations": {"raiders": "mounted"}}, "error[E-UNKNOWN]"),
        ({"sides/1/formations": {"raiders": "mounted"}}, "error[E-NOMOUNT]"),
        ({"sides/1/contingents/0/species": "ogre"}, "error[E-SPECIES]"),
        ({"sides/1/contingents/0/species": "myrmica"}, "error[E-CASTE]"),
        ({"sides/1/contingents/0/species": None}, "error[S003]"),
        ({"sides/1/contingents/0/template": "pikes"}, "error[E-UNKNOWN]"),
        ({"sides/1/contingents/0/firearms": None}, "warning[W-FIREARMS]"),
        ({"sides/0/characters/0/contingent": "raiders"}, "error[E-UNKNOWN]"),
        ({"sides/0/leader/tactics": "five"}, "error[E-TK]"),
        ({"dice": {"tactics/raid-1/frekre": 3}}, "error["),
        ({"dice": {"tactics/raid-1/nobody": 3}}, "error[C016]"),
        ({"dice": {"tactics/raid-1/frekre": [6, 5]}}, "error["),
        ({"ruleset": "bellum"}, "error[C009]"),
        ({"ruleset": None}, "error[S003]"),
        ({"format": "turnproc.battle/2"}, "error["),
        ({"weather": "fair"}, "error[S002]"),
    ],
)
def test_mistakes_are_told_at_their_rows(
    turnproc: Turnproc, raid: Changed, changes: Mapping[str, Any], told: str
) -> None:
    ran = turnproc("battle", raid(changes))
    assert ran.code == (0 if told.startswith("warning") else 1), ran.err
    assert re.search(rf"battle\.yaml:\d+:\d+: {re.escape(told)}", ran.err), ran.err
    assert ran.code == 0 or ran.out == ""


def test_a_file_that_is_none(turnproc: Turnproc, tmp_path: Path) -> None:
    ran = turnproc("odds", tmp_path / "nothing.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert "nothing.yaml" in ran.err
    (tmp_path / "list.yaml").write_text("- 1\n", encoding="utf-8")
    ran = turnproc("odds", tmp_path / "list.yaml")
    assert (ran.code, ran.out) == (1, "")


def test_templates_lie_under_contingents(turnproc: Turnproc, raid: Changed) -> None:
    contingent = {"id": "raiders", "template": "minotaurs", "count": 637, "firearms": True}
    template = {"minotaurs": {"species": "minotaur", "quality": "regular", "barbarian": True, "firearms": False}}
    file = raid({"sides/1/contingents/0": contingent, "templates": template})
    assert turnproc("odds", file, "--format", "json").data["strength"]["horde"] == 1911


def test_who_leads_need_not_be_told(turnproc: Turnproc, raid: Changed) -> None:
    data = turnproc("odds", raid({"sides/1/leader": None}), "--format", "json").data
    assert data["sides"][1]["dice"] == "1T"
    data = turnproc("odds", raid({"sides/1/leader/tactics": None}), "--format", "json").data
    assert data["sides"][1]["dice"] == "1T"


# Around it.


def test_into_a_file(turnproc: Turnproc, tmp_path: Path) -> None:
    for command, form in (("battle", "text"), ("battle", "markdown"), ("battle", "json"), ("odds", "text")):
        printed = turnproc(command, RAID, "--format", form).out
        file = tmp_path / f"{command}.{form}"
        ran = turnproc(command, RAID, "--format", form, "--output", file)
        assert (ran.code, ran.out, ran.err) == (0, "", "")
        assert file.read_text(encoding="utf-8") == printed
    assert json.loads((tmp_path / "battle.json").read_text(encoding="utf-8"))["seed"]


def test_names_do_nothing_to_a_terminal(turnproc: Turnproc, raid: Changed) -> None:
    file = raid({"sides/0/name": "\u202eFrekre\x9b31m", "seed": "\x9bseed"})
    for command in ("odds", "battle"):
        ran = turnproc(command, file)
        assert not re.search("[\u202e\x9b]", ran.out + ran.err)


def test_odds_load_neither_jinja_nor_git(small: Path) -> None:
    assert not loaded(small, "odds", str(RAID)) & {"jinja2", "git", "gitdb", "jsonschema"}
    assert not loaded(small, "battle", str(RAID)) & {"jinja2", "git", "gitdb", "jsonschema"}
