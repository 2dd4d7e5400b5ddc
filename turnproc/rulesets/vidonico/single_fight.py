"""A battle by itself, fought and told (docs/rules/vidonico.md, section 9.2): phase 3 alone, as in turn 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.account import Section
from turnproc.engine.battles import Battles
from turnproc.engine.phase import Outcome, Phase, Schedule
from turnproc.engine.ruleset import Words
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.battle import Memory, Plan
from turnproc.rulesets.vidonico.fight import fight
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.phases.close import close
from turnproc.rulesets.vidonico.single_battle import read_single
from turnproc.rulesets.vidonico.soldiers import contingent_data
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.telling import Turn
from turnproc.rulesets.vidonico.telling_odds import odds
from turnproc.rulesets.vidonico.unasked import REROLL, reads_rerolls
from turnproc.rulesets.vidonico.view import view
from turnproc.rulesets.vidonico.world import World

HEADING: Final = N_("Battle {battle}")
STRENGTH: Final = N_("Strength")
TACTICS: Final = N_("Tactics")
LOSSES: Final = N_("Losses")
AFTER: Final = N_("After the battle:")
DICE: Final = N_("All dice")
RULINGS: Final = N_("The game master ruled")
DEFAULTS: Final = N_("The rules decided, since nobody ruled")
NO_BATTLE: Final = N_("No battle")
TOTAL: Final = N_("{side}: {total}")
COUNTS: Final = {
    "count": N_("Soldiers"),
    "dead": N_("Dead"),
    "wounded": N_("Wounded"),
    "captured": N_("Captured"),
    "missing": N_("Missing"),
    "unhurt": N_("Unhurt"),
}


def schedule(state: State, table: Table[World, Orders]) -> Schedule[f.Fact]:
    """The one battle on the table; what stands before and after it in a turn does not exist here."""
    (event,) = table.events
    rerolls = table.rulings.override(REROLL, reads_rerolls)
    memory = Memory(table.turn, rerolls=() if rerolls is None else rerolls.labels)
    if (yield from fight(Plan.of(event.data, event.pointer), state, table, memory)):
        yield Phase("close", partial(_loose_ends, table, memory))


def _loose_ends(table: Table[World, Orders], memory: Memory) -> Outcome[f.Fact]:
    """Rulings that nothing asked for are told as in a turn, which goes on here."""
    return Outcome((), close(table, memory).findings)


def view_of_battle(record: Turn, words: Words) -> dict[str, Any]:
    """What the page about it says: the same as a week's report says of a battle, and all dice."""
    whole = view(record, words)
    found = {key: whole[key] for key in ("encounters", "dice", "rulings", "defaults")}
    # Here no day of the week means anything.
    title = words.text(HEADING).format(battle=record.table.events[0].data["battle"])
    return found | {"battles": [{**battle, "heading": title} for battle in whole["battles"]]}


def told(record: Turn, words: Words) -> tuple[Section, ...]:
    """The same for a terminal."""
    return tuple(_sections(view_of_battle(record, words), words))


def _sections(found: dict[str, Any], words: Words) -> Iterator[Section]:
    if found["encounters"]:
        yield Section(words.text(NO_BATTLE), tuple(found["encounters"]))
    for battle in found["battles"]:
        yield from _battle(battle, words)
    for heading, key in ((RULINGS, "rulings"), (DEFAULTS, "defaults")):
        if found[key]:
            yield Section(words.text(heading), tuple(found[key]))
    if found["dice"]:
        yield Section(words.text(DICE), tuple(each["line"] for each in found["dice"]))


def _battle(battle: dict[str, Any], words: Words) -> Iterator[Section]:
    yield Section(battle["conditions"], (battle["story"],))
    strength: list[str] = []
    for side in battle["strengths"]:
        strength.append(words.text(TOTAL).format(side=side["side"], total=side["total"]))
        rows = [[str(each[key]) for key in ("contingent", "count", "how", "subtotal")] for each in side["rows"]]
        strength += [f"  {line}" for line in columns(rows, "<><>")]
    yield Section(words.text(STRENGTH), tuple([*strength, *([battle["ratio"]] if battle["ratio"] else [])]))
    if battle["tactics"]:
        yield Section(words.text(TACTICS), tuple([*([battle["odds"]] if battle["odds"] else []), *battle["tactics"]]))
    yield Section(battle["outcome"], (battle["pursuit"],) if battle["pursuit"] else ())
    if battle["losses"]:
        yield Section(words.text(LOSSES), tuple(_losses(battle["losses"], words)))
    for character in battle["characters"]:
        yield Section(character["name"], tuple(character["lines"]))
    if battle["after"]:
        yield Section(words.text(AFTER).rstrip(":"), tuple(battle["after"]))


def _losses(sides: Sequence[dict[str, Any]], words: Words) -> Iterator[str]:
    rows = [["", *(words.text(each) for each in COUNTS.values())]]
    for side in sides:
        rows.append([side["side"], *(str(side[key]) for key in COUNTS)])
        rows += [[f"  {each['contingent']}", *(str(each[key]) for key in COUNTS)] for each in side["contingents"]]
    yield from columns(rows, "<" + len(COUNTS) * ">")
    yield from (side["note"] for side in sides if side["note"])


def columns(rows: Sequence[Sequence[str]], alignment: str) -> Iterator[str]:
    """Cells below each other; a column is aligned to the left (`<`) or to the right (`>`)."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if side == "<" else cell.rjust(width)
            for cell, width, side in zip(row, widths, alignment, strict=True)
        )
        yield "  ".join(cells).rstrip()


def figures(record: Turn) -> dict[str, Any]:
    """The contingents of both sides after the battle, as state files have them."""
    armies = record.after.armies
    return {"after": {army: [contingent_data(each, ()) for each in armies[army].contingents] for army in armies}}


BATTLES: Final[Battles[World, State, Orders, f.Fact]] = Battles(
    read=read_single, schedule=schedule, odds=odds, view=view_of_battle, told=told, figures=figures
)
