"""The commanders' Tactics rolls, the outcome of a battle and the pursuit, each in sentences (X, C)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_figures import decimal, dice_sum, tenths
from turnproc.rulesets.vidonico.view_words import WHERE

COMMANDED: Final = N_("{commander:Nom} rolled {rolled} for {side:acc}: {dice}")
UNSKILLED: Final = N_("{commander:Nom}, who never learned Tactics, rolled {rolled} for {side:acc}: {dice}")
NOBODY: Final = N_("Nobody commanded {side:acc}, so {rolled} had to do: {dice}")
RULED: Final = N_("The game master had made {rolled} of {tk}.")
RULED_BECAUSE: Final = N_("The game master had made {rolled} of {tk}: “{reason}”")
TIMES: Final = N_("{total} × {ratio} = {result}")
TIMES_UP: Final = N_("{total} × {ratio} = {product}, up to {result}")
TIMES_NEAREST: Final = N_("{total} × {ratio} = {product}, to the nearest whole number {result}")
SUCCESS: Final = N_("Against {difficulty} that is a success.")
FAILURE: Final = N_("Against {difficulty} that is a failure.")

CLEAR: Final = N_("A clear victory: {winner:nom} held the field, and {loser:nom} fled.")
UPSET: Final = N_(
    "A clear victory against the odds: {winner:nom}, though the weaker side, held the field, and {loser:nom} fled."
)
ORDERLY: Final = N_(
    "Both commanders kept their troops in hand: {winner:nom} held the field, and {loser:nom} retreated in good order."
)
CHAOS: Final = N_(
    "Neither commander kept control: {winner:nom} held the field, but in disorder, and {loser:nom} retreated in "
    "disorder."
)
MUTUAL_ORDERLY: Final = N_("Neither side would yield, and neither could win: both withdrew in good order.")
MUTUAL_CHAOS: Final = N_("Neither commander kept control, and nobody held the field: both sides withdrew in disorder.")
WALKOVER: Final = N_("There was nobody to fight: {winner:nom} held the field without a blow, and {loser:nom} gave way.")
TIES: Final = {
    "total": N_("The sides were equally strong; the higher Tactics total decided who held the field."),
    "ruling": N_("The sides were equal in strength and Tactics; the game master decided."),
    "default": N_("The sides were equal in strength and Tactics, and nobody ruled otherwise."),
    "mutual": N_("The sides were equally strong, and by a house rule both withdraw then."),
}

PURSUED: Final = N_("{winner:Nom} pursued: {cavalry} of {total} were cavalry.")
PURSUED_WHERE: Final = N_("{winner:Nom} pursued {where}: {cavalry} of {total} were cavalry.")
NOT_PURSUED: Final = {
    "refused": N_("There was no pursuit: the commander's army had orders not to pursue."),
    "no_cavalry": N_("There was no pursuit: {winner:nom} had no cavalry in the battle."),
    "too_few": N_("There was no pursuit: only {cavalry} of {total} were cavalry, and it takes {needed} in a hundred."),
    "terrain": N_("There was no pursuit: the cavalry was of no use {where}."),
}
NOT_PURSUED_AT_ALL: Final = N_("There was no pursuit.")


def tactics_words(telling: Telling, fact: f.TacticsRoll) -> str:
    """One commander's roll: the dice, the multiplication, the comparison."""
    said = ["; ".join(_rolled(telling, fact)) + ".", _compared(telling, fact)]
    if fact.ruling is not None and (fact.ruling.dice or fact.ruling.pips):
        before = fact.tk or str(telling.world.settings.leaderless_tactics)
        message = RULED if fact.ruling.reason is None else RULED_BECAUSE
        said.append(telling.say(message, tk=before, rolled=fact.rolled, reason=fact.ruling.reason or ""))
    return " ".join(said)


def _rolled(telling: Telling, fact: f.TacticsRoll) -> Iterator[str]:
    side = telling.side(fact.tactics_roll)
    thrown = f"tactics/{fact.battle}/{fact.tactics_roll}" in telling.thrown
    dice = dice_sum(telling.wording, fact.dice, fact.total, thrown=thrown)
    if fact.commander is None:
        yield telling.say(NOBODY, side=side, rolled=fact.rolled, dice=dice)
    else:
        commander = telling.character(fact.commander)
        message = COMMANDED if fact.tk is not None else UNSKILLED
        yield telling.say(message, commander=commander, side=side, rolled=fact.rolled, dice=dice)
    if fact.multiplied_by is not None:
        yield multiplied_words(telling, fact.total, fact.multiplied_by, fact.result)


def multiplied_words(telling: Telling, total: int, ratio: str, result: int | str) -> str:
    """The stronger side's multiplication (X-4)."""
    product = Fraction(ratio) * total
    nearest = telling.world.settings.tactics_rounding == "nearest"
    message = TIMES if product == Fraction(str(result)) else TIMES_NEAREST if nearest else TIMES_UP
    return telling.say(
        message,
        total=total,
        ratio=tenths(telling.wording, ratio),
        product=decimal(telling.wording, product, 1),
        result=tenths(telling.wording, str(result)),
    )


def _compared(telling: Telling, fact: f.TacticsRoll) -> str:
    return telling.say(SUCCESS if fact.success else FAILURE, difficulty=fact.difficulty)


def outcome_words(telling: Telling, fact: f.OutcomeReached, stronger: str | None) -> str:
    """How a battle ended; `stronger` is the side that had the greater strength, if any."""
    tie = "" if fact.tie_break is None else " " + telling.say(TIES[fact.tie_break])
    if fact.holder is None:
        return telling.say(MUTUAL_ORDERLY if fact.outcome == "orderly" else MUTUAL_CHAOS) + tie
    loser = next(side for side in fact.rows if side != fact.holder)
    upset = stronger == loser
    message = {"orderly": ORDERLY, "chaos": CHAOS, "clear_victory": UPSET if upset else CLEAR}[fact.outcome]
    return telling.say(message, winner=telling.side(fact.holder), loser=telling.side(loser)) + tie


def walkover_words(telling: Telling, fact: f.Walkover, sides: tuple[str, ...]) -> str:
    """A battle that was none (M-7)."""
    loser = next(side for side in sides if side != fact.walkover)
    return telling.say(WALKOVER, winner=telling.side(fact.walkover), loser=telling.side(loser))


def pursuit_words(telling: Telling, fact: f.Pursuit) -> str:
    """Whether there was a pursuit, and why (not) (C-2)."""
    winner, needed = telling.side(fact.pursuit), telling.world.settings.pursuit_min_cavalry_percent
    where = "" if fact.terrain is None else telling.word(WHERE[fact.terrain])
    if fact.happened:
        message = PURSUED_WHERE if where else PURSUED
        return telling.say(message, winner=winner, cavalry=fact.cavalry, total=fact.total, where=where)
    if fact.reason is None:
        return telling.say(NOT_PURSUED_AT_ALL)
    message = NOT_PURSUED[fact.reason]
    return telling.say(message, winner=winner, cavalry=fact.cavalry, total=fact.total, needed=needed, where=where)
