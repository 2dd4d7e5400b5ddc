"""docs/diagnostics.md has a page for every code that anybody can get to see."""

from __future__ import annotations

import re

import pytest

from tests.docs.guides import ROOT
from turnproc.diagnostics.codes import MESSAGES
from turnproc.rulesets import BUILT_IN
from turnproc.store.errors import MESSAGES as TROUBLES

PAGE = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
HEADINGS = set(re.findall(r"^### (\S+)$", PAGE, re.MULTILINE))
CHAPTERS = {
    "the engine": MESSAGES,
    "surroundings": TROUBLES,
    **{name: each.messages for name, each in BUILT_IN.items()},
}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_message_has_its_page(chapter: str) -> None:
    assert len(CHAPTERS[chapter]) > 10
    assert set(CHAPTERS[chapter]) <= HEADINGS


def test_no_page_is_left_over() -> None:
    assert set().union(*CHAPTERS.values()) == HEADINGS


def test_codes_that_guides_name_have_a_page() -> None:
    codes = {heading.partition("/")[0] for heading in HEADINGS}
    named = {
        (path.name, code)
        for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
        for code in re.findall(r"(?:explain |error\[|ошибка\[)([YSNCO]\d{3})", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 10
    assert {(page, code) for page, code in named if code not in codes} == set()
