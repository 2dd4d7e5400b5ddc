"""What would tip a battle: the least change of persons with which it ends otherwise, worked out from the forces.

A force is persons times factor plus modifiers and never below 0 (B-4.4.3); a change of persons changes nothing else of
it. So each answer is exact: with just so many it ends as told, with one fewer of them it does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.world import PeopleId

Ending: TypeAlias = Literal["victory", "draw", "defeat"]


@dataclass(frozen=True, slots=True)
class Tip:
    """So many persons more (above 0) or fewer (below 0), by people; how the battle ends then for one's own side."""

    side: Literal["own", "enemy"]
    change: Mapping[PeopleId, int]
    ending: Ending


def ending(own: int, enemy: int) -> Ending:
    """How a battle of these forces ends (B-4.4.5)."""
    return "victory" if own > enemy else "defeat" if own < enemy else "draw"


def tips(own: f.Side, enemy: f.Side) -> list[Tip]:
    """What would change the ending of a battle: persons of one's own first, those of the enemy after them.

    There is a tip for every other ending that can come about; what goes past one ending gets no tip for it. Fewer
    persons are looked for only as long as one of every people is left: without a people it is another battle.
    """
    return [*_own(own, enemy), *_of_enemy(own, enemy)]


def _own(own: f.Side, enemy: f.Side) -> Iterator[Tip]:
    now, seen = ending(own.force, enemy.force), set[Ending]()
    # Forces at which the ending changes: equal ones, one more or fewer.
    for wanted in (enemy.force, enemy.force + 1) if now != "victory" else ():
        if wanted > own.force:
            change = _more(own, wanted)
            after = ending(_force(own, change), enemy.force)
            if after not in seen:
                seen.add(after)
                yield Tip("own", change, after)
    for most in (enemy.force, enemy.force - 1) if now != "defeat" else ():
        if most < own.force:
            fewer = _fewer(own, most)
            if fewer is not None and (after := ending(_force(own, fewer), enemy.force)) not in seen:
                seen.add(after)
                yield Tip("own", fewer, after)


def _of_enemy(own: f.Side, enemy: f.Side) -> Iterator[Tip]:
    seen = set[Ending]()
    for wanted in (own.force, own.force + 1):
        if wanted > enemy.force:
            change = _more(enemy, wanted)
            after = ending(own.force, _force(enemy, change))
            if after not in seen:
                seen.add(after)
                yield Tip("enemy", change, after)


def _force(side: f.Side, change: Mapping[PeopleId, int]) -> int:
    """A side's force with other numbers of persons."""
    return sum(
        max(0, (part.persons + change.get(people, 0)) * part.factor + part.modifiers)
        for people, part in side.parts.items()
    )


def _more(side: f.Side, wanted: int) -> dict[PeopleId, int]:
    """The fewest persons more with which a side has at least this force; one people gets them all.

    Each person more is worth at least as much as the one before (nothing below 0, then always the factor), so to
    share them out among peoples could not need fewer.
    """
    best: tuple[int, PeopleId] | None = None
    for people, part in side.parts.items():
        missing = wanted - (side.force - part.force) - part.modifiers
        more = -(-missing // part.factor) - part.persons
        if best is None or more < best[0]:
            best = more, people
    assert best is not None
    return {best[1]: best[0]}


def _fewer(side: f.Side, most: int) -> dict[PeopleId, int] | None:
    """The fewest persons less with which a side has at most this force; None if one of each people is too strong.

    Each person less takes at most as much as the one before (the factor, then what is left above 0, then nothing), so
    the best is to take at every step where it takes most.
    """
    steps: list[tuple[int, int, PeopleId]] = []
    for people, part in side.parts.items():
        can_go = part.persons - 1
        whole = min(can_go, part.force // part.factor)
        rest = part.force - whole * part.factor
        steps.append((part.factor, whole, people))
        if whole < can_go and 0 < rest < part.factor:
            steps.append((rest, 1, people))
    too_much, change = side.force - most, dict[PeopleId, int]()
    for worth, count, people in sorted(steps, key=lambda step: -step[0]):
        taken = min(count, -(-too_much // worth))
        if taken > 0:
            change[people] = change.get(people, 0) - taken
            too_much -= taken * worth
        if too_much <= 0:
            return change
    return None
