"""Messages about signing up (codes C085 to C089): wishes, and the files that they come in.

The parameters are named in the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity

_NOT_TO_BE_HAD: Final = N_(
    "Only those can be had who give orders of their own and whom nobody plays. The wish does no harm, and the others "
    "count; it counts itself if somebody leaves that place."
)

SIGNUP_MESSAGES: Final[Mapping[str, Message]] = {
    "C085": Message(
        text=N_("there is nobody to play who is called “{speaker}”"),
        hint=N_("did you mean {nearest}?"),
        explanation=N_(
            "Wishes are names of those who can be played in this campaign, in any of its languages and in any form "
            "that the campaign knows. Probably a letter is wrong."
        ),
        wrong="wishes: [hunz, goths, rome]",
        right="wishes: [huns, goths, rome]",
    ),
    "C086": Message(
        text=N_("this wish cannot be met now: {player} plays “{speaker}”"),
        hint=N_("whom nobody plays yet: {free}"),
        severity=Severity.WARNING,
        kind=Kind.ILLEGAL,
        explanation=_NOT_TO_BE_HAD,
    ),
    "C086/closed": Message(
        text=N_("this wish cannot be met now: “{speaker}” gives no orders of its own"),
        hint=N_("whom nobody plays yet: {free}"),
        severity=Severity.WARNING,
        kind=Kind.ILLEGAL,
        explanation=_NOT_TO_BE_HAD,
    ),
    "C087": Message(
        text=N_("“{speaker}” and “{other}” are one and the same, and stand in the list twice"),
        hint=N_("leave one of them, at the place where you want it"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Each wish has one place in the list: the first is the dearest. With one twice nobody could say which "
            "place is meant. Names in different languages can mean the same."
        ),
        wrong="wishes: [huns, гунны, goths, rome]",
        right="wishes: [huns, goths, rome]",
    ),
    "C088": Message(
        text=N_("too few wishes: {count}, and at least {least} are needed"),
        hint=N_("name more, the dearest first: {free}\nor write “wishes: []”, if you play whoever is free"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Whoever names three can be given one of them, even where many want the same. Who named only one would "
            "push others from their wishes, since as many as possible shall get one. Where fewer than three are free, "
            "so many are enough."
        ),
        wrong="wishes: [huns]",
        right="wishes: [huns, goths, rome]",
    ),
    "C089": Message(
        text=N_("{file} is no file of somebody who signs up, and it is not read"),
        hint=N_("name it for the account from which it comes: signup/some-login.yaml"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "In the folder “signup” each file is named for the login of one person, and ends in .yaml. A login has "
            "letters without accents, digits, hyphens, dots and underscores."
        ),
    ),
    "C089/two": Message(
        text=N_("{file} and {other} are of the same account, and differ only in letter case"),
        hint=N_("ask whose they are, and delete one"),
        kind=Kind.INCOHERENT,
        explanation=N_("Everybody signs up once. Which of the two files is meant, nobody could say."),
    ),
    "C089/key": Message(
        text=N_("the public key stands in {other}, too"),
        hint=N_("ask both: each person makes a key of their own and gives the secret half to nobody"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "With one key two players could read what is meant for one of them. "
            "Or one person signed up under two names."
        ),
    ),
    "C089/plays": Message(
        text=N_("{account} plays already, as {player}: this file changes nothing"),
        hint=N_("delete it"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Who has a place is given no other one. If the file stays, it counts again as soon as somebody else has "
            "taken over that place."
        ),
    ),
}
