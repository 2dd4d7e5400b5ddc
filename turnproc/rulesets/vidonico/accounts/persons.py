"""Why a character met that fate: who rolls, with what, what it means, and what was carried off (F)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.fates import amount_label, fate_label, injury_label, loot_label
from turnproc.rulesets.vidonico.tables import FATE_CASES, FATES
from turnproc.rulesets.vidonico.view_fates import CASES, MARKS
from turnproc.rulesets.vidonico.view_figures import dice_sum, signed
from turnproc.rulesets.vidonico.view_words import FATE_ROW

WHY_ROLL: Final = N_("Why there was a roll, and with which dice")
WHAT_IT_MEANS: Final = N_("What the total means")
WHY: Final = N_("Why")
FOUGHT: Final = N_("{character:Nom} fought with the troops, so there is a roll in any case.")
PRESENT: Final = N_("{character:Nom} kept back, so there is a roll only since the own side fled and was pursued.")
SKILL: Final = N_("The best weapon skill: {skill} {tk}.")
NO_SKILL: Final = N_("Without a weapon skill: {tk}.")
MODIFIED: Final = N_("Dice are added or taken for this: {why}, {dice}T.")
FIRST_CASE: Final = N_("Of all cases that fit only the most particular one counts.")
ALL_CASES: Final = N_("By a house rule the cases of pursuit and of success are added up.")
BECOMES: Final = N_("{before} with {dice}T: {tk}.")
FLOOR: Final = N_("{before} with {dice}T would be less than one die, so it is 1T.")
ROLLED: Final = N_("{tk}, roll {label}: {dice}.")
ROW: Final = N_("{total} is in the row {row}.")
KILLED: Final = N_("That row means death.")
WOUNDS: Final = N_("Damage rolls in that row: {wounds}.")
CAPTIVE: Final = N_("In that row one is taken captive.")
LOOT: Final = N_("Loot rolls in that row: {loot}.")
NO_LOOT: Final = N_("There is no loot in that row.")
DAMAGE: Final = N_("Each damage roll is one die, and armour protects against each: roll {label}.")
OUT_OF_TABLE: Final = N_(
    "It is the roll number {n} of that row, {dice}, and {total} stands in the loot table for this."
)
AMOUNT: Final = N_("How much it is: {dice}, roll {label}.")
ROLLED_AGAIN: Final = N_("The last result of a loot roll counts.")
BY_RULING: Final = N_("The game master had it rolled again: {label}.")
BY_HOUSE_RULE: Final = N_("By a house rule results that look unreasonable are rolled again.")
MARK: Final = N_("It is marked, and stands unless the game master has it rolled again. {mark}")
HOLDER: Final = N_("Who is captured goes to the army that takes the enemy side's prisoners.")
HELD_FIELD: Final = N_("The own side held the field and lost nobody captured; so the game master is asked.")
NOBODY_LEFT: Final = N_("On the enemy side nobody was left, unhurt or wounded, who could hold a captive.")
LED: Final = N_("{character:Nom} led {army:acc}; the dead, the captive and those who leave an army do not lead it.")


def fate(case: Case, fact: f.Fate) -> None:
    """The roll on the fate table."""
    case.cite("F-1", "F-2", "F-3")
    case.add(WHY_ROLL, _dice(case, fact))
    case.add(WHAT_IT_MEANS, _meaning(case, fact))
    case.figures |= {"total": fact.total, "row": fact.row, "modifier": fact.modifier}


def _dice(case: Case, fact: f.Fate) -> Iterator[str]:
    character = case.telling.character(fact.fate)
    case.entry("characters", fact.fate, role=fact.role)
    yield case.say(FOUGHT if fact.role == "fight" else PRESENT, character=character)
    if fact.skill is None:
        yield case.say(NO_SKILL, tk=fact.tk_before)
        yield from case.answers(f"weapon_skill/{fact.fate}")
    else:
        yield case.say(SKILL, skill=fact.skill, tk=fact.tk_before)
    for roll in case.in_battle(f.TacticsRoll):
        yield case.told(roll)
    for pursuit in case.in_battle(f.Pursuit):
        yield case.told(pursuit)
    for each in fact.case.split("+"):
        yield case.say(MODIFIED, why=case.word(CASES[each]), dice=signed(FATE_CASES[each]))
    yield case.word(FIRST_CASE if case.settings.fate_modifiers == "most_specific" else ALL_CASES)
    case.setting("fate_modifiers")
    floored = Combination.of(fact.tk_before).dice + fact.modifier < 1
    yield case.say(FLOOR if floored else BECOMES, before=fact.tk_before, dice=signed(fact.modifier), tk=fact.tk)
    label = fate_label(fact.battle, fact.fate)
    dice = dice_sum(case.telling.wording, fact.dice, fact.total, thrown=label in case.telling.thrown)
    yield case.say(ROLLED, tk=fact.tk, label=label, dice=dice)


def _meaning(case: Case, fact: f.Fate) -> Iterator[str]:
    entry = next(each for each in FATES if each.row == fact.row)
    yield case.say(ROW, total=fact.total, row=case.word(FATE_ROW[fact.row]))
    if entry.killed:
        yield case.word(KILLED)
        return
    yield case.say(WOUNDS, wounds=entry.injuries)
    if entry.captive:
        yield case.word(CAPTIVE)
    if entry.loot:
        yield case.say(LOOT, loot=", ".join(f"{dice}T" for dice in entry.loot))
    else:
        yield case.word(NO_LOOT)


def _behind(case: Case, character: str) -> Iterator[str]:
    """The roll that a fact about a character follows from."""
    for roll in case.in_battle(f.Fate, lambda each: each.fate == character):
        yield case.told(roll)


def injury(case: Case, fact: f.Injury) -> None:
    """Damage."""
    lines = list(_behind(case, fact.injury))
    lines.append(case.say(DAMAGE, label=injury_label(fact.battle, fact.injury, fact.n)))
    lines += case.answers(f"damage_type/{fact.battle}/{fact.injury}")
    case.add(WHY, lines)


def killed(case: Case, fact: f.Killed) -> None:
    """Somebody died in battle, or as a captive."""
    if fact.battle is not None:
        case.add(WHY, [*_behind(case, fact.killed), case.word(KILLED)])
        return
    lines = [case.told(each) for each in case.earlier(f.CaptiveDisposed, lambda it: it.captive_disposed == fact.killed)]
    lines += filter(None, [case.order_of("captive", fact.killed)])
    lines += case.answers(f"kill_captive/{fact.killed}")
    case.add(WHY, lines)


def captured(case: Case, fact: f.Captured) -> None:
    """Somebody was taken captive, or passed to other hands."""
    if fact.why == "taken":
        case.add(WHY, [case.told(each) for each in case.in_battle(f.HeldPrisoners)])
        return
    lines = [*_behind(case, fact.captured), case.word(CAPTIVE)]
    case.cite("F-4", "L-4")
    lines += _holding(case, fact.captured)
    lines.append(case.word(HOLDER))
    case.add(WHY, lines)


def rescued(case: Case, fact: f.Rescued) -> None:
    """Somebody was not captured after all."""
    lines = [*_behind(case, fact.rescued), case.word(CAPTIVE)]
    if fact.why == "no_captor":
        lines += [case.told(each) for each in case.in_battle(f.Losses)]
        lines.append(case.word(NOBODY_LEFT))
    lines += _holding(case, fact.rescued)
    case.add(WHY, lines)


def _holding(case: Case, character: str) -> Iterator[str]:
    told = case.answer(f"captive/{case.battle}/{character}")
    if told is not None:
        yield case.word(HELD_FIELD)
        yield told
        case.setting("captive_despite_victory")


def leader_lost(case: Case, fact: f.LeaderLost) -> None:
    """An army lost its leader."""
    who = fact.character
    lines = [case.say(LED, character=case.telling.character(who), army=case.telling.army(fact.leader_lost))]
    case.entry("armies", fact.leader_lost, leader=who)
    before = case.facts[: case.number - 1]
    for each in reversed(before):
        match each:
            case f.Killed(killed=whom) | f.Captured(captured=whom) | f.CharacterSet(character_set=whom) if whom == who:
                lines.append(case.told(each))
                break
            case f.Transferred(from_=army) if army == fact.leader_lost and fact.rule == "A-1":
                lines.append(case.told(each))
                break
            case _:
                pass
    case.add(WHY, lines)


def loot(case: Case, fact: f.Loot) -> None:
    """What a character carried off."""
    label = loot_label(fact.battle, fact.loot, fact.n, fact.reroll)
    lines = list(_behind(case, fact.loot))
    rolled = next(each for each in case.telling.record.journal.rolls if each.label == label)
    tk = str(Combination.read(rolled.expression))
    lines.append(case.say(OUT_OF_TABLE, n=fact.n, dice=tk, total=fact.total))
    dice = dice_sum(case.telling.wording, fact.dice, fact.total, thrown=label in case.telling.thrown)
    lines.append(case.say(ROLLED, tk=tk, label=label, dice=dice))
    amount = amount_label(fact.battle, fact.loot, fact.n, fact.reroll)
    for roll in case.telling.record.journal.rolls:
        if roll.label == amount:
            dice = dice_sum(case.telling.wording, roll.dice, roll.total)
            lines.append(case.say(AMOUNT, dice=dice, label=amount))
    lines += case.answers(f"document/{fact.battle}/{fact.loot}/{fact.n}")
    lines += _again(case, fact, label)
    if fact.mark is not None:
        case.cite("F-7")
        lines.append(case.say(MARK, mark=case.word(MARKS[fact.mark])))
        lines.append(case.setting("loot_sanity"))
    case.add(WHY, lines)


def _again(case: Case, fact: f.Loot, label: str) -> Iterator[str]:
    for before in case.in_battle(f.Loot, lambda each: (each.loot, each.n) == (fact.loot, fact.n)):
        case.cite("F-7")
        yield case.told(before)
        yield case.word(ROLLED_AGAIN)
    if fact.rolled_again:
        if label in case.telling.record.journal.rulings.get("reroll", ()):
            yield case.say(BY_RULING, label=label)
            case.answer("reroll")
        else:
            yield case.word(BY_HOUSE_RULE)
            case.setting("loot_sanity")
