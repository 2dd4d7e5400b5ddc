"""The tables at the end of the report: armies, those who are held, the wounded, and what the war has cost so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.state import Army, Character, Faction
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_figures import signed
from turnproc.rulesets.vidonico.view_words import FORMATION, STANCE, kind_words

ARMY: Final = N_(
    "{army:Nom} ({faction:nom}), {region:nom}: {fit} fit ({change}), {wounded} wounded, {held} held; led by {leader}; "
    "{marks}"
)
NOBODY: Final = N_("nobody")
HUNGRY: Final = N_("hungry or thirsty")
EXHAUSTED: Final = N_("exhausted")
NO_PURSUIT: Final = N_("does not pursue")
NO_SOLDIERS: Final = N_("no soldiers left")
CONTINGENT: Final = N_("{contingent:Nom}: {count} fit, {wounded} wounded; {kind}")
# With the names that orders give them.
GROUP: Final = NN_(
    "{army:Nom}: {n} prisoner of {faction:gen}, {group} ({kind}).",
    "{army:Nom}: {n} prisoners of {faction:gen}, {group} ({kind}).",
)
STRAGGLERS: Final = NN_(
    "{faction:Nom}: {n} straggler {region:in}, {stragglers} ({kind}).",
    "{faction:Nom}: {n} stragglers {region:in}, {stragglers} ({kind}).",
)
CHARACTER: Final = N_("{character:Nom} ({faction:nom}): {lot}; damage: {damage}; loot: {loot}.")
WITH: Final = N_("with {army:ins}")
HELD_BY: Final = N_("captive of {army:gen}")
ALONE: Final = N_("alone {region:in}")
DEAD: Final = N_("dead")
NONE: Final = N_("none")
RECOVERED: Final = NN_(
    "{army:Nom}, {contingent:nom}: {n} man is fit again, wounded in the battle {battle}; {left} still wounded.",
    "{army:Nom}, {contingent:nom}: {n} men are fit again, wounded in the battle {battle}; {left} still wounded.",
)
CONVALESCENCE: Final = N_("{army:Nom}: {recovered} recovered, {wounded} still wounded.")
FACTION: Final = N_(
    "{faction:Nom}: {fit} fit, {wounded} wounded, {captured} held by others, {scattered} without an army, {missing} "
    "missing, {dead} dead; of others {enslaved} enslaved, {executed} put to death."
)


def table_of_armies(telling: Telling) -> Iterator[dict[str, Any]]:
    """One row for each army after the turn, with its contingents."""
    before, after = telling.record.before, telling.record.after
    for army in after.armies.values():
        old = before.armies.get(army.id)
        name, leader = telling.army(army.id), telling.word(NOBODY)
        if army.leader is not None:
            leader = telling.wording.name(telling.character(army.leader), "Nom")
        held = sum(group.count for group in army.prisoners) + sum(1 for _ in after.captives_of(army.id))
        values: dict[str, Any] = {
            "fit": army.fit,
            "change": signed(army.fit - (0 if old is None else old.fit)),
            "wounded": army.wounded_count,
            "held": held,
            "leader": leader,
            "marks": marks(telling, army),
        }
        names = {"faction": telling.faction(army.faction), "region": telling.region(army.region)}
        yield {
            **values,
            "army": telling.wording.name(name, "Nom"),
            **{key: telling.wording.name(each, "Nom") for key, each in names.items()},
            "line": telling.say(ARMY, army=name, **names, **values),
            "contingents": [
                telling.say(
                    CONTINGENT,
                    contingent=telling.contingent(each.id),
                    count=each.count,
                    wounded=each.wounded_count,
                    kind=kind_words(telling, each.kind),
                )
                for each in army.contingents
            ],
        }


def marks(telling: Telling, army: Army) -> str:
    """What one should know of an army: stance, pursuit, hunger, riders on foot."""
    found = [telling.word(STANCE[army.stance])]
    if army.is_empty:
        found.append(telling.word(NO_SOLDIERS))
    if not army.pursue:
        found.append(telling.word(NO_PURSUIT))
    if army.hungry or any(each.hungry for each in army.contingents):
        found.append(telling.word(HUNGRY))
    if army.exhausted or any(each.exhausted for each in army.contingents):
        found.append(telling.word(EXHAUSTED))
    if any(each.formation == "dismounted" for each in army.contingents):
        found.append(telling.word(FORMATION["dismounted"]))
    return ", ".join(found)


def held_lines(telling: Telling) -> Iterator[str]:
    """Who is held by whom after the turn, and who wanders about without an army."""
    after = telling.record.after
    for army in after.armies.values():
        for each in army.prisoners:
            values: dict[str, Any] = {"army": telling.army(army.id), "faction": telling.faction(each.from_faction)}
            values |= {"group": each.id, "kind": kind_words(telling, each.kind)}
            yield telling.count(GROUP, each.count, **values)
    for faction in after.factions.values():
        for lost in faction.stragglers:
            values = {"faction": telling.faction(faction.id), "region": telling.region(lost.region)}
            values |= {"stragglers": lost.id, "kind": kind_words(telling, lost.kind)}
            yield telling.count(STRAGGLERS, lost.count, **values)


def convalescence(telling: Telling) -> Iterator[dict[str, str | int]]:
    """Who recovered, and how many wounded an army still has."""
    recovered: dict[str, int] = {}
    for fact in telling.facts:
        if isinstance(fact, f.Recovered):
            recovered[fact.army] = recovered.get(fact.army, 0) + fact.count
    armies = telling.record.after.armies
    for army in sorted({*recovered, *(each for each, there in armies.items() if there.wounded_count)}):
        wounded = armies[army].wounded_count if army in armies else 0
        values = {"recovered": recovered.get(army, 0), "wounded": wounded}
        name = telling.army(army)
        line = telling.say(CONVALESCENCE, army=name, **values)
        yield {"army": telling.wording.name(name, "Nom"), **values, "line": line}


def recovered_words(telling: Telling, fact: f.Recovered) -> str:
    """The wounded of one contingent and battle who are fit again."""
    army, contingent = telling.army(fact.army), telling.contingent(fact.recovered)
    return telling.count(
        RECOVERED, fact.count, army=army, contingent=contingent, battle=fact.battle, left=fact.still_wounded
    )


def table_of_characters(telling: Telling) -> Iterator[dict[str, str]]:
    """One row for each character who lives, or lived at the start of the week."""
    before, after = telling.record.before, telling.record.after
    for character in after.characters.values():
        old = before.characters.get(character.id)
        if character.status == "dead" and (old is None or old.status == "dead"):
            continue
        name, faction = telling.character(character.id), telling.faction(character.faction)
        values = {
            "lot": lot_of(telling, character),
            "damage": ", ".join(str(each.points) for each in character.injuries) or telling.word(NONE),
            "loot": str(len(character.loot)),
        }
        yield {
            **values,
            "character": telling.wording.name(name, "Nom"),
            "faction": telling.wording.name(faction, "Nom"),
            "line": telling.say(CHARACTER, character=name, faction=faction, **values),
        }


def lot_of(telling: Telling, character: Character) -> str:
    """Where a character is: with an army, held by one, alone, or dead."""
    if character.status == "dead":
        return telling.word(DEAD)
    if character.captor is not None:
        return telling.say(HELD_BY, army=telling.army(character.captor))
    if character.army is not None:
        return telling.say(WITH, army=telling.army(character.army))
    return telling.say(ALONE, region=telling.region(character.region))


def table_of_factions(telling: Telling) -> Iterator[dict[str, str | int]]:
    """What the war has cost each faction, and what it did to others."""
    after = telling.record.after
    for faction in after.factions.values():
        values = faction_figures(telling, faction)
        name = telling.faction(faction.id)
        yield {
            "faction": telling.wording.name(name, "Nom"),
            **values,
            "line": telling.say(FACTION, faction=name, **values),
        }


def faction_figures(telling: Telling, faction: Faction) -> dict[str, int]:
    """The soldiers of a faction by what became of them."""
    everybody = telling.record.after.armies.values()
    armies = [army for army in everybody if army.faction == faction.id]
    held = [group for army in everybody for group in army.prisoners]
    return {
        "fit": sum(army.fit for army in armies),
        "wounded": sum(army.wounded_count for army in armies),
        "captured": sum(group.count for group in held if group.from_faction == faction.id),
        "scattered": sum(each.count for each in faction.stragglers),
        "missing": sum(each.count for each in faction.missing),
        "dead": faction.dead,
        "enslaved": faction.enslaved,
        "executed": faction.executed,
    }
