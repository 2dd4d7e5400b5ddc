"""What one command leaves behind, the next one builds on: late and withdrawn orders, undo, successors, posting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Turnproc
from tests.cli.helpers import orders
from tests.cli.hosts import push
from tests.cli.platforms import Platform, played
from tests.cli.pull_requests import GOTHS, HUNS, MARCH, ROME, campaign
from tests.git.helpers import contents, git
from turnproc.store.remote import Remote

TURN, RECEIVED, LATE = (f"turns/001/{name}" for name in ("turn.yaml", "received.yaml", "late/goths.yaml"))
EARLY, LATER, IN_TIME, TOO_LATE = (f"2026-05-08T{hour}:00Z" for hour in ("10:00", "11:00", "16:59", "17:01"))
OTHER = orders("goths", "{hold: 2, in: dacia}")
STAYS = orders("rome", "{hold: 3, in: italy}")
JSON = ("--format", "json")


@pytest.fixture
def platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    """Everything is committed after the deadline: only receipts tell what came in time."""
    for name in ("GIT_COMMITTER_DATE", "GIT_AUTHOR_DATE"):
        monkeypatch.setenv(name, "2026-05-08T18:00:00+00:00")
    text = campaign()["campaign.yaml"] + "id: small-war\npost: [github]\ncadence: {days: 7, at: '20:00', zone: UTC}\n"
    files = campaign() | {"campaign.yaml": text, TURN: "deadline: 2026-05-08T17:00:00Z\n"}
    files.pop(HUNS)
    with played(tmp_path, files, monkeypatch) as platform:
        yield platform


@pytest.fixture
def master(platform: Platform) -> Path:
    return platform.host.clone("master")


def run(turnproc: Turnproc, *arguments: str | Path, code: int = 0) -> Any:
    ran = turnproc(*arguments, *JSON)
    assert ran.code == code, (ran.out, ran.err)
    return ran.data


def sends(
    turnproc: Turnproc, platform: Platform, master: Path, login: str, file: str, text: str | None, at: str
) -> str:
    """Somebody sends one file, and it is accepted at once; what became of it."""
    fork = platform.host.folder / f"fork-of-{login}"
    fork = fork if fork.exists() else platform.fork(login)
    platform.sync(fork)
    number = platform.open(login, fork, {file: text}, at)
    found = {each["number"]: each for each in run(turnproc, "accept", "--push", master)["pull_requests"]}
    return str(found[number]["outcome"])


def brought(root: Path) -> dict[str, bytes]:
    """What people and `accept` brought of turn 1."""
    parts = ("orders/", "late/", "void/", "received.yaml")
    return {
        name: raw for name, raw in contents(root).items() if name.startswith(tuple(f"turns/001/{p}" for p in parts))
    }


def sent(turnproc: Turnproc, root: Path) -> dict[str, str]:
    return {each["speaker"]: each["sent"] for each in run(turnproc, "status", root)["speakers"]}


@pytest.mark.parametrize("options", [(), ("--no-commit",)])
def test_undo_leaves_what_was_accepted_as_it_was(
    turnproc: Turnproc, platform: Platform, master: Path, options: tuple[str, ...]
) -> None:
    assert sends(turnproc, platform, master, "Anna-K", GOTHS, MARCH, EARLY) == "accepted"
    assert sends(turnproc, platform, master, "Anna-K", GOTHS, OTHER, TOO_LATE) == "late"
    assert sends(turnproc, platform, master, "carla", ROME, STAYS, EARLY) == "accepted"
    assert sends(turnproc, platform, master, "carla", ROME, None, IN_TIME) == "accepted"
    before, status = brought(master), sent(turnproc, master)
    assert (status["goths"], status["rome"]) == ("sent", "missing")
    for _ in range(2):
        run(turnproc, "resolve", *options, master)
        run(turnproc, "undo", "--turn", "1", "--reason", "Mended.", *options, master)
        after = brought(master)
        assert sorted(after) == sorted(before)
        assert {name: yaml.safe_load(raw) for name, raw in after.items()} == {
            name: yaml.safe_load(raw) for name, raw in before.items()
        }
        assert sent(turnproc, master) == status
    run(turnproc, "resolve", *options, master)
    assert run(turnproc, "verify", master)


def replaced(turnproc: Turnproc, master: Path, player: str, login: str) -> None:
    assert turnproc("player", "replace", player, "--account", login, master).code == 0
    git(master, "push", "--quiet", "--follow-tags", "origin", "HEAD:main")


class TestASuccessor:
    """What the predecessor sent late or took away concerns the new player as little as what he sent in time."""

    @pytest.mark.parametrize("text", [OTHER, None])
    def test_what_was_put_away_is_void(
        self, turnproc: Turnproc, platform: Platform, master: Path, text: str | None
    ) -> None:
        sends(turnproc, platform, master, "Anna-K", GOTHS, MARCH, EARLY)
        assert sends(turnproc, platform, master, "Anna-K", GOTHS, text, TOO_LATE) == "late"
        replaced(turnproc, master, "anna", "Dora")
        assert LATE not in platform.host.files()
        void = [platform.host.text(name) for name in platform.host.files() if "/void/" in name]
        assert sorted(void) == sorted(each for each in (MARCH, text) if each is not None)
        assert "goths" not in platform.host.text(RECEIVED)
        assert sent(turnproc, master)["goths"] == "missing"
        run(turnproc, "resolve", "--push", master)
        assert "Too late" not in git(master, "log", "-1", "--format=%B")
        run(turnproc, "undo", "--turn", "1", "--reason", "Mended.", master)
        assert sent(turnproc, master)["goths"] == "missing"

    def test_what_was_withdrawn_is_not_put_back(
        self, turnproc: Turnproc, platform: Platform, master: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as early:
            early.setenv("GIT_COMMITTER_DATE", EARLY)
            push(master, {GOTHS: MARCH})
        assert sends(turnproc, platform, master, "Anna-K", GOTHS, None, IN_TIME) == "accepted"
        replaced(turnproc, master, "anna", "Dora")
        assert sent(turnproc, master)["goths"] == "missing"
        assert sends(turnproc, platform, master, "Dora", GOTHS, OTHER, TOO_LATE) == "late"
        assert sent(turnproc, master)["goths"] == "late"


class TestPushingAfterUndo:
    """A turn that is taken back by hand, and what others push or run meanwhile."""

    @pytest.fixture
    def resolved(self, turnproc: Turnproc, platform: Platform, master: Path) -> Path:
        run(turnproc, "resolve", "--push", master)
        return master

    def undo(self, turnproc: Turnproc, root: Path, turn: int = 1) -> str:
        run(turnproc, "undo", "--turn", str(turn), "--reason", "Mended.", root)
        return git(root, "rev-parse", "HEAD")

    @pytest.mark.parametrize("command", [("resolve", "--push"), ("accept", "--push"), ("post", "--push")])
    def test_an_undo_that_is_not_pushed_is_never_dropped(
        self, turnproc: Turnproc, platform: Platform, resolved: Path, command: tuple[str, ...]
    ) -> None:
        mine = self.undo(turnproc, resolved)
        push(platform.host.clone("other"), {"notes.txt": "Hi"})
        ran = turnproc(*command, resolved)
        assert ran.code == 1
        assert "both you and others have made commits on main" in ran.err
        assert git(resolved, "rev-parse", "HEAD") == mine

    def test_nor_a_turn_that_a_person_added_something_to(
        self, turnproc: Turnproc, platform: Platform, master: Path
    ) -> None:
        run(turnproc, "resolve", master)
        (master / "notes.txt").write_text("Do not lose this.", encoding="utf-8")
        git(master, "add", "notes.txt")
        git(master, "commit", "--quiet", "--amend", "--no-edit")
        push(platform.host.clone("other"), {"else.txt": "Hi"})
        assert turnproc("accept", "--push", master).code == 1
        assert (master / "notes.txt").exists()

    def test_a_turn_and_its_undo_are_pushed_together(
        self, turnproc: Turnproc, platform: Platform, resolved: Path
    ) -> None:
        push(resolved, {"turns/002/orders/rome.yaml": orders("rome", turn=2)})
        run(turnproc, "resolve", resolved)
        self.undo(turnproc, resolved, 2)
        data = run(turnproc, "resolve", "--push", resolved)
        assert (data["turn"], data["tag"]) == (2, "turn-002-r2")
        assert platform.host.tags() == ["turn-001", "turn-002", "turn-002-r2"]
        reader = platform.host.clone("reader")
        run(turnproc, "verify", reader)
        assert run(turnproc, "status", reader)["turn"] == 3

    def test_the_turn_before_is_never_meant(
        self, turnproc: Turnproc, platform: Platform, resolved: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Turn 1 is taken back while turn 2 is resolved: it is not resolved again for that."""
        push(resolved, {"turns/002/orders/rome.yaml": orders("rome", turn=2)})
        other, push_it, left = platform.host.clone("other"), Remote.push, [0]

        def first(self: Remote, *arguments: Any) -> Any:
            if left:
                left.pop()
                TestPushingAfterUndo().undo(turnproc, other)
                git(other, "push", "--quiet", "--follow-tags")
            return push_it(self, *arguments)

        monkeypatch.setattr(Remote, "push", first)
        ran = turnproc("resolve", "--push", resolved)
        assert ran.code == 1
        assert "the open turn is 1" in ran.err
        assert platform.host.tags() == ["turn-001"]

    def test_the_workflow_leaves_it_to_the_game_master(
        self, turnproc: Turnproc, platform: Platform, resolved: Path
    ) -> None:
        self.undo(turnproc, resolved)
        git(resolved, "push", "--quiet", "--follow-tags")
        robot = platform.host.clone("robot")
        before = platform.host.head()
        data = run(turnproc, "resolve", "--push", "--if-due", "--now", TOO_LATE, robot)
        assert (data["due"], data["journal"]) == (False, None)
        assert platform.host.head() == before
        # What comes by now is too late, and what came in time still counts.
        assert sends(turnproc, platform, robot, "carla", ROME, STAYS, TOO_LATE) == "late"
        assert sends(turnproc, platform, robot, "Anna-K", GOTHS, MARCH, EARLY) == "accepted"
        assert (sent(turnproc, robot)["goths"], sent(turnproc, robot)["rome"]) == ("sent", "late")

    def test_each_revision_has_its_own_release(self, turnproc: Turnproc, platform: Platform, resolved: Path) -> None:
        stale = platform.host.clone("stale")
        assert turnproc("post", "--push", resolved).code == 0
        self.undo(turnproc, resolved)
        assert turnproc("post", "--push", resolved).code == 0, "of turn 0 there is nothing to post"
        run(turnproc, "resolve", "--push", resolved)
        assert turnproc("post", "--push", stale).code == 0
        assert turnproc("post", "--push", platform.host.clone("another")).code == 0
        releases = platform.github.kept.releases
        assert list(releases) == ["turn-001", "turn-001-r2"]
        assert "Mended." in releases["turn-001-r2"]["body"]
        marks = yaml.safe_load(platform.host.text("turns/001/posted.yaml"))["posts"]
        assert [(each["revision"], each["parts"][0]["state"]) for each in marks] == [(1, "posted"), (2, "posted")]

    def test_a_computer_that_is_behind_posts_what_stands(
        self, turnproc: Turnproc, platform: Platform, resolved: Path
    ) -> None:
        """It has revision 1, which was taken back at the host, where revision 2 stands: 1 is not posted any more."""
        stale = platform.host.clone("stale")
        self.undo(turnproc, resolved)
        run(turnproc, "resolve", "--push", resolved)
        assert turnproc("post", "--push", stale).code == 0
        assert list(platform.github.kept.releases) == ["turn-001-r2"]

    def test_marks_before_sending_are_made_again(
        self, turnproc: Turnproc, platform: Platform, resolved: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def killed(*arguments: Any) -> Any:
            raise KeyboardInterrupt

        with monkeypatch.context() as here:
            here.setattr(Remote, "push", killed)
            assert turnproc("post", "--push", resolved).code == 130
        assert platform.github.kept.releases == {}
        push(platform.host.clone("other"), {"notes.txt": "Hi"})
        assert turnproc("post", "--push", resolved).code == 0
        assert list(platform.github.kept.releases) == ["turn-001"]
        assert "state: posted" in platform.host.text("turns/001/posted.yaml")

    def test_a_turn_before_the_last_is_taken_back_meanwhile(
        self, turnproc: Turnproc, platform: Platform, resolved: Path
    ) -> None:
        """One takes turn 1 back while another resolves turn 2, and both are brought together: that is told."""
        push(resolved, {"turns/002/orders/rome.yaml": orders("rome", turn=2)})
        run(turnproc, "resolve", "--push", platform.host.clone("other"))
        self.undo(turnproc, resolved)
        git(resolved, "pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main")
        push(resolved, {"turns/003/orders/rome.yaml": orders("rome", turn=3)})
        robot = platform.host.clone("robot")
        for command in (
            ("validate",),
            ("resolve", "--push"),
            ("resolve", "--if-due", "--push", "--now", "2027-01-01T00:00:00Z"),
        ):
            ran = turnproc(*command, robot)
            assert ran.code == 1
            assert (
                "error[C095]: turn 1 was taken back, but turn 2, which was made from it, is still resolved" in ran.err
            )
        self.undo(turnproc, resolved, 2)
        assert run(turnproc, "status", resolved)["turn"] == 1
        tags = [run(turnproc, "resolve", "--push", resolved)["tag"] for _ in range(2)]
        assert tags == ["turn-001-r2", "turn-002-r2"]
        assert run(turnproc, "status", resolved)["turn"] == 3
        run(turnproc, "verify", platform.host.clone("reader"))

    def test_a_pull_request_may_take_a_turn_back(self, turnproc: Turnproc, platform: Platform, resolved: Path) -> None:
        """Where the main branch is protected, an undo comes that way, too: it is judged by what it brings itself."""
        base = platform.host.head()
        git(resolved, "switch", "--quiet", "--create", "undo")
        head = self.undo(turnproc, resolved)
        git(resolved, "switch", "--quiet", "main")
        options = ("--validate", "--base", base, "--head", head, "--author", "The-Master")
        assert run(turnproc, "check-pr", *options, resolved)["problems"] == []
