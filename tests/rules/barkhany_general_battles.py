"""The checks of barkhany's cases about general battles; what the procedures mean stands in the rules, section 9.5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from tests.rules.barkhany_given import Given, settings_of, strengths_of
from tests.rules.barkhany_sectors import HERE, Asked, Judge, Small, orders_of, policy_of, sectors_of, small
from tests.rules.barkhany_told import told
from tests.rules.vectors import Check, Happened
from turnproc.rulesets.barkhany import gb_happenings as f
from turnproc.rulesets.barkhany.battle import weigh_strengths
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.clashes import Clash
from turnproc.rulesets.barkhany.exact import read_exact, write_exact
from turnproc.rulesets.barkhany.gb_moves import CODES
from turnproc.rulesets.barkhany.gb_round import Deeds, Round
from turnproc.rulesets.barkhany.modifiers import Modifiers
from turnproc.rulesets.barkhany.names import clash_id, trapped_id
from turnproc.rulesets.barkhany.reserve_state import Direction, Preview, Prospect, Reserve, View
from turnproc.rulesets.barkhany.reserves import best, choice, directions, is_in_reach, prospect
from turnproc.rulesets.barkhany.sector_refuge import flee, refuge
from turnproc.rulesets.barkhany.sectors import TEMPLATE, problems
from turnproc.rulesets.barkhany.strength import Scene
from turnproc.rulesets.barkhany.volley import Firepower, volley
from turnproc.rulesets.barkhany.world import Settings

TYPES: Final = {"infantry": "heavy_infantry", "cavalry": "light_cavalry", "immobile": "mega_heavy_infantry"}
NONE: Final = Modifiers(strength=0, cavalry=0, shooters=0, plan=0)


def _troops(name: str, side: str, sector: str | None, type_: str = "heavy_infantry", **more: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "sector": sector, "units": [{"type": type_, "men": 100}], **more}


def _enemies(sectors: Iterable[str]) -> list[dict[str, Any]]:
    return [_troops(f"e{at}", "b", sector) for at, sector in enumerate(sectors, 1)]


def _refusals(there: Small, name: str | None) -> dict[str, Any]:
    """The first failure of a detachment, None: of a whole order, as the case names it."""
    for event in there.happened:
        if isinstance(event, f.GbFailed) and event.detachment == name:
            return {"error": CODES[event.reason]} if event.reason in CODES else {"failed": event.reason}
    return {}


def gb_move(given: Given) -> Happened:
    """B-5.3 to B-5.5. An engaged detachment met an enemy who came in this round, from the right."""
    start = given["start"]
    mover = _troops("x", "a", start, TYPES[given.get("mobility", "infantry")], blocked=given.get("blocked", False))
    mover["came_from"] = given.get("came_from")
    there = small({**given, "detachments": [mover, *_enemies(given["enemy_in"])]})
    orders: list[Given] = [{"for": "ca", "gb_move": ["x"], "path": given["path"]}] if "path" in given else []
    if given.get("engaged"):
        posts = {**there.battle.posts, "e1": replace(there.battle.posts["e1"], sector="b_rear")}
        there.battle = replace(there.battle, posts=posts)
        orders = [{"for": "cb", "gb_move": ["e1"], "path": [start]}, *orders]
    after = there.play(orders_of(orders), Judge(strict=False))
    moved = [each.to for each in after.happened if isinstance(each, f.GbMoved) and each.detachment == "x"]
    at = moved[0] if moved else start
    clash = any(isinstance(each, f.GbClash) and each.sector == at for each in after.happened)
    return Happened({"moved_to": at, "clash": clash} | _refusals(after, "x"))


def gb_fire_check(given: Given) -> Happened:
    """B-5.6: may it shoot there?"""
    target = given["target"]
    shooter = "heavy_infantry" if given.get("shooter_strength") == "0" else "archers"
    troops = [_troops("x", "a", given.get("start", "a_rear"), shooter)]
    if given.get("enemy_in_target", True):
        troops += _enemies([target])
    if given.get("own_troops_in_target"):
        troops.append(_troops("y", "a", target))
    orders: list[Given] = [{"for": "ca", "gb_shoot": ["x"], "target": target}]
    if "already_firing" in given:
        troops.append(_troops("e9", "b", given["already_firing"]))
        orders = [{"for": "ca", "gb_shoot": ["x"], "target": given["already_firing"]}, *orders]
    after = small({**given, "detachments": troops}).play(orders_of(orders), Judge(strict=False))
    shot = [each for each in after.happened if isinstance(each, f.GbFired) and each.to == target]
    found = _refusals(after, "x") or _refusals(after, None)
    assert bool(found) is not bool(shot)
    return Happened(found)


def fire(given: Given) -> Happened:
    """B-5.6: an exchange in numbers."""
    settings = settings_of(given)
    power = Firepower(
        read_exact(given["firers"]), read_exact(given["target_shooters"]), read_exact(given["target_total"])
    )
    bonus = Both(given.get("plan_attacker", 0), given.get("plan_defender", 0))
    mods = power.modifiers(bonus, settings)
    totals = Both(given["roll_attacker"] + mods.attacker, given["roll_defender"] + mods.defender)
    end = volley(power, totals, settings)
    return Happened(
        {
            "mod_attacker": mods.attacker,
            "mod_defender": mods.defender,
            "difference": end.difference,
            "row": end.row,
            "firer_loss_pct": write_exact(end.loss_pct.attacker),
            "target_loss_pct": write_exact(end.loss_pct.defender),
            "target_strength_lost": str(write_exact(end.lost.defender)),
            "firer_strength_lost": str(write_exact(end.lost.attacker)),
            "target_fraction_lost": str(write_exact(end.fraction.defender)),
            "firer_fraction_lost": str(write_exact(end.fraction.attacker)),
        }
    )


def gb_clashes(given: Given) -> Happened:
    """B-5.7: -1 of each side stands in the sector where both are present, -2 next door."""
    sector = given["sector"]
    rear = {"a": "a_rear", "b": "b_rear"}
    troops = [_troops(f"{side}-1", side, sector) for side in "ab" if given["both_sides_present"]]
    troops += [_troops(f"{side}-2", side, rear[side]) for side in "ab"]
    orders: list[Given] = []
    for name in given.get("entered_this_round", []):
        orders.append({"for": f"c{name[0]}", "gb_move": [name], "path": [sector]})
    for name in given.get("gb_attack", []):
        orders.append({"for": f"c{name[0]}", "gb_attack": [name]})
    for step in given.get("sequence", []):
        side = step["side"]
        if step.get("gb_attack"):
            orders.append({"for": f"c{side}", "gb_attack": [f"{side}-1"]})
        else:
            orders.append({"for": f"c{side}", "gb_move": [f"{side}-2"], "path": [sector]})
    after = small({**given, "detachments": troops}).play(orders_of(orders), Judge(strict=False))
    found = [each for each in after.happened if isinstance(each, f.GbClash) and each.sector == sector]
    return Happened({"clash": bool(found), "attacker": found[0].attacker if found else None})


def reserve_preview(given: Given) -> Happened:
    """B-5.9: side a attacks in both sectors, its reserve waits in its rear."""
    troops: list[dict[str, Any]] = [{"id": "r", "side": "a", "sector": "a_rear", "units": given["reserve"]}]
    for sector in ("left", "right"):
        troops.append({"id": f"a-{sector}", "side": "a", "sector": sector, "units": given[sector]["own"]})
        troops.append({"id": f"b-{sector}", "side": "b", "sector": sector, "units": given[sector]["enemy"]})
    orders = [
        {"for": "ca", "gb_reserve": ["r"], "reserve": "res"},
        {"for": "ca", "gb_attack": ["a-left", "a-right"]},
    ]
    judge = Judge(strict=False, answers={"reserve/borov/r1/res": "hold"})
    small({**given, "detachments": troops}).play(orders_of(orders), judge)
    return Happened(
        {
            each.sector: {
                "without": each.preview.without.own.sum,
                "with_": each.preview.with_.own.sum,
                "effect": each.preview.effect,
                "enemy": each.preview.without.enemy.sum,
            }
            for each in judge.asked["reserve/borov/r1/res"]
        }
    )


def _mods(strength: int) -> Modifiers:
    return replace(NONE, strength=strength)


def reserve_options(given: Given) -> Happened:
    """B-5.9: the differences of clashes whose modifiers are known; the enemy has none."""
    settings = Settings()
    clashes: dict[str, Clash] = {}
    seen: list[Preview] = []
    for sector in ("left", "right"):
        data = given[sector]
        one = strengths_of({"total": 1})
        weighed = replace(weigh_strengths(Both(one, one), settings), modifiers=Both(_mods(data["mod_without"]), NONE))
        clashes[sector] = _clash(sector, weighed, Both(data["roll_own"], data["roll_enemy"]))
        seen.append(
            Preview(
                sector=sector,
                own_total=Fraction(1),
                without=View(_mods(data["mod_without"]), NONE),
                with_=View(_mods(data["mod_with"]), NONE),
            )
        )
    return Happened(
        {
            each.sector: {"without": each.without.difference, "with_": each.with_.difference}
            for each in directions(seen, clashes, "a", settings)
        }
    )


def _clash(sector: str, weighed: Any, rolls: Both[int]) -> Clash:
    return Clash(
        battle="<battle>",
        sector=sector,
        attacker="a",
        sides=Both((), ()),
        scene=Scene(is_general=True),
        says=Judge().says("", Both("a", "b"), weighed),
        weighed=weighed,
        rolls=rolls,
    )


def reserve_rows(given: Given) -> Happened:
    """B-5.9: what the differences without and with the reserve mean."""
    found = {}
    for sector, (before, after) in given.items():
        without, with_ = prospect(before, Settings()), prospect(after, Settings())
        found[sector] = {
            "without_row": without.row,
            "with_row": with_.row,
            "without_loss_pct": write_exact(without.own_loss_pct),
            "with_loss_pct": write_exact(with_.own_loss_pct),
            "with_text": f"enemy {with_.enemy_lot}, own side {with_.own_lot}",
            "retreat_avoided": _leaves(without) and not _leaves(with_),
        }
    return Happened(found)


def _leaves(end: Prospect) -> bool:
    return end.own_lot in ("retreats", "flees")


def reserve_policy(given: Given) -> Happened:
    """B-5.10: with `best` by ranks and losses; else by policy, among sectors that are directions."""
    options = [_direction(each) for each in given["options"]]
    if given["policy"] == "best":
        return Happened({"commit": best(options)})
    there = small({"detachments": []})
    where = Round(there.world, there.state, replace(there.battle, id="<battle>"), Deeds(number=1))
    policy = policy_of(given["policy"])
    reserve = Reserve(id="<reserve>", side="a", sector="a_rear", detachments=("r",), policy=policy)
    clashes = {
        sector: _clash(sector, _even(), Both(10 + ahead, 10)) for sector, ahead in given.get("differences", {}).items()
    }
    try:
        return Happened({"commit": choice(where, reserve, options, clashes, Judge())})
    except Asked as asked:
        return Happened({"question": str(asked).replace("/r1/", "/r<round>/")})


def _even() -> Any:
    one = strengths_of({"total": 1})
    return weigh_strengths(Both(one, one), Settings())


def _direction(given: Any) -> Direction:
    data: Given = {"sector": given} if isinstance(given, str) else given
    ends = []
    for which in ("without", "with"):
        rank = data.get(f"rank_{which}", 0)
        apart = {0: 0, 1: 2, 2: 5, 3: 8, 4: 13}[abs(rank)] * (1 if rank > 0 else -1)
        end = prospect(apart, Settings())
        assert end.rank == rank
        ends.append(replace(end, own_loss_pct=Fraction(data.get(f"loss_{which}", 0))))
    preview = Preview(
        sector=data["sector"],
        own_total=read_exact(data.get("own_strength", 1)),
        without=View(NONE, NONE),
        with_=View(NONE, NONE),
    )
    return Direction(preview=preview, without=ends[0], with_=ends[1])


def reserve_reach(given: Given) -> Happened:
    """B-5.9: is a sector within reach?"""
    types = [TYPES[each] for each in given.get("mobilities", [given.get("mobility")])]
    troops = [_troops(f"r{at}", "a", given["sector"], each) for at, each in enumerate(types, 1)]
    there = small({"detachments": [*troops, *_enemies(given.get("enemy_in", []))]})
    names = tuple(each["id"] for each in troops)
    reserve = Reserve(id="res", side="a", sector=given["sector"], detachments=names)
    where = Round(there.world, there.state, there.battle, Deeds(number=1))
    return Happened({"reachable": is_in_reach(where, reserve, given["direction"])})


def reserve_state(given: Given) -> Happened:
    """B-5.9: an enemy comes, or not, to the sector where a reserve waits."""
    troops = [_troops("r", "a", "left"), _troops("e", "b", "b_rear")]
    orders: list[Given] = [{"for": "ca", "gb_reserve": ["r"], "reserve": "res", "policy": "hold"}]
    if given["reserve_sector_entered_by_enemy"]:
        orders.append({"for": "cb", "gb_move": ["e"], "path": ["left"]})
    after = small({"detachments": troops}).play(orders_of(orders), Judge(strict=False))
    dissolved = any(isinstance(each, f.GbDissolved) for each in after.happened)
    fought = [each.fought.left for each in after.happened if isinstance(each, f.GbClash)]
    assert dissolved == any("r" in left for left in fought)
    return Happened({"dissolved": dissolved})


def gb_place(given: Given) -> Happened:
    """B-5.1: an order before the first round, else the game master's position, else the rear."""
    troops = [_troops("x", given["side"], given["position"]), _troops("e", "b", "b_rear")]
    orders = [{"for": "ca", "gb_deploy": ["x"], "sector": given["deploy"]}] if given["deploy"] else []
    there = small(
        {
            "detachments": troops,
        }
    )
    after = there.play(orders_of(orders), Judge(strict=False))
    assert there.battle.rear(given["side"]) == given["rear"]
    return Happened({"sector": after.battle.posts["x"].sector} | _refusals(after, "x"))


def gb_sectors(given: Given) -> Happened:
    """B-5.2."""
    if given["sectors"] is None:
        return Happened(
            {
                "sectors": {
                    name: [other for other in TEMPLATE if other in sector.adjacent] for name, sector in TEMPLATE.items()
                },
                "problems": [each.fault for each in problems(TEMPLATE)],
            }
        )
    found = problems(sectors_of(given["sectors"], {}))
    return Happened({"problems": sorted({each.fault for each in found})} | ({"error": "E-SCHEMA"} if found else {}))


def gb_reserve_losses(given: Given) -> Happened:
    """B-5.11: a reserve in the own rear, a clash on the left that ends in this row."""
    apart = {1: 1, 2: 2, 3: 5, 4: 8, 5: 13}[given["row"]] * (1 if given["winner"] == "own" else -1)
    reserve = {"id": "r1", "side": "a", "sector": "a_rear", "units": given["reserve"]}
    troops = [reserve, _troops("a1", "a", "left"), *_enemies(["left", "left"])]
    # With the reserve both have 200 men, without it the enemy has twice as many, which is worth 3.
    roll = 10 + apart + (0 if given["committed"] else 3)
    policy: Any = {"commit": "left"} if given["committed"] else "hold"
    orders = [
        {"for": "ca", "gb_reserve": ["r1"], "reserve": "res", "policy": policy},
        {"for": "ca", "gb_attack": ["a1"]},
    ]
    judge = Judge({"clash/borov/r1/left/a": roll, "clash/borov/r1/left/b": 10})
    after = small({"detachments": troops}).play(orders_of(orders), judge)
    clash = next(each for each in after.happened if isinstance(each, f.GbClash))
    assert clash.fought.decision.row == given["row"]
    found: dict[str, Any] = {each.id: {"men": each.men} for each in [after.state.detachments["r1"]]}
    return Happened(found | {"sector_moved": after.battle.posts["r1"].came_from == "a_rear"})


def _beaten(given: Given) -> Round:
    """A detachment x in a sector with enemies, after a lost clash."""
    unit = given.get("unit", {"type": "heavy_infantry", "men": given.get("men", 100)})
    post = {"came_from": given["came_from"], "retreat_to": given.get("gb_retreat_to")}
    beaten = {"id": "x", "side": given["side"], "sector": given["sector"], "units": [unit], **post}
    enemy = "b" if given["side"] == "a" else "a"
    others = [_troops(f"e{at}", enemy, sector) for at, sector in enumerate(given["enemy_in"])]
    others += [_troops(f"o{at}", given["side"], sector) for at, sector in enumerate(given.get("own_in", []))]
    there = small({**given, "detachments": [beaten, *others]})
    return Round(there.world, there.state, there.battle, Deeds(number=1))


def _trapped() -> str:
    """What is asked of x, who has nowhere to go, as the cases write it."""
    return trapped_id(clash_id("<battle>", 1, "<sector>"), "x").replace("/r1/", "/r<round>/")


def gb_retreat(given: Given) -> Happened:
    """B-5.12: where an organised retreat goes."""
    found = refuge(_beaten(given), "x")
    if found is None:
        return Happened({"question": _trapped()})
    return Happened({"sector": found.sector, "reason": found.reason})


def gb_flight(given: Given) -> Happened:
    """B-5.12: a flight; `men` are those left."""
    parts = flee(_beaten(given), "x")
    if parts is None:
        return Happened({"question": _trapped()})
    return Happened(
        {"parts": [{"id": each.id, "sector": each.sector, "men": sum(u.men for u in each.units)} for each in parts]}
    )


def gb_withdraw(given: Given) -> Happened:
    """B-5.13: enemies keep the hexes that are not legal."""
    troops = [_troops("x", "a", given["sector"]), *_enemies(["b_rear"])]
    orders: list[Given] = [{"for": "ca", "gb_withdraw": ["x"], "to": given["to"]}]
    if given["engaged"]:
        troops.append(_troops("e9", "b", "left"))
        orders = [{"for": "cb", "gb_move": ["e9"], "path": [given["sector"]]}, *orders]
    there = small({"detachments": troops})
    for at, place in enumerate(given["illegal_hexes"]):
        held = replace(there.state.detachments["e1"], id=f"h{at}", hex=type(HERE)(*place))
        there.state = replace(there.state, detachments={**there.state.detachments, held.id: held})
    after = there.play(orders_of(orders), Judge(strict=False))
    assert given["rear"] is (TEMPLATE[given["sector"]].rear_of == "a")
    left = after.state.detachments["x"]
    found = {"hex": list(left.hex), "in_battle": "x" in after.battle.posts, "done": left.is_done}
    return Happened(found | _refusals(after, "x"))


def gb_end(given: Given) -> Happened:
    """B-5.14: what the end of a round finds."""
    troops = [
        {"id": f"{side}1", "side": side, "sector": f"{side}_rear", "units": [{"type": "militia", "men": men}]}
        for side, men in (("a", given["side_a_men"]), ("b", given["side_b_men"]))
        if men
    ]
    after = small({"detachments": troops}).play([], Judge())
    ended = [each for each in after.happened if isinstance(each, f.GbEnded)]
    return Happened({"ended": bool(ended), "winner": ended[0].winner if ended else None})


def general_battle(given: Given) -> Happened:
    """B-5: rounds of one turn, one after the other."""
    there = small(given)
    judge = Judge(given.get("dice", {}), given.get("answers", {}))
    try:
        for number, orders in enumerate(given["rounds"], 1):
            there = there.play(orders_of(orders), judge, number)
    except Asked as asked:
        return Happened({"question": str(asked)})
    assert set(judge.rolled) == set(given.get("dice", {}))
    return Happened(told(there, [name for orders in given["rounds"] for name in _named(orders)]))


def _named(orders: Sequence[Given]) -> list[tuple[str, str]]:
    """The name that a case has for an order that fails as a whole: the reserve, else the first detachment."""
    names = []
    for order, data in zip(orders_of(orders), orders, strict=True):
        first = data.get("reserve") or next(v for k, v in data.items() if k.startswith("gb_"))
        names.append((order.name, first[0] if isinstance(first, list) else first))
    return names


CHECKS: Final[Mapping[str, Check]] = {
    "gb_move": gb_move,
    "gb_fire_check": gb_fire_check,
    "fire": fire,
    "gb_clashes": gb_clashes,
    "reserve_preview": reserve_preview,
    "reserve_options": reserve_options,
    "reserve_rows": reserve_rows,
    "reserve_policy": reserve_policy,
    "reserve_reach": reserve_reach,
    "reserve_state": reserve_state,
    "gb_place": gb_place,
    "gb_sectors": gb_sectors,
    "gb_reserve_losses": gb_reserve_losses,
    "gb_retreat": gb_retreat,
    "gb_flight": gb_flight,
    "gb_withdraw": gb_withdraw,
    "gb_end": gb_end,
    "general_battle": general_battle,
}
