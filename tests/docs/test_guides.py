"""The guides show what is true: right files are accepted, wrong ones get the complaints shown, output is real."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.guides import GUIDES, ROOT, GuideError, Scratch, blocks, filled, looks_like

each_guide = pytest.mark.parametrize("name", GUIDES)


@each_guide
def test_what_a_guide_shows_is_what_comes_out(name: str, tmp_path: Path) -> None:
    shown = (ROOT / name).read_text(encoding="utf-8")
    assert shown == filled(name, tmp_path), f"{name}: run `make docs`"


@each_guide
def test_whole_files_are_checked(name: str) -> None:
    """A block that a reader could take for a file to send has a marker."""
    for block in blocks((ROOT / name).read_text(encoding="utf-8")):
        if block.kind == "yaml" and re.search(r"^(for|chronicle|ruleset_version):", block.body, re.MULTILINE):
            assert re.match(r"(wrong )?file: ", block.marker), f"{name}: no marker before this block:\n{block.body}"


@pytest.mark.parametrize("name", ["README.md", "docs/player-guide.md", "docs/player-guide.ru.md"])
def test_there_are_files_and_complaints_to_check(name: str) -> None:
    markers = [block.marker for block in blocks((ROOT / name).read_text(encoding="utf-8"))]
    assert any(marker.startswith("wrong ") for marker in markers)
    assert any(marker.startswith("file: ") for marker in markers)
    assert "session" in markers


def test_both_player_guides_are_one_guide() -> None:
    """The Russian guide has the same blocks in the same order as the English one."""
    english, russian = (
        [
            (block.kind, block.marker.replace("report.ru.md", "report.en.md"), block.body.count("\n") > 0)
            for block in blocks((ROOT / name).read_text(encoding="utf-8"))
            if block.run is None
        ]
        for name in ("docs/player-guide.md", "docs/player-guide.ru.md")
    )
    assert english == russian


def test_a_right_file_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "campaign", "en")
    with pytest.raises(GuideError, match="S012"):
        scratch.told_of("orders", "huns", "  - {go: 2, from: Taurica, to: Dacia}\n", wrong=False)


def test_a_wrong_file_that_is_right_is_noticed(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "campaign", "en")
    with pytest.raises(GuideError, match="the guide says wrong"):
        scratch.told_of("orders", "huns", "  - {move: 2, from: Taurica, to: Dacia}\n", wrong=True)


def test_rows_that_a_file_has_not_are_noticed(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "campaign", "en")
    scratch.must_hold("campaign.yaml", "format: turnproc.campaign/1\n…\nruleset: bellum\n")
    with pytest.raises(GuideError, match="ruleset: tumult"):
        scratch.must_hold("campaign.yaml", "ruleset: tumult\n")


def test_output_that_is_not_printed_is_replaced(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "campaign", "en")
    assert (
        scratch.session("$ turnproc rulesets -l en\nbellum 1: …\n…\n") == "$ turnproc rulesets -l en\nbellum 1: …\n…\n"
    )
    assert "all against all" in scratch.session("$ turnproc rulesets -l en\n")
    with pytest.raises(GuideError, match="bellum 2"):
        scratch.session("$ turnproc rulesets -l en\nbellum 2: …\n")


@pytest.mark.parametrize(
    ("shown", "printed", "fits"),
    [
        ("a\n", "a\n", True),
        ("a\n", "a\nb\n", False),
        ("…\nb\n", "b\n", True),
        ("…\nb\n…\n", "a\na\nb\nc\n", True),
        ("a … c\n", "a b c\n", True),
        ("a … c\n", "a b\nc\n", False),
        ("", "a\n", False),
    ],
)
def test_an_ellipsis_stands_for_anything(shown: str, printed: str, fits: bool) -> None:
    assert looks_like(shown, printed) is fits
