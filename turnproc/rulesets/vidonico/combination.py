"""Dice combinations: `4T+1` is four six-sided dice and one pip more (docs/rules/vidonico.md, section 1.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NewType

# `4d6+1` means the same and is written as `4T+1` from then on (section 2.4).
_TEXT: Final = re.compile(r"(?P<dice>[1-9][0-9]?)(?:T|[dD]6)(?:\+(?P<pips>[12]))?", re.ASCII)
# What a ruling made of one may have any pips.
_MADE: Final = re.compile(r"(?P<dice>[1-9][0-9]?)(?:T|[dD]6)(?P<pips>[+-][0-9]{1,3})?", re.ASCII)
SIDES: Final = 6
# As many as a combination in a file can have.
MOST: Final = 99

# A dice combination as players write it, in the one form that it has in files: `4T+1`.
Tk = NewType("Tk", str)


@dataclass(frozen=True, slots=True, order=True)
class Combination:
    """So many dice, and pips that are added to their sum (G-0). More dice are better, then more pips."""

    dice: int
    pips: int = 0

    @classmethod
    def read(cls, text: str) -> Combination | None:
        """Make one of `4T`, `4T+1` or `4d6+1`; None for anything else."""
        match = _TEXT.fullmatch(text)
        return None if match is None else cls(int(match["dice"]), int(match["pips"] or 0))

    @classmethod
    def of(cls, tk: Tk) -> Combination:
        """The combination of a text that was checked when it was read, or that the rules made (X-2)."""
        match = _MADE.fullmatch(tk)
        if match is None:
            raise ValueError(f"{tk!r} is no dice combination")
        return cls(int(match["dice"]), int(match["pips"] or 0))

    @property
    def tk(self) -> Tk:
        """Its text: `4T+1`."""
        return Tk(str(self))

    def __str__(self) -> str:
        """As players write it: `4T+1`."""
        return f"{self.dice}T+{self.pips}" if self.pips > 0 else f"{self.dice}T{self.pips or ''}"

    @property
    def expression(self) -> str:
        """As the engine's dice take it: `4d6+1`."""
        return f"{self.dice}d{SIDES}{self.pips:+d}" if self.pips else f"{self.dice}d{SIDES}"

    @property
    def least(self) -> int:
        """The smallest total."""
        return self.dice + self.pips

    @property
    def most(self) -> int:
        """The largest total."""
        return SIDES * self.dice + self.pips

    def plus(self, dice: int, pips: int = 0) -> Combination:
        """With dice and pips added; with fewer than one die left it is exactly `1T` (X-2, F-3), never more than 99."""
        if self.dice + dice < 1:
            return Combination(1)
        return Combination(min(self.dice + dice, MOST), self.pips + pips)


ONE_DIE: Final = Combination(1)
