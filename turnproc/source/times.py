"""Points in time as files write them: day, time of day and offset from UTC (RFC 3339). Inside, everything is UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

_TIME: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(?P<offset>[Zz]|[+-][0-9]{2}:[0-9]{2})?",
    re.ASCII,
)
# A reckoning of days may be added to any time that is accepted, without leaving the calendar.
_FIRST_YEAR, _LAST_YEAR = 1970, 9000
_LAST_SECOND: Final = int(datetime(_LAST_YEAR, 12, 31, tzinfo=UTC).timestamp())


def read_time(text: object) -> datetime | None:
    """A time with its offset; None for anything else: no text, no time, no offset, a year before 1970 or after 9000."""
    match = _TIME.fullmatch(text) if isinstance(text, str) else None
    if match is None or match["offset"] is None:
        return None
    return _parsed(match[0])


def lacks_offset(text: str) -> bool:
    """Is it a time of which only the offset is missing?"""
    match = _TIME.fullmatch(text)
    return match is not None and match["offset"] is None and _parsed(f"{text}Z") is not None


def _parsed(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text.upper())
        utc = time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return time if _FIRST_YEAR <= utc.year <= _LAST_YEAR else None


def write_time(time: datetime) -> str:
    """A time as turnproc writes it into files: in UTC, to the second (fractions are left away)."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def from_seconds(seconds: int) -> datetime:
    """The time so many seconds after the beginning of 1970 in UTC; what lies outside of 1970 to 9000 becomes its end.

    git takes any number for the time of a commit.
    """
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=min(max(seconds, 0), _LAST_SECOND))
