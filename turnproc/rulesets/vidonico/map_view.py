"""The map of vidonico: which army stands where, and which marched, fought and withdrew in a week."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.picture import Arrow, Key, Marker, Owner, Picture, Place, Way, spare_colour
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import Wording
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.state import Army, Faction, State, called
from turnproc.rulesets.vidonico.tables import ROUGH_GROUND
from turnproc.rulesets.vidonico.telling import Telling, Turn
from turnproc.rulesets.vidonico.world import World

_GROUND: Final = (
    ("bright", N_("easy ground: open, hills, steppe")),
    ("dark", N_("rough ground: forest, mountains, underground, swamp")),
    ("road", N_("a week's march")),
)
_ARMIES: Final = (
    ("banner", N_("army")),
    ("text", N_("Number: fit soldiers. Letter: the faction.")),
)
_LETTERS: Final = ("text", N_("Letter: the faction."))
_GOINGS: Final = (
    ("peace", N_("march")),
    ("back", N_("withdrawal")),
    ("fight", N_("battle")),
)


def places(world: World) -> dict[str, tuple[float, float] | None]:
    """All regions, with their positions."""
    return {name: region.position for name, region in world.regions.items()}


def standing(world: World, state: State, turn: int, words: Words) -> Picture:
    """Where the armies are after a week; 0 is the start."""
    wording = Wording(words)
    title = wording.say(N_("The map after week {turn}"), turn=turn) if turn else wording.say(N_("The map at the start"))
    return Picture(
        title=title,
        places=list(_places(world, wording, state.armies.values())),
        ways=list(_ways(world)),
        owners=list(_owners([state.factions], wording)),
        keys=[Key(sample, words.text(text)) for sample, text in (*_GROUND, *_ARMIES)],
        on_globe=False,
    )


def of_turn(record: Turn, words: Words) -> Picture:
    """Marches, battles and withdrawals of a week."""
    world, wording = record.table.world, Wording(words)
    # Those, too, that were raised and broken up within the week.
    armies = {**Telling(record, words).armies, **record.before.armies}
    facts = record.journal.facts()
    fights = {fact.region for fact in facts if isinstance(fact, f.BattleStarted)}
    return Picture(
        title=wording.say(N_("Marches and battles of week {turn}"), turn=record.journal.turn),
        places=list(_places(world, wording, ())),
        ways=list(_ways(world)),
        owners=list(_owners([record.before.factions, record.after.factions], wording)),
        arrows=list(_arrows(facts, armies)),
        fights=[region for region in world.regions if region in fights],
        keys=[Key(sample, words.text(text)) for sample, text in (*_GROUND, *_GOINGS, _LETTERS)],
        on_globe=False,
    )


def _places(world: World, wording: Wording, armies: Iterable[Army]) -> Iterator[Place]:
    there: dict[str | None, list[Marker]] = {}
    for army in armies:
        marker = Marker(owner=army.faction, count=army.fit, shape="banner")
        there.setdefault(army.region, []).append(marker)
    for name, region in world.regions.items():
        yield Place(
            id=name,
            label=wording.name(region.name, "Nom"),
            at=region.position,
            is_bright=region.terrain not in ROUGH_GROUND,
            markers=there.get(name, ()),
        )


def _ways(world: World) -> Iterator[Way]:
    for name, region in world.regions.items():
        for other in sorted(region.adjacent):
            if name < other:
                yield Way(name, other, "road")


def _owners(factions: Iterable[Mapping[str, Faction]], wording: Wording) -> Iterator[Owner]:
    """All factions by id. No file gives them colours: each has one by its place in that order."""
    found = {name: faction for each in factions for name, faction in each.items()}
    for at, name in enumerate(sorted(found)):
        yield Owner(id=name, name=wording.name(called(found[name])), colour=spare_colour(at))


def _arrows(facts: Iterable[f.Fact], armies: Mapping[str, Army]) -> Iterator[Arrow]:
    """Who marched and who withdrew. How many of them are fit changes on the way, so the picture does not say it."""
    for fact in facts:
        match fact:
            case f.Moved() if fact.from_ is not None and fact.moved in armies:
                owner = armies[fact.moved].faction
                yield Arrow(owner=owner, from_=fact.from_, to=fact.to, going="peace")
            case f.Withdrew() if fact.to is not None and fact.withdrew in armies:
                owner = armies[fact.withdrew].faction
                yield Arrow(owner=owner, from_=fact.from_, to=fact.to, going="back")
            case _:
                pass
