"""The checks of vidonico's cases about probabilities: fractions are exact and written `a/b`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from tests.rules.vectors import Happened
from tests.rules.vidonico_pure import Given, contingent_of, settings_of, tenths
from turnproc.rulesets.vidonico import odds
from turnproc.rulesets.vidonico.combination import ONE_DIE, Combination
from turnproc.rulesets.vidonico.odds_preview import preview
from turnproc.rulesets.vidonico.prospects import Ground, Party
from turnproc.rulesets.vidonico.state import Army
from turnproc.rulesets.vidonico.strength import muster
from turnproc.rulesets.vidonico.tactics import commanders_dice, default_difficulty


def in_text(numbers: Mapping[Any, Fraction]) -> dict[str, str]:
    """Fractions as the cases write them, by the text of their key."""
    return {str(key): str(number) for key, number in numbers.items()}


def min_total(given: Given) -> Happened:
    """O-2, one number per difficulty."""
    least = [odds.min_total(tenths(given["ratio"]), each, settings_of(given)) for each in given["difficulty"]]
    return Happened({"min_total": least})


def p_at_least(given: Given) -> Happened:
    """O-1."""
    return Happened({"p": str(odds.p_at_least(Combination.of(given["tk"]), given["total"]))})


def distribution(given: Given) -> Happened:
    """O-1, G-0."""
    return Happened({"p": in_text(odds.distribution(Combination.of(given["tk"])))})


def odds_of(given: Given) -> Happened:
    """O-3."""
    multiplier = tenths(given["ratio"])
    assert multiplier is not None
    found = odds.odds(
        Combination.of(given["stronger"]),
        Combination.of(given["weaker"]),
        multiplier,
        given["difficulty"],
        settings_of(given),
    )
    names = ("p_stronger", "p_weaker", "both", "stronger_only", "weaker_only", "neither")
    return Happened({"min_total": found.min_total} | in_text({name: getattr(found, name) for name in names}))


def tie_odds(given: Given) -> Happened:
    """O-4."""
    a, b = (Combination.of(given[side]) for side in "ab")
    return Happened(in_text(asdict(odds.tie_odds(a, b, given["difficulty"], settings_of(given)))))


def fate_odds(given: Given) -> Happened:
    """O-5."""
    return Happened(in_text(odds.fate_odds(Combination.of(given["tk"]))))


def loot_odds(given: Given) -> Happened:
    """O-5."""
    return Happened(in_text(odds.loot_odds(Combination.of(given["tk"]))))


def odds_preview(given: Given) -> Happened:
    """O-3, O-6."""
    settings, battle = settings_of(given), given["battle"]
    parties = []
    for side in given["sides"]:
        army = Army(id=side["id"], faction="f", contingents=tuple(contingent_of(each) for each in side["contingents"]))
        parties.append(
            Party(
                id=side["id"],
                soldiers=muster(army, battle["terrain"], settings, side.get("formations")),
                dice=commanders_dice(Combination.of(side["leader"]["tactics"]), ONE_DIE),
                pursues=side.get("pursue", True),
            )
        )
    usual = default_difficulty(battle["terrain"], battle.get("weather", "fair"), settings)
    ground = Ground(terrain=battle["terrain"], difficulty=battle.get("difficulty", usual), pursuit=battle["terrain"])
    found = preview((parties[0], parties[1]), ground, settings)
    if not found.is_battle:
        return Happened({"walkover": True, "holder": found.walkover})
    names = [party.id for party in parties]
    return Happened(
        {
            "outcomes": in_text({each.case: each.probability for each in found.outcomes}),
            "rows": {each.case: dict(zip(names, each.rows, strict=True)) for each in found.outcomes},
            "expected_dead": in_text({each.id: each.dead for each in found.sides}),
        }
    )
