"""What detachments do of which no order speaks (docs/rules/barkhany.md, B-0.8, B-0.9, B-0.12)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Detachment, Fleet, State
from turnproc.rulesets.barkhany.world import Settings

# Why a route is not gone on with: the next step's hindrance, or the detachment's own.
Reason: TypeAlias = Literal["enemy_ahead", "terrain", "barrier", "map", "blocked", "not_ready", "aboard", "immobile"]
# What hinders a step from one hex to its neighbour; None: nothing does.
Hindrance: TypeAlias = Callable[[Hex, Hex], Reason | None]


@dataclass(frozen=True, slots=True)
class Direction:
    """What the game master has the troops of a silent player do: march along a path, attack at its end."""

    path: tuple[Hex, ...] = ()
    attack: Hex | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Default:
    """What a detachment does. `route_left` is the standing route afterwards, `order` what is repeated."""

    action: Literal["march", "attack", "repeat", "stand"]
    by: Literal["standing", "repeat", "gm", "stand"]
    path: tuple[Hex, ...] = ()
    attack: Hex | None = None
    order: Mapping[str, Any] | None = None
    route_left: tuple[Hex, ...] = ()
    reason: Reason | None = None


STAND = Default(action="stand", by="stand")


def default_action(
    detachment: Detachment,
    movement: int,
    hindrance: Hindrance,
    *,
    turn: int,
    can_repeat: Callable[[Mapping[str, Any]], bool] = lambda _: False,
    direction: Direction | None = None,
) -> Default:
    """B-0.8: the standing route, the order to repeat if it still passes the checks, the game master, else stand.

    `movement` is the number of steps that its slowest unit makes (B-3.2).
    """
    standing = detachment.standing
    if standing.route:
        return _along_route(detachment, movement, hindrance, turn)
    if standing.repeat is not None and can_repeat(standing.repeat):
        return Default(action="repeat", by="repeat", order=standing.repeat)
    if direction is None or (not direction.path and direction.attack is None):
        return STAND
    action: Literal["march", "attack"] = "march" if direction.attack is None else "attack"
    return Default(action=action, by="gm", path=direction.path, attack=direction.attack)


def is_overruled(done: Default | None) -> bool:
    """Is a direction of the game master's ignored (B-0.12)? `done` is what is done without an order, None with one."""
    return done is None or done.by in ("standing", "repeat")


def without_order(
    state: State, mentioned: Mapping[str, Collection[str]], settings: Settings, engaged: Collection[str] = ()
) -> tuple[Detachment, ...]:
    """The detachments for which B-0.8 decides, in the order in which they act (B-0.9).

    `mentioned` has those of which a commander's file speaks, for every commander whose file counts; `engaged` are
    those in general battles.
    """
    fill = settings.unmentioned_detachments == "default"
    found = [
        each
        for each in state.detachments.values()
        if each.id not in engaged
        and (each.commander not in mentioned or (fill and each.id not in mentioned[each.commander]))
    ]
    return tuple(sorted(found, key=lambda each: (state.faction_of(each.commander), each.id)))


def fleets_without_order(state: State, ordered: Collection[str]) -> tuple[Fleet, ...]:
    """The fleets that go on with their plan after all detachments, in the order in which they act (B-0.9)."""
    found = [each for each in state.fleets.values() if each.plan_left and each.id not in ordered]
    return tuple(sorted(found, key=lambda each: (each.faction, each.id)))


def _along_route(detachment: Detachment, movement: int, hindrance: Hindrance, turn: int) -> Default:
    """As far as its movement reaches, without attacking; what it cannot walk it keeps."""
    route, reason = detachment.standing.route, _held(detachment, movement, turn)
    walked, here = 0, detachment.hex
    while reason is None and walked < min(movement, len(route)):
        reason = hindrance(here, route[walked])
        if reason is None:
            here, walked = route[walked], walked + 1
    return Default(
        action="march" if walked else "stand",
        by="standing",
        path=route[:walked],
        route_left=route[walked:],
        reason=reason,
    )


def _held(detachment: Detachment, movement: int, turn: int) -> Reason | None:
    if detachment.is_blocked:
        return "blocked"
    if detachment.ready_from > turn:
        return "not_ready"
    if detachment.aboard is not None:
        return "aboard"
    return "immobile" if movement == 0 else None
