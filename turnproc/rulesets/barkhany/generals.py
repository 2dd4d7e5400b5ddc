"""Generals: whom they are with, and whom they go with (docs/rules/barkhany.md, B-2.3, B-2.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.reorganising import has_general, unfit
from turnproc.rulesets.barkhany.state import Detachment, General, State
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
    generals = {**state.generals, general_id: changed}
    for id_ in left:
        if not state.detachments[id_].units and not has_general(generals, id_):
            return Trouble("E-GEN/last", {"general": general_id, "detachment": id_})
    return replace(state, generals=generals)


def away(state: State, commander: str, hex_: Hex, to: tuple[str, ...], engaged: Collection[str] = ()) -> Trouble | None:
    """Why a general in a hex cannot be attached to these; None if he can."""
    trouble = unfit(state, commander, to, engaged)
    if trouble is None and to and state.detachments[to[0]].hex != hex_:
        return Trouble("E-GEN/away", {"detachment": to[0]})
    return trouble


def followed(general: General, detachments: Mapping[str, Detachment]) -> General:
    """Where he is after detachments moved, parted or were destroyed.

    He goes with the first of his list; if that one is no more, he stays with the next in his hex. The others lose him.
    """
    there = [detachments[id_] for id_ in general.attached_to if id_ in detachments]
    is_first_left = bool(there) and there[0].id == general.attached_to[0]
    if not is_first_left:
        there = [each for each in there if each.hex == general.hex]
    if not there:
        return replace(general, attached_to=())
    first = there[0]
    kept = tuple(each.id for each in there if (each.hex, each.aboard) == (first.hex, first.aboard))
    return replace(general, attached_to=kept, hex=first.hex)


def all_followed(state: State) -> State:
    """The state with every general where his detachment is."""
    generals = {id_: followed(general, state.detachments) for id_, general in state.generals.items()}
    return replace(state, generals=generals)
