"""What came in, and what no turn can take together (docs/rules/barkhany.md, B-0.1, B-0.10, B-1.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.barkhany.state import State
from turnproc.rulesets.barkhany.troubles import Trouble

# What takes up a detachment's turn; `load` is being named in a loading step of a fleet's plan.
Use: TypeAlias = Literal["march", "attack", "stand", "load"]

# Riding to a port and going aboard may go together: the clock decides (B-3.16).
_TOGETHER: Final = frozenset({"march", "load"})


@dataclass(frozen=True, slots=True)
class Claim:
    """An order takes up a detachment's turn."""

    order: str
    use: Use
    detachment: str


def absent(commanders: Collection[str], counted: Collection[str]) -> tuple[str, ...]:
    """Those of whom no file counts: there is none, or it was rejected or struck (B-0.1)."""
    return tuple(sorted(set(commanders) - set(counted)))


def twice(claims: Sequence[Claim]) -> Iterator[Trouble]:
    """E-TWICE for every order that takes up a turn which an earlier one of the file has (B-0.10)."""
    for at, claim in enumerate(claims):
        for earlier in claims[:at]:
            is_same = earlier.detachment == claim.detachment and earlier.order != claim.order
            if is_same and {earlier.use, claim.use} != _TOGETHER:
                params = {"detachment": claim.detachment, "order": earlier.order, "again": claim.order}
                yield Trouble("E-TWICE", params)
                break


def rested(state: State) -> State:
    """The state with nobody's time used up: so a turn begins and ends (B-1.1, B-7.3)."""
    detachments = {
        id_: replace(each, clock=0, is_done=False, is_broken=False) for id_, each in state.detachments.items()
    }
    return replace(state, detachments=detachments)
