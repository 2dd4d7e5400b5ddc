"""What one speaker's orders would do while everybody else is idle: `turnproc forecast FILE`.

The turn is played with these orders alone; of every battle it is told what would tip it (`tips`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.account import Forecast, Section
from turnproc.engine.facts import fact_data
from turnproc.engine.journal import Journal, PlayedPhase
from turnproc.engine.resolve import steps
from turnproc.engine.ruleset import Record, Words
from turnproc.engine.table import Table
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.lines import FORMULA, Lines, forces
from turnproc.rulesets.bellum.codec import write_state
from turnproc.rulesets.bellum.folding import apply
from turnproc.rulesets.bellum.orders import Orders
from turnproc.rulesets.bellum.schedule import schedule
from turnproc.rulesets.bellum.state import State, copy_state, heads, totals
from turnproc.rulesets.bellum.telling import Telling, Turn
from turnproc.rulesets.bellum.tips import Tip, ending, tips
from turnproc.rulesets.bellum.view_battles import signed
from turnproc.rulesets.bellum.view_events import rulings
from turnproc.rulesets.bellum.view_peoples import lot_of, provinces_of
from turnproc.rulesets.bellum.world import PeopleId, World

ENDINGS: Final = {
    "victory": N_("a victory"),
    "draw": N_("a draw"),
    "defeat": N_("a defeat"),
}
ENDED: Final = {
    "victory": N_("A victory for {peoples:acc}, by {margin}."),
    "draw": N_("A draw for {peoples:acc}: on equal forces nobody is defeated."),
    "defeat": N_("A defeat for {peoples:acc}, by {margin}."),
}
MORE: Final = NN_("{people:Nom}: {n} person more", "{people:Nom}: {n} persons more")
FEWER: Final = NN_("{people:Nom}: {n} person fewer", "{people:Nom}: {n} persons fewer")
TIP: Final = N_("{changes}, and it is {ending}.")
ROW: Final = N_(
    "{people:Nom}: persons {persons} ({persons_change}), provinces {provinces} ({provinces_change}), majorities "
    "{majorities} ({majorities_change}); {lot}."
)
SUM: Final = N_(
    "Together: persons {persons} ({persons_change}), provinces {provinces} ({provinces_change}), majorities "
    "{majorities} ({majorities_change})."
)
COUNTED: Final = ("persons", "provinces", "majorities")


def forecast(before: State, table: Table[World, Orders], speaker: str, words: Words) -> Forecast:
    """Play the turn with what lies on the table and tell what it would come to for the speaker."""
    return _Forecast(_play(before, table), PeopleId(speaker), words).told()


def _play(before: State, table: Table[World, Orders]) -> Turn:
    state = copy_state(before)
    phases = [PlayedPhase(name, list(outcome.facts)) for name, outcome in steps(schedule(state, table), state, apply)]
    # A journal that nobody writes: it has no inputs, and the version of the rules means nothing to it.
    defaults = table.rulings.defaults()
    journal = Journal(turn=table.turn, ruleset="bellum", version=0, inputs={}, defaults=defaults, phases=phases)
    return Record(before=before, after=state, journal=journal, table=table)


class _Forecast:
    def __init__(self, turn: Turn, speaker: PeopleId, words: Words) -> None:
        self.turn = turn
        self.speaker = speaker
        self.telling = Telling(turn, words)
        self.say = self.telling.say
        self.lines = Lines(self.telling)
        # Nothing changes before the orders do, so these are the heads of turn start.
        self.heads = heads(turn.before.peoples)
        self.facts = [(phase.name, fact) for phase in turn.journal.phases for fact in phase.facts]

    def told(self) -> Forecast:
        assumed = N_(
            "Everybody else stays idle: no orders of others, and no orders, events and rulings of the game master."
        )
        sections = [Section(self.say(N_("What is assumed")), (self.say(assumed),))]
        sections += [
            Section(heading, lines)
            for heading, lines in (
                (self.say(N_("What comes first")), tuple(self._of_phases("start", "assimilation", "kingship"))),
                (self.say(N_("Who goes where")), tuple(self._of_phases("movement"))),
                *((self._heading(battle), tuple(self._battle(battle))) for battle in self._battles()),
                (self.say(N_("What follows")), tuple(self._of_phases("retreat", "second_retreat", "end"))),
                (self.say(N_("What lapses or is cut")), tuple(self._lapsed())),
                (
                    self.say(N_("What the game master would be asked, and what holds if he does not rule")),
                    self._asked(),
                ),
                (self.say(N_("At the end, compared with now")), tuple(self._ends())),
            )
            if lines
        ]
        return Forecast(sections=tuple(sections), figures=self._figures())

    def _of_phases(self, *phases: str) -> Iterator[str]:
        for number, (phase, fact) in enumerate(self.facts, 1):
            if phase in phases and self._is_told(fact):
                yield self.lines.line(number)

    def _is_told(self, fact: f.Fact) -> bool:
        """Is it of interest here? What would come about without these orders, too, is not, unless it is one's own."""
        match fact:
            case f.OrderVoid() | f.OrderCut() | f.Split() | f.ModifiersAged():
                return False
            case f.CutOff(cut_off=people) | f.Separated(separated=people) | f.Streak(streak=people, turns=0):
                return people in self._own_peoples
            case f.Appeared(rule="B-4.8.2", from_=people):
                return people in self._own_peoples
            case _:
                return True

    def _lapsed(self) -> Iterator[str]:
        for number, (_, fact) in enumerate(self.facts, 1):
            if isinstance(fact, f.OrderVoid | f.OrderCut):
                yield self.lines.line(number)

    def _asked(self) -> tuple[str, ...]:
        return tuple(rulings(self.telling, self.turn.journal.defaults))

    def _battles(self) -> Iterator[f.Battle]:
        for _, fact in self.facts:
            if isinstance(fact, f.Battle):
                yield fact

    def _heading(self, battle: f.Battle) -> str:
        heading = N_("Battle {province:in}") if battle.round == 1 else N_("Second battle {province:in}")
        return self.say(heading, province=self.telling.province(battle.battle))

    def _sides(self, battle: f.Battle) -> tuple[f.Side, f.Side]:
        """One's own side and the other: where others are idle, all of one side obey the speaker."""
        first, second = battle.sides
        return (first, second) if self.heads[first.peoples[0]] == self.speaker else (second, first)

    def _battle(self, battle: f.Battle) -> Iterator[str]:
        own, enemy = self._sides(battle)
        yield f"{forces(self.telling, *battle.sides)}."
        for people, part in [*own.parts.items(), *enemy.parts.items()]:
            if part.factor > 1 or part.modifiers:
                formula = f"{part.persons} × {part.factor}" + _bonus(part.modifiers)
                yield self.say(FORMULA, people=self.telling.people(people), formula=formula, force=part.force)
        ended = ENDED[ending(own.force, enemy.force)]
        yield self.say(ended, peoples=self.telling.peoples(own.peoples), margin=abs(own.force - enemy.force))
        found = tips(own, enemy)
        yield self.say(N_("What would tip it for {peoples:acc}:"), peoples=self.telling.peoples(own.peoples))
        yield from map(self._tip, found)
        if own.force >= enemy.force and all(tip.side == "enemy" or sum(tip.change.values()) > 0 for tip in found):
            yield self.say(N_("Fewer persons of one's own change nothing, as long as one of each people is there."))
        if own.force < enemy.force:
            yield self.say(N_("More persons of the enemy change nothing."))

    def _tip(self, tip: Tip) -> str:
        changes = [
            self.telling.count(MORE if number > 0 else FEWER, abs(number), people=self.telling.people(people))
            for people, number in tip.change.items()
        ]
        return self.say(TIP, changes="; ".join(changes), ending=self.say(ENDINGS[tip.ending]))

    @cached_property
    def _own_peoples(self) -> list[PeopleId]:
        """All that the speaker leads now or would lead then."""
        then = heads(self.turn.after.peoples)
        led = [people for people, head in [*self.heads.items(), *then.items()] if head == self.speaker]
        return self.telling.ranked(dict.fromkeys(led))

    def _rows(self) -> Iterator[tuple[PeopleId, Mapping[str, int], Mapping[str, int]]]:
        """Persons, provinces and majorities of one's own peoples, now and then."""
        now, then = _counted(self.turn.before), _counted(self.turn.after)
        for people in self._own_peoples:
            yield (
                people,
                {key: now[key].get(people, 0) for key in COUNTED},
                {key: then[key].get(people, 0) for key in COUNTED},
            )

    def _ends(self) -> Iterator[str]:
        owned = provinces_of(self.turn.after)[2]
        rows = list(self._rows())
        for people, now, then in rows:
            lot = lot_of(self.telling, people, owned.get(people, 0))
            yield self.say(ROW, people=self.telling.people(people), lot=lot, **_compared(now, then))
        if len(rows) > 1:
            now = {key: sum(row[key] for _, row, _ in rows) for key in COUNTED}
            then = {key: sum(row[key] for _, _, row in rows) for key in COUNTED}
            yield self.say(SUM, **_compared(now, then))

    def _figures(self) -> dict[str, Any]:
        return {
            "facts": [
                {"number": number, "phase": phase, "fact": fact_data(fact), "text": self.lines.line(number)}
                for number, (phase, fact) in enumerate(self.facts, 1)
            ],
            "battles": [self._figures_of(battle) for battle in self._battles()],
            "defaults": dict(self.turn.journal.defaults),
            "peoples": [{"people": people, "now": dict(now), "then": dict(then)} for people, now, then in self._rows()],
            "state": write_state(self.turn.after, self.telling.world, self.turn.table.turn),
        }

    def _figures_of(self, battle: f.Battle) -> dict[str, Any]:
        own, enemy = self._sides(battle)
        return {
            "province": battle.battle,
            "round": battle.round,
            "own": fact_data(own),
            "enemy": fact_data(enemy),
            "outcome": ending(own.force, enemy.force),
            "margin": own.force - enemy.force,
            "tips": [{"side": tip.side, "change": dict(tip.change), "outcome": tip.ending} for tip in tips(own, enemy)],
        }


def _bonus(modifiers: int) -> str:
    return f" {'+' if modifiers > 0 else '−'} {abs(modifiers)}" if modifiers else ""


def _counted(state: State) -> Mapping[str, Mapping[PeopleId, int]]:
    provinces, majorities, _ = provinces_of(state)
    return {"persons": totals(state.provinces), "provinces": provinces, "majorities": majorities}


def _compared(now: Mapping[str, int], then: Mapping[str, int]) -> dict[str, str]:
    found = {key: str(then[key]) for key in COUNTED}
    return found | {f"{key}_change": signed(then[key] - now[key]) for key in COUNTED}
