"""Pictures of every demonstration campaign, in every turn and language; and of maps that nobody would make."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.report.svg import SVG, collisions, labels, map_of, markers, parsed
from turnproc.actions.campaign import Campaign, open_campaign
from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game, read_state
from turnproc.actions.written import read_record
from turnproc.engine.picture import Arrow, Key, Marker, Owner, Picture, Place, Way
from turnproc.report.drawing import draw
from turnproc.report.language import LANGUAGES, Language
from turnproc.report.shapes import Shapes
from turnproc.store.layout import Layout

ROOT = Path(__file__).parents[3]
CAMPAIGNS = sorted(file.parent for file in (ROOT / "campaign").glob("*/campaign.yaml"))
STANDING = [(root, turn) for root in CAMPAIGNS for turn in (0, *Layout(root).resolved_turns())]
MOVES = [(root, turn) for root in CAMPAIGNS for turn in Layout(root).resolved_turns()]


@cache
def campaign_of(root: Path) -> Campaign:
    campaign = open_campaign(Documents(root))
    assert campaign is not None
    return campaign


def standing(root: Path, turn: int, language: str) -> Picture:
    campaign = campaign_of(root)
    state = read_state(campaign, Documents(root), turn)
    assert campaign.ruleset.pictures is not None
    return campaign.ruleset.pictures.standing(
        campaign.world, state, turn, Language.load(language, campaign.ruleset.name)
    )


def moves(root: Path, turn: int, language: str) -> Picture:
    game = open_game(Documents(root), turn)
    assert game is not None and game.campaign.ruleset.pictures is not None
    record = read_record(game)
    assert record is not None
    return game.campaign.ruleset.pictures.of_turn(record, Language.load(language, game.campaign.ruleset.name))


def drawn(root: Path, picture: Picture, language: str) -> str:
    return draw(picture, campaign_of(root).shapes, language).svg


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("root", "turn"), STANDING, ids=lambda value: getattr(value, "name", str(value)))
def test_nothing_hides_anything_on_a_map(root: Path, turn: int, language: str) -> None:
    picture = standing(root, turn, language)
    svg = drawn(root, picture, language)
    names, counts = list(labels(svg)), list(markers(svg))
    assert len(names) >= len(picture.places)
    assert len(counts) == sum(len(place.markers) for place in picture.places)
    assert collisions(names + counts) == []
    assert_all_on_paper(svg)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("root", "turn"), MOVES, ids=lambda value: getattr(value, "name", str(value)))
def test_nothing_hides_anything_among_the_moves(root: Path, turn: int, language: str) -> None:
    picture = moves(root, turn, language)
    svg = drawn(root, picture, language)
    assert picture.arrows
    assert len(list(markers(svg))) <= len(picture.arrows)
    assert collisions([*labels(svg), *markers(svg)]) == []
    assert_all_on_paper(svg)


def assert_all_on_paper(svg: str) -> None:
    paper = map_of(svg)
    wide, high = float(paper.get("width", "")), float(paper.get("height", ""))
    for box in [*labels(svg), *markers(svg)]:
        assert box.left >= 0 and box.right <= wide and box.top >= 0 and box.bottom <= high, box


def test_the_test_can_fail() -> None:
    """Two places in one spot, and no room between them: boxes that lie on each other are found."""
    svg = drawn(CAMPAIGNS[0], standing(CAMPAIGNS[0], 0, "en"), "en")
    box = next(labels(svg))
    assert collisions([box, box]) == [(box.what, box.what)]


def test_everybody_is_on_the_map_with_count_and_shape() -> None:
    root = ROOT / "campaign" / "bellum-380"
    picture = standing(root, 1, "en")
    by_id = {place.id: place for place in picture.places}
    franks = next(each for each in by_id["hattia"].markers if each.owner == "franks")
    assert (franks.count, franks.shape) == (2, "concave")
    thuringians = next(each for each in by_id["hattia"].markers if each.owner == "thuringians")
    assert (thuringians.shape, thuringians.outline) == ("hexagon", "franks")
    assert {each.shape for each in by_id["sicily"].markers} == {"square"}
    assert {each.shape for each in by_id["venedia"].markers} == {"circle"}
    assert by_id["aquitania"].is_bright and not by_id["caledonia"].is_bright
    titles = [box.what for box in markers(drawn(root, picture, "en"))]
    assert "Franks: 2" in titles


def test_a_turn_shows_attacks_peace_and_battles() -> None:
    picture = moves(ROOT / "campaign" / "bellum-380", 1, "en")
    going = {(arrow.owner, arrow.from_, arrow.to): (arrow.going, arrow.count) for arrow in picture.arrows}
    assert going["huns", "tavrika", "borisfen"] == ("attack", 2)
    assert going["lombards", "langobardia", "marcomania"] == ("peace", 2)
    assert set(picture.fights) >= {"borisfen", "marcomania", "hibernia"}
    assert {arrow.going for arrow in moves(ROOT / "campaign" / "frekre-raid", 2, "en").arrows} == {"peace", "back"}


@pytest.mark.parametrize("root", CAMPAIGNS, ids=lambda path: path.name)
def test_the_same_picture_has_the_same_bytes(root: Path) -> None:
    assert drawn(root, standing(root, 0, "ru"), "ru") == drawn(root, standing(root, 0, "ru"), "ru")


def test_borders_and_links_of_the_flagship_agree() -> None:
    """Who is linked by land has a common border, so no line has to cross the land of others."""
    root = ROOT / "campaign" / "bellum-380"
    shapes = campaign_of(root).shapes
    picture = standing(root, 0, "en")
    assert shapes is not None
    assert set(shapes.areas) == {place.id for place in picture.places}
    bordering = {frozenset(ends) for ends in shapes.borders}
    assert {frozenset((way.one, way.other)) for way in picture.ways if way.look == "border"} <= bordering


# --- maps that nobody would make

EVIL = '</text><script>alert("1")</script>&lt;]]>\x00\u202e\x1b[31m'


def test_names_are_text_and_nothing_else() -> None:
    picture = Picture(
        title=EVIL,
        places=[Place(id="a", label=EVIL, at=(0, 0), owner="x", markers=[Marker(owner="x", count=1, shape="square")])],
        owners=[Owner(id="x", name=EVIL, colour="#102030")],
        keys=[Key("square", EVIL), Key("text", EVIL)],
    )
    svg = draw(picture, None, "en").svg
    root = parsed(svg)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg",
        "g",
        "path",
        "rect",
        "text",
        "tspan",
        "title",
    }
    attributes = {name for each in root.iter() for name in each.attrib}
    assert not any(name.startswith("on") or "href" in name or name == "style" for name in attributes)
    assert "\x00" not in svg and "\u202e" not in svg and "\x1b" not in svg


points = st.tuples(st.floats(-180, 180), st.floats(-90, 90))
names = st.text(max_size=60)


@given(
    at=st.lists(st.one_of(st.none(), points), min_size=1, max_size=12),
    label=names,
    count=st.integers(1, 1_000_000),
    on_globe=st.booleans(),
)
def test_any_map_can_be_drawn(at: list[tuple[float, float] | None], label: str, count: int, on_globe: bool) -> None:
    if not any(point is not None for point in at):
        at = [*at, (0.0, 0.0)]
    markers_of = [Marker(owner="x", count=count, shape="concave", outline="y")]
    places = [
        Place(id=f"p{number}", label=label, at=point, owner="x" if number % 2 else None, markers=markers_of)
        for number, point in enumerate(at)
    ]
    picture = Picture(
        title=label,
        places=places,
        ways=[Way(f"p{number}", f"p{number + 1}", "road") for number in range(len(at) - 1)],
        owners=[Owner(id="x", name=label, colour="#808080"), Owner(id="y", name=label, colour="#818181")],
        arrows=[Arrow(owner="x", from_="p0", to=f"p{len(at) - 1}", going="attack", count=count)],
        fights=["p0"],
        on_globe=on_globe,
    )
    svg = draw(picture, None, "en").svg
    parsed(svg)
    assert draw(picture, None, "en").svg == svg


def test_a_place_with_an_outline_needs_no_point() -> None:
    square = [[[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)]]]
    picture = Picture(title="T", places=[Place(id="a", label="Here", at=None)], on_globe=False)
    assert [box.what for box in labels(draw(picture, Shapes({"a": square}), "en").svg)] == ["Here"]
    with pytest.raises(ValueError, match="place"):
        draw(picture, None, "en")
