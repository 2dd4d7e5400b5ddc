"""L-1 to L-5: what a battle costs, and who is taken prisoner by whom."""

from __future__ import annotations

from turnproc.engine.phase import Outcome
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.battle import Decision, Scene, captor_army, sides
from turnproc.rulesets.vidonico.losses import Shared, Toll, losses, side_losses
from turnproc.rulesets.vidonico.state import PrisonerGroup, State
from turnproc.rulesets.vidonico.world import Settings


def count_losses(scene: Scene, decision: Decision, settings: Settings) -> tuple[list[f.Fact], tuple[Shared, Shared]]:
    """L-1 to L-3: the losses of both sides, from what they were at the start of the battle."""
    tolls = [losses(host.soldiers, row, settings) for host, row in zip(scene.hosts, decision.rows, strict=True)]
    facts: list[f.Fact] = []
    shared: list[Shared] = []
    for at, host in sides(scene.hosts):
        row = decision.rows[at]
        no_captor = tolls[at].captured > 0 and not tolls[1 - at].has_captors
        taking_part = [each for each in host.mustered if each.taking_part]
        found = side_losses([each.taking_part for each in taking_part], row, settings, no_captor=no_captor)
        shared.append(found)
        facts.append(_total(scene, host.id, row, host.soldiers, found.total, no_captor=no_captor))
        for each, share in zip(taking_part, found.shares, strict=True):
            facts.append(
                f.LossesShared(
                    losses_shared=each.contingent.id,
                    rule="L-2",
                    battle=scene.plan.id,
                    army=each.line.army,
                    dead=share.dead,
                    wounded=share.wounded,
                    captured=share.captured,
                    missing=share.missing,
                    left=share.unhurt,
                )
            )
    return facts, (shared[0], shared[1])


def _total(scene: Scene, side: str, row: f.Row, count: int, toll: Toll, *, no_captor: bool) -> f.Losses:
    return f.Losses(
        losses=side,
        rule="L-4" if no_captor else "L-1",
        battle=scene.plan.id,
        row=row,
        count=count,
        dead=toll.dead,
        wounded=toll.wounded,
        captured=toll.captured,
        missing=toll.missing,
        unhurt=toll.unhurt,
        no_captor=no_captor,
    )


def take_prisoners(scene: Scene, shared: tuple[Shared, Shared], state: State, turn: int) -> Outcome[f.Fact]:
    """L-4: a group for each contingent of whom somebody was captured. The state has the losses already."""
    facts: list[f.Fact] = []
    for at, host in sides(scene.hosts):
        taking_part = [each for each in host.mustered if each.taking_part]
        for each, share in zip(taking_part, shared[at].shares, strict=True):
            if not share.captured:
                continue
            captor = captor_army(scene.hosts[1 - at], state)
            if captor is None:
                raise ValueError(f"{scene.plan.id}: nobody is left who could take prisoners")
            group = PrisonerGroup(
                id=f"{scene.plan.id}/{each.contingent.id}",
                from_faction=state.armies[each.line.army].faction,
                species=each.contingent.species,
                caste=each.contingent.caste,
                quality=each.contingent.quality,
                barbarian=each.contingent.barbarian,
                count=share.captured,
                taken_turn=turn,
            )
            facts.append(f.PrisonersTaken(group.id, "L-4", scene.plan.id, captor, group))
    return Outcome(facts)
