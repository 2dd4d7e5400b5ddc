"""B-4.2: tribes are made states; states give up and take provinces; captured states become free again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from turnproc.engine.phase import Outcome
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.conditions import why_not_crown
from turnproc.rulesets.bellum.orders import Claim, Crown, Plan, label
from turnproc.rulesets.bellum.start import TurnStart
from turnproc.rulesets.bellum.state import State
from turnproc.rulesets.bellum.world import PeopleId, World


def kingship(state: State, world: World, start: TurnStart, plan: Plan) -> Outcome[f.Fact]:
    """B-4.2.1 and B-4.2.2, then B-4.2.3 (annexations after renunciations), then B-4.2.4."""
    facts: list[f.Fact] = []
    crowned: dict[PeopleId, PeopleId] = {}
    claims: list[tuple[PeopleId, Claim]] = []
    for speaker, order in plan.standing():
        if isinstance(order, Crown):
            reason = why_not_crown(order.of, order.tribe, world, state, start.majorities, start.peoples)
            if reason is None and order.tribe not in state.peoples:
                reason = "vanished"
            if reason is None:
                crowned.setdefault(order.tribe, order.of)
            else:
                facts.append(f.OrderVoid(label(speaker, order), "B-4.2.1", reason))
        elif isinstance(order, Claim):
            claims.append((speaker, order))
    facts += crownings(state, crowned, "B-4.2.2")
    for verb in ("renounce", "annex", "independence"):
        for speaker, claim in claims:
            if claim.verb == verb:
                facts.append(_claimed(speaker, claim, start))
    return Outcome([fact for fact in facts if not _changes_nothing(fact, start)])


def crownings(state: State, crowned: Mapping[PeopleId, PeopleId | None], rule: str) -> Iterator[f.Fact]:
    """B-4.2.2: crowned tribes are states; those that they ruled directly are free, but for those crowned with them."""
    freed = sorted(
        (there.master, people)
        for people, there in state.peoples.items()
        if there.master in crowned and people not in crowned and there.master is not None
    )
    for tribe in sorted(crowned):
        yield f.Crowned(tribe, rule, crowned[tribe])
        yield from (f.Freed(people, rule, master) for master, people in freed if master == tribe)


def _claimed(speaker: PeopleId, claim: Claim, start: TurnStart) -> f.Fact:
    people = start.peoples[claim.of]
    rule = "B-4.2.4" if claim.verb == "independence" else "B-4.2.3"
    if claim.verb == "independence":
        reason = None if people.kind == "state" and people.captor is not None else "not-captured"
    else:
        reason = None if people.is_free_state else "not-a-free-state"
    if reason is None and claim.verb == "renounce":
        reason = None if start.owners.get(claim.province) == claim.of else "not-owner"
    elif reason is None:
        reason = None if start.has_majority(claim.of, claim.province) else "no-majority"
    if reason is not None:
        return f.OrderVoid(label(speaker, claim), rule, reason)
    match claim.verb:
        case "renounce":
            return f.Renounced(claim.province, rule, claim.of)
        case "annex":
            return f.Annexed(claim.province, rule, claim.of)
        case "independence":
            return f.Independent(claim.of, rule, claim.province)


def _changes_nothing(fact: f.Fact, start: TurnStart) -> bool:
    """To annex what one owns already changes nothing (B-3.8)."""
    return isinstance(fact, f.Annexed) and start.owners.get(fact.annexed) == fact.by
