"""What the cases of barkhany give, made into what the rules take: settings, units, sides, a small state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from turnproc.rulesets.barkhany.battle import Decision, Says, Weighed
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.exact import read_exact, write_exact
from turnproc.rulesets.barkhany.names import over_five_id
from turnproc.rulesets.barkhany.state import Commander, Detachment, Faction, Relation, State, Unit
from turnproc.rulesets.barkhany.strength import Fielded, Strengths
from turnproc.rulesets.barkhany.world import LossRow, Settings, Step, Walls

Given = Mapping[str, Any]

TABLES = frozenset({"strength_table", "cavalry_table", "shooter_table"})
EXACT = frozenset({"arm_min_share_pct", "general_morale_pct", "reequip_penalty_pct", "loot_rate_pct"})


def settings_of(given: Given) -> Settings:
    """The house rules of a case; those that it does not name are at their defaults."""
    return Settings(**{key: _setting(key, value) for key, value in (given.get("settings") or {}).items()})


def _setting(key: str, value: Any) -> Any:
    if key in TABLES:
        return tuple(Step(read_exact(ratio), modifier) for ratio, modifier in value)
    if key == "loss_table":
        return tuple(LossRow(most, read_exact(winner), read_exact(loser), name) for most, winner, loser, name in value)
    if key == "fortifications":
        return {"none": Walls(Fraction(0), Fraction(0))} | {
            name: Walls(read_exact(plain), read_exact(besieged)) for name, (plain, besieged) in value.items()
        }
    return read_exact(value) if key in EXACT else value


def unit_of(data: Given, id_: str = "u") -> Unit:
    """A unit of a case."""
    numbers: dict[str, Any] = {key: read_exact(data[key]) for key in ("condition_pct", "penalty_pct") if key in data}
    return Unit(id=data.get("id", id_), type=data["type"], men=data.get("men", 0), **numbers)


def units_of(rows: Iterable[Given]) -> tuple[Unit, ...]:
    """Units of a case; those without an id are numbered."""
    return tuple(unit_of(row, f"u{at}") for at, row in enumerate(rows, 1))


def side_of(data: Given, id_: str, *, is_inside: bool = False) -> tuple[Fielded, ...]:
    """A side of a case as it goes into a battle: its detachments, or one with what is said of the side."""
    return tuple(_fielded(each, id_, is_inside=is_inside) for each in data.get("detachments", [data]))


def _fielded(data: Given, id_: str, *, is_inside: bool) -> Fielded:
    return Fielded(
        detachment=data.get("id", id_),
        units=units_of(data["units"]),
        morale_pct=read_exact(data.get("morale_pct", 0)),
        march_pct=read_exact(data.get("march_penalty_pct", 0)),
        is_inside=data.get("inside", is_inside),
    )


def strengths_of(data: Given) -> Strengths:
    """A side of a case whose strengths are given; a total alone is without walls."""
    total = read_exact(data["total"])
    return Strengths(
        total=total,
        unwalled=read_exact(data.get("unwalled", data["total"])),
        cavalry=read_exact(data.get("cavalry", 0)),
        shooters=read_exact(data.get("shooters", 0)),
    )


def shown_strengths(found: Strengths) -> dict[str, Any]:
    """As cases have them: texts, also where they are whole."""
    named = {"total": found.total, "unwalled": found.unwalled, "cavalry": found.cavalry, "shooters": found.shooters}
    return {name: str(write_exact(value)) for name, value in named.items()}


def shown_weighed(weighed: Weighed, says: Says) -> dict[str, Any]:
    """What is known before the dice, and what is asked."""
    found: dict[str, Any] = {"walkover": weighed.kind == "walkover", "dice": weighed.kind == "fight"}
    found |= {"attacker": shown_strengths(weighed.strengths.attacker)}
    found |= {"defender": shown_strengths(weighed.strengths.defender)}
    for role, side in zip(("attacker", "defender"), weighed.modifiers, strict=True):
        found[f"mods_{role}"] = asdict(side)
    apart = weighed.superiority
    if weighed.kind == "fight" and apart.is_beyond and apart.stronger is not None:
        ruled = says.over_five.of(apart.stronger) is not None
        name = over_five_id("<battle>", apart.stronger)
        found["question_defaulted"] = name if weighed.unruled is None and not ruled else None
        found |= {"question": name, "default": None} if weighed.unruled else {}
    return found


def shown_decision(decision: Decision) -> dict[str, Any]:
    """How a battle ended."""
    totals: Both[int | None] = decision.totals or Both(None, None)
    return {
        "total_attacker": totals.attacker,
        "total_defender": totals.defender,
        "difference": decision.difference,
        "row": decision.row,
        "counts_as": decision.counts_as,
        "winner": decision.winner or "none",
        "attacker_loss_pct": write_exact(decision.loss_pct.attacker),
        "defender_loss_pct": write_exact(decision.loss_pct.defender),
        "outcome": decision.outcome,
        "capped": decision.capped,
        "overridden": decision.is_overridden,
    }


def state_of(
    factions: Iterable[str],
    relations: Mapping[tuple[str, str], Relation],
    detachments: Iterable[Detachment] = (),
    **others: Any,
) -> State:
    """A small state in which each faction has a commander of its own name."""
    named = list(factions)
    return State(
        turn=3,
        day=3,
        factions={each: Faction(id=each, name=each) for each in named},
        commanders={each: Commander(id=each, faction=each) for each in named},
        relations={(min(pair), max(pair)): relation for pair, relation in relations.items()},
        detachments={each.id: each for each in detachments},
        **others,
    )
