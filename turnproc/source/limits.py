"""How large a file may be. `ORDERS` is for what players send, `CAMPAIGN` for everything else that is read.

A file over its limits is a diagnostic like any other mistake; the limits keep hostile files from taking a run's time
or memory (docs/formats.md, section 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes, levels of nesting, and nodes (every key and every value is one)."""

    size: int
    depth: int
    nodes: int


ORDERS: Final = Limits(64 * 1024, 40, 20_000)
CAMPAIGN: Final = Limits(64 * 1024 * 1024, 40, 10_000_000)
# Outlines of a map: more detail than this no picture could show.
OUTLINES: Final = Limits(8 * 1024 * 1024, 0, 0)
