"""Deadlines by recorded times: what counts, what is put back, what is told, and that it comes out the same again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, SMALL, orders
from tests.cli.timed import (
    AFTER,
    BEFORE,
    DEADLINE,
    EARLY,
    GOTHS,
    GRACE,
    HUNS,
    LATER,
    OTHER_HUNS,
    RECEIVED,
    ROME,
    TURN,
    commit,
    git_at,
    timed,
)
from tests.git.helpers import contents, git, write

GM = "turns/001/gm.yaml"
LATE_HUNS = "turns/001/late/huns.yaml"
JSON = ("--format", "json")


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """Goths and Rome have sent their orders early."""
    root = timed(tmp_path / "timed")
    commit(root, EARLY, {GOTHS: SMALL[GOTHS], ROME: SMALL[ROME]})
    return root


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def received(root: Path) -> dict[str, Any]:
    data = yaml.load((root / RECEIVED).read_text(encoding="utf-8"), yaml.BaseLoader)
    assert isinstance(data, dict)
    return data


def played(root: Path) -> str:
    return (root / JOURNAL).read_text(encoding="utf-8")


def resolve(turnproc: Turnproc, root: Path, *options: str) -> str:
    ran = turnproc("resolve", "--now", "2026-06-01T00:00:00Z", *options, root)
    assert ran.code == 0, ran.err
    assert git(root, "status", "--porcelain") == ""
    git(root, "fsck", "--strict")
    verified = turnproc("verify", root)
    assert (verified.code, verified.err) == (0, ""), verified.err
    return ran.err


def sent(turnproc: Turnproc, root: Path) -> dict[str, str]:
    return {each["speaker"]: each["sent"] for each in turnproc("status", *JSON, root).data["speakers"]}


def test_what_came_in_time_counts(turnproc: Turnproc, campaign: Path) -> None:
    id_ = commit(campaign, BEFORE, {HUNS: SMALL[HUNS]})
    assert resolve(turnproc, campaign) == ""
    entry = received(campaign)["files"]["huns"]
    assert entry == {"at": "2026-05-08T16:59:00Z", "by": "commit", "commit": id_, "sha256": sha256(SMALL[HUNS])}
    assert list(received(campaign)["files"]) == ["goths", "huns", "rome"]
    assert "late" not in received(campaign)
    assert HUNS in played(campaign)


def test_what_came_too_late_is_kept_apart(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    assert sent(turnproc, campaign)["huns"] == "late"
    assert turnproc("validate", *JSON, campaign / HUNS).codes == ["C072"]
    err = resolve(turnproc, campaign)
    assert "C072" in err
    assert "2026-05-08T17:31:00Z" in err
    assert received(campaign)["late"] == {"huns": {"at": "2026-05-08T17:31:00Z", "sha256": sha256(SMALL[HUNS])}}
    assert not (campaign / HUNS).exists()
    assert (campaign / LATE_HUNS).read_text(encoding="utf-8") == SMALL[HUNS]
    assert HUNS not in played(campaign)
    assert "no_orders: huns" in played(campaign)
    assert "Too late: huns." in git(campaign, "log", "-1", "--format=%B")


@pytest.mark.parametrize(("when", "counts"), [(GRACE, True), ("2026-05-08T17:30:00+00:00", True), (AFTER, False)])
def test_grace(turnproc: Turnproc, campaign: Path, when: str, counts: bool) -> None:
    commit(campaign, EARLY, {TURN: f"deadline: {DEADLINE}\ngrace: 30\n"})
    commit(campaign, when, {HUNS: SMALL[HUNS]})
    resolve(turnproc, campaign)
    assert (HUNS in played(campaign)) == counts


def test_the_version_before_a_late_change_stands(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, EARLY, {HUNS: orders("huns")})
    first = commit(campaign, BEFORE, {HUNS: SMALL[HUNS]})
    commit(campaign, AFTER, {HUNS: OTHER_HUNS})
    commit(campaign, LATER, {HUNS: "rubbish: ["})
    status = turnproc("status", *JSON, campaign).data
    (huns,) = [each for each in status["speakers"] if each["speaker"] == "huns"]
    assert (huns["sent"], huns["late"], huns["orders"]) == ("sent", True, 1)
    assert "C072" in resolve(turnproc, campaign)
    assert (campaign / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]
    assert (campaign / LATE_HUNS).read_text(encoding="utf-8") == "rubbish: ["
    assert received(campaign)["files"]["huns"]["commit"] == first
    assert received(campaign)["late"]["huns"]["at"] == "2026-05-08T18:00:00Z"
    assert f"{HUNS}: {'sha256:' + sha256(SMALL[HUNS])}".split(": ")[0] in played(campaign)
    assert sha256(SMALL[HUNS]) in played(campaign)


def test_a_change_taken_back_after_the_deadline_is_no_change(turnproc: Turnproc, campaign: Path) -> None:
    first = commit(campaign, BEFORE, {HUNS: SMALL[HUNS]})
    commit(campaign, AFTER, {HUNS: OTHER_HUNS})
    commit(campaign, LATER, {HUNS: SMALL[HUNS]})
    assert resolve(turnproc, campaign) == ""
    assert received(campaign)["files"]["huns"]["commit"] == first
    assert "late" not in received(campaign)


def test_back_to_an_older_version_is_a_change(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, EARLY, {HUNS: SMALL[HUNS]})
    commit(campaign, BEFORE, {HUNS: OTHER_HUNS})
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    resolve(turnproc, campaign)
    assert (campaign / HUNS).read_text(encoding="utf-8") == OTHER_HUNS


def test_orders_cannot_be_withdrawn_after_the_deadline(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, BEFORE, {HUNS: SMALL[HUNS]})
    commit(campaign, AFTER, {HUNS: None})
    assert turnproc("validate", *JSON, campaign).codes == ["C072"]
    resolve(turnproc, campaign)
    assert (campaign / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]
    assert received(campaign)["late"] == {"huns": {"at": "2026-05-08T17:31:00Z"}}


def test_orders_can_be_withdrawn_in_time(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, EARLY, {HUNS: SMALL[HUNS]})
    commit(campaign, BEFORE, {HUNS: None})
    assert resolve(turnproc, campaign) == ""
    assert not (campaign / HUNS).exists()
    commit_after = received(campaign)
    assert "huns" not in commit_after["files"] and "late" not in commit_after


def test_the_game_master_admits_a_late_file(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    commit(campaign, LATER, {GM: f"turn: 1\nrulings: {{received/huns: {DEADLINE}}}\n"})
    assert resolve(turnproc, campaign) == ""
    entry = received(campaign)["files"]["huns"]
    assert entry == {"at": "2026-05-08T17:00:00Z", "by": "ruled", "sha256": sha256(SMALL[HUNS])}
    assert "received/huns" in played(campaign)


def test_a_ruling_can_make_a_file_late(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, EARLY, {HUNS: OTHER_HUNS})
    commit(campaign, BEFORE, {HUNS: SMALL[HUNS], GM: 'turn: 1\nrulings: {received/huns: "2026-05-09T00:00:00Z"}\n'})
    assert "C072" in resolve(turnproc, campaign)
    assert (campaign / HUNS).read_text(encoding="utf-8") == OTHER_HUNS
    assert received(campaign)["late"]["huns"]["at"] == "2026-05-09T00:00:00Z"
    assert "received/huns" not in played(campaign)
    assert "in time" not in (campaign / "turns/001/report.en.md").read_text(encoding="utf-8")


def test_a_late_file_can_be_struck_and_the_turn_verifies(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS], GM: "turn: 1\nrulings: {strike/huns: true}\n"})
    resolve(turnproc, campaign)


def receipt(text: str, at: str) -> str:
    return f"format: turnproc.received/1\nfiles:\n  huns: {{at: {at}, by: receipt, sha256: {sha256(text)}}}\n"


def test_a_receipt_is_believed_before_the_commit(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS], RECEIVED: receipt(SMALL[HUNS], "2026-05-08T10:00:00Z")})
    assert resolve(turnproc, campaign) == ""
    assert received(campaign)["files"]["huns"]["by"] == "receipt"
    assert received(campaign)["files"]["huns"]["at"] == "2026-05-08T10:00:00Z"


def test_a_receipt_of_another_content_says_nothing(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS], RECEIVED: receipt(OTHER_HUNS, "2026-05-08T10:00:00Z")})
    resolve(turnproc, campaign)
    assert list(received(campaign)["late"]) == ["huns"]


def test_a_late_receipt_speaks_against_a_commit_with_an_early_time(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, BEFORE, {HUNS: SMALL[HUNS], RECEIVED: receipt(SMALL[HUNS], "2026-05-08T17:31:00Z")})
    resolve(turnproc, campaign)
    assert list(received(campaign)["late"]) == ["huns"]


def test_the_merge_counts_and_not_the_commit_on_the_side(turnproc: Turnproc, campaign: Path) -> None:
    for branch, speaker, when in (("one", HUNS, AFTER), ("two", ROME, BEFORE)):
        git_at(campaign, EARLY, "checkout", "--quiet", "-b", branch, "main")
        commit(campaign, EARLY, {speaker: SMALL[speaker].replace("turn: 1", "turn:  1")})
        git_at(campaign, EARLY, "checkout", "--quiet", "main")
        git_at(campaign, when, "merge", "--quiet", "--no-ff", "--no-edit", branch)
    merge = git(campaign, "rev-parse", "HEAD")
    resolve(turnproc, campaign)
    assert list(received(campaign)["late"]) == ["huns"]
    assert received(campaign)["files"]["rome"]["commit"] == merge
    assert received(campaign)["files"]["rome"]["at"] == "2026-05-08T16:59:00Z"


def test_without_git_everything_came_in_at_the_deadline(turnproc: Turnproc, small: Path) -> None:
    write(small, {TURN: f"deadline: {DEADLINE}\n"})
    assert turnproc("resolve", "--no-commit", small).code == 0
    assert received(small)["files"]["huns"] == {"at": "2026-05-08T17:00:00Z", "sha256": sha256(SMALL[HUNS])}
    assert turnproc("verify", small).code == 0


def test_a_campaign_in_a_larger_repository(turnproc: Turnproc, tmp_path: Path) -> None:
    top = tmp_path / "larger"
    root = top / "игры" / "на востоке"
    timed(top)
    files = {name: text for name, text in SMALL.items() if "/orders/" not in name}
    commit(
        top,
        EARLY,
        {f"игры/на востоке/{name}": text for name, text in {**files, TURN: f"deadline: {DEADLINE}\n"}.items()},
    )
    commit(root, BEFORE, {HUNS: SMALL[HUNS]})
    commit(root, AFTER, {HUNS: OTHER_HUNS, ROME: SMALL[ROME]})
    resolve(turnproc, root)
    assert list(received(root)["late"]) == ["huns", "rome"]
    assert (root / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]


def test_only_the_end_of_the_history(turnproc: Turnproc, campaign: Path, tmp_path: Path) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    git(tmp_path, "clone", "--quiet", "--depth=1", campaign.as_uri(), "shallow")
    ran = turnproc("resolve", tmp_path / "shallow")
    assert (ran.code, "only the end of the history" in ran.err) == (1, True)
    assert not (tmp_path / "shallow" / JOURNAL).exists()
    assert turnproc("validate", tmp_path / "shallow").code == 0


def test_a_link_in_the_history_is_no_orders_file(turnproc: Turnproc, campaign: Path) -> None:
    (campaign / HUNS).symlink_to("goths.yaml")
    git_at(campaign, BEFORE, "add", "--all")
    git_at(campaign, BEFORE, "commit", "--quiet", "--message=Link")
    (campaign / HUNS).unlink()
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    resolve(turnproc, campaign)
    assert not (campaign / HUNS).exists()


def test_a_clone_gives_the_same_bytes(turnproc: Turnproc, campaign: Path, tmp_path: Path) -> None:
    commit(campaign, BEFORE, {HUNS: SMALL[HUNS]})
    commit(campaign, AFTER, {HUNS: OTHER_HUNS})
    git(tmp_path, "clone", "--quiet", campaign.as_uri(), "clone")
    resolve(turnproc, campaign)
    resolve(turnproc, tmp_path / "clone")
    assert contents(campaign) == contents(tmp_path / "clone")


def test_a_turn_without_a_deadline_has_no_times(turnproc: Turnproc, repository: Path) -> None:
    assert turnproc("resolve", repository).code == 0
    assert not (repository / RECEIVED).exists()


def test_what_came_in_then_is_held_against_what_is_there(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, BEFORE, {HUNS: SMALL[HUNS]})
    resolve(turnproc, campaign)
    text = (campaign / RECEIVED).read_text(encoding="utf-8")
    write(campaign, {RECEIVED: text.replace(sha256(SMALL[HUNS]), sha256("other"))})
    assert "C073" in turnproc("verify", campaign).err


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("deadline: 2026-05-08T20:00:00\n", "C070", 1, 11),
        ("grace: 1\ndeadline: 2026-02-30T20:00:00Z\n", "C070", 2, 11),
        ("deadline: soon\n", "C070", 1, 11),
        ("opens: 2026-05-09T20:00:00+03:00\ndeadline: 2026-05-08T20:00:00+03:00\n", "C071", 2, 11),
        ("opens: 2026-05-08T20:00:00+03:00\ndeadline: 2026-05-08T17:00:00Z\n", "C071", 2, 11),
        ("grace: 30\n", "C071", 1, 1),
        ("deadline: 2026-05-08T20:00:00Z\ngrace: -1\n", "S005", 2, 8),
        ("deadlin: 2026-05-08T20:00:00Z\n", "S002", 1, 1),
    ],
)
def test_what_is_wrong_with_a_turn_file(
    turnproc: Turnproc, small: Path, text: str, code: str, line: int, column: int
) -> None:
    write(small, {TURN: text})
    (problem,) = turnproc("validate", *JSON, small).data["problems"]
    assert (problem["code"], problem["file"], problem["line"], problem["column"]) == (code, TURN, line, column)
    assert turnproc("resolve", "--no-commit", small).code == 1
    assert turnproc("validate", *JSON, small / TURN).codes == [code]


def test_status_shows_the_deadline_in_the_zone_of_the_campaign(turnproc: Turnproc, tmp_path: Path) -> None:
    root = timed(tmp_path / "a", cadence='{days: 7, at: "20:00", zone: Europe/Stockholm}')
    assert "2026-05-08 19:00 (Europe/Stockholm, +02:00), that is 2026-05-08 17:00 UTC" in turnproc("status", root).out
    data = turnproc("status", *JSON, root).data["deadline"]
    assert (data["at"], data["local"]) == ("2026-05-08T17:00:00Z", "2026-05-08T19:00:00+02:00")


def test_a_time_in_utc_is_told_once(turnproc: Turnproc, tmp_path: Path) -> None:
    root = timed(tmp_path / "a", "deadline: 2026-05-08T17:00:00Z\n")
    assert "Deadline: 2026-05-08 17:00 (UTC).\n" in turnproc("status", root).out
    zone = '{days: 7, at: "20:00", zone: Europe/London}'
    root = timed(tmp_path / "b", "deadline: 2027-01-31T20:00:00Z\ngrace: 5\n", cadence=zone)
    assert (
        "Deadline: 2027-01-31 20:00 (Europe/London, UTC); minutes of grace after it: 5.\n"
        in turnproc("status", root).out
    )


def test_before_the_deadline_it_is_said_who_is_missing(turnproc: Turnproc, campaign: Path) -> None:
    now = ("--now", "2026-05-08T10:00:00Z")
    trial = turnproc("resolve", "--dry-run", *now, campaign)
    assert "has not passed" not in trial.err
    ran = turnproc("resolve", *now, campaign)
    assert ran.code == 0
    told, deadline, hint = ran.err.splitlines()
    assert told == "The deadline of turn 1 has not passed yet, and nothing that counts had come from: Huns."
    assert deadline.startswith("Deadline: 2026-05-08 ")
    assert "turnproc undo" in hint
    assert turnproc("undo", "--turn", "1", "--reason", "Too early.", campaign).code == 0
    assert "has not passed" not in turnproc("resolve", "--now", "2026-05-09T00:00:00Z", campaign).err


def test_six_ways_to_have_sent(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, BEFORE, {GOTHS: "turn: 1\nfor: goths\norders: [{dance: 1}]\n"})
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    assert sent(turnproc, campaign) == {"goths": "rejected", "huns": "late", "rome": "empty"}
    commit(campaign, BEFORE, {GOTHS: SMALL[GOTHS], HUNS: None, ROME: None})
    assert sent(turnproc, campaign) == {"goths": "sent", "huns": "missing", "rome": "missing"}


def test_if_due(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, BEFORE, {HUNS: "turn: 1\nfor: huns\norders: [{dance: 1}]\n"})
    ran = turnproc("resolve", "--if-due", "--now", "2026-05-08T17:00:00Z", campaign)
    assert ran.code == 0
    assert "does not end yet" in ran.out
    assert "2026-05-08 17:00 UTC" in ran.out
    assert not (campaign / JOURNAL).exists()
    assert turnproc("resolve", "--if-due", "--now", EARLY, *JSON, campaign).data["due"] is False
    # It has passed: what has errors does not stop the turn.
    resolve(turnproc, campaign, "--if-due", "--now", "2026-05-08T17:00:01Z")
    assert "rejected" in played(campaign)


def test_if_due_when_all_agree(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, EARLY, {GOTHS: orders("goths", ready="true"), ROME: orders("rome", ready="true")})
    commit(campaign, EARLY, {HUNS: orders("huns")})
    assert turnproc("resolve", "--if-due", "--now", EARLY, *JSON, campaign).data["due"] is False
    commit(campaign, EARLY, {HUNS: orders("huns", ready="true")})
    assert turnproc("status", *JSON, campaign).data["all_ready"] is True
    resolve(turnproc, campaign, "--if-due", "--now", EARLY)


def test_if_due_without_a_deadline(turnproc: Turnproc, repository: Path) -> None:
    ran = turnproc("resolve", "--if-due", "--now", "2999-01-01T00:00:00Z", repository)
    assert (ran.code, "no deadline" in ran.out) == (0, True)
    assert turnproc("resolve", "--if-due", "--now", "tomorrow", repository).code == 2


def test_receipt_shows_time_and_commit(turnproc: Turnproc, campaign: Path) -> None:
    id_ = commit(campaign, BEFORE, {HUNS: SMALL[HUNS]})
    expected = {"at": "2026-05-08T16:59:00Z", "by": "commit", "commit": id_}
    assert turnproc("orders", "receipt", *JSON, campaign / HUNS).data["received"] == expected
    assert f"2026-05-08T16:59:00Z, with the commit {id_[:12]}" in turnproc("orders", "receipt", campaign / HUNS).out
    commit(campaign, EARLY, {TURN: None})
    assert turnproc("orders", "receipt", *JSON, campaign / HUNS).data["received"] == expected
    write(campaign, {HUNS: OTHER_HUNS})
    assert turnproc("orders", "receipt", *JSON, campaign / HUNS).data["received"] is None


def test_receipt_of_a_resolved_turn_and_of_a_late_file(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    assert turnproc("orders", "receipt", *JSON, campaign / HUNS).codes == ["C072"]
    resolve(turnproc, campaign)
    assert turnproc("orders", "receipt", *JSON, campaign / GOTHS).data["received"]["by"] == "commit"


def test_a_time_zone_of_the_machine_changes_nothing(
    turnproc: Turnproc, campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(campaign, AFTER, {HUNS: SMALL[HUNS]})
    git(tmp_path, "clone", "--quiet", campaign.as_uri(), "clone")
    resolve(turnproc, campaign)
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    resolve(turnproc, tmp_path / "clone")
    assert contents(campaign) == contents(tmp_path / "clone")


def test_a_turn_taken_back_and_played_again(turnproc: Turnproc, campaign: Path) -> None:
    commit(campaign, EARLY, {HUNS: SMALL[HUNS]})
    commit(campaign, AFTER, {HUNS: OTHER_HUNS, ROME: None})
    resolve(turnproc, campaign)
    first = played(campaign)
    for ruling in ("", f"received/huns: {DEADLINE}"):
        git_at(campaign, LATER, "revert", "--no-edit", "turn-001")
        git(campaign, "tag", "--delete", "turn-001")
        assert not (campaign / LATE_HUNS).exists()
        assert (campaign / HUNS).read_text(encoding="utf-8") == OTHER_HUNS
        commit(campaign, LATER, {GM: f"turn: 1\nrulings: {{{ruling}}}\n"} if ruling else {})
        resolve(turnproc, campaign)
        assert (played(campaign) == first) == (not ruling)
    assert (campaign / HUNS).read_text(encoding="utf-8") == OTHER_HUNS
    assert list(received(campaign)["late"]) == ["rome"]


@pytest.mark.parametrize("seconds", ["0", "-1", "99999999999999", "253402300800"])
def test_any_time_that_git_takes(turnproc: Turnproc, campaign: Path, seconds: str) -> None:
    """Commits are made by anybody, with any date."""
    write(campaign, {HUNS: SMALL[HUNS]})
    git(campaign, "add", "--all")
    tree, parent = git(campaign, "write-tree"), git(campaign, "rev-parse", "HEAD")
    person = f"A <a@example.org> {seconds} +9999"
    raw = f"tree {tree}\nparent {parent}\nauthor {person}\ncommitter {person}\n\ncommit 1234 5\n"
    write(campaign.parent, {"commit": raw})
    made = git(campaign, "hash-object", "-t", "commit", "-w", "--literally", str(campaign.parent / "commit"))
    git(campaign, "update-ref", "HEAD", made)
    ran = turnproc("resolve", campaign)
    assert ran.code == 0, ran.err
    assert turnproc("verify", campaign).code == 0
    assert ("late" in received(campaign)) == (seconds != "0")
