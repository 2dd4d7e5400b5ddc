"""`turnproc player replace`: the place is handed over, what was sent before is void, and nothing is lost."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, SMALL, orders
from tests.cli.pull_requests import Repo
from tests.cli.signing_up import AGE, CAMPAIGN, commit
from tests.cli.timed import AFTER, DEADLINE, EARLY, LATER, OTHER_HUNS, RECEIVED, TURN, timed
from tests.cli.timed import commit as commit_at
from tests.git.helpers import contents, git, write
from turnproc.store.age import Identity, seal

JSON = ("--format", "json")
HUGO = ("--account", "Hugo")
VOID = "turns/001/void/huns.yaml"
LATE = "turns/001/late/huns.yaml"
PRIVATE = "turns/001/private/huns"


def replace(turnproc: Turnproc, root: Path, who: str, *options: str | Path) -> None:
    ran = turnproc("player", "replace", who, *options, root)
    assert ran.code == 0, ran.err


def test_the_place_is_handed_over_at_once(turnproc: Turnproc, repository: Path) -> None:
    before = contents(repository)
    ran = turnproc("player", "replace", "boris", *HUGO, repository, *JSON)
    assert ran.code == 0, ran.err
    after = contents(repository)
    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == {CAMPAIGN, HUNS, VOID}
    assert after[VOID] == before[HUNS]
    row = b"  boris: {speaks_for: [huns], accounts: {github: Hugo}}\n"
    assert after[CAMPAIGN].replace(row, b"  boris: {speaks_for: [huns]}\n") == before[CAMPAIGN]
    names = git(repository, "diff-tree", "-r", "--no-commit-id", "--name-only", "--no-renames", "HEAD").splitlines()
    assert sorted(names) == sorted([CAMPAIGN, HUNS, VOID])
    assert git(repository, "status", "--porcelain") == ""
    assert ran.data["commit"] == git(repository, "rev-parse", "HEAD")
    assert ran.data["void"] == [{"file": HUNS, "kept": VOID}]
    repo = Repo(repository)
    repo.branch()
    repo.put({HUNS: OTHER_HUNS})
    given = ("--base", "main", "--head", "HEAD", "--author")
    assert turnproc("check-pr", repository, *given, "hugo").code == 0
    assert turnproc("check-pr", repository, *given, "boris").code == 1


@pytest.mark.parametrize("who", ["boris", "huns", "Гунны", "hunner"])
def test_the_player_is_found_by_any_name(turnproc: Turnproc, repository: Path, who: str) -> None:
    ran = turnproc("player", "replace", who, *HUGO, repository, "--dry-run", *JSON)
    assert (ran.data["player"], ran.data["speakers"]) == ("boris", ["huns"])


def test_an_account_is_no_player_and_it_is_said_whose_it_is(turnproc: Turnproc, repository: Path) -> None:
    replace(turnproc, repository, "boris", *HUGO)
    ran = turnproc("player", "replace", "hugo", "--account", "Ida", repository)
    assert ran.code == 1
    assert "error[O140]: the account hugo belongs to boris\n" in ran.err
    assert "turnproc player replace boris --account" in ran.err
    assert "no player “nobody”" in turnproc("player", "replace", "nobody", "--account", "Ida", repository).err


def test_a_dry_run_writes_nothing(turnproc: Turnproc, repository: Path, tmp_path: Path) -> None:
    before = contents(repository)
    replace(turnproc, repository, "boris", *HUGO, "--dry-run", "--output", tmp_path / "letter.txt")
    assert contents(repository) == before
    assert not (tmp_path / "letter.txt").exists()


def test_what_was_played_stays_as_it_was(turnproc: Turnproc, resolved_repository: Path) -> None:
    repository = resolved_repository
    replace(turnproc, repository, "huns", *HUGO)
    assert turnproc("verify", repository).code == 0
    assert turnproc("status", repository).code == 0
    write(repository, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
    commit(repository, {})
    assert turnproc("resolve", repository).code == 0
    assert turnproc("verify", repository).code == 0


def test_void_orders_are_not_played(turnproc: Turnproc, repository: Path) -> None:
    replace(turnproc, repository, "boris", *HUGO)
    ran = turnproc("status", repository, *JSON)
    assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "missing"
    assert turnproc("resolve", repository).code == 0
    journal = (repository / "turns/001/journal.yaml").read_text(encoding="utf-8")
    assert "no_orders: huns" in journal
    assert "void" not in journal


def test_each_successor_s_orders_are_kept(turnproc: Turnproc, repository: Path) -> None:
    replace(turnproc, repository, "boris", *HUGO)
    commit(repository, {HUNS: OTHER_HUNS})
    replace(turnproc, repository, "boris", "--account", "Ida")
    assert (repository / VOID).read_text(encoding="utf-8") == SMALL[HUNS]
    assert (repository / "turns/001/void/huns.2.yaml").read_text(encoding="utf-8") == OTHER_HUNS
    assert turnproc("validate", repository).code == 0


def test_accounts_and_key_of_the_old_player_go(turnproc: Turnproc, repository: Path) -> None:
    old = "  boris:  # since spring\n    speaks_for: [huns]\n    accounts: {forgejo: boris, github: boris}\n"
    old += f"    age: {AGE}  # his key\n"
    text = (repository / CAMPAIGN).read_text(encoding="utf-8").replace("  boris: {speaks_for: [huns]}\n", old)
    commit(repository, {CAMPAIGN: text})
    replace(turnproc, repository, "boris", *HUGO, "--platform", "forgejo")
    new = "  boris:  # since spring\n    speaks_for: [huns]\n    accounts: {forgejo: Hugo}\n"
    assert (repository / CAMPAIGN).read_text(encoding="utf-8") == text.replace(old, new)


class TestAfterTheDeadline:
    """Even then nothing of the old player's is put back."""

    @pytest.fixture
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("GIT_COMMITTER_DATE", "GIT_AUTHOR_DATE"):
            monkeypatch.setenv(name, AFTER)

    def test_orders_in_time_are_void(self, turnproc: Turnproc, tmp_path: Path, clock: None) -> None:
        root = timed(tmp_path / "timed")
        commit_at(root, EARLY, {HUNS: SMALL[HUNS]})
        replace(turnproc, root, "boris", *HUGO)
        assert turnproc("resolve", "--no-commit", "--dry-run", root).code == 0
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "missing"
        assert "C072" not in ran.codes
        # The new player's orders come too late as well: again nothing older is put in their place.
        commit_at(root, LATER, {HUNS: OTHER_HUNS})
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "late"

    def test_a_late_change_and_what_stood_before_it(self, turnproc: Turnproc, tmp_path: Path, clock: None) -> None:
        root = timed(tmp_path / "timed")
        commit_at(root, EARLY, {HUNS: SMALL[HUNS]})
        commit_at(root, AFTER, {HUNS: OTHER_HUNS})
        replace(turnproc, root, "boris", *HUGO)
        assert (root / VOID).read_text(encoding="utf-8") == OTHER_HUNS
        assert (root / "turns/001/void/huns.2.yaml").read_text(encoding="utf-8") == SMALL[HUNS]
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "missing"

    def test_what_was_taken_away_too_late(self, turnproc: Turnproc, tmp_path: Path, clock: None) -> None:
        root = timed(tmp_path / "timed")
        commit_at(root, EARLY, {HUNS: SMALL[HUNS]})
        commit_at(root, AFTER, {HUNS: None})
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "sent"
        replace(turnproc, root, "boris", *HUGO)
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "missing"

    def test_what_was_put_away_as_late(self, turnproc: Turnproc, tmp_path: Path, clock: None) -> None:
        """As `accept` leaves it: it is not the new player who was late."""
        root = timed(tmp_path / "timed")
        receipt = f'{{at: "{AFTER}", sha256: "{sha256(SMALL[HUNS].encode()).hexdigest()}"}}'
        other = receipt.replace("sha256: ", "by: receipt, sha256: ")
        received = f"format: turnproc.received/1\nfiles:\n  rome: {other}\nlate:\n  huns: {receipt}\n"
        commit_at(root, AFTER, {LATE: SMALL[HUNS], "turns/001/received.yaml": received})
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "late"
        replace(turnproc, root, "boris", *HUGO)
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "missing"
        assert not (root / LATE).exists()
        assert (root / VOID).read_text(encoding="utf-8") == SMALL[HUNS]
        text = (root / "turns/001/received.yaml").read_text(encoding="utf-8")
        assert "rome:" in text
        assert "late" not in text

    def test_the_new_player_may_send_the_same_orders(self, turnproc: Turnproc, tmp_path: Path) -> None:
        root = timed(tmp_path / "timed")
        commit_at(root, EARLY, {HUNS: SMALL[HUNS]})
        replace(turnproc, root, "boris", *HUGO)
        commit_at(root, EARLY, {HUNS: SMALL[HUNS]})
        commit_at(root, AFTER, {HUNS: OTHER_HUNS})
        ran = turnproc("status", root, *JSON)
        assert {each["speaker"]: each["sent"] for each in ran.data["speakers"]}["huns"] == "sent"

    def test_a_receipt_counts_no_more(self, turnproc: Turnproc, tmp_path: Path) -> None:
        import hashlib

        root = timed(tmp_path / "timed")
        entry = '{{at: "{at}", by: receipt, sha256: "{sha}"}}'
        rows = [
            f"  {name}: " + entry.format(at=EARLY, sha=hashlib.sha256(SMALL[file].encode()).hexdigest())
            for name, file in (("goths", "turns/001/orders/goths.yaml"), ("huns", HUNS))
        ]
        text = "format: turnproc.received/1\nfiles:\n" + "\n".join(rows) + "\n"
        commit_at(root, EARLY, {HUNS: SMALL[HUNS], RECEIVED: text})
        replace(turnproc, root, "boris", *HUGO)
        assert (root / RECEIVED).read_text(encoding="utf-8") == text.replace(rows[1] + "\n", "")


class TestTheLetter:
    """What the new player is told."""

    def test_whom_by_when_and_what_is_void(self, turnproc: Turnproc, repository: Path) -> None:
        commit(repository, {TURN: f"deadline: {DEADLINE}\n"})
        letter = turnproc("player", "replace", "boris", *HUGO, repository).out
        for part in (
            "Welcome to “Small war”!",
            "You play: Huns",
            "Turn 1 is open.",
            "2026-05-08 20:00",
            "is void and does not count",
            "turns/001/orders/huns.yaml",
            "  - {hold: 4, in: tavrika}",
        ):
            assert part in letter

    def test_in_the_campaign_s_language_into_a_file(
        self, turnproc: Turnproc, resolved_repository: Path, tmp_path: Path
    ) -> None:
        text = (resolved_repository / CAMPAIGN).read_text(encoding="utf-8")
        commit(resolved_repository, {CAMPAIGN: text.replace("[en, ru, sv]", "[ru, en, sv]")})
        output = tmp_path / "letter.txt"
        ran = turnproc("player", "replace", "huns", *HUGO, resolved_repository, "--output", output)
        letter = output.read_text(encoding="utf-8")
        assert "гуннов" in letter
        assert "turns/001/report.en.md" in letter
        assert "turns/002/orders/huns.yaml" in letter
        assert letter not in ran.out
        again = turnproc("player", "replace", "huns", "--account", "Ida", resolved_repository, "--output", output)
        assert (again.code, output.read_text(encoding="utf-8")) == (1, letter)
        assert "Ida" not in (resolved_repository / CAMPAIGN).read_text(encoding="utf-8")

    def test_the_orders_in_it_are_valid(self, turnproc: Turnproc, repository: Path) -> None:
        letter = turnproc("player", "replace", "boris", *HUGO, repository).out
        write(repository, {HUNS: letter[letter.index("# Orders for turn 1") :]})
        assert turnproc("validate", repository).code == 0

    def test_names_leave_the_terminal_alone(self, turnproc: Turnproc, repository: Path) -> None:
        text = (repository / CAMPAIGN).read_text(encoding="utf-8")
        commit(repository, {CAMPAIGN: text.replace("name: Small war", 'name: "Small \\e[31mwar"')})
        assert "\x1b" not in turnproc("player", "replace", "boris", *HUGO, repository).out


class TestSealed:
    """What only the old player could read is sealed for the new one, with the game master's key."""

    @pytest.fixture
    def gm(self) -> Identity:
        return Identity.new()

    @pytest.fixture
    def new(self) -> Identity:
        return Identity.new()

    @pytest.fixture
    def root(self, resolved_repository: Path, gm: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        old = Identity.new()
        text = (resolved_repository / CAMPAIGN).read_text(encoding="utf-8")
        text = text.replace("[huns]}", f"[huns], accounts: {{github: boris}}, age: {old.recipient}}}")
        text += f"game_master: {{age: {gm.recipient}}}\n"
        private = {
            f"{PRIVATE}/report.md.age": seal(b"What the Huns saw", [old.recipient, gm.recipient]).decode(),
            "turns/001/private/goths/report.md.age": seal(b"Goths", [gm.recipient]).decode(),
        }
        commit(resolved_repository, {CAMPAIGN: text, **private})
        key = tmp_path / "keys" / "gm.key"
        key.parent.mkdir()
        key.write_text(f"format: turnproc.key/1\nage: {gm.secret()}\n", encoding="utf-8")
        key.chmod(0o600)
        monkeypatch.setenv("TURNPROC_KEY_FILE", str(key))
        return resolved_repository

    def test_the_last_private_report_is_sealed_anew(
        self, turnproc: Turnproc, root: Path, gm: Identity, new: Identity
    ) -> None:
        before = contents(root)
        ran = turnproc("player", "replace", "boris", *HUGO, "--age", new.recipient, root, *JSON)
        assert ran.code == 0, ran.err
        after = contents(root)
        name = f"{PRIVATE}/report.md.age"
        assert {file for file in {*before, *after} if before.get(file) != after.get(file)} == {CAMPAIGN, name}
        assert new.open(after[name]) == gm.open(after[name]) == b"What the Huns saw"
        assert ran.data["sealed"] == ran.data["private"] == [name]
        assert f"age: {new.recipient}" in after[CAMPAIGN].decode()
        for text in (ran.out, ran.err, git(root, "log", "-1", "-p")):
            assert "What the Huns saw" not in text
            assert "AGE-SECRET-KEY" not in text

    def test_a_plain_private_report_is_sealed_if_there_is_a_key(
        self, turnproc: Turnproc, root: Path, new: Identity
    ) -> None:
        commit(root, {f"{PRIVATE}/more.md": "Plain"})
        ran = turnproc("player", "replace", "boris", *HUGO, "--age", new.recipient, root, *JSON)
        assert ran.data["sealed"] == [f"{PRIVATE}/more.md.age", f"{PRIVATE}/report.md.age"]
        assert new.open((root / f"{PRIVATE}/more.md.age").read_bytes()) == b"Plain"
        assert not (root / f"{PRIVATE}/more.md").exists()

    def test_without_a_key_of_the_new_player(self, turnproc: Turnproc, root: Path) -> None:
        before = contents(root)
        ran = turnproc("player", "replace", "boris", *HUGO, root)
        assert (ran.code, contents(root)) == (1, before)
        assert "--age" in ran.err

    def test_without_the_game_master_s_key(
        self, turnproc: Turnproc, root: Path, new: Identity, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("TURNPROC_KEY_FILE", str(tmp_path / "keys" / "none.key"))
        before = contents(root)
        ran = turnproc("player", "replace", "boris", *HUGO, "--age", new.recipient, root)
        assert (ran.code, contents(root)) == (1, before)
        assert "TURNPROC_KEY_FILE" in ran.err

    def test_where_orders_are_sealed_a_key_is_needed(self, turnproc: Turnproc, root: Path) -> None:
        text = (root / CAMPAIGN).read_text(encoding="utf-8")
        commit(root, {CAMPAIGN: f"{text}orders: sealed\nid: east\n"})
        ran = turnproc("player", "replace", "anna", *HUGO, root)
        assert ran.code == 1
        assert "--age" in ran.err

    def test_sealed_orders_are_void_too(self, turnproc: Turnproc, root: Path, gm: Identity, new: Identity) -> None:
        text = (root / CAMPAIGN).read_text(encoding="utf-8")
        raw = seal(b"x", [gm.recipient]).decode()
        commit(root, {CAMPAIGN: f"{text}orders: sealed\nid: east\n", "turns/002/orders/huns.yaml.age": raw})
        ran = turnproc("player", "replace", "boris", *HUGO, "--age", new.recipient, root)
        assert ran.code == 0, ran.err
        assert (root / "turns/002/void/huns.yaml.age").read_text(encoding="utf-8") == raw
        assert not (root / "turns/002/orders/huns.yaml.age").exists()
        assert "turnproc orders seal turns/002/orders/huns.yaml" in ran.out

    def test_a_key_with_a_slip(self, turnproc: Turnproc, root: Path) -> None:
        before = contents(root)
        ran = turnproc("player", "replace", "anna", *HUGO, "--age", f"{AGE[:-1]}7", root)
        assert (ran.code, contents(root)) == (1, before)

    def test_a_private_file_that_is_a_link(self, turnproc: Turnproc, root: Path, new: Identity, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("secret", encoding="utf-8")
        (root / f"{PRIVATE}/link").symlink_to(tmp_path / "secret")
        commit(root, {})
        ran = turnproc("player", "replace", "boris", *HUGO, "--age", new.recipient, root)
        assert ran.code == 1
        assert f"{PRIVATE}/link" in ran.err


def test_without_private_reports_that_is_said(turnproc: Turnproc, resolved_repository: Path) -> None:
    ran = turnproc("player", "replace", "huns", *HUGO, resolved_repository)
    assert "There is no private report of the last turn" in ran.out


class TestRefused:
    """What cannot be done is told, and nothing is changed."""

    @pytest.mark.parametrize(
        ("arguments", "code", "told"),
        [
            (("zoe", *HUGO), 1, "anna, boris, carla"),
            (("alans", *HUGO), 1, "nobody plays"),
            (("boris", "--account", "anna-k"), 1, "anna"),
            (("boris", "--account", "BORIS"), 1, "boris"),
            (("boris", "--account", "the-master"), 1, "game_master"),
            (("boris", "--account", "no login"), 2, "--account"),
            (("boris", "--account", "--"), 2, ""),
            (("boris", *HUGO, "--platform", "Git Hub"), 2, "--platform"),
            (("boris", *HUGO, "--age", "age1nonsense"), 2, "--age"),
        ],
    )
    def test_arguments(
        self, turnproc: Turnproc, repository: Path, arguments: tuple[str, ...], code: int, told: str
    ) -> None:
        text = (repository / CAMPAIGN).read_text(encoding="utf-8")
        text = text.replace("[goths]}", "[goths], accounts: {github: Anna-K}}")
        text = text.replace("[huns]}", "[huns], accounts: {github: boris}}")
        commit(repository, {CAMPAIGN: f"{text}game_master: {{accounts: {{github: The-Master}}}}\n"})
        before = contents(repository)
        ran = turnproc("player", "replace", *arguments, *(() if "--" in arguments else (repository,)))
        assert (ran.code, contents(repository)) == (code, before)
        assert told in ran.err

    def test_a_layout_that_cannot_be_changed(self, turnproc: Turnproc, repository: Path) -> None:
        text = (repository / CAMPAIGN).read_text(encoding="utf-8")
        odd = f"  boris:\n    speaks_for: [huns]\n    age: >-\n      {AGE}\n"
        commit(repository, {CAMPAIGN: text.replace("  boris: {speaks_for: [huns]}\n", odd)})
        before = contents(repository)
        age = Identity.new().recipient
        ran = turnproc("player", "replace", "boris", *HUGO, "--age", age, "--platform", "x", repository)
        assert (ran.code, contents(repository)) == (1, before)
        assert "players > boris > accounts: {x: Hugo}" in ran.err

    def test_files_that_are_not_committed(self, turnproc: Turnproc, repository: Path) -> None:
        write(repository, {HUNS: OTHER_HUNS})
        before = contents(repository)
        ran = turnproc("player", "replace", "boris", *HUGO, repository)
        assert (ran.code, contents(repository)) == (1, before)
        assert HUNS in ran.err
        assert turnproc("player", "replace", "boris", *HUGO, "--no-commit", repository).code == 0
        assert (repository / VOID).read_text(encoding="utf-8") == OTHER_HUNS

    def test_a_turn_that_is_half_written(self, turnproc: Turnproc, repository: Path) -> None:
        (repository / "turns/.turnproc-001").mkdir()
        ran = turnproc("player", "replace", "boris", *HUGO, repository)
        assert ran.code == 1
        assert "turnproc resolve" in ran.err

    def test_orders_that_are_too_large_to_keep(self, turnproc: Turnproc, repository: Path) -> None:
        commit(repository, {HUNS: "#" * (200 << 10)})
        before = contents(repository)
        ran = turnproc("player", "replace", "boris", *HUGO, repository)
        assert (ran.code, contents(repository)) == (1, before)
        assert HUNS in ran.err

    def test_a_void_folder_that_is_a_link(self, turnproc: Turnproc, repository: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        (repository / "turns/001/void").symlink_to(tmp_path / "elsewhere")
        ran = turnproc("player", "replace", "boris", *HUGO, "--no-commit", repository)
        assert ran.code == 1
        assert list((tmp_path / "elsewhere").iterdir()) == []
        assert (repository / HUNS).is_file()
