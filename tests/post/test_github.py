"""What turnproc asks of GitHub and tells it, against a GitHub that pages, refuses and remembers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.post.fake_github import APP, REPOSITORY, TOKEN, FakeGitHub, pull, run
from tests.post.fakes import Answer, Says, served
from turnproc.post.client import ServiceError
from turnproc.post.github import GitHub, PullRequest, shortened
from turnproc.store.errors import OperatorError

SHA = "0123456789abcdef0123456789abcdef01234567"
PNG = (b"\x89PNG", "image/png")


@pytest.fixture
def fake() -> Iterator[FakeGitHub]:
    fake = FakeGitHub()
    with served(fake):
        yield fake


@pytest.fixture
def github(fake: FakeGitHub) -> GitHub:
    return GitHub(REPOSITORY, TOKEN, fake.url)


def test_an_open_pull_request(fake: FakeGitHub, github: GitHub) -> None:
    fake.kept.pulls = [pull(7, SHA), pull(8, state="closed")]
    assert github.open_pull_requests() == [
        PullRequest(
            7,
            "boris",
            SHA,
            "boris/war",
            "main",
            "https://github.com/anna/war/pull/7",
            datetime(2026, 5, 8, 18, tzinfo=UTC),
        )
    ]


def test_all_pages_are_read_and_nothing_comes_twice(fake: FakeGitHub, github: GitHub) -> None:
    fake.kept.pulls = [pull(number) for number in range(1, 251)] + [pull(3)]
    assert [each.number for each in github.open_pull_requests()] == list(range(1, 251))
    assert [request.query["page"] for request in fake.requests] == ["1", "2", "3"]


def test_deleted_accounts_and_forks(fake: FakeGitHub, github: GitHub) -> None:
    fake.kept.pulls = [pull(1, user=None, head={"sha": SHA, "repo": None})]
    [found] = github.open_pull_requests()
    assert (found.author, found.head_repository) == (None, None)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        "text",
        [1],
        [{}],
        [pull(1, head={"sha": "../.."})],
        [pull(1, updated_at="yesterday")],
        [pull(1, head=None)],
        [pull(1, head={"sha": SHA + "\n"})],
        [{**pull(1), "number": "1"}],
        [{**pull(1), "number": True}],
        [{**pull(1), "number": -1}],
        [pull(1, base={})],
    ],
)
def test_strange_lists_are_refused_and_no_bug(data: Any) -> None:
    with served(Says(lambda _: Answer(data=data))) as fake, pytest.raises(ServiceError) as strange:
        GitHub(REPOSITORY, TOKEN, fake.url).open_pull_requests()
    assert strange.value.key == "O139"


def test_a_list_without_end_is_given_up() -> None:
    with served(Says(lambda _: Answer(data=[pull(1)] * 100))) as fake, pytest.raises(ServiceError) as strange:
        GitHub(REPOSITORY, TOKEN, fake.url).open_pull_requests()
    assert strange.value.key == "O139"


def test_the_latest_run_says_when_a_commit_was_pushed(fake: FakeGitHub, github: GitHub) -> None:
    fake.kept.runs = [
        run(SHA, "2026-05-01T10:00:00Z"),
        run(SHA, "2026-05-03T10:00:00Z"),
        run(SHA, "2026-05-02T10:00:00Z"),
        run(SHA, "2026-05-09T10:00:00Z", repository="carla/war"),
        run("b" * 40, "2026-05-10T10:00:00Z"),
        run(SHA, "2026-05-11T10:00:00Z", event="push"),
    ]
    assert github.pushed_at(SHA, "Boris/war") == datetime(2026, 5, 3, 10, tzinfo=UTC)


def test_nobody_knows_when(fake: FakeGitHub, github: GitHub) -> None:
    assert github.pushed_at(SHA, "boris/war") is None
    assert github.pushed_at(SHA, None) is None
    assert github.pushed_at("main&event=push", "boris/war") is None
    assert len(fake.requests) == 1


def test_answers_to_another_question_do_not_count() -> None:
    runs = [run("b" * 40, "2026-05-03T10:00:00Z"), run(SHA, "2026-05-03T10:00:00Z", event="push")]
    with served(Says(lambda _: Answer(data={"workflow_runs": runs}))) as fake:
        assert GitHub(REPOSITORY, TOKEN, fake.url).pushed_at(SHA, "boris/war") is None


@pytest.mark.parametrize("created", ["yesterday", None, 5, "2026-05-03T10:00:00"])
def test_a_run_without_a_time_is_strange(fake: FakeGitHub, github: GitHub, created: Any) -> None:
    fake.kept.runs = [run(SHA, created)]
    with pytest.raises(ServiceError) as strange:
        github.pushed_at(SHA, "boris/war")
    assert strange.value.key == "O139"


@pytest.mark.parametrize("me", [None, "anna"])
def test_one_comment_that_follows(me: str | None) -> None:
    fake = FakeGitHub(me)
    with served(fake):
        github = GitHub(REPOSITORY, TOKEN, fake.url)
        assert github.comment(7, "check", "first\n")
        assert not github.comment(7, "check", "first")
        assert github.comment(7, "check", "second")
        assert github.comment(7, "other", "third")
        bodies = [each["body"] for each in fake.kept.comments[7]]
    assert bodies == ["<!-- turnproc: check -->\nsecond", "<!-- turnproc: other -->\nthird"]


@pytest.mark.parametrize("me", [None, "anna"])
def test_a_players_comment_with_the_mark_is_left_alone(me: str | None) -> None:
    fake = FakeGitHub(me)
    forged = {"id": 5, "body": "<!-- turnproc: check -->\nall is well", "user": {"login": "boris", "type": "User"}}
    quoted = {"id": 6, "body": "> x\n<!-- turnproc: check -->", "user": APP if me is None else {"login": me}}
    fake.kept.comments[7] = [forged, quoted]
    with served(fake):
        GitHub(REPOSITORY, TOKEN, fake.url).comment(7, "check", "not at all")
    assert [each["id"] for each in fake.kept.comments[7][:2]] == [5, 6]
    assert fake.kept.comments[7][0]["body"].endswith("all is well")
    assert fake.kept.comments[7][2]["body"].endswith("not at all")


def test_our_comment_is_found_on_a_later_page(fake: FakeGitHub, github: GitHub) -> None:
    talk = [{"id": n, "body": "hm", "user": {"login": "boris", "type": "User"}} for n in range(1, 131)]
    fake.kept.comments[7] = [*talk, {"id": 500, "body": "<!-- turnproc: check -->\r\nsame\r\n", "user": APP}]
    assert not github.comment(7, "check", "same")


def test_a_comment_that_is_too_long_is_cut_after_a_row(fake: FakeGitHub, github: GitHub) -> None:
    github.comment(7, "check", "a row of a report\n" * 5000)
    [comment] = fake.kept.comments[7]
    assert len(comment["body"]) <= 65_536
    assert comment["body"].endswith("a row of a report\n\n…\n")


@pytest.mark.parametrize("mark", ["", "a-->b", "x\ny", "--", "É"])
def test_a_mark_cannot_break_out_of_its_comment(github: GitHub, mark: str) -> None:
    with pytest.raises(ValueError, match="no mark"):
        github.comment(7, mark, "text")


def test_a_release_is_made_once(fake: FakeGitHub, github: GitHub) -> None:
    fake.kept.tags = {"turn-001"}
    first = github.release("turn-001", "Turn 1", "The report", {"map.png": PNG})
    again = github.release("turn-001", "Turn 1", "The report", {"map.png": PNG})
    assert (first.changed, again.changed) == (True, False)
    assert first.url == again.url == "https://github.com/anna/war/releases/tag/turn-001"
    assert [(request.method, request.path) for request in fake.of("POST")] == [
        ("POST", "/repos/anna/war/releases"),
        ("POST", "/uploads/1001/assets"),
    ]
    assert fake.kept.assets == {(1001, "map.png"): b"\x89PNG"}


def test_a_tag_is_never_made_by_a_release(fake: FakeGitHub, github: GitHub) -> None:
    with pytest.raises(OperatorError) as refused:
        github.release("east/turn-001", "Turn 1", "", {})
    assert refused.value.key == "O138"
    assert fake.of("POST") == []
    assert fake.kept.tags == set()


def test_an_upload_that_broke_off_is_made_good(fake: FakeGitHub, github: GitHub) -> None:
    fake.kept.tags = {"turn-001"}
    github.release("turn-001", "Turn 1", "", {"a.png": PNG})
    fake.kept.releases["turn-001"]["assets"].append({"id": 77, "name": "b.png", "state": "starter"})
    assert github.release("turn-001", "Turn 1", "", {"a.png": PNG, "b.png": PNG}).changed
    assert [(each["name"], each["state"]) for each in fake.kept.releases["turn-001"]["assets"]] == [
        ("a.png", "uploaded"),
        ("b.png", "uploaded"),
    ]


@pytest.mark.parametrize(
    "url", ["https://evil.invalid/uploads/1{?name}", "", None, "https://[", "{api}:1/x", "{api}/x?name=1", "//x"]
)
def test_the_key_goes_to_no_other_host(fake: FakeGitHub, github: GitHub, url: str | None) -> None:
    there = None if url is None else url.replace("{api}", fake.url)
    fake.kept.releases["turn-001"] = {"html_url": "https://x", "assets": [], "upload_url": there}
    with pytest.raises(ServiceError) as strange:
        github.release("turn-001", "Turn 1", "", {"a.png": PNG})
    assert strange.value.key == "O139"
    assert fake.of("POST") == []


def test_the_real_one_uploads_elsewhere() -> None:
    github = GitHub(REPOSITORY, TOKEN)
    assert github._upload_address({"upload_url": "https://uploads.github.com/repos/a/b/1{?name}"}).endswith("/b/1")
    with pytest.raises(ServiceError):
        github._upload_address({"upload_url": "https://api.github.com/repos/a/b/1"})


def test_shortened_texts_fit() -> None:
    assert shortened("x" * 100, 100) == "x" * 100
    assert len(shortened("x" * 101, 100)) == 100
    assert shortened("row one\nrow two\nrow three", 22) == "row one\nrow two\n\n…\n"


def test_the_environment_says_where(monkeypatch: pytest.MonkeyPatch, fake: FakeGitHub) -> None:
    for name in ("GITHUB_TOKEN", "GITHUB_REPOSITORY", "GITHUB_API_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GITHUB_TOKEN", f" {TOKEN}\n")
    with pytest.raises(OperatorError) as missing:
        GitHub.from_environment()
    assert (missing.value.key, missing.value.params["variable"]) == ("O134", "GITHUB_REPOSITORY")
    monkeypatch.setenv("GITHUB_REPOSITORY", REPOSITORY)
    monkeypatch.setenv("GITHUB_API_URL", fake.url)
    assert GitHub.from_environment().open_pull_requests() == []


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GITHUB_REPOSITORY", "anna"),
        ("GITHUB_REPOSITORY", "anna/.."),
        ("GITHUB_REPOSITORY", "anna/war/../../x"),
        ("GITHUB_REPOSITORY", "anna/war?x"),
        ("GITHUB_TOKEN", "with blank"),
        ("GITHUB_TOKEN", "line\r\nX-Evil: 1"),
        ("GITHUB_API_URL", "http://api.github.com"),
        ("GITHUB_API_URL", "https://user:pass@github.com"),
        ("GITHUB_API_URL", "https://github.com/?x=1"),
        ("GITHUB_API_URL", "https://github.com/#x"),
        ("GITHUB_API_URL", "ftp://127.0.0.1"),
        ("GITHUB_API_URL", "https://:443"),
        ("GITHUB_API_URL", "https://[::1"),
        ("GITHUB_API_URL", "https://x:port"),
    ],
)
def test_a_variable_that_cannot_be_used_is_named_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    good = {"GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": REPOSITORY, "GITHUB_API_URL": "https://api.github.com"}
    for name, text in (good | {variable: value}).items():
        monkeypatch.setenv(name, text)
    with pytest.raises(OperatorError) as refused:
        GitHub.from_environment()
    assert refused.value.key == "O135"
    assert variable in refused.value.text()
    assert value not in refused.value.text() + refused.value.hint()
