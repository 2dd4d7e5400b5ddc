"""Dice by label: a roll depends on the turn's seed and on its own label, on nothing else.

So one more order never changes another roll, and anybody can recompute every face from the seed that the journal
reveals (docs/formats.md, section 4). The game master may supply a roll that was thrown by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.seeds import Seed, SeedSource
from turnproc.source.pointer import join

EXPRESSION = re.compile(r"(?P<count>[1-9][0-9]?)d(?P<sides>[1-9][0-9]{0,3})(?P<plus>[+-][0-9]{1,4})?", re.ASCII)
WORD = 8
WORDS_OF_A_BLOCK = 4
RANGE_OF_A_WORD = 1 << (8 * WORD)


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of the journal: `dice` are the faces, `total` their sum with what the expression adds.

    Of a roll that was thrown by hand and given as a total, nobody knows the faces: `dice` is empty.
    """

    label: str
    expression: str
    dice: tuple[int, ...]
    total: int
    source: Literal["derived", "thrown"]


def faces(seed: bytes, label: str, count: int, sides: int) -> tuple[int, ...]:
    """Derive `count` faces from 1 to `sides`, by rejection sampling over SHA-256(seed, label, 00, block)."""
    fair = RANGE_OF_A_WORD - RANGE_OF_A_WORD % sides
    found: list[int] = []
    for word in _words(seed + label.encode() + b"\x00"):
        if word < fair:
            found.append(word % sides + 1)
            if len(found) == count:
                break
    return tuple(found)


def _words(prefix: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(prefix + block.to_bytes(4, "big")).digest()
        for at in range(0, WORDS_OF_A_BLOCK * WORD, WORD):
            yield int.from_bytes(digest[at : at + WORD], "big")
        block += 1


@dataclass(frozen=True, slots=True)
class Expression:
    """`NdS+K` taken apart: so many dice of so many sides, and what is added to their sum."""

    count: int
    sides: int
    plus: int

    @classmethod
    def read(cls, text: str) -> Expression:
        """Read `3d6`, `1d100`, `2d6+3`, `2d10-20`.

        Raises:
            ValueError: It is none.
        """
        match = EXPRESSION.fullmatch(text)
        if match is None:
            raise ValueError(f"not a dice expression: {text!r}")
        return cls(int(match["count"]), int(match["sides"]), int(match["plus"] or 0))

    @property
    def least(self) -> int:
        """The lowest total."""
        return self.count + self.plus

    @property
    def most(self) -> int:
        """The highest total."""
        return self.count * self.sides + self.plus


class UnthrownError(Exception):
    """A die that would have to be derived, in a turn that has no seed: `engine.resolve` stops the turn there."""

    def __init__(self, label: str, expression: str) -> None:
        super().__init__(f"the roll {label!r} needs a seed, and this turn has none")
        self.label = label
        self.expression = expression


# What stands under `dice` in the game master's file: the faces, or a number (the face of a single die, or a total).
Thrown: TypeAlias = Sequence[int] | int


class Dice:
    """The dice of one turn. Keeps every roll; a label used twice is a bug of the ruleset and raises."""

    def __init__(
        self,
        seed: bytes | SeedSource | None = None,
        thrown: Mapping[str, Thrown] | None = None,
        *,
        totals: bool = False,
    ) -> None:
        """Take the turn's seed and what was thrown by hand, by label.

        `seed` may be a function that is asked when the first die is derived; None: only thrown dice can be had. With
        `totals` a number is the total of its roll, with what the expression adds.
        """
        self._given = seed
        self._seed: Seed | None = None
        self._thrown = dict(thrown or {})
        self._totals = totals
        self._rolls: dict[str, Roll] = {}
        self._findings: list[Finding] = []

    def roll(self, label: str, expression: str) -> Roll:
        """Roll `NdS`, `NdS+K` or `NdS-K` for this label.

        Raises:
            UnthrownError: Nobody threw it, and there is no seed to derive it from. Rulesets let it pass.
        """
        if label in self._rolls:
            raise ValueError(f"the dice label {label!r} is used twice in one turn")
        asked = Expression.read(expression)
        if label in self._thrown:
            roll = self._by_hand(label, expression, asked)
        else:
            dice = faces(self._value(label, expression), label, asked.count, asked.sides)
            roll = Roll(label, expression, dice, sum(dice) + asked.plus, "derived")
        self._rolls[label] = roll
        return roll

    def _value(self, label: str, expression: str) -> bytes:
        if isinstance(self._given, bytes):
            return self._given
        if self._seed is None and self._given is not None:
            self._seed = self._given()
        if self._seed is None:
            raise UnthrownError(label, expression)
        return self._seed.value

    def _by_hand(self, label: str, expression: str, asked: Expression) -> Roll:
        thrown = self._thrown[label]
        if isinstance(thrown, int):
            if self._totals:
                if self._fits(label, None, thrown, expression, (asked.least, asked.most)):
                    return Roll(label, expression, (), thrown, "thrown")
                return _stand_in(label, expression, asked)
            thrown = [thrown]
        if len(thrown) != asked.count:
            params: dict[str, Param] = {
                "label": label,
                "dice": expression,
                "count": asked.count,
                "given": len(thrown),
            }
            self._findings.append(Finding("gm", join(["dice", label]), "C018/count", params))
            return _stand_in(label, expression, asked)
        is_list = isinstance(self._thrown[label], Sequence)
        fit = [
            self._fits(label, at if is_list else None, face, f"1d{asked.sides}", (1, asked.sides))
            for at, face in enumerate(thrown)
        ]
        if not all(fit):
            return _stand_in(label, expression, asked)
        return Roll(label, expression, tuple(thrown), sum(thrown) + asked.plus, "thrown")

    def _fits(self, label: str, at: int | None, value: int, expression: str, bounds: tuple[int, int]) -> bool:
        """Can it be had with these dice? `at` is its place in the list, None where it stands alone."""
        least, most = bounds
        if least <= value <= most:
            return True
        pointer = join(["dice", label] if at is None else ["dice", label, at])
        params: dict[str, Param] = {"label": label, "dice": expression, "value": value, "min": least, "max": most}
        self._findings.append(Finding("gm", pointer, "C018/range", params))
        return False

    def again(self) -> Dice:
        """The same dice before the first roll: to play the turn, or a part of it, once more."""
        return Dice(self._given if self._seed is None else lambda: self._seed, self._thrown, totals=self._totals)

    @property
    def seed(self) -> Seed | None:
        """The seed that the source gave, once a die was derived from it."""
        return self._seed

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls so far, in the order in which they fell."""
        return tuple(self._rolls.values())

    def findings(self, *, finished: bool) -> list[Finding]:
        """What is wrong with the thrown dice; once the turn has run to its end, also those that nothing rolled."""
        found = list(self._findings)
        if finished:
            for label in self._thrown:
                if label not in self._rolls:
                    found.append(Finding("gm", join(["dice", label]), "C016", {"label": label}, on_key=True))
        return found


def _stand_in(label: str, expression: str, asked: Expression) -> Roll:
    """The turn is not written; this roll only lets the run go on to whatever else is wrong."""
    return Roll(label, expression, (1,) * asked.count, asked.least, "thrown")
