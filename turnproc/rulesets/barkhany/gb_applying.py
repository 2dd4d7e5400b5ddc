"""What a happening makes of a general battle (docs/rules/barkhany.md, B-5): the only door to it during a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from turnproc.rulesets.barkhany import applying
from turnproc.rulesets.barkhany import gb_happenings as f
from turnproc.rulesets.barkhany.gb_round import Assault, Round
from turnproc.rulesets.barkhany.gb_state import Post
from turnproc.rulesets.barkhany.happenings import DetachmentDestroyed, Moved
from turnproc.rulesets.barkhany.state import Standing, State


def after(there: Round, event: f.Event) -> Round:
    """The battle once it has happened."""
    match event:
        case f.GbPlaced() | f.GbMoved() | f.GbRetreatSet() | f.GbReserveDecided():
            return _posted(there, event)
        case f.GbAttacked() | f.GbFired() | f.GbSetAside() | f.GbDissolved():
            return _noted(there, event)
        case f.GbRetreated() | f.GbFled() | f.GbTrapped() | f.GbWithdrawn():
            return _left(there, event)
        case f.GbRoundEnded(turn=turn, clashed=clashed):
            last = turn if clashed else there.battle.last_clash
            return replace(there, battle=replace(there.battle, rounds=there.battle.rounds + 1, last_clash=last))
        case f.GbEnded():
            return replace(there, battle=replace(there.battle, posts={}))
        case f.GbFailed() | f.GbClash():
            return there
        case DetachmentDestroyed(detachment=name):
            return replace(_without(there, name), state=applying.after(there.state, event))
        case _:
            return replace(there, state=applying.after(there.state, event))


def ordered(there: Round, detachments: Iterable[str]) -> Round:
    """The battle once these have got an order of the round."""
    return _noting(there, ordered=there.done.ordered | frozenset(detachments))


def _noting(there: Round, **changes: Any) -> Round:
    return replace(there, done=replace(there.done, **changes))


def _post(there: Round, detachment: str, post: Post) -> Round:
    return replace(there, battle=replace(there.battle, posts={**there.battle.posts, detachment: post}))


def _without(there: Round, detachment: str) -> Round:
    left = {name: post for name, post in there.battle.posts.items() if name != detachment}
    return replace(there, battle=replace(there.battle, posts=left))


def _changed(there: Round, detachment: str, **changes: Any) -> Round:
    return replace(there, state=applying.changed(there.state, detachment, **changes))


def _posted(there: Round, event: f.GbPlaced | f.GbMoved | f.GbRetreatSet | f.GbReserveDecided) -> Round:
    match event:
        case f.GbPlaced(detachment=name, sector=sector):
            return _post(there, name, Post(sector=sector))
        case f.GbRetreatSet(detachment=name, sector=sector):
            return _post(there, name, replace(there.battle.posts[name], retreat_to=sector))
        case f.GbReserveDecided(reserve=reserve, to=to):
            if to is None:
                return there
            for name in reserve.detachments:
                post = there.battle.posts[name]
                there = _post(there, name, replace(post, sector=to, came_from=post.sector))
            return there
        case f.GbMoved(detachment=name, to=to):
            post = replace(there.battle.posts[name], sector=to, came_from=event.came_from)
            moved = _post(there, name, post)
            assault = Assault(to, event.side, is_move=True, met=event.met)
            return _noting(
                _changed(moved, name, is_blocked=False),
                assaults=(*there.done.assaults, assault),
                entered={**there.done.entered, name: to},
            )


def _noted(there: Round, event: f.GbAttacked | f.GbFired | f.GbSetAside | f.GbDissolved) -> Round:
    done = there.done
    match event:
        case f.GbAttacked(detachment=name, sector=sector):
            assault = Assault(sector, event.side, is_move=False, met=event.met)
            return _noting(there, assaults=(*done.assaults, assault), attacking={**done.attacking, name: sector})
        case f.GbFired(detachments=names, to=to):
            return _noting(there, fired={**done.fired, **dict.fromkeys(names, to)})
        case f.GbSetAside(reserve=reserve):
            return _noting(there, reserves={**done.reserves, reserve.id: reserve})
        case f.GbDissolved(reserve=name):
            dissolved = replace(done.reserves[name], is_dissolved=True)
            return _noting(there, reserves={**done.reserves, name: dissolved})


def _left(there: Round, event: f.GbRetreated | f.GbFled | f.GbTrapped | f.GbWithdrawn) -> Round:
    name = event.detachment
    match event:
        case f.GbRetreated(start=start, to=to):
            gone = _post(there, name, Post(sector=to, came_from=start))
            return _changed(gone, name, is_blocked=False, is_broken=True, standing=Standing())
        case f.GbFled(start=start, parts=parts):
            return _fled(there, name, start, parts)
        case f.GbTrapped(ruling="stay"):
            return _changed(there, name, is_blocked=True)
        case f.GbTrapped():
            # Those who give up are destroyed, those who are sent to a sector retreat: happenings of their own.
            return there
        case f.GbWithdrawn(start=start, to=to):
            away = applying.after(there.state, Moved(detachment=name, start=start, to=to, by_boat=event.by_boat))
            changed = applying.changed(
                away, name, is_done=True, retreat_to=None, is_inside=event.is_inside, aboard=event.aboard
            )
            return replace(_without(there, name), state=changed)


def _fled(there: Round, name: str, start: str, parts: tuple[f.SectorPart, ...]) -> Round:
    whole = there.state.detachments[name]
    found: State = there.state
    for part in parts:
        detachment = replace(
            whole,
            id=part.id,
            units=part.units,
            is_blocked=False,
            is_broken=True,
            standing=Standing(),
            baggage=whole.baggage if part.id == name else {},
        )
        found = replace(found, detachments={**found.detachments, part.id: detachment})
        there = _post(there, part.id, Post(sector=part.sector, came_from=start))
    return replace(there, state=found)


@dataclass(slots=True)
class GbCourse:
    """The scratch paper of a round: never leaves `general_battle`, which gives back what is on it."""

    there: Round
    happened: list[f.Event] = field(default_factory=list)

    def add(self, *events: f.Event) -> None:
        """Let these happen, one after the other."""
        for event in events:
            self.there = after(self.there, event)
            self.happened.append(event)
