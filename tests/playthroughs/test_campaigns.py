"""Every turn of every demonstration campaign is resolved again and compared byte by byte."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from turnproc.actions.verify import verify
from turnproc.store.layout import Layout

ROOT = Path(__file__).parents[2]
CAMPAIGNS = sorted(file.parent for file in (ROOT / "campaign").glob("*/campaign.yaml"))

each_campaign = pytest.mark.parametrize("campaign", CAMPAIGNS, ids=lambda path: path.name)


@each_campaign
def test_every_turn_comes_out_the_same(campaign: Path, tmp_path: Path) -> None:
    folder = tmp_path / campaign.name
    shutil.copytree(campaign, folder)
    turns = list(verify(folder))
    assert [turn.turn for turn in turns] == Layout(campaign).resolved_turns() != []
    for turn in turns:
        assert turn.documents.problems == []
        assert len(turn.compared) > 2


@each_campaign
def test_no_file_of_a_turn_is_left_over(campaign: Path, tmp_path: Path) -> None:
    """A result that nothing writes any more would be compared with nothing."""
    folder = tmp_path / campaign.name
    shutil.copytree(campaign, folder)
    layout = Layout(campaign)
    for turn in verify(folder):
        there = {
            f"{layout.turn_folder(turn.turn)}/{file.name}"
            for file in layout.path(layout.turn_folder(turn.turn)).iterdir()
            if file.is_file() and file.name != "gm.yaml"
        }
        assert there == set(turn.compared)


@each_campaign
def test_the_test_can_fail(campaign: Path, tmp_path: Path) -> None:
    folder = tmp_path / campaign.name
    shutil.copytree(campaign, folder)
    state = folder / Layout(campaign).state_file(1)
    state.write_bytes(state.read_bytes() + b"# one line more\n")
    first = next(iter(verify(folder)))
    assert [problem.code for problem in first.documents.problems] == ["C021"]


@each_campaign
def test_a_changed_input_is_noticed(campaign: Path, tmp_path: Path) -> None:
    folder = tmp_path / campaign.name
    shutil.copytree(campaign, folder)
    orders = sorted((folder / Layout(campaign).orders_folder(1)).iterdir())[0]
    orders.write_bytes(orders.read_bytes() + b"# a remark\n")
    first = next(iter(verify(folder)))
    assert [problem.code for problem in first.documents.problems] == ["C020"]
