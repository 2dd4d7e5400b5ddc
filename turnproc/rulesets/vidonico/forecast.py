"""What one speaker's orders would do while everybody else is idle: `turnproc forecast FILE`.

The week is played up to the battles with these orders alone; of every encounter that they lead to the exact odds are
told, as if the game master ruled a battle. Nothing is rolled. The state is public, so nothing in it is hidden here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.account import Forecast, Section
from turnproc.engine.facts import fact_data
from turnproc.engine.journal import Journal, PlayedPhase
from turnproc.engine.naming import Name
from turnproc.engine.resolve import steps
from turnproc.engine.ruleset import Record, Words
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import orders as o
from turnproc.rulesets.vidonico.accounts.lines import line_of
from turnproc.rulesets.vidonico.battle import Plan, PlannedSide
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.odds_of_battle import foresee
from turnproc.rulesets.vidonico.phases.encounters import answer_by_stance, encounters
from turnproc.rulesets.vidonico.schedule import schedule
from turnproc.rulesets.vidonico.state import Army, State, called, copy_state
from turnproc.rulesets.vidonico.telling import Telling, Turn
from turnproc.rulesets.vidonico.telling_odds import LOOT_TABLE, Odds
from turnproc.rulesets.vidonico.view_words import STANCE
from turnproc.rulesets.vidonico.world import Terrain, World

BEFORE_BATTLES: Final = ("events", "movement")

ASSUMED_HEADING: Final = N_("What is assumed")
ASSUMED: Final = (
    N_("Everybody else stays idle: no orders of others, and no orders, events and rulings of the game master."),
    N_("Battles that the game master plans are not known here; each encounter is taken as if it came to a battle."),
    N_("The weather is fair, the ground is the region's, and all dice are left open."),
)
ORDERS: Final = N_("Your orders")
MARCHES: Final = N_("Who goes where")
MEETINGS: Final = N_("Whom they meet")
ASKED: Final = N_("{one:Nom} ({stance}) and {other:nom} ({other_stance}) {region:in}: the game master decides.")
AVOIDED: Final = N_(
    "{one:Nom} ({stance}) and {other:nom} ({other_stance}) {region:in}: no battle, unless the game master rules it."
)
QUIET: Final = N_("{one:Nom} ({stance}) and {other:nom} ({other_stance}) {region:in}: neither attacks.")
NOBODY: Final = N_("No hostile army is where yours will be.")
ENCOUNTER: Final = N_("{one:Nom} against {other:nom} {region:in}")
# Which of several battles a section is about.
PART: Final = N_("{battle}: {part}")
NO_GROUND: Final = N_("The ground of that region is not known, so there are no odds.")
OPEN: Final = N_("What the game master would be asked")
KILLING: Final = N_("Whether {character:nom}, a player's character, is put to death; there is no default.")
FOLLOWS: Final = N_("What follows if nobody fights")
END: Final = N_("At the end of the week, if nobody fights")
ARMY: Final = N_("{army:Nom}, {region:nom}: {fit} fit, {wounded} wounded, stance: {stance}.")


def forecast(state: State, table: Table[World, o.Orders], speaker: str, words: Words) -> Forecast:
    """Play the week with what lies on the table and tell what it would come to for the speaker."""
    turn, at_battle = _play(state, table)
    return _Forecast(turn, at_battle, speaker, words).told()


def _play(before: State, table: Table[World, o.Orders]) -> tuple[Turn, State]:
    """The week without battles, and the state in which the battles would begin."""
    state = copy_state(before)
    at_battle: State | None = None
    phases = []
    for name, outcome in steps(schedule(state, table), state, apply):
        if at_battle is None and name not in BEFORE_BATTLES:
            at_battle = copy_state(state)
        phases.append(PlayedPhase(name, list(outcome.facts)))
    # A journal that nobody writes: it has no inputs, and the version of the rules means nothing to it.
    defaults = table.rulings.defaults()
    journal = Journal(turn=table.turn, ruleset="vidonico", version=0, inputs={}, defaults=defaults, phases=phases)
    return Record(before=before, after=state, journal=journal, table=table), at_battle or state


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two hostile armies in one region. `asked`: an encounter without a default (A-4); None: no encounter."""

    region: str
    one: Army
    other: Army
    asked: bool | None


class _OddsOfArmies(Odds):
    """The odds of an encounter: its sides are armies."""

    def side(self, side: str) -> Name:
        """What a side is called."""
        return called(self.state.armies[side])


class _Forecast:
    def __init__(self, turn: Turn, at_battle: State, speaker: str, words: Words) -> None:
        self.turn = turn
        self.at_battle = at_battle
        self.words = words
        self.telling = Telling(turn, words)
        self.say = self.telling.say
        self.own = _armies_of(speaker, at_battle)
        self.facts = [(phase.name, fact) for phase in turn.journal.phases for fact in phase.facts]
        self.meetings = list(self._meetings())
        self.odds = [(each, self._odds(each)) for each in self.meetings if each.asked is not None]

    def told(self) -> Forecast:
        sections = [Section(self.say(ASSUMED_HEADING), tuple(map(self.say, ASSUMED)))]
        sections += [
            Section(self.say(heading), lines)
            for heading, lines in (
                # What lapsed stands with what was ordered.
                (ORDERS, tuple(self._lines(f.Ordered, f.Transferred, f.Rejoined, f.Raised, f.LeaderLost, f.Warned))),
                (MARCHES, tuple(self._lines(f.Moved))),
                (MEETINGS, tuple(self._met()) or (self.say(NOBODY),)),
            )
            if lines
        ]
        for meeting, odds in self.odds:
            sections += self._battle(meeting, odds)
        rest = ((OPEN, self._open()), (FOLLOWS, self._follows()), (END, self._end()))
        sections += [Section(self.say(heading), found) for heading, lines in rest if (found := tuple(lines))]
        return Forecast(sections=tuple(sections), figures=self._figures())

    def _lines(self, *kinds: type[f.Fact]) -> Iterator[str]:
        for phase, fact in self.facts:
            if phase in BEFORE_BATTLES and isinstance(fact, kinds):
                yield line_of(self.telling, fact)

    def _meetings(self) -> Iterator[Meeting]:
        """The own armies and all hostile ones beside them, the own one first."""
        world = self.telling.world
        asked = {
            (region, one.id, other.id): answer_by_stance(one.stance, other.stance) == "ask"
            for region, one, other in encounters((), self.at_battle, world)
        }
        for one, other in combinations(self.at_battle.armies.values(), 2):
            if one.region is None or one.region != other.region or world.are_allied(one.faction, other.faction):
                continue
            if one.id in self.own or other.id in self.own:
                pair = (one, other) if one.id in self.own else (other, one)
                yield Meeting(one.region, *pair, asked.get((one.region, one.id, other.id)))

    def _met(self) -> Iterator[str]:
        for each in self.meetings:
            message = QUIET if each.asked is None else ASKED if each.asked else AVOIDED
            yield self.say(
                message,
                one=called(each.one),
                other=called(each.other),
                stance=self.say(STANCE[each.one.stance]),
                other_stance=self.say(STANCE[each.other.stance]),
                region=self.telling.region(each.region),
            )

    def _odds(self, meeting: Meeting) -> Odds | None:
        """The odds of the battle that an encounter may lead to; None where nobody knows the ground."""
        terrain = self.telling.world.regions[meeting.region].terrain
        if terrain is None:
            return None
        first, second = sorted((meeting.one.id, meeting.other.id))
        sides = (PlannedSide(id=first, armies=(first,)), PlannedSide(id=second, armies=(second,)))
        turn = self.turn.table.turn
        plan = Plan(id=f"{first}-vs-{second}-t{turn}", sides=sides, region=meeting.region)
        state = self._in_formation(terrain)
        table: Table[World, o.Orders] = Table(turn=turn, world=self.telling.world, orders={})
        return _OddsOfArmies(plan, foresee(plan, state, table), state, self.words)

    def _in_formation(self, terrain: Terrain) -> State:
        """The state with riders as this week's orders for such ground have them (M-4)."""
        state = copy_state(self.at_battle)
        armies = dict(state.armies)
        for _, fact in self.facts:
            if not isinstance(fact, f.Ordered) or terrain not in fact.data.get("where", ()):
                continue
            army = state.army_of(fact.data["contingent"])
            if army is not None:
                armies[army.id] = replace(
                    armies[army.id],
                    contingents=tuple(
                        replace(each, formation=fact.data["formation"]) if each.id == fact.data["contingent"] else each
                        for each in armies[army.id].contingents
                    ),
                )
        return State(state.turn, state.factions, armies, state.characters, state.battles)

    def _battle(self, meeting: Meeting, odds: Odds | None) -> Iterator[Section]:
        """The sections on one battle: the first has the armies in its heading."""
        region = self.telling.region(meeting.region)
        heading = self.say(ENCOUNTER, one=called(meeting.one), other=called(meeting.other), region=region)
        if odds is None:
            yield Section(heading, (self.say(NO_GROUND),))
            return
        first, *others = odds.sections()
        yield Section(heading, first.lines)
        for section in others:
            # The loot table is the same for every battle.
            if section.heading == self.say(LOOT_TABLE):
                continue
            told = self.say(PART, battle=heading, part=section.heading) if len(self.odds) > 1 else section.heading
            yield Section(told, section.lines)

    def _open(self) -> Iterator[str]:
        """What else the game master would have to decide: whether captives of players are killed (P-4)."""
        for asked in self.turn.table.rulings.open:
            kind, _, captive = asked.question.id.partition("/")
            if kind == "kill_captive":
                yield self.say(KILLING, character=self.telling.character(captive))

    def _follows(self) -> Iterator[str]:
        for phase, fact in self.facts:
            if phase in BEFORE_BATTLES:
                continue
            match fact:
                case f.PrisonersDisposed(army=army) | f.CaptiveDisposed(army=army) | f.Recovered(army=army):
                    if army in self.own:
                        yield line_of(self.telling, fact)
                case f.Warned() | f.StragglersPlaced():
                    yield line_of(self.telling, fact)
                case _:
                    pass

    def _end(self) -> Iterator[str]:
        for army in self.turn.after.armies.values():
            if army.id in self.own:
                yield self.say(
                    ARMY,
                    army=called(army),
                    region=self.telling.region(army.region),
                    fit=army.fit,
                    wounded=army.wounded_count,
                    stance=self.say(STANCE[army.stance]),
                )

    def _figures(self) -> Mapping[str, Any]:
        return {
            "facts": [
                {"number": number, "phase": phase, "fact": fact_data(fact), "text": line_of(self.telling, fact)}
                for number, (phase, fact) in enumerate(self.facts, 1)
            ],
            "encounters": [
                {
                    "region": meeting.region,
                    "armies": [meeting.one.id, meeting.other.id],
                    "default": None if meeting.asked else "no_battle",
                    "odds": None if odds is None else odds.figures(),
                }
                for meeting, odds in self.odds
            ],
            "defaults": dict(self.turn.journal.defaults),
        }


def _armies_of(speaker: str, state: State) -> frozenset[str]:
    """The armies that a faction leads, or the one that a character is with."""
    if speaker in state.factions:
        return frozenset(army.id for army in state.armies.values() if army.faction == speaker)
    army = state.characters[speaker].army
    return frozenset(() if army is None else (army,))
