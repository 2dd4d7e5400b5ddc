"""What a turn was made from is as it was before it was resolved: late orders, receipts, sealed orders, deadlines."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, SMALL, orders
from tests.cli.test_sealed_orders import campaign, codes, gm, key, put, sealed
from tests.cli.timed import (
    AFTER,
    BEFORE,
    DEADLINE,
    EARLY,
    GOTHS,
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
from tests.git.helpers import contents, git, make_repository, write

__all__ = ["campaign", "gm", "key"]

LATE = "turns/001/late/huns.yaml"
NEXT = "turns/002/turn.yaml"
UNDONE = "turns/001/undone/1"
JSON = ("--format", "json")
WHY = "Mended."


def sum_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def undo(turnproc: Turnproc, root: Path, *options: str) -> dict[str, Any]:
    ran = turnproc("undo", "--turn", "1", "--reason", WHY, *JSON, *options, root)
    assert ran.code == 0, ran.err
    data: dict[str, Any] = ran.data
    return data


def inputs(root: Path) -> dict[str, bytes]:
    """Everything that people or platforms brought."""
    mine = ("journal", "state", "report", "undone/", "turn.yaml")
    return {
        name: raw
        for name, raw in contents(root).items()
        if not any(f"turns/001/{each}" in name for each in mine) and name != NEXT
    }


@pytest.fixture
def late(tmp_path: Path) -> Path:
    """The Huns have changed their orders after the deadline."""
    root = timed(tmp_path / "timed")
    commit(root, EARLY, {GOTHS: SMALL[GOTHS], ROME: SMALL[ROME]})
    commit(root, BEFORE, {HUNS: SMALL[HUNS]})
    commit(root, AFTER, {HUNS: OTHER_HUNS})
    return root


def play(turnproc: Turnproc, root: Path, *options: str) -> str:
    ran = turnproc("resolve", *options, root)
    assert ran.code == 0, ran.err
    return (root / JOURNAL).read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [(), ("--no-commit",)])
def test_late_orders_are_back_and_late_again(turnproc: Turnproc, late: Path, options: tuple[str, ...]) -> None:
    before = inputs(late)
    first = play(turnproc, late, *options)
    assert (late / LATE).exists()
    data = undo(turnproc, late, *options)
    assert data["put_back"] == [HUNS]
    assert {name: raw for name, raw in inputs(late).items() if name != RECEIVED} == before
    # When it came in is not forgotten, though the commit that brings it back is a later one.
    known = yaml.load((late / RECEIVED).read_text(encoding="utf-8"), yaml.BaseLoader)["files"]
    assert known == {"huns": {"at": "2026-05-08T17:31:00Z", "by": "receipt", "sha256": sum_of(OTHER_HUNS)}}
    assert not (late / LATE).parent.exists()
    # What stood in their place is kept, too.
    assert (late / UNDONE / "orders/huns.yaml").read_text(encoding="utf-8") == SMALL[HUNS]
    status = turnproc("status", *JSON, late).data
    assert [each["late"] for each in status["speakers"]] == [False, True, False]
    second = play(turnproc, late, *options)
    assert (late / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]
    assert (late / LATE).read_text(encoding="utf-8") == OTHER_HUNS
    assert second == first.replace("inputs:", f"revision: {{number: 2, reason: {WHY}}}\ninputs:", 1)
    assert turnproc("verify", late).code == 0


def test_the_game_master_lets_a_late_file_count_after_all(turnproc: Turnproc, late: Path) -> None:
    play(turnproc, late)
    undo(turnproc, late)
    commit(late, LATER, {"turns/001/gm.yaml": f"turn: 1\nrulings: {{received/huns: {DEADLINE}}}\n"})
    assert "of: huns" not in play(turnproc, late)
    assert (late / HUNS).read_text(encoding="utf-8") == OTHER_HUNS
    assert turnproc("verify", late).code == 0


def test_orders_that_were_taken_away_too_late(
    turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", LATER)
    root = timed(tmp_path / "timed")
    commit(root, EARLY, {GOTHS: SMALL[GOTHS], ROME: SMALL[ROME], HUNS: SMALL[HUNS]})
    commit(root, AFTER, {HUNS: None})
    before = inputs(root)
    play(turnproc, root)
    assert (root / HUNS).exists()
    undo(turnproc, root)
    assert inputs(root) == before
    assert (root / UNDONE / "orders/huns.yaml").exists()
    play(turnproc, root)
    assert (root / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]
    assert turnproc("verify", root).code == 0


def test_orders_that_were_sent_after_the_turn_stay(turnproc: Turnproc, late: Path) -> None:
    """A person has put other orders there: neither they nor the late ones are lost."""
    play(turnproc, late)
    newer = orders("huns", "{hold: 3, in: tavrika}")
    commit(late, LATER, {HUNS: newer})
    data = undo(turnproc, late)
    assert data["put_back"] == []
    assert (late / HUNS).read_text(encoding="utf-8") == newer
    assert (late / LATE).read_text(encoding="utf-8") == OTHER_HUNS


RECEIPTS = {
    "huns": {"at": "2026-05-08T16:00:00Z", "by": "receipt", "sha256": sum_of(SMALL[HUNS])},
    "goths": {"at": "2026-05-08T19:00:00Z", "by": "receipt", "sha256": sum_of(SMALL[GOTHS])},
    "rome": {"at": "2026-05-08T19:00:00Z", "by": "receipt", "sha256": sum_of(SMALL[ROME])},
}


def with_receipts(root: Path) -> str:
    text = "format: turnproc.received/1\nfiles:\n"
    text += "".join(
        f'  {speaker}: {{at: "{each["at"]}", by: {each["by"]}, sha256: {each["sha256"]}}}\n'
        for speaker, each in sorted(RECEIPTS.items())
    )
    write(root, {TURN: f"deadline: {DEADLINE}\n", RECEIVED: text})
    # One who was late on time by a ruling: that takes the place of his receipt while it holds.
    write(root, {"turns/001/gm.yaml": f"turn: 1\nrulings: {{received/rome: {DEADLINE}}}\n"})
    return text


@pytest.mark.parametrize("is_repository", [True, False])
def test_receipts_survive(turnproc: Turnproc, small: Path, is_repository: bool) -> None:
    text = with_receipts(small)
    options = () if is_repository else ("--no-commit",)
    if is_repository:
        make_repository(small)
    play(turnproc, small, *options)
    assert (small / "turns/001/late/goths.yaml").exists()
    assert (small / RECEIVED).read_text(encoding="utf-8") != text
    undo(turnproc, small, *options)
    if is_repository:
        assert (small / RECEIVED).read_text(encoding="utf-8") == text
    else:
        # Without history nobody knows what the ruling stood in for; whoever was late stays late.
        known = yaml.load((small / RECEIVED).read_text(encoding="utf-8"), yaml.BaseLoader)["files"]
        assert known == {speaker: RECEIPTS[speaker] for speaker in ("goths", "huns")}
    status = turnproc("status", *JSON, small).data
    assert [each["late"] for each in status["speakers"]] == [True, False, False]
    play(turnproc, small, *options)
    assert (small / "turns/001/late/goths.yaml").read_text(encoding="utf-8") == SMALL[GOTHS]
    assert turnproc("verify", small).code == 0


# --- the next turn's deadline


CADENCE = '{days: 7, at: "20:00", zone: Europe/Moscow}'


def test_the_next_deadline_goes_and_comes_again(turnproc: Turnproc, tmp_path: Path) -> None:
    root = timed(tmp_path / "timed", cadence=CADENCE)
    commit(root, EARLY, {HUNS: SMALL[HUNS]})
    play(turnproc, root)
    text = (root / NEXT).read_text(encoding="utf-8")
    undo(turnproc, root)
    assert not (root / NEXT).parent.exists()
    # Another deadline, another cadence: the one of before would have been wrong.
    assert git(root, "status", "--porcelain") == ""
    play(turnproc, root)
    assert (root / NEXT).read_text(encoding="utf-8") == text


def test_a_deadline_of_the_game_master_s_own_stays(turnproc: Turnproc, tmp_path: Path) -> None:
    root = timed(tmp_path / "timed", cadence=CADENCE)
    play(turnproc, root)
    own = "deadline: 2026-06-01T20:00:00+03:00\n"
    commit(root, LATER, {NEXT: own})
    undo(turnproc, root)
    assert (root / NEXT).read_text(encoding="utf-8") == own


def test_orders_for_the_next_turn_lose_only_their_deadline(turnproc: Turnproc, tmp_path: Path) -> None:
    root = timed(tmp_path / "timed", cadence=CADENCE)
    commit(root, EARLY, {HUNS: SMALL[HUNS]})
    play(turnproc, root)
    name = "turns/002/orders/huns.yaml"
    commit(root, LATER, {name: orders("huns", turn=2)})
    assert undo(turnproc, root)["early"] == [name]
    assert ((root / NEXT).exists(), (root / name).exists()) == (False, True)
    play(turnproc, root)
    assert (root / NEXT).exists()


def test_the_deadline_may_be_moved_for_the_revision(turnproc: Turnproc, late: Path) -> None:
    play(turnproc, late)
    undo(turnproc, late)
    text = (late / TURN).read_text(encoding="utf-8")
    assert text == f"deadline: {DEADLINE}\nrevision: 2\nreason: {WHY}\n"
    commit(late, LATER, {TURN: text.replace(DEADLINE, "2026-07-01T20:00:00+03:00")})
    play(turnproc, late)
    assert (late / HUNS).read_text(encoding="utf-8") == OTHER_HUNS


# --- sealed orders


@pytest.mark.usefixtures("key")
def test_sealed_orders_are_sealed_only_again(turnproc: Turnproc, campaign: Path) -> None:
    root = make_repository(sealed(turnproc, campaign))
    before = inputs(root)
    first = play(turnproc, root)
    assert (root / HUNS).exists()
    ran = turnproc("undo", "--turn", "1", "--reason", WHY, root)
    assert ran.code == 0
    assert f"these orders stay public:\n  {HUNS}\n" in ran.out
    assert inputs(root) == before
    assert (root / UNDONE / "orders/huns.yaml").read_text(encoding="utf-8") == SMALL[HUNS]
    assert codes(turnproc, root) == []
    second = play(turnproc, root)
    assert second == first.replace("inputs:", f"revision: {{number: 2, reason: {WHY}}}\ninputs:", 1)
    assert (root / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]
    assert turnproc("verify", root).code == 0
    assert "Nothing: it came out the same." in turnproc("report", root).out


@pytest.mark.usefixtures("key")
def test_the_player_seals_others(turnproc: Turnproc, campaign: Path) -> None:
    root = make_repository(sealed(turnproc, campaign))
    play(turnproc, root)
    undo(turnproc, root)
    (root / f"{HUNS}.age").unlink()
    write(root, {HUNS: OTHER_HUNS})
    sealed(turnproc, root)
    git_at(root, LATER, "add", "--all")
    git_at(root, LATER, "commit", "--quiet", "--message=Other orders")
    play(turnproc, root)
    report = turnproc("report", root).out
    assert "Huns: 4 persons went from Tavrika" in report or "Huns: 3 persons went from Tavrika" in report
    assert turnproc("verify", root).code == 0


@pytest.mark.usefixtures("key")
def test_published_orders_that_were_changed(turnproc: Turnproc, campaign: Path) -> None:
    root = sealed(turnproc, campaign)
    play(turnproc, root, "--no-commit")
    write(root, {HUNS: OTHER_HUNS})
    before = contents(root)
    ran = turnproc("undo", "--turn", "1", "--reason", WHY, "--no-commit", root)
    assert ran.code == 1
    assert HUNS in ran.err
    assert contents(root) == before


@pytest.mark.usefixtures("key")
def test_a_sealed_file_with_errors_stays_sealed(turnproc: Turnproc, campaign: Path) -> None:
    put(campaign, b"no seal at all")
    root = make_repository(campaign)
    play(turnproc, root, "--reject-invalid")
    before = inputs(root)
    assert undo(turnproc, root)["published"] == []
    assert inputs(root) == before
    play(turnproc, root, "--reject-invalid")
    assert turnproc("verify", root).code == 0


# --- what may lie there besides


def test_what_was_posted_and_other_people_s_files_stay(turnproc: Turnproc, resolved_repository: Path) -> None:
    mine = {"turns/001/posted.yaml": "x: 1\n", "turns/001/notes.txt": "mine\n"}
    private = {
        "turns/001/private/huns/known.yaml": "a\n",
        "turns/001/map.svg": "<svg/>\n",
        "turns/001/report.sv.md": "x\n",
    }
    write(resolved_repository, {**mine, **private})
    git(resolved_repository, "add", "--all")
    git(resolved_repository, "commit", "--quiet", "--message=More")
    undo(turnproc, resolved_repository)
    there = contents(resolved_repository)
    assert {name: there[name].decode() for name in mine} == mine
    for name, text in private.items():
        assert name not in there
        assert there[name.replace("turns/001", UNDONE)].decode() == text


def test_a_link_is_not_followed(turnproc: Turnproc, resolved: Path, tmp_path: Path) -> None:
    target = tmp_path / "outside.txt"
    target.write_text("theirs\n")
    (resolved / "turns/001/undone").symlink_to(tmp_path, target_is_directory=True)
    before = contents(tmp_path)
    ran = turnproc("undo", "--turn", "1", "--reason", WHY, "--no-commit", resolved)
    assert ran.code == 1
    assert contents(tmp_path) == before
    (resolved / "turns/001/undone").unlink()
    (resolved / "turns/001/report.en.md").unlink()
    (resolved / "turns/001/report.en.md").symlink_to(target)
    ran = turnproc("undo", "--turn", "1", "--reason", WHY, "--no-commit", resolved)
    assert ran.code == 1
    assert target.read_text() == "theirs\n"
    assert (resolved / JOURNAL).exists()


def test_a_file_that_changes_while_the_turn_is_taken_back(
    turnproc: Turnproc, resolved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from turnproc.actions import undo as module

    note = module._note

    def slow_note(*arguments: Any) -> bool:
        write(resolved, {"turns/001/state.yaml": "turn: 1\n"})
        return note(*arguments)

    monkeypatch.setattr(module, "_note", slow_note)
    ran = turnproc("undo", "--turn", "1", "--reason", WHY, "--no-commit", resolved)
    assert ran.code == 1
    assert "changed while turn 1 was being taken back: turns/001/state.yaml" in ran.err
    assert (resolved / "turns/001/state.yaml").read_text(encoding="utf-8") == "turn: 1\n"
    assert not (resolved / "turns/001/undone").exists()
