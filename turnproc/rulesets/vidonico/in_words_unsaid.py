"""What happens with a speaker's armies where an order says nothing: the second part of a receipt (section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import Wording
from turnproc.rulesets.vidonico.known import Known
from turnproc.rulesets.vidonico.orders import Leader, Move, Orders, PrisonerPolicy, Pursue, Retreat, Stance
from turnproc.rulesets.vidonico.state import Army

STAYS = N_("{army:Nom} stays {region:in}.")
STANCE: Final[Mapping[str, str]] = {
    "attack": N_("{army:Nom} goes on offering battle."),
    "accept": N_("{army:Nom} goes on accepting battle without seeking it."),
    "avoid": N_("{army:Nom} goes on avoiding battle."),
}
LEADER = N_("{army:Nom} is led by {character:ins}.")
NO_LEADER = N_("{army:Nom} has no leader.")
PURSUE: Final[Mapping[bool, str]] = {
    True: N_("{army:Nom} pursues whom it has beaten, if it has cavalry enough."),
    False: N_("{army:Nom} lets whom it has beaten escape."),
}
POLICY: Final[Mapping[str, str]] = {
    "hold": N_("{army:Nom} holds the prisoners that it takes."),
    "impress": N_("{army:Nom} presses the prisoners that it takes into its service."),
    "enslave": N_("{army:Nom} enslaves the prisoners that it takes."),
    "release": N_("{army:Nom} releases the prisoners that it takes."),
    "kill": N_("{army:Nom} puts the prisoners that it takes to death."),
}
BY_CUSTOM = N_("{army:Nom} treats the prisoners that it takes as is the custom.")
BACK = N_("{army:Nom}, if beaten, goes back to {region:nom}, if no enemy bars the way.")
ASKED = N_("{army:Nom}, if beaten, goes where the game master says, and stays if nothing is said.")
DEFENCE = N_("Whoever is drawn into a battle by the game master fights, whatever the stance.")
HELD = N_("Prisoners and captives of earlier weeks are held until an order says otherwise.")
HIMSELF = N_("Everything else is ordered by {faction:nom}.")


def unsaid(known: Known, orders: Orders, wording: Wording) -> Iterator[str]:
    """The sentences, army by army; of a player character only that his faction orders the rest."""
    character = known.state.characters.get(orders.speaker)
    if character is not None:
        yield wording.say(HIMSELF, faction=known.name("faction", character.faction))
        return
    armies = [army for army in known.state.armies.values() if army.faction == orders.speaker]
    for army in armies:
        yield from _of_army(army, known, orders, wording)
    if armies:
        yield wording.say(DEFENCE)
    if any(army.prisoners or any(known.state.captives_of(army.id)) for army in armies):
        yield wording.say(HELD)


def _of_army(army: Army, known: Known, orders: Orders, wording: Wording) -> Iterator[str]:
    about = [order for order in orders.orders if getattr(order, "army", None) == army.id]
    name = known.name("army", army.id)
    target = next((order.to for order in about if isinstance(order, Move)), None)
    if target is None and army.region is not None:
        yield wording.say(STAYS, army=name, region=known.name("region", army.region))
    if not any(isinstance(order, Stance) for order in about):
        yield wording.say(STANCE[army.stance], army=name)
    if not any(isinstance(order, Leader) for order in about):
        if army.leader is None:
            yield wording.say(NO_LEADER, army=name)
        else:
            yield wording.say(LEADER, army=name, character=known.name("character", army.leader))
    if not any(isinstance(order, Pursue) for order in about):
        yield wording.say(PURSUE[army.pursue], army=name)
    if not any(isinstance(order, PrisonerPolicy) for order in about):
        policy = army.prisoner_policy
        yield wording.say(BY_CUSTOM if policy is None else POLICY[policy], army=name)
    if known.world.regions and not any(isinstance(order, Retreat) for order in about):
        # Whoever marches can go back to where it came from.
        back = army.previous_region if target is None else army.region
        if back is None:
            yield wording.say(ASKED, army=name)
        else:
            yield wording.say(BACK, army=name, region=known.name("region", back))
