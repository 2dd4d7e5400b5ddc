"""Messages about dice (codes C…): those thrown by hand, and whether a journal's dice are what they have to be.

The first two come from the engine while a turn is played, the others from `turnproc verify` and `turnproc dice check`.
The parameters are named in the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity

_OF_VERIFY: Final = N_("restore the journal from the repository, or ask the game master what was changed")

DICE_MESSAGES: Final[Mapping[str, Message]] = {
    "C018/count": Message(
        text=N_("“{label}” is a roll of {dice}; dice: {count}, numbers given: {given}"),
        hint=N_("write one number for each die, in square brackets and with commas"),
        explanation=N_(
            "“3d6” means three dice with six sides: three numbers from 1 to 6. What is added (“3d6+2”) is no die: "
            "turnproc adds it by itself. A number without brackets is the face of a single die; where the rules say "
            "so, it is the total of the roll."
        ),
        wrong="dice: {combat/dacia/goths: [1, 3]}",
        right="dice: {combat/dacia/goths: [1, 6, 3]}",
    ),
    "C018/range": Message(
        text=N_("{value} cannot be rolled with {dice}, which gives {min} to {max}: “{label}”"),
        hint=N_("write what the dice showed"),
        explanation=N_(
            "A die has the faces from 1 to the number of its sides. Where the rules allow the total of a roll to be "
            "given, it lies between what the dice give at least and at most, with what is added to them."
        ),
        wrong="dice: {combat/dacia/goths: [1, 7, 3]}",
        right="dice: {combat/dacia/goths: [1, 6, 3]}",
    ),
    "C040": Message(
        text=N_("the dice of “{label}” are not those that follow from the seed: {dice} stands there, it gives {fresh}"),
        hint=_OF_VERIFY,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Whoever knows the seed of a turn can derive every face from it and from the roll's label. These faces are "
            "others, so they did not come about in this way."
        ),
    ),
    "C041": Message(
        text=N_("the seed of turn {turn} does not follow from link {link} and the players' orders files"),
        hint=_OF_VERIFY,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The seed of a turn is made of the link that the turn reveals and of the files that players sent. Either "
            "the seed, the link or one of these files is no longer what it was when the turn was played."
        ),
    ),
    "C042": Message(
        text=N_("link {link}, which turn {turn} reveals, is not of the chain that “seed_chain” began"),
        hint=_OF_VERIFY,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Before the first turn the game master told the beginning of a chain, “seed_chain” in campaign.yaml. Each "
            "turn reveals the next link of it, and hashing a link as often as its number says gives the beginning. "
            "This one gives something else: it was not fixed beforehand."
        ),
    ),
    "C042/before": Message(
        text=N_("link {link}, which turn {turn} reveals, does not lead to link {before} of turn {earlier}"),
        hint=_OF_VERIFY,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Hashing a link gives the link before it, again and again, so every link leads to all that were revealed "
            "before. This one does not: one of the two is not of the chain."
        ),
    ),
    "C043": Message(
        text=N_("turn {turn} reveals link {link}, but the next one was link {next}"),
        hint=_OF_VERIFY,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "A turn takes the first link that no turn before has revealed. Who could choose among the links could "
            "choose the dice."
        ),
    ),
    "C044": Message(
        text=N_("turn {turn} has dice that follow from a seed, but its journal has no seed"),
        hint=_OF_VERIFY,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Dice that nobody threw by hand follow from the seed that the turn reveals. Without it nobody can "
            "recompute them."
        ),
    ),
    "C045": Message(
        text=N_("turn {turn} reveals a link, but campaign.yaml has no “seed_chain”"),
        hint=N_("put the row “seed_chain: …” back into campaign.yaml; it is in the repository's history"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "“seed_chain” is the beginning of the chain of which every turn reveals a link. Without it nobody can see "
            "that the links were fixed beforehand."
        ),
    ),
    "C046": Message(
        text=N_("“seed_chain” is another one in turn {turn} than in turn {earlier}"),
        hint=N_("ask the game master why a new key was made"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The game master may have lost the key and made a new one. Until the players have seen the new "
            "“seed_chain” and sent their orders after it, they have to trust that it was not chosen for its dice."
        ),
    ),
    "C047": Message(
        text=N_("“{label}” cannot be a roll of {dice}: {faces} stands there, with the total {total}"),
        hint=_OF_VERIFY,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The journal's faces must be as many as there are dice, each must be on the die, and with what the "
            "expression adds they must come to the total."
        ),
    ),
}
