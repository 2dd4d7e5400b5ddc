"""The orders file that a player fills in: what he has, as comments, and a row for each army that changes nothing.

It is valid YAML and valid orders as it is, and explains itself to somebody who has never heard of YAML. Where it would
grow too long, first the explanations go, then the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_, safe
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import NN_, Wording
from turnproc.rulesets.vidonico.known import Known, NamedKind
from turnproc.rulesets.vidonico.state import Army, Character, Contingent, State
from turnproc.rulesets.vidonico.world import World
from turnproc.source.yaml_writer import Layout, Texts, write_yaml

# An orders file may have 64 KiB; what the player adds needs room.
MOST_BYTES: Final = 48 * 1024
MOST_ORDERS: Final = 1_000
NO_ORDERS: Final = "orders: []"
_LAYOUT: Final = Layout(frozenset({("orders",)}))

HEAD = (
    N_("Orders for turn {turn}: {speaker}."),
    N_("Rows that begin with # are only explanations: the program does not read them."),
    N_("Each order is a row of its own: two blanks, a hyphen, a blank, then the order in braces."),
    N_("Change only words and numbers, or copy a row. What has no order stays as it is."),
)
READY = N_("Take the # away if you agree that the turn may end early:")
MESSAGE = N_("Take the # away to say something in the report; keep the quotation marks:")
WORDS = N_("Your words")
HAVE = N_("What you have:")
EXAMPLES = N_("Examples; for an order of yours take the # away and change the words:")
ARMY = N_("{army}, {region}")
NO_REGION = N_("on no known ground")
LEADER = N_("led by {character}")
NO_LEADER = N_("without a leader")
SOLDIERS: Final = NN_("{contingent}: {n} fit soldier", "{contingent}: {n} fit soldiers")
WOUNDED: Final = NN_("{n} wounded", "{n} wounded")
PRISONERS: Final = NN_("prisoners {id}: {n} man", "prisoners {id}: {n} men")
CAPTIVE = N_("captive: {character}")
WAYS = N_("it can go to: {regions}")
STRAGGLERS: Final = NN_("stragglers {id}: {n} man, {region}", "stragglers {id}: {n} men, {region}")
CHARACTER = N_("{character}: with {army}")
CHARACTER_ALONE = N_("{character}: {region}")
PLAN = N_("What we mean to do")


def blank_orders(world: World, state: State, speaker: str, turn: int, words: Words) -> str:
    """The template of one speaker's orders for a turn; accepted by `validate` untouched, below 64 KiB."""
    blank = _Blank(Known(world, state), speaker, turn, Wording(words))
    return next(text for text in blank.texts() if len(text.encode()) <= MOST_BYTES)


class _Blank:
    def __init__(self, known: Known, speaker: str, turn: int, wording: Wording) -> None:
        self.known = known
        self.speaker = speaker
        self.turn = turn
        self.wording = wording
        self.yaml = Texts()
        state = known.state
        self.himself = state.characters.get(speaker)
        self.armies = [army for army in state.armies.values() if army.faction == speaker]

    def texts(self) -> Iterator[str]:
        """The file, from the most helpful to the shortest."""
        rows = list(self._rows())[:MOST_ORDERS]
        yield self._text(rows, [*self._have(), *self._examples()])
        yield self._text(rows, [])
        yield self._text([], [])

    def _text(self, rows: Sequence[dict[str, Any]], more: Sequence[str]) -> str:
        say = self.wording.say
        first, *others = HEAD
        kind: NamedKind = "faction" if self.himself is None else "character"
        speaker = safe(self.wording.name(self.known.name(kind, self.speaker)))
        words = self.yaml[say(WORDS)]
        lines = [
            _comment(say(first, turn=self.turn, speaker=speaker)),
            *(_comment(say(line)) for line in others),
            f"turn: {self.turn}",
            f"for: {self.yaml[self.speaker]}",
            _comment(say(READY)),
            "#ready: true",
            _comment(say(MESSAGE)),
            f"#message: {words if words.startswith(chr(34)) else chr(34) + words + chr(34)}",
        ]
        if rows:
            lines += write_yaml({"orders": list(rows)}, _LAYOUT).splitlines()
        else:
            lines.append(NO_ORDERS)
        return "\n".join([*lines, *more]) + "\n"

    def _named(self, kind: NamedKind, thing: str) -> str:
        """What a thing is called, and its id in brackets where that is another word."""
        said = safe(self.wording.name(self.known.name(kind, thing)))
        return said if said == thing else f"{said} ({thing})"

    def _region(self, region: str | None) -> str:
        return self.wording.say(NO_REGION) if region is None else self._named("region", region)

    def _rows(self) -> Iterator[dict[str, Any]]:
        """Rows that change nothing: what stands already."""
        if self.himself is None:
            yield from ({"stance": army.stance, "army": army.id} for army in self.armies)
        elif self.himself.role == "fight" and not self.himself.weapon_skills:
            yield {"character": self.speaker, "mounted": self.himself.mounted}
        else:
            yield {"character": self.speaker, "role": self.himself.role}

    def _have(self) -> Iterator[str]:
        """What the speaker has: armies with all that is in them, characters, stragglers."""
        yield _comment(self.wording.say(HAVE))
        if self.himself is not None:
            yield _comment(self._character(self.himself))
            return
        for army in self.armies:
            yield from (_comment(line) for line in self._army(army))
        state = self.known.state
        for character in state.characters.values():
            if character.faction == self.speaker and character.status == "active":
                yield _comment(self._character(character))
        for each in state.factions[self.speaker].stragglers:
            said = self.wording.count(STRAGGLERS, each.count, id=each.id, region=self._region(each.region))
            yield _comment(said)

    def _army(self, army: Army) -> Iterator[str]:
        say = self.wording.say
        leader = say(NO_LEADER)
        if army.leader is not None:
            leader = say(LEADER, character=self._named("character", army.leader))
        yield f"{say(ARMY, army=self._named('army', army.id), region=self._region(army.region))}, {leader}"
        for contingent in army.contingents:
            yield f"  {self._contingent(contingent)}"
        for group in army.prisoners:
            yield f"  {self.wording.count(PRISONERS, group.count, id=group.id)}"
        for captive in self.known.state.captives_of(army.id):
            yield f"  {say(CAPTIVE, character=self._named('character', captive.id))}"
        ways = self._ways(army)
        if ways:
            yield f"  {say(WAYS, regions=', '.join(self._region(region) for region in ways))}"

    def _contingent(self, contingent: Contingent) -> str:
        said = self.wording.count(SOLDIERS, contingent.count, contingent=self._named("contingent", contingent.id))
        wounded = contingent.wounded_count
        return f"{said}, {self.wording.count(WOUNDED, wounded)}" if wounded else said

    def _character(self, character: Character) -> str:
        name = self._named("character", character.id)
        if character.army is None:
            return self.wording.say(CHARACTER_ALONE, region=self._region(character.region), character=name)
        return self.wording.say(CHARACTER, army=self._named("army", character.army), character=name)

    def _ways(self, army: Army) -> list[str]:
        """The regions to which it can march; none are listed where it can go anywhere."""
        world = self.known.world
        if not world.knows_adjacency or army.region is None:
            return []
        return [region for region in world.regions if region in world.regions[army.region].adjacent]

    def _examples(self) -> Iterator[str]:
        """Some orders that this speaker could give, as comments."""
        orders = list(self._of_himself(self.himself) if self.himself is not None else self._of_armies())
        if orders:
            yield _comment(self.wording.say(EXAMPLES))
            yield from (f"#{row}" for row in write_yaml({"orders": orders}, _LAYOUT).splitlines()[1:])

    def _of_himself(self, character: Character) -> Iterator[dict[str, Any]]:
        yield {"character": character.id, "mounted": not character.mounted}
        if character.army is not None:
            yield {"plan": self.wording.say(PLAN), "army": character.army}

    def _of_armies(self) -> Iterator[dict[str, Any]]:
        army = next(iter(self.armies), None)
        if army is None:
            return
        target = next((region for region in self.known.world.regions if region != army.region), None)
        target = next(iter(self._ways(army)), target)
        if target is not None:
            yield {"move": army.id, "to": target}
            yield {"retreat": army.id, "to": target}
        yield {"pursue": not army.pursue, "army": army.id}
        rider = next((each for each in army.contingents if each.mount != "none"), None)
        if rider is not None:
            yield {"formation": "dismounted", "contingent": rider.id, "where": ["forest", "mountains"]}
        if army.prisoners:
            yield {"prisoners": army.prisoners[0].id, "fate": "release"}
        yield {"plan": self.wording.say(PLAN), "army": army.id}


def _comment(text: str) -> str:
    return f"# {text}"
