"""What follows a battle, and what becomes of those who are held: withdrawal, prisoners, captives (B, P)."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_fates import character_words
from turnproc.rulesets.vidonico.view_losses import taken_words
from turnproc.rulesets.vidonico.view_marches import warned_words
from turnproc.rulesets.vidonico.view_words import kind_words

Aftermath: TypeAlias = (
    f.PrisonersTaken
    | f.DisorderedBy
    | f.LeaderLost
    | f.Withdrew
    | f.HeldPrisoners
    | f.PrisonersPassed
    | f.PrisonersDisposed
    | f.CaptiveDisposed
    | f.StragglersPlaced
    | f.Captured
    | f.Warned
)

WITHDREW: Final = {
    "order": N_("{army:Nom} fell back from {source:gen} to {target:nom}, as ordered."),
    "way_back": N_("{army:Nom} fell back from {source:gen} to {target:nom}, retracing the march."),
    "ruling": N_("{army:Nom} fell back from {source:gen} to {target:nom}; so the game master ruled."),
    "default": N_("{army:Nom} fell back from {source:gen} to {target:nom}."),
}
STAYED_BY_RULING: Final = N_("Beaten, {army:nom} stayed {source:in} all the same; so the game master ruled.")
STAYED: Final = N_("Beaten, {army:nom} knew of no way out and stayed {source:in}.")
DISORDERED: Final = N_("In disorder, {army:nom} could not march before day {day}.")
LEADER_LOST: Final = N_("{army:Nom} lost {character:acc} as leader.")
HELD: Final = {
    "keep": N_("{army:Nom} kept hold of these prisoners: {held}."),
    "freed": N_("Those whom {army:nom} had held prisoner got away: {held}."),
    "taken": N_("{captor:Nom} took over those whom {army:nom} had held prisoner: {held}."),
}
PASSED: Final = N_("{to:Nom} took over from {source:nom}: {group}.")
DISPOSED: Final = {
    "hold": NN_(
        "{army:Nom} kept {n} prisoner: {group}; {why}.",
        "{army:Nom} kept {n} prisoners: {group}; {why}.",
    ),
    "impress": NN_(
        "{army:Nom} pressed {n} prisoner into service as {contingent:acc}: {group}; {why}.",
        "{army:Nom} pressed {n} prisoners into service as {contingent:acc}: {group}; {why}.",
    ),
    "enslave": NN_(
        "{army:Nom} enslaved {n} prisoner: {group}; {why}.",
        "{army:Nom} enslaved {n} prisoners: {group}; {why}.",
    ),
    "release": NN_(
        "{army:Nom} let {n} prisoner go: {group}; {why}.",
        "{army:Nom} let {n} prisoners go: {group}; {why}.",
    ),
    "kill": NN_(
        "{army:Nom} put {n} prisoner to death: {group}; {why}.",
        "{army:Nom} put {n} prisoners to death: {group}; {why}.",
    ),
}
WHY: Final = {
    "order": N_("by order"),
    "policy": N_("by the army's standing policy"),
    "custom": N_("as is the custom among these peoples"),
    "faction": N_("as is the faction's custom"),
    "default": N_("nobody said otherwise"),
}
CAPTIVE_BY_ORDER: Final = {
    "hold": N_("{army:Nom} kept {character:acc} captive."),
    "release": N_("{army:Nom} let {character:acc} go {region:in}."),
    "kill": N_("{army:Nom} put {character:acc} to death."),
}
CAPTIVE: Final = {
    "freed": N_("{character:Nom}, whom {army:nom} had held, was free again {region:in}."),
    "escaped": N_("Nobody was left in {army:nom} to guard {character:acc}, who was free again {region:in}."),
}
STRAGGLERS: Final = {
    "event": NN_(
        "{n} missing man of {faction:gen} turned up {region:in}: {stragglers} ({kind}).",
        "{n} missing men of {faction:gen} turned up {region:in}: {stragglers} ({kind}).",
    ),
    "released": NN_(
        "{n} man of {faction:gen}, let go, was left to himself {region:in}: {stragglers} ({kind}).",
        "{n} men of {faction:gen}, let go, were left to themselves {region:in}: {stragglers} ({kind}).",
    ),
    "freed": NN_(
        "{n} man of {faction:gen}, set free, was left to himself {region:in}: {stragglers} ({kind}).",
        "{n} men of {faction:gen}, set free, were left to themselves {region:in}: {stragglers} ({kind}).",
    ),
    "escaped": NN_(
        "{n} man of {faction:gen} walked away, since nobody guarded him any more {region:in}: {stragglers} ({kind}).",
        "{n} men of {faction:gen} walked away, since nobody guarded them any more {region:in}: {stragglers} ({kind}).",
    ),
}


def aftermath_words(telling: Telling, fact: Aftermath) -> str:
    """One such fact in a sentence."""
    match fact:
        case f.PrisonersTaken():
            return taken_words(telling, fact)
        case f.DisorderedBy():
            return telling.say(DISORDERED, army=telling.army(fact.disordered), day=fact.until_day)
        case f.LeaderLost():
            army, character = telling.army(fact.leader_lost), telling.character(fact.character)
            return telling.say(LEADER_LOST, army=army, character=character)
        case f.Withdrew():
            return _withdrew(telling, fact)
        case f.HeldPrisoners():
            return _held(telling, fact)
        case f.PrisonersPassed():
            group, source = telling.group(fact.prisoners_passed), telling.army(fact.from_)
            return telling.say(PASSED, to=telling.army(fact.to), group=group, source=source)
        case f.PrisonersDisposed():
            return disposed_words(telling, fact)
        case f.CaptiveDisposed():
            return _captive(telling, fact)
        case f.StragglersPlaced():
            return stragglers_words(telling, fact)
        case f.Captured():
            return character_words(telling, fact)
        case f.Warned():
            return warned_words(telling, fact)
        case _:
            assert_never(fact)


def _withdrew(telling: Telling, fact: f.Withdrew) -> str:
    army, source = telling.army(fact.withdrew), telling.region(fact.from_)
    if fact.to is None:
        return telling.say(STAYED_BY_RULING if fact.reason == "ruling" else STAYED, army=army, source=source)
    return telling.say(WITHDREW[fact.reason], army=army, source=source, target=telling.region(fact.to))


def _held(telling: Telling, fact: f.HeldPrisoners) -> str:
    held = [telling.group(group) for group in fact.groups]
    held += [telling.wording.name(telling.character(captive)) for captive in fact.captives]
    captor = telling.army(fact.captor or "")
    army = telling.army(fact.held_prisoners)
    return telling.say(HELD[fact.answer], army=army, held=telling.wording.listed(held), captor=captor)


def disposed_words(telling: Telling, fact: f.PrisonersDisposed) -> str:
    """What was done with a group of prisoners, and why."""
    army, group, why = telling.army(fact.army), telling.group(fact.prisoners_disposed), telling.word(WHY[fact.why])
    recruits = telling.contingent("" if fact.contingent is None else fact.contingent.id)
    return telling.count(DISPOSED[fact.fate], fact.count, army=army, group=group, why=why, contingent=recruits)


def _captive(telling: Telling, fact: f.CaptiveDisposed) -> str:
    message = CAPTIVE_BY_ORDER[fact.fate] if fact.why == "order" else CAPTIVE[fact.why]
    character, army = telling.character(fact.captive_disposed), telling.army(fact.army)
    return telling.say(message, character=character, army=army, region=telling.region(fact.region))


def stragglers_words(telling: Telling, fact: f.StragglersPlaced) -> str:
    """Soldiers without an army turned up somewhere."""
    faction, region = telling.faction(fact.faction), telling.region(fact.region)
    kind = kind_words(telling, fact.kind)
    found = STRAGGLERS[fact.why]
    return telling.count(
        found, fact.count, faction=faction, region=region, kind=kind, stragglers=fact.stragglers_placed
    )
