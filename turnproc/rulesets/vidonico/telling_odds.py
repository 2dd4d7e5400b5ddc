"""The odds of a battle in words and figures: tables with bars for people, exact fractions for programs (O-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.account import Forecast, Section
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import Words
from turnproc.engine.table import Table
from turnproc.engine.wording import Wording
from turnproc.rulesets.vidonico.battle import Plan
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.facts import BattleStarted, Row, StrengthLine
from turnproc.rulesets.vidonico.odds import loot_odds, per_mille
from turnproc.rulesets.vidonico.odds_of_battle import Foreseen, foresee
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.prospects import CharacterProspect, Possible, Preview, Prospect
from turnproc.rulesets.vidonico.state import State, called
from turnproc.rulesets.vidonico.tables import LOOT
from turnproc.rulesets.vidonico.view_fates import ITEMS, UNCOUNTED
from turnproc.rulesets.vidonico.view_figures import decimal, percent
from turnproc.rulesets.vidonico.view_words import FATE_ROW, WEATHER, WHERE
from turnproc.rulesets.vidonico.world import World

BAR: Final = 20
MOST_LOOT_DICE: Final = 4
NOTHING: Final = "nothing"
LOOT_ITEM: Final[Mapping[str, str]] = ITEMS | UNCOUNTED

HEADING: Final = N_("Battle {battle}: the odds")
CONDITIONS: Final = N_("{where}, {weather}, difficulty {difficulty}")
STRENGTH: Final = N_("{side:Nom}: strength {strength} (soldiers: {soldiers})")
LINE: Final = N_("{contingent:Nom}: {count} × {ssv} = {subtotal}")
RATIO: Final = N_("The ratio is {ratio}, in favour of {side:acc}.")
EQUAL: Final = N_("Both sides are equally strong.")
NEEDS: Final = N_("{side:Nom} rolls {dice} and needs {least}:")
WALKOVER: Final = N_("{side:Nom} holds the field without a fight: there are no odds.")
NOBODY: Final = N_("Nobody is there, so there is no battle.")
OUTCOMES: Final = N_("How it can end")
ENDS: Final[Mapping[Row, str]] = {
    "holds_field": N_("{side:nom} holds the field"),
    "retreat_good_order": N_("{side:nom} retreats in good order"),
    "retreat_disorder": N_("{side:nom} retreats in disorder"),
    "flight_unpursued": N_("{side:nom} flees"),
    "flight_pursued": N_("{side:nom} flees and is pursued"),
    "flight_pursued_rough": N_("{side:nom} flees and is pursued over rough ground"),
    "walkover": N_("{side:nom} gives way"),
}
ASSUMED: Final = N_("the game master decides; here both withdraw")
FIELD: Final = N_("Who holds the field")
FIELD_OF_NOBODY: Final = N_("nobody")
EXPECTED: Final = N_("Losses to be expected")
EXPECTED_OF: Final = N_(
    "{side:Nom} (soldiers: {soldiers}): {dead} dead, {wounded} wounded, {captured} captured, {missing} missing"
)
CHARACTERS: Final = N_("{character:Nom} ({side:nom})")
ROLLS: Final = N_("has to roll for life and limb at all")
NEVER: Final = N_("Whatever happens, there is no roll for life and limb.")
KILLED: Final = N_("dies")
CAPTIVE: Final = N_("is captured")
DAMAGE: Final = N_("Damage to be expected: {points} points.")
LOOT_OF: Final = N_("Pieces of loot to be expected: {number}.")
LOOT_TABLE: Final = N_("Loot by dice rolled")
SUCCEEDS: Final = {
    (True, True): N_("both succeed"),
    (True, False): N_("only {side:nom} succeeds"),
    (False, True): N_("only {side:nom} succeeds"),
    (False, False): N_("both fail"),
}


def odds(state: State, table: Table[World, Orders], words: Words) -> Forecast:
    """The odds of the battle whose event is on the table."""
    (event,) = table.events
    plan = Plan.of(event.data, event.pointer)
    found = foresee(plan, state, table)
    telling = Odds(plan, found, state, words)
    return Forecast(sections=tuple(telling.sections()), figures=telling.figures())


class Odds:
    """One battle's odds, told in one language."""

    def __init__(self, plan: Plan, found: Foreseen, state: State, words: Words) -> None:
        """Take what was found and the language."""
        self.plan, self.found, self.state = plan, found, state
        self.wording = Wording(words)
        self.say = self.wording.say

    def side(self, side: str) -> Name:
        """What a side is called."""
        return called(self.state.factions[side])

    # In words.

    def sections(self) -> Iterator[Section]:
        """Strength, outcomes, losses, characters, loot."""
        preview = self.found.preview
        yield Section(self.say(HEADING, battle=self.plan.id), tuple(self._head()))
        if preview is None:
            return
        yield Section(self.say(OUTCOMES), tuple(self._outcomes(preview)))
        yield Section(self.say(FIELD), tuple(self._field(preview)))
        yield Section(self.say(EXPECTED), tuple(self._expected(each) for each in preview.sides))
        for character in preview.characters:
            name = called(self.state.characters[character.id])
            heading = self.say(CHARACTERS, character=name, side=self.side(character.side))
            yield Section(heading, tuple(self._character(character)))
        if any(character.loot for character in preview.characters):
            yield Section(self.say(LOOT_TABLE), tuple(self._loot()))

    def _head(self) -> Iterator[str]:
        started = next((each for each in self.found.mustering.facts if isinstance(each, BattleStarted)), None)
        if started is not None and started.weather is not None and started.difficulty is not None:
            where, weather = self.say(WHERE[started.terrain]), self.say(WEATHER[started.weather])
            yield self.say(CONDITIONS, where=where, weather=weather, difficulty=started.difficulty)
        for host in self.found.mustering.hosts or ():
            yield self.say(STRENGTH, side=self.side(host.id), strength=host.strength, soldiers=host.soldiers)
            yield from (f"  {self._line(each.line)}" for each in host.mustered if each.line.count)
        preview = self.found.preview
        if preview is None:
            holder = self.found.mustering.walkover
            hosts = self.found.mustering.hosts
            if holder is None or hosts is None:
                yield self.say(NOBODY)
            else:
                yield self.say(WALKOVER, side=self.side(hosts[holder].id))
            return
        stronger = preview.proportion.stronger
        if stronger is None:
            yield self.say(EQUAL)
        else:
            ratio = decimal(self.wording, Fraction(preview.proportion.tenths or 0, 10), 1)
            yield self.say(RATIO, ratio=ratio, side=self.side(preview.sides[stronger].id))
        yield from self._bars(
            [
                (self.say(NEEDS, side=self.side(each.id), dice=str(each.dice), least=each.least), each.success)
                for each in preview.sides
            ]
        )

    def _line(self, line: StrengthLine) -> str:
        contingents = (each for army in self.state.armies.values() for each in army.contingents)
        name = next(called(each) for each in contingents if each.id == line.contingent)
        return self.say(LINE, contingent=name, count=line.count, ssv=line.ssv, subtotal=line.subtotal)

    def _outcomes(self, preview: Preview) -> Iterator[str]:
        yield from self._bars([(self._outcome(each, preview), each.probability) for each in preview.outcomes])

    def _outcome(self, each: Possible, preview: Preview) -> str:
        alone = preview.sides[0 if each.successes[0] else 1]
        head = self.say(SUCCEEDS[each.successes], side=self.side(alone.id))
        rows = [
            self.say(ENDS[row], side=self.side(side.id)) for side, row in zip(preview.sides, each.rows, strict=True)
        ]
        told = f"{head}: {'; '.join(rows)}"
        return f"{told} ({self.say(ASSUMED)})" if each.assumed else told

    def _field(self, preview: Preview) -> Iterator[str]:
        held = [(self.wording.name(self.side(each.id), "Nom"), each.holds_field) for each in preview.sides]
        nobody = 1 - sum((probability for _, probability in held), Fraction(0))
        yield from self._bars([*held, *([(self.say(FIELD_OF_NOBODY), nobody)] if nobody else [])])

    def _expected(self, each: Prospect) -> str:
        numbers = {name: decimal(self.wording, getattr(each, name), 1) for name in _LOSSES}
        return self.say(EXPECTED_OF, side=self.side(each.id), soldiers=each.soldiers, **numbers)

    def _character(self, each: CharacterProspect) -> Iterator[str]:
        if not each.rolls:
            yield self.say(NEVER)
            return
        entries = [(self.say(ROLLS), each.rolls)] if each.rolls != 1 else []
        entries += [(self.say(KILLED), each.killed), (self.say(CAPTIVE), each.captive)]
        entries += [(self.say(FATE_ROW[row]), probability) for row, probability in each.rows.items()]
        yield from self._bars(entries)
        if each.damage:
            yield self.say(DAMAGE, points=decimal(self.wording, each.damage, 1))
        things = sum((number for item, number in each.loot.items() if item != NOTHING), Fraction(0))
        if things:
            yield self.say(LOOT_OF, number=decimal(self.wording, things, 1))

    def _loot(self) -> Iterator[str]:
        columns = [loot_odds(Combination(dice)) for dice in range(1, MOST_LOOT_DICE + 1)]
        names = [self.say(LOOT_ITEM[entry.item]) for entry in LOOT]
        cells = [[percent(self.wording, column[entry.item]) for column in columns] for entry in LOOT]
        heads = [str(Combination(dice)) for dice in range(1, MOST_LOOT_DICE + 1)]
        width, cell = max(map(len, names)), max(len(each) for row in cells for each in row)
        yield "  ".join(["".ljust(width), *(head.rjust(cell) for head in heads)])
        for name, row in zip(names, cells, strict=True):
            yield "  ".join([name.ljust(width), *(each.rjust(cell) for each in row)])

    def _bars(self, entries: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
        """Labels, percentages and bars below each other."""
        shown = [percent(self.wording, probability) for _, probability in entries]
        width, number = max(len(label) for label, _ in entries), max(map(len, shown))
        for (label, probability), share in zip(entries, shown, strict=True):
            full = per_mille(probability) * BAR // 1000
            # What can happen at all has a mark.
            bar = "#" * (full or (1 if probability else 0))
            yield f"{label.ljust(width)}  {share.rjust(number)}  {bar}".rstrip()

    # For programs.

    def figures(self) -> dict[str, Any]:
        """Plain data; probabilities are exact fractions as text, with a percentage of one decimal."""
        mustering, preview = self.found.mustering, self.found.preview
        hosts = mustering.hosts or ()
        data: dict[str, Any] = {
            "battle": self.plan.id,
            "strength": {host.id: host.strength for host in hosts},
            "walkover": None if mustering.walkover is None else hosts[mustering.walkover].id,
            "difficulty": None,
            "ratio": None,
            "stronger": None,
            "outcomes": [],
            "sides": [],
            "characters": [],
        }
        if preview is None:
            return data
        ids = [each.id for each in preview.sides]
        stronger = preview.proportion.stronger
        return data | {
            "difficulty": preview.difficulty,
            "ratio": str(preview.proportion),
            "stronger": None if stronger is None else ids[stronger],
            "outcomes": [_outcome_data(each, ids) for each in preview.outcomes],
            "sides": [_side_data(each) for each in preview.sides],
            "characters": [_character_data(each) for each in preview.characters],
            "loot": {
                str(dice): {item: chance(p) for item, p in loot_odds(dice).items() if p}
                for dice in map(Combination, range(1, MOST_LOOT_DICE + 1))
            },
        }


_LOSSES: Final = ("dead", "wounded", "captured", "missing")


def chance(probability: Fraction) -> dict[str, str]:
    """A probability as programs get it: exact, and in per cent with one decimal, halves up."""
    tenths = per_mille(probability)
    return {"exact": str(probability), "percent": f"{tenths // 10}.{tenths % 10}"}


def _outcome_data(each: Possible, ids: Sequence[str]) -> dict[str, Any]:
    holder = each.ended.holder
    return {
        "case": each.case,
        "probability": chance(each.probability),
        "code": each.ended.code,
        "holder": None if holder is None else ids[holder],
        "success": dict(zip(ids, each.successes, strict=True)),
        "pursued": each.pursued,
        "assumed": each.assumed,
        "rows": dict(zip(ids, each.rows, strict=True)),
        "losses": {
            side: {name: getattr(toll, name) for name in (*_LOSSES, "unhurt")}
            for side, toll in zip(ids, each.tolls, strict=True)
        },
    }


def _side_data(each: Prospect) -> dict[str, Any]:
    expected: Mapping[str, Fraction] = {name: getattr(each, name) for name in _LOSSES}
    return {
        "side": each.id,
        "soldiers": each.soldiers,
        "dice": str(each.dice),
        "needs": each.least,
        "success": chance(each.success),
        "holds_field": chance(each.holds_field),
        "expected": {name: str(number) for name, number in expected.items()},
    }


def _character_data(each: CharacterProspect) -> dict[str, Any]:
    return {
        "character": each.id,
        "side": each.side,
        "skill": str(each.skill),
        "rolls": chance(each.rolls),
        "killed": chance(each.killed),
        "captive": chance(each.captive),
        "expected_damage": str(each.damage),
        "rows": {row: chance(probability) for row, probability in each.rows.items()},
        "expected_loot": {item: str(number) for item, number in each.loot.items()},
    }
