"""The assignment with most content (docs/formats.md, "Signing up"): who gets which of his wishes.

First as many applicants as possible get one of their wishes; among all such assignments as many as possible get their
first wish, then as many as possible their second, and so on; among those that are still equal, the applicants choose in
the order that they are given in (that of the lot). All of it is put into one whole number for each wish, so that the
assignment with the largest sum is the one that is wanted, and the only one. It is found by the Hungarian method, in
whole numbers of any size: for libraries that reckon in floating point these would be too large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody did not get a wish, by the best assignment in which he had got it.

    With `by_lot` as many would have got as much: then `other` (his place among the applicants) chose before him and
    would have fared worse. Else fewer would have got their wish number `wish` (counted from 1, 0: any wish at all):
    `count` instead of `instead_of`.
    """

    by_lot: bool
    other: int | None = None
    wish: int = 0
    count: int = 0
    instead_of: int = 0


class Optimum:
    """The best assignment of places to applicants.

    `wishes[i]` are the places that applicant i wishes for, the dearest first, each once; who comes earlier has the
    better lot. `got[i]` is the number of the wish that he gets, from 0, or None.
    """

    def __init__(self, wishes: Sequence[Sequence[str]]) -> None:
        """Find it."""
        self._wishes = wishes
        places = sorted({place for row in wishes for place in row})
        column = {place: at for at, place in enumerate(places)}
        self._worth = [{column[place]: at for at, place in enumerate(row)} for row in wishes]
        self._matching = _Matching(_table(wishes, column), max(len(places), len(wishes)))
        for row in range(len(wishes)):
            self._matching.place(row)
        self._column = column
        self.got: Sequence[int | None] = self._wish_numbers(self._matching.owner)

    def owner(self, place: str) -> int | None:
        """Who gets a place."""
        row = self._matching.owner[self._column[place]]
        return row if row != _NOBODY and self._column[place] in self._worth[row] else None

    def why_not(self, applicant: int, wish: int) -> Refusal:
        """Why somebody did not get a wish that he had rather than what he got."""
        got = self._wish_numbers(self._matching.forced(applicant, self._column[self._wishes[applicant][wish]]))
        ours, theirs = _profile(self.got), _profile(got)
        for number in range(max(len(ours), len(theirs), 1)):
            mine, his = _at(ours, number), _at(theirs, number)
            if mine != his:
                return Refusal(by_lot=False, wish=number, count=his, instead_of=mine)
        first = next(at for at, pair in enumerate(zip(self.got, got, strict=True)) if pair[0] != pair[1])
        return Refusal(by_lot=True, other=first)

    def _wish_numbers(self, owners: Sequence[int]) -> list[int | None]:
        got: list[int | None] = [None] * len(self._worth)
        for column, row in enumerate(owners):
            if row != _NOBODY:
                got[row] = self._worth[row].get(column)
        return got


def _at(profile: Sequence[int], number: int) -> int:
    return profile[number] if number < len(profile) else 0


def _profile(got: Sequence[int | None]) -> list[int]:
    """How many got any wish, how many their first, how many their second, and so on."""
    numbers = [number for number in got if number is not None]
    return [len(numbers), *(numbers.count(number) for number in range(max(numbers, default=-1) + 1))]


def _table(wishes: Sequence[Sequence[str]], column: Mapping[str, int]) -> list[dict[int, int]]:
    """What each wish is worth: two numbers in one, that for all before that for those with the better lot.

    Both are written in digits that cannot overflow: there are no more applicants, and no more wishes.
    """
    many, most = len(wishes), max(map(len, wishes), default=0)
    digit, lot_digit = many + 1, most + 1
    for_all = [digit**most + digit ** (most - 1 - number) for number in range(most)]
    return [
        {
            column[place]: for_all[number] * lot_digit**many + (most - number) * lot_digit ** (many - 1 - row)
            for number, place in enumerate(given)
        }
        for row, given in enumerate(wishes)
    ]


class _Matching:
    """Rows and columns of a table, each row to be given a column of its own so that the sum is largest.

    `table[row]` has what a column is worth; all others are worth nothing. The prices prove that no other matching is
    better: a row's price and a column's together are at least what they are worth, and as much where they are matched.
    """

    def __init__(self, table: Sequence[Mapping[int, int]], columns: int) -> None:
        self._table, self._columns = table, columns
        self._row_price = [max(row.values(), default=0) for row in table]
        self._column_price = [0] * columns
        self.owner = [_NOBODY] * columns

    def place(self, row: int) -> None:
        """Give one more row a column, and others of those that have one where that is better."""
        way = self._way(row)
        lost = way.loss[way.end]
        self._row_price[row] -= lost
        for column in way.passed:
            self._row_price[self.owner[column]] -= lost - way.loss[column]
            self._column_price[column] += lost - way.loss[column]
        self._shift(row, way)

    def forced(self, row: int, column: int) -> list[int]:
        """The owners of the columns in the best matching in which a row has a column that it has not got."""
        other = object.__new__(_Matching)
        other._table, other._columns = self._table, self._columns
        other._row_price, other._column_price = self._row_price, self._column_price
        other.owner = list(self.owner)
        freed, displaced = self.owner.index(row), self.owner[column]
        other.owner[freed] = _NOBODY
        other.owner[column] = row
        if displaced != _NOBODY:
            other._shift(displaced, other._way(displaced, closed=column, freed=freed))
        return other.owner

    def _way(self, start: int, closed: int | None = None, freed: int | None = None) -> _Way:
        """The way on which a row comes to a free column with the least loss (Dijkstra's).

        The column `closed` stays as it is. Free columns have the price 0, but for `freed`, whose price is gained.
        """
        loss: dict[int, int] = {}
        came_from: dict[int, int] = {}
        rest = set(range(self._columns)) - {closed}
        gain = 0 if freed is None else self._column_price[freed]
        passed: list[int] = []
        end, best = _NOBODY, 0
        row, through, lost = start, _NOBODY, 0
        while True:
            worth, price = self._table[row], self._row_price[row] + lost
            for at in rest:
                there = price + self._column_price[at] - worth.get(at, 0)
                if at not in loss or there < loss[at]:
                    loss[at], came_from[at] = there, through
            while True:
                # There is a free column left as long as none was found: there are as many columns as rows.
                through = min(rest, key=lambda at: (loss[at], at), default=_NOBODY)
                if end != _NOBODY and (through == _NOBODY or loss[through] - gain >= best):
                    return _Way(end, came_from, loss, passed)
                rest.discard(through)
                lost = loss[through]
                if self.owner[through] != _NOBODY:
                    break
                if end == _NOBODY or lost - self._column_price[through] < best:
                    end, best = through, lost - self._column_price[through]
            passed.append(through)
            row = self.owner[through]

    def _shift(self, start: int, way: _Way) -> None:
        """Move everybody on a way one column further; the row that it begins with gets the first."""
        column = way.end
        while way.came_from[column] != _NOBODY:
            self.owner[column] = self.owner[way.came_from[column]]
            column = way.came_from[column]
        self.owner[column] = start


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to a free column, with what is lost up to each column, and the columns passed before it was found."""

    end: int
    came_from: Mapping[int, int]
    loss: Mapping[int, int]
    passed: Sequence[int]
