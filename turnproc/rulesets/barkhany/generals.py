"""Generals: whom they are with, and whom they go with (docs/rules/barkhany.md, B-2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from turnproc.rulesets.barkhany.state import Detachment, General, State

Detachments: TypeAlias = Mapping[str, Detachment]


def company(general: General, detachments: Detachments) -> tuple[str, ...]:
    """Those of his list with whom he is: in his hex, and not parted by a ship's side from the first of them."""
    there = [detachments[id_] for id_ in general.attached_to if id_ in detachments]
    here = [each for each in there if each.hex == general.hex]
    return tuple(each.id for each in here if each.aboard == here[0].aboard)


def followed(general: General, detachments: Detachments) -> General:
    """Where he is after detachments moved, parted or were destroyed.

    He goes with the first of his list; if that one is no more, he stays with the next in his hex. The others lose him.
    """
    first = detachments.get(general.attached_to[0]) if general.attached_to else None
    gone = general if first is None else replace(general, hex=first.hex)
    return replace(gone, attached_to=company(gone, detachments))


def all_followed(state: State) -> State:
    """The state with every general where his detachment is."""
    generals = {id_: followed(general, state.detachments) for id_, general in state.generals.items()}
    return replace(state, generals=generals)


def generals_of(state: State, *detachments: str) -> tuple[General, ...]:
    """The generals who are with any of some detachments, in ascending id."""
    return tuple(
        each
        for _, each in sorted(state.generals.items())
        if not set(company(each, state.detachments)).isdisjoint(detachments)
    )


def keeps_generals(state: State, detachment: str) -> tuple[General, ...]:
    """The generals with whom a detachment is there even without units: they have no other one with units.

    Captives who are led along and the dead do not count.
    """
    found = (each for each in generals_of(state, detachment) if each.status in ("active", "wounded"))
    return tuple(each for each in found if _stays_with(state, each) == detachment)


def _stays_with(state: State, general: General) -> str:
    here = company(general, state.detachments)
    return next((id_ for id_ in here if state.detachments[id_].units), here[0])
