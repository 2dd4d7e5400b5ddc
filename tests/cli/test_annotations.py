"""Problems on GitHub: what it shows of them, and the summary of the job that has them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, orders
from tests.cli.pull_requests import GOTHS, Repo
from turnproc.cli.annotations import LONGEST_SUMMARY, SUMMARY_VARIABLE

MANY = 25


@pytest.fixture(autouse=True)
def outside_of_workflows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SUMMARY_VARIABLE, raising=False)


@pytest.fixture
def summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "summary.md"
    path.write_text("Before.\n", encoding="utf-8")
    monkeypatch.setenv(SUMMARY_VARIABLE, str(path))
    return path


@pytest.fixture
def faulty(small: Path) -> Path:
    rows = [f"{{hold: 1, in: nowhere-{number}}}" for number in range(MANY)]
    (small / HUNS).write_text(orders("huns", *rows), encoding="utf-8")
    return small


def test_ten_are_shown_and_the_others_counted(turnproc: Turnproc, faulty: Path) -> None:
    every = turnproc("validate", faulty, "--format", "json").data
    errors, warnings = every["errors"], every["warnings"]
    assert errors >= MANY
    rows = turnproc("validate", faulty, "--format", "github").out.splitlines()
    assert sum(row.startswith("::error ") for row in rows) == 10
    assert rows[-1].startswith(f"not shown here: errors: {errors - 10}, warnings: {max(0, warnings - 10)};")
    assert "--format text" in rows[-1]


def test_the_summary_has_them_all(turnproc: Turnproc, faulty: Path, summary: Path) -> None:
    errors = turnproc("validate", faulty, "--format", "json").data["errors"]
    out = turnproc("validate", faulty, "--format", "github").out
    assert out.splitlines()[-1].endswith("the job's summary has all of them")
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("Before.\n### errors: ")
    assert text.count("- turns/001/orders/huns.yaml:") == errors
    assert all(f"nowhere-{number}" in text for number in range(MANY))


def test_what_players_wrote_means_nothing_in_a_summary(turnproc: Turnproc, small: Path, summary: Path) -> None:
    evil = "<img src=x onerror=alert(1)> [here](https://evil.example) @everyone `x` **b**"
    (small / HUNS).write_text(orders("huns", f"{{hold: 1, in: '{evil}'}}"), encoding="utf-8")
    assert turnproc("validate", small, "--format", "github").code == 1
    text = summary.read_text(encoding="utf-8")
    assert "img src" in text
    for sign in ("<img", "[here]", "https://", "@everyone", "`x`", "**b"):
        assert sign not in text.replace("\\" + sign, ""), sign


def test_a_summary_stays_below_what_the_platform_takes(turnproc: Turnproc, small: Path, summary: Path) -> None:
    for number in range(120):
        rows = [f"{{hold: 1, in: {'ы' * 70}-{row}}}" for row in range(130)]
        (small / f"turns/001/orders/stranger-{number}.yaml").write_text(orders("huns", *rows), encoding="utf-8")
        rows = ["{hold: 1, nonsense: " + "ы" * 100 + "}"] * 200
        (small / f"turns/001/orders/other-{number}.yaml").write_text(orders("huns", *rows), encoding="utf-8")
    assert turnproc("validate", small, "--format", "github").code == 1
    text = summary.read_bytes()
    assert 0.9 * LONGEST_SUMMARY < len(text) <= LONGEST_SUMMARY + len("Before.\n")
    last = text.decode().rstrip().splitlines()[-1]
    assert last.startswith("and ") and "more" in last


def test_a_pull_requests_summary_says_what_was_accepted(turnproc: Turnproc, tmp_path: Path, summary: Path) -> None:
    repo = Repo.make(tmp_path / "repo")
    repo.branch()
    repo.put({GOTHS: orders("goths", "{hold: 1, in: nowhere}")})
    given = ("--base", "main", "--head", "theirs", "--author", "Anna-K", "--format", "github")
    assert turnproc("check-pr", repo.root, "--validate", *given).code == 1
    text = summary.read_text(encoding="utf-8")
    assert "orders of goths for turn 1" in text
    assert "but there are errors to be mended" in text
    assert f"- {GOTHS}:" in text
