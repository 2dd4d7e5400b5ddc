"""What a round of a general battle leaves open, and who answers it: rulings and dice (section 5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Protocol

from turnproc.rulesets.barkhany.battle import Override, Says, Weighed
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.gb_state import Side
from turnproc.rulesets.barkhany.happenings import Trap
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.names import SideName
from turnproc.rulesets.barkhany.reserve_state import Direction
from turnproc.rulesets.barkhany.state import GeneralStatus


class GbJudge(Protocol):
    """Answers questions. Each is put once at most in a round, but for `morale_pct` and `over_five`."""

    def roll(self, label: str) -> int:
        """The sum of the throw of 3d6 under a label."""
        ...

    def morale_pct(self, battle: str, side: SideName) -> Fraction:
        """What the situation adds to a side's morale, in a clash or an exchange of fire (B-4.4)."""
        ...

    def says(self, battle: str, sides: Both[Side], weighed: Weighed) -> Says:
        """What is said of a clash between these sides; `weighed` is the clash without it, and without reserves."""
        ...

    def over_five(self, battle: str, side: Side) -> int | None:
        """What superiority beyond the table is worth that a reserve brings; None: what the house rules say (B-4.7)."""
        ...

    def says_of_fire(self, battle: str) -> tuple[Both[int], Override | None]:
        """Plan bonuses of an exchange of fire, and what is put in the place of its losses (B-5.6)."""
        ...

    def general_fate(self, battle: str, general: str) -> GeneralStatus:
        """What becomes of a beaten general (B-4.22)."""
        ...

    def reserve(self, question: str, directions: Sequence[Direction]) -> str | None:
        """To which of these sectors a reserve goes; None: it is held back (B-5.10)."""
        ...

    def added_to_reserve(self, question: str, candidates: Collection[str]) -> Collection[str]:
        """Which of these detachments strengthen a reserve before the dice (B-5.9)."""
        ...

    def trapped(self, battle: str, detachment: str) -> Trap | str:
        """What becomes of a beaten detachment without a sector to go to, or the sector where it goes (B-5.12)."""
        ...

    def trapped_on_map(self, battle: str, detachment: str) -> Trap | Hex:
        """The same for a detachment that leaves a lost battle and has no hex to go to (B-4.18 d)."""
        ...
