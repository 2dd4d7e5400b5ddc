"""Who went where, who met whom without a battle, and which instructions stand from now on (A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_words import FORMATION, ROLE, STANCE, TERRAIN

March: TypeAlias = f.Transferred | f.Rejoined | f.Moved | f.Encounter | f.NoBattle | f.Warned

MOVED: Final = {
    "order": N_("{army:Nom} marched from {source:gen} to {target:nom}."),
    "event": N_("The game master sent {army:acc} from {source:gen} to {target:nom}."),
    "arrival": N_("{army:Nom} marched from {source:gen} to {target:nom}, to take part in the battle {battle}."),
}
CAME: Final = N_("{army:Nom} came to {target:nom}.")
TRANSFERRED: Final = NN_(
    "{n} man of {contingent:gen} went from {source:gen} to {target:nom}.",
    "{n} men of {contingent:gen} went from {source:gen} to {target:nom}.",
)
WITH_WOUNDED: Final = NN_("{n} wounded man went with them.", "{n} wounded men went with them.")
AS_PART: Final = N_("They are {part:nom} from now on.")
REJOINED: Final = NN_(
    "{n} straggler of {faction:gen} joined {army:acc} as {contingent:nom}.",
    "{n} stragglers of {faction:gen} joined {army:acc} as {contingent:nom}.",
)
MET: Final = {
    "battle": N_("{armies:Nom} met {region:in}, and it came to a battle."),
    "no_battle": N_("{armies:Nom} met {region:in}, but it did not come to a battle."),
}
NO_BATTLE: Final = {
    "nobody": N_("The battle {battle} did not take place: on neither side was anybody left to fight."),
    "withdrawn": N_("The battle {battle} did not take place: one of the two had been beaten out of there before."),
}
WARNED: Final = {
    "W-RETREAT-VOID": N_("{army:Nom}, beaten, could not retreat to {region:nom} from there, as had been ordered."),
    "W-ORDER-VOID": N_("No longer held when the order was to be carried out: {about}."),
    "W-FULL": N_("{army:Nom} had 50 contingents already, so these are held instead: {about}."),
    "W-TWICE": N_("{about}: the character's own orders count, not the faction's."),
    "W-LAPSED": N_("{about}: an order could not be carried out any more, since others had been carried out before it."),
}
ORDERED: Final[Mapping[str, str]] = {
    "stance": N_("{army:Nom}, stance: {word}."),
    "leader": N_("{army:Nom}: led by {character:ins}."),
    "formation": N_("{contingent:Nom}: to fight {word}."),
    "pursue": N_("{army:Nom}: to pursue if it wins."),
    "retreat": N_("{army:Nom}: to retreat to {region:nom} if beaten."),
    "plan": N_("{army:Nom}: the game master was sent a plan."),
    "character": N_("{character:Nom}: {changes}."),
    "move": N_("{army:Nom}: to march to {region:nom}."),
    "transfer": N_("{contingent:Nom}: to join {army:acc}."),
    "rejoin": N_("{about}: to join {army:acc}."),
}
# What is to be done with prisoners, by fate.
POLICY: Final[Mapping[str, str]] = {
    "hold": N_("{army:Nom}: prisoners taken from now on are to be held."),
    "impress": N_("{army:Nom}: prisoners taken from now on are to be pressed into service."),
    "enslave": N_("{army:Nom}: prisoners taken from now on are to be enslaved."),
    "release": N_("{army:Nom}: prisoners taken from now on are to be let go."),
    "kill": N_("{army:Nom}: prisoners taken from now on are to be put to death."),
}
PRISONERS: Final[Mapping[str, str]] = {
    "hold": N_("Prisoners to be held: {group}."),
    "impress": N_("Prisoners to be pressed into service: {group}."),
    "enslave": N_("Prisoners to be enslaved: {group}."),
    "release": N_("Prisoners to be let go: {group}."),
    "kill": N_("Prisoners to be put to death: {group}."),
}
CAPTIVE: Final[Mapping[str, str]] = {
    "hold": N_("{character:Nom}, a captive: to be held."),
    "release": N_("{character:Nom}, a captive: to be let go."),
    "kill": N_("{character:Nom}, a captive: to be put to death."),
}
NO_PURSUIT: Final = N_("{army:Nom}: not to pursue.")
NO_POLICY: Final = N_("{army:Nom}: prisoners are treated as is the custom.")
FORMATION_WHERE: Final = N_(
    "{contingent:Nom}: to fight {word} this week, wherever the ground is one of these: {terrains}."
)
CHANGES: Final = {
    "mounted": N_("rides"),
    "on_foot": N_("goes on foot"),
    "contingent": N_("belongs to {contingent:nom}"),
    "no_contingent": N_("belongs to no contingent"),
    "army": N_("joins {army:acc}"),
}


def march_words(telling: Telling, fact: March) -> str:
    """One such fact in a sentence."""
    match fact:
        case f.Moved():
            return moved_words(telling, fact)
        case f.Transferred():
            return _transferred(telling, fact)
        case f.Rejoined():
            values = {"faction": telling.faction(fact.faction), "army": telling.army(fact.army)}
            return telling.count(REJOINED, fact.count, contingent=telling.contingent(fact.contingent.id), **values)
        case f.Encounter():
            armies, region = telling.army_names(fact.armies), telling.region(fact.encounter)
            return telling.say(MET[fact.answer], armies=armies, region=region)
        case f.NoBattle():
            return telling.say(NO_BATTLE[fact.reason], battle=fact.no_battle)
        case f.Warned():
            return warned_words(telling, fact)
        case _:
            assert_never(fact)


def moved_words(telling: Telling, fact: f.Moved) -> str:
    """An army went somewhere."""
    army, target = telling.army(fact.moved), telling.region(fact.to)
    if fact.from_ is None:
        return telling.say(CAME, army=army, target=target)
    source = telling.region(fact.from_)
    return telling.say(MOVED[fact.why], army=army, source=source, target=target, battle=fact.battle or "")


def _transferred(telling: Telling, fact: f.Transferred) -> str:
    source, target = telling.army(fact.from_), telling.army(fact.to)
    contingent = telling.contingent(fact.transferred)
    said = [telling.count(TRANSFERRED, fact.count, contingent=contingent, source=source, target=target)]
    if fact.wounded:
        said.append(telling.count(WITH_WOUNDED, fact.wounded))
    if fact.part is not None:
        said.append(telling.say(AS_PART, part=telling.contingent(fact.part)))
    return " ".join(said)


def warned_words(telling: Telling, fact: f.Warned) -> str:
    """An order that came to nothing."""
    about, army = telling.thing(fact.about), telling.army(fact.army or fact.about)
    message = WARNED[fact.warning.partition("/")[0]]
    return telling.say(message, about=about, army=army, region=telling.region(fact.region))


def ordered_words(telling: Telling, data: Mapping[str, Any]) -> str:
    """An instruction in words; what a plan says is between the player and the game master."""
    verb = next(iter(data))
    named = {
        "army": telling.army(str(data.get("army") or data.get("to") if verb != "move" else data["move"])),
        "region": telling.region(data.get("to")),
        "contingent": telling.contingent(str(data.get("contingent") or data[verb])),
        "character": telling.character(str(data[verb])),
    }
    match verb:
        case "stance":
            return telling.say(ORDERED[verb], word=telling.word(STANCE[data[verb]]), **named)
        case "formation":
            return _formation(telling, data)
        case "pursue":
            return telling.say(ORDERED[verb] if data[verb] else NO_PURSUIT, **named)
        case "retreat":
            return telling.say(ORDERED[verb], army=telling.army(data[verb]), region=named["region"])
        case "prisoner_policy":
            return telling.say(NO_POLICY if data[verb] is None else POLICY[data[verb]], **named)
        case "prisoners":
            return telling.say(PRISONERS[data["fate"]], group=telling.group(data[verb]))
        case "captive":
            return telling.say(CAPTIVE[data["fate"]], **named)
        case "character":
            return _character(telling, data)
        case _:
            return telling.say(ORDERED[verb], about=str(data[verb]), **named)


def _formation(telling: Telling, data: Mapping[str, Any]) -> str:
    word, contingent = telling.word(FORMATION[data["formation"]]), telling.contingent(data["contingent"])
    if not data.get("where"):
        return telling.say(ORDERED["formation"], contingent=contingent, word=word)
    terrains = ", ".join(telling.word(TERRAIN[each]) for each in data["where"])
    return telling.say(FORMATION_WHERE, contingent=contingent, word=word, terrains=terrains)


def _character(telling: Telling, data: Mapping[str, Any]) -> str:
    changes = []
    if data.get("role") is not None:
        changes.append(telling.word(ROLE[data["role"]]))
    if data.get("mounted") is not None:
        changes.append(telling.word(CHANGES["mounted" if data["mounted"] else "on_foot"]))
    if data.get("army") is not None:
        changes.append(telling.say(CHANGES["army"], army=telling.army(data["army"])))
    if data.get("contingent") is not None:
        changes.append(telling.say(CHANGES["contingent"], contingent=telling.contingent(data["contingent"])))
    elif "contingent" in data:
        changes.append(telling.word(CHANGES["no_contingent"]))
    character = telling.character(data["character"])
    return telling.say(ORDERED["character"], character=character, changes=telling.wording.listed(changes))
