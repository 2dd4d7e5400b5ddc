"""The Jinja2 environments in which reports are drawn, one for each target.

Templates see plain data and may do little with it: no filters but two, no tests, no functions but those of i18n.
Every value is escaped for the target by `finalize`; what is neither text nor a whole number is an error, so that a
slip of a view shows as one and not as `None` in a report. The sandbox is for templates that a game master brings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from jinja2 import FileSystemLoader, StrictUndefined, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from turnproc.report.escaping import Bbcode, Html, Markdown
from turnproc.report.language import Language
from turnproc.resources import template_folder

TARGETS: Final[Mapping[str, type[Html] | type[Markdown] | type[Bbcode]]] = MappingProxyType(
    {"bbcode": Bbcode, "markdown": Markdown, "html": Html}
)


# Pictures are XML: what is safe in HTML is safe there.
_ESCAPES: Final[Mapping[str, type[Html] | type[Markdown] | type[Bbcode]]] = MappingProxyType({**TARGETS, "svg": Html})


@cache
def environment(target: str) -> ImmutableSandboxedEnvironment:
    """The environment of a target (a key of TARGETS), or of pictures, `svg`. Templates are compiled once and kept."""
    made = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(template_folder()),
        extensions=["jinja2.ext.i18n"],
        # Jinja2 itself escapes for HTML only; what `finalize` returns is `Markup` already, which it leaves alone.
        autoescape=True,
        finalize=_finalizer(target),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters = {"code": _ESCAPES[target].code, "each": _ESCAPES[target].each, "trim": _trim}
    made.tests = {}
    made.globals = {name: value for name, value in made.globals.items() if name == "_"}
    # The functions themselves come with each rendering: they speak its language.
    made.newstyle_gettext = True  # type: ignore[attr-defined]  # set by the extension
    return made


def _finalizer(target: str) -> Callable[[Any], Markup]:
    escape = _ESCAPES[target].escape

    def finalize(value: Any) -> Markup:
        kind = type(value)
        if kind is str or kind is int:
            return escape(value)
        if isinstance(value, Markup):
            return value
        if isinstance(value, Undefined):
            # Says which name is missing.
            return escape(str(value))
        raise TypeError(f"a view gives text and whole numbers to templates, not {kind.__name__}")

    return finalize


def _trim(block: str) -> str:
    """Leave out what blanks and line ends a block of a template begins and ends with; `Markup` stays `Markup`."""
    return block.strip()


def texts(target: str, language: Language) -> dict[str, Callable[..., Markup]]:
    """The functions of i18n for one rendering. Translations are text like any other, and escaped as such."""
    escape = TARGETS[target].escape

    def gettext(message: str, /, **variables: Any) -> Markup:
        return escape(language.gettext(message) % variables)

    def ngettext(singular: str, plural: str, number: int, /, **variables: Any) -> Markup:
        return escape(language.ngettext(singular, plural, number) % {"num": number, **variables})

    return {"gettext": gettext, "ngettext": ngettext}
