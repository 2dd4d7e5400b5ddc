"""What a speaker ordered, told back in sentences, and what happens where nothing was said: the text of a receipt.

Whoever reads it should see a slip at once: an army that would be new, soldiers that are too few, a region too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias, assert_never

from turnproc.diagnostics.catalogue import N_, safe
from turnproc.engine.notation import InWords
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import NN_, Wording
from turnproc.rulesets.vidonico.in_words_unsaid import unsaid
from turnproc.rulesets.vidonico.known import Known
from turnproc.rulesets.vidonico.orders import (
    Captive,
    CharacterOrder,
    Formation,
    Leader,
    Move,
    Order,
    Orders,
    Plan,
    PrisonerPolicy,
    Prisoners,
    Pursue,
    Rejoin,
    Retreat,
    Stance,
    Transfer,
)
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.view_words import TERRAIN
from turnproc.rulesets.vidonico.world import World

Counted: TypeAlias = tuple[str, str]

MOST_OF_A_PLAN: Final = 4_000

MOVE = N_("{army:Nom} marches from {source:gen} to {target:nom}.")
MOVE_FROM_NOWHERE = N_("{army:Nom} marches to {target:nom}.")
STANCE: Final[Mapping[str, str]] = {
    "attack": N_("{army:Nom} offers battle to every enemy that it meets, from now on."),
    "accept": N_("{army:Nom} accepts battle, but does not seek it, from now on."),
    "avoid": N_("{army:Nom} avoids battle, from now on."),
}
LEADER = N_("{army:Nom} is led by {character:ins} from now on.")
FORMATION: Final[Mapping[str, str]] = {
    "mounted": N_("{contingent:Nom}: these riders fight mounted from now on."),
    "dismounted": N_("{contingent:Nom}: these riders fight on foot from now on."),
}
FORMATION_WHERE: Final[Mapping[str, str]] = {
    "mounted": N_("{contingent:Nom}: these riders fight mounted in battles of this week on such ground: {terrains}."),
    "dismounted": N_(
        "{contingent:Nom}: these riders fight on foot in battles of this week on such ground: {terrains}."
    ),
}
PURSUE: Final[Mapping[bool, str]] = {
    True: N_("{army:Nom} pursues whom it has beaten, from now on."),
    False: N_("{army:Nom} lets whom it has beaten escape, from now on."),
}
RETREAT = N_("{army:Nom}, if beaten this week, retreats to {target:nom}.")
PLAN = N_("{army:Nom}: the game master reads this plan: “{text}”")
PRISONERS: Final[Mapping[str, Counted]] = {
    "hold": NN_("{n} prisoner of {group} is held further.", "{n} prisoners of {group} are held further."),
    "impress": NN_(
        "{n} prisoner of {group} is pressed into the service of {army:gen}.",
        "{n} prisoners of {group} are pressed into the service of {army:gen}.",
    ),
    "enslave": NN_("{n} prisoner of {group} is enslaved.", "{n} prisoners of {group} are enslaved."),
    "release": NN_("{n} prisoner of {group} is released.", "{n} prisoners of {group} are released."),
    "kill": NN_("{n} prisoner of {group} is put to death.", "{n} prisoners of {group} are put to death."),
}
POLICY: Final[Mapping[str, str]] = {
    "hold": N_("{army:Nom} holds the prisoners that it takes, from now on."),
    "impress": N_("{army:Nom} presses the prisoners that it takes into its service, from now on."),
    "enslave": N_("{army:Nom} enslaves the prisoners that it takes, from now on."),
    "release": N_("{army:Nom} releases the prisoners that it takes, from now on."),
    "kill": N_("{army:Nom} puts the prisoners that it takes to death, from now on."),
}
NO_POLICY = N_("{army:Nom} treats the prisoners that it takes as is the custom, from now on.")
CAPTIVE: Final[Mapping[str, str]] = {
    "hold": N_("{character:Nom} remains a captive."),
    "release": N_("{character:Nom}, a captive, is set free."),
    "kill": N_("{character:Nom}, a captive, is put to death; of a player character the game master is asked."),
}
TRANSFER: Final[Counted] = NN_(
    "{n} man of {contingent:gen} goes over from {source:gen} to {target:nom}.",
    "{n} men of {contingent:gen} go over from {source:gen} to {target:nom}.",
)
TRANSFER_ALL = N_("All fit men of {contingent:gen} go over from {source:gen} to {target:nom}.")
TRANSFER_NEW: Final[Counted] = NN_(
    "{n} man of {contingent:gen} leaves {source:acc} and becomes a new army, {target:nom}.",
    "{n} men of {contingent:gen} leave {source:acc} and become a new army, {target:nom}.",
)
REJOIN: Final[Counted] = NN_(
    "{n} straggler ({stragglers}) joins {army:acc}.", "{n} stragglers ({stragglers}) join {army:acc}."
)
CHARACTER = N_("{character:Nom}: {changes}.")
CHANGES: Final[Mapping[str, str]] = {
    "fight": N_("fights in battles from now on"),
    "present": N_("keeps back in battles from now on"),
    "absent": N_("stays away from battles from now on"),
    "mounted": N_("rides from now on"),
    "on_foot": N_("goes on foot from now on"),
    "army": N_("joins {army:acc}"),
    "contingent": N_("fights with {contingent:ins}"),
    "no_contingent": N_("fights with no contingent any more"),
    "nothing": N_("nothing changes"),
}


def in_words(world: World, state: State, orders: Orders, words: Words) -> InWords:
    """Tell one speaker's orders back, against the published state."""
    known, wording = Known(world, state), Wording(words)
    told = _Told(known, wording)
    return InWords(orders=tuple(map(told.order, orders.orders)), defaults=tuple(unsaid(known, orders, wording)))


class _Told:
    def __init__(self, known: Known, wording: Wording) -> None:
        self.known = known
        self.wording = wording
        self.name = known.name

    def order(self, order: Order) -> str:
        say, name = self.wording.say, self.name
        match order:
            case Move():
                return self._move(order)
            case Stance():
                return say(STANCE[order.stance], army=name("army", order.army))
            case Leader():
                return say(LEADER, army=name("army", order.army), character=name("character", order.character))
            case Formation():
                return self._formation(order)
            case Pursue():
                return say(PURSUE[order.pursue], army=name("army", order.army))
            case Retreat():
                return say(RETREAT, army=name("army", order.army), target=name("region", order.to))
            case Plan():
                return say(PLAN, army=name("army", order.army), text=safe(order.text, MOST_OF_A_PLAN))
            case PrisonerPolicy():
                text = NO_POLICY if order.fate is None else POLICY[order.fate]
                return say(text, army=name("army", order.army))
            case Captive():
                return say(CAPTIVE[order.fate], character=name("character", order.character))
            case CharacterOrder():
                changes = self.wording.listed(list(self._changes(order)))
                return say(CHARACTER, character=name("character", order.character), changes=changes)
            case Prisoners() | Transfer() | Rejoin():
                return self._counted(order)
            case _:
                assert_never(order)

    def _move(self, order: Move) -> str:
        army = self.known.state.armies.get(order.army)
        source = None if army is None else army.region
        names = {"army": self.name("army", order.army), "target": self.name("region", order.to)}
        if source is None:
            return self.wording.say(MOVE_FROM_NOWHERE, **names)
        return self.wording.say(MOVE, source=self.name("region", source), **names)

    def _formation(self, order: Formation) -> str:
        contingent = self.name("contingent", order.contingent)
        if not order.where:
            return self.wording.say(FORMATION[order.formation], contingent=contingent)
        terrains = ", ".join(self.wording.say(TERRAIN[terrain]) for terrain in order.where)
        return self.wording.say(FORMATION_WHERE[order.formation], contingent=contingent, terrains=terrains)

    def _changes(self, order: CharacterOrder) -> Iterator[str]:
        say = self.wording.say
        if order.army is not None:
            yield say(CHANGES["army"], army=self.name("army", order.army))
        if order.contingent is not None:
            yield say(CHANGES["contingent"], contingent=self.name("contingent", order.contingent))
        elif order.leaves_contingent:
            yield say(CHANGES["no_contingent"])
        if order.role is not None:
            yield say(CHANGES[order.role])
        if order.mounted is not None:
            yield say(CHANGES["mounted" if order.mounted else "on_foot"])
        if order == CharacterOrder(order.at, order.character):
            yield say(CHANGES["nothing"])

    def _counted(self, order: Prisoners | Transfer | Rejoin) -> str:
        """Orders about so many: where no number is given, all that there are."""
        state, count = self.known.state, self.wording.count
        if isinstance(order, Transfer):
            army = state.armies.get(order.from_)
            there = None if army is None else army.contingent(order.contingent)
            names = {
                "contingent": self.name("contingent", order.contingent),
                "source": self.name("army", order.from_),
                "target": self.name("army", order.to),
            }
            if order.count is None and there is None:
                # An event of this turn brings it.
                return self.wording.say(TRANSFER_ALL, **names)
            fit = 0 if there is None else there.count
            text = TRANSFER if order.to in state.armies else TRANSFER_NEW
            return count(text, fit if order.count is None else order.count, **names)
        if isinstance(order, Prisoners):
            holder = state.holder_of(order.group)
            group = None if holder is None else holder.group(order.group)
            held = 0 if group is None else group.count
            into = self.name("army", "" if holder is None else holder.id)
            number = held if order.count is None else order.count
            return count(PRISONERS[order.fate], number, group=order.group, army=into)
        strays = [each for faction in state.factions.values() for each in faction.stragglers]
        number = sum(each.count for each in strays if each.id == order.stragglers)
        return count(REJOIN, number, stragglers=order.stragglers, army=self.name("army", order.army))
