"""`turnproc post --reminder`: before the deadline, once, and with the names of those who are missing and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import SMALL, orders
from tests.cli.timed import DEADLINE, EARLY, GOTHS, HUNS, ROME, TURN, commit, timed
from tests.git.helpers import git, write
from tests.post.fake_chats import BOT, CHAT, WEBHOOK, FakeDiscord, FakeTelegram
from tests.post.fakes import Answer, served

SOON = ("--now", "2026-05-08T12:00:00+00:00")
POSTED = "turns/001/posted.yaml"
REMIND = ("--reminder", "--to", "discord", *SOON)


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDiscord]:
    fake = FakeDiscord()
    with served(fake):
        monkeypatch.setenv("TURNPROC_DISCORD_WEBHOOK", WEBHOOK)
        monkeypatch.setenv("TURNPROC_DISCORD_API", fake.url)
        yield fake


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """The Huns have sent orders and a message, the Goths nothing, Rome a file with an error."""
    folder = timed(tmp_path / "timed")
    files = {
        HUNS: orders("huns", "{hold: 4, in: tavrika}", message="Secret words"),
        ROME: "turn: 1\nfor: rome\norders: 5\n",
    }
    commit(folder, EARLY, files)
    return folder


def test_it_names_who_is_missing_and_nobody_else(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    ran = turnproc("post", campaign, *REMIND)
    assert ran.code == 0
    [message] = discord.messages
    assert message.text == (
        "Turn 1 ends soon: <t:1778259600:F>.\n\nNothing that counts has come yet from:\n\n- Goths\n- Rome"
    )
    assert message.called == []


def test_it_comes_once(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    assert turnproc("post", campaign, *REMIND).code == 0
    again = turnproc("post", campaign, *REMIND, "--language", "ru")
    assert (again.code, len(discord.messages)) == (0, 1)
    assert "kind: reminder" in (campaign / POSTED).read_text()
    assert git(campaign, "status", "--porcelain") == ""


def test_a_lost_answer_is_not_sent_again_by_itself(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    discord.first = [Answer(breaks=True)]
    assert turnproc("post", campaign, *REMIND).code == 1
    assert turnproc("post", campaign, *REMIND).code == 1
    assert discord.messages == []
    assert turnproc("post", campaign, *REMIND, "--again").code == 0
    assert len(discord.messages) == 1


@pytest.mark.parametrize(
    ("now", "hours", "words"),
    [
        ("2026-05-07T16:59:00Z", "24", "does not end within 24 hours"),
        ("2026-05-08T14:59:00Z", "2", "does not end within 2 hours"),
        ("2026-05-08T17:00:01Z", "24", "has passed"),
    ],
)
def test_outside_of_the_hours_before_the_deadline(
    campaign: Path, discord: FakeDiscord, turnproc: Turnproc, now: str, hours: str, words: str
) -> None:
    ran = turnproc("post", campaign, "--reminder", "--to", "discord", "--now", now, "--hours", hours)
    assert (ran.code, discord.requests) == (0, [])
    assert words in ran.out
    assert not (campaign / POSTED).exists()


@pytest.mark.parametrize("now", ["2026-05-07T17:00:00Z", "2026-05-08T20:00:00+03:00"])
def test_the_first_and_the_last_moment(campaign: Path, discord: FakeDiscord, turnproc: Turnproc, now: str) -> None:
    assert turnproc("post", campaign, "--reminder", "--to", "discord", "--now", now).code == 0
    assert len(discord.messages) == 1


def test_nobody_is_missing(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    commit(campaign, EARLY, {GOTHS: orders("goths"), ROME: orders("rome")})
    ran = turnproc("post", campaign, *REMIND)
    assert (ran.code, discord.requests) == (0, [])
    assert "Everybody who has something to decide" in ran.out


def test_no_deadline(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    commit(campaign, EARLY, {TURN: None})
    ran = turnproc("post", campaign, *REMIND)
    assert (ran.code, discord.requests) == (0, [])
    assert "has no deadline" in ran.out


def test_those_whose_number_is_known_are_called(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    players = """\
players:
  anna: {speaks_for: [goths], accounts: {discord: "111111111111111111"}}
  boris: {speaks_for: [huns], accounts: {discord: "222222222222222222"}}
  carla: {speaks_for: [rome], accounts: {discord: "carla <@222222222222222222> @everyone"}}
"""
    text = re.sub(r"players:\n(?:  .*\n)+", players, SMALL["campaign.yaml"])
    commit(campaign, EARLY, {"campaign.yaml": text})
    assert turnproc("post", campaign, *REMIND).code == 0
    [message] = discord.messages
    assert message.called == ["111111111111111111"]
    assert "222222222222222222" not in message.text


def test_hostile_names_call_nobody(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    text = SMALL["peoples.yaml"].replace("{en: Goths,", '{en: "@everyone <@222222222222222222> ||x||",')
    commit(campaign, EARLY, {"peoples.yaml": text})
    assert turnproc("post", campaign, *REMIND).code == 0
    [message] = discord.messages
    assert message.called == []
    assert "@everyone" not in message.text
    assert "||" not in message.text


def test_other_places(campaign: Path, turnproc: Turnproc, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    telegram = FakeTelegram()
    with served(telegram):
        monkeypatch.setenv("TURNPROC_TELEGRAM_TOKEN", BOT)
        monkeypatch.setenv("TURNPROC_TELEGRAM_CHAT", CHAT)
        monkeypatch.setenv("TURNPROC_TELEGRAM_API", telegram.url)
        ran = turnproc("post", campaign, "--reminder", "--to", "telegram", "--to", "github", "--to", "file", *SOON)
    assert ran.code == 0
    assert "github: no reminders are posted there" in ran.err
    assert "file: no reminders are posted there" in ran.err
    assert "2026-05-08 20:00 (+03:00)" in telegram.messages[0].text
    paste = turnproc("post", campaign, "--reminder", "--to", "forum", "--language", "ru", *SOON)
    assert paste.out.split()[-1] == "Рим"
    out = tmp_path / "out"
    assert turnproc("post", campaign, "--reminder", "--to", "forum", "-o", out, *SOON).code == 0
    assert [path.name for path in out.iterdir()] == ["turn-001.en.reminder.bbcode"]


def test_the_turn_is_resolved_all_the_same(campaign: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    assert turnproc("post", campaign, *REMIND).code == 0
    late = ("--if-due", "--now", "2026-05-09T12:00:00Z")
    assert turnproc("resolve", campaign, *late).code == 0
    assert turnproc("verify", campaign).code == 0
    assert turnproc("post", campaign, "--to", "discord").code == 0
    assert len(discord.messages) == 2
    assert (campaign / POSTED).read_text().count("kind: ") == 2


def test_a_clock_is_looked_at_only_where_no_time_is_given(
    campaign: Path, discord: FakeDiscord, turnproc: Turnproc
) -> None:
    write(campaign, {TURN: f"deadline: {DEADLINE.replace('2026', '2031')}\n"})
    ran = turnproc("post", campaign, "--reminder", "--to", "discord", "--no-commit")
    assert ran.code == 0
    assert "does not end within 24 hours" in ran.out
    assert turnproc("post", campaign, "--reminder", "--now", "soon").code == 2
