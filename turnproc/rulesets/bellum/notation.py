"""Orders in the forum's notation: `2: Таврика -> Борисфен (атака антов)` (docs/rules/bellum.md, section 3).

All words stand in one table, as msgids: what is written in a language can be read with the same patterns. The Russian
translations are the forum's own words. Names are the short ones where a people has any. `notation_lines` reads what
is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.naming import Name
from turnproc.engine.wording import Wording
from turnproc.rulesets.bellum.orders import Assimilate, Attack, Claim, Crown, Hold, Meet, Move, Order, Retreat, Rule
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

# What stands on the line itself, by order.
LINES: Final[Mapping[str, str]] = {
    "move": N_("{persons}: {source} -> {target}"),
    "hold": N_("{persons}: {province}"),
    "assimilate": N_("Assimilation {province:in}"),
    "crown": N_("Kingship for {people:short.gen}"),
    "annex": N_("Annexation of {province:gen}"),
    "renounce": N_("Renunciation of {province:gen}"),
    "independence": N_("Independence {province:in}"),
    "subjugate": N_("Subjugation of {people:short.gen}"),
    "spare": N_("Mercy for {people:short.gen}"),
    "retreat": N_("Retreat from {province:gen}: {targets}"),
}
# What may stand after it in brackets; the people that acts (where it is not the speaker) comes before all others.
NOTES: Final[Mapping[str, str]] = {
    "attack": N_("attack on {peoples}"),
    "attack all": N_("attack on all"),
    "attack present": N_("attack on all present"),
    "meet newcomers": N_("meet newcomers"),
    "idle": N_("idle"),
}
# What is read like "attack" and never written: for those who stay it means the same.
MEET: Final = N_("meet {peoples}")
# Lines that are no orders: the turn may end early, and an empty list of orders (up to the colon is enough).
READY: Final = N_("Ready to end the turn")
NOTHING: Final = N_("No orders: all stay where they are.")
# Rows that begin with it are the speaker's words for the report.
QUOTE: Final = ">"


@dataclass(frozen=True, slots=True)
class Notation:
    """Writes orders in one language. `people` and `province` give the names."""

    wording: Wording
    people: Callable[[PeopleId], Name]
    province: Callable[[ProvinceId], Name]

    def with_ids(self) -> Notation:
        """The same with ids for names."""
        return Notation(self.wording, Name, Name)

    def heading(self, speaker: PeopleId) -> str:
        """Who gives the orders below."""
        return f"{self.wording.name(self.people(speaker), 'Short.nom')}:"

    def line(self, speaker: PeopleId, order: Order) -> str:
        """One order as a line."""
        acting = [] if order.of == speaker else [self.wording.name(self.people(order.of), "short.nom")]
        match order:
            case Move():
                line = self.wording.say(
                    LINES["move"],
                    persons=order.persons,
                    source=self.province(order.from_),
                    target=self.province(order.to),
                )
                return _with_notes(line, acting + self._attacking(order.attack, "attack all"))
            case Hold():
                line = self.wording.say(LINES["hold"], persons=order.persons, province=self.province(order.in_))
                stance = self._attacking(order.attack, "attack present") + self._meeting(order.meet)
                # For the speaker's own persons idleness goes without saying.
                return _with_notes(line, acting + (stance or [self.wording.say(NOTES["idle"])] * len(acting)))
            case Assimilate():
                line = self.wording.say(LINES["assimilate"], province=self.province(order.in_))
                return _with_notes(line, [self.wording.name(self.people(order.people), "short.nom"), *acting])
            case Crown():
                line = self.wording.say(LINES["crown"], people=self.people(order.tribe))
            case Rule():
                line = self.wording.say(LINES[order.verb], people=self.people(order.tribe))
            case Claim():
                line = self.wording.say(LINES[order.verb], province=self.province(order.province))
            case Retreat():
                targets = ", ".join(self.wording.name(self.province(target)) for target in order.to)
                line = self.wording.say(LINES["retreat"], province=self.province(order.province), targets=targets)
            case _:
                assert_never(order)
        return _with_notes(line, acting)

    def _attacking(self, attack: Attack, all_: str) -> list[str]:
        if attack is None:
            return []
        return [self.wording.say(NOTES[all_])] if attack == "all" else self._against(attack)

    def _meeting(self, meet: Meet) -> list[str]:
        if meet is None:
            return []
        return [self.wording.say(NOTES["meet newcomers"])] if meet == "newcomers" else self._against(meet)

    def _against(self, peoples: tuple[PeopleId, ...] | str) -> list[str]:
        names = ", ".join(self.wording.name(self.people(PeopleId(each)), "short.gen") for each in peoples)
        return [self.wording.say(NOTES["attack"], peoples=names)]


def _with_notes(line: str, notes: list[str]) -> str:
    return f"{line} ({', '.join(notes)})" if notes else line
