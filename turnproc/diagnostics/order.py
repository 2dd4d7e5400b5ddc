"""In which order problems are told: as one reads the files, whatever found them first.

`source.schema_check` sorts the problems of a file, `actions` those of a turn.
"""

from __future__ import annotations

from typing import TypeAlias

from turnproc.diagnostics.model import Diagnostic

SortKey: TypeAlias = tuple[str, int, int, str, str]


def sort_key(diagnostic: Diagnostic) -> SortKey:
    """By file, line and column (a problem of the whole file first), then by code and pointer."""
    place = diagnostic.place
    return place.file, place.line or 0, place.column or 0, diagnostic.message, place.pointer
