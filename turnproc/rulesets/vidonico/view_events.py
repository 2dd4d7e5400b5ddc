"""What the game master brought about: events with their texts and what they changed (section 3.3)."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.state import Army, Character
from turnproc.rulesets.vidonico.telling import Telling, paragraphs
from turnproc.rulesets.vidonico.view_after import stragglers_words
from turnproc.rulesets.vidonico.view_marches import moved_words
from turnproc.rulesets.vidonico.view_words import ROLE, STATUS

Event: TypeAlias = (
    f.Raised | f.Reinforced | f.Removed | f.ConditionSet | f.CharacterSet | f.Noted | f.StragglersPlaced | f.Moved
)

RAISED: Final = NN_(
    "A new army, {army:nom}, of {faction:gen}: {n} man {region:in}.",
    "A new army, {army:nom}, of {faction:gen}: {n} men {region:in}.",
)
RAISED_BY_TRANSFER: Final = N_("{faction:Nom} formed a new army, {army:nom}, {region:in}.")
REINFORCED: Final = NN_(
    "{army:Nom}: {n} man more in {contingent:nom}.", "{army:Nom}: {n} men more in {contingent:nom}."
)
NEW_CONTINGENT: Final = NN_(
    "{army:Nom}: {contingent:nom} joined, {n} man.", "{army:Nom}: {contingent:nom} joined, {n} men."
)
REMOVED: Final = NN_("{army:Nom}: {n} man of {contingent:gen} left.", "{army:Nom}: {n} men of {contingent:gen} left.")
REMOVED_BECAUSE: Final = NN_(
    "{army:Nom}: {n} man of {contingent:gen} left ({reason}).",
    "{army:Nom}: {n} men of {contingent:gen} left ({reason}).",
)
CONDITION: Final = N_("{army:Nom}: {conditions}.")
CONDITIONS: Final = {
    ("hungry", True): N_("hungry or thirsty from now on"),
    ("hungry", False): N_("no longer hungry or thirsty"),
    ("exhausted", True): N_("exhausted from now on"),
    ("exhausted", False): N_("no longer exhausted"),
}
NEW_CHARACTER: Final = N_("{character:Nom} came into the story, for {faction:acc}.")
CHARACTER: Final = N_("{character:Nom}: {changes}.")
FIELDS: Final = {
    "name": N_("is called so from now on"),
    "player": N_("has another player"),
    "faction": N_("belongs to {faction:dat}"),
    "pc": N_("is a player character, or no longer one"),
    "army": N_("is with {army:ins}"),
    "contingent": N_("rides or marches with {contingent:ins}"),
    "region": N_("is {region:in}"),
    "role": "{role}",
    "mounted": "{mounted}",
    "tactics": N_("Tactics {tactics}"),
    "weapon_skills": N_("has other skills with weapons"),
    "status": "{status}",
    "captor": N_("is held by {captor:ins}"),
    "injuries": N_("has other injuries"),
    "loot": N_("owns other things"),
}
LEFT: Final = {
    "army": N_("is with no army"),
    "contingent": N_("belongs to no contingent"),
    "captor": N_("is held by nobody"),
    "tactics": N_("has no Tactics"),
}
UNCHANGED: Final = N_("{character:Nom} is as before.")
RIDES: Final = N_("rides")
WALKS: Final = N_("goes on foot")


def event_entry(telling: Telling, fact: Event) -> dict[str, Any]:
    """An event: the game master's own text, and what it changed."""
    if isinstance(fact, f.Noted):
        return {"text": paragraphs(fact.note), "effects": []}
    return {"text": paragraphs(fact.text or ""), "effects": [event_words(telling, fact)]}


def event_words(telling: Telling, fact: Event) -> str:
    """What an event changed, in a sentence."""
    match fact:
        case f.Noted():
            return " ".join(fact.note.split())
        case f.Raised():
            return raised_words(telling, fact)
        case f.Reinforced():
            army, contingent = telling.army(fact.reinforced), telling.contingent(fact.contingent)
            message = REINFORCED if fact.new is None else NEW_CONTINGENT
            return telling.count(message, fact.count, army=army, contingent=contingent)
        case f.Removed():
            army, contingent = telling.army(fact.army), telling.contingent(fact.removed)
            message = REMOVED if fact.reason is None else REMOVED_BECAUSE
            return telling.count(message, fact.count, army=army, contingent=contingent, reason=fact.reason or "")
        case f.ConditionSet():
            return _condition(telling, fact)
        case f.CharacterSet():
            return _character(telling, fact)
        case f.StragglersPlaced():
            return stragglers_words(telling, fact)
        case f.Moved():
            return moved_words(telling, fact)
        case _:
            assert_never(fact)


def raised_words(telling: Telling, fact: f.Raised) -> str:
    """A new army, by an event or by a transfer to a new id."""
    army: Army = fact.army
    values = {"army": telling.army(army.id), "faction": telling.faction(army.faction)}
    region = telling.region(army.region)
    if fact.rule == "A-1":
        return telling.say(RAISED_BY_TRANSFER, region=region, **values)
    return telling.count(RAISED, army.fit + army.wounded_count, region=region, **values)


def _condition(telling: Telling, fact: f.ConditionSet) -> str:
    found = [("hungry", fact.hungry), ("exhausted", fact.exhausted)]
    conditions = [telling.word(CONDITIONS[name, value]) for name, value in found if value is not None]
    army = telling.army(fact.condition_set)
    return telling.say(CONDITION, army=army, conditions=telling.wording.listed(conditions))


def _character(telling: Telling, fact: f.CharacterSet) -> str:
    there: Character = fact.character
    character = telling.character(fact.character_set)
    if "new" in fact.changed:
        return telling.say(NEW_CHARACTER, character=character, faction=telling.faction(there.faction))
    changes = [
        _change(telling, field, there) for field in fact.changed if field != "region" or there.region is not None
    ]
    if not changes:
        return telling.say(UNCHANGED, character=character)
    return telling.say(CHARACTER, character=character, changes=", ".join(changes))


def _change(telling: Telling, field: str, there: Character) -> str:
    if field in LEFT and getattr(there, field) is None:
        return telling.word(LEFT[field])
    return telling.say(
        FIELDS[field],
        faction=telling.faction(there.faction),
        army=telling.army(there.army or ""),
        captor=telling.army(there.captor or ""),
        contingent=telling.contingent(there.contingent or ""),
        region=telling.region(there.region),
        role=telling.word(ROLE[there.role]),
        status=telling.word(STATUS[there.status]),
        mounted=telling.word(RIDES if there.mounted else WALKS),
        tactics=there.tactics or "",
    )
