"""`turnproc check-pr`: does a pull request change only the orders of its author, for the open turn?

Everything is judged by the campaign as it stands at the base, the commit that the pull request is to go to. Both are
read from git's store; nothing is checked out, run or written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from turnproc.actions.documents import Documents
from turnproc.actions.pull_request_base import Base, read_base
from turnproc.actions.pull_request_files import Accepted, Judge, What
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.diagnostics.order import sort_key
from turnproc.store.errors import OperatorError
from turnproc.store.history import Change, History
from turnproc.store.read import shown
from turnproc.store.repository import Repository

MOST_FILES: Final = 100
MOST_COMMITS: Final = 200
# What all commits together may hold: their files in every version, folders and messages.
MOST_BYTES: Final = 4 * 1024 * 1024
# Where a problem is one of the pull request as a whole.
EVERYTHING: Final = "."
_SHORT: Final = 12


class Role(StrEnum):
    """Who the author is in the campaign."""

    GAME_MASTER = "game-master"
    PLAYER = "player"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CheckedPullRequest:
    """What came of it. `base` and `head` are ids of commits; files are named from the top of the repository.

    `there` is the campaign at the base, `history` reads further in its repository, `changes` are all that merging would
    change, by path.
    """

    base: str
    head: str
    turn: int
    role: Role
    documents: Documents
    accepted: Sequence[Accepted]
    diagnostics: Sequence[Diagnostic]
    there: Base
    history: History
    changes: Mapping[str, Change]

    @property
    def is_fine(self) -> bool:
        """May it be merged, as far as this command can tell?"""
        return not any(each.is_error for each in self.diagnostics)


def check_pull_request(root: Path, base: str, head: str, author: str, platform: str = "github") -> CheckedPullRequest:
    """Judge a pull request.

    Raises:
        OperatorError: There is no repository (O101) or no such commit (O100), it is not wholly there (O102), it has no
            such campaign (O103), or git cannot do it (O007).
    """
    repository = Repository.find(root)
    if repository is None:
        raise OperatorError("O101", folder=str(root))
    history = History(repository)
    if history.is_cut_off():
        raise OperatorError("O102")
    base, head = history.commit(base), history.commit(head)
    there = read_base(root, repository, history, base)
    changes, problems = _changes(history, there, head)
    accepted: list[Accepted] = []
    if there.senders is None:
        # Nobody can say who may do what: the campaign's own files have to be mended first.
        role, problems = Role.UNKNOWN, [*there.documents.problems, *problems]
    elif there.senders.is_game_master(platform, author):
        role, problems = Role.GAME_MASTER, []
        accepted = [_by_game_master(change) for change in changes.values()]
    else:
        judge = Judge(there, there.senders, history, platform, author, changes)
        role = Role.PLAYER if judge.players else Role.UNKNOWN
        problems += _commits(judge, head)
        found = [] if len(changes) > MOST_FILES else [judge.judge(change) for change in changes.values()]
        accepted += [each for each in found if isinstance(each, Accepted)]
        problems += [problem for each in found for problem in (each if isinstance(each, list) else each.warnings)]
    told = sorted(problems, key=sort_key)
    return CheckedPullRequest(
        base, head, there.turn, role, there.documents, accepted, told, there=there, history=history, changes=changes
    )


def may_conflict(checked: CheckedPullRequest) -> bool:
    """Has the base changed a file, too, that the pull request changes?"""
    for ancestor in checked.history.common(checked.base, checked.head):
        theirs = {change.path for change in checked.history.changes(ancestor, checked.head)}
        if any(change.path in theirs for change in checked.history.changes(ancestor, checked.base)):
            return True
    return False


def _changes(history: History, base: Base, head: str) -> tuple[Mapping[str, Change], list[Diagnostic]]:
    """What merging would change at the base, by path.

    Where two branches have merged each other, they have several last commits in common. Whatever differs from any of
    them counts, but for what is the same at the base already.
    """
    changes: dict[str, Change] = {}
    problems: list[Diagnostic] = []
    common = history.common(base.commit, head)
    if not common:
        return {}, [_no("P001", EVERYTHING, base=base.commit[:_SHORT])]
    for ancestor in common:
        found = history.changes(ancestor, head)
        for path, count in Counter(change.path for change in found).items():
            if count > 1:
                problems.append(_no("P004/twice", path, base=base.commit[:_SHORT]))
        for change in found:
            before = base.files.get(change.path)
            if before != change.after:
                changes[change.path] = Change(change.path, before, change.after)
    if len(changes) > MOST_FILES:
        problems.append(_no("P010", EVERYTHING, count=len(changes), most=MOST_FILES, base=base.commit[:_SHORT]))
    return dict(sorted(changes.items())), problems


def _commits(judge: Judge, head: str) -> Iterator[Diagnostic]:
    """What the commits do on their way: merge other branches, or touch files and take it back."""
    history, base = judge.history, judge.base.commit
    commits = history.since(base, head)
    short = base[:_SHORT]
    for commit, parents in commits.items():
        # A parent that the base has is its own branch, merged to be up to date.
        if len(parents) > 1 and sum(parent in commits for parent in parents) > 1:
            yield _no("P002", EVERYTHING, commit=commit[:_SHORT], base=short)
    if len(commits) > MOST_COMMITS:
        yield _no("P010/commits", EVERYTHING, count=len(commits), most=MOST_COMMITS, base=short)
        return
    size = history.weight(base, head) if commits else 0
    if size > MOST_BYTES:
        yield _no("P010/size", EVERYTHING, size=-(-size // 1024), most=MOST_BYTES // 1024, base=short)
    told: set[str] = set()
    for commit, parents in commits.items():
        for path in _touched(history, base, commit, parents):
            if path not in judge.changes and path not in told and not judge.is_harmless_between(path):
                told.add(path)
                yield _no("P017", path, commit=commit[:_SHORT], base=short)


def _touched(history: History, base: str, commit: str, parents: Sequence[str]) -> Sequence[str]:
    """What a commit did itself: of a merge, what is not as the base had it when it was last brought in.

    An older state of the base is a parent like any other: merged once more, it would take back what came after it.
    """
    if len(parents) <= 1:
        return [change.path for change in history.changed_by(commit)]
    common = history.common(base, commit)
    changed = [{change.path for change in history.changes(each, commit)} for each in common]
    return sorted(set.intersection(*changed)) if changed else []


def _by_game_master(change: Change) -> Accepted:
    what = What.WITHDRAWN if change.after is None else What.NEW if change.before is None else What.CHANGED
    return Accepted(change.path, what)


def _no(key: str, path: str, **params: Param) -> Diagnostic:
    return Diagnostic(key, Severity.ERROR, Place(shown(path)), {"file": shown(path), **params})
