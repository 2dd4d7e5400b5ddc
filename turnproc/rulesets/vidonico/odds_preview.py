"""What a battle is likely to come to: every outcome, losses, who holds the field, fates and loot (O-3 to O-6).

Everything is exact; nothing is rolled and no state is touched. The sides are 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from turnproc.rulesets.vidonico import fates, tables
from turnproc.rulesets.vidonico.combination import ONE_DIE, SIDES, Combination
from turnproc.rulesets.vidonico.facts import Row
from turnproc.rulesets.vidonico.losses import Toll, losses
from turnproc.rulesets.vidonico.odds import (
    add_weighted,
    fate_odds,
    loot_odds,
    min_total,
    odds,
    p_at_least,
    tie_odds,
)
from turnproc.rulesets.vidonico.outcome import SideAt, cavalry_of, chase, flight_row, outcome
from turnproc.rulesets.vidonico.prospects import (
    Case,
    CharacterProspect,
    Ground,
    Party,
    Possible,
    Preview,
    Prospect,
)
from turnproc.rulesets.vidonico.state import Character
from turnproc.rulesets.vidonico.strength import Proportion, proportion, soldiers_of, strength_of
from turnproc.rulesets.vidonico.world import Settings

SIDES_OF_A_BATTLE: Final[tuple[SideAt, SideAt]] = (0, 1)
DAMAGE: Final = Fraction(SIDES + 1, 2)


def preview(parties: tuple[Party, Party], ground: Ground, settings: Settings) -> Preview:
    """The exact odds of a battle between two sides."""
    strengths = (strength_of(parties[0].soldiers), strength_of(parties[1].soldiers))
    ratio = proportion(*strengths, settings)
    if 0 in strengths:
        there = None if ratio.stronger is None else parties[ratio.stronger].id
        return Preview(strengths=strengths, proportion=ratio, difficulty=ground.difficulty, walkover=there)
    outcomes = tuple(_outcomes(parties, ground, ratio, settings))
    return Preview(
        strengths=strengths,
        proportion=ratio,
        difficulty=ground.difficulty,
        outcomes=outcomes,
        sides=tuple(_prospect(at, parties[at], outcomes, ratio, settings, ground) for at in SIDES_OF_A_BATTLE),
        characters=tuple(
            _character(character, at, parties, outcomes, ground, settings)
            for at in SIDES_OF_A_BATTLE
            for character in parties[at].characters
        ),
    )


def _outcomes(
    parties: tuple[Party, Party], ground: Ground, ratio: Proportion, settings: Settings
) -> Iterator[Possible]:
    for case, probability, successes, leading, assumed in _cases(parties, ground, ratio, settings):
        ended = outcome(successes, leading)
        pursued = False
        if ended.code == "clear_victory" and ended.holder is not None:
            winner = parties[ended.holder]
            pursued = chase(winner.soldiers, ground.pursuit, settings, ordered=winner.pursues).happened
        flight = flight_row(ground.pursuit, pursued=pursued)
        rows = (ended.row(0, flight), ended.row(1, flight))
        yield Possible(
            case=case,
            probability=probability,
            successes=successes,
            ended=ended,
            pursued=pursued,
            rows=rows,
            tolls=_tolls(parties, rows, settings),
            assumed=assumed,
        )


def _tolls(parties: tuple[Party, Party], rows: tuple[Row, Row], settings: Settings) -> tuple[Toll, Toll]:
    """L-4: where nobody of the other side is left, prisoners are missing."""
    first, second = (losses(soldiers_of(parties[at].soldiers), rows[at], settings) for at in SIDES_OF_A_BATTLE)
    return (
        first if second.has_captors else first.without_captor,
        second if first.has_captors else second.without_captor,
    )


# Case, probability, who succeeds, who takes the stronger side's part, and whether that was only assumed.
_Case: TypeAlias = tuple[Case, Fraction, tuple[bool, bool], SideAt | None, bool]


def _cases(parties: tuple[Party, Party], ground: Ground, ratio: Proportion, settings: Settings) -> Iterator[_Case]:
    if ratio.stronger is None or ratio.tenths is None:
        yield from _tied_cases(parties, ground, settings)
        return
    stronger = ratio.stronger
    found = odds(parties[stronger].dice, parties[1 - stronger].dice, ratio.tenths, ground.difficulty, settings)
    alone = (stronger == 0, stronger == 1)
    beaten = (stronger == 1, stronger == 0)
    yield "both", found.both, (True, True), stronger, False
    yield "stronger_only", found.stronger_only, alone, stronger, False
    yield "weaker_only", found.weaker_only, beaten, stronger, False
    yield "neither", found.neither, (False, False), stronger, False


def _tied_cases(parties: tuple[Party, Party], ground: Ground, settings: Settings) -> Iterator[_Case]:
    found = tie_odds(parties[0].dice, parties[1].dice, ground.difficulty, settings)
    ruled: SideAt | None = ground.tie if ground.tie in (0, 1) else None
    yield "a_only", found.a_only, (True, False), None, False
    yield "b_only", found.b_only, (False, True), None, False
    both, neither = (True, True), (False, False)
    if settings.equal_strength == "tactics_total":
        yield "both_a", found.both_a, both, 0, False
        yield "both_b", found.both_b, both, 1, False
        yield "both_tie", found.both_tie, both, ruled, False
        yield "neither_a", found.neither_a, neither, 0, False
        yield "neither_b", found.neither_b, neither, 1, False
        yield "neither_tie", found.neither_tie, neither, ruled, False
        return
    left_open = settings.equal_strength == "gm"
    assumed = left_open and ground.tie is None
    leading = ruled if left_open else None
    yield "both", found.both_a + found.both_b + found.both_tie, both, leading, assumed
    yield "neither", found.neither_a + found.neither_b + found.neither_tie, neither, leading, assumed


def _prospect(
    at: SideAt, party: Party, outcomes: Sequence[Possible], ratio: Proportion, settings: Settings, ground: Ground
) -> Prospect:
    least = min_total(ratio.multiplier(at), ground.difficulty, settings)
    weighed = [(each.probability, each.tolls[at]) for each in outcomes]
    return Prospect(
        id=party.id,
        dice=party.dice,
        least=least,
        success=p_at_least(party.dice, least),
        holds_field=sum((each.probability for each in outcomes if each.ended.holder == at), Fraction(0)),
        soldiers=soldiers_of(party.soldiers),
        dead=sum((p * toll.dead for p, toll in weighed), Fraction(0)),
        wounded=sum((p * toll.wounded for p, toll in weighed), Fraction(0)),
        captured=sum((p * toll.captured for p, toll in weighed), Fraction(0)),
        missing=sum((p * toll.missing for p, toll in weighed), Fraction(0)),
    )


def _character(
    character: Character,
    at: SideAt,
    parties: tuple[Party, Party],
    outcomes: Sequence[Possible],
    ground: Ground,
    settings: Settings,
) -> CharacterProspect:
    best = fates.best_weapon(character.weapon_skills)
    skill = ONE_DIE if best is None else best[1]
    cavalry = cavalry_of(parties[at].soldiers, ground.pursuit, settings)
    rides = fates.rides(character.mounted, ground.terrain, ground.pursuit)
    rolls = captive = Fraction(0)
    rows: dict[str, Fraction] = {}
    loot: dict[str, Fraction] = {}
    for each in outcomes:
        pursued = each.pursued and each.ended.flees == at
        if not fates.has_a_fate(character, settings, own_pursued=pursued):
            continue
        situation = fates.Situation(
            own_success=each.successes[at],
            enemy_success=each.successes[1 - at],
            fled=pursued,
            rides=rides,
            pursues=each.pursued and not pursued and character.contingent in cavalry,
        )
        found = fate_odds(skill.plus(fates.modifier(situation, settings).dice))
        rolls += each.probability
        if each.tolls[1 - at].has_captors:
            captive += each.probability * found["Q4"]
        add_weighted(rows, each.probability, {row: p for row, p in found.items()})
    for entry in tables.FATES:
        for dice in entry.loot:
            add_weighted(loot, rows.get(entry.row, Fraction(0)), loot_odds(Combination(dice)))
    return CharacterProspect(
        id=character.id,
        side=parties[at].id,
        skill=skill,
        rolls=rolls,
        killed=rows.get("QX", Fraction(0)),
        captive=captive,
        damage=sum((rows.get(entry.row, Fraction(0)) * entry.injuries * DAMAGE for entry in tables.FATES), Fraction(0)),
        rows={entry.row: rows[entry.row] for entry in tables.FATES if rows.get(entry.row)},
        loot={entry.item: loot[entry.item] for entry in tables.LOOT if loot.get(entry.item)},
    )
