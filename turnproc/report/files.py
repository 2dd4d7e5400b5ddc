"""Files of a new campaign from their templates: what is filled in is written as the kind of file wants it.

The name of a template says what it makes: `README.md.j2` Markdown, `campaign.yaml.j2` YAML; in anything else one line
of plain text is put in as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from turnproc.report.escaping import Markdown, plain
from turnproc.resources import template_folder
from turnproc.source.yaml_writer import Layout, write_yaml


class _Yaml(Markup):
    """A value of YAML in one row, in quotation marks where it needs them."""

    @classmethod
    def escape(cls, s: Any, /) -> _Yaml:
        if isinstance(s, Markup):
            return cls(s)
        # What is undefined says so when it is made text.
        value = s if isinstance(s, int) else str(s)
        return cls(write_yaml({"value": value}, Layout()).removeprefix("value: ").removesuffix("\n"))


class _Plain(Markup):
    """One line of text."""

    @classmethod
    def escape(cls, s: Any, /) -> _Plain:
        return cls(s) if isinstance(s, Markup) else cls(plain(s))


_KINDS: Final[Mapping[str, type[Markup]]] = {"md": Markdown, "yaml": _Yaml}


def fill_in(template: str, values: Mapping[str, str | int]) -> str:
    """Draw a template (by its name below the template folder)."""
    kind = template.removesuffix(".j2").rpartition(".")[2]
    return _environment(_KINDS.get(kind, _Plain)).get_template(template).render(values)


@cache
def _environment(kind: type[Markup]) -> ImmutableSandboxedEnvironment:
    made = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(template_folder()),
        autoescape=True,
        finalize=kind.escape,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        auto_reload=False,
    )
    made.filters, made.tests, made.globals = {}, {}, {}
    return made
