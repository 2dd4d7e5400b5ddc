"""The checks of barkhany's cases about what is settled before a battle: sides, class, name, throws, plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.rules.barkhany_given import Given, settings_of, state_of
from tests.rules.vectors import Check, Happened
from turnproc.engine.dice import Dice
from turnproc.rulesets.barkhany import asking, names, sides
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, Relation

HERE: Final = Hex(0, 0)


def sides_of(given: Given) -> Happened:
    """B-4.1: whose detachments defend."""
    attacker, present = given["attacker"], given["present"]
    relations: dict[tuple[str, str], Relation] = {
        (attacker, other): relation for other, relation in given["relations"].items()
    }
    for one, other in given.get("allied", ()):
        relations[one, other] = "allied"
    there = [Detachment(id=f"{faction}-1", commander=faction, hex=HERE) for faction in present]
    state = state_of({attacker, *present}, relations, there)
    found = sides.defenders(state, HERE, [attacker], given.get("attack_factions"), given.get("away", ()))
    return Happened({"defenders": [each.commander for each in found]})


def battle_class(given: Given) -> Happened:
    """B-4.2."""
    settings = settings_of(given)
    class_ = asking.class_of(given.get("ruling"), settings)
    led = Both(not given.get("attacker_npc", False), not given.get("defender_npc", False))
    return Happened(
        {
            "battle_class": class_,
            "stop": asking.is_stuck(class_, is_opened=given.get("open_event", False)),
            "questions": list(asking.throws_asked("<battle>", class_, led, settings)),
            "plans": list(asking.plans_asked("<battle>", class_, led, settings)),
        }
    )


def battle_id(given: Given) -> Happened:
    """B-4.25, B-5.8."""
    if "general_battle" in given:
        general_battle, round_ = given["general_battle"], given["round"]
        if "sector" in given:
            return Happened({"id": names.clash_id(general_battle, round_, given["sector"])})
        return Happened({"id": names.fire_id(general_battle, round_, given["commander"], given["order"])})
    place = names.place_of(Hex(*given["hex"]), given["settlement"])
    if "operation" in given:
        return Happened({"id": names.operation_id(place, given["operation"])})
    if "default_of" in given:
        return Happened({"id": names.default_id(place, given["commander"], given["default_of"])})
    return Happened({"id": names.battle_id(place, given["commander"], given["order"])})


def dice(given: Given) -> Happened:
    """B-4.13: a throw of the game master, under the label that the battle's name gives."""
    _, *battle_name, side = given["label"].split("/")
    label = names.combat_label("/".join(battle_name), side)
    assert label == given["label"] and given["expression"] == names.BATTLE_DICE
    thrown = Dice(thrown={given["label"]: given["thrown"]})
    roll = thrown.roll(label, names.BATTLE_DICE)
    return Happened({"error": "E-SCHEMA"} if thrown.findings(finished=True) else {"roll": roll.total})


def plan_shown(given: Given) -> Happened:
    """B-3.20."""
    return Happened({"plan": asking.plan_shown(given["order_plan"], given["standing_plan"])})


CHECKS: Final[Mapping[str, Check]] = {
    "sides": sides_of,
    "battle_class": battle_class,
    "battle_id": battle_id,
    "dice": dice,
    "plan_shown": plan_shown,
}
