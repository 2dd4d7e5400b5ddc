"""The rules of every ruleset name what a file of theirs can hold: verbs, settings, questions."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.docs.guides import ROOT, Scratch
from turnproc import resources
from turnproc.actions.validate import validate
from turnproc.rulesets import BUILT_IN, AnyRuleset

each_ruleset = pytest.mark.parametrize("ruleset", BUILT_IN.values(), ids=lambda ruleset: ruleset.name)


def verbs(schema: Any) -> Iterator[str]:
    """All words under `x-verbs`, wherever in a schema."""
    if isinstance(schema, dict):
        yield from schema.get("x-verbs", ())
        for value in schema.values():
            yield from verbs(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from verbs(value)


def modules(ruleset: AnyRuleset) -> Iterator[ModuleType]:
    package = import_module(f"turnproc.rulesets.{ruleset.name}")
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield import_module(each.name)


def question_kinds(ruleset: AnyRuleset) -> set[str]:
    """The first parts of the ids of questions: the texts with a slash in the modules that make a `Question`."""
    kinds = set()
    for module in modules(ruleset):
        nodes = list(ast.walk(ast.parse(inspect.getsource(module))))
        if any(isinstance(each, ast.Call) and ast.unparse(each.func) == "Question" for each in nodes):
            kinds |= {
                match[1]
                for text in nodes
                if isinstance(text, ast.JoinedStr)
                and isinstance(text.values[0], ast.Constant)
                and (match := re.match(r"([a-z_]+)/", str(text.values[0].value)))
            }
    return kinds


@each_ruleset
def test_every_verb_is_named(ruleset: AnyRuleset) -> None:
    page = resources.rules_text(ruleset.name)
    for document in ("orders", "gm"):
        words = set(verbs(resources.schema(ruleset.name, document)))
        assert len(words) > 5
        assert {word for word in words if not re.search(rf"[`{{]{word}[:`]", page)} == set()


@each_ruleset
def test_every_setting_is_named(ruleset: AnyRuleset) -> None:
    page = resources.rules_text(ruleset.name)
    settings = resources.schema(ruleset.name, "settings")["properties"]
    assert {name for name in settings if f"`{name}:" not in page and f"`{name}`" not in page} == set()


@each_ruleset
def test_every_question_is_named(ruleset: AnyRuleset) -> None:
    kinds = question_kinds(ruleset)
    assert len(kinds) == len(ruleset.questions), "a kind of question was not found, or has no text in `questions`"
    page = resources.rules_text(ruleset.name)
    assert {kind for kind in kinds if f"`{kind}/" not in page} == set()


def test_the_formats_name_the_verbs_settings_and_questions_of_bellum() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    words = {*verbs(resources.schema("bellum", "orders")), *verbs(resources.schema("bellum", "gm"))}
    words |= set(resources.schema("bellum", "settings")["properties"])
    assert {word for word in words if f"`{word}`" not in page} == set()
    assert {kind for kind in question_kinds(BUILT_IN["bellum"]) if f"`{kind}/" not in page} == set()


def test_the_game_master_s_guide_has_every_setting_and_question_of_bellum() -> None:
    page = (ROOT / "docs" / "game-master-guide.md").read_text(encoding="utf-8")
    assert {
        name for name in resources.schema("bellum", "settings")["properties"] if f"| `{name}` |" not in page
    } == set()
    assert {kind for kind in question_kinds(BUILT_IN["bellum"]) if f"| `{kind}/" not in page} == set()


@pytest.mark.parametrize("name", ["player-guide.md", "player-guide.ru.md"])
def test_the_players_guides_have_every_order_of_bellum(name: str) -> None:
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert {verb for verb in verbs(resources.schema("bellum", "orders")) if f"`{{{verb}: " not in page} == set()


@pytest.mark.parametrize("name", ["player-guide.md", "player-guide.ru.md"])
def test_the_orders_in_the_players_guides_can_be_read(name: str, tmp_path: Path) -> None:
    """Form and names are right; whether the Huns may do all that is another question."""
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    orders = re.findall(r"`(\{[a-z]+: [^`]*\})`", page[page.index("## 2. ") : page.index("## 3. ")])
    assert len(orders) > 12
    scratch = Scratch(tmp_path / "campaign", "en")
    file = scratch.root / "turns" / "001" / "orders" / "huns.yaml"
    rows = "".join(f"  - {order}\n" for order in orders)
    file.write_text(f"turn: 1\nfor: huns\norders:\n{rows}", encoding="utf-8")
    found = validate(scratch.root, only=["turns/001/orders/huns.yaml"]).diagnostics
    assert [each for each in found if each.code[0] in "YSN"] == []
    assert found
