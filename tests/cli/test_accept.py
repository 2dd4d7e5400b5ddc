"""`turnproc accept`: what players send comes in once, with the time at which it was pushed, or not at all."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.cli.conftest import Turnproc
from tests.cli.helpers import Ran, orders
from tests.cli.hosts import push
from tests.cli.platforms import Platform, played
from tests.cli.pull_requests import GOTHS, HUNS, MARCH, ROME, SIGNUP, campaign
from tests.git.helpers import contents, git
from turnproc import __version__
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

TURN = "turns/001/turn.yaml"
RECEIVED = "turns/001/received.yaml"
LATE = "turns/001/late/goths.yaml"
DEADLINE = "deadline: 2026-05-08T17:00:00Z\n"
EARLY, LATER, IN_TIME, TOO_LATE = (f"2026-05-08T{hour}:00Z" for hour in ("10:00", "11:00", "16:59", "17:01"))
OTHER = orders("goths", "{hold: 2, in: dacia}")
WRONG = orders("goths", "{hold: 9, in: dacia}")


@pytest.fixture
def platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    with played(tmp_path, campaign() | {TURN: DEADLINE}, monkeypatch) as platform:
        yield platform


@pytest.fixture
def master(platform: Platform) -> Path:
    return platform.host.clone("master")


@pytest.fixture
def anna(platform: Platform) -> Path:
    return platform.fork("Anna-K")


def accept(turnproc: Turnproc, master: Path, *more: str, code: int = 0) -> dict[int, dict[str, Any]]:
    """Accept all that are open; what became of them, by number."""
    ran = turnproc("accept", "--push", "--format", "json", master, *more)
    assert ran.code == code, ran.err
    return {each["number"]: each for each in ran.data["pull_requests"]}


def seen(comment: str) -> str:
    """A comment without the signs that take others' meaning away."""
    return comment.replace("\\", "").replace("\u200b", "")


def received(platform: Platform) -> Any:
    document, problems = read_yaml(platform.host.text(RECEIVED).encode(), RECEIVED, CAMPAIGN)
    assert document is not None
    assert problems == []
    return document.data


class TestAccepted:
    def test_the_file_and_its_receipt_come_together(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        found = accept(turnproc, master)[number]
        assert found["outcome"] == "accepted"
        assert found["files"] == [{"file": GOTHS, "what": "new", "speaker": "goths"}]
        assert platform.host.text(GOTHS) == MARCH
        receipt = received(platform)["files"]["goths"]
        assert (receipt["at"], receipt["by"]) == (EARLY, "receipt")
        assert receipt["commit"] == git(anna, "rev-parse", "HEAD")
        changed = git(platform.host.origin, "diff", "--name-only", "main~1", "main").splitlines()
        assert changed == [GOTHS, RECEIVED]
        assert git(platform.host.origin, "log", "-1", "--format=%B", "main").splitlines() == [
            "Orders for turn 1: goths (new)",
            "",
            "From: anna-k",
            "Pull request: 1",
            f"Pushed: {EARLY}",
            "",
            f"turnproc: {__version__}",
        ]
        assert not platform.is_open(number), "GitHub sees that it is merged"
        assert git(master, "rev-parse", "HEAD") == platform.host.head()
        assert git(master, "status", "--porcelain") == ""

    def test_the_author_is_told_all_of_it(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        number = platform.open("anna-k", anna, {GOTHS: orders("goths", "{move: 1, from: dacia, to: sarmatia}")}, EARLY)
        ran = turnproc("accept", "--push", master)
        assert ran.code == 0
        comment = platform.comment(number)
        assert comment.startswith("<!-- turnproc: receipt -->\nAccepted: this is in the campaign now.")
        assert "Sent: 2026-05-08 10:00:00 UTC." in seen(comment)
        assert "sha256" in comment
        assert "Sarmatia" in comment
        assert "Accepted: this is in the campaign now." in ran.out
        assert "Pull request 1, anna-k, " in ran.out

    def test_the_comment_is_made_of_paragraphs_and_lists(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        sent = (
            'turn: 1\nfor: goths\nmessage: "- a list\\n1. of mine"\norders:\n  - {move: 1, from: dacia, to: sarmatia}\n'
        )
        number = platform.open("anna-k", anna, {GOTHS: sent}, EARLY)
        assert turnproc("accept", "--push", master).code == 0
        html = MarkdownIt().render(platform.comment(number))
        assert "<p>Accepted: this is in the campaign now.</p>" in html
        assert "Orders for turn 1 can be sent, changed and taken back until 2026-05-08 17:\u200b00:00 UTC." in html
        assert html.count("<ol>") == html.count("<ul>") == 1
        assert "<li>Goths: 1 person goes in peace from Dacia to Sarmatia.</li>" in html
        assert "&gt; - a list<br" in html
        assert "2026-05-08T" not in html, "times are written for people"

    def test_in_the_language_of_the_campaign(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        push(master, {"campaign.yaml": campaign()["campaign.yaml"].replace("[en, ru, sv]", "[ru, en, sv]")})
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        assert turnproc("accept", "--push", master).code == 0
        assert "Принято" in platform.comment(number)

    def test_a_second_run_changes_nothing(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        accept(turnproc, master)
        before, asked = platform.host.head(), len(platform.github.of("POST"))
        assert accept(turnproc, master) == {}
        assert accept(turnproc, platform.host.clone("another")) == {}
        assert (platform.host.head(), len(platform.github.of("POST"))) == (before, asked)

    def test_the_last_version_counts(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        accept(turnproc, master)
        platform.sync(anna)
        second = platform.open("anna-k", anna, {GOTHS: OTHER}, LATER)
        assert accept(turnproc, master)[second]["files"][0]["what"] == "changed"
        assert platform.host.text(GOTHS) == OTHER
        assert received(platform)["files"]["goths"]["at"] == LATER

    def test_two_of_one_player_at_once_come_in_as_they_were_pushed(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("anna-k", anna, {GOTHS: OTHER}, LATER)
        platform.sync(anna)
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        outcomes = {number: each["outcome"] for number, each in accept(turnproc, master).items()}
        assert outcomes == {1: "accepted", 2: "accepted"}
        assert platform.host.text(GOTHS) == OTHER
        assert received(platform)["files"]["goths"]["at"] == LATER

    def test_an_older_version_never_takes_the_place_of_a_newer_one(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("anna-k", anna, {GOTHS: OTHER}, LATER)
        accept(turnproc, master)
        platform.sync(anna)
        old = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        before = platform.host.head()
        assert accept(turnproc, master)[old]["outcome"] == "older"
        assert platform.host.head() == before
        assert "something that was sent later is in already" in platform.comment(old)

    def test_an_old_commit_brought_back_has_its_new_time(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        """Whoever pushes his old version again after the deadline has pushed it after the deadline."""
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        old = git(anna, "rev-parse", "HEAD")
        platform.push(number, anna, {GOTHS: OTHER}, LATER)
        git(anna, "reset", "--quiet", "--hard", old)
        platform.bring(number, anna, TOO_LATE)
        assert accept(turnproc, master)[number]["outcome"] == "late"

    def test_withdrawn_in_time(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        accept(turnproc, master)
        platform.sync(anna)
        second = platform.open("anna-k", anna, {GOTHS: None}, IN_TIME)
        assert accept(turnproc, master)[second]["files"][0]["what"] == "withdrawn"
        assert GOTHS not in platform.host.files()
        assert received(platform)["withdrawn"]["goths"]["at"] == IN_TIME
        ran = turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master)
        assert ran.code == 0, ran.err
        assert GOTHS not in platform.host.files(), "when it was pushed counts, not when it was accepted"
        assert received(platform)["withdrawn"]["goths"]["at"] == IN_TIME
        assert turnproc("verify", master).code == 0

    def test_from_sealed_to_open_and_back(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        """The form that goes makes room for the other: that is no withdrawal, and the receipt is of what is there."""
        sealed = f"{GOTHS}.age"
        assert turnproc("keys", "new", master).code == 0
        text = (master / "campaign.yaml").read_text(encoding="utf-8")
        push(master, {"campaign.yaml": f"{text}id: small-war\norders: sealed\n"})
        for at, is_open in ((EARLY, False), (LATER, True), (IN_TIME, False)):
            platform.sync(anna)
            (anna / GOTHS).write_text(MARCH, encoding="utf-8")
            (anna / sealed).unlink(missing_ok=True)
            if not is_open:
                assert turnproc("orders", "seal", "--remove", anna / GOTHS).code == 0
            number = platform.open("anna-k", anna, {}, at)
            assert accept(turnproc, master)[number]["outcome"] == "accepted"
            assert {GOTHS, sealed} & set(platform.host.files()) == {GOTHS if is_open else sealed}
            assert received(platform)["files"]["goths"]["at"] == at
            assert "withdrawn" not in received(platform)

    def test_signing_up(self, turnproc: Turnproc, platform: Platform, master: Path) -> None:
        number = platform.open("dora", platform.fork("dora"), {"signup/dora.yaml": SIGNUP}, TOO_LATE)
        assert accept(turnproc, master)[number]["outcome"] == "accepted"
        assert platform.host.text("signup/dora.yaml") == SIGNUP
        assert RECEIVED not in platform.host.files()

    def test_line_ends_stay_as_they_were_sent(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        push(master, {".gitattributes": "* text=auto eol=lf\n"})
        text = MARCH.replace("\n", "\r\n")
        (anna / GOTHS).write_bytes(text.encode())
        platform.open("anna-k", anna, {}, EARLY)
        accept(turnproc, master)
        assert (master / GOTHS).read_bytes() == text.encode()
        assert git(master, "status", "--porcelain") == ""
        assert turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master).code == 0
        assert turnproc("verify", platform.host.clone("reader")).code == 0


class TestLate:
    def test_it_is_kept_apart_and_what_stood_before_counts(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        accept(turnproc, master)
        platform.sync(anna)
        late = platform.open("anna-k", anna, {GOTHS: OTHER}, TOO_LATE)
        assert accept(turnproc, master)[late]["outcome"] == "late"
        assert (platform.host.text(GOTHS), platform.host.text(LATE)) == (MARCH, OTHER)
        assert received(platform)["files"]["goths"]["at"] == EARLY
        assert received(platform)["late"]["goths"]["at"] == TOO_LATE
        assert "Too late: the last moment was 2026-05-08 17:00:00 UTC." in seen(platform.comment(late))
        assert not platform.is_open(late)
        before = platform.host.head()
        assert accept(turnproc, master) == {}
        assert platform.host.head() == before
        status = turnproc("status", master, "--format", "json").data["speakers"]
        assert [each["late"] for each in status if each["speaker"] == "goths"] == [True]
        assert turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master).code == 0
        assert (platform.host.text(GOTHS), platform.host.text(LATE)) == (MARCH, OTHER)
        assert received(platform)["late"]["goths"]["at"] == TOO_LATE
        assert turnproc("verify", master).code == 0

    def test_a_second_run_says_that_it_is_kept_apart(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, TOO_LATE)
        git(master, "fetch", "--quiet", str(anna), "HEAD")
        given = ("--head", "FETCH_HEAD", "--author", "anna-k", "--at", TOO_LATE)
        assert turnproc("accept", master, *given).code == 1
        before = git(master, "rev-parse", "HEAD")
        ran = turnproc("accept", master, *given)
        assert ran.code == 1, "it still does not count"
        assert "the orders of goths are kept apart and do not count." in ran.out
        assert turnproc("accept", master, *given, "--format", "json").data["pull_requests"][0]["late"] == ["goths"]
        assert git(master, "rev-parse", "HEAD") == before

    def test_there_was_nothing_before(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, TOO_LATE)
        accept(turnproc, master)
        assert GOTHS not in platform.host.files()
        ran = turnproc("validate", master, "--format", "json")
        assert [(each["code"], each["file"]) for each in ran.data["problems"]] == [("C072", LATE)]
        status = turnproc("status", master, "--format", "json").data["speakers"]
        assert [each["sent"] for each in status if each["speaker"] == "goths"] == ["late"]
        ran = turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master)
        assert ran.code == 0
        assert "Too late: goths." in git(master, "log", "-1", "--format=%B")

    def test_the_game_master_lets_it_count(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, TOO_LATE)
        accept(turnproc, master)
        ruling = f"turn: 1\nrulings:\n  received/goths: {IN_TIME}\n"
        push(master, {LATE: None, GOTHS: MARCH, "turns/001/gm.yaml": ruling})
        assert turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master).code == 0
        assert received(platform)["files"]["goths"]["by"] == "ruled"
        assert platform.host.text(GOTHS) == MARCH
        assert turnproc("verify", master).code == 0

    def test_the_deadline_is_put_off(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, TOO_LATE)
        accept(turnproc, master)
        push(master, {TURN: "deadline: 2026-05-09T17:00:00Z\n"})
        ran = turnproc("validate", master, "--language", "en")
        assert "would count by now" in ran.err
        assert f"move it to {GOTHS}" in ran.err
        push(master, {LATE: None, GOTHS: MARCH})
        assert "warnings: 0" in turnproc("validate", master).err
        platform.sync(anna)
        platform.open("anna-k", anna, {GOTHS: OTHER}, "2026-05-09T10:00:00Z")
        accept(turnproc, master)
        assert "late" not in received(platform)
        assert turnproc("resolve", "--push", "--if-due", "--now", "2026-05-10T00:00:00Z", master).code == 0
        assert platform.host.text(GOTHS) == OTHER

    def test_a_new_version_replaces_one_that_lies_apart(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, TOO_LATE)
        accept(turnproc, master)
        push(master, {TURN: "deadline: 2026-05-09T17:00:00Z\n"})
        platform.sync(anna)
        platform.open("anna-k", anna, {GOTHS: OTHER}, "2026-05-09T10:00:00Z")
        accept(turnproc, master)
        assert LATE not in platform.host.files()
        assert platform.host.text(GOTHS) == OTHER
        assert "warnings: 0" in turnproc("validate", master).err

    def test_withdrawn_too_late(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        accept(turnproc, master)
        platform.sync(anna)
        late = platform.open("anna-k", anna, {GOTHS: None}, TOO_LATE)
        assert accept(turnproc, master)[late]["outcome"] == "late"
        assert platform.host.text(GOTHS) == MARCH
        assert turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master).code == 0
        assert platform.host.text(GOTHS) == MARCH
        assert "sha256" not in received(platform)["late"]["goths"]
        assert turnproc("verify", master).code == 0

    def test_from_sealed_to_open_too_late(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        assert turnproc("keys", "new", master).code == 0
        text = (master / "campaign.yaml").read_text(encoding="utf-8")
        push(master, {"campaign.yaml": f"{text}id: small-war\norders: sealed\n"})
        platform.sync(anna)
        (anna / GOTHS).write_text(MARCH, encoding="utf-8")
        assert turnproc("orders", "seal", "--remove", anna / GOTHS).code == 0
        platform.open("anna-k", anna, {}, EARLY)
        accept(turnproc, master)
        platform.sync(anna)
        late = platform.open("anna-k", anna, {GOTHS: OTHER, f"{GOTHS}.age": None}, TOO_LATE)
        assert accept(turnproc, master)[late]["outcome"] == "late"
        assert platform.host.text(LATE) == OTHER
        assert f"{GOTHS}.age" in platform.host.files()
        assert "sha256" in received(platform)["late"]["goths"]
        assert received(platform)["files"]["goths"]["at"] == EARLY

    def test_accepted_after_the_deadline_but_pushed_before(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-05-08T19:00:00+00:00")
        platform.open("anna-k", anna, {GOTHS: MARCH}, IN_TIME)
        accept(turnproc, master)
        assert turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master).code == 0
        assert received(platform)["files"]["goths"]["at"] == IN_TIME
        assert "late" not in received(platform)


class TestRefused:
    def test_until_when_it_can_be_mended_is_told(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        number = platform.open("anna-k", anna, {GOTHS: WRONG}, EARLY)
        late = platform.open("anna-k", anna, {GOTHS: WRONG.replace("9", "8")}, TOO_LATE)
        accept(turnproc, master)
        assert "taken back until 2026-05-08 17:00:00 UTC." in seen(platform.comment(number))
        assert "until" not in seen(platform.comment(late))

    def test_nothing_of_a_deadline_for_who_signs_up(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        number = platform.open("dora", platform.fork("dora"), {"signup/dora.yaml": "wishes: []\n"}, EARLY)
        accept(turnproc, master)
        assert "Not accepted" in platform.comment(number)
        assert "until" not in platform.comment(number)

    @pytest.mark.parametrize(
        ("login", "files", "code"),
        [
            ("anna-k", {GOTHS: MARCH, HUNS: orders("huns")}, "P014"),
            ("anna-k", {"turns/000/state.yaml": "format: x\n"}, "P008"),
            ("anna-k", {GOTHS: MARCH, RECEIVED: "format: turnproc.received/1\nfiles: {}\n"}, "P008"),
            ("anna-k", {GOTHS: MARCH, ".github/workflows/check.yml": "on: pull_request_target\n"}, "P008"),
            ("anna-k", {GOTHS: WRONG}, "B-3.3"),
            ("anna-k", {GOTHS: "turn: 1\nfor: goths\norders: [\n"}, "Y009"),
            ("mallory", {GOTHS: MARCH}, "P003"),
        ],
    )
    def test_nothing_of_it_comes_in(
        self, turnproc: Turnproc, platform: Platform, master: Path, login: str, files: dict[str, str], code: str
    ) -> None:
        number = platform.open(login, platform.fork(login), files, EARLY)
        before = platform.host.head()
        found = accept(turnproc, master)[number]
        assert found["outcome"] == "refused"
        assert code in {each["code"] for each in found["problems"]}
        assert platform.host.head() == before
        assert platform.is_open(number)
        assert code in platform.comment(number)
        changed = platform.github.of("PATCH")
        accept(turnproc, master)
        assert platform.github.of("PATCH") == changed, "the same comment is not written again"

    def test_mended_and_accepted(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        number = platform.open("anna-k", anna, {GOTHS: WRONG}, EARLY)
        accept(turnproc, master)
        platform.push(number, anna, {GOTHS: MARCH}, LATER)
        assert accept(turnproc, master)[number]["outcome"] == "accepted"
        assert "Accepted" in platform.comment(number)
        assert received(platform)["files"]["goths"]["at"] == LATER

    def test_one_that_is_refused_is_in_nobody_s_way(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        platform.open("mallory", platform.fork("mallory"), {GOTHS: OTHER, HUNS: orders("huns")}, EARLY)
        good = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        assert accept(turnproc, master)[good]["outcome"] == "accepted"

    def test_one_that_cannot_be_fetched_is_in_nobody_s_way(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        gone = platform.open("mallory", platform.fork("mallory"), {HUNS: orders("huns")}, EARLY)
        good = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        git(platform.host.origin, "update-ref", "-d", f"refs/pull/{gone}/head")
        found = accept(turnproc, master, code=1)
        assert (found[gone]["outcome"], found[good]["outcome"]) == ("unreadable", "accepted")
        assert f"refs/pull/{gone}/head" in found[gone]["trouble"]
        assert platform.host.text(GOTHS) == MARCH
        assert platform.comment(gone) == ""
        ran = turnproc("accept", "--push", master)
        assert ran.code == 1
        assert "couldn't find remote ref" in ran.out

    def test_one_that_git_cannot_read_is_in_nobody_s_way(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        """A folder in the place of a file's content: hosts that look at what they are given refuse it."""
        fork = platform.fork("boris")
        tree = git(fork, "rev-parse", "HEAD:turns")
        rows = git(fork, "ls-tree", "HEAD:turns/001/orders").splitlines()
        raw = b"".join(
            f"{mode} {'huns.yaml'}".encode() + b"\0" + bytes.fromhex(tree)
            for mode, *_ in (row.split() for row in rows if row.endswith("huns.yaml"))
        )
        broken = platform.open("boris", fork, {HUNS: orders("huns")}, EARLY)
        plant(fork, raw)
        platform.bring(broken, fork, EARLY)
        good = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        found = accept(turnproc, master, code=1)
        assert (found[broken]["outcome"], found[good]["outcome"]) == ("unreadable", "accepted")

    def test_names_give_no_commands_to_the_workflow(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        message = '"::stop-commands::x\\n  ::error::y"'
        number = platform.open("anna-k", anna, {"::error::x.yaml": "x", GOTHS: orders("goths", message=message)}, EARLY)
        told = [turnproc("accept", "--push", master)]
        git(anna, "reset", "--quiet", "--hard", "origin/main")
        platform.push(number, anna, {GOTHS: orders("goths", message=message)}, LATER)
        told.append(turnproc("accept", "--push", master))
        assert ["error[P004]" in told[0].out, "Accepted" in told[1].out] == [True, True]
        for ran in told:
            assert not any(row.strip().startswith("::") for row in ran.out.splitlines())

    def test_words_of_a_player_mean_nothing_in_the_comment(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        message = '"@everyone <img src=x> [x](http://y.example) ``` #1"'
        number = platform.open("anna-k", anna, {GOTHS: orders("goths", message=message)}, EARLY)
        accept(turnproc, master)
        comment = platform.comment(number)
        assert "everyone" in comment
        for wrong in ("@everyone", " <img", " [x]", "http://", "```", "#1"):
            assert wrong not in comment

    def test_a_turn_that_is_resolved(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        assert turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master).code == 0
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, IN_TIME)
        found = accept(turnproc, master)[number]
        assert [each["code"] for each in found["problems"]] == ["P012"]
        assert platform.is_open(number)
        assert turnproc("verify", master).code == 0


def plant(fork: Path, tree: bytes) -> None:
    """Commit a folder of orders with rows that git itself would not write."""
    command = ["git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"]
    folder = subprocess.run(command, cwd=fork, input=tree, check=True, capture_output=True).stdout.decode().strip()
    for path in ("turns/001", "turns", ""):
        name = {"turns/001": "orders", "turns": "001", "": "turns"}[path]
        rows = git(fork, "ls-tree", f"HEAD:{path}" if path else "HEAD").splitlines()
        kept = [row for row in rows if row.partition("\t")[2] != name]
        given = "\n".join([*kept, f"040000 tree {folder}\t{name}", ""])
        made = subprocess.run(["git", "mktree"], cwd=fork, input=given.encode(), check=True, capture_output=True)
        folder = made.stdout.decode().strip()
    git(fork, "update-ref", "HEAD", git(fork, "commit-tree", folder, "-p", "HEAD", "-m", "Planted"))


class TestNotYet:
    def test_no_check_has_run(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        """As where it conflicts with the branch: when anything last happened to it counts."""
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        accept(turnproc, master)
        git(anna, "reset", "--quiet", "--hard", "HEAD~")
        number = platform.open("anna-k", anna, {GOTHS: OTHER}, LATER)
        platform.github.kept.runs = []
        platform.github.kept.pulls[number - 1]["updated_at"] = IN_TIME
        assert accept(turnproc, master)[number]["outcome"] == "accepted"
        assert platform.host.text(GOTHS) == OTHER
        assert received(platform)["files"]["goths"]["at"] == IN_TIME

    def test_a_deleted_account(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        platform.github.kept.pulls[number - 1]["user"] = None
        assert accept(turnproc, master)[number]["outcome"] == "unchecked"
        assert platform.comment(number) == ""

    def test_it_moves_while_it_is_looked_at(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        git(anna, "commit", "--quiet", "--allow-empty", "--message=More")
        git(anna, "push", "--quiet", "--force", "origin", f"HEAD:refs/pull/{number}/head")
        assert accept(turnproc, master)[number]["outcome"] == "unchecked"

    def test_a_run_of_another_s_fork_says_nothing(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, TOO_LATE)
        stolen = dict(platform.github.kept.runs[0]) | {"created_at": EARLY}
        stolen["head_repository"] = {"full_name": "mallory/war"}
        platform.github.kept.runs.append(stolen)
        assert accept(turnproc, master)[number]["outcome"] == "late"

    def test_an_old_commit_brought_back_where_nothing_checks_it(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        """GitHub checks nothing that conflicts with the branch: of an old commit only its old run is known then.

        So somebody could push several orders in time, show one of them, and choose among the others afterwards.
        """
        second = platform.fork("her-second")
        hidden = platform.open("anna-k", second, {GOTHS: OTHER}, LATER)
        git(second, "branch", "kept")
        git(second, "reset", "--quiet", "--hard", "origin/main")
        platform.push(hidden, second, {"signup/nobody.txt": "x"}, LATER)
        platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        accept(turnproc, master)
        assert platform.host.text(GOTHS) == MARCH
        runs = list(platform.github.kept.runs)
        git(second, "reset", "--quiet", "--hard", "kept")
        platform.bring(hidden, second, TOO_LATE)
        platform.github.kept.runs = runs
        assert accept(turnproc, master)[hidden]["outcome"] == "late"
        assert platform.host.text(GOTHS) == MARCH

    @pytest.mark.parametrize("event", ["base_ref_changed", "reopened", "head_ref_force_pushed"])
    def test_a_commit_that_was_checked_for_something_else(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path, event: str
    ) -> None:
        """What was pushed for another branch in time, and aimed at this one afterwards, came afterwards."""
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        platform.github.kept.events[number] = [
            {"event": "labeled", "created_at": "2026-05-09T00:00:00Z"},
            {"event": event, "created_at": TOO_LATE},
        ]
        found = accept(turnproc, master)[number]
        assert (found["outcome"], found["at"]) == ("late", TOO_LATE)

    def test_the_game_master_s_own(self, turnproc: Turnproc, platform: Platform, master: Path) -> None:
        fork = platform.fork("The-Master")
        number = platform.open("the-master", fork, {"notes.md": "Mine.\n", HUNS: orders("huns")}, EARLY)
        before = platform.host.head()
        assert accept(turnproc, master)[number]["outcome"] == "game-master"
        assert (platform.host.head(), platform.comment(number)) == (before, "")

    def test_for_another_branch(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        number = platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
        platform.github.kept.pulls[number - 1]["base"]["ref"] = "elsewhere"
        assert accept(turnproc, master) == {}

    def test_a_comment_that_cannot_be_written(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        number = platform.open("anna-k", anna, {GOTHS: "x" * 10}, EARLY)
        platform.push(number, anna, {GOTHS: MARCH}, LATER)
        monkeypatch.setattr("tests.post.fake_github.FakeGitHub._wrote", lambda *_: _refused())
        ran = turnproc("accept", "--push", master)
        assert ran.code == 1
        assert "What became of pull request 1 could not be told there" in ran.err
        assert platform.host.text(GOTHS) == MARCH


def _refused() -> Any:
    from tests.post.fakes import Answer

    return Answer(403, {"message": "Resource not accessible by integration"})


class TestByHand:
    def head(self, master: Path, anna: Path, text: str = MARCH) -> None:
        (anna / GOTHS).write_text(text, encoding="utf-8")
        git(anna, "add", "--all")
        git(anna, "commit", "--quiet", "--message=Mine")
        git(master, "fetch", "--quiet", str(anna), "HEAD:theirs")

    def one(self, turnproc: Turnproc, master: Path, *more: str) -> Ran:
        return turnproc("accept", "--head", "theirs", "--author", "anna-k", master, "--format", "json", *more)

    def test_with_the_platform_s_time(self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
        self.head(master, anna)
        before = platform.host.head()
        ran = self.one(turnproc, master, "--at", EARLY)
        assert (ran.code, ran.data["pull_requests"][0]["outcome"]) == (0, "accepted")
        assert platform.host.head() == before, "without --push nothing leaves this computer"
        assert contents(master)[GOTHS] == MARCH.encode()
        assert EARLY in (master / RECEIVED).read_text(encoding="utf-8")
        again = self.one(turnproc, master, "--at", EARLY, "--push")
        assert (again.code, again.data["pull_requests"][0]["outcome"]) == (0, "nothing-new")
        assert platform.host.text(GOTHS) == MARCH

    def test_without_a_time_the_merge_counts(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path
    ) -> None:
        self.head(master, anna)
        ran = self.one(turnproc, master, "--push")
        assert ran.code == 0
        assert RECEIVED not in platform.host.files()
        assert platform.host.text(GOTHS) == MARCH

    def test_refused(self, turnproc: Turnproc, master: Path, anna: Path) -> None:
        self.head(master, anna, WRONG)
        ran = self.one(turnproc, master, "--at", EARLY)
        assert (ran.code, ran.data["pull_requests"][0]["outcome"]) == (1, "refused")

    @pytest.mark.parametrize(
        "options",
        [(), ("--head", "main"), ("--author", "anna-k"), ("--push", "--at", EARLY)],
    )
    def test_half_of_what_is_needed(self, turnproc: Turnproc, master: Path, options: tuple[str, ...]) -> None:
        ran = turnproc("accept", master, *options)
        assert ran.code == 1
        assert "--head and --author" in ran.err

    def test_a_time_that_is_none(self, turnproc: Turnproc, master: Path) -> None:
        assert turnproc("accept", "--head", "main", "--author", "a", "--at", "noon", master).code == 2

    @pytest.mark.parametrize("command", ["resolve", "accept"])
    def test_what_was_not_pushed_is_not_dropped(
        self, turnproc: Turnproc, platform: Platform, master: Path, anna: Path, command: str
    ) -> None:
        """Nobody would accept it again: the host knows nothing of it."""
        self.head(master, anna)
        assert self.one(turnproc, master, "--at", EARLY).code == 0
        push(platform.host.clone("other"), {ROME: orders("rome")})
        head, there = git(master, "rev-parse", "HEAD"), platform.host.head()
        ran = turnproc(command, "--push", master)
        assert ran.code == 1
        assert "both you and others have made commits" in ran.err
        assert (git(master, "rev-parse", "HEAD"), platform.host.head()) == (head, there)
        git(master, "pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main")
        assert turnproc("resolve", "--push", "--if-due", "--now", TOO_LATE, master).code == 0
        assert {GOTHS, ROME} <= set(platform.host.files())
        assert received(platform)["files"]["goths"]["at"] == EARLY

    def test_receipts_that_cannot_be_read(
        self, turnproc: Turnproc, master: Path, anna: Path, platform: Platform
    ) -> None:
        push(master, {RECEIVED: "files: [\n"})
        self.head(master, anna)
        before = git(master, "rev-parse", "HEAD")
        ran = self.one(turnproc, master, "--at", EARLY)
        assert ran.code == 1
        assert f"{RECEIVED} cannot be read" in ran.err
        assert git(master, "rev-parse", "HEAD") == before


def test_others_push_meanwhile(
    turnproc: Turnproc, platform: Platform, master: Path, anna: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from turnproc.store.remote import Remote

    platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
    other, push_it, left = platform.host.clone("other"), Remote.push, [ROME]

    def pushed(self: Remote, *arguments: Any) -> Any:
        if left:
            push(other, {left.pop(): orders("rome")})
        return push_it(self, *arguments)

    monkeypatch.setattr(Remote, "push", pushed)
    assert accept(turnproc, master)[1]["outcome"] == "accepted"
    assert {GOTHS, ROME} <= set(platform.host.files())
    assert git(master, "rev-parse", "HEAD") == platform.host.head()


def test_a_run_that_was_cut_off_before_it_pushed(
    turnproc: Turnproc, platform: Platform, master: Path, anna: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had accepted is taken back when others have pushed, and accepted again."""
    from turnproc.store.remote import Remote

    def killed(*arguments: Any) -> Any:
        raise KeyboardInterrupt

    platform.open("anna-k", anna, {GOTHS: MARCH}, EARLY)
    with monkeypatch.context() as here:
        here.setattr(Remote, "push", killed)
        assert turnproc("accept", "--push", master).code == 130
    assert (master / GOTHS).exists()
    push(platform.host.clone("other"), {ROME: orders("rome")})
    assert accept(turnproc, master)[1]["outcome"] == "accepted"
    assert {GOTHS, ROME} <= set(platform.host.files())
    assert git(master, "rev-parse", "HEAD") == platform.host.head()


def test_a_key_that_lies_here_opens_nothing(turnproc: Turnproc, platform: Platform, master: Path, anna: Path) -> None:
    """What is told below a pull request can be read by everybody: sealed orders are never told there."""
    assert turnproc("keys", "new", master).code == 0
    text = (master / "campaign.yaml").read_text(encoding="utf-8")
    push(master, {"campaign.yaml": f"{text}id: small-war\norders: sealed\n"})
    platform.sync(anna)
    (anna / GOTHS).write_text(MARCH, encoding="utf-8")
    ran = turnproc("orders", "seal", "--remove", anna / GOTHS)
    assert ran.code == 0, ran.err
    number = platform.open("anna-k", anna, {}, EARLY)
    printed = turnproc("accept", "--push", master)
    assert printed.code == 0, printed.err
    assert f"{GOTHS}.age" in platform.host.files()
    for told in (platform.comment(number), printed.out):
        assert "Sarmatia" not in told
        assert "These orders are sealed" in told
