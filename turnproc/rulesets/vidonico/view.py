"""A turn of vidonico as plain data for templates: every decision and every number of the report is made here.

`view` goes once through the journal's facts and hands each to the part of the report that tells of it; the parts are
the modules `view_…` beside this one. The sections are those of docs/rules/vidonico.md, section 8.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.blank import blank_orders
from turnproc.rulesets.vidonico.telling import Telling, Turn, paragraphs
from turnproc.rulesets.vidonico.view_after import Aftermath, aftermath_words
from turnproc.rulesets.vidonico.view_annex import answers, dice_rows
from turnproc.rulesets.vidonico.view_armies import (
    convalescence,
    held_lines,
    table_of_armies,
    table_of_characters,
    table_of_factions,
)
from turnproc.rulesets.vidonico.view_battles import Battles
from turnproc.rulesets.vidonico.view_events import event_entry, raised_words
from turnproc.rulesets.vidonico.view_marches import march_words, ordered_words
from turnproc.rulesets.vidonico.view_silence import Silence
from turnproc.rulesets.vidonico.view_words import STANCE

QUIET: Final = N_("A quiet week: nobody fought.")
FOUGHT: Final = NN_("One battle was fought.", "{n} battles were fought.")
DIED: Final = NN_(
    "{n} soldier died, and {captured} were taken prisoner.", "{n} soldiers died, and {captured} were taken prisoner."
)
OPEN: Final = NN_(
    "For the game master: {n} question was answered by the rules, since nobody ruled.",
    "For the game master: {n} questions were answered by the rules, since nobody ruled.",
)


def view(record: Turn, words: Words) -> dict[str, Any]:
    """What the report of a turn says, section by section: dicts, lists, texts and numbers."""
    telling = Telling(record, words)
    story = Story(telling)
    for phase in record.journal.phases:
        for fact in phase.facts:
            story.tell(phase.name, fact)
    turn = record.journal.turn
    return {
        "turn": turn,
        "title": telling.say(N_("Results of week {turn}"), turn=turn),
        "summary": summary(telling),
        "chronicle": paragraphs(record.table.chronicle),
        "events": story.events,
        "messages": messages(telling),
        "silence": story.silence.lines(),
        "marches": story.marches,
        "encounters": story.encounters,
        "instructions": story.instructions,
        "battles": list(story.battles.in_order()),
        "prisoners": story.prisoners,
        "held": list(held_lines(telling)),
        "convalescence": list(convalescence(telling)),
        "armies": list(table_of_armies(telling)),
        "characters": list(table_of_characters(telling)),
        "factions": list(table_of_factions(telling)),
        "dice": list(dice_rows(telling)),
        "rulings": list(answers(telling, record.journal.rulings)),
        "defaults": list(answers(telling, record.journal.defaults)),
        "next_turn": telling.say(N_("Orders for week {turn}"), turn=turn + 1),
        "blanks": list(blanks(telling)),
    }


def summary(telling: Telling) -> list[str]:
    """The week in a few lines: how many battles and losses, and what the game master should look at."""
    fought = sum(isinstance(fact, f.BattleStarted) for fact in telling.facts)
    lines = [telling.count(FOUGHT, fought) if fought else telling.say(QUIET)]
    losses = [fact for fact in telling.facts if isinstance(fact, f.Losses)]
    if losses:
        captured = sum(fact.captured for fact in losses if not fact.no_captor)
        lines.append(telling.count(DIED, sum(fact.dead for fact in losses), captured=captured))
    if defaults := len(telling.record.journal.defaults):
        lines.append(telling.count(OPEN, defaults))
    return lines


def blanks(telling: Telling) -> Iterator[dict[str, str]]:
    """An orders file to begin with for every faction that somebody plays. Characters need not send anything."""
    world, after = telling.world, telling.record.after
    turn, words = telling.record.journal.turn + 1, telling.wording.words
    for faction in after.factions.values():
        if faction.player or world.players.get(faction.id):
            text = blank_orders(world, after, faction.id, turn, words).rstrip("\n")
            yield {"speaker": telling.wording.name(telling.faction(faction.id), "Nom"), "text": text}


def messages(telling: Telling) -> list[dict[str, Any]]:
    """What the players said in public. Plans are for the game master alone and stand nowhere in a report."""
    return [
        {
            "speaker": telling.wording.name(telling.speaker(speaker), "Nom"),
            "text": paragraphs(orders.message),
        }
        for speaker, orders in telling.record.table.orders.items()
        if orders.message.strip()
    ]


class Story:
    """Hands every fact to the part of the report that tells of it."""

    def __init__(self, telling: Telling) -> None:
        """Open the parts."""
        self.telling = telling
        self.battles = Battles(telling)
        self.silence = Silence(telling)
        self.events: list[dict[str, Any]] = []
        self.marches: list[dict[str, str]] = []
        self.encounters: list[str] = []
        self.instructions: list[str] = []
        self.prisoners: list[str] = []

    def tell(self, phase: str, fact: f.Fact) -> None:
        """Tell of a fact. That the week is over goes without saying; who recovered is counted by army."""
        match fact:
            case f.NoOrders() | f.Rejected() | f.Struck():
                self.silence.note(fact)
            case f.CharacterSet(rule="A-1"):
                # The order that it follows tells it.
                pass
            case f.Reinforced() | f.Removed() | f.ConditionSet() | f.CharacterSet() | f.Noted():
                self.events.append(event_entry(self.telling, fact))
            case f.Raised():
                self._raised(fact)
            case f.Moved():
                self._moved(fact)
            case f.Ordered():
                # Those who went to another army have facts of their own.
                if fact.ordered not in ("transfer", "rejoin"):
                    self.instructions.append(ordered_words(self.telling, fact.data))
            case f.Transferred() | f.Rejoined():
                self.instructions.append(march_words(self.telling, fact))
            case f.Encounter() | f.NoBattle():
                self.encounters.append(march_words(self.telling, fact))
            case f.TurnClosed() | f.Recovered():
                pass
            case (
                f.BattleStarted()
                | f.Strength()
                | f.Ratio()
                | f.TacticsRoll()
                | f.OutcomeReached()
                | f.Pursuit()
                | f.Losses()
                | f.LossesShared()
                | f.Walkover()
            ):
                self.battles.course(battle_of(phase), fact)
            case f.Fate() | f.Injury() | f.Loot() | f.Rescued() | f.Captured() | f.Killed():
                self._personal(phase, fact)
            case (
                f.PrisonersTaken()
                | f.DisorderedBy()
                | f.LeaderLost()
                | f.Withdrew()
                | f.HeldPrisoners()
                | f.PrisonersPassed()
                | f.PrisonersDisposed()
                | f.CaptiveDisposed()
                | f.StragglersPlaced()
                | f.Warned()
            ):
                self._after(phase, fact)
            case _:
                assert_never(fact)

    def _raised(self, fact: f.Raised) -> None:
        if fact.rule == "A-1":
            self.instructions.append(raised_words(self.telling, fact))
        else:
            self.events.append(event_entry(self.telling, fact))

    def _moved(self, fact: f.Moved) -> None:
        if fact.why == "event":
            self.events.append(event_entry(self.telling, fact))
        else:
            self.marches.append(self._march(fact))

    def _march(self, fact: f.Moved) -> dict[str, str]:
        tell, army = self.telling, self.telling.armies.get(fact.moved)
        return {
            "army": tell.wording.name(tell.army(fact.moved), "Nom"),
            "from": tell.wording.name(tell.region(fact.from_), "Nom"),
            "to": tell.wording.name(tell.region(fact.to), "Nom"),
            "stance": "" if army is None else tell.word(STANCE[army.stance]),
            "line": march_words(tell, fact),
        }

    def _personal(self, phase: str, fact: f.Fate | f.Injury | f.Loot | f.Rescued | f.Captured | f.Killed) -> None:
        match fact:
            case f.Killed(why="order"):
                # Told by what was done with the captive.
                pass
            case f.Captured(why="taken"):
                self.battles.after(battle_of(phase), fact)
            case f.Fate(fate=who) | f.Injury(injury=who) | f.Loot(loot=who):
                self.battles.of_character(battle_of(phase), who, fact)
            case f.Rescued(rescued=who) | f.Captured(captured=who) | f.Killed(killed=who):
                self.battles.of_character(battle_of(phase), who, fact)

    def _after(self, phase: str, fact: Aftermath) -> None:
        if phase.startswith("battle/"):
            self.battles.after(battle_of(phase), fact)
            return
        match fact:
            case f.StragglersPlaced(why="event"):
                self.events.append(event_entry(self.telling, fact))
            case f.LeaderLost() if self.events and not phase.startswith("movement"):
                self.events[-1]["effects"].append(aftermath_words(self.telling, fact))
            case f.LeaderLost():
                self.instructions.append(aftermath_words(self.telling, fact))
            case f.Warned(warning=code) if code.startswith(("W-TWICE", "W-LAPSED")):
                self.instructions.append(aftermath_words(self.telling, fact))
            case _:
                self.prisoners.append(aftermath_words(self.telling, fact))


def battle_of(phase: str) -> str:
    """The battle that a step belongs to: `battle/raid-1/muster`."""
    return phase.split("/")[1]
