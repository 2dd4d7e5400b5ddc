"""Sentences with names in them: cases, agreement in number, lists, places with their preposition."""

from __future__ import annotations

import pytest

from turnproc.engine.naming import Name, read_name
from turnproc.engine.wording import NN_, Wording
from turnproc.report.language import Language

HUNS = read_name("huns", {"ru": {"nom": "гунны", "gen": "гуннов", "ins": "гуннами"}, "en": "Huns", "sv": "hunner"})
ROME = read_name(
    "rome",
    {
        "ru": {
            "nom": "Западная Римская Империя",
            "gen": "Западной Римской Империи",
            "sg": True,
            "short": {"nom": "ЗРИ"},
        },
        "en": "Western Rome",
        "sv": "Västrom",
    },
)
CRETE = read_name("crete", {"ru": {"nom": "Крит", "gen": "Крита", "prep": "Крите", "pre": "на"}, "en": "Crete"})
THRACE = read_name("thrace", {"ru": {"nom": "Фракия", "prep": "Фракии", "pre": "во"}, "en": "Thrace", "sv": "Thrakien"})


class Untranslated:
    """Words in which every msgid is its own translation."""

    def __init__(self, code: str) -> None:
        self.code = code

    def text(self, message: str) -> str:
        return message

    def count(self, singular: str, plural: str, number: int) -> str:
        return (singular if number == 1 else plural).replace("{n}", str(number))


RUSSIAN = Wording(Untranslated("ru"))
ENGLISH = Wording(Untranslated("en"))


@pytest.mark.parametrize(
    ("wording", "message", "expected"),
    [
        (RUSSIAN, "{huns}", "гунны"),
        (RUSSIAN, "{huns:Nom}", "Гунны"),
        (RUSSIAN, "{huns:ins} и {rome:short.gen}", "гуннами и ЗРИ"),
        (RUSSIAN, "{huns:Nom} {huns:идёт|идут}", "Гунны идут"),
        (RUSSIAN, "{rome:Nom} {rome:идёт|идут}", "Западная Римская Империя идёт"),
        (RUSSIAN, "{crete:in}, {thrace:In}", "на Крите, Во Фракии"),
        (RUSSIAN, "{n} {{}} {text}", "3 {} as it is"),
        (ENGLISH, "{huns:Nom} {huns:goes|go} {crete:in}", "Huns go in Crete"),
        (ENGLISH, "{rome:short.gen}", "Western Rome"),
        (Wording(Untranslated("sv")), "{thrace:in}", "i Thrakien"),
    ],
)
def test_say(wording: Wording, message: str, expected: str) -> None:
    assert wording.say(message, huns=HUNS, rome=ROME, crete=CRETE, thrace=THRACE, n=3, text="as it is") == expected


def test_a_place_without_forms_still_has_its_preposition() -> None:
    assert RUSSIAN.say("{place:in}", place=Name("x")) == "в x"
    assert RUSSIAN.say("{place:in}", place=read_name("x", {"ru": "Икс"})) == "в Икс"
    assert ENGLISH.say("{place:in}", place=read_name("x", {"ru": {"nom": "Крит", "pre": "на"}})) == "in Крит"


def test_lists() -> None:
    assert ENGLISH.say("{names}.", names=[HUNS, ROME, CRETE]) == "Huns, Western Rome and Crete."
    assert RUSSIAN.say("{names:Gen}", names=[HUNS, CRETE]) == "Гуннов and Крита"
    assert ENGLISH.say("{names}", names=[HUNS]) == "Huns"
    assert ENGLISH.say("{names}", names=[]) == ""
    assert RUSSIAN.say("{names:идёт|идут}", names=[ROME, ROME]) == "идут"
    assert RUSSIAN.say("{names:идёт|идут}", names=[ROME]) == "идёт"


def test_count() -> None:
    message = NN_("{who:Nom}: {n} day", "{who:Nom}: {n} days")
    assert ENGLISH.count(message, 1, who=HUNS) == "Huns: 1 day"
    assert ENGLISH.count(message, 2, who=HUNS) == "Huns: 2 days"


def test_braces_in_names_are_text() -> None:
    assert ENGLISH.say("{who} x", who=read_name("x", {"en": "{0.__class__} {who}"})) == "{0.__class__} {who} x"


def test_the_languages_join_as_they_should() -> None:
    for code, expected in (("en", "a, b and c"),):
        assert Wording(Language.load(code)).listed(["a", "b", "c"]) == expected
