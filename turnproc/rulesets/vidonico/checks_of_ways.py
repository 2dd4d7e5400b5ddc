"""The checks of orders about marches, retreats and prisoners (docs/rules/vidonico.md, section 3.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.vidonico.known import Known
from turnproc.rulesets.vidonico.muster import Muster
from turnproc.rulesets.vidonico.orders import Move, Order, Prisoners, Retreat
from turnproc.source.pointer import join


def check_prisoners(orders: Sequence[Order], known: Known, file: OrdersFile) -> Iterator[Finding]:
    """P-3: all orders about one group together concern at most as many prisoners as there are."""
    ordered: dict[str, list[Prisoners]] = {}
    for order in orders:
        if isinstance(order, Prisoners):
            ordered.setdefault(order.group, []).append(order)
    for group, about in ordered.items():
        army = known.state.holder_of(group)
        there = None if army is None else army.group(group)
        if army is None or there is None:
            continue
        count = sum(there.count if order.count is None else order.count for order in about)
        if count > there.count:
            numbers: dict[str, Param] = {
                "army": known.name("army", army.id),
                "held": there.count,
                "group": group,
                "count": count,
            }
            key = "prisoners" if about[-1].count is None else "count"
            yield Finding(file.source, f"{file.pointer}{join([about[-1].at, key])}", "E-PRISONER-COUNT", numbers)


def check_ways(orders: Sequence[Order], muster: Muster, file: OrdersFile) -> Iterator[Finding]:
    """A-2 for marches; B-1 for retreats, from where the army will stand after its march."""
    for order in orders:
        if isinstance(order, Move) and muster.has(order.army):
            yield from _way(order, "", muster.region[order.army], muster, file)
    targets = {order.army: order.to for order in orders if isinstance(order, Move)}
    for order in orders:
        if isinstance(order, Retreat) and muster.has(order.army):
            stands = targets.get(order.army, muster.region[order.army])
            yield from _way(order, "/retreat", stands, muster, file)


def _way(order: Move | Retreat, variant: str, from_: str | None, muster: Muster, file: OrdersFile) -> Iterator[Finding]:
    known = muster.known
    if from_ is None:
        return
    params: dict[str, Param] = {
        "army": known.name("army", order.army),
        "region": known.name("region", from_),
        "to": known.name("region", order.to),
        "reachable": known.reachable(from_),
    }
    message = None
    if order.to == from_:
        message = "E-RETREAT-HERE" if variant else "E-NOT-ADJACENT/here"
    elif not known.world.may_step(from_, order.to):
        message = f"E-NOT-ADJACENT{variant}"
    if message is not None:
        yield Finding(file.source, f"{file.pointer}/{order.at}/to", message, params)
