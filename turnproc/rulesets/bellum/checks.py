"""The checks of an orders file against the published state: rules B-3.3 to B-3.8 (docs/rules/bellum.md, section 3).

Every check looks at one speaker's typed orders and returns findings; the list at the end reads like the rulebook's.
What the game master's start events change is judged again when the turn is played (B-3.10), not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.bellum.check import Check
from turnproc.rulesets.bellum.checks_of_rank import crownings, states_do_what_states_may, tribes_rule_tribes
from turnproc.rulesets.bellum.orders import Claim, Hold, Move, Order, Orders, Retreat, Rule
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, is_open

if TYPE_CHECKING:
    from turnproc.rulesets.bellum.known import Known


def enough_persons(check: Check) -> Iterator[Finding]:
    """B-3.3: what one people is ordered to do in a province needs as many persons as it has there."""
    ordered: dict[tuple[PeopleId, ProvinceId], int] = {}
    told = set()
    for order in check.orders.given:
        if not isinstance(order, Move | Hold):
            continue
        province = order.from_ if isinstance(order, Move) else order.in_
        key = (order.of, province)
        total = ordered[key] = ordered.get(key, 0) + order.persons
        available = check.known.at_hand[province].get(order.of, 0)
        if total > available and key not in told:
            told.add(key)
            names = check.known.world.provinces
            params: dict[str, Param] = {"people": check.known.name(order.of), "province": names[province]}
            if available == 0:
                where = [names[place] for place in check.known.provinces_of.get(order.of, ())]
                place = "from" if isinstance(order, Move) else "in"
                yield check.at(order, place, "B-3.3/nobody", params | {"where": where})
            else:
                all_ordered = _ordered_in_all(check, key)
                verb = "move" if isinstance(order, Move) else "hold"
                yield check.at(order, verb, "B-3.3/too-many", params | {"ordered": all_ordered, "available": available})


def _ordered_in_all(check: Check, key: tuple[PeopleId, ProvinceId]) -> int:
    return sum(
        order.persons
        for order in check.orders.given
        if (isinstance(order, Move) and (order.of, order.from_) == key)
        or (isinstance(order, Hold) and (order.of, order.in_) == key)
    )


def open_links(check: Check) -> Iterator[Finding]:
    """B-3.4: one goes to a linked province, by a link that is open to one's kind."""
    world = check.known.world
    for order in check.orders.given:
        if not isinstance(order, Move):
            continue
        link = world.links[order.from_].get(order.to)
        kind = check.known.state.peoples[order.of].kind
        if is_open(link, kind):
            continue
        reachable = [world.provinces[target] for target in world.reachable(order.from_, kind)]
        params: dict[str, Param] = {
            "people": check.known.name(order.of),
            "source": world.provinces[order.from_],
            "target": world.provinces[order.to],
            "reachable": reachable,
        }
        message = "B-3.4/lane" if link is not None else "B-3.4/same" if order.from_ == order.to else "B-3.4/link"
        yield check.at(order, "to", message, params)


def no_fight_among_friends(check: Check) -> Iterator[Finding]:
    """B-3.5: nobody fights itself or a people with the same head."""
    for order in check.orders.given:
        for meaning, index, enemy in _named_enemies(order):
            if check.known.heads[enemy] != check.known.heads[order.of]:
                continue
            message = "B-3.5/self" if enemy == order.of else "B-3.5/friend"
            key = _written_key(check, order, meaning)
            yield check.at(
                order,
                f"{key}/{index}",
                message,
                {"people": check.known.name(order.of), "enemy": check.known.name(enemy)},
            )


def _named_enemies(order: Order) -> Iterator[tuple[str, int, PeopleId]]:
    if isinstance(order, Move) and isinstance(order.attack, tuple):
        for index, enemy in enumerate(order.attack):
            yield "attack", index, enemy
    elif isinstance(order, Hold) and isinstance(order.meet, tuple):
        for index, enemy in enumerate(order.meet):
            yield "meet", index, enemy


def _written_key(check: Check, order: Order, key: str) -> str:
    """The key as the file has it: `hold … attack: [X]` is read as `meet: [X]`."""
    return key if key in (check.file.orders[order.at] or ()) else "attack"


def no_own_province_left_empty(check: Check) -> Iterator[Finding]:
    """B-3.6: a state's orders leave somebody of its own in every province that it owns."""
    if check.kind(check.speaker) != "state":
        return
    leaving: dict[ProvinceId, int] = {}
    arriving: dict[ProvinceId, int] = {}
    last: dict[ProvinceId, Move] = {}
    renounced = set()
    for order in check.orders.given:
        if isinstance(order, Move) and order.of == check.speaker:
            leaving[order.from_] = leaving.get(order.from_, 0) + order.persons
            arriving[order.to] = arriving.get(order.to, 0) + order.persons
            last[order.from_] = order
        elif isinstance(order, Claim) and order.verb == "renounce":
            renounced.add(order.province)
    for province in sorted(leaving, key=check.known.world.place.__getitem__):
        if check.known.state.provinces[province].owner != check.speaker or province in renounced:
            continue
        count = check.known.at_hand[province].get(check.speaker, 0)
        # More than there are is B-3.3's finding, not a second one here.
        if leaving[province] <= count and count - leaving[province] + arriving.get(province, 0) < 1:
            params: dict[str, Param] = {
                "people": check.known.name(check.speaker),
                "province": check.known.world.provinces[province],
            }
            yield check.at(last[province], "move", "B-3.6", params)


def one_retreat_per_province(check: Check) -> Iterator[Finding]:
    """B-3.7: one `retreat` for a people and province; B-3.8: what it names is linked."""
    world = check.known.world
    seen: set[tuple[PeopleId, ProvinceId]] = set()
    for order in check.orders.given:
        if not isinstance(order, Retreat):
            continue
        params: dict[str, Param] = {
            "people": check.known.name(order.of),
            "province": world.provinces[order.province],
        }
        if (order.of, order.province) in seen:
            yield check.at(order, "retreat", "B-3.7/retreat-twice", params)
        seen.add((order.of, order.province))
        for index, target in enumerate(order.to):
            if target not in world.links[order.province]:
                linked = [world.provinces[each] for each in world.links[order.province]]
                more: dict[str, Param] = {"target": world.provinces[target], "reachable": linked}
                yield check.at(order, f"to/{index}", "B-3.8/not-linked", params | more)


def orders_that_fit_nothing(check: Check) -> Iterator[Finding]:
    """B-3.8: attacks on peoples that are not there now, and subjects to be whom nobody fights."""
    known = check.known
    fights_all = False
    fought: set[PeopleId] = set()
    for order in check.orders.given:
        if isinstance(order, Move):
            fights_all = fights_all or order.attack == "all"
        elif isinstance(order, Hold):
            fights_all = fights_all or order.attack == "all" or order.meet == "newcomers"
        for key, index, enemy in _named_enemies(order):
            fought.add(enemy)
            if isinstance(order, Move) and enemy not in known.at_hand[order.to]:
                params: dict[str, Param] = {"enemy": known.name(enemy), "province": known.world.provinces[order.to]}
                yield check.at(order, f"{key}/{index}", "B-3.8/absent", params)
    if fights_all:
        return
    for order in check.orders.given:
        if isinstance(order, Rule) and order.verb == "subjugate" and order.tribe not in fought:
            yield check.at(order, "subjugate", "B-3.8/unfought", {"tribe": known.name(order.tribe)})


CHECKS = (
    enough_persons,
    open_links,
    no_fight_among_friends,
    no_own_province_left_empty,
    states_do_what_states_may,
    crownings,
    tribes_rule_tribes,
    one_retreat_per_province,
    orders_that_fit_nothing,
)
# These count over the whole file: with an order that could not be read they would find what is not there.
NEED_ALL_ORDERS = (no_own_province_left_empty, orders_that_fit_nothing)


def check(orders: Orders, known: Known, file: OrdersFile, *, complete: bool) -> list[Finding]:
    """Run all checks; `complete` tells whether every order of the file could be read."""
    subject = Check(orders, known, file)
    return [finding for each in CHECKS if complete or each not in NEED_ALL_ORDERS for finding in each(subject)]
