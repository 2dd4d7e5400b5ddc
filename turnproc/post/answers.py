"""Values out of answers whose shape nobody vouches for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from turnproc.post.client import strange

_LONGEST_NUMBER: Final = 2**63


def mapping(value: Any) -> Mapping[str, Any]:
    """A mapping; anything else counts as an empty one."""
    return value if isinstance(value, dict) else {}


def text_of(value: Any) -> str:
    """A text; anything else counts as none."""
    return value if isinstance(value, str) else ""


def name_of(entry: Mapping[str, Any], key: str, service: str) -> str:
    """A text that has to be there.

    Raises:
        ServiceError: It is not (O139).
    """
    value = text_of(entry.get(key))
    if not value:
        raise strange(service, key)
    return value


def number_of(entry: Mapping[str, Any], key: str, service: str = "GitHub") -> int:
    """A positive whole number that has to be there.

    Raises:
        ServiceError: It is not (O139).
    """
    value = entry.get(key)
    if type(value) is not int or not 0 < value < _LONGEST_NUMBER:
        raise strange(service, key)
    return value


def list_of(value: Any, service: str, what: str) -> list[Mapping[str, Any]]:
    """A list of mappings.

    Raises:
        ServiceError: It is none (O139).
    """
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise strange(service, what)
    return value
