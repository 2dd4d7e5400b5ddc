"""The checks of vidonico's cases that play: `turn`, a week of a campaign laid out as files, `battle`, one by itself.

What comes out has the fields that the head of vidonico/cases.yaml names, and `facts` and `findings` as for bellum.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.rules.vectors import Case, Check, Happened, read_cases
from tests.rules.vidonico_campaigns import Given, lay_out, lay_out_turn, patched, world
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.actions.play import play
from turnproc.engine.dice import Dice
from turnproc.engine.facts import fact_data
from turnproc.engine.finding import Finding
from turnproc.engine.resolve import steps
from turnproc.engine.rulings import Rulings
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.facts import Fact
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.single_battle import read_single
from turnproc.rulesets.vidonico.single_fight import schedule as fought_alone
from turnproc.rulesets.vidonico.state import Army, Character, Faction, State, copy_state
from turnproc.rulesets.vidonico.world import World

FOLDER = Path(__file__).parent / "vidonico"


@cache
def _cases() -> Mapping[str, Case]:
    return {case.id: case for case in read_cases(FOLDER)}


def turn(given: Mapping[str, Any]) -> Happened:
    """Play the week of a case."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        number = _lay_out(root, given)
        documents = Documents(root)
        game = open_game(documents, number)
        found: dict[str, Any] = {"facts": []}
        if game is not None and game.before is not None and not game.other_errors():
            found |= _played(game)
        found["findings"] = _findings(documents)
        errors = [each.code for each in documents.problems if each.is_error]
        found["fails"] = errors[0] if errors else None
    return Happened(found)


def _lay_out(root: Path, given: Given) -> int:
    """Write the files of a case, and play the week that it comes after; gives the number of its turn."""
    if "after" not in given:
        there = patched(world(given["world"]), given.get("patch") or {})
        return lay_out(root, there, given.get("orders"), given.get("gm"))
    number = _lay_out(root, _cases()[given["after"]].given)
    game = open_game(Documents(root), number)
    assert game is not None
    played = play(game, render=False)
    assert played.resolution.stands, given["after"]
    for name, text in played.files.items():
        (root / name).write_bytes(text)
    lay_out_turn(root, number + 1, given.get("orders"), given.get("gm"))
    return number + 1


def _played(game: Game) -> dict[str, Any]:
    played = play(game, render=False)
    resolution = played.resolution
    facts = [fact for phase in resolution.phases for fact in phase.facts]
    found = _told(facts) | {
        "open": [asked.question.id for asked in resolution.open],
        "asked": {asked.question.id: asked.shown for asked in resolution.asked},
        "rolled": [roll.label for roll in resolution.rolls],
        "phases": [phase.name for phase in resolution.phases],
    }
    return found | (_state(resolution.after, facts) if resolution.stands else {})


def _told(facts: Iterable[Fact]) -> dict[str, Any]:
    """What the facts tell."""
    facts = list(facts)
    return {
        "facts": [fact_data(fact) for fact in facts],
        "battles": _battles(facts),
        "warnings": [fact.warning for fact in facts if isinstance(fact, f.Warned)],
        "no_battle": [fact.no_battle for fact in facts if isinstance(fact, f.NoBattle)],
        "disposed": [
            [fact.army, fact.prisoners_disposed, fact.fate, fact.count, fact.why]
            for fact in facts
            if isinstance(fact, f.PrisonersDisposed)
        ],
    }


def _battles(facts: Iterable[Fact]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for fact in facts:
        match fact:
            case f.BattleStarted():
                found[fact.battle_started] = {
                    "strength": {},
                    "result": {},
                    "success": {},
                    "losses": {},
                    "commander": {},
                }
                found[fact.battle_started]["commander"] = {side.id: side.commander for side in fact.sides}
            case f.Strength():
                found[fact.battle]["strength"][fact.strength] = fact.total
            case f.Ratio():
                found[fact.battle] |= {"ratio": fact.ratio, "stronger": fact.stronger}
            case f.TacticsRoll():
                found[fact.battle]["result"][fact.tactics_roll] = fact.result
                found[fact.battle]["success"][fact.tactics_roll] = fact.success
            case f.OutcomeReached():
                reached = {"code": fact.outcome, "holder": fact.holder, "rows": dict(fact.rows), "pursued": False}
                found[fact.battle] |= reached
            case f.Pursuit():
                found[fact.battle]["pursued"] = fact.happened
            case f.Walkover():
                found[fact.battle] |= {"walkover": True, "holder": fact.walkover}
            case f.Losses():
                found[fact.battle]["losses"][fact.losses] = {
                    key: getattr(fact, key) for key in ("dead", "wounded", "captured", "missing", "unhurt")
                }
            case _:
                pass
    return found


def _state(after: State, facts: Iterable[Fact]) -> dict[str, Any]:
    """What is true after the week."""
    characters = {id_: _character(each) for id_, each in after.characters.items()}
    for fact in facts:
        match fact:
            case f.Fate():
                characters[fact.fate] |= {"tk": str(fact.tk), "row": fact.row}
            case f.Loot() if not fact.rolled_again:
                characters[fact.loot]["loot"].append(fact.item)
            case _:
                pass
    return {
        "armies": {id_: _army(each, after) for id_, each in after.armies.items()},
        "factions": {id_: _faction(each) for id_, each in after.factions.items()},
        "characters": characters,
        "next_turn": after.turn + 1,
    }


def _army(army: Army, after: State) -> dict[str, Any]:
    return {
        "faction": army.faction,
        "region": army.region,
        "previous_region": army.previous_region,
        "leader": army.leader,
        "stance": army.stance,
        "pursue": army.pursue,
        "prisoner_policy": army.prisoner_policy,
        "hungry": army.hungry,
        "exhausted": army.exhausted,
        "immobile_until": army.immobile_until,
        "withdrawn_from": list(army.withdrawn_from),
        "contingents": {
            each.id: {
                "species": each.species,
                "quality": each.quality,
                "mount": each.mount,
                "formation": each.formation,
                "barbarian": each.barbarian,
                "firearms": each.firearms,
                "count": each.count,
                "wounded": each.wounded_count,
            }
            for each in army.contingents
        },
        "prisoners": {group.id: group.count for group in army.prisoners},
        "captives": [each.id for each in after.captives_of(army.id)],
    }


def _faction(faction: Faction) -> dict[str, Any]:
    return {
        "dead": faction.dead,
        "enslaved": faction.enslaved,
        "executed": faction.executed,
        "missing": sum(each.count for each in faction.missing),
        "stragglers": {
            each.id: {"count": each.count, "region": each.region, "quality": each.kind.quality}
            for each in faction.stragglers
        },
    }


def _character(character: Character) -> dict[str, Any]:
    return {
        "status": character.status,
        "captor": character.captor,
        "army": character.army,
        "contingent": character.contingent,
        "region": character.region,
        "role": character.role,
        "mounted": character.mounted,
        "injuries": [each.points for each in character.injuries],
        "carries": [each.item for each in character.loot],
        "loot": [],
    }


def _findings(documents: Documents) -> dict[str, Any]:
    """The problems by source, each with its code."""
    found: dict[str, Any] = {}
    for problem in documents.problems:
        names = [problem.code] if problem.rule is None else [problem.code, problem.rule]
        found.setdefault(Path(problem.place.file).stem, []).append(names)
    return found


def battle(given: Mapping[str, Any]) -> Happened:
    """Fight the battle of a file by itself."""
    read = read_single(given)
    assert read.value is not None, read.findings
    single = read.value
    table: Table[World, Orders] = Table(
        turn=0,
        world=single.world,
        orders={},
        events=(single.event,),
        rulings=Rulings(given.get("rulings")),
        dice=Dice(None, given.get("dice"), totals=True),
    )
    after = copy_state(single.before)
    facts: list[Fact] = []
    findings: list[Finding] = []
    for _, outcome in steps(fought_alone(after, table), after, apply):
        facts += outcome.facts
        findings += outcome.findings
    findings += [*table.rulings.findings(finished=True), *table.dice.findings(finished=True)]
    found = _told(facts)
    return Happened(
        found | found["battles"].get(given["battle"]["id"], {}) | {"findings": [each.message for each in findings]}
    )


CHECKS: Mapping[str, Check] = {"turn": turn, "battle": battle}
