"""The checks of orders (docs/rules/vidonico.md, section 3.4): tried out in the order in which they take effect.

First A-1 by its verbs (here), then what is ordered about prisoners and ways (`checks_of_ways`). An army that could not
be made is told once, where it should have been made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.vidonico.checks_of_ways import check_prisoners, check_ways
from turnproc.rulesets.vidonico.known import Known
from turnproc.rulesets.vidonico.muster import Muster
from turnproc.rulesets.vidonico.orders import (
    CharacterOrder,
    Formation,
    Leader,
    Move,
    Order,
    Plan,
    Rejoin,
    Transfer,
)
from turnproc.rulesets.vidonico.questions import RESERVED
from turnproc.rulesets.vidonico.state import MOST_CONTINGENTS, Character
from turnproc.rulesets.vidonico.strength import terrain_value
from turnproc.rulesets.vidonico.world import Terrain
from turnproc.source.pointer import join

OneKind = TypeVar("OneKind", bound=Order)

# With an order that could not be read these would find what is not there.
NEED_ALL_ORDERS: Final = frozenset(
    (
        "E-ELSEWHERE/transfer",
        "E-JOIN/elsewhere",
        "E-JOIN/no-army",
        "E-JOIN/other-army",
        "E-LEADER/elsewhere",
        "E-NOT-ADJACENT/retreat",
        "E-NOT-YOURS/himself",
        "E-RETREAT-HERE",
    )
)


def check(
    orders: Sequence[Order], known: Known, file: OrdersFile, faction: str, *, complete: bool
) -> Iterator[Finding]:
    """Run all checks over the orders that count; `complete` tells whether every order of the file could be read."""
    for finding in _Trial(orders, known, file, faction).findings():
        if complete or finding.message not in NEED_ALL_ORDERS:
            yield finding


class _Trial:
    """One file's orders, tried out on a muster."""

    def __init__(self, orders: Sequence[Order], known: Known, file: OrdersFile, faction: str) -> None:
        self.orders = orders
        self.known = known
        self.file = file
        self.muster = Muster(known, faction)

    def findings(self) -> Iterator[Finding]:
        for rejoin in sorted(self._all(Rejoin), key=lambda each: each.stragglers):
            yield from self._rejoin(rejoin)
        yield from self._too_many_go()
        for transfer in sorted(self._all(Transfer), key=lambda each: (each.contingent, each.to)):
            yield from self._transfer(transfer)
        for character in sorted(self._all(CharacterOrder), key=lambda each: each.character):
            yield from self._character(character)
        for leader in sorted(self._all(Leader), key=lambda each: each.army):
            yield from self._leader(leader)
        for plan in self._all(Plan):
            yield from self._plan(plan)
        for formation in self._all(Formation):
            yield from self._formation(formation)
        yield from check_prisoners(self.orders, self.known, self.file)
        yield from check_ways(self.orders, self.muster, self.file)

    def _all(self, kind: type[OneKind]) -> list[OneKind]:
        return [order for order in self.orders if isinstance(order, kind)]

    def _at(self, order: Order, key: str, message: str, params: Mapping[str, Param]) -> Finding:
        return Finding(self.file.source, f"{self.file.pointer}{join([order.at, key])}", message, params)

    def _army(self, army: str) -> Name:
        return self.known.name("army", army)

    def _full(self, order: Order, key: str, army: str) -> Finding:
        return self._at(order, key, "E-FULL", {"army": self._army(army), "most": MOST_CONTINGENTS})

    def _rejoin(self, order: Rejoin) -> Iterator[Finding]:
        state = self.known.state
        army = state.armies[order.army]
        names: dict[str, Param] = {"stragglers": order.stragglers, "army": self._army(order.army)}
        group = next((each for each in state.factions[army.faction].stragglers if each.id == order.stragglers), None)
        if group is None:
            yield self._at(order, "rejoin", "E-REJOIN/faction", names)
        elif not self.known.are_together(group.region, army.region):
            yield self._at(order, "army", "E-REJOIN/elsewhere", names)
        elif self.muster.is_full(order.army):
            yield self._full(order, "army", order.army)
        else:
            self.muster.unnamed[order.army] += 1

    def _too_many_go(self) -> Iterator[Finding]:
        """Sums count: all that goes over from a contingent together is at most its fit men."""
        ordered: dict[str, list[Transfer]] = {}
        for order in self._all(Transfer):
            ordered.setdefault(order.contingent, []).append(order)
        for contingent, orders in ordered.items():
            fit = self.muster.fit[orders[0].from_][contingent]
            count = sum(fit if order.count is None else order.count for order in orders)
            if count > fit:
                name = self.known.name("contingent", contingent)
                numbers: dict[str, Param] = {"contingent": name, "ordered": count, "min": 1, "max": fit}
                key = "count" if orders[-1].count is not None else "transfer"
                yield self._at(orders[-1], key, "E-COUNT/transfer", numbers)

    def _transfer(self, order: Transfer) -> Iterator[Finding]:
        muster = self.muster
        fit = muster.fit[order.from_].get(order.contingent, 0)
        count = fit if order.count is None else order.count
        names: dict[str, Param] = {
            "contingent": self.known.name("contingent", order.contingent),
            "army": self._army(order.to),
        }
        if order.to == order.from_:
            yield self._at(order, "to", "E-ELSEWHERE/same", names)
            return
        if not muster.has(order.to):
            if order.to == RESERVED["army"]:
                yield self._at(order, "to", "V-1/reserved", {"id": order.to})
            muster.raise_army(order.to, muster.region[order.from_])
        if not muster.are_together(muster.region[order.from_], muster.region[order.to]):
            yield self._at(order, "to", "E-ELSEWHERE/transfer", names)
        elif muster.is_full(order.to):
            yield self._full(order, "to", order.to)
        elif order.contingent in muster.fit[order.from_] and count <= fit:
            muster.transfer(order, count)

    def _character(self, order: CharacterOrder) -> Iterator[Finding]:
        muster, key = self.muster, "contingent" if order.army is None else "army"
        character = muster.characters[order.character]
        name = self.known.name("character", order.character)
        if character.status != "active":
            yield self._at(order, "character", f"E-JOIN/{character.status}", {"character": name})
            return
        army = character.army if order.army is None else order.army
        if order.army is not None:
            if not muster.has(order.army):
                return
            if not muster.are_together(muster.place_of(character), muster.region[order.army]):
                yield self._at(order, key, "E-JOIN/elsewhere", {"character": name, "target": self._army(order.army)})
                return
        contingent = character.contingent if order.army is None and not order.leaves_contingent else None
        if order.contingent is not None:
            contingent = order.contingent
            message = "E-JOIN/no-army" if army is None else "E-JOIN/other-army"
            if army is None or contingent not in muster.fit[army]:
                target = self.known.name("contingent", contingent)
                yield self._at(order, "contingent", message, {"character": name, "target": target})
                return
        muster.join(order.character, army, contingent)
        if order.role == "fight" and character.pc and not character.weapon_skills:
            yield self._at(order, "role", "W-NOSKILL", {"character": name})

    def _leader(self, order: Leader) -> Iterator[Finding]:
        character = self.muster.characters[order.character]
        names: dict[str, Param] = {
            "character": self.known.name("character", order.character),
            "army": self._army(order.army),
        }
        if character.status != "active":
            yield self._at(order, "leader", f"E-LEADER/{character.status}", names)
        elif self.muster.has(order.army) and character.army != order.army:
            yield self._at(order, "leader", "E-LEADER/elsewhere", names)
        elif character.tactics is None:
            leaderless = str(self.known.world.settings.leaderless_tactics)
            yield self._at(
                order, "leader", "W-NO-TACTICS", {"character": names["character"], "leaderless_tactics": leaderless}
            )

    def _plan(self, order: Plan) -> Iterator[Finding]:
        """A player character speaks only about the army in which he is."""
        speaker: Character | None = self.muster.characters.get(self.file.speaker)
        if speaker is not None and self.muster.has(order.army) and speaker.army != order.army:
            name = self.known.name("character", speaker.id)
            yield self._at(order, "army", "E-NOT-YOURS/himself", {"speaker": name})

    def _formation(self, order: Formation) -> Iterator[Finding]:
        army = self.known.state.armies[self.known.army_of[order.contingent]]
        contingent = army.contingent(order.contingent)
        name = self.known.name("contingent", order.contingent)
        if contingent is None or contingent.mount == "none":
            yield self._at(order, "contingent", "E-NOMOUNT/order", {"contingent": name})
            return
        if order.formation == "dismounted":
            return
        settings = self.known.world.settings
        for terrain in order.where or self._ahead(self.muster.army_of(order.contingent)):
            if terrain_value(contingent.mount, terrain, settings) is None:
                message = f"W-UNUSABLE/{settings.unusable_cavalry}"
                yield self._at(order, "formation", message, {"contingent": name, "terrain": terrain})

    def _ahead(self, army: str | None) -> Sequence[Terrain]:
        """The terrain of the region in which an army will stand, if that is known."""
        target = next((order.to for order in self._all(Move) if order.army == army), None)
        region = self.muster.region.get(army or "") if target is None else target
        terrain = None if region is None else self.known.world.regions[region].terrain
        return () if terrain is None else (terrain,)
