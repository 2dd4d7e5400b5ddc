"""The assignment with most content, against all assignments that there are."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from turnproc.actions.signup_optimum import Optimum

PLACES = "abcdef"
WISHES = st.lists(st.lists(st.sampled_from(PLACES), unique=True, max_size=5), max_size=5)
Got = tuple[int | None, ...]


def everything(wishes: Sequence[Sequence[str]]) -> Iterator[Got]:
    """Every assignment: for each applicant the number of a wish that nobody else gets, or None."""

    def further(at: int, taken: frozenset[str], got: Got) -> Iterator[Got]:
        if at == len(wishes):
            yield got
            return
        yield from further(at + 1, taken, (*got, None))
        for number, place in enumerate(wishes[at]):
            if place not in taken:
                yield from further(at + 1, taken | {place}, (*got, number))

    return further(0, frozenset(), ())


def profile(got: Sequence[int | None]) -> list[int]:
    """How many get any wish, their first, their second, …"""
    return [sum(number is not None for number in got), *(list(got).count(number) for number in range(6))]


def content(got: Got) -> tuple[list[int], list[int]]:
    """What is compared: first all together, then each in the order of the lot."""
    return profile(got), [99 if number is None else number for number in got]


def best(all_of_them: Iterator[Got]) -> Got:
    most = sorted(all_of_them, key=lambda got: content(got)[1])
    return max(most, key=lambda got: content(got)[0])


@given(WISHES)
def test_no_assignment_is_better(wishes: list[list[str]]) -> None:
    assert tuple(Optimum(wishes).got) == best(everything(wishes))


@given(WISHES)
def test_there_is_one_best_assignment(wishes: list[list[str]]) -> None:
    ours = content(best(everything(wishes)))
    assert sum(content(got) == ours for got in everything(wishes)) == 1


@given(WISHES)
def test_what_was_better_had_another_owner_and_a_reason(wishes: list[list[str]]) -> None:
    optimum = Optimum(wishes)
    ours = profile(optimum.got)
    for at, row in enumerate(wishes):
        for number, place in enumerate(row[: optimum.got[at]]):
            owner = optimum.owner(place)
            assert owner is not None
            assert wishes[owner][optimum.got[owner] or 0] == place
            why = optimum.why_not(at, number)
            other = best(got for got in everything(wishes) if got[at] == number)
            assert why.by_lot == (profile(other) == ours)
            if why.by_lot:
                assert why.other is not None
                assert why.other < at
                assert content(other)[1][why.other] > content(tuple(optimum.got))[1][why.other]
            else:
                assert profile(other)[: why.wish] == ours[: why.wish]
                assert (why.count, why.instead_of) == (profile(other)[why.wish], ours[why.wish])
                assert why.count < why.instead_of


def test_a_hundred_applicants_are_served_at_once() -> None:
    chance = random.Random(7)
    places = [f"place-{number}" for number in range(60)]
    # The same few are dear to all: the hardest case.
    wishes = [sorted(places, key=lambda each: chance.random() * int(each[6:]))[:20] for _ in range(100)]
    begin = time.process_time()
    optimum = Optimum(wishes)
    unmet = [(at, number) for at, row in enumerate(wishes) for number in range(len(row[: optimum.got[at]]))]
    reasons = [optimum.why_not(at, number) for at, number in unmet]
    took = time.process_time() - begin
    assert sum(number is not None for number in optimum.got) == 60
    assert len(reasons) > 500
    assert took < 20
