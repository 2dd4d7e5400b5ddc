"""P: what is done with prisoners and captives at the end of the week."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from turnproc.engine.phase import Outcome
from turnproc.engine.rulings import Question
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import orders as o
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.customs import fate_of_prisoners, impressed
from turnproc.rulesets.vidonico.ids import free_id
from turnproc.rulesets.vidonico.phases.movement import Given, contingent_ids, is_full
from turnproc.rulesets.vidonico.state import Army, Character, PrisonerGroup, State, called
from turnproc.rulesets.vidonico.world import PrisonerFate, World


class NewStragglers:
    """Gives ids to stragglers who turn up at once: the smallest free numbers of the campaign (section 2.1)."""

    def __init__(self, state: State) -> None:
        """Take the state that they turn up in."""
        self._taken = {each.id for faction in state.factions.values() for each in faction.stragglers}

    def next_id(self) -> str:
        """The next free id."""
        found = free_id("s", self._taken)
        self._taken.add(found)
        return found

    def of_group(
        self,
        group: PrisonerGroup,
        army: Army,
        rule: str,
        why: Literal["released", "freed", "escaped"],
        region: str | None,
        battle: str | None = None,
        count: int | None = None,
    ) -> f.StragglersPlaced:
        """Prisoners of a group who are let go, or come free, in a region (None for `count`: all of them)."""
        return f.StragglersPlaced(
            stragglers_placed=self.next_id(),
            rule=rule,
            faction=group.from_faction,
            kind=group.kind,
            count=group.count if count is None else count,
            region=region,
            why=why,
            from_=group.id,
            army=army.id,
            battle=battle,
        )


def escapes(state: State) -> Outcome[f.Fact]:
    """P-6: an army without a single soldier, fit or wounded, holds nobody."""
    facts: list[f.Fact] = []
    placed = NewStragglers(state)
    for army in state.armies.values():
        if not army.is_empty:
            continue
        for group in sorted(army.prisoners, key=lambda each: each.id):
            facts.append(placed.of_group(group, army, "P-6", "escaped", army.region))
        for captive in state.captives_of(army.id):
            facts.append(f.CaptiveDisposed(captive.id, "P-6", "release", "escaped", army.id, army.region))
    return Outcome(facts)


def ordered_disposals(given: Iterable[Given]) -> list[Given]:
    """P-2: `prisoners` by group, then by fate; then `captive` by character."""
    wanted = [each for each in given if isinstance(each.order, o.Prisoners | o.Captive)]
    return sorted(wanted, key=_disposal)


def _disposal(given: Given) -> tuple[int, str, str, str, int]:
    match given.order:
        case o.Prisoners() as order:
            return 0, order.group, order.fate, given.speaker, order.at
        case o.Captive() as order:
            return 1, order.character, order.fate, given.speaker, order.at
        case _:
            raise ValueError(f"{given.order} disposes of nobody")


def ask_about_captives(given: Iterable[Given], state: State, table: Table[World, o.Orders]) -> None:
    """P-4: whether a player's character is killed is asked before any die is rolled (section 5)."""
    for each in given:
        if isinstance(each.order, o.Captive) and each.order.fate == "kill":
            captive = state.characters[each.order.character]
            if captive.pc and _is_held(captive, each.speaker, state):
                table.rulings.decide(_killing(captive, each.speaker, state))


def dispose(given: Given, state: State, table: Table[World, o.Orders]) -> Outcome[f.Fact]:
    """P-2 to P-4: one order about prisoners or about a captive."""
    match given.order:
        case o.Prisoners() as order:
            army = state.holder_of(order.group)
            group = None if army is None else army.group(order.group)
            count = None if group is None else order.count or group.count
            if army is None or group is None or army.faction != given.speaker or count is None or count > group.count:
                return Outcome([f.Warned("W-ORDER-VOID", "P-2", order.group, order=given.name)])
            return _done(army, group, order.fate, count, "order", state, table.world)
        case o.Captive() as order:
            captive = state.characters[order.character]
            if not _is_held(captive, given.speaker, state):
                return Outcome([f.Warned("W-ORDER-VOID", "P-4", order.character, order=given.name)])
            return _captive(captive, order.fate, given.speaker, state, table)
        case _:
            raise ValueError(f"{given.order} disposes of nobody")


def _is_held(captive: Character, faction: str, state: State) -> bool:
    return captive.captor is not None and state.armies[captive.captor].faction == faction


def _killing(captive: Character, speaker: str, state: State) -> Question[PrisonerFate]:
    return q.kill_captive(captive.id, called(captive), called(state.factions[speaker]))


def _captive(
    captive: Character, fate: PrisonerFate, speaker: str, state: State, table: Table[World, o.Orders]
) -> Outcome[f.Fact]:
    """P-4: held, let go where the army stands, or killed."""
    army = state.armies[captive.captor or ""]
    if fate == "kill" and captive.pc:
        fate = table.rulings.decide(_killing(captive, speaker, state))
    region = army.region if fate == "release" else None
    facts: list[f.Fact] = [f.CaptiveDisposed(captive.id, "P-4", fate, "order", army.id, region)]
    if fate == "kill":
        facts.append(f.Killed(captive.id, "P-4", "order"))
    return Outcome(facts)


def taken_this_turn(state: State, turn: int) -> list[tuple[str, str]]:
    """P-2: the groups taken in this week's battles that are still held, in ascending id, and who holds them."""
    found = [
        (group.id, army.id) for army in state.armies.values() for group in army.prisoners if group.taken_turn == turn
    ]
    return sorted(found)


def dispose_by_custom(wanted: str, holder: str, state: State, world: World) -> Outcome[f.Fact]:
    """P-2: what the captor army's policy, a custom or the faction's habit does with a new group."""
    army = state.armies[holder]
    group = army.group(wanted)
    if group is None:
        raise ValueError(f"{holder} does not hold {wanted!r}")
    captor, captive = state.factions[army.faction], state.factions[group.from_faction]
    fate, why = fate_of_prisoners(
        captor.tags, captive.tags, world.customs, policy=army.prisoner_policy, faction=captor.prisoner_custom
    )
    return _done(army, group, fate, group.count, why, state, world)


def _done(
    army: Army,
    group: PrisonerGroup,
    fate: PrisonerFate,
    count: int,
    why: Literal["order", "policy", "custom", "faction", "default"],
    state: State,
    world: World,
) -> Outcome[f.Fact]:
    """P-3: one disposal of a group, or of a part of it."""
    facts: list[f.Fact] = []
    contingent = None
    if fate == "impress":
        if is_full(army):
            facts.append(f.Warned("W-FULL", "P-3", group.id, army.id))
            fate = "hold"
        else:
            contingent = impressed(group, count, free_id("impressed", contingent_ids(state)), world.settings)
    facts.append(f.PrisonersDisposed(group.id, "P-3", army.id, fate, count, why, contingent))
    if fate == "release":
        facts.append(NewStragglers(state).of_group(group, army, "P-3", "released", army.region, count=count))
    return Outcome(facts)
