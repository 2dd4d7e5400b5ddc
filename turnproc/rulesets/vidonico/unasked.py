"""What the game master may say without being asked (docs/rules/vidonico.md, section 5): read for `rulings.override`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from turnproc.engine.finding import Read
from turnproc.rulesets.vidonico.facts import TacticsRuling
from turnproc.rulesets.vidonico.questions import is_number, wrong

MOST_DICE: Final = 20
REROLL: Final = "reroll"
_RATE: Final = re.compile("(?P<of>[0-9]{1,6})(?:/(?P<in>[1-9][0-9]{0,5}))?", re.ASCII)


def tactics_id(battle: str, side: str) -> str:
    """The id of a ruling on a commander's dice (X-2), and the label of his roll (X-3)."""
    return f"tactics/{battle}/{side}"


def reads_tactics(name: str) -> Callable[[Any], Read[TacticsRuling]]:
    """X-2: `{dice, pips, reason}`."""

    def read(ruling: Any) -> Read[TacticsRuling]:
        if not isinstance(ruling, dict) or not ruling or not ruling.keys() <= {"dice", "pips", "reason"}:
            return wrong(name, "{dice: 1, pips: 0, reason: …}")
        for key in ("dice", "pips"):
            if not is_number(ruling.get(key, 0), -MOST_DICE, MOST_DICE):
                return wrong(name, f"-{MOST_DICE} – {MOST_DICE}", at=[key])
        reason = ruling.get("reason")
        if reason is not None and not isinstance(reason, str):
            return wrong(name, "{reason: …}", at=["reason"])
        return Read(TacticsRuling(dice=ruling.get("dice", 0), pips=ruling.get("pips", 0), reason=reason))

    return read


def recovery_id(army: str) -> str:
    """The id of a ruling on the rate of recovery."""
    return f"recovery/{army}"


def reads_rate(name: str) -> Callable[[Any], Read[Fraction]]:
    """H-4: `{rate: "1/3"}`, from 0 to 1."""

    def read(ruling: Any) -> Read[Fraction]:
        rate = ruling.get("rate") if isinstance(ruling, dict) and set(ruling) == {"rate"} else None
        found = _fraction(rate)
        if found is None or not 0 <= found <= 1:
            return wrong(name, '{rate: "1/3"}', '{rate: "0"}')
        return Read(found)

    return read


@dataclass(frozen=True, slots=True)
class Rerolls:
    """F-7: the labels of the loot rolls that are repeated, in the order of the ruling."""

    labels: tuple[str, ...] = ()


def reads_rerolls(ruling: Any) -> Read[Rerolls]:
    """F-7: a list of labels."""
    if not isinstance(ruling, list) or not all(isinstance(each, str) for each in ruling):
        return wrong(REROLL, "[loot/…]")
    return Read(Rerolls(tuple(ruling)))


def _fraction(rate: Any) -> Fraction | None:
    if is_number(rate, 0, 1):
        return Fraction(rate)
    match = _RATE.fullmatch(rate) if isinstance(rate, str) else None
    return None if match is None else Fraction(int(match["of"]), int(match["in"] or 1))
