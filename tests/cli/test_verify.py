"""`turnproc verify`: what is written is what the rules make of what came in; every change is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, RESULTS, SMALL, STATE, Ran, orders
from tests.git.helpers import contents, git, write
from turnproc.engine.phase import Schedule
from turnproc.rulesets.bellum import RULESET as BELLUM

JSON = ("--format", "json")


def told(ran: Ran) -> list[tuple[str, str]]:
    return [(each["code"], each["file"]) for turn in ran.data["turns"] for each in turn["problems"]]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def test_fine(turnproc: Turnproc, resolved: Path) -> None:
    before = contents(resolved)
    ran = turnproc("verify", resolved)
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == 1
    ran = turnproc("verify", resolved, *JSON)
    (turn,) = ran.data["turns"]
    assert (ran.code, ran.data["fine"]) == (0, True)
    assert sorted(turn.pop("compared")) == RESULTS
    assert turn == {
        "turn": 1,
        "fine": True,
        "version": 1,
        "taken_back": False,
        "other_version": False,
        "skipped": [],
        "differing": [],
        "problems": [],
        "errors": 0,
        "warnings": 0,
    }
    assert contents(resolved) == before


def test_nothing_was_played_yet(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("verify", small, *JSON)
    assert (ran.code, ran.data) == (0, {"turns": [], "fine": True})
    assert turnproc("verify", small).code == 0


@pytest.mark.parametrize("in_git", [True, False], ids=["git", "no git"])
@pytest.mark.parametrize("file", RESULTS)
def test_a_changed_result(
    turnproc: Turnproc, small: Path, request: pytest.FixtureRequest, file: str, in_git: bool
) -> None:
    request.getfixturevalue("resolved_repository" if in_git else "resolved")
    path = small / file
    path.write_bytes(path.read_bytes().replace(b"Goths", b"goths").replace(b"goths: 3", b"goths: 4") + b"# x\n")
    ran = turnproc("verify", small, *JSON)
    assert (ran.code, ran.data["fine"]) == (1, False)
    assert told(ran) == [("C021", file)]
    text = turnproc("verify", small)
    assert text.code == 1
    assert f"{file}:" in text.err


@pytest.mark.parametrize("in_git", [True, False], ids=["git", "no git"])
@pytest.mark.parametrize("file", [HUNS, "turns/000/state.yaml", "map.yaml", "peoples.yaml", "campaign.yaml"])
def test_a_changed_input(
    turnproc: Turnproc, small: Path, request: pytest.FixtureRequest, file: str, in_git: bool
) -> None:
    request.getfixturevalue("resolved_repository" if in_git else "resolved")
    path = small / file
    path.write_bytes(path.read_bytes() + b"# a remark\n")
    ran = turnproc("verify", small, *JSON)
    if in_git and not file.startswith("turns/"):
        # The campaign's own files are taken as they stood in the turn's commit.
        assert (ran.code, told(ran)) == (0, [])
    else:
        assert (ran.code, told(ran)) == (1, [("C020", file)])


def test_a_journal_that_claims_the_changed_input(turnproc: Turnproc, resolved: Path) -> None:
    """Who changes orders and the hash of them in the journal is found out all the same."""
    write(resolved, {HUNS: orders("huns", "{hold: 4, in: tavrika}")})
    ran = turnproc("verify", resolved)
    old = next(row for row in (resolved / JOURNAL).read_text("utf-8").splitlines() if HUNS in row)
    other = resolved.parent / "other"
    write(other, {**SMALL, HUNS: orders("huns", "{hold: 4, in: tavrika}")})
    turnproc("resolve", "--no-commit", other)
    new = next(row for row in (other / JOURNAL).read_text("utf-8").splitlines() if HUNS in row)
    change(resolved / JOURNAL, old, new)
    ran = turnproc("verify", resolved, *JSON)
    assert ran.code == 1
    assert ("C021", JOURNAL) in told(ran)
    assert ("C021", STATE) in told(ran)


@pytest.mark.parametrize("file", [HUNS, JOURNAL, STATE, "turns/001/report.en.md", "turns/000/state.yaml"])
def test_a_file_that_is_gone(turnproc: Turnproc, resolved: Path, file: str) -> None:
    write(resolved, {"turns/002/gm.yaml": "turn: 2\n"})
    turnproc("resolve", "--no-commit", resolved)
    (resolved / file).unlink()
    ran = turnproc("verify", resolved, *JSON)
    if file == JOURNAL:
        # Without its journal a turn was not played; but the next one says what it rests on.
        assert ran.data["turns"][0]["turn"] == 2
    else:
        assert ran.code == 1
        assert any(name == file for _, name in told(ran))


def test_a_file_that_came_later(turnproc: Turnproc, resolved: Path) -> None:
    write(resolved, {"turns/001/orders/alans.yaml": orders("alans")})
    assert told(turnproc("verify", resolved, *JSON)) == [("C020", "turns/001/orders/alans.yaml")]


def test_a_change_of_an_early_turn_is_told_there(turnproc: Turnproc, resolved: Path) -> None:
    for turn in ("2", "3"):
        turnproc("resolve", "--no-commit", "--turn", turn, resolved)
    change(resolved / "turns/002/state.yaml", "huns: 1", "huns: 2")
    ran = turnproc("verify", resolved, *JSON)
    assert [turn["fine"] for turn in ran.data["turns"]] == [True, False, False]
    assert told(ran) == [("C021", "turns/002/state.yaml"), ("C020", "turns/002/state.yaml")]


def test_what_players_did_wrong_then_is_no_fault_of_the_turn(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{hold: 9, in: tavrika}"), "turns/001/orders/hunz.yaml": "\t"})
    assert turnproc("resolve", "--no-commit", "--reject-invalid", small).code == 0
    ran = turnproc("verify", small, *JSON)
    assert (ran.code, told(ran)) == (0, [])


def test_settings_changed_since(turnproc: Turnproc, resolved_repository: Path) -> None:
    """With its tag an old turn is judged by the settings and the map of its time."""
    root = resolved_repository
    change(root / "map.yaml", "  - {between: [sarmatia, tavrika], kind: land}\n", "")
    change(root / "campaign.yaml", "ruleset_version: 1\n", "ruleset_version: 1\nsettings: {subjugation: ordered}\n")
    change(root / "campaign.yaml", "targets: [markdown, bbcode, html]", "targets: [html]")
    git(root, "commit", "--quiet", "--all", "--message=Other rules of the house")
    assert turnproc("verify", root).code == 0
    assert turnproc("resolve", "--turn", "2", root).code == 0
    assert turnproc("verify", root).code == 0
    git(root, "tag", "--delete", "turn-001")
    ran = turnproc("verify", root, *JSON)
    assert ran.code == 1
    assert {code for code, _ in told(ran)} == {"C020"}


def test_another_tag_than_the_turns(turnproc: Turnproc, resolved_repository: Path) -> None:
    """A tag that was moved to where there is no campaign tells nothing about the turn."""
    root = resolved_repository
    git(root, "checkout", "--quiet", "--orphan", "other")
    git(root, "commit", "--quiet", "--allow-empty", "--message=empty")
    tree = git(root, "commit-tree", "-m", "nothing", "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
    git(root, "tag", "--force", "turn-001", tree)
    ran = turnproc("verify", root, *JSON)
    assert ran.code == 1
    assert "C008" in {code for code, _ in told(ran)}


@pytest.fixture
def second_version(resolved: Path, built_in: Callable[..., None]) -> Path:
    """The rules have changed since: version 2 has one fact less, and the Alans are not divided any more."""

    def schedule(state: Any, table: Any) -> Schedule[Any]:
        steps = BELLUM.schedule(state, table)
        facts = None
        while True:
            try:
                phase = next(steps) if facts is None else steps.send(facts)
            except StopIteration:
                return
            if phase.name == "second_combat":
                return
            facts = yield phase

    built_in(bellum=replace(BELLUM, version=2, schedule=schedule))
    return resolved


def test_a_turn_of_another_version_of_the_rules(turnproc: Turnproc, second_version: Path) -> None:
    ran = turnproc("verify", second_version, *JSON)
    (turn,) = ran.data["turns"]
    assert (ran.code, ran.data["fine"], turn["other_version"], turn["version"]) == (0, True, True, 1)
    assert turn["errors"] == 0
    assert all((each["was"] is None) != (each["would_be"] is None) for each in turn["differing"])
    text = turnproc("verify", second_version)
    assert (text.code, text.err) == (0, "")
    assert f" {len(turn['differing'])}" in text.out.splitlines()[0]
    assert len(text.out.splitlines()) == 1 + len(turn["differing"])
    # Even if the files were changed since: what differs is shown, nobody is accused.
    write(second_version, {HUNS: orders("huns", "{hold: 4, in: tavrika}")})
    ran = turnproc("verify", second_version, *JSON)
    assert ran.code == 0
    assert len(ran.data["turns"][0]["differing"]) > 0


def test_the_report_of_a_turn_of_another_version(turnproc: Turnproc, second_version: Path) -> None:
    assert turnproc("report", second_version).out == (second_version / "turns/001/report.en.md").read_text("utf-8")


def test_a_turn_of_another_turnproc(turnproc: Turnproc, resolved_repository: Path) -> None:
    """Its words may differ now: reports are not compared, journal and state are."""
    root = resolved_repository
    message = git(root, "log", "-1", "--format=%B")
    changed = message.replace("turnproc: 0.", "turnproc: 9.")
    assert changed != message
    git(root, "commit", "--quiet", "--amend", f"--message={changed}")
    git(root, "tag", "--force", "turn-001")
    (root / "turns/001/report.en.md").write_text("other words\n", "utf-8")
    ran = turnproc("verify", root, *JSON)
    assert (ran.code, ran.data["turns"][0]["skipped"]) == (0, ["report"])
    assert len(turnproc("verify", root).out.splitlines()) == 2
    change(root / STATE, "goths: 3", "goths: 4")
    assert told(turnproc("verify", root, *JSON)) == [("C021", STATE)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rule: B-4.4.4", "rule: [B-4.4.4]"),
        ("battle: sarmatia", "batle: sarmatia"),
        ("battle: sarmatia", "battle: {}"),
        ("battle: sarmatia", "battle: nowhere"),
        ("sides: [", "sides: [x, "),
        ("sides: [", "sides: x, x: ["),
        ("sides: [", "sides: [[], "),
        ("force: 3", "force: many"),
        ("peoples: [goths", "peoples: goths, y: [goths"),
        ("peoples: [goths", "peoples: [null, goths"),
        ("round: 1, ", ""),
        ("phases:\n", "phases: []\nx:\n"),
        ("turn: 1", "turn: 2"),
        ("name: bellum", "name: chess"),
        ("version: 1", "version: 0"),
        ("version: 1", "version: one"),
        ("sha256:", "md5:"),
        ("inputs:\n", f"inputs:\n  ../../etc/passwd: sha256:{64 * '0'}\n"),
        ("defaults:\n", "defaults:\n  strange: {}\n"),
        ("name: combat", 'name: "\\e[31m"'),
    ],
)  # fmt: skip
def test_a_journal_that_was_changed_by_hand(turnproc: Turnproc, resolved: Path, old: str, new: str) -> None:
    """Whatever stands in it: `verify` finds it, `report` tells or shows it, neither fails."""
    change(resolved / JOURNAL, old, new)
    ran = turnproc("verify", resolved, *JSON)
    assert (ran.code, ran.data["fine"]) == (1, False)
    assert any(name == JOURNAL or "passwd" in name for _, name in told(ran))
    for target in ("markdown", "bbcode", "html"):
        ran = turnproc("report", resolved, "--target", target)
        assert ran.code in (0, 1)
        assert "\x1b" not in ran.out + ran.err


def test_events_and_rulings_too(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nevents:\n  - {baptise: [dacia]}\nrulings: {strike/huns: true}\nchronicle: Once.\n"})
    assert turnproc("resolve", "--no-commit", small).code == 0
    assert turnproc("verify", small).code == 0
    change(small / GM, "Once", "Twice")
    assert told(turnproc("verify", small, *JSON)) == [("C020", GM)]
