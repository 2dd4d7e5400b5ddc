"""What the parts of the report share: one turn's record, and how everything in it is called.

Things that came up or vanished during the turn have names, too: they are gathered from both states and the journal.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import Record, Words
from turnproc.engine.wording import Wording
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.state import Army, Character, Contingent, Faction, PrisonerGroup, State, called
from turnproc.rulesets.vidonico.world import World

Turn: TypeAlias = Record[World, State, Orders, f.Fact]

NOWHERE = "–"
GROUP = N_("{contingent:nom} ({battle})")


class Telling:
    """One turn, told in one language."""

    def __init__(self, record: Turn, words: Words) -> None:
        """Take what happened and the language."""
        self.record = record
        self.world = record.table.world
        self.wording = Wording(words)
        self.say = self.wording.say
        self.count = self.wording.count
        self.facts = record.journal.facts()

    def word(self, message: str) -> str:
        """A single word or phrase in the language."""
        return self.wording.say(message)

    # Things as they were at some point of the turn: what does not change in it (names, kinds) can be read from them.

    @cached_property
    def armies(self) -> dict[str, Army]:
        """All armies of the turn: as they are after it, else as they were."""
        raised = {fact.army.id: fact.army for fact in self.facts if isinstance(fact, f.Raised)}
        return {**raised, **self.record.before.armies, **self.record.after.armies}

    @cached_property
    def contingents(self) -> dict[str, Contingent]:
        """All contingents of the turn. A part that was transferred has the fields of the whole (A-1)."""
        found: dict[str, Contingent] = {}
        for state in (self.record.before, self.record.after):
            for army in state.armies.values():
                found |= {each.id: each for each in army.contingents}
        for fact in self.facts:
            match fact:
                case f.Raised():
                    for each in fact.army.contingents:
                        found.setdefault(each.id, each)
                case f.Reinforced(new=Contingent() as new) | f.Rejoined(contingent=new):
                    found.setdefault(new.id, new)
                case f.PrisonersDisposed(contingent=Contingent() as new):
                    found.setdefault(new.id, new)
                case f.Transferred(part=str() as part) if fact.transferred in found:
                    found.setdefault(part, replace(found[fact.transferred], id=part, name=None))
                case _:
                    pass
        return found

    @cached_property
    def characters(self) -> dict[str, Character]:
        """All characters of the turn."""
        made = {each.character.id: each.character for each in self.facts if isinstance(each, f.CharacterSet)}
        return {**made, **self.record.before.characters, **self.record.after.characters}

    @cached_property
    def factions(self) -> dict[str, Faction]:
        """All factions."""
        return {**self.record.before.factions, **self.record.after.factions}

    @cached_property
    def groups(self) -> dict[str, PrisonerGroup]:
        """All groups of prisoners of the turn, as large as they were at most."""
        found: dict[str, PrisonerGroup] = {}
        for fact in self.facts:
            if isinstance(fact, f.PrisonersTaken):
                found[fact.group.id] = fact.group
        for state in (self.record.after, self.record.before):
            for army in state.armies.values():
                found |= {each.id: each for each in army.prisoners}
        return found

    # What they are called.

    def army(self, army: str) -> Name:
        """What an army is called."""
        there = self.armies.get(army)
        return Name(army) if there is None else called(there)

    def army_names(self, armies: tuple[str, ...]) -> list[Name]:
        """The names of several armies, in their order."""
        return [self.army(army) for army in armies]

    def contingent(self, contingent: str) -> Name:
        """What a contingent is called."""
        there = self.contingents.get(contingent)
        return Name(contingent) if there is None else called(there)

    def character(self, character: str) -> Name:
        """What a character is called."""
        there = self.characters.get(character)
        return Name(character) if there is None else called(there)

    def faction(self, faction: str) -> Name:
        """What a faction is called."""
        there = self.factions.get(faction)
        return Name(faction) if there is None else called(there)

    def region(self, region: str | None) -> Name:
        """What a region is called; a dash for an army that is nowhere on the map."""
        if region is None:
            return Name(NOWHERE)
        there = self.world.regions.get(region)
        return Name(region) if there is None else there.name

    def side(self, side: str) -> Name:
        """What a side of a battle is called: as the faction or the army whose id it has, else as its only faction."""
        if side in self.armies and side not in self.factions:
            return self.army(side)
        factions = self._factions_of_sides.get(side, {side})
        return self.faction(side if side in self.factions or len(factions) > 1 else next(iter(factions)))

    @cached_property
    def _factions_of_sides(self) -> dict[str, set[str]]:
        """Whose armies stand on a side of that id, in any battle of the week."""
        found: dict[str, set[str]] = {}
        for fact in self.facts:
            if isinstance(fact, f.BattleStarted):
                for side in fact.sides:
                    owners = {self.armies[army].faction for army in side.armies if army in self.armies}
                    found.setdefault(side.id, set()).update(owners or {side.id})
        return found

    def speaker(self, speaker: str) -> Name:
        """What a speaker is called: a faction or a character."""
        return self.faction(speaker) if speaker in self.factions else self.character(speaker)

    def group(self, group: str) -> str:
        """What a group of prisoners is called: its contingent, with the battle if it was taken in another week."""
        battle, _, contingent = group.partition("/")
        if battle in self._battles:
            return self.wording.name(self.contingent(contingent))
        return self.say(GROUP, contingent=self.contingent(contingent), battle=battle)

    @cached_property
    def _battles(self) -> frozenset[str]:
        """The battles of the week."""
        return frozenset(fact.battle_started for fact in self.facts if isinstance(fact, f.BattleStarted))

    def thing(self, thing: str) -> str:
        """What anything is called that an order can be about: an army, a contingent, a character, a group."""
        if "/" in thing:
            return self.group(thing)
        if thing in self.armies:
            return self.wording.name(self.army(thing), "Nom")
        if thing in self.contingents:
            return self.wording.name(self.contingent(thing), "Nom")
        return self.wording.name(self.character(thing), "Nom")

    @cached_property
    def thrown(self) -> frozenset[str]:
        """The labels of the rolls that were thrown at the table."""
        return frozenset(roll.label for roll in self.record.journal.rolls if roll.source == "thrown")


def paragraphs(text: str) -> list[list[str]]:
    """A text that somebody wrote, as paragraphs of lines."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            found[-1].append(line.strip())
        elif found[-1]:
            found.append([])
    return [paragraph for paragraph in found if paragraph]
