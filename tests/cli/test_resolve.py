"""`turnproc resolve` without git: what it writes, what it prints, when it stops."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, QUESTION, RESULTS, RULING, SMALL, SPLIT, STATE, orders
from tests.git.helpers import contents, write
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.store.lock import campaign_lock

JSON = ("--format", "json")
HERE = ("--no-commit",)
DRY = ("--dry-run",)
DEFAULT = {"alans": {"victor": "goths", "persons": 2}, "alans-huns": {"victor": "huns", "persons": 1}}


def data(path: Path) -> Any:
    document, problems = read_yaml(path.read_bytes(), path.name, CAMPAIGN)
    assert document is not None and not problems
    return document.data


def test_the_turns_files_and_nothing_else(turnproc: Turnproc, small: Path) -> None:
    before = contents(small)
    ran = turnproc("resolve", small, *HERE)
    assert (ran.code, ran.err) == (0, "")
    after = contents(small)
    assert sorted(after.keys() - before.keys()) == RESULTS
    assert {name: after[name] for name in before} == before
    assert all(f"  {name}\n" in ran.out for name in RESULTS)
    # A question that its default answered is told.
    assert f"{QUESTION}: " in ran.out
    assert all(raw.endswith(b"\n") and b"\r" not in raw for name, raw in after.items() if name in RESULTS)


def test_as_json(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("resolve", small, *HERE, *JSON)
    assert (ran.code, ran.err) == (0, "")
    assert list(ran.data) == ["turn", "journal", "state", "questions", "files", "commit", "tag", "pushed"]
    assert sorted(ran.data["files"]) == RESULTS
    assert (ran.data["turn"], ran.data["commit"], ran.data["tag"]) == (1, None, None)
    # What it prints is what it wrote.
    assert ran.data["journal"] == data(small / JOURNAL)
    assert ran.data["state"] == data(small / STATE)
    assert [(each["id"], each["default"]) for each in ran.data["questions"]] == [(QUESTION, DEFAULT)]


def test_the_journal(turnproc: Turnproc, resolved: Path) -> None:
    journal = data(resolved / JOURNAL)
    assert list(journal) == ["format", "turn", "ruleset", "inputs", "defaults", "phases"]
    assert journal["format"] == "turnproc.journal/1"
    assert sorted(SMALL) == list(journal["inputs"])
    assert journal["defaults"] == {QUESTION: DEFAULT}


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("in_git", [True, False], ids=["git", "no git"])
def test_a_dry_run_writes_nothing(
    turnproc: Turnproc, small: Path, request: pytest.FixtureRequest, form: str, in_git: bool
) -> None:
    if in_git:
        request.getfixturevalue("repository")
    everything = {path: (path.lstat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in small.rglob("*")}
    ran = turnproc("resolve", small, *DRY, "--format", form)
    assert ran.code == 0
    assert {
        path: (path.lstat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in small.rglob("*")
    } == everything
    if form == "json":
        assert list(ran.data) == ["turn", "journal", "state", "questions"]
        assert ran.err == ""


def test_a_dry_run_shows_what_would_be_written(turnproc: Turnproc, small: Path) -> None:
    trial = turnproc("resolve", small, *DRY, *JSON).data
    words = turnproc("resolve", small, *DRY)
    turnproc("resolve", small, *HERE)
    assert trial["journal"] == data(small / JOURNAL)
    assert trial["state"] == data(small / STATE)
    report = (small / "turns/001/report.en.md").read_text(encoding="utf-8")
    assert words.out.startswith(report)
    rest = words.out.removeprefix(report)
    assert "--- turns/000/state.yaml\n+++ turns/001/state.yaml\n" in rest
    assert "-  dacia: {people: {goths: 3}}\n" in rest
    assert f"{QUESTION}: " in rest


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
def test_a_dry_run_in_every_language(turnproc: Turnproc, small: Path, language: str) -> None:
    ran = turnproc("resolve", small, *DRY, "--language", language)
    assert ran.code == 0
    assert {"en": "Goths", "ru": "Готы", "sv": "Goter"}[language] in ran.out


def test_a_dry_run_is_for_the_open_turn_only(turnproc: Turnproc, resolved: Path) -> None:
    for turn in ("1", "3"):
        ran = turnproc("resolve", resolved, *DRY, "--turn", turn)
        assert (ran.code, ran.out) == (1, "")
    assert turnproc("resolve", resolved, *DRY, "--turn", "2").code == 0


def test_the_rulings_of_the_game_master(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: SPLIT})
    ran = turnproc("resolve", small, *HERE, *JSON)
    assert (ran.code, ran.data["questions"]) == (0, [])
    journal = data(small / JOURNAL)
    assert "defaults" not in journal
    assert journal["rulings"] == {
        QUESTION: {"alans": {"victor": "huns", "persons": 2}, "gothalans": {"victor": "goths", "persons": 1}}
    }
    assert RULING in (small / JOURNAL).read_text(encoding="utf-8")


def test_errors_stop_the_turn(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{hold: 9, in: tavrika}"), "turns/001/orders/goths.yaml": ""})
    before = contents(small)
    ran = turnproc("resolve", small, *HERE)
    assert (ran.code, ran.out) == (1, "")
    assert f"{HUNS}:4:" in ran.err
    assert "turns/001/orders/goths.yaml:1:1: error[Y007]" in ran.err
    assert "--reject-invalid" in ran.err
    for arguments in (HERE, DRY):
        ran = turnproc("resolve", small, *arguments, *JSON)
        assert (ran.code, ran.data) == (1, {"turn": 1, "journal": None, "state": None, "questions": []})
    assert contents(small) == before


def test_reject_invalid_goes_on_and_says_so(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{hold: 9, in: tavrika}", "{hold: 1, in: nowhere}")})
    ran = turnproc("resolve", small, *HERE, "--reject-invalid")
    assert ran.code == 0
    assert f"{HUNS}:4:" in ran.err
    journal = data(small / JOURNAL)
    facts = [fact for phase in journal["phases"] for fact in phase["facts"]]
    assert {"rejected": "orders/huns.yaml", "rule": "B-3.9", "problems": 2} in facts
    assert any(fact.get("no_orders") == "huns" for fact in facts)
    assert HUNS in journal["inputs"]
    report = (small / "turns/001/report.en.md").read_text(encoding="utf-8")
    assert "rejected" in report.lower() or "errors" in report.lower()
    assert turnproc("verify", small).code == 0
    assert turnproc("report", small).out == report


@pytest.mark.parametrize("file", ["campaign.yaml", "map.yaml", "peoples.yaml", "turns/000/state.yaml", GM])
def test_reject_invalid_is_for_orders_only(turnproc: Turnproc, small: Path, file: str) -> None:
    write(small, {file: "nonsense"})
    before = contents(small)
    ran = turnproc("resolve", small, *HERE, "--reject-invalid")
    assert (ran.code, ran.out) == (1, "")
    assert file in ran.err
    assert "--reject-invalid" not in ran.err
    assert contents(small) == before


def test_a_struck_file_needs_no_mending(turnproc: Turnproc, small: Path) -> None:
    """The game master has ruled about it: that it has errors, too, stops nothing."""
    write(small, {GM: "turn: 1\nrulings: {strike/huns: true}\n", HUNS: orders("huns", "{hold: 9, in: tavrika}")})
    ran = turnproc("resolve", small, *HERE)
    assert ran.code == 0
    assert data(small / JOURNAL)["rulings"] == {"strike/huns": True}
    assert turnproc("verify", small).code == 0


def test_another_version_of_the_rules_is_not_played(turnproc: Turnproc, small: Path) -> None:
    write(small, {"campaign.yaml": SMALL["campaign.yaml"].replace("ruleset_version: 1", "ruleset_version: 2")})
    ran = turnproc("resolve", small, *HERE)
    assert ran.code == 1
    assert "error[C010]" in ran.err
    assert not (small / JOURNAL).exists()


def test_a_ruling_that_nothing_asked_for(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nrulings: {split/huns: {}}\ndice: {combat/x: [1]}\n"})
    ran = turnproc("resolve", small, *HERE)
    assert ran.code == 1
    assert "error[C015]" in ran.err
    assert "error[C016]" in ran.err
    assert not (small / JOURNAL).exists()


def test_resolved_twice(turnproc: Turnproc, resolved: Path) -> None:
    before = contents(resolved)
    ran = turnproc("resolve", resolved, *HERE, "--turn", "1")
    assert (ran.code, ran.out) == (1, "")
    assert contents(resolved) == before
    # Nor is the next turn played by mistake: nobody has sent anything for it yet.
    ran = turnproc("resolve", resolved, *HERE)
    assert (ran.code, ran.out) == (1, "")
    assert "--turn 2" in ran.err
    assert contents(resolved) == before
    assert turnproc("resolve", resolved, *HERE, "--turn", "2").code == 0
    assert (resolved / "turns/002/journal.yaml").exists()
    assert turnproc("verify", resolved).code == 0


def test_only_the_open_turn(turnproc: Turnproc, small: Path) -> None:
    before = contents(small)
    ran = turnproc("resolve", small, *HERE, "--turn", "2")
    assert (ran.code, ran.out) == (1, "")
    assert contents(small) == before
    assert turnproc("resolve", small, *HERE, "--turn", "1").code == 0


def test_a_turn_without_any_file(turnproc: Turnproc, small: Path) -> None:
    for file in (small / "turns/001/orders").iterdir():
        file.unlink()
    (small / "turns/001/orders").rmdir()
    (small / "turns/001").rmdir()
    assert turnproc("resolve", small, *HERE).code == 0
    assert sorted(name for name in contents(small) if name.startswith("turns/001")) == RESULTS


def test_many_turns(turnproc: Turnproc, small: Path) -> None:
    for turn in range(1, 6):
        assert turnproc("resolve", small, *HERE, *JSON, "--turn", str(turn)).data["turn"] == turn
    assert turnproc("verify", small, *JSON).data["fine"]
    assert turnproc("status", small, *JSON).data["turn"] == 6


def test_a_file_of_a_person_is_in_the_way(turnproc: Turnproc, small: Path) -> None:
    write(small, {"turns/001/report.en.md": "mine\n"})
    before = contents(small)
    ran = turnproc("resolve", small, *HERE)
    assert ran.code == 1
    assert "turns/001/report.en.md" in ran.err
    assert contents(small) == before


def test_a_second_run_at_the_same_time(turnproc: Turnproc, small: Path) -> None:
    before = contents(small)
    with campaign_lock(small):
        ran = turnproc("resolve", small, *HERE)
        assert (ran.code, ran.out) == (1, "")
        assert f"pid {os.getpid()}" in ran.err
        # Whoever only looks is not kept waiting.
        for command in ("validate", "status", "verify"):
            assert turnproc(command, small).code == 0
        assert turnproc("resolve", small, *DRY).code == 0
    assert contents(small) == before
    assert turnproc("resolve", small, *HERE).code == 0


HOLDING = """
import sys, time
from pathlib import Path
from turnproc.store.lock import campaign_lock
with campaign_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_the_lock_of_a_killed_process_locks_nobody_out(turnproc: Turnproc, small: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", HOLDING, str(small)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        ran = turnproc("resolve", small, *HERE)
        assert ran.code == 1
        assert f"pid {process.pid}" in ran.err
        process.kill()
        process.wait()
        assert (small / ".turnproc-lock").exists()
        assert turnproc("resolve", small, *HERE).code == 0
    assert not (small / ".turnproc-lock").exists()


def test_two_at_once_and_one_wins(small: Path) -> None:
    command = [sys.executable, "-m", "turnproc", "resolve", "--no-commit", "--turn", "1", "--format", "json"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    runs = [
        subprocess.Popen(command, cwd=small, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)
    ]
    outcomes = sorted((run.wait(), bool(run.communicate()[0])) for run in runs)
    assert outcomes == [(0, True), (1, False), (1, False)]
    assert sorted(name for name in contents(small) if name not in SMALL) == RESULTS


def test_timings(turnproc: Turnproc, small: Path) -> None:
    timings = turnproc("resolve", small, *DRY, *JSON, "--timings").data["timings"]
    assert timings["total"] > 0
    assert all(seconds >= 0 for seconds in timings.values())


def test_the_order_of_the_files_does_not_matter(turnproc: Turnproc, small: Path) -> None:
    """Folders list their entries in the order in which they were made, on some systems."""
    turnproc("resolve", small, *HERE)
    first = contents(small)
    for order in (sorted(SMALL), sorted(SMALL, reverse=True)):
        other = small.parent / f"other-{order[0][0]}"
        for name in order:
            write(other, {name: SMALL[name]})
        turnproc("resolve", other, *HERE)
        assert contents(other) == first
