"""The door to libyaml: a text goes in, one parsing event after another comes out.

Both walks over a text use it (`yaml_reader` for good files, `yaml_survey` for places and mistakes). PyYAML can be
installed without its C half; its pure Python parser is ten times slower and has no limit to its nesting, so we do not
fall back to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

try:
    from yaml._yaml import CParser
except ImportError as error:
    raise ImportError(
        "PyYAML is installed without libyaml, its C parser, which turnproc needs. "
        "Install a wheel of it: pip install --force-reinstall --only-binary=:all: PyYAML"
    ) from error

GetEvent: TypeAlias = Callable[[], Any]


def events_of(text: str) -> GetEvent:
    """Give the function that returns the next event at each call. Calls raise yaml.YAMLError where the text is none."""
    get_event: GetEvent = CParser(text.encode()).get_event
    return get_event
