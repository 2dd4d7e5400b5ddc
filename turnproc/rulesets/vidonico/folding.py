"""What a fact changes in the state: the only door to it (docs/rules/vidonico.md, section 7).

`apply` works in place on the engine's working copy: parts are frozen, and it puts another one in the place of what
changes. Facts that only tell (a roll, an outcome) change nothing.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.state import (
    Cohort,
    Disordered,
    Faction,
    InjuryTaken,
    Item,
    Missing,
    State,
    Stragglers,
    Until,
)
from turnproc.rulesets.vidonico.working_copy import (
    add_men,
    by_id,
    contingent_of,
    leave_group,
    put_army,
    put_character,
    put_contingent,
    put_faction,
    without_army,
)


def apply(state: State, fact: f.Fact) -> None:
    """Change the state as the fact says."""
    match fact:
        case f.Raised() | f.Reinforced() | f.Removed() | f.ConditionSet() | f.Ordered() | f.Transferred():
            _change_army(state, fact)
        case f.Moved() | f.DisorderedBy() | f.LeaderLost() | f.Withdrew() | f.Recovered():
            _change_army(state, fact)
        case f.CharacterSet() | f.Injury() | f.Killed() | f.Captured() | f.Loot() | f.CaptiveDisposed():
            _change_character(state, fact)
        case f.StragglersPlaced() | f.Rejoined():
            _change_stragglers(state, fact)
        case f.LossesShared():
            _lose(state, fact)
        case f.PrisonersTaken() | f.PrisonersPassed() | f.PrisonersDisposed():
            _change_prisoners(state, fact)
        case f.BattleStarted():
            state.battles = (*state.battles, fact.battle_started)
        case f.NoBattle():
            state.battles = (*state.battles, fact.no_battle)
        case f.TurnClosed():
            _close(state, fact)
        case f.NoOrders() | f.Rejected() | f.Struck() | f.Noted() | f.Warned():
            pass
        case f.Encounter() | f.Strength() | f.Ratio() | f.TacticsRoll() | f.OutcomeReached() | f.Pursuit():
            pass
        case f.Losses() | f.Walkover() | f.Fate() | f.Rescued() | f.HeldPrisoners():
            pass
        case _:
            assert_never(fact)


def _change_army(
    state: State,
    fact: f.Raised
    | f.Reinforced
    | f.Removed
    | f.ConditionSet
    | f.Ordered
    | f.Transferred
    | f.Moved
    | f.DisorderedBy
    | f.LeaderLost
    | f.Withdrew
    | f.Recovered,
) -> None:
    match fact:
        case f.Raised():
            put_army(state, fact.army)
        case f.Reinforced():
            army = state.armies[fact.reinforced]
            if fact.new is not None:
                put_army(state, replace(army, contingents=(*army.contingents, fact.new)))
            else:
                add_men(state, army.id, fact.contingent, fact.count)
        case f.Removed():
            add_men(state, fact.army, fact.removed, -fact.count)
        case f.ConditionSet():
            army = state.armies[fact.condition_set]
            hungry = army.hungry if fact.hungry is None else fact.hungry
            exhausted = army.exhausted if fact.exhausted is None else fact.exhausted
            put_army(state, replace(army, hungry=hungry, exhausted=exhausted))
        case f.Ordered():
            _obey(state, fact.ordered, fact.data)
        case f.Transferred():
            _transfer(state, fact)
        case f.Moved():
            army = state.armies[fact.moved]
            put_army(state, replace(army, region=fact.to, previous_region=fact.from_))
        case f.DisorderedBy():
            turn = state.turn + 1
            disordered, until = Disordered(turn=turn, battle=fact.battle), Until(turn=turn, day=fact.until_day)
            put_army(state, replace(state.armies[fact.disordered], disordered=disordered, immobile_until=until))
        case f.LeaderLost():
            put_army(state, replace(state.armies[fact.leader_lost], leader=None))
        case f.Withdrew():
            army = state.armies[fact.withdrew]
            put_army(
                state,
                replace(
                    army,
                    region=army.region if fact.to is None else fact.to,
                    previous_region=None,
                    withdrawn_from=(*army.withdrawn_from, fact.from_),
                ),
            )
        case f.Recovered():
            contingent = contingent_of(state, fact.army, fact.recovered)
            cohorts = tuple(
                replace(cohort, remaining=fact.still_wounded) if cohort.battle == fact.battle else cohort
                for cohort in contingent.wounded
            )
            healed = tuple(cohort for cohort in cohorts if cohort.remaining)
            put_contingent(state, fact.army, replace(contingent, count=contingent.count + fact.count, wounded=healed))
        case _:
            assert_never(fact)


def _obey(state: State, verb: str, data: Mapping[str, Any]) -> None:
    """The orders that are standing instructions; all others only tell, or have facts of their own."""
    match verb:
        case "stance" | "leader" | "pursue" | "prisoner_policy":
            put_army(state, replace(state.armies[data["army"]], **{verb: data[verb]}))
        case "formation" if not data.get("where"):
            army = state.army_of(data["contingent"])
            if army is None:
                raise ValueError(f"there is no contingent {data['contingent']!r}")
            contingent = contingent_of(state, army.id, data["contingent"])
            put_contingent(state, army.id, replace(contingent, formation=data["formation"]))
        case _:
            pass


def _transfer(state: State, fact: f.Transferred) -> None:
    source, target = state.armies[fact.from_], state.armies[fact.to]
    contingent = contingent_of(state, fact.from_, fact.transferred)
    if fact.part is not None:
        part = replace(contingent, id=fact.part, name=None, count=fact.count, wounded=())
        add_men(state, source.id, contingent.id, -fact.count)
        put_army(state, replace(target, contingents=(*target.contingents, part)))
        return
    left = tuple(each for each in source.contingents if each.id != contingent.id)
    put_army(state, replace(source, contingents=left))
    put_army(state, replace(target, contingents=(*target.contingents, contingent)))
    for character in tuple(state.characters_of(source.id)):
        if character.contingent == contingent.id:
            put_character(state, replace(character, army=target.id))


def _change_character(
    state: State, fact: f.CharacterSet | f.Injury | f.Killed | f.Captured | f.Loot | f.CaptiveDisposed
) -> None:
    match fact:
        case f.CharacterSet():
            put_character(state, fact.character)
        case f.Injury():
            character = state.characters[fact.injury]
            taken = InjuryTaken(battle=fact.battle, points=fact.points, type=fact.damage_type)
            put_character(state, replace(character, injuries=(*character.injuries, taken)))
        case f.Killed():
            put_character(state, without_army(state.characters[fact.killed], status="dead"))
        case f.Captured():
            captive = without_army(state.characters[fact.captured], status="captive", captor=fact.army)
            put_character(state, captive)
        case f.Loot():
            # What was rolled again did not count, and nothing is no item.
            if not fact.rolled_again and fact.item != "nothing":
                character = state.characters[fact.loot]
                item = Item(battle=fact.battle, item=fact.item, quantity=fact.quantity, unit=fact.unit, note=fact.note)
                put_character(state, replace(character, loot=(*character.loot, item)))
        case f.CaptiveDisposed():
            # Whoever is killed has a fact of his own, and whoever is held stays where he is.
            if fact.fate == "release":
                character = state.characters[fact.captive_disposed]
                put_character(state, without_army(character, status="active", region=fact.region))
        case _:
            assert_never(fact)


def _change_stragglers(state: State, fact: f.StragglersPlaced | f.Rejoined) -> None:
    faction = state.factions[fact.faction]
    match fact:
        case f.StragglersPlaced():
            if fact.why == "event":
                faction = _found(faction, fact.from_, fact.count)
            elif fact.army is not None and fact.why != "released":
                leave_group(state, fact.army, fact.from_, fact.count)
            placed = Stragglers(
                id=fact.stragglers_placed,
                kind=fact.kind,
                count=fact.count,
                region=fact.region,
                since=state.turn + 1,
            )
            put_faction(state, replace(faction, stragglers=by_id(*faction.stragglers, placed)))
        case f.Rejoined():
            left = tuple(each for each in faction.stragglers if each.id != fact.rejoined)
            put_faction(state, replace(faction, stragglers=left))
            army = state.armies[fact.army]
            put_army(state, replace(army, contingents=(*army.contingents, fact.contingent)))
        case _:
            assert_never(fact)


def _found(faction: Faction, where: str, count: int) -> Faction:
    """Without so many of the missing of `<battle>/<contingent>`."""
    missing = tuple(
        replace(each, count=each.count - count) if f"{each.battle}/{each.contingent}" == where else each
        for each in faction.missing
    )
    return replace(faction, missing=tuple(each for each in missing if each.count))


def _lose(state: State, fact: f.LossesShared) -> None:
    army = state.armies[fact.army]
    contingent = contingent_of(state, fact.army, fact.losses_shared)
    wounded = contingent.wounded
    if fact.wounded:
        cohort = Cohort(battle=fact.battle, turn=state.turn + 1, original=fact.wounded, remaining=fact.wounded)
        wounded = tuple(sorted((*wounded, cohort), key=lambda each: (each.turn, each.battle)))
    put_contingent(state, fact.army, replace(contingent, count=fact.left, wounded=wounded))
    faction = state.factions[army.faction]
    missing = faction.missing
    if fact.missing:
        lost = Missing(battle=fact.battle, contingent=contingent.id, kind=contingent.kind, count=fact.missing)
        there = list(missing)
        insort(there, lost, key=lambda each: (each.battle, each.contingent))
        missing = tuple(there)
    put_faction(state, replace(faction, dead=faction.dead + fact.dead, missing=missing))


def _change_prisoners(state: State, fact: f.PrisonersTaken | f.PrisonersPassed | f.PrisonersDisposed) -> None:
    match fact:
        case f.PrisonersTaken():
            army = state.armies[fact.army]
            put_army(state, replace(army, prisoners=by_id(*army.prisoners, fact.group)))
        case f.PrisonersPassed():
            source, target = state.armies[fact.from_], state.armies[fact.to]
            group = source.group(fact.prisoners_passed)
            if group is None:
                raise ValueError(f"{source.id} does not hold {fact.prisoners_passed}")
            leave_group(state, source.id, group.id, group.count)
            put_army(state, replace(target, prisoners=by_id(*target.prisoners, group)))
        case f.PrisonersDisposed():
            if fact.fate == "hold":
                return
            leave_group(state, fact.army, fact.prisoners_disposed, fact.count)
            army = state.armies[fact.army]
            faction = state.factions[army.faction]
            if fact.contingent is not None:
                put_army(state, replace(army, contingents=(*army.contingents, fact.contingent)))
            elif fact.fate == "enslave":
                put_faction(state, replace(faction, enslaved=faction.enslaved + fact.count))
            elif fact.fate == "kill":
                put_faction(state, replace(faction, executed=faction.executed + fact.count))
        case _:
            assert_never(fact)


def _close(state: State, fact: f.TurnClosed) -> None:
    state.turn = fact.turn_closed
    for army in tuple(state.armies.values()):
        if army.disordered is not None or army.immobile_until is not None or army.withdrawn_from:
            put_army(state, replace(army, disordered=None, immobile_until=None, withdrawn_from=()))
