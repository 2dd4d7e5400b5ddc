"""What the checks of the game master's file and the journal's warnings say (docs/rules/vidonico.md, section 3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity


def _illegal(text: str, hint: str) -> Message:
    return Message(text, hint, kind=Kind.ILLEGAL)


def _warning(text: str, hint: str) -> Message:
    return Message(text, hint, severity=Severity.WARNING, kind=Kind.INCOHERENT)


EVENTS: Final[Mapping[str, Message]] = {
    # Battles
    "E-BATTLE-ID": _illegal(
        N_("there already was a battle called “{id}”"), N_("give this one an id that no battle has had")
    ),
    "E-SIDES/S008/short": Message(
        N_("a battle needs exactly two sides, each with at least one army"), N_("write sides: with two entries")
    ),
    "E-SIDES/S008/long": Message(
        N_("a battle needs exactly two sides, each with at least one army"),
        N_("put the factions that fight together on one side"),
    ),
    "E-SIDES": Message(N_("both sides of battle {id} are called “{side}”"), N_("give each side an id of its own")),
    "E-BOTH-SIDES": _illegal(N_("{army} is named twice in battle {id}"), N_("an army fights once, and on one side")),
    "E-NOT-HOSTILE": _illegal(
        N_("{a} and {b} are of one faction or allied; they cannot fight each other"),
        N_("put them on the same side, or change alliances in campaign.yaml"),
    ),
    "E-COMMANDER": _illegal(
        N_("{character} cannot command side {side}: a commander is active in one of its armies, and not absent"),
        N_("name somebody else, or nobody"),
    ),
    "E-ARRIVAL": _illegal(
        N_("{army} is among the arrivals of battle {id}, but on neither side"), N_("add it to a side")
    ),
    "E-ELSEWHERE": _illegal(
        N_("{army} is not in {region} and not among the arrivals; it cannot fight in battle {id}"),
        N_("add it to arrivals, if it can march there within the week"),
    ),
    "E-IMMOBILE": _illegal(
        N_("{army} is in disorder after {battle} and cannot move before day {day}; battle {id} is elsewhere"),
        N_("let this battle be fought later in the week, or without this army"),
    ),
    "E-WITHDRAWN": _illegal(
        N_("{army} has left {region} after {battle} and cannot fight there again this week"),
        N_("let it be fought without this army"),
    ),
    "W-DIFFICULTY": _warning(N_("tactical difficulty {n} is none of 12, 16, 24, 32"), N_("it is used all the same")),
    "W-SMALL": _warning(
        N_("{side} has only {n} soldiers; the loss table is meant for armies and is hard on fewer than 20"),
        N_("with the setting loss_rounding: nearest it is milder"),
    ),
    # Other events
    "E-COUNT/event": _illegal(
        N_("{what}: the number of soldiers must be a whole number from {min} to {max}, not {count}"),
        N_("correct the number"),
    ),
    "E-UNKNOWN/missing": _illegal(N_("{faction} misses nobody called “{id}”"), N_("missing are: {nearest}")),
    "E-UNKNOWN/elsewhere": _illegal(
        N_("{contingent}: these soldiers are in {where}, not in {army}"), N_("name the army in which they are")
    ),
    # Warnings of the journal
    "W-RETREAT-VOID": _warning(
        N_("{army} was to retreat to {region}, but cannot from where it was beaten"),
        N_("it went where it would have gone without the order"),
    ),
    "W-ORDER-VOID": _warning(N_("{what} was no longer held when it was to be disposed of"), N_("nothing was done")),
    "W-LAPSED": _warning(
        N_("{what}: this order could not be carried out any more when its turn came"), N_("nothing was done")
    ),
    "W-FULL": _warning(
        N_("{army} already has 50 contingents; {group} is held instead"), N_("transfer a contingent to another army")
    ),
}
