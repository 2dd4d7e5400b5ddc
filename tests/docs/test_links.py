"""Links between pages lead somewhere, to a file and to a heading; so do the sections that the code refers to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.guides import ROOT

PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """A page without its blocks and pieces of code."""
    return re.sub(r"`[^`\n]*`", "", FENCED.sub("", page.read_text(encoding="utf-8")))


def anchors(page: Path) -> set[str]:
    """The names that a git host gives to headings."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        number = 0
        while (numbered := f"{name}-{number}" if number else name) in found:
            number += 1
        found.add(numbered)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for match in LINK.finditer(prose(page)):
        target, _, anchor = match["target"].partition("#")
        if "://" in target:
            continue
        there = page.parent / target if target else page
        assert there.exists(), f"{page.name}: there is no {target}"
        assert not anchor or anchor in anchors(there), f"{page.name}: {target or page.name} has no heading #{anchor}"


def test_there_are_links() -> None:
    assert sum(len(LINK.findall(prose(page))) for page in PAGES) > 50


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached:
            reached.add(page)
            targets = [match["target"].partition("#")[0] for match in LINK.finditer(prose(page))]
            waiting += [(page.parent / target).resolve() for target in targets if target.endswith(".md")]
    missing = {page.name for page in (ROOT / "docs").glob("*.md")} - {page.name for page in reached}
    assert missing == set()


def test_sections_that_the_code_names_are_there() -> None:
    named = {
        (match[1], match[2])
        for folder in ("turnproc", "tests", "scripts")
        for path in (ROOT / folder).rglob("*.py")
        for match in re.finditer(r"(docs/[\w./-]+\.md), section (\d+)", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 5
    for page, number in named:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert re.search(rf"^## {number}\. ", text, re.MULTILINE), f"{page} has no section {number}"
