"""`turnproc validate` of a whole campaign: every problem of every file in one run, in three forms and languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, SMALL, SPLIT, STATE, orders
from tests.git.helpers import write

JSON = ("--format", "json")
PROBLEM_KEYS = ["code", "severity", "file", "line", "column", "pointer", "message", "hint"]


def test_nothing_to_tell(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("validate", small)
    assert (ran.code, ran.out) == (0, "")
    assert len(ran.err.splitlines()) == 1
    assert "7" in ran.err
    assert turnproc("validate", small, *JSON).data == {"problems": [], "errors": 0, "warnings": 0}
    github = turnproc("validate", small, "--format", "github")
    assert (github.code, github.out, github.err) == (0, "", "")


@pytest.mark.parametrize("folder", [".", "turns", "turns/001/orders", "turns/000"])
def test_the_campaign_around_the_current_folder(turnproc: Turnproc, small: Path, folder: str) -> None:
    write(small, {HUNS: orders("huns", "{move: 9, from: tavrika, to: sarmatia}")})
    ran = turnproc("validate", *JSON, cwd=small / folder)
    assert (ran.code, ran.codes) == (1, ["B-3.3"])
    assert ran.data["problems"][0]["file"] == HUNS


def test_warnings_alone_are_fine(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{move: 1, from: tavrika, to: sarmatia, attack: [goths]}")})
    ran = turnproc("validate", small, *JSON)
    assert (ran.code, ran.codes) == (0, ["B-3.8"])
    assert (ran.data["errors"], ran.data["warnings"]) == (0, 1)
    text = turnproc("validate", small)
    assert (text.code, text.out) == (0, "")
    assert text.err.startswith(f"{HUNS}:4:53: warning[B-3.8]: ")
    assert turnproc("validate", small, "--format", "github").out.startswith(
        f"::warning file={HUNS},line=4,col=53,title=B-3.8::"
    )


def test_a_problem_in_every_form(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{move: 1, from: tavrica, to: sarmatia}")})
    text, data, github = (turnproc("validate", small, "--format", form) for form in ("text", "json", "github"))
    assert text.code == data.code == github.code == 1

    (problem,) = data.data["problems"]
    assert list(data.data) == ["problems", "errors", "warnings"]
    assert list(problem) == PROBLEM_KEYS
    assert (problem["code"], problem["severity"], problem["file"]) == ("N001", "error", HUNS)
    assert (problem["line"], problem["column"], problem["pointer"]) == (4, 21, "/orders/0/from")
    assert "tavrica" in problem["message"]
    assert "Tavrika" in problem["hint"]
    assert data.err == ""

    head, hint, total = text.err.splitlines()
    assert head == f"{HUNS}:4:21: error[N001]: {problem['message']}"
    assert hint.startswith("    ") and problem["hint"] in hint
    assert "1" in total
    assert text.out == ""

    (row,) = github.out.splitlines()
    assert row == f"::error file={HUNS},line=4,col=21,title=N001::{problem['message']}%0A{problem['hint']}"
    assert github.err == ""


# Every file is broken in a way of its own; each must be told although the others are broken too.
BROKEN = {
    "turns/001/orders/goths.yaml": "turn: 1\nfor: goths\norders:\n\t- {hold: 3, in: dacia}\n",
    "turns/001/orders/huns.yaml": "turn: 1\nfor: huns\nready: perhaps\nready: true\norders: 5\n",
    "turns/001/orders/rome.yaml": orders("rome", "{hold: 9, in: italy}", "{move: 1, from: italy, to: tavrika}", turn=2),
    "turns/001/orders/alans.yaml": orders("alans", "{hold: 3, in: sarmatia}"),
    "turns/001/orders/nobody.yaml": orders("nobody"),
    "turns/001/orders/huns.yml": orders("huns"),
    "turns/001/orders/notes.txt": "",
    "turns/001/gm.yaml": "turn: 1\nevents:\n  - {baptize: [dacia]}\nnpc_orders:\n  goths: []\n",
}


def told(ran_data: dict[str, list[dict[str, str]]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for problem in ran_data["problems"]:
        found.setdefault(problem["file"], set()).add(problem["code"])
    return found


def test_all_problems_of_all_files_in_one_run(turnproc: Turnproc, small: Path) -> None:
    write(small, BROKEN)
    ran = turnproc("validate", small, *JSON)
    assert ran.code == 1
    assert told(ran.data) == {
        "turns/001/gm.yaml": {"S012"},
        "turns/001/orders/goths.yaml": {"Y005"},
        "turns/001/orders/huns.yaml": {"Y014", "S001", "C005"},
        "turns/001/orders/huns.yml": {"C005", "C007"},
        "turns/001/orders/nobody.yaml": {"B-3.2"},
        "turns/001/orders/notes.txt": {"C007"},
        "turns/001/orders/rome.yaml": {"B-3.2", "B-3.3", "B-3.4"},
    }
    places = [(problem["file"], problem["line"] or 0, problem["column"] or 0) for problem in ran.data["problems"]]
    assert places == sorted(places)
    assert ran.data["errors"] + ran.data["warnings"] == len(places)


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("campaign.yaml", "", "Y007"),
        ("campaign.yaml", "format: turnproc.campaign/1\n", "S003"),
        ("campaign.yaml", SMALL["campaign.yaml"].replace("ruleset: bellum", "ruleset: belum"), "C009"),
        ("campaign.yaml", SMALL["campaign.yaml"] + "settings: {split_afer: 3}\n", "S002"),
        ("campaign.yaml", SMALL["campaign.yaml"] + "calendar: {start: soon}\n", "S001"),
        ("campaign.yaml", SMALL["campaign.yaml"].replace("languages: [en", "languages: [en, e n"), "S007"),
        ("map.yaml", "provinces: [", "Y009"),
        ("map.yaml", SMALL["map.yaml"].replace("between: [italy, dacia]", "between: [italy, dacio]"), "N001"),
        ("peoples.yaml", "format: turnproc.bellum.peoples/1\n", "S003"),
        ("turns/000/state.yaml", SMALL["turns/000/state.yaml"].replace("huns: 4", "huns: 0"), "S005"),
        ("turns/000/state.yaml", SMALL["turns/000/state.yaml"].replace("{huns: 4}", "{huns: 4, goth: 1}"), "B-2.1"),
        ("turns/000/state.yaml", "&a [*a]", "Y015"),
    ],
)
def test_a_broken_campaign_does_not_hide_what_players_broke(
    turnproc: Turnproc, small: Path, file: str, text: str, code: str
) -> None:
    write(small, {file: text, HUNS: "turn: 1\nfor: huns\norders:\n\t- {hold: 4, in: tavrika}\n"})
    ran = turnproc("validate", small, *JSON)
    assert ran.code == 1
    found = told(ran.data)
    assert code in found[file], ran.out
    assert found[HUNS] == {"Y005"}


@pytest.mark.parametrize("file", ["map.yaml", "peoples.yaml", "turns/000/state.yaml"])
def test_a_missing_file_is_told_once(turnproc: Turnproc, small: Path, file: str) -> None:
    (small / file).unlink()
    ran = turnproc("validate", small, *JSON)
    assert ran.code == 1
    assert [(problem["file"], problem["code"]) for problem in ran.data["problems"]] == [(file, "C008")]


def test_both_a_broken_map_and_broken_peoples(turnproc: Turnproc, small: Path) -> None:
    write(small, {"map.yaml": "- 1\n", "peoples.yaml": "- 1\n"})
    assert told(turnproc("validate", small, *JSON).data) == {"map.yaml": {"S001"}, "peoples.yaml": {"S001"}}


def test_the_version_of_the_rules_does_not_hide_problems(turnproc: Turnproc, small: Path) -> None:
    campaign = SMALL["campaign.yaml"].replace("ruleset_version: 1", "ruleset_version: 2")
    write(small, {"campaign.yaml": campaign, HUNS: orders("huns", "{hold: 9, in: tavrika}")})
    assert turnproc("validate", small, *JSON).codes == ["C010", "B-3.3"]


def test_players_who_speak_for_nobody_or_for_the_same(turnproc: Turnproc, small: Path) -> None:
    campaign = SMALL["campaign.yaml"].replace("[goths]", "[gots, rome]")
    write(small, {"campaign.yaml": campaign})
    assert turnproc("validate", small, *JSON).codes == ["C013", "C013"]


def test_for_one_speaker(turnproc: Turnproc, small: Path) -> None:
    write(small, BROKEN | {HUNS: orders("huns", "{hold: 9, in: tavrika}"), GM: "turn: 1\n"})
    for name in ("huns", "Huns", "гунны", " ГУННЫ ", "hunner"):
        ran = turnproc("validate", small, "--for", name, *JSON)
        assert ran.code == 1
        assert set(told(ran.data)) == {HUNS}, name
    assert set(told(turnproc("validate", small, "--for", "goths", *JSON).data)) == {"turns/001/orders/goths.yaml"}
    fine = turnproc("validate", "--for", "huns", cwd=resolved_copy(small))
    assert fine.code == 0


def resolved_copy(small: Path) -> Path:
    """The same campaign with nothing wrong in the file of the Huns, whatever stands in the others."""
    write(small, {HUNS: SMALL[HUNS]})
    (small / "turns/001/orders/huns.yml").unlink()
    return small


@pytest.mark.parametrize("name", ["nobody", "", "../../campaign", "a\nb", "huns.yaml", "x" * 300, "\x1b[31m"])
def test_for_nobody(turnproc: Turnproc, small: Path, name: str) -> None:
    ran = turnproc("validate", small, "--for", name)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("turnproc: ")
    assert "huns" in ran.err
    assert "\x1b" not in ran.err


def test_for_somebody_who_has_no_file_yet(turnproc: Turnproc, small: Path) -> None:
    (small / HUNS).unlink()
    ran = turnproc("validate", small, "--for", "huns")
    assert (ran.code, ran.out) == (1, "")
    assert HUNS in ran.err


def test_a_resolved_turn_can_be_checked(turnproc: Turnproc, resolved: Path) -> None:
    assert turnproc("validate", resolved, *JSON).data["problems"] == []
    ran = turnproc("validate", resolved, "--turn", "1", *JSON)
    assert (ran.code, ran.codes) == (0, [])
    ran = turnproc("validate", resolved, "--turn", "1", "--for", "huns", *JSON)
    assert (ran.code, ran.codes) == (0, ["C022"])
    assert "turns/002/orders/huns.yaml" in ran.data["problems"][0]["hint"]


@pytest.mark.parametrize("turn", ["2", "9", "1000000"])
def test_a_turn_to_come_cannot_be_checked(turnproc: Turnproc, small: Path, turn: str) -> None:
    """Nor are files of it called right when only their form could be looked at."""
    file = f"turns/{int(turn):03d}/orders/huns.yaml"
    write(small, {file: orders("huns", "{hold: 9, in: nowhere}", turn=int(turn))})
    for arguments in (["--turn", turn], ["--turn", turn, "--for", "huns"], [file]):
        ran = turnproc("validate", *arguments, cwd=small)
        assert (ran.code, ran.out) == (1, ""), arguments
        assert ran.err.startswith("turnproc: ")
        assert turn in ran.err


@pytest.mark.parametrize("file", ["campaign.yaml", "map.yaml", "peoples.yaml", "turns/000/state.yaml"])
def test_one_file_is_not_called_right_if_the_rest_could_not_be_read(turnproc: Turnproc, small: Path, file: str) -> None:
    write(small, {file: "nonsense", HUNS: orders("huns", "{hold: 9, in: nowhere}")})
    for arguments in (["--for", "huns"], [HUNS]):
        ran = turnproc("validate", *arguments, *JSON, cwd=small)
        assert ran.code == 1, arguments
        assert {problem["file"] for problem in ran.data["problems"]} == {file}, arguments


def test_events_and_rulings_are_tried_out(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nrulings: {split/huns: {}, stranded/x/y: {to: dacia}}\n"})
    assert turnproc("validate", small, *JSON).codes == ["C015", "C015"]
    write(small, {GM: SPLIT})
    assert turnproc("validate", small, *JSON).codes == []
    write(small, {GM: SPLIT.replace("persons: 2", "persons: 7")})
    assert turnproc("validate", small, *JSON).codes == ["B-4.5.3"]
    # The Goths go away before the event takes them from where they were.
    write(small, {GM: "turn: 1\nevents:\n  - {remove: 3, of: goths, in: dacia, when: end}\n"})
    assert turnproc("validate", small, *JSON).codes == ["B-5.1"]


def test_rulings_that_need_no_question(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nrulings: {strike/huns: true, received/goths: 2026-05-08T07:00:00Z}\n"})
    assert turnproc("validate", small, *JSON).codes == []
    write(small, {GM: "turn: 1\nrulings: {strike/huns: 1, strike/alans: true, received/goths: 2026-05-08}\n"})
    assert turnproc("validate", small, *JSON).codes == ["C017", "C015", "C017"]


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
def test_every_language_has_the_same_codes_and_places(turnproc: Turnproc, small: Path, language: str) -> None:
    write(small, BROKEN)
    english = turnproc("validate", small, *JSON, "--language", "en").data
    ran = turnproc("validate", small, *JSON, "--language", language)
    assert ran.code == 1

    def shape(problem: dict[str, str]) -> list[object]:
        return [problem[key] for key in PROBLEM_KEYS[:6]] + [bool(problem["message"]), problem["hint"] is None]

    assert list(map(shape, ran.data["problems"])) == list(map(shape, english["problems"]))
    assert (ran.data == english) == (language == "en")


def test_the_campaigns_first_language_is_the_default(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{move: 9, from: tavrika, to: sarmatia}")})
    english = turnproc("validate", small).err
    write(small, {"campaign.yaml": SMALL["campaign.yaml"].replace("[en, ru, sv]", "[ru, en, sv]")})
    assert turnproc("validate", small).err == turnproc("validate", small, "-l", "ru").err != english
    assert turnproc("validate", small, "-l", "en").err == english


def test_a_language_without_texts_falls_back_to_english(turnproc: Turnproc, small: Path) -> None:
    write(small, {"campaign.yaml": SMALL["campaign.yaml"].replace("[en, ru, sv]", "[de, ru]")})
    ran = turnproc("validate", small)
    assert (ran.code, ran.err) == (0, turnproc("validate", small, "-l", "en").err)


@pytest.mark.parametrize("language", ["de", "xx", "eng"])
def test_a_language_without_reports_is_an_error_before_the_turn(turnproc: Turnproc, small: Path, language: str) -> None:
    text = SMALL["campaign.yaml"].replace("languages: [en]}", f"languages: [{language}]}}")
    write(small, {"campaign.yaml": text})
    ran = turnproc("validate", small, *JSON)
    assert (ran.code, ran.codes) == (1, ["C019"])
    assert ran.data["problems"][0]["pointer"] == "/report/languages/0"
    assert turnproc("resolve", "--no-commit", small).code == 1


def test_github_annotations_stay_one_row_each(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: 'turn: 1\nfor: "hu\\n::error::%0A ns"\n"::warning file=x::y": 1\norders: []\n'})
    ran = turnproc("validate", small, "--format", "github")
    assert ran.code == 1
    assert all(row.startswith(f"::error file={HUNS},line=") for row in ran.out.splitlines())
    assert len(ran.out.splitlines()) == len(turnproc("validate", small, *JSON).data["problems"]) == 2


def test_json_is_the_only_thing_on_stdout(turnproc: Turnproc, small: Path) -> None:
    write(small, BROKEN)
    ran = turnproc("validate", small, *JSON)
    assert json.loads(ran.out)["errors"] > 0
    assert ran.err == ""


def test_validating_changes_nothing(turnproc: Turnproc, small: Path) -> None:
    write(small, BROKEN)
    before = {path: path.read_bytes() for path in small.rglob("*") if path.is_file()}
    for form in ("text", "json", "github"):
        turnproc("validate", small, "--format", form)
    assert {path: path.read_bytes() for path in small.rglob("*") if path.is_file()} == before


def test_the_template_of_the_report_can_be_sent_untouched(turnproc: Turnproc, resolved: Path) -> None:
    """What the report prints under "Orders for turn 2" is accepted as it stands."""
    blocks = turnproc("report", resolved, "--target", "markdown").out.split("```yaml\n")[1:]
    assert len(blocks) == 3
    for block in blocks:
        text = block.partition("```")[0]
        speaker = text.partition("\nfor: ")[2].partition("\n")[0]
        write(resolved, {f"turns/002/orders/{speaker}.yaml": text})
    ran = turnproc("validate", resolved, *JSON)
    assert (ran.code, ran.codes) == (0, [])
    assert {each["sent"] for each in turnproc("status", resolved, *JSON).data["speakers"]} == {"sent"}


def test_the_flagship_has_its_known_warnings(turnproc: Turnproc, flagship: Path) -> None:
    ran = turnproc("validate", flagship, *JSON)
    assert (ran.code, set(ran.codes)) == (0, {"B-3.8"})


def test_state_of_the_turn_itself_is_not_read(turnproc: Turnproc, small: Path) -> None:
    """A state without a journal is what a run left that was cut off: it does not count."""
    write(small, {STATE: "nonsense"})
    assert turnproc("validate", small).code == 0
