"""Diagnostics as workflow commands: GitHub shows them beside the lines of a pull request.

A step shows ten annotations of a severity at most; `cli` prints all, and the job's summary has the rest. Whatever a
player wrote passes the escaping here, or a line of an orders file could give commands to the workflow.
"""

from __future__ import annotations

from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.model import Diagnostic


def as_github(diagnostic: Diagnostic, catalogue: Catalogue) -> str:
    """Write one diagnostic as one workflow command, its hint in the row after the message."""
    place = diagnostic.place
    properties = [f"file={_property(place.file)}"]
    if place.line is not None:
        properties.append(f"line={place.line}")
        if place.column is not None:
            properties.append(f"col={place.column}")
    code = diagnostic.code if diagnostic.rule is None else f"{diagnostic.code} ({diagnostic.rule})"
    properties.append(f"title={_property(code)}")
    text, hint = catalogue.text(diagnostic), catalogue.hint(diagnostic)
    message = f"{text}\n{hint}" if hint else text
    return f"::{diagnostic.severity.value} {','.join(properties)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
