"""`turnproc map`, and the report targets svg and png: pictures of every turn, and what keeps them from being drawn."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import SMALL
from tests.git.helpers import contents, write
from turnproc.report import lettering
from turnproc.rulesets.bellum import RULESET

AT = {"italy": "[12, 43]", "dacia": "[24, 46]", "sarmatia": "[30, 50]", "tavrika": "[34, 45]"}
TARGETS = "targets: [markdown, bbcode, html], languages: [en]"
RING = [[10, 40], [14, 40], [14, 44], [10, 44], [10, 40]]


def placed(text: str) -> str:
    """The map with a position for each province."""
    for name, at in AT.items():
        text = text.replace(f"{{id: {name},", f"{{id: {name}, at: {at},")
    return text


def wanting(text: str, targets: str, languages: str = "en") -> str:
    return text.replace(TARGETS, f"targets: [{targets}], languages: [{languages}]")


def outlines(*features: dict[str, Any]) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features})


def area(name: str) -> dict[str, Any]:
    return {"type": "Feature", "id": name, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [RING]}}


@pytest.fixture
def drawn(small: Path) -> Path:
    """The small campaign with positions, and pictures in two languages among its reports."""
    write(
        small,
        {
            "map.yaml": placed(SMALL["map.yaml"]),
            "campaign.yaml": wanting(SMALL["campaign.yaml"], "markdown, bbcode, html, svg", "en, ru"),
        },
    )
    return small


def test_the_start_and_every_turn_in_every_language(turnproc: Turnproc, drawn: Path) -> None:
    before = contents(drawn)
    for language, start in (("en", "at the start"), ("ru", "в начале игры"), ("sv", "vid spelets början")):
        ran = turnproc("map", drawn, "--language", language)
        assert (ran.code, ran.err) == (0, "")
        assert start in ran.out
        ET.fromstring(ran.out)
    assert contents(drawn) == before
    assert turnproc("resolve", "--no-commit", drawn).code == 0
    assert "after turn 1" in turnproc("map", drawn).out
    assert turnproc("map", drawn, "--turn", "0").out != turnproc("map", drawn).out
    assert "Moves and battles of turn 1" in turnproc("map", drawn, "--moves").out


def test_files_by_their_ending(turnproc: Turnproc, drawn: Path, tmp_path: Path) -> None:
    svg, png, other = tmp_path / "карта.svg", tmp_path / "map.PNG", tmp_path / "map.gif"
    assert turnproc("map", drawn, "-o", svg).code == 0
    assert svg.read_text(encoding="utf-8") == turnproc("map", drawn).out
    assert turnproc("map", drawn, "-o", png).code == 0
    assert png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    ran = turnproc("map", drawn, "-o", other)
    assert (ran.code, "ends in .svg or .png" in ran.err, other.exists()) == (1, True, False)


def test_turns_that_there_are_not(turnproc: Turnproc, drawn: Path) -> None:
    assert "no state yet" in turnproc("map", drawn, "--turn", "3").err
    assert "no moves" in turnproc("map", drawn, "--moves").err


def test_a_report_with_pictures(turnproc: Turnproc, drawn: Path) -> None:
    assert turnproc("resolve", "--no-commit", drawn).code == 0
    turn = drawn / "turns/001"
    names = {"map.en.svg", "map.ru.svg", "moves.en.svg", "moves.ru.svg"}
    assert {path.name for path in turn.glob("*.svg")} == names
    svg = (turn / "map.ru.svg").read_text(encoding="utf-8")
    assert svg == turnproc("map", drawn, "-l", "ru").out
    page = (turn / "report.ru.html").read_text(encoding="utf-8")
    assert page.count("<svg xmlns=") == 2
    assert svg.strip() in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert "![Карта после хода 1 (385 год)](<map.ru.svg>)" in (turn / "report.ru.md").read_text(encoding="utf-8")
    assert "The map after turn 1 (year 385): [b]map.en.svg[/b]" in (turn / "report.en.bbcode").read_text(
        encoding="utf-8"
    )
    assert turnproc("verify", drawn).code == 0
    (turn / "map.en.svg").write_text(svg, encoding="utf-8")
    ran = turnproc("verify", drawn)
    assert (ran.code, "turns/001/map.en.svg" in ran.err + ran.out) == (1, True)


def test_pngs_are_written_and_not_compared(turnproc: Turnproc, drawn: Path) -> None:
    write(drawn, {"campaign.yaml": wanting(SMALL["campaign.yaml"], "png, markdown")})
    assert turnproc("resolve", "--no-commit", drawn).code == 0
    turn = drawn / "turns/001"
    assert {path.name for path in turn.glob("m*.png")} == {"map.en.png", "moves.en.png"}
    assert "(<map.en.png>)" in (turn / "report.en.md").read_text(encoding="utf-8")
    (turn / "map.en.png").write_bytes((turn / "moves.en.png").read_bytes())
    assert turnproc("verify", drawn).code == 0


def test_pictures_alone(turnproc: Turnproc, drawn: Path) -> None:
    write(drawn, {"campaign.yaml": wanting(SMALL["campaign.yaml"], "svg")})
    assert turnproc("resolve", "--no-commit", drawn).code == 0
    assert not list((drawn / "turns/001").glob("report.*"))
    assert turnproc("report", drawn).out.startswith("# Results of turn 1")


# --- what keeps them from being drawn: told before anything is written


def refused(turnproc: Turnproc, root: Path, code: str) -> None:
    before = contents(root)
    ran = turnproc("resolve", "--no-commit", root)
    assert (ran.code, code in ran.err + ran.out) == (1, True)
    assert contents(root) == before


def test_the_package_is_missing(turnproc: Turnproc, drawn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(drawn, {"campaign.yaml": wanting(SMALL["campaign.yaml"], "png")})
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    refused(turnproc, drawn, "resvg-py")
    assert "resvg-py" in turnproc("map", drawn, "-o", drawn / "map.png").err
    assert not (drawn / "map.png").exists()
    assert turnproc("map", drawn).code == 0


def test_a_font_is_missing(turnproc: Turnproc, drawn: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lettering, "FONTS", tmp_path / "none")
    refused(turnproc, drawn, "the font")
    assert "the font" in turnproc("map", drawn).err


def test_a_font_is_missing_when_a_turn_is_shown_again(
    turnproc: Turnproc, drawn: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The turn is as it was: it must not be called changed."""
    assert turnproc("resolve", "--no-commit", drawn).code == 0
    monkeypatch.setattr(lettering, "FONTS", tmp_path / "none")
    for command in ("report", "verify"):
        ran = turnproc(command, drawn)
        assert (ran.code, ran.out) == (1, "")
        assert "pictures cannot be drawn" in ran.err and "C021" not in ran.err


def test_no_place_has_a_position(turnproc: Turnproc, drawn: Path) -> None:
    write(drawn, {"map.yaml": SMALL["map.yaml"]})
    refused(turnproc, drawn, "C106")
    assert "C106" in turnproc("validate", drawn).err
    write(drawn, {"campaign.yaml": SMALL["campaign.yaml"]})
    assert turnproc("validate", drawn).code == 0
    ran = turnproc("map", drawn)
    assert (ran.code, ran.out.startswith("<svg")) == (1, False)


def test_the_ruleset_has_no_pictures(turnproc: Turnproc, drawn: Path, built_in: Any) -> None:
    built_in(bellum=replace(RULESET, pictures=None))
    refused(turnproc, drawn, "C106")
    write(drawn, {"campaign.yaml": SMALL["campaign.yaml"]})
    assert "draws no map" in turnproc("map", drawn).err


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{\n  oops", "map.geojson:2:3: error[C100]"),
        ("[]", "map.geojson:1:1: error[C101]"),
        (outlines({"type": "Feature", "id": "italy"}), "error[C102]"),
        (outlines(area("italy"), area("italy")), "error[C103]"),
        (outlines(area("italy"))[:-1] + ', "squeeze": 1e-320}', "error[C107]"),
    ],
)
def test_outlines_that_cannot_be_drawn(turnproc: Turnproc, drawn: Path, text: str, where: str) -> None:
    write(drawn, {"map.geojson": text})
    ran = turnproc("validate", drawn)
    assert (ran.code, where in ran.out + ran.err) == (1, True)
    refused(turnproc, drawn, where[-5:-1])
    write(drawn, {"campaign.yaml": SMALL["campaign.yaml"]})
    ran = turnproc("map", drawn)
    assert (ran.code, where in ran.out + ran.err) == (1, True)


def test_outlines_with_gaps(turnproc: Turnproc, drawn: Path) -> None:
    text = placed(SMALL["map.yaml"]).replace(f"{{id: tavrika, at: {AT['tavrika']},", "{id: tavrika,")
    write(drawn, {"map.yaml": text, "map.geojson": outlines(area("italy"), area("itali"))})
    told = turnproc("validate", drawn)
    assert told.code == 0
    assert "warning[C104]" in told.out + told.err and "did you mean italy" in told.out + told.err
    assert "warning[C105]" in told.out + told.err and "tavrika" in told.out + told.err
    ran = turnproc("map", drawn)
    assert (ran.code, "C105" in ran.err) == (0, True)
    assert "Italy" in ran.out and "Tavrika" not in ran.out


def test_a_border_of_places_that_there_are_not(turnproc: Turnproc, drawn: Path) -> None:
    line = {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}
    border = {"type": "Feature", "properties": {"between": ["italy", "dacja"]}, "geometry": line}
    write(drawn, {"map.geojson": outlines(border)})
    told = turnproc("validate", drawn)
    assert (told.code, told.err.count("warning[C104]") + told.out.count("warning[C104]")) == (0, 1)
    assert "dacja" in told.out + told.err


def test_outlines_are_no_input_of_the_rules(turnproc: Turnproc, drawn: Path) -> None:
    write(drawn, {"map.geojson": outlines(area("italy"))})
    assert turnproc("resolve", "--no-commit", drawn).code == 0
    assert "map.geojson" not in (drawn / "turns/001/journal.yaml").read_text(encoding="utf-8")


def test_hostile_names_stay_names(turnproc: Turnproc, drawn: Path) -> None:
    evil = "</text><script>alert(1)</script>&"
    write(drawn, {"map.yaml": placed(SMALL["map.yaml"]).replace("{en: Dacia,", f"{{en: '{evil}',")})
    assert turnproc("resolve", "--no-commit", drawn).code == 0
    for name in ("map.en.svg", "moves.en.svg", "report.en.html"):
        text = (drawn / "turns/001" / name).read_text(encoding="utf-8")
        assert "<script" not in text and "&lt;script&gt;" in text
    ET.parse(drawn / "turns/001/map.en.svg")
