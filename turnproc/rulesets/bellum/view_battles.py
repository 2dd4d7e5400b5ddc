"""The report's part on battles, province by province: forces, who joined forces, who was defeated, who left for where.

The Russian lines are those of the forum, word by word (docs/rules/bellum.md, section 8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Telling
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

FORCES = N_("{first} {force} - {second} {other_force}")


@dataclass(slots=True)
class Battlefields:
    """What happened where, gathered while the facts go by."""

    telling: Telling
    battles: dict[ProvinceId, list[f.Battle]] = field(default_factory=dict)
    after: dict[ProvinceId, list[str]] = field(default_factory=dict)

    def fought(self, battle: f.Battle) -> None:
        """A battle."""
        self.battles.setdefault(battle.battle, []).append(battle)

    def left(self, fact: f.ThrownBack | f.Withdrew | f.Stranded) -> None:
        """What became of those who could not stay."""
        say = self.telling.count
        match fact:
            case f.ThrownBack():
                line = say(
                    NN_(
                        "{people:Short.nom}: {n} person was thrown back to {target:nom}.",
                        "{people:Short.nom}: {n} persons were thrown back to {target:nom}.",
                    ),
                    fact.thrown_back,
                    people=self.telling.people(fact.of),
                    target=self.telling.province(fact.to),
                )
                self._note(fact.from_, line)
            case f.Withdrew():
                line = say(
                    NN_(
                        "{people:Short.nom}: {n} person withdrew to {target:nom}.",
                        "{people:Short.nom}: {n} persons withdrew to {target:nom}.",
                    ),
                    fact.withdrew,
                    people=self.telling.people(fact.of),
                    target=self.telling.province(fact.to),
                )
                self._note(fact.from_, line)
            case f.Stranded():
                line = say(
                    NN_(
                        "{people:Short.nom}: {n} person found no way out and stayed.",
                        "{people:Short.nom}: {n} persons found no way out and stayed.",
                    ),
                    fact.stranded,
                    people=self.telling.people(fact.of),
                )
                self._note(fact.in_, line)

    def captured(self, fact: f.Captured) -> None:
        """A state lost its last province here."""
        if fact.in_ is not None:
            line = self.telling.say(
                N_("{people:Short.nom}: the last province was lost, captured by {by:short.ins}."),
                people=self.telling.people(fact.captured),
                by=self.telling.people(fact.by),
            )
            self._note(fact.in_, line)

    def _note(self, province: ProvinceId, line: str) -> None:
        self.after.setdefault(province, []).append(line)

    def in_order(self) -> Iterator[dict[str, Any]]:
        """The provinces in the map's order, each with its battles by round and with what followed."""
        place = self.telling.world.place
        for province in sorted({*self.battles, *self.after}, key=lambda each: place.get(each, len(place))):
            battles = sorted(self.battles.get(province, ()), key=lambda battle: battle.round)
            yield {
                "province": self.telling.wording.name(self.telling.province(province)),
                "battles": [
                    {
                        "heading": self._heading(battle),
                        "lines": list(self._lines(battle)),
                        "outcome": self._outcome(battle),
                    }
                    for battle in battles
                ],
                "after": self.after.get(province, []),
            }

    def _heading(self, battle: f.Battle) -> str:
        heading = N_("Battle {province:in}") if battle.round == 1 else N_("Second battle {province:in}")
        return self.telling.say(heading, province=self.telling.province(battle.battle))

    def _lines(self, battle: f.Battle) -> Iterator[str]:
        first, second = battle.sides
        if len(battle.pairs) > 1:
            for pair in battle.pairs:
                (one, force), (other, other_force) = pair.items()
                yield self._forces([one], force, [other], other_force)
            allies = first if len(first.peoples) > 1 else second
            yield self.telling.say(
                N_("{peoples} have a common enemy, their forces add up."),
                peoples=self.telling.wording.listed(self.telling.capitals(allies.peoples)),
            )
        yield self._forces(first.peoples, first.force, second.peoples, second.force)
        yield from self._modifiers(battle)

    def _outcome(self, battle: f.Battle) -> str:
        if not battle.defeated:
            return self.telling.say(N_("A draw"))
        message = N_("Defeat of {peoples:short.gen}")
        return self.telling.say(message, peoples=self.telling.peoples(battle.defeated))

    def _forces(self, ones: Sequence[PeopleId], force: int, others: Sequence[PeopleId], other_force: int) -> str:
        return self.telling.say(
            FORCES,
            first="+".join(self.telling.capitals(ones)),
            force=force,
            second="+".join(self.telling.capitals(others)),
            other_force=other_force,
        )

    def _modifiers(self, battle: f.Battle) -> Iterator[str]:
        """What made a force other than the number of persons lets one expect (B-4.4.3)."""
        for side in battle.sides:
            for people, part in side.parts.items():
                if part.modifiers:
                    message = N_("{people:Short.nom}: force {bonus}")
                    bonus = signed(part.modifiers)
                    yield self.telling.say(message, people=self.telling.people(people), bonus=bonus)


def signed(number: int) -> str:
    """A number with its sign; the minus is the true one."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
