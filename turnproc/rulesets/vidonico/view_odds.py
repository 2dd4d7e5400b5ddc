"""What the odds of a battle had been, in one line: with the strengths, dice and difficulty that were (O-3, O-4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.odds import odds, tie_odds
from turnproc.rulesets.vidonico.strength import TENTHS
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.view_figures import percent

ODDS: Final = N_(
    "{first:Nom} alone {first_alone}, both {both}, neither {neither}, {second:nom} alone {second_alone}; the field to "
    "{first:dat} {holds}"
)
TIED: Final = N_("{first:Nom} alone {first_alone}, both {both}, neither {neither}, {second:nom} alone {second_alone}")


def odds_words(telling: Telling, ratio: f.Ratio, rolls: Sequence[f.TacticsRoll]) -> str:
    """Who would succeed with which probability; the stronger side first."""
    first, second = sorted(rolls, key=lambda roll: roll.tactics_roll != ratio.stronger)
    dice = Combination.of(first.rolled), Combination.of(second.rolled)
    settings = telling.world.settings
    names = {"first": telling.side(first.tactics_roll), "second": telling.side(second.tactics_roll)}
    if ratio.stronger is None:
        tied = tie_odds(*dice, first.difficulty, settings)
        shares = {
            "first_alone": tied.a_only,
            "both": tied.both_a + tied.both_b + tied.both_tie,
            "neither": tied.neither_a + tied.neither_b + tied.neither_tie,
            "second_alone": tied.b_only,
        }
        return telling.say(TIED, **names, **{key: percent(telling.wording, p) for key, p in shares.items()})
    found = odds(*dice, int(Fraction(ratio.ratio) * TENTHS), first.difficulty, settings)
    shares = {
        "first_alone": found.stronger_only,
        "both": found.both,
        "neither": found.neither,
        "second_alone": found.weaker_only,
        "holds": 1 - found.weaker_only,
    }
    return telling.say(ODDS, **names, **{key: percent(telling.wording, p) for key, p in shares.items()})
