"""The sectors of a general battle: the template, what is wrong with others (docs/rules/barkhany.md, B-5.1, B-5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.barkhany.gb_state import SIDES, GeneralBattle, Post, Sector, Side
from turnproc.rulesets.barkhany.happenings import Unblocked
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, State

# What is wrong with sectors: a border that the other one does not know, one with nobody or with itself, no rear, two.
SectorFault: TypeAlias = Literal["one_sided", "unknown", "itself", "no_rear", "two_rears"]


def _sector(*adjacent: str, rear_of: Side | None = None) -> Sector:
    return Sector(adjacent=frozenset(adjacent), rear_of=rear_of)


TEMPLATE: Final[Mapping[str, Sector]] = {
    "a_rear": _sector("left", "centre", "right", rear_of="a"),
    "left": _sector("a_rear", "centre", "b_rear"),
    "centre": _sector("a_rear", "left", "right", "b_rear"),
    "right": _sector("a_rear", "centre", "b_rear"),
    "b_rear": _sector("left", "centre", "right", rear_of="b"),
}


@dataclass(frozen=True, slots=True)
class SectorProblem:
    """A fault of a sector (E-SCHEMA). `other` is the neighbour that it is about, or the side whose rear is missing."""

    fault: SectorFault
    sector: str | None
    other: str | None = None


def problems(sectors: Mapping[str, Sector]) -> list[SectorProblem]:
    """What is wrong with sectors that a game master wrote, by sector and neighbour; rears come last."""
    found: list[SectorProblem] = []
    for name, sector in sorted(sectors.items()):
        for other in sorted(sector.adjacent):
            fault = _border_fault(sectors, name, other)
            if fault is not None:
                found.append(SectorProblem(fault, name, other))
    for side in SIDES:
        rears = [name for name, sector in sorted(sectors.items()) if sector.rear_of == side]
        if not rears:
            found.append(SectorProblem("no_rear", None, side))
        found.extend(SectorProblem("two_rears", name, side) for name in rears[1:])
    return found


def _border_fault(sectors: Mapping[str, Sector], name: str, other: str) -> SectorFault | None:
    if other == name:
        return "itself"
    if other not in sectors:
        return "unknown"
    return None if name in sectors[other].adjacent else "one_sided"


def newcomers(state: State, battle: GeneralBattle) -> list[Detachment]:
    """The detachments of the two sides that are in the hex and not in the battle, in ascending id (B-5.1)."""
    return [
        each
        for each in state.standing_in(battle.hex)
        if each.id not in battle.posts and battle.side_of(state.faction_of(each.commander)) is not None
    ]


def present(state: State, battle: GeneralBattle) -> GeneralBattle:
    """The battle with those who are still there: the game master may have taken others out of the hex (B-5.1)."""
    here = {each.id for each in state.standing_in(battle.hex)}
    return replace(battle, posts={name: post for name, post in battle.posts.items() if name in here})


def opened(
    state: State,
    id_: str,
    hex_: Hex,
    sides: Mapping[Side, frozenset[str]],
    *,
    sectors: Mapping[str, Sector] | None = None,
    positions: Mapping[str, str] | None = None,
    arrival: Mapping[Side, str] | None = None,
) -> tuple[GeneralBattle, tuple[Unblocked, ...]]:
    """A general battle at its opening, and the blocks that end with it: on sectors everybody is free at first.

    Whoever has no position stands in the rear of his side; there arrive those who come later, unless `arrival` says
    otherwise. Raises ValueError for sectors with problems, factions on both sides, positions of nobody, and
    sectors that are none.
    """
    grounds = TEMPLATE if sectors is None else sectors
    if problems(grounds) or sides["a"] & sides["b"]:
        raise ValueError("sectors with problems, or a faction on both sides")
    empty = GeneralBattle(
        id=id_, hex=hex_, sides=sides, sectors=grounds, arrival={}, posts={}, last_clash=state.turn - 1
    )
    rears: dict[Side, str] = {side: empty.rear(side) for side in SIDES}
    arrivals = rears | dict(arrival or {})
    there = newcomers(state, empty)
    given = dict(positions or {})
    posts: dict[str, Post] = {}
    for each in there:
        side = empty.side_of(state.faction_of(each.commander))
        if side is not None:
            posts[each.id] = Post(sector=given.pop(each.id, rears[side]))
    named = {post.sector for post in posts.values()} | set(arrivals.values())
    if given or not named <= set(grounds):
        raise ValueError("a position of nobody, or in no sector")
    battle = replace(empty, arrival=arrivals, posts=posts)
    return battle, tuple(Unblocked(detachment=each.id, hex=hex_) for each in there if each.is_blocked)
