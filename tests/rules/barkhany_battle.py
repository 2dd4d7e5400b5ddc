"""The checks of barkhany's cases about one battle; what the procedures mean stands in the rules, section 9.5."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from tests.rules import barkhany_before_battle
from tests.rules.barkhany_given import (
    Given,
    settings_of,
    shown_decision,
    shown_strengths,
    shown_weighed,
    side_of,
    state_of,
    strengths_of,
    unit_of,
    units_of,
)
from tests.rules.vectors import Check, Happened
from turnproc.rulesets.barkhany import aftermath, battle, losses, modifiers, names, strength
from turnproc.rulesets.barkhany.both import Both, Role
from turnproc.rulesets.barkhany.exact import read_exact, shown, write_exact
from turnproc.rulesets.barkhany.generals import generals_of
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, General, HexState, Unit
from turnproc.rulesets.barkhany.strength import Fielded, Scene, Sides
from turnproc.rulesets.barkhany.world import Fortification, Settings

HERE: Final = Hex(0, 0)


def unit_strength(given: Given) -> Happened:
    """B-4.3; a general alone is a detachment without units."""
    units = [] if given["unit"] is None else [unit_of(given["unit"])]
    return Happened({"strength": str(write_exact(strength.base_strength(units)))})


def side_strength(given: Given) -> Happened:
    """B-4.5, against an enemy who has what the case says of him."""
    walls: Fortification = given.get("fortification") or given.get("enemy_fortification") or "none"
    role: Role = given["role"]
    own = side_of({**given, "inside": "inside" in given}, "own")
    types = [*given.get("enemy_types", ()), *(["siege_engines"] if given.get("enemy_siege_engines") else [])]
    units = tuple(Unit(id=f"e{at}", type=type_, men=100) for at, type_ in enumerate(types))
    enemy = Fielded(detachment="enemy", units=units, is_inside=walls != "none")
    fielded = Both(own, (enemy,)) if role == "attacker" else Both((enemy,), own)
    scene = Scene(
        fortification=walls,
        terrain=given.get("terrain", "plain"),
        is_general=given.get("general_battle", False),
    )
    return Happened(shown_strengths(strength.strengths(fielded, scene, settings_of(given)).of(role)))


def detachment_morale(given: Given) -> Happened:
    """B-4.4."""
    bonuses = [Fraction(each) for each in given["generals"]]
    own, situation = read_exact(given["detachment_morale_pct"]), read_exact(given["situation_pct"])
    found = strength.detachment_morale(own, bonuses, situation, settings_of(given))
    return Happened({"morale_pct": write_exact(found)})


def strength_modifier(given: Given) -> Happened:
    """B-4.7, before anybody answers a question."""
    settings = settings_of(given)
    totals = Both(_total(given, "side_a"), _total(given, "side_b"))
    apart = modifiers.superiority(totals, settings)
    found = modifiers.strength_modifiers(apart, battle.NO_RULING, settings)
    told = found.each(lambda modifier: "ask" if modifier is None else modifier)
    return Happened({"side_a": told.attacker, "side_b": told.defender})


def _total(given: Given, side: str) -> Fraction:
    if side in given:
        return read_exact(given[side])
    product = Fraction(1)
    for number in given[f"{side}_unrounded"].split("*"):
        product *= Fraction(number)
    return product


def cavalry_modifier(given: Given) -> Happened:
    """B-4.8, B-4.10."""
    return Happened({"modifier": modifiers.cavalry_modifier(*_arms(given))})


def shooter_modifier(given: Given) -> Happened:
    """B-4.9, B-4.10."""
    return Happened({"modifier": modifiers.shooter_modifier(*_arms(given))})


def _arms(given: Given) -> tuple[Fraction, Fraction, Settings, Fraction | None]:
    total = read_exact(given["enemy_total"]) if "enemy_total" in given else None
    return read_exact(given["own"]), read_exact(given["enemy"]), settings_of(given), total


def battle_of(given: Given) -> Happened:
    """B-4.3 to B-4.23: between detachments, or between sides whose strengths are known."""
    settings = settings_of(given)
    says = _says(given)
    attacker, defender = given["attacker"], given["defender"]
    walls = defender.get("fortification", "none")
    scene = Scene(fortification=walls, is_general=given.get("general_battle", False))
    fielded: Sides | None = None
    if "total" in attacker:
        weighed = battle.weigh_strengths(Both(strengths_of(attacker), strengths_of(defender)), settings, says)
    else:
        fielded = Both(side_of(attacker, "a"), side_of(defender, "d", is_inside=walls != "none"))
        weighed = battle.weigh(fielded, scene, settings, says)
    found = shown_weighed(weighed, says)
    if weighed.kind == "void":
        return Happened(found | {"winner": "none", "outcome": "no_battle"})
    if weighed.unruled is not None:
        return Happened(found)
    rolls = Both(attacker["roll"], defender["roll"]) if weighed.kind == "fight" else None
    try:
        decision = battle.decide(weighed, rolls, settings, says.override)
    except battle.NoWinnerError:
        return Happened(found | {"error": "E-OVERRIDE"})
    found |= shown_decision(decision)
    if fielded is not None:
        fought = battle.fight(fielded, rolls, scene, settings, says)
        assert (fought.weighed, fought.decision) == (weighed, decision)
        found["left"] = {
            id_: {unit.id: _left(unit) for unit in units} if units else "gone" for id_, units in fought.left.items()
        }
    return Happened(found)


def _says(given: Given) -> battle.Says:
    rulings = given.get("rulings", {})
    override = None
    if "override/<battle>" in rulings:
        ruled: dict[str, Any] = rulings["override/<battle>"]
        percents = {key: read_exact(value) for key, value in ruled.items() if key.endswith("_pct")}
        override = battle.Override(**{**ruled, **percents})
    return battle.Says(
        plan_bonus=Both(given["attacker"].get("plan_bonus", 0), given["defender"].get("plan_bonus", 0)),
        over_five=Both(rulings.get("over-five/<battle>/attacker"), rulings.get("over-five/<battle>/defender")),
        override=override,
    )


def loss_row(given: Given) -> Happened:
    """B-4.14."""
    row = losses.row_of(given["difference"], settings_of(given))
    entry = losses.loss_row(row, settings_of(given))
    return Happened(
        {
            "row": row,
            "winner_loss_pct": write_exact(entry.winner_pct),
            "loser_loss_pct": write_exact(entry.loser_pct),
            "outcome": entry.outcome,
        }
    )


def losses_of(given: Given) -> Happened:
    """B-4.15, B-4.16: what is left of each unit."""
    side = (Fielded(detachment="d", units=units_of(given["units"])),)
    found = losses.side_losses(side, read_exact(given["loss_pct"]), settings_of(given))
    return Happened({each.before.id: _left(each.after) for each in found})


def _left(unit: Unit | None) -> dict[str, Any] | None:
    if unit is None:
        return None
    return {"men": unit.men, "condition_pct": write_exact(unit.condition_pct)}


def survivors(given: Given) -> Happened:
    """B-4.16, after one battle or two."""
    men = losses.survivors(given["men"], read_exact(given["loss_pct"]), settings_of(given))
    if "then_loss_pct" in given:
        men = losses.survivors(men, read_exact(given["then_loss_pct"]), settings_of(given))
    return Happened({"men": men})


def _decided(row: int, winner: str, settings: Settings | None = None) -> battle.Decision:
    """A battle between two equal sides that ended in this row."""
    apart = {1: 1, 2: 2, 3: 5, 4: 8, 5: 13}[row] if winner != "none" else 0
    ten = strengths_of({"total": 10})
    weighed = battle.weigh_strengths(Both(ten, ten), settings or Settings())
    rolls = Both(3 + apart, 3) if winner == "attacker" else Both(3, 3 + apart)
    decision = battle.decide(weighed, rolls, settings or Settings())
    assert decision.row == row
    return decision


def outcome(given: Given) -> Happened:
    """B-4.17 and, in a hex that the defenders held, B-4.20."""
    decision = _decided(given["row"], given["winner"])
    attacker = Detachment(id="a1", commander="a", hex=HERE, units=(Unit(id="u", type="militia", men=100),))
    held = HexState(controller="d", fortification=given.get("fortification", "none"))
    state = state_of("ad", {("a", "d"): "war"}, [attacker], hexes={HERE: held})
    taken = aftermath.conquest(state, HERE, [attacker], decision)
    controller = None if taken is None else {"a": "attacker", "d": "defender"}[taken.controller]
    return Happened(
        {
            "attacker": decision.lot("attacker"),
            "defender": decision.lot("defender"),
            "field": decision.field or "nobody",
            "controller": controller,
            "attacker_inside": taken is not None and taken.inside == ("a1",),
        }
    )


def general_fate(given: Given) -> Happened:
    """B-4.22, for attackers that won or lost."""
    decision = _decided(given["row"], "defender" if given["side"] == "loser" else "attacker")
    asked = aftermath.has_generals_in_danger(decision, "attacker")
    general = General(id="<general>", name="", commander="a", morale_pct=Fraction(8), hex=HERE, attached_to=("a1",))
    there = Detachment(id="a1", commander="a", hex=HERE)
    state = state_of("a", {}, [there], generals={general.id: general})
    found = [names.fate_id("<battle>", each.id) for each in generals_of(state, "a1") if asked]
    return Happened({"question": found[0], "default": aftermath.SURVIVES} if found else {"question": None})


def loot(given: Given) -> Happened:
    """B-4.24."""
    return Happened({"gear": aftermath.loot([(type_, men) for type_, men in given["lost"]], settings_of(given))})


def display(given: Given) -> Happened:
    """B-N.3."""
    return Happened({"text": shown(read_exact(given["value"]))})


CHECKS: Final[Mapping[str, Check]] = {
    **barkhany_before_battle.CHECKS,
    "unit_strength": unit_strength,
    "side_strength": side_strength,
    "detachment_morale": detachment_morale,
    "strength_modifier": strength_modifier,
    "cavalry_modifier": cavalry_modifier,
    "shooter_modifier": shooter_modifier,
    "battle": battle_of,
    "loss_row": loss_row,
    "losses": losses_of,
    "survivors": survivors,
    "outcome": outcome,
    "general_fate": general_fate,
    "loot": loot,
    "display": display,
}
