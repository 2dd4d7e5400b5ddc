"""Worlds and states of vidonico that keep the invariants of section 2.8, for property tests."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.state import (
    QUALITIES,
    Army,
    Character,
    Cohort,
    Contingent,
    Faction,
    InjuryTaken,
    Item,
    Kind,
    Missing,
    PrisonerGroup,
    Species,
    State,
    Stragglers,
)
from turnproc.rulesets.vidonico.world import PRISONER_FATES, TERRAINS, Region, World

FACTIONS = ("frekre", "horde", "tegria")
SPECIES: tuple[Species, ...] = ("human", "minotaur", "centaur", "faun", "triton", "myrmica")
REGIONS = ("heights", "plain", "wood")
TAGS = ("centaurs", "humans", "minotaurs", "vedings")
BATTLES = ("raid-0", "raid-1")
LOOT = (Item(battle="raid-0", item="helmet"), Item(battle="raid-1", item="ring_or_armband", quantity=11, unit="s"))


@st.composite
def worlds(draw: DrawFn) -> World:
    """Three regions in a row, or without known borders, or no map at all; sometimes an alliance."""
    given = REGIONS if draw(st.integers(0, 4)) else ()
    borders = {"heights": ("plain",), "plain": ("heights", "wood"), "wood": ("plain",)}
    known = draw(st.booleans())
    return World(
        regions={
            region: Region(
                Name(region),
                draw(st.none() | st.sampled_from(TERRAINS)),
                frozenset(borders[region]) if known else frozenset(),
            )
            for region in given
        },
        alliances=(frozenset(("frekre", "tegria")),) if draw(st.booleans()) else (),
        players={"frekre": "p1", "horde": "p2"},
    )


@st.composite
def kinds(draw: DrawFn) -> Kind:
    """What soldiers can be."""
    species = draw(st.sampled_from(SPECIES))
    return Kind(
        species=species,
        quality=draw(st.sampled_from(QUALITIES)),
        caste=draw(st.sampled_from(("warrior", "scout", "other"))) if species == "myrmica" else None,
        mount="none" if species == "centaur" else draw(st.sampled_from(("none", "horse", "diatrima"))),
        metal_armour=draw(st.booleans()),
        firearms=draw(st.booleans()),
        barbarian=draw(st.booleans()),
    )


@st.composite
def _contingent(draw: DrawFn, id_: str) -> Contingent:
    kind = draw(kinds())
    wounded = []
    for battle in draw(st.lists(st.sampled_from(BATTLES), unique=True)):
        original = draw(st.integers(1, 60))
        remaining = draw(st.integers(1, original))
        wounded.append(Cohort(battle=battle, turn=BATTLES.index(battle), original=original, remaining=remaining))
    return Contingent(
        id=id_,
        name=draw(st.none() | st.just(f"The {id_}")),
        species=kind.species,
        caste=kind.caste,
        quality=kind.quality,
        mount=kind.mount,
        formation=None if kind.mount == "none" else draw(st.sampled_from(("mounted", "dismounted"))),
        count=draw(st.integers(0, 400)),
        wounded=tuple(sorted(wounded, key=lambda each: (each.turn, each.battle))),
        metal_armour=kind.metal_armour,
        firearms=kind.firearms,
        barbarian=kind.barbarian,
        hungry=draw(st.booleans()),
        exhausted=draw(st.booleans()),
    )


@st.composite
def _army(draw: DrawFn, id_: str, faction: str, world: World) -> Army:
    regions: SearchStrategy[str | None] = st.none() | st.sampled_from([*sorted(world.regions), None])
    contingents = tuple(draw(_contingent(f"{id_}-c{n}")) for n in range(draw(st.integers(0, 3))))
    army = Army(
        id=id_,
        name=draw(st.none() | st.just({"en": f"Army {id_}", "sv": f"Här {id_}"})),
        faction=faction,
        region=draw(regions),
        previous_region=draw(regions),
        stance=draw(st.sampled_from(("attack", "accept", "avoid"))),
        pursue=draw(st.booleans()),
        prisoner_policy=draw(st.none() | st.sampled_from(PRISONER_FATES)),
        contingents=contingents,
        hungry=draw(st.booleans()),
    )
    return army


@st.composite
def _group(draw: DrawFn, id_: str, faction: str) -> PrisonerGroup:
    kind = draw(kinds())
    return PrisonerGroup(
        id=id_,
        from_faction=faction,
        species=kind.species,
        caste=kind.caste,
        quality=kind.quality,
        barbarian=kind.barbarian,
        count=draw(st.integers(1, 90)),
        taken_turn=draw(st.integers(0, 2)),
    )


@st.composite
def _character(draw: DrawFn, id_: str, faction: str, armies: list[Army]) -> Character:
    skills = st.builds(Combination, st.integers(1, 7), st.integers(0, 2)).map(lambda combination: combination.tk)
    own = [army for army in armies if army.faction == faction]
    captors = [army for army in armies if army.faction != faction and not army.is_empty]
    status = draw(st.sampled_from(("active", "active", "dead", *(("captive",) if captors else ()))))
    army = draw(st.none() | st.sampled_from(own)) if own and status == "active" else None
    contingents = [each.id for each in army.contingents] if army is not None else []
    contingent = draw(st.none() | st.sampled_from(contingents)) if contingents else None
    return Character(
        id=id_,
        name=draw(st.none() | st.just(f"Captain {id_}")),
        player=draw(st.none() | st.just("p3")),
        faction=faction,
        pc=draw(st.booleans()),
        army=None if army is None else army.id,
        contingent=contingent,
        role=draw(st.sampled_from(("fight", "present", "absent"))),
        mounted=draw(st.booleans()),
        tactics=draw(st.none() | skills),
        weapon_skills=draw(st.dictionaries(st.sampled_from(("axe", "carbine", "sabre")), skills)),
        status=status,
        captor=draw(st.sampled_from(captors)).id if status == "captive" else None,
        injuries=(InjuryTaken(battle="raid-0", points=3, type="by axe"),) if draw(st.booleans()) else (),
        loot=tuple(draw(st.lists(st.sampled_from(LOOT), max_size=3))),
    )


@st.composite
def states(draw: DrawFn, world: World) -> State:
    """A state after turn 2 in which V-1 to V-6 hold."""
    armies = [
        draw(_army(f"{faction}-{n}", faction, world)) for faction in FACTIONS for n in range(draw(st.integers(0, 2)))
    ]
    holding = []
    for army in armies:
        others = [faction for faction in FACTIONS if faction != army.faction]
        taken = [] if army.is_empty else draw(st.lists(st.sampled_from(others), max_size=2, unique=True))
        groups = tuple(draw(_group(f"raid-0/{army.id}-from-{each}", each)) for each in sorted(taken))
        holding.append((army, groups))
    characters = [
        draw(_character(f"{faction}-hero-{n}", faction, armies))
        for faction in FACTIONS
        for n in range(draw(st.integers(0, 2)))
    ]
    found = {}
    for army, groups in holding:
        may_lead = [each.id for each in characters if each.army == army.id and each.status == "active"]
        leader = draw(st.none() | st.sampled_from(may_lead)) if may_lead else None
        found[army.id] = replace(army, leader=leader, prisoners=groups)
    return State(
        turn=2,
        factions={faction: draw(_faction(faction, world)) for faction in FACTIONS},
        armies=dict(sorted(found.items())),
        characters={each.id: each for each in sorted(characters, key=lambda each: each.id)},
        battles=BATTLES,
    )


@st.composite
def _faction(draw: DrawFn, id_: str, world: World) -> Faction:
    missing = [
        Missing(battle=battle, contingent=f"{id_}-lost", kind=draw(kinds()), count=draw(st.integers(1, 50)))
        for battle in draw(st.lists(st.sampled_from(BATTLES), unique=True))
    ]
    number = FACTIONS.index(id_) + 1
    strays = [
        Stragglers(
            id=f"s-{number}",
            kind=draw(kinds()),
            count=draw(st.integers(1, 50)),
            region=draw(st.sampled_from([*sorted(world.regions), None])),
            since=1,
        )
    ]
    return Faction(
        id=id_,
        name=draw(st.none() | st.just(id_.title())),
        player=draw(st.none() | st.just("p4")),
        tags=tuple(draw(st.lists(st.sampled_from(TAGS), unique=True))),
        prisoner_custom=draw(st.none() | st.sampled_from(PRISONER_FATES)),
        dead=draw(st.integers(0, 99)),
        enslaved=draw(st.integers(0, 9)),
        executed=draw(st.integers(0, 9)),
        missing=tuple(sorted(missing, key=lambda each: (each.battle, each.contingent))),
        stragglers=tuple(strays) if draw(st.booleans()) else (),
    )
