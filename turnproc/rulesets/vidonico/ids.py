"""Ids that the rules give out: the smallest free number after a base (A-1, P-3, P-5)."""

from __future__ import annotations

from collections.abc import Container
from itertools import count
from typing import Final

LONGEST: Final = 40


def free_id(base: str, taken: Container[str], start: int = 1) -> str:
    """`<base>-<n>` with the smallest n from `start` that is not taken; a long base is cut, for ids have a limit."""
    return next(name for n in count(start) if (name := _id(base, f"-{n}")) not in taken)


def _id(base: str, ending: str) -> str:
    return base[: LONGEST - len(ending)].rstrip("-") + ending
