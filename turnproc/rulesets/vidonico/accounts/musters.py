"""Why a battle was fought, who led, and how strong the sides were (M, X-0, X-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.accounts.decrees import battle_event
from turnproc.rulesets.vidonico.tables import ROUGH_GROUND
from turnproc.rulesets.vidonico.tactics import default_difficulty
from turnproc.rulesets.vidonico.view_strength import ratio_words, strength_row
from turnproc.rulesets.vidonico.view_words import TERRAIN, WEATHER

WHY_FOUGHT: Final = N_("Why they fought")
GROUND: Final = N_("Ground, weather and difficulty")
WHO_LED: Final = N_("Who commanded")
HOW_STRONG: Final = N_("What each soldier was worth, and all of them together")
CALCULATION: Final = N_("The calculation")
WHY_WALKOVER: Final = N_("Why nobody fought")
TERRAIN_GIVEN: Final = N_("The ground: {terrain}, as the battle's event says.")
TERRAIN_OF_REGION: Final = N_("The ground: {terrain}, that of {region:nom}.")
WEATHER_GIVEN: Final = N_("The weather: {weather}, as the battle's event says.")
DIFFICULTY_GIVEN: Final = N_("The difficulty: {difficulty}, as the battle's event says.")
EASY: Final = N_("The rules' table has {difficulty} for {weather} on easy ground.")
ROUGH: Final = N_("The rules' table has {difficulty} for {weather} on rough ground.")
NAMED: Final = N_("{commander:Nom} commands {side:acc}, as the battle's event says.")
LEADS: Final = N_("{commander:Nom} commands {side:acc}, as leader of the strongest of its armies that has one there.")
CHOSEN: Final = N_("{commander:Nom} commands {side:acc}, for no leader of its armies was there.")
NOBODY: Final = N_("Nobody commands {side:acc}.")
SUM: Final = N_("Together: {terms} = {total}.")
FLOOR: Final = N_("The value of a soldier is never below 1, after all is added up.")
TAKES_PART: Final = N_("Fit soldiers alone take part; the wounded do not.")
FORCED: Final = N_("Where a mount cannot be used, riders fight on foot, with the row of their species.")
ORDERED: Final = N_("A formation order of this week for such ground goes before the standing one.")
LEAD: Final = N_("Whatever is left over makes a whole tenth: a lead of a single soldier is a ratio of 1.1 already.")
NOT_MULTIPLIED: Final = N_("At equal strength the ratio is 1.0, and nobody's Tactics are multiplied.")
NO_STRENGTH: Final = N_("{side:Nom} had nobody who could take part; so the other side holds the field without a roll.")


def started(case: Case, fact: f.BattleStarted) -> None:
    """A battle came about."""
    battle = fact.battle_started
    lines = list(battle_event(case, battle))
    for met in case.earlier(f.Encounter):
        if battle.startswith("-vs-".join(met.armies) + "-t"):
            lines.append(case.told(met))
    lines += [case.told(each) for each in case.earlier(f.Moved, lambda each: each.battle == battle)]
    if not lines:
        lines = [case.word(TAKES_PART)]
    case.add(WHY_FOUGHT, lines)
    case.add(GROUND, _ground(case, fact))
    if fact.difficulty is not None:
        case.cite("X-0", "X-1")
        case.add(WHO_LED, [line for side in fact.sides for line in _commander(case, battle, side)])


def _event(case: Case, battle: str, key: str) -> bool:
    """Does the battle's event say anything about this?"""
    events = (event for event in case.telling.record.table.events if event.verb == "battle")
    return any(event.data["battle"] == battle and event.data.get(key) is not None for event in events)


def _ground(case: Case, fact: f.BattleStarted) -> Iterator[str]:
    battle, terrain = fact.battle_started, case.word(TERRAIN[fact.terrain])
    told = case.answer(q.terrain_id(battle))
    if told is not None:
        yield told
    elif _event(case, battle, "terrain"):
        yield case.say(TERRAIN_GIVEN, terrain=terrain)
    else:
        yield case.say(TERRAIN_OF_REGION, terrain=terrain, region=case.telling.region(fact.region))
    if fact.weather is None or fact.difficulty is None:
        return
    weather = case.word(WEATHER[fact.weather])
    yield case.answer(q.weather_id(battle)) or case.say(WEATHER_GIVEN, weather=weather)
    usual = default_difficulty(fact.terrain, fact.weather, case.settings)
    yield case.answer(q.difficulty_id(battle)) or case.say(DIFFICULTY_GIVEN, difficulty=fact.difficulty)
    yield case.say(ROUGH if fact.terrain in ROUGH_GROUND else EASY, difficulty=usual, weather=weather)


def _commander(case: Case, battle: str, side: f.Side) -> Iterator[str]:
    name, question = case.telling.side(side.id), f"leader/{battle}/{side.id}"
    told = case.answer(question)
    if told is not None:
        yield told
    if side.commander is None:
        yield case.say(NOBODY, side=name)
        return
    case.entry("characters", side.commander, army=side.commander_army)
    message = CHOSEN if told is not None else LEADS
    for event in case.telling.record.table.events:
        if event.verb == "battle" and event.data["battle"] == battle:
            named = {each["id"]: each.get("commander") for each in event.data["sides"]}
            message = NAMED if named.get(side.id) == side.commander else message
    yield case.say(message, commander=case.telling.character(side.commander), side=name)


def strength(case: Case, fact: f.Strength) -> None:
    """The army combat value of a side."""
    case.cite("M-1", "M-2")
    (battle,) = case.in_battle(f.BattleStarted)
    lines = [str(strength_row(case.telling, line, battle.terrain)["line"]) + "." for line in fact.lines]
    for line in fact.lines:
        case.entry("armies", line.army, contingent=line.contingent, count=line.count)
    terms = [str(line.subtotal) for line in fact.lines if not line.absent]
    if len(terms) > 1:
        lines.append(case.say(SUM, terms=" + ".join(terms), total=fact.total))
    lines.append(case.word(TAKES_PART))
    if any(line.ssv > sum(line.parts.values()) for line in fact.lines):
        case.cite("M-3")
        lines.append(case.word(FLOOR))
    if any(line.forced or line.absent for line in fact.lines):
        case.cite("M-4")
        lines.append(case.word(FORCED))
    for given in case.earlier(f.Ordered, lambda each: each.ordered == "formation"):
        fits = battle.terrain in given.data.get("where", (battle.terrain,))
        if fits and given.data["contingent"] in {line.contingent for line in fact.lines}:
            case.cite("M-4")
            lines += [case.told(given), case.word(ORDERED)]
    for condition in case.earlier(f.ConditionSet):
        if condition.condition_set in {line.army for line in fact.lines}:
            lines.append(case.told(condition))
    lines += case.settings_apart("unusable_cavalry")
    if case.settings.terrain_overrides:
        case.note("setting", "terrain_overrides", source="campaign", pointer="/settings/terrain_overrides")
    case.figures["lines"] = [
        {"contingent": each.contingent, "count": each.count, "value": each.ssv, "parts": dict(each.parts)}
        for each in fact.lines
    ]
    case.figures["total"] = fact.total
    case.add(HOW_STRONG, lines)


def ratio(case: Case, fact: f.Ratio) -> None:
    """The strength ratio."""
    lines = [case.told(each) for each in case.in_battle(f.Strength)]
    lines.append(ratio_words(case.telling, fact) + ".")
    if fact.stronger is None:
        lines.append(case.word(NOT_MULTIPLIED))
    elif case.settings.ratio_rounding == "up":
        lines.append(case.word(LEAD))
    lines += case.settings_apart("ratio_rounding")
    case.figures |= {"larger": fact.larger, "smaller": fact.smaller, "ratio": fact.ratio}
    case.add(CALCULATION, lines)


def walkover(case: Case, fact: f.Walkover) -> None:
    """One side had nobody."""
    strengths = case.in_battle(f.Strength)
    lines = [case.told(each) for each in strengths]
    loser = next(each.strength for each in strengths if each.strength != fact.walkover)
    lines.append(case.say(NO_STRENGTH, side=case.telling.side(loser)))
    case.add(WHY_WALKOVER, lines)
