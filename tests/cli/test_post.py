"""`turnproc post`: each part once, whatever happens in between, and the turn stays as it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Turnproc
from tests.cli.helpers import SMALL
from tests.cli.hosts import Host
from tests.cli.hosts import push as push_by_hand
from tests.git.helpers import git, make_repository, write
from tests.post.fake_chats import BOT, CHAT, HOOK, KEY, WEBHOOK, FakeBoard, FakeDiscord, FakeTelegram
from tests.post.fake_github import REPOSITORY, TOKEN, FakeGitHub
from tests.post.fakes import Answer, Request, served

POSTED = "turns/001/posted.yaml"
PNG = b"\x89PNG\r\n\x1a\nmap"
SECRETS = (HOOK, HOOK.rpartition("/")[2], BOT, BOT.partition(":")[2], TOKEN, KEY)


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDiscord]:
    fake = FakeDiscord()
    with served(fake):
        monkeypatch.setenv("TURNPROC_DISCORD_WEBHOOK", WEBHOOK)
        monkeypatch.setenv("TURNPROC_DISCORD_API", fake.url)
        yield fake


@pytest.fixture
def telegram(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeTelegram]:
    fake = FakeTelegram()
    with served(fake):
        monkeypatch.setenv("TURNPROC_TELEGRAM_TOKEN", BOT)
        monkeypatch.setenv("TURNPROC_TELEGRAM_CHAT", CHAT)
        monkeypatch.setenv("TURNPROC_TELEGRAM_API", fake.url)
        yield fake


@pytest.fixture
def github(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeGitHub]:
    fake = FakeGitHub()
    with served(fake):
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        monkeypatch.setenv("GITHUB_REPOSITORY", REPOSITORY)
        monkeypatch.setenv("GITHUB_API_URL", fake.url)
        yield fake


@pytest.fixture
def long(small: Path, turnproc: Turnproc) -> Path:
    """Turn 1 resolved and committed, with a report of several messages."""
    chronicle = "\n".join(
        f"    Day {day} brought nothing but rain, and the rain brought nothing but mud." for day in range(60)
    )
    write(small, {"turns/001/gm.yaml": f"turn: 1\nchronicle: |\n{chronicle}\n"})
    make_repository(small)
    assert turnproc("resolve", small).code == 0
    return small


def marks(campaign: Path) -> list[tuple[str, str, list[tuple[int, str]]]]:
    """What posted.yaml says: kind, target, parts with their states."""
    data = yaml.safe_load((campaign / POSTED).read_text())
    assert data["format"] == "turnproc.posted/1"
    return [(each["kind"], each["target"], [(p["part"], p["state"]) for p in each["parts"]]) for each in data["posts"]]


def files(campaign: Path) -> dict[str, str]:
    """All files but posted.yaml, by their sums."""
    return {
        str(path.relative_to(campaign)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(campaign.rglob("*"))
        if path.is_file() and ".git" not in path.parts and path.name != "posted.yaml"
    }


def test_a_second_run_posts_nothing(long: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    before = files(long)
    ran = turnproc("post", long, "--to", "discord")
    assert (ran.code, ran.err) == (0, "")
    count = len(discord.messages)
    assert count == 4
    assert ran.out == "Discord: posted, in parts: 4.\n"
    again = turnproc("post", long, "--to", "discord")
    assert (again.code, again.out) == (0, "Discord: everything is posted already.\n")
    assert len(discord.messages) == count
    assert marks(long) == [("report", "discord", [(n, "posted") for n in range(1, 5)])]
    assert files(long) == before
    assert git(long, "status", "--porcelain") == ""
    assert git(long, "log", "--format=%s", "-2").splitlines() == ["turn 1: posted", "turn 1: about to post"]


def test_everything_is_claimed_in_git_before_the_first_request(
    long: Path, discord: FakeDiscord, turnproc: Turnproc
) -> None:
    seen: list[str] = []
    original = FakeDiscord.answer

    def looks(request: Request) -> Answer:
        seen.append(git(long, "show", f"HEAD:{POSTED}"))
        return original(discord, request)

    discord.answer = looks  # type: ignore[method-assign]
    assert turnproc("post", long, "--to", "discord").code == 0
    assert [each.count("sending") for each in seen] == [4, 4, 4, 4]


def test_a_refused_part_loses_its_mark_and_the_next_run_goes_on(
    long: Path, discord: FakeDiscord, turnproc: Turnproc
) -> None:
    discord.first = [Answer(200, {"id": "1"}), Answer(403, {"message": "Missing Permissions"})]
    ran = turnproc("post", long, "--to", "discord")
    assert ran.code == 1
    assert "Discord refuses: 403 Missing Permissions" in ran.err
    assert "parts posted: 1 of 4" in ran.err
    assert marks(long) == [("report", "discord", [(1, "posted")])]
    assert git(long, "status", "--porcelain") == ""
    assert turnproc("post", long, "--to", "discord").out == "Discord: posted, in parts: 3.\n"
    assert len(discord.messages) == 3
    assert marks(long) == [("report", "discord", [(n, "posted") for n in range(1, 5)])]


@pytest.mark.parametrize("answer", [Answer(breaks=True), Answer(502), Answer(200, {"ok": "?"})])
def test_a_lost_answer_is_never_sent_twice_by_itself(
    long: Path, discord: FakeDiscord, turnproc: Turnproc, answer: Answer
) -> None:
    discord.first = [Answer(200, {"id": "1"}), answer]
    assert turnproc("post", long, "--to", "discord").code == 1
    assert marks(long) == [("report", "discord", [(1, "posted"), (2, "sending")])]
    requests = len(discord.requests)
    refused = turnproc("post", long, "--to", "discord")
    assert refused.code == 1
    assert "may have these parts already: 2" in refused.err
    assert "--again" in refused.err
    assert "--posted" in refused.err
    assert len(discord.requests) == requests


def test_a_person_says_that_it_has_arrived(long: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    discord.first = [Answer(200, {"id": "1"}), Answer(breaks=True)]
    turnproc("post", long, "--to", "discord")
    ran = turnproc("post", long, "--to", "discord", "--posted")
    assert (ran.code, len(discord.messages)) == (0, 2)
    assert "marked as posted: 1" in ran.out
    assert marks(long) == [("report", "discord", [(n, "posted") for n in range(1, 5)])]


def test_a_person_says_that_it_has_not(long: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    discord.first = [Answer(200, {"id": "1"}), Answer(breaks=True)]
    turnproc("post", long, "--to", "discord")
    assert turnproc("post", long, "--to", "discord", "--again").code == 0
    assert len(discord.messages) == 3


def test_a_person_says_which_have_arrived(long: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    parts = "".join(f"      - {{part: {n}, state: sending}}\n" for n in range(1, 5))
    head = "  - kind: report\n    revision: 1\n    target: discord\n    language: en\n    parts:\n"
    write(long, {POSTED: f"format: turnproc.posted/1\nposts:\n{head}{parts}"})
    some = turnproc("post", long, "--to", "discord", "--posted", "--part", "1", "--part", "2")
    assert (some.code, discord.messages) == (1, [])
    assert "may have these parts already: 3, 4" in some.err
    assert turnproc("post", long, "--to", "discord", "--again").code == 0
    assert len(discord.messages) == 2
    assert "everything is posted" in turnproc("post", long, "--to", "discord", "--again").out


def test_a_killed_run_leaves_marks_that_the_next_one_heeds(
    long: Path, discord: FakeDiscord, turnproc: Turnproc, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("turnproc.post.discord.Discord.send", dies)
        assert turnproc("post", long, "--to", "discord").code == 130
    assert marks(long) == [("report", "discord", [(1, "sending")])]
    assert turnproc("post", long, "--to", "discord").code == 1
    assert discord.messages == []
    assert turnproc("post", long, "--to", "discord", "--again").code == 0
    assert len(discord.messages) == 4
    assert git(long, "status", "--porcelain") == ""


def test_one_service_that_fails_keeps_no_other_from_it(
    long: Path, discord: FakeDiscord, telegram: FakeTelegram, turnproc: Turnproc
) -> None:
    discord.first = [Answer(401, {"message": "Invalid Webhook Token"})]
    ran = turnproc("post", long, "--to", "discord", "--to", "telegram")
    assert ran.code == 1
    assert "Telegram: posted" in ran.out
    assert [each[:2] for each in marks(long)] == [("report", "telegram")]
    assert len(telegram.messages) == 2


def test_nothing_is_claimed_where_a_service_is_not_set_up(long: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    ran = turnproc("post", long, "--to", "discord", "--to", "telegram")
    assert ran.code == 1
    assert "TURNPROC_TELEGRAM_TOKEN" in ran.err
    assert discord.requests == []
    assert not (long / POSTED).exists()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TURNPROC_DISCORD_WEBHOOK", "https://discord.com.evil.example/api/webhooks/1/abc"),
        ("TURNPROC_DISCORD_WEBHOOK", "http://discord.com/api/webhooks/1/abc"),
        ("TURNPROC_DISCORD_WEBHOOK", "https://x:y@discord.com/api/webhooks/1/abc"),
        ("TURNPROC_DISCORD_WEBHOOK", "https://discord.com/api/webhooks/1/abc/../../users"),
        ("TURNPROC_DISCORD_WEBHOOK", "https://discord.com/api/webhooks/1/abc?x=1"),
        ("TURNPROC_DISCORD_WEBHOOK", "https://discord.com:8443/api/webhooks/1/abc"),
        ("TURNPROC_DISCORD_THREAD", "1&wait=false"),
        ("TURNPROC_DISCORD_API", "http://192.0.2.7"),
    ],
)
def test_addresses_that_are_not_the_services_own(
    long: Path,
    discord: FakeDiscord,
    turnproc: Turnproc,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    value: str,
) -> None:
    monkeypatch.setenv(variable, value)
    ran = turnproc("post", long, "--to", "discord")
    assert ran.code == 1
    assert variable in ran.err
    assert value not in ran.err
    assert discord.requests == []


def test_no_secret_is_ever_told(
    long: Path, discord: FakeDiscord, telegram: FakeTelegram, github: FakeGitHub, turnproc: Turnproc
) -> None:
    words = {"message": " ".join(SECRETS), "description": " ".join(SECRETS)}
    for status in (400, 404, 500, 302):
        for fake in (discord, telegram, github):
            fake.first = [Answer(status, words)] * 5
        ran = turnproc("post", long, "--to", "discord", "--to", "telegram", "--to", "github", "--again")
        assert ran.code == 1
        mine = {"Discord": SECRETS[:2], "Telegram": SECRETS[2:4], "GitHub": SECRETS[4:5]}
        for row in ran.err.splitlines():
            for service, own in mine.items():
                assert not (service in row and any(secret in row for secret in own)), row
        assert not any(secret in (long / POSTED).read_text() for secret in SECRETS)


def test_a_release_of_the_turn(long: Path, github: FakeGitHub, turnproc: Turnproc) -> None:
    (long / "turns/001/map.png").write_bytes(PNG)
    (long / "turns/001/no.png").write_bytes(b"no picture")
    missing = turnproc("post", long, "--to", "github")
    assert (missing.code, github.kept.releases) == (1, {})
    assert "git push --follow-tags" in missing.err
    github.kept.tags = {"turn-001"}
    ran = turnproc("post", long, "--to", "github")
    assert (ran.code, "no.png is called a picture" in ran.err) == (0, True)
    made = github.kept.releases["turn-001"]
    assert (made["name"], made["body"].split("\n")[0]) == ("Small war: turn 1", "# Results of turn 1 (380–385)")
    assert [name for _, name in github.kept.assets] == ["map.png"]
    requests = len(github.requests)
    assert turnproc("post", long, "--to", "github").code == 0
    assert len(github.requests) == requests


def test_a_release_may_be_tried_again_by_itself(long: Path, github: FakeGitHub, turnproc: Turnproc) -> None:
    github.kept.tags = {"turn-001"}
    github.first = [Answer(404), Answer(200, {}), Answer(502)]
    assert turnproc("post", long, "--to", "github").code == 1
    assert marks(long) == [("report", "github", [(1, "sending")])]
    assert turnproc("post", long, "--to", "github").code == 0
    assert len(github.kept.releases) == 1


def test_the_campaign_says_where(small: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    assert turnproc("resolve", "--no-commit", small).code == 0
    nowhere = turnproc("post", small)
    assert nowhere.code == 1
    assert "post: [discord, github]" in nowhere.err
    write(small, {"campaign.yaml": SMALL["campaign.yaml"] + "post: [discord]\n"})
    assert turnproc("post", small, "--no-commit").code == 0
    assert len(discord.messages) == 1
    write(small, {"campaign.yaml": SMALL["campaign.yaml"] + "post: [irc]\n"})
    assert turnproc("post", small).code == 1


def test_the_campaign_says_nowhere(small: Path, resolved: Path, turnproc: Turnproc) -> None:
    text = (small / "campaign.yaml").read_text(encoding="utf-8")
    (small / "campaign.yaml").write_text(f"{text}post: []\n", encoding="utf-8")
    assert turnproc("validate", small).code == 0
    for more in ((), ("--reminder",)):
        ran = turnproc("post", small, *more)
        assert (ran.code, ran.err) == (0, ""), more
        assert "post: []" in ran.out
    assert turnproc("post", small, "--to", "file").out.startswith("# "), "who asks for a place gets it"


def test_a_report_that_is_not_written_is_rendered(resolved: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    assert turnproc("post", resolved, "--to", "discord", "--language", "sv").code == 0
    assert discord.messages[0].text.startswith("# Resultat av drag 1")
    assert not (resolved / "turns/001/report.sv.md").exists()


def test_what_the_game_master_mended_in_a_report_is_posted(
    resolved: Path, discord: FakeDiscord, turnproc: Turnproc
) -> None:
    report = resolved / "turns/001/report.en.md"
    report.write_text(report.read_text().replace("Results", "The results"))
    assert turnproc("post", resolved, "--to", "discord").code == 0
    assert discord.messages[0].text.startswith("# The results of turn 1")


def test_no_turn_yet_and_no_such_turn(small: Path, resolved: Path, turnproc: Turnproc) -> None:
    assert "turn 5 is not resolved" in turnproc("post", resolved, "--turn", "5", "--to", "file").err
    (small / "turns/001/journal.yaml").unlink()
    early = turnproc("post", small, "--to", "discord")
    assert (early.code, early.out) == (0, "No turn has been resolved yet: there is nothing to post.\n")
    assert "no turn of this campaign has been resolved" in turnproc("post", small, "--turn", "1", "--to", "file").err


def test_files_that_are_there_already(resolved: Path, turnproc: Turnproc, tmp_path: Path) -> None:
    out = tmp_path / "mail"
    command = ("post", resolved, "--to", "file", "--output", out)
    assert turnproc(*command).out == f"{out / 'turn-001.en.md'}\n"
    again = turnproc(*command)
    assert (again.code, again.out) == (0, f"{out / 'turn-001.en.md'} (was there already, just so)\n")
    (out / "turn-001.en.md").write_text("What I wrote to my players.\n")
    (resolved / "turns/001/map.png").write_bytes(PNG)
    other = turnproc(*command)
    assert other.code == 1
    assert "turn-001.en.md is there already" in other.err
    assert (out / "turn-001.en.md").read_text() == "What I wrote to my players.\n"
    assert [path.name for path in out.iterdir()] == ["turn-001.en.md"], "all or none"


def test_files_to_paste_and_to_mail(long: Path, turnproc: Turnproc, tmp_path: Path) -> None:
    (long / "turns/001/map.png").write_bytes(PNG)
    out = tmp_path / "out"
    ran = turnproc("post", long, "--to", "forum", "--to", "file", "--limit", "3000", "--output", out)
    assert ran.code == 0
    names = sorted(path.name for path in out.iterdir())
    assert names == [
        "map.png",
        "turn-001.en.1-of-3.bbcode",
        *(f"turn-001.en.{n}-of-3.bbcode" for n in (2, 3)),
        "turn-001.en.md",
    ]
    assert (out / "turn-001.en.md").read_bytes() == (long / "turns/001/report.en.md").read_bytes()
    assert (out / names[1]).read_text().startswith("[i]Part 1 of 3[/i]\n\n[b]")
    assert all(len((out / name).read_text()) <= 3000 for name in names[1:4])
    assert not (long / POSTED).exists()
    assert "yours to send on" in ran.err
    assert "already" not in ran.out
    shown = turnproc("post", long, "--to", "forum", "--limit", "3000")
    assert shown.out.count("[i]Part ") == 3
    assert "map.png" in shown.err


def test_a_board_that_is_set_up(long: Path, turnproc: Turnproc, monkeypatch: pytest.MonkeyPatch) -> None:
    board = FakeBoard()
    with served(board):
        monkeypatch.setenv("TURNPROC_FORUM_URL", f"{board.url}/community/")
        monkeypatch.setenv("TURNPROC_FORUM_KEY", KEY)
        assert "TURNPROC_FORUM_THREAD" in turnproc("post", long, "--to", "forum").err
        monkeypatch.setenv("TURNPROC_FORUM_THREAD", "7")
        assert turnproc("post", long, "--to", "forum").code == 0
        assert turnproc("post", long, "--to", "forum").code == 0
    assert len(board.messages) == 1
    assert "view_url" not in (long / POSTED).read_text()
    assert f"{board.url}/posts/101/" in (long / POSTED).read_text()


def test_a_trial_posts_nothing_and_needs_no_secrets(long: Path, turnproc: Turnproc) -> None:
    ran = turnproc("post", long, "--to", "discord", "--to", "telegram", "--to", "github", "--to", "forum", "--dry-run")
    assert ran.code == 0
    assert "Discord, part 4 of 4:" in ran.out
    assert "Telegram, part 2 of 2:" in ran.out
    assert not (long / POSTED).exists()


@pytest.mark.parametrize(
    "options",
    [
        ("--push", "--no-commit"),
        ("--part", "1"),
        ("--again", "--posted"),
        ("--reminder", "--turn", "1"),
        ("--now", "2026-05-08T20:00:00Z"),
        ("--to", "irc"),
        ("--limit", "5"),
    ],
)
def test_options_that_do_not_go_together(long: Path, turnproc: Turnproc, options: tuple[str, ...]) -> None:
    assert turnproc("post", long, *options).code == 2


@pytest.mark.parametrize(
    "text",
    [
        "format: turnproc.posted/1\nposts: 5\n",
        "format: turnproc.posted/2\nposts: []\n",
        "- [\n",
        "format: turnproc.posted/1\nposts:\n  - {kind: report, revision: 1, target: x, language: en, parts: []}\n",
    ],
)
def test_marks_that_cannot_be_read_keep_everything_back(
    long: Path, discord: FakeDiscord, turnproc: Turnproc, text: str
) -> None:
    write(long, {POSTED: text})
    ran = turnproc("post", long, "--to", "discord")
    assert ran.code == 1
    assert POSTED in ran.err
    assert discord.requests == []
    assert (long / POSTED).read_text() == text


def test_another_file_by_that_name_is_not_overwritten(long: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    (long / POSTED).symlink_to(long / "campaign.yaml")
    before = (long / "campaign.yaml").read_bytes()
    assert turnproc("post", long, "--to", "discord").code == 1
    assert discord.requests == []
    assert (long / "campaign.yaml").read_bytes() == before


def test_neither_verify_nor_the_next_turn_minds(long: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    assert turnproc("post", long, "--to", "discord").code == 0
    assert turnproc("verify", long).code == 0
    write(long, {"turns/002/orders/rome.yaml": "turn: 2\nfor: rome\norders: []\n"})
    git(long, "add", "--all")
    git(long, "commit", "--quiet", "--message=Orders")
    assert turnproc("resolve", long).code == 0
    assert turnproc("verify", long).code == 0


def test_another_revision_is_posted_anew(resolved: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    assert turnproc("post", resolved, "--to", "discord").code == 0
    text = (resolved / POSTED).read_text()
    (resolved / POSTED).write_text(text.replace("revision: 1", "revision: 2"))
    assert turnproc("post", resolved, "--to", "discord").code == 0
    assert len(discord.messages) == 2
    assert len(marks(resolved)) == 2


def test_the_marks_are_pushed_before_and_after(tmp_path: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    host = Host.make(tmp_path)
    anna = host.clone("anna")
    assert turnproc("resolve", anna, "--push").code == 0
    seen: list[str] = []
    original = FakeDiscord.answer

    def looks(request: Request) -> Answer:
        seen.append(host.text(POSTED))
        return original(discord, request)

    discord.answer = looks  # type: ignore[method-assign]
    assert turnproc("post", anna, "--to", "discord", "--push").code == 0
    assert "sending" in seen[0]
    assert "state: posted" in host.text(POSTED)
    boris = host.clone("boris")
    assert "already" in turnproc("post", boris, "--to", "discord", "--push").out
    assert len(discord.messages) == 1


def test_of_two_runs_at_once_one_posts(tmp_path: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    host = Host.make(tmp_path)
    anna = host.clone("anna")
    assert turnproc("resolve", anna, "--push").code == 0
    boris = host.clone("boris")
    codes: list[int] = []
    original = FakeDiscord.answer

    def meanwhile(request: Request) -> Answer:
        if not codes:
            codes.append(0)
            # Boris's run begins while Anna's is under way.
            from turnproc.cli.app import run

            codes.append(run(["post", str(boris), "--to", "discord", "--push"]))
        return original(discord, request)

    discord.answer = meanwhile  # type: ignore[method-assign]
    assert turnproc("post", anna, "--to", "discord", "--push").code == 0
    assert codes == [0, 1]
    assert len(discord.messages) == 1


def test_others_push_while_it_is_posted(tmp_path: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    host = Host.make(tmp_path)
    anna = host.clone("anna")
    assert turnproc("resolve", anna, "--push").code == 0
    boris = host.clone("boris")
    original = FakeDiscord.answer

    def meanwhile(request: Request) -> Answer:
        git(boris, "pull", "--quiet")
        push_by_hand(boris, {"turns/002/orders/huns.yaml": "turn: 2\nfor: huns\norders: []\n"})
        return original(discord, request)

    discord.answer = meanwhile  # type: ignore[method-assign]
    assert turnproc("post", anna, "--to", "discord", "--push").code == 0
    assert "state: posted" in host.text(POSTED)
    assert "turns/002/orders/huns.yaml" in host.files()
    assert git(anna, "status", "--porcelain") == ""


def test_a_host_that_refuses_leaves_the_marks_here(tmp_path: Path, discord: FakeDiscord, turnproc: Turnproc) -> None:
    host = Host.make(tmp_path)
    anna = host.clone("anna")
    assert turnproc("resolve", anna, "--push").code == 0
    original = FakeDiscord.answer

    def refuses(request: Request) -> Answer:
        host.refuse()
        return original(discord, request)

    discord.answer = refuses  # type: ignore[method-assign]
    assert turnproc("post", anna, "--to", "discord", "--push").code == 1
    assert marks(anna) == [("report", "discord", [(1, "posted")])]
    host.allow()
    assert turnproc("post", anna, "--to", "discord", "--push").code == 0
    assert len(discord.messages) == 1
    assert "state: posted" in host.text(POSTED)


def test_a_turn_that_is_not_pushed_is_not_taken_back_and_posted(
    tmp_path: Path, discord: FakeDiscord, turnproc: Turnproc
) -> None:
    host = Host.make(tmp_path)
    anna = host.clone("anna")
    assert turnproc("resolve", anna).code == 0
    push_by_hand(host.clone("boris"), {"turns/001/orders/rome.yaml": "turn: 1\nfor: rome\norders: []\n# New\n"})
    ran = turnproc("post", anna, "--to", "discord", "--push")
    assert ran.code == 1
    assert "both you and others have made commits" in ran.err
    assert (anna / "turns/001/journal.yaml").exists()
    assert discord.messages == []


@pytest.mark.parametrize("command", [("post", "--to", "discord", "--push"), ("resolve", "--push")])
def test_marks_that_are_not_pushed_are_not_dropped(
    tmp_path: Path, discord: FakeDiscord, turnproc: Turnproc, command: tuple[str, ...]
) -> None:
    """Without them all would be posted once more."""
    host = Host.make(tmp_path)
    anna = host.clone("anna")
    assert turnproc("resolve", anna, "--push").code == 0
    assert turnproc("post", anna, "--to", "discord").code == 0
    push_by_hand(host.clone("boris"), {"turns/002/orders/huns.yaml": "turn: 2\nfor: huns\norders: []\n"})
    ran = turnproc(*command, anna)
    assert ran.code == 1
    assert "both you and others have made commits" in ran.err
    assert marks(anna) == [("report", "discord", [(1, "posted")])]
    git(anna, "pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main")
    assert turnproc(*command, anna).code == 0
    assert len(discord.messages) == 1
