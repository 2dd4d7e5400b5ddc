"""The annex of the report: every die with its label, every ruling, every question that the rules answered (item 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_fates import free_text
from turnproc.rulesets.vidonico.view_figures import dice_sum, signed
from turnproc.rulesets.vidonico.view_words import TERRAIN, WEATHER

DERIVED: Final = N_("from the seed")
THROWN: Final = N_("thrown")
ROLL: Final = N_("{label} ({expression}): {dice}, {source}")
ANSWERED: Final[Mapping[str, str]] = {
    "encounter": N_("Encounter {place}: {answer}."),
    "terrain": N_("Ground of the battle {battle}: {answer}."),
    "weather": N_("Weather of the battle {battle}: {answer}."),
    "difficulty": N_("Difficulty of the battle {battle}: {answer}."),
    "leader": N_("Commander of {side:gen} in the battle {battle}: {answer}."),
    "tactics": N_("Tactics of {side:gen} in the battle {battle}: {answer}."),
    "strength_tie": N_("Equal sides in the battle {battle}: {answer}."),
    "pursuit_terrain": N_("Ground of the pursuit after the battle {battle}: {answer}."),
    "weapon_skill": N_("Weapon skill of {character:gen}: {answer}."),
    "damage_type": N_("What hurt {character:acc} in the battle {battle}: {answer}."),
    "captive": N_("{character:Nom}, all but taken in the battle {battle}: {answer}."),
    "document": N_("The document that {character:nom} took in the battle {battle}: {answer}."),
    "retreat": N_("Where {army:nom} went after the battle {battle}: {answer}."),
    "held_prisoners": N_("Those whom {army:nom} held before the battle {battle}: {answer}."),
    "kill_captive": N_("Putting {character:acc} to death: {answer}."),
    "recovery": N_("Recovery of {army:gen}: {answer}."),
    "received": N_("The orders of {speaker:gen} count as received in time."),
    "reroll": N_("Rolled again: {answer}."),
}
ANSWERS: Final[dict[str, str]] = {
    "battle": N_("battle"),
    "no_battle": N_("no battle"),
    "nobody": N_("nobody"),
    "mutual": N_("both withdraw"),
    "captured": N_("taken captive"),
    "rescued": N_("rescued"),
    "stay": N_("stays"),
    "keep": N_("kept"),
    "freed": N_("got free"),
    "taken": N_("taken over"),
    "confirm": N_("confirmed"),
    "refuse": N_("refused"),
    **{str(terrain): word for terrain, word in TERRAIN.items()},
    **{str(weather): word for weather, word in WEATHER.items()},
}
# Names alone: there is nothing to translate.
ENCOUNTER: Final = "{region:in}, {armies:nom}"
BONUS: Final = N_("dice {dice}, pips {pips}")
BONUS_BECAUSE: Final = N_("dice {dice}, pips {pips} ({reason})")
RATE: Final = N_("{rate} of the wounded")


def dice_rows(telling: Telling) -> Iterator[dict[str, str]]:
    """Every roll of the turn."""
    for roll in telling.record.journal.rolls:
        dice = dice_sum(telling.wording, roll.dice, roll.total)
        source = telling.word(THROWN if roll.source == "thrown" else DERIVED)
        values = {"label": roll.label, "expression": roll.expression, "dice": dice, "source": source}
        yield {**values, "line": telling.say(ROLL, **values)}


def answers(telling: Telling, given: Mapping[str, Any]) -> Iterator[str]:
    """Rulings, or questions answered by their default, each in a sentence. Struck files are told elsewhere."""
    for question, answer in given.items():
        if not question.startswith("strike/"):
            yield answer_words(telling, question, answer)


def answer_words(telling: Telling, question: str, answer: Any) -> str:
    """One ruling or default."""
    kind, _, rest = question.partition("/")
    message = ANSWERED.get(kind)
    if message is None:
        return f"{question}: {answer}"
    first, _, second = rest.partition("/")
    who = second.partition("/")[0] or first
    return telling.say(
        message,
        place=_encounter(telling, rest),
        battle=first,
        side=telling.side(who),
        character=telling.character(who),
        army=telling.army(who),
        speaker=telling.speaker(first),
        answer=_answer(telling, kind, answer),
    )


def _encounter(telling: Telling, rest: str) -> str:
    region, _, armies = rest.partition("/")
    names = [telling.army(army) for army in armies.split("+")]
    return telling.say(ENCOUNTER, region=telling.region(region), armies=names)


def _answer(telling: Telling, kind: str, answer: Any) -> str:
    if isinstance(answer, Mapping):
        if "rate" in answer:
            return telling.say(RATE, rate=str(answer["rate"]))
        reason = answer.get("reason")
        values = {key: signed(int(answer.get(key, 0))) for key in ("dice", "pips")}
        return telling.say(BONUS if not reason else BONUS_BECAUSE, reason=str(reason or ""), **values)
    if isinstance(answer, list | tuple):
        return ", ".join(map(str, answer))
    if not isinstance(answer, str):
        return str(answer)
    if kind in ("damage_type", "document"):
        return free_text(telling, answer)
    if answer in ANSWERS:
        return telling.word(ANSWERS[answer])
    match kind:
        case "retreat":
            return telling.wording.name(telling.region(answer))
        case "leader":
            return telling.wording.name(telling.character(answer))
        case "strength_tie":
            return telling.wording.name(telling.side(answer))
        case _:
            return answer
