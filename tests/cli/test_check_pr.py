"""`turnproc check-pr` on pull requests of honest people: whatever they may do, they can."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import Ran, orders
from tests.cli.pull_requests import ACCOUNTS, GOTHS, HUNS, MARCH, ROME, SIGNUP, Repo, campaign, files, told
from tests.git.helpers import contents, git

Check = Callable[..., Ran]


@pytest.fixture
def check(turnproc: Turnproc) -> Check:
    def call(repo: Repo, author: str, *more: str, base: str = "main", head: str = "HEAD", form: str = "json") -> Ran:
        given = ("--base", base, "--head", head, "--author", author, "--format", form)
        return turnproc("check-pr", repo.root, *given, *more)

    return call


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.make(tmp_path / "repo")
    made.branch()
    return made


def accepted(ran: Ran, expected: dict[str, str]) -> None:
    assert (ran.code, told(ran), ran.data["accepted"]) == (0, set(), True), ran.out
    assert files(ran) == expected


def test_new_orders(check: Check, repo: Repo) -> None:
    head = repo.put({GOTHS: MARCH})
    ran = check(repo, "Anna-K")
    accepted(ran, {GOTHS: "new"})
    assert (ran.data["role"], ran.data["turn"], ran.data["head"]) == ("player", 1, head)
    assert ran.data["base"] == repo.git("rev-parse", "main")
    assert ran.data["files"][0]["speaker"] == "goths"


def test_letter_case_of_a_login_makes_no_difference(check: Check, repo: Repo) -> None:
    repo.put({GOTHS: MARCH})
    accepted(check(repo, "aNNA-k"), {GOTHS: "new"})


def test_orders_changed_in_several_commits(check: Check, repo: Repo) -> None:
    repo.put({HUNS: orders("huns", "{hold: 1, in: tavrika}")})
    repo.put({HUNS: orders("huns", "{hold: 2, in: tavrika}")})
    accepted(check(repo, "boris"), {HUNS: "changed"})


def test_orders_withdrawn(check: Check, repo: Repo) -> None:
    repo.put({HUNS: None})
    accepted(check(repo, "boris"), {HUNS: "withdrawn"})
    assert "withdrawn" in check(repo, "boris", form="text").out


def test_a_slip_taken_back(check: Check, repo: Repo) -> None:
    repo.put({"turns/001/orders/Gots.yml": MARCH})
    repo.put({"turns/001/orders/Gots.yml": None, GOTHS: MARCH})
    accepted(check(repo, "Anna-K"), {GOTHS: "new"})


@pytest.mark.parametrize("slip", ["goths.yaml", "turns/001/goths.yaml", "turns/1/orders/Goths.yml", "goths.txt"])
def test_orders_in_a_wrong_place_are_moved(check: Check, repo: Repo, slip: str) -> None:
    repo.put({slip: MARCH})
    ran = check(repo, "Anna-K", "--language", "en")
    assert told(ran) == {("P008", slip)}
    assert GOTHS in ran.data["problems"][0]["hint"]
    repo.put({slip: None, GOTHS: MARCH})
    accepted(check(repo, "Anna-K"), {GOTHS: "new"})


@pytest.mark.parametrize("ending", ["", ".txt", ".yaml.txt", ".doc"])
def test_orders_with_a_wrong_ending_are_told_the_right_one(check: Check, repo: Repo, ending: str) -> None:
    slip = f"turns/001/orders/goths{ending}"
    repo.put({slip: MARCH})
    ran = check(repo, "Anna-K", "--language", "en")
    assert told(ran) == {("P015", slip)}
    assert ran.data["problems"][0]["hint"] == "rename it to goths.yaml"


def test_a_player_who_speaks_for_several(check: Check, tmp_path: Path) -> None:
    own = campaign()["campaign.yaml"].replace("github: boris", "github: anna-k")
    repo = Repo.make(tmp_path / "repo", changes={"campaign.yaml": own})
    repo.branch()
    repo.put({GOTHS: MARCH, HUNS: orders("huns")})
    accepted(check(repo, "Anna-K"), {GOTHS: "new", HUNS: "changed"})


def test_a_faction_and_a_character_of_one_player(check: Check, tmp_path: Path, turnproc: Turnproc) -> None:
    assert turnproc("new", tmp_path / "raid", "--ruleset", "vidonico").code == 0
    repo = Repo(tmp_path / "raid")
    text = (repo.top / "campaign.yaml").read_text(encoding="utf-8")
    account = "player-2: {accounts: {github: Hordeling}, speaks_for"
    repo.put({"campaign.yaml": text.replace("player-2: {speaks_for", account)})
    repo.branch()
    own = {f"turns/001/orders/{speaker}.yaml": orders(speaker) for speaker in ("horde", "grima")}
    foreign = {f"turns/001/orders/{speaker}.yaml": orders(speaker) for speaker in ("clans", "keira")}
    there = set(repo.git("ls-files").splitlines())
    repo.put(own)
    accepted(check(repo, "hordeling"), {name: "changed" if name in there else "new" for name in own})
    repo.put(foreign)
    assert told(check(repo, "hordeling")) == {("P014", name) for name in foreign}


def test_a_fork_that_lags_behind(check: Check, repo: Repo) -> None:
    repo.put({GOTHS: MARCH})
    repo.on("main")
    repo.put({ROME: orders("rome"), "notes.md": "The game master's.\n"})
    accepted(check(repo, "Anna-K", head="theirs"), {GOTHS: "new"})


def test_a_fork_brought_up_to_date_by_merging(check: Check, repo: Repo) -> None:
    repo.put({GOTHS: MARCH})
    repo.on("main")
    repo.put({ROME: orders("rome")})
    repo.on("theirs")
    repo.git("merge", "--quiet", "--no-edit", "main")
    accepted(check(repo, "Anna-K"), {GOTHS: "new"})


def test_branches_that_have_merged_each_other(check: Check, repo: Repo) -> None:
    repo.put({GOTHS: MARCH})
    repo.on("main")
    old = repo.put({"notes.md": "The game master's.\n"})
    repo.git("merge", "--quiet", "--no-edit", "--no-ff", "theirs")
    repo.on("theirs")
    repo.git("merge", "--quiet", "--no-edit", old)
    repo.put({GOTHS: orders("goths")})
    assert len(repo.git("merge-base", "--all", "main", "theirs").split()) == 2
    accepted(check(repo, "Anna-K"), {GOTHS: "changed"})


def test_a_branch_that_goes_on_after_it_was_squashed(check: Check, repo: Repo, turnproc: Turnproc) -> None:
    repo.put({GOTHS: MARCH})
    repo.on("main")
    repo.put({GOTHS: MARCH}, "Squashed")
    assert turnproc("resolve", repo.root).code == 0
    repo.on("theirs")
    later = "turns/002/orders/goths.yaml"
    repo.put({later: orders("goths", turn=2)})
    ran = check(repo, "Anna-K")
    accepted(ran, {later: "new"})
    assert ran.data["turn"] == 2


@pytest.mark.parametrize("prefix", ["games/east/", "игры/на востоке й/"])
def test_a_campaign_in_a_larger_repository(check: Check, tmp_path: Path, prefix: str) -> None:
    repo = Repo.make(tmp_path / "larger", prefix)
    repo.branch()
    repo.put({GOTHS: MARCH})
    accepted(check(repo, "Anna-K"), {f"{prefix}{GOTHS}": "new"})


def test_sealed_orders_in_the_place_of_open_ones(check: Check, repo: Repo) -> None:
    sealed = f"{HUNS}.age"
    repo.put({HUNS: None, sealed: "-----BEGIN AGE ENCRYPTED FILE-----\n" + "A" * 70_000})
    accepted(check(repo, "boris"), {HUNS: "withdrawn", sealed: "new"})


def test_signing_up_and_thinking_better_of_it(check: Check, repo: Repo) -> None:
    name = "signup/New-Comer.yaml"
    repo.put({name: SIGNUP})
    ran = check(repo, "new-comer")
    accepted(ran, {name: "new"})
    assert ran.data["role"] == "unknown"
    repo.branch("again", at="theirs")
    repo.put({name: None})
    accepted(check(repo, "new-comer", base="theirs"), {name: "withdrawn"})


def test_the_game_masters_own(check: Check, repo: Repo) -> None:
    repo.put({"campaign.yaml": "nonsense\n", HUNS: None, ".github/workflows/x.yml": "on: push\n"})
    ran = check(repo, "the-master")
    accepted(ran, {"campaign.yaml": "changed", HUNS: "withdrawn", ".github/workflows/x.yml": "new"})
    assert ran.data["role"] == "game-master"
    assert "not judged" in check(repo, "the-master", form="text").out


def test_another_platform(check: Check, repo: Repo) -> None:
    repo.put({ROME: orders("rome")})
    accepted(check(repo, "carla-elsewhere", "--platform", "forgejo"), {ROME: "new"})
    assert told(check(repo, "carla-elsewhere")) == {("P003", ROME)}


def test_nothing_at_all(check: Check, repo: Repo) -> None:
    accepted(check(repo, "boris"), {})
    assert "changes nothing" in check(repo, "boris", form="text").out


def test_whom_the_state_names_counts_not_speaks_for(check: Check, tmp_path: Path) -> None:
    state = (
        campaign()["turns/000/state.yaml"]
        .replace("player: carla", "player: c")
        .replace("player: anna", "player: carla")
    )
    repo = Repo.make(tmp_path / "repo", changes={"turns/000/state.yaml": state})
    repo.branch()
    repo.put({GOTHS: MARCH})
    accepted(check(repo, "carla"), {GOTHS: "new"})
    assert told(check(repo, "Anna-K")) == {("P014", GOTHS)}


def test_speaks_for_counts_where_the_state_cannot_be_read(check: Check, tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "repo", changes={"turns/000/state.yaml": "turn: [\n"})
    repo.branch()
    repo.put({GOTHS: MARCH})
    accepted(check(repo, "Anna-K"), {GOTHS: "new"})
    assert told(check(repo, "boris")) == {("P014", GOTHS)}


def test_neither_files_nor_branches_are_changed(check: Check, repo: Repo) -> None:
    repo.put({GOTHS: MARCH})
    repo.on("main")
    before = contents(repo.top), git(repo.top, "for-each-ref"), git(repo.top, "count-objects")
    accepted(check(repo, "Anna-K", head="theirs"), {GOTHS: "new"})
    assert (contents(repo.top), git(repo.top, "for-each-ref"), git(repo.top, "count-objects")) == before
    assert git(repo.top, "status", "--porcelain") == ""


def test_every_language_and_form(check: Check, repo: Repo) -> None:
    repo.put({ROME: orders("rome"), "signup/boris.yaml": SIGNUP})
    said = {check(repo, "boris", "--language", language, form="text").err for language in ("en", "ru", "sv")}
    assert len(said) == 3
    rows = check(repo, "boris", form="github").out.splitlines()
    assert [row.partition(",")[0] for row in rows[:2]] == ["::error file=signup/boris.yaml", f"::error file={ROME}"]


def test_accounts_are_those_of_the_base(check: Check, repo: Repo) -> None:
    repo.put({"campaign.yaml": campaign()["campaign.yaml"].replace("Anna-K", "mallory"), GOTHS: MARCH})
    assert "mallory" not in ACCOUNTS
    assert told(check(repo, "mallory")) == {("P008", "campaign.yaml"), ("P003", GOTHS)}
