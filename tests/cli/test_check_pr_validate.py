"""`turnproc check-pr --validate`: what the orders say that a pull request brings, before anything is merged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, Ran, orders
from tests.cli.pull_requests import GOTHS, HUNS, MARCH, ROME, Repo, campaign, files, told
from tests.git.helpers import contents, git

Check = Callable[..., Ran]
# Nobody has nine persons in Dacia, and there is no province of that name.
WRONG = orders("goths", "{hold: 9, in: dacia}", "{move: 1, from: dacia, to: nowhere}")


@pytest.fixture
def check(turnproc: Turnproc) -> Check:
    def call(repo: Repo, author: str, *more: str, form: str = "json") -> Ran:
        given = ("--base", "main", "--head", "theirs", "--author", author, "--format", form)
        return turnproc("check-pr", repo.root, "--validate", *given, *more)

    return call


@pytest.fixture(params=["", "games/east/"])
def repo(tmp_path: Path, request: pytest.FixtureRequest) -> Repo:
    made = Repo.make(tmp_path / "repo", request.param)
    made.branch()
    return made


def as_validate_says(turnproc: Turnproc, repo: Repo, file: str) -> list[tuple[str, int, int]]:
    """The problems of a file, once it is merged."""
    ran = turnproc("validate", repo.root / file, "--format", "json")
    return [(each["code"], each["line"], each["column"]) for each in ran.data["problems"]]


@pytest.mark.parametrize(
    "text",
    [
        MARCH,
        WRONG,
        orders("goths", "{hold: 3, in: dacia}", turn=2),
        orders("huns"),
        "turn: 1\nfor: goths\norders: [\n",
        "for: goths\norders: []\n",
        orders("goths", "{hold: 3, in: dacia, why: not}", message="Hello # there"),
    ],
)
def test_it_finds_what_validate_finds_after_the_merge(check: Check, turnproc: Turnproc, repo: Repo, text: str) -> None:
    repo.put({GOTHS: text})
    ran = check(repo, "Anna-K")
    found = [(each["code"], each["line"], each["column"]) for each in ran.data["problems"]]
    assert {each["file"] for each in ran.data["problems"]} <= {f"{repo.prefix}{GOTHS}"}
    assert files(ran) == {f"{repo.prefix}{GOTHS}": "new"}
    assert ran.data["accepted"] == (ran.code == 0)
    repo.on("main")
    git(repo.top, "merge", "--quiet", "theirs")
    assert found == as_validate_says(turnproc, repo, GOTHS)


def test_errors_in_orders_are_no_reason_to_say_that_the_author_may_not(check: Check, repo: Repo) -> None:
    repo.put({GOTHS: WRONG})
    ran = check(repo, "Anna-K", form="text")
    assert ran.code == 1
    assert "changes only what its author may, but there are errors" in ran.out
    repo.put({ROME: orders("rome")})
    ran = check(repo, "Anna-K")
    assert ("P014", f"{repo.prefix}{ROME}") in told(ran)
    assert {code for code, file in told(ran) if file == f"{repo.prefix}{GOTHS}"} - {"P014"}, "one run tells all"


def test_mistakes_of_others_are_not_this_players(check: Check, tmp_path: Path) -> None:
    changes = {HUNS: "nonsense\n", GM: "turn: 7\nrulings: {strike/rome: true, what/ever: 1}\nevents: [{}]\n"}
    repo = Repo.make(tmp_path / "repo", changes=dict(changes))
    repo.branch()
    repo.put({GOTHS: MARCH})
    ran = check(repo, "Anna-K")
    assert (ran.code, told(ran), files(ran)) == (0, set(), {GOTHS: "new"})


def test_a_broken_campaign_is_told_and_nothing_is_praised(check: Check, tmp_path: Path) -> None:
    state = campaign()["turns/000/state.yaml"].replace("kind: tribe, player: anna", "kind: horde, player: anna")
    repo = Repo.make(tmp_path / "repo", changes={"turns/000/state.yaml": state, GM: "turn: 7\n"})
    repo.branch()
    repo.put({GOTHS: MARCH})
    ran = check(repo, "Anna-K")
    assert (ran.code, {file for _, file in told(ran)}) == (1, {"turns/000/state.yaml"})


def test_events_of_the_base_change_what_orders_may_say(check: Check, tmp_path: Path, turnproc: Turnproc) -> None:
    """An army that the game master raises when the turn begins can have orders at once."""
    repo = Repo(tmp_path / "raid")
    assert turnproc("new", repo.top, "--ruleset", "vidonico").code == 0
    text = (repo.top / "campaign.yaml").read_text(encoding="utf-8")
    account = "player-2: {accounts: {github: Hordeling}, speaks_for"
    riders = "contingents: [{id: a, template: light-horse, count: 8}]"
    army = f"raise: reserve, name: R, faction: horde, region: fords, {riders}"
    own = {"turns/001/orders/horde.yaml": orders("horde", "{stance: avoid, army: reserve}")}
    repo.put({"campaign.yaml": text.replace("player-2: {speaks_for", account)})
    repo.branch()
    repo.put(dict(own))
    assert check(repo, "hordeling").codes == ["E-UNKNOWN"]
    repo.on("main")
    repo.put({GM: f"turn: 1\nevents:\n  - {{{army}}}\n"})
    ran = check(repo, "hordeling")
    assert (ran.code, ran.codes) == (0, [])


def test_nothing_of_the_pull_request_is_ever_on_disk(check: Check, repo: Repo) -> None:
    repo.put({GOTHS: WRONG})
    repo.on("main")
    before = contents(repo.top)
    assert check(repo, "Anna-K").code == 1
    assert contents(repo.top) == before
    assert git(repo.top, "status", "--porcelain") == ""


def test_orders_withdrawn_and_signups_have_nothing_to_check(check: Check, repo: Repo) -> None:
    repo.put({HUNS: None})
    ran = check(repo, "boris")
    assert (ran.code, told(ran), files(ran)) == (0, set(), {f"{repo.prefix}{HUNS}": "withdrawn"})


def test_the_game_masters_own_files_are_checked_too(check: Check, repo: Repo) -> None:
    repo.put({GM: "turn: 1\nrulings: {strike/goths: true, strike/huns: true}\n", GOTHS: WRONG})
    ran = check(repo, "The-Master")
    problems = told(ran)
    assert {file for _, file in problems} == {f"{repo.prefix}{GOTHS}"}, "he struck whom there is"
    repo.put({GM: "turn: 2\n", GOTHS: MARCH})
    assert told(check(repo, "The-Master")) == {("B-3.2", f"{repo.prefix}{GM}")}
    repo.put({GM: None, "campaign.yaml": "nonsense\n"})
    ran = check(repo, "The-Master")
    assert (ran.code, {file for _, file in told(ran)}) == (1, {f"{repo.prefix}campaign.yaml"})


AGE = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"


@pytest.mark.parametrize(
    ("is_sealed", "name", "text", "expected"),
    [
        (False, f"{GOTHS}.age", "-----BEGIN AGE ENCRYPTED FILE-----\n", "C064"),
        (True, f"{GOTHS}.age", "turn: 1\n", "C061"),
        (True, GOTHS, MARCH, "C063"),
    ],
    ids=["this campaign's orders are not sealed", "what is called sealed is not", "orders that lie open"],
)
def test_sealed_orders_are_looked_at_from_outside(
    check: Check, tmp_path: Path, is_sealed: bool, name: str, text: str, expected: str
) -> None:
    there = campaign()["campaign.yaml"].replace("game_master: {", f"game_master: {{age: {AGE}, ")
    sealed = {"campaign.yaml": f"{there}id: east\norders: sealed\n"} if is_sealed else {}
    repo = Repo.make(tmp_path / "repo", changes=dict(sealed))
    repo.branch()
    repo.put({name: text})
    assert told(check(repo, "Anna-K")) == {(expected, name)}
