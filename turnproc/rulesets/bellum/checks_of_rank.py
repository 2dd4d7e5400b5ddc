"""The checks of what states and tribes may order: rule B-3.7 (docs/rules/bellum.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.rulesets.bellum.check import Check
from turnproc.rulesets.bellum.conditions import why_not_crown
from turnproc.rulesets.bellum.orders import Assimilate, Claim, Crown, Rule
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


def states_do_what_states_may(check: Check) -> Iterator[Finding]:
    """B-3.7 for `assimilate`, `annex`, `renounce` and `independence` (B-4.1.1, B-4.2.3, B-4.2.4)."""
    assimilated = independent = False
    claimed: set[ProvinceId] = set()
    for order in check.orders.given:
        if isinstance(order, Assimilate):
            verb, key, province = "assimilate", "in", order.in_
        elif isinstance(order, Claim):
            verb, key, province = order.verb, order.verb, order.province
        else:
            continue
        params: dict[str, Param] = {
            "people": check.known.name(order.of),
            "province": check.known.world.provinces[province],
            "verb": verb,
        }
        if check.kind(order.of) != "state":
            yield check.at(order, verb, "B-3.7/only-state", params)
            continue
        if verb == "independence" and not check.is_captured(order.of):
            yield check.at(order, verb, "B-3.7/not-captured", params)
            continue
        if verb != "independence" and check.is_captured(order.of):
            yield check.at(order, verb, "B-3.7/captured", params)
            continue
        if isinstance(order, Assimilate):
            if assimilated:
                yield check.at(order, verb, "B-3.7/assimilate-twice", params)
            assimilated = True
            yield from _assimilation(check, order, params)
        else:
            if verb == "independence":
                if independent:
                    yield check.at(order, verb, "B-3.7/independence-twice", params)
                independent = True
            if province in claimed:
                yield check.at(order, verb, "B-3.7/claim-twice", params)
            claimed.add(province)
        owner = check.known.state.provinces[province].owner
        if verb in ("assimilate", "renounce") and owner != order.of:
            yield check.at(order, key, "B-3.7/not-owner", params)
        elif verb == "annex" and owner == order.of:
            yield check.at(order, key, "B-3.8/owned", params)
        elif verb != "renounce" and province not in check.known.majority_provinces.get(order.of, ()):
            yield check.at(order, key, "B-3.7/no-majority", params)


def _assimilation(check: Check, order: Assimilate, params: dict[str, Param]) -> Iterator[Finding]:
    if order.people == order.of:
        yield check.at(order, "assimilate", "B-3.7/assimilate-self", params)
    elif not check.known.at_hand[order.in_].get(order.people):
        other = check.known.name(order.people)
        yield check.at(order, "assimilate", "B-3.7/nobody-there", params | {"other": other})


def crownings(check: Check) -> Iterator[Finding]:
    """B-3.7 for `crown` (B-4.2.1, B-4.2.2)."""
    known = check.known
    for order in check.orders.given:
        if not isinstance(order, Crown):
            continue
        reason = why_not_crown(
            order.of, order.tribe, known.world, known.state, known.majority_provinces, known.state.peoples
        )
        if reason is None:
            continue
        params: dict[str, Param] = {"people": known.name(order.of), "tribe": known.name(order.tribe)}
        if known.world.kingmaker is not None:
            params["province"] = known.world.provinces[known.world.kingmaker]
        yield check.at(order, "crown", f"B-3.7/crown-{reason}", params)


def tribes_rule_tribes(check: Check) -> Iterator[Finding]:
    """B-3.7 for `subjugate` and `spare`."""
    named: dict[PeopleId, str] = {}
    for order in check.orders.given:
        if not isinstance(order, Rule):
            continue
        params: dict[str, Param] = {
            "people": check.known.name(check.speaker),
            "tribe": check.known.name(order.tribe),
            "verb": order.verb,
        }
        if check.kind(check.speaker) != "tribe":
            yield check.at(order, order.verb, "B-3.7/only-tribe", params)
        elif check.kind(order.tribe) != "tribe":
            yield check.at(order, order.verb, "B-3.7/not-a-tribe", params)
        elif check.known.heads[order.tribe] == check.speaker:
            yield check.at(order, order.verb, "B-3.7/own", params)
        elif named.setdefault(order.tribe, order.verb) != order.verb:
            yield check.at(order, order.verb, "B-3.7/subjugate-spare", params)
