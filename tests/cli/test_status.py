"""`turnproc status`: sent, empty, missing, rejected and struck are different things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, QUESTION, RULING, SMALL, SPLIT, Ran, orders
from tests.git.helpers import contents, write
from turnproc.engine.ruleset import Speaker
from turnproc.rulesets.bellum import RULESET as BELLUM
from turnproc.rulesets.bellum.reader import BellumReader

JSON = ("--format", "json")
GOTHS = "turns/001/orders/goths.yaml"
ROME = "turns/001/orders/rome.yaml"


def speakers(ran: Ran) -> dict[str, dict[str, Any]]:
    assert ran.code == (1 if ran.data["questions"] is None else 0)
    return {each["speaker"]: each for each in ran.data["speakers"]}


def sent(ran: Ran) -> dict[str, str]:
    return {speaker: each["sent"] for speaker, each in speakers(ran).items()}


def test_sent_and_deliberately_empty(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("status", small, *JSON)
    assert sent(ran) == {"goths": "sent", "huns": "sent", "rome": "empty"}
    assert list(ran.data) == [
        "turn", "deadline", "all_ready", "speakers", "npc_orders", "questions", "problems", "errors", "warnings",
    ]  # fmt: skip
    assert speakers(ran)["huns"] == {
        "speaker": "huns",
        "name": "Huns",
        "player": "boris",
        "sent": "sent",
        "orders": 1,
        "problems": 0,
        "ready": True,
        "late": False,
    }
    assert ran.data["deadline"] is None
    assert (ran.data["turn"], ran.data["all_ready"], ran.err) == (1, False, "")


def test_missing(turnproc: Turnproc, small: Path) -> None:
    (small / GOTHS).unlink()
    (small / ROME).write_text("", encoding="utf-8")
    ran = turnproc("status", small, *JSON)
    # An empty file is no deliberate nothing.
    assert sent(ran) == {"goths": "missing", "huns": "sent", "rome": "rejected"}
    assert ran.data["problems"][0]["code"] == "Y007"


def test_no_folder_of_the_turn_yet(turnproc: Turnproc, resolved: Path) -> None:
    ran = turnproc("status", resolved, *JSON)
    assert ran.data["turn"] == 2
    assert set(sent(ran).values()) == {"missing"}


def test_rejected(turnproc: Turnproc, small: Path) -> None:
    rows = ["{hold: 9, in: tavrika}", "{move: 1, from: tavrika, to: italy}"]
    write(small, {HUNS: orders("huns", *rows, ready="true"), GOTHS: "turn: 1\nfor: goths\norders:\n\t- x\n"})
    ran = turnproc("status", small, *JSON)
    assert sent(ran) == {"goths": "rejected", "huns": "rejected", "rome": "empty"}
    assert (speakers(ran)["huns"]["problems"], speakers(ran)["goths"]["problems"]) == (2, 1)
    assert not speakers(ran)["huns"]["ready"], "who is rejected has agreed to nothing"
    assert ran.data["errors"] == 3
    # What a dry run with --reject-invalid would ask can be told already: nobody beats the Alans.
    assert ran.data["questions"] == []


def test_a_warning_rejects_nothing(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{move: 1, from: tavrika, to: sarmatia, attack: [rome]}")})
    ran = turnproc("status", small, *JSON)
    assert (sent(ran)["huns"], ran.data["warnings"], speakers(ran)["huns"]["problems"]) == ("sent", 1, 0)


def test_struck(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nrulings: {strike/huns: true}\n"})
    ran = turnproc("status", small, *JSON)
    assert sent(ran) == {"goths": "sent", "huns": "struck", "rome": "empty"}
    assert not speakers(ran)["huns"]["ready"]


def test_struck_and_rejected_at_once(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nrulings: {strike/huns: true}\n", HUNS: orders("huns", "{hold: 9, in: tavrika}")})
    assert sent(turnproc("status", small, *JSON))["huns"] == "struck"


def test_ready(turnproc: Turnproc, small: Path) -> None:
    write(small, {GOTHS: orders("goths", ready="true"), ROME: orders("rome", ready="true")})
    ran = turnproc("status", small, *JSON)
    assert all(each["ready"] for each in ran.data["speakers"])
    assert ran.data["all_ready"]
    everybody = turnproc("status", small).out.splitlines()
    write(small, {ROME: orders("rome", ready="false")})
    assert not turnproc("status", small, *JSON).data["all_ready"]
    assert len(turnproc("status", small).out.splitlines()) == len(everybody) - 1


def test_whom_another_rules_is_not_missing(turnproc: Turnproc, small: Path) -> None:
    """Their head speaks for them, their player has nothing to send."""
    state = SMALL["turns/000/state.yaml"].replace("goths: {kind: tribe", "goths: {kind: tribe, master: huns")
    write(small, {"turns/000/state.yaml": state})
    (small / GOTHS).unlink()
    ran = turnproc("status", small, *JSON)
    assert sent(ran) == {"huns": "sent", "rome": "empty"}


def test_nothing_to_decide_is_not_missing(turnproc: Turnproc, small: Path, built_in: Callable[..., None]) -> None:
    """Rules may leave somebody nothing to order: nobody waits for them."""

    class Reader(BellumReader):
        @cached_property
        def speakers(self) -> Mapping[str, Speaker]:
            known = super().speakers
            return {**known, "goths": replace(known["goths"], can_decide=False)}

    built_in(bellum=replace(BELLUM, reader=Reader))
    (small / GOTHS).unlink()
    write(small, {ROME: orders("rome", ready="true")})
    ran = turnproc("status", small, *JSON)
    assert sent(ran) == {"goths": "nothing-to-decide", "huns": "sent", "rome": "empty"}
    assert ran.data["all_ready"]


def test_orders_by_the_game_master(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nnpc_orders: {Alans: [{move: 1, from: sarmatia, to: dacia}]}\n"})
    ran = turnproc("status", small, *JSON)
    assert ran.data["npc_orders"] == {"alans": 1}
    assert "alans" not in sent(ran)


def test_questions_with_default_ruling_and_a_wrong_ruling(turnproc: Turnproc, small: Path) -> None:
    (question,) = turnproc("status", small, *JSON).data["questions"]
    assert list(question) == ["id", "text", "options", "default", "answered"]
    assert (question["id"], question["answered"]) == (QUESTION, "default")
    assert question["options"] == [question["default"]]
    assert question["default"] == {
        "alans": {"victor": "goths", "persons": 2},
        "alans-huns": {"victor": "huns", "persons": 1},
    }
    write(small, {GM: SPLIT})
    (question,) = turnproc("status", small, *JSON).data["questions"]
    assert question["answered"] == "ruled"
    assert RULING in turnproc("status", small).out


@pytest.mark.parametrize("file", ["campaign.yaml", "map.yaml", "peoples.yaml", "turns/000/state.yaml"])
def test_a_broken_campaign(turnproc: Turnproc, small: Path, file: str) -> None:
    """The turn can still be told, but not who speaks nor what is asked."""
    write(small, {file: "nonsense"})
    ran = turnproc("status", small, *JSON)
    assert (ran.code, ran.data["turn"], ran.data["speakers"], ran.data["questions"]) == (1, 1, [], None)
    assert file in {problem["file"] for problem in ran.data["problems"]}
    text = turnproc("status", small)
    assert file in text.err
    assert "1" in text.out


def test_a_broken_file_of_the_game_master(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nevents: nonsense\n"})
    ran = turnproc("status", small, *JSON)
    assert sent(ran) == {"goths": "sent", "huns": "sent", "rome": "empty"}
    assert (ran.code, ran.data["questions"]) == (1, None)


def test_files_of_nobody_are_told(turnproc: Turnproc, small: Path) -> None:
    write(small, {"turns/001/orders/hunz.yaml": orders("hunz"), "turns/001/orders/alans.yaml": orders("alans")})
    ran = turnproc("status", small, *JSON)
    assert "hunz" not in sent(ran)
    assert {problem["file"] for problem in ran.data["problems"]} == {"turns/001/orders/hunz.yaml"}


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
def test_in_words(turnproc: Turnproc, small: Path, language: str) -> None:
    (small / GOTHS).unlink()
    write(small, {ROME: orders("rome", "{hold: 9, in: italy}")})
    ran = turnproc("status", small, "--language", language)
    assert ran.code == 0
    _, goths, huns, rome, *_ = ran.out.splitlines()
    names = {"en": ["Goths", "Huns", "Rome"], "ru": ["готы", "гунны", "Рим"], "sv": ["goter", "hunner", "Rom"]}
    for row, name, player in zip((goths, huns, rome), names[language], ("anna", "boris", "carla"), strict=True):
        assert row.startswith(f"  {name}")
        assert row.endswith(f"[{player}]")
    # No secrets: how many orders, not which.
    assert "sarmatia" not in ran.out
    assert ran.err.startswith(f"{ROME}:4:")


def test_status_changes_nothing(turnproc: Turnproc, small: Path) -> None:
    before = contents(small)
    turnproc("status", small)
    turnproc("status", small, *JSON)
    assert contents(small) == before
