"""Where everybody is while one speaker's orders are tried out: the rules of A-1 in small, for section 3.4.

It changes as the orders take effect one after the other, and knows nothing of other speakers' orders.
"""

from __future__ import annotations

from dataclasses import replace

from turnproc.rulesets.vidonico.known import Known
from turnproc.rulesets.vidonico.orders import Transfer
from turnproc.rulesets.vidonico.state import MOST_CONTINGENTS, Character


class Muster:
    """Armies and characters as orders have left them so far."""

    def __init__(self, known: Known, faction: str) -> None:
        """Begin with the state at the start of the turn, after its `start` events."""
        self.known = known
        self.faction = faction
        armies = known.state.armies
        self.region: dict[str, str | None] = {army: entry.region for army, entry in armies.items()}
        self.fit = {army: {each.id: each.count for each in entry.contingents} for army, entry in armies.items()}
        # Parts of contingents and stragglers come under ids that nobody knows beforehand; they need room all the same.
        self.unnamed = dict.fromkeys(armies, 0)
        self.characters: dict[str, Character] = dict(known.state.characters)

    def has(self, army: str) -> bool:
        """Is there such an army, or has an order made one?"""
        return army in self.fit

    def raise_army(self, army: str, region: str | None) -> None:
        """A-1: a transfer to a new id makes an army."""
        self.region[army] = region
        self.fit[army] = {}
        self.unnamed[army] = 0

    def is_full(self, army: str) -> bool:
        """Has it as many contingents as an army can have (2.3)?"""
        return len(self.fit[army]) + self.unnamed[army] >= MOST_CONTINGENTS

    def army_of(self, contingent: str) -> str | None:
        """The army in which a contingent is now."""
        return next((army for army, there in self.fit.items() if contingent in there), None)

    def transfer(self, order: Transfer, count: int) -> None:
        """A-1: a whole contingent takes its characters along, a part comes under a new id."""
        there = self.fit[order.from_]
        if count == there[order.contingent]:
            self.fit[order.to][order.contingent] = there.pop(order.contingent)
            for id_, character in self.characters.items():
                if character.contingent == order.contingent:
                    self.characters[id_] = replace(character, army=order.to)
        else:
            there[order.contingent] -= count
            self.unnamed[order.to] += 1

    def place_of(self, character: Character) -> str | None:
        """The region in which a character is."""
        return character.region if character.army is None else self.region[character.army]

    def join(self, who: str, army: str | None, contingent: str | None) -> None:
        """A-1: his contingent becomes null unless it is named."""
        self.characters[who] = replace(
            self.characters[who], army=army, contingent=contingent, region=None if army else self.characters[who].region
        )

    def are_together(self, one: str | None, other: str | None) -> bool:
        """Is it the same region?"""
        return self.known.are_together(one, other)
