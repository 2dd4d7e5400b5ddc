"""Pictures of every demonstration campaign, in every turn and language; and of maps that nobody would make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.report.svg import SVG, collisions, labels, map_of, markers, parsed
from turnproc.actions.campaign import Campaign, open_campaign
from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game, read_state
from turnproc.actions.written import read_record
from turnproc.engine.journal import PlayedPhase
from turnproc.engine.picture import Arrow, Key, Marker, Owner, Picture, Place, Shape, Way
from turnproc.report import colours
from turnproc.report.drawing import draw
from turnproc.report.escaping import plain
from turnproc.report.ground import lay_out
from turnproc.report.language import LANGUAGES, Language
from turnproc.report.marks import marker_width
from turnproc.report.shapes import Shapes
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId
from turnproc.rulesets.vidonico import facts as weekly
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


def test_what_cannot_be_seen_takes_no_room() -> None:
    """Unseen signs are left out of the drawing, so they must not cost the name its end."""
    place = Place(id="a", label="Na\u200b" + "\u200b" * 100 + "me\ntwo", at=(0, 0))
    (box, *_) = list(labels(draw(Picture(title="\u200b" * 300 + "T", places=[place]), None, "en").svg))
    assert box.what == "Name two"
    assert ">T</text>" in draw(Picture(title="\u200b" * 300 + "T", places=[place]), None, "en").svg


def test_a_map_on_both_sides_of_the_date_line_is_one_map() -> None:
    at = {"fiji": (178.0, -17.0), "tonga": (-175.0, -20.0), "samoa": (-172.0, -13.0), "auckland": (175.0, -37.0)}
    places = [Place(id=name, label=name, at=point) for name, point in at.items()]
    ground = lay_out(Picture(title="T", places=places), None)
    assert ground is not None
    assert sorted(at, key=lambda name: ground.points[name][0]) == ["auckland", "fiji", "tonga", "samoa"]


def test_more_markers_than_the_paper_holds_stay_on_it() -> None:
    """They lie on each other then, but none is lost beyond the rim."""
    crowded = [Marker(owner="x", count=1_234_567, shape="banner") for _ in range(60)]
    places = [Place(id=name, label=name, at=(at, 0), markers=crowded) for at, name in enumerate("abc")]
    picture = Picture(title="T", places=places, owners=[Owner(id="x", name="X", colour="#808080")], on_globe=False)
    svg = draw(picture, None, "en").svg
    assert len(list(markers(svg))) == 180
    assert_all_on_paper(svg)


def test_owners_whose_names_begin_alike_have_letters_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers go on where the last owner's ended: trying them all from 1 again would take the square of the time."""
    tried: list[int] = []

    def counting(first: int) -> Iterator[int]:
        for number in count(first):
            tried.append(number)
            yield number

    monkeypatch.setattr(colours, "count", counting)
    names = ["Franks", "Franks", "of the Franks", "\u3164", "", "1st", "👍", "Оки", *["Franks"] * 500]
    owners = [Owner(id=str(at), name=name, colour="#000000") for at, name in enumerate(names)]
    found = colours.letters(owners)
    assert len(set(found.values())) == len(owners)
    assert all(plain(mark) == mark != "" for mark in found.values())
    assert len(tried) <= len(owners)


def test_letters_in_the_legend_leave_the_names_free() -> None:
    owners = [Owner(id=str(at), name="Wwwww", colour="#000000") for at in range(1200)]
    there = [Marker(owner=owner.id, count=1, shape="square") for owner in owners]
    svg = draw(
        Picture(title="T", places=[Place(id="a", label="A", at=(0, 0), markers=there)], owners=owners), None, "en"
    )
    texts = [each for each in parsed(svg.svg).findall(f"{SVG}g")[-1].findall(f"{SVG}text")]
    assert len(texts) == 2 * len(owners)
    for mark, name in zip(texts[::2], texts[1::2], strict=True):
        half = marker_width("circle", "", mark.text or "") / 2
        assert float(mark.get("x", "")) + half <= float(name.get("x", ""))
    assert texts[-2].text == "W1198"


def test_an_army_that_was_raised_and_broken_up_within_the_week_has_its_arrow() -> None:
    game = open_game(Documents(ROOT / "campaign" / "frekre-raid"), 1)
    assert game is not None
    record = read_record(game)
    assert record is not None
    army = replace(next(iter(record.before.armies.values())), id="passing")
    from_, to = list(record.table.world.regions)[:2]
    passing: list[Any] = [
        weekly.Raised("passing", "A-1", army),
        weekly.Moved("passing", "A-2", to, "event", from_=from_),
    ]
    assert game.campaign.ruleset.pictures is not None
    draw_turn, language = game.campaign.ruleset.pictures.of_turn, Language.load("en", "vidonico")
    journal = replace(record.journal, phases=[*record.journal.phases, PlayedPhase("end", passing)])
    more = draw_turn(replace(record, journal=journal), language).arrows
    assert len(more) == len(draw_turn(record, language).arrows) + 1
    assert (more[-1].owner, more[-1].from_, more[-1].to) == (army.faction, from_, to)


def test_a_people_that_came_and_went_within_the_turn_has_its_arrow() -> None:
    game = open_game(Documents(ROOT / "campaign" / "bellum-380"), 1)
    assert game is not None
    record = read_record(game)
    assert record is not None
    passing: list[Any] = [
        f.Appeared(PeopleId("picts"), "B-5.5", {ProvinceId("caledonia"): 1}, names={"en": "Picts"}),
        f.Moved(1, "B-4.3.1", PeopleId("picts"), ProvinceId("caledonia"), ProvinceId("hibernia")),
        f.Vanished(PeopleId("picts"), "B-4.1.4"),
    ]
    journal = replace(record.journal, phases=[*record.journal.phases, PlayedPhase("end", passing)])
    assert game.campaign.ruleset.pictures is not None
    language = Language.load("en", "bellum")
    picture = game.campaign.ruleset.pictures.of_turn(replace(record, journal=journal), language)
    (owner,) = [each for each in picture.owners if each.id == "picts"]
    assert owner.name == "Picts"
    assert "Picts: 1" in [box.what for box in markers(drawn(ROOT / "campaign" / "bellum-380", picture, "en"))]


shapes_of_markers: st.SearchStrategy[Shape] = st.sampled_from(["square", "circle", "hexagon", "concave", "banner"])
some_markers = st.lists(
    st.builds(
        Marker,
        owner=st.just("x"),
        count=st.sampled_from([1, 33, 1_234_567]),
        shape=shapes_of_markers,
        outline=st.sampled_from([None, "y"]),
    ),
    max_size=8,
)
somewhere = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
some_places = st.lists(
    st.tuples(somewhere, st.sampled_from(["A", "Long name of a place", "Средняя Азия", "名前"]), some_markers),
    min_size=2,
    max_size=8,
)
some_arrows = st.lists(
    st.tuples(st.integers(0, 7), st.integers(1, 6), st.sampled_from([None, 5, 1_234_567])), max_size=6
)


@given(places=some_places, ways=some_arrows, with_arrows=st.booleans(), on_globe=st.booleans())
def test_nothing_hides_anything_where_there_is_room(
    places: list[tuple[tuple[int, int], str, list[Marker]]],
    ways: list[tuple[int, int, int | None]],
    with_arrows: bool,
    on_globe: bool,
) -> None:
    """As rulesets draw: who stands where, or what moved."""
    ids = [f"p{at}" for at in range(len(places))]
    arrows = []
    for start, far, persons in ways if with_arrows else []:
        from_, to = ids[start % len(ids)], ids[(start + far) % len(ids)]
        if from_ != to:
            arrows.append(Arrow(owner="x", from_=from_, to=to, going="attack", count=persons))
    picture = Picture(
        title="T",
        places=[
            Place(id=name, label=label, at=at, markers=[] if with_arrows else list(there))
            for name, (at, label, there) in zip(ids, places, strict=True)
        ],
        owners=[Owner(id="x", name="X", colour="#808080"), Owner(id="y", name="Y", colour="#818181")],
        arrows=arrows,
        fights=ids[:1] if with_arrows else [],
        on_globe=on_globe,
    )
    svg = draw(picture, None, "en").svg
    assert collisions([*labels(svg), *markers(svg)]) == []
    assert_all_on_paper(svg)


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
