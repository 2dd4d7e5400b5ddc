"""The odds of vidonico are exact: they agree with counting every roll of the dice, and with a second formula."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from turnproc.rulesets.vidonico import fates, odds, outcome, tactics
from turnproc.rulesets.vidonico.combination import Combination
from turnproc.rulesets.vidonico.losses import losses
from turnproc.rulesets.vidonico.odds_preview import preview
from turnproc.rulesets.vidonico.prospects import Ground, Party, Preview
from turnproc.rulesets.vidonico.state import QUALITIES, Army, Character, Contingent, Role
from turnproc.rulesets.vidonico.strength import Mustered, muster, proportion, soldiers_of, strength_of
from turnproc.rulesets.vidonico.tables import FATES, LOOT
from turnproc.rulesets.vidonico.world import TERRAINS, Settings, Terrain

FACES = range(1, 7)
PIPS = st.integers(-3, 3)
HOUSE_RULES = st.builds(
    Settings,
    ratio_rounding=st.sampled_from(["up", "nearest"]),
    tactics_rounding=st.sampled_from(["up", "nearest", "none"]),
    loss_rounding=st.sampled_from(["up", "nearest", "down"]),
    success_on_equal=st.booleans(),
    equal_strength=st.sampled_from(["tactics_total", "mutual", "gm"]),
    unusable_cavalry=st.sampled_from(["dismount", "absent"]),
    fate_modifiers=st.sampled_from(["most_specific", "cumulative"]),
    centaurs_are_cavalry=st.booleans(),
    npc_fates=st.booleans(),
)


def dice(most: int) -> st.SearchStrategy[Combination]:
    return st.builds(Combination, st.integers(1, most), PIPS)


def rolls(combination: Combination) -> Counter[int]:
    """Every roll of the dice, counted by its total."""
    return Counter(sum(faces) + combination.pips for faces in product(FACES, repeat=combination.dice))


def by_formula(combination: Combination) -> dict[int, int]:
    """The same by the closed form."""
    sums = range(combination.dice, 6 * combination.dice + 1)
    return {total + combination.pips: odds.ways_to_roll(combination.dice, total) for total in sums}


@pytest.mark.parametrize("number", range(1, 8))
def test_ways_are_those_of_every_roll(number: int) -> None:
    counted = rolls(Combination(number))
    assert dict(enumerate(odds.ways(number), number)) == dict(sorted(counted.items()))


@pytest.mark.parametrize("number", [*range(1, 61), 99])
def test_ways_agree_with_the_closed_form(number: int) -> None:
    assert list(odds.ways(number)) == [odds.ways_to_roll(number, total) for total in range(number, 6 * number + 1)]
    assert sum(odds.ways(number)) == 6**number


@given(dice(5), st.integers(-5, 70))
@examples(40)
def test_the_chance_to_reach_a_total(combination: Combination, total: int) -> None:
    counted = rolls(combination)
    favourable = sum(count for sum_, count in counted.items() if sum_ >= total)
    assert odds.p_at_least(combination, total) == Fraction(favourable, 6**combination.dice)
    assert sum(odds.distribution(combination).values()) == 1


@given(st.integers(10, 400), st.integers(1, 60), HOUSE_RULES)
@examples(200)
def test_the_smallest_total_that_succeeds(multiplier: int, difficulty: int, settings: Settings) -> None:
    least = odds.min_total(multiplier, difficulty, settings)
    for total, succeeds in ((least, True), (least - 1, False)):
        result = tactics.tactics_result(total, multiplier, settings)
        assert tactics.is_success(result, difficulty, settings) is succeeds


@given(dice(3), dice(2), st.integers(10, 60), st.integers(1, 32), HOUSE_RULES)
@examples(40)
def test_odds_are_those_of_every_roll(
    stronger: Combination, weaker: Combination, multiplier: int, difficulty: int, settings: Settings
) -> None:
    counted: Counter[tuple[bool, bool]] = Counter()
    for faces in product(FACES, repeat=stronger.dice + weaker.dice):
        strong = sum(faces[: stronger.dice]) + stronger.pips
        weak = sum(faces[stronger.dice :]) + weaker.pips
        results = (tactics.tactics_result(strong, multiplier, settings), tactics.tactics_result(weak, None, settings))
        succeeds = [tactics.is_success(result, difficulty, settings) for result in results]
        counted[succeeds[0], succeeds[1]] += 1
    found = odds.odds(stronger, weaker, multiplier, difficulty, settings)
    whole = 6 ** (stronger.dice + weaker.dice)
    assert found.both == Fraction(counted[True, True], whole)
    assert found.stronger_only == Fraction(counted[True, False], whole)
    assert found.weaker_only == Fraction(counted[False, True], whole)
    assert found.neither == Fraction(counted[False, False], whole)


def _tie(a: dict[int, int], b: dict[int, int], needed: int) -> dict[str, Fraction]:
    """The odds of a tie, total by total."""
    counted: Counter[str] = Counter()
    for (one, ways_a), (other, ways_b) in product(a.items(), b.items()):
        if (one >= needed) != (other >= needed):
            name = "a_only" if one >= needed else "b_only"
        else:
            higher = "tie" if one == other else "a" if one > other else "b"
            name = f"{'both' if one >= needed else 'neither'}_{higher}"
        counted[name] += ways_a * ways_b
    whole = sum(a.values()) * sum(b.values())
    return {name: Fraction(counted[name], whole) for name in odds.TieOdds.__slots__}


@given(dice(4), dice(4), st.integers(1, 30), st.booleans())
@examples(60)
def test_odds_of_a_tie_are_those_of_every_roll(a: Combination, b: Combination, difficulty: int, equal: bool) -> None:
    found = odds.tie_odds(a, b, difficulty, Settings(success_on_equal=equal))
    expected = _tie(dict(rolls(a)), dict(rolls(b)), difficulty + (not equal))
    assert {name: getattr(found, name) for name in expected} == expected


@given(dice(30), dice(30), st.integers(1, 60))
@examples(30)
def test_odds_of_a_tie_with_many_dice(a: Combination, b: Combination, difficulty: int) -> None:
    found = odds.tie_odds(a, b, difficulty, Settings())
    expected = _tie(by_formula(a), by_formula(b), difficulty)
    assert {name: getattr(found, name) for name in expected} == expected


@given(dice(5))
@examples(20)
def test_fates_and_loot_are_those_of_every_roll(combination: Combination) -> None:
    counted, whole = rolls(combination), 6**combination.dice
    rows: Counter[str] = Counter()
    items: Counter[str] = Counter()
    for total, count in counted.items():
        rows[fates.fate(total).row] += count
        items[fates.loot(total).item] += count
    assert odds.fate_odds(combination) == {each.row: Fraction(rows[each.row], whole) for each in FATES}
    assert odds.loot_odds(combination) == {each.item: Fraction(items[each.item], whole) for each in LOOT}


def _contingent(name: str) -> st.SearchStrategy[Contingent]:
    fields: dict[str, st.SearchStrategy[Any]] = {
        "species": st.sampled_from(["human", "minotaur", "faun", "triton"]),
        "quality": st.sampled_from(QUALITIES),
        "mount": st.sampled_from(["none", "none", "horse", "diatrima"]),
        "count": st.integers(0, 30),
        "barbarian": st.booleans(),
    }
    riders = st.builds(Contingent, id=st.just(name), **fields)
    centaurs = st.builds(
        Contingent, id=st.just(name), species=st.just("centaur"), quality=st.just("regular"), count=fields["count"]
    )
    return st.one_of(riders, centaurs)


def _sides(terrain: Terrain, settings: Settings, names: str) -> st.SearchStrategy[tuple[Party, Party]]:
    def side(name: str) -> st.SearchStrategy[Party]:
        who = st.builds(
            Character,
            id=st.just(f"{name}-hero"),
            faction=st.just(name),
            pc=st.booleans(),
            contingent=st.sampled_from([None, f"{name}-0"]),
            role=st.sampled_from(get_args(Role)),
            mounted=st.booleans(),
            weapon_skills=st.sampled_from([{}, {"axe": "2T+1"}, {"axe": "1T", "bow": "3T"}]),
        )
        soldiers = st.lists(st.integers(), min_size=1, max_size=2).flatmap(
            lambda some: st.tuples(*(_contingent(f"{name}-{at}") for at in range(len(some))))
        )
        return st.builds(
            lambda contingents, rolled, pursues, hero: Party(
                id=name,
                soldiers=muster(Army(id=name, faction=name, contingents=contingents), terrain, settings),
                dice=rolled,
                pursues=pursues,
                characters=(hero,),
            ),
            soldiers,
            dice(2),
            st.booleans(),
            who,
        )

    return st.tuples(side(names[0]), side(names[1]))


def _counted(parties: tuple[Party, Party], ground: Ground, settings: Settings) -> dict[str, Fraction]:
    """What comes of a battle on the average, by playing it for every roll of both commanders' dice."""
    ratio = proportion(strength_of(parties[0].soldiers), strength_of(parties[1].soldiers), settings)
    summed: dict[str, Fraction] = {}
    every = [
        (a, b, n * m) for (a, n), (b, m) in product(rolls(parties[0].dice).items(), rolls(parties[1].dice).items())
    ]
    whole = sum(count for *_, count in every)
    for *totals, count in every:
        results = [tactics.tactics_result(totals[at], ratio.multiplier(at), settings) for at in (0, 1)]
        successes = [tactics.is_success(result, ground.difficulty, settings) for result in results]
        leading = ratio.stronger
        if leading is None and successes[0] == successes[1]:
            tie = outcome.break_tie(totals, settings)
            leading = tie if isinstance(tie, int) else None
        ended = outcome.outcome(successes, leading)
        pursued = False
        if ended.flees is not None and ended.holder is not None:
            winner = parties[ended.holder]
            pursued = outcome.chase(winner.soldiers, ground.pursuit, settings, ordered=winner.pursues).happened
        flight = outcome.flight_row(ground.pursuit, pursued=pursued)
        tolls = [losses(soldiers_of(parties[at].soldiers), ended.row(at, flight), settings) for at in (0, 1)]
        for at, party in enumerate(parties):
            toll = tolls[at] if tolls[1 - at].has_captors else tolls[at].without_captor
            came = {"dead": toll.dead, "wounded": toll.wounded, "captured": toll.captured, "missing": toll.missing}
            came["holds_field"] = int(ended.holder == at)
            for name, number in came.items():
                key = f"{party.id}/{name}"
                summed[key] = summed.get(key, Fraction(0)) + Fraction(number * count, whole)
            _count_fates(
                summed, party, at, (ended, pursued, successes, tolls), ground, settings, Fraction(count, whole)
            )
    return summed


def _count_fates(
    summed: dict[str, Fraction],
    party: Party,
    at: int,
    battle: tuple[outcome.Ended, bool, list[bool], list[Any]],
    ground: Ground,
    settings: Settings,
    weight: Fraction,
) -> None:
    ended, pursued, successes, tolls = battle
    fled = pursued and ended.flees == at
    cavalry = outcome.cavalry_of(party.soldiers, ground.pursuit, settings)
    for character in party.characters:
        if not fates.has_a_fate(character, settings, own_pursued=fled):
            continue
        situation = fates.Situation(
            own_success=successes[at],
            enemy_success=successes[1 - at],
            fled=fled,
            rides=fates.rides(character.mounted, ground.terrain, ground.pursuit),
            pursues=pursued and ended.holder == at and character.contingent in cavalry,
        )
        best = fates.best_weapon(character.weapon_skills)
        skill = Combination(1) if best is None else best[1]
        counted = rolls(skill.plus(fates.modifier(situation, settings).dice))
        for total, count in counted.items():
            entry = fates.fate(total)
            share = weight * Fraction(count, sum(counted.values()))
            came = {
                "killed": Fraction(entry.killed),
                "captive": Fraction(entry.captive and tolls[1 - at].has_captors),
                "damage": Fraction(7 * entry.injuries, 2),
                "rolls": Fraction(1),
            }
            for name, number in came.items():
                key = f"{character.id}/{name}"
                summed[key] = summed.get(key, Fraction(0)) + share * number


def _foreseen(found: Preview) -> dict[str, Fraction]:
    names = ("dead", "wounded", "captured", "missing", "holds_field")
    told = {f"{side.id}/{name}": getattr(side, name) for side in found.sides for name in names}
    for character in found.characters:
        told |= {
            f"{character.id}/{name}": getattr(character, name) for name in ("killed", "captive", "damage", "rolls")
        }
    return told


@given(st.data(), st.sampled_from(TERRAINS), st.sampled_from(TERRAINS), st.integers(1, 14), HOUSE_RULES)
@examples(40)
def test_a_preview_is_the_average_of_every_roll(
    data: st.DataObject, terrain: Terrain, pursuit: Terrain, difficulty: int, settings: Settings
) -> None:
    parties = data.draw(_sides(terrain, settings, "ab"))
    ground = Ground(terrain=terrain, difficulty=difficulty, pursuit=pursuit)
    found = preview(parties, ground, settings)
    if not found.is_battle:
        assert 0 in found.strengths
        return
    assert sum(each.probability for each in found.outcomes) == 1
    told, counted = _foreseen(found), _counted(parties, ground, settings)
    assert {key: number for key, number in told.items() if number} == {
        key: number for key, number in counted.items() if number
    }


def test_a_preview_of_a_large_battle_is_quick() -> None:
    contingents = tuple(
        Contingent(id=f"c{at}", species="human", quality="regular", count=1000 + at) for at in range(50)
    )
    soldiers: tuple[Mustered, ...] = muster(Army(id="a", faction="a", contingents=contingents), "open", Settings())
    heroes = [
        Character(id=f"h{at}", faction="a", role="fight", contingent="c1", weapon_skills={"axe": Combination(40).tk})
        for at in range(20)
    ]
    parties = (
        Party(id="a", soldiers=soldiers, dice=Combination(60, 2), characters=heroes),
        Party(id="b", soldiers=soldiers, dice=Combination(60), characters=heroes),
    )
    odds.ways.cache_clear()
    started = time.perf_counter()
    found = preview(parties, Ground(terrain="open", difficulty=60, pursuit="open"), Settings())
    assert time.perf_counter() - started < 1, "0.2 s on a machine that does nothing else"
    assert sum(each.probability for each in found.outcomes) == 1
