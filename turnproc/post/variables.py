"""What services are set up with: variables of the environment, never files of a campaign.

A value may be a secret: errors name the variable and say what is wanted, and never what stands there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from typing import Final
from urllib.parse import SplitResult, urlsplit

from turnproc.store.errors import OperatorError

_HERE: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_ADDRESS: Final = re.compile(r"[!-~]{1,2000}")


def needed(service: str, variable: str) -> str:
    """What a variable says.

    Raises:
        OperatorError: It is not set or is empty (O134).
    """
    value = optional(variable)
    if not value:
        raise OperatorError("O134", service=service, variable=variable)
    return value


def optional(variable: str) -> str:
    """What a variable says, "" where it is not set. Blanks and line ends around it come with pasting."""
    return os.environ.get(variable, "").strip()


def fitting(service: str, variable: str, value: str, pattern: re.Pattern[str], wanted: str) -> str:
    """A value that fits a pattern as a whole.

    Raises:
        OperatorError: It does not (O135).
    """
    if pattern.fullmatch(value) is None:
        raise unfit(service, variable, wanted)
    return value


def unfit(service: str, variable: str, wanted: str) -> OperatorError:
    """The error for a variable whose value is not what it has to be."""
    return OperatorError("O135", service=service, variable=variable, wanted=wanted)


def address(
    service: str, variable: str, value: str, hosts: Collection[str] = (), *, wanted: str = "https://…"
) -> SplitResult:
    """An address without user, fragment or odd port at one of `hosts` (none named: any host).

    https is wanted; plain http only to this very machine, where a proxy or a test may listen.

    Raises:
        OperatorError: It is something else (O135).
    """
    try:
        parts = urlsplit(value)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise unfit(service, variable, wanted) from None
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host in _HERE)
    is_whole = _ADDRESS.fullmatch(value) is not None and host != "" and "@" not in parts.netloc and not parts.fragment
    is_theirs = not hosts or (host in hosts and port in {None, 443})
    if not (is_safe and is_whole and is_theirs) or "\\" in value:
        raise unfit(service, variable, wanted)
    return parts


def base_address(service: str, variable: str, default: str) -> str:
    """The address of a service: `default`, or what a variable says that is documented for proxies and own servers.

    Raises:
        OperatorError: It is no address of that kind (O135).
    """
    value = optional(variable) or default
    parts = address(service, variable, value)
    if parts.query:
        raise unfit(service, variable, "https://…")
    return value.rstrip("/")
