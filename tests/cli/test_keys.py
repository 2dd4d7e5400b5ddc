"""`turnproc keys new`, and what can be wrong with a key file: told in words, and without a word of the key."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import SMALL
from tests.cli.throwing import THROWING
from tests.git.helpers import contents, git, make_repository, write
from turnproc.engine.seeds import link_below
from turnproc.store.age import Identity
from turnproc.store.errors import MESSAGES, OperatorError

pytestmark = pytest.mark.usefixtures("throwing")
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")


@pytest.fixture
def throwing(built_in: Callable[..., None]) -> None:
    built_in(bellum=THROWING)


@pytest.fixture
def key(isolated: Path) -> Path:
    """Where the key of the small campaign lies by itself."""
    return isolated / "turnproc" / "small-war.key"


def secret_of(key: Path) -> str:
    match = re.search(r'value: "([0-9a-f]{64})"', key.read_text(encoding="utf-8"))
    assert match is not None
    return match[1]


def refused(turnproc: Turnproc, code: str, *arguments: str | Path) -> str:
    """The command does nothing and says the message of this code, with what one can do."""
    ran = turnproc(*arguments)
    assert (ran.code, ran.out) == (1, "")
    words, hint = (re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in (MESSAGES[code].text, MESSAGES[code].hint))
    assert re.search(f"{words}\n *{hint}\n", ran.err), ran.err
    return ran.err


def test_a_key_and_its_mark(turnproc: Turnproc, small: Path, key: Path) -> None:
    before = contents(small)
    ran = turnproc("keys", "new", small)
    assert (ran.code, ran.err) == (0, "")
    secret = secret_of(key)
    mark = link_below(bytes.fromhex(secret), 10_000).hex()
    row = f"seed_chain: sha256:{mark}"
    after = contents(small)
    added = after.pop("campaign.yaml").decode().removeprefix(before.pop("campaign.yaml").decode())
    assert re.fullmatch(rf"{row}\ngame_master: \{{age: age1\w{{58}}\}}\n", added)
    assert after == before
    for each in added.splitlines():
        assert f"  {each}\n" in ran.out
    assert str(key) in ran.out
    assert secret not in ran.out
    assert "AGE-SECRET-KEY" not in ran.out
    assert re.search(r"^age: AGE-SECRET-KEY-1[0-9A-Z]{58}$", key.read_text(encoding="utf-8"), re.MULTILINE)
    assert "format: turnproc.key/1\ndice: {link: 10000, value: " in key.read_text(encoding="utf-8")
    assert turnproc("validate", small).code == 0


@posix
def test_only_its_owner_can_read_it(turnproc: Turnproc, small: Path, key: Path) -> None:
    old = os.umask(0)
    try:
        assert turnproc("keys", "new", small).code == 0
    finally:
        os.umask(old)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_json(turnproc: Turnproc, small: Path, key: Path) -> None:
    data = turnproc("keys", "new", small, "--format", "json").data
    assert data == {"key_file": str(key), "seed_chain": data["seed_chain"], "age": data["age"], "added": True}
    assert f"game_master: {{age: {data['age']}}}\n" in (small / "campaign.yaml").read_text(encoding="utf-8")
    assert f"seed_chain: {data['seed_chain']}\n" in (small / "campaign.yaml").read_text(encoding="utf-8")


def test_two_keys_are_never_the_same(turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = set()
    for name in ("one", "two"):
        write(tmp_path / name, dict(SMALL))
        monkeypatch.setenv("TURNPROC_KEY_FILE", str(tmp_path / f"{name}.key"))
        marks.add(turnproc("keys", "new", tmp_path / name, "--format", "json").data["seed_chain"])
    assert len(marks) == 2


@pytest.mark.parametrize(
    ("name", "file"),
    [("id: east-1\n", "east-1"), ("name: 'A & B'\n", "a-b"), ("name: Бельм\n", "campaign-[0-9a-f]{12}")],
)
def test_the_file_is_named_for_the_campaign(
    turnproc: Turnproc, small: Path, isolated: Path, name: str, file: str
) -> None:
    text = SMALL["campaign.yaml"]
    text = text + name if name.startswith("id") else text.replace("name: Small war\n", name)
    write(small, {"campaign.yaml": text})
    assert turnproc("keys", "new", small).code == 0
    (made,) = (isolated / "turnproc").iterdir()
    assert re.fullmatch(rf"{file}\.key", made.name)


def test_without_a_folder_of_settings_it_lies_in_the_home(
    turnproc: Turnproc, small: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert turnproc("keys", "new", small).code == 0
    assert (isolated / ".config" / "turnproc" / "small-war.key").is_file()


@pytest.mark.parametrize("given", ["~/kept/gm.key", "here.key"])
def test_where_the_variable_says(
    turnproc: Turnproc, small: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("TURNPROC_KEY_FILE", given)
    assert turnproc("keys", "new", small).code == 0
    assert (isolated / given.replace("~/", "")).is_file()


@pytest.mark.parametrize(
    "text",
    [
        SMALL["campaign.yaml"].rstrip("\n"),
        SMALL["campaign.yaml"].replace("\n", "\r\n"),
        SMALL["campaign.yaml"] + "# the end",
        "\ufeff# головa\n" + SMALL["campaign.yaml"] + "\n\n",
    ],
    ids=["no line end", "Windows", "comment", "mark"],
)
def test_the_rest_of_the_campaign_stays_byte_for_byte(turnproc: Turnproc, small: Path, text: str) -> None:
    path = small / "campaign.yaml"
    path.write_bytes(text.encode())
    assert turnproc("keys", "new", small).code == 0
    raw = path.read_bytes()
    assert raw.startswith(text.encode())
    end = "\r\n" if "\r\n" in text else "\n"
    more = raw.removeprefix(text.encode()).decode()
    assert re.fullmatch(rf"({end})?seed_chain: sha256:[0-9a-f]{{64}}{end}game_master: {{age: age1\w{{58}}}}{end}", more)
    assert turnproc("validate", small).code == 0


@pytest.mark.parametrize(
    "text",
    [
        "{format: turnproc.campaign/1, name: Small war, ruleset: bellum, ruleset_version: 1, languages: [en]}\n",
        SMALL["campaign.yaml"] + "...\n",
    ],
    ids=["braces", "end of document"],
)
def test_where_it_cannot_be_added_the_row_is_told(turnproc: Turnproc, small: Path, key: Path, text: str) -> None:
    path = small / "campaign.yaml"
    path.write_text(text, encoding="utf-8")
    ran = turnproc("keys", "new", small)
    assert ran.code == 0
    assert path.read_text(encoding="utf-8") == text
    assert "Add these rows" in ran.out
    assert re.search(r"^  seed_chain: sha256:[0-9a-f]{64}$", ran.out, re.MULTILINE)
    assert key.is_file()


def test_a_campaign_that_cannot_be_written(
    turnproc: Turnproc, small: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key is made by then: what is missing is told."""

    def refuse(*_: object) -> None:
        raise OperatorError("O011", path="campaign.yaml")

    monkeypatch.setattr("turnproc.actions.keys.replace_file", refuse)
    before = contents(small)
    ran = turnproc("keys", "new", small)
    assert ran.code == 0
    assert "Add these rows" in ran.out
    assert (contents(small), key.is_file()) == (before, True)


def test_a_full_disk_leaves_nothing(
    turnproc: Turnproc, small: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(small)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as there:
        there.setattr("turnproc.store.outside.os.link", full)
        there.setattr(Path, "replace", full)
        refused(turnproc, "O012", "keys", "new", small)
    assert contents(small) == before
    assert [path for path in isolated.rglob("*") if path.is_file()] == []


def test_cut_off_between_key_and_campaign(
    turnproc: Turnproc, small: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    before = contents(small)
    with monkeypatch.context() as there:
        there.setattr("turnproc.actions.keys.replace_file", killed)
        assert turnproc("keys", "new", small).code == 130
    assert contents(small) == before
    assert "delete it first" in refused(turnproc, "O081", "keys", "new", small)
    key.unlink()
    assert turnproc("keys", "new", small).code == 0


def test_a_second_key_is_refused(turnproc: Turnproc, small: Path, key: Path) -> None:
    assert turnproc("keys", "new", small).code == 0
    before, raw = contents(small), key.read_bytes()
    assert str(key) in refused(turnproc, "O079", "keys", "new", small)
    assert (contents(small), key.read_bytes()) == (before, raw)


def test_a_file_is_never_overwritten(turnproc: Turnproc, small: Path, key: Path) -> None:
    key.parent.mkdir(parents=True)
    key.write_bytes(b"something dear")
    before = contents(small)
    assert "never overwritten" in refused(turnproc, "O081", "keys", "new", small)
    assert (contents(small), key.read_bytes()) == (before, b"something dear")


@posix
def test_not_even_through_a_link_that_leads_nowhere(turnproc: Turnproc, small: Path, key: Path) -> None:
    key.parent.mkdir(parents=True)
    key.symlink_to(key.parent / "nothing")
    refused(turnproc, "O081", "keys", "new", small)
    assert not (key.parent / "nothing").exists()


@pytest.mark.parametrize("place", ["small/gm.key", "small/deep/er/gm.key", "repository/keys/gm.key"])
def test_no_key_where_others_see_it(
    turnproc: Turnproc, small: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    make_repository(small.parent / "repository")
    path = small.parent / place
    monkeypatch.setenv("TURNPROC_KEY_FILE", str(path))
    before = contents(small)
    assert str(path) in refused(turnproc, "O072", "keys", "new", small)
    assert not path.exists()
    assert contents(small) == before


@posix
def test_a_link_that_leads_into_a_repository(
    turnproc: Turnproc, repository: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (isolated / "innocent").symlink_to(repository)
    monkeypatch.setenv("TURNPROC_KEY_FILE", str(isolated / "innocent" / "gm.key"))
    refused(turnproc, "O072", "keys", "new", repository)
    assert git(repository, "status", "--porcelain") == ""


def test_a_broken_campaign_gets_no_key(turnproc: Turnproc, small: Path, key: Path) -> None:
    write(small, {"campaign.yaml": SMALL["campaign.yaml"] + "colour: red\n"})
    ran = turnproc("keys", "new", small)
    assert ran.code == 1
    assert "campaign.yaml:" in ran.err
    assert not key.exists()


@pytest.mark.parametrize("language", ["ru", "sv"])
def test_it_speaks_the_campaign_s_language(turnproc: Turnproc, small: Path, language: str) -> None:
    ran = turnproc("keys", "new", small, "--language", language)
    assert ran.code == 0
    assert "seed_chain: sha256:" in ran.out


def test_nobody_knows_where_settings_lie(turnproc: Turnproc, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    refused(turnproc, "O082", "keys", "new", small)


@pytest.mark.parametrize(
    ("there", "then"),
    [
        ("game_master: {}\n", "game_master: {age: KEY}\n"),
        ("game_master: { accounts: {github: gm} }\n", "game_master: {age: KEY, accounts: {github: gm} }\n"),
        ("game_master:\n  accounts:\n    github: gm\n", "game_master:\n  age: KEY\n  accounts:\n    github: gm\n"),
        (
            "game_master: # me\r\n  accounts: {a: b}\r\n",
            "game_master: # me\r\n  age: KEY\r\n  accounts: {a: b}\r\n",
        ),
    ],
)
def test_what_the_game_master_has_already_stays(turnproc: Turnproc, small: Path, there: str, then: str) -> None:
    path = small / "campaign.yaml"
    raw = SMALL["campaign.yaml"].replace("players:", f"{there}players:", 1).encode()
    path.write_bytes(raw)
    data = turnproc("keys", "new", small, "--format", "json").data
    assert data["added"] is True
    assert then.replace("KEY", data["age"]).encode() in path.read_bytes()
    assert turnproc("validate", small).code == 0


def test_a_public_key_that_is_there_is_not_replaced(turnproc: Turnproc, small: Path, key: Path) -> None:
    write(small, {"campaign.yaml": SMALL["campaign.yaml"] + f"game_master: {{age: {Identity.new().recipient}}}\n"})
    before = contents(small)
    assert str(key) in refused(turnproc, "O098", "keys", "new", small)
    assert (contents(small), key.exists()) == (before, False)


def test_without_age_a_key_has_dice_alone(
    turnproc: Turnproc, small: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyrage", None)
    ran = turnproc("keys", "new", small)
    assert ran.code == 0
    assert "pyrage" in ran.out
    assert "age:" not in key.read_text(encoding="utf-8")
    assert "game_master" not in (small / "campaign.yaml").read_text(encoding="utf-8")
    refused(turnproc, "O090", "keys", "new", "--for", "boris", small)


def test_a_player_s_key(turnproc: Turnproc, small: Path, isolated: Path) -> None:
    before = contents(small)
    ran = turnproc("keys", "new", "--for", "boris", small)
    assert (ran.code, ran.err) == (0, "")
    path = isolated / "turnproc" / "small-war.boris.key"
    text = path.read_text(encoding="utf-8")
    secret = re.search(r"^age: (AGE-SECRET-KEY-1[0-9A-Z]{58})$", text, re.MULTILINE)
    assert secret is not None
    assert "dice" not in text
    assert secret[1] not in ran.out
    assert f"  boris: {{age: {Identity.read(secret[1], '').recipient}}}\n" in ran.out
    assert contents(small) == before
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "never overwritten" in refused(turnproc, "O081", "keys", "new", "--for", "boris", small)
    assert path.read_text(encoding="utf-8") == text


def test_a_player_s_key_as_json(turnproc: Turnproc, small: Path, isolated: Path) -> None:
    data = turnproc("keys", "new", "--for", "anna", small, "--format", "json").data
    path = str(isolated / "turnproc" / "small-war.anna.key")
    assert data == {"key_file": path, "player": "anna", "age": data["age"]}


@pytest.mark.parametrize("player", ["nobody", "../anna", "boris/../anna"])
def test_only_players_of_the_campaign_get_a_key(turnproc: Turnproc, small: Path, isolated: Path, player: str) -> None:
    assert "anna, boris, carla" in refused(turnproc, "O096", "keys", "new", "--for", player, small)
    assert not (isolated / "turnproc").exists()


def test_a_player_with_a_key_gets_no_other(turnproc: Turnproc, small: Path, isolated: Path) -> None:
    text = SMALL["campaign.yaml"].replace("[goths]}", f"[goths], age: {Identity.new().recipient}}}")
    write(small, {"campaign.yaml": text})
    refused(turnproc, "O097", "keys", "new", "--for", "anna", small)
    assert not (isolated / "turnproc").exists()


class TestReading:
    """Resolving with a key file that is not as it should be: nothing is written, nothing of the key is shown."""

    @pytest.fixture
    def campaign(self, turnproc: Turnproc, small: Path) -> Path:
        assert turnproc("keys", "new", small).code == 0
        return small

    def resolve(self, turnproc: Turnproc, campaign: Path, code: str, secret: str) -> str:
        before = contents(campaign)
        err = refused(turnproc, code, "resolve", "--no-commit", campaign)
        trial = turnproc("resolve", "--dry-run", campaign)
        assert trial.code == 1
        for text in (err, trial.out, trial.err):
            assert secret not in text
            assert secret[:16] not in text
        assert contents(campaign) == before
        return err

    def test_it_is_gone(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        secret = secret_of(key)
        key.unlink()
        err = self.resolve(turnproc, campaign, "O071", secret)
        assert str(key) in err
        assert "omen/goths" in err
        assert "3d6+1" in err

    def test_it_cannot_be_read(
        self, turnproc: Turnproc, campaign: Path, key: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        secret = secret_of(key)
        key.chmod(0)
        as_it_is = Path.open

        def opened(path: Path, *arguments: Any, **named: Any) -> Any:
            if path == key:
                # Root may read everything.
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return as_it_is(path, *arguments, **named)

        with monkeypatch.context() as there:
            there.setattr(Path, "open", opened)
            self.resolve(turnproc, campaign, "O019", secret)

    def test_it_is_a_folder(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        secret = secret_of(key)
        key.unlink()
        key.mkdir()
        self.resolve(turnproc, campaign, "O019", secret)

    @posix
    @pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o644])
    def test_others_can_read_it(self, turnproc: Turnproc, campaign: Path, key: Path, mode: int) -> None:
        key.chmod(mode)
        assert "chmod 600" in self.resolve(turnproc, campaign, "O073", secret_of(key))

    def test_it_lies_in_the_campaign(
        self, turnproc: Turnproc, campaign: Path, key: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        secret = secret_of(key)
        key.rename(campaign / "gm.key")
        monkeypatch.setenv("TURNPROC_KEY_FILE", str(campaign / "gm.key"))
        self.resolve(turnproc, campaign, "O072", secret)

    @pytest.mark.parametrize(
        ("old", "new", "code"),
        [
            ("format: turnproc.key/1\n", "", "O074"),
            ("turnproc.key/1", "turnproc.campaign/1", "O074"),
            ("turnproc.key/1", "turnproc.key/2", "O075"),
            ("dice:", "age: AGE-SECRET-KEY-1\ndice:", "O074"),
            ("dice:", "ab12cd34:", "O075"),
            ("link: 10000", "link: 10000, more: 1", "O075"),
            ("link: 10000", "link: 0", "O074"),
            ("link: 10000", "link: true", "O074"),
            ("link: 10000, ", "", "O074"),
            ('value: "', 'value: "0', "O074"),
            ("{link", "[{link", "O074"),
            ("dice: {", "dice: [1]\nx: {", "O075"),
        ],
    )
    def test_it_is_damaged(self, turnproc: Turnproc, campaign: Path, key: Path, old: str, new: str, code: str) -> None:
        secret, text = secret_of(key), key.read_text(encoding="utf-8")
        assert old in text
        key.write_text(text.replace(old, new, 1), encoding="utf-8")
        self.resolve(turnproc, campaign, code, secret)

    @pytest.mark.parametrize("raw", [b"", b"\xff\xfe\x00", b"{" * 100, b"x" * 100_000, b"dice: &a [*a]\n"])
    def test_it_is_something_else(self, turnproc: Turnproc, campaign: Path, key: Path, raw: bytes) -> None:
        secret = secret_of(key)
        key.write_bytes(raw)
        self.resolve(turnproc, campaign, "O074", secret)

    def test_it_has_no_chain(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        secret = secret_of(key)
        key.write_text("format: turnproc.key/1\n", encoding="utf-8")
        self.resolve(turnproc, campaign, "O076", secret)

    def test_it_is_another_one(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        secret = secret_of(key)
        other = ("0" if secret[0] != "0" else "1") + secret[1:]
        key.write_text(key.read_text(encoding="utf-8").replace(secret, other), encoding="utf-8")
        assert "seed_chain" in self.resolve(turnproc, campaign, "O077", other)

    def test_it_is_used_up(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        """A chain of one link lasts one turn."""
        secret = secret_of(key)
        text = key.read_text(encoding="utf-8")
        key.write_text(text.replace("link: 10000", "link: 1"), encoding="utf-8")
        path = campaign / "campaign.yaml"
        mark = link_below(bytes.fromhex(secret), 1).hex()
        path.write_text(re.sub("sha256:.*", f"sha256:{mark}", path.read_text(encoding="utf-8")), encoding="utf-8")
        assert turnproc("resolve", "--no-commit", campaign).code == 0
        write(campaign, {"turns/002/orders/huns.yaml": "turn: 2\nfor: huns\norders: []\n"})
        self.resolve(turnproc, campaign, "O078", "no secret any more")

    def test_its_content_may_come_in_a_variable(
        self, turnproc: Turnproc, campaign: Path, key: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TURNPROC_KEY", key.read_text(encoding="utf-8"))
        key.unlink()
        assert turnproc("resolve", "--no-commit", campaign).code == 0

    def test_a_damaged_variable(
        self, turnproc: Turnproc, campaign: Path, key: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        secret = secret_of(key)
        monkeypatch.setenv("TURNPROC_KEY", secret)
        assert "TURNPROC_KEY" in self.resolve(turnproc, campaign, "O074", secret)

    def test_a_bug_shows_nothing_of_it(
        self, turnproc: Turnproc, campaign: Path, key: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        secret = secret_of(key)
        monkeypatch.setattr("turnproc.actions.seeds.turn_seed", lambda *_: 1 / 0)
        ran = turnproc("resolve", "--no-commit", campaign, bug=True)
        logs = "".join(path.read_text(encoding="utf-8") for path in isolated.glob("turnproc-bug-*.log"))
        assert "ZeroDivisionError" in logs
        assert secret not in logs + ran.out + ran.err
