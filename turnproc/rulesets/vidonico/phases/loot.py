"""F-6 and F-7: what characters carry off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from turnproc.engine.naming import Name
from turnproc.engine.table import Table
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico import questions as q
from turnproc.rulesets.vidonico.battle import Memory
from turnproc.rulesets.vidonico.fates import Mark, amount_label, loot, loot_label, loot_mark
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.state import Character, called
from turnproc.rulesets.vidonico.tables import MOST_REROLLS, LootEntry
from turnproc.rulesets.vidonico.world import Terrain, World


@dataclass(frozen=True, slots=True, kw_only=True)
class Plunder:
    """What loot depends on (F-7); `holds_field`: the character's side does."""

    battle: str
    terrain: Terrain
    enemy_has_mounts: bool
    holds_field: bool

    def mark(self, item: str) -> Mark | None:
        """Why an item looks unreasonable."""
        return loot_mark(item, self.terrain, enemy_has_mounts=self.enemy_has_mounts, holds_field=self.holds_field)


def plunder(
    place: Plunder, character: Character, dice: Sequence[int], table: Table[World, Orders], memory: Memory
) -> Iterator[f.Fact]:
    """The loot rolls of a character, one for each entry of `dice`; the last result of each counts (F-7)."""
    sanity = table.world.settings.loot_sanity
    for n, count in enumerate(dice, 1):
        reroll = 0
        while True:
            label = loot_label(place.battle, character.id, n, reroll)
            roll = table.dice.roll(label, f"{count}d6")
            memory.looted.add(label)
            entry = loot(roll.total)
            mark = None if sanity == "off" else place.mark(entry.item)
            found = f.Loot(
                loot=character.id,
                rule="F-6",
                battle=place.battle,
                n=n,
                dice=roll.dice,
                total=roll.total,
                item=entry.item,
                reroll=reroll,
                mark=mark,
            )
            by_rule = sanity == "auto_reroll" and mark is not None and reroll < MOST_REROLLS
            if not by_rule and label not in memory.rerolls:
                yield _carried_off(found, entry, called(character), table)
                break
            yield replace(found, rule="F-7", rolled_again=True)
            reroll += 1


def _carried_off(found: f.Loot, entry: LootEntry, name: Name, table: Table[World, Orders]) -> f.Loot:
    """F-6: how much of it, and what a document says."""
    battle, character, n = found.battle, found.loot, found.n
    amount = entry.amount
    if isinstance(amount, str):
        amount = table.dice.roll(amount_label(battle, character, n, found.reroll), amount).total
    note = None
    if entry.item == "enemy_document":
        note = table.rulings.decide(q.document(battle, character, n, name))
    return replace(found, quantity=amount, unit=entry.unit, note=note)
