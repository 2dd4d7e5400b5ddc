"""A battle of barkhany around its arithmetic: what is refused, who gets the hex, what is picked up, who defends."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from turnproc.rulesets.barkhany import aftermath, battle, modifiers, sides, strength
from turnproc.rulesets.barkhany.battle import Decision, Override, Says, decide, fight, weigh
from turnproc.rulesets.barkhany.both import Both, opponent
from turnproc.rulesets.barkhany.closing import without_the_fallen
from turnproc.rulesets.barkhany.generals import generals_of, keeps_generals
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import (
    Commander,
    Detachment,
    Faction,
    General,
    GeneralStatus,
    HexState,
    State,
    Unit,
)
from turnproc.rulesets.barkhany.strength import Fielded, Scene
from turnproc.rulesets.barkhany.world import Settings

HERE, THERE = Hex(0, 0), Hex(1, 0)
OPEN, HOUSE = Scene(), Settings()


def foot(men: int, type_: str = "heavy_infantry") -> tuple[Unit, ...]:
    return (Unit(id="u", type=type_, men=men),)


def side(men: int, id_: str = "d", type_: str = "heavy_infantry") -> tuple[Fielded, ...]:
    return (Fielded(detachment=id_, units=foot(men, type_)),)


def detachment(id_: str, commander: str, men: int = 100, hex_: Hex = HERE, **others: Any) -> Detachment:
    return replace(Detachment(id=id_, commander=commander, hex=hex_, units=foot(men)), **others)


def state(*detachments: Detachment, **hex_: Any) -> State:
    """The Empire, allied with the order, is at war with Nezidians and pirates; these two are at war as well."""
    factions = ("empire", "order", "nezid", "pirates")
    wars: list[tuple[str, str]] = [("empire", "nezid"), ("nezid", "order"), ("empire", "pirates"), ("nezid", "pirates")]
    return State(
        turn=3,
        day=3,
        factions={each: Faction(id=each, name=each) for each in factions},
        commanders={each: Commander(id=each, faction=each) for each in factions},
        relations={**dict.fromkeys(wars, "war"), ("empire", "order"): "allied"},
        hexes={HERE: HexState(**hex_)},
        detachments={each.id: each for each in detachments},
    )


def decided(attacker: int, defender: int) -> Decision:
    return decide(weigh(Both(side(100), side(100)), OPEN, HOUSE), Both(attacker, defender), HOUSE)


WON, LOST, DRAWN = decided(15, 5), decided(5, 15), decided(10, 10)


def test_attackers_without_strength_are_no_battle() -> None:
    weighed = weigh(Both((), side(100)), OPEN, HOUSE)
    assert weighed.kind == "void"
    with pytest.raises(ValueError, match="do not fight"):
        decide(weighed, Both(10, 10), HOUSE)


@pytest.mark.parametrize(("defenders", "rolls"), [(100, None), (0, Both(10, 10))])
def test_a_fight_has_dice_and_a_walkover_has_none(defenders: int, rolls: Both[int] | None) -> None:
    weighed = weigh(Both(side(100), side(defenders) if defenders else ()), OPEN, HOUSE)
    with pytest.raises(ValueError, match="has dice"):
        decide(weighed, rolls, HOUSE)


def test_a_walkover_may_be_overridden() -> None:
    weighed = weigh(Both(side(100), ()), OPEN, HOUSE)
    found = decide(weighed, None, HOUSE, Override(outcome="field_won_loser_flees"))
    assert (found.outcome, found.counts_as, found.is_walkover, found.row) == ("field_won_loser_flees", 5, True, None)


def test_nothing_is_decided_while_superiority_beyond_the_table_is_open() -> None:
    settings = Settings(over_five=None)
    weighed = weigh(Both(side(600), side(100)), OPEN, settings)
    assert weighed.unruled == "attacker"
    with pytest.raises(modifiers.UnruledError):
        decide(weighed, Both(10, 10), settings)


def test_an_outcome_without_winner_is_refused() -> None:
    sides_ = Both(side(100, "a"), side(100))
    says = Says(override=Override(outcome="contested_winner_free"))
    with pytest.raises(battle.NoWinnerError):
        fight(sides_, Both(10, 10), OPEN, HOUSE, says)


def test_a_battle_keeps_all_that_a_report_tells() -> None:
    sides_ = Both(side(100, "a", "archers"), side(100))
    fought = fight(sides_, Both(11, 10), OPEN, HOUSE, Says(plan_bonus=Both(0, 1)))
    assert fought.sides == sides_ and fought.rolls == Both(11, 10)
    assert fought.weighed == weigh(sides_, OPEN, HOUSE, Says(plan_bonus=Both(0, 1)))
    assert [each.men for each in fought.losses.attacker] == [10]
    assert {id_: [unit.men for unit in units] for id_, units in fought.left.items()} == {"a": [90], "d": [75]}
    assert fought.decision.totals == Both(15, 11)


def test_lots_of_both_sides() -> None:
    assert [WON.lot(role) for role in ("attacker", "defender")] == ["free", "retreats"]
    assert [LOST.lot(role) for role in ("attacker", "defender")] == ["retreats", "free"]
    assert [DRAWN.lot(role) for role in ("attacker", "defender")] == ["blocked", "blocked"]
    assert (WON.loser, LOST.loser, DRAWN.loser) == ("defender", "attacker", None)
    assert opponent("attacker") == "defender"


class TestConquest:
    """B-4.20."""

    def test_the_hex_goes_to_the_strongest_attackers_faction(self) -> None:
        attackers = [detachment("a", "empire", 99), detachment("b", "order", 100)]
        found = aftermath.conquest(state(*attackers, controller="nezid"), HERE, attackers, WON)
        assert found == aftermath.Conquest("order", ())

    def test_of_equals_the_smallest_id_is_the_strongest(self) -> None:
        attackers = [detachment("b", "order"), detachment("a", "empire")]
        found = aftermath.conquest(state(*attackers), HERE, attackers, WON)
        assert found is not None and found.controller == "empire"

    def test_strength_before_the_losses_counts(self) -> None:
        before = [detachment("a", "empire", 100), detachment("b", "order", 90)]
        after = state(detachment("b", "order", 90))
        found = aftermath.conquest(after, HERE, before, WON)
        assert found is not None and found.controller == "empire"

    def test_an_allys_hex_stays_his_and_its_walls_are_manned(self) -> None:
        attackers = [detachment("a", "empire")]
        found = aftermath.conquest(state(*attackers, controller="order", fortification="minor"), HERE, attackers, WON)
        assert found == aftermath.Conquest("order", ("a",))

    def test_only_those_who_fought_and_are_left_go_inside(self) -> None:
        attackers = [detachment("a", "empire"), detachment("b", "order"), detachment("c", "empire")]
        after = state(attackers[0], attackers[1], detachment("d", "order"), controller="nezid", fortification="major")
        found = aftermath.conquest(after, HERE, attackers, WON)
        assert found == aftermath.Conquest("empire", ("a", "b"))

    def test_who_is_no_ally_of_the_strongest_stays_outside(self) -> None:
        attackers = [detachment("a", "order", 200), detachment("b", "pirates")]
        found = aftermath.conquest(state(*attackers, fortification="major"), HERE, attackers, WON)
        assert found == aftermath.Conquest("order", ("a",))

    def test_an_enemy_who_is_left_keeps_it_from_changing_hands(self) -> None:
        attackers, other = [detachment("a", "empire")], detachment("p", "pirates")
        assert aftermath.conquest(state(*attackers, other), HERE, attackers, WON) is None
        assert aftermath.conquest(state(*attackers, other), HERE, attackers, WON, away=["p"]) is not None
        assert aftermath.conquest(state(*attackers, replace(other, hex=THERE)), HERE, attackers, WON) is not None

    @pytest.mark.parametrize("decision", [LOST, DRAWN, decided(13, 10)])
    def test_nothing_changes_unless_the_attackers_keep_the_field(self, decision: Decision) -> None:
        attackers = [detachment("a", "empire")]
        assert aftermath.conquest(state(*attackers), HERE, attackers, decision) is None


class TestLoot:
    """B-4.24."""

    ALL = Settings(loot_rate_pct=Fraction(100))

    def test_the_strongest_detachment_that_is_left_of_the_winner_finds_it(self) -> None:
        attackers = (*side(100, "a", "archers"), *side(100, "b", "archers"), *side(300, "c", "militia"))
        fought = fight(Both(attackers, side(100, "d", "light_infantry")), Both(18, 3), OPEN, self.ALL)
        assert fought.decision.counts_as == 5
        assert aftermath.loot_of(fought, self.ALL) == ("a", {"light_armour": 80, "melee_weapon": 80, "bow": 4})

    def test_nobody_finds_anything_where_nobody_keeps_the_field(self) -> None:
        fought = fight(Both(side(100, "a"), side(100)), Both(10, 10), OPEN, self.ALL)
        assert aftermath.loot_of(fought, self.ALL) is None

    def test_a_winner_of_whom_nothing_is_left_finds_nothing(self) -> None:
        says = Says(override=Override(attacker_loss_pct=Fraction(100)))
        fought = fight(Both(side(100, "a"), side(100)), Both(18, 3), OPEN, self.ALL, says)
        assert fought.decision.field == "attacker"
        assert aftermath.loot_of(fought, self.ALL) is None

    def test_by_default_nothing_is_found(self) -> None:
        fought = fight(Both(side(100, "a", "archers"), side(100)), Both(18, 3), OPEN, HOUSE)
        assert aftermath.loot_of(fought, HOUSE) == ("a", {})


class TestGenerals:
    """B-4.4, B-4.22."""

    def general(self, id_: str, morale: int, status: GeneralStatus = "active", to: tuple[str, ...] = ("a",)) -> General:
        return General(
            id=id_,
            name=id_,
            commander="empire",
            morale_pct=Fraction(morale),
            hex=HERE,
            attached_to=to,
            status=status,
        )

    def test_active_generals_of_the_detachment_count(self) -> None:
        generals = [self.general("g", 8), self.general("h", 20, "wounded"), self.general("i", 30, to=("b",))]
        there = detachment("a", "empire", morale_pct=Fraction(-3), is_inside=True)
        where = replace(state(there), generals={each.id: each for each in generals})
        found = sides.field_detachment(where, there, HOUSE, situation_pct=Fraction(5), march_pct=Fraction(25))
        assert found == Fielded(
            detachment="a", units=there.units, morale_pct=Fraction(10), march_pct=Fraction(25), is_inside=True
        )

    def test_generals_of_a_side_come_once_each(self) -> None:
        generals = [
            self.general("h", 8, to=("a", "b")),
            self.general("g", 8, to=("b",)),
            self.general("i", 8, to=("c",)),
        ]
        troops = [detachment("a", "empire"), detachment("b", "empire"), detachment("c", "empire")]
        where = replace(state(*troops), generals={each.id: each for each in generals})
        assert [each.id for each in generals_of(where, "a", "b")] == ["g", "h"]

    def test_generals_of_a_side_are_those_who_are_there(self) -> None:
        where = state(detachment("a", "empire", hex_=THERE), detachment("b", "empire"))
        where = replace(where, generals={"g": self.general("g", 8, to=("a", "b"))})
        assert [generals_of(where, name) for name in ("a", "b")] == [(), (where.generals["g"],)]

    def test_detachments_without_units_are_kept_by_who_has_no_other_and_is_no_captive(self) -> None:
        a, c = (replace(detachment(name, "empire"), units=()) for name in "ac")
        where = state(a, detachment("b", "empire"), c)
        generals = [
            self.general("g", 8, to=("a", "b")),
            self.general("h", 8, to=("a",), status="captured"),
            self.general("i", 8, to=("c",), status="wounded"),
        ]
        where = replace(where, generals={each.id: each for each in generals})
        assert [[each.id for each in keeps_generals(where, name)] for name in "abc"] == [[], ["g"], ["i"]]
        assert set(without_the_fallen(where).detachments) == {"b", "c"}

    def test_they_are_in_danger_on_a_beaten_side_and_where_it_could_not_fight(self) -> None:
        walkover = decide(weigh(Both(side(100), ()), OPEN, HOUSE), None, HOUSE)
        assert aftermath.has_generals_in_danger(walkover, "defender")
        assert not aftermath.has_generals_in_danger(walkover, "attacker")
        assert aftermath.has_generals_in_danger(WON, "defender")
        assert not aftermath.has_generals_in_danger(decided(12, 5), "defender")


def test_those_aboard_do_not_defend() -> None:
    there = [detachment("n1", "nezid"), detachment("n2", "nezid", aboard="fleet"), detachment("n0", "nezid", 5)]
    found = sides.defenders(state(*there), HERE, ["empire"])
    assert [each.id for each in found] == ["n0", "n1"]


def test_who_is_at_war_with_one_of_an_operation_defends_against_all() -> None:
    found = sides.defenders(state(detachment("p", "pirates")), HERE, ["order", "empire"])
    assert [each.id for each in found] == ["p"]
    assert sides.defenders(state(detachment("p", "pirates")), HERE, ["order"]) == ()


def test_jokes_count_for_who_is_strongest() -> None:
    units = {"a": foot(100, "rangers"), "b": foot(99, "heavy_infantry")}
    assert strength.strongest(units.items()) == "a"
