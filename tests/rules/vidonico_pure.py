"""The checks of vidonico's cases that call one pure function each; what `call` means stands in the cases' head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from tests.rules.vectors import Happened
from turnproc.rulesets.vidonico import customs, fates, outcome, recovery, strength, tables, tactics
from turnproc.rulesets.vidonico.combination import ONE_DIE, Combination
from turnproc.rulesets.vidonico.ids import free_id
from turnproc.rulesets.vidonico.losses import Toll, allocate, losses, side_losses
from turnproc.rulesets.vidonico.state import Army, Character, Cohort, Contingent
from turnproc.rulesets.vidonico.world import CUSTOMS, Settings

Given = Mapping[str, Any]


def settings_of(given: Given) -> Settings:
    """The house rules of a case; those that it does not name are at their defaults."""
    return Settings(**(given.get("settings") or {}))


def contingent_of(data: Given) -> Contingent:
    """A contingent of a case: without an id or a count where those do not matter."""
    fields: dict[str, Any] = {"id": "c", "count": 1} | dict(data)
    fields["wounded"] = tuple(Cohort(**cohort) for cohort in fields.get("wounded", ()))
    return Contingent(**({"species": "human", "quality": "regular"} | fields))


def mustered(given: Given, terrain: Any) -> tuple[strength.Mustered, ...]:
    """The contingents of a case as they stand in a battle."""
    army = Army(id="army", faction="f", contingents=tuple(contingent_of(each) for each in given["contingents"]))
    return strength.muster(army, terrain, settings_of(given), given.get("formations"))


def tenths(ratio: str | None) -> int | None:
    """A ratio of a case in tenths."""
    return None if ratio is None else int(Fraction(ratio) * 10)


def ssv(given: Given) -> Happened:
    """M-2 to M-4."""
    line = strength.strength_line(
        contingent_of(given["contingent"]),
        "army",
        given["terrain"],
        settings_of(given),
        formation=given.get("formation"),
    )
    return Happened(asdict(line) | {"raw": sum(line.parts.values()), "forced_dismount": line.forced})


def terrain_table(given: Given) -> Happened:
    """M-2: every cell."""
    table: dict[str, list[int | str]] = {}
    for row in tables.TERRAIN:
        cells = [strength.terrain_value(row, terrain, settings_of(given)) for terrain in given["order"]]
        table[row] = ["unusable" if cell is None else cell for cell in cells]
    return Happened(table)


def side_strength(given: Given) -> Happened:
    """M-5."""
    return Happened({"strength": strength.strength_of(mustered(given, given["terrain"]))})


def ratio(given: Given) -> Happened:
    """M-6, M-7."""
    found = strength.proportion(given["a"], given["b"], settings_of(given))
    stronger = "none" if found.stronger is None else "ab"[found.stronger]
    return Happened({"ratio": str(found) or None, "stronger": stronger})


def difficulty_default(given: Given) -> Happened:
    """X-1."""
    return Happened({"difficulty": tactics.default_difficulty(given["terrain"], given["weather"], settings_of(given))})


def tactics_result(given: Given) -> Happened:
    """X-4, X-5."""
    settings = settings_of(given)
    result = tactics.tactics_result(given["total"], tenths(given["ratio"]), settings)
    success = tactics.is_success(result, given["difficulty"], settings)
    return Happened({"result": tactics.shown(result), "success": success})


def tk_add(given: Given) -> Happened:
    """X-2, F-3."""
    return Happened({"tk": Combination.of(given["tk"]).plus(given["dice"], given["pips"]).tk})


def tactics_dice(given: Given) -> Happened:
    """X-2: with the defaults that a ruling's dice and pips have."""
    return Happened({"tk": tactics.commanders_dice(Combination.of(given["tk"]), ONE_DIE, **given["ruling"]).tk})


def outcome_of(given: Given) -> Happened:
    """C-1, for the sides a and b, before anybody answers a question."""
    settings = settings_of(given)
    successes = [given["success"][side] for side in "ab"]
    leading = strength.proportion(given["strength"]["a"], given["strength"]["b"], settings).stronger
    asked = None
    if leading is None and successes[0] == successes[1]:
        tie = outcome.break_tie([given["totals"][side] for side in "ab"], settings)
        asked = "strength_tie" if tie == "ask" else None
        leading = tie if isinstance(tie, int) else None
    ended = outcome.outcome(successes, leading)
    rows = [ended.row(side, "flight_unpursued") for side in (0, 1)]
    disordered = [] if ended.in_disorder is None else ["ab"[ended.in_disorder]]
    return Happened(
        {
            "code": ended.code,
            "holder": None if ended.holder is None else "ab"[ended.holder],
            "question": asked,
            "pursuit": ended.flees is not None,
            "disordered": disordered,
            "immobile_until_next_day": disordered,
        }
        | {side: "flight" if row == "flight_unpursued" else row for side, row in zip("ab", rows, strict=True)}
    )


def pursuit(given: Given) -> Happened:
    """C-2."""
    side = mustered(given, given["battle_terrain"])
    return Happened(asdict(outcome.chase(side, given["pursuit_terrain"], settings_of(given), ordered=True)))


def flight_row(given: Given) -> Happened:
    """C-3, C-4."""
    return Happened({"row": outcome.flight_row(given["pursuit_terrain"], pursued=given["pursued"])})


def losses_of(given: Given) -> Happened:
    """L-1."""
    return Happened(asdict(losses(given["count"], given["row"], settings_of(given))))


def allocate_of(given: Given) -> Happened:
    """L-2."""
    try:
        return Happened({"shares": allocate(given["total"], given["weights"], given["caps"])})
    except ValueError:
        return Happened("error")


def side_losses_of(given: Given) -> Happened:
    """L-1, L-2, L-4."""
    no_captor = given.get("no_captor", False)
    found = side_losses(given["counts"], given["row"], settings_of(given), no_captor=no_captor)
    columns = {name: [getattr(share, name) for share in found.shares] for name in Toll.__slots__}
    return Happened({"total": asdict(found.total)} | columns)


def fate_modifier(given: Given) -> Happened:
    """F-2: on open ground where the case names none."""
    return Happened({"dice": _modifier(given, given).dice})


def _modifier(given: Given, character: Given) -> fates.Modifier:
    terrain = given.get("terrain", "open")
    situation = fates.Situation(
        own_success=given["own_success"],
        enemy_success=given["enemy_success"],
        fled=given.get("own_pursued", False),
        rides=fates.rides(character.get("mounted", False), terrain),
        pursues=given.get("pursuing", False) or character.get("contingent_pursued", False),
    )
    return fates.modifier(situation, settings_of(given))


def fate_row(given: Given) -> Happened:
    """F-4."""
    return Happened(_fate(given["total"]))


def _fate(total: int) -> dict[str, Any]:
    entry = fates.fate(total)
    return asdict(entry) | {"dead": entry.killed, "loot": [Combination(dice).tk for dice in entry.loot]}


def rolls_fate(given: Given) -> Happened:
    """F-1."""
    return Happened({"rolls": fates.rolls(given["role"], own_pursued=given["own_pursued"])})


def best_weapon(given: Given) -> Happened:
    """F-1."""
    found = fates.best_weapon(given["weapon_skills"])
    assert found is not None
    return Happened({"skill": found[0], "tk": found[1].tk})


def character_fate(given: Given) -> Happened:
    """F-1 to F-4, with the total of the case."""
    data = given["character"]
    character = Character(id=data["id"], faction="f", role=data["role"], weapon_skills=data["weapon_skills"])
    if not fates.has_a_fate(character, settings_of(given), own_pursued=given.get("own_pursued", False)):
        return Happened({"rolls": False})
    best = fates.best_weapon(character.weapon_skills)
    modifier = _modifier(given, data)
    rolled = (ONE_DIE if best is None else best[1]).plus(modifier.dice)
    return Happened({"modifier": modifier.dice, "tk": rolled.tk} | _fate(given["dice"]["fate"]))


def loot_row(given: Given) -> Happened:
    """F-6: how much of it as one text."""
    entry = fates.loot(given["total"])
    quantity = None if entry.amount is None else f"{entry.amount} {entry.unit}"
    return Happened({"item": entry.item, "quantity": quantity})


def injury_dice(given: Given) -> Happened:
    """F-4: labels."""
    entry = next(each for each in tables.FATES if each.row == given["row"])
    labels = [fates.injury_label(given["battle"], given["character"], n + 1) for n in range(entry.injuries)]
    return Happened({"labels": labels, "expression": ONE_DIE.expression})


def loot_dice(given: Given) -> Happened:
    """F-6: labels and dice."""
    entry = next(each for each in tables.FATES if each.row == given["row"])
    label = [fates.loot_label(given["battle"], given["character"], n + 1) for n in range(len(entry.loot))]
    return Happened(
        {"rolls": [[name, Combination(dice).expression] for name, dice in zip(label, entry.loot, strict=True)]}
    )


def loot_flag(given: Given) -> Happened:
    """F-7."""
    mark = fates.loot_mark(
        given["item"],
        given["terrain"],
        enemy_has_mounts=given["enemy_has_mounts"],
        holds_field=given["own_side_holds_field"],
    )
    return Happened({"flag": mark})


def loot_reroll(given: Given) -> Happened:
    """F-7: the label of a repetition."""
    _, battle, character, n = given["label"].split("/")
    return Happened({"label": fates.loot_label(battle, character, int(n), given["reroll"])})


def captive_question(given: Given) -> Happened:
    """F-5."""
    found = fates.captivity(
        settings_of(given),
        holds_field=given["own_side_holds_field"],
        captors_left=given.get("captors_left", True),
    )
    asked = found == "ask"
    return Happened(
        {
            "question": "captive/<battle>/<character>" if asked else None,
            "default": "captured" if asked else None,
            "captive": found == "captured",
        }
    )


def recover_pool(given: Given) -> Happened:
    """H-1, mode pool."""
    back = recovery.of_pool(given["wounded"], Fraction(given.get("rate", "1/6")))
    return Happened({"recovered": back, "remaining": given["wounded"] - back})


def recover_series(given: Given) -> Happened:
    """H-1: week after week until nobody is left."""
    rate, original, left = Settings().recovery_rate, given["wounded"], given["wounded"]
    series = []
    while left:
        series.append(
            recovery.of_pool(left, rate) if given["mode"] == "pool" else recovery.of_cohort(original, left, rate)
        )
        left -= series[-1]
    return Happened({"series": series, "weeks": len(series)})


def recover_army(given: Given) -> Happened:
    """H-1 to H-4."""
    settings = settings_of(given)
    contingents = [contingent_of(each) for each in given["contingents"]]
    rate = Fraction(given["rate"]) if "rate" in given else settings.recovery_rate
    found = recovery.recover(contingents, given["turn"], rate, settings.recovery_mode)
    recovered: dict[str, int] = {}
    left = {(each.id, cohort.battle): cohort.remaining for each in contingents for cohort in each.wounded}
    for each in found:
        recovered[each.contingent] = recovered.get(each.contingent, 0) + each.count
        left[each.contingent, each.battle] = each.still_wounded
    cohorts: dict[str, list[list[str | int]]] = {}
    for (contingent, battle), remaining in left.items():
        if remaining:
            cohorts.setdefault(contingent, []).append([battle, remaining])
    return Happened({"recovered": recovered, "cohorts": cohorts})


def new_id(given: Given) -> Happened:
    """P-3."""
    return Happened({"id": free_id(given["base"], given["taken"])})


def prisoner_policy(given: Given) -> Happened:
    """P-2: who says something goes first."""
    ranked = ("order", "army_policy", "pair_custom", "faction_custom", "general_custom")
    return Happened({"fate": customs.choose_fate(*(given[name] for name in ranked))[0]})


def prisoner_custom(given: Given) -> Happened:
    """P-2, with the default customs."""
    fate, why = customs.fate_of_prisoners(
        given["captor_tags"],
        given["captive_tags"],
        CUSTOMS,
        policy=given["army_policy"],
        faction=given["prisoner_custom"],
    )
    return Happened({"fate": fate, "why": why})
