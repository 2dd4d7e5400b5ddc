"""Numbers as a report shows them: decimals, percentages, sums of dice. Exact until the last moment (G-2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import Wording

# How a number with decimals is written: some languages have a comma.
DECIMAL: Final = N_("{whole}.{decimals}")
PERCENT: Final = N_("{number} %")
THROWN: Final = N_("{dice}, thrown at the table")


def decimal(wording: Wording, value: Fraction, places: int) -> str:
    """A number that is not negative with so many decimals, halves rounded up."""
    scaled = (value * 10**places * 2 + 1) // 2
    whole, rest = divmod(scaled, 10**places)
    return wording.say(DECIMAL, whole=str(whole), decimals=f"{rest:0{places}}") if places else str(whole)


def tenths(wording: Wording, text: str) -> str:
    """A number that the journal has as text: "1.8", "99/5" or "20"."""
    value = Fraction(text)
    return str(value) if value.denominator == 1 and "." not in text else decimal(wording, value, 1)


def percent(wording: Wording, probability: Fraction) -> str:
    """A probability as a percentage with one decimal (O-6)."""
    return wording.say(PERCENT, number=decimal(wording, probability * 100, 1))


def signed(number: int) -> str:
    """A number with its sign; the minus is the true one."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def dice_sum(wording: Wording, dice: Sequence[int], total: int, *, thrown: bool = False) -> str:
    """Dice with their total: `4+4+3 = 11`; the total alone where only that was thrown (G-5)."""
    pips = total - sum(dice)
    added = signed(pips) if pips and dice else ""
    is_sum = len(dice) > 1 or added != ""
    text = f"{'+'.join(map(str, dice))}{added} = {total}" if is_sum else str(total)
    return wording.say(THROWN, dice=text) if thrown else text
