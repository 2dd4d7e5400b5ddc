"""Points in time in files: what is one, what is none, and that writing gives back what was read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnproc.source.times import from_seconds, lacks_offset, read_time, write_time

WHOLE_SECONDS = st.datetimes(datetime(1970, 1, 1), datetime(8999, 12, 31), timezones=st.just(UTC)).map(
    lambda time: time.replace(microsecond=0)
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2026-05-08T20:00:00+03:00", "2026-05-08T17:00:00Z"),
        ("2026-05-08t20:00:00.5z", "2026-05-08T20:00:00Z"),
        ("2026-01-01T00:00:00+14:00", "2025-12-31T10:00:00Z"),
        ("2024-02-29T23:59:59-00:00", "2024-02-29T23:59:59Z"),
    ],
)
def test_a_time(text: str, wanted: str) -> None:
    time = read_time(text)
    assert time is not None
    assert write_time(time) == wanted


@pytest.mark.parametrize(
    "text",
    [
        None, 20260508, True, "", "soon", "2026-05-08", "2026-05-08T20:00:00", "2026-05-08T20:00+03:00",
        "2026-05-08 20:00:00Z", "2026-02-29T20:00:00Z", "2026-05-08T24:00:00Z", "2026-05-08T23:59:60Z",
        "2026-05-08T20:00:00+24:00", "2026-05-08T20:00:00Z\n", "２026-05-08T20:00:00Z", "2026-W19-5T20:00:00Z",
        "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+01:00", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59",
    ],
)  # fmt: skip
def test_no_time(text: object) -> None:
    assert read_time(text) is None


@pytest.mark.parametrize(
    ("text", "lacks"), [("2026-05-08T20:00:00", True), ("2026-13-08T20:00:00", False), ("8", False)]
)
def test_only_the_offset_is_missing(text: str, lacks: bool) -> None:
    assert lacks_offset(text) == lacks


@given(WHOLE_SECONDS, st.integers(-14 * 60, 14 * 60))
def test_written_and_read_again(time: datetime, minutes: int) -> None:
    assert read_time(write_time(time)) == time
    sign, offset = "-" if minutes < 0 else "+", abs(minutes)
    local = (time + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%S")
    elsewhere = read_time(f"{local}{sign}{offset // 60:02}:{offset % 60:02}")
    assert elsewhere is None or elsewhere == time


@given(st.text(max_size=40))
def test_any_text_has_an_answer(text: str) -> None:
    assert read_time(text) is None or not lacks_offset(text)


@given(st.integers())
def test_any_number_is_a_time_that_can_be_written(seconds: int) -> None:
    time = from_seconds(seconds)
    assert read_time(write_time(time)) == time
