"""Dice by label: a roll depends on the turn's seed and on its own label, on nothing else.

So one more order never changes another roll, and anybody can recompute every face from the seed that the journal
reveals (docs/formats.md, section 4). The game master may supply a roll that was thrown by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from turnproc.engine.finding import Finding
from turnproc.source.pointer import join

EXPRESSION = re.compile(r"(?P<count>[1-9][0-9]?)d(?P<sides>[1-9][0-9]{0,3})(?P<plus>[+-][0-9]{1,4})?", re.ASCII)
WORD = 8
WORDS_OF_A_BLOCK = 4
RANGE_OF_A_WORD = 1 << (8 * WORD)


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of the journal: `dice` are the faces, `total` their sum with what the expression adds."""

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


class Dice:
    """The dice of one turn. Keeps every roll; a label used twice is a bug of the ruleset and raises."""

    def __init__(self, seed: bytes | None = None, thrown: Mapping[str, Sequence[int]] | None = None) -> None:
        """Take the turn's seed (None: only thrown dice can be had) and the faces thrown by hand, by label."""
        self._seed = seed
        self._thrown = dict(thrown or {})
        self._rolls: dict[str, Roll] = {}
        self._findings: list[Finding] = []

    def roll(self, label: str, expression: str) -> Roll:
        """Roll `NdS`, `NdS+K` or `NdS-K` for this label."""
        if label in self._rolls:
            raise ValueError(f"the dice label {label!r} is used twice in one turn")
        match = EXPRESSION.fullmatch(expression)
        if match is None:
            raise ValueError(f"not a dice expression: {expression!r}")
        count, sides, plus = int(match["count"]), int(match["sides"]), int(match["plus"] or 0)
        source: Literal["derived", "thrown"] = "derived"
        thrown = self._thrown.get(label)
        if thrown is not None and len(thrown) == count and all(1 <= face <= sides for face in thrown):
            dice, source = tuple(thrown), "thrown"
        elif thrown is not None:
            # The turn is not written; this roll only lets the run go on to whatever else is wrong.
            self._findings.append(Finding("gm", join(["dice", label]), "C018", {"label": label, "dice": expression}))
            dice = (1,) * count
        elif self._seed is None:
            raise ValueError(f"the roll {label!r} needs a seed, and this turn has none")
        else:
            dice = faces(self._seed, label, count, sides)
        roll = self._rolls[label] = Roll(label, expression, dice, sum(dice) + plus, source)
        return roll

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
