"""Orders that come sealed: who can read what, and when. docs/security.md names each threat with its test here."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, JOURNAL, SMALL, orders, python
from tests.cli.throwing import THROWING
from tests.git.helpers import contents, git, make_repository, write
from turnproc.actions.play import play
from turnproc.engine.finding import Read
from turnproc.engine.rulings import Asked, How, Question
from turnproc.store.age import Identity, seal
from turnproc.store.letter import Letter

SEALED = f"{HUNS}.age"
SECRETS = ("tavrika", "attack", "alans", "greet", "AGE-SECRET-KEY")
WRONG = orders("huns", "{move: 9, from: tavrika, to: sarmatia}", "{hold: 1, in: nowhere}")


@pytest.fixture
def gm() -> Identity:
    return Identity.new()


@pytest.fixture
def key(isolated: Path, gm: Identity) -> Path:
    return write_key(isolated / "turnproc" / "east.key", gm)


def write_key(path: Path, identity: Identity) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"format: turnproc.key/1\nage: {identity.secret()}\n", encoding="utf-8")
    path.chmod(0o600)
    return path


@pytest.fixture
def campaign(tmp_path: Path, gm: Identity) -> Path:
    """The small campaign, sealed; the Huns have written their orders and sealed nothing yet. No key is here."""
    text = SMALL["campaign.yaml"] + f"id: east\norders: sealed\ngame_master: {{age: {gm.recipient}}}\n"
    write(tmp_path / "east", {**SMALL, "campaign.yaml": text})
    for speaker in ("goths", "rome"):
        (tmp_path / "east" / f"turns/001/orders/{speaker}.yaml").unlink()
    return tmp_path / "east"


def put(campaign: Path, raw: bytes, name: str = SEALED) -> None:
    (campaign / HUNS).unlink(missing_ok=True)
    path = campaign / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)


def letter(text: str, *, where: str = "east", turn: int = 1, speaker: str = "huns") -> bytes:
    return Letter(where, turn, speaker, text.encode()).sealed_text()


def codes(turnproc: Turnproc, *arguments: str | Path) -> list[tuple[str, str]]:
    data = turnproc("validate", *arguments, "--format", "json").data
    return [(problem["code"], problem["file"]) for problem in data["problems"]]


def no_secrets(*texts: str) -> None:
    for text in texts:
        for secret in SECRETS:
            assert secret not in text


def sealed(turnproc: Turnproc, campaign: Path) -> Path:
    assert turnproc("orders", "seal", campaign / HUNS, "--remove").code == 0
    return campaign


def test_there_and_back(
    turnproc: Turnproc, campaign: Path, isolated: Path, gm: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(campaign)
    player = Identity.new()
    path = campaign / "campaign.yaml"
    text = path.read_text(encoding="utf-8").replace("[huns]", f"[huns], age: {player.recipient}")
    path.write_text(text, encoding="utf-8")
    ran = turnproc("orders", "seal", campaign / HUNS)
    assert (ran.code, ran.err) == (0, "")
    assert "by that of the player" in ran.out
    assert "huns.yaml: still there, for everybody to read" in ran.out
    raw = (campaign / SEALED).read_bytes()
    assert raw.startswith(b"-----BEGIN AGE ENCRYPTED FILE-----\n")
    assert contents(campaign) == before | {"campaign.yaml": text.encode(), SEALED: raw}
    for name, identity in (("gm", gm), ("player", player)):
        opened = identity.open(raw)
        assert opened is not None
        assert len(opened) % 1024 == 0
        monkeypatch.setenv("TURNPROC_KEY_FILE", str(write_key(isolated / f"{name}.key", identity)))
        ran = turnproc("orders", "open", campaign / SEALED)
        assert ran.out.encode() == before[HUNS]
    assert Identity.new().open(raw) is None


@pytest.mark.usefixtures("key")
def test_a_player_without_a_key_is_told_so(turnproc: Turnproc, campaign: Path) -> None:
    data = turnproc("orders", "seal", campaign / HUNS, "--remove", "--format", "json").data
    assert {name: data[name] for name in ("sealed", "for_player", "replaced", "removed")} == {
        "sealed": SEALED,
        "for_player": False,
        "replaced": False,
        "removed": True,
    }
    assert not (campaign / HUNS).exists()
    assert codes(turnproc, campaign) == []


def test_what_has_errors_is_not_sealed(turnproc: Turnproc, campaign: Path) -> None:
    write(campaign, {HUNS: WRONG})
    before = contents(campaign)
    ran = turnproc("orders", "seal", campaign / HUNS, "--remove")
    assert ran.code == 1
    assert f"{HUNS}:4:" in ran.err
    assert f"{HUNS}:5:" in ran.err
    assert contents(campaign) == before


def test_sealing_again_replaces_the_seal(turnproc: Turnproc, campaign: Path, gm: Identity) -> None:
    assert turnproc("orders", "seal", campaign / HUNS).code == 0
    write(campaign, {HUNS: orders("huns")})
    ran = turnproc("orders", "seal", campaign / HUNS)
    assert ran.code == 0
    assert "sealed anew" in ran.out
    opened = gm.open((campaign / SEALED).read_bytes())
    assert opened is not None
    assert orders("huns").encode() in opened


def test_an_open_campaign_takes_no_seals(turnproc: Turnproc, campaign: Path) -> None:
    sealed(turnproc, campaign)
    path = campaign / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("orders: sealed", "orders: open"), encoding="utf-8")
    assert codes(turnproc, campaign) == [("C064", SEALED)]
    write(campaign, {HUNS: SMALL[HUNS]})
    (campaign / SEALED).unlink()
    assert "orders: sealed" in turnproc("orders", "seal", campaign / HUNS).err
    assert not (campaign / SEALED).exists()


@pytest.mark.parametrize(("row", "code"), [("id: east\n", "C060"), ("game_master: .*\n", "C060")])
def test_what_sealing_needs(turnproc: Turnproc, campaign: Path, row: str, code: str) -> None:
    path = campaign / "campaign.yaml"
    path.write_text(re.sub(row, "", path.read_text(encoding="utf-8")), encoding="utf-8")
    assert codes(turnproc, campaign)[0] == (code, "campaign.yaml")
    assert turnproc("orders", "seal", campaign / HUNS).code == 1
    assert not (campaign / SEALED).exists()


def test_a_public_key_with_a_slip(turnproc: Turnproc, campaign: Path) -> None:
    path = campaign / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    key = re.search(r"age1\w{58}", text)
    assert key is not None
    other = key[0][:-1] + ("q" if key[0][-1] != "q" else "p")
    path.write_text(text.replace(key[0], other), encoding="utf-8")
    ran = turnproc("orders", "seal", campaign / HUNS)
    assert ran.code == 1
    assert other in ran.err
    assert not (campaign / SEALED).exists()


class TestWhoSeesWhat:
    """Until the turn is resolved an observer learns who sent a file and its padded size."""

    @pytest.mark.parametrize("text", [SMALL[HUNS], WRONG], ids=["right", "wrong"])
    def test_without_the_key(self, turnproc: Turnproc, campaign: Path, gm: Identity, text: str) -> None:
        put(campaign, seal(letter(text), [gm.recipient]))
        assert codes(turnproc, campaign) == []
        status = turnproc("status", campaign, "--format", "json")
        assert status.code == 0
        (huns,) = [each for each in status.data["speakers"] if each["speaker"] == "huns"]
        assert (huns["sent"], huns["orders"], huns["problems"], huns["ready"]) == ("sealed", 0, 0, False)
        assert status.data["questions"] is None
        before = contents(campaign)
        for arguments in (["--no-commit"], ["--dry-run"], ["--no-commit", "--reject-invalid"]):
            ran = turnproc("resolve", *arguments, campaign)
            assert (ran.code, ran.out) == (1, "")
            assert SEALED in ran.err
            no_secrets(ran.err)
        assert contents(campaign) == before
        assert turnproc("orders", "open", campaign / SEALED).code == 1

    def test_other_commands_leave_it_closed(self, turnproc: Turnproc, campaign: Path) -> None:
        sealed(turnproc, campaign)
        ran = turnproc("orders", "receipt", campaign / SEALED, "--language", "en")
        assert ran.code == 0
        assert "are sealed" in ran.out
        assert re.search("sha256:[0-9a-f]{64}", ran.out)
        export = turnproc("orders", "export", campaign)
        assert export.code == 1
        assert f"{SEALED}: error[C068]" in export.err
        forecast = turnproc("forecast", campaign / SEALED)
        assert forecast.code == 1
        for each in (ran, export, forecast):
            no_secrets(each.out, each.err)
        assert turnproc("validate", "--for", "huns", cwd=campaign).code == 0

    @pytest.mark.usefixtures("key")
    def test_errors_are_counted_and_never_quoted(self, turnproc: Turnproc, campaign: Path, gm: Identity) -> None:
        put(campaign, seal(letter(WRONG), [gm.recipient]))
        for arguments in (
            ["validate", "--language", "en"],
            ["validate", "--format", "json"],
            ["validate", "--format", "github"],
            ["status"],
            ["resolve", "--no-commit"],
        ):
            ran = turnproc(*arguments, campaign if "github" not in arguments else campaign / "campaign.yaml")
            no_secrets(ran.out, ran.err)
            assert "nowhere" not in ran.out + ran.err
        ran = turnproc("validate", campaign)
        assert re.search(rf"{re.escape(SEALED)}: error\[C068\]: .*: 2\n", ran.err)
        ran = turnproc("orders", "open", campaign / SEALED)
        assert (ran.code, ran.out) == (1, WRONG)
        assert f"{SEALED}:4:" in ran.err
        assert f"{SEALED}:5:" in ran.err

    @pytest.mark.usefixtures("key")
    def test_a_rejected_file_stays_sealed(self, turnproc: Turnproc, campaign: Path, gm: Identity, key: Path) -> None:
        put(campaign, seal(letter(WRONG), [gm.recipient]))
        ran = turnproc("resolve", "--no-commit", "--reject-invalid", campaign)
        assert ran.code == 0
        key.unlink()
        assert not (campaign / HUNS).exists()
        journal = (campaign / JOURNAL).read_text(encoding="utf-8")
        assert "kept_sealed:\n  huns: 2\n" in journal
        assert "rejected: orders/huns.yaml" in journal
        for name, raw in contents(campaign).items():
            if name.startswith("turns/001/"):
                assert b"nowhere" not in raw
        assert turnproc("verify", campaign).code == 0
        assert turnproc("report", campaign).code == 0
        data = turnproc("validate", "--turn", "1", campaign, "--format", "json").data
        assert [problem["code"] for problem in data["problems"]] == ["C068"]

    def test_with_a_workflow_s_key_nothing_is_looked_at(
        self, turnproc: Turnproc, campaign: Path, key: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sealed(turnproc, campaign)
        monkeypatch.setenv("TURNPROC_KEY", key.read_text(encoding="utf-8"))
        key.unlink()
        assert '"sealed"' in turnproc("status", campaign, "--format", "json").out
        ran = turnproc("resolve", "--dry-run", campaign)
        assert (ran.code, ran.out) == (1, "")
        no_secrets(ran.err)
        assert turnproc("resolve", "--no-commit", campaign).code == 0
        assert (campaign / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]

    def test_questions_in_a_public_log(
        self, turnproc: Turnproc, campaign: Path, key: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A turn that asks something of the game master because of sealed orders."""
        sealed(turnproc, campaign)

        def asking(*arguments: Any, **named: Any) -> Any:
            result = play(*arguments, **named)
            question: Question[Any] = Question(id="whither/tavrika", rule="B-4.5.3", text="from tavrika?", read=Read)
            asked = (Asked(question, How.OPEN, None),)
            return replace(result, resolution=replace(result.resolution, asked=asked, open=asked))

        monkeypatch.setattr("turnproc.actions.resolve_turn.play", asking)
        ran = turnproc("resolve", "--no-commit", campaign)
        assert (ran.code, "tavrika" in ran.out) == (4, True)
        monkeypatch.setenv("TURNPROC_KEY", key.read_text(encoding="utf-8"))
        for form in ("text", "json"):
            ran = turnproc("resolve", "--no-commit", campaign, "--format", form)
            assert ran.code == 4
            no_secrets(ran.out, ran.err)

    def test_another_key(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        sealed(turnproc, campaign)
        other = write_key(key, Identity.new())
        assert codes(turnproc, campaign) == []
        ran = turnproc("resolve", "--no-commit", campaign)
        assert (ran.code, ran.out) == (1, "")
        assert str(other) in ran.err
        no_secrets(ran.err)
        assert turnproc("orders", "open", campaign / SEALED).code == 1

    def test_a_damaged_key_shows_nothing(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        sealed(turnproc, campaign)
        text = key.read_text(encoding="utf-8")
        key.write_text(text[:-2] + ("Q" if text[-2] != "Q" else "P") + "\n", encoding="utf-8")
        for arguments in (
            ["resolve", "--no-commit", campaign],
            ["status", campaign],
            ["orders", "open", campaign / SEALED],
        ):
            ran = turnproc(*map(str, arguments))
            assert ran.code == 1
            no_secrets(ran.out, ran.err)

    @pytest.mark.usefixtures("key")
    def test_terminals_are_left_alone(self, turnproc: Turnproc, campaign: Path, gm: Identity) -> None:
        put(campaign, seal(letter("turn: 1\nfor: huns\nmessage: \x1b]0;x\x07\norders: []\n"), [gm.recipient]))
        ran = turnproc("orders", "open", campaign / SEALED)
        assert ran.code == 1
        assert "\x1b" not in ran.out + ran.err


@pytest.mark.usefixtures("key")
class TestForgery:
    """What somebody can make who has no key but the public one."""

    @pytest.mark.parametrize(
        ("inside", "name"),
        [
            (letter(SMALL[HUNS], where="west"), SEALED),
            (letter(SMALL[HUNS], turn=2), SEALED),
            (letter(SMALL[HUNS], speaker="goths"), SEALED),
            (letter(SMALL[HUNS]), "turns/001/orders/goths.yaml.age"),
        ],
        ids=["campaign", "turn", "speaker", "copied"],
    )
    def test_it_was_sealed_for_another_place(
        self, turnproc: Turnproc, campaign: Path, gm: Identity, inside: bytes, name: str
    ) -> None:
        put(campaign, seal(inside, [gm.recipient]), name)
        assert codes(turnproc, campaign) == [("C067", name)]
        assert turnproc("resolve", "--no-commit", campaign).code == 1
        assert turnproc("resolve", "--no-commit", "--reject-invalid", campaign).code == 0
        assert not (campaign / name.removesuffix(".age")).exists()
        no_secrets((campaign / JOURNAL).read_text(encoding="utf-8"))
        assert turnproc("verify", campaign).code == 0

    @pytest.mark.parametrize("at", [0.2, 0.5, 0.95])
    def test_it_was_changed(self, turnproc: Turnproc, campaign: Path, at: float) -> None:
        raw = bytearray((sealed(turnproc, campaign) / SEALED).read_bytes())
        place = int(len(raw) * at)
        raw[place] = ord("A") if raw[place] != ord("A") else ord("B")
        put(campaign, bytes(raw))
        ((code, file),) = codes(turnproc, campaign)
        assert (code in ("C061", "C065"), file) == (True, SEALED)
        assert turnproc("resolve", "--no-commit", "--reject-invalid", campaign).code == 0
        assert turnproc("verify", campaign).code == 0

    @pytest.mark.parametrize(
        "inside",
        [
            b"",
            SMALL[HUNS].encode(),
            b"\n" * 1024,
            b"[" * 1023 + b"\n",
            letter(SMALL[HUNS])[:-1] + b"x",
            letter(SMALL[HUNS]).replace(b"sealed/1", b"sealed/2"),
            letter(SMALL[HUNS]).replace(b'"turn": 1', b'"turn": true'),
            re.sub(rb'"size": \d+', b'"size": 999', letter(SMALL[HUNS])),
            re.sub(rb'"size": \d+', b'"size": -1 ', letter(SMALL[HUNS])),
            letter(SMALL[HUNS]) + b"\n",
        ],
    )
    def test_something_else_is_inside(self, turnproc: Turnproc, campaign: Path, gm: Identity, inside: bytes) -> None:
        put(campaign, seal(inside, [gm.recipient]))
        ((code, file),) = codes(turnproc, campaign)
        assert (code in ("C061", "C066"), file) == (True, SEALED)

    def test_it_was_sealed_for_somebody_else(self, turnproc: Turnproc, campaign: Path) -> None:
        put(campaign, seal(letter(SMALL[HUNS]), [Identity.new().recipient]))
        assert codes(turnproc, campaign) == [("C065", SEALED)]

    @pytest.mark.parametrize(
        ("raw", "code"),
        [
            (b"", "C061"),
            (b"\x00\xff" * 100, "C061"),
            (SMALL[HUNS].encode(), "C061"),
            (b"-----BEGIN AGE ENCRYPTED FILE-----\n-----END AGE ENCRYPTED FILE-----\n", "C061"),
            (
                b"-----BEGIN AGE ENCRYPTED FILE-----\n"
                + base64.b64encode(b"age-encryption.org/v1\n-> X25519 a")
                + b"\n-----END AGE ENCRYPTED FILE-----\n",
                "C061",
            ),
            (b"-----BEGIN AGE ENCRYPTED FILE-----\n" + b"A" * 200_000, "Y001"),
            (seal(letter(SMALL[HUNS]), [Identity.new().recipient] * 60), "C061"),
        ],
    )
    def test_no_seal_at_all(self, turnproc: Turnproc, campaign: Path, key: Path, raw: bytes, code: str) -> None:
        put(campaign, raw)
        assert codes(turnproc, campaign) == [(code, SEALED)]
        away = key.rename(key.with_name("away"))
        assert codes(turnproc, campaign) == [(code, SEALED)]
        away.rename(key)
        assert turnproc("resolve", "--no-commit", "--reject-invalid", campaign).code == 0
        assert turnproc("verify", campaign).code == 0

    def test_somebody_who_gives_no_orders(self, turnproc: Turnproc, campaign: Path, gm: Identity) -> None:
        put(
            campaign,
            seal(letter("turn: 1\nfor: huns\norders: []\n", speaker="x"), [gm.recipient]),
            f"{HUNS[:-9]}x.yaml.age",
        )
        assert turnproc("validate", campaign).code == 1


@pytest.mark.parametrize("length", [1, 500, 900, 2000, 60_000])
def test_only_the_padded_size_shows(gm: Identity, length: int) -> None:
    inside = letter("x" * length)
    assert len(inside) % 1024 == 0
    assert len(inside) - 1024 < length + 120
    assert len(letter("y" * (length - 1))) == len(inside)
    assert gm.open(seal(inside, [gm.recipient])) == inside


def test_what_was_not_padded_is_told_without_a_key(turnproc: Turnproc, campaign: Path, gm: Identity) -> None:
    put(campaign, seal(SMALL[HUNS].encode(), [gm.recipient]))
    ran = turnproc("validate", campaign)
    assert "C061" in ran.err
    assert "not sealed by turnproc" in ran.err


class TestPlainFiles:
    def test_their_player_is_warned(self, turnproc: Turnproc, campaign: Path) -> None:
        assert codes(turnproc, campaign) == [("C063", HUNS)]
        for command in (["resolve", "--dry-run"], ["status"]):
            assert f"{HUNS}: warning[C063]" in turnproc(*command, campaign).err
        data = turnproc("status", campaign, "--format", "json").data
        assert [problem["code"] for problem in data["problems"]] == ["C063"]
        assert turnproc("resolve", "--no-commit", campaign).code == 0
        assert turnproc("verify", campaign).code == 0

    @pytest.mark.usefixtures("key")
    def test_never_both(self, turnproc: Turnproc, campaign: Path) -> None:
        assert turnproc("orders", "seal", campaign / HUNS).code == 0
        assert sorted(codes(turnproc, campaign)) == [("C062", HUNS), ("C062", SEALED), ("C063", HUNS)]
        before = contents(campaign)
        assert turnproc("resolve", "--no-commit", "--reject-invalid", campaign).code == 1
        assert contents(campaign) == before


@pytest.mark.usefixtures("key")
class TestPublished:
    def test_with_the_turn_in_one_commit(self, turnproc: Turnproc, campaign: Path, key: Path) -> None:
        make_repository(sealed(turnproc, campaign))
        ran = turnproc("resolve", campaign)
        assert ran.code == 0
        key.unlink()
        assert HUNS in git(campaign, "show", "--name-only", "--format=", "turn-001").splitlines()
        assert git(campaign, "status", "--porcelain") == ""
        assert (campaign / HUNS).read_text(encoding="utf-8") == SMALL[HUNS]
        for name in (HUNS, SEALED):
            assert f"  {name}: sha256:" in (campaign / JOURNAL).read_text(encoding="utf-8")
        for command in ("verify", "report"):
            assert turnproc(command, campaign).code == 0
        assert turnproc("explain", "1/1", "--campaign", campaign).code == 0
        assert "moved" in (campaign / JOURNAL).read_text(encoding="utf-8")
        assert codes(turnproc, campaign, "--turn", "1") == []

    @pytest.mark.parametrize("name", [HUNS, SEALED])
    def test_what_is_changed_afterwards_is_noticed(self, turnproc: Turnproc, campaign: Path, name: str) -> None:
        assert turnproc("resolve", "--no-commit", sealed(turnproc, campaign)).code == 0
        (campaign / name).write_bytes((campaign / name).read_bytes() + b"\n")
        ran = turnproc("verify", campaign)
        assert ran.code == 1
        assert name in ran.err + ran.out
        if name == HUNS:
            ran = turnproc("orders", "open", campaign / SEALED)
            assert (ran.code, "C069" in ran.err) == (1, True)

    @pytest.mark.parametrize("name", [HUNS, SEALED])
    def test_what_is_taken_away_afterwards_is_noticed(self, turnproc: Turnproc, campaign: Path, name: str) -> None:
        assert turnproc("resolve", "--no-commit", sealed(turnproc, campaign)).code == 0
        (campaign / name).unlink()
        assert turnproc("verify", campaign).code == 1

    def test_a_struck_file_is_published_and_does_not_count(self, turnproc: Turnproc, campaign: Path) -> None:
        write(sealed(turnproc, campaign), {"turns/001/gm.yaml": "turn: 1\nrulings: {strike/huns: true}\n"})
        assert turnproc("resolve", "--no-commit", campaign).code == 0
        assert (campaign / HUNS).exists()
        assert "moved" not in (campaign / JOURNAL).read_text(encoding="utf-8")
        assert turnproc("verify", campaign).code == 0

    def test_the_dice_follow_from_the_file_as_it_came_in(
        self, turnproc: Turnproc, campaign: Path, built_in: Callable[..., None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        built_in(bellum=THROWING)
        path = campaign / "campaign.yaml"
        path.write_text(re.sub("game_master: .*\n", "", path.read_text(encoding="utf-8")), encoding="utf-8")
        monkeypatch.setenv("TURNPROC_KEY_FILE", str(campaign.parent / "own.key"))
        assert turnproc("keys", "new", campaign).code == 0
        assert turnproc("resolve", "--no-commit", sealed(turnproc, campaign)).code == 0
        (campaign.parent / "own.key").unlink()
        assert turnproc("dice", "check", campaign).code == 0
        assert turnproc("verify", campaign).code == 0

    @pytest.mark.parametrize("step", ["begun", f"staged {HUNS}", "manifest", f"moved {HUNS}", f"moved {JOURNAL}"])
    def test_killed_in_the_middle(self, turnproc: Turnproc, campaign: Path, step: str, isolated: Path) -> None:
        make_repository(sealed(turnproc, campaign))
        killed = (
            "import os, sys\n"
            "from turnproc.store import turn\n"
            "from turnproc.actions import resolve_turn\n"
            "def at(step):\n"
            f"    step == {step!r} and os._exit(9)\n"
            "as_it_is = turn.commit_turn\n"
            "resolve_turn.commit_turn = lambda *a, **k: as_it_is(*a, **k, at=at)\n"
            "from turnproc.cli.app import run\n"
            "sys.exit(run(['resolve', sys.argv[1]]))\n"
        )
        assert python("-c", killed, str(campaign), cwd=isolated).code == 9
        ran = turnproc("resolve", campaign)
        assert ran.code == 0
        assert git(campaign, "status", "--porcelain") == ""
        assert HUNS in git(campaign, "show", "--name-only", "--format=", "turn-001").splitlines()
        assert turnproc("verify", campaign).code == 0
