"""The order by which generals are with other detachments (docs/rules/barkhany.md, B-2.3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from turnproc.rulesets.barkhany.generals import keeps_generals
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.reorganising import unfit
from turnproc.rulesets.barkhany.state import State
from turnproc.rulesets.barkhany.troubles import Trouble


def attach(
    state: State, commander: str, general_id: str, to: tuple[str, ...], engaged: Collection[str] = ()
) -> State | Trouble:
    """He is with these detachments from now on, with none he is alone. Nobody is left without units and general."""
    general = state.generals.get(general_id)
    if general is None or general.commander != commander or general.status != "active":
        status = "gone" if general is None else general.status
        return Trouble("E-GEN", {"general": general_id, "status": status})
    left = [id_ for id_ in general.attached_to if id_ in state.detachments]
    trouble = away(state, commander, general.hex, to, engaged) or unfit(state, commander, left, engaged)
    if trouble is not None:
        return trouble
    changed = replace(general, attached_to=tuple(dict.fromkeys(to)))
    after = replace(state, generals={**state.generals, general_id: changed})
    for id_ in left:
        if not after.detachments[id_].units and not keeps_generals(after, id_):
            return Trouble("E-GEN/last", {"general": general_id, "detachment": id_})
    return after


def away(state: State, commander: str, hex_: Hex, to: tuple[str, ...], engaged: Collection[str] = ()) -> Trouble | None:
    """Why a general in a hex cannot be attached to these; None if he can."""
    trouble = unfit(state, commander, to, engaged)
    if trouble is None and to and state.detachments[to[0]].hex != hex_:
        return Trouble("E-GEN/away", {"detachment": to[0]})
    return trouble
