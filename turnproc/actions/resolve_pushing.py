"""`turnproc resolve --push`: the open turn as the host has it, resolved there once, whoever else tries meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from turnproc.actions.documents import Documents
from turnproc.actions.pushing import CaughtUp, catch_up, pushed
from turnproc.actions.resolve_turn import Resolved
from turnproc.source.limits import CAMPAIGN
from turnproc.store.branch import Made
from turnproc.store.errors import OperatorError
from turnproc.store.layout import CAMPAIGN_FILE, Layout, open_turn
from turnproc.store.lock import campaign_lock
from turnproc.store.repository import Repository
from turnproc.store.turn import Written, recover


def resolve_and_push(
    root: Path, turn: int | None, resolve: Callable[[int | None], Resolved], *, if_due: bool
) -> Resolved:
    """Resolve with `resolve`, which is given the turn, and push; a turn that a run before left unpushed comes first.

    If others push meanwhile, what was resolved is taken back and resolved anew with what they brought. With `if_due`
    that may be the turn after; otherwise it is always the turn that was meant at the beginning.

    Raises:
        OperatorError: Somebody else has resolved the turn meanwhile (O004), or taken the one before back (O017); or as
            for `pushed` and `resolve_turn`.
    """
    with campaign_lock(root):
        recover(root, use_git=True)
    caught = catch_up(root, {Made.TURN})
    if caught.pushed and (unpushed := _left_unpushed(root, turn, caught)) is not None:
        return unpushed
    meant = open_turn(root) if turn is None and not if_due else turn

    def work() -> Resolved:
        if meant is not None and Layout(root).is_resolved(meant):
            raise OperatorError("O004", turn=meant)
        if meant is not None and meant != open_turn(root):
            # The turn before was taken back meanwhile.
            raise OperatorError("O017", turn=meant, open=open_turn(root))
        return resolve(turn)

    return replace(pushed(root, work, {Made.TURN}), caught_up=caught)


def _left_unpushed(root: Path, turn: int | None, caught: CaughtUp) -> Resolved | None:
    """The last turn, if it is what was asked for and a run before had resolved it, but could not push it."""
    done = Layout(root).resolved_turns()
    if not done or (turn is not None and turn != done[-1]):
        return None
    repository = Repository.find(root)
    if repository is None or repository.tag_name(done[-1]) not in caught.pushed:
        # It was taken back since, and what is the last turn now was there before.
        return None
    documents = Documents(root)
    documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN)
    return Resolved(done[-1], documents, None, written=Written(done[-1], ()), caught_up=caught)
