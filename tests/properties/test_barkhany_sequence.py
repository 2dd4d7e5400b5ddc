"""The sequence of barkhany's day depends on what is known of times, not on how files or orders are called or listed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from turnproc.rulesets.barkhany.sequence import Arrival, Kind, Period, Sent, Sequenced, Timed, sequence

BEGIN = datetime(2024, 5, 6, tzinfo=UTC)
# Few instants, told in several zones, so that ties come about.
TIMES = st.builds(
    lambda hours, zone: (BEGIN + timedelta(hours=hours)).astimezone(timezone(timedelta(hours=zone))),
    st.integers(-2, 6),
    st.integers(-3, 3),
)
COMMANDERS = ("agis", "nestor", "zod")
KIND: st.SearchStrategy[Kind] = st.sampled_from(["ruled", "receipt", "commit"])
PERIODS = st.builds(
    Period,
    st.none() | st.just(BEGIN),
    st.none() | st.just(BEGIN + timedelta(hours=4)),
    st.sampled_from([timedelta(), timedelta(hours=1)]),
)


@st.composite
def days(draw: st.DrawFn) -> dict[str, Any]:
    orders = [
        Sent(commander=who, order=f"o{at}", position=at, not_before=draw(st.none() | TIMES))
        for who in COMMANDERS
        for at in range(1, draw(st.integers(0, 3)) + 1)
    ]
    keys = [*COMMANDERS, *(order.source for order in orders)]
    return {
        "orders": orders,
        "arrivals": draw(st.dictionaries(st.sampled_from(keys), st.builds(Arrival, TIMES, KIND))),
        "period": draw(PERIODS),
        "tie_order": draw(st.lists(st.sampled_from(COMMANDERS), unique=True)),
        "events": [Timed(at, draw(TIMES)) for at in range(draw(st.integers(0, 2)))],
    }


def played(day: dict[str, Any]) -> list[Sequenced]:
    return list(
        sequence(day["orders"], day["arrivals"], day["period"], tie_order=day["tie_order"], events=day["events"])
    )


@given(days(), st.data())
@examples(50)
def test_the_order_in_which_files_are_read_changes_nothing(day: dict[str, Any], data: Any) -> None:
    shuffled = day | {
        "orders": data.draw(st.permutations(day["orders"])),
        "events": data.draw(st.permutations(day["events"])),
        "arrivals": dict(data.draw(st.permutations(list(day["arrivals"].items())))),
    }
    assert played(shuffled) == played(day)


@given(days(), st.data())
@examples(50)
def test_what_orders_are_called_changes_nothing(day: dict[str, Any], data: Any) -> None:
    """Orders are told apart by speaker and place; receipts for single orders are called anew with them."""
    names = data.draw(st.permutations([f"x{number}" for number in range(len(day["orders"]))]))
    new = {order.source: replace(order, order=name) for order, name in zip(day["orders"], names, strict=True)}
    sources = {old: order.source for old, order in new.items()}
    renamed = day | {
        "orders": list(new.values()),
        "arrivals": {sources.get(key, key): arrival for key, arrival in day["arrivals"].items()},
    }
    assert [each.source for each in played(renamed)] == [sources.get(each.source, each.source) for each in played(day)]


@given(days())
@examples(50)
def test_time_never_goes_back_and_nobody_is_lost(day: dict[str, Any]) -> None:
    found = played(day)
    everything = {each.source for each in (*day["orders"], *day["events"])}
    assert {each.source for each in found} == everything and len(found) == len(everything)
    known = [each.instant for each in found if each.instant is not None]
    assert known == sorted(known)
    assert [each.instant is None for each in found] == sorted(each.instant is None for each in found)


@given(days(), st.sampled_from(COMMANDERS), TIMES)
@examples(50)
def test_nobody_comes_earlier_by_what_he_writes(day: dict[str, Any], who: str, wish: datetime) -> None:
    plain = day | {"orders": [replace(order, not_before=None) for order in day["orders"]]}
    wishing = day | {
        "orders": [replace(order, not_before=wish if order.commander == who else None) for order in day["orders"]]
    }
    places = [
        {each.source: (each.instant is None, each.instant or BEGIN) for each in played(those)}
        for those in (plain, wishing)
    ]
    assert all(places[0][source] <= places[1][source] for source in places[0])
    if day["period"].opens is not None:
        orders = [each for each in played(wishing) if isinstance(each.entry, Sent)]
        assert all(each.instant is None or each.instant >= day["period"].opens for each in orders)
