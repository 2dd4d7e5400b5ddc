"""`turnproc signup assign`: who gets whom, why, what is written, and what hostile or clumsy files can do."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.pull_requests import Repo
from tests.cli.signing_up import AGE, CAMPAIGN, STATE_0, commit, free_campaign, free_repository, signup
from tests.git.helpers import committed_names, contents, git, write

JSON = ("--format", "json")
ALL = ("huns", "rome", "alans")


def places(data: Any) -> dict[str, tuple[str | None, int | None]]:
    return {each["account"]: (each["speaker"], each["wish"]) for each in data["applicants"]}


def lot(account: str, files: dict[str, str], seed: str = "", campaign: str = "small-war") -> str:
    """What docs/formats.md says that the number is."""
    rows = [(f"signup/{name}.yaml", hashlib.sha256(text.encode()).hexdigest()) for name, text in files.items()]
    listed = "".join(f"{sha256}  {name}\n" for name, sha256 in sorted(rows))
    fingerprint = hashlib.sha256(listed.encode()).hexdigest()
    text = "\n".join(["turnproc.signup/1", campaign, seed, fingerprint, account])
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_wishes_of_all_are_met_where_that_can_be(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(
        tmp_path / "war",
        {
            "Dora": signup("гунны", "Rom", "alaner", age=AGE),
            "emil": signup("huns", "Rome", "alans"),
            "flo": signup("Rome", "alans", "huns"),
        },
    )
    ran = turnproc("signup", "assign", root, *JSON)
    assert ran.code == 0, ran.err
    got = places(ran.data)
    # Two firsts are more than one: one of those who wish for the Huns goes to the end of the list.
    assert sorted(str(wish) for _, wish in got.values()) == ["1", "1", "3"]
    assert got["flo"] == ("rome", 1)
    text = (root / CAMPAIGN).read_text(encoding="utf-8")
    huns, alans = ("dora", "emil") if got["Dora"][0] == "huns" else ("emil", "dora")
    assert f"  dora: {{speaks_for: [{got['Dora'][0]}], accounts: {{github: Dora}}, age: {AGE}}}\n" in text
    assert "  flo: {speaks_for: [rome], accounts: {github: flo}}\n" in text
    state = (root / STATE_0).read_text(encoding="utf-8")
    assert f"  huns: {{kind: tribe, player: {huns}}}\n" in state
    assert f"  alans: {{kind: tribe, player: {alans}}}\n" in state
    assert "  rome: {kind: state, civilised: true, player: flo}\n" in state
    assert turnproc("validate", root).code == 0


def test_nothing_else_in_the_files_changes(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {"emil": signup(*ALL)})
    before = contents(root)
    assert turnproc("signup", "assign", root).code == 0
    after = contents(root)
    assert before.keys() - after.keys() == {"signup/emil.yaml"}
    assert {name for name in after if after[name] != before.get(name)} == {CAMPAIGN, STATE_0}
    added = b"  emil: {speaks_for: [huns], accounts: {github: emil}}\n"
    assert after[CAMPAIGN].replace(added, b"") == before[CAMPAIGN]
    assert after[STATE_0].replace(b", player: emil", b"") == before[STATE_0]


def test_one_commit_says_who_got_what(turnproc: Turnproc, tmp_path: Path) -> None:
    files = {"emil": signup(*ALL), "flo": signup()}
    root = free_repository(tmp_path / "war", files)
    ran = turnproc("signup", "assign", root, "--seed", "Draw of 4 May: 7 12 33", *JSON)
    assert ran.data["commit"] == git(root, "rev-parse", "HEAD")
    assert committed_names(root) == sorted([CAMPAIGN, STATE_0, "signup/emil.yaml", "signup/flo.yaml"])
    assert git(root, "status", "--porcelain") == ""
    message = git(root, "log", "-1", "--format=%B")
    assert "emil: huns (wish 1)\n" in message
    assert "(whoever is free)\n" in message
    assert "Seed: Draw of 4 May: 7 12 33" in message
    assert ran.data["lot"]["files"].removeprefix("sha256:") in message


def test_a_second_run_changes_nothing(turnproc: Turnproc, tmp_path: Path) -> None:
    files = {name: signup(*ALL) for name in ("emil", "flo", "gus", "hal")}
    root = free_repository(tmp_path / "war", files)
    assert turnproc("signup", "assign", root).code == 0
    before, head = contents(root), git(root, "rev-parse", "HEAD")
    ran = turnproc("signup", "assign", root)
    assert (ran.code, contents(root), git(root, "rev-parse", "HEAD")) == (0, before, head)
    assert "waits" in ran.out
    (waiting,) = [name for name in before if name.startswith("signup/")]
    (root / waiting).unlink()
    ran = turnproc("signup", "assign", root)
    assert (ran.code, ran.out) == (0, "Nobody is waiting for a place.\n")


def test_a_dry_run_writes_nothing_and_says_the_same(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {name: signup(*ALL) for name in ("emil", "flo", "gus", "hal")})
    before = contents(root)
    dry = turnproc("signup", "assign", root, "--dry-run", *JSON)
    told = turnproc("signup", "assign", root, "--dry-run").out
    gone = [each["account"] for each in dry.data["applicants"] if each["speaker"] is not None]
    assert len(gone) == 3
    row = next(row for row in told.splitlines() if row.startswith("These would be deleted"))
    assert set(row.partition(": ")[2].split(", ")) == {f"signup/{account}.yaml" for account in gone}
    assert contents(root) == before
    real = turnproc("signup", "assign", root, *JSON)
    assert (dry.data["written"], real.data["written"]) == (False, True)
    assert dry.data["applicants"] == real.data["applicants"]


def test_the_lot_is_what_the_page_says(turnproc: Turnproc, tmp_path: Path) -> None:
    files = {name: signup(*ALL) for name in ("emil", "flo", "gus", "hal")}
    root = free_repository(tmp_path / "war", files)
    for seed in ("", "a public text"):
        ran = turnproc("signup", "assign", root, "--dry-run", "--seed", seed, *JSON)
        numbers = {each["account"]: each["lot"] for each in ran.data["applicants"]}
        assert numbers == {account: lot(account, files, seed) for account in files}
        order = sorted(files, key=lambda account: numbers[account])
        assert [each["account"] for each in ran.data["applicants"]] == order
        # All wish for the same: who is drawn first chooses first.
        assert [places(ran.data)[account] for account in order] == [
            ("huns", 1),
            ("rome", 2),
            ("alans", 3),
            (None, None),
        ]


def test_why_somebody_got_no_better_wish(turnproc: Turnproc, tmp_path: Path) -> None:
    files = {"emil": signup("huns", "rome", "alans"), "flo": signup("huns", "rome", "alans")}
    root = free_repository(tmp_path / "war", files)
    ran = turnproc("signup", "assign", root, "--dry-run")
    first, second = sorted(files, key=lambda account: lot(account, files))
    rows = ran.out.splitlines()
    assert rows[0].startswith(f"{first}: Huns, wish 1 of 3 (lot ")
    assert rows[1].startswith(f"{second}: Rome, wish 2 of 3 (lot ")
    assert rows[2] == f"    not Huns (wish 1): as good for all, but {first} was drawn before and has got it"
    assert "Still free: Alans" in rows
    # A third wants only what the first two want less.
    commit(root, {"signup/gus.yaml": signup("rome", "huns", "goths")})
    ran = turnproc("signup", "assign", root, "--dry-run", *JSON)
    by_account = {each["account"]: each for each in ran.data["applicants"]}
    assert by_account["gus"]["speaker"] == "rome"
    (loser,) = [each for each in ran.data["applicants"] if each["wish"] == 3]
    why = {each["speaker"]: each for each in loser["unmet"]}
    assert why["huns"]["why"] == "lot"
    assert (why["rome"]["why"], why["rome"]["owner"]) == ("total", "gus")
    assert why["rome"]["count"] < why["rome"]["instead_of"]


def test_whoever_takes_anybody_never_takes_a_wish_away(turnproc: Turnproc, tmp_path: Path) -> None:
    files = {"any-1": signup(), "any-2": signup(), "any-3": signup(), "emil": signup(*ALL)}
    root = free_repository(tmp_path / "war", files)
    got = places(turnproc("signup", "assign", root, "--dry-run", *JSON).data)
    assert got.pop("emil") == ("huns", 1)
    assert sorted(str(speaker) for speaker, _ in got.values()) == ["None", "alans", "rome"]


def test_nobody_plays_whom_he_did_not_name(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(
        tmp_path / "war", {"emil": signup("huns", "rome", "goths"), "flo": signup("huns", "rome", "goths")}
    )
    commit(root, {"signup/gus.yaml": signup("huns", "rome", "goths")})
    ran = turnproc("signup", "assign", root, *JSON)
    got = places(ran.data)
    assert sorted(str(speaker) for speaker, _ in got.values()) == ["None", "huns", "rome"]
    assert ran.data["free"] == ["alans"]
    assert ran.codes == ["C086"] * 3
    assert [name for name in contents(root) if name.startswith("signup/")] == [
        f"signup/{account}.yaml" for account, (speaker, _) in got.items() if speaker is None
    ]


def test_the_game_master_reads_the_notes(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {"emil": signup(*ALL, note='"Far from \\e[31mmy brother"')})
    ran = turnproc("signup", "assign", root, "--dry-run")
    assert "    Note: Far from <U+001B>[31mmy brother\n" in ran.out


def test_validate_looks_at_these_files(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {"eve": signup("huns", "rome", "alans")})
    ran = turnproc("validate", root / "signup/eve.yaml", *JSON)
    assert (ran.code, ran.data["problems"]) == (0, [])
    assert "checked: 1," in turnproc("validate", root / "signup/eve.yaml").err
    commit(root, {"signup/eve.yaml": signup("hunz", "rome", "alans"), "signup/e v e.yaml": signup()})
    ran = turnproc("validate", root, *JSON)
    assert ran.code == 1
    assert {(each["code"], each["file"]) for each in ran.data["problems"]} == {
        ("C085", "signup/eve.yaml"),
        ("C089", "signup/e v e.yaml"),
    }
    assert turnproc("validate", root / "signup/eve.yaml", *JSON).data["errors"] == 1


def test_validate_knows_who_plays_on_any_platform(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {"anna-k": signup("goths"), "bo": "nonsense"})
    text = (root / CAMPAIGN).read_text(encoding="utf-8")
    commit(root, {CAMPAIGN: text.replace("github: Anna-K", "gitlab: Anna-K")})
    ran = turnproc("validate", root, *JSON)
    assert {each["code"] for each in ran.data["problems"] if each["file"] == "signup/anna-k.yaml"} == {"C089"}
    assert ran.data["errors"] >= 1


def test_everything_that_is_wrong_is_told_at_once(turnproc: Turnproc, tmp_path: Path) -> None:
    text = "format: turnproc.signup/1\nwishes: [hunz, 7, rome, rome]\nwish: huns\n"
    root = free_repository(tmp_path / "war", {"eve": text})
    ran = turnproc("signup", "assign", root, "--dry-run", *JSON)
    codes = {(each["code"], each["pointer"]) for each in ran.data["problems"]}
    assert ("C085", "/wishes/0") in codes
    assert {pointer for _, pointer in codes} >= {"/wishes/0", "/wishes/1", "/wish"}
    repo = Repo(root)
    repo.branch()
    repo.put({"signup/finn.yaml": text})
    given = ("--base", "main", "--head", "HEAD", "--author", "finn")
    ran = turnproc("check-pr", root, *given, *JSON)
    assert {(each["code"], each["pointer"]) for each in ran.data["problems"]} == codes


def test_a_file_of_somebody_who_plays_is_in_nobodys_way(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {"anna-k": "wishes: 7\n", "eve": signup("huns", "rome", "alans")})
    ran = turnproc("signup", "assign", root, *JSON)
    assert ran.code == 0, ran.err
    assert [each["code"] for each in ran.data["problems"]] == ["C089"]
    assert places(ran.data)["eve"][0] is not None


class TestInPlay:
    """Somebody joins when turns have been played."""

    @pytest.fixture
    def root(self, turnproc: Turnproc, tmp_path: Path) -> Path:
        root = free_repository(tmp_path / "war", {})
        commit(root, {"turns/001/orders/goths.yaml": "turn: 1\nfor: goths\norders: []\n"})
        assert turnproc("resolve", root).code == 0
        commit(
            root,
            {"signup/Dora.yaml": signup("alans", "huns", "rome"), "signup/emil.yaml": signup("alans", "rome", "huns")},
        )
        return root

    def test_an_event_of_the_open_turn_gives_the_place(self, turnproc: Turnproc, root: Path) -> None:
        ran = turnproc("signup", "assign", root, *JSON)
        assert ran.code == 0, ran.err
        assert ran.data["at_once"] is False
        got = places(ran.data)
        gm = (root / "turns/002/gm.yaml").read_text(encoding="utf-8")
        rows = [
            f"  - {{assign: {got[each['account']][0]}, player: {each['player']}}}\n" for each in ran.data["applicants"]
        ]
        assert gm == "turn: 2\nevents:\n" + "".join(rows)
        assert "  dora: {accounts: {github: Dora}}\n" in (root / CAMPAIGN).read_text(encoding="utf-8")
        assert turnproc("validate", root).code == 0
        assert turnproc("verify", root).code == 0
        assert turnproc("resolve", root).code == 0
        state = (root / "turns/002/state.yaml").read_text(encoding="utf-8")
        assert "player: dora" in state
        assert "player: emil" in state

    def test_what_is_given_away_already_is_not_given_again(self, turnproc: Turnproc, root: Path) -> None:
        commit(
            root,
            {"turns/002/gm.yaml": "turn: 2\nevents:\n  - {note: Rain.}  # keep\n  - {assign: аланы, player: zoe}\n"},
        )
        ran = turnproc("signup", "assign", root, *JSON)
        assert "alans" not in {speaker for speaker, _ in places(ran.data).values()}
        gm = (root / "turns/002/gm.yaml").read_text(encoding="utf-8")
        assert gm.startswith(
            "turn: 2\nevents:\n  - {note: Rain.}  # keep\n  - {assign: аланы, player: zoe}\n  - {assign: "
        )
        assert len(gm.splitlines()) == 6
        commit(root, {"signup/flo.yaml": signup("huns")})
        ran = turnproc("signup", "assign", root, *JSON)
        assert places(ran.data) == {"flo": (None, None)}

    def test_the_new_player_sends_orders_from_the_next_turn_on(self, turnproc: Turnproc, root: Path) -> None:
        assert turnproc("signup", "assign", root).code == 0
        assert turnproc("resolve", root).code == 0
        state = (root / "turns/002/state.yaml").read_text(encoding="utf-8")
        speaker = next(name for name in ALL if f"{name}: " in state.partition("player: dora")[0].splitlines()[-1])
        repo = Repo(root)
        repo.branch()
        repo.put({f"turns/003/orders/{speaker}.yaml": f"turn: 3\nfor: {speaker}\norders: []\n"})
        given = ("--base", "main", "--head", "HEAD", "--author", "dora")
        assert turnproc("check-pr", root, *given).code == 0


def test_rules_that_keep_no_players_need_campaign_yaml_alone(turnproc: Turnproc, tmp_path: Path) -> None:
    root = tmp_path / "raid"
    assert turnproc("new", root, "--ruleset", "vidonico").code == 0
    text = (root / CAMPAIGN).read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if "speaks_for" in row]
    speaker = rows[0].partition("[")[2].partition("]")[0].partition(",")[0]
    (root / CAMPAIGN).write_text(text.replace(rows[0] + "\n", ""), encoding="utf-8")
    for path in (root / "turns/001/orders").glob("*.yaml"):
        path.unlink()
    commit(root, {"signup/emil.yaml": signup()})
    before = contents(root)
    ran = turnproc("signup", "assign", root, *JSON)
    assert ran.code == 0, ran.err
    after = contents(root)
    assert {name for name in after if after[name] != before[name]} == {CAMPAIGN}
    assert ran.data["at_once"] is True
    assert places(ran.data) == {"emil": (speaker, None)}
    assert f"  emil: {{speaks_for: [{speaker}], accounts: {{github: emil}}}}\n" in after[CAMPAIGN].decode()


class TestWhatIsWrong:
    """All problems at once, each at its place; and nothing is given away."""

    def problems(self, turnproc: Turnproc, root: Path, code: int = 1) -> set[tuple[str, str, int | None]]:
        before = contents(root)
        ran = turnproc("signup", "assign", root, *JSON, "--dry-run" if code == 0 else "--no-commit")
        assert (ran.code, contents(root)) == (code, before), ran.out + ran.err
        return {(each["code"], each["file"], each["line"]) for each in ran.data["problems"]}

    def test_all_at_once(self, turnproc: Turnproc, tmp_path: Path) -> None:
        root = free_repository(
            tmp_path / "war",
            {
                "emil": "format: turnproc.signup/1\nwishes:\n  - huns\n  - hunz\n  - Гунны\n  - alans\n",
                "flo": signup("huns"),
                "gus": "format: turnproc.signup/1\nwishes: huns\n",
                "hal": "a: &a [*a]\n",
                "ida": signup(*ALL, age=AGE),
                "jan": signup(*ALL, age=AGE),
                "kim": signup("goths", *ALL),
            },
        )
        assert self.problems(turnproc, root) == {
            ("C085", "signup/emil.yaml", 4),
            ("C087", "signup/emil.yaml", 5),
            ("C088", "signup/flo.yaml", 2),
            ("S001", "signup/gus.yaml", 2),
            ("Y015", "signup/hal.yaml", 1),
            ("Y016", "signup/hal.yaml", 1),
            ("C089", "signup/jan.yaml", 3),
            ("C086", "signup/kim.yaml", 2),
        }

    def test_the_nearest_names_are_told(self, turnproc: Turnproc, tmp_path: Path) -> None:
        root = free_repository(tmp_path / "war", {"emil": signup("hunz", "rome", "alans")})
        ran = turnproc("signup", "assign", root, "-l", "ru")
        assert ran.code == 1
        assert "гунны" in ran.err

    @pytest.mark.parametrize(
        "name", ["Emil.yml", "é.yaml", "a b.yaml", "..yaml", "-x.yaml", "x.yaml.bak", "notes.txt", "e\x1b[31m.yaml"]
    )
    def test_names_that_are_no_accounts(self, turnproc: Turnproc, tmp_path: Path, name: str) -> None:
        root = free_repository(tmp_path / "war", {})
        write(root, {f"signup/{name}": signup(*ALL)})
        harmless = name in ("notes.txt",)
        found = self.problems(turnproc, root, 0 if harmless else 1)
        assert {code for code, _, _ in found} == {"C089"}
        assert "\x1b" not in turnproc("signup", "assign", root, "--dry-run").err

    def test_one_account_in_two_letter_cases(self, turnproc: Turnproc, tmp_path: Path) -> None:
        root = free_repository(tmp_path / "war", {"Emil": signup(*ALL), "emil": signup(*ALL)})
        if len(list((root / "signup").iterdir())) == 2:
            assert self.problems(turnproc, root) == {("C089", "signup/emil.yaml", None)}

    def test_who_plays_already_is_told_and_gets_nothing(self, turnproc: Turnproc, tmp_path: Path) -> None:
        root = free_repository(tmp_path / "war", {"anna-k": signup(*ALL)})
        assert self.problems(turnproc, root, 0) == {("C089", "signup/anna-k.yaml", None)}
        ran = turnproc("signup", "assign", root)
        assert (ran.code, ran.out) == (0, "Nobody is waiting for a place.\n")

    def test_links_and_large_files_are_not_read(self, turnproc: Turnproc, tmp_path: Path) -> None:
        root = free_repository(tmp_path / "war", {"big": "#" * (65 << 10)})
        (tmp_path / "secret.yaml").write_text(signup(*ALL), encoding="utf-8")
        (root / "signup/link.yaml").symlink_to(tmp_path / "secret.yaml")
        (root / "signup/folder.yaml").mkdir()
        assert self.problems(turnproc, root) == {
            ("Y001", "signup/big.yaml", None),
            ("C006", "signup/link.yaml", None),
            ("C006", "signup/folder.yaml", None),
        }

    def test_a_folder_that_is_a_link_is_not_followed(self, turnproc: Turnproc, tmp_path: Path) -> None:
        root = free_repository(tmp_path / "war", {})
        write(tmp_path / "elsewhere", {"emil.yaml": signup(*ALL)})
        (root / "signup").symlink_to(tmp_path / "elsewhere")
        ran = turnproc("signup", "assign", root, "--no-commit")
        assert (ran.code, ran.out) == (0, "Nobody is waiting for a place.\n")


def test_accounts_become_ids_that_nobody_has(turnproc: Turnproc, tmp_path: Path) -> None:
    files = {
        "anna": signup("huns", *ALL[1:]),
        "nobody": signup("rome", "huns", "alans"),
        "A_1": signup("alans", *ALL[:2]),
    }
    root = free_repository(tmp_path / "war", files)
    ran = turnproc("signup", "assign", root, *JSON)
    assert ran.code == 0, ran.err
    assert {each["account"]: each["player"] for each in ran.data["applicants"]} == {
        "anna": "player-anna",
        "nobody": "player-nobody",
        "A_1": "a-1",
    }
    assert turnproc("validate", root).code == 0


def test_words_that_mean_a_value_stay_words(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {"null": signup(*ALL), "123": signup("rome", "huns", "alans")})
    assert turnproc("signup", "assign", root).code == 0
    text = (root / CAMPAIGN).read_text(encoding="utf-8")
    assert '  "123": {speaks_for: [rome], accounts: {github: "123"}}\n' in text
    assert '  "null": {speaks_for: [huns], accounts: {github: "null"}}\n' in text
    assert turnproc("validate", root).code == 0


def test_what_is_not_committed_is_not_committed_with_it(turnproc: Turnproc, tmp_path: Path) -> None:
    root = free_repository(tmp_path / "war", {"emil": signup(*ALL)})
    with (root / CAMPAIGN).open("a", encoding="utf-8") as stream:
        stream.write("# half a thought\n")
    before = contents(root)
    ran = turnproc("signup", "assign", root)
    assert (ran.code, contents(root)) == (1, before)
    assert "campaign.yaml" in ran.err


def test_without_a_repository(turnproc: Turnproc, tmp_path: Path) -> None:
    write(tmp_path, free_campaign({"emil": signup(*ALL)}))
    assert turnproc("signup", "assign", tmp_path).code == 1
    ran = turnproc("signup", "assign", tmp_path, "--no-commit", *JSON)
    assert (ran.code, ran.data["written"], ran.data["commit"]) == (0, True, None)
    assert not (tmp_path / "signup/emil.yaml").exists()


def test_if_git_refuses_all_is_as_before(turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from turnproc.store.errors import OperatorError
    from turnproc.store.repository import Repository

    root = free_repository(tmp_path / "war", {"emil": signup(*ALL)})
    before = contents(root)

    def refuse(*_: object) -> None:
        raise OperatorError("O007", command="commit", words="no")

    monkeypatch.setattr(Repository, "commit", refuse)
    ran = turnproc("signup", "assign", root)
    assert (ran.code, contents(root)) == (1, before)


@pytest.mark.parametrize("option", [("--seed", "two\nrows"), ("--seed", "x" * 201), ("--platform", "Git Hub")])
def test_options_that_cannot_be(turnproc: Turnproc, tmp_path: Path, option: tuple[str, str]) -> None:
    root = free_repository(tmp_path / "war", {"emil": signup(*ALL)})
    assert turnproc("signup", "assign", root, *option).code == 2


class TestByPullRequest:
    """check-pr reads the wishes, too: whoever sends them can still mend them."""

    @pytest.fixture
    def repo(self, tmp_path: Path) -> Repo:
        repo = Repo(free_repository(tmp_path / "war", {}))
        repo.branch()
        return repo

    @pytest.mark.parametrize(
        ("wishes", "codes", "code"),
        [
            (ALL, [], 0),
            ((), [], 0),
            (("huns", "hunz", "rome"), ["C085"], 1),
            (("huns", "гунны", "rome"), ["C087"], 1),
            (("huns",), ["C088"], 1),
            (("goths", *ALL), ["C086"], 0),
        ],
    )
    def test_wishes(self, turnproc: Turnproc, repo: Repo, wishes: tuple[str, ...], codes: list[str], code: int) -> None:
        repo.put({"signup/dora.yaml": signup(*wishes)})
        given = ("--base", "main", "--head", "HEAD", "--author", "dora", *JSON)
        ran = turnproc("check-pr", repo.root, *given)
        assert (ran.code, ran.codes) == (code, codes)
