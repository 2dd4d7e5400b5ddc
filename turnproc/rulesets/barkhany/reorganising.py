"""Splitting, merging and transfers (docs/rules/barkhany.md, B-2.1, B-2.2): men and gear are moved, none come or go."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from turnproc.rulesets.barkhany.exact import hundredths
from turnproc.rulesets.barkhany.gear import Items, added, without
from turnproc.rulesets.barkhany.generals import keeps_generals
from turnproc.rulesets.barkhany.ids import free_id
from turnproc.rulesets.barkhany.state import Detachment, General, State, Unit
from turnproc.rulesets.barkhany.troubles import Trouble

# How many men of each unit, or all of it.
Take: TypeAlias = Mapping[str, int | Literal["all"]]
Units: TypeAlias = tuple[Unit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A part becomes a detachment of its own, and these generals go with it."""

    detachment: str
    take: Take
    into: str
    name: str = ""
    generals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Several become one of them."""

    detachments: tuple[str, ...]
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Men, engines or gear change over to another detachment."""

    take: Take
    giver: str
    receiver: str
    baggage: Items = field(default_factory=dict)


def split(state: State, commander: str, order: Split, engaged: Collection[str] = ()) -> State | Trouble:
    """B-2.1. `engaged` are the detachments in general battles, here and below."""
    trouble = unfit(state, commander, (order.detachment,), engaged) or _misled(state, commander, order)
    if trouble is not None:
        return trouble
    if order.into in state.detachments:
        return Trouble("E-SPLIT/taken", {"detachment": order.into})
    parent = state.detachments[order.detachment]
    if not order.take and not order.generals:
        return Trouble("E-SPLIT/empty", {"detachment": order.into})
    divided = _divided(parent, order.take)
    if isinstance(divided, Trouble):
        return divided
    left, taken = divided
    generals = {id_: _moved(state.generals[id_], parent.id, order.into) for id_ in order.generals}
    generals = {**state.generals, **generals}
    part = replace(parent, id=order.into, name=order.name or order.into, units=taken, baggage={})
    parted = {parent.id: replace(parent, units=left), part.id: part}
    return _kept(replace(state, detachments={**state.detachments, **parted}, generals=generals), parent.id)


def merge(state: State, commander: str, order: Merge, engaged: Collection[str] = ()) -> State | Trouble:
    """B-2.2: one after the other in the order written; the generals of all lead what they have become."""
    if order.into not in order.detachments:
        return Trouble("E-SCHEMA", {"detachment": order.into})
    trouble = unfit(state, commander, order.detachments, engaged)
    if trouble is not None:
        return trouble
    others = [id_ for id_ in dict.fromkeys(order.detachments) if id_ != order.into]
    whole = state.detachments[order.into]
    for id_ in others:
        whole = received(whole, state.detachments[id_])
    generals = dict(state.generals)
    for id_ in others:
        generals = {key: _moved(general, id_, order.into) for key, general in generals.items()}
    kept = {id_: each for id_, each in state.detachments.items() if id_ not in others}
    return replace(state, detachments={**kept, whole.id: whole}, generals=generals)


def transfer(state: State, commander: str, order: Transfer, engaged: Collection[str] = ()) -> State | Trouble:
    """B-2.2: to the receiver the men who come are as a second part. Gear alone changes nothing but baggages."""
    if order.giver == order.receiver:
        return Trouble("E-SCHEMA", {"detachment": order.giver})
    trouble = unfit(state, commander, (order.giver, order.receiver), engaged)
    if trouble is not None:
        return trouble
    giver, receiver = state.detachments[order.giver], state.detachments[order.receiver]
    for item, number in order.baggage.items():
        have = giver.baggage.get(item, 0)
        if number > have:
            return Trouble("E-SPLIT/baggage", {"detachment": giver.id, "item": item, "have": have, "wanted": number})
    divided = _divided(giver, order.take)
    if isinstance(divided, Trouble):
        return divided
    left, taken = divided
    if taken:
        receiver = received(receiver, replace(giver, units=taken, baggage={}))
    receiver = replace(receiver, baggage=added(receiver.baggage, order.baggage))
    giver = replace(giver, units=left, baggage=without(giver.baggage, order.baggage))
    after = replace(state, detachments={**state.detachments, giver.id: giver, receiver.id: receiver})
    return _kept(after, giver.id) if taken else after


def unfit(state: State, commander: str, ids: Sequence[str], engaged: Collection[str]) -> Trouble | None:
    """Why these cannot be reorganised with one another by this commander (B-2.1); None if they can."""
    for id_ in ids:
        found = state.detachments.get(id_)
        if found is None:
            return Trouble("gone", {"detachment": id_})
        if found.commander != commander:
            return Trouble("E-CMD", {"detachment": id_})
        if found.aboard is not None:
            return Trouble("E-SAMEHEX/aboard", {"detachment": id_, "fleet": found.aboard})
        if id_ in engaged:
            return Trouble("E-GB-OUT/engaged", {"detachment": id_})
        if found.hex != state.detachments[ids[0]].hex:
            return Trouble("E-SAMEHEX", {"a": ids[0], "b": id_})
    return None


def received(whole: Detachment, part: Detachment) -> Detachment:
    """Take in another detachment: nobody slips out of a block, behind a wall or out of recruit's time (B-2.2)."""
    return replace(
        whole,
        units=joined(whole.units, part.units),
        baggage=added(whole.baggage, part.baggage),
        morale_pct=mean_morale(((whole.men, whole.morale_pct), (part.men, part.morale_pct))),
        is_blocked=whole.is_blocked or part.is_blocked,
        is_inside=whole.is_inside and part.is_inside,
        is_in_boats=whole.is_in_boats and part.is_in_boats,
        ready_from=max(whole.ready_from, part.ready_from),
        clock=max(whole.clock, part.clock),
        is_done=whole.is_done or part.is_done,
        is_broken=whole.is_broken or part.is_broken,
    )


def joined(units: Units, incoming: Sequence[Unit]) -> Units:
    """Each that comes joins the first unit of its kind; where there is none it is another unit, under a free id."""
    found = list(units)
    for new in incoming:
        at = next((at for at, unit in enumerate(found) if _are_alike(unit, new)), None)
        if at is None:
            found.append(replace(new, id=free_id(new.id, {unit.id for unit in found})))
        else:
            found[at] = replace(found[at], men=found[at].men + new.men)
    return tuple(found)


def mean_morale(parts: Sequence[tuple[int, Fraction]]) -> Fraction:
    """The mean of the parts' morale, weighted by men, to two decimals; equal weights where nobody has any."""
    men = sum(weight for weight, _ in parts)
    if men == 0:
        return hundredths(sum((morale for _, morale in parts), Fraction(0)) / len(parts))
    return hundredths(sum((weight * morale for weight, morale in parts), Fraction(0)) / men)


def _are_alike(one: Unit, other: Unit) -> bool:
    """One type and one penalty (S-GEAR: counted separately); engines are pieces, each with its own condition."""
    kinds = [(unit.type, unit.penalty_pct, unit.penalty_until) for unit in (one, other)]
    return not one.troop.is_engine and kinds[0] == kinds[1]


def _divided(giver: Detachment, take: Take) -> tuple[Units, Units] | Trouble:
    """The units that stay and those that go."""
    unknown = next((id_ for id_ in take if all(unit.id != id_ for unit in giver.units)), None)
    if unknown is not None:
        return Trouble("E-SPLIT/none", {"detachment": giver.id, "unit": unknown})
    left: list[Unit] = []
    taken: list[Unit] = []
    for unit in giver.units:
        men = take.get(unit.id)
        if men is None:
            left.append(unit)
        elif isinstance(men, str) or (men == unit.men and not unit.troop.is_engine):
            taken.append(unit)
        elif unit.troop.is_engine:
            return Trouble("E-SPLIT/engines", {"unit": unit.id})
        elif not 0 < men < unit.men:
            return Trouble("E-SPLIT", {"unit": unit.id, "have": unit.men, "wanted": men})
        else:
            left.append(replace(unit, men=unit.men - men))
            taken.append(replace(unit, men=men))
    return tuple(left), tuple(taken)


def _kept(after: State, detachment: str) -> State | Trouble:
    """The state, unless an order has left a detachment with nobody in it."""
    if after.detachments[detachment].units or keeps_generals(after, detachment):
        return after
    return Trouble("E-SPLIT/last", {"detachment": detachment})


def _misled(state: State, commander: str, order: Split) -> Trouble | None:
    """A general who cannot go with the part: he is somebody else's, or not with the detachment."""
    for id_ in order.generals:
        general = state.generals.get(id_)
        if general is None or general.commander != commander or order.detachment not in general.attached_to:
            return Trouble("E-GEN/away", {"general": id_, "detachment": order.detachment})
    return None


def _moved(general: General, one: str, other: str) -> General:
    """He leads another detachment in the place of one; twice the same is once."""
    led = (other if id_ == one else id_ for id_ in general.attached_to)
    return replace(general, attached_to=tuple(dict.fromkeys(led)))
