"""What the tests of `turnproc.source` share: reading a text, and telling a diagnostic in one short row."""

from __future__ import annotations

from textwrap import dedent

from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.model import Diagnostic
from turnproc.source.yaml_reader import ORDERS, Data, Document, Limits, read_yaml

ENGLISH = Catalogue(MESSAGES, lambda text: text, "en")


def problems_of(text: str | bytes, limits: Limits = ORDERS) -> list[str]:
    """Read a text and give its problems, each as `code line:column`; every one must be possible to word."""
    raw = text.encode() if isinstance(text, str) else text
    return told(read_yaml(raw, "file.yaml", limits)[1])


def told(diagnostics: list[Diagnostic]) -> list[str]:
    """Give each problem as `code line:column`, after making sure that there are words for it."""
    for diagnostic in diagnostics:
        assert ENGLISH.text(diagnostic)
        ENGLISH.hint(diagnostic)
    return [f"{problem.message} {problem.place.line}:{problem.place.column}" for problem in diagnostics]


def document_of(text: str) -> Document:
    """Read a text that has no problems."""
    document, problems = read_yaml(dedent(text).encode(), "file.yaml", ORDERS)
    assert document is not None
    assert problems == []
    return document


def data_of(text: str) -> Data:
    """Read a text that has no problems, and give its data."""
    return document_of(text).data
