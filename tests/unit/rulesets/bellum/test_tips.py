"""What would tip a battle, held against trying out every number of persons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnproc.rulesets.bellum.facts import Part, Side
from turnproc.rulesets.bellum.tips import Ending, Tip, ending, tips
from turnproc.rulesets.bellum.world import PeopleId

# No battle of the small sides below takes more.
MOST = 40


def side(**peoples: tuple[int, int, int]) -> Side:
    """Peoples with persons, factor and modifiers."""
    parts = {
        PeopleId(people): Part(persons, factor, bonus, max(0, persons * factor + bonus))
        for people, (persons, factor, bonus) in peoples.items()
    }
    return Side(tuple(parts), sum(part.force for part in parts.values()), parts)


def force(one: Side, change: Mapping[PeopleId, int]) -> int:
    return sum(
        max(0, (part.persons + change.get(people, 0)) * part.factor + part.modifiers)
        for people, part in one.parts.items()
    )


def changes(one: Side, number: int, sign: int) -> Iterator[dict[PeopleId, int]]:
    """All ways to have so many persons more or fewer, one of each people left at least."""
    for shares in product(range(number + 1), repeat=len(one.parts) - 1):
        if sum(shares) <= number:
            change = dict(zip(one.parts, (sign * share for share in (number - sum(shares), *shares)), strict=True))
            if all(part.persons + change[people] >= 1 for people, part in one.parts.items()):
                yield change


def least(own: Side, enemy: Side, of: str, sign: int) -> dict[Ending, int]:
    """For every ending that is not today's and that can be gone past or reached, the fewest persons for it or beyond.

    A step over a draw counts for the ending beyond it alone.
    """
    found: dict[Ending, int] = {}
    gains = sign if of == "own" else -sign
    order: list[Ending] = ["defeat", "draw", "victory"] if gains > 0 else ["victory", "draw", "defeat"]
    wanted = order[order.index(ending(own.force, enemy.force)) + 1 :]
    for number in range(1, MOST):
        if len(found) == len(wanted):
            break
        for change in changes(own if of == "own" else enemy, number, sign):
            forces = (force(own, change), enemy.force) if of == "own" else (own.force, force(enemy, change))
            after = ending(*forces)
            for each in wanted[: wanted.index(after) + 1] if after in wanted else ():
                found.setdefault(each, number)
    return found


parts = st.tuples(st.integers(1, 3), st.integers(1, 2), st.integers(-3, 3))
sides = st.dictionaries(st.sampled_from(["a", "b", "c"]), parts, min_size=1, max_size=3)
few = st.dictionaries(st.sampled_from(["a", "b"]), parts, min_size=1, max_size=2)


@given(few, parts)
def test_nothing_smaller_tips_a_battle(own: dict[str, tuple[int, int, int]], enemy: tuple[int, int, int]) -> None:
    ours, theirs = side(**own), side(x=enemy)
    found = tips(ours, theirs)
    for of, sign in (("own", 1), ("own", -1), ("enemy", 1)):
        told = {
            tip.ending: abs(sum(tip.change.values()))
            for tip in found
            if tip.side == of and sum(tip.change.values()) * sign > 0
        }
        wanted = least(ours, theirs, of, sign)
        # What is told is the least, and nothing is left out but a draw that the same step goes past.
        assert all(wanted[each] == number for each, number in told.items())
        assert all(each in told or wanted[each] in told.values() for each in wanted)


@given(sides, sides)
def test_with_the_change_it_ends_so(
    own: dict[str, tuple[int, int, int]], enemy: dict[str, tuple[int, int, int]]
) -> None:
    ours, theirs = side(**own), side(**enemy)
    for tip in tips(ours, theirs):
        changed = (force(ours, tip.change), theirs.force)
        if tip.side == "enemy":
            changed = (ours.force, force(theirs, tip.change))
        assert ending(*changed) == tip.ending != ending(ours.force, theirs.force)
        one = ours if tip.side == "own" else theirs
        assert all(part.persons + tip.change.get(people, 0) >= 1 for people, part in one.parts.items())


@pytest.mark.parametrize(
    ("own", "enemy", "told"),
    [
        (
            (3, 1, 0),
            (2, 1, 0),
            [("own", -1, "draw"), ("own", -2, "defeat"), ("enemy", 1, "draw"), ("enemy", 2, "defeat")],
        ),
        ((2, 1, 0), (2, 1, 0), [("own", 1, "victory"), ("own", -1, "defeat"), ("enemy", 1, "defeat")]),
        ((1, 1, 0), (3, 1, 0), [("own", 2, "draw"), ("own", 3, "victory")]),
        # A state's persons count double, so a draw may be stepped over.
        ((2, 2, 0), (3, 1, 0), [("own", -1, "defeat"), ("enemy", 1, "draw"), ("enemy", 2, "defeat")]),
        # Below 0 nothing counts: it takes three to bring anything at all.
        ((1, 1, -2), (1, 1, 0), [("own", 2, "draw"), ("own", 3, "victory")]),
        ((1, 1, -5), (1, 1, -3), [("own", 5, "victory"), ("enemy", 3, "defeat")]),
        # One person left is strong enough.
        ((4, 1, 5), (2, 1, 0), [("enemy", 7, "draw"), ("enemy", 8, "defeat")]),
    ],
)
def test_tips(own: tuple[int, int, int], enemy: tuple[int, int, int], told: list[tuple[str, int, str]]) -> None:
    found = tips(side(a=own), side(x=enemy))
    assert [(tip.side, sum(tip.change.values()), tip.ending) for tip in found] == told


def test_persons_are_missed_most_where_they_count_most() -> None:
    own = side(tribe=(3, 1, 0), state=(3, 2, 0))
    assert tips(own, side(x=(6, 1, 0)))[:2] == [
        Tip("own", {PeopleId("state"): -2}, "defeat"),
        Tip("enemy", {PeopleId("x"): 3}, "draw"),
    ]


def test_persons_are_worth_most_where_they_count_most() -> None:
    own = side(tribe=(1, 1, 0), state=(1, 2, 0))
    assert tips(own, side(x=(6, 1, 0))) == [Tip("own", {PeopleId("state"): 2}, "victory")]


def test_huge_numbers_take_no_time() -> None:
    own, enemy = side(a=(1_000_000, 2, -3), b=(999_999, 1, 0)), side(x=(5, 1, 0))
    assert tips(own, enemy)[0].change == {PeopleId("a"): -999_999, PeopleId("b"): -999_994}
