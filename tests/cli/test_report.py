"""`turnproc report`: any turn that was played, in any language and form, as often as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, STATE, orders
from tests.git.helpers import contents, write

TARGETS = {"markdown": "md", "bbcode": "bbcode", "html": "html"}


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
@pytest.mark.parametrize("target", TARGETS)
def test_every_form_in_every_language(turnproc: Turnproc, resolved: Path, language: str, target: str) -> None:
    before = contents(resolved)
    ran = turnproc("report", resolved, "--language", language, "--target", target)
    assert (ran.code, ran.err) == (0, "")
    assert {"en": "Goths", "ru": "Готы", "sv": "Goter"}[language] in ran.out
    assert ran.out.endswith("\n") and not ran.out.endswith("\n\n")
    assert turnproc("report", resolved, "-l", language, "-t", target).out == ran.out
    if language == "en":
        assert ran.out.encode() == before[f"turns/001/report.en.{TARGETS[target]}"]
    # Looking at a report changes nothing.
    assert contents(resolved) == before


def test_the_default_is_what_the_campaign_lists_first(turnproc: Turnproc, resolved: Path) -> None:
    assert turnproc("report", resolved).out == turnproc("report", resolved, "-l", "en", "-t", "markdown").out
    campaign = resolved / "campaign.yaml"
    text = campaign.read_text(encoding="utf-8")
    campaign.write_text(text.replace("[markdown, bbcode, html], languages: [en]", "[html], languages: [sv]"), "utf-8")
    assert turnproc("report", resolved).out == turnproc("report", resolved, "-l", "sv", "-t", "html").out
    campaign.write_text(text.partition("report:")[0], "utf-8")
    assert turnproc("report", resolved).out == turnproc("report", resolved, "-l", "en", "-t", "markdown").out


def test_output(turnproc: Turnproc, resolved: Path, tmp_path: Path) -> None:
    file = tmp_path / "отчёт.html"
    ran = turnproc("report", resolved, "-t", "html", "--output", file)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert file.read_bytes() == (resolved / "turns/001/report.en.html").read_bytes()
    # Once more: it is replaced.
    assert turnproc("report", resolved, "-t", "markdown", "-o", file).code == 0
    assert file.read_bytes() == (resolved / "turns/001/report.en.md").read_bytes()


def test_output_beside_where_one_is(turnproc: Turnproc, resolved: Path, tmp_path: Path) -> None:
    assert turnproc("report", resolved, "-o", "x.md", cwd=tmp_path).code == 0
    assert (tmp_path / "x.md").exists()


@pytest.mark.parametrize("place", ["no such folder/x.md", ".", "small/campaign.yaml/x.md"])
def test_output_where_nothing_can_be_written(turnproc: Turnproc, resolved: Path, tmp_path: Path, place: str) -> None:
    ran = turnproc("report", resolved, "-o", place, cwd=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("turnproc: ")


def test_before_any_turn(turnproc: Turnproc, small: Path) -> None:
    ran = turnproc("report", small)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("turnproc: ")
    assert turnproc("report", small, "--turn", "1").code == 1


def test_of_a_turn_that_was_not_played(turnproc: Turnproc, resolved: Path) -> None:
    for turn in ("2", "1000000"):
        ran = turnproc("report", resolved, "--turn", turn)
        assert (ran.code, ran.out) == (1, "")
        assert turn in ran.err


def test_of_each_turn(turnproc: Turnproc, resolved: Path) -> None:
    first = turnproc("report", resolved).out
    write(resolved, {"turns/002/orders/huns.yaml": orders("huns", "{hold: 1, in: tavrika}", turn=2)})
    assert turnproc("resolve", "--no-commit", resolved).code == 0
    assert turnproc("report", resolved, "--turn", "1").out == first
    second = turnproc("report", resolved).out
    assert second == turnproc("report", resolved, "--turn", "2").out != first
    assert second.encode() == (resolved / "turns/002/report.en.md").read_bytes()


@pytest.mark.parametrize("file", [HUNS, "turns/000/state.yaml"])
def test_changed_inputs_are_told(turnproc: Turnproc, resolved: Path, file: str) -> None:
    path = resolved / file
    path.write_bytes(path.read_bytes() + b"# changed\n")
    ran = turnproc("report", resolved)
    assert (ran.code, ran.out) == (1, "")
    assert f"{file}: error[C020]" in ran.err
    path.unlink()
    assert "C020" in turnproc("report", resolved).err or "C008" in turnproc("report", resolved).err


def test_a_file_that_came_later_is_told(turnproc: Turnproc, resolved: Path) -> None:
    write(resolved, {GM: "turn: 1\nchronicle: Written afterwards.\n"})
    ran = turnproc("report", resolved)
    assert (ran.code, ran.out) == (1, "")
    assert f"{GM}: error[C020]" in ran.err


def test_the_campaigns_own_files_may_change(turnproc: Turnproc, resolved: Path) -> None:
    """A year later there is a player less and a language more: old reports can still be read."""
    before = turnproc("report", resolved).out
    for file in ("campaign.yaml", "map.yaml", "peoples.yaml"):
        path = resolved / file
        path.write_bytes(path.read_bytes() + b"# changed\n")
    assert turnproc("report", resolved).out == before


@pytest.mark.parametrize("file", [JOURNAL, STATE])
@pytest.mark.parametrize("text", ["", "nonsense", "- 1\n", "format: x\n", "\t", "{" * 5000, "\x00"])
def test_a_broken_result_is_told(turnproc: Turnproc, resolved: Path, file: str, text: str) -> None:
    write(resolved, {file: text})
    for command in ("report", "verify"):
        ran = turnproc(command, resolved)
        assert (ran.code, command == "report" and ran.out) in ((1, ""), (1, False))
        assert f"{file}:" in ran.err


def test_a_missing_result_is_told(turnproc: Turnproc, resolved: Path) -> None:
    (resolved / STATE).unlink()
    ran = turnproc("report", resolved)
    assert (ran.code, ran.out) == (1, "")
    assert STATE in ran.err


def test_an_empty_set_a_missing_file_and_a_rejected_one_differ(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: orders("huns", "{hold: 9, in: tavrika}")})
    (small / "turns/001/orders/goths.yaml").unlink()
    assert turnproc("resolve", "--no-commit", "--reject-invalid", small).code == 0
    report = turnproc("report", small).out
    # Rome sent an empty list, so it is no one of those who sent nothing.
    silence = report.partition("## Silence")[2] or report
    assert "Goths" in silence
    assert "Huns" in silence
    assert "Rome\n\n- No orders: all stay where they are." in report
