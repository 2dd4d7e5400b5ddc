"""A rule's own text for the terminal: paragraphs in rows that can be read, tables in columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Final

# The same everywhere, so that what is printed can be compared.
WIDTH: Final = 100
_BAR: Final = re.compile(r"(?<!\\)\|")


def rule_lines(text: str, indent: str = "  ") -> Iterator[str]:
    """The rows of a rule as `rule_texts` gives it; empty rows part paragraphs and tables."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        if block.startswith("|"):
            yield from (f"{indent}{row}" for row in _columns(block.splitlines()))
        else:
            yield from textwrap.wrap(
                block,
                WIDTH,
                initial_indent=indent,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )


def _columns(rows: list[str]) -> Iterator[str]:
    cells = [[cell.strip().replace("\\|", "|") for cell in _BAR.split(row.strip())[1:-1]] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=False)]
    for number, row in enumerate(cells):
        if number == 1:
            yield "  ".join("-" * width for width in widths)
        else:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
