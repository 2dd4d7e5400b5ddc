"""Ids that the rules give out: the smallest free number after a base (A-1, P-3, P-5)."""

from __future__ import annotations

from collections.abc import Container
from itertools import count


def free_id(base: str, taken: Container[str], start: int = 1) -> str:
    """`<base>-<n>` with the smallest n from `start` that is not taken."""
    return next(name for n in count(start) if (name := f"{base}-{n}") not in taken)
