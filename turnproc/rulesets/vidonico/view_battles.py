"""The battles of the week, each from the meeting of the armies to what became of everybody (section 8, item 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.naming import Name
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling, paragraphs
from turnproc.rulesets.vidonico.view_after import Aftermath, aftermath_words
from turnproc.rulesets.vidonico.view_fates import Personal, character_lines
from turnproc.rulesets.vidonico.view_losses import losses_table
from turnproc.rulesets.vidonico.view_odds import odds_words
from turnproc.rulesets.vidonico.view_strength import ratio_words, strength_table
from turnproc.rulesets.vidonico.view_tactics import outcome_words, pursuit_words, tactics_words, walkover_words
from turnproc.rulesets.vidonico.view_words import WEATHER, WHERE

Course: TypeAlias = (
    f.BattleStarted
    | f.Strength
    | f.Ratio
    | f.TacticsRoll
    | f.OutcomeReached
    | f.Pursuit
    | f.Losses
    | f.LossesShared
    | f.Walkover
)
InBattle: TypeAlias = Course | Personal | Aftermath

HEADING: Final = N_("Battle {region:in}, day {day}")
HEADING_NOWHERE: Final = N_("Battle {battle}, day {day}")
CONDITIONS: Final = N_("{battle}: {where}, {weather}, difficulty {difficulty}")
CONDITIONS_OF_WALKOVER: Final = N_("{battle}: {where}")
MET: Final = N_("On day {day} of the week {first:nom} met {second:acc} {where}, in {weather}.")
MET_NOBODY: Final = N_("On day {day} of the week {first:nom} and {second:nom} were to fight {where}.")
CAME: Final = NN_(
    "{side:Nom} came with {n} soldier, led by {commander:ins}.",
    "{side:Nom} came with {n} soldiers, led by {commander:ins}.",
)
CAME_WITH: Final = NN_(
    "{side:Nom} came with {n} soldier ({armies:nom}), led by {commander:ins}.",
    "{side:Nom} came with {n} soldiers ({armies:nom}), led by {commander:ins}.",
)
CAME_ALONE: Final = NN_(
    "{side:Nom} came with {n} soldier, led by nobody.", "{side:Nom} came with {n} soldiers, led by nobody."
)
CAME_ALONE_WITH: Final = NN_(
    "{side:Nom} came with {n} soldier ({armies:nom}), led by nobody.",
    "{side:Nom} came with {n} soldiers ({armies:nom}), led by nobody.",
)


@dataclass(slots=True)
class Battle:
    """One battle, gathered while the facts go by."""

    id: str
    started: f.BattleStarted
    strengths: list[f.Strength] = field(default_factory=list)
    ratio: f.Ratio | None = None
    rolls: list[f.TacticsRoll] = field(default_factory=list)
    outcome: f.OutcomeReached | f.Walkover | None = None
    pursuit: f.Pursuit | None = None
    losses: list[f.Losses] = field(default_factory=list)
    shared: list[f.LossesShared] = field(default_factory=list)
    characters: dict[str, list[Personal]] = field(default_factory=dict)
    after: list[Aftermath] = field(default_factory=list)

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of its sides, in the order of the event."""
        return tuple(side.id for side in self.started.sides)

    def soldiers_of(self, side: str) -> int:
        """How many soldiers of a side took part (M-1)."""
        lines = [line for each in self.strengths if each.strength == side for line in each.lines]
        return sum(line.count for line in lines if not line.absent)

    def losses_of(self, side: str) -> list[f.LossesShared]:
        """What the contingents of a side lost."""
        armies = next(each.armies for each in self.started.sides if each.id == side)
        return [each for each in self.shared if each.army in armies]


@dataclass(slots=True)
class Battles:
    """All battles, in the order in which they were fought."""

    telling: Telling
    found: dict[str, Battle] = field(default_factory=dict)

    def course(self, battle: str, fact: Course) -> None:
        """What happened in the battle itself."""
        if isinstance(fact, f.BattleStarted):
            self.found[battle] = Battle(battle, fact)
            return
        there = self.found[battle]
        match fact:
            case f.Strength():
                there.strengths.append(fact)
            case f.Ratio():
                there.ratio = fact
            case f.TacticsRoll():
                there.rolls.append(fact)
            case f.OutcomeReached() | f.Walkover():
                there.outcome = fact
            case f.Pursuit():
                there.pursuit = fact
            case f.Losses():
                there.losses.append(fact)
            case f.LossesShared():
                there.shared.append(fact)

    def of_character(self, battle: str, character: str, fact: Personal) -> None:
        """What became of somebody in it."""
        self.found[battle].characters.setdefault(character, []).append(fact)

    def after(self, battle: str, fact: Aftermath) -> None:
        """What followed."""
        self.found[battle].after.append(fact)

    def in_order(self) -> Iterator[dict[str, Any]]:
        """Each battle as templates want it."""
        for battle in self.found.values():
            yield battle_entry(self.telling, battle)


def battle_entry(telling: Telling, battle: Battle) -> dict[str, Any]:
    """A battle for templates."""
    terrain = battle.started.terrain
    return {
        "heading": heading(telling, battle.started),
        "conditions": conditions(telling, battle.started),
        "text": paragraphs(battle.started.text or ""),
        "story": " ".join(_opening(telling, battle)),
        "strengths": [strength_table(telling, each, terrain) for each in battle.strengths],
        "ratio": "" if battle.ratio is None else ratio_words(telling, battle.ratio),
        "odds": _odds(telling, battle),
        "tactics": [tactics_words(telling, each) for each in battle.rolls],
        "outcome": _outcome(telling, battle),
        "pursuit": "" if battle.pursuit is None else pursuit_words(telling, battle.pursuit),
        "losses": [losses_table(telling, each, battle.losses_of(each.losses)) for each in battle.losses],
        "characters": [
            {
                "name": telling.wording.name(telling.character(character), "Nom"),
                "lines": character_lines(telling, facts),
            }
            for character, facts in battle.characters.items()
        ],
        "after": [aftermath_words(telling, fact) for fact in battle.after],
    }


def heading(telling: Telling, fact: f.BattleStarted) -> str:
    """Where and when."""
    if fact.region is None:
        return telling.say(HEADING_NOWHERE, battle=fact.battle_started, day=fact.day)
    return telling.say(HEADING, region=telling.region(fact.region), day=fact.day)


def conditions(telling: Telling, fact: f.BattleStarted) -> str:
    """Ground, weather, difficulty."""
    where = telling.word(WHERE[fact.terrain])
    if fact.weather is None or fact.difficulty is None:
        return telling.say(CONDITIONS_OF_WALKOVER, battle=fact.battle_started, where=where)
    weather = telling.word(WEATHER[fact.weather])
    return telling.say(CONDITIONS, battle=fact.battle_started, where=where, weather=weather, difficulty=fact.difficulty)


def _opening(telling: Telling, battle: Battle) -> Iterator[str]:
    """Who met whom, how many they were and who led them; where nobody fights, nobody leads (M-7)."""
    first, second = (telling.side(side.id) for side in battle.started.sides)
    values: dict[str, Name | str] = {
        "first": first,
        "second": second,
        "where": telling.word(WHERE[battle.started.terrain]),
    }
    if battle.started.weather is None:
        yield telling.say(MET_NOBODY, day=battle.started.day, **values)
        return
    weather = telling.word(WEATHER[battle.started.weather])
    yield telling.say(MET, day=battle.started.day, weather=weather, **values)
    for each in battle.started.sides:
        side, armies = telling.side(each.id), telling.army_names(each.armies)
        soldiers = battle.soldiers_of(each.id)
        told = [telling.wording.name(army) for army in armies] != [telling.wording.name(side)]
        if each.commander is not None:
            commander = telling.character(each.commander)
            message = CAME_WITH if told else CAME
            yield telling.count(message, soldiers, side=side, armies=armies, commander=commander)
        else:
            message = CAME_ALONE_WITH if told else CAME_ALONE
            yield telling.count(message, soldiers, side=side, armies=armies)


def _odds(telling: Telling, battle: Battle) -> str:
    """What the odds had been; a walk-over has none (O-6)."""
    if battle.ratio is None or len(battle.rolls) != len(battle.sides):
        return ""
    return odds_words(telling, battle.ratio, battle.rolls)


def _outcome(telling: Telling, battle: Battle) -> str:
    match battle.outcome:
        case None:
            return ""
        case f.Walkover():
            return walkover_words(telling, battle.outcome, battle.sides)
        case f.OutcomeReached():
            stronger = None if battle.ratio is None else battle.ratio.stronger
            return outcome_words(telling, battle.outcome, stronger)
