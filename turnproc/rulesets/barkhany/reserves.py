"""Reserves: directions, what they would change, the decision after the dice (docs/rules/barkhany.md, B-5.9, B-5.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from turnproc.rulesets.barkhany.battle import Lot
from turnproc.rulesets.barkhany.both import Both, opponent
from turnproc.rulesets.barkhany.clashes import NOBODY, Clash, fielded_for, strengthened
from turnproc.rulesets.barkhany.gb_happenings import GbFailure
from turnproc.rulesets.barkhany.gb_judge import GbJudge
from turnproc.rulesets.barkhany.gb_moves import presence_refusal
from turnproc.rulesets.barkhany.gb_orders import CommitTo, GbReserve
from turnproc.rulesets.barkhany.gb_round import Round
from turnproc.rulesets.barkhany.gb_state import Side
from turnproc.rulesets.barkhany.losses import loss_row, row_of
from turnproc.rulesets.barkhany.modifiers import Modifiers
from turnproc.rulesets.barkhany.names import reserve_id
from turnproc.rulesets.barkhany.options import REACH, mobility_of
from turnproc.rulesets.barkhany.reserve_state import Direction, Preview, Prospect, Reserve, View
from turnproc.rulesets.barkhany.strength import Fielded
from turnproc.rulesets.barkhany.world import Settings


def reserve_refusal(there: Round, order: GbReserve, detachments: Sequence[str]) -> GbFailure | None:
    """Why detachments that are there cannot be set aside together; None: they can."""
    if order.reserve in there.done.reserves:
        return "reserve"
    if len({there.sector_of(each) for each in detachments}) > 1:
        return "scattered"
    side = there.side_of(detachments[0])
    return "engaged" if there.has_enemy(there.sector_of(detachments[0]), side) else None


def waiting_refusal(there: Round, detachment: str) -> GbFailure | None:
    """Why a detachment cannot be set aside at all; None: it can."""
    return presence_refusal(there, detachment) or ("reserve" if there.reserve_of(detachment) is not None else None)


def set_aside(there: Round, order: GbReserve, detachments: Sequence[str]) -> Reserve:
    """A reserve of an order that nothing refuses."""
    return Reserve(
        id=order.reserve,
        side=there.side_of(detachments[0]),
        sector=there.sector_of(detachments[0]),
        detachments=tuple(detachments),
        policy=order.policy,
        is_hidden=order.is_hidden,
    )


def living(there: Round, reserve: Reserve) -> Reserve:
    """A reserve without those of its detachments that are gone."""
    left = tuple(each for each in reserve.detachments if each in there.battle.posts)
    return replace(reserve, detachments=left, is_dissolved=reserve.is_dissolved or not left)


def is_in_reach(there: Round, reserve: Reserve, sector: str) -> bool:
    """Can a reserve get there: next door, on horseback also through one sector without an enemy?"""
    reach = min(REACH[mobility_of(there.state.detachments[each].units)] for each in reserve.detachments)
    if reach == 0:
        return False
    if there.adjoins(reserve.sector, sector):
        return True
    middles = there.battle.sectors[reserve.sector].adjacent & there.battle.sectors[sector].adjacent
    return reach > 1 and sector != reserve.sector and any(not there.has_enemy(each, reserve.side) for each in middles)


def previews(there: Round, reserve: Reserve, clashes: Iterable[Clash], judge: GbJudge) -> tuple[Preview, ...]:
    """The directions of a reserve, in ascending id of the sector, with the modifiers without it and with it."""
    found: list[Preview] = []
    if reserve.is_dissolved:
        return ()
    for clash in sorted(clashes, key=lambda each: each.sector):
        if clash.weighed.kind == "fight" and is_in_reach(there, reserve, clash.sector):
            role = clash.role_of(reserve.side)
            with_ = strengthened(clash, troops_for(there, clash, reserve, judge), there.world.settings, judge)
            found.append(
                Preview(
                    sector=clash.sector,
                    own_total=clash.weighed.strengths.of(role).total,
                    without=_view(clash, reserve.side),
                    with_=_view(with_, reserve.side),
                )
            )
    return tuple(found)


def _view(clash: Clash, side: Side) -> View:
    role = clash.role_of(side)
    found: Both[Modifiers] = clash.weighed.modifiers
    return View(found.of(role), found.of(opponent(role)))


def troops_for(there: Round, clash: Clash, reserve: Reserve, judge: GbJudge) -> Both[tuple[Fielded, ...]]:
    """A reserve as it comes to its side of a clash: defenders behind walls take it in."""
    role = clash.role_of(reserve.side)
    is_inside = role == "defender" and clash.scene.fortification != "none"
    troops = fielded_for(there, reserve.detachments, clash.battle, reserve.side, judge, is_inside=is_inside)
    return NOBODY.put(role, troops)


def prospect(difference: int, settings: Settings) -> Prospect:
    """How a clash ends for a side that is so much ahead; the losses are the row's, whatever the cap (B-5.10)."""
    row = row_of(difference, settings)
    entry = loss_row(row, settings)
    winner: Lot = "blocked" if entry.outcome == "contested_both_blocked" else "free"
    loser: Lot = "blocked"
    if entry.outcome == "field_won_loser_retreats":
        loser = "retreats"
    elif entry.outcome == "field_won_loser_flees":
        loser = "flees"
    own_wins, enemy_wins = difference > 0, difference < 0
    return Prospect(
        difference=difference,
        row=row,
        own_loss_pct=entry.winner_pct if own_wins else entry.loser_pct,
        enemy_loss_pct=entry.winner_pct if enemy_wins else entry.loser_pct,
        own_lot=winner if own_wins else loser,
        enemy_lot=winner if enemy_wins else loser,
    )


def directions(
    found: Iterable[Preview], clashes: Mapping[str, Clash], side: Side, settings: Settings
) -> list[Direction]:
    """The same after the dice."""
    return [
        Direction(
            preview=each,
            without=prospect(own_difference(clashes[each.sector], side, settings), settings),
            with_=prospect(own_difference(clashes[each.sector], side, settings) + each.effect, settings),
        )
        for each in found
    ]


def own_difference(clash: Clash, side: Side, settings: Settings) -> int:
    """By how much a side is ahead without any reserve. Raises ValueError for what had no dice."""
    difference = clash.decided(settings).difference
    if difference is None:
        raise ValueError("a walkover has no difference")
    return difference if side == clash.attacker else -difference


def best(found: Sequence[Direction]) -> str | None:
    """The sector where a reserve is worth most ranks, then most strength, then the first by id; None: nowhere."""
    worth = [each for each in found if each.gain > 0]
    if not worth:
        return None
    return min(worth, key=lambda each: (-each.gain, -each.saved, each.sector)).sector


def choice(
    there: Round, reserve: Reserve, found: Sequence[Direction], clashes: Mapping[str, Clash], judge: GbJudge
) -> str | None:
    """Where a reserve goes by its policy; None: it is held back (B-5.10).

    Raises ValueError if the game master sends it where it cannot go.
    """
    sectors = {each.sector for each in found}
    policy = reserve.policy
    if not sectors or policy == "hold":
        return None
    if policy == "best":
        return best(found)
    if policy == "ask":
        answer = judge.reserve(reserve_id(there.battle.id, there.done.number, reserve.id), found)
        if answer is not None and answer not in sectors:
            raise ValueError(f"{answer} is no direction of the reserve {reserve.id}")
        return answer
    if isinstance(policy, CommitTo):
        return policy.sector if policy.sector in sectors else None
    settings = there.world.settings
    for rule in policy:
        clash = clashes.get(rule.sector)
        if clash is None or clash.weighed.kind != "fight":
            continue
        if own_difference(clash, reserve.side, settings) <= rule.difference_at_most:
            return rule.then if rule.then in sectors else None
    return None
