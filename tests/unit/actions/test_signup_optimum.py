"""Small cases of the assignment, each for one reason."""

from __future__ import annotations

from turnproc.actions.signup_optimum import Optimum, Refusal


def test_everybody_gets_the_first_wish_where_that_can_be() -> None:
    assert list(Optimum([["a", "b"], ["b", "a"], ["c"]]).got) == [0, 0, 0]


def test_more_people_come_before_first_wishes() -> None:
    optimum = Optimum([["a", "b"], ["a"]])
    assert list(optimum.got) == [1, 0]
    assert optimum.why_not(0, 0) == Refusal(by_lot=False, wish=0, count=1, instead_of=2)


def test_first_wishes_come_before_second_ones() -> None:
    # Two firsts and a third, not one first and two seconds.
    optimum = Optimum([["a", "b", "c"], ["a", "b", "c"], ["b", "a", "c"]])
    assert sorted(str(number) for number in optimum.got) == ["0", "0", "2"]


def test_the_lot_decides_among_equals() -> None:
    optimum = Optimum([["a", "b"], ["a", "b"]])
    assert list(optimum.got) == [0, 1]
    assert optimum.why_not(1, 0) == Refusal(by_lot=True, other=0)
    assert (optimum.owner("a"), optimum.owner("b")) == (0, 1)


def test_who_wishes_for_nothing_gets_nothing() -> None:
    assert list(Optimum([[], ["a"]]).got) == [None, 0]
    assert list(Optimum([]).got) == []
