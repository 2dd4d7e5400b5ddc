"""Why a commander succeeded, why a battle ended so, why there was a pursuit, who was in disorder (X, C)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.odds import min_total, p_at_least
from turnproc.rulesets.vidonico.strength import TENTHS
from turnproc.rulesets.vidonico.view_figures import dice_sum, percent, signed
from turnproc.rulesets.vidonico.view_tactics import multiplied_words
from turnproc.rulesets.vidonico.view_words import LOSS_ROW, TERRAIN

DICE: Final = N_("The dice")
RESULT: Final = N_("The result against the difficulty")
OUTCOME: Final = N_("How the two results decide")
PURSUIT: Final = N_("Whether there was a pursuit")
DISORDER: Final = N_("Why it was in disorder")
SKILL: Final = N_("{commander:Nom} has Tactics {tk}.")
NO_SKILL: Final = N_("{commander:Nom} has no Tactics; the rules give {tk}.")
NOBODY: Final = N_("Nobody commands; the rules or the battle's event give {tk}.")
ADDED: Final = N_("By the game master's ruling, dice {dice} and pips {pips}: {rolled}.")
ROLLED: Final = N_("{rolled}, roll {label}: {dice}.")
STRONGER: Final = N_("The stronger side's total is multiplied by the ratio: {calculation}.")
WEAKER: Final = N_("The total of a side that is not the stronger one stays as it is: {total}.")
REACHED: Final = N_("It takes {difficulty} or more: a success.")
REACHED_ABOVE: Final = N_("It takes more than {difficulty}: a success.")
MISSED: Final = N_("It takes {difficulty} or more: a failure.")
MISSED_ABOVE: Final = N_("It takes more than {difficulty}: a failure.")
CHANCE: Final = N_("The smallest total that would have done was {least}, with a chance of {chance}.")
BOTH: Final = N_("Both succeeded: the stronger side holds the field, the weaker retreats in good order.")
NEITHER: Final = N_(
    "Neither succeeded: the stronger side holds the field in disorder, the weaker retreats in disorder."
)
ONE: Final = N_("Only {side:nom} succeeded: a clear victory, whoever was stronger. The other side is in flight.")
TIED: Final = N_("At equal strength, with both or neither successful, the higher total takes the stronger side's part.")
ROW: Final = N_("{side:Nom}: {row}.")
CAVALRY: Final = N_("Cavalry of {side:gen}: {contingents}; together {cavalry} of {total} soldiers.")
NO_CAVALRY: Final = N_("Cavalry of {side:gen}: none of {total} soldiers.")
ENOUGH: Final = N_("100 × {cavalry} = {left}, and {percent} × {total} = {right}: enough for a pursuit.")
TOO_FEW: Final = N_("100 × {cavalry} = {left}, and {percent} × {total} = {right}: not enough for a pursuit.")
WILLING: Final = N_("The commander's army has orders to pursue.")
UNWILLING: Final = N_("The commander's army has orders not to pursue.")
OVER: Final = N_("The ground of the pursuit: {terrain}.")
COUNTED: Final = N_("Heads are counted, at the start of the battle; riders who fought on foot are no cavalry.")
CHAOS: Final = N_("Where both commanders fail, the armies that hold the field cannot march before the next day.")
NEXT_DAY: Final = N_("The battle was on day {day}.")


def tactics(case: Case, fact: f.TacticsRoll) -> None:
    """A commander's roll."""
    case.cite("X-0", "X-2", "X-3", "X-5", "G-1")
    case.add(DICE, _dice(case, fact))
    case.add(RESULT, _result(case, fact))
    case.figures |= {"total": fact.total, "result": fact.result, "difficulty": fact.difficulty}


def _dice(case: Case, fact: f.TacticsRoll) -> Iterator[str]:
    (battle,) = case.in_battle(f.BattleStarted)
    case.told(battle)
    label = f"tactics/{fact.battle}/{fact.tactics_roll}"
    fallback = str(case.settings.leaderless_tactics)
    if fact.commander is None:
        yield case.say(NOBODY, tk=fallback if fact.ruling else fact.rolled)
    else:
        case.entry("characters", fact.commander, tactics=fact.tk)
        commander = case.telling.character(fact.commander)
        yield case.say(SKILL if fact.tk else NO_SKILL, commander=commander, tk=fact.tk or fallback)
    if fact.tk is None:
        yield from case.settings_apart("leaderless_tactics")
    if fact.ruling is not None:
        yield from case.answers(label)
        yield case.say(ADDED, dice=signed(fact.ruling.dice), pips=signed(fact.ruling.pips), rolled=fact.rolled)
    dice = dice_sum(case.telling.wording, fact.dice, fact.total, thrown=label in case.telling.thrown)
    yield case.say(ROLLED, rolled=fact.rolled, label=label, dice=dice)


def _result(case: Case, fact: f.TacticsRoll) -> Iterator[str]:
    (ratio,) = case.in_battle(f.Ratio)
    yield case.told(ratio)
    tenths = None
    if fact.multiplied_by is None:
        yield case.say(WEAKER, total=fact.total)
    else:
        tenths = int(Fraction(fact.multiplied_by) * TENTHS)
        calculation = multiplied_words(case.telling, fact.total, fact.multiplied_by, fact.result)
        yield case.say(STRONGER, calculation=calculation)
    equal = case.settings.success_on_equal
    message = (REACHED if equal else REACHED_ABOVE) if fact.success else (MISSED if equal else MISSED_ABOVE)
    yield case.say(message, difficulty=fact.difficulty)
    least = min_total(tenths, fact.difficulty, case.settings)
    chance = p_at_least(Combination.of(fact.rolled), least)
    yield case.say(CHANCE, least=least, chance=percent(case.telling.wording, chance))
    yield from case.settings_apart("tactics_rounding", "success_on_equal")


def outcome(case: Case, fact: f.OutcomeReached) -> None:
    """How the battle ended."""
    rolls = case.in_battle(f.TacticsRoll)
    lines = [case.told(each) for each in rolls]
    succeeded = [each.tactics_roll for each in rolls if each.success]
    if len(succeeded) == 1:
        lines.append(case.say(ONE, side=case.telling.side(succeeded[0])))
    else:
        lines.append(case.word(BOTH if succeeded else NEITHER))
        lines += [case.told(each) for each in case.in_battle(f.Ratio)]
    if fact.tie_break is not None:
        lines.append(case.word(TIED))
        lines.append(case.setting("equal_strength"))
        lines += case.answers(f"strength_tie/{fact.battle}")
    lines += [
        case.say(ROW, side=case.telling.side(side), row=case.word(LOSS_ROW[row])) for side, row in fact.rows.items()
    ]
    case.figures["rows"] = dict(fact.rows)
    case.add(OUTCOME, lines)


def pursuit(case: Case, fact: f.Pursuit) -> None:
    """Whether the winner pursued."""
    case.cite("C-3")
    (battle,) = case.in_battle(f.BattleStarted)
    army = next(side.commander_army for side in battle.sides if side.id == fact.pursuit)
    lines = [case.told(each) for each in case.in_battle(f.OutcomeReached)]
    lines.append(case.word(WILLING if fact.ordered else UNWILLING))
    if army is not None:
        case.entry("armies", army, pursue=fact.ordered)
    lines += [case.told(each) for each in case.earlier(f.Ordered, lambda each: each.ordered == "pursue")]
    lines += _cavalry(case, fact)
    told = case.answer(q.pursuit_terrain_id(fact.battle))
    if told is not None:
        lines.append(told)
    elif fact.terrain is not None:
        lines.append(case.say(OVER, terrain=case.word(TERRAIN[fact.terrain])))
    lines.append(case.word(COUNTED))
    lines += case.settings_apart("pursuit_min_cavalry_percent", "centaurs_are_cavalry", "dismounted_may_pursue")
    case.figures |= {"cavalry": fact.cavalry, "total": fact.total}
    case.add(PURSUIT, lines)


def _cavalry(case: Case, fact: f.Pursuit) -> Iterator[str]:
    side, needed = case.telling.side(fact.pursuit), case.settings.pursuit_min_cavalry_percent
    if fact.cavalry == 0:
        yield case.say(NO_CAVALRY, side=side, total=fact.total)
        return
    values = {"cavalry": fact.cavalry, "total": fact.total}
    yield case.say(CAVALRY, side=side, contingents=", ".join(_riders(case, fact)), **values)
    left, right = 100 * fact.cavalry, needed * fact.total
    yield case.say(ENOUGH if left >= right else TOO_FEW, left=left, right=right, percent=needed, **values)


def _riders(case: Case, fact: f.Pursuit) -> Iterator[str]:
    """Who may have counted as cavalry: mounted, or centaurs (C-2)."""
    for strength in case.in_battle(f.Strength, lambda each: each.strength == fact.pursuit):
        case.told(strength)
        for line in strength.lines:
            there = case.telling.contingents[line.contingent]
            rides = there.mount != "none" and (line.formation == "mounted" or case.settings.dismounted_may_pursue)
            if line.count and (rides or (there.species == "centaur" and case.settings.centaurs_are_cavalry)):
                yield f"{case.telling.wording.name(case.telling.contingent(line.contingent))} {line.count}"


def disordered(case: Case, fact: f.DisorderedBy) -> None:
    """An army that holds the field in disorder."""
    lines = [case.told(each) for each in case.in_battle(f.OutcomeReached)]
    lines.append(case.word(CHAOS))
    lines += [case.say(NEXT_DAY, day=each.day) for each in case.in_battle(f.BattleStarted)]
    case.add(DISORDER, lines)
