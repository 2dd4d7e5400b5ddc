"""What is looked at once an entry of the sequence has ended (docs/rules/barkhany.md, B-3.22).

First generals who have lost a part of their troops (B-2.3), then blocks (B-3.8), control (B-3.12), walls (B-3.21).
"""

from __future__ import annotations

from turnproc.rulesets.barkhany.course import Course
from turnproc.rulesets.barkhany.generals import company
from turnproc.rulesets.barkhany.happenings import ControlChanged, GeneralParted, Unblocked, Walls
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.presence import are_friends, at_war, enemies_in, has_friendly_walls
from turnproc.rulesets.barkhany.state import Detachment, State
from turnproc.rulesets.barkhany.strength import first_of
from turnproc.rulesets.barkhany.world import World


def settle(course: Course) -> None:
    """All checks, in their order."""
    part_generals(course)
    course.add(*lifted_blocks(course.state))
    course.add(*taken_hexes(course.world, course.state))
    course.add(*lost_walls(course.state))


def part_generals(course: Course) -> None:
    """Generals stay with those of their list who are where its first is."""
    course.add(*parted_generals(course.state))


def parted_generals(state: State) -> list[GeneralParted]:
    """The generals whose troops have parted, and with whom they stay (B-2.3)."""
    found = []
    for name, general in sorted(state.generals.items()):
        with_ = company(general, state.detachments)
        if with_ != general.attached_to:
            found.append(GeneralParted(general=name, detachments=with_))
    return found


def lifted_blocks(state: State) -> list[Unblocked]:
    """Who is blocked and has no enemy in its hex any more (B-3.8)."""
    return [
        Unblocked(detachment=name, hex=each.hex)
        for name, each in sorted(state.detachments.items())
        if each.is_blocked and not enemies_in(state, each.hex, state.faction_of(each.commander))
    ]


def taken_hexes(world: World, state: State) -> list[ControlChanged]:
    """The hexes that change hands because nobody of their controller stands in them, and an enemy does (B-3.12)."""
    if not world.settings.control_by_entry:
        return []
    occupied = sorted({each.hex for each in state.detachments.values() if each.units and each.aboard is None})
    found = (_taken(world, state, hex_) for hex_ in occupied)
    return [each for each in found if each is not None]


def _taken(world: World, state: State, hex_: Hex) -> ControlChanged | None:
    here = state.standing_in(hex_)
    controller = state.hex_state(hex_).controller
    if controller is None:
        ground = world.grounds.get(hex_)
        if ground is None or (ground.settlement is None and ground.port is None):
            return None
    # The controller's own and allies hold it, a lone general too.
    elif any(are_friends(state, state.faction_of(each.commander), controller) for each in here):
        return None
    takers = [each for each in here if each.units and _may_take(state, each, controller)]
    if not takers:
        return None
    return ControlChanged(hex=hex_, start=controller, to=state.faction_of(first_of(takers).commander))


def _may_take(state: State, detachment: Detachment, controller: str | None) -> bool:
    faction = state.faction_of(detachment.commander)
    is_enemy = controller is None or at_war(state, faction, controller)
    return is_enemy and not enemies_in(state, detachment.hex, faction)


def lost_walls(state: State) -> list[Walls]:
    """Who is inside walls that are not friendly, or are no more (B-3.21)."""
    return [
        Walls(detachment=name, hex=each.hex, is_inside=False)
        for name, each in sorted(state.detachments.items())
        if each.is_inside and not has_friendly_walls(state, each.hex, state.faction_of(each.commander))
    ]
