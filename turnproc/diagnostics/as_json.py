"""Diagnostics for programs: the JSON of `turnproc validate --format json` (docs/formats.md, section 5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.model import Diagnostic


class Problem(TypedDict):
    """One diagnostic; `line` and `column` are null for a whole file, `hint` is null where there is none."""

    code: str
    severity: str
    file: str
    line: int | None
    column: int | None
    pointer: str
    message: str
    hint: str | None


class Problems(TypedDict):
    """All of them, and how many of each severity."""

    problems: list[Problem]
    errors: int
    warnings: int


def as_json(diagnostics: Iterable[Diagnostic], catalogue: Catalogue) -> Problems:
    """Make plain data of diagnostics, in the order given."""
    told = list(diagnostics)
    errors = sum(diagnostic.is_error for diagnostic in told)
    return {
        "problems": [_problem(diagnostic, catalogue) for diagnostic in told],
        "errors": errors,
        "warnings": len(told) - errors,
    }


def _problem(diagnostic: Diagnostic, catalogue: Catalogue) -> Problem:
    place = diagnostic.place
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "pointer": place.pointer,
        "message": catalogue.text(diagnostic),
        "hint": catalogue.hint(diagnostic) or None,
    }
