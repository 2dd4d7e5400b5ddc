"""Turns with dice: what is thrown by hand, what follows from the key, and that everybody can recompute it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, QUESTION, SMALL, STATE, Ran, orders
from tests.cli.throwing import EARLY, LABELS, LATE, THROWING, WITH_TOTALS, by_hand, question
from tests.git.helpers import contents, git, make_repository, write
from turnproc.engine.dice import faces
from turnproc.engine.phase import Schedule
from turnproc.engine.rulings import NO_DEFAULT
from turnproc.engine.table import Table

JSON = ("--format", "json")
pytestmark = pytest.mark.usefixtures("throwing")


@pytest.fixture
def throwing(built_in: Callable[..., None]) -> None:
    built_in(bellum=THROWING)


@pytest.fixture
def keyed(turnproc: Turnproc, small: Path) -> Path:
    """The small campaign with a key, turn 1 open."""
    assert turnproc("keys", "new", small).code == 0
    return small


@pytest.fixture
def key(isolated: Path) -> Path:
    return isolated / "turnproc" / "small-war.key"


def secret_of(key: Path) -> bytes:
    match = re.search(r'value: "([0-9a-f]{64})"', key.read_text(encoding="utf-8"))
    assert match is not None
    return bytes.fromhex(match[1])


def journal(campaign: Path, turn: int = 1) -> dict[str, Any]:
    data = yaml.safe_load((campaign / f"turns/{turn:03d}/journal.yaml").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def next_turn(turnproc: Turnproc, campaign: Path, turn: int) -> None:
    write(campaign, {f"turns/{turn:03d}/orders/huns.yaml": orders("huns", turn=turn)})
    ran = turnproc("resolve", "--no-commit", campaign)
    assert (ran.code, ran.err) == (0, "")


def told(ran: Ran) -> list[tuple[str, str, str]]:
    return [(each["code"], each["file"], each["pointer"]) for turn in ran.data["turns"] for each in turn["problems"]]


def change_seed(path: Path, **changes: Any) -> None:
    """Write the journal's row `seed` with other values."""
    text = path.read_text(encoding="utf-8")
    seed = {**yaml.safe_load(text)["seed"], **changes}
    row = f'seed: {{link: {seed["link"]}, revealed: "{seed["revealed"]}", value: "{seed["value"]}"}}'
    path.write_text(re.sub(r"(?m)^seed: .*$", row, text), encoding="utf-8", newline="\n")


def other_than(digits: str) -> str:
    return ("0" if digits[0] != "0" else "1") + digits[1:]


def asking(state: Any, table: Table[Any, Any]) -> Schedule[Any]:
    """A question without a default, then the turn with its dice."""
    table.rulings.decide(replace(question("open/omen"), default=NO_DEFAULT, stand_in="good"))
    return THROWING.schedule(state, table)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


class TestThrownByHand:
    """Who throws everything by hand needs no key."""

    def test_all_of_them(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {GM: by_hand()})
        ran = turnproc("resolve", "--no-commit", small)
        assert (ran.code, ran.err) == (0, "")
        data = journal(small)
        assert "seed" not in data
        assert data["rolls"][0] == {
            "label": "omen/goths", "expression": "3d6+1", "dice": [1, 2, 3], "total": 7, "source": "thrown",
        }  # fmt: skip
        assert data["rolls"][3]["dice"] == [50]
        assert turnproc("verify", small).code == 0
        assert turnproc("dice", "check", small).code == 0

    def test_a_key_that_cannot_be_used_is_no_matter(self, turnproc: Turnproc, keyed: Path, key: Path) -> None:
        key.write_bytes(b"damaged")
        write(keyed, {GM: by_hand()})
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        assert "seed" not in journal(keyed)

    @pytest.mark.parametrize(
        ("thrown", "code", "pointer", "words"),
        [
            ({"omen_huns": "[1, 2]"}, "C018", "/dice/omen~1huns", "dice: 3, numbers given: 2"),
            ({"omen_huns": "9"}, "C018", "/dice/omen~1huns", "dice: 3, numbers given: 1"),
            ({"omen_huns": "[1, 7, 2]"}, "C018", "/dice/omen~1huns/1", "7 cannot be rolled with 1d6"),
            ({"sea": "101"}, "C018", "/dice/sea", "101 cannot be rolled with 1d100, which gives 1 to 100"),
            ({"lake": "1"}, "C016", "/dice/lake", "lake"),
        ],
    )
    def test_what_does_not_fit(
        self, turnproc: Turnproc, small: Path, thrown: dict[str, str], code: str, pointer: str, words: str
    ) -> None:
        write(small, {GM: by_hand(**thrown)})
        (problem,) = turnproc("validate", small, *JSON).data["problems"]
        assert (problem["code"], problem["pointer"]) == (code, pointer)
        assert words in problem["message"]
        ran = turnproc("resolve", "--no-commit", small)
        assert ran.code == 1
        assert f"error[{code}]" in ran.err

    def test_totals_and_codes_of_the_rules(
        self, turnproc: Turnproc, small: Path, built_in: Callable[..., None]
    ) -> None:
        built_in(bellum=WITH_TOTALS)
        write(small, {GM: by_hand(omen_huns="20", omen_goths="[1, 7, 1]", omen_rome="[1]", lake="1")})
        problems = turnproc("validate", small, *JSON).data["problems"]
        # With the dice wrong nobody knows yet whether the lake is asked for.
        assert sorted((each["code"], each["pointer"]) for each in problems) == [
            ("B-2.7", "/dice/omen~1rome"),
            ("B-2.8", "/dice/omen~1goths/1"),
            ("B-2.8", "/dice/omen~1huns"),
            ("B-2.9", "/dice/lake"),
        ]
        assert "20 cannot be rolled with 3d6+1, which gives 4 to 19" in str(problems)
        write(small, {GM: by_hand(omen_huns="19")})
        assert turnproc("resolve", "--no-commit", small).code == 0
        assert journal(small)["rolls"][1] == {
            "label": "omen/huns", "expression": "3d6+1", "dice": [], "total": 19, "source": "thrown",
        }  # fmt: skip
        assert turnproc("verify", small).code == 0


class TestWithoutAKey:
    """Players have none: they see how far the turn comes, and neither a crash nor a die."""

    def test_resolving_says_what_to_do(self, turnproc: Turnproc, small: Path) -> None:
        before = contents(small)
        ran = turnproc("resolve", "--no-commit", small)
        assert ran.code == 1
        for words in ("omen/goths", "3d6+1", "turnproc keys new", "“dice”", "gm.yaml"):
            assert words in ran.err
        assert contents(small) == before

    def test_the_first_die_that_is_missing_is_named(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {GM: by_hand(omen_rome="")})
        ran = turnproc("resolve", "--no-commit", small)
        assert ran.code == 1
        assert "“omen/rome” (3d6+1)" in ran.err

    @pytest.mark.parametrize("with_key", [True, False])
    def test_validating_goes_as_far_as_there_are_dice(
        self, turnproc: Turnproc, small: Path, isolated: Path, with_key: bool
    ) -> None:
        if with_key:
            assert turnproc("keys", "new", small).code == 0
        write(small, {GM: f"turn: 1\nrulings: {{{EARLY}: bad, {LATE}: bad}}\ndice: {{sea: 1}}\n"})
        before = contents(isolated) | contents(small)
        ran = turnproc("validate", small)
        assert ran.code == 0
        assert "omen/goths" in ran.err
        data = turnproc("validate", small, *JSON).data
        assert data == {
            "problems": [], "errors": 0, "warnings": 0, "unthrown": {"label": "omen/goths", "dice": "3d6+1"},
        }  # fmt: skip
        assert contents(isolated) | contents(small) == before
        write(small, {GM: f"turn: 1\nrulings: {{{EARLY}: bad, {LATE}: bad, latest/omen: bad}}\n" + by_hand()[8:]})
        ran = turnproc("validate", small, *JSON)
        assert [each["code"] for each in ran.data["problems"]] == ["C015"], "all dice are there: now it is known"
        assert "unthrown" not in ran.data

    @pytest.mark.parametrize("with_key", [True, False])
    def test_status_shows_the_questions_until_then(self, turnproc: Turnproc, small: Path, with_key: bool) -> None:
        if with_key:
            assert turnproc("keys", "new", small).code == 0
        ran = turnproc("status", small)
        assert ran.code == 0
        assert EARLY in ran.out
        assert LATE not in ran.out
        assert "“omen/goths” (3d6+1)" in ran.out
        data = turnproc("status", small, *JSON).data
        assert [each["id"] for each in data["questions"]] == [EARLY, QUESTION]
        assert data["unthrown"] == {"label": "omen/goths", "dice": "3d6+1"}
        write(small, {GM: by_hand()})
        data = turnproc("status", small, *JSON).data
        assert LATE in [each["id"] for each in data["questions"]]
        assert "unthrown" not in data

    def test_a_trial_stops_politely(self, turnproc: Turnproc, small: Path) -> None:
        before = contents(small)
        ran = turnproc("resolve", "--dry-run", small)
        assert ran.code == 1
        assert EARLY in ran.out
        assert LATE not in ran.out
        assert "omen/goths" in ran.err
        ran = turnproc("resolve", "--dry-run", small, *JSON)
        assert ran.code == 1
        assert (ran.data["journal"], ran.data["state"]) == (None, None)
        assert ran.data["unthrown"] == {"label": "omen/goths", "dice": "3d6+1"}
        assert [each["id"] for each in ran.data["questions"]] == [EARLY, QUESTION]
        assert contents(small) == before

    def test_open_questions_come_first(self, turnproc: Turnproc, small: Path, built_in: Callable[..., None]) -> None:
        """Without the key, and without an answer, the game master hears of both."""
        built_in(bellum=replace(THROWING, schedule=asking))
        ran = turnproc("resolve", "--no-commit", small)
        assert ran.code == 4
        assert ran.out.startswith("rulings:\n")
        assert "open/omen" in ran.out
        assert "omen/goths" in ran.err
        write(small, {GM: "turn: 1\nrulings: {open/omen: good}\n"})
        ran = turnproc("resolve", "--no-commit", small)
        assert (ran.code, ran.out) == (1, "")
        assert "omen/goths" in ran.err

    def test_a_player_s_copy_of_a_campaign_with_a_key(self, turnproc: Turnproc, keyed: Path, key: Path) -> None:
        key.unlink()
        assert turnproc("validate", keyed).code == 0
        assert turnproc("status", keyed).code == 0
        ran = turnproc("resolve", "--dry-run", keyed)
        assert ran.code == 1
        assert str(key) in ran.err


class TestWithAKey:
    def test_a_trial_shows_dice_but_not_what_they_come_from(
        self, turnproc: Turnproc, keyed: Path, key: Path, isolated: Path
    ) -> None:
        before = contents(keyed) | contents(isolated)
        trial = turnproc("resolve", "--dry-run", keyed, *JSON)
        assert trial.code == 0
        assert "seed" not in trial.data["journal"]
        text = turnproc("resolve", "--dry-run", keyed)
        assert text.code == 0
        assert "The dice are those of the orders as they are now" in text.err
        assert contents(keyed) | contents(isolated) == before
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        written = journal(keyed)
        assert trial.data["journal"]["rolls"] == written["rolls"]
        for shown in (trial.out, trial.err, text.out, text.err):
            assert written["seed"]["revealed"] not in shown
            assert written["seed"]["value"] not in shown
            assert secret_of(key).hex() not in shown

    def test_the_journal_reveals_a_link_and_everything_follows_from_it(
        self, turnproc: Turnproc, keyed: Path, key: Path
    ) -> None:
        ran = turnproc("resolve", "--no-commit", keyed)
        assert (ran.code, ran.err) == (0, "")
        assert secret_of(key).hex() not in ran.out
        data = journal(keyed)
        assert list(data)[4:6] == ["seed", "rolls"]
        # By hand, as docs/formats.md, section 4, says.
        link = secret_of(key)
        for _ in range(9_999):
            link = sha256(link).digest()
        chain = yaml.safe_load((keyed / "campaign.yaml").read_text(encoding="utf-8"))["seed_chain"]
        assert chain == f"sha256:{sha256(link).hexdigest()}"
        lines = "".join(
            f"{speaker} {sha256((keyed / f'turns/001/orders/{speaker}.yaml').read_bytes()).hexdigest()}\n"
            for speaker in ("goths", "huns", "rome")
        )
        seed = sha256(link + sha256(lines.encode()).digest()).digest()
        assert data["seed"] == {"link": 1, "revealed": link.hex(), "value": seed.hex()}
        assert [roll["label"] for roll in data["rolls"]] == LABELS
        for roll in data["rolls"]:
            count, sides = (1, 100) if roll["label"] == "sea" else (3, 6)
            assert tuple(roll["dice"]) == faces(seed, roll["label"], count, sides)
            assert roll["source"] == "derived"

    def test_every_turn_reveals_the_next_link(self, turnproc: Turnproc, keyed: Path) -> None:
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        write(keyed, {"turns/002/gm.yaml": "turn: 2\ndice: {omen/huns: [1, 1, 1], sea: 3}\n"})
        next_turn(turnproc, keyed, 2)
        next_turn(turnproc, keyed, 3)
        assert "seed" not in journal(keyed, 2)
        first, third = journal(keyed)["seed"], journal(keyed, 3)["seed"]
        assert (first["link"], third["link"]) == (1, 2), "turn 2 needed none"
        assert sha256(bytes.fromhex(third["revealed"])).hexdigest() == first["revealed"]
        ran = turnproc("dice", "check", keyed, *JSON)
        assert (ran.code, ran.data["fine"]) == (0, True)
        assert [(each["link"], each["derived"], each["thrown"]) for each in ran.data["turns"]] == [
            (1, 4, 0), (None, 0, 2), (2, 2, 0),
        ]  # fmt: skip
        assert len(turnproc("dice", "check", keyed).out.splitlines()) == 3

    def test_nothing_else_of_the_turn_needs_the_key_again(self, turnproc: Turnproc, keyed: Path, key: Path) -> None:
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        key.unlink()
        assert turnproc("verify", keyed, *JSON).data["fine"]
        assert turnproc("dice", "check", keyed).code == 0
        assert turnproc("report", keyed).code == 0
        assert turnproc("explain", "1/1", "--campaign", keyed).code == 0

    def test_thrown_dice_among_derived_ones(self, turnproc: Turnproc, keyed: Path) -> None:
        calm = turnproc("resolve", "--dry-run", keyed, *JSON).data["journal"]["rolls"]
        write(keyed, {GM: "turn: 1\ndice: {omen/huns: [1, 1, 1]}\n"})
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        rolls = journal(keyed)["rolls"]
        assert (rolls[1]["source"], rolls[1]["total"]) == ("thrown", 4)
        assert [rolls[at] for at in (0, 2, 3)] == [calm[at] for at in (0, 2, 3)], "no other roll has moved"
        assert turnproc("verify", keyed).code == 0

    @pytest.mark.parametrize(
        ("files", "changes"),
        [
            ({HUNS: SMALL[HUNS] + "# a remark\n"}, True),
            ({HUNS: "broken: ["}, True),
            ({"turns/001/orders/alans.yaml": orders("alans")}, False),
            ({"turns/001/orders/nobody.yaml": orders("nobody")}, False),
            ({GM: "turn: 1\nnpc_orders: {alans: []}\n"}, False),
            ({GM: "turn: 1\nrulings: {strike/huns: true}\n"}, False),
        ],
        ids=["remark", "rejected", "not played", "nobody", "npc", "struck"],
    )
    def test_what_the_seed_is_made_of(
        self, turnproc: Turnproc, keyed: Path, files: dict[str, str], changes: bool
    ) -> None:
        """Files of players, whatever becomes of them; nothing that the game master can change as long as he likes."""

        def dice() -> list[Any]:
            ran = turnproc("resolve", "--dry-run", "--reject-invalid", keyed, *JSON)
            assert ran.code == 0
            rolls = {roll["label"]: roll["dice"] for roll in ran.data["journal"]["rolls"]}
            return [rolls[label] for label in ("omen/goths", "omen/rome", "sea")]

        before = dice()
        write(keyed, files)
        assert (dice() != before) == changes

    def test_in_a_repository(self, turnproc: Turnproc, keyed: Path) -> None:
        make_repository(keyed)
        ran = turnproc("resolve", keyed)
        assert ran.code == 0
        assert "Rolls: 4 derived, 0 thrown by hand." in git(keyed, "log", "-1", "--format=%B")
        # Another key since then speaks against no turn before it.
        change(keyed / "campaign.yaml", "seed_chain: sha256:", "seed_chain: sha256:" + "0" * 8)
        text = (keyed / "campaign.yaml").read_text(encoding="utf-8")
        (keyed / "campaign.yaml").write_text(re.sub(r"(sha256:0{8}.{56}).*", r"\1", text), encoding="utf-8")
        assert turnproc("verify", keyed).code == 0
        assert turnproc("dice", "check", keyed).code == 0

    def test_a_journal_before_that_cannot_be_read(self, turnproc: Turnproc, keyed: Path) -> None:
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        write(keyed, {JOURNAL: "format: [", "turns/002/orders/huns.yaml": orders("huns", turn=2)})
        ran = turnproc("resolve", "--no-commit", keyed)
        assert ran.code == 1
        assert JOURNAL in ran.err


class TestTamperedWith:
    """Three turns with dice; then somebody changes a journal by hand."""

    @pytest.fixture
    def played(self, turnproc: Turnproc, keyed: Path) -> Path:
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        for turn in (2, 3):
            next_turn(turnproc, keyed, turn)
        return keyed

    def both(self, turnproc: Turnproc, campaign: Path, code: str, file: str, pointer: str) -> None:
        ran = turnproc("dice", "check", campaign, *JSON)
        assert (ran.code, ran.data["fine"]) == (1, False)
        assert (code, file, pointer) in told(ran)
        ran = turnproc("verify", campaign, *JSON)
        assert ran.code == 1
        assert (code, file, pointer) in told(ran)
        assert turnproc("verify", campaign).code == 1
        text = turnproc("dice", "check", campaign)
        assert text.code == 1
        assert f"error[{code}]" in text.err

    def test_a_face(self, turnproc: Turnproc, played: Path) -> None:
        roll = journal(played)["rolls"][3]
        face = roll["total"]
        other = face % 100 + 1
        change(
            played / JOURNAL,
            f'{{label: sea, expression: "1d100", dice: [{face}], total: {face},',
            f'{{label: sea, expression: "1d100", dice: [{other}], total: {other},',
        )
        self.both(turnproc, played, "C040", JOURNAL, "/rolls/3/dice")

    @pytest.mark.parametrize(
        ("old", "new"),
        [("3d6+1", "2d6+1"), ("3d6+1", "3x6"), ("total: ", "total: 1"), ("dice: [", "dice: [9, "), ("1d100", "2d100")],
    )
    def test_a_roll_that_cannot_be(self, turnproc: Turnproc, played: Path, old: str, new: str) -> None:
        change(played / JOURNAL, old, new)
        at = 3 if old == "1d100" else 0
        self.both(turnproc, played, "C047", JOURNAL, f"/rolls/{at}")

    @pytest.mark.parametrize("key", ["value", "revealed"])
    def test_the_seed(self, turnproc: Turnproc, played: Path, key: str) -> None:
        change_seed(played / JOURNAL, **{key: other_than(journal(played)["seed"][key])})
        self.both(turnproc, played, "C041", JOURNAL, "/seed/value")
        if key == "revealed":
            self.both(turnproc, played, "C042", JOURNAL, "/seed/revealed")

    def test_a_seed_and_dice_of_somebody_s_own(self, turnproc: Turnproc, played: Path) -> None:
        """Everything follows from everything, but the link was not fixed beforehand."""
        path = played / "turns/003/journal.yaml"
        link = bytes(32)
        digest = sha256((played / "turns/003/orders/huns.yaml").read_bytes()).hexdigest()
        value = sha256(link + sha256(f"huns {digest}\n".encode()).digest()).digest()
        change_seed(path, revealed=link.hex(), value=value.hex())
        text = path.read_text(encoding="utf-8")
        for roll in journal(played, 3)["rolls"]:
            count, sides, plus = (1, 100, 0) if roll["label"] == "sea" else (3, 6, 1)
            dice = faces(value, roll["label"], count, sides)
            row = f"dice: {list(dice)}, total: {sum(dice) + plus},"
            text = re.sub(rf"({roll['label']}, expression: \S+) dice: .*? total: \d+,", rf"\1 {row}", text)
        path.write_text(text, encoding="utf-8")
        ran = turnproc("dice", "check", played, *JSON)
        assert told(ran) == [("C042", "turns/003/journal.yaml", "/seed/revealed")]
        assert "does not lead to link 2 of turn 2" in str(ran.data)

    def test_a_link_that_was_passed_over(self, turnproc: Turnproc, played: Path, key: Path) -> None:
        """Whoever may choose among links may choose the dice."""
        path = played / "turns/003/journal.yaml"
        link = secret_of(key)
        for _ in range(9_993):
            link = sha256(link).digest()
        change_seed(path, link=7, revealed=link.hex())
        ran = turnproc("dice", "check", played, *JSON)
        assert ("C043", "turns/003/journal.yaml", "/seed/link") in told(ran)
        assert "C042" not in [code for code, _, _ in told(ran)], "it is of the chain"

    def test_a_link_that_was_taken_twice(self, turnproc: Turnproc, played: Path) -> None:
        path = played / "turns/003/journal.yaml"
        change_seed(path, link=2, revealed=journal(played, 2)["seed"]["revealed"])
        self.both(turnproc, played, "C043", "turns/003/journal.yaml", "/seed/link")

    def test_no_seed(self, turnproc: Turnproc, played: Path) -> None:
        path = played / JOURNAL
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"^seed: .*\n", "", text, flags=re.MULTILINE), encoding="utf-8", newline="\n")
        ran = turnproc("dice", "check", played, *JSON)
        assert ("C044", JOURNAL, "/rolls/0") in told(ran)
        ran = turnproc("verify", played, *JSON)
        assert {("C044", JOURNAL, "/rolls/0"), ("C021", JOURNAL, "")} <= set(told(ran))

    def test_neither_seed_nor_rolls(self, turnproc: Turnproc, played: Path) -> None:
        path = played / JOURNAL
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"^(seed: .*|rolls:|  - \{label.*)\n", "", text, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8", newline="\n")
        ran = turnproc("verify", played, *JSON)
        assert ran.code == 1
        assert ("C021", JOURNAL, "") in told(ran)

    def test_orders(self, turnproc: Turnproc, played: Path) -> None:
        write(played, {HUNS: SMALL[HUNS] + "# a remark\n"})
        self.both(turnproc, played, "C041", JOURNAL, "/seed/value")
        assert ("C020", HUNS, "") in told(turnproc("verify", played, *JSON))

    def test_no_seed_chain(self, turnproc: Turnproc, played: Path) -> None:
        write(played, {"campaign.yaml": SMALL["campaign.yaml"]})
        self.both(turnproc, played, "C045", JOURNAL, "/seed")

    def test_a_new_key_in_the_middle_is_told(self, turnproc: Turnproc, small: Path, isolated: Path) -> None:
        make_repository(small)
        for turn in (1, 2):
            write(small, {"campaign.yaml": SMALL["campaign.yaml"]})
            assert turnproc("keys", "new", small).code == 0
            write(small, {f"turns/00{turn}/orders/huns.yaml": orders("huns", turn=turn)})
            git(small, "add", "--all")
            git(small, "commit", "--quiet", "--message=Orders")
            assert turnproc("resolve", small).code == 0
            (isolated / "turnproc" / "small-war.key").unlink()
        ran = turnproc("dice", "check", small, *JSON)
        assert (ran.code, told(ran)) == (0, [("C046", "campaign.yaml", "/seed_chain")])
        assert [each["link"] for each in ran.data["turns"]] == [1, 2]
        assert turnproc("verify", small).code == 0

    def test_a_turn_of_another_version_of_the_rules(
        self, turnproc: Turnproc, played: Path, built_in: Callable[..., None]
    ) -> None:
        built_in(bellum=replace(THROWING, version=2))
        change(played / "campaign.yaml", "ruleset_version: 1", "ruleset_version: 2")
        assert turnproc("dice", "check", played).code == 0
        ran = turnproc("verify", played, *JSON)
        assert (ran.code, [each["other_version"] for each in ran.data["turns"]]) == (0, [True] * 3)
        change_seed(played / JOURNAL, value=other_than(journal(played)["seed"]["value"]))
        assert ("C041", JOURNAL, "/seed/value") in told(turnproc("verify", played, *JSON))

    @pytest.mark.parametrize("file", [JOURNAL, STATE, "map.yaml"])
    def test_a_file_that_cannot_be_read(self, turnproc: Turnproc, played: Path, file: str) -> None:
        """What was revealed in a turn that cannot be read is not held against the next one."""
        write(played, {file: "x: ["})
        ran = turnproc("dice", "check", played, *JSON)
        assert ran.code == 1
        assert not any(code.startswith("C04") for code, _, _ in told(ran))


class TestStatistics:
    def test_nothing_was_rolled(self, turnproc: Turnproc, small: Path) -> None:
        ran = turnproc("dice", "stats", small)
        assert (ran.code, ran.out) == (0, "No dice have been rolled in this campaign yet.\n")
        assert turnproc("dice", "check", small).code == 0

    def test_what_is_counted(self, turnproc: Turnproc, keyed: Path, built_in: Callable[..., None]) -> None:
        built_in(bellum=WITH_TOTALS)
        write(keyed, {GM: "turn: 1\ndice: {omen/huns: [1, 1, 6], omen/rome: 9}\n"})
        assert turnproc("resolve", "--no-commit", keyed).code == 0
        ran = turnproc("dice", "stats", keyed, *JSON)
        data = ran.data
        assert ran.code == 0
        assert (data["turns"], data["rolls"], data["derived"], data["thrown"]) == (1, 4, 2, 2)
        tallies = {(each["which"], each["sides"]): each for each in data["tallies"]}
        assert list(tallies) == [("all", 6), ("all", 100), ("derived", 6), ("derived", 100), ("thrown", 6)]
        assert tallies["thrown", 6] == {
            "which": "thrown", "sides": 6, "rolls": 2, "totals": 1, "dice": 3, "mean": 2.666667, "expected_mean": 3.5,
            "faces": {"1": 2, "2": 0, "3": 0, "4": 0, "5": 0, "6": 1},
            "chi_square": 7.0, "degrees": 5, "p": 0.220640, "verdict": "too-few",
        }  # fmt: skip
        derived = journal(keyed)["rolls"][0]["dice"]
        assert tallies["derived", 6]["faces"] == {str(face): derived.count(face) for face in range(1, 7)}
        assert tallies["all", 6]["dice"] == 6
        text = turnproc("dice", "stats", keyed)
        assert text.code == 0
        for words in ("All dice", "Dice thrown by hand", "mean 2.67", "1: 2×   6: 1×", "too few to tell anything"):
            assert words in text.out
        for language in ("ru", "sv"):
            assert "2,67" in turnproc("dice", "stats", keyed, "--language", language).out

    @pytest.mark.parametrize(
        ("counts", "verdict", "words"),
        [
            ((5, 5, 5, 5, 5, 4), "too-few", "too few"),
            ((5, 8, 9, 11, 12, 15), "usual", "nothing unusual (chi-square 6.00, degrees of freedom 5, p = 0.3062)"),
            ((4, 8, 9, 10, 12, 19), "rare", "fewer than 1 of 20 cases"),
            ((20, 0, 0, 0, 0, 20), "rare", "fewer than 1 of 1000000 cases"),
        ],
    )
    def test_in_words(self, turnproc: Turnproc, small: Path, counts: tuple[int, ...], verdict: str, words: str) -> None:
        write(small, {GM: by_hand()})
        assert turnproc("resolve", "--no-commit", small).code == 0
        dice = [face for face, count in enumerate(counts, start=1) for _ in range(count)]
        rows = [
            f"  - {{label: x/{at}, expression: 1d6, dice: [{face}], total: {face}, source: thrown}}\n"
            for at, face in enumerate(dice)
        ]
        text = (small / JOURNAL).read_text(encoding="utf-8")
        text = re.sub(r"(?m)^  - \{label.*\n", "", text).replace("rolls:\n", "rolls:\n" + "".join(rows))
        write(small, {JOURNAL: text})
        ran = turnproc("dice", "stats", small)
        assert ran.code == 0
        assert words in ran.out
        assert "Dice thrown by hand" not in ran.out, "they are all"
        (tally, _) = turnproc("dice", "stats", small, *JSON).data["tallies"]
        assert tally["verdict"] == verdict

    def test_what_is_no_roll_is_told(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {GM: by_hand()})
        assert turnproc("resolve", "--no-commit", small).code == 0
        change(small / JOURNAL, "dice: [50], total: 50", "dice: [500], total: 500")
        change(small / JOURNAL, "3d6+1", "3d6+z")
        ran = turnproc("dice", "stats", small, *JSON)
        assert ran.code == 1
        assert [(each["code"], each["pointer"]) for each in ran.data["problems"]] == [
            ("C047", "/rolls/0"), ("C047", "/rolls/3"),
        ]  # fmt: skip
        assert ran.data["rolls"] == 2
        assert "error[C047]" in turnproc("dice", "stats", small).err


def test_hash_seeds_and_the_order_of_rows_change_nothing(turnproc: Turnproc, keyed: Path) -> None:
    """The same key and orders give the same bytes wherever the turn is played."""
    other = keyed.parent / "other"
    for name, raw in reversed(contents(keyed).items()):
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_bytes(raw)
    for folder in (keyed, other):
        assert turnproc("resolve", "--no-commit", folder).code == 0
    assert contents(keyed) == contents(other)
