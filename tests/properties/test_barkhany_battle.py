"""One battle of barkhany: what holds for all sides, dice and house rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Final, Literal, TypeAlias

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.effort import examples
from turnproc.rulesets.barkhany.battle import Override, Weighed, decide, fight, weigh
from turnproc.rulesets.barkhany.both import ROLES, Both, Role, opponent
from turnproc.rulesets.barkhany.losses import survivors
from turnproc.rulesets.barkhany.odds import battle_odds, expected_losses, lead_odds, prospects
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.strength import Fielded, Scene, base_strength, strengths
from turnproc.rulesets.barkhany.troops import TROOPS
from turnproc.rulesets.barkhany.world import Settings

Rounding: TypeAlias = Literal["half_up", "ceil", "floor"]

FACES: Final = range(1, 7)
THROWS: Final = Counter(sum(faces) for faces in product(FACES, repeat=3))
PERCENT: Final = st.integers(-50, 100).map(Fraction)
HOUSE_RULES: Final = st.builds(
    Settings,
    over_five=st.integers(0, 20),
    over_five_cap=st.booleans(),
    zero_arm_rule=st.sampled_from(["top_bonus", "no_bonus"]),
    arm_min_share_pct=st.integers(0, 100).map(Fraction),
    survivor_rounding=st.sampled_from(["half_up", "ceil", "floor"]),
    field_artillery=st.booleans(),
)


@st.composite
def units(draw: st.DrawFn) -> Unit:
    type_ = draw(st.sampled_from(sorted(TROOPS)))
    penalty = Fraction(draw(st.integers(0, 100)))
    if TROOPS[type_].is_engine:
        condition = Fraction(draw(st.integers(1, 10_000)), 100)
        return Unit(id="u", type=type_, condition_pct=condition, penalty_pct=penalty)
    return Unit(id="u", type=type_, men=draw(st.integers(1, 3000)), penalty_pct=penalty)


DETACHMENTS: Final = st.builds(
    Fielded,
    detachment=st.just("d"),
    units=st.lists(units(), min_size=1, max_size=4).map(tuple),
    morale_pct=PERCENT,
    march_pct=st.integers(0, 60).map(Fraction),
    is_inside=st.booleans(),
)
SIDES: Final = st.builds(
    Both,
    st.lists(DETACHMENTS, min_size=1, max_size=3).map(tuple),
    st.lists(DETACHMENTS, min_size=1, max_size=3).map(tuple),
)
SCENES: Final = st.builds(
    Scene,
    fortification=st.sampled_from(["none", "minor", "major"]),
    terrain=st.sampled_from(["plain", "swamp"]),
    is_general=st.booleans(),
)
OPEN_GROUND: Final = st.builds(Scene, terrain=st.sampled_from(["plain", "swamp"]), is_general=st.booleans())
ROLLS: Final = st.builds(Both, st.integers(3, 18), st.integers(3, 18))


def fought_out(weighed: Weighed) -> Weighed:
    assume(weighed.kind == "fight")
    return weighed


@given(SIDES, SCENES, HOUSE_RULES)
@examples(200)
def test_at_most_one_side_is_stronger(sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings) -> None:
    weighed = weigh(sides, scene, settings)
    earning = [role for role in ROLES if weighed.modifiers.of(role).strength]
    assert earning in ([], [weighed.superiority.stronger])


@given(SIDES, OPEN_GROUND, HOUSE_RULES, ROLLS)
@examples(200)
def test_on_open_ground_it_does_not_matter_who_attacks(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings, rolls: Both[int]
) -> None:
    weighed = fought_out(weigh(sides, scene, settings))
    turned = weigh(Both(sides.defender, sides.attacker), scene, settings)
    assert turned.modifiers == Both(weighed.modifiers.defender, weighed.modifiers.attacker)
    one = decide(weighed, rolls, settings)
    other = decide(turned, Both(rolls.defender, rolls.attacker), settings)
    assert other.winner == (None if one.winner is None else opponent(one.winner))
    assert (other.row, other.loss_pct) == (one.row, Both(one.loss_pct.defender, one.loss_pct.attacker))
    assert [other.lot(role) for role in ROLES] == [one.lot(opponent(role)) for role in ROLES]


@given(SIDES, SCENES, HOUSE_RULES, st.integers(2, 50))
@examples(100)
def test_more_of_everything_on_both_sides_changes_no_modifier(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings, times: int
) -> None:
    many = sides.each(lambda side: side * times)
    assert weigh(many, scene, settings).modifiers == weigh(sides, scene, settings).modifiers


@given(SIDES, SCENES, HOUSE_RULES)
@examples(100)
def test_a_split_detachment_is_worth_the_same(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings
) -> None:
    def apart(side: tuple[Fielded, ...]) -> tuple[Fielded, ...]:
        return tuple(
            Fielded(
                detachment=f"{each.detachment}-{at}",
                units=(unit,),
                morale_pct=each.morale_pct,
                march_pct=each.march_pct,
                is_inside=each.is_inside,
            )
            for each in side
            for at, unit in enumerate(each.units)
        )

    whole, parts = strengths(sides, scene, settings), strengths(sides.each(apart), scene, settings)
    for role in ROLES:
        one, other = whole.of(role), parts.of(role)
        assert (one.total, one.unwalled, one.cavalry, one.shooters) == (
            other.total,
            other.unwalled,
            other.cavalry,
            other.shooters,
        )


@given(SIDES, SCENES, HOUSE_RULES)
@examples(100)
def test_walls_help_defenders_alone_and_no_arm(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings
) -> None:
    found = strengths(sides, scene, settings)
    assert found.attacker.total == found.attacker.unwalled
    assert found.defender.total >= found.defender.unwalled >= max(found.defender.cavalry, found.defender.shooters)
    assert found.defender.total <= found.defender.unwalled * Fraction(14, 10)


@given(SIDES, SCENES, HOUSE_RULES, ROLLS)
@examples(200)
def test_losses_leave_no_more_than_there_was_and_hit_all_alike(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings, rolls: Both[int]
) -> None:
    fought_out(weigh(sides, scene, settings))
    fought = fight(sides, rolls, scene, settings)
    for role in ROLES:
        kept = 1 - fought.decision.loss_pct.of(role) / 100
        before = [unit for each in sides.of(role) for unit in each.units]
        assert [loss.before for loss in fought.losses.of(role)] == before
        for loss in fought.losses.of(role):
            men = 0 if loss.after is None else loss.after.men
            condition = Fraction(0) if loss.after is None else loss.after.condition_pct
            assert men <= loss.before.men and condition <= loss.before.condition_pct
            if loss.before.troop.is_engine:
                assert abs(condition - loss.before.condition_pct * kept) <= Fraction(1, 200)
            else:
                assert abs(men - loss.before.men * kept) < 1


@given(st.integers(0, 5000), st.integers(0, 10_000), st.sampled_from(["half_up", "ceil", "floor"]))
@examples(200)
def test_survivors_are_rounded_as_the_house_rule_says(men: int, hundredths: int, rounding: Rounding) -> None:
    settings = Settings(survivor_rounding=rounding)
    exact = men * (1 - Fraction(hundredths, 10_000))
    found = survivors(men, Fraction(hundredths, 100), settings)
    low, high = {"half_up": ("-1/2", "1/2"), "ceil": ("0", "1"), "floor": ("-1", "0")}[rounding]
    apart = found - exact
    assert Fraction(low) <= apart <= Fraction(high) and 0 <= found <= men
    assert apart != Fraction({"half_up": "-1/2", "ceil": "1", "floor": "-1"}[rounding])


@given(SIDES, SCENES, HOUSE_RULES, ROLLS, st.sampled_from(ROLES), st.integers(1, 100))
@examples(100)
def test_beyond_five_to_one_nobody_loses_more_than_the_enemy_brought(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings, rolls: Both[int], many: Role, times: int
) -> None:
    weighed = fought_out(weigh(sides.put(many, sides.of(many) * times), scene, settings))
    stronger = weighed.superiority.stronger
    if stronger is None or not weighed.superiority.is_beyond or not settings.over_five_cap:
        return
    lost = decide(weighed, rolls, settings).loss_pct.of(stronger) / 100
    assert lost * weighed.strengths.of(stronger).total <= weighed.strengths.of(opponent(stronger)).total


@given(SIDES, SCENES, HOUSE_RULES, ROLLS, st.sampled_from(ROLES))
@examples(100)
def test_naming_the_winner_whom_the_dice_had_changes_nothing(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings, rolls: Both[int], named: Role
) -> None:
    weighed = fought_out(weigh(sides, scene, settings))
    plain, ruled = decide(weighed, rolls, settings), decide(weighed, rolls, settings, Override(winner=named))
    assert ruled.winner == named
    if plain.winner == named:
        assert (ruled.outcome, ruled.loss_pct, ruled.capped) == (plain.outcome, plain.loss_pct, plain.capped)
    elif plain.winner is not None and not weighed.superiority.is_beyond:
        assert ruled.loss_pct == Both(plain.loss_pct.defender, plain.loss_pct.attacker)


def test_leads_are_those_of_all_throws() -> None:
    counted = Counter(sum(one) - sum(other) for one, other in product(product(FACES, repeat=3), repeat=2))
    assert lead_odds() == {lead: Fraction(count, 216 * 216) for lead, count in sorted(counted.items())}


@given(SIDES, SCENES, HOUSE_RULES)
@examples(15)
def test_odds_are_those_of_all_throws(sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings) -> None:
    weighed = fought_out(weigh(sides, scene, settings))
    odds = battle_odds(weighed, settings)
    rows: Counter[tuple[object, object]] = Counter()
    fields: Counter[object] = Counter()
    loss = {role: Fraction(0) for role in ROLES}
    left = {role: Fraction(0) for role in ROLES}
    for one, other in product(THROWS, repeat=2):
        ways = THROWS[one] * THROWS[other]
        fought = fight(sides, Both(one, other), scene, settings)
        rows[fought.decision.winner, fought.decision.row] += ways
        fields[fought.decision.field] += ways
        for role in ROLES:
            loss[role] += ways * fought.decision.loss_pct.of(role)
            left[role] += ways * sum(each.men for each in fought.losses.of(role))
    whole = 216 * 216
    for winner in (*ROLES, None):
        counted = {row: Fraction(count, whole) for (who, row), count in sorted(rows.items(), key=str) if who == winner}
        assert odds.rows(winner) == counted
        assert odds.wins(winner) == sum(counted.values())
    for role in ROLES:
        assert odds.keeps_field(role) == Fraction(fields[role], whole)
        assert odds.expected_loss_pct.of(role) == loss[role] / whole
        expected = expected_losses(sides.of(role), role, odds, settings)
        assert sum(each.lost for each in expected if each.unit.men) == left[role] / whole


@given(SIDES, SCENES, HOUSE_RULES)
@examples(50)
def test_a_modifier_more_never_makes_it_worse(
    sides: Both[tuple[Fielded, ...]], scene: Scene, settings: Settings
) -> None:
    found = prospects(fought_out(weigh(sides, scene, settings)), settings)
    for odds in (found.now, found.attacker_more, found.attacker_less):
        assert sum(each.probability for each in odds.chances) == 1
        assert len({(each.winner, each.row) for each in odds.chances}) == len(odds.chances)
    for role in ROLES:
        less, more = found.with_one_less(role), found.with_one_more(role)
        for measure in ("wins", "keeps_field"):
            values = [getattr(odds, measure)(role) for odds in (less, found.now, more)]
            assert values == sorted(values)


@given(st.lists(units(), max_size=5))
@examples(50)
def test_base_strength_counts_everybody(some: list[Unit]) -> None:
    assert base_strength(some) == sum(
        unit.troop.strength * (unit.condition_pct if unit.troop.is_engine else unit.men) / 100 for unit in some
    )
