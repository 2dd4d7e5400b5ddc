"""The ruleset's translations: nothing is missing, left over or out of date, and no placeholder got lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from scripts import catalogues
from turnproc.engine.naming import SUBSTITUTES
from turnproc.report.language import LANGUAGES

ROOT = Path(__file__).parents[3]
LOCALE = ROOT / "turnproc" / "locale"
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")
DOMAIN = "bellum"
CASES = {"", "nom", "in", *SUBSTITUTES} | {f"short.{case}" for case in ("nom", *SUBSTITUTES)}

each_language = pytest.mark.parametrize("code", TRANSLATED)


def catalogue(code: str | None = None) -> Catalog:
    path = LOCALE / f"{DOMAIN}.pot" if code is None else LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    with path.open("rb") as stream:
        return read_po(stream, locale=code)


def messages(code: str | None = None) -> Iterator[Message]:
    return (message for message in catalogue(code) if message.id)


def both(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def fields(text: str) -> list[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None]


def test_the_template_is_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = catalogues.domains()[DOMAIN]
    monkeypatch.setattr(catalogues, "domains", lambda: {DOMAIN: places})
    monkeypatch.chdir(ROOT)
    catalogues.extract(tmp_path)
    fresh = (tmp_path / f"{DOMAIN}.pot").read_text(encoding="utf-8")
    assert fresh == (LOCALE / f"{DOMAIN}.pot").read_text(encoding="utf-8"), "run `make catalogues`"


@each_language
def test_every_text_is_translated_and_no_other(code: str) -> None:
    assert {both(message.id) for message in messages(code)} == {both(message.id) for message in messages()}
    for message in messages(code):
        assert all(both(message.string)) and not message.fuzzy, message.id


@each_language
def test_every_plural_form_is_there(code: str) -> None:
    whole = catalogue(code)
    for message in messages(code):
        if not isinstance(message.id, str):
            assert len(both(message.string)) == whole.num_plurals, message.id


@each_language
def test_placeholders_are_those_of_the_english_text(code: str) -> None:
    for message in messages(code):
        wanted = {name for text in both(message.id) for name, _ in fields(text)}
        for text in both(message.string):
            assert {name for name, _ in fields(text)} == wanted, text


@pytest.mark.parametrize("code", [None, *TRANSLATED])
def test_cases_exist(code: str | None) -> None:
    for message in messages(code):
        for text in both(message.string if code else message.id):
            for name, spec in fields(text):
                if "|" not in spec:
                    assert spec[:1].lower() + spec[1:] in CASES, (name, spec, text)
                    # Peoples have neither a dative nor a prepositional.
                    assert name in ("province", "source", "target") or spec not in ("dat", "prep", "in"), text


@each_language
def test_verbs_agree_with_whole_names_only(code: str) -> None:
    # A short name may be plural where the whole one is not: "Империя Сасанидов идёт", but "сасаниды идут".
    for message in messages(code):
        for text in both(message.string):
            agreeing = {name for name, spec in fields(text) if "|" in spec}
            assert not agreeing & {name for name, spec in fields(text) if spec.lower().startswith("short.")}, text


@each_language
def test_ends_and_quotation_marks_are_those_of_the_language(code: str) -> None:
    foreign = {"ru": '“”"', "sv": '“«»"'}[code]
    for message in messages(code):
        for english, text in zip(both(message.id), both(message.string), strict=False):
            assert text == text.strip()
            assert (english[-1] in ".:?") == (text[-1] in ".:?") or english[-1:] not in ".:?", text
            if '"' not in english:
                assert not set(foreign) & set(text), text


def test_russian_is_russian() -> None:
    for message in messages("ru"):
        for text in both(message.string):
            words = re.findall(r"[^\W\d_]+", re.sub(r"\{[^{}]*\}", "", text))
            assert not words or any(re.fullmatch("[А-Яа-яЁё]+", word) for word in words), text
            # No word is made of letters of both alphabets.
            assert all(word.isascii() or re.fullmatch("[А-Яа-яЁё]+", word) for word in words), text


@each_language
def test_compiled_catalogues_are_up_to_date(code: str) -> None:
    with (LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as stream:
        compiled = GNUTranslations(stream)
    for message in messages(code):
        one, *other = both(message.id)
        if other:
            found = {compiled.ngettext(one, other[0], number) for number in range(1, 30)}
            assert found == set(both(message.string)), "run `make catalogues`"
        else:
            assert (compiled.gettext(one),) == both(message.string), "run `make catalogues`"
