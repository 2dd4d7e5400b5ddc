"""Dice of a turn that was taken back: nobody gets others by playing it again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, SMALL, orders
from tests.cli.throwing import THROWING, by_hand
from tests.git.helpers import git, make_repository, write

pytestmark = pytest.mark.usefixtures("throwing")
JSON = ("--format", "json")
TURN = "turns/001/turn.yaml"
OTHER = orders("huns", "{hold: 4, in: tavrika}")
THIRD = orders("huns", "{hold: 3, in: tavrika}")


@pytest.fixture
def throwing(built_in: Callable[..., None]) -> None:
    built_in(bellum=THROWING)


@pytest.fixture
def keyed(turnproc: Turnproc, small: Path) -> Path:
    """The small campaign with a key, as a repository; turn 1 is resolved."""
    assert turnproc("keys", "new", small).code == 0
    make_repository(small)
    assert turnproc("resolve", small).code == 0
    return small


def journal(root: Path, name: str = JOURNAL) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((root / name).read_text(encoding="utf-8"))
    return data


def again(turnproc: Turnproc, root: Path, files: dict[str, str], *, turn: int = 1) -> dict[str, Any]:
    """Take the turn back, change files, resolve it again; gives the journal."""
    ran = turnproc("undo", "--turn", str(turn), "--reason", "To be mended.", root)
    assert ran.code == 0, ran.err
    write(root, files)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message=Mended")
    ran = turnproc("resolve", root)
    assert ran.code == 0, ran.err
    return journal(root, f"turns/{turn:03d}/journal.yaml")


def checked(turnproc: Turnproc, root: Path) -> list[dict[str, Any]]:
    assert turnproc("verify", root).code == 0
    ran = turnproc("dice", "check", *JSON, root)
    assert ran.code == 0, ran.out
    turns: list[dict[str, Any]] = ran.data["turns"]
    return turns


def found(turnproc: Turnproc, root: Path) -> set[tuple[str, str]]:
    ran = turnproc("dice", "check", *JSON, root)
    verified = turnproc("verify", *JSON, root)
    assert (ran.code, verified.code) == (1, 1)
    problems = {(each["code"], each["file"]) for turn in ran.data["turns"] for each in turn["problems"]}
    assert problems <= {(each["code"], each["file"]) for turn in verified.data["turns"] for each in turn["problems"]}
    return problems


@pytest.mark.parametrize(
    "files",
    [
        {},
        {GM: "turn: 1\nrulings: {early/omen: bad}\n"},
        {GM: "turn: 1\nrulings: {strike/huns: true}\n"},
        {GM: "turn: 1\nchronicle: Anew.\nevents:\n  - {note: x, text: x}\n"},
        {"turns/001/orders/alans.yaml": orders("alans"), GM: "turn: 1\nrulings: {strike/alans: true}\n"},
    ],
)
def test_what_the_game_master_changes_changes_no_dice(turnproc: Turnproc, keyed: Path, files: dict[str, str]) -> None:
    before = journal(keyed)
    after = again(turnproc, keyed, files)
    assert after["seed"] == before["seed"]
    then = {roll["label"]: roll["dice"] for roll in before["rolls"]}
    assert after["rolls"]
    assert all(roll["dice"] == then[roll["label"]] for roll in after["rolls"])
    checked(turnproc, keyed)


def test_the_same_files_need_no_key(turnproc: Turnproc, keyed: Path, isolated: Path) -> None:
    before = journal(keyed)
    (isolated / "turnproc" / "small-war.key").unlink()
    assert again(turnproc, keyed, {})["seed"] == before["seed"]


def test_other_files_of_players_spend_the_link(turnproc: Turnproc, keyed: Path) -> None:
    before = journal(keyed)
    ran = turnproc("undo", "--turn", "1", "--reason", "Huns.", keyed)
    assert "otherwise link 1 is spent" in ran.out
    assert yaml.safe_load((keyed / TURN).read_text())["spent"] == [1]
    write(keyed, {HUNS: OTHER})
    git(keyed, "commit", "--quiet", "--all", "--message=Huns")
    assert turnproc("resolve", keyed).code == 0
    after = journal(keyed)
    assert (before["seed"]["link"], after["seed"]["link"]) == (1, 2)
    assert after["seed"]["value"] != before["seed"]["value"]
    assert [turn["link"] for turn in checked(turnproc, keyed)] == [2]
    # The turn after takes the next one.
    write(keyed, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
    git(keyed, "add", "--all")
    git(keyed, "commit", "--quiet", "--message=Turn 2")
    assert turnproc("resolve", keyed).code == 0
    assert journal(keyed, "turns/002/journal.yaml")["seed"]["link"] == 3
    assert [turn["link"] for turn in checked(turnproc, keyed)] == [2, 3]


def test_there_and_back_is_no_way_to_throw_again(turnproc: Turnproc, keyed: Path) -> None:
    """Other files, and then those of the first time: the dice of the first time come back."""
    first = journal(keyed)["seed"]
    second = again(turnproc, keyed, {HUNS: OTHER})["seed"]
    assert again(turnproc, keyed, {HUNS: SMALL[HUNS]})["seed"] == first
    assert again(turnproc, keyed, {HUNS: OTHER})["seed"] == second
    assert again(turnproc, keyed, {HUNS: THIRD})["seed"]["link"] == 3
    assert yaml.safe_load((keyed / TURN).read_text())["spent"] == [1, 2]
    assert [turn["link"] for turn in checked(turnproc, keyed)] == [3]
    write(keyed, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
    git(keyed, "add", "--all")
    git(keyed, "commit", "--quiet", "--message=Turn 2")
    assert turnproc("resolve", keyed).code == 0
    assert [turn["link"] for turn in checked(turnproc, keyed)] == [3, 4]


def test_a_revision_without_dice_leaves_the_link_spent(turnproc: Turnproc, keyed: Path) -> None:
    assert "seed" not in again(turnproc, keyed, {GM: by_hand()})
    assert [turn["link"] for turn in checked(turnproc, keyed)] == [None]
    write(keyed, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
    git(keyed, "add", "--all")
    git(keyed, "commit", "--quiet", "--message=Turn 2")
    assert turnproc("resolve", keyed).code == 0
    assert [turn["link"] for turn in checked(turnproc, keyed)] == [None, 2]


def test_a_new_key_between_two_revisions(turnproc: Turnproc, keyed: Path, isolated: Path) -> None:
    """With the same files the dice stay the same, though the key is lost; with others the new key has the next link."""
    before = journal(keyed)["seed"]
    (isolated / "turnproc" / "small-war.key").unlink()
    text = (keyed / "campaign.yaml").read_text(encoding="utf-8")
    rows = [row for row in text.splitlines(keepends=True) if not row.startswith(("seed_chain", "game_master"))]
    write(keyed, {"campaign.yaml": "".join(rows)})
    assert turnproc("keys", "new", keyed).code == 0
    git(keyed, "commit", "--quiet", "--all", "--message=Key")
    assert again(turnproc, keyed, {})["seed"] == before
    checked(turnproc, keyed)
    assert again(turnproc, keyed, {HUNS: OTHER})["seed"]["link"] == 2
    ran = turnproc("dice", "check", *JSON, keyed)
    assert ran.code == 0, ran.out
    assert [each["code"] for each in ran.data["turns"][0]["problems"]] == ["C046"]


# --- what is noticed


def change(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    write(root, {name: text.replace(old, new)})


def test_other_dice_with_the_same_files(turnproc: Turnproc, keyed: Path) -> None:
    """A game master who takes the link after for the same files, and recomputes everything else."""
    again(turnproc, keyed, {HUNS: OTHER})
    wrong = journal(keyed)["seed"]
    right = again(turnproc, keyed, {HUNS: SMALL[HUNS]})["seed"]
    for key in ("link", "revealed", "value"):
        change(
            keyed,
            JOURNAL,
            str(right[key]) if key != "link" else "link: 1",
            str(wrong[key]) if key != "link" else "link: 2",
        )
    assert ("C094", JOURNAL) in found(turnproc, keyed)


def test_a_spent_link_for_other_files(turnproc: Turnproc, keyed: Path) -> None:
    first = journal(keyed)["seed"]
    second = again(turnproc, keyed, {HUNS: OTHER})["seed"]
    change(keyed, JOURNAL, "link: 2", "link: 1")
    change(keyed, JOURNAL, second["revealed"], first["revealed"])
    problems = found(turnproc, keyed)
    assert {("C043", JOURNAL), ("C041", JOURNAL)} <= problems


def test_a_link_that_was_passed_over_and_not_spent(turnproc: Turnproc, keyed: Path) -> None:
    """Only what the kept journal has revealed makes a gap in the chain."""
    again(turnproc, keyed, {HUNS: OTHER})
    kept = "turns/001/undone/1/journal.yaml"
    (keyed / kept).unlink()
    write(keyed, {TURN: "opens: 2026-05-01T20:00:00+03:00\n"})
    ran = turnproc("dice", "check", *JSON, keyed)
    assert ran.code == 1
    assert "C043" in {each["code"] for each in ran.data["turns"][0]["problems"]}


def test_dice_of_a_kept_journal_that_were_changed(turnproc: Turnproc, keyed: Path) -> None:
    again(turnproc, keyed, {HUNS: OTHER})
    kept = "turns/001/undone/1/journal.yaml"
    revealed = journal(keyed, kept)["seed"]["revealed"]
    change(keyed, kept, revealed, revealed[::-1])
    problems = found(turnproc, keyed)
    assert {("C041", kept), ("C042", kept), ("C093", kept)} <= problems


def test_a_forged_seed_gets_no_new_dice_unnoticed(turnproc: Turnproc, keyed: Path) -> None:
    """A kept journal that no longer speaks of the files of then makes room for another link; everybody sees it."""
    assert turnproc("undo", "--turn", "1", "--reason", "x", keyed).code == 0
    kept = "turns/001/undone/1/journal.yaml"
    value = journal(keyed, kept)["seed"]["value"]
    change(keyed, kept, value, value[::-1])
    git(keyed, "commit", "--quiet", "--all", "--message=Forged")
    assert turnproc("resolve", keyed).code == 0
    assert journal(keyed)["seed"]["link"] == 2
    assert {("C041", kept), ("C093", kept), ("C094", JOURNAL)} <= found(turnproc, keyed)


def test_spent_links_in_turn_yaml(turnproc: Turnproc, keyed: Path) -> None:
    again(turnproc, keyed, {HUNS: OTHER})
    for row in ("spent: [2]", "spent: []", ""):
        text = (keyed / TURN).read_text(encoding="utf-8")
        write(keyed, {TURN: text.replace("spent: [1]", row)})
        ran = turnproc("verify", *JSON, keyed)
        assert ran.code == 1
        assert "C091" in {each["code"] for each in ran.data["turns"][0]["problems"]}
        write(keyed, {TURN: text})
    checked(turnproc, keyed)
