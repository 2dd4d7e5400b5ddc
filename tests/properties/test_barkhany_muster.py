"""Reorganising and re-equipping in barkhany makes and loses no men and no gear; nobody gets out of a block by it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from tests.properties.barkhany_states import HERE, IDS, states
from turnproc.rulesets.barkhany.attaching import attach
from turnproc.rulesets.barkhany.gear import Items, kit
from turnproc.rulesets.barkhany.generals import all_followed
from turnproc.rulesets.barkhany.hiring import Hire, cost, hire
from turnproc.rulesets.barkhany.refit import Reequip, reequip
from turnproc.rulesets.barkhany.reorganising import Merge, Split, Transfer, merge, split, transfer
from turnproc.rulesets.barkhany.state import Commander, Detachment, Faction, HexState, State, Unit
from turnproc.rulesets.barkhany.troops import GEAR, TROOPS, Gear
from turnproc.rulesets.barkhany.troubles import Trouble
from turnproc.rulesets.barkhany.world import Ground, Settings, World

NEW_OR_OLD = st.sampled_from([*IDS, "new"])
FOOT_AND_HORSE = tuple(type_ for type_, troop in TROOPS.items() if troop.kit is not None)


@st.composite
def takes(draw: st.DrawFn, detachment: Detachment) -> dict[str, Any]:
    """Some of what a detachment has; now and then what it has not."""
    found: dict[str, Any] = {}
    for unit in draw(st.lists(st.sampled_from(detachment.units), unique=True)) if detachment.units else ():
        found[unit.id] = draw(st.just("all") | st.integers(0, unit.men + 1))
    return found


@st.composite
def orders(draw: st.DrawFn, state: State) -> Any:
    """An order that can often be carried out."""
    one = draw(st.sampled_from(sorted(state.detachments)))
    giver, general = state.detachments[one], st.sampled_from(["g", "h"])
    beside = [id_ for id_, each in sorted(state.detachments.items()) if each.hex == giver.hex and id_ != one]
    other = draw(st.sampled_from(beside or sorted(state.detachments)))
    match draw(st.sampled_from([Split, Merge, Transfer, attach])):
        case kind if kind is Split:
            led = [id_ for id_, each in state.generals.items() if one in each.attached_to]
            generals = tuple(draw(st.sampled_from([[], led, ["g"]])))
            into = draw(st.just("new") | NEW_OR_OLD)
            return Split(detachment=one, take=draw(takes(giver)), into=into, generals=generals)
        case kind if kind is Merge:
            return Merge(detachments=(other, one), into=one)
        case kind if kind is Transfer:
            some: list[Items] = [giver.baggage, {}, {"bow": 1}]
            baggage = draw(st.sampled_from(some))
            return Transfer(take=draw(takes(giver)), giver=one, receiver=other, baggage=baggage)
        case _:
            return draw(general), tuple(dict.fromkeys(draw(st.sampled_from([(), (one,), (one, other)]))))


WORLD = World({HERE: Ground(terrain="town", settlement="town")}, Settings(allow_joke_units=True))


def carried_out(state: State, order: Any) -> State | Trouble:
    match order:
        case Split():
            return split(state, "me", order)
        case Merge():
            return merge(state, "me", order)
        case Transfer():
            return transfer(state, "me", order)
        case _:
            return attach(state, "me", *order)


def men(state: State) -> Counter[Any]:
    """All men by what they are, and all engines with their condition."""
    found: Counter[Any] = Counter()
    for detachment in state.detachments.values():
        for unit in detachment.units:
            kind = (unit.type, unit.penalty_pct, unit.penalty_until, unit.condition_pct)
            found[kind] += 1 if unit.troop.is_engine else unit.men
    return found


def spare_gear(state: State) -> Counter[str]:
    """All that lies in baggages and stocks."""
    found: Counter[str] = Counter()
    for detachment in state.detachments.values():
        found.update(detachment.baggage)
    for place in state.hexes.values():
        found.update(place.stock)
    return found


def all_gear(state: State, settings: Settings) -> dict[str, Fraction]:
    """The same, and what men wear."""
    spare = spare_gear(state)
    found: dict[str, Fraction] = {item: Fraction(spare[item]) for item in GEAR}
    for detachment in state.detachments.values():
        for unit in detachment.units:
            for item, number in (kit(unit.type, settings) or {}).items():
                found[item] += number * unit.men
    return found


def holds(state: State) -> None:
    """What must be true of any state, as far as reorganising can spoil it."""
    for id_, detachment in state.detachments.items():
        assert detachment.id == id_
        ids = [unit.id for unit in detachment.units]
        assert len(set(ids)) == len(ids)
        assert all(unit.men > 0 or unit.troop.is_engine for unit in detachment.units)
        assert all(number > 0 for number in detachment.baggage.values())
        assert detachment.units or any(id_ in general.attached_to for general in state.generals.values())
        assert detachment.morale_pct * 100 == int(detachment.morale_pct * 100)
    for general in state.generals.values():
        assert all(state.detachments[id_].hex == general.hex for id_ in general.attached_to)
        assert len(set(general.attached_to)) == len(general.attached_to)


@given(states(), st.integers(1, 6), st.data())
@examples(50)
def test_no_men_and_no_gear_come_or_go(state: State, number: int, data: Any) -> None:
    there, spare = men(state), spare_gear(state)
    for _ in range(number):
        after = carried_out(state, data.draw(orders(state)))
        if isinstance(after, State):
            state = after
            holds(state)
            # Nobody has to be put right where all are where they should be.
            assert all_followed(state) == state
    assert men(state) == there
    assert spare_gear(state) == spare


@given(states(), st.data())
@examples(60)
def test_nobody_slips_out_of_a_block_or_behind_a_wall(state: State, data: Any) -> None:
    after = carried_out(state, data.draw(orders(state)))
    if isinstance(after, Trouble):
        return
    for flag, at_most in (("is_blocked", False), ("is_inside", True), ("is_in_boats", True)):
        # Men with the worse of both lots: there are not fewer of them afterwards.
        worse = [
            sum(each.men for each in those.detachments.values() if getattr(each, flag) is not at_most)
            for those in (state, after)
        ]
        assert worse[0] <= worse[1], flag
    ready = [
        sum(each.men for each in those.detachments.values() if each.ready_from <= turn)
        for turn in range(6)
        for those in (state, after)
    ]
    assert all(now <= before for before, now in zip(ready[::2], ready[1::2], strict=True))


@given(states(), st.data())
@examples(50)
def test_a_split_that_is_merged_again_was_nothing(state: State, data: Any) -> None:
    parent = state.detachments[min(state.detachments)]
    divided = split(state, "me", Split(detachment=parent.id, take=data.draw(takes(parent)), into="new"))
    if isinstance(divided, Trouble):
        return
    again = merge(divided, "me", Merge(detachments=(parent.id, "new"), into=parent.id))
    assert isinstance(again, State)
    whole = again.detachments[parent.id]
    assert men(again) == men(state)
    assert (whole.morale_pct, whole.is_blocked, whole.is_inside) == (
        parent.morale_pct,
        parent.is_blocked,
        parent.is_inside,
    )


@given(
    st.sampled_from(FOOT_AND_HORSE),
    st.sampled_from([type_ for type_ in FOOT_AND_HORSE if type_ != "horse_militia"]),
    st.integers(1, 60),
    st.none() | st.integers(1, 70),
    st.booleans(),
    st.booleans(),
)
@examples(200)
def test_refitting_keeps_men_and_makes_no_gear(
    source: str, target: str, have: int, number: int | None, keep_weapon: bool, needs_horse: bool
) -> None:
    settings = Settings(heavy_cavalry_needs_horse=needs_horse)
    unit = Unit(id="u", type=source, men=have)
    baggage: dict[Gear, int] = {"bow": 20, "heavy_armour": 70}
    detachment = Detachment(id="a", commander="me", hex=HERE, units=(unit,), baggage=baggage)
    state = State(
        turn=2,
        day=2,
        factions={"own": Faction(id="own", name="Own")},
        commanders={"me": Commander(id="me", faction="own")},
        hexes={HERE: HexState(controller="own", stock=dict.fromkeys(GEAR, 50))},
        detachments={"a": detachment},
    )
    order = Reequip(unit="u", detachment="a", target=target, men=number, keep_weapon=keep_weapon)
    found = reequip(state, settings, "me", order, turn=3)
    if isinstance(found, Trouble):
        is_impossible = target == source or (target == "militia" and not (source == "horse_militia" and keep_weapon))
        assert found.rule == ("E-GEAR-TYPE" if is_impossible else "E-GEAR")
        return
    holds(found.state)
    changed = min(have, number or have)
    assert found.unit.men == changed
    assert sum(each.men for each in found.state.detachments.values()) == sum(
        each.men for each in state.detachments.values()
    )
    before, after = all_gear(state, settings), all_gear(found.state, settings)
    for item in GEAR:
        # What a horseman fights with is on no list before he dismounts. Half a culverin is lost in whole ones.
        kept = changed if keep_weapon and (unit.type, target) == ("light_cavalry", "light_infantry") else 0
        gained = after[item] - before[item] - (kept if item == "melee_weapon" else 0)
        assert Fraction(-1) < gained <= 0, item


@given(states(), st.sampled_from(sorted(TROOPS)), st.integers(0, 3) | st.integers(4, 400), NEW_OR_OLD)
@examples(60)
def test_what_is_hired_is_paid(state: State, type_: str, number: int, into: str) -> None:
    found = hire(state, WORLD, "me", Hire(type=type_, number=number, at=HERE, into=into), turn=3)
    if isinstance(found, Trouble):
        return
    holds(found.state)
    assert found.cost == cost(type_, number)
    assert found.state.commanders["me"].points == found.points_left == 50 - found.cost >= 0
    new = men(found.state) - men(state)
    assert {kind[0]: count for kind, count in new.items()} == {type_: number}
    assert found.state.detachments[into].ready_from >= 4
