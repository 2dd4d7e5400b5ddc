"""Templates get finished data: they compute nothing, compare nothing and call nothing but translations and macros."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.j2"))
FORBIDDEN = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Neg, nodes.Pos)
# What shapes text that is there: join, indent and trim are Jinja2's own, `code` makes a block of code, `each`
# puts every line of a list between two texts.
FILTERS = {"join", "indent", "trim", "code", "each"}


def computed(source: str) -> list[str]:
    """What a template computes, if anything."""
    tree = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"], autoescape=True).parse(source)
    macros = {macro.name for macro in tree.find_all(nodes.Macro)}
    imported = {
        name if isinstance(name, str) else name[1] for each in tree.find_all(nodes.FromImport) for name in each.names
    }
    modules = {each.target for each in tree.find_all(nodes.Import)}
    allowed = macros | imported | {"gettext", "ngettext", "_", "caller", "loop"}
    found = [type(node).__name__ for node in tree.find_all((*FORBIDDEN, nodes.Compare))]
    for call in tree.find_all(nodes.Call):
        target = call.node
        is_macro = isinstance(target, nodes.Name) and target.name in allowed
        is_imported = (
            isinstance(target, nodes.Getattr) and isinstance(target.node, nodes.Name) and target.node.name in modules
        )
        if not (is_macro or is_imported):
            found.append(f"call of {target}")
    found += [f"filter {each.name}" for each in tree.find_all(nodes.Filter) if each.name not in FILTERS]
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_template_computes_nothing(path: Path) -> None:
    assert computed(path.read_text(encoding="utf-8")) == []


def test_there_are_templates() -> None:
    assert len(TEMPLATES) > 3


@pytest.mark.parametrize("source", ["{{ a + 1 }}", "{% if a > 1 %}x{% endif %}", "{{ a.items() }}", "{{ a | length }}"])
def test_the_test_can_fail(source: str) -> None:
    assert computed(source) != []
