"""What a speaker ordered, told back in sentences, and what happens where nothing was said: the text of a receipt.

Whoever reads it should see a slip at once: a number too low, a people that comes in peace and was meant to attack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.naming import Name
from turnproc.engine.notation import InWords
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import NN_, Wording
from turnproc.rulesets.bellum.orders import Assimilate, Claim, Crown, Hold, Move, Order, Orders, Retreat, Rule
from turnproc.rulesets.bellum.state import State, heads, name_of, ranks
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World

Counted: TypeAlias = tuple[str, str]

# Moves and holds, by stance.
MOVES: Final[Mapping[str, Counted]] = {
    "peace": NN_(
        "{people:Short.nom}: {n} person goes in peace from {source:gen} to {target:nom}.",
        "{people:Short.nom}: {n} persons go in peace from {source:gen} to {target:nom}.",
    ),
    "some": NN_(
        "{people:Short.nom}: {n} person goes from {source:gen} to {target:nom} and attacks {enemies:acc}.",
        "{people:Short.nom}: {n} persons go from {source:gen} to {target:nom} and attack {enemies:acc}.",
    ),
    "all": NN_(
        "{people:Short.nom}: {n} person goes from {source:gen} to {target:nom} and attacks everybody there.",
        "{people:Short.nom}: {n} persons go from {source:gen} to {target:nom} and attack everybody there.",
    ),
}
HOLDS: Final[Mapping[str, Counted]] = {
    "idle": NN_(
        "{people:Short.nom}: {n} person stays idle {province:in}.",
        "{people:Short.nom}: {n} persons stay idle {province:in}.",
    ),
    "some": NN_(
        "{people:Short.nom}: {n} person stays {province:in} and fights {enemies:acc}, whether they come or are there.",
        "{people:Short.nom}: {n} persons stay {province:in} and fight {enemies:acc}, whether they come or are there.",
    ),
    "newcomers": NN_(
        "{people:Short.nom}: {n} person stays {province:in} and fights every people that comes.",
        "{people:Short.nom}: {n} persons stay {province:in} and fight every people that comes.",
    ),
    "present": NN_(
        "{people:Short.nom}: {n} person stays {province:in} and fights all who are there or come attacking.",
        "{people:Short.nom}: {n} persons stay {province:in} and fight all who are there or come attacking.",
    ),
}
UNORDERED: Final[Counted] = NN_(
    "{people:Short.nom}: {n} person {province:in} has no order and stays idle.",
    "{people:Short.nom}: {n} persons {province:in} have no order and stay idle.",
)
ASSIMILATION = N_("{people:Short.nom} assimilate one person {province:in} ({other:nom}).")
CROWNING = N_("{people:Short.nom} make {tribe:acc} a kingdom.")
OWN_CROWNING = N_("{people:Short.nom} make themselves a kingdom.")
CLAIMS: Final[Mapping[str, str]] = {
    "annex": N_("{people:Short.nom} take possession of {province:nom}."),
    "renounce": N_("{people:Short.nom} give up {province:nom}."),
    "independence": N_("{people:Short.nom} regain independence and own {province:nom}."),
}
SUBJUGATION: Final[Mapping[str, str]] = {
    "automatic": N_(
        "{people:Short.nom} will rule {tribe:acc}, if these are beaten wherever they live; so it is without this order."
    ),
    "ordered": N_("{people:Short.nom} will rule {tribe:acc}, if these are beaten wherever they live."),
}
MERCY = N_("{people:Short.nom} will not rule {tribe:acc}, even if these are beaten wherever they live.")
RETREAT = N_(
    "{people:Short.nom}, if driven out of {province:gen}, go to the first of these that is open to them: {targets}."
)

# What happens by itself (B-4.4.2, B-4.5.6, B-4.5.9, B-4.5.2).
DEFENCE = N_("Whoever is attacked fights with all persons in that province, whatever their orders.")
THROWN_BACK = N_("Whoever came and does not win goes back, unless they were driven out of home meanwhile.")
WITHDRAWAL = N_(
    "Whoever is beaten at home and has no order of retreat goes to the neighbouring province with most of their own "
    "people; of several, to one that they own, else to the one with fewest others."
)
RULE: Final[Mapping[str, str]] = {
    "automatic": N_("Tribes that {people:nom} beat wherever they live fall under their rule, unless they are spared."),
    "ordered": N_("Tribes fall under the rule of {people:gen} only if an order says so."),
    "state": N_("As a state {people:nom} rule no tribe: those who are beaten withdraw."),
}


def in_words(world: World, state: State, orders: Orders, words: Words) -> InWords:
    """Tell one speaker's orders back, against the published state."""
    told = _Told(world, state, orders, Wording(words))
    return InWords(orders=tuple(map(told.order, orders.given)), defaults=tuple(told.defaults()))


class _Told:
    def __init__(self, world: World, state: State, orders: Orders, wording: Wording) -> None:
        self.world = world
        self.state = state
        self.orders = orders
        self.wording = wording

    def people(self, people: PeopleId) -> Name:
        return name_of(people, self.state, self.world)

    def peoples(self, peoples: tuple[PeopleId, ...]) -> list[Name]:
        return [self.people(people) for people in dict.fromkeys(peoples)]

    def order(self, order: Order) -> str:
        people, provinces = self.people(order.of), self.world.provinces
        match order:
            case Move():
                return self._move(order)
            case Hold():
                return self._hold(order)
            case Assimilate():
                other = self.people(order.people)
                return self.wording.say(ASSIMILATION, people=people, province=provinces[order.in_], other=other)
            case Crown():
                if order.tribe == order.of:
                    return self.wording.say(OWN_CROWNING, people=people)
                return self.wording.say(CROWNING, people=people, tribe=self.people(order.tribe))
            case Claim():
                return self.wording.say(CLAIMS[order.verb], people=people, province=provinces[order.province])
            case Rule():
                # It holds for the speaker, whoever acts.
                text = MERCY if order.verb == "spare" else SUBJUGATION[self.world.settings.subjugation]
                names = {"people": self.people(self.orders.speaker), "tribe": self.people(order.tribe)}
                return self.wording.say(text, **names)
            case Retreat():
                targets = ", ".join(self.wording.name(provinces[target]) for target in dict.fromkeys(order.to))
                return self.wording.say(RETREAT, people=people, province=provinces[order.province], targets=targets)
            case _:
                assert_never(order)

    def _move(self, order: Move) -> str:
        stance = "peace" if order.attack is None else "all" if order.attack == "all" else "some"
        enemies = order.attack if isinstance(order.attack, tuple) else ()
        return self.wording.count(
            MOVES[stance],
            order.persons,
            people=self.people(order.of),
            source=self.world.provinces[order.from_],
            target=self.world.provinces[order.to],
            enemies=self.peoples(enemies),
        )

    def _hold(self, order: Hold) -> str:
        enemies: tuple[PeopleId, ...] = ()
        stance = "idle" if order.is_idle else "present"
        if isinstance(order.meet, tuple):
            stance, enemies = "some", order.meet
        elif order.meet is not None:
            stance = "newcomers"
        return self._counted(HOLDS[stance], order.persons, order.of, order.in_, enemies)

    def _counted(
        self, text: Counted, number: int, people: PeopleId, province: ProvinceId, enemies: tuple[PeopleId, ...] = ()
    ) -> str:
        names = {"people": self.people(people), "province": self.world.provinces[province]}
        return self.wording.count(text, number, **names, enemies=self.peoples(enemies))

    def defaults(self) -> Iterator[str]:
        """What happens where nothing was said."""
        for (people, province), number in self._unordered().items():
            yield self._counted(UNORDERED, number, people, province)
        yield self.wording.say(DEFENCE)
        yield self.wording.say(THROWN_BACK)
        yield self.wording.say(WITHDRAWAL)
        speaker = self.orders.speaker
        is_state = self.state.peoples[speaker].kind == "state"
        rule = RULE["state" if is_state else self.world.settings.subjugation]
        yield self.wording.say(rule, people=self.people(speaker))

    def _unordered(self) -> dict[tuple[PeopleId, ProvinceId], int]:
        """The persons whom no order moves or holds, the speaker's own first."""
        speaker, head, rank = self.orders.speaker, heads(self.state.peoples), ranks(self.state.peoples, self.world)
        left = {
            (people, province): count
            for province, there in self.state.provinces.items()
            for people, count in there.people.items()
            if head[people] == speaker
        }
        for order in self.orders.given:
            if isinstance(order, Move | Hold):
                group = (order.of, order.from_ if isinstance(order, Move) else order.in_)
                left[group] = left.get(group, 0) - order.persons
        groups = sorted(left, key=lambda group: (group[0] != speaker, rank[group[0]], self.world.place[group[1]]))
        return {group: left[group] for group in groups if left[group] > 0}
