"""What a battle cost, side by side and contingent by contingent, and who was taken prisoner (L)."""

from __future__ import annotations

from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_words import LOSS_ROW

# What can become of a soldier, in the order of the loss table.
LOST: Final = ("dead", "wounded", "captured", "missing")
OF_SIDE: Final = N_(
    "{side:Nom}: {row}. Of {count}: {dead} dead, {wounded} wounded, {captured} captured, {missing} missing, "
    "{unhurt} unhurt."
)
OF_CONTINGENT: Final = N_(
    "{contingent:Nom}: {dead} dead, {wounded} wounded, {captured} captured, {missing} missing; {left} still fit."
)
NO_CAPTOR: Final = N_("Nobody was left to take prisoners: those who would have been captured are missing.")
TAKEN: Final = NN_(
    "{army:Nom} took {n} prisoner: {group}.",
    "{army:Nom} took {n} prisoners: {group}.",
)


def losses_table(telling: Telling, fact: f.Losses, shared: list[f.LossesShared]) -> dict[str, Any]:
    """One side: a row for each contingent and the sum."""
    return {
        "side": telling.wording.name(telling.side(fact.losses), "Nom"),
        "row": telling.word(LOSS_ROW[fact.row]),
        "line": losses_words(telling, fact),
        "note": telling.say(NO_CAPTOR) if fact.no_captor else "",
        # A single contingent bears all of it: its row would only say the same once more.
        "contingents": [losses_row(telling, each) for each in shared] if len(shared) > 1 else [],
        "count": fact.count,
        **{lot: getattr(fact, lot) for lot in LOST},
        "unhurt": fact.unhurt,
    }


def losses_words(telling: Telling, fact: f.Losses) -> str:
    """The losses of a side in one sentence."""
    lots: dict[str, int] = {lot: getattr(fact, lot) for lot in LOST}
    row = telling.word(LOSS_ROW[fact.row])
    return telling.say(OF_SIDE, side=telling.side(fact.losses), row=row, count=fact.count, unhurt=fact.unhurt, **lots)


def losses_row(telling: Telling, fact: f.LossesShared) -> dict[str, str | int]:
    """One contingent in the table."""
    lots: dict[str, int] = {lot: getattr(fact, lot) for lot in LOST}
    return {
        "contingent": telling.wording.name(telling.contingent(fact.losses_shared), "Nom"),
        "army": telling.wording.name(telling.army(fact.army), "Nom"),
        "count": fact.left + sum(lots.values()),
        **lots,
        "unhurt": fact.left,
        "line": shared_words(telling, fact),
    }


def shared_words(telling: Telling, fact: f.LossesShared) -> str:
    """The losses of a contingent in one sentence."""
    lots: dict[str, int] = {lot: getattr(fact, lot) for lot in LOST}
    return telling.say(OF_CONTINGENT, contingent=telling.contingent(fact.losses_shared), left=fact.left, **lots)


def taken_words(telling: Telling, fact: f.PrisonersTaken) -> str:
    """A new group of prisoners."""
    group = telling.group(fact.prisoners_taken)
    return telling.count(TAKEN, fact.group.count, army=telling.army(fact.army), group=group)
