"""What can be said of a battle event before its week (docs/rules/vidonico.md, sections 3.3 and 3.4, A-5).

Who can be where when the battle's turn comes is judged then (A-6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from turnproc.engine.finding import Finding
from turnproc.rulesets.vidonico.coming import Coming
from turnproc.rulesets.vidonico.questions import RESERVED

STEPS: Final = (12, 16, 24, 32)
FEW: Final = 20


def check_battle(battle: Mapping[str, Any], coming: Coming, pointer: str) -> Iterator[Finding]:
    """The findings about one battle, whose data are as `reading_events` has them; its id is taken from now on."""
    known = coming.known
    id_ = battle["battle"]
    if id_ in coming.battles:
        yield Finding("gm", f"{pointer}/battle", "E-BATTLE-ID", {"id": id_})
    coming.battles.add(id_)
    one, other = battle["sides"]
    if one["id"] == other["id"]:
        yield Finding("gm", f"{pointer}/sides/1/id", "E-SIDES", {"id": id_, "side": one["id"]})
    yield from _armies(battle, coming, pointer)
    for number, side in enumerate(battle["sides"]):
        if side["id"] == RESERVED["side"]:
            yield Finding("gm", f"{pointer}/sides/{number}/id", "V-1/reserved", {"id": side["id"]})
        yield from _commander(side, coming, f"{pointer}/sides/{number}/commander")
        yield from _few(side, coming, f"{pointer}/sides/{number}")
    if battle.get("difficulty", STEPS[0]) not in STEPS:
        yield Finding("gm", f"{pointer}/difficulty", "W-DIFFICULTY", {"n": battle["difficulty"]})
    for character in coming.characters_in([*one["armies"], *other["armies"]]):
        if character.pc and character.role != "absent" and not character.weapon_skills:
            yield Finding("gm", pointer, "W-NOSKILL", {"character": known.name("character", character.id)})


def _armies(battle: Mapping[str, Any], coming: Coming, pointer: str) -> Iterator[Finding]:
    id_ = battle["battle"]
    seen: set[str] = set()
    for number, side in enumerate(battle["sides"]):
        for at, army in enumerate(side["armies"]):
            if army in seen:
                names = {"army": coming.name_of_army(army), "id": id_}
                yield Finding("gm", f"{pointer}/sides/{number}/armies/{at}", "E-BOTH-SIDES", names)
            seen.add(army)
    for at, army in enumerate(battle["arrivals"]):
        if army not in seen:
            names = {"army": coming.name_of_army(army), "id": id_}
            yield Finding("gm", f"{pointer}/arrivals/{at}", "E-ARRIVAL", names)
    one, other = (side["armies"] for side in battle["sides"])
    for a, b in product(one, other):
        factions = coming.faction_of(a), coming.faction_of(b)
        if a == b or factions[0] is None or factions[1] is None:
            continue
        if coming.known.world.are_allied(factions[0], factions[1]):
            both = {"a": coming.name_of_army(a), "b": coming.name_of_army(b)}
            yield Finding("gm", f"{pointer}/sides/1/armies/{other.index(b)}", "E-NOT-HOSTILE", both)


def _commander(side: Mapping[str, Any], coming: Coming, pointer: str) -> Iterator[Finding]:
    """E-COMMANDER, where no order of this week can help: the dead, captives, and people of others."""
    commander = coming.known.state.characters.get(side.get("commander") or "")
    if commander is None:
        return
    factions = [coming.faction_of(army) for army in side["armies"]]
    is_foreign = None not in factions and commander.faction not in factions and commander.army not in side["armies"]
    if commander.status != "active" or is_foreign:
        names = {"character": coming.known.name("character", commander.id), "side": side["id"]}
        yield Finding("gm", pointer, "E-COMMANDER", names)


def _few(side: Mapping[str, Any], coming: Coming, pointer: str) -> Iterator[Finding]:
    """W-SMALL, as far as the armies are known."""
    fit = [number for army in side["armies"] if (number := coming.fit(army)) is not None]
    if len(fit) == len(side["armies"]) and 0 < sum(fit) < FEW:
        yield Finding("gm", pointer, "W-SMALL", {"side": side["id"], "n": sum(fit)})
