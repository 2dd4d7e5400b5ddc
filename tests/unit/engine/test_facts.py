"""Facts as journals have them, and back: verb first, nothing lost; what is no fact is refused, whatever it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NewType, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.engine.toy import Arrived, Broken, Rowed
from turnproc.engine.dice import Roll
from turnproc.engine.facts import FactCodec, fact_data, flat, verb_of
from turnproc.engine.journal import LAYOUT, Journal, PlayedPhase, journal_data, journal_text, read_journal
from turnproc.rulesets.bellum.facts import Fact as BellumFact
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import write_yaml

Place = NewType("Place", str)


@dataclass(frozen=True, slots=True)
class Side:
    people: str
    force: int


@dataclass(frozen=True, slots=True)
class Fought:
    in_: Place
    rule: str
    sides: tuple[Side, ...]
    pairs: tuple[Mapping[str, int], ...] = ()
    attack: tuple[Place, ...] | Literal["all"] | None = None
    parts: Mapping[str, Side] = field(default_factory=dict)
    share: float = 0.0
    is_last: bool = False
    from_: Place | None = None
    round: Literal[1, 2] = 1


@dataclass(frozen=True, slots=True)
class Told:
    told: str
    rule: str
    data: Mapping[str, Any] = flat()


KINDS = (Fought, Told, Rowed, Broken, Arrived)
CODEC: FactCodec[Any] = FactCodec(KINDS)
FULL = Fought(
    Place("dacia"),
    "T-1",
    (Side("goths", 3), Side("huns", 0)),
    ({"goths": 3, "huns": 4}, {}),
    (Place("x"),),
    {"a": Side("alans", 1)},
    2.5,
    True,
    Place("italy"),
    2,
)
FULL_DATA = {
    "in": "dacia",
    "rule": "T-1",
    "sides": [{"people": "goths", "force": 3}, {"people": "huns", "force": 0}],
    "pairs": [{"goths": 3, "huns": 4}, {}],
    "attack": ["x"],
    "parts": {"a": {"people": "alans", "force": 1}},
    "share": 2.5,
    "is_last": True,
    "from": "italy",
    "round": 2,
}


def test_verb_first_and_keywords_without_their_underscore() -> None:
    assert fact_data(FULL) == FULL_DATA
    assert list(fact_data(FULL)) == list(FULL_DATA)
    assert verb_of(Fought) == "in"
    assert CODEC.read(FULL_DATA) == FULL


def test_what_is_none_is_left_out_and_comes_back() -> None:
    fact = Fought(Place("dacia"), "T-1", ())
    data = fact_data(fact)
    assert "attack" not in data
    assert "from" not in data
    assert CODEC.read(data) == fact


def test_what_may_be_none_need_not_stand_there_even_without_a_default() -> None:
    @dataclass(frozen=True, slots=True)
    class Stood:
        stood: str
        rule: str
        where: Place | None

    codec: FactCodec[Any] = FactCodec([Stood])
    for fact in (Stood("goths", "T-1", None), Stood("goths", "T-1", Place("dacia"))):
        assert codec.read(fact_data(fact)) == fact
    with pytest.raises(ValueError, match="lacks rule"):
        codec.read({"stood": "goths"})


def test_a_word_beside_a_list() -> None:
    fact = Fought(Place("dacia"), "T-1", (), attack="all")
    assert fact_data(fact)["attack"] == "all"
    assert CODEC.read(fact_data(fact)) == fact


def test_a_flat_field_stands_among_the_others() -> None:
    fact = Told("note", "T-9", {"text": "Hm.", "who": ["a"], "deep": {"x": None}})
    assert fact_data(fact) == {
        "told": "note",
        "rule": "T-9",
        "text": "Hm.",
        "who": ["a"],
        "deep": {"x": None},
    }
    assert CODEC.read(fact_data(fact)) == fact
    assert CODEC.read({"told": "note", "rule": "T-9"}) == Told("note", "T-9", {})


def test_what_no_journal_can_hold() -> None:
    with pytest.raises(TypeError, match="cannot hold a set"):
        fact_data(Told("x", "T-9", {"text": {1, 2}}))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"rule": "T-1"},
        {"unknown": "x", "rule": "T-1"},
        {"rule": "T-1", "in": "dacia", "sides": []},
        {**FULL_DATA, "more": 1},
        {"in": "dacia"},
        {**FULL_DATA, "sides": "x"},
        {**FULL_DATA, "sides": {}},
        {**FULL_DATA, "sides": None},
        {**FULL_DATA, "sides": [{"people": "goths"}]},
        {**FULL_DATA, "sides": [[]]},
        {**FULL_DATA, "sides": ["x"]},
        {**FULL_DATA, "sides": [None]},
        {**FULL_DATA, "sides": [{"people": "goths", "force": "3"}]},
        {**FULL_DATA, "sides": [{"people": "goths", "force": True}]},
        {**FULL_DATA, "sides": [{"people": "goths", "force": 3.0}]},
        {**FULL_DATA, "pairs": [[1]]},
        {**FULL_DATA, "pairs": [{"goths": []}]},
        {**FULL_DATA, "attack": "some"},
        {**FULL_DATA, "attack": 1},
        {**FULL_DATA, "attack": [1]},
        {**FULL_DATA, "parts": []},
        {**FULL_DATA, "parts": {"a": 1}},
        {**FULL_DATA, "share": "much"},
        {**FULL_DATA, "is_last": 1},
        {**FULL_DATA, "from": []},
        {**FULL_DATA, "round": 3},
        {**FULL_DATA, "round": True},
        {**FULL_DATA, "in": None},
        {**FULL_DATA, "rule": 5},
    ],
)
def test_what_is_no_fact_is_a_value_error(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        CODEC.read(data)


def test_every_fact_of_bellum_refuses_what_does_not_fit() -> None:
    """Whatever is put in the place of a field: it is read as it stands, or refused with a ValueError."""
    kinds = get_args(BellumFact)
    codec: FactCodec[Any] = FactCodec(kinds)
    odd: list[Any] = [None, True, 0, -1, 1.5, "", "x", [], ["x"], [1], [[]], [{}], {}, {"x": 1}, {"x": {}}]
    for kind in kinds:
        verb = verb_of(kind)
        keys = [each.name.rstrip("_") for each in fields(kind) if not each.metadata.get("flat")]
        for key in keys:
            for value in odd:
                data = {verb: "x", **{each: "x" for each in keys if each != verb}, key: value}
                try:
                    fact = codec.read(data)
                except ValueError:
                    continue
                assert fact_data(fact) == {name: each for name, each in data.items() if each is not None}


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
KEYS = st.from_regex(r"[a-z]{1,5}\Z").filter(lambda key: key not in {"told", "rule", "data"})
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | NAMES,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(NAMES, inside, max_size=3),
    max_leaves=6,
)
SIDES = st.builds(Side, NAMES, st.integers(0, 10**9))
FACTS = st.one_of(
    st.builds(
        Fought,
        NAMES.map(Place),
        NAMES,
        st.lists(SIDES, max_size=3).map(tuple),
        st.lists(st.dictionaries(NAMES, st.integers(0, 99), max_size=3), max_size=2).map(tuple),
        st.none() | st.just("all") | st.lists(NAMES.map(Place), max_size=3).map(tuple),
        st.dictionaries(NAMES, SIDES, max_size=2),
        st.floats(-1e6, 1e6).filter(lambda share: not share.is_integer()),
        st.booleans(),
        st.none() | NAMES.map(Place),
        st.sampled_from([1, 2]),
    ),
    st.builds(Told, NAMES, NAMES, st.dictionaries(KEYS, PLAIN, max_size=3)),
    st.builds(Rowed, NAMES, NAMES, st.integers(1, 99), st.integers(0, 99)),
    st.builds(Broken, NAMES, NAMES, st.none() | st.sampled_from(["sunk", "mended", "adrift"])),
    st.builds(Arrived, st.lists(NAMES, max_size=3).map(tuple), NAMES, st.integers(1, 9)),
)
JOURNALS = st.builds(
    lambda facts, rulings: Journal(
        turn=3,
        ruleset="toy",
        version=2,
        inputs={"turns/002/state.yaml": "sha256:00"},
        rolls=(Roll("d1/x", "3d6+1", (1, 5, 3), 10, "derived"), Roll("a b: c", "1d6", (4,), 4, "thrown")),
        rulings=rulings,
        defaults={"x/y": {"to": "z"}},
        phases=tuple(PlayedPhase(f"d{day}/x", list(each)) for day, each in enumerate(facts)),
    ),
    st.lists(st.lists(FACTS, max_size=4), max_size=3),
    st.dictionaries(NAMES, PLAIN, max_size=2),
)


@given(FACTS)
def test_round_trip(fact: Any) -> None:
    assert CODEC.read(fact_data(fact)) == fact


@given(JOURNALS)
def test_a_journal_comes_back_from_its_file(journal: Journal[Any]) -> None:
    text = journal_text(journal)
    document, problems = read_yaml(text.encode(), "journal.yaml", CAMPAIGN)
    assert document is not None
    assert problems == []
    assert isinstance(document.data, dict)
    assert document.data == journal_data(journal)
    assert read_journal(document.data, CODEC) == journal


@given(JOURNALS)
def test_the_quick_way_to_a_journals_text_is_the_long_one(journal: Journal[Any]) -> None:
    assert journal_text(journal) == write_yaml(journal_data(journal), LAYOUT)


def test_the_quick_way_with_other_kinds_of_mappings_and_lists() -> None:
    odd = Told("x", "T-9", MappingProxyType({"a": [1, 2.5, None], "b": MappingProxyType({"c": (1, "d")})}))
    fought = Fought(Place("x"), "T-1", (), (MappingProxyType({"a": 1}),), None, MappingProxyType({"s": Side("a", 1)}))
    journal: Journal[Any] = Journal(
        turn=1, ruleset="toy", version=1, inputs={}, phases=(PlayedPhase("p", [odd, fought]),)
    )
    assert journal_text(journal) == write_yaml(journal_data(journal), LAYOUT)


def test_a_number_that_nobody_could_read_again_is_not_written() -> None:
    journal: Journal[Any] = Journal(
        turn=1, ruleset="toy", version=1, inputs={}, phases=(PlayedPhase("p", [Rowed("a", "T-1", 10**18, 0)]),)
    )
    with pytest.raises(ValueError, match="digits"):
        write_yaml(journal_data(journal), LAYOUT)
    with pytest.raises(ValueError, match="digits"):
        journal_text(journal)


def test_a_fact_of_bellum_needs_no_more_than_its_fields() -> None:
    """The second field is the rule; everything that has no default must stand in the journal."""
    for kind in get_args(BellumFact):
        verb, rule, *_ = fields(kind)
        assert rule.name == "rule"
        needed = [each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING]
        assert verb.name in needed
