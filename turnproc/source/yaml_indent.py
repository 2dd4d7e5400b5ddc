"""Rows that are indented by something that looks like spaces and is none.

Text copied from a forum or a word processor often begins its rows with no-break spaces (U+00A0) or carries
zero-width characters. YAML takes them for letters: such a file is read wrongly, or fails on another line than the
one to blame. `yaml_reader` asks here after its walk, whether that succeeded or not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

import yaml
from yaml.events import ScalarEvent, StreamEndEvent

from turnproc.diagnostics.model import Diagnostic
from turnproc.source.yaml_bytes import code_point, place_of, problem
from turnproc.source.yaml_events import events_of

INVISIBLE: Final = (
    "\u00a0\u00ad\u034f\u061c\u1680\u180e\u2000-\u200f\u202a-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff"
)
_ODD_INDENTATION: Final = re.compile(f"^[ \t]*([{INVISIBLE}])", re.MULTILINE)


def odd_indentation(text: str, file: str) -> Diagnostic | None:
    """Find the first row that begins with an invisible character which YAML does not take for a space."""
    if text.isascii() or not _ODD_INDENTATION.search(text):
        return None
    spans = _texts_of_several_rows(text)
    starts = [start for start, _ in spans]
    for match in _ODD_INDENTATION.finditer(text):
        at = match.start(1)
        span = bisect_right(starts, at) - 1
        if span < 0 or at >= spans[span][1]:
            return problem("Y006", file, *place_of(text, at), character=code_point(match[1]))
    return None


def _texts_of_several_rows(text: str) -> list[tuple[int, int]]:
    """Give where quoted and block texts stand: in them a row may begin with anything."""
    get = events_of(text)
    spans: list[tuple[int, int]] = []
    try:
        while (event := get()).__class__ is not StreamEndEvent:
            if event.__class__ is ScalarEvent and event.style:
                start, end = event.start_mark, event.end_mark
                assert start is not None and end is not None  # they are optional in PyYAML's pure Python half only
                spans.append((start.index, end.index))
    except yaml.YAMLError:
        pass  # what comes after the mistake is in no text
    return spans
