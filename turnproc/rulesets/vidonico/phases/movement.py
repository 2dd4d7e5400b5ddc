"""A-1 to A-3: standing instructions, soldiers and characters who change armies, the march of the week.

Every order was checked when it was read, on the state at the start of the turn. What another file has changed since
then (a character leaves, an army is full) lets an order lapse, which is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from turnproc.engine.phase import Outcome
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import orders as o
from turnproc.rulesets.vidonico.ids import free_id
from turnproc.rulesets.vidonico.state import MOST_CONTINGENTS, Army, Contingent, State, Stragglers
from turnproc.rulesets.vidonico.world import World

# in this order of verbs.
VERBS: Final[tuple[type[o.Order], ...]] = (
    o.Rejoin,
    o.Transfer,
    o.CharacterOrder,
    o.Leader,
    o.Stance,
    o.Formation,
    o.Pursue,
    o.PrisonerPolicy,
)


@dataclass(frozen=True, slots=True)
class Given:
    """An order and who gave it."""

    speaker: str
    order: o.Order

    @property
    def name(self) -> str:
        """How the journal names it: `frekre/o2`."""
        return f"{self.speaker}/o{self.order.at + 1}"


def given_orders(orders: Mapping[str, o.Orders]) -> list[Given]:
    """All orders of the turn, by speaker."""
    return [Given(speaker, order) for speaker, each in orders.items() for order in each.orders]


def instructions(given: Iterable[Given]) -> list[Given]:
    """A-1: what takes effect before the march, in the order of verbs and then by id."""
    return sorted(
        (each for each in given if type(each.order) in VERBS),
        key=lambda each: (VERBS.index(type(each.order)), *_subject(each.order), each.speaker, each.order.at),
    )


def _subject(order: o.Order) -> tuple[str, str]:
    match order:
        case o.Rejoin():
            return order.stragglers, ""
        case o.Transfer():
            return order.contingent, order.to
        case o.CharacterOrder():
            return order.character, ""
        case o.Formation():
            return order.contingent, ""
        case o.Leader() | o.Stance() | o.Pursue() | o.PrisonerPolicy():
            return order.army, ""
        case _:
            raise ValueError(f"{order} is no instruction")


def speak_for_themselves(given: Iterable[Given]) -> frozenset[str]:
    """Section 3.1: the characters who say something about themselves in files of their own."""
    own = (each.order.character for each in given if _is_own(each) and isinstance(each.order, o.CharacterOrder))
    return frozenset(own)


def _is_own(given: Given) -> bool:
    return isinstance(given.order, o.CharacterOrder) and given.order.character == given.speaker


def is_overruled(given: Given, themselves: Collection[str]) -> bool:
    """Section 3.1: does somebody decide himself what his faction orders here? Then the order does not count."""
    order = given.order
    return isinstance(order, o.CharacterOrder) and not _is_own(given) and order.character in themselves


def instruct(given: Given, state: State, *, overruled: bool = False) -> Outcome[f.Fact]:
    """A-1: one order takes effect. With `overruled` a character's own file has said the same thing already."""
    if overruled:
        return Outcome([f.Warned("W-TWICE/character", "A-1", _subject(given.order)[0], order=given.name)])
    effects = _effects(given, state)
    if effects is None:
        return Outcome([f.Warned("W-LAPSED", "A-1", _subject(given.order)[0], order=given.name)])
    return Outcome([_ordered(given, "A-1"), *effects])


def commands(given: Given, state: State) -> bool:
    """A-1: is the army that an order names there, and of the speaker's faction? Others may have made one of its id.

    A character may also plan for an allied army that he is in.
    """
    if isinstance(given.order, o.Formation | o.Prisoners | o.Captive):
        return True
    wanted = given.order.from_ if isinstance(given.order, o.Transfer) else given.order.army
    if wanted is None:
        return True
    army, character = state.armies.get(wanted), state.characters.get(given.speaker)
    if army is None:
        return False
    if character is None:
        return army.faction == given.speaker
    return army.faction == character.faction or (isinstance(given.order, o.Plan) and character.army == wanted)


def _effects(given: Given, state: State) -> list[f.Fact] | None:
    """What follows from an order; None: it cannot be carried out any more."""
    if not commands(given, state):
        return None
    match given.order:
        case o.Rejoin() as order:
            return _rejoin(order, state)
        case o.Transfer() as order:
            return _transfer(order, state)
        case o.CharacterOrder() as order:
            return _character(order, state)
        case o.Leader() as order:
            character = state.characters[order.character]
            return [] if character.status == "active" and character.army == order.army else None
        case o.Formation() as order:
            return None if state.army_of(order.contingent) is None else []
        case _:
            return []


def _rejoin(order: o.Rejoin, state: State) -> list[f.Fact] | None:
    army = state.armies[order.army]
    found = stragglers_of(state, army.faction, order.stragglers)
    if found is None or found.region != army.region or is_full(army):
        return None
    contingent = Contingent(
        id=free_id("rejoined", contingent_ids(state)),
        species=found.kind.species,
        caste=found.kind.caste,
        quality=found.kind.quality,
        mount=found.kind.mount,
        formation="mounted" if found.kind.mount != "none" else None,
        count=found.count,
        metal_armour=found.kind.metal_armour,
        firearms=found.kind.firearms,
        barbarian=found.kind.barbarian,
    )
    return [f.Rejoined(found.id, "P-5", army.faction, army.id, found.count, contingent)]


def _transfer(order: o.Transfer, state: State) -> list[f.Fact] | None:
    source = state.armies.get(order.from_)
    contingent = None if source is None else source.contingent(order.contingent)
    if source is None or contingent is None or (order.count or 0) > contingent.count or order.to == source.id:
        return None
    facts: list[f.Fact] = []
    target = state.armies.get(order.to)
    if target is None:
        new = replace(source, id=order.to, name=None, leader=None, contingents=(), prisoners=())
        facts.append(f.Raised(new.id, "A-1", new))
    elif target.faction != source.faction or target.region != source.region or is_full(target):
        return None
    if order.count is not None and order.count < contingent.count:
        part = free_id(contingent.id, contingent_ids(state), 2)
        return [*facts, f.Transferred(contingent.id, "A-1", source.id, order.to, order.count, 0, part)]
    count, wounded = contingent.count, contingent.wounded_count
    facts.append(f.Transferred(contingent.id, "A-1", source.id, order.to, count, wounded))
    leader = None if source.leader is None else state.characters[source.leader]
    if leader is not None and leader.contingent == contingent.id:
        facts.append(f.LeaderLost(source.id, "A-1", leader.id))
    return facts


def _character(order: o.CharacterOrder, state: State) -> list[f.Fact] | None:
    before = state.characters[order.character]
    if before.status != "active":
        return None
    after, old = before, None if before.army is None else state.armies[before.army]
    if order.army is not None and order.army != before.army:
        target = state.armies[order.army]
        stands = before.region if old is None else old.region
        if target.faction != before.faction or target.region != stands:
            return None
        after = replace(after, army=target.id, contingent=None, region=None)
    if order.contingent is not None:
        if after.army is None or state.armies[after.army].contingent(order.contingent) is None:
            return None
        after = replace(after, contingent=order.contingent)
    elif order.leaves_contingent:
        after = replace(after, contingent=None)
    if order.role is not None:
        after = replace(after, role=order.role)
    if order.mounted is not None:
        after = replace(after, mounted=order.mounted)
    changed = tuple(
        field
        for field in ("army", "contingent", "region", "role", "mounted")
        if getattr(before, field) != getattr(after, field)
    )
    facts: list[f.Fact] = [f.CharacterSet(after.id, "A-1", changed, after)] if changed else []
    if old is not None and old.leader == before.id and after.army != old.id:
        facts.append(f.LeaderLost(old.id, "A-1", before.id))
    return facts


def marches(given: Iterable[Given], state: State, world: World) -> Outcome[f.Fact]:
    """A-2: all armies with a `move` order march at once. Characters, captives and prisoners go with them (A-3)."""
    facts: list[f.Fact] = []
    for each in sorted((each for each in given if isinstance(each.order, o.Move)), key=_marching):
        assert isinstance(each.order, o.Move)
        army = state.armies.get(each.order.army) if commands(each, state) else None
        if army is None or army.region == each.order.to or not world.may_step(army.region, each.order.to):
            facts.append(f.Warned("W-LAPSED", "A-2", each.order.army, region=each.order.to, order=each.name))
        else:
            facts.append(f.Moved(army.id, "A-2", each.order.to, "order", army.region))
    return Outcome(facts)


def _marching(given: Given) -> tuple[str, str]:
    return (given.order.army if isinstance(given.order, o.Move) else "", given.speaker)


def words_for_later(given: Iterable[Given], state: State) -> Outcome[f.Fact]:
    """B-1 and X-2: where to retreat, and plans for the game master; they are told and change nothing yet."""
    facts: list[f.Fact] = []
    for each in given:
        if isinstance(each.order, o.Retreat | o.Plan):
            rule = "B-1" if isinstance(each.order, o.Retreat) else "X-2"
            if commands(each, state):
                facts.append(_ordered(each, rule))
            else:
                facts.append(f.Warned("W-LAPSED", rule, each.order.army, order=each.name))
    return Outcome(facts)


def _ordered(given: Given, rule: str) -> f.Ordered:
    data = order_data(given.order)
    return f.Ordered(next(iter(data)), rule, given.name, data)


def order_data(order: o.Order) -> dict[str, Any]:
    """An order as a mapping, verb first, as files have it; what it does not say is left out."""
    match order:
        case o.Move():
            return {"move": order.army, "to": order.to}
        case o.Stance():
            return {"stance": order.stance, "army": order.army}
        case o.Leader():
            return {"leader": order.character, "army": order.army}
        case o.Formation():
            where = {"where": list(order.where)} if order.where else {}
            return {"formation": order.formation, "contingent": order.contingent} | where
        case o.Pursue():
            return {"pursue": order.pursue, "army": order.army}
        case o.Retreat():
            return {"retreat": order.army, "to": order.to}
        case o.Plan():
            return {"plan": order.text, "army": order.army}
        case o.Prisoners():
            count = {} if order.count is None else {"count": order.count}
            return {"prisoners": order.group, "fate": order.fate} | count
        case o.PrisonerPolicy():
            return {"prisoner_policy": order.fate, "army": order.army}
        case o.Captive():
            return {"captive": order.character, "fate": order.fate}
        case o.Transfer():
            count = {} if order.count is None else {"count": order.count}
            return {"transfer": order.contingent, "from": order.from_, "to": order.to} | count
        case o.CharacterOrder():
            given = {"role": order.role, "mounted": order.mounted, "army": order.army, "contingent": order.contingent}
            data: dict[str, Any] = {"character": order.character}
            data |= {key: value for key, value in given.items() if value is not None}
            return data | ({"contingent": None} if order.leaves_contingent else {})
        case o.Rejoin():
            return {"rejoin": order.stragglers, "army": order.army}


def is_full(army: Army) -> bool:
    """Section 2.3: an army has at most 50 contingents."""
    return len(army.contingents) >= MOST_CONTINGENTS


def contingent_ids(state: State) -> set[str]:
    """The ids of all contingents of the campaign."""
    return {contingent.id for army in state.armies.values() for contingent in army.contingents}


def stragglers_of(state: State, faction: str, wanted: str) -> Stragglers | None:
    """A group of stragglers of a faction."""
    return next((each for each in state.factions[faction].stragglers if each.id == wanted), None)
