"""Names of files, and which turn is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout, campaign_at, find_campaign, open_turn


def make(root: Path, *names: str) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"")
    return root


def test_names_of_a_turns_files(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    assert layout.orders_file(7, "huns") == "turns/007/orders/huns.yaml"
    assert layout.gm_file(7) == "turns/007/gm.yaml"
    assert layout.turn_file(7) == "turns/007/turn.yaml"
    assert layout.received_file(7) == "turns/007/received.yaml"
    assert layout.journal_file(7) == "turns/007/journal.yaml"
    assert layout.state_file(1234) == "turns/1234/state.yaml"
    assert layout.report_file(7, "ru", "markdown") == "turns/007/report.ru.md"
    assert layout.report_file(7, "sv", "bbcode") == "turns/007/report.sv.bbcode"
    assert layout.path("turns/007/gm.yaml") == tmp_path / "turns" / "007" / "gm.yaml"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ([], 1),
        (["turns/000/state.yaml"], 1),
        (["turns/000/state.yaml", "turns/001/orders/huns.yaml"], 1),
        (["turns/000/state.yaml", "turns/001/state.yaml"], 1),
        (["turns/000/journal.yaml"], 1),
        (["turns/001/journal.yaml", "turns/002/orders/huns.yaml", "turns/003/orders/huns.yaml"], 2),
        (["turns/001/journal.yaml", "turns/003/journal.yaml"], 4),
        (["turns/999/journal.yaml", "turns/1000/journal.yaml"], 1001),
        (["turns/0007/journal.yaml", "turns/7/journal.yaml", "turns/x/journal.yaml", "turns/٠٠٧/journal.yaml"], 1),
    ],
)
def test_the_open_turn(tmp_path: Path, files: list[str], expected: int) -> None:
    assert open_turn(make(tmp_path, *files)) == expected


def test_turns_that_are_there(tmp_path: Path) -> None:
    make(tmp_path, "turns/000/state.yaml", "turns/010/journal.yaml", "turns/002/gm.yaml", "turns/.turnproc-003/0000")
    assert Layout(tmp_path).turns() == [0, 2, 10]
    assert Layout(tmp_path).resolved_turns() == [10]


def test_the_campaign_around_a_place(tmp_path: Path) -> None:
    root = make(tmp_path / "campaign", "campaign.yaml", "turns/001/orders/huns.yaml").resolve()
    for place in (root, root / "turns/001/orders", root / "turns/001/orders/huns.yaml"):
        assert find_campaign(place) == root
    assert campaign_at(root) == root


def test_the_nearest_campaign_counts(tmp_path: Path) -> None:
    make(tmp_path, "campaign.yaml", "inner/campaign.yaml", "inner/turns/000/state.yaml")
    assert find_campaign(tmp_path / "inner" / "turns") == (tmp_path / "inner").resolve()


def test_no_campaign_and_no_folder(tmp_path: Path) -> None:
    make(tmp_path, "x/campaign.yaml")
    for call, place, key in (
        (find_campaign, tmp_path, "O001"),
        (campaign_at, tmp_path, "O001"),
        (campaign_at, tmp_path / "x" / "campaign.yaml", "O001"),
        (find_campaign, tmp_path / "missing", "O018"),
        (campaign_at, tmp_path / "missing", "O018"),
    ):
        with pytest.raises(OperatorError) as refused:
            call(place)
        assert refused.value.key == key


def test_orders_of_the_turn_are_results(tmp_path: Path) -> None:
    """They are put back where they came too late, and published where they were sealed."""
    layout = Layout(tmp_path)
    for name in ("huns.yaml", "huns.yaml.age", "a/b.yaml"):
        assert layout.is_result(f"turns/007/orders/{name}", 7)
        assert not layout.is_result(f"turns/006/orders/{name}", 7)
    for name in ("orders/../gm.yaml", "orders/", "orders", "gm.yaml", "turn.yaml", "late"):
        assert not layout.is_result(f"turns/007/{name}", 7)
