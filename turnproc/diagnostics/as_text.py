"""Diagnostics for a terminal: `file:line:column: error[CODE]: message`, the hint in a row of its own.

The form is that of compilers, so editors and CI logs make links of it. Printed by `cli`, on stderr.
"""

from __future__ import annotations

from turnproc.diagnostics.catalogue import N_, Catalogue, safe
from turnproc.diagnostics.model import Diagnostic, Place, Severity

_SEVERITIES = {Severity.ERROR: N_("error"), Severity.WARNING: N_("warning")}
_HINT = N_("hint")


def as_text(diagnostic: Diagnostic, catalogue: Catalogue) -> str:
    """Write one diagnostic, in one row or two."""
    severity = catalogue.translate(_SEVERITIES[diagnostic.severity])
    text = f"{where(diagnostic.place)}: {severity}[{diagnostic.code}]: {catalogue.text(diagnostic)}"
    if diagnostic.rule is not None:
        text = f"{text} ({diagnostic.rule})"
    hint = catalogue.hint(diagnostic)
    return f"{text}\n    {catalogue.translate(_HINT)}: {hint}" if hint else text


def where(place: Place) -> str:
    """Write a place as `file`, `file:line` or `file:line:column`. File names come from players too."""
    numbers = [str(number) for number in (place.line, place.column) if number is not None]
    file = safe(place.file, most=1000)
    # At the beginning of a row, GitHub's workflows take this for a command: ::error::, ::stop-commands::.
    file = file.replace("::", ":\u200b:", 1) if file.lstrip().startswith("::") else file
    return ":".join([file, *numbers])
