"""What the checks of orders say, by code and variant (docs/rules/vidonico.md, section 3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity


def _illegal(text: str, hint: str) -> Message:
    return Message(text, hint, kind=Kind.ILLEGAL)


def _warning(text: str, hint: str) -> Message:
    return Message(text, hint, severity=Severity.WARNING, kind=Kind.INCOHERENT)


ORDERS: Final[Mapping[str, Message]] = {
    # Who may order what
    "E-NOT-YOURS": _illegal(N_("{army} belongs to {faction}; you cannot order it"), N_("you can order: {own}")),
    "E-NOT-YOURS/contingent": _illegal(
        N_("{contingent}: these soldiers belong to {faction}; you cannot order them"),
        N_("you can order contingents of: {own}"),
    ),
    "E-NOT-YOURS/character": _illegal(
        N_("{character} belongs to {faction}; you cannot give orders there"), N_("name a character of your own faction")
    ),
    "E-NOT-YOURS/group": _illegal(
        N_("{group} is held by {army} of {faction}; only that faction decides about it"), N_("delete this order")
    ),
    "E-NOT-YOURS/not-held": _illegal(
        N_("{character} is not held by one of your armies, so the decision is not yours"), N_("delete this order")
    ),
    "E-NOT-YOURS/himself": _illegal(
        N_("{speaker} can only give a character's own orders, and plans of the own army"),
        N_("a player character writes character: {speaker}, or plan with the own army"),
    ),
    "E-NOT-YOURS/verb": _illegal(
        N_("{speaker} is a character and cannot order “{verb}”"),
        N_("a player character can only write character and plan; everything else is in the file of {faction}"),
    ),
    "E-NOT-YOURS/captive": _illegal(
        N_("{character} is a captive and gives no orders"), N_("delete this file until the captive is free")
    ),
    "E-NOT-YOURS/dead": _illegal(N_("{character} is dead and gives no orders"), N_("delete this file")),
    "E-NOT-YOURS/npc": _illegal(
        N_("{character} is no player character and gives no orders"),
        N_("such orders stand in the file of {faction}"),
    ),
    # Leaders and characters
    "E-LEADER/dead": _illegal(N_("{character} cannot lead {army}: the dead lead nobody"), N_("name somebody else")),
    "E-LEADER/captive": _illegal(N_("{character} cannot lead {army}: captives lead nobody"), N_("name somebody else")),
    "E-LEADER/elsewhere": _illegal(
        N_("{character} cannot lead {army}: a leader is with the army"),
        N_("join it first, by an order of its own: character, with army"),
    ),
    "E-JOIN/dead": _illegal(
        N_("{character} is dead; the dead join nobody and do nothing any more"), N_("delete this order")
    ),
    "E-JOIN/captive": _illegal(
        N_("{character} is a captive; captives join nobody and do nothing until they are free"), N_("delete this order")
    ),
    "E-JOIN/elsewhere": _illegal(
        N_("{character} cannot join {target}: it is in another place"),
        N_("characters can join armies in their own region, before these move"),
    ),
    "E-JOIN/faction": _illegal(
        N_("{character} cannot join {target}: it is of another faction"), N_("name an army of the same faction")
    ),
    "E-JOIN/other-army": _illegal(
        N_("{character} cannot join {target}: it is in another army"),
        N_("name a contingent of the character's army, or join the other army with army"),
    ),
    "E-JOIN/no-army": _illegal(
        N_("{character} cannot join {target} without being with an army"), N_("join its army with army")
    ),
    "E-REJOIN/elsewhere": _illegal(
        N_("{stragglers} cannot join {army}: they are elsewhere"), N_("stragglers join an army in their own region")
    ),
    "E-REJOIN/faction": _illegal(
        N_("{stragglers} cannot join {army}: they are of another faction"), N_("delete this order")
    ),
    "W-NO-TACTICS": _warning(
        N_("{character} has no Tactics skill, and would roll {leaderless_tactics}"),
        N_("name a leader who has the skill, if there is one"),
    ),
    "W-NOSKILL": _warning(
        N_("{character} has no weapon skill, and would roll 1T on the fate table"),
        N_("the game master can give a skill, or the role can be absent"),
    ),
    # Soldiers
    "E-COUNT/transfer": _illegal(
        N_("{contingent}: {ordered} are to go over, but only {max} are there and fit"),
        N_("write a whole number from {min} to {max}; all orders that transfer from it count together"),
    ),
    "E-UNKNOWN/from": _illegal(
        N_("{contingent}: these soldiers are not in {army}"), N_("they are in {where}; from can be left out")
    ),
    "E-UNKNOWN/new-army": _illegal(
        N_("“{id}” is no army, and no id for a new one"),
        N_("did you mean: {nearest}? An id has small Latin letters, digits and hyphens, at most 40"),
    ),
    "E-ELSEWHERE/transfer": _illegal(
        N_("{contingent}: these soldiers cannot go over to {army}, which is not in the same region"),
        N_("soldiers go over before the armies move, to an army where they are"),
    ),
    "E-ELSEWHERE/same": _illegal(
        N_("{contingent}: these soldiers are in {army} already"), N_("name another army, or a new id")
    ),
    "E-NOMOUNT/order": _illegal(
        N_("{contingent}: these soldiers have no mounts, so they can be neither mounted nor dismounted"),
        N_("delete this order"),
    ),
    "W-UNUSABLE/dismount": _warning(
        N_("{contingent}: the mounts are useless in this terrain ({terrain}); these riders will fight on foot there"),
        N_("that is so whatever you order"),
    ),
    "W-UNUSABLE/absent": _warning(
        N_(
            "{contingent}: the mounts are useless in this terrain ({terrain}); these riders will stay out of the battle"
        ),
        N_("order dismounted, and they fight on foot"),
    ),
    # Ways
    "E-NOT-ADJACENT": _illegal(
        N_("{to} does not border on {region}; an army moves one region a week"),
        N_("from {region} one can go to: {reachable}"),
    ),
    "E-NOT-ADJACENT/here": _illegal(N_("{army} is in {region} already"), N_("to stay there, delete this order")),
    "E-NOT-ADJACENT/retreat": _illegal(
        N_("{to} does not border on {region}, where {army} will stand; it cannot retreat there"),
        N_("from {region} one can go to: {reachable}"),
    ),
    "E-RETREAT-HERE": _illegal(
        N_("{army} cannot retreat to the region in which it will stand"), N_("name another region: {reachable}")
    ),
    # Prisoners
    "E-PRISONER-COUNT": _illegal(
        N_("{army} holds {held} prisoners in {group}, not {count}"),
        N_("lower the numbers; all orders about this group count together"),
    ),
    # The file as a whole
    "W-TWICE": _warning(
        N_("two orders concern {subject}; the later one counts"), N_("delete order {first}, if this one is meant")
    ),
    "W-TWICE/character": _warning(
        N_("{character} has a file of orders, which goes before this order"), N_("delete this order")
    ),
    "W-NO-ORDERS": _warning(
        N_("no orders from {faction}; its armies stay where they are and keep their standing instructions"),
        N_("to do nothing on purpose, send a file with orders: []"),
    ),
}
