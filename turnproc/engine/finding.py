"""What a ruleset finds wrong: a message and where it belongs, before files and lines come into it.

A ruleset knows the documents of a campaign by name ("orders/huns", "gm", "state", "map") and a value in one by its
JSON pointer; `actions` turns that into file, line and column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from turnproc.diagnostics.model import Param

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem. `message` is a key of the ruleset's or the engine's catalogue; `on_key` points at the key."""

    source: str
    pointer: str
    message: str
    params: Mapping[str, Param] = field(default_factory=dict)
    on_key: bool = False


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """What was read from a document, and what is wrong with it. `value` is None where nothing usable came out."""

    value: T | None
    findings: tuple[Finding, ...] = ()
