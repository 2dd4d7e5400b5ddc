"""Languages: English without a catalogue, the others from compiled ones, plural forms as each language has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnproc.report import language
from turnproc.report.language import LANGUAGES, Language, UnknownLanguageError
from turnproc.resources import MissingResourceError

STATES = ("state, owns {n} province", "state, owns {n} provinces")


def test_english_is_what_stands_in_the_code() -> None:
    english = Language.load("en", "bellum")
    assert english.code == "en"
    assert english.text("Battles") == "Battles"
    assert english.count(*STATES, 1) == "state, owns 1 province"
    assert english.count(*STATES, 0) == "state, owns 0 provinces"


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, "государство, владеет 1 провинцией"),
        (2, "государство, владеет 2 провинциями"),
        (5, "государство, владеет 5 провинциями"),
        (11, "государство, владеет 11 провинциями"),
        (21, "государство, владеет 21 провинцией"),
    ],
)
def test_russian_has_three_plural_forms(number: int, expected: str) -> None:
    assert Language.load("ru", "bellum").count(*STATES, number) == expected


def test_swedish() -> None:
    swedish = Language.load("sv", "bellum")
    assert swedish.text("Battles") == "Strider"
    assert swedish.count(*STATES, 1) == "stat, äger 1 provins"
    assert swedish.count(*STATES, 2) == "stat, äger 2 provinser"


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_nobody_translated_stays_english(code: str) -> None:
    loaded = Language.load(code, "bellum")
    assert loaded.text("no such text") == "no such text"
    assert loaded.count("{n} such text", "{n} such texts", 2) == "2 such texts"
    assert loaded.text("") == ""


def test_unknown_language() -> None:
    with pytest.raises(UnknownLanguageError, match="de"):
        Language.load("de", "bellum")


def test_a_ruleset_without_a_catalogue_has_turnproc_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(language, "locale_folder", lambda: tmp_path)
    with pytest.raises(MissingResourceError, match="make catalogues"):
        Language.load("ru", "bellum")


def test_names_for_jinja() -> None:
    russian = Language.load("ru", "bellum")
    assert russian.gettext("Battles") == "Бои"
    assert russian.ngettext(*STATES, 3) == "государство, владеет {n} провинциями"
