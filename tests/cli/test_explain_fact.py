"""`turnproc explain N/FACT`: why a fact of a resolved turn came about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, RULING, SPLIT, orders
from tests.git.helpers import git, write

BATTLE = "Battle in Sarmatia: Goths+Huns 6 - Alans 3. Defeat of Alans."


def test_in_words(turnproc: Turnproc, resolved: Path) -> None:
    ran = turnproc("explain", "1/battle/sarmatia", cwd=resolved)
    assert (ran.code, ran.err) == (0, "")
    rows = ran.out.splitlines()
    assert rows[0] == f"Turn 1, fact 3: {BATTLE}"
    assert rows[1].startswith("  turns/001/journal.yaml:")
    assert "  - Huns against Alans: “3: Tavrika -> Sarmatia (attack on Alans)” (Huns)." in rows
    assert "  - Huns: 3 × 1 = 3." in rows
    assert "  - Goths+Huns: 3 + 3 = 6." in rows
    assert "  turns/001/orders/huns.yaml:6: order huns/o1: “3: Tavrika -> Sarmatia (attack on Alans)”" in rows
    assert "      {move: 3, from: tavrika, to: sarmatia, attack: [alans]}" in rows
    assert any(row.startswith("  B-4.4.4 Battles. For every people with two or more enemies") for row in rows)


def test_the_row_of_the_journal_is_the_fact_s(turnproc: Turnproc, resolved: Path) -> None:
    data = turnproc("explain", "1/3", "--format", "json", cwd=resolved).data
    row = (resolved / data["file"]).read_text(encoding="utf-8").splitlines()[data["line"] - 1]
    assert row.strip().startswith("- {battle: sarmatia, rule: B-4.4.4")


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
def test_every_fact_in_every_language(turnproc: Turnproc, resolved: Path, language: str) -> None:
    facts = turnproc("explain", "1", "--format", "json", cwd=resolved).data["facts"]
    for fact in facts:
        ran = turnproc("explain", f"1/{fact['number']}", "--language", language, cwd=resolved)
        assert (ran.code, ran.err) == (0, "")
    battle = turnproc("explain", "1/battle", "--language", language, cwd=resolved).out
    assert (BATTLE in battle) == (language == "en")


@pytest.mark.parametrize(
    "wanted",
    [
        "1/3",
        "01/3",
        "1/battle",
        "1/battle/sarmatia",
        "1/Battle/САРМАТИЯ",
        "1/battle/Sarmatien",
        "1/battle/аланы",
        "1/battle/",
    ],
)
def test_ways_to_name_a_fact(turnproc: Turnproc, resolved: Path, wanted: str) -> None:
    data = turnproc("explain", wanted, "--format", "json", cwd=resolved).data
    assert (data["turn"], data["number"], data["phase"], data["text"]) == (1, 3, "combat", BATTLE)


def test_an_order_is_found_by_its_speaker(turnproc: Turnproc, small: Path) -> None:
    write(
        small,
        {
            HUNS: orders("huns", "{move: 4, from: tavrika, to: sarmatia}"),
            GM: "turn: 1\nevents:\n  - {remove: 1, of: huns, in: tavrika}\n",
        },
    )
    assert turnproc("resolve", "--no-commit", small).code == 0
    for wanted in ("1/order_cut/huns/o1", "1/order-cut/huns", "1/order_cut"):
        data = turnproc("explain", wanted, "--format", "json", cwd=small).data
        assert data["fact"]["order_cut"] == "huns/o1"
        assert data["figures"] == {"there": 3, "needed": 4}


def test_several_are_listed(turnproc: Turnproc, resolved: Path) -> None:
    ran = turnproc("explain", "1/moved", cwd=resolved)
    assert ran.out.splitlines() == [
        "Facts of turn 1 that this may mean; add the number to see one:",
        "  1/1  Goths: 3 persons went from Dacia to Sarmatia, attacking Alans.",
        "  1/2  Huns: 3 persons went from Tavrika to Sarmatia, attacking Alans.",
    ]
    data = turnproc("explain", "1/moved/3", "--format", "json", cwd=resolved).data
    assert [fact["number"] for fact in data["facts"]] == [1, 2]
    assert turnproc("explain", "1/moved/huns", "--format", "json", cwd=resolved).data["number"] == 2
    everything = turnproc("explain", "1", "--format", "json", cwd=resolved).data["facts"]
    assert [fact["number"] for fact in everything] == list(range(1, len(everything) + 1))
    listed = turnproc("explain", "1", cwd=resolved).out.splitlines()
    assert listed[0] == "All facts of turn 1; add the number to ask why:"
    assert len(listed) == len(everything) + 1


def test_as_data(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: SPLIT})
    assert turnproc("resolve", "--no-commit", small).code == 0
    data = turnproc("explain", "1/split/alans", "--format", "json", cwd=small).data
    assert [rule["rule"] for rule in data["rules"]] == ["B-4.5.3", "B-4.5.2", "B-4.5.1", "B-4.5.4"]
    assert all(rule["text"].startswith(rule["rule"]) for rule in data["rules"])
    assert [section["heading"] for section in data["account"]][:2] == [
        "Where the tribe lived (Alans)",
        "Where it was beaten",
    ]
    (ruling,) = [each for each in data["inputs"] if each["kind"] == "ruling"]
    assert (ruling["id"], ruling["file"], ruling["line"]) == ("split/alans", GM, 3)
    assert ruling["data"]["gothalans"] == {"victor": "goths", "persons": 1}
    assert {each["file"] for each in data["inputs"] if each["kind"] == "order"} == {
        "turns/001/orders/goths.yaml",
        HUNS,
    }
    assert data["figures"]["shares"] == [
        {"province": "sarmatia", "persons": 3, "forces": {"goths": 3, "huns": 3}, "to": {"goths": 2, "huns": 1}}
    ]
    assert RULING.startswith("{alans")


def test_a_default_is_shown_with_its_answer(turnproc: Turnproc, resolved: Path) -> None:
    ran = turnproc("explain", "1/split", cwd=resolved)
    assert "  split/alans, for which there was no ruling" in ran.out.splitlines()
    assert "      {alans: {victor: goths, persons: 2}, alans-huns: {victor: huns, persons: 1}}" in ran.out.splitlines()


def test_orders_that_the_game_master_gave_stand_in_his_file(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nnpc_orders:\n  Аланы:\n    - {hold: 3, in: sarmatia, meet: newcomers}\n"})
    assert turnproc("resolve", "--no-commit", small).code == 0
    inputs = turnproc("explain", "1/battle", "--format", "json", cwd=small).data["inputs"]
    assert ("alans/o1", GM, 4) in [(each["id"], each["file"], each["line"]) for each in inputs]


def test_a_campaign_elsewhere(turnproc: Turnproc, resolved: Path) -> None:
    assert turnproc("explain", "1/3", "--campaign", resolved).out.startswith("Turn 1, fact 3: ")


def test_what_there_is_not(turnproc: Turnproc, resolved: Path) -> None:
    def trouble(wanted: str) -> list[str]:
        ran = turnproc("explain", wanted, cwd=resolved)
        assert (ran.code, ran.out) == (1, "")
        return ran.err.splitlines()

    last = len(turnproc("explain", "1", "--format", "json", cwd=resolved).data["facts"])
    assert trouble("2/1") == [
        "turnproc: error[O051]: turn 2 is not resolved, so nothing in it can be explained",
        "    resolved are: 1",
    ]
    for number in ("0", "99", "9" * 5000):
        assert trouble(f"1/{number}")[0].endswith(f": the last is number {last}")
    assert trouble("1/bottle")[0] == "turnproc: error[O054]: turn 1 has no fact that begins with “bottle”"
    assert "battle" in trouble("1/bottle")[1]
    assert trouble("1/battle/italy") == [
        "turnproc: error[O055]: turn 1 has no fact “battle” about “italy”",
        "    there are some about: sarmatia",
    ]
    assert trouble("1/3/4")[0] == "turnproc: error[O054]: turn 1 has no fact that begins with “3”"


def test_no_turn_is_resolved(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("explain", "1/1", cwd=small)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("turnproc: error[O050]: no turn of this campaign has been resolved yet")


def test_nothing_happened(turnproc: Turnproc, small: Path) -> None:
    for name in ("goths", "huns", "rome"):
        write(small, {f"turns/001/orders/{name}.yaml": orders(name)})
    assert turnproc("resolve", "--no-commit", small).code == 0
    ran = turnproc("explain", "1", cwd=small)
    assert (ran.code, ran.err.splitlines()[0]) == (
        1,
        "turnproc: error[O052]: nothing happened in turn 1, so there is nothing to explain",
    )


def test_changed_orders_have_no_account(turnproc: Turnproc, resolved: Path) -> None:
    write(resolved, {HUNS: orders("huns", "{hold: 4, in: tavrika}")})
    ran = turnproc("explain", "1/3", cwd=resolved)
    assert (ran.code, ran.out) == (1, "")
    assert "turns/001/orders/huns.yaml: error[C020]" in ran.err
    data = turnproc("explain", "1/3", "--format", "json", cwd=resolved)
    assert (data.code, data.codes) == (1, ["C020"])


def test_a_changed_journal_has_no_account(turnproc: Turnproc, resolved: Path) -> None:
    journal = resolved / JOURNAL
    text = journal.read_text(encoding="utf-8")
    journal.write_text(
        text.replace("moved: 3, rule: B-4.3.1, of: huns", "moved: 2, rule: B-4.3.1, of: huns"), encoding="utf-8"
    )
    ran = turnproc("explain", "1/3", cwd=resolved)
    assert (ran.code, ran.out) == (1, "")
    row = next(number for number, line in enumerate(text.splitlines(), 1) if "of: huns, from" in line)
    assert f"{JOURNAL}:{row}:" in ran.err
    assert "error[C021]" in ran.err


def test_the_campaign_s_own_files_are_read_as_they_stood(turnproc: Turnproc, resolved_repository: Path) -> None:
    campaign = resolved_repository / "campaign.yaml"
    text = campaign.read_text(encoding="utf-8")
    campaign.write_text(text + "settings: {subjugation: ordered}\n", encoding="utf-8")
    git(resolved_repository, "commit", "--quiet", "--all", "--message=A house rule")
    ran = turnproc("explain", "1/split/alans", cwd=resolved_repository)
    assert (ran.code, ran.err) == (0, "")
    assert "Nobody ruled, so the shares hold, and the largest part keeps the tribe's name." in ran.out


def test_a_rejected_file_is_no_hindrance(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{move: 9, from: tavrika, to: sarmatia}")})
    assert turnproc("resolve", "--no-commit", "--reject-invalid", small).code == 0
    ran = turnproc("explain", "1/rejected", cwd=small)
    assert (ran.code, ran.err) == (0, "")
    assert "  turns/001/orders/huns.yaml:1: the orders of huns" in ran.out.splitlines()


def test_a_modifier_is_traced_to_the_turn_that_granted_it(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: "turn: 1\nevents:\n  - {modifier: alans, strength: 1, turns: 3, when: end}\n"})
    for name in ("goths", "huns"):
        write(small, {f"turns/001/orders/{name}.yaml": orders(name)})
    assert turnproc("resolve", "--no-commit", small).code == 0
    write(
        small,
        {"turns/002/orders/huns.yaml": orders("huns", "{move: 4, from: tavrika, to: sarmatia, attack: all}", turn=2)},
    )
    assert turnproc("resolve", "--no-commit", small).code == 0
    ran = turnproc("explain", "2/battle", cwd=small)
    assert "  - Alans: force +1, granted in turn 1 (fact 2)." in ran.out.splitlines()
    assert "  fact 1/2: Alans: force +1, for 3 turns." in ran.out.splitlines()
    assert any(row.startswith("  turns/001/state.yaml:") for row in ran.out.splitlines())


def test_controls_in_words_of_the_game_master_stay_harmless(turnproc: Turnproc, small: Path) -> None:
    write(small, {GM: 'turn: 1\nevents:\n  - {note: "Red \\u202e alert"}\n'})
    assert turnproc("resolve", "--no-commit", small).code == 0
    for arguments in (("1/event",), ("1",)):
        ran = turnproc("explain", *arguments, cwd=small)
        assert ran.code == 0
        assert "\u202e" not in ran.out


def test_no_row_begins_as_a_command_of_a_workflow(turnproc: Turnproc, small: Path) -> None:
    peoples = small / "peoples.yaml"
    text = peoples.read_text(encoding="utf-8")
    peoples.write_text(text.replace("en: Huns", 'en: "::error file=x::zqx"'), encoding="utf-8")
    assert "::error" in turnproc("forecast", small / HUNS).out
    assert turnproc("resolve", "--no-commit", small).code == 0
    for arguments in (("1",), ("1/moved",), ("1/battle",), ("1/split",)):
        rows = turnproc("explain", *arguments, cwd=small).out.splitlines()
        assert any("::error" in row for row in rows)
        assert not any(row.lstrip().startswith("::") for row in rows)


def test_codes_are_explained_as_before_and_as_data(turnproc: Turnproc, small: Path) -> None:
    assert turnproc("explain", "B-3.4", cwd=small).out.startswith("B-3.4\n")
    data = turnproc("explain", "B-3.4", "--format", "json", "--campaign", small).data
    assert (data["code"], data["ruleset"]) == ("B-3.4", "bellum")
    assert data["rule"].startswith("B-3.4 ")
    assert data["messages"][0]["text"]
