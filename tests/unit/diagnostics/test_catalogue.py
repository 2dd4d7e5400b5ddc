import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.diagnostics.helpers import ALANS, HUNS, catalogue, problem
from turnproc.diagnostics.catalogue import Phrase, safe

SWEDISH = {
    "no {what}: “{name}”": "inget {what}: ”{name}”",
    "a list of {count}": "en lista med {count}",
    "people": "folk",
}


def swedish(text: str) -> str:
    return SWEDISH.get(text, text)


def test_parameters_are_put_in() -> None:
    assert catalogue("{a} and {b} and {a}").text(problem(a="x", b=5)) == "x and 5 and x"


def test_braces_are_written_twice() -> None:
    assert catalogue("write {{{key}: …}}").text(problem(key="en")) == "write {en: …}"


def test_names_stand_in_the_language_and_the_case_asked_for() -> None:
    text = catalogue("{people:gen} не видят {people}", language="ru").text(problem(people=HUNS))
    assert text == "гуннов не видят гунны"
    assert catalogue("{people:gen}", language="sv").text(problem(people=HUNS)) == "ГУННЫ"


def test_lists_are_joined_and_each_member_stands_in_the_case() -> None:
    assert catalogue("{all:gen}", language="ru").text(problem(all=[HUNS, ALANS, "и", 3])) == "гуннов, алан, и, 3"


def test_long_lists_are_cut() -> None:
    assert catalogue("{all}").text(problem(all=[str(number) for number in range(99)])).endswith("28, 29, …")


def test_texts_are_translated_before_parameters_are_put_in() -> None:
    told = catalogue("no {what}: “{name}”", translate=swedish)
    assert told.text(problem(what=Phrase("people"), name="people")) == "inget folk: ”people”"


def test_phrases_have_parameters_of_their_own() -> None:
    told = catalogue("{what}", translate=swedish)
    assert told.text(problem(what=Phrase("a list of {count}", count=3))) == "en lista med 3"


def test_phrases_are_equal_if_they_will_read_the_same() -> None:
    assert Phrase("a {b}", b=1) == Phrase("a {b}", b=1)
    assert Phrase("a {b}", b=1) != Phrase("a {b}", b=2)
    assert Phrase("a") == "a"
    assert Phrase("a") != "b"
    assert len({Phrase("a {b}", b=1), Phrase("a {b}", b=1)}) == 1


def test_what_a_player_wrote_is_never_a_template() -> None:
    assert catalogue("“{name}”").text(problem(name="{name} %(x)s {0.__class__}")) == "“{name} %(x)s {0.__class__}”"


def test_a_missing_parameter_is_a_bug() -> None:
    with pytest.raises(KeyError):
        catalogue("{a}").text(problem(b=1))


def test_without_a_hint_there_is_none() -> None:
    assert catalogue("x").hint(problem()) == ""


def test_a_hint_that_would_name_nothing_is_left_out() -> None:
    told = catalogue("x", "did you mean {nearest}?")
    assert told.hint(problem(nearest=[])) == ""
    assert told.hint(problem(nearest=())) == ""
    assert told.hint(problem(nearest=["a", "b"])) == "did you mean a, b?"
    assert told.hint(problem(nearest="")) == "did you mean ?"


def test_each_row_of_a_hint_stands_for_itself() -> None:
    told = catalogue("x", "did you mean {nearest}?\nthere are: {known}\nask {whom}")
    assert told.hint(problem(nearest=["a"], known=["a", "b"], whom="me")) == "did you mean a? there are: a, b; ask me"
    assert told.hint(problem(nearest=[], known=["a", "b"], whom="me")) == "there are: a, b; ask me"
    assert told.hint(problem(nearest=[], known=[], whom="me")) == "ask me"
    assert told.hint(problem(nearest=[], known=[], whom=[])) == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one\ntwo", "one\\ntwo"),
        ("\r\t", "\\r\\t"),
        ("\x1b[31mred", "<U+001B>[31mred"),
        ("\x00\x7f\x9f", "<U+0000><U+007F><U+009F>"),
        ("\u202eevil", "<U+202E>evil"),
        ("\u2066a\u2069", "<U+2066>a<U+2069>"),
        ("a\u200bb", "a<U+200B>b"),
        ("\ufeff\u2028", "<U+FEFF><U+2028>"),
        ("\ud800", "<U+D800>"),
        ("\U000e0041", "<U+E0041>"),
        ("a\u00a0b", "a b"),
        ("Гунны 🏰 Å", "Гунны 🏰 Å"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 79 + "…"),
    ],
)
def test_text_of_players_is_made_safe(text: str, shown: str) -> None:
    assert safe(text) == shown
    assert catalogue("{a}").text(problem(a=text)) == shown
    assert catalogue("{a}").text(problem(a=[text])) == shown
    assert catalogue("{a}").text(problem(a=Phrase("{b}", b=text))) == shown


@settings(deadline=None)
@given(st.text())
def test_nothing_unsafe_gets_through(text: str) -> None:
    shown = safe(text)
    assert not {unicodedata.category(character) for character in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(character) for character in shown} & {
        "LRE",
        "RLO",
        "LRI",
        "RLI",
        "FSI",
        "PDI",
    }
    shown.encode()
