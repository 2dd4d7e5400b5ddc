"""`cadence`: the next turn's deadline, reckoned from this one's. Clocks that jump, zones that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, SMALL
from tests.cli.timed import BEFORE, EARLY, GOTHS, HUNS, ROME, TURN, commit, timed
from tests.git.helpers import git, write

NEXT = "turns/002/turn.yaml"
JSON = ("--format", "json")


def cadence(days: int, at: str, zone: str) -> str:
    return f'{{days: {days}, at: "{at}", zone: {zone}}}'


def campaign_of(folder: Path, deadline: str, rhythm: str, more: str = "") -> Path:
    return timed(folder, f"deadline: {deadline}\n{more}", cadence=rhythm)


@pytest.mark.parametrize(
    ("deadline", "rhythm", "wanted"),
    [
        ("2026-05-08T20:00:00+03:00", cadence(7, "20:00", "Europe/Moscow"), "2026-05-15T17:00:00Z"),
        # Between the two the clocks are put forward: a week less an hour.
        ("2026-03-27T19:00:00Z", cadence(7, "20:00", "Europe/Stockholm"), "2026-04-03T18:00:00Z"),
        ("2026-10-23T18:00:00Z", cadence(7, "20:00", "Europe/Stockholm"), "2026-10-30T19:00:00Z"),
        # The day is that of the zone, not of UTC and not of the offset in the file.
        ("2026-05-08T23:30:00Z", cadence(1, "20:00", "Asia/Tokyo"), "2026-05-10T11:00:00Z"),
        ("2026-05-08T20:00:00-11:00", cadence(1, "00:00", "UTC"), "2026-05-10T00:00:00Z"),
        ("2026-12-30T20:00:00+03:00", cadence(366, "23:59", "America/New_York"), "2028-01-01T04:59:00Z"),
    ],
)
def test_the_next_deadline(turnproc: Turnproc, tmp_path: Path, deadline: str, rhythm: str, wanted: str) -> None:
    root = campaign_of(tmp_path / "a", deadline, rhythm)
    assert turnproc("resolve", root).code == 0
    assert f"\ndeadline: {wanted}\n".replace(wanted, f'"{wanted}"') in (root / NEXT).read_text(encoding="utf-8")
    assert git(root, "status", "--porcelain") == ""
    assert turnproc("verify", root).code == 0
    assert turnproc("status", *JSON, root).data["deadline"]["at"] == wanted


@pytest.mark.parametrize(
    ("deadline", "rhythm", "word", "date"),
    [
        ("2026-03-22T12:00:00Z", cadence(7, "02:30", "Europe/Stockholm"), "does not exist", "2026-03-29"),
        ("2026-10-18T12:00:00Z", cadence(7, "02:30", "Europe/Stockholm"), "comes twice", "2026-10-25"),
        ("2026-03-01T12:00:00Z", cadence(7, "02:00", "America/New_York"), "does not exist", "2026-03-08"),
        ("2026-10-31T12:00:00Z", cadence(1, "01:59", "America/New_York"), "comes twice", "2026-11-01"),
        # Half an hour only; and a day that was left out altogether.
        ("2026-10-03T12:00:00Z", cadence(1, "02:15", "Australia/Lord_Howe"), "does not exist", "2026-10-04"),
        ("2011-12-29T12:00:00Z", cadence(1, "12:00", "Pacific/Apia"), "does not exist", "2011-12-30"),
    ],
)
def test_an_hour_that_is_not_or_is_twice(
    turnproc: Turnproc, tmp_path: Path, deadline: str, rhythm: str, word: str, date: str
) -> None:
    root = campaign_of(tmp_path / "a", deadline, rhythm)
    (problem,) = turnproc("validate", *JSON, root).data["problems"]
    assert (problem["code"], problem["file"], problem["pointer"]) == ("C074", "campaign.yaml", "/cadence/at")
    assert word in problem["message"]
    assert date in problem["message"]
    assert turnproc("resolve", root).code == 1
    assert not (root / JOURNAL).exists()
    # The game master says it himself.
    commit(root, EARLY, {NEXT: "deadline: 2030-01-01T00:00:00Z\n"})
    assert turnproc("validate", *JSON, root).codes == []
    assert turnproc("resolve", root).code == 0
    assert (root / NEXT).read_text(encoding="utf-8") == "deadline: 2030-01-01T00:00:00Z\n"


@pytest.mark.parametrize("zone", ["Europe/Moskau", "right/Europe/Moscow", "America", "Europe/Moscow/x", "a/b"])
def test_a_zone_that_nobody_knows(turnproc: Turnproc, small: Path, zone: str) -> None:
    text = SMALL["campaign.yaml"] + f"cadence: {cadence(7, '20:00', zone)}\n"
    write(small, {"campaign.yaml": text, TURN: "deadline: 2026-05-08T20:00:00Z\n"})
    ran = turnproc("validate", *JSON, small)
    assert ran.code == 1
    assert all(each["pointer"] == "/cadence/zone" for each in ran.data["problems"])


def test_grace_goes_on(turnproc: Turnproc, tmp_path: Path) -> None:
    root = campaign_of(tmp_path / "a", "2026-05-08T17:00:00Z", cadence(7, "20:00", "Europe/Moscow"), "grace: 30\n")
    assert turnproc("resolve", root).code == 0
    assert turnproc("status", *JSON, root).data["deadline"]["until"] == "2026-05-15T17:30:00Z"


def test_without_a_first_deadline_it_says_that_it_does_nothing(turnproc: Turnproc, small: Path) -> None:
    write(small, {"campaign.yaml": SMALL["campaign.yaml"] + f"cadence: {cadence(7, '20:00', 'Europe/Moscow')}\n"})
    ran = turnproc("resolve", "--no-commit", small)
    assert (ran.code, "C075" in ran.err) == (0, True)
    assert not (small / NEXT).exists()


def test_a_second_resolve_does_not_play_the_next_turn(turnproc: Turnproc, tmp_path: Path) -> None:
    root = campaign_of(tmp_path / "a", "2026-05-08T17:00:00Z", cadence(7, "20:00", "Europe/Moscow"))
    commit(root, BEFORE, {name: SMALL[name] for name in (GOTHS, HUNS, ROME)})
    assert turnproc("resolve", root).code == 0
    again = turnproc("resolve", root)
    assert (again.code, "nobody has sent anything" in again.err) == (1, True)
    # With its deadline passed it is played, whoever has sent what.
    early = ("resolve", "--if-due", "--now", "2026-05-15T17:00:00Z", root)
    assert turnproc(*early).code == 0
    assert not (root / "turns/002/journal.yaml").exists()
    assert turnproc("resolve", "--if-due", "--now", "2026-05-15T17:00:01Z", root).code == 0
    assert (root / "turns/002/journal.yaml").exists()
    assert (root / "turns/003/turn.yaml").exists()
    assert turnproc("verify", root).code == 0
