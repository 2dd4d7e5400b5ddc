"""Whenever which orders came: what counts depends on the branch's times alone, not on the order of files or a clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.helpers import orders
from tests.cli.timed import GOTHS, HUNS, ROME, commit, timed
from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game
from turnproc.actions.received import intake_files
from turnproc.source.times import write_time

LIMIT = datetime(2026, 5, 8, 17, tzinfo=UTC)
FILES = {GOTHS: "goths", HUNS: "huns", ROME: "rome"}
# Minutes from the deadline, who sends, and which of a few contents (0: takes the file away).
SENT = st.lists(st.tuples(st.integers(-3, 3), st.sampled_from(sorted(FILES)), st.integers(0, 3)), max_size=8)


def content(speaker: str, number: int) -> str | None:
    return orders(speaker, message=f"number {number}") if number else None


def expected(sent: list[tuple[int, str, int]], file: str) -> int:
    """The last version of the branch that has a time before the deadline."""
    versions, now = [], 0
    for minutes, name, number in sent:
        if name == file and number != now:
            versions.append((minutes, number))
            now = number
    in_time = [number for minutes, number in versions if minutes <= 0]
    return in_time[-1] if in_time else 0


@pytest.fixture(autouse=True)
def nobody_is_configured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=SENT)
def test_the_last_version_in_time_counts(
    tmp_path_factory: pytest.TempPathFactory, sent: list[tuple[int, str, int]]
) -> None:
    root = timed(tmp_path_factory.mktemp("timed"), f"deadline: {write_time(LIMIT)}\n")
    there: dict[str, int] = {}
    for minutes, file, number in sent:
        text = content(FILES[file], number)
        if text is None and not there.get(file):
            continue
        there[file] = number
        commit(root, write_time(LIMIT + timedelta(minutes=minutes)), {file: text})
    game = open_game(Documents(root))
    assert game is not None
    for file, speaker in FILES.items():
        number = expected(sent, file)
        assert (speaker in game.sent) == bool(number)
        if number:
            assert game.documents.data(f"orders/{speaker}")["message"] == f"number {number}"
    again = open_game(Documents(root))
    assert again is not None
    assert intake_files(again) == intake_files(game)
    late = {speaker for speaker, each in game.intake.late.items() if each.raw is not None}
    assert all(name in intake_files(game) for name in (f"turns/001/late/{speaker}.yaml" for speaker in late))
