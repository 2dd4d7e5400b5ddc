"""Drawing a view: values are escaped for the target, slips of views and templates are errors, the text is tidy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import DictLoader, TemplateSyntaxError, UndefinedError, nodes
from jinja2.exceptions import SecurityError, TemplateAssertionError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from turnproc.report.environment import TARGETS, environment, texts
from turnproc.report.language import Language
from turnproc.report.render import tidy
from turnproc.resources import template_folder

ENGLISH = Language.load("en")


def drawn(source: str, target: str = "html", language: Language = ENGLISH, **view: object) -> str:
    overlay = environment(target).overlay(loader=DictLoader({}))
    return overlay.from_string(source).render(view, **texts(target, language))


@pytest.mark.parametrize(
    ("target", "expected"),
    [("html", "&lt;b&gt; [i] _"), ("markdown", r"\<b> \[i\] \_"), ("bbcode", "<b> [\u200bi] _")],
)
def test_values_are_escaped_for_the_target(target: str, expected: str) -> None:
    assert drawn("{{ x }}", target, x="<b> [i] _") == expected
    assert drawn("{% macro m(y) %}{{ y }}{% endmacro %}{{ m(x) }}", target, x="<b> [i] _") == expected
    block = "{% macro m() %}{{ caller()|trim }}{% endmacro %}{% call m() %} {{ x }} {% endcall %}"
    assert drawn(block, target, x="<b> [i] _") == expected
    assert drawn("{{ 'y' }}{% for y in x %}{{ y }}{% endfor %}", target, x=["<b> [i] _"]) == "y" + expected


@pytest.mark.parametrize("target", TARGETS)
def test_a_player_s_braces_are_text(target: str) -> None:
    assert "49" not in drawn("{{ x }}", target, x="{{ 7 * 7 }}")


@pytest.mark.parametrize("target", TARGETS)
def test_translations_are_text_too(target: str) -> None:
    escape = TARGETS[target].escape
    assert drawn("{{ _('a <b> [c]') }}", target) == escape("a <b> [c]")
    assert drawn("{{ gettext('a %(who)s', who=x) }}", target, x="<b>") == escape("a <b>")
    assert drawn("{{ ngettext('%(num)s day', '%(num)s days', n) }}", target, n=2) == "2 days"
    assert drawn("{% trans %}a <b>{% endtrans %}", target) == escape("a <b>")


def test_the_language_is_that_of_the_rendering() -> None:
    assert drawn("{{ _('Battles') }}", language=Language.load("ru", "bellum")) == "Бои"
    assert drawn("{{ _('Battles') }}", language=Language.load("sv", "bellum")) == "Strider"
    assert drawn("{{ _('Battles') }}") == "Battles"


@pytest.mark.parametrize("value", [None, True, 1.5, ["x"], {"x": "y"}])
def test_only_text_and_numbers_are_put_out(value: object) -> None:
    with pytest.raises(TypeError, match="text and whole numbers"):
        drawn("{{ x }}", x=value)


def test_what_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="y"):
        drawn("{{ y }}")
    with pytest.raises(UndefinedError, match="y"):
        drawn("{{ x['y'] }}", x={})


@pytest.mark.parametrize("source", ["{{ x|safe }}", "{{ x|e }}", "{{ x|length }}", "{{ 1 is odd }}", "{{ x|join }}"])
def test_filters_and_tests_are_few(source: str) -> None:
    with pytest.raises((TemplateAssertionError, TemplateSyntaxError)):
        drawn(source, x="a")


@pytest.mark.parametrize("source", ["{{ range(9) }}", "{{ lipsum() }}", "{{ namespace() }}", "{{ cycler('a') }}"])
def test_functions_are_none(source: str) -> None:
    with pytest.raises(UndefinedError):
        drawn(source)


def test_the_sandbox_is_closed() -> None:
    with pytest.raises(SecurityError):
        drawn("{{ x.append('y') }}", x=[])
    with pytest.raises((SecurityError, UndefinedError)):
        drawn("{{ ''.__class__.__mro__ }}")
    assert isinstance(environment("html"), ImmutableSandboxedEnvironment)


def test_tidy() -> None:
    assert tidy("\n\na  \n\n\n\nb\t\n \n\nc\n\n\n") == "a\n\nb\n\nc\n"
    assert tidy("a") == "a\n"


# --- the templates themselves: `trans` with variables would escape them for HTML, whatever the target
TEMPLATES = sorted(
    path for path in template_folder().rglob("*.j2") if any(target in path.as_posix() for target in (*TARGETS, "page"))
)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(template_folder()).as_posix())
def test_templates_are_compiled_by_their_environment(path: Path) -> None:
    target = next((target for target in TARGETS if target in path.as_posix()), "html")
    source = path.read_text(encoding="utf-8")
    environment(target).compile(source)
    assert list(environment(target).parse(source).find_all(nodes.Concat)) == []
    # Attribute access on dicts is slow, and a key called `items` would be a method.
    attributes = {each.attr for each in environment(target).parse(source).find_all(nodes.Getattr)}
    assert attributes <= {"last", "first"}


@pytest.mark.parametrize("path", [path for path in TEMPLATES if "html" in path.as_posix()], ids=lambda path: path.name)
def test_pages_ask_nobody_for_anything(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert re.search(r"<script|<link|<img|<iframe|\bsrc=|\bon\w+=|url\(|@import|https?:", source, re.IGNORECASE) is None
    # Attributes are quoted: only so is what stands in them safe.
    assert re.search(r"=\{\{|='", source) is None
