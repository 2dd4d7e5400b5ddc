"""A week for tests of what is told, made by hand: the battle of the source, and whatever else can happen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from turnproc.engine.dice import Roll
from turnproc.engine.journal import Journal, PlayedPhase
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import Record
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.combination import Tk
from turnproc.rulesets.vidonico.orders import Orders, Plan
from turnproc.rulesets.vidonico.state import (
    Army,
    Character,
    Cohort,
    Contingent,
    Faction,
    Kind,
    Missing,
    PrisonerGroup,
    State,
    Stragglers,
)
from turnproc.rulesets.vidonico.telling import Turn
from turnproc.rulesets.vidonico.world import Region, World

RAID = "raid-1"
CUIRASSIERS = Contingent(
    id="cuirassiers",
    name="The cuirassiers",
    species="human",
    quality="veteran",
    mount="horse",
    formation="mounted",
    count=553,
    metal_armour=True,
)
RAIDERS = Contingent(id="raiders", name="The raiders", species="minotaur", quality="regular", count=637, barbarian=True)
PIKES = Contingent(id="pikes", name="The pikemen", species="human", quality="militia", count=200, firearms=False)
SCOUTS = Contingent(
    id="scouts",
    species="minotaur",
    quality="green",
    count=40,
    wounded=(Cohort(battle="raid-0", turn=2, original=12, remaining=12),),
)
TAKEN = PrisonerGroup(
    id=f"{RAID}/raiders",
    from_faction="horde",
    species="minotaur",
    quality="regular",
    barbarian=True,
    count=128,
    taken_turn=3,
)
HELD = PrisonerGroup(
    id="raid-0/pikes", from_faction="frekre", species="human", quality="militia", count=9, taken_turn=2
)
RECRUITS = Contingent(
    id="impressed-1", species="minotaur", quality="regular", count=128, firearms=False, barbarian=True
)
FREED = Kind(species="human", quality="militia")


def name(text: str) -> Name:
    return Name(text, {"": {"nom": text}})


def world() -> World:
    return World(
        regions={
            "plain": Region(name("The open country"), "open", frozenset({"heights"})),
            "heights": Region(name("The heights"), "mountains", frozenset({"plain"})),
        }
    )


def before() -> State:
    orlan = Character(
        id="orlan",
        name="Orlan",
        player="p1",
        faction="frekre",
        army="frekre-1",
        contingent="cuirassiers",
        role="fight",
        mounted=True,
        tactics=Tk("4T"),
        weapon_skills={"sabre": Tk("4T+1"), "carbine": Tk("4T")},
    )
    grima = Character(
        id="grima",
        name="Grima",
        player="p2",
        faction="horde",
        army="horde-1",
        contingent="raiders",
        role="fight",
        tactics=Tk("3T"),
        weapon_skills={"axe": Tk("5T")},
    )
    elsa = Character(id="elsa", name="Elsa", faction="frekre", status="captive", captor="horde-1")
    return State(
        2,
        {
            "frekre": Faction(id="frekre", name="Frekre", player="p1", tags=("humans",), prisoner_custom="impress"),
            "horde": Faction(id="horde", name="The mountain horde", player="p2", tags=("minotaurs",)),
        },
        {
            "frekre-1": Army(
                id="frekre-1",
                name="Army of the plain",
                faction="frekre",
                region="heights",
                leader="orlan",
                stance="attack",
                contingents=(CUIRASSIERS,),
            ),
            "frekre-2": Army(id="frekre-2", name="Garrison", faction="frekre", region="heights", contingents=(PIKES,)),
            "horde-1": Army(
                id="horde-1",
                name="The great herd",
                faction="horde",
                region="plain",
                previous_region="heights",
                leader="grima",
                contingents=(RAIDERS, SCOUTS),
                prisoners=(HELD,),
            ),
        },
        {each.id: each for each in (elsa, grima, orlan)},
    )


def after() -> State:
    state = before()
    wounded = (Cohort(battle=RAID, turn=3, original=56, remaining=56),)
    lost = Missing(battle=RAID, contingent="raiders", kind=RAIDERS.kind, count=128)
    walking = Stragglers(id="s-1", kind=FREED, count=9, region="plain", since=3)
    armies = {
        **state.armies,
        "frekre-1": replace(
            state.armies["frekre-1"],
            region="plain",
            previous_region="heights",
            contingents=(replace(CUIRASSIERS, count=469, wounded=wounded), RECRUITS),
        ),
        "horde-1": replace(
            state.armies["horde-1"],
            region="heights",
            previous_region=None,
            leader=None,
            prisoners=(),
            hungry=True,
            contingents=(replace(RAIDERS, count=125), replace(SCOUTS, count=42)),
        ),
    }
    factions = {
        "frekre": replace(state.factions["frekre"], dead=28, stragglers=(walking,)),
        "horde": replace(state.factions["horde"], dead=160, missing=(lost,)),
    }
    people = state.characters
    characters = {
        "elsa": replace(people["elsa"], status="active", captor=None, region="plain"),
        "grima": replace(people["grima"], status="captive", army=None, contingent=None, captor="frekre-1"),
        "orlan": people["orlan"],
    }
    return State(3, factions, armies, characters, (RAID,))


def strength(side: str, line: f.StrengthLine, *more: f.StrengthLine) -> f.Strength:
    return f.Strength(side, "M-5", RAID, sum(each.subtotal for each in (line, *more)), (line, *more))


RIDERS = f.StrengthLine(
    contingent="cuirassiers",
    army="frekre-1",
    count=553,
    row="horse",
    parts={"quality": 4, "species": 0, "metal_armour": 1, "terrain": 1},
    ssv=6,
    subtotal=3318,
    formation="mounted",
)
BULLS = f.StrengthLine(
    contingent="raiders",
    army="horde-1",
    count=637,
    row="minotaur",
    parts={"quality": 3, "species": 1, "barbarian": -1, "terrain": 0},
    ssv=3,
    subtotal=1911,
)
SIDES = (
    f.Side(id="frekre", armies=("frekre-1",), commander="orlan", commander_army="frekre-1"),
    f.Side(id="horde", armies=("horde-1",), commander="grima", commander_army="horde-1"),
)


def battle_of_the_source() -> list[PlayedPhase[f.Fact]]:
    """Section 10.3, and what follows it."""
    tactics: list[f.Fact] = [
        f.TacticsRoll("frekre", "X-3", RAID, Tk("4T"), (2, 3, 4, 2), 11, 20, 12, True, "orlan", Tk("4T"), None, "1.8"),
        f.TacticsRoll("horde", "X-3", RAID, Tk("3T"), (4, 4, 3), 11, 11, 12, False, "grima", Tk("3T")),
    ]
    outcome: list[f.Fact] = [
        f.OutcomeReached("clear_victory", "C-1", RAID, {"frekre": "holds_field", "horde": "flight_pursued"}, "frekre"),
        f.Pursuit("frekre", "C-2", RAID, 553, 553, True, True, True, "open"),
    ]
    losses: list[f.Fact] = [
        f.Losses("frekre", "L-1", RAID, "holds_field", 553, 28, 56, 0, 0, 469),
        f.Losses("horde", "L-1", RAID, "flight_pursued", 637, 160, 96, 128, 128, 125),
        f.LossesShared("cuirassiers", "L-2", RAID, "frekre-1", 28, 56, 0, 0, 469),
        f.LossesShared("raiders", "L-2", RAID, "horde-1", 160, 96, 128, 128, 125),
        f.PrisonersTaken(TAKEN.id, "L-4", RAID, "frekre-1", TAKEN),
    ]
    fates: list[f.Fact] = [
        f.Fate("grima", "F-4", RAID, "horde", "fight", Tk("5T"), -4, "flees_on_foot", Tk("1T"), (5,), 5, "Q4", "axe"),
        f.Injury("grima", "F-4", RAID, 1, 4, "by enemy weapon"),
        f.Injury("grima", "F-4", RAID, 2, 2, "by enemy weapon"),
        f.Captured("grima", "F-5", RAID, "frekre-1", "battle"),
        f.LeaderLost("horde-1", "F-8", "grima", RAID),
        f.Fate(
            "orlan",
            "F-4",
            RAID,
            "frekre",
            "fight",
            Tk("4T+1"),
            3,
            "pursuing",
            Tk("7T+1"),
            (3, 4, 5, 1, 6, 2, 3),
            25,
            "Q24",
            "sabre",
        ),
        f.Injury("orlan", "F-4", RAID, 1, 3, "a thrown axe"),
        f.Loot("orlan", "F-6", RAID, 1, (4, 4, 6), 14, "riding_animals", 0, mark="no_mounts", rolled_again=True),
        f.Loot("orlan", "F-6", RAID, 1, (3, 3, 3), 9, "ring_or_armband", 1, 11, "s"),
        f.Loot("orlan", "F-6", RAID, 2, (1, 2), 3, "nothing"),
    ]
    withdrawal: list[f.Fact] = [
        f.HeldPrisoners("horde-1", "B-2", RAID, "freed", (HELD.id,), ("elsa",)),
        f.StragglersPlaced("s-1", "B-2", "frekre", FREED, 9, "plain", "freed", HELD.id, "horde-1", RAID),
        f.CaptiveDisposed("elsa", "B-2", "release", "freed", "horde-1", "plain", RAID),
        f.Withdrew("horde-1", "B-1", RAID, "plain", "way_back", "heights"),
    ]
    muster: list[f.Fact] = [
        f.BattleStarted(RAID, "M-1", 4, "plain", "open", SIDES, "fair", 12),
        strength("frekre", RIDERS),
        strength("horde", BULLS),
        f.Ratio("1.8", "M-6", RAID, 3318, 1911, "frekre"),
    ]
    steps = {
        "muster": muster,
        "tactics": tactics,
        "outcome": outcome,
        "losses": losses,
        "fates": fates,
        "withdrawal": withdrawal,
    }
    return [PlayedPhase(f"battle/{RAID}/{step}", facts) for step, facts in steps.items()]


def journal_of(*phases: PlayedPhase[f.Fact], **more: Any) -> Journal[f.Fact]:
    return Journal(turn=3, ruleset="vidonico", version=1, inputs={}, phases=phases, **more)


def rolls() -> Iterator[Roll]:
    yield Roll(f"tactics/{RAID}/frekre", "4d6", (2, 3, 4, 2), 11, "thrown")
    yield Roll(f"tactics/{RAID}/horde", "3d6", (4, 4, 3), 11, "derived")
    yield Roll(f"fate/{RAID}/grima", "1d6", (5,), 5, "derived")
    yield Roll(f"fate/{RAID}/orlan", "7d6+1", (3, 4, 5, 1, 6, 2, 3), 25, "derived")


ORDERED: tuple[Mapping[str, Any], ...] = (
    {"stance": "attack", "army": "frekre-1"},
    {"formation": "dismounted", "contingent": "cuirassiers", "where": ["forest", "mountains"]},
    {"pursue": False, "army": "frekre-2"},
    {"retreat": "frekre-1", "to": "heights"},
    {"plan": "Feign a retreat at dawn.", "army": "frekre-1"},
    {"prisoner_policy": "hold", "army": "horde-1"},
)


def week() -> Turn:
    """The whole week."""
    phases: list[PlayedPhase[f.Fact]] = [
        PlayedPhase(
            "events",
            [
                f.Noted("The first snow has fallen on the passes.", "G-6"),
                f.Reinforced("frekre-2", "G-6", "pikes", 20, None, "Recruits came up from the villages."),
                f.ConditionSet("horde-1", "G-6", True),
            ],
        ),
        PlayedPhase(
            "movement",
            [
                *(f.Ordered(next(iter(data)), "A-1", "frekre/o1", data) for data in ORDERED),
                f.Moved("frekre-1", "A-2", "plain", "order", "heights"),
                f.Encounter("plain", "A-4", ("frekre-1", "horde-1"), "battle"),
            ],
        ),
        *battle_of_the_source(),
        PlayedPhase(
            "prisoners", [f.PrisonersDisposed(TAKEN.id, "P-2", "frekre-1", "impress", 128, "faction", RECRUITS)]
        ),
        PlayedPhase("recovery", [f.Recovered("scouts", "H-1", "horde-1", "raid-0", 2, 10)]),
        PlayedPhase("close", [f.TurnClosed(3, "Z-1")]),
    ]
    table: Table[World, Orders] = Table(
        turn=3,
        world=world(),
        orders={
            "frekre": Orders("frekre", (Plan(0, "Feign a retreat at dawn.", "frekre-1"),), message="To the mountains!"),
            "horde": Orders("horde"),
        },
        chronicle="Snow in the passes.\nThe herds have come down.\n\nNobody expects a quiet week.",
    )
    journal = journal_of(
        *phases,
        rolls=tuple(rolls()),
        rulings={f"difficulty/{RAID}": 12, f"damage_type/{RAID}/orlan": "a thrown axe"},
        defaults={
            f"weather/{RAID}": "fair",
            f"damage_type/{RAID}/grima": "by enemy weapon",
            f"pursuit_terrain/{RAID}": "open",
        },
    )
    return Record(before=before(), after=after(), journal=journal, table=table)


WALK: tuple[f.Side, ...] = (f.Side(id="blue", armies=("frekre-2",)), f.Side(id="horde-1", armies=("horde-1",)))
NEWCOMERS = Army(id="frekre-3", name="New levy", faction="frekre", region="heights")
VETERANS = Contingent(id="rejoined-1", species="human", quality="veteran", count=4)


def other_phases() -> list[PlayedPhase[f.Fact]]:
    """Whatever else can happen, one fact of each kind, without much sense."""
    second = "walk-1"
    elsa = replace(before().characters["elsa"], status="active", captor=None, region="plain")
    return [
        PlayedPhase(
            "events",
            [
                f.NoOrders("horde", "G-7"),
                f.Rejected("turns/003/orders/orlan.yaml", "G-7", 2),
                f.Struck("grima", "G-7"),
                f.Raised("frekre-3", "G-6", NEWCOMERS, "A levy was called."),
                f.Removed("pikes", "G-6", "frekre-2", 3, "deserted"),
                f.CharacterSet("elsa", "G-6", ("status", "captor", "region"), elsa),
                f.StragglersPlaced("s-2", "P-5", "horde", RAIDERS.kind, 40, "heights", "event", "raid-0/raiders"),
                f.Moved("horde-1", "G-6", "heights", "event", "plain", None, "A flood drove them out."),
            ],
        ),
        PlayedPhase(
            "movement",
            [
                f.Transferred("pikes", "A-1", "frekre-2", "frekre-1", 50, 0, "pikes-2"),
                f.Rejoined("s-9", "A-1", "frekre", "frekre-1", 4, VETERANS),
                f.LeaderLost("frekre-2", "A-1", "elsa"),
                f.Warned("W-LAPSED", "A-1", "scouts", order="horde/o3"),
                f.Encounter("heights", "A-4", ("frekre-2", "horde-1"), "no_battle"),
            ],
        ),
        PlayedPhase("battle/none-1/muster", [f.NoBattle("none-1", "A-4", "withdrawn")]),
        PlayedPhase(
            f"battle/{second}/muster",
            [
                f.Moved("frekre-2", "A-6", "plain", "arrival", "heights", second),
                f.BattleStarted(second, "M-7", 6, "plain", "open", WALK, text="Fog lay over the ford."),
                f.Strength("blue", "M-5", second, 0, ()),
                f.Walkover("horde-1", "M-7", second),
                f.Losses("horde-1", "L-1", second, "holds_field", 165, 1, 2, 0, 0, 162),
                f.LossesShared("raiders", "L-2", second, "horde-1", 1, 1, 0, 0, 123),
                f.LossesShared("scouts", "L-2", second, "horde-1", 0, 1, 0, 0, 39),
                f.DisorderedBy("horde-1", "C-1", second, 7),
                f.Fate(
                    "elsa", "F-4", second, "blue", "present", Tk("1T"), -1, "both_fail", Tk("1T"), (2,), 2, "QX", None
                ),
                f.Killed("elsa", "F-4", "battle", second),
                f.Rescued("orlan", "F-5", second, "ruling"),
                f.HeldPrisoners("horde-1", "B-2", second, "taken", (TAKEN.id,), ("grima",), "frekre-1"),
                f.PrisonersPassed(TAKEN.id, "B-2", second, "horde-1", "frekre-1"),
                f.Captured("grima", "B-2", second, "frekre-1", "taken"),
                f.Warned("W-RETREAT-VOID", "B-1", "frekre-2", "frekre-2", "heights", "frekre/o4"),
                f.Withdrew("frekre-2", "B-1", second, "plain", "default"),
            ],
        ),
        PlayedPhase(
            "prisoners",
            [
                f.CaptiveDisposed("grima", "P-4", "release", "order", "frekre-1", "plain"),
                f.Killed("grima", "P-4", "order"),
                f.StragglersPlaced("s-3", "P-3", "horde", RAIDERS.kind, 1, "plain", "released", TAKEN.id),
                f.Warned("W-ORDER-VOID", "P-2", HELD.id, None, None, "horde/o1"),
                f.Warned("W-FULL", "P-3", TAKEN.id, "frekre-1"),
            ],
        ),
    ]


def everything() -> Turn:
    """The week with one fact of each kind at least."""
    whole = week()
    phases = [*whole.journal.phases[:-1], *other_phases(), whole.journal.phases[-1]]
    return Record(
        before=whole.before, after=whole.after, journal=replace(whole.journal, phases=phases), table=whole.table
    )
