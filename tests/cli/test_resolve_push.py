"""`turnproc resolve --push`: with everything that others have pushed, once, and never half."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, RESULTS, SMALL, orders
from tests.cli.hosts import Host, commit, push
from tests.git.helpers import git
from turnproc.actions import pushing
from turnproc.store.remote import Remote

OTHER_HUNS = orders("huns", "{hold: 4, in: tavrika}")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host.make(tmp_path)


@pytest.fixture
def master(host: Host) -> Path:
    return host.clone("master")


@pytest.fixture
def before_push(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let others do something just before our next pushes arrive, one thing before each."""

    def arrange(*things: Callable[[], object]) -> None:
        left = list(things)
        push_it = Remote.push

        def pushed(self: Remote, *arguments: Any) -> Any:
            if left:
                left.pop(0)()
            return push_it(self, *arguments)

        monkeypatch.setattr(Remote, "push", pushed)

    return arrange


def assert_same(host: Host, clone: Path) -> None:
    assert host.head() == git(clone, "rev-parse", "HEAD")
    assert git(clone, "status", "--porcelain") == ""


def test_the_turn_and_its_tag_arrive(turnproc: Turnproc, host: Host, master: Path) -> None:
    ran = turnproc("resolve", "--push", master)
    assert (ran.code, ran.err) == (0, "")
    assert "It is pushed." in ran.out
    assert_same(host, master)
    assert set(RESULTS) <= set(host.files())
    assert host.tags() == ["turn-001"]
    assert turnproc("verify", host.clone("reader")).code == 0


def test_orders_that_were_pushed_before_are_there(turnproc: Turnproc, host: Host, master: Path) -> None:
    push(host.clone("player"), {HUNS: OTHER_HUNS})
    assert turnproc("resolve", "--push", master).code == 0
    assert (master / HUNS).read_text(encoding="utf-8") == OTHER_HUNS
    assert_same(host, master)
    assert turnproc("verify", master).code == 0


def test_a_person_s_own_way_of_merging(turnproc: Turnproc, host: Host, master: Path) -> None:
    git(master, "config", "branch.main.mergeOptions", "--squash --no-commit")
    push(host.clone("boris"), {HUNS: OTHER_HUNS})
    assert turnproc("resolve", "--push", master).code == 0
    assert_same(host, master)
    assert host.text(HUNS) == OTHER_HUNS


def test_orders_that_come_while_it_is_resolved_count(
    turnproc: Turnproc, host: Host, master: Path, before_push: Callable[..., None]
) -> None:
    player = host.clone("player")
    before_push(lambda: push(player, {HUNS: OTHER_HUNS}))
    ran = turnproc("resolve", "--push", "--format", "json", master)
    assert ran.code == 0
    assert ran.data["pushed"] is True
    assert host.text(HUNS) == OTHER_HUNS
    assert_same(host, master)
    assert git(master, "log", "--format=%s").splitlines() == ["Turn 1 of Small war resolved", "Orders", "Start"]
    assert turnproc("verify", master).code == 0


def test_two_who_resolve_at_the_same_time(
    turnproc: Turnproc, host: Host, master: Path, before_push: Callable[..., None]
) -> None:
    other = host.clone("other")

    def first() -> None:
        # As another process would: its own push is the real one.
        git(other, "pull", "--quiet")
        assert turnproc("resolve", other).code == 0
        git(other, "push", "--quiet", "--follow-tags")

    before_push(first)
    ran = turnproc("resolve", "--push", master)
    assert ran.code == 1
    assert "turn 1 is resolved already" in ran.err
    assert_same(host, other)
    assert_same(host, master)
    assert git(master, "rev-list", "--count", "HEAD") == "2"
    assert git(master, "rev-parse", "turn-001") == git(other, "rev-parse", "turn-001"), "the tag is theirs, too"


def test_the_turn_after_is_never_meant(
    turnproc: Turnproc, host: Host, master: Path, before_push: Callable[..., None]
) -> None:
    """Somebody resolves turn 1 meanwhile, and orders for turn 2 are there: it is not played for that."""
    other = host.clone("other")

    def first() -> None:
        assert turnproc("resolve", other).code == 0
        commit(other, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
        git(other, "push", "--quiet", "--follow-tags")

    before_push(first)
    assert turnproc("resolve", "--push", master).code == 1
    assert "turns/002/journal.yaml" not in host.files()


def test_nobody_else_is_ever_slow_enough(
    turnproc: Turnproc, host: Host, master: Path, before_push: Callable[..., None]
) -> None:
    player, start = host.clone("player"), host.head()
    texts = [orders("huns", f"{{hold: {number % 4 + 1}, in: tavrika}}") for number in range(pushing.MOST_TRIES)]
    before_push(*(lambda text=text: push(player, {HUNS: text}) for text in texts))
    ran = turnproc("resolve", "--push", master)
    assert ran.code == 1
    assert "10 times in a row others pushed to main first" in ran.err
    assert "It is pushed" not in ran.out
    assert git(master, "tag") == ""
    assert JOURNAL not in host.files()
    assert git(player, "merge-base", start, "HEAD") == start
    assert turnproc("resolve", "--push", master).code == 0


def test_the_host_refuses(turnproc: Turnproc, host: Host, master: Path) -> None:
    """The turn stays here, whole; when the host allows it, the next run pushes it and resolves nothing more."""
    host.refuse()
    start = host.head()
    ran = turnproc("resolve", "--push", master)
    assert ran.code == 1
    assert "origin does not take what was pushed to main" in ran.err
    assert "only the game master may push here" in ran.err
    assert host.head() == start
    assert host.tags() == []
    assert turnproc("verify", master).code == 0
    host.allow()
    again = turnproc("resolve", "--push", master)
    assert again.code == 0
    assert "A run before had resolved this and not pushed it, which is done now: turn-001." in again.err
    assert "Turn 1 is resolved." in again.out
    assert_same(host, master)
    assert host.tags() == ["turn-001"]


def test_others_push_after_the_host_refused(turnproc: Turnproc, host: Host, master: Path) -> None:
    host.refuse()
    assert turnproc("resolve", "--push", master).code == 1
    host.allow()
    push(host.clone("player"), {HUNS: OTHER_HUNS})
    ran = turnproc("resolve", "--push", master)
    assert ran.code == 0
    assert "Others had pushed before this could be pushed, so it was taken back: turn-001." in ran.err
    assert host.text(HUNS) == OTHER_HUNS
    assert_same(host, master)
    assert host.tags() == ["turn-001"]
    assert turnproc("verify", master).code == 0


def test_what_the_game_master_committed_goes_along(turnproc: Turnproc, host: Host, master: Path) -> None:
    commit(master, {GM: "turn: 1\nchronicle: Thus it began.\n"}, "My words")
    assert turnproc("resolve", "--push", master).code == 0
    assert_same(host, master)
    assert GM in host.files()


def test_both_have_commits_of_their_own(turnproc: Turnproc, host: Host, master: Path) -> None:
    """Nothing that a person has committed is ever taken back, merged or pushed by the way."""
    commit(master, {GM: "turn: 1\nchronicle: Thus it began.\n"}, "My words")
    mine, theirs = git(master, "rev-parse", "HEAD"), push(host.clone("player"), {HUNS: OTHER_HUNS})
    ran = turnproc("resolve", "--push", master)
    assert ran.code == 1
    assert "both you and others have made commits on main" in ran.err
    assert "git pull --no-rebase origin main" in ran.err
    assert (git(master, "rev-parse", "HEAD"), host.head()) == (mine, theirs)
    git(master, "pull", "--quiet", "--no-rebase", "origin", "main")
    assert turnproc("resolve", "--push", master).code == 0
    assert_same(host, master)


def test_the_answer_is_lost(turnproc: Turnproc, host: Host, master: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    push_it = Remote.push

    def lost(self: Remote, *arguments: Any) -> Any:
        answer = push_it(self, *arguments)
        return type(answer)(128, b"", "fatal: the remote end hung up unexpectedly")

    monkeypatch.setattr(Remote, "push", lost)
    assert turnproc("resolve", "--push", master).code == 0
    assert_same(host, master)
    assert host.tags() == ["turn-001"]


def test_a_killed_run_left_files(turnproc: Turnproc, host: Host, master: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*arguments: object) -> object:
        raise KeyboardInterrupt

    with monkeypatch.context() as here:
        here.setattr("turnproc.store.repository.Repository.commit", killed)
        assert turnproc("resolve", "--push", master).code == 130
    assert (master / JOURNAL).exists()
    assert JOURNAL not in host.files()
    push(host.clone("player"), {HUNS: OTHER_HUNS})
    assert turnproc("resolve", "--push", master).code == 0
    assert_same(host, master)
    assert turnproc("verify", master).code == 0


def test_questions_and_errors_push_nothing(turnproc: Turnproc, host: Host, master: Path) -> None:
    start = host.head()
    push(host.clone("player"), {HUNS: orders("huns", "{move: 3, from: tavrika, to: Nowhere}")})
    theirs = host.head()
    assert theirs != start
    assert turnproc("resolve", "--push", master).code == 1
    assert host.head() == theirs
    assert turnproc("resolve", "--push", "--reject-invalid", master).code == 0
    assert_same(host, master)


def test_not_due(turnproc: Turnproc, host: Host, master: Path) -> None:
    push(host.clone("player"), {"turns/001/turn.yaml": "deadline: 2026-05-08T20:00:00+03:00\n"})
    there = host.head()
    ran = turnproc("resolve", "--push", "--if-due", "--now", "2026-05-08T19:00:00+03:00", master)
    assert (ran.code, "Turn 1 does not end yet" in ran.out) == (0, True)
    assert host.head() == there
    assert turnproc("resolve", "--push", "--if-due", "--now", "2026-05-08T21:00:00+03:00", master).code == 0
    again = turnproc("resolve", "--push", "--if-due", "--now", "2026-05-08T21:00:00+03:00", master)
    assert again.code == 0
    assert "Turn 2" in again.out
    assert_same(host, master)


@pytest.mark.parametrize("option", ["--dry-run", "--no-commit"])
def test_nothing_to_push(turnproc: Turnproc, master: Path, option: str) -> None:
    assert turnproc("resolve", "--push", option, master).code == 2


def test_no_host(turnproc: Turnproc, repository: Path, small: Path) -> None:
    ran = turnproc("resolve", "--push", repository)
    assert ran.code == 1
    assert "git does not know to which repository the branch main is pushed" in ran.err
    assert not (repository / JOURNAL).exists()


def test_no_repository(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("resolve", "--push", small)
    assert ran.code == 1
    assert "is not in a git repository, and --push needs one" in ran.err


def test_a_host_that_is_not_there(turnproc: Turnproc, host: Host, master: Path) -> None:
    git(master, "remote", "set-url", "origin", str(host.folder / "nowhere.git"))
    ran = turnproc("resolve", "--push", master)
    assert ran.code == 1
    assert "nothing could be fetched from origin, branch main" in ran.err
    assert git(master, "tag") == ""


def test_an_empty_host(turnproc: Turnproc, repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "empty.git")
    git(repository, "remote", "add", "origin", str(tmp_path / "empty.git"))
    assert turnproc("resolve", "--push", repository).code == 0
    assert git(tmp_path / "empty.git", "rev-parse", "main") == git(repository, "rev-parse", "HEAD")
    assert git(tmp_path / "empty.git", "tag") == "turn-001"


def test_a_campaign_in_a_larger_repository(turnproc: Turnproc, tmp_path: Path) -> None:
    host = Host.make(tmp_path, {f"games/east/{name}": text for name, text in SMALL.items()})
    master, player = host.clone("master"), host.clone("player")
    push(player, {f"games/east/{HUNS}": OTHER_HUNS, "notes.txt": "of others\n"})
    assert turnproc("resolve", "--push", master / "games" / "east").code == 0
    assert_same(host, master)
    assert host.tags() == ["games/east/turn-001"]


def test_a_password_in_the_address_is_not_told(turnproc: Turnproc, master: Path) -> None:
    git(master, "remote", "set-url", "origin", "http://me:secret-word@127.0.0.1:9/x.git")
    ran = turnproc("resolve", "--push", master)
    assert ran.code == 1
    assert "secret-word" not in ran.out + ran.err
