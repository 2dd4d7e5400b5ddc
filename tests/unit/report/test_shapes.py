"""Outlines: what a map.geojson may look like, and every way in which it may not; the plane they are drawn on."""

from __future__ import annotations

import json
from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnproc.report.projection import Globe
from turnproc.report.shapes import read_shapes

RING = [[0, 0], [4, 0], [4, 4], [0, 0]]


def read(document: Any) -> Any:
    return read_shapes(json.dumps(document).encode())


def collection(*features: Any, **others: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features), **others}


def feature(kind: str, coordinates: Any, **others: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": {}, "geometry": {"type": kind, "coordinates": coordinates}, **others}


def test_areas_borders_and_land() -> None:
    shapes, slips = read(
        collection(
            feature("Polygon", [RING], id="a"),
            feature("MultiPolygon", [[RING], [RING]], properties={"id": "b"}),
            feature("LineString", [[0, 0], [1, 1]], properties={"between": ["a", "b"]}),
            feature("Polygon", [RING], properties={"land": True}),
            feature("Point", [0, 0], id="c"),
            feature("Polygon", [RING]),
            centre=[13, 46],
            squeeze=2200,
        )
    )
    assert slips == []
    assert {name: len(part) for name, part in shapes.areas.items()} == {"a": 1, "b": 2}
    assert shapes.borders == {("a", "b"): [[(0, 0), (1, 1)]]}
    assert len(shapes.land) == 1
    assert (shapes.centre, shapes.squeeze) == ((13, 46), 2200)


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert read_shapes(b"\xef\xbb\xbf" + json.dumps(collection()).encode())[1] == []


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000, b'{"features": [,]}'])
def test_what_is_no_json(raw: bytes) -> None:
    shapes, slips = read_shapes(raw)
    assert shapes is None
    assert [slip.key for slip in slips] == ["C100" if raw != b"1" * 10_000 else slips[0].key]


def test_where_the_json_breaks() -> None:
    (slip,) = read_shapes(b'{\n  "type": oops}')[1]
    assert (slip.key, slip.line, slip.column) == ("C100", 2, 11)


@pytest.mark.parametrize("document", [[], 1, {}, {"type": "FeatureCollection"}, {"features": []}, feature("Point", [])])
def test_what_is_no_collection(document: Any) -> None:
    assert [slip.key for slip in read(document)[1]] == ["C101"]


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {"type": "Feature"},
        {"type": "Feature", "geometry": None},
        feature("Polygon", []),
        feature("Polygon", [[]]),
        feature("Polygon", [[[0, 0], [1, 1], [0, 0]]]),
        feature("Polygon", [[[0, 0], [4, 0], [4, "4"], [0, 0]]]),
        feature("Polygon", [[[0, 0], [4, 0], [4, True], [0, 0]]]),
        feature("Polygon", [[[0, 0], [4, 0], [4, 1e300], [0, 0]]]),
        feature("Polygon", [[[0, 0], [4, 0], [4, float("nan")], [0, 0]]]),
        pytest.param(feature("Polygon", [[[0, 0], [4, 0], [4, 10**400], [0, 0]]]), id="more digits than a float has"),
        feature("Polygon", [[[0], [4, 0], [4, 4], [0, 0]]]),
        feature("Polygon", {"a": 1}),
        feature("MultiPolygon", [[]]),
        feature("MultiPolygon", RING),
        feature("LineString", [[0, 0]]),
        feature("LineString", 3),
    ],
    ids=str,
)
def test_a_feature_that_cannot_be_drawn(wrong: Any) -> None:
    shapes, slips = read(collection(feature("Polygon", [RING], id="a"), wrong))
    assert shapes is None
    assert [(slip.key, slip.params) for slip in slips] == [("C102", {"number": 2})]
    assert slips[0].pointer.startswith("/features/1")


def test_an_id_that_is_there_twice() -> None:
    shapes, slips = read(collection(feature("Polygon", [RING], id="a"), feature("Polygon", [RING], id="a")))
    assert shapes is None
    assert [(slip.key, slip.params) for slip in slips] == [("C103", {"id": "a"})]


def test_a_border_in_several_stretches_is_drawn_whole() -> None:
    between = {"between": ["a", "b"]}
    stretches = [feature("LineString", [[at, 0], [at, 1]], properties=between) for at in (0, 5)]
    shapes, slips = read(collection(*stretches))
    assert slips == []
    assert shapes.borders == {("a", "b"): [[(0, 0), (0, 1)], [(5, 0), (5, 1)]]}


@pytest.mark.parametrize("row", [7, None])
def test_a_programs_own_number_does_not_hide_the_id_among_the_properties(row: int | None) -> None:
    shapes, _ = read(collection(feature("Polygon", [RING], id=row, properties={"id": "a"})))
    assert list(shapes.areas) == ["a"]


@pytest.mark.parametrize(
    "wrong",
    [
        *({"centre": each} for each in ([13], "13, 46", [13, "46"], [13, 46, 0], [10**400, 0], [float("inf"), 0])),
        *({"squeeze": each} for each in ("2200", -1, 0.5, 5e-324, True, 10**400, float("nan"))),
    ],
    ids=lambda wrong: str(wrong)[:30],
)
def test_a_middle_or_a_squeeze_that_cannot_be(wrong: dict[str, Any]) -> None:
    shapes, slips = read(collection(feature("Polygon", [RING], id="a"), **wrong))
    assert shapes is None
    (key,) = wrong
    assert [(slip.key, slip.pointer, slip.params) for slip in slips] == [("C107", f"/{key}", {"key": key})]


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -(10**400)])
    | st.floats()
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "features", "geometry", "coordinates", "id", "x"]), inner, max_size=5
        )
    ),
    max_leaves=20,
)


@given(anything)
def test_any_json_gets_an_answer(document: Any) -> None:
    for whole in (
        document,
        collection(document),
        collection(feature("Polygon", document, id="a")),
        collection(centre=document, squeeze=document),
    ):
        shapes, slips = read(whole)
        assert (shapes is None) == bool(slips)


# --- the plane


@given(
    st.tuples(st.floats(-150, 150), st.floats(-80, 80)),
    st.tuples(st.floats(-120, 120), st.floats(-80, 80)),
    st.sampled_from([0.0, 800.0, 2200.0]),
)
def test_there_and_back(point: tuple[float, float], centre: tuple[float, float], squeeze: float) -> None:
    globe = Globe(centre, squeeze)
    place = globe.place(point)
    if hypot(*Globe(centre).place(point)) < 12_000:
        back = globe.place(globe.degrees(place))
        assert hypot(back[0] - place[0], back[1] - place[1]) < 1e-3


def test_areas_keep_their_proportions_without_a_squeeze() -> None:
    """A degree's square in the north is smaller by the cosine of its latitude, as on the globe."""
    globe = Globe((13, 46))

    def area(west: float, south: float) -> float:
        corners = [globe.place((west + x, south + y)) for x, y in ((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5))]
        pairs = zip(corners, corners[1:] + corners[:1], strict=True)
        return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2

    assert area(13, 46) == pytest.approx(55.6 * 55.6 * 0.6916, rel=0.01)
    assert area(-8, 55) / area(13, 46) == pytest.approx(0.5700 / 0.6916, rel=0.01)


def test_a_squeeze_spares_the_middle() -> None:
    plain, squeezed = Globe((13, 46)), Globe((13, 46), 2200)
    near, far = (14.0, 46.0), (57.0, 36.0)
    assert hypot(*squeezed.place(near)) == pytest.approx(hypot(*plain.place(near)), rel=0.001)
    assert hypot(*squeezed.place(far)) < 0.85 * hypot(*plain.place(far))
