"""What became of the characters in a battle: the roll, damage, captivity or death, loot (F)."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_figures import dice_sum, signed
from turnproc.rulesets.vidonico.view_words import FATE_ROW

Personal: TypeAlias = f.Fate | f.Injury | f.Killed | f.Captured | f.Rescued | f.Loot

SKILLED: Final = N_("{character:Nom} ({skill} {before}, {case}) rolled {tk}: {dice}. That is {row}.")
UNSKILLED: Final = N_("{character:Nom} (without a weapon skill {before}, {case}) rolled {tk}: {dice}. That is {row}.")
CASE: Final = N_("{why}: {modifier}T")
UNCHANGED: Final = N_("{why}: no change")
DAMAGE: Final = N_("{character:Nom} took damage: {points} ({type}).")
KILLED: Final = {
    "battle": N_("{character:Nom} was killed."),
    "order": N_("{character:Nom} was put to death in captivity."),
}
CAPTURED: Final = {
    "battle": N_("{character:Nom} was taken captive by {army:ins}."),
    "taken": N_("{character:Nom} passed into the captivity of {army:gen}."),
}
RESCUED: Final = {
    "ruling": N_("{character:Nom} was all but taken captive when comrades came to the rescue."),
    "no_captor": N_("{character:Nom} would have been taken captive, but no enemy was left to do it."),
}
LOOT: Final = N_("{character:Nom} carried off {item} ({dice}).")
NO_LOOT: Final = N_("{character:Nom} looked for loot and found nothing ({dice}).")
AGAIN: Final = N_(
    "{character:Nom} seemed to have carried off {item} ({dice}), which could not be: it was rolled again."
)
MARKS: Final = {
    "no_mounts": N_("That seems odd, for no enemy had a mount."),
    "field_lost": N_("That seems odd, for the field was lost."),
    "terrain": N_("That seems odd in such ground."),
}
ITEMS: Final = {
    "nothing": N_("nothing"),
    "shield": N_("a shield"),
    "helmet": N_("a helmet"),
    "enemy_weapons": N_("a set of enemy weapons"),
    "injured_mount": N_("an injured riding animal"),
    "enemy_weapons_armour": N_("a set of enemy weapons and armour"),
    "ring_or_armband": N_("a ring or armband worth {quantity} {unit}"),
    "pack_animal_supplies": N_("a riding animal with a pack saddle and 12 blocks of supplies"),
    "enemy_weapons_armour_mount": N_("a set of enemy weapons and armour, and a riding animal"),
    "officer_prisoner": N_("an officer as a prisoner, with armour, weapons and {quantity} {unit}"),
    "baggage_wagon": N_("a wagon with two oxen and 120 blocks of supplies"),
    "riding_animals": N_("{quantity} riding animals"),
    "enemy_document": N_("an enemy document ({note})"),
    "senior_officer_prisoner": N_("a senior officer as a prisoner, with armour, weapons and {quantity} {unit}"),
}
# Before it was rolled how many, or how much they were worth.
UNCOUNTED: Final = {
    "ring_or_armband": N_("a ring or armband"),
    "officer_prisoner": N_("an officer as a prisoner"),
    "riding_animals": N_("several riding animals"),
    "enemy_document": N_("an enemy document"),
    "senior_officer_prisoner": N_("a senior officer as a prisoner"),
}
DEFAULTS: Final = {
    "to be told by the GM": N_("to be told by the game master"),
    "by enemy weapon": N_("by an enemy weapon"),
}
"""The defaults of questions that take any text (section 5), as the report has them."""

CASES: Final = {
    "flees_on_foot": N_("fleeing on foot, pursued"),
    "flees_riding": N_("fleeing in the saddle, pursued"),
    "pursuing": N_("rode with the pursuing cavalry"),
    "victory": N_("only their own commander succeeded"),
    "defeat": N_("only the enemy commander succeeded"),
    "both_succeed": N_("both commanders succeeded"),
    "both_fail": N_("both commanders failed"),
}


def character_words(telling: Telling, fact: Personal) -> str:
    """One fact about a character."""
    match fact:
        case f.Fate():
            return _fate(telling, fact)
        case f.Injury():
            character, points = telling.character(fact.injury), fact.points
            return telling.say(DAMAGE, character=character, points=points, type=free_text(telling, fact.damage_type))
        case f.Killed():
            return telling.say(KILLED[fact.why], character=telling.character(fact.killed))
        case f.Captured():
            army = telling.army(fact.army)
            return telling.say(CAPTURED[fact.why], character=telling.character(fact.captured), army=army)
        case f.Rescued():
            return telling.say(RESCUED[fact.why], character=telling.character(fact.rescued))
        case f.Loot():
            return _loot(telling, fact)
        case _:
            assert_never(fact)


def character_lines(telling: Telling, facts: list[Personal]) -> list[str]:
    """All about one character in a battle; damage rolls of one kind stand in one sentence."""
    lines: list[str] = []
    hurts: dict[str, list[f.Injury]] = {}
    for fact in facts:
        if isinstance(fact, f.Injury):
            hurts.setdefault(fact.damage_type, []).append(fact)
            continue
        lines += _hurts(telling, hurts)
        lines.append(character_words(telling, fact))
    return [*lines, *_hurts(telling, hurts)]


def _hurts(telling: Telling, hurts: dict[str, list[f.Injury]]) -> list[str]:
    lines = []
    for kind, injuries in hurts.items():
        points = telling.wording.listed([str(each.points) for each in injuries])
        character = telling.character(injuries[0].injury)
        lines.append(telling.say(DAMAGE, character=character, points=points, type=free_text(telling, kind)))
    hurts.clear()
    return lines


def _fate(telling: Telling, fact: f.Fate) -> str:
    why = ", ".join(telling.word(CASES[case]) for case in fact.case.split("+"))
    case = telling.say(CASE if fact.modifier else UNCHANGED, why=why, modifier=signed(fact.modifier))
    thrown = f"fate/{fact.battle}/{fact.fate}" in telling.thrown
    return telling.say(
        UNSKILLED if fact.skill is None else SKILLED,
        character=telling.character(fact.fate),
        skill=fact.skill or "",
        before=fact.tk_before,
        case=case,
        tk=fact.tk,
        dice=dice_sum(telling.wording, fact.dice, fact.total, thrown=thrown),
        row=telling.word(FATE_ROW[fact.row]),
    )


def _loot(telling: Telling, fact: f.Loot) -> str:
    label = f"loot/{fact.battle}/{fact.loot}/{fact.n}" + (f"/r{fact.reroll}" if fact.reroll else "")
    dice = dice_sum(telling.wording, fact.dice, fact.total, thrown=label in telling.thrown)
    message = AGAIN if fact.rolled_again else NO_LOOT if fact.item == "nothing" else LOOT
    item = item_words(telling, fact.item, None if fact.rolled_again else fact.quantity, fact.unit, fact.note)
    line = telling.say(message, character=telling.character(fact.loot), item=item, dice=dice)
    return line if fact.mark is None or fact.rolled_again else f"{line} {telling.say(MARKS[fact.mark])}"


def item_words(telling: Telling, item: str, quantity: int | None, unit: str | None, note: str | None) -> str:
    """A thing of the loot table (F-6); coins have the campaign's names."""
    if quantity is None and note is None and item in UNCOUNTED:
        return telling.word(UNCOUNTED[item])
    coin = telling.world.settings.coin_names.get(unit or "", unit or "")
    return telling.say(ITEMS[item], quantity=quantity or 0, unit=coin, note=free_text(telling, note or ""))


def free_text(telling: Telling, text: str) -> str:
    """What the game master wrote; the rules' own words for "nothing was said" are translated."""
    return telling.word(DEFAULTS[text]) if text in DEFAULTS else text
