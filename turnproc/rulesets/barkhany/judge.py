"""What an entry of the sequence leaves open, and who answers it: rulings with their defaults, and dice (section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from turnproc.rulesets.barkhany.action_orders import Attack
from turnproc.rulesets.barkhany.battle import Says, Weighed
from turnproc.rulesets.barkhany.both import Both, Role
from turnproc.rulesets.barkhany.happenings import Trap
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import GeneralStatus
from turnproc.rulesets.barkhany.troops import Gear
from turnproc.rulesets.barkhany.world import Penalised


class Judge(Protocol):
    """Answers questions. Each is put once at most, and only for a battle that takes place, but for `morale_pct`."""

    def penalty(self, attack: Attack, detachment: str, row: Penalised) -> int:
        """The march penalty of a detachment in percent (B-3.4)."""
        ...

    def morale_pct(self, battle: str, role: Role) -> Fraction:
        """What the situation adds to a side's morale (B-4.4)."""
        ...

    def says(self, battle: str, weighed: Weighed) -> Says:
        """Plan bonuses, superiority beyond the table, the override; `weighed` is the battle without them."""
        ...

    def rolls(self, battle: str) -> Both[int]:
        """Both sides' throws (B-4.13); not for a walkover."""
        ...

    def general_fate(self, battle: str, general: str) -> GeneralStatus:
        """What becomes of a beaten general (B-4.22)."""
        ...

    def trapped(self, battle: str, detachment: str) -> Trap | Hex:
        """What becomes of a detachment without a way out (B-4.18 d)."""
        ...

    def loot(self, battle: str, gear: Mapping[Gear, int]) -> Mapping[Gear, int]:
        """What the winner finds; `gear` by the house rules (B-4.24)."""
        ...
