"""The engine and everything around it know no ruleset: no thing of one is named there (by the rulesets' glossaries)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from turnproc import resources
from turnproc.rulesets import BUILT_IN

ROOT = Path(__file__).parents[2]
ROOMS = ("source", "engine", "store", "report", "actions", "cli", "diagnostics")
FILES = sorted(path for room in ROOMS for path in (ROOT / "turnproc" / room).rglob("*.py"))
# Words of a glossary that are the tools' own or everybody's: each turn has a state, a report and events.
GENERAL = {"state", "report", "events", "kind", "true", "land", "sea", "meet", "computed", "count", "free", "is", "a"}
# Those of vidonico: any game has battles and characters, and `none`, `other` and `missing` are words of programs.
GENERAL |= {"battle", "block", "character", "commander", "false", "missing", "none", "other", "ratio", "side"}


def glossary(ruleset: str) -> set[str]:
    """The words of the table in the section "Glossary": identifiers and English names."""
    text = resources.rules_text(ruleset)
    section = re.search(r"^#+ .*Glossary\s*$(?P<body>.*?)^#", text, re.MULTILINE | re.DOTALL | re.IGNORECASE)
    assert section is not None, f"docs/rules/{ruleset}.md has no section called Glossary"
    words = set()
    for row in section["body"].splitlines():
        cells = row.split("|")
        if len(cells) > 3 and not set(cells[1]) <= {"-", " "}:
            words |= set(re.findall(r"[a-z_]{4,}", " ".join(re.findall(r"`([^`]*)`", cells[3]))))
    return words - GENERAL


def names_and_texts(tree: ast.AST) -> Iterator[str]:
    """Every identifier and every text of a module, but for docstrings: those explain to people."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def words_of_rulesets() -> set[str]:
    return set().union(*(glossary(ruleset) for ruleset in BUILT_IN))


def said(text: str) -> str:
    """A text in small letters, but for the game master: he is no master of anybody."""
    return re.sub(r"game[ _-]master", "", text.lower())


def found_in(source: str, words: set[str]) -> set[str]:
    there = {word for text in names_and_texts(ast.parse(source)) for word in re.findall(r"[a-z]{4,}", said(text))}
    return {word for word in words if word in there or f"{word}s" in there}


def test_glossaries_are_read() -> None:
    assert {"people", "province", "tribe", "master", "captor"} <= glossary("bellum")


def test_the_test_can_fail() -> None:
    assert found_in("def f(province): return 'tribe'", words_of_rulesets()) == {"province", "tribe"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_nothing_of_a_ruleset(path: Path) -> None:
    assert found_in(path.read_text(encoding="utf-8"), words_of_rulesets()) == set()
