"""`--push`: do something on the branch as it is at the host by now, and bring it there before anybody else does more.

Whatever is done is done on what all others have pushed. If one of them was faster, our own commit is taken back, theirs
is fetched, and it is done anew: an orders file that came in meanwhile counts, a turn that was resolved meanwhile is not
resolved again. Commits are never merged afterwards, and never forced upon anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from turnproc.store.branch import Branch, Made
from turnproc.store.errors import OperatorError
from turnproc.store.lock import campaign_lock
from turnproc.store.remote import Remote
from turnproc.store.repository import Repository

T = TypeVar("T")

MOST_TRIES: Final = 10


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What it took to have all that the host has.

    `pushed` are tags of turns that a run before had resolved and not pushed. `taken_back` is what it had done and not
    pushed before others did, so that it has to be done anew: tags of turns, else the first rows of commits' messages.
    """

    pushed: Sequence[str] = ()
    taken_back: Sequence[str] = ()


def pushed(root: Path, work: Callable[[], T], again: Collection[Made] = ()) -> T:
    """Do some work that may commit, on what the host has, and push what it committed.

    `work` is done again, from the beginning, if others have pushed meanwhile; whatever it raises ends it. `again` is
    what it makes anew, also where a run before has made it and not pushed it.

    Raises:
        OperatorError: There is no repository (O125) or no other to push to (O009, O120), nothing comes from there
            (O121), both sides have commits of their own (O122), it does not take ours (O123), or others are always
            faster (O124).
    """
    branch, remote = _both(root)
    for _ in range(MOST_TRIES):
        catch_up(root, again)
        before = branch.head()
        result = work()
        if branch.head() == before or _push(branch, remote, before):
            return result
        if before is not None:
            _back(root, branch, before)
    raise OperatorError("O124", count=MOST_TRIES, branch=remote.branch)


def catch_up(root: Path, again: Collection[Made] = ()) -> CaughtUp:
    """Have all that the host has, and let it have all that is committed here.

    Of what is committed here only what is of the kinds `again` is taken back, where others have pushed since.

    Raises:
        OperatorError: As for `pushed`.
    """
    branch, remote = _both(root)
    taken_back: list[str] = []
    for _ in range(MOST_TRIES):
        there, here = remote.fetch(), branch.head()
        if here is None or there == here:
            return CaughtUp((), taken_back)
        if there is not None and branch.has(here, there):
            with campaign_lock(root):
                branch.forward(there)
            return CaughtUp((), taken_back)
        if there is None or branch.has(there, here):
            tags = tuple(branch.tags_of(branch.between(there, here)))
            if _push(branch, remote, there):
                return CaughtUp(tags, taken_back)
            continue
        taken_back += _take_back(root, (branch, remote), (there, here), again)
    raise OperatorError("O124", count=MOST_TRIES, branch=remote.branch)


def _take_back(
    root: Path, both: tuple[Branch, Remote], ends: tuple[str, str], again: Collection[Made]
) -> Sequence[str]:
    """Drop what turnproc did here while others pushed, to be done anew; a person's own commits are not ours to drop."""
    (branch, remote), (there, here) = both, ends
    own, common = branch.between(there, here), branch.common(there, here)
    if common is None or not all(branch.made(commit) in again for commit in own):
        raise OperatorError("O122", branch=remote.branch, remote=remote.name)
    tags = {commit: tag for tag, commit in branch.tags_of(own).items()}
    told = [tags.get(commit) or branch.repository.message_of(commit).partition("\n")[0] for commit in reversed(own)]
    _back(root, branch, common)
    return told


def _back(root: Path, branch: Branch, commit: str) -> None:
    here = branch.head()
    assert here is not None
    with campaign_lock(root):
        branch.back(commit, branch.between(commit, here))


def _push(branch: Branch, remote: Remote, before: str | None) -> bool:
    """Push what is here and `before` does not have. False: others have pushed since.

    Raises:
        OperatorError: The host does not take it (O123): it stays here, to be pushed by the next run.
    """
    here = branch.head()
    assert here is not None
    own = branch.between(before, here)
    answer = remote.push(here, list(branch.tags_of(own)))
    if answer.status == 0:
        return True
    there = remote.fetch()
    if there is not None and branch.has(here, there):
        # It has arrived, and only the answer to it was lost.
        return True
    if there is None or branch.has(there, here):
        raise remote.refused(answer)
    return False


def remote_of(root: Path) -> Remote:
    """What the campaign's branch is pushed to.

    Raises:
        OperatorError: There is no repository (O125) or no other to push to (O009, O120).
    """
    repository = Repository.find(root)
    if repository is None:
        raise OperatorError("O125", folder=str(root))
    return Remote.of(repository)


def _both(root: Path) -> tuple[Branch, Remote]:
    remote = remote_of(root)
    return Branch(remote.repository), remote
