import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnproc.source.names import NameIndex, fold, nearest_words

PEOPLES = NameIndex(
    [
        ("huns", ["Гунны", "гуннов", "Huns", "hunner"]),
        ("ostgoths", ["Остготы", "Ostrogoths", "Goths"]),
        ("visigoths", ["Вестготы", "Visigoths", "goths"]),
        ("goths", ["Готы"]),
    ]
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Гунны", "гунны"),
        ("ГУННЫ", "гунны"),
        ("Лёгкий", "легкии\u0306"),
        ("ЁЛКА", "елка"),
        ("е\u0308лка", "елка"),
        ("  Верхняя \t Германия ", "верхняя германия"),
        ("Верхняя\u00a0Германия", "Верхняя Германия"),
        ("Straße", "STRASSE"),
        ("ﬁnn", "finn"),
        ("Å", "a\u030a"),
        ("hu\u200bns\ufeff", "huns"),
        ("hu\u00adns", "huns"),
    ],
)
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("й", "и"), ("ö", "o"), ("huns", "hun s"), ("c", "с")])
def test_names_that_are_not_the_same(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@settings(deadline=None)
@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@settings(deadline=None)
@given(st.text())
def test_capitals_and_unicode_forms_do_not_matter(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert fold(unicodedata.normalize(form, text)) == fold(text)
    assert fold(text.swapcase()) in (fold(text), fold(text.swapcase().swapcase()))


def test_any_name_finds_its_thing() -> None:
    assert PEOPLES.find("гуннов") == "huns"
    assert PEOPLES.find(" ОСТГОТЫ ") == "ostgoths"
    assert PEOPLES.find("nobody") is None
    assert PEOPLES.find("") is None


def test_an_id_is_a_name_and_wins() -> None:
    assert PEOPLES.find("goths") == "goths"


def test_names_of_two_things_are_clashes() -> None:
    assert PEOPLES.clashes == [("Goths", "goths", "ostgoths"), ("goths", "goths", "visigoths")]


def test_a_name_of_two_things_without_an_id_stays_the_firsts() -> None:
    index = NameIndex([("a", ["Rome"]), ("b", ["rome", "ROME"]), ("c", ["Rome"])])
    assert index.find("rome") == "a"
    assert index.clashes == [("rome", "a", "b"), ("ROME", "a", "b"), ("Rome", "a", "c")]


def test_ids_that_differ_in_capitals_only_are_a_clash() -> None:
    assert NameIndex([("A", []), ("a", [])]).clashes == [("a", "A", "a")]


def test_a_name_given_twice_for_one_thing_is_no_clash() -> None:
    assert NameIndex([("a", ["A", "a", "Rome", "rome"])]).clashes == []


def test_the_nearest_come_best_first_and_each_once() -> None:
    assert PEOPLES.nearest("остгот") == ["ostgoths", "visigoths", "goths"]
    assert PEOPLES.nearest("hunns")[0] == "huns"
    assert PEOPLES.nearest("gotsh", count=1) == ["goths"]


def test_a_beginning_is_near() -> None:
    assert nearest_words("ost", ["ostgoths", "westgoths"]) == ["ostgoths"]


def test_nothing_is_near_what_is_unlike_everything() -> None:
    assert PEOPLES.nearest("xyzzy") == []
    assert PEOPLES.nearest("") == []
    assert NameIndex[str]([]).nearest("huns") == []


def test_equally_near_names_come_in_the_order_of_their_ids() -> None:
    assert nearest_words("dacix", ["dacib", "dacia", "dacic", "dacid"]) == ["dacia", "dacib", "dacic"]


def test_a_very_long_text_is_compared_by_its_beginning() -> None:
    assert PEOPLES.nearest("huns" * 20_000) in ([], ["huns"])


@settings(deadline=None)
@given(st.text(max_size=20), st.lists(st.text(min_size=1, max_size=8), max_size=8, unique=True))
def test_a_name_itself_is_always_the_nearest(text: str, words: list[str]) -> None:
    index = NameIndex([(word, []) for word in [*words, text]])
    if len(fold(text)) > 0:
        found = index.find(text)
        assert found is not None
        assert found in index.nearest(text, count=len(words) + 1)
