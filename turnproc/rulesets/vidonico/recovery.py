"""How the wounded of an army recover in one week (H-1 to H-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from turnproc.rulesets.vidonico.arithmetic import rounded
from turnproc.rulesets.vidonico.losses import allocate
from turnproc.rulesets.vidonico.state import Cohort, Contingent

Mode: TypeAlias = Literal["cohort", "pool"]


@dataclass(frozen=True, slots=True)
class Recovery:
    """So many of one contingent who were wounded in one battle are fit again; `still_wounded` of them are not."""

    contingent: str
    battle: str
    count: int
    still_wounded: int


def of_cohort(original: int, remaining: int, rate: Fraction) -> int:
    """How many of a cohort recover in a week, in mode `cohort` (H-1)."""
    return min(remaining, rounded(original * rate, "up"))


def of_pool(pool: int, rate: Fraction) -> int:
    """How many of all eligible wounded of an army recover in a week, in mode `pool` (H-1)."""
    return min(pool, rounded(pool * rate, "up"))


def recover(contingents: Sequence[Contingent], turn: int, rate: Fraction, mode: Mode) -> tuple[Recovery, ...]:
    """Who recovers in turn `turn`: only of cohorts of earlier turns (H-2), oldest first in mode `pool` (H-3).

    In the order of contingents, then of their cohorts by turn and battle.
    """
    eligible = {each.id: _eligible(each, turn) for each in contingents}
    if mode == "cohort":
        return tuple(
            Recovery(contingent, cohort.battle, back, cohort.remaining - back)
            for contingent, cohorts in eligible.items()
            for cohort in cohorts
            if (back := of_cohort(cohort.original, cohort.remaining, rate))
        )
    pools = [sum(cohort.remaining for cohort in cohorts) for cohorts in eligible.values()]
    shares = allocate(of_pool(sum(pools), rate), pools, pools)
    found: list[Recovery] = []
    for (contingent, cohorts), share in zip(eligible.items(), shares, strict=True):
        left = share
        for cohort in cohorts:
            back = min(left, cohort.remaining)
            left -= back
            if back:
                found.append(Recovery(contingent, cohort.battle, back, cohort.remaining - back))
    return tuple(found)


def _eligible(contingent: Contingent, turn: int) -> list[Cohort]:
    return sorted(
        (cohort for cohort in contingent.wounded if cohort.turn < turn), key=lambda each: (each.turn, each.battle)
    )
