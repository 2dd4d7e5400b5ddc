"""The half days of a turn, by which land and sea are combined (docs/rules/barkhany.md, B-3.16).

Marches by land alone know no clock: the table of options rules them (B-3.3).
"""

from __future__ import annotations

from typing import Final

from turnproc.rulesets.barkhany.troops import Mobility

# The half days of a turn, and those that an attack takes.
DAY: Final = 2
ATTACK: Final = 2
# Loading and unloading in a usable port, and elsewhere (B-3.15).
IN_PORT: Final = 1
ELSEWHERE: Final = 2


def half_days(mobility: Mobility, transitions: int, *, attacks: bool = False) -> int:
    """How many half days so many transitions take, and an attack with them."""
    return transitions * (1 if mobility == "cavalry" else DAY) + (ATTACK if attacks else 0)


def fits(used: int, needed: int) -> bool:
    """Is there time left for it (else E-CLOCK)?"""
    return used + needed <= DAY


def used_after(used: int, needed: int) -> int:
    """Half days used after a march: the second is the end of the day, however much was done by land."""
    return min(DAY, used + needed)
