"""Ids that the rules give out (docs/rules/barkhany.md, 2.3 and section 3): slugs of at most 40 characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from itertools import count
from typing import Final

LONGEST: Final = 40


def free_id(base: str, taken: Container[str]) -> str:
    """The id itself where it is free, else with `-2`, `-3` … after it; a long one is cut."""
    return next(found for n in count(1) if (found := _numbered(base, n)) not in taken)


def slug(text: str, otherwise: str) -> str:
    """A text as an id: Latin letters without accents and digits, all else is a hyphen; `otherwise` if none is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].rstrip("-") or otherwise


def of_type(type_: str) -> str:
    """A type of troops as (a part of) an id: ids have no underscores."""
    return type_.replace("_", "-")


def _numbered(base: str, number: int) -> str:
    ending = "" if number == 1 else f"-{number}"
    return base[: LONGEST - len(ending)].rstrip("-") + ending
