"""What the checks of vidonico say, by code and variant: English texts, the msgids of their translations.

The codes are those of docs/rules/vidonico.md, sections 2.8 and 3.4. Variants in S… give the engine's problems of shape
the code that a schema names by `x-rule`; their parameters are the engine's. Orders have their texts in
`messages_of_orders`, the game master's file in `messages_of_events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity
from turnproc.rulesets.vidonico.messages_of_battles import BATTLES
from turnproc.rulesets.vidonico.messages_of_events import EVENTS
from turnproc.rulesets.vidonico.messages_of_orders import ORDERS

_STRANGER: Final = N_("{character} is with {army}, which is neither of the same faction nor of an ally")
_NAMED_NOWHERE: Final = N_("did you mean: {nearest}?")


def _warning(text: str, hint: str) -> Message:
    return Message(text, hint, severity=Severity.WARNING, kind=Kind.INCOHERENT)


_STATE: Final[Mapping[str, Message]] = {
    "V-1/twice": Message(N_("the id “{id}” is there already"), N_("give every entry an id of its own")),
    "V-1/speaker": Message(
        N_("a faction and a character are both called “{id}”"),
        N_("both give orders under their ids: change one of the two"),
    ),
    "V-1/reserved": Message(
        N_("nothing here can have the id “{id}”: it is an answer of the game master's"), N_("choose another id")
    ),
    "V-3/leader": _warning(
        N_("{character} cannot lead {army}: a leader is active and with the army"),
        N_("the army counts as without a leader; name somebody who is with it"),
    ),
    "V-3/captive": Message(
        N_("{character} is a captive: captives have no army, no contingent and no region of their own"),
        N_("delete this; captor says which army holds the captive"),
    ),
    "V-3/dead": Message(
        N_("{character} is dead: the dead have no army, no contingent and no region"), N_("delete this")
    ),
    "V-3/contingent": Message(
        N_("{character} fights with a contingent that is in another army"),
        N_("name a contingent of the army that stands under army, or none"),
    ),
    "V-3/region": Message(
        N_("{character} is with an army, and therefore where the army is"),
        N_("delete region; it is for characters without an army"),
    ),
    "V-3/faction": Message(_STRANGER, N_("name an army of the same faction")),
    "V-3/stranger": _warning(_STRANGER, N_("let an event take {character} to an army of the same faction")),
    "V-4/own": Message(
        N_("{army} holds prisoners of its own faction"), N_("delete the group, or correct its faction or its army")
    ),
    "V-4/empty": _warning(
        N_("{army} has no soldier, fit or wounded, so it cannot hold prisoners"),
        N_("they are free at the end of this turn, unless the army gets soldiers"),
    ),
    "V-4/captor": Message(
        N_("{character} is a captive, but it is not said of whom"),
        N_("add captor: and the army that holds the captive"),
    ),
    "V-4/free": Message(
        N_("{character} has a captor, but is no captive"), N_("delete captor, or write status: captive")
    ),
    "V-4/own-captive": Message(
        N_("{character} is held by an army of the same faction"), N_("name an army of another faction")
    ),
    "V-4/nobody": _warning(
        N_("{character} is held by an army without a single soldier"),
        N_("captives whom nobody guards are free at the end of this turn, unless the army gets soldiers"),
    ),
    "V-5": Message(
        N_("{remaining} are said to be wounded still, but only {original} were at first"),
        N_("remaining cannot be more than original"),
    ),
    "V-5/twice": Message(
        N_("the wounded of battle {id} are named twice in one contingent"), N_("make one entry of them")
    ),
    "V-5/later": Message(
        N_("turn {turn} has not been played yet: this is the state after turn {last}"), N_("correct the number")
    ),
    "V-6": Message(
        N_("{army} is said to have been beaten this week, but between two turns no week is under way"),
        N_("delete withdrawn_from"),
    ),
    "E-MAP": Message(
        N_("{a} names {b} as a neighbour, but not the other way round"),
        N_("name {a} under adjacent of {b}, too, or delete it here"),
    ),
    "E-MAP/itself": Message(N_("{a} names itself as a neighbour"), N_("delete it")),
    "E-UNKNOWN/army": Message(N_("there is no army called “{id}”"), _NAMED_NOWHERE),
    "E-UNKNOWN/character": Message(N_("there is no character called “{id}”"), _NAMED_NOWHERE),
    "E-UNKNOWN/contingent": Message(N_("there is no contingent called “{id}”"), _NAMED_NOWHERE),
    "E-UNKNOWN/faction": Message(N_("there is no faction called “{id}”"), _NAMED_NOWHERE),
    "E-UNKNOWN/region": Message(N_("there is no region called “{id}”"), _NAMED_NOWHERE),
    "E-UNKNOWN/group": Message(N_("there is no group of prisoners called “{id}”"), _NAMED_NOWHERE),
    "E-UNKNOWN/stragglers": Message(N_("there are no stragglers called “{id}”"), _NAMED_NOWHERE),
    "E-UNKNOWN/template": Message(N_("there is no template called “{id}” in campaign.yaml"), _NAMED_NOWHERE),
}

_SOLDIERS: Final[Mapping[str, Message]] = {
    "E-SPECIES/S004": Message(N_("“{value}” is not one of the six species: {allowed}"), N_("did you mean: {nearest}?")),
    "E-CASTE": Message(N_("{contingent}: only myrmicas have a caste"), N_("delete caste, or write species: myrmica")),
    "E-CASTE/needed": Message(
        N_("{contingent}: myrmicas need a caste"), N_("add caste: warrior, caste: scout or caste: other")
    ),
    "E-CASTE/S004": Message(N_("“{value}” is no caste of the myrmicas: {allowed}"), N_("did you mean: {nearest}?")),
    "E-MOUNT": Message(N_("{contingent}: centaurs cannot ride"), N_("delete mount")),
    "E-MOUNT/S004": Message(N_("nobody rides “{value}”: {allowed}"), N_("did you mean: {nearest}?")),
    "E-NOMOUNT": Message(
        N_("{contingent}: these soldiers have no mounts, so they can be neither mounted nor dismounted"),
        N_("delete formation, or say what they ride with mount"),
    ),
    "E-NOMOUNT/S004": Message(N_("“{value}” is no formation: {allowed}"), N_("did you mean: {nearest}?")),
    "E-COUNT/S001": Message(N_("the number of soldiers must be {wanted}, but here stands {found}"), "{advice}"),
    "E-COUNT/S005/least": Message(
        N_("the number of soldiers must be a whole number, at least {limit}, not {value}"), N_("correct the number")
    ),
    "E-COUNT/S005/most": Message(
        N_("the number of soldiers must be a whole number, at most {limit}, not {value}"), N_("correct the number")
    ),
    "E-COUNT/S014": Message(N_("the number of soldiers must be a whole number, not {value}"), N_("correct the number")),
    "E-TK/S007": Message(
        N_("“{value}” is not a dice combination"), N_("write 4T, 4T+1 or 4T+2: how many dice, and what is added")
    ),
    "E-TERRAIN/S004": Message(N_("“{value}” is no terrain: {allowed}"), N_("did you mean: {nearest}?")),
    "E-PRISONER-FATE/S004": Message(
        N_("“{value}” cannot happen to prisoners: {allowed}"), N_("did you mean: {nearest}?")
    ),
    "E-FULL": Message(
        N_("{army} already has {most} contingents"), N_("let somebody join another army, or make a new one")
    ),
    "E-FULL/S008/long": Message(
        N_("an army has at most {limit} contingents, not {length}"), N_("divide them over two armies")
    ),
    "W-RIDER": _warning(
        N_("{contingent}: only human riders are foreseen by the rules"),
        N_("the terrain row of the mount and the modifier of the species will be used"),
    ),
    "W-BARBARIAN": _warning(
        N_("{contingent}: it is not said whether these are barbarians, as Vedings and most minotaurs are"),
        N_("add barbarian: true or barbarian: false; without it they are none"),
    ),
    "W-FIREARMS": _warning(
        N_("{contingent}: it is not said whether these have gunpowder weapons"),
        N_("add firearms: true or firearms: false; without it true is assumed"),
    ),
}

MESSAGES: Final[Mapping[str, Message]] = {**_STATE, **_SOLDIERS, **ORDERS, **EVENTS, **BATTLES}


def is_error(message: str) -> bool:
    """Does a finding with this key reject its file? Keys of the engine's do."""
    return message not in MESSAGES or MESSAGES[message].severity is Severity.ERROR
