"""A general battle after its rounds, in the shape of barkhany's cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.rules.barkhany_sectors import HERE, Small
from turnproc.rulesets.barkhany import gb_happenings as f
from turnproc.rulesets.barkhany.exact import write_exact
from turnproc.rulesets.barkhany.reserve_state import Direction


def told(there: Small, orders: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Clashes, fires, reserves, failures, where everybody is; `orders` are what failed orders are called."""
    names = dict(orders)
    ended = [each for each in there.happened if isinstance(each, f.GbEnded)]
    found: dict[str, Any] = {
        "clashes": {
            each.battle.partition("/")[2]: _clash(each) for each in there.happened if isinstance(each, f.GbClash)
        },
        "fires": [_fire(each) for each in there.happened if isinstance(each, f.GbFired)],
        "reserves": {
            each.reserve.id: {"to": each.to, "directions": {way.sector: _way(way) for way in each.directions}}
            for each in there.happened
            if isinstance(each, f.GbReserveDecided)
        },
        "failed": {
            each.detachment or names[each.order]: each.reason for each in there.happened if isinstance(each, f.GbFailed)
        },
        "retreats": {each.detachment: each.reason for each in there.happened if isinstance(each, f.GbRetreated)},
        "ended": bool(ended),
        "winner": ended[0].winner if ended else None,
        "controller": there.state.hex_state(HERE).controller,
        "detachments": sorted(there.state.detachments),
        "generals": {
            name: {"status": each.status, "attached_to": list(each.attached_to)}
            for name, each in there.state.generals.items()
        },
    }
    return found | _detachments(there)


def _detachments(there: Small) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, each in there.state.detachments.items():
        post = there.battle.posts.get(name)
        found[name] = {
            "men": each.men,
            "condition_pct": [write_exact(unit.condition_pct) for unit in each.units if unit.troop.is_engine],
            "blocked": each.is_blocked,
            "broken": each.is_broken,
            "inside": each.is_inside,
            "hex": list(each.hex),
            "sector": None if post is None else post.sector,
            "came_from": None if post is None else post.came_from,
            "retreat_to": None if post is None else post.retreat_to,
        }
    return found


def _clash(clash: f.GbClash) -> dict[str, Any]:
    weighed, decision = clash.fought.weighed, clash.fought.decision
    return {
        "attacker": clash.attacker,
        "total_attacker": str(write_exact(weighed.strengths.attacker.total)),
        "total_defender": str(write_exact(weighed.strengths.defender.total)),
        "shooters_attacker": str(write_exact(weighed.strengths.attacker.shooters)),
        "mod_attacker": weighed.modifiers.attacker.sum,
        "mod_defender": weighed.modifiers.defender.sum,
        "difference": decision.difference,
        "row": decision.row,
        "outcome": decision.outcome,
        "walkover": decision.is_walkover,
    }


def _fire(fired: f.GbFired) -> dict[str, Any]:
    return {
        "battle": fired.battle,
        "detachments": list(fired.detachments),
        "f": str(write_exact(fired.power.fired)),
        "g": str(write_exact(fired.power.answering)),
        "t": str(write_exact(fired.power.target)),
        "mod_attacker": fired.modifiers.attacker,
        "mod_defender": fired.modifiers.defender,
        "difference": fired.volley.difference,
        "row": fired.volley.row,
        "target_fraction_lost": str(write_exact(fired.volley.fraction.defender)),
        "firer_fraction_lost": str(write_exact(fired.volley.fraction.attacker)),
    }


def _way(way: Direction) -> dict[str, Any]:
    return {
        "mod_without": way.preview.without.own.sum,
        "mod_with": way.preview.with_.own.sum,
        "effect": way.preview.effect,
        "without": way.without.difference,
        "with_": way.with_.difference,
    }
