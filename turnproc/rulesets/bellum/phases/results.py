"""What battles came to for every people: the ground on which retreat and subjugation are judged (B-4.4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


@dataclass(slots=True)
class Results:
    """One round's battles, by province and people."""

    fought: dict[ProvinceId, dict[PeopleId, None]] = field(default_factory=dict)
    lost: set[tuple[ProvinceId, PeopleId]] = field(default_factory=set)
    not_won: set[tuple[ProvinceId, PeopleId]] = field(default_factory=set)
    defeats: dict[tuple[ProvinceId, PeopleId], list[f.Battle]] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Iterable[f.Fact]) -> Results:
        """Gather the battles among some facts."""
        results = cls()
        for battle in facts:
            if not isinstance(battle, f.Battle):
                continue
            province = battle.battle
            there = results.fought.setdefault(province, {})
            for side in battle.sides:
                for people in side.peoples:
                    there[people] = None
                    if not battle.defeated:
                        results.not_won.add((province, people))
            for people in battle.defeated:
                results.lost.add((province, people))
                results.not_won.add((province, people))
                results.defeats.setdefault((province, people), []).append(battle)
        return results

    def victors_over(self, people: PeopleId, province: ProvinceId) -> Iterator[tuple[PeopleId, int]]:
        """Who beat the people there, with the force of each in that battle; once for every battle."""
        for battle in self.defeats.get((province, people), ()):
            for victor, part in battle.sides[0].parts.items():
                yield victor, part.force
